//! What is looked at in vsadniki, feature by feature: points first, then who is about to make the next ones.
//!
//! Nothing here names a field. A board file may bring any graph, so fields are told apart by what lies around them:
//! distances, neighbours, their part in promotions.

use super::{PARAMS, VsadnikiEval};
use crate::eval::model::{FULL_PHASE, Features, Group, Sink};
use crate::rules::vsadniki::{Riders, Set, Tables, Vsadniki};
use crate::rules::{Position, Side};
use crate::search::Params;

/// A point.
const POINT: usize = 0;
/// Points that a side still needs, and the other.
const NEEDS: usize = 1;
/// A pawn, by what lies around its field.
const PLACES: usize = NEEDS + MOST_NEEDS * MOST_NEEDS;
/// A pawn, by the number of its neighbouring fields, and of the empty ones among them.
const DEGREES: usize = PLACES + Tables::SURROUNDINGS;
/// Pawns on their start fields.
const AT_HOME: usize = DEGREES + 9 * 9;
/// Pawns with enemies for neighbours.
const IN_TOUCH: usize = AT_HOME + COUNTS;
/// Empty fields beside own pawns.
const ROOM: usize = IN_TOUCH + COUNTS;
/// Enemy pawns that could be jumped for a promotion at once, by whose turn it is.
const THREATS: usize = ROOM + MOST_ROOM;
/// Jumps that could do it.
const LAUNCHES: usize = THREATS + 2 * MOST_THREATS;
/// Jumps that could do it if a neighbouring pawn stood on the field before it.
const PLANS: usize = LAUNCHES + 2 * MOST_LAUNCHES;
/// Pawns on fields where they could be jumped for a promotion.
const ON_BRINK: usize = PLANS + 2 * MOST_LAUNCHES;
/// Riders, by whose turn it is.
const RIDERS: usize = ON_BRINK + COUNTS;
/// Captures that riders could make at once.
const CAPTURES: usize = RIDERS + 2 * MOST_RIDERS;
/// Riders that can neither capture nor step.
const STUCK: usize = CAPTURES + 2 * MOST_THREATS;
/// Promotion fields that stand empty, for the side to move.
const GOALS: usize = STUCK + 1;
const TURN: usize = GOALS + 12;
const FEATURES: usize = TURN + MOST_NEEDS;

/// Points needed are told apart up to one less than this.
const MOST_NEEDS: usize = 16;
/// Pawns of a side, and none.
const COUNTS: usize = 19;
const MOST_ROOM: usize = 48;
const MOST_THREATS: usize = 5;
const MOST_LAUNCHES: usize = 10;
const MOST_RIDERS: usize = 7;

static GROUPS: [Group; 7] = [
    Group { name: "points", size: PLACES },
    Group { name: "places", size: AT_HOME - PLACES },
    Group { name: "armies", size: THREATS - AT_HOME },
    Group { name: "threats", size: ON_BRINK - THREATS },
    Group { name: "exposure", size: RIDERS - ON_BRINK },
    Group { name: "riders", size: TURN - RIDERS },
    Group { name: "turn", size: FEATURES - TURN },
];

impl Features<Vsadniki> for VsadnikiEval {
    const NAME: &'static str = "vsadniki";
    const PARAMS: Params = PARAMS;
    const GROUPS: &'static [Group] = &GROUPS;
    const MAN: Option<usize> = Some(POINT);

    /// By what the leader still needs.
    #[inline(always)]
    fn phase(game: &Vsadniki, pos: &Riders) -> i32 {
        let least = needs(game, pos, Side::White).min(needs(game, pos, Side::Black));
        least.min(MOST_NEEDS) as i32 * FULL_PHASE / MOST_NEEDS as i32
    }

    #[inline(always)]
    fn collect<S: Sink>(game: &Vsadniki, pos: &Riders, sink: &mut S) {
        // Beyond a hundred points nobody plays, and sums could overflow.
        let points = |side| i32::from(pos.points(side).min(100));
        sink.add(POINT, points(Side::White) - points(Side::Black));
        let [white, black] = [Side::White, Side::Black].map(|side| needs(game, pos, side).min(MOST_NEEDS - 1));
        if white != black {
            sink.add(NEEDS + white * MOST_NEEDS + black, 1);
            sink.add(NEEDS + black * MOST_NEEDS + white, -1);
        }
        for side in [Side::White, Side::Black] {
            side_features(game.tables(), pos, side, sink);
        }
        let sign = pos.side().sign();
        let goals = game.tables().promotion & !(pos.pieces(Side::White) | pos.pieces(Side::Black));
        sink.add(GOALS + (goals.len() as usize).min(11), sign);
        sink.add(TURN + white.min(black), sign);
    }

