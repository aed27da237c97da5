//! Russian draughts: material, advancement, tempo, mobility and a few squares that matter.

use crate::board::diagonal::{MAIN_ROAD, Squares, at, rank_of};
use crate::rules::draughts::{Draughts, DraughtsPos, DraughtsRules, mobility};
use crate::rules::{Position, Side};
use crate::search::{Judge, Params};

/// The hand-made evaluation of Russian draughts.
pub struct DraughtsEval;

/// A flying king, in centipawns.
const KING: i32 = 300;
/// What each rank is worth to a man, from its own first rank.
const ADVANCE: [i32; 8] = [4, 0, 2, 5, 9, 15, 25, 0];
/// A man in the middle four files of ranks 3-6.
const CENTRE: i32 = 5;
/// Holding the main road with a king.
const ROAD: i32 = 30;

const CENTRE_SQUARES: Squares = centre();

const fn centre() -> Squares {
    let (mut set, mut cell) = (0, 0);
    while cell < 16 {
        if let Some(square) = at(2 + cell % 4, 2 + cell / 4) {
            set |= 1 << square;
        }
        cell += 1;
    }
    set
}

impl<R: DraughtsRules> Judge<Draughts<R>> for DraughtsEval {
    const PARAMS: Params = Params {
        aspiration: 25,
        null_move: 0,
        probcut: 60,
        probcut_depth: 40,
        extend_compelled: 0,
        singular: 0,
        full_moves: 3,
        reduction: 40,
        history_step: 12000,
        futility: 0,
        frontier: 0,
        late_moves: 0,
        razor: 0,
        delta: 0,
        quiet_table: 0,
        threat_plies: 0,
    };
    const TERMS: &'static [&'static str] = &["men", "kings", "advancement", "centre", "mobility", "main road", "move"];

    #[inline]
    fn terms(&self, _game: &Draughts<R>, pos: &DraughtsPos) -> [i32; 8] {
        let [white, black] = [Side::White, Side::Black].map(|side| pos.pieces[side.index()]);
        let men = [white & !pos.kings, black & !pos.kings];
        let kings = [white & pos.kings, black & pos.kings];
        let count = |sets: [Squares; 2]| sets[0].count_ones() as i32 - sets[1].count_ones() as i32;
        [
            count(men) * 100,
            count(kings) * KING,
            advancement(men[0], false) - advancement(men[1], true),
            CENTRE * count(men.map(|m| m & CENTRE_SQUARES)),
            2 * (mobility(pos, Side::White) - mobility(pos, Side::Black)),
            ROAD * count(kings.map(|k| u64::from(k & MAIN_ROAD != 0))),
            3 * pos.side().sign(),
            0,
        ]
    }
}

#[inline]
fn advancement(men: Squares, down: bool) -> i32 {
    (0..8u8)
        .map(|rank| {
            let seen = if down { 7 - rank } else { rank };
            (men & RANKS[rank as usize]).count_ones() as i32 * ADVANCE[seen as usize]
        })
        .sum()
}

const RANKS: [Squares; 8] = {
    let (mut ranks, mut r) = ([0; 8], 0);
    while r < 8 {
        ranks[r] = rank_of(r as u8, 8);
        r += 1;
    }
    ranks
};
