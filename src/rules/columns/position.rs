//! A position of a column game.

use super::column::Column;
use super::moves::ColumnMove;
use crate::board::diagonal::{Each, INDICES, Squares};
use crate::board::keys::{key, keys};
use crate::rules::fen::Counters;
use crate::rules::{Position, Side};

/// A position: the columns, and sets that say what their tops are. The move generator lives by the sets; the columns
/// are touched by captures only.
#[derive(Copy, Clone, Debug)]
pub struct ColumnPosition {
    columns: [Column; INDICES],
    tops: [Squares; 2],
    kings: Squares,
    key: u64,
    counters: Counters,
    side: Side,
}

impl PartialEq for ColumnPosition {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.side == other.side && self.columns == other.columns
    }
}

impl Eq for ColumnPosition {}

impl Position for ColumnPosition {
    type Move = ColumnMove;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    /// Only a crowning cannot be undone: prisoners come back, and men are carried backwards under others.
    #[inline(always)]
    fn reversible(&self) -> u16 {
        self.counters.clock
    }
}

impl ColumnPosition {
    /// A position from its columns, `EMPTY` where none stands.
    pub fn new(columns: [Column; INDICES], side: Side, counters: Counters) -> Self {
        let mut pos = ColumnPosition { columns, tops: [0; 2], kings: 0, key: 0, counters, side };
        for (square, column) in columns.iter().enumerate().filter(|(_, c)| !c.is_empty()) {
            pos.tops[column.top().side().index()] |= 1 << square;
            pos.kings |= u64::from(column.top().is_king()) << square;
        }
        pos.key = pos.key_from_scratch();
        pos
    }

    /// The column on a square.
    #[inline(always)]
    pub fn column(&self, square: u8) -> Column {
        self.columns[square as usize]
    }

    /// The squares of the columns that belong to a side.
    #[inline(always)]
    pub fn tops(&self, side: Side) -> Squares {
        self.tops[side.index()]
    }

    /// The squares of the columns with a king on top, of both sides.
    #[inline(always)]
    pub fn kings(&self) -> Squares {
        self.kings
    }

    /// Plies since the last crowning, and the move's number.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The key, computed from the board alone.
    pub fn key_from_scratch(&self) -> u64 {
        Each(self.tops[0] | self.tops[1])
            .map(|square| square_key(square, self.column(square)))
            .fold(if self.side == Side::Black { BLACK_TO_MOVE } else { 0 }, |key, part| key ^ part)
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn after(&self, mv: ColumnMove) -> Self {
        let mut next = *self;
        let (from, to) = (mv.from(), mv.to());
        let us = self.side.index();
        let mut column = self.column(from);
        let mut king = self.kings >> from & 1;
        let mut key = self.key ^ BLACK_TO_MOVE ^ square_key(from, column);
        next.columns[from as usize] = Column::EMPTY;
        next.tops[us] ^= 1 << from;
        next.kings &= !(1 << from);
        if mv.jumps() > 0 {
            for (square, _) in mv.victims() {
                let jumped = next.column(square);
                let rest = jumped.without_top();
                column = column.over(jumped.top());
                key ^= square_key(square, jumped);
                next.columns[square as usize] = rest;
                next.tops[us ^ 1] &= !(1 << square);
                next.kings &= !(1 << square);
                if !rest.is_empty() {
                    key ^= square_key(square, rest);
                    next.tops[rest.top().side().index()] |= 1 << square;
                    next.kings |= u64::from(rest.top().is_king()) << square;
                }
            }
        }
        if mv.crowns() {
            column = column.crowned();
            king = 1;
        }
        next.columns[to as usize] = column;
        next.tops[us] |= 1 << to;
        next.kings |= king << to;
        next.key = key ^ square_key(to, column);
        next.counters = self.counters.after(self.side, mv.crowns());
        next.side = !self.side;
        next
    }
}

const BLACK_TO_MOVE: u64 = key(0x636f_6c73_6964_6500);
static BEFORE: [u64; INDICES] = keys(0x636f_6c75_6d6e_0001);
static TIMES: [u64; INDICES] = odd(keys(0x636f_6c75_6d6e_0002));

const fn odd(mut numbers: [u64; INDICES]) -> [u64; INDICES] {
    let mut i = 0;
    while i < INDICES {
        numbers[i] |= 1;
        i += 1;
    }
    numbers
}

/// The share of one column in the key. A column has too many forms for a table, so it is hashed: a multiplication to
/// 128 bits, its halves folded (CITE: the mixing step of wyhash, Wang Yi, 2019), with numbers of the square's own.
#[inline(always)]
fn square_key(square: u8, column: Column) -> u64 {
    let wide = u128::from(column.bits() ^ BEFORE[square as usize]) * u128::from(TIMES[square as usize]);
    (wide as u64) ^ (wide >> 64) as u64
}
