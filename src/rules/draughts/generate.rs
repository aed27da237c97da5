//! Move generation on bit sets.

use crate::board::diagonal::{Dir, Each, Squares, slide, step};
use crate::rules::MoveList;

use super::DraughtsRules;
use super::capture::{captures_of_king, captures_of_man, capturing_kings, capturing_men};
use super::position::{DraughtsMove, DraughtsPos, FAR_RANK};

/// The directions in which a side's men step.
const FORWARD: [[Dir; 2]; 2] = [[Dir::NorthWest, Dir::NorthEast], [Dir::SouthWest, Dir::SouthEast]];

/// Appends every capture.
#[inline]
pub(super) fn push_captures<R: DraughtsRules>(pos: &DraughtsPos, out: &mut MoveList<DraughtsPos>) {
    for from in Each(capturing_men(pos, pos.side)) {
        captures_of_man::<R>(pos, from, out);
    }
    for from in Each(capturing_kings(pos, pos.side)) {
        captures_of_king::<R>(pos, from, out);
    }
}

/// Appends every move that is no capture.
#[inline]
pub(super) fn push_quiet(pos: &DraughtsPos, out: &mut MoveList<DraughtsPos>) {
    let (men, kings, empty) = parts(pos);
    let far = FAR_RANK[pos.side.index()];
    for dir in FORWARD[pos.side.index()] {
        for to in Each(step(men, dir) & empty) {
            let from = step(1 << to, dir.opposite()).trailing_zeros() as u8;
            out.push(DraughtsMove::new(from, to, 0, far >> to & 1 == 1));
        }
    }
    for from in Each(kings) {
        for to in Each(king_targets(from, empty)) {
            out.push(DraughtsMove::new(from, to, 0, false));
        }
    }
}

/// Number of moves that are no captures.
#[inline]
pub(super) fn count_quiet(pos: &DraughtsPos) -> u64 {
    let (men, kings, empty) = parts(pos);
    let [left, right] = FORWARD[pos.side.index()];
    let men = (step(men, left) & empty).count_ones() + (step(men, right) & empty).count_ones();
    let kings: u32 = Each(kings).map(|from| king_targets(from, empty).count_ones()).sum();
    u64::from(men + kings)
}

/// Is there a move that is no capture?
#[inline]
pub(super) fn has_quiet(pos: &DraughtsPos) -> bool {
    let (men, kings, empty) = parts(pos);
    let steps = |set, dir| step(set, dir) & empty != 0;
    FORWARD[pos.side.index()].iter().any(|&dir| steps(men, dir)) || Dir::ALL.iter().any(|&dir| steps(kings, dir))
}

/// The mover's men and kings, and the empty squares.
#[inline(always)]
fn parts(pos: &DraughtsPos) -> (Squares, Squares, Squares) {
    let us = pos.pieces[pos.side.index()];
    (us & !pos.kings, us & pos.kings, pos.empty())
}

#[inline(always)]
fn king_targets(from: u8, empty: Squares) -> Squares {
    Dir::ALL.iter().fold(0, |set, &dir| set | slide(from, dir, !empty).0)
}
