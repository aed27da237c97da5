//! A move of a column game in sixteen bytes.

use super::column::Piece;
use crate::rules::Tag;

/// A move: where the column stands, where it ends, and the squares of the columns it jumps, in order.
///
/// The squares it touches in between matter to nothing but the printed path: what the move does follows from the
/// order of the jumps. Bits 0-7 from, 8-15 to, 16-19 number of jumps, 20 "crowned"; from bit 32 a byte a jump, the
/// square of the jumped column and, in bit 6, the rank of the piece taken. A side has at most twelve pieces to lose and
/// none of them comes back within the move, so there are at most twelve jumps.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ColumnMove(u128);

const CROWNED: u128 = 1 << 20;
const KING_TAKEN: u128 = 1 << 6;

impl ColumnMove {
    /// A step, or the begin of a capture that has not jumped yet.
    #[inline(always)]
    pub const fn step(from: u8, to: u8, crowned: bool) -> Self {
        ColumnMove(from as u128 | (to as u128) << 8 | (crowned as u128) << 20)
    }

    /// A single jump.
    #[inline(always)]
    pub const fn jump(from: u8, over: u8, king_taken: bool, to: u8, crowned: bool) -> Self {
        let victim = (over as u128 | (king_taken as u128) << 6) << 32;
        ColumnMove(Self::step(from, to, crowned).0 | 1 << 16 | victim)
    }

    /// The same with one jump more.
    #[inline(always)]
    pub const fn and_over(self, square: u8, taken: Piece) -> Self {
        let victim = square as u128 | if taken.is_king() { KING_TAKEN } else { 0 };
        ColumnMove((self.0 + (1 << 16)) | victim << (32 + 8 * self.jumps()))
    }

    /// The same, ending on `to`.
    #[inline(always)]
    pub const fn ending(self, to: u8) -> Self {
        ColumnMove(self.0 & !0xFF00 | (to as u128) << 8)
    }

    /// The same, with the moving column's top crowned.
    #[inline(always)]
    pub const fn crowning(self) -> Self {
        ColumnMove(self.0 | CROWNED)
    }

    /// Where the column stands.
    #[inline(always)]
    pub const fn from(self) -> u8 {
        self.0 as u8
    }

    /// Where it ends; a capture may end where it began.
    #[inline(always)]
    pub const fn to(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The number of jumps, 0 for a step.
    #[inline(always)]
    pub const fn jumps(self) -> u32 {
        (self.0 >> 16) as u32 & 15
    }

    /// Is the top piece crowned on the way?
    #[inline(always)]
    pub const fn crowns(self) -> bool {
        self.0 & CROWNED != 0
    }

    /// The squares of the jumped columns in order, and whether a king is taken there.
    #[inline(always)]
    pub fn victims(self) -> impl Iterator<Item = (u8, bool)> {
        let mut rest = self.0 >> 32;
        (0..self.jumps()).map(move |_| {
            let byte = rest as u8;
            rest >>= 8;
            (byte & 63, byte & 64 != 0)
        })
    }

    /// Everything but the victims.
    #[inline(always)]
    pub const fn ends(self) -> u32 {
        self.0 as u32
    }

    /// Do the two moves, legal in one position, lead to the same position?
    #[inline(always)]
    pub fn same_result(self, other: Self) -> bool {
        self.ends() == other.ends() && self.outcome() == other.outcome()
    }

    /// What the move leads to, in a form that can be compared: see `Outcome`.
    pub fn outcome(self) -> Outcome {
        let (mut taken, mut ranks) = (0, 0);
        for (square, king) in self.victims() {
            taken += one_taken(square);
            ranks = ranks << 1 | u16::from(king);
        }
        Outcome { ends: self.ends(), ranks, taken }
    }

    /// From, to and four bits of the path; from counts from 1, so it is never [`Tag::NONE`].
    #[inline(always)]
    pub const fn tag(self) -> Tag {
        let path = ((self.0 >> 32) as u64 ^ (self.0 >> 92) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        Tag((self.from() as u16 + 1) | (self.to() as u16) << 6 | (path as u16) << 12)
    }
}

/// The result of a move: its ends, how often each column lost its top, and the ranks of the prisoners in order, which
/// is all that the order of the jumps decides (their side is always the enemy's).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Outcome {
    /// As in [`ColumnMove::ends`].
    pub ends: u32,
    /// A bit a prisoner, the first one highest.
    pub ranks: u16,
    /// Four bits a square; the squares where a column can be jumped, those inside the edge, are numbered up to 30.
    pub taken: u128,
}

/// One top taken on `square`, to be added to a count such as [`Outcome::taken`].
#[inline(always)]
pub const fn one_taken(square: u8) -> u128 {
    1 << (4 * (square & 31))
}

/// How many tops a count such as [`Outcome::taken`] has on `square`.
#[inline(always)]
pub const fn times_taken(taken: u128, square: u8) -> u32 {
    (taken >> (4 * (square & 31))) as u32 & 15
}
