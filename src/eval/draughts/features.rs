//! What is looked at in Russian draughts, feature by feature.
//!
//! Patterns of men know most of it. Beside them stand what reaches further than eight squares: material, kings, men on
//! their way to promotion, mobility, what hangs, and whose turn it is.

use super::describe::describe;
use super::{DraughtsEval, PARAMS};
use crate::board::diagonal::{BOARD8, Dir, Each, INDICES, MAIN_ROAD, Squares, at, file_rank, rank_of, slide};
use crate::eval::model::{FULL_PHASE, Features, Group, Sink, compare};
use crate::eval::pattern::{CONTENTS, Region};
pub(super) use crate::eval::view::MOST_STEPS;
use crate::eval::view::{CONES, STEP_FEATURES, View};
use crate::rules::columns::Bashni;
use crate::rules::draughts::{Draughts, DraughtsPos, DraughtsRules};
use crate::rules::{Position, Side};
use crate::search::Params;

/// The parts of the board whose men make a pattern. Together with the same turned round they cover it.
pub(super) const REGIONS: [Region; 9] = [
    Region::ranks(BOARD8, 0),
    Region::block(BOARD8, 0, 0),
    Region::block(BOARD8, 0, 1),
    Region::block(BOARD8, 0, 2),
    Region::block(BOARD8, 1, 0),
    Region::block(BOARD8, 1, 1),
    Region::block(BOARD8, 1, 2),
    Region::block(BOARD8, 2, 0),
    Region::block(BOARD8, 2, 1),
];

/// A man.
pub(super) const MAN: usize = 0;
/// Men of a side and of the other.
pub(super) const MEN: usize = MAN + 1;
/// A king.
pub(super) const KING: usize = MEN + COUNTS * COUNTS;
/// Kings of a side and of the other.
pub(super) const KINGS: usize = KING + 1;
/// Where a king stands.
pub(super) const KING_PLACE: usize = KINGS + KING_COUNTS * KING_COUNTS;
/// The squares that a king could move to.
pub(super) const KING_MOVES: usize = KING_PLACE + INDICES;
/// A king on the main road, by the kings of the other side there and elsewhere (none, one or more).
pub(super) const ROAD: usize = KING_MOVES + MOST_KING_MOVES;
/// Steps and safe steps, by whose turn it is.
pub(super) const STEPS: usize = ROAD + 3;
pub(super) const SAFE_STEPS: usize = STEPS + 2 * MOST_STEPS;
/// Pieces of the side to move that hang, and that would be exchanged.
pub(super) const PREY: usize = STEPS + STEP_FEATURES;
/// Kings among them.
pub(super) const KING_PREY: usize = PREY + 16;
/// A man that no enemy stands before, by its way to go, whose turn it is and whether the enemy has a king.
pub(super) const RUNNERS: usize = KING_PREY + 1;
/// Men on the left side less men on the right side.
pub(super) const LEFT: usize = RUNNERS + 4 * 8;
/// Whose turn it is, by the number of pieces and by the parity of pieces on every other rank: who has the last move
/// when two lines of men meet (the "opposition").
pub(super) const TURN: usize = LEFT + 17;
pub(super) const PATTERNS: usize = TURN + 2 * 25;

/// Men of a side, and none.
pub(super) const COUNTS: usize = 13;
/// Kings are counted up to three.
pub(super) const KING_COUNTS: usize = 4;
pub(super) const MOST_KING_MOVES: usize = 14;

static GROUPS: [Group; 8] = [
    Group { name: "men", size: KING },
    Group { name: "kings", size: STEPS - KING },
    Group { name: "mobility", size: PREY - STEPS },
    Group { name: "exposure", size: RUNNERS - PREY },
    Group { name: "free ways", size: LEFT - RUNNERS },
    Group { name: "wings", size: TURN - LEFT },
    Group { name: "turn", size: PATTERNS - TURN },
    Group { name: "patterns", size: REGIONS.len() * CONTENTS },
];

