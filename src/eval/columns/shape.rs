//! The shape of a column: what lies under the top, seen by the owner.

use crate::rules::Side;
use crate::rules::columns::Column;

/// Pieces from the top down that are told apart one by one.
const TOLD: u32 = 5;
/// Number of exact shapes. Half of them or more cannot be; a gap costs nothing.
pub const EXACT: usize = 1 << (2 * TOLD);
/// Number of codes, see [`code`].
pub const CODES: usize = 1 << 6;
/// Number of classes: king or man on top, own pieces from the top down (1, 2, 3 or more), prisoners right under them
/// (0, 1, 2 or more).
pub const CLASSES: usize = 18;

/// The side bits of all pieces.
const SIDES: u64 = 0x5555_5555_5555_5555;

/// The topmost pieces as one number: two bits a piece, one for an enemy and two for a king, from the top, which has only
/// its second bit, and a mark above them. The pieces below them are not in it.
#[inline(always)]
pub fn exact(column: Column, owner: Side) -> usize {
    seen::<TOLD>(column, owner)
}

/// The same for the three topmost pieces.
#[inline(always)]
pub fn code(column: Column, owner: Side) -> usize {
    seen::<3>(column, owner)
}

#[inline(always)]
fn seen<const TOLD: u32>(column: Column, owner: Side) -> usize {
    let bits = column.first(TOLD).bits();
    let pieces = (1 << (63 - (bits | 1).leading_zeros())) - 1;
    let turned = bits ^ if owner == Side::Black { SIDES & pieces } else { 0 };
    (turned >> 1) as usize & ((1 << (2 * TOLD)) - 1)
}

/// The class of an exact shape.
#[inline(always)]
pub fn class(exact: usize) -> usize {
    usize::from(CLASS[exact & (EXACT - 1)])
}

static CLASS: [u8; EXACT] = {
    let (mut out, mut shape) = ([0; EXACT], 2);
    while shape < EXACT {
        let facts = Facts::of(shape);
        out[shape] = ((shape & 1) * 9 + least(facts.guards, 2) * 3 + least(facts.prisoners, 2)) as u8;
        shape += 1;
    }
    out
};

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// What an exact shape tells.
#[derive(Copy, Clone)]
pub struct Facts {
    /// Own pieces right under the top.
    pub guards: usize,
    /// Kings among them.
    pub kings: usize,
    /// Enemy pieces right under those.
    pub prisoners: usize,
}

impl Facts {
    /// The facts of a shape, which has a mark.
    pub const fn of(shape: usize) -> Facts {
        let mut facts = Facts { guards: 0, kings: 0, prisoners: 0 };
        let mut rest = shape >> 1;
        while rest > 1 {
            let enemy = rest & 1 == 1;
            if enemy {
                facts.prisoners += 1;
            } else if facts.prisoners > 0 {
                break;
            } else {
                facts.guards += 1;
                facts.kings += rest >> 1 & 1;
            }
            rest >>= 2;
        }
        facts
    }
}

/// A shape in letters, top first: own man `o` and king `O`, enemy man `x` and king `X`.
pub fn letters(shape: usize) -> String {
    let mut out = String::new();
    let mut rest = shape << 1;
    while rest > 1 {
        out.push(['o', 'x', 'O', 'X'][rest & 3]);
        rest >>= 2;
    }
    out
}

/// The letters of a class.
pub fn class_name(class: usize) -> String {
    let (king, guards, prisoners) = (class / 9 % 2, class / 3 % 3, class % 3);
    let top = ["man", "king"][king];
    let more = |n: usize| if n == 2 { "2+" } else { ["0", "1"][n % 2] };
    format!("{top}, {} guards, {} prisoners", more(guards), more(prisoners))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::columns::Piece;

    fn column(letters: &str) -> Column {
        letters.chars().filter_map(Piece::from_letter).fold(Column::EMPTY, Column::over)
    }

    #[test]
    fn both_sides_see_the_same_of_their_own() {
        for (white, black, shape) in
            [("w", "b", "o"), ("Wbb", "Bww", "Oxx"), ("wWbBwbw", "bBwWbwb", "oOxXo"), ("wwwww", "bbbbb", "ooooo")]
        {
            let seen = exact(column(white), Side::White);
            assert_eq!(seen, exact(column(black), Side::Black));
            assert!(seen < EXACT);
            assert_eq!(letters(seen), shape);
            let three = code(column(white), Side::White);
            assert_eq!(letters(three), shape[..shape.len().min(3)]);
            assert_eq!(three, code(column(black), Side::Black));
            assert!(three < CODES);
        }
    }

    #[test]
    fn classes_count_guards_and_prisoners() {
        let name = |letters| class_name(class(exact(column(letters), Side::White)));
        assert_eq!(name("w"), "man, 0 guards, 0 prisoners");
        assert_eq!(name("Wwbwb"), "king, 1 guards, 1 prisoners");
        assert_eq!(name("wwWwbbb"), "man, 2+ guards, 1 prisoners");
        assert_eq!(name("Wbbb"), "king, 0 guards, 2+ prisoners");
    }
}
