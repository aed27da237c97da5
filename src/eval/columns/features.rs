//! What is looked at in the column games, feature by feature.
//!
//! Material never changes: every piece stays on the board. What counts is who owns the columns, how well their tops are
//! guarded, where they stand and whether they can be jumped there. A piece under an enemy top is out of play until the
//! column is jumped often enough, so a deep guard of own pieces is what keeps prisoners; a lone guard over many
//! prisoners gives the enemy a strong column with a single jump.

use super::shape::{self, CLASSES, CODES, EXACT, Facts};
use super::{ColumnsEval, PARAMS, tops};
use crate::board::diagonal::{BOARD8, Each, INDICES, Name, Squares, at, file_rank};
use crate::eval::model::{FULL_PHASE, Features, Group, Sink, compare};
use crate::eval::view::{CONES, MOST_STEPS, STEP_FEATURES, View, real};
use crate::rules::columns::{ColumnPosition, ColumnRules, Columns};
use crate::rules::{Position, Side};
use crate::search::Params;

/// Pieces below the told ones, own and enemy.
const DEEP: usize = EXACT;
const PLACES: usize = DEEP + 2;
/// A man's column that no enemy column stands before, by its way to go, and whose turn it is.
const RUNNERS: usize = PLACES + CLASSES * INDICES;
/// By class, open lines and faced lines.
const LINES: usize = RUNNERS + 2 * 8;
/// What hangs, by its code, and whether the one that takes it can be taken.
const PREY: usize = LINES + CLASSES * 9;
/// How many columns hang.
const PREY_COUNT: usize = PREY + CODES * 2;
/// Steps and safe steps, by whose turn it is.
const STEPS: usize = PREY_COUNT + 4;
const SAFE_STEPS: usize = STEPS + 2 * MOST_STEPS;
/// Columns of a side and of the other.
const COLUMNS: usize = STEPS + STEP_FEATURES;
/// Pieces of a side in its own columns, and of the other in its own.
const FREE: usize = COLUMNS + COUNTS * COUNTS;
/// Kings on top, of a side and of the other.
const KINGS: usize = FREE + COUNTS * COUNTS;
const TURN: usize = KINGS + 5 * 5;
const TOPS: usize = TURN + 1;

/// Pieces of a side, and none.
const COUNTS: usize = 13;

const fn groups(size: u8) -> [Group; 8] {
    [
        Group { name: "columns", size: PLACES },
        Group { name: "places", size: LINES - PLACES },
        Group { name: "lines", size: PREY - LINES },
        Group { name: "exposure", size: STEPS - PREY },
        Group { name: "mobility", size: COLUMNS - STEPS },
        Group { name: "balance", size: TURN - COLUMNS },
        Group { name: "turn", size: TOPS - TURN },
        Group { name: "patterns", size: tops::features(size) },
    ]
}

static GROUPS: [[Group; 8]; 2] = [groups(8), groups(7)];

