//! Making openings: random moves, kept where a short search finds neither side ahead.

use std::collections::HashSet;

use crate::engine::{Engine, EngineError, Request, Variant};
use crate::rules::RuleOptions;
use crate::search::{Control, Limits, Score};

use super::openings::{Dice, random_walk};

/// What openings are wanted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Number of openings.
    pub count: usize,
    /// Random moves of each.
    pub plies: u32,
    /// What chance depends on.
    pub seed: u64,
    /// Nodes of the search that judges them.
    pub nodes: u64,
    /// Centipawns that a side may be ahead.
    pub margin: i32,
}

/// Walks tried for each opening wanted, before it is given up.
const ATTEMPTS: usize = 2000;

/// Makes openings; `each` gets the FEN of every one, no two of the same board. Returns their number, which is smaller
/// than wanted where the game has no more.
///
/// # Errors
/// No memory or no threads, or what `each` failed with.
pub fn make<E: From<EngineError>>(
    variant: Variant,
    rules: &RuleOptions,
    wanted: &Wanted,
    mut each: impl FnMut(&str) -> Result<(), E>,
) -> Result<usize, E> {
    let mut engine = Engine::new(variant, rules.clone(), 4, 1)?;
    let start = variant.open(rules);
    let mut dice = Dice::new(wanted.seed, 0);
    let mut boards = HashSet::new();
    for _ in 0..wanted.count.saturating_mul(ATTEMPTS) {
        if boards.len() == wanted.count {
            break;
        }
        let Some(opening) = random_walk(&*start, wanted.plies, &mut dice) else { continue };
        let session = opening.open(variant, rules);
        let Some(fen) = session.ok().and_then(|session| session.fen()) else { continue };
        let board = fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
        if boards.contains(&board) {
            continue;
        }
        // Each is judged from a clean slate, so that the file depends on nothing but what was asked for.
        engine.new_game();
        engine.session_mut().set_position(Some(&fen))?;
        let (session, tools) = engine.parts();
        let limits = Limits { nodes: Some(wanted.nodes), ..Limits::default() };
        let request = Request { limits, ..Request::default() };
        let outcome = session.search(tools, &request, &Control::new(false, false), &|_| {});
        let level = |score| matches!(score, Score::Centipawns(cp) if cp.abs() <= wanted.margin);
        if outcome.is_some_and(|outcome| level(outcome.score)) {
            boards.insert(board);
            each(&fen)?;
        }
    }
    Ok(boards.len())
}
