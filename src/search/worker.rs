//! One worker of a search: what it shares and what is its own.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::rules::{Game, MoveOf, Position, Tag};

use super::busy::Busy;
use super::history::History;
use super::judge::{Judge, Known, params};
use super::limits::{Budget, Control, Limits};
use super::line::Line;
use super::memo::Memo;
use super::order::Frame;
use super::progress::Progress;
use super::score::{self, MAX_PLY, Value, WIN_BOUND};
use super::table::Table;

/// What all workers of a search share.
pub struct Shared<'a, G: Game, J> {
    pub game: &'a G,
    pub judge: &'a J,
    pub table: &'a Table,
    pub control: &'a Control,
    pub limits: &'a Limits,
    pub budget: Option<Budget>,
    /// Nodes of each worker, published from time to time.
    pub nodes: Vec<AtomicU64>,
    /// What they have finished so far.
    pub progress: Progress<MoveOf<G>>,
    /// Where they are at this moment; `None` for a worker that is alone.
    pub busy: Option<Busy>,
    /// Positions that each worker found in endgame tables, published with the nodes.
    pub tbhits: Vec<AtomicU64>,
}

impl<'a, G: Game, J> Shared<'a, G, J> {
    /// What `threads` workers share, whose clock begins to count by the limits.
    pub fn new(
        (game, judge): (&'a G, &'a J),
        table: &'a Table,
        limits: &'a Limits,
        control: &'a Control,
        threads: usize,
    ) -> Self {
        let counters = || std::iter::repeat_with(AtomicU64::default).take(threads).collect();
        let (nodes, tbhits) = (counters(), counters());
        let (progress, busy) = (Progress::new(), (threads > 1).then(Busy::new));
        Shared { game, judge, table, control, limits, budget: limits.budget(), nodes, progress, busy, tbhits }
    }

    /// Nodes of all workers, as far as they have been published.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.load(Relaxed)).sum()
    }

    /// Positions that all workers found in endgame tables, as far as they have been published.
    pub fn total_tbhits(&self) -> u64 {
        self.tbhits.iter().map(|n| n.load(Relaxed)).sum()
    }
}

/// Nodes between two looks at the clock.
const POLL: u64 = 1024;

/// Nodes that the first iteration may take against the will of its owner. It needs some hundred of them, as a rule,
/// but where twenty kings can take each other quiescence may have no end.
const FIRST: u64 = 20_000;

/// Least depth of a node whose moves workers share out among them. Below, asking who is where costs more than it spares.
const SHARED: i32 = 6;

/// A worker: everything here is its own.
pub struct Worker<'a, G: Game, J: Judge<G>> {
    pub(super) shared: &'a Shared<'a, G, J>,
    pub(super) game: &'a G,
    pub(super) judge: &'a J,
    pub(super) table: &'a Table,
    /// 0 is the one that looks at the clock while it searches.
    pub(super) index: usize,
    pub(super) line: Line,
    pub(super) history: History,
    memo: Memo,
    pub(super) frames: Vec<Frame<G::Pos>>,
    /// The principal variation from each ply on.
    pub(super) pv: Vec<Vec<MoveOf<G>>>,
    pub(super) nodes: u64,
    tbhits: u64,
    next_poll: u64,
    pub(super) seldepth: usize,
    /// Depth of the present iteration.
    pub(super) root_depth: i32,
    /// The iteration is broken off: the search is over, or another worker has finished as deep a one.
    pub(super) aborted: bool,
    /// The first iteration, which cannot be broken off, is to be done with: quiescence looks no further.
    pub(super) hurried: bool,
}

/// What a worker takes along from search to search with the same judge, if its owner wishes: memory, and what earlier
/// searches taught about the order of moves.
pub struct Luggage<G: Game> {
    pub(super) history: History,
    /// Made when it is needed.
    memo: Option<Memo>,
    frames: Vec<Frame<G::Pos>>,
    pv: Vec<Vec<MoveOf<G>>>,
}

impl<G: Game> From<History> for Luggage<G> {
    fn from(history: History) -> Self {
        Luggage {
            history,
            memo: None,
            frames: std::iter::repeat_with(Frame::new).take(MAX_PLY + 2).collect(),
            pv: vec![Vec::new(); MAX_PLY + 2],
        }
    }
}

impl<G: Game> Default for Luggage<G> {
    fn default() -> Self {
        Luggage::from(History::new())
    }
}

impl<G: Game> Luggage<G> {
    /// Forgets what earlier searches taught; the memory stays.
    pub fn forget(&mut self) {
        self.history.clear();
    }
}

impl<'a, G: Game, J: Judge<G>> Worker<'a, G, J> {
    /// A worker at the end of the game given by `keys`.
    pub fn new(shared: &'a Shared<'a, G, J>, index: usize, keys: &[u64], luggage: Luggage<G>) -> Self {
        let Luggage { history, memo, frames, pv } = luggage;
        let memo = memo.unwrap_or_else(|| if J::REMEMBERS { Memo::new() } else { Memo::none() });
        Worker {
            shared,
            game: shared.game,
            judge: shared.judge,
            table: shared.table,
            index,
            line: Line::new(keys),
            history,
            memo,
            frames,
            pv,
            nodes: 0,
            tbhits: 0,
            next_poll: 0,
            seldepth: 0,
            root_depth: 0,
            aborted: false,
            hurried: false,
        }
    }

    /// The end of its work: what it takes along.
    pub fn pack(self) -> Luggage<G> {
        Luggage { history: self.history, memo: Some(self.memo), frames: self.frames, pv: self.pv }
    }

