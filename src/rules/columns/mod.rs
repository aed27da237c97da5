//! Column draughts: bashni on 8x8 and lasca on 7x7.
//!
//! Nothing leaves the board: the top of a jumped column goes under the jumping one at once, and what stays belongs to
//! whoever's piece is now on top. The order of the jumps matters, and paths that lead to one position are one move.

use std::marker::PhantomData;

use super::options::{Rejump, RuleOptions};
use super::{Ending, Game, MoveList, Position, Reason, Side, Tag, Tension};
use crate::board::diagonal::{BOARD7, BOARD8, Each, INDICES, Squares, rank_of};

mod capture;
mod column;
mod generate;
mod moves;
mod notation;
mod position;
#[cfg(test)]
mod tests;
mod text;

pub use column::{Column, Piece};
pub use moves::ColumnMove;
pub use position::ColumnPosition;

use super::fen::Counters;
use generate::{List, Tally, captures, has_capture, has_step, steps, steps_count};

/// What tells one column game from another, as constants, so that dead branches vanish.
pub trait ColumnRules: Copy + Send + Sync + 'static {
    /// Files and ranks of the board.
    const SIZE: u8;
    /// Kings move any distance and capture from any distance, landing anywhere behind. Otherwise one step, and only
    /// adjacent columns.
    const FLYING: bool;
    /// Men jump in all four directions. Otherwise forwards only.
    const MEN_CAPTURE_BACK: bool;
    /// A capture that crowns a man ends there. Otherwise the man goes on as a king.
    const CROWNING_ENDS_CAPTURE: bool;
    /// Pieces of a side, prisoners counted.
    const MOST_PIECES: usize;
    /// The squares have traditional numbers, from a1 upwards rank by rank, which are read in moves.
    const NUMBERED: bool;
    /// English names of the low and the high rank, White's and Black's.
    const PIECES: [(&'static str, &'static str); 2];

    /// The playing squares.
    const BOARD: Squares = if Self::SIZE == 8 { BOARD8 } else { BOARD7 };
    /// Where a man of White and of Black is crowned.
    const FAR: [Squares; 2] = [rank_of(Self::SIZE - 1, Self::SIZE), rank_of(0, Self::SIZE)];
}

/// Bashni with flying kings, the default.
#[derive(Copy, Clone, Debug)]
pub struct Bashni;

impl ColumnRules for Bashni {
    const SIZE: u8 = 8;
    const FLYING: bool = true;
    const MEN_CAPTURE_BACK: bool = true;
    const CROWNING_ENDS_CAPTURE: bool = false;
    const MOST_PIECES: usize = 12;
    const NUMBERED: bool = false;
    const PIECES: [(&'static str, &'static str); 2] = [("white man", "black man"), ("white king", "black king")];
}

/// Bashni with `Kings=short`.
#[derive(Copy, Clone, Debug)]
pub struct BashniShort;

impl ColumnRules for BashniShort {
    const SIZE: u8 = 8;
    const FLYING: bool = false;
    const MEN_CAPTURE_BACK: bool = true;
    const CROWNING_ENDS_CAPTURE: bool = false;
    const MOST_PIECES: usize = 12;
    const NUMBERED: bool = false;
    const PIECES: [(&'static str, &'static str); 2] = [("white man", "black man"), ("white king", "black king")];
}

/// Lasca.
#[derive(Copy, Clone, Debug)]
pub struct Lasca;

impl ColumnRules for Lasca {
    const SIZE: u8 = 7;
    const FLYING: bool = false;
    const MEN_CAPTURE_BACK: bool = false;
    const CROWNING_ENDS_CAPTURE: bool = true;
    const MOST_PIECES: usize = 11;
    const NUMBERED: bool = true;
    const PIECES: [(&'static str, &'static str); 2] =
        [("white soldier", "black soldier"), ("white officer", "black officer")];
}

/// A column game with its options.
#[derive(Copy, Clone, Debug)]
pub struct Columns<R: ColumnRules> {
    rejump: Rejump,
    rules: PhantomData<R>,
}

