//! Patterns: what stands on eight neighbouring dark squares, as one number.
//!
//! A weight for every way in which two colours can stand on a part of the board knows far more than any list of
//! notions (CITE: Fabien Letouzey, Scan, 2015). The parts overlap, so that every square is seen in several companies.

use crate::board::diagonal::{INDICES, Name, Squares};

/// Number of contents of eight squares: each is empty, own or the enemy's.
pub const CONTENTS: usize = 6561;

/// The digits of the squares in a window of up to nine bits: by the bits of one colour, the sum of the powers of three
/// that they stand for.
type Digits = [u16; 512];

/// Eight squares or fewer. A dark-squared board with ghosts (see [`crate::board::diagonal`]) is such that two ranks are
/// nine bits in a row, and that of four ranks two neighbouring files fold into nine bits when the word is put over
/// itself seven bits further down.
#[derive(Copy, Clone, Debug)]
pub struct Region {
    squares: Squares,
    shift: u32,
    fold: u32,
    digits: &'static Digits,
}

/// Bits in a row.
static STRAIGHT: Digits = digits([0, 1, 2, 3, 4, 5, 6, 7, 8]);
/// With a ghost in the middle.
static GHOST: Digits = digits([0, 1, 2, 3, 8, 4, 5, 6, 7]);

/// The same two with the neighbours of each rank exchanged.
static STRAIGHT_MIRRORED: Digits = digits([1, 0, 3, 2, 5, 4, 7, 6, 8]);
static GHOST_MIRRORED: Digits = digits([1, 0, 3, 2, 8, 5, 4, 7, 6]);

/// By the power of three that each bit stands for; 8 for a bit that is never set.
const fn digits(powers: [u32; 9]) -> Digits {
    let mut out = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut bit = 0;
        while bit < 9 {
            if set >> bit & 1 == 1 && powers[bit] < 8 {
                out[set] += 3u16.pow(powers[bit]);
            }
            bit += 1;
        }
        set += 1;
    }
    out
}

impl Region {
    /// Two whole ranks of a board, the lower one given, from 0.
    pub const fn ranks(board: Squares, lower: u32) -> Region {
        let (shift, digits) =
            if lower.is_multiple_of(2) { (lower / 2 * 9, &GHOST) } else { (lower / 2 * 9 + 5, &STRAIGHT) };
        let window: Squares = if lower.is_multiple_of(2) { 0b1_1110_1111 } else { 0b1111_1111 };
        Region { squares: board & window << shift, shift, fold: 36, digits }
    }

    /// Two neighbouring squares on each of four ranks: the lowest rank and the place of the first square in it, both
    /// from 0.
    pub const fn block(board: Squares, lower: u32, place: u32) -> Region {
        let (window, first, digits): (Squares, u32, _) = if lower.is_multiple_of(2) {
            (0b1100_0110_0110_0011, 0, &GHOST)
        } else {
            (0b110_0110_0011_0011, 5, &STRAIGHT)
        };
        let shift = lower / 2 * 9 + first + place;
        Region { squares: board & window << shift, shift, fold: 7, digits }
    }

    /// The mirror image of the block on a 7x7 board that begins at the edge. Its contents have the numbers of their
    /// mirror images.
    pub const fn mirrored_block(board: Squares, lower: u32) -> Region {
        let (window, first, digits): (Squares, u32, _) = if lower.is_multiple_of(2) {
            (0b110_0110_0011_0011, 2, &STRAIGHT_MIRRORED)
        } else {
            (0b1100_0110_0110_0011, 6, &GHOST_MIRRORED)
        };
        let shift = lower / 2 * 9 + first;
        Region { squares: board & window << shift, shift, fold: 7, digits }
    }

    /// The squares of the region.
    pub const fn squares(&self) -> Squares {
        self.squares
    }

