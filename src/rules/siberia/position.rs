//! The position: sets of pieces by kind and by side, and what keeps them and the key in step.

use std::fmt;

use super::attack;
use crate::board::keys::{key, keys};
use crate::board::nine::{Each, INDICES, Name, Squares, bit, first};
use crate::rules::fen::{Counters, side_letter};
use crate::rules::{Position, Side, Tag};

/// The six kinds of pieces. The numbers are indices of [`Pos::kind`] and go into moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Steps forward, captures diagonally.
    Pawn,
    /// As in chess.
    Knight,
    /// Two squares diagonally, over anything: the alfil of shatranj.
    Camel,
    /// One square diagonally: the ferz of shatranj. What pawns become.
    Dog,
    /// As in chess.
    Rook,
    /// Steps one square, no castling.
    King,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Camel, Kind::Dog, Kind::Rook, Kind::King];

    /// The kind's number.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// White's letter in FEN.
    pub const fn letter(self) -> char {
        ['P', 'N', 'C', 'D', 'R', 'K'][self as usize]
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "camel", "dog", "rook", "king"][self as usize]
    }
}

/// A move in 32 bits: from, to, the kind that moves, the kind that is taken, and whether a pawn becomes a dog.
///
/// The kinds are in it so that playing a move looks nothing up; the low 14 bits are the tag.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Move(u32);

/// Stands in a move for "takes nothing".
pub(super) const NOTHING: usize = 7;

impl Move {
    #[inline(always)]
    pub(super) const fn new(from: u8, to: u8, kind: usize, taken: usize, promotes: bool) -> Move {
        Move(from as u32 | (to as u32) << 7 | (kind as u32) << 14 | (taken as u32) << 17 | (promotes as u32) << 20)
    }

    /// Square it starts from.
    #[inline(always)]
    pub const fn from(self) -> u8 {
        (self.0 & 127) as u8
    }

    /// Square it goes to.
    #[inline(always)]
    pub const fn to(self) -> u8 {
        (self.0 >> 7 & 127) as u8
    }

    /// Number of the kind that moves.
    #[inline(always)]
    pub(super) const fn kind(self) -> usize {
        (self.0 >> 14 & 7) as usize
    }

    /// Number of the kind that is taken, or [`NOTHING`].
    #[inline(always)]
    pub(super) const fn taken(self) -> usize {
        (self.0 >> 17 & 7) as usize
    }

