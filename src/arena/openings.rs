//! Openings: from a file, or by random moves.

use std::collections::HashSet;

use thiserror::Error;

use crate::board::keys::splitmix64;
use crate::engine::{Session, Status, Variant};
use crate::rules::RuleOptions;

/// Where a pair of games begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The printed FEN, `None` for the start position.
    pub fen: Option<String>,
    /// Moves from there, as printed.
    pub moves: Vec<String>,
}

/// Why an opening cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum OpeningError {
    #[error("line {line}: {what}")]
    Bad { line: usize, what: String },
    #[error("there is no opening in it")]
    Empty,
    #[error("no game goes on for {0} random moves")]
    TooManyPlies(u32),
}

/// The openings of a match, by the number of the round.
pub trait Openings: Send + Sync {
    /// The opening of a round, from 0.
    fn get(&self, round: usize) -> Opening;

    /// Number of different ones, if it is limited.
    fn len(&self) -> Option<usize>;

    /// Never: there is at least one.
    fn is_empty(&self) -> bool {
        false
    }
}

impl Opening {
    /// Plays it.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn open(&self, variant: Variant, rules: &RuleOptions) -> Result<Box<dyn Session>, String> {
        let mut session = variant.open(rules);
        session.set_position(self.fen.as_deref()).map_err(|e| e.to_string())?;
        for mv in &self.moves {
            session.push(mv).map_err(|e| e.to_string())?;
        }
        Ok(session)
    }

    /// Reads a line: a FEN, a FEN and `moves ...`, or moves from the start position; what stands behind a semicolon or
    /// an EPD operation is not read.
    fn parse(line: &str, session: &mut dyn Session) -> Result<Opening, String> {
        let end = [";", " bm ", " result ", " id "].iter().filter_map(|word| line.find(word)).min();
        let text = line[..end.unwrap_or(line.len())].trim();
        let is_fen = text.contains('/') || text.as_bytes().get(1) == Some(&b':');
        let (fen, moves) = match text.split_once(" moves ") {
            Some((fen, moves)) => (Some(fen.trim()).filter(|fen| *fen != "startpos"), moves),
            None if is_fen => (Some(text), ""),
            None => (None, text),
        };
        session.set_position(fen).map_err(|e| e.to_string())?;
        for mv in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
            session.push(mv).map_err(|e| e.to_string())?;
        }
        if !matches!(session.status(), Status::Open(_)) {
            return Err("the game is over already".to_owned());
        }
        let (first, moves) = session.record().ok_or("there is no position")?;
        Ok(Opening { fen: fen.map(|_| first), moves })
    }
}

/// Openings from a file, one after the other, again from the first when they are used up.
pub struct Listed(Vec<Opening>);

impl Listed {
    /// The start position alone.
    pub fn start() -> Self {
        Listed(vec![Opening::default()])
    }

    /// Reads a file's text: an opening a line; `#` begins a comment.
    ///
    /// # Errors
    /// A line that cannot be read or is over, no line at all.
    pub fn parse(text: &str, variant: Variant, rules: &RuleOptions) -> Result<Self, OpeningError> {
        let mut session = variant.open(rules);
        let mut openings = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let opening = Opening::parse(line, &mut *session);
            openings.push(opening.map_err(|what| OpeningError::Bad { line: i + 1, what })?);
        }
        if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(Listed(openings)) }
    }

    /// Puts them in an order that depends on the seed alone.
    pub fn shuffle(&mut self, seed: u64) {
        let mut dice = Dice::new(seed, 0);
        for i in (1..self.0.len()).rev() {
            self.0.swap(i, dice.below(i + 1));
        }
    }
}

impl Openings for Listed {
    fn get(&self, round: usize) -> Opening {
        self.0[round % self.0.len()].clone()
    }