    /// The number of its content, below [`CONTENTS`].
    #[inline(always)]
    pub fn content(&self, own: Squares, enemy: Squares) -> usize {
        usize::from(self.number(own)) + 2 * usize::from(self.number(enemy))
    }

    #[inline(always)]
    fn number(&self, set: Squares) -> u16 {
        let window = (set & self.squares) >> self.shift;
        self.digits[((window | window >> self.fold) & 511) as usize]
    }

    /// The content of a number, square by square: 0 empty, 1 own, 2 enemy. For reports.
    pub fn describe(&self, content: usize) -> Vec<(u8, u8)> {
        (0..INDICES as u8)
            .filter(|square| self.squares >> square & 1 == 1)
            .map(|square| {
                let power = usize::from(self.number(1 << square)).max(1);
                (square, (content / power % 3) as u8)
            })
            .collect()
    }
}

/// A content in words: `own a1 c1, enemy b2`.
pub fn words(region: &Region, content: usize) -> String {
    let told = region.describe(content);
    let list = |wanted: u8| -> String {
        told.iter().filter(|(_, what)| *what == wanted).map(|(square, _)| format!(" {}", Name(*square))).collect()
    };
    format!("own{}, enemy{}", list(1), list(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagonal::{BOARD7, BOARD8, Each, at};

    fn all(board: Squares, size: u32) -> Vec<Region> {
        let bands = (0..size - 1).map(|lower| Region::ranks(board, lower));
        let blocks = (0..size - 3).flat_map(|lower| (0..3).map(move |place| Region::block(board, lower, place)));
        bands.chain(blocks).collect()
    }

    /// Every square has a power of three of its own, so that no two contents share a number.
    #[test]
    fn contents_have_numbers_of_their_own() {
        for (board, size) in [(BOARD8, 8), (BOARD7, 7)] {
            for region in all(board, size) {
                let mut powers: Vec<u16> = Each(region.squares).map(|square| region.number(1 << square)).collect();
                powers.sort_unstable();
                powers.dedup();
                assert_eq!(powers.len(), region.squares.count_ones() as usize, "{region:?}");
                assert!(powers.iter().all(|p| [1, 3, 9, 27, 81, 243, 729, 2187].contains(p)), "{powers:?}");
                // The number of a set is the sum of those of its members, whatever else stands on the board.
                let sum: u16 = powers.iter().sum();
                assert_eq!((region.number(region.squares), region.number(board)), (sum, sum));
                assert!(region.content(0, board) < CONTENTS);
            }
        }
    }

    #[test]
    fn regions_are_where_they_should_be() {
        let squares = |cells: &[(u8, u8)]| cells.iter().filter_map(|&(f, r)| at(f, r)).fold(0, |s, q| s | 1 << q);
        let block = [(0, 0), (2, 0), (1, 1), (3, 1), (0, 2), (2, 2), (1, 3), (3, 3)];
        assert_eq!(Region::block(BOARD8, 0, 0).squares(), squares(&block));
        let block = [(3, 1), (5, 1), (2, 2), (4, 2), (3, 3), (5, 3), (2, 4), (4, 4)];
        assert_eq!(Region::block(BOARD8, 1, 1).squares(), squares(&block));
        let ranks = [(0, 2), (2, 2), (4, 2), (6, 2), (1, 3), (3, 3), (5, 3), (7, 3)];
        assert_eq!(Region::ranks(BOARD8, 2).squares(), squares(&ranks));
        assert_eq!(Region::ranks(BOARD7, 0).squares().count_ones(), 7);
    }

    #[test]
    fn a_description_tells_what_was_counted() {
        let region = Region::block(BOARD8, 2, 1);
        let squares: Vec<u8> = Each(region.squares).collect();
        let content = region.content(1 << squares[2], 1 << squares[5] | 1 << squares[7]);
        let told: Vec<u8> = region.describe(content).iter().map(|&(_, what)| what).collect();
        assert_eq!(told, [0, 0, 1, 0, 0, 2, 0, 2]);
    }
}