impl<R: DraughtsRules> Features<Draughts<R>> for DraughtsEval {
    const NAME: &'static str = "russian";
    const PARAMS: Params = PARAMS;
    const GROUPS: &'static [Group] = &GROUPS;
    const MAN: Option<usize> = Some(MAN);
    const ADJUSTMENT: Option<&'static str> = Some("drawish");

    /// By the number of pieces.
    #[inline(always)]
    fn phase(_game: &Draughts<R>, pos: &DraughtsPos) -> i32 {
        ((pos.pieces[0] | pos.pieces[1]).count_ones() as i32).min(24) * FULL_PHASE / 24
    }

    #[inline(always)]
    fn collect<S: Sink>(_game: &Draughts<R>, pos: &DraughtsPos, sink: &mut S) {
        // Men and kings move and jump as in bashni; what is taken makes no difference here.
        let white_moves = pos.side() == Side::White;
        let white = View::new::<Bashni>(pos.pieces, pos.kings, Side::White, white_moves);
        let black = View::new::<Bashni>(pos.pieces, pos.kings, Side::Black, !white_moves);
        side_features(&white, 1, sink);
        side_features(&black, -1, sink);
        let count = |set: Squares| set.count_ones() as usize;
        let men = [count(white.own & !white.kings), count(white.enemy & !white.kings)];
        compare(MEN, COUNTS, men, sink);
        sink.add(MAN, men[0] as i32 - men[1] as i32);
        if pos.kings != 0 {
            let kings = [count(white.own & white.kings), count(white.enemy & white.kings)];
            sink.add(KING, kings[0] as i32 - kings[1] as i32);
            compare(KINGS, KING_COUNTS, kings, sink);
            king_features(&white, 1, sink);
            king_features(&black, -1, sink);
        }
        let all = pos.pieces[0] | pos.pieces[1];
        let mover = if white.to_move { &white } else { &black };
        let opposition = ((mover.own | mover.enemy) & EVERY_OTHER_RANK).count_ones() as usize & 1;
        sink.add(TURN + opposition * 25 + (all.count_ones() as usize).min(24), pos.side().sign());
    }

    fn describe(feature: usize) -> String {
        describe(feature)
    }

    /// What few pieces can win against a king: little, and against one on the main road nothing.
    #[inline(always)]
    fn adjust(_game: &Draughts<R>, pos: &DraughtsPos, value: i32) -> i32 {
        if pos.kings == 0 { value } else { drawish(pos, value) }
    }

    /// The hand-made evaluation that came before.
    fn start(feature: usize) -> [i32; 2] {
        let value = match feature {
            MAN => 100,
            KING => 300,
            ROAD..STEPS => 30,
            STEPS..SAFE_STEPS => 2 * ((feature - STEPS) % MOST_STEPS) as i32,
            TURN..PATTERNS => 3,
            PATTERNS.. => pattern_start(feature - PATTERNS),
            _ => 0,
        };
        [value; 2]
    }
}

#[inline(always)]
fn side_features<S: Sink>(view: &View, sign: i32, sink: &mut S) {
    let (men, enemy_men) = (view.own & !view.kings, view.enemy & !view.kings);
    for (i, region) in REGIONS.iter().enumerate() {
        sink.add(PATTERNS + i * CONTENTS + region.content(men, enemy_men), sign);
    }
    view.step_features::<Bashni, S>(STEPS, sign, sink);
    if view.to_move && view.prey != 0 {
        let loose = view.hanging::<Bashni>();
        let hanging = loose.count_ones() as usize;
        let exchanged = (view.prey & !loose).count_ones() as usize;
        sink.add(PREY + hanging.min(3) * 4 + exchanged.min(3), sign);
        sink.add(KING_PREY, sign * (view.prey & view.kings).count_ones() as i32);
    }
    let kind = usize::from(view.to_move) * 8 + usize::from(view.enemy & view.kings != 0) * 16;
    // Further back an enemy stands before every man, unless there are few.
    let candidates = if view.enemy.count_ones() > 4 { men & UPPER_HALF } else { men };
    for square in Each(candidates) {
        if CONES[0][usize::from(square) % INDICES] & view.enemy == 0 {
            sink.add(RUNNERS + kind + usize::from(7 - file_rank(square).1) % 8, sign);
        }
    }
    let left = (men & LEFT_HALF).count_ones() as usize;
    let right = (men & !LEFT_HALF).count_ones() as usize;
    sink.add(LEFT + (8 + left).saturating_sub(right).min(16), sign);
}

