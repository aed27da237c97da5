//! The playing squares of a draughts board in one `u64` with ghost squares.
//!
//! Two ranks take nine bits, four squares each and one ghost, so that a step in a diagonal direction is the same shift
//! from every square, and a step over the edge falls on a ghost, which is never "empty". No masks are needed:
//!
//! ```text
//! 8 |    32    33    34    35
//! 7 | 27    28    29    30         31 ghost
//! 6 |    23    24    25    26
//! 5 | 18    19    20    21         22 ghost
//! 4 |    14    15    16    17
//! 3 |  9    10    11    12         13 ghost
//! 2 |     5     6     7     8
//! 1 |  0     1     2     3          4 ghost
//!     a  b  c  d  e  f  g  h
//! ```
//! The 7x7 board of Lasca is the part a1..g7 of the same picture.

use std::fmt;

/// A set of squares, bit `i` for square `i`.
pub type Squares = u64;

/// Number of indices in use, ghosts included.
pub const INDICES: usize = 36;

/// The 32 playing squares of the 8x8 board.
pub const BOARD8: Squares = board(8);
/// The 25 playing squares of the 7x7 board.
pub const BOARD7: Squares = board(7);
/// The long diagonal a1-h8, the "main road".
pub const MAIN_ROAD: Squares = main_road();

/// The four diagonal directions. Up is towards rank 8.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Dir {
    /// Towards the left and White.
    SouthWest,
    /// Towards the left and Black.
    NorthWest,
    /// Towards the right and White.
    SouthEast,
    /// Towards the right and Black.
    NorthEast,
}

impl Dir {
    /// All directions; stepping by them visits neighbours in the alphabetical order of their names.
    pub const ALL: [Dir; 4] = [Dir::SouthWest, Dir::NorthWest, Dir::SouthEast, Dir::NorthEast];

    /// The direction that leads back.
    pub const fn opposite(self) -> Dir {
        match self {
            Dir::SouthWest => Dir::NorthEast,
            Dir::NorthWest => Dir::SouthEast,
            Dir::SouthEast => Dir::NorthWest,
            Dir::NorthEast => Dir::SouthWest,
        }
    }

    /// Does a step this way raise the index?
    pub const fn is_up(self) -> bool {
        matches!(self, Dir::NorthWest | Dir::NorthEast)
    }
}

/// Every square of the set, one step that way; what leaves the board falls on a ghost or out of the word.
#[inline(always)]
pub const fn step(set: Squares, dir: Dir) -> Squares {
    match dir {
        Dir::NorthEast => set << 5,
        Dir::NorthWest => set << 4,
        Dir::SouthEast => set >> 4,
        Dir::SouthWest => set >> 5,
    }
}

/// `RAYS[dir][square]`: the squares of the 8x8 board from `square` (not itself) to the edge.
pub static RAYS: [[Squares; INDICES]; 4] = rays();

/// The squares reached from `square` going `dir` over empty squares, and the first one that is not empty (0 if none).
#[inline(always)]
pub fn slide(square: u8, dir: Dir, occupied: Squares) -> (Squares, Squares) {
    let ray = RAYS[dir as usize][square as usize];
    let blockers = ray & occupied;
    if blockers == 0 {
        return (ray, 0);
    }
    let first = if dir.is_up() { blockers & blockers.wrapping_neg() } else { 1 << (63 - blockers.leading_zeros()) };
    (ray & !(first | RAYS[dir as usize][first.trailing_zeros() as usize]), first)
}

/// The index of a square by file and rank, both from 0, if it is a playing square of the 8x8 board.
pub const fn at(file: u8, rank: u8) -> Option<u8> {
    if file > 7 || rank > 7 || (file + rank) % 2 == 1 {
        return None;
    }
    Some(rank / 2 * 9 + rank % 2 * 5 + file / 2)
}

/// File and rank, both from 0, of a playing square.
pub const fn file_rank(square: u8) -> (u8, u8) {
    let (pair, rest) = (square / 9, square % 9);
    if rest < 4 { (rest * 2, pair * 2) } else { ((rest - 5) * 2 + 1, pair * 2 + 1) }
}

/// The index of a square by its name, `c3` say.
pub fn by_name(name: &str) -> Option<u8> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => at(file - b'a', rank - b'1'),
        _ => None,
    }
}

/// Writes a square's name.
#[derive(Copy, Clone)]
pub struct Name(pub u8);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = file_rank(self.0);
        write!(f, "{}{}", char::from(b'a' + file), rank + 1)
    }
}

/// The members of a set, lowest first.
#[derive(Copy, Clone)]
pub struct Each(pub Squares);

impl Iterator for Each {
    type Item = u8;
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// One rank (from 0) of a board of `size` files.
pub const fn rank_of(rank: u8, size: u8) -> Squares {
    let mut set = 0;
    let mut file = rank % 2;
    while file < size {
        if let Some(square) = at(file, rank) {
            set |= 1 << square;
        }
        file += 2;
    }
    set
}

const fn board(size: u8) -> Squares {
    let mut set = 0;
    let mut rank = 0;
    while rank < size {
        set |= rank_of(rank, size);
        rank += 1;
    }
    set
}

const fn main_road() -> Squares {
    let mut set = 0;
    let mut i = 0;
    while i < 8 {
        if let Some(square) = at(i, i) {
            set |= 1 << square;
        }
        i += 1;
    }
    set
}

const fn rays() -> [[Squares; INDICES]; 4] {
    let mut out = [[0; INDICES]; 4];
    let mut d = 0;
    while d < 4 {
        let mut square = 0;
        while square < INDICES {
            let mut at = step(1 << square & BOARD8, Dir::ALL[d]) & BOARD8;
            while at != 0 {
                out[d][square] |= at;
                at = step(at, Dir::ALL[d]) & BOARD8;
            }
            square += 1;
        }
        d += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_squares() {
        assert_eq!((BOARD8.count_ones(), BOARD7.count_ones(), MAIN_ROAD.count_ones()), (32, 25, 8));
    }

    #[test]
    fn steps_agree_with_coordinates() {
        for square in Each(BOARD8) {
            let (file, rank) = file_rank(square);
            assert_eq!(at(file, rank), Some(square));
            assert_eq!(by_name(&Name(square).to_string()), Some(square));
            for (dir, df, dr) in
                [(Dir::NorthEast, 1, 1), (Dir::NorthWest, -1, 1), (Dir::SouthEast, 1, -1), (Dir::SouthWest, -1, -1)]
            {
                let expected = file.checked_add_signed(df).zip(rank.checked_add_signed(dr)).and_then(|(f, r)| at(f, r));
                let set = step(1 << square, dir) & BOARD8;
                assert_eq!(set, expected.map_or(0, |s| 1 << s), "{} {dir:?}", Name(square));
            }
        }
    }
}
