//! The 15-move rule: three kings or more against a lone king have so many plies until the next capture.
//!
//! Whether a win is in time depends on that capture, not on the end of the game: giving up a king sets the count back.
//! So the tables of these materials tell, besides the plies to the end, in how many plies a capture can be forced that
//! keeps the win. There are no men, and every capture is compulsory: a position is one of captures alone or one of moves
//! alone that stay in the material.

use crate::rules::draughts::{Draughts, DraughtsPos, DraughtsRules};
use crate::rules::{Game, MoveList, RuleOptions};

use super::Outcome;
use super::index::Index;
use super::material::Material;

/// Does the rule speak of this material, whichever side is to move?
pub(super) const fn is_counted(material: Material) -> bool {
    let Material { men, kings: [kings, others] } = material;
    men[0] == 0 && men[1] == 0 && (kings >= 3 && others == 1 || kings == 1 && others >= 3)
}

/// One more than the plies until the count is set back or the game is over, 0 for a draw; for each of the two materials
/// by the places of its full index. The winner hurries, the loser delays.
pub(super) fn plies<R: DraughtsRules>(sides: [&Index; 2], outcome: impl Fn(usize, u64) -> Outcome) -> [Vec<u8>; 2] {
    let game = Draughts::<R>::new(&RuleOptions::default());
    let mut moves = MoveList::<DraughtsPos>::new();
    let zeros = || sides.map(|index| vec![0u8; index.len() as usize]);
    // Moves of a loser that are not known to end in a capture.
    let (mut found, mut open) = (zeros(), zeros());
    let (mut layer, mut next) = (Vec::new(), Vec::new());
    for side in 0..2 {
        for place in (0..sides[side].len()).filter(|&place| outcome(side, place) != Outcome::Draw) {
            moves.clear();
            game.moves(&sides[side].view(place).position(), &mut moves);
            match moves.first() {
                None => {
                    found[side][place as usize] = 1;
                    layer.push((side, place));
                }
                Some(mv) if mv.is_capture() => {
                    found[side][place as usize] = 2;
                    next.push((side, place));
                }
                Some(_) => open[side][place as usize] = moves.len() as u8,
            }
        }
    }
    let mut code = 1;
    while !layer.is_empty() || !next.is_empty() {
        for (side, place) in std::mem::take(&mut layer) {
            let (lost, before) = (matches!(outcome(side, place), Outcome::Loss(_)), 1 - side);
            sides[side].view(place).predecessors(|view| {
                let place = sides[before].place(view);
                let at = place as usize;
                let decided = match outcome(before, place) {
                    Outcome::Win(_) if lost => true,
                    Outcome::Loss(_) if !lost && found[before][at] == 0 => {
                        open[before][at] -= 1;
                        open[before][at] == 0
                    }
                    _ => false,
                };
                if decided && found[before][at] == 0 {
                    found[before][at] = code + 1;
                    next.push((before, place));
                }
            });
        }
        std::mem::swap(&mut layer, &mut next);
        code += 1;
    }
    found
}
