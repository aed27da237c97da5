//! `selfplay`: games of the engine with itself, to learn from.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;

use crate::arena::schedule::Shard;
use crate::engine::Variant;
use crate::learn::games::{Existing, GameRecord, open};
use crate::learn::selfplay::{Run, SelfPlayError};

use super::progress::styled;
use super::{Failure, Rules};

#[derive(Args)]
pub struct SelfPlay {
    /// The variant: russian, russian-official, bashni, lasca, siberia or vsadniki
    #[arg(long)]
    variant: Variant,
    #[command(flatten)]
    rules: Rules,
    /// Games of the whole run, all shards together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    games: u32,
    /// Nodes for each move
    #[arg(long, value_name = "K", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// File for the games; each is written as soon as it is finished
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on with a file that exists: its games are kept and not played again
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Write a file that exists anew
    #[arg(long)]
    force: bool,
    /// What the games depend on, beside the other options
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Play only the I-th of N parts of the run
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Threads [default: as many as there are processors]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Random moves at the start of a game: from the first to the second number
    #[arg(long, value_name = "A-B", default_value = "2-12", value_parser = span)]
    random_plies: RangeInclusive<u32>,
    /// Centipawns that a side may be ahead after them
    #[arg(long, value_name = "CP", default_value_t = 250, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    within: i32,
    /// A game is won when both sides see this score, in centipawns, for four moves running; 0 plays to the end,
    /// without which the weights only learn what they believed before
    #[arg(long, value_name = "CP", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    win: i32,
    /// Moves of both sides together after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    maxplies: u32,
    /// Weights to play with, instead of those built in
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

/// Reads `2-12`, or `6` for both.
fn span(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high && high <= 200 => Ok(low..=high),
        _ => Err(format!("'{text}' is not A-B with A up to B, B up to 200")),
    }
}

impl From<SelfPlayError> for Failure {
    fn from(error: SelfPlayError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl SelfPlay {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let weights = self.eval_file.as_deref().map(super::train::weights).transpose()?;
        let run = Run {
            variant: self.variant,
            rules: self.rules.options()?,
            weights,
            games: self.games as usize,
            nodes: self.nodes,
            seed: self.seed,
            shard: self.shard,
            threads: self.threads.map_or_else(rayon::current_num_threads, usize::from),
            plies: self.random_plies,
            within: self.within,
            win: self.win,
            most_plies: self.maxplies,
        };
        let existing = match (self.resume, self.force) {
            (true, _) => Existing::Resume,
            (_, true) => Existing::Replace,
            _ => Existing::Refuse,
        };
        // Weights that do not fit are found before a file is touched.
        run.play::<Failure>(&[], &mut |_| Ok(true))?;
        let (mut file, known) = open(&self.out, &run.head(), existing).map_err(|e| Failure::Input(e.to_string()))?;
        let numbers = run.left(&known);
        let bar = bar(numbers.len());
        let (mut games, mut positions, mut results) = (0u64, 0u64, [0u64; 3]);
        run.play::<Failure>(&numbers, &mut |game: GameRecord| {
            // In one piece: what is killed leaves whole games, and one at most that breaks off.
            file.write_all(game.line().as_bytes())?;
            games += 1;
            positions += game.moves.iter().filter(|(_, score)| score.is_some()).count() as u64;
            results[game.points()] += 1;
            bar.set_position(games);
            bar.set_message(format!("{positions} positions"));
            if bar.is_hidden() && games.is_multiple_of(1000) {
                let _ = writeln!(std::io::stderr(), "{games}/{} games, {positions} positions", numbers.len());
            }
            Ok(true)
        })?;
        bar.finish_and_clear();
        let [black, drawn, white] = results;
        Ok(writeln!(out, "{games} games (+{white} ={drawn} -{black}), {positions} positions to learn from")?)
    }
}

/// The line that is shown while games are played, on a terminal only.
fn bar(games: usize) -> ProgressBar {
    styled(ProgressBar::new(games as u64), "{pos}/{len} games, {per_sec}, {eta} left, {msg} {wide_bar}")
}