impl<R: ColumnRules> Columns<R> {
    /// The game as the options have it. Of them only `Rejump` is looked at: `Kings` chooses between the types
    /// [`Bashni`] and [`BashniShort`].
    ///
    /// ```
    /// use ataman::rules::columns::{Bashni, Columns};
    /// use ataman::rules::{Game, RuleOptions};
    /// let game = Columns::<Bashni>::new(&RuleOptions::default());
    /// assert_eq!(game.count(&game.start(), &mut Vec::new()), 7);
    /// ```
    pub fn new(options: &RuleOptions) -> Self {
        Columns { rejump: options.rejump, rules: PhantomData }
    }
}

impl<R: ColumnRules> Game for Columns<R> {
    type Pos = ColumnPosition;

    /// Men on the three nearest ranks of each side.
    fn start(&self) -> ColumnPosition {
        let mut columns = [Column::EMPTY; INDICES];
        for i in 0..3 {
            for (side, rank) in [(Side::White, i), (Side::Black, R::SIZE - 1 - i)] {
                for square in Each(rank_of(rank, R::SIZE)) {
                    columns[square as usize] = Column::single(Piece::new(side, false));
                }
            }
        }
        ColumnPosition::new(columns, Side::White, Counters::START)
    }

    fn moves(&self, pos: &ColumnPosition, out: &mut MoveList<ColumnPosition>) {
        if !captures::<R, _>(pos, self.rejump, &mut List::at_end(out)) {
            steps::<R>(pos, out);
        }
    }

    #[inline]
    fn count(&self, pos: &ColumnPosition, _scratch: &mut MoveList<ColumnPosition>) -> u64 {
        let mut tally = Tally::default();
        if captures::<R, _>(pos, self.rejump, &mut tally) { tally.total() } else { steps_count::<R>(pos) }
    }

    fn noisy(&self, pos: &ColumnPosition, out: &mut MoveList<ColumnPosition>) -> Tension {
        if captures::<R, _>(pos, self.rejump, &mut List::at_end(out)) || !has_step::<R>(pos, pos.side()) {
            Tension::Forced
        } else if has_capture::<R>(pos, !pos.side()) {
            Tension::Threatened
        } else {
            Tension::Optional
        }
    }

    #[inline(always)]
    fn play(&self, pos: &ColumnPosition, mv: ColumnMove) -> ColumnPosition {
        pos.after(mv)
    }

    /// Zugzwang decides column games; there is no null move.
    fn pass(&self, _pos: &ColumnPosition) -> Option<ColumnPosition> {
        None
    }

    #[inline(always)]
    fn tag(&self, mv: ColumnMove) -> Tag {
        mv.tag()
    }

    /// A top taken from the enemy, an own piece freed by it, a crowning. Where the enemy's next piece takes over, little
    /// is won.
    fn gain(&self, pos: &ColumnPosition, mv: ColumnMove) -> i32 {
        let worth = |king: bool| if king { 250 } else { 100 };
        let mut gain = if mv.crowns() { 150 } else { 0 };
        let mut jumped: Squares = 0;
        for (square, king) in mv.victims() {
            gain += worth(king);
            // A column jumped again: what its first jump won is what the second one takes, so it counts once.
            if jumped >> square & 1 == 0 {
                jumped |= 1 << square;
                let rest = pos.column(square).without_top();
                if !rest.is_empty() {
                    let value = worth(rest.top().is_king());
                    gain += if rest.top().side() == pos.side() { value } else { -value / 2 };
                }
            }
        }
        gain
    }

    fn compelled(&self, pos: &ColumnPosition) -> bool {
        has_capture::<R>(pos, pos.side())
    }

    /// No counting rules: only repetition draws, and that is the caller's business.
    fn ended(&self, _pos: &ColumnPosition) -> Option<Ending> {
        None
    }

    /// A side without a move loses, unless the other could not move either, were it its turn.
    fn stuck(&self, pos: &ColumnPosition) -> Ending {
        let them = !pos.side();
        let other_moves = has_step::<R>(pos, them) || has_capture::<R>(pos, them);
        if other_moves { Ending::loss(Reason::NoMove) } else { Ending::draw(Reason::MutualBlock) }
    }

    fn key_from_scratch(&self, pos: &ColumnPosition) -> u64 {
        pos.key_from_scratch()
    }
}
