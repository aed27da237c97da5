//! What could be taken.

use super::layout::*;
use super::pieces::View;
use super::{ahead, count, sides, sign};
use crate::board::nine::{BOARD, Each, RANKS, Squares, bit};
use crate::eval::model::Sink;
use crate::rules::Position;
use crate::rules::siberia::{Kind, Pos, by_pawns};

/// The kinds from the cheapest to the dearest, for the exchange.
const CHEAPEST: [Kind; 5] = [Kind::Pawn, Kind::Camel, Kind::Dog, Kind::Knight, Kind::Rook];

/// The three thirds of the board.
const LOW: Squares = RANKS[0] | RANKS[1] | RANKS[2];
const MIDDLE: Squares = RANKS[3] | RANKS[4] | RANKS[5];
const HIGH: Squares = RANKS[6] | RANKS[7] | RANKS[8];

/// What a side attacks, and what its pawns could attack with a step.
#[inline(always)]
pub fn threats<const WHITE: bool, S: Sink>(pos: &Pos, own: &View, other: &View, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let sign = sign::<WHITE>();
    let turn = usize::from(pos.side() == us);
    let enemy = pos.all_of(them) & !pos.kind(Kind::King);
    for square in Each(enemy & own.all) {
        let on = bit(square);
        // The number of the first kind that attacks; 5 is the king.
        let by = CHEAPEST.iter().take_while(|kind| own.by[kind.index()] & on == 0).count();
        let victim = pos.kind_number(on);
        let hanging = usize::from(other.all & on == 0);
        sink.add(THREAT + ((turn * 6 + by) * 6 + victim) * 2 + hanging, sign);
    }
    for (i, kind) in [Kind::Knight, Kind::Camel, Kind::Dog, Kind::Rook].into_iter().enumerate() {
        let loose = pos.of(us, kind) & !own.all;
        if loose != 0 {
            sink.add(LOOSE + i, sign * count(loose));
        }
    }
    let control = own.all & !other.all;
    let [near, far] = if WHITE { [LOW, HIGH] } else { [HIGH, LOW] };
    sink.add(CONTROL, sign * count(control & near));
    sink.add(CONTROL + 1, sign * count(control & MIDDLE));
    sink.add(CONTROL + 2, sign * count(control & far));
    let pushed = ahead::<WHITE>(pos.of(us, Kind::Pawn)) & BOARD & !pos.occupied();
    let pushed = pushed & !other.by[Kind::Pawn.index()] & (own.all | !other.all);
    let prey = by_pawns::<WHITE>(pushed) & enemy & !pos.kind(Kind::Pawn) & !own.by[Kind::Pawn.index()];
    if prey != 0 {
        sink.add(PUSH + turn, sign * count(prey));
    }
}
