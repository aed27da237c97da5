//! The workers of a search: Lazy SMP on a private rayon pool.

use std::time::Duration;

use crate::rules::{Game, MoveList, MoveOf};

use super::judge::{Judge, Known};
use super::limits::{Control, Limits};
use super::progress::Finished;
use super::report::Report;
use super::score::Score;
use super::table::Table;
use super::tools::Tools;
use super::worker::{Luggage, Shared, Worker};

/// What is to be searched.
pub struct Task<'a, G: Game> {
    /// The position.
    pub pos: G::Pos,
    /// Keys of the game's positions, the last is that of `pos`.
    pub keys: &'a [u64],
    /// The moves to consider; empty for all.
    pub moves: &'a [MoveOf<G>],
    /// Number of lines wanted.
    pub multipv: usize,
    /// What it may use.
    pub limits: &'a Limits,
}

/// What came out of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome<M> {
    /// The line of the move to play; its first move is that move.
    pub pv: Vec<M>,
    /// From the side to move.
    pub score: Score,
    /// Depth of the iteration it comes from.
    pub depth: i32,
    /// Moves played by all workers.
    pub nodes: u64,
    /// Since the search was asked for.
    pub time: Duration,
}

/// Runs a search to its end on the threads of `tools`; `None` if there is no legal move.
pub fn search<G: Game, J: Judge<G>>(
    tools: &Tools,
    (game, judge): (&G, &J),
    task: &Task<'_, G>,
    control: &Control,
    report: &(dyn Fn(Report<MoveOf<G>>) + Sync),
) -> Option<Outcome<MoveOf<G>>> {
    let Tools { table, pool, histories } = tools;
    let moves = root_moves(game, judge, task)?;
    table.grow_older();
    let shared = Shared::new((game, judge), table, task.limits, control, tools.threads());
    pool.broadcast(|thread| {
        let luggage = Luggage::from(histories.lend(thread.index()));
        let mut worker = Worker::new(&shared, thread.index(), task.keys, luggage);
        worker.iterate(&task.pos, &moves, task.multipv, report);
        worker.publish();
        histories.give_back(thread.index(), worker.pack().history);
    });
    outcome(shared)
}

/// What the workers found; `None` if nothing was searched.
fn outcome<G: Game, J: Judge<G>>(shared: Shared<'_, G, J>) -> Option<Outcome<MoveOf<G>>> {
    let (nodes, time) = (shared.total_nodes(), shared.control.since_go());
    let Finished { depth, lines, .. } = shared.progress.into_best()?;
    let best = lines.into_iter().next()?;
    Some(Outcome { pv: best.pv, score: Score::from(best.value), depth, nodes, time })
}

/// The moves to consider, the greatest gain first; `None` if there is none.
fn root_moves<G: Game, J: Judge<G>>(game: &G, judge: &J, task: &Task<'_, G>) -> Option<MoveList<G::Pos>> {
    let mut moves = MoveList::<G::Pos>::new();
    game.moves(&task.pos, &mut moves);
    if !task.moves.is_empty() {
        moves.retain(|mv| task.moves.contains(mv));
    }
    moves.sort_by_cached_key(|&mv| -game.gain(&task.pos, mv));
    if judge.known(game, &task.pos) == Some(Known::Draw) {
        // All moves that draw are worth the same: the first is played, and it should be one that asks for accuracy.
        moves.sort_by_cached_key(|&mv| judge.evaluate(game, &game.play(&task.pos, mv)));
    }
    (!moves.is_empty()).then_some(moves)
}

/// Runs a search to its end on this thread, which needs a stack of [`super::tools::STACK`] bytes: for short searches by the
/// thousand, to which waking a pool would be a burden. `None` if there is no legal move.
pub fn search_here<G: Game, J: Judge<G>>(
    (game, judge): (&G, &J),
    table: &Table,
    task: &Task<'_, G>,
    control: &Control,
    luggage: &mut Option<Luggage<G>>,
) -> Option<Outcome<MoveOf<G>>> {
    let moves = root_moves(game, judge, task)?;
    table.grow_older();
    let shared = Shared::new((game, judge), table, task.limits, control, 1);
    let mut worker = Worker::new(&shared, 0, task.keys, luggage.take().unwrap_or_default());
    worker.iterate(&task.pos, &moves, task.multipv, &|_| {});
    worker.publish();
    *luggage = Some(worker.pack());
    outcome(shared)
}
