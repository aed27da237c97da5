//! Chess (Siberia) on 9x9, as Ludii's reconstruction 3825 gives it.
//!
//! Rook, knight and king as in chess (no castling); the dog is shatranj's ferz, the camel its alfil; a pawn takes two
//! steps from its start rank, is never taken in passing and becomes a dog, always.

mod attack;
mod exchange;
mod generate;
mod notation;
mod position;
#[cfg(test)]
mod tests;

pub use attack::{by_enemy_pawns, by_pawns};
pub use position::{Kind, Move, Pos};

use super::options::{MateRule, RuleOptions};
use super::{Ending, Game, Position, Reason, Tag, Tension};

/// Plies without a capture or a pawn move that make a draw.
const DRAW_CLOCK: u16 = 100;

/// The rules of Chess (Siberia), with the value of a mate.
///
/// ```
/// use ataman::rules::siberia::Siberia;
/// use ataman::rules::{Game, Notation, RuleOptions};
/// let game = Siberia::new(&RuleOptions::default());
/// let pos = game.start();
/// assert_eq!(game.count(&pos, &mut Vec::new()), 27);
/// let knight = game.parse_move(&pos, "b1c3").unwrap();
/// assert_eq!(game.fen(&game.play(&pos, knight)), "rncdk1cnr/ppppppppp/9/9/9/9/2N6/PPPPPPPPP/R1CDK1CNR b - - 1 1");
/// ```
#[derive(Clone, Debug)]
pub struct Siberia {
    mate_rule: MateRule,
    start: Pos,
}

impl Siberia {
    /// The rules with these options, of which only the mate rule matters.
    pub fn new(options: &RuleOptions) -> Siberia {
        let nobody = || Pos::new(&[], super::Side::White, super::fen::Counters { clock: 0, number: 1 });
        Siberia { mate_rule: options.mate_rule, start: notation::read(notation::START).unwrap_or_else(|_| nobody()) }
    }
}

impl Game for Siberia {
    type Pos = Pos;

    fn start(&self) -> Pos {
        self.start
    }

    fn moves(&self, pos: &Pos, out: &mut Vec<Move>) {
        generate::all(pos, &mut generate::List { pos, out });
    }

    fn count(&self, pos: &Pos, _scratch: &mut Vec<Move>) -> u64 {
        let mut count = generate::Count(0);
        generate::all(pos, &mut count);
        count.0.into()
    }

    fn noisy(&self, pos: &Pos, out: &mut Vec<Move>) -> Tension {
        if generate::noisy(pos, &mut generate::List { pos, out }) { Tension::Forced } else { Tension::Optional }
    }

    #[inline]
    fn play(&self, pos: &Pos, mv: Move) -> Pos {
        pos.play(mv)
    }

    /// None in check, and none for a side of king and pawns: there zugzwang is the rule.
    fn pass(&self, pos: &Pos) -> Option<Pos> {
        let side = pos.side();
        let pieces = pos.all_of(side) & !(pos.kind(Kind::King) | pos.kind(Kind::Pawn));
        (pieces != 0 && !pos.is_attacked(side)).then(|| pos.passed())
    }

    #[inline]
    fn tag(&self, mv: Move) -> Tag {
        mv.tag()
    }

    #[inline]
    fn gain(&self, _pos: &Pos, mv: Move) -> i32 {
        exchange::gain(mv)
    }

    fn wins_exchange(&self, pos: &Pos, mv: Move, threshold: i32) -> bool {
        exchange::wins(pos, mv, threshold)
    }

    fn compelled(&self, pos: &Pos) -> bool {
        pos.is_attacked(pos.side())
    }

    #[inline]
    fn compels(&self, pos: &Pos, mv: Move) -> bool {
        attack::gives_check(pos, mv)
    }

    fn ended(&self, pos: &Pos) -> Option<Ending> {
        (pos.counters().clock >= DRAW_CLOCK).then_some(Ending::draw(Reason::Count))
    }

    fn stuck(&self, pos: &Pos) -> Ending {
        let side = pos.side();
        if !pos.is_attacked(side) {
            Ending::draw(Reason::Stalemate)
        } else if self.mate_rule == MateRule::Bare && pos.of(side, Kind::Pawn) != 0 {
            Ending::draw(Reason::MateWithPawn)
        } else {
            Ending::loss(Reason::Mate)
        }
    }

    fn key_from_scratch(&self, pos: &Pos) -> u64 {
        pos.key_from_scratch()
    }
}