    /// Should the search of a move of the node at `ply`, the `i`-th, be put off because another worker is in `next`, the
    /// position it leads to? Never the first one. `depth` is that of the node.
    #[inline(always)]
    pub(super) fn puts_off(&mut self, next: &G::Pos, i: usize, depth: i32, ply: usize) -> bool {
        let Some(busy) = &self.shared.busy else { return false };
        let puts_off = i > 0 && depth >= SHARED && busy.holds(next.key());
        if puts_off {
            self.frames[ply].put_off.push(i);
        }
        puts_off
    }

    /// Does the work of searching `next`, a child of a node of this depth, known to the other workers as under way.
    #[inline(always)]
    pub(super) fn visit(&mut self, next: &G::Pos, depth: i32, search: impl FnOnce(&mut Self) -> Value) -> Value {
        match &self.shared.busy {
            Some(busy) if depth >= SHARED => {
                busy.enter(next.key());
                let value = search(self);
                busy.leave(next.key());
                value
            }
            _ => search(self),
        }
    }

    /// Plays a move of the present node and enters what comes of it.
    #[inline(always)]
    pub(super) fn play(&mut self, pos: &G::Pos, mv: MoveOf<G>, ply: usize) -> G::Pos {
        let next = self.game.play(pos, mv);
        self.enter(self.game.tag(mv), ply);
        next
    }

    /// A move of the present node, of this tag, is searched now, and what it leads to counts as a node. Looks at the
    /// limits from time to time, and so may break the search off.
    #[inline(always)]
    pub(super) fn enter(&mut self, tag: Tag, ply: usize) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.look_around();
        }
        self.frames[ply].tag = tag;
    }

    /// Tag of the move that led to `ply`.
    #[inline(always)]
    pub(super) fn previous(&self, ply: usize) -> Tag {
        if ply == 0 { Tag::NONE } else { self.frames[ply - 1].tag }
    }

    /// The static evaluation, never a decided score.
    #[inline]
    pub(super) fn evaluate(&mut self, pos: &G::Pos) -> Value {
        self.judge.recall(self.game, pos, &mut self.memo).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// An evaluation, with what is known of its errors.
    #[inline(always)]
    pub(super) fn corrected(&self, pos: &G::Pos, raw: Value) -> Value {
        if params::<G, J>().correction == 0 {
            return raw;
        }
        let correction = self.history.corrections.of(pos.side(), self.judge.structure(pos));
        (raw + correction).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// The value of a position in which the game is over by repetition, a count or points.
    #[inline(always)]
    pub(super) fn terminal(&mut self, pos: &G::Pos, ply: usize) -> Option<Value> {
        if self.line.is_draw(pos.key(), pos.reversible()) {
            return Some(score::DRAW);
        }
        self.game.ended(pos).map(|ending| self.rule_end(pos, ending, ply))
    }

    /// The value of a position as endgame tables know it, where it answers a question about this window.
    #[inline(always)]
    pub(super) fn known(&mut self, pos: &G::Pos, ply: usize, alpha: Value, beta: Value) -> Option<Value> {
        let known = self.judge.known(self.game, pos)?;
        self.tbhits += 1;
        match known {
            Known::Win(plies) => Some(score::WIN - ply as Value - Value::from(plies)),
            Known::Loss(plies) => Some(ply as Value + Value::from(plies) - score::WIN),
            Known::Draw => Some(score::DRAW),
            Known::NotLost => (beta <= score::DRAW).then_some(score::DRAW),
            Known::NotWon => (alpha >= score::DRAW).then_some(score::DRAW),
        }
    }

    /// No legal move comes before a draw by count.
    #[cold]
    fn rule_end(&mut self, pos: &G::Pos, ending: crate::rules::Ending, ply: usize) -> Value {
        if score::of_ending(ending, ply) == score::DRAW {
            let list = &mut self.frames[ply].moves;
            if self.game.count(pos, list) == 0 {
                return score::of_ending(self.game.stuck(pos), ply);
            }
        }
        score::of_ending(ending, ply)
    }

    /// Remembers that `mv` is best at `ply`, with the line behind it.
    pub(super) fn extend_pv(&mut self, mv: MoveOf<G>, ply: usize) {
        let (front, back) = self.pv.split_at_mut(ply + 1);
        let line = &mut front[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&back[0]);
    }

    #[cold]
    fn look_around(&mut self) {
        self.publish();
        self.next_poll = self.nodes + POLL;
        // With one worker the node limit is exact; several agree on it roughly.
        if let Some(most) = self.shared.limits.nodes
            && self.shared.nodes.len() == 1
        {
            self.next_poll = self.next_poll.min(most.max(self.nodes + 1));
        }
        let (over, done) = (self.should_end(), self.shared.progress.depth());
        if done > 0 || self.index > 0 {
            if over {
                self.shared.control.finish();
            }
            self.aborted = over || done >= self.root_depth;
        } else {
            // Not before the first iteration is complete, which is left to the first worker.
            self.hurried = over && self.nodes >= FIRST;
        }
    }

    /// Has the search been stopped, or used up what it was given? The first worker alone looks at the clock here.
    fn should_end(&self) -> bool {
        self.shared.control.is_stopped()
            || self.shared.limits.nodes.is_some_and(|most| self.shared.total_nodes() >= most)
            || (self.index == 0 && self.is_over(|budget| budget.hard))
    }

    /// Makes the number of nodes known to the other workers.
    pub(super) fn publish(&self) {
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
        self.shared.tbhits[self.index].store(self.tbhits, Relaxed);
    }

    /// Is one of the two time limits reached?
    pub(super) fn is_over(&self, limit: impl Fn(&Budget) -> Duration) -> bool {
        match (&self.shared.budget, self.shared.control.elapsed()) {
            (Some(budget), Some(elapsed)) => elapsed >= limit(budget),
            _ => false,
        }
    }
}