    /// Does it take a piece?
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.taken() != NOTHING
    }

    /// Does a pawn become a dog?
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 >> 20 & 1 == 1
    }

    /// From and to; they differ, so it is never [`Tag::NONE`].
    #[inline(always)]
    pub const fn tag(self) -> Tag {
        Tag((self.0 & 0x3FFF) as u16)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", Name(self.from()), Name(self.to()), if self.is_promotion() { "d" } else { "" })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// By side, kind and square.
static PIECE_KEYS: [[[u64; INDICES]; 8]; 2] = piece_keys();
const BLACK_TO_MOVE: u64 = key(0x5349_4245_5249_4102);

const fn piece_keys() -> [[[u64; INDICES]; 8]; 2] {
    let flat = keys::<{ 2 * 8 * INDICES }>(0x5349_4245_5249_4101);
    let mut out = [[[0; INDICES]; 8]; 2];
    let mut i = 0;
    while i < flat.len() {
        out[i / (8 * INDICES)][i / INDICES % 8][i % INDICES] = flat[i];
        i += 1;
    }
    out
}

/// A position of Chess (Siberia): 144 bytes.
#[derive(Copy, Clone)]
pub struct Pos {
    /// The squares of each kind, both sides together, at its number; then all of White's and of Black's at 6 and 7.
    /// Eight entries, so that the three bits of a move are always in range.
    sets: [Squares; 8],
    key: u64,
    counters: Counters,
    kings: [u8; 2],
    side: Side,
}

impl Pos {
    /// A position from its pieces. With more or less than one king a side the result must not be played from.
    pub(super) fn new(pieces: &[(Side, Kind, u8)], side: Side, counters: Counters) -> Pos {
        let mut pos = Pos { sets: [0; 8], key: 0, counters, kings: [0; 2], side };
        for &(owner, kind, square) in pieces {
            pos.sets[kind.index()] |= bit(square);
            pos.sets[6 + owner.index()] |= bit(square);
        }
        for side in [Side::White, Side::Black] {
            pos.kings[side.index()] = first(pos.of(side, Kind::King)) & 127;
        }
        pos.key = pos.key_from_scratch();
        pos
    }

    /// The squares of a kind, both sides'.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Squares {
        self.sets[kind.index()]
    }

    /// The squares of a side.
    #[inline(always)]
    pub fn all_of(&self, side: Side) -> Squares {
        self.sets[6 + side.index()]
    }

    /// The squares of a kind of a side.
    #[inline(always)]
    pub fn of(&self, side: Side, kind: Kind) -> Squares {
        self.kind(kind) & self.all_of(side)
    }

    /// All squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Squares {
        self.sets[6] | self.sets[7]
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(&self, side: Side) -> u8 {
        self.kings[side.index()]
    }

    /// Clock (plies since a capture or pawn move) and move number.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The number of the kind on a square that is not empty.
    #[inline(always)]
    pub fn kind_number(&self, on: Squares) -> usize {
        // Most of what is taken is a pawn; the rest is told apart without branches.
        if self.sets[0] & on != 0 {
            return 0;
        }
        let has = |i: usize| usize::from(self.sets[i] & on != 0);
        has(1) + 2 * has(2) + 3 * has(3) + 4 * has(4) + 5 * has(5)
    }

    /// Owner and kind of what stands on a square.
    pub fn piece_at(&self, square: u8) -> Option<(Side, Kind)> {
        let on = bit(square);
        let side = if self.sets[6] & on != 0 { Side::White } else { Side::Black };
        (self.occupied() & on != 0).then(|| (side, Kind::ALL[self.kind_number(on)]))
    }

    /// Is the side's king attacked?
    pub fn is_attacked(&self, side: Side) -> bool {
        attack::attackers(self, self.king(side), self.occupied()) & self.all_of(!side) != 0
    }

    #[inline(always)]
    pub(super) fn play(&self, mv: Move) -> Pos {
        let (us, them) = (self.side.index(), (!self.side).index());
        let (from, to) = (mv.from(), mv.to());
        let (kind, taken) = (mv.kind(), mv.taken());
        let both = bit(from) | bit(to);
        let mut next = *self;
        next.sets[kind] ^= both;
        next.sets[6 + us] ^= both;
        let own_keys = &PIECE_KEYS[us];
        next.key ^= own_keys[kind][from as usize & 127] ^ own_keys[kind][to as usize & 127] ^ BLACK_TO_MOVE;
        if taken != NOTHING {
            next.sets[taken] ^= bit(to);
            next.sets[6 + them] ^= bit(to);
            next.key ^= PIECE_KEYS[them][taken][to as usize & 127];
        }
        if mv.is_promotion() {
            let (pawn, dog) = (Kind::Pawn.index(), Kind::Dog.index());
            next.sets[pawn] ^= bit(to);
            next.sets[dog] ^= bit(to);
            next.key ^= own_keys[pawn][to as usize & 127] ^ own_keys[dog][to as usize & 127];
        }
        if kind == Kind::King.index() {
            next.kings[us] = to;
        }
        next.counters = self.counters.after(self.side, taken != NOTHING || kind == Kind::Pawn.index());
        next.side = !self.side;
        next
    }

    /// The other side to move, nothing else changed.
    pub(super) fn passed(&self) -> Pos {
        let counters = self.counters.after(self.side, false);
        Pos { side: !self.side, key: self.key ^ BLACK_TO_MOVE, counters, ..*self }
    }

    pub(super) fn key_from_scratch(&self) -> u64 {
        let mut out = if self.side == Side::Black { BLACK_TO_MOVE } else { 0 };
        for side in [Side::White, Side::Black] {
            for kind in Kind::ALL {
                for square in Each(self.of(side, kind)) {
                    out ^= PIECE_KEYS[side.index()][kind.index()][square as usize];
                }
            }
        }
        out
    }
}

impl PartialEq for Pos {
    fn eq(&self, other: &Pos) -> bool {
        self.sets == other.sets && self.side == other.side
    }
}

impl Eq for Pos {}

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", super::notation::board_text(self), side_letter(self.side))
    }
}

impl Position for Pos {
    type Move = Move;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn reversible(&self) -> u16 {
        self.counters.clock
    }
}
