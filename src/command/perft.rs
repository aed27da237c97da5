//! `perft`: counts, and suites of counts.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::engine::{Session, Variant};

use super::epd::{self, Record};
use super::{Failure, Place, Rules, progress};

#[derive(Args)]
pub struct Perft {
    /// The variant: russian, russian-official, bashni, lasca, siberia or vsadniki
    variant: Variant,
    /// Depth in plies, 0-100
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100), required_unless_present = "suite")]
    depth: Option<u32>,
    #[command(flatten)]
    rules: Rules,
    /// The position, the start position if missing
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// Print the count behind each move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// A file of positions with their counts: FEN ;D1 n ;D2 n ...
    #[arg(long, conflicts_with = "depth")]
    suite: Option<PathBuf>,
}

impl Perft {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let threads = usize::from(self.threads);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|e| Failure::Input(format!("--threads {threads}: {e}")))?;
        if let Some(path) = &self.suite {
            let mut session = self.variant.open(&self.rules.options()?);
            return suite(&mut *session, &epd::lines(path)?, out, |s, depth| {
                pool.install(|| s.perft(depth, threads > 1, &AtomicBool::new(false))).unwrap_or(0)
            });
        }
        let place = Place { variant: self.variant, rules: self.rules, fen: self.fen, moves: None };
        let engine = place.engine(1, 1)?;
        let (session, stop) = (engine.session(), AtomicBool::new(false));
        let depth = self.depth.unwrap_or(0);
        let bar = progress::spinner(&format!("perft {} to depth {depth}", self.variant));
        let total = if self.divide && depth > 0 {
            let counts = pool.install(|| session.divide(depth, threads > 1, &stop)).unwrap_or_default();
            bar.finish_and_clear();
            for (mv, n) in &counts {
                writeln!(out, "{mv}: {n}")?;
            }
            counts.iter().map(|(_, n)| n).sum()
        } else {
            pool.install(|| session.perft(depth, threads > 1, &stop)).unwrap_or(0)
        };
        bar.finish_and_clear();
        Ok(writeln!(out, "nodes {total}")?)
    }
}

/// Runs a suite: a line for each failure, then the totals. A line passes if all its counts are right.
fn suite(
    session: &mut dyn Session,
    lines: &[(usize, String)],
    out: &mut impl Write,
    perft: impl Fn(&dyn Session, u32) -> u64,
) -> Result<(), Failure> {
    let mut failed = 0;
    let bar = progress::bar(lines.len());
    for (number, line) in lines {
        let record = Record::parse(line);
        if let Err(what) = check(session, &record, &perft) {
            failed += 1;
            bar.set_message(format!("{failed} failed"));
            bar.suspend(|| writeln!(out, "line {number}: {what}: {}", record.fen))?;
            out.flush()?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(out, "{} passed, {failed} failed", lines.len() - failed)?;
    if failed > 0 { Err(Failure::Failed) } else { Ok(()) }
}

fn check(
    session: &mut dyn Session,
    record: &Record<'_>,
    perft: impl Fn(&dyn Session, u32) -> u64,
) -> Result<(), String> {
    session.set_position(Some(record.fen)).map_err(|e| e.to_string())?;
    if record.operations().is_empty() {
        return Err("no counts".to_owned());
    }
    for (name, value) in record.operations() {
        let depth = name.strip_prefix('D').and_then(|d| d.parse().ok());
        let (Some(depth), Ok(expected)) = (depth, value.parse::<u64>()) else {
            return Err(format!("'{name} {value}' is no count"));
        };
        let found = perft(session, depth);
        if found != expected {
            return Err(format!("depth {depth}: {found} instead of {expected}"));
        }
    }
    Ok(())
}
