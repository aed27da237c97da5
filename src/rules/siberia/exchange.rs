//! What captures win: rough values of the pieces, and the static exchange evaluation.

use super::attack;
use super::position::{Kind, Move, NOTHING, Pos};
use crate::board::nine::{Squares, bit, slide};
use crate::rules::{Position, Side};

/// Values for ordering and exchanges, by the kind's number, in centipawns; the last two are no pieces. A pawn becomes
/// no more than a dog, which is worth less than two pawns here.
const VALUES: [i32; 8] = [100, 320, 110, 170, 500, 0, 0, 0];

/// What a pawn gains by becoming a dog.
const PROMOTION: i32 = VALUES[Kind::Dog as usize] - VALUES[Kind::Pawn as usize];

/// The value of a kind by its number.
#[cfg(test)]
pub(super) fn value(kind: usize) -> i32 {
    VALUES[kind]
}

/// The kinds in the order in which they are sent into an exchange.
const CHEAPEST_FIRST: [Kind; 6] = [Kind::Pawn, Kind::Camel, Kind::Dog, Kind::Knight, Kind::Rook, Kind::King];

/// Most valuable victim first, then the cheapest attacker; 0 for a quiet move.
#[inline]
pub(super) fn gain(mv: Move) -> i32 {
    let promotion = if mv.is_promotion() { PROMOTION } else { 0 };
    if mv.taken() == NOTHING { promotion } else { promotion + VALUES[mv.taken()] - VALUES[mv.kind()] / 16 }
}

/// Does the exchange on the move's target win at least `threshold`, when each side takes with its cheapest piece and
/// stops when that is better? Pins are not looked at; promotions after the first move neither.
pub(super) fn wins(pos: &Pos, mv: Move, threshold: i32) -> bool {
    let mut standing = mv.kind();
    let mut balance = VALUES[mv.taken()] - threshold;
    if mv.is_promotion() {
        standing = Kind::Dog.index();
        balance += PROMOTION;
    }
    // `balance` is what the side that has just moved is ahead of its aim.
    if balance < 0 {
        return false;
    }
    balance -= VALUES[standing];
    // A king that takes is never taken back: the move is legal.
    if balance >= 0 || standing == Kind::King.index() {
        return true;
    }
    let target = mv.to();
    let rooks = pos.kind(Kind::Rook);
    let mut occupied = (pos.occupied() & !bit(mv.from())) | bit(target);
    let mut attackers = attack::attackers(pos, target, occupied);
    let mut side: Side = pos.side();
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & pos.all_of(side);
        let Some((kind, set)) = cheapest(pos, own) else { break };
        // The king may not take what is still protected.
        if kind == Kind::King && attackers & pos.all_of(!side) != 0 {
            break;
        }
        occupied &= !(set & set.wrapping_neg());
        if kind == Kind::Rook {
            attackers |= slide(target, occupied) & rooks;
        }
        balance = -balance - 1 - VALUES[kind.index()];
        if balance >= 0 {
            // Even losing this piece too, `side` is ahead, so the other side stops here.
            side = !side;
            break;
        }
    }
    // `side` is the one that could not, or need not, go on.
    side != pos.side()
}

#[inline]
fn cheapest(pos: &Pos, own: Squares) -> Option<(Kind, Squares)> {
    CHEAPEST_FIRST.into_iter().map(|kind| (kind, own & pos.kind(kind))).find(|&(_, set)| set != 0)
}