#[inline(always)]
fn king_features<S: Sink>(view: &View, sign: i32, sink: &mut S) {
    let kings = view.own & view.kings;
    for square in Each(kings) {
        sink.add(KING_PLACE + usize::from(square), sign);
        let moves = Dir::ALL.iter().fold(0, |set, &dir| set | slide(square, dir, !view.empty).0).count_ones() as usize;
        sink.add(KING_MOVES + moves.min(MOST_KING_MOVES - 1), sign);
    }
    if kings & MAIN_ROAD != 0 {
        let others = view.enemy & view.kings;
        sink.add(ROAD + usize::from(others != 0) + usize::from(others & MAIN_ROAD != 0), sign);
    }
}

/// See [`Features::adjust`]. Two pieces do not win against a king, nor do three against one on the main road, but for
/// accidents; kings that are one or two more seldom do.
#[inline(never)]
fn drawish(pos: &DraughtsPos, value: i32) -> i32 {
    let (strong, weak) = if value >= 0 { (0, 1) } else { (1, 0) };
    let (strong, weak) = (pos.pieces[strong], pos.pieces[weak]);
    if weak & pos.kings == 0 {
        return value;
    }
    match (strong.count_ones(), weak.count_ones()) {
        (0..=2, 1..) => value / 8,
        (3, 1) if weak & MAIN_ROAD != 0 => value / 8,
        (3, 2..) => value / 2,
        (_, 1) if strong & !pos.kings != 0 && weak & MAIN_ROAD != 0 => value * 3 / 4,
        _ => value,
    }
}

const LEFT_HALF: Squares = {
    let (mut set, mut cell) = (0, 0);
    while cell < 32 {
        if let Some(square) = at(cell % 4, cell / 4) {
            set |= 1 << square;
        }
        cell += 1;
    }
    set
};

const UPPER_HALF: Squares = rank_of(4, 8) | rank_of(5, 8) | rank_of(6, 8);
const EVERY_OTHER_RANK: Squares = rank_of(0, 8) | rank_of(2, 8) | rank_of(4, 8) | rank_of(6, 8);

/// What each rank is worth to a man, from its own first rank.
const ADVANCE: [i32; 8] = [4, 0, 2, 5, 9, 15, 25, 0];

/// The worth of the men of a pattern by their ranks and by the middle of the board, shared between the patterns that
/// see them.
fn pattern_start(feature: usize) -> i32 {
    let worth = |square: u8| {
        let (file, rank) = file_rank(square);
        let middle = (2..6).contains(&file) && (2..6).contains(&rank);
        ADVANCE[usize::from(rank) % 8] + if middle { 5 } else { 0 }
    };
    let turned = |square: u8| 35 - square;
    let sees = |square: u8| REGIONS.iter().filter(|r| r.squares() >> square & 1 == 1).count() as i32;
    let Some(region) = REGIONS.get(feature / CONTENTS) else { return 0 };
    let part = |(square, what): (u8, u8)| match what {
        1 => worth(square) * 10 / (sees(square) + sees(turned(square))),
        2 => -worth(turned(square)) * 10 / (sees(square) + sees(turned(square))),
        _ => 0,
    };
    region.describe(feature % CONTENTS).into_iter().map(part).sum::<i32>() / 10
}