    fn describe(feature: usize) -> String {
        describe(feature)
    }

    fn start(feature: usize) -> [i32; 2] {
        [start(feature); 2]
    }
}

/// What a side lacks in points, or in captures if that is more.
#[inline(always)]
fn needs(game: &Vsadniki, pos: &Riders, side: Side) -> usize {
    let points = game.target().saturating_sub(pos.points(side));
    let captures = game.min_captures().saturating_sub(pos.captures(side));
    usize::from(points.max(captures))
}

#[inline(always)]
fn side_features<S: Sink>(tables: &Tables, pos: &Riders, side: Side, sink: &mut S) {
    let (own, enemy) = (pos.pieces(side), pos.pieces(!side));
    let empty = !(own | enemy);
    let (pawns, riders) = (own & tables.ordinary, own & tables.promotion);
    let (sign, turn) = (side.sign(), usize::from(pos.side() == side));

    let surroundings = &tables.surroundings[side.index()];
    let (mut around, mut touching) = (Set::EMPTY, 0);
    let enemy_pawns = enemy & tables.ordinary;
    pawns.for_each(|field| {
        let neighbours = tables.neighbours(field);
        let free = neighbours & empty;
        sink.add(PLACES + usize::from(surroundings[usize::from(field)]), sign);
        sink.add(DEGREES + (neighbours.len() as usize).min(8) * 9 + (free.len() as usize).min(8), sign);
        touching += usize::from(!(neighbours & enemy_pawns).is_empty());
        around |= free;
    });
    let mut count = |first: usize, number: usize, most: usize| sink.add(first + number.min(most - 1), sign);
    count(AT_HOME, (own & tables.start[side.index()]).len() as usize, COUNTS);
    count(IN_TOUCH, touching, COUNTS);
    count(ROOM, around.len() as usize, MOST_ROOM);

    let (mut threats, mut launches, mut plans) = (0, 0, 0);
    (enemy & tables.brink).for_each(|over| {
        let before = launches;
        for &(from, to) in tables.launches(over) {
            let open = empty.has(to);
            launches += usize::from(open & own.has(from));
            plans += usize::from(open & around.has(from));
        }
        threats += usize::from(launches > before);
    });
    count(THREATS + turn * MOST_THREATS, threats, MOST_THREATS);
    count(LAUNCHES + turn * MOST_LAUNCHES, launches, MOST_LAUNCHES);
    count(PLANS + turn * MOST_LAUNCHES, plans, MOST_LAUNCHES);
    count(ON_BRINK, (own & tables.brink).len() as usize, COUNTS);

    let (mut captures, mut stuck) = (0, 0);
    riders.for_each(|from| {
        let before = captures;
        for &(over, to) in tables.captures(from) {
            captures += usize::from(enemy.has(over) & empty.has(to));
        }
        stuck += i32::from(captures == before && (tables.neighbours(from) & empty).is_empty());
    });
    count(RIDERS + turn * MOST_RIDERS, riders.len() as usize, MOST_RIDERS);
    count(CAPTURES + turn * MOST_THREATS, captures, MOST_THREATS);
    sink.add(STUCK, sign * stuck);
}

