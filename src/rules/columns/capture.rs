//! Captures jump by jump: what one jump does, and the search for captures of several.

use std::collections::HashSet;

use ahash::RandomState;

use super::generate::Sink;
use super::moves::{ColumnMove, Outcome, one_taken, times_taken};
use super::position::ColumnPosition;
use super::{ColumnRules, Rejump, Side};
use crate::board::diagonal::{Dir, Each, Squares, slide, step};
use crate::rules::Position;

/// A capture under way.
#[derive(Copy, Clone, Debug)]
pub struct Run {
    /// The jumps so far.
    pub mv: ColumnMove,
    /// How often each column has lost its top, as in [`Outcome::taken`].
    pub taken: u128,
    /// The ranks of the prisoners, as in [`Outcome::ranks`].
    pub ranks: u16,
    /// Where the jumping column is.
    pub at: u8,
    /// Does it move as a king by now?
    king: bool,
    side: Side,
    /// Columns of either side at this moment, without the jumping one: the square it left is empty meanwhile.
    own: Squares,
    enemy: Squares,
    /// Enemy columns that the re-jump rule protects at this moment.
    blocked: Squares,
}

/// What decides how a capture can go on and what it has led to. Two runs alike in this have the same future.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    so_far: Outcome,
    blocked: Squares,
}

impl Run {
    /// The column on `from` before its first jump.
    #[inline(always)]
    pub fn start(pos: &ColumnPosition, from: u8) -> Run {
        let side = pos.side();
        Run {
            mv: ColumnMove::step(from, from, false),
            taken: 0,
            ranks: 0,
            at: from,
            king: pos.kings() >> from & 1 != 0,
            side,
            own: pos.tops(side) & !(1 << from),
            enemy: pos.tops(!side),
            blocked: 0,
        }
    }

    /// For each direction the column that can be jumped, and where to land behind it; zeros where there is none.
    #[inline(always)]
    pub fn jumps<R: ColumnRules>(&self) -> [(Squares, Squares); 4] {
        let occupied = self.own | self.enemy;
        let empty = R::BOARD & !occupied;
        let prey = self.enemy & !self.blocked;
        let mut all = [(0, 0); 4];
        for (jump, dir) in all.iter_mut().zip(Dir::ALL) {
            if !(self.king || R::MEN_CAPTURE_BACK || dir.is_up() == (self.side == Side::White)) {
                continue;
            }
            let far = R::FLYING && self.king;
            let over = prey & if far { slide(self.at, dir, occupied).1 } else { step(1 << self.at, dir) };
            let behind = step(over, dir) & empty;
            if behind != 0 {
                *jump = (over, if far { slide(over.trailing_zeros() as u8, dir, occupied).0 } else { behind });
            }
        }
        all
    }

    /// Can it go on from here?
    #[inline(always)]
    fn goes_on<R: ColumnRules>(&self) -> bool {
        self.jumps::<R>().iter().any(|&(over, _)| over != 0)
    }

    /// The run after the jump over `over`, still in the air, and those of the `landings` from which it goes on. Unless
    /// there is none it must land on one of them (the rule for kings; others have one square to land on).
    #[inline(always)]
    pub fn over<R: ColumnRules>(
        &self,
        pos: &ColumnPosition,
        rejump: Rejump,
        over: Squares,
        landings: Squares,
    ) -> (Run, Squares) {
        let square = over.trailing_zeros() as u8;
        let jumped = pos.column(square).without(times_taken(self.taken, square));
        let (top, rest) = (jumped.top(), jumped.without_top());
        let mut next = *self;
        next.mv = next.mv.and_over(square, top);
        next.taken += one_taken(square);
        next.ranks = next.ranks << 1 | u16::from(top.is_king());
        if rest.is_empty() {
            next.enemy ^= over;
        } else if rest.top().side() == self.side {
            next.enemy ^= over;
            next.own |= over;
        }
        next.blocked = next.enemy
            & match rejump {
                Rejump::Round => over,
                Rejump::Never => next.blocked | over,
                Rejump::Free => 0,
            };
        if !self.king && landings & R::FAR[self.side.index()] != 0 {
            next.king = true;
            next.mv = next.mv.crowning();
            if R::CROWNING_ENDS_CAPTURE {
                return (next, 0);
            }
        }
        let mut longer = 0;
        for landing in Each(landings) {
            next.at = landing;
            longer |= Squares::from(next.goes_on::<R>()) << landing;
        }
        (next, longer)
    }

    /// The run, landed on `at`.
    #[inline(always)]
    pub fn landed(self, at: u8) -> Run {
        Run { at, ..self }
    }

    /// See [`State`].
    pub fn state(&self) -> State {
        let ends = self.mv.ending(self.at).ends();
        State { so_far: Outcome { ends, ranks: self.ranks, taken: self.taken }, blocked: self.blocked }
    }
}

/// Jumps after which the search begins to look for states it has seen. Before them there are at most a few hundred
/// paths, and nearly all captures are shorter.
const MERGE_FROM: u32 = 3;
/// Moves in the list after which results are looked up in a set instead of the list.
const SCAN_UP_TO: usize = 32;

/// The search for all captures of a position. Equal states are merged on the way, so that its cost follows the number
/// of states, not of paths: of those there may be hundreds of thousands where columns can be jumped again.
pub struct Capture<'a, R, S> {
    pos: &'a ColumnPosition,
    rejump: Rejump,
    out: &'a mut S,
    seen: Option<HashSet<State, RandomState>>,
    results: Option<HashSet<Outcome, RandomState>>,
    rules: std::marker::PhantomData<R>,
}

impl<'a, R: ColumnRules, S: Sink> Capture<'a, R, S> {
    /// A search that gives what it finds to `out`, where nothing of another position may be looked up.
    #[inline(always)]
    pub fn new(pos: &'a ColumnPosition, rejump: Rejump, out: &'a mut S) -> Self {
        Capture { pos, rejump, out, seen: None, results: None, rules: std::marker::PhantomData }
    }

    /// Where the captures go.
    #[inline(always)]
    pub fn out(&mut self) -> &mut S {
        self.out
    }

    /// Makes one jump and all that can follow.
    pub fn jump(&mut self, run: &Run, over: Squares, landings: Squares) {
        let (next, longer) = run.over::<R>(self.pos, self.rejump, over, landings);
        if longer == 0 {
            for to in Each(landings) {
                self.end(next.mv.ending(to));
            }
        }
        for at in Each(longer) {
            let next = next.landed(at);
            if next.mv.jumps() < MERGE_FROM || self.is_new(&next) {
                for (over, landings) in next.jumps::<R>() {
                    if over != 0 {
                        self.jump(&next, over, landings);
                    }
                }
            }
        }
    }

    fn is_new(&mut self, run: &Run) -> bool {
        self.seen.get_or_insert_with(new_set).insert(run.state())
    }

    fn end(&mut self, mv: ColumnMove) {
        if mv.jumps() < 2 || self.is_new_result(mv) {
            self.out.put(mv);
        }
    }

    fn is_new_result(&mut self, mv: ColumnMove) -> bool {
        let found = self.out.found();
        if self.results.is_none() && found.len() < SCAN_UP_TO {
            return !found.iter().any(|other| other.same_result(mv));
        }
        let listed = || {
            let mut set = new_set();
            set.extend(found.iter().map(|other| other.outcome()));
            set
        };
        self.results.get_or_insert_with(listed).insert(mv.outcome())
    }
}

/// Only membership is asked of the sets, so their seeds do not show; fixed ones cost nothing.
fn new_set<T>() -> HashSet<T, RandomState> {
    HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4))
}