impl<R: ColumnRules> Features<Columns<R>> for ColumnsEval {
    const NAME: &'static str = if R::SIZE == 7 {
        "lasca"
    } else if R::FLYING {
        "bashni"
    } else {
        "bashni-short"
    };
    const PARAMS: Params = PARAMS;
    const GROUPS: &'static [Group] = if R::SIZE == 8 { &GROUPS[0] } else { &GROUPS[1] };

    /// By the number of columns.
    #[inline(always)]
    fn phase(_game: &Columns<R>, pos: &ColumnPosition) -> i32 {
        let full = 2 * R::MOST_PIECES as i32 - BARE;
        let columns = (pos.tops(Side::White) | pos.tops(Side::Black)).count_ones() as i32 - BARE;
        columns.clamp(0, full) * FULL_PHASE / full
    }

    #[inline(always)]
    fn collect<S: Sink>(_game: &Columns<R>, pos: &ColumnPosition, sink: &mut S) {
        let tops = [pos.tops(Side::White), pos.tops(Side::Black)];
        let white_moves = pos.side() == Side::White;
        let white = View::new::<R>(tops, pos.kings(), Side::White, white_moves);
        let black = View::new::<R>(tops, pos.kings(), Side::Black, !white_moves);
        let free_white = columns::<R, S>(pos, &white, Side::White, sink);
        let free_black = columns::<R, S>(pos, &black, Side::Black, sink);
        white.step_features::<R, S>(STEPS, 1, sink);
        black.step_features::<R, S>(STEPS, -1, sink);
        tops::each::<R>(white.own, white.enemy, |feature| sink.add(TOPS + feature, 1));
        tops::each::<R>(black.own, black.enemy, |feature| sink.add(TOPS + feature, -1));
        let count = |set: Squares| set.count_ones() as usize;
        compare(COLUMNS, COUNTS, [count(white.own), count(white.enemy)], sink);
        compare(FREE, COUNTS, [free_white, free_black], sink);
        compare(KINGS, 5, [count(white.own & white.kings), count(white.enemy & white.kings)], sink);
        sink.add(TURN, pos.side().sign());
    }

    fn describe(feature: usize) -> String {
        describe::<R>(feature)
    }

    fn start(feature: usize) -> [i32; 2] {
        [start::<R>(feature); 2]
    }
}

/// Columns on the bare board.
const BARE: i32 = 4;

/// Each column of a side: its shape, its place, its lines. Returns the number of own pieces in them.
#[inline(always)]
fn columns<R: ColumnRules, S: Sink>(pos: &ColumnPosition, view: &View, side: Side, sink: &mut S) -> usize {
    let sign = side.sign();
    let [open, faced] = view.lines();
    let count = |sets: &[Squares; 2], square: u8| ((sets[0] >> square & 1) + (sets[1] >> square & 1)) as usize;
    let cones = &CONES[usize::from(R::SIZE == 7)];
    let mut free = 0;
    for square in Each(view.own) {
        let column = pos.column(real::<R>(square, side));
        let exact = shape::exact(column, side);
        let class = shape::class(exact);
        sink.add(exact, sign);
        sink.add(PLACES + class * INDICES + alike::<R>(square), sign);
        sink.add(LINES + class * 9 + count(&open, square) * 3 + count(&faced, square), sign);
        free += 1;
        // A mark above the second piece or higher.
        if exact >= 8 {
            free += column.count(side) as usize - 1;
            let deep = column.without(5);
            if !deep.is_empty() {
                let own = deep.count(side) as i32;
                sink.add(DEEP, sign * own);
                sink.add(DEEP + 1, sign * (deep.height() as i32 - own));
            }
        }
        if exact & 1 == 0 && cones[usize::from(square)] & view.enemy == 0 {
            let way = usize::from(R::SIZE - 1 - file_rank(square).1) & 7;
            sink.add(RUNNERS + usize::from(view.to_move) * 8 + way, sign);
        }
    }
    if view.to_move {
        let loose = if view.prey == 0 { 0 } else { view.hanging::<R>() };
        for square in Each(view.prey) {
            let hanging = usize::from(loose >> square & 1 == 1);
            sink.add(PREY + hanging * CODES + shape::code(pos.column(real::<R>(square, side)), side), sign);
        }
        sink.add(PREY_COUNT + (view.prey.count_ones() as usize).min(3), sign);
    }
    free
}

/// The square, or its mirror image on the symmetric board, whichever is nearer to the a-file.
#[inline(always)]
fn alike<R: ColumnRules>(square: u8) -> usize {
    usize::from(if R::SIZE == 8 { square } else { MIRROR7[usize::from(square) % INDICES] })
}

static MIRROR7: [u8; INDICES] = {
    let (mut out, mut cell) = ([0; INDICES], 0);
    while cell < 49 {
        let (file, rank) = (cell % 7, cell / 7);
        if let (Some(square), Some(mirror)) = (at(file, rank), at(6 - file, rank)) {
            out[square as usize] = if mirror < square { mirror } else { square };
        }
        cell += 1;
    }
    out
};

