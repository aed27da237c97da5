//! Legal moves, straight from checks and pins: no move is made to see whether it was legal.
//!
//! One generator feeds any [`Sink`]: a list of moves, or a mere count that takes the number of bits of each set.

use super::attack::{Checks, danger};
use super::position::{Kind, Move, NOTHING, Pos};
use crate::board::nine::{
    ALFIL, BOARD, Each, FERZ, KING, KNIGHT, RANKS, Squares, between, bit, count, first, several, shift, slide,
    slide_file, slide_rank,
};
use crate::rules::{Position, Side};

/// Takes moves in sets.
pub(super) trait Sink {
    /// A piece that is no pawn, and where it may go.
    fn piece(&mut self, kind: Kind, from: u8, to: Squares);

    /// Targets of pawns that each come from the square `BY` bits before.
    fn pawns<const BY: i32>(&mut self, to: Squares);
}

/// Counts moves.
pub(super) struct Count(pub u32);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _kind: Kind, _from: u8, to: Squares) {
        self.0 += count(to);
    }

    #[inline(always)]
    fn pawns<const BY: i32>(&mut self, to: Squares) {
        self.0 += count(to);
    }
}

/// Lists moves: a piece's captures before its quiet moves.
pub(super) struct List<'a> {
    pub pos: &'a Pos,
    pub out: &'a mut Vec<Move>,
}

impl Sink for List<'_> {
    #[inline(always)]
    fn piece(&mut self, kind: Kind, from: u8, to: Squares) {
        let occupied = self.pos.occupied();
        for square in Each(to & occupied) {
            self.out.push(Move::new(from, square, kind.index(), self.pos.kind_number(bit(square)), false));
        }
        for square in Each(to & !occupied) {
            self.out.push(Move::new(from, square, kind.index(), NOTHING, false));
        }
    }

    #[inline(always)]
    fn pawns<const BY: i32>(&mut self, to: Squares) {
        for square in Each(to) {
            // Straight steps (by whole ranks) take nothing.
            let taken = if BY % 11 == 0 { NOTHING } else { self.pos.kind_number(bit(square)) };
            let promotes = (RANKS[0] | RANKS[8]) & bit(square) != 0;
            let from = (i32::from(square) - BY) as u8;
            self.out.push(Move::new(from, square, Kind::Pawn.index(), taken, promotes));
        }
    }
}

/// Generates all legal moves.
#[inline(always)]
pub(super) fn all(pos: &Pos, sink: &mut impl Sink) {
    match pos.side() {
        Side::White => generate::<true, false>(pos, &Checks::of::<true>(pos), sink),
        Side::Black => generate::<false, false>(pos, &Checks::of::<false>(pos), sink),
    }
}

/// Generates captures and promotions, or every move if in check. True if in check.
pub(super) fn noisy(pos: &Pos, sink: &mut impl Sink) -> bool {
    match pos.side() {
        Side::White => noisy_for::<true>(pos, sink),
        Side::Black => noisy_for::<false>(pos, sink),
    }
}

fn noisy_for<const WHITE: bool>(pos: &Pos, sink: &mut impl Sink) -> bool {
    let checks = Checks::of::<WHITE>(pos);
    let in_check = checks.checkers != 0;
    if in_check {
        generate::<WHITE, false>(pos, &checks, sink);
    } else {
        generate::<WHITE, true>(pos, &checks, sink);
    }
    in_check
}

#[inline(always)]
fn generate<const WHITE: bool, const NOISY: bool>(pos: &Pos, checks: &Checks, sink: &mut impl Sink) {
    let (us, them) = if WHITE { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
    let (own, enemy) = (pos.all_of(us), pos.all_of(them));
    let king = pos.king(us);
    let wanted = if NOISY { enemy } else { !own };

    let around = KING[king as usize & 127] & wanted;
    if around != 0 {
        sink.piece(Kind::King, king, around & !danger::<WHITE>(pos));
    }
    // What stops a check: taking the piece that gives it, or standing in between. Two at once only the king escapes.
    let rescue = match checks.checkers {
        0 => BOARD,
        several_checkers if several(several_checkers) => return,
        checker if checker & pos.kind(Kind::Rook) != 0 => checker | between(king, first(checker)),
        checker => checker,
    };
    let goal = wanted & rescue;
    let free = own & !(checks.on_file | checks.on_rank);
    for from in Each(free & pos.kind(Kind::Knight)) {
        sink.piece(Kind::Knight, from, KNIGHT[from as usize & 127] & goal);
    }
    for from in Each(free & pos.kind(Kind::Camel)) {
        sink.piece(Kind::Camel, from, ALFIL[from as usize & 127] & goal);
    }
    for from in Each(free & pos.kind(Kind::Dog)) {
        sink.piece(Kind::Dog, from, FERZ[from as usize & 127] & goal);
    }
    let occupied = pos.occupied();
    for from in Each(free & pos.kind(Kind::Rook)) {
        sink.piece(Kind::Rook, from, slide(from, occupied) & goal);
    }
    for from in Each(checks.on_file & pos.kind(Kind::Rook)) {
        sink.piece(Kind::Rook, from, slide_file(from, occupied) & goal);
    }
    for from in Each(checks.on_rank & pos.kind(Kind::Rook)) {
        sink.piece(Kind::Rook, from, slide_rank(from, occupied) & goal);
    }
    pawns::<WHITE, NOISY>(pos, checks, rescue, sink);
}

#[inline(always)]
fn pawns<const WHITE: bool, const NOISY: bool>(pos: &Pos, checks: &Checks, rescue: Squares, sink: &mut impl Sink) {
    let (us, them) = if WHITE { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
    let pawns = pos.of(us, Kind::Pawn);
    let empty = BOARD & !pos.occupied();
    let capturing = pawns & !(checks.on_file | checks.on_rank);
    let stepping = pawns & !checks.on_rank;
    let prey = pos.all_of(them) & rescue;
    let room = if NOISY { rescue & RANKS[if WHITE { 8 } else { 0 }] } else { rescue };
    if WHITE {
        sink.pawns::<10>(shift::<10>(capturing) & prey);
        sink.pawns::<12>(shift::<12>(capturing) & prey);
        let one = shift::<11>(stepping) & empty;
        sink.pawns::<11>(one & room);
        if !NOISY {
            sink.pawns::<22>(shift::<11>(one & RANKS[2]) & empty & room);
        }
    } else {
        sink.pawns::<-12>(shift::<-12>(capturing) & prey);
        sink.pawns::<-10>(shift::<-10>(capturing) & prey);
        let one = shift::<-11>(stepping) & empty;
        sink.pawns::<-11>(one & room);
        if !NOISY {
            sink.pawns::<-22>(shift::<-11>(one & RANKS[6]) & empty & room);
        }
    }
}
