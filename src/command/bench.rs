//! `bench`: a signature of the search, and its speed.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::engine::bench::{DEFAULT_DEPTH, bench};

use super::{Failure, progress};

#[derive(Args)]
pub struct Bench {
    /// Depth in plies, 1-100
    #[arg(default_value_t = DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: i32,
}

impl Bench {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let bar = progress::spinner(&format!("bench to depth {}", self.depth));
        let total = bench(self.depth, &Arc::new(AtomicBool::new(false)), &|variant, part| {
            // A closed output shows itself at the last lines.
            let line = format!("{variant:<17} {:>12} nodes {:>10} nps", part.nodes, part.nps());
            let _ = bar.suspend(|| writeln!(std::io::stdout(), "{line}"));
        })?
        .unwrap_or_default();
        bar.finish_and_clear();
        Ok(writeln!(out, "{} nodes\n{} nps", total.nodes, total.nps())?)
    }
}
