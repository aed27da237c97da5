//! A draughts position, its key and its moves.

use crate::board::diagonal::{BOARD8, Each, INDICES, MAIN_ROAD, Squares, rank_of};
use crate::board::keys;
use crate::rules::fen::Counters;
use crate::rules::{Position, Side, Tag};

/// A position of Russian draughts.
#[derive(Copy, Clone, Debug)]
pub struct DraughtsPos {
    /// Men and kings of each side.
    pub(crate) pieces: [Squares; 2],
    /// Kings of both sides.
    pub(crate) kings: Squares,
    pub(super) key: u64,
    /// The clock counts plies since the last capture or man's move (q).
    pub(super) counters: Counters,
    /// Plies since the last capture or crowning (m); 0 after a FEN.
    pub(super) unchanged: u16,
    /// Plies since the present small ending arose (r); 0 after a FEN.
    pub(super) small_ending: u8,
    pub(super) side: Side,
}

impl PartialEq for DraughtsPos {
    fn eq(&self, other: &Self) -> bool {
        (self.pieces, self.kings, self.side) == (other.pieces, other.kings, other.side)
    }
}

impl Eq for DraughtsPos {}

impl Position for DraughtsPos {
    type Move = DraughtsMove;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    /// Captures and men's moves cannot be taken back.
    #[inline(always)]
    fn reversible(&self) -> u16 {
        self.counters.clock
    }
}

/// The rank on which a side's men are crowned.
pub(super) const FAR_RANK: [Squares; 2] = [rank_of(7, 8), rank_of(0, 8)];

const PIECE_KEYS: [u64; 4 * INDICES] = keys::keys(0x6461_6d61);
const BLACK_TO_MOVE: u64 = keys::key(0x7368_6173);

#[inline(always)]
fn piece_key(side: Side, king: bool, square: u8) -> u64 {
    PIECE_KEYS[(side.index() * 2 + king as usize) * INDICES + square as usize]
}

impl DraughtsPos {
    pub(super) fn start() -> Self {
        let ranks = |first: u8| (first..first + 3).fold(0, |set, rank| set | rank_of(rank, 8));
        Self::new([ranks(0), ranks(5)], 0, Side::White, Counters::START)
    }

    /// A position from its parts, with the counters that a FEN does not give at 0.
    pub(super) fn new(pieces: [Squares; 2], kings: Squares, side: Side, counters: Counters) -> Self {
        let mut pos = DraughtsPos { pieces, kings, key: 0, counters, unchanged: 0, small_ending: 0, side };
        pos.key = pos.key_from_scratch();
        pos
    }

    /// A position from its sets, with all counters at 0. No man may stand on its far rank.
    #[inline]
    pub(crate) fn from_sets(pieces: [Squares; 2], kings: Squares, side: Side) -> Self {
        Self::new(pieces, kings, side, Counters::START)
    }

    pub(super) fn key_from_scratch(&self) -> u64 {
        let mut key = if self.side == Side::Black { BLACK_TO_MOVE } else { 0 };
        for side in [Side::White, Side::Black] {
            for square in Each(self.pieces[side.index()]) {
                key ^= piece_key(side, self.kings >> square & 1 == 1, square);
            }
        }
        key
    }

    /// The squares of White's and of Black's pieces.
    pub fn pieces(&self) -> [Squares; 2] {
        self.pieces
    }

    /// The empty squares.
    #[inline(always)]
    pub(crate) fn empty(&self) -> Squares {
        BOARD8 & !(self.pieces[0] | self.pieces[1])
    }