    fn len(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// Openings by random moves; each depends on the seed and its number alone, so that a part of a match, or a match
/// taken up again, plays the same ones.
pub struct Random {
    start: Box<dyn Session>,
    plies: u32,
    seed: u64,
}

/// Attempts to find a game that goes on for so many moves.
const ATTEMPTS: usize = 1000;

impl Random {
    /// Openings of so many random plies.
    ///
    /// # Errors
    /// No game goes on for so long.
    pub fn new(variant: Variant, rules: &RuleOptions, plies: u32, seed: u64) -> Result<Self, OpeningError> {
        let random = Random { start: variant.open(rules), plies, seed };
        random.find(0).map(|_| random).ok_or(OpeningError::TooManyPlies(plies))
    }

    fn find(&self, round: usize) -> Option<Opening> {
        let mut dice = Dice::new(self.seed, round as u64);
        (0..ATTEMPTS).find_map(|_| random_walk(&*self.start, self.plies, &mut dice))
    }
}

impl Openings for Random {
    fn get(&self, round: usize) -> Opening {
        self.find(round).unwrap_or_default()
    }

    fn len(&self) -> Option<usize> {
        None
    }
}

/// So many random moves; `None` if the game is over after them.
pub fn random_walk(start: &dyn Session, plies: u32, dice: &mut Dice) -> Option<Opening> {
    let mut session = start.boxed();
    for _ in 0..plies {
        if !matches!(session.status(), Status::Open(_)) {
            return None;
        }
        let legal = session.legal();
        session.push(&legal[dice.below(legal.len())].0).ok()?;
    }
    let (_, moves) = session.record()?;
    matches!(session.status(), Status::Open(_)).then_some(Opening { fen: None, moves })
}

/// Random numbers of a stream that never changes: a seed means the same openings for ever.
pub struct Dice(u64);

impl Dice {
    /// The `stream`-th stream of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let (a, _) = splitmix64(seed);
        let (b, _) = splitmix64(stream ^ 0x5EED_0F0B_0A2D_5EED);
        Dice(a ^ b.rotate_left(32))
    }

    /// A number below `n`, which is at least 1.
    pub fn below(&mut self, n: usize) -> usize {
        let (number, state) = splitmix64(self.0);
        self.0 = state;
        ((u128::from(number) * n as u128) >> 64) as usize
    }
}

/// How many of the first `rounds` openings are different.
pub fn distinct(openings: &dyn Openings, rounds: usize) -> usize {
    (0..rounds).map(|i| openings.get(i)).map(|o| (o.fen, o.moves)).collect::<HashSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Listed, OpeningError> {
        Listed::parse(text, Variant::Russian, &RuleOptions::default())
    }

    #[test]
    fn all_kinds_of_lines() {
        let text = "# a comment\n\nW:Wa1,c3:Bb8,h8 ; table 1\n8/8/8/8/8/b7/1w6/w7 w bm a1c3; id \"x\"\n\
                    1. c3-d4 b6a5 2. d4-e5\n1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w 0 1 moves c3d4\n";
        let openings = parse(text).unwrap();
        assert_eq!(openings.len(), Some(4));
        assert_eq!(openings.get(0).fen.unwrap(), "1b5b/8/8/8/8/2w5/8/w7 w 0 1");
        assert_eq!(openings.get(1).moves, [""; 0]);
        assert_eq!(openings.get(2), Opening { fen: None, moves: ["c3d4", "b6a5", "d4e5"].map(String::from).to_vec() });
        assert_eq!(openings.get(3).moves, ["c3d4"]);
        assert_eq!(openings.get(4), openings.get(0), "they begin anew");
    }

    #[test]
    fn refusals() {
        let refusal = |text| parse(text).err().unwrap().to_string();
        assert_eq!(refusal("# nothing\n"), "there is no opening in it");
        assert_eq!(refusal("\nc3d4 c3d4"), "line 2: 'c3d4' is not a legal move here");
        assert!(refusal("8/8 w").starts_with("line 1: 2 ranks"));
        assert_eq!(refusal("W:W:Bb8"), "line 1: the game is over already");
    }

    #[test]
    fn random_openings_repeat_by_seed_and_number() {
        let openings = |seed| Random::new(Variant::Russian, &RuleOptions::default(), 6, seed).unwrap();
        let (a, b) = (openings(1), openings(1));
        assert_eq!(a.get(17), b.get(17));
        assert_eq!(a.get(17).moves.len(), 6);
        assert_ne!(a.get(17), a.get(18));
        assert_ne!(a.get(17), openings(2).get(17));
        assert!(distinct(&a, 50) > 45);
        assert!(a.get(3).open(Variant::Russian, &RuleOptions::default()).is_ok());
    }
}
