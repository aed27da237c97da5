//! Positions to learn from, turned into features once and for all.

use std::collections::HashSet;
use std::path::PathBuf;

use rayon::prelude::*;

use super::games::{GameRecord, GamesError, Head, LineError, read};
use crate::board::keys::splitmix64;
use crate::eval::model::{FULL_PHASE, Features, Sink};
use crate::eval::weights::checksum;
use crate::rules::{Notation, Position};

/// A position, all but its features. Everything is from White's side.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sample {
    /// Where its features begin; they end where those of the next one begin.
    begin: usize,
    /// From 0 on the bare board to 1 on the full one.
    pub phase: f32,
    /// What [`Features::adjust`] leaves of a sum above 0, and of one below.
    pub share: [f32; 2],
    /// The score of the search, centipawns.
    pub score: f32,
    /// The result of the game: 0, 0.5, 1.
    pub result: f32,
}

/// Positions with their features.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    samples: Vec<Sample>,
    /// The feature in the upper 24 bits, how often it is there in the lower 8.
    entries: Vec<u32>,
}

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The `i`-th position and its features with their counts.
    pub fn get(&self, i: usize) -> (&Sample, impl Iterator<Item = (usize, f32)> + '_) {
        let end = self.samples.get(i + 1).map_or(self.entries.len(), |next| next.begin);
        let sample = &self.samples[i];
        let entries = self.entries[sample.begin..end].iter();
        (sample, entries.map(|&entry| ((entry >> 8) as usize, f32::from(entry as u8 as i8))))
    }

    /// All positions.
    pub fn all(&self) -> &[Sample] {
        &self.samples
    }

    fn append(&mut self, other: Samples) {
        let begin = self.entries.len();
        self.samples.extend(other.samples.into_iter().map(|s| Sample { begin: begin + s.begin, ..s }));
        self.entries.extend(other.entries);
    }
}

/// What the files hold.
#[derive(Default, Debug)]
pub struct Data {
    pub training: Samples,
    /// Positions of other games, by which it is judged.
    pub validation: Samples,
    pub games: usize,
    /// Games that were in the files more than once.
    pub repeated: usize,
    /// A number that depends on all games.
    pub key: u64,
}

/// One game in this many is kept for validation.
const VALIDATION: u64 = 16;

/// Collects the features of one position.
#[derive(Default)]
struct Collected(Vec<(usize, i32)>);

impl Sink for Collected {
    fn add(&mut self, feature: usize, count: i32) {
        if count != 0 {
            self.0.push((feature, count));
        }
    }
}

/// Reads games and turns their positions into features.
///
/// # Errors
/// A file that cannot be read, a damaged or foreign one, a game that is not of these rules.
pub fn load<G: Notation, F: Features<G>>(game: &G, head: &Head, files: &[PathBuf]) -> Result<Data, GamesError> {
    let mut data = Data::default();
    let mut known = HashSet::new();
    for path in files {
        let mut games = read(path, head)?;
        let before = games.len();
        games.retain(|(_, game)| known.insert((game.run, game.number)));
        data.repeated += before - games.len();
        data.games += games.len();
        let samples: Result<Vec<_>, _> = games
            .par_iter()
            .map(|(line, record)| samples::<G, F>(game, record).map_err(|what| (*line, what)))
            .collect();
        let samples = samples.map_err(|(line, what)| GamesError::Line { path: path.clone(), line, what })?;
        for ((_, record), samples) in games.iter().zip(samples) {
            let key = checksum(format!("{:08x}-{}", record.run, record.number).as_bytes());
            data.key = splitmix64(data.key ^ key).0;
            let part =
                if splitmix64(key).0.is_multiple_of(VALIDATION) { &mut data.validation } else { &mut data.training };
            part.append(samples);
        }
    }
    Ok(data)
}

/// The positions of a game.
fn samples<G: Notation, F: Features<G>>(game: &G, record: &GameRecord) -> Result<Samples, LineError> {
    let mut pos = game.parse_fen(&record.fen).map_err(|e| LineError::Fen(e.to_string()))?;
    let mut out = Samples::default();
    let mut sink = Collected::default();
    for (i, (text, score)) in record.moves.iter().enumerate() {
        if let Some(score) = score {
            let share = [1000, -1000].map(|value| F::adjust(game, &pos, value) as f32 / value as f32);
            out.samples.push(Sample {
                begin: out.entries.len(),
                phase: F::phase(game, &pos) as f32 / FULL_PHASE as f32,
                share,
                score: f32::from(*score) * pos.side().sign() as f32,
                result: record.points() as f32 / 2.0,
            });
            sink.0.clear();
            F::collect_all(game, &pos, &mut sink);
            pack(&mut sink.0, &mut out.entries);
        }
        let mv = game.parse_move(&pos, text).map_err(|e| LineError::Move { number: i + 1, what: e.to_string() })?;
        pos = game.play(&pos, mv);
    }
    Ok(out)
}

/// Adds up what belongs together, drops what cancels out, and packs the rest.
fn pack(found: &mut [(usize, i32)], entries: &mut Vec<u32>) {
    found.sort_unstable();
    for same in found.chunk_by(|a, b| a.0 == b.0) {
        let (feature, mut count) = (same[0].0 as u32, same.iter().map(|(_, count)| count).sum::<i32>());
        // Large counts (they are rare) take several entries.
        while count != 0 {
            let part = count.clamp(i8::MIN.into(), i8::MAX.into());
            entries.push(feature << 8 | u32::from(part as i8 as u8));
            count -= part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_add_up() {
        let mut entries = Vec::new();
        pack(&mut [(70_000, 1), (5, 1), (5, -1), (3, -300), (70_000, 1)], &mut entries);
        let sample = Sample { begin: 0, phase: 0.0, share: [1.0; 2], score: 0.0, result: 0.0 };
        let mut samples = Samples { samples: vec![sample], entries };
        samples.append(samples.clone());
        for i in 0..2 {
            let found: Vec<_> = samples.get(i).1.collect();
            assert_eq!(found, [(3, -128.0), (3, -128.0), (3, -44.0), (70_000, 2.0)]);
        }
    }
}
