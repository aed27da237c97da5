//! A column of pieces in one word.

use crate::rules::Side;

/// A piece: bit 0 is its side (1 for Black), bit 1 its rank (1 for a king).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Piece(u8);

impl Piece {
    /// A man or a king of a side.
    pub const fn new(side: Side, king: bool) -> Piece {
        Piece(side as u8 | (king as u8) << 1)
    }

    /// The piece that a FEN letter names.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        match letter {
            'w' => Some(Piece(0)),
            'b' => Some(Piece(1)),
            'W' => Some(Piece(2)),
            'B' => Some(Piece(3)),
            _ => None,
        }
    }

    /// Its FEN letter.
    pub const fn letter(self) -> char {
        ['w', 'b', 'W', 'B'][(self.0 & 3) as usize]
    }

    /// Whose it is.
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::White } else { Side::Black }
    }

    /// A king (bashni) or an officer (lasca)?
    #[inline(always)]
    pub const fn is_king(self) -> bool {
        self.0 & 2 != 0
    }
}

/// A column: two bits a piece, the top in the lowest ones, and a mark (a single 1) above the bottom piece.
///
/// So the top comes off by a shift to the right, whatever the height, and a prisoner goes under in the place of the
/// mark. Twenty-four pieces, all there are, take 49 bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Column(u64);

/// The side bits of all pieces of a column.
const SIDES: u64 = 0x5555_5555_5555_5555;

impl Column {
    /// No piece at all.
    pub const EMPTY: Column = Column(1);

    /// A single piece.
    #[inline(always)]
    pub const fn single(piece: Piece) -> Column {
        Column(4 | piece.0 as u64)
    }

    /// Is there no piece?
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 <= 1
    }

    /// The word itself, for hashing.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Where the mark stands: twice the height.
    #[inline(always)]
    const fn mark(self) -> u32 {
        63 - (self.0 | 1).leading_zeros()
    }

    /// The number of pieces.
    #[inline(always)]
    pub const fn height(self) -> u32 {
        self.mark() / 2
    }

    /// The top piece, which says whose the column is and how it moves. Of an empty column it means nothing.
    #[inline(always)]
    pub const fn top(self) -> Piece {
        Piece(self.0 as u8 & 3)
    }

    /// What stays when the top is taken.
    #[inline(always)]
    pub const fn without_top(self) -> Column {
        Column(self.0 >> 2)
    }

    /// What stays when the `n` topmost pieces, or as many as there are, are taken.
    #[inline(always)]
    pub fn without(self, n: u32) -> Column {
        Column(self.0 >> (2 * n).min(self.mark()))
    }

    /// The column with `piece` put under it.
    #[inline(always)]
    pub const fn over(self, piece: Piece) -> Column {
        Column(self.0.wrapping_add((piece.0 as u64 + 3) << self.mark()))
    }

    /// The column with its top crowned.
    #[inline(always)]
    pub const fn crowned(self) -> Column {
        Column(self.0 | 2)
    }

    /// The number of pieces of `side`.
    #[inline(always)]
    pub const fn count(self, side: Side) -> u32 {
        let black = (self.0 & SIDES).count_ones() - 1;
        if let Side::Black = side { black } else { self.height() - black }
    }

    /// How many pieces from the top down belong to the owner, the top included. Of an empty column it means nothing.
    #[inline(always)]
    pub const fn guard(self) -> u32 {
        let mark = 1 << self.mark();
        let sides = (self.0 ^ mark) & SIDES;
        let others = if sides & 1 == 0 { sides } else { !sides & SIDES };
        (others | mark).trailing_zeros() / 2
    }

    /// The `n` topmost pieces, or as many as there are, as a column of their own.
    #[inline(always)]
    pub fn first(self, n: u32) -> Column {
        let mark = 1 << (2 * n).min(self.mark());
        Column(self.0 & (mark - 1) | mark)
    }

    /// The number of kings of both sides.
    #[inline(always)]
    pub const fn kings(self) -> u32 {
        (self.0 & !SIDES).count_ones()
    }

    /// The pieces, top first.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        (0..self.height()).map(move |i| self.without(i).top())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(letters: &str) -> Column {
        letters.chars().filter_map(Piece::from_letter).fold(Column::EMPTY, Column::over)
    }

    #[test]
    fn tops_come_off_and_prisoners_go_under() {
        let tower = column("WbBw");
        assert_eq!((tower.height(), tower.top().letter(), tower.guard()), (4, 'W', 1));
        assert_eq!(tower.without_top(), column("bBw"));
        assert_eq!(tower.without_top().guard(), 2);
        assert_eq!(tower.over(Piece::new(Side::Black, true)), column("WbBwB"));
        assert_eq!(column("b").crowned(), column("B"));
        assert_eq!(column("w").without_top(), Column::EMPTY);
        assert_eq!((tower.count(Side::White), tower.count(Side::Black)), (2, 2));
        assert_eq!(tower.without(9), Column::EMPTY);
        assert_eq!((tower.first(3), tower.first(9), tower.kings()), (column("WbB"), tower, 2));
        assert_eq!(tower.pieces().map(Piece::letter).collect::<String>(), "WbBw");
    }

    #[test]
    fn all_pieces_of_a_game_fit() {
        let letters = "bBbBbBbBbBbBwWwWwWwWwWwW";
        let tower = column(letters);
        assert_eq!(tower.pieces().map(Piece::letter).collect::<String>(), letters);
        assert_eq!((tower.height(), tower.guard(), tower.count(Side::White)), (24, 12, 12));
    }
}
