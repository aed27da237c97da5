//! The 81 squares of a 9x9 board in one `u128` with ghost squares.
//!
//! A rank takes eleven bits, nine squares and two ghosts, so that every step of up to two files is one shift from every
//! square: what leaves the board falls on a ghost, past bit 98 or out of the word, and no set of pieces or targets has
//! anything there. Eleven is also the stride at which ranks 1-6 fill the low 64 bits to the last one (f6 ... i6 are bits
//! 60-63) and ranks 7-9 lie wholly in the high ones.
//!
//! Ranks and files are slid along by small tables: the seven inner squares of a line are the index (the outer two never
//! change what is attacked). A file's bits are gathered by a multiplication (CITE: Gerd Isenberg, kindergarten
//! bitboards, 2006). Both tables together have 21 KB.

use std::fmt;

/// A set of squares, bit `i` for square `i`.
pub type Squares = u128;

/// Bits from a square to the one above it.
pub const STRIDE: u8 = 11;

/// Squares on a side.
pub const SIZE: u8 = 9;

/// Entries of a table by square: every index below 128 is in range, so that `[square & 127]` needs no check.
pub const INDICES: usize = 128;

/// All 81 squares.
pub const BOARD: Squares = rectangle(0, 0, 8, 8);

/// The ranks, from 0 at White's side.
pub const RANKS: [Squares; 9] = lines(false);

/// The files, from 0 at White's left hand.
pub const FILES: [Squares; 9] = lines(true);

/// Where a king goes to: the eight squares around.
pub static KING: [Squares; INDICES] =
    leaps(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], BOARD);

/// The knight's leaps.
pub static KNIGHT: [Squares; INDICES] =
    leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], BOARD);

/// One step diagonally.
pub static FERZ: [Squares; INDICES] = leaps(&[(1, 1), (1, -1), (-1, -1), (-1, 1)], BOARD);

/// Exactly two steps diagonally, over anything.
pub static ALFIL: [Squares; INDICES] = leaps(&[(2, 2), (2, -2), (-2, -2), (-2, 2)], BOARD);

/// The two squares diagonally before a pawn, by side.
pub static PAWN: [[Squares; INDICES]; 2] = [leaps(&[(1, 1), (-1, 1)], BOARD), leaps(&[(1, -1), (-1, -1)], BOARD)];

/// The whole rank and file of a square, itself not counted.
pub static CROSS: [Squares; INDICES] = cross();

/// All squares at most three king's steps away, the square itself included: what a leaper must stand on to reach a
/// square next to it.
pub static NEAR: [Squares; INDICES] = near();

/// The set of one square.
#[inline(always)]
pub const fn bit(square: u8) -> Squares {
    1 << (square & 127)
}

/// The lowest square of a set, 128 if it is empty.
#[inline(always)]
pub const fn first(set: Squares) -> u8 {
    set.trailing_zeros() as u8
}

