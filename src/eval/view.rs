//! A position of draughts or a column game as one side sees it: the board turned so that its men go up.
//!
//! In Russian draughts men and kings step and jump as in bashni, so that it has the same view.

use crate::board::diagonal::{Dir, Each, Squares, slide, step};
use crate::rules::Side;
use crate::rules::columns::ColumnRules;

/// One side's view. Of capturing it knows the single jump.
#[derive(Copy, Clone)]
pub struct View {
    /// Pieces, or columns by their tops, of the side.
    pub own: Squares,
    /// Those of the other.
    pub enemy: Squares,
    /// Kings of either.
    pub kings: Squares,
    pub empty: Squares,
    /// Is it the side's turn?
    pub to_move: bool,
    /// Own pieces that the other side could jump now, were it its turn.
    pub prey: Squares,
    /// Those of them where no own piece could jump back at the one that did it.
    pub hanging: Squares,
    /// Squares on which an own piece could be jumped.
    danger: Squares,
    /// Squares on which an enemy piece could be jumped.
    guarded: Squares,
}

/// Turns a set of squares round: White's view to Black's and back.
#[inline(always)]
pub fn turned<R: ColumnRules>(set: Squares) -> Squares {
    set.reverse_bits() >> if R::SIZE == 8 { 28 } else { 33 }
}

/// The square of the board that the view calls `square`.
#[inline(always)]
pub fn real<R: ColumnRules>(square: u8, side: Side) -> u8 {
    match side {
        Side::White => square,
        Side::Black => (if R::SIZE == 8 { 35u8 } else { 30 }).wrapping_sub(square),
    }
}

impl View {
    /// What `side` sees of White's and Black's pieces.
    #[inline(always)]
    pub fn new<R: ColumnRules>(pieces: [Squares; 2], kings: Squares, side: Side, to_move: bool) -> View {
        let turn = |set| if side == Side::White { set } else { turned::<R>(set) };
        let (own, enemy, kings) = (turn(pieces[side.index()]), turn(pieces[1 - side.index()]), turn(kings));
        let empty = R::BOARD & !(own | enemy);
        let mut view = View { own, enemy, kings, empty, to_move, prey: 0, hanging: 0, danger: 0, guarded: 0 };
        for dir in Dir::ALL {
            let behind = step(empty, dir.opposite());
            view.danger |= step(view.enemy_jumpers::<R>(dir), dir) & behind;
            view.guarded |= step(view.own_jumpers::<R>(dir), dir) & behind;
        }
        view.prey = view.danger & own;
        view.danger &= empty;
        view.guarded &= empty;
        for dir in Dir::ALL {
            let over = step(view.enemy_jumpers::<R>(dir), dir) & view.prey;
            view.hanging |= over & step(empty & !view.guarded, dir.opposite());
        }
        if R::FLYING && kings & enemy != 0 {
            view.fear_flying_kings();
        }
        view
    }

    /// What kings can jump from afar. The squares that they threaten are not looked for.
    #[cold]
    fn fear_flying_kings(&mut self) {
        let occupied = self.own | self.enemy;
        for king in Each(self.enemy & self.kings) {
            for dir in Dir::ALL {
                let over = slide(king, dir, occupied).1 & self.own;
                let behind = step(over, dir) & self.empty;
                if behind != 0 {
                    self.prey |= over;
                    self.hanging |= if behind & self.guarded == 0 { over } else { 0 };
                }
            }
        }
    }

    /// Enemy pieces that jump that way.
    #[inline(always)]
    fn enemy_jumpers<R: ColumnRules>(&self, dir: Dir) -> Squares {
        if R::MEN_CAPTURE_BACK || !dir.is_up() { self.enemy } else { self.enemy & self.kings }
    }

    /// Own pieces that jump that way.
    #[inline(always)]
    fn own_jumpers<R: ColumnRules>(&self, dir: Dir) -> Squares {
        if R::MEN_CAPTURE_BACK || dir.is_up() { self.own } else { self.own & self.kings }
    }

    /// The steps that could be made, kings' one square far only, and those after which the piece could not be jumped
    /// at once.
    #[inline(always)]
    pub fn steps<R: ColumnRules>(&self) -> (usize, usize) {
        let (mut all, mut safe) = (0, 0);
        for dir in Dir::ALL {
            let movers = if dir.is_up() { self.own } else { self.own & self.kings };
            let to = step(movers, dir) & self.empty;
            // Straight up to an enemy: the square it came from is empty by then.
            let faced = step(self.enemy_jumpers::<R>(dir.opposite()), dir.opposite());
            all += to.count_ones();
            safe += (to & !(self.danger | faced)).count_ones();
        }
        (all as usize, safe as usize)
    }

    /// How the lines through each square stand: in the first pair the squares with one line or more, and with two, on
    /// which nobody stands beside it; in the second those with an enemy beside and nobody behind.
    #[inline(always)]
    pub fn lines(&self) -> [[Squares; 2]; 2] {
        let beside = |set: Squares, dir: Dir| step(set, dir.opposite());
        let [mut open, mut faced] = [[0; 2]; 2];
        for (a, b) in [(Dir::SouthWest, Dir::NorthEast), (Dir::NorthWest, Dir::SouthEast)] {
            let (free_a, free_b) = (beside(self.empty, a), beside(self.empty, b));
            let line = free_a & free_b;
            open = [open[0] | line, open[0] & line];
            let line = beside(self.enemy, a) & free_b | beside(self.enemy, b) & free_a;
            faced = [faced[0] | line, faced[0] & line];
        }
        [open, faced]
    }
}