    /// The position after a legal move.
    #[inline(always)]
    pub(super) fn play(&self, mv: DraughtsMove, fmjd: bool) -> Self {
        let (us, them) = (self.side.index(), !self.side);
        let (from, to, captured) = (mv.from(), mv.to(), mv.captured());
        let was_king = self.kings >> from & 1 == 1;
        let is_king = was_king | mv.is_crowning();

        let mut next = *self;
        next.key ^= BLACK_TO_MOVE ^ piece_key(self.side, was_king, from) ^ piece_key(self.side, is_king, to);
        for square in Each(captured) {
            next.key ^= piece_key(them, self.kings >> square & 1 == 1, square);
        }
        // In this order a capture that ends where it began leaves the piece on the board.
        next.pieces[us] = self.pieces[us] & !(1 << from) | 1 << to;
        next.pieces[them.index()] &= !captured;
        next.kings = self.kings & !(1 << from | captured) | (is_king as u64) << to;
        next.side = them;
        next.counters = self.counters.after(self.side, !was_king || captured != 0);
        if fmjd {
            let restart = captured != 0 || mv.is_crowning();
            next.unchanged = if restart { 0 } else { self.unchanged.saturating_add(1) };
            // A small ending has two to four pieces: elsewhere the counter is 0 and need not be looked at.
            next.small_ending = 0;
            if !restart && is_few(self.pieces) && self.is_small_ending() && next.is_small_ending() {
                next.small_ending = self.small_ending.saturating_add(1);
            }
        }
        next
    }

    /// One side has just a king, the other three or more kings and no man.
    pub(super) fn is_three_kings_against_one(&self) -> bool {
        let all = self.pieces[0] | self.pieces[1];
        let fewest = self.pieces[0].count_ones().min(self.pieces[1].count_ones());
        all == self.kings && fewest == 1 && all.count_ones() >= 4
    }

    /// Three pieces, one a king or more, against a lone king on the main road; or one or two pieces, one a king,
    /// against a lone king.
    pub(super) fn is_small_ending(&self) -> bool {
        (0..2).any(|lone| {
            let (lone, others) = (self.pieces[lone], self.pieces[1 - lone]);
            lone.count_ones() == 1
                && lone & self.kings != 0
                && others & self.kings != 0
                && (others.count_ones() < 3 || others.count_ones() == 3 && lone & MAIN_ROAD != 0)
        })
    }

    /// At most three pieces, a man among them, against a lone king. It can make a small ending by stepping on the main
    /// road, and men's moves do not set back the count of that.
    pub(super) fn is_near_small_ending(&self, stronger: Side) -> bool {
        let (us, lone) = (self.pieces[stronger.index()], self.pieces[1 - stronger.index()]);
        lone.count_ones() == 1 && lone & self.kings != 0 && us & !self.kings != 0 && us.count_ones() <= 3
    }
}

/// Does one side have a single piece? Cheaper than counting, and rare.
#[inline(always)]
fn is_few(pieces: [Squares; 2]) -> bool {
    pieces.iter().any(|p| p & p.wrapping_sub(1) == 0)
}

/// A move in one word: what is captured, from where and to where, and whether it makes a king of a man.
///
/// Two moves of one position are equal exactly when they lead to the same position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DraughtsMove(u64);

const FROM: u32 = INDICES as u32;
const TO: u32 = FROM + 6;
const CROWNING: u32 = TO + 6;

impl DraughtsMove {
    #[inline(always)]
    pub(super) const fn new(from: u8, to: u8, captured: Squares, crowning: bool) -> Self {
        DraughtsMove(captured | (from as u64) << FROM | (to as u64) << TO | (crowning as u64) << CROWNING)
    }

    /// The square the piece starts from.
    #[inline(always)]
    pub(crate) const fn from(self) -> u8 {
        (self.0 >> FROM & 63) as u8
    }

    /// The square the piece ends on.
    #[inline(always)]
    pub(crate) const fn to(self) -> u8 {
        (self.0 >> TO & 63) as u8
    }

    /// Does it capture?
    pub const fn is_capture(self) -> bool {
        self.captured() != 0
    }

    /// The captured pieces.
    #[inline(always)]
    pub(crate) const fn captured(self) -> Squares {
        self.0 & BOARD8
    }

    /// Does a man become a king?
    #[inline(always)]
    pub(crate) const fn is_crowning(self) -> bool {
        self.0 >> CROWNING & 1 == 1
    }

    #[inline(always)]
    pub(super) const fn tag(self) -> Tag {
        let ends = (self.0 >> FROM & 0xFFF) as u16;
        match self.captured() {
            0 => Tag(ends),
            captured => Tag(ends | ((captured.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u16 | 1) << 12),
        }
    }
}
