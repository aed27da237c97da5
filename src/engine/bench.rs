//! The bench: fixed positions of every variant, searched to a fixed depth by one thread. Its node count is a signature
//! of the search: it changes when the search does, and only then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::rules::RuleOptions;
use crate::search::{Control, Limits, Tools};

use super::session::Request;
use super::{EngineError, Variant};

/// What the bench searches: a position (the start position if `None`) and its depth relative to the given one.
const POSITIONS: &[(Variant, Option<&str>, i32)] = &[
    (Variant::Russian, None, 2),
    (Variant::Russian, Some("1b1b3b/b5b1/1b3b2/b3b3/5w1w/2w1w3/1w3w2/w1w3w1 w"), 2),
    (Variant::RussianOfficial, None, 2),
    (Variant::RussianOfficial, Some("3b4/b3b3/5b2/6b1/1w3w2/w3w3/7w/4w3 w"), 2),
    (Variant::Bashni, None, 1),
    (Variant::Bashni, Some("1b1b1(Wbbb)1b/b1b3b1/5b2/6b1/3(wb)4/w1w1w3/3w1(ww)1w/w1w3w1 w"), 0),
    (Variant::Lasca, None, 1),
    (Variant::Lasca, Some("2(Wbb)1b1b/1b1(bb)3/2(bw)1(bw)1b/7/(bw)1w1w1w/1w5/2w1w1w b"), 1),
    (Variant::Siberia, None, -1),
    (Variant::Siberia, Some("r1cdk1c1r/pp1pp1ppp/2n3n2/2p2p3/4P4/2N3P2/PPPP1P1PP/4D4/R1C1K1CNR w - - 0 9"), -2),
    (Variant::Vsadniki, None, -5),
    (Variant::Vsadniki, Some(RIDERS), -5),
];

const RIDERS: &str = "b6b1/7bb/4b3b3b2b1/1b5b7b1/1bb11b2/3w1b7/w1b3wb9/5w3wWb3w1/ww5w2w6/1w2w1w2/www5w w 2 6 0 0";

/// The depth that is searched if none is given.
pub const DEFAULT_DEPTH: i32 = 10;
/// The table of the bench, MB.
const HASH: usize = 16;

/// The result of a bench, or of one of its positions.
#[derive(Copy, Clone, Debug, Default)]
pub struct Bench {
    /// Moves played by the search.
    pub nodes: u64,
    /// Time it took.
    pub time: Duration,
}

impl Bench {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// Runs the bench; `None` if it was stopped. `each` hears of every position.
///
/// # Errors
/// No memory or no thread for it.
pub fn bench(depth: i32, stop: &Arc<AtomicBool>, each: &dyn Fn(Variant, &Bench)) -> Result<Option<Bench>, EngineError> {
    let tools = Tools::new(HASH, 1)?;
    let mut total = Bench::default();
    for &(variant, fen, more) in POSITIONS {
        let mut session = variant.open(&RuleOptions::default());
        session.set_position(fen)?;
        tools.forget();
        let depth = Some((depth + more).max(1));
        let request = Request { limits: Limits { depth, ..Limits::default() }, ..Request::default() };
        let outcome = session.search(&tools, &request, &Control::under(stop), &|_| {});
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let part = outcome.map_or(Bench::default(), |o| Bench { nodes: o.nodes, time: o.time });
        each(variant, &part);
        total.nodes += part.nodes;
        total.time += part.time;
    }
    Ok(Some(total))
}
