//! A check of features, for tests: both sides are treated alike.

use super::model::{Features, Linear, Shape};
use super::weights::Weights;
use crate::rules::{MoveOf, Notation, Position, random};
use crate::search::{Judge, Memo};

/// Random games: every position, and the same seen from the other side as `mirror` writes it, must be worth the same to
/// the side to move, the terms must add up to that, and so must what is remembered from position to position. `seen`
/// hears of every position.
pub fn check<G: Notation, F: Features<G>>(
    game: &G,
    (games, plies): (u64, usize),
    prefer: impl Fn(&G::Pos, MoveOf<G>) -> bool,
    mirror: impl Fn(&str) -> String,
    mut seen: impl FnMut(&str),
) {
    // Weights without any symmetry, so that two wrongs do not make a right.
    let odd = (0..Shape::<G, F>::FEATURES).map(|i| [(i % 61) as i16 - 30, (i % 37) as i16 - 18]).collect();
    let judge = Linear::<F>::new::<G>(&Weights::of(F::NAME, F::GROUPS, 200.0, odd)).unwrap();
    let mut memo = Memo::new();
    random::positions(game, games, plies, prefer, |pos, _| {
        let fen = game.fen(pos);
        seen(&fen);
        let value = judge.evaluate(game, pos);
        assert_eq!(value, judge.evaluate(game, &game.parse_fen(&mirror(&fen)).unwrap()), "{fen}");
        assert_eq!(value, judge.recall(game, pos, &mut memo), "{fen}");
        let sum: i32 = judge.breakdown(game, pos).iter().map(|(_, value)| value).sum();
        assert_eq!(sum * pos.side().sign(), value, "{fen}");
        if F::ADJUSTMENT.is_none() {
            let sum: i32 = judge.terms(game, pos).iter().sum();
            assert_eq!(sum * pos.side().sign(), value, "{fen}");
        }
    });
}
