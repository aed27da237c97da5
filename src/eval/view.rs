//! A position of draughts or a column game as one side sees it: the board turned so that its men go up.
//!
//! In Russian draughts men and kings step and jump as in bashni, so that it has the same view.

use crate::board::diagonal::{BOARD7, BOARD8, Dir, Each, INDICES, Squares, slide, step};
use crate::eval::model::Sink;
use crate::rules::Side;
use crate::rules::columns::ColumnRules;

/// Steps are counted up to one less than this.
pub const MOST_STEPS: usize = 16;
/// See [`View::step_features`]: steps, then safe steps.
pub const STEP_FEATURES: usize = 2 * 2 * MOST_STEPS;

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
    /// Empty squares on which an own piece could be jumped; of what kings could do from afar it knows nothing.
    danger: Squares,
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
        let mut view = View { own, enemy, kings, empty, to_move, prey: 0, danger: 0 };
        for dir in Dir::ALL {
            view.danger |= step(view.enemy_jumpers::<R>(dir), dir) & step(empty, dir.opposite());
        }
        view.prey = view.danger & own;
        view.danger &= empty;
        if R::FLYING && kings & enemy != 0 {
            view.prey |= view.afar(!0);
        }
        view
    }

    /// What kings can jump from afar to land on one of `landings`.
    #[cold]
    fn afar(&self, landings: Squares) -> Squares {
        let occupied = self.own | self.enemy;
        let mut prey = 0;
        for king in Each(self.enemy & self.kings) {
            for dir in Dir::ALL {
                let over = slide(king, dir, occupied).1 & self.own;
                prey |= over & step(self.empty & landings, dir.opposite());
            }
        }
        prey
    }

    /// The prey where no own piece could jump back at the one that takes it.
    #[inline(always)]
    pub fn hanging<R: ColumnRules>(&self) -> Squares {
        let mut guarded = 0;
        for dir in Dir::ALL {
            guarded |= step(self.own_jumpers::<R>(dir), dir) & step(self.empty, dir.opposite());
        }
        let mut hanging = 0;
        for dir in Dir::ALL {
            let over = step(self.enemy_jumpers::<R>(dir), dir) & self.prey;
            hanging |= over & step(self.empty & !guarded, dir.opposite());
        }
        if R::FLYING && self.kings & self.enemy != 0 {
            hanging |= self.afar(!guarded);
        }
        hanging
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
    fn steps<R: ColumnRules>(&self) -> (usize, usize) {
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

    /// Names the steps and the safe steps, by whose turn it is: two of [`STEP_FEATURES`] features from `first` on.
    #[inline(always)]
    pub fn step_features<R: ColumnRules, S: Sink>(&self, first: usize, sign: i32, sink: &mut S) {
        let (all, safe) = self.steps::<R>();
        let turn = usize::from(self.to_move) * MOST_STEPS;
        sink.add(first + turn + all.min(MOST_STEPS - 1), sign);
        sink.add(first + STEP_FEATURES / 2 + turn + safe.min(MOST_STEPS - 1), sign);
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

/// What a man can come by on its way up, by board (8x8, 7x7) and square.
pub static CONES: [[Squares; INDICES]; 2] = {
    let mut out = [[0; INDICES]; 2];
    let mut square = 0;
    while square < INDICES {
        let mut i = 0;
        while i < 2 {
            let board = [BOARD8, BOARD7][i];
            let mut front = 1 << square & board;
            while front != 0 {
                front = (step(front, Dir::NorthWest) | step(front, Dir::NorthEast)) & board;
                out[i][square] |= front;
            }
            i += 1;
        }
        square += 1;
    }
    out
};