/// A column with a man on top.
const MAN: i32 = 100;
/// A column with a flying king on top, with a short king or officer on top.
const KING: [i32; 2] = [300, 220];
/// The second, third ... own piece from the top down. The first ones matter most: two jumps in a row are rarer than one.
/// Without this term 41 % (bashni) and 38 % (lasca) of 200 games at four plies.
const GUARDS: [i32; 5] = [0, 39, 66, 84, 96];
/// A king among the guards will be a king again when the top is taken.
const KING_BELOW: i32 = 38;
/// A prisoner under two guards or more.
const PRISONER: i32 = 5;
/// A prisoner directly under a lone guard, to be freed by one jump.
const LOOSE_PRISONER: i32 = -4;
/// A man, for each rank it has advanced.
const ADVANCE: i32 = 3;
/// A step that could be made.
const STEP: i32 = 2;

/// The hand-made evaluation that came before.
fn start<R: ColumnRules>(feature: usize) -> i32 {
    match feature {
        2..DEEP => {
            let facts = Facts::of(feature);
            let top = if feature & 1 == 1 { KING[usize::from(!R::FLYING)] } else { MAN };
            let prisoner = if facts.guards > 0 { PRISONER } else { LOOSE_PRISONER };
            top + GUARDS[facts.guards.min(GUARDS.len() - 1)]
                + KING_BELOW * facts.kings as i32
                + prisoner * facts.prisoners as i32
        }
        PLACES..RUNNERS => {
            let (class, square) = ((feature - PLACES) / INDICES, (feature - PLACES) % INDICES);
            let rank = if BOARD8 >> square & 1 == 1 { file_rank(square as u8).1 } else { 0 };
            if class < CLASSES / 2 { ADVANCE * i32::from(rank) } else { 0 }
        }
        STEPS..SAFE_STEPS => STEP * ((feature - STEPS) % MOST_STEPS) as i32,
        TURN => 6,
        _ => 0,
    }
}

// The runs of features are read from the first on: each arm stands for what no arm before it has taken.
#[allow(clippy::match_overlapping_arm)]
fn describe<R: ColumnRules>(feature: usize) -> String {
    let turn = |n: usize| if n > 0 { ", own turn" } else { "" };
    match feature {
        0..DEEP => format!("column {}", shape::letters(feature)),
        DEEP => "own piece further down".to_owned(),
        ..PLACES => "enemy piece further down".to_owned(),
        ..RUNNERS => {
            let at = feature - PLACES;
            let square = (at % INDICES) as u8;
            let place = if BOARD8 >> square & 1 == 1 { Name(square).to_string() } else { "no square".to_owned() };
            format!("{} on {place}", shape::class_name(at / INDICES))
        }
        ..LINES => format!("free way of {}{}", (feature - RUNNERS) % 8, turn((feature - RUNNERS) / 8)),
        ..PREY => {
            let at = feature - LINES;
            format!("{}, {} open lines, {} faced", shape::class_name(at / 9), at / 3 % 3, at % 3)
        }
        ..PREY_COUNT => {
            let at = feature - PREY;
            let what = if at < CODES { "to be exchanged" } else { "hanging" };
            format!("column {}... {what}", shape::letters(at % CODES))
        }
        ..STEPS => format!("columns that can be jumped: {}", feature - PREY_COUNT),
        ..SAFE_STEPS => {
            let at = feature - STEPS;
            format!("steps: {}{}", at % MOST_STEPS, turn(at / MOST_STEPS))
        }
        ..COLUMNS => {
            let at = feature - SAFE_STEPS;
            format!("safe steps: {}{}", at % MOST_STEPS, turn(at / MOST_STEPS))
        }
        ..FREE => format!("{} columns against {}", (feature - COLUMNS) / COUNTS, (feature - COLUMNS) % COUNTS),
        ..KINGS => format!("{} free pieces against {}", (feature - FREE) / COUNTS, (feature - FREE) % COUNTS),
        ..TURN => format!("{} kings against {}", (feature - KINGS) / 5, (feature - KINGS) % 5),
        TURN => "turn".to_owned(),
        _ => tops::describe(R::SIZE, feature - TOPS),
    }
}
