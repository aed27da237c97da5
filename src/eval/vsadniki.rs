//! What Vsadniki looks at: points first, then who is about to make the next ones.
//!
//! The weights were written by hand and set roughly by short matches at two plies; a point is 100.

use crate::rules::Side;
use crate::rules::vsadniki::{Riders, Set, Tables, Vsadniki};
use crate::search::{Judge, Params};

/// A side that needs this many points or fewer is close to winning; entry `n` is what it is worth to need `n` more.
const URGENCY: [i32; 9] = [0, 260, 230, 160, 130, 85, 60, 35, 15];
/// A promotion by a single jump that could be made at once were it the side's move.
const THREAT: i32 = 45;
/// No more threats than this count: one move makes one promotion.
const MOST_THREATS: i32 = 3;
/// A rider: it holds the field against others and is a pawn again when it likes.
const RIDER: i32 = 15;
/// A capture a rider could make at once.
const HANGING: i32 = 35;
/// A pawn, by its steps to the nearest promotion field.
const NEARNESS: [i32; 5] = [0, 4, 4, 2, 1];
/// A pawn, by its steps to the other side's start fields: it meets enemies there, and they cannot meet it behind.
const ADVANCE: [i32; 8] = [1, 1, 2, 2, 2, 2, 1, 0];
/// A pawn on a field from which jumps can lead to a promotion field. Below zero: with a bonus both sides leave these
/// pawns at home and shuffle (matches at two plies against points alone: +95 =3 -2 with -8, +57 =43 -0 with 0, +22 =78 -0
/// with +8).
const RISER: i32 = -8;
/// An empty field beside own pawns. (A weight of 2 against 1: +52 =140 -8.)
const ROOM: i32 = 3;

/// The evaluation of vsadniki.
#[derive(Copy, Clone, Debug, Default)]
pub struct VsadnikiEval;

impl Judge<Vsadniki> for VsadnikiEval {
    const PARAMS: Params = Params {
        aspiration: 40,
        null_move: 1,
        probcut: 0,
        probcut_depth: 40,
        extend_compelled: 0,
        singular: 0,
        full_moves: 3,
        reduction: 60,
        history_step: 12000,
        futility: 90,
        frontier: 0,
        late_moves: 6,
        razor: 0,
        delta: 0,
        quiet_table: 0,
        threat_plies: 1,
    };

    const TERMS: &'static [&'static str] = &["points", "urgency", "threats", "riders", "placement", "rising", "room"];

    fn terms(&self, game: &Vsadniki, pos: &Riders) -> [i32; 8] {
        let [white, black] = [Side::White, Side::Black].map(|side| look(game, pos, side));
        let mut out = [0; 8];
        for ((term, white), black) in out.iter_mut().zip(white).zip(black) {
            *term = white - black;
        }
        out
    }
}

/// One side's terms.
#[inline]
fn look(game: &Vsadniki, pos: &Riders, side: Side) -> [i32; 7] {
    let tables = game.tables();
    let (own, enemy) = (pos.pieces(side), pos.pieces(!side));
    let empty = !(own | enemy);
    let (pawns, riders) = (own & tables.ordinary, own & tables.promotion);

    let mut threats = 0;
    (enemy & tables.brink).for_each(|over| {
        for &(from, to) in tables.launches(over) {
            threats += i32::from(own.has(from) & empty.has(to));
        }
    });
    let mut hanging = 0;
    riders.for_each(|from| {
        for &(over, to) in tables.captures(from) {
            hanging += i32::from(enemy.has(over) & empty.has(to));
        }
    });
    let (placement, around) = place(tables, pawns, side);
    let room = (around & empty).len() as i32;
    [
        i32::from(pos.points(side).min(100)) * 100,
        urgency(game, pos, side),
        threats.min(MOST_THREATS) * THREAT,
        riders.len() as i32 * RIDER + hanging.min(MOST_THREATS) * HANGING,
        placement,
        (own & tables.risers).len() as i32 * RISER,
        room * ROOM,
    ]
}

/// How close the side is to winning: what it lacks in points, or in captures if that is more.
fn urgency(game: &Vsadniki, pos: &Riders, side: Side) -> i32 {
    let points = game.target().saturating_sub(pos.points(side));
    let captures = game.min_captures().saturating_sub(pos.captures(side));
    URGENCY.get(usize::from(points.max(captures))).copied().unwrap_or(0)
}

/// The worth of the pawns' fields, and the fields around them.
#[inline(always)]
fn place(tables: &Tables, pawns: Set, side: Side) -> (i32, Set) {
    let to_enemy = &tables.to_start[(!side).index()];
    let (mut sum, mut around) = (0, Set::EMPTY);
    pawns.for_each(|f| {
        sum += NEARNESS[usize::from(tables.to_promotion[f as usize]).min(NEARNESS.len() - 1)];
        sum += ADVANCE[usize::from(to_enemy[f as usize]).min(ADVANCE.len() - 1)];
        around |= tables.neighbours(f);
    });
    (sum, around)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Notation, RuleOptions};

    #[test]
    fn the_start_is_even_and_points_count_a_hundred() {
        let game = Vsadniki::new(&RuleOptions::default());
        assert_eq!(VsadnikiEval.terms(&game, &game.start()), [0; 8]);
        let fen = game.fen(&game.start()).replace("w 0 0 0 0", "b 0 3 0 0");
        let pos = game.parse_fen(&fen).unwrap();
        assert_eq!(VsadnikiEval.terms(&game, &pos)[0], -300);
        assert_eq!(VsadnikiEval.evaluate(&game, &pos), 300);
    }

    #[test]
    fn a_threat_to_promote_is_worth_something() {
        let game = Vsadniki::new(&RuleOptions::default());
        let pos = game.parse_fen("8b/9/17/17/17/13/17/17/1b15/w8/9 b 0 0 0 0").unwrap();
        assert_eq!(VsadnikiEval.terms(&game, &pos)[2], THREAT);
    }

    #[test]
    fn no_position_overflows() {
        let game = Vsadniki::new(&RuleOptions { target_score: 99, min_captures: 99, ..RuleOptions::default() });
        let pos = game.parse_fen("8b/9/17/17/17/13/17/17/17/w8/9 w 9999 0 9999 0").unwrap();
        assert!(VsadnikiEval.evaluate(&game, &pos).abs() < 12_000);
    }
}