/// Has the set more than one member?
#[inline(always)]
pub const fn several(set: Squares) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The number of members of a set.
///
/// Where the processor's own instruction may not be used (a plain x86-64 build) both words are counted together, which
/// is quicker than one after the other (perft of siberia: 7 to 28 %).
#[inline(always)]
pub const fn count(set: Squares) -> u32 {
    if cfg!(target_feature = "popcnt") || !cfg!(target_arch = "x86_64") {
        return set.count_ones();
    }
    const PAIRS: u64 = 0x3333_3333_3333_3333;
    let (low, high) = (set as u64, (set >> 64) as u64);
    let low = low - (low >> 1 & 0x5555_5555_5555_5555);
    let high = high - (high >> 1 & 0x5555_5555_5555_5555);
    // Each four bits hold at most eight.
    let nibbles = (low & PAIRS) + (low >> 2 & PAIRS) + (high & PAIRS) + (high >> 2 & PAIRS);
    const NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let bytes = (nibbles & NIBBLES) + (nibbles >> 4 & NIBBLES);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// Every square of the set, moved by so many bits: `STRIDE` is a step up, -1 a step to the left.
#[inline(always)]
pub const fn shift<const BY: i32>(set: Squares) -> Squares {
    if BY >= 0 { set << BY } else { set >> -BY }
}

/// File of a square, from 0.
#[inline(always)]
pub const fn file_of(square: u8) -> u8 {
    square % STRIDE
}

/// Rank of a square, from 0.
#[inline(always)]
pub const fn rank_of(square: u8) -> u8 {
    square / STRIDE
}

/// The square on that file and rank, both from 0, if there is one.
pub const fn at(file: u8, rank: u8) -> Option<u8> {
    if file < SIZE && rank < SIZE { Some(rank * STRIDE + file) } else { None }
}

/// Squares a rook attacks along its rank.
#[inline(always)]
pub fn slide_rank(square: u8, occupied: Squares) -> Squares {
    let (file, base) = (file_of(square), (square - file_of(square)) & 127);
    let inner = (occupied >> ((base + 1) & 127)) as usize & 127;
    (RANK_SLIDES[file as usize & 15][inner] as Squares) << base
}

/// Squares a rook attacks along its file.
#[inline(always)]
pub fn slide_file(square: u8, occupied: Squares) -> Squares {
    let (file, rank) = (file_of(square) & 15, rank_of(square));
    let low = (occupied as u64 >> file) & COLUMN;
    let high = (occupied >> 64) as u64 >> (file + 2);
    // Ranks 2-6 come out of the product, 7 and 8 are the first two of the high word.
    let inner = low.wrapping_mul(GATHER) >> 59 | (high & 1) << 5 | high >> 5 & 64;
    FILE_SLIDES[rank as usize & 15][inner as usize & 127] << file
}

/// Squares a rook attacks.
#[inline(always)]
pub fn slide(square: u8, occupied: Squares) -> Squares {
    slide_rank(square, occupied) | slide_file(square, occupied)
}

/// Are the two squares, which differ and are on one rank or one file, on one rank?
#[inline(always)]
pub const fn same_rank(a: u8, b: u8) -> bool {
    a.abs_diff(b) < SIZE
}

/// The squares between two that differ and are on one rank or one file.
#[inline(always)]
pub fn between(a: u8, b: u8) -> Squares {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let span = bit(high).wrapping_sub(bit(low) << 1);
    if same_rank(a, b) { span } else { span & CROSS[a as usize & 127] & CROSS[b as usize & 127] }
}

/// The index of a square by its name, `e4` say.
pub fn by_name(name: &str) -> Option<u8> {
    match *name.as_bytes() {
        [file @ b'a'..=b'i', rank @ b'1'..=b'9'] => at(file - b'a', rank - b'1'),
        _ => None,
    }
}

/// Writes a square's name.
#[derive(Copy, Clone)]
pub struct Name(pub u8);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + file_of(self.0)), rank_of(self.0) + 1)
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
        let square = first(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// Ranks 1-6 of the a-file, the part of it in the low word.
const COLUMN: u64 = 1 | 1 << 11 | 1 << 22 | 1 << 33 | 1 << 44 | 1 << 55;

/// Brings bit `11 i` to bit `58 + i`: no two of the partial products share a bit, so nothing is carried.
const GATHER: u64 = 1 << 58 | 1 << 48 | 1 << 38 | 1 << 28 | 1 << 18 | 1 << 8;

/// By file and inner squares occupied: what is attacked on the first rank.
static RANK_SLIDES: [[u16; 128]; 16] = rank_slides();

/// By rank and inner squares occupied: what is attacked on the a-file.
static FILE_SLIDES: [[Squares; 128]; 16] = file_slides();

/// What a rook attacks on a line of nine squares.
const fn slide_line(from: usize, occupied: u16) -> u16 {
    let mut out = 0;
    let mut i = from;
    while i < 8 {
        i += 1;
        out |= 1 << i;
        if occupied >> i & 1 == 1 {
            break;
        }
    }
    i = from;
    while i > 0 {
        i -= 1;
        out |= 1 << i;
        if occupied >> i & 1 == 1 {
            break;
        }
    }
    out
}

const fn rank_slides() -> [[u16; 128]; 16] {
    let mut out = [[0; 128]; 16];
    let mut from = 0;
    while from < 9 {
        let mut inner = 0;
        while inner < 128 {
            out[from][inner] = slide_line(from, (inner as u16) << 1);
            inner += 1;
        }
        from += 1;
    }
    out
}

const fn file_slides() -> [[Squares; 128]; 16] {
    let ranks = rank_slides();
    let mut out = [[0; 128]; 16];
    let mut from = 0;
    while from < 9 {
        let mut inner = 0;
        while inner < 128 {
            let mut rank = 0;
            while rank < 9 {
                out[from][inner] |= (ranks[from][inner] as Squares >> rank & 1) << (rank * STRIDE as usize);
                rank += 1;
            }
            inner += 1;
        }
        from += 1;
    }
    out
}

/// The squares from one corner to the other, both counted.
const fn rectangle(left: u8, bottom: u8, right: u8, top: u8) -> Squares {
    let mut out = 0;
    let mut rank = bottom;
    while rank <= top {
        let mut file = left;
        while file <= right {
            out |= 1 << (rank * STRIDE + file);
            file += 1;
        }
        rank += 1;
    }
    out
}

const fn lines(files: bool) -> [Squares; 9] {
    let mut out = [0; 9];
    let mut i = 0;
    while i < 9 {
        out[i as usize] = if files { rectangle(i, 0, i, 8) } else { rectangle(0, i, 8, i) };
        i += 1;
    }
    out
}

const fn leaps(steps: &[(i8, i8)], within: Squares) -> [Squares; INDICES] {
    let mut out = [0; INDICES];
    let mut square = 0;
    while square < SIZE * STRIDE {
        let mut i = 0;
        while i < steps.len() && within >> square & 1 == 1 {
            let file = file_of(square) as i8 + steps[i].0;
            let rank = rank_of(square) as i8 + steps[i].1;
            if file >= 0 && rank >= 0 && file < SIZE as i8 && rank < SIZE as i8 {
                out[square as usize] |= 1 << (rank as u8 * STRIDE + file as u8);
            }
            i += 1;
        }
        square += 1;
    }
    out
}

const fn cross() -> [Squares; INDICES] {
    let mut out = [0; INDICES];
    let mut rank = 0;
    while rank < SIZE {
        let mut file = 0;
        while file < SIZE {
            let square = (rank * STRIDE + file) as usize;
            out[square] = (RANKS[rank as usize] | FILES[file as usize]) & !(1 << square);
            file += 1;
        }
        rank += 1;
    }
    out
}

const fn near() -> [Squares; INDICES] {
    let mut out = [0; INDICES];
    let mut rank = 0;
    while rank < SIZE {
        let (bottom, top) = (rank.saturating_sub(3), if rank + 3 > 8 { 8 } else { rank + 3 });
        let mut file = 0;
        while file < SIZE {
            let (left, right) = (file.saturating_sub(3), if file + 3 > 8 { 8 } else { file + 3 });
            out[(rank * STRIDE + file) as usize] = rectangle(left, bottom, right, top);
            file += 1;
        }
        rank += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::keys::splitmix64;

    #[test]
    fn names_and_coordinates() {
        assert_eq!(BOARD.count_ones(), 81);
        for square in Each(BOARD) {
            assert_eq!(at(file_of(square), rank_of(square)), Some(square));
            assert_eq!(by_name(&Name(square).to_string()), Some(square));
        }
        assert_eq!((by_name("j1"), by_name("a10"), by_name("a0"), at(9, 0)), (None, None, None, None));
    }

    /// The layout's promise: a shift and a mask with the board are a step.
    #[test]
    fn shifts_agree_with_tables() {
        for square in Each(BOARD) {
            let b = bit(square);
            let ferz = shift::<12>(b) | shift::<10>(b) | shift::<-10>(b) | shift::<-12>(b);
            let alfil = shift::<24>(b) | shift::<20>(b) | shift::<-20>(b) | shift::<-24>(b);
            let knight = shift::<23>(b) | shift::<13>(b) | shift::<-9>(b) | shift::<-21>(b);
            let knight = knight | shift::<-23>(b) | shift::<-13>(b) | shift::<9>(b) | shift::<21>(b);
            assert_eq!(ferz & BOARD, FERZ[square as usize]);
            assert_eq!(alfil & BOARD, ALFIL[square as usize]);
            assert_eq!(knight & BOARD, KNIGHT[square as usize]);
        }
    }

    /// Slides and `between` against steps taken one by one, on boards of every density.
    #[test]
    fn slides_agree_with_steps() {
        let mut state = 9;
        for round in 0..3000 {
            let mut word = |n: u32| {
                (0..n).fold(!0, |set, _| {
                    let (low, s) = splitmix64(state);
                    let (high, s) = splitmix64(s);
                    state = s;
                    set & (Squares::from(high) << 64 | Squares::from(low))
                })
            };
            let occupied = word(round % 4) & BOARD;
            assert_eq!(count(occupied), occupied.count_ones());
            for square in Each(BOARD) {
                let mut expected = 0;
                for step in [1i8, -1, STRIDE as i8, -(STRIDE as i8)] {
                    let mut at = square as i8 + step;
                    let mut passed = 0;
                    while (0..99).contains(&at) && BOARD >> at & 1 == 1 {
                        assert_eq!(between(square, at as u8), passed);
                        expected |= bit(at as u8);
                        if occupied >> at & 1 == 1 {
                            break;
                        }
                        passed |= bit(at as u8);
                        at += step;
                    }
                }
                assert_eq!(slide(square, occupied), expected, "{} on {occupied:x}", Name(square));
            }
        }
    }
}
