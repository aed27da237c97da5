//! Pawn structure. A pawn becomes a dog and nothing better, so a passed pawn is worth something, but not the game.

use super::layout::*;
use super::pieces::{View, from_kings, placement};
use super::{ahead, count, fill_ahead, fill_behind, sides, sign, steps};
use crate::board::nine::{Each, SIZE, STRIDE, Squares, bit, rank_of};
use crate::eval::model::Sink;
use crate::rules::siberia::{Kind, Pos, by_enemy_pawns, by_pawns};

/// The rank of a square from the side's own, below 9.
#[inline(always)]
fn rank<const WHITE: bool>(square: u8) -> usize {
    usize::from(if WHITE { rank_of(square) } else { (SIZE - 1).wrapping_sub(rank_of(square)) }) % 9
}

/// A side's pawns with no enemy pawn ahead on their file, nor one that guards a square of the way. `attacked`: what the
/// enemy pawns attack.
#[inline(always)]
fn without_foes<const WHITE: bool>(pawns: Squares, enemy_pawns: Squares, attacked: Squares) -> Squares {
    pawns & !fill_behind::<WHITE>(enemy_pawns | attacked)
}

/// The square ahead.
#[inline(always)]
fn next<const WHITE: bool>(pawn: u8) -> u8 {
    if WHITE { pawn + STRIDE } else { pawn.wrapping_sub(STRIDE) }
}

/// How the passed pawns of a side get on.
#[inline(always)]
pub fn passed<const WHITE: bool, S: Sink>(pos: &Pos, other: &View, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let sign = sign::<WHITE>();
    let (pawns, enemy_pawns, attacked) =
        (pos.of(us, Kind::Pawn), pos.of(them, Kind::Pawn), other.by[Kind::Pawn.index()]);
    for pawn in Each(without_foes::<WHITE>(pawns, enemy_pawns, attacked)) {
        let (rank, on) = (rank::<WHITE>(pawn), bit(next::<WHITE>(pawn)));
        let blocked = pos.occupied() & on != 0;
        sink.add(PASSED + 9 * usize::from(blocked) + rank, sign);
        if other.all & on == 0 {
            sink.add(PASSED_GUARDED + rank, sign);
        }
    }
}

/// The pawns of a side, as far as pawns and kings tell.
#[inline(always)]
pub fn structure<const WHITE: bool, S: Sink>(pos: &Pos, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let sign = sign::<WHITE>();
    let (pawns, enemy_pawns) = (pos.of(us, Kind::Pawn), pos.of(them, Kind::Pawn));
    if pawns == 0 {
        return;
    }
    let (cover, attacked) = (by_pawns::<WHITE>(pawns), by_enemy_pawns::<WHITE>(enemy_pawns));
    sink.add(MATERIAL + Kind::Pawn.index(), sign * count(pawns));
    for pawn in Each(pawns) {
        sink.add(placement::<WHITE>(Kind::Pawn, pawn), sign);
        from_kings::<WHITE, S>(pos, Kind::Pawn, pawn, sink);
    }
    sink.add(DOUBLED, sign * count(pawns & ahead::<WHITE>(fill_ahead::<WHITE>(pawns))));

    let files = fill_ahead::<true>(pawns) | fill_ahead::<false>(pawns);
    let closed = fill_behind::<WHITE>(enemy_pawns);
    let isolated = pawns & !(files << 1 | files >> 1);
    sink.add(ISOLATED, sign * count(isolated & closed));
    sink.add(ISOLATED + 1, sign * count(isolated & !closed));
    // Backward: no pawn beside or behind it can guard it, and an enemy pawn guards the square before it.
    let beside = pawns << 1 | pawns >> 1;
    let held = if WHITE { attacked >> STRIDE } else { attacked << STRIDE };
    let backward = pawns & held & !fill_ahead::<WHITE>(beside) & !isolated;
    sink.add(BACKWARD, sign * count(backward & closed));
    sink.add(BACKWARD + 1, sign * count(backward & !closed));
    for pawn in Each(pawns & cover) {
        sink.add(SUPPORTED + rank::<WHITE>(pawn), sign);
    }
    for pawn in Each(pawns & beside) {
        sink.add(PHALANX + rank::<WHITE>(pawn), sign);
    }
    for pawn in Each(without_foes::<WHITE>(pawns, enemy_pawns, attacked)) {
        let next = next::<WHITE>(pawn);
        sink.add(PASSED_OWN_KING + steps(pos.king(us), next).min(5), sign);
        sink.add(PASSED_ENEMY_KING + steps(pos.king(them), next).min(5), sign);
    }
}
