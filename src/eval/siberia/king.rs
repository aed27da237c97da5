//! The kings: what bears on them, what shelters them, and how a bare one is hunted down.

use super::layout::*;
use super::pieces::{View, placement};
use super::{count, sides, sign, steps};
use crate::board::nine::{
    ALFIL, BOARD, FERZ, FILES, KING, KNIGHT, RANKS, SIZE, Squares, file_of, first, rank_of, slide,
};
use crate::eval::model::Sink;
use crate::rules::siberia::{Kind, Pos};

/// What a side has against the other king.
#[inline(always)]
pub fn attack<const WHITE: bool, S: Sink>(pos: &Pos, own: &View, other: &View, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let sign = sign::<WHITE>();
    let target = pos.king(them) as usize & 127;
    if own.attackers > 0 {
        sink.add(ATTACK + own.attackers.min(5) * 12 + own.hits.min(11), sign);
    }
    let weak = count(KING[target] & own.all & !other.guarded);
    sink.add(WEAK + weak as usize, sign);
    // Squares to check from that the other side does not guard. The king alone guards those next to him.
    let free = BOARD & !pos.all_of(us) & !other.all;
    let ways = [
        KNIGHT[target] & own.by[Kind::Knight.index()],
        ALFIL[target] & own.by[Kind::Camel.index()],
        FERZ[target] & own.by[Kind::Dog.index()],
        own.by[Kind::Rook.index()],
    ];
    for (i, way) in ways.into_iter().enumerate() {
        let mut way = way & free;
        if i == 3 && way != 0 {
            way &= slide(target as u8, pos.occupied());
        }
        if way != 0 {
            sink.add(CHECK + i, sign * count(way));
        }
    }
    if pos.all_of(them) & !pos.kind(Kind::King) == 0 {
        hunt::<WHITE, S>(pos, sink);
    }
}

/// Against a bare king.
#[cold]
fn hunt<const WHITE: bool, S: Sink>(pos: &Pos, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let king = pos.king(them);
    let edge = |line: u8| usize::from(line.min((SIZE - 1).wrapping_sub(line))).min(4);
    let (across, along) = (edge(file_of(king)), edge(rank_of(king)));
    sink.add(HUNT + steps(pos.king(us), king).min(8), sign::<WHITE>());
    sink.add(HUNT_EDGE + across.min(along), sign::<WHITE>());
    sink.add(HUNT_CORNER + across.max(along), sign::<WHITE>());
}

/// By rank of the king: the squares ahead of it, for White and for Black.
static AHEAD: [[Squares; 16]; 2] = {
    let mut out = [[0; 16]; 2];
    let mut rank = 0;
    while rank < 9 {
        let mut other = 0;
        while other < 9 {
            if other > rank {
                out[0][rank] |= RANKS[other];
            } else if other < rank {
                out[1][rank] |= RANKS[other];
            }
            other += 1;
        }
        rank += 1;
    }
    out
};

/// Where the own king could step to.
#[inline(always)]
pub fn room<const WHITE: bool, S: Sink>(pos: &Pos, other: &View, sink: &mut S) {
    let us = sides::<WHITE>().0;
    let room = KING[pos.king(us) as usize & 127] & !pos.all_of(us) & !other.all;
    sink.add(ESCAPES + count(room) as usize, sign::<WHITE>());
}

/// The own king: its place and the pawns before it.
#[inline(always)]
pub fn shelter<const WHITE: bool, S: Sink>(pos: &Pos, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let sign = sign::<WHITE>();
    let king = pos.king(us);
    sink.add(placement::<WHITE>(Kind::King, king), sign);
    let (file, rank) = (file_of(king), rank_of(king));
    let way = AHEAD[us.index()][rank as usize & 15];
    let (pawns, enemy) = (pos.of(us, Kind::Pawn) & way, pos.of(them, Kind::Pawn) & way);
    let rook = if pos.of(them, Kind::Rook) != 0 { 4 } else { 0 };
    // Ranks from the king to the nearest member of a set ahead of it; 0 if it is empty.
    let distance = |set: Squares| {
        let nearest = if WHITE { first(set) } else { 127u8.wrapping_sub(set.leading_zeros() as u8) };
        if set == 0 { 0 } else { usize::from(rank_of(nearest).abs_diff(rank)) }
    };
    for column in file.saturating_sub(1)..=(file + 1).min(SIZE - 1) {
        let beside = usize::from(column != file);
        let squares = FILES[column as usize % FILES.len()];
        let guard = match distance(pawns & squares) {
            0 => 3,
            near => near.min(3) - 1,
        };
        sink.add(SHIELD + 8 * beside + rook + guard, sign);
        sink.add(STORM + 6 * beside + distance(enemy & squares).min(5), sign);
    }
}
