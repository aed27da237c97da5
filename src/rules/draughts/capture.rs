//! Captures: which pieces can capture, and every result of doing so.

use arrayvec::ArrayVec;

use crate::board::diagonal::{Dir, Each, Squares, slide, step};
use crate::rules::{MoveList, Side};

use super::DraughtsRules;
use super::position::{DraughtsMove, DraughtsPos, FAR_RANK};

/// Could the side capture, were it its turn?
#[inline]
pub(super) fn has_capture(pos: &DraughtsPos, side: Side) -> bool {
    capturing_men(pos, side) != 0 || capturing_kings(pos, side) != 0
}

/// The men of a side that have a capture. Men capture in all four directions.
#[inline(always)]
pub(super) fn capturing_men(pos: &DraughtsPos, side: Side) -> Squares {
    let men = pos.pieces[side.index()] & !pos.kings;
    let them = pos.pieces[1 - side.index()];
    let empty = pos.empty();
    // Seen from the landing square: step back over an enemy to a man.
    Dir::ALL.iter().fold(0, |set, &dir| set | step(step(empty, dir) & them, dir) & men)
}

/// The kings of a side that have a capture.
#[inline(always)]
pub(super) fn capturing_kings(pos: &DraughtsPos, side: Side) -> Squares {
    let kings = pos.pieces[side.index()] & pos.kings;
    let (them, empty) = (pos.pieces[1 - side.index()], pos.empty());
    let mut found = 0;
    for square in Each(kings) {
        for dir in Dir::ALL {
            let (_, first) = slide(square, dir, !empty);
            if step(first & them, dir) & empty != 0 {
                found |= 1 << square;
            }
        }
    }
    found
}

/// One piece on its way: what does not change during its captures.
struct Capture<'a> {
    /// The enemy's pieces at the start of the move.
    them: Squares,
    /// Squares empty at the start, and the one the piece left.
    empty: Squares,
    from: u8,
    far: Squares,
    crowned: bool,
    out: &'a mut MoveList<DraughtsPos>,
    /// Where this piece's moves begin in `out`.
    first: usize,
    /// States reached after three or more captures, so that paths that meet again are followed once. A full list
    /// only costs time.
    seen: ArrayVec<u64, 64>,
}

/// Appends the captures of the man on `from`.
pub(super) fn captures_of_man<R: DraughtsRules>(pos: &DraughtsPos, from: u8, out: &mut MoveList<DraughtsPos>) {
    Capture::new(pos, from, out).man::<R>(from, 0);
}

/// Appends the captures of the king on `from`.
pub(super) fn captures_of_king<R: DraughtsRules>(pos: &DraughtsPos, from: u8, out: &mut MoveList<DraughtsPos>) {
    let mut capture = Capture::new(pos, from, out);
    for dir in Dir::ALL {
        capture.king_jump::<R>(from, dir, 0);
    }
}

impl<'a> Capture<'a> {
    #[inline(always)]
    fn new(pos: &DraughtsPos, from: u8, out: &'a mut MoveList<DraughtsPos>) -> Self {
        let us = pos.side.index();
        let first = out.len();
        Capture {
            them: pos.pieces[1 - us],
            empty: pos.empty() | 1 << from,
            from,
            far: FAR_RANK[us],
            crowned: false,
            out,
            first,
            seen: ArrayVec::new(),
        }
    }

    #[inline(always)]
    fn empty<R: DraughtsRules>(&self, captured: Squares) -> Squares {
        if R::REMOVE_AT_ONCE { self.empty | captured } else { self.empty }
    }

    /// All ways on for a man that stands on `square` having captured `captured`.
    fn man<R: DraughtsRules>(&mut self, square: u8, captured: Squares) {
        let empty = self.empty::<R>(captured);
        let mut ends = true;
        for dir in Dir::ALL {
            let over = step(1 << square, dir) & self.them & !captured;
            let to = step(over, dir) & empty;
            if to == 0 {
                continue;
            }
            ends = false;
            if to & self.far != 0 {
                // Crowned, it goes on as a king at once.
                self.crowned = true;
                self.king_landed::<R>(to, dir, captured | over);
                self.crowned = false;
            } else if self.is_new(to, dir, captured | over) {
                self.man::<R>(to.trailing_zeros() as u8, captured | over);
            }
        }
        if ends {
            self.push(1 << square, captured);
        }
    }

    /// If a king on `square` can jump that way, follows it and returns true.
    #[inline]
    fn king_jump<R: DraughtsRules>(&mut self, square: u8, dir: Dir, captured: Squares) -> bool {
        let empty = self.empty::<R>(captured);
        let (_, first) = slide(square, dir, !empty);
        let over = first & self.them & !captured;
        let behind = step(over, dir) & empty;
        if behind == 0 {
            return false;
        }
        let landings = behind | slide(behind.trailing_zeros() as u8, dir, !empty).0;
        self.king_landed::<R>(landings, dir, captured | over);
        true
    }

    /// All ways on for a king that has just jumped `dir` and may land on any of `landings`.
    fn king_landed<R: DraughtsRules>(&mut self, landings: Squares, dir: Dir, captured: Squares) {
        if !self.is_new(landings, dir, captured) {
            return;
        }
        // Straight on, and straight back where the captured pieces are gone, are the same from every landing square.
        let any = landings.trailing_zeros() as u8;
        let mut straight = self.king_jump::<R>(any, dir, captured);
        if R::REMOVE_AT_ONCE {
            straight |= self.king_jump::<R>(any, dir.opposite(), captured);
        }
        let aside = match dir {
            Dir::NorthEast | Dir::SouthWest => [Dir::NorthWest, Dir::SouthEast],
            Dir::NorthWest | Dir::SouthEast => [Dir::NorthEast, Dir::SouthWest],
        };
        let mut last = landings;
        for square in Each(landings) {
            let first = self.king_jump::<R>(square, aside[0], captured);
            if self.king_jump::<R>(square, aside[1], captured) || first {
                last &= !(1 << square);
            }
        }
        if straight || (R::MUST_LAND_TO_GO_ON && last != landings) {
            return;
        }
        self.push(last, captured);
    }

    /// Remembers a state that has captured enough for two paths to meet in it; false if it is known.
    #[inline(always)]
    fn is_new(&mut self, landings: Squares, dir: Dir, captured: Squares) -> bool {
        if captured.count_ones() < 3 {
            return true;
        }
        // The captured set, the first landing square and the direction of the last jump say everything.
        let state =
            captured | u64::from(landings.trailing_zeros()) << 36 | (dir as u64) << 42 | u64::from(self.crowned) << 44;
        if self.seen.contains(&state) {
            return false;
        }
        let _ = self.seen.try_push(state);
        true
    }

    /// Appends the moves that end on `squares`, but for those that another path gave already.
    #[inline(always)]
    fn push(&mut self, squares: Squares, captured: Squares) {
        for to in Each(squares) {
            let mv = DraughtsMove::new(self.from, to, captured, self.crowned);
            if captured.is_power_of_two() || !self.out[self.first..].contains(&mv) {
                self.out.push(mv);
            }
        }
    }
}
