//! Pawn structure. A pawn becomes a dog and nothing better, so a passed pawn is worth something, but not the game.

use super::layout::*;
use super::pieces::{View, placement};
use super::{ahead, count, fill_ahead, sides, sign, steps};
use crate::board::nine::{Each, SIZE, STRIDE, Squares, bit, rank_of};
use crate::eval::model::Sink;
use crate::rules::siberia::{Kind, Pos};

/// The set and all squares behind it.
#[inline(always)]
fn fill_behind<const WHITE: bool>(set: Squares) -> Squares {
    if WHITE { fill_ahead::<false>(set) } else { fill_ahead::<true>(set) }
}

/// The rank of a square from the side's own, below 9.
#[inline(always)]
fn rank<const WHITE: bool>(square: u8) -> usize {
    usize::from(if WHITE { rank_of(square) } else { (SIZE - 1).wrapping_sub(rank_of(square)) }) % 9
}

/// The pawns of a side.
#[inline(always)]
pub fn structure<const WHITE: bool, S: Sink>(pos: &Pos, own: &View, other: &View, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let sign = sign::<WHITE>();
    let (pawns, enemy_pawns) = (pos.of(us, Kind::Pawn), pos.of(them, Kind::Pawn));
    if pawns == 0 {
        return;
    }
    let (cover, attacked) = (own.by[Kind::Pawn.index()], other.by[Kind::Pawn.index()]);
    sink.add(MATERIAL + Kind::Pawn.index(), sign * count(pawns));
    for pawn in Each(pawns) {
        sink.add(placement::<WHITE>(Kind::Pawn, pawn), sign);
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
    // No enemy pawn ahead on this file, nor one that guards a square of the way.
    for pawn in Each(pawns & !(closed | fill_behind::<WHITE>(attacked))) {
        let (rank, next) = (rank::<WHITE>(pawn), if WHITE { pawn + STRIDE } else { pawn.wrapping_sub(STRIDE) });
        let blocked = pos.occupied() & bit(next) != 0;
        sink.add(PASSED + 9 * usize::from(blocked) + rank, sign);
        if other.all & bit(next) == 0 {
            sink.add(PASSED_GUARDED + rank, sign);
        }
        sink.add(PASSED_OWN_KING + steps(pos.king(us), next).min(5), sign);
        sink.add(PASSED_ENEMY_KING + steps(pos.king(them), next).min(5), sign);
    }
}
