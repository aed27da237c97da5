//! What is looked at in the column games.
//!
//! Material never changes: every piece stays on the board. What counts is who owns the columns, how well their tops are
//! guarded, and how far the men have come. A piece under an enemy top is out of play until the column is jumped often
//! enough, so a deep guard of own pieces is what keeps prisoners; a lone guard over many prisoners gives the enemy a
//! strong column with a single jump.

use crate::board::diagonal::{Dir, Each, INDICES, Squares, at, step};
use crate::rules::columns::{ColumnPosition, ColumnRules, Columns};
use crate::rules::{Position, Side};
use crate::search::judge::{Judge, Params};

/// The evaluation of bashni and lasca.
#[derive(Copy, Clone, Debug, Default)]
pub struct ColumnsEval;

/// A column with a man on top.
const MAN: i32 = 100;
/// A column with a flying king on top, with a short king or officer on top.
const KING: [i32; 2] = [300, 220];
/// The second, third ... own piece from the top down. The first ones matter most: two jumps in a row are rarer than one.
/// Without this term 41 % (bashni) and 38 % (lasca) of 200 games at four plies.
const GUARDS: [i32; 6] = [0, 39, 66, 84, 96, 105];
/// A king among the guards will be a king again when the top is taken.
const KING_BELOW: i32 = 38;
/// A prisoner under two guards or more.
const PRISONER: i32 = 5;
/// A prisoner directly under a lone guard, to be freed by one jump.
const LOOSE_PRISONER: i32 = -4;
/// A man, for each rank it has advanced.
const ADVANCE: i32 = 3;
/// A column, for each file and rank it stands away from the edge, up to the middle. With 3 instead, and two thirds of
/// the guards, 43 % and 46 % of 600 games at four plies: the edge is where a column cannot be jumped.
const CENTRE: i32 = 1;
/// A step that could be made.
const STEP: i32 = 2;
/// The side to move.
const TURN: i32 = 6;

impl<R: ColumnRules> Judge<Columns<R>> for ColumnsEval {
    const PARAMS: Params = Params {
        aspiration: 30,
        null_move: 0,
        probcut: 120,
        probcut_depth: 40,
        extend_compelled: 0,
        singular: 0,
        full_moves: 3,
        reduction: 70,
        history_step: 12000,
        futility: 0,
        frontier: 0,
        late_moves: 0,
        razor: 0,
        delta: 0,
        quiet_table: 0,
        threat_plies: 0,
    };

    const TERMS: &'static [&'static str] = &["columns", "guards", "prisoners", "advance", "centre", "mobility", "turn"];

    fn terms(&self, _game: &Columns<R>, pos: &ColumnPosition) -> [i32; 8] {
        let white = side_terms::<R>(pos, Side::White);
        let black = side_terms::<R>(pos, Side::Black);
        let mut terms = [0; 8];
        for (term, (white, black)) in terms.iter_mut().zip(white.iter().zip(black)) {
            *term = white - black;
        }
        terms[6] = TURN * pos.side().sign();
        terms
    }
}

/// The terms of one side's columns.
#[inline(always)]
fn side_terms<R: ColumnRules>(pos: &ColumnPosition, side: Side) -> [i32; 6] {
    let tops = pos.tops(side);
    let kings = tops & pos.kings();
    let (mut guards, mut prisoners, mut advance, mut centre) = (0, 0, 0, 0);
    for square in Each(tops) {
        let place = PLACES[R::SIZE as usize & 1][side.index()][square as usize];
        advance += if kings >> square & 1 == 0 { i32::from(place.advance) } else { 0 };
        centre += i32::from(place.centre);
        let column = pos.column(square);
        if column.height() == 1 {
            continue;
        }
        let guard = column.guard();
        guards += GUARDS[GUARDS.len().min(guard as usize) - 1];
        guards += KING_BELOW * column.without_top().first(guard - 1).kings() as i32;
        prisoners += if guard > 1 {
            PRISONER * column.count(!side) as i32
        } else {
            LOOSE_PRISONER * column.without_top().guard() as i32
        };
    }
    let columns = MAN * (tops ^ kings).count_ones() as i32 + KING[!R::FLYING as usize] * kings.count_ones() as i32;
    [columns, guards, prisoners, ADVANCE * advance, CENTRE * centre, STEP * mobility::<R>(pos, side)]
}

/// Steps of men and of kings, these one square far only: cheap, and near enough.
#[inline(always)]
fn mobility<R: ColumnRules>(pos: &ColumnPosition, side: Side) -> i32 {
    let tops = pos.tops(side);
    let empty: Squares = R::BOARD & !(tops | pos.tops(!side));
    let (mut forwards, mut backwards) = ([Dir::NorthWest, Dir::NorthEast], [Dir::SouthWest, Dir::SouthEast]);
    if side == Side::Black {
        std::mem::swap(&mut forwards, &mut backwards);
    }
    let count = |set: Squares, dir: Dir| (step(set, dir) & empty).count_ones() as i32;
    let kings = tops & pos.kings();
    forwards.iter().map(|&dir| count(tops, dir)).sum::<i32>()
        + backwards.iter().map(|&dir| count(kings, dir)).sum::<i32>()
}

/// What a square is worth to a side.
#[derive(Copy, Clone)]
struct Place {
    /// Ranks from the side's own edge.
    advance: u8,
    /// Files or ranks from the nearest edge.
    centre: u8,
}

/// By board (8x8, 7x7), side and square.
static PLACES: [[[Place; INDICES]; 2]; 2] = [places(8), places(7)];

const fn places(size: u8) -> [[Place; INDICES]; 2] {
    let mut out = [[Place { advance: 0, centre: 0 }; INDICES]; 2];
    let mut i = 0;
    while i < size * size {
        let (file, rank) = (i % size, i / size);
        if let Some(square) = at(file, rank) {
            let across = least(file, size - 1 - file);
            let along = least(rank, size - 1 - rank);
            let centre = least(across, along);
            out[0][square as usize] = Place { advance: rank, centre };
            out[1][square as usize] = Place { advance: size - 1 - rank, centre };
        }
        i += 1;
    }
    out
}

const fn least(a: u8, b: u8) -> u8 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::columns::{Bashni, Lasca};
    use crate::rules::{Game, Notation, RuleOptions};

    fn value<R: ColumnRules>(fen: &str) -> i32 {
        let game = Columns::<R>::new(&RuleOptions::default());
        ColumnsEval.evaluate(&game, &game.parse_fen(fen).unwrap())
    }

    #[test]
    fn the_start_is_even() {
        fn even<R: ColumnRules>() {
            let game = Columns::<R>::new(&RuleOptions::default());
            assert_eq!(ColumnsEval.evaluate(&game, &game.start()), TURN);
        }
        even::<Bashni>();
        even::<Lasca>();
    }

    /// The board turned round with the colours swapped is worth the same to the side to move.
    #[test]
    fn sides_are_alike() {
        let fen = "8/8/1(Wwb)1(bww)4/8/5(bbBb)2/4(Bbww)3/8/w7 w";
        let turned = "7b/8/3(Wwbb)4/2(wwWw)5/8/4(wbb)1(Bbw)1/8/8 b";
        assert_eq!(value::<Bashni>(fen), value::<Bashni>(turned));
    }

    #[test]
    fn a_guard_is_worth_more_than_a_prisoner() {
        assert!(value::<Lasca>("6b/7/7/7/2(wwbb)4/7/7 w") > value::<Lasca>("6b/7/7/7/2(wbwb)4/7/7 w"));
    }
}