/// A side that needs this many points or fewer is close to winning; entry `n` is what it is worth to need `n` more.
const URGENCY: [i32; 9] = [0, 260, 230, 160, 130, 85, 60, 35, 15];
/// A promotion by a single jump that could be made at once were it the side's move.
const THREAT: i32 = 45;
/// No more threats than this count: one move makes one promotion.
const COUNTED_THREATS: usize = 3;
/// A rider: it holds the field against others and is a pawn again when it likes.
const RIDER: i32 = 15;
/// A capture a rider could make at once.
const HANGING: i32 = 35;
/// A pawn, by its steps to the nearest promotion field.
const NEARNESS: [i32; 6] = [0, 4, 4, 2, 1, 1];
/// A pawn, by its steps to the other side's start fields: it meets enemies there, and they cannot meet it behind.
const ADVANCE: [i32; 8] = [1, 1, 2, 2, 2, 2, 1, 0];
/// A pawn on a field from which jumps can lead to a promotion field. Below zero: with a bonus both sides leave these
/// pawns at home and shuffle (matches at two plies against points alone: +95 =3 -2 with -8, +57 =43 -0 with 0, +22 =78 -0
/// with +8).
const RISER: i32 = -8;
/// An empty field beside own pawns. (A weight of 2 against 1: +52 =140 -8.)
const EMPTY_BESIDE: i32 = 3;

/// The hand-made evaluation that came before.
fn start(feature: usize) -> i32 {
    let urgency = |needs: usize| URGENCY.get(needs).copied().unwrap_or(0);
    match feature {
        POINT => 100,
        // Half from each side's view.
        NEEDS..PLACES => {
            let (own, other) = ((feature - NEEDS) / MOST_NEEDS, (feature - NEEDS) % MOST_NEEDS);
            (urgency(own) - urgency(other)) / 2
        }
        PLACES..DEGREES => {
            let at = feature - PLACES;
            let (part, steps, far) = (at / 16 / 6, at / 16 % 6, at % 16);
            NEARNESS[steps] + ADVANCE[far.min(ADVANCE.len() - 1)] + if part >= 2 { RISER } else { 0 }
        }
        ROOM..THREATS => (feature - ROOM) as i32 * EMPTY_BESIDE,
        LAUNCHES..PLANS => ((feature - LAUNCHES) % MOST_LAUNCHES).min(COUNTED_THREATS) as i32 * THREAT,
        RIDERS..CAPTURES => ((feature - RIDERS) % MOST_RIDERS) as i32 * RIDER,
        CAPTURES..STUCK => ((feature - CAPTURES) % MOST_THREATS).min(COUNTED_THREATS) as i32 * HANGING,
        _ => 0,
    }
}

// The runs of features are read from the first on: each arm stands for what no arm before it has taken.
#[allow(clippy::match_overlapping_arm)]
fn describe(feature: usize) -> String {
    let by_turn = |first: usize, most: usize| {
        let at = feature - first;
        format!("{}{}", at % most, if at >= most { ", own turn" } else { "" })
    };
    match feature {
        POINT => "a point".to_owned(),
        ..PLACES => {
            let at = feature - NEEDS;
            format!("needs {} points, the other {}", at / MOST_NEEDS, at % MOST_NEEDS)
        }
        ..DEGREES => {
            let at = feature - PLACES;
            let part = ["", ", on the brink", ", on a way to promote", ", a jump from promotion"][at / 16 / 6 % 4];
            format!("pawn {} from promotion, {} from the enemy's start{part}", at / 16 % 6, at % 16)
        }
        ..AT_HOME => format!("pawn with {} neighbours, {} empty", (feature - DEGREES) / 9, (feature - DEGREES) % 9),
        ..IN_TOUCH => format!("pawns at home: {}", feature - AT_HOME),
        ..ROOM => format!("pawns beside enemies: {}", feature - IN_TOUCH),
        ..THREATS => format!("empty fields beside pawns: {}", feature - ROOM),
        ..LAUNCHES => format!("pawns to be jumped for a promotion: {}", by_turn(THREATS, MOST_THREATS)),
        ..PLANS => format!("jumps that promote: {}", by_turn(LAUNCHES, MOST_LAUNCHES)),
        ..ON_BRINK => format!("jumps that would promote after a step: {}", by_turn(PLANS, MOST_LAUNCHES)),
        ..RIDERS => format!("own pawns on the brink: {}", feature - ON_BRINK),
        ..CAPTURES => format!("riders: {}", by_turn(RIDERS, MOST_RIDERS)),
        ..STUCK => format!("captures: {}", by_turn(CAPTURES, MOST_THREATS)),
        STUCK => "rider that cannot move".to_owned(),
        ..TURN => format!("turn, {} promotion fields empty", feature - GOALS),
        _ => format!("turn, {} points needed", feature - TURN),
    }
}
