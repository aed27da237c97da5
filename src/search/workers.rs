//! The workers of a search: Lazy SMP on a private rayon pool.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use rayon::ThreadPool;

use crate::rules::{Game, MoveList, MoveOf};

use super::iterate::Finished;
use super::judge::{Judge, Known};
use super::limits::{Control, Limits};
use super::report::Report;
use super::score::Score;
use super::table::Table;
use super::worker::{Shared, Worker};

/// Stack of a worker thread, bytes: some hundred plies of nodes with room to spare.
const STACK: usize = 16 << 20;

/// A pool of `threads` workers.
///
/// # Errors
/// The operating system gives no threads.
pub fn pool(threads: usize) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|i| format!("worker {i}"))
        .build()
}

/// What is to be searched.
pub struct Task<'a, G: Game> {
    pub pos: G::Pos,
    /// Keys of the game's positions, the last is that of `pos`.
    pub keys: &'a [u64],
    /// The moves to consider; empty for all.
    pub moves: &'a [MoveOf<G>],
    /// Number of lines wanted.
    pub multipv: usize,
    pub limits: &'a Limits,
}

/// What came out of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome<M> {
    /// The line of the move to play; its first move is that move.
    pub pv: Vec<M>,
    pub score: Score,
    /// Depth of the iteration it comes from.
    pub depth: i32,
    pub nodes: u64,
    pub time: Duration,
}

/// Runs a search to its end on the threads of `pool`; `None` if there is no legal move. The first worker reports; if
/// another's line is played in the end, that is reported too.
pub fn search<G: Game, J: Judge<G>>(
    pool: &ThreadPool,
    (game, judge): (&G, &J),
    table: &Table,
    task: &Task<'_, G>,
    control: &Control,
    report: &(dyn Fn(Report<MoveOf<G>>) + Sync),
) -> Option<Outcome<MoveOf<G>>> {
    let mut moves = MoveList::<G::Pos>::new();
    game.moves(&task.pos, &mut moves);
    if !task.moves.is_empty() {
        moves.retain(|mv| task.moves.contains(mv));
    }
    if moves.is_empty() {
        return None;
    }
    moves.sort_by_cached_key(|&mv| -game.gain(&task.pos, mv));
    if judge.known(game, &task.pos) == Some(Known::Draw) {
        // All moves that draw are worth the same: the first is played, and it should be one that asks for accuracy.
        moves.sort_by_cached_key(|&mv| judge.evaluate(game, &game.play(&task.pos, mv)));
    }
    table.grow_older();
    let threads = pool.current_num_threads();
    let shared = Shared {
        game,
        judge,
        table,
        control,
        limits: task.limits,
        budget: task.limits.budget(),
        nodes: std::iter::repeat_with(AtomicU64::default).take(threads).collect(),
        tbhits: std::iter::repeat_with(AtomicU64::default).take(threads).collect(),
    };
    let finished = pool.broadcast(|thread| {
        let mut worker = Worker::new(&shared, thread.index(), task.keys);
        let multipv = if thread.index() == 0 { task.multipv } else { 1 };
        let finished = worker.iterate(&task.pos, &moves, multipv, report);
        worker.publish();
        if thread.index() == 0 {
            control.finish();
        }
        finished
    });
    let nodes = shared.total_nodes();
    let time = control.since_go();
    let (by, Finished { depth, lines }) = choose(finished, task.multipv)?;
    let best = lines.into_iter().next()?;
    if by > 0 {
        // Whose move is played is shown: the last line must be that of the move.
        report(Report {
            depth,
            seldepth: best.pv.len().max(depth as usize),
            multipv: 1,
            score: Score::from(best.value),
            nodes,
            time,
            hashfull: table.hashfull(),
            tbhits: shared.total_tbhits(),
            pv: best.pv.clone(),
        });
    }
    Some(Outcome { pv: best.pv, score: Score::from(best.value), depth, nodes, time })
}

/// The iteration to go by: the deepest, of equal depth the one with the best value. With several lines wanted it is
/// the first worker's, whose lines were shown. With the number of the worker.
fn choose<M>(finished: Vec<Finished<M>>, multipv: usize) -> Option<(usize, Finished<M>)> {
    let mut all = finished.into_iter().enumerate();
    let first = all.next()?;
    if multipv > 1 {
        return Some(first);
    }
    Some(all.fold(first, |best, other| {
        let worth = |of: &(usize, Finished<M>)| (of.1.depth, of.1.lines[0].value);
        let better = worth(&other) > worth(&best);
        if better { other } else { best }
    }))
}
