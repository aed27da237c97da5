//! A judge with endgame tables at hand: what a table's word means under the rules of drawing by count.
//!
//! Those rules only ever turn wins into draws. So a table's draw is a draw, its winner never loses, and its win counts
//! if it is over before the rule strikes. Where it is not, capturing, crowning or (under some rules) moving a man may
//! set the count back in time: that is left to the search, which knows the counts.

use std::sync::Arc;

use crate::rules::columns::{ColumnRules, Columns};
use crate::rules::draughts::{Draughts, DraughtsPos, DraughtsRules};
use crate::rules::siberia::Siberia;
use crate::rules::vsadniki::Vsadniki;
use crate::rules::{Game, Position, Side};
use crate::search::{Judge, Known, Memo, Params};

use super::folder::Library;
use super::{Outcome, Tables};

/// A judge that asks tables first.
pub struct Guided<J> {
    /// Judges what the tables do not know.
    pub judge: J,
    pub tables: Arc<Tables>,
}

/// How a game's judges come by its endgame tables, if it can have any.
pub trait Endings: Game {
    /// The judge with tables at hand.
    type Guided<J: Judge<Self>>: Judge<Self>;

    /// Gives a judge the tables of the game.
    fn guided<J: Judge<Self>>(judge: J, library: &Library) -> Self::Guided<J>;
}

impl<R: DraughtsRules> Endings for Draughts<R> {
    type Guided<J: Judge<Self>> = Guided<J>;

    fn guided<J: Judge<Self>>(judge: J, library: &Library) -> Guided<J> {
        Guided { judge, tables: library.tables::<R>() }
    }
}

/// Games without tables: the judge stays as it is.
macro_rules! without_tables {
    ($($game:ty $(, $rules:ident: $bound:path)?;)*) => {$(
        impl $(<$rules: $bound>)? Endings for $game {
            type Guided<J: Judge<Self>> = J;

            fn guided<J: Judge<Self>>(judge: J, _library: &Library) -> J {
                judge
            }
        }
    )*};
}

without_tables! {
    Columns<R>, R: ColumnRules;
    Siberia;
    Vsadniki;
}

impl<R: DraughtsRules, J: Judge<Draughts<R>>> Judge<Draughts<R>> for Guided<J> {
    const PARAMS: Params = J::PARAMS;
    const TERMS: &'static [&'static str] = J::TERMS;
    const REMEMBERS: bool = J::REMEMBERS;

    #[inline]
    fn terms(&self, game: &Draughts<R>, pos: &DraughtsPos) -> [i32; 8] {
        self.judge.terms(game, pos)
    }

    fn breakdown(&self, game: &Draughts<R>, pos: &DraughtsPos) -> Vec<(&'static str, i32)> {
        self.judge.breakdown(game, pos)
    }

    fn scale(&self) -> f64 {
        self.judge.scale()
    }

    #[inline]
    fn known(&self, game: &Draughts<R>, pos: &DraughtsPos) -> Option<Known> {
        self.tables.probe(pos).map(|outcome| self.under_the_count(game, pos, outcome))
    }

    #[inline(always)]
    fn structure(&self, pos: &DraughtsPos) -> u64 {
        self.judge.structure(pos)
    }

    #[inline]
    fn recall(&self, game: &Draughts<R>, pos: &DraughtsPos, memo: &mut Memo) -> i32 {
        match self.tables.probe(pos) {
            None => self.judge.recall(game, pos, memo),
            // Only asked to choose among draws.
            Some(Outcome::Draw) => self.judge.recall(game, pos, memo) / 16,
            Some(Outcome::Win(plies)) => promise(game, pos, pos.side(), plies),
            Some(Outcome::Loss(plies)) => -promise(game, pos, !pos.side(), plies),
        }
    }
}

impl<J> Guided<J> {
    fn under_the_count<R: DraughtsRules>(&self, game: &Draughts<R>, pos: &DraughtsPos, outcome: Outcome) -> Known {
        let (winner, plies) = match outcome {
            Outcome::Draw => return Known::Draw,
            Outcome::Win(plies) => (pos.side(), plies),
            Outcome::Loss(plies) => (!pos.side(), plies),
        };
        let left = game.plies_left(pos, winner);
        let mut in_time = u16::from(plies) <= left;
        if !in_time && let Some(capture) = self.tables.plies_to_capture(pos) {
            // Kings alone against a lone king: only a capture sets the count back, and what is left then is won in time.
            if u16::from(capture) > game.quiet_plies_left(pos) {
                return Known::Draw;
            }
            in_time = u16::from(capture) <= left;
        }
        match outcome {
            Outcome::Win(_) if in_time => Known::Win(plies),
            Outcome::Loss(_) if in_time => Known::Loss(plies),
            Outcome::Win(_) => Known::NotLost,
            _ => Known::NotWon,
        }
    }
}

/// What a win is worth that takes longer than the count allows, in centipawns: nothing if only a sacrifice could set
/// the count back; else, as men's moves do, more the nearer it is.
fn promise<R: DraughtsRules>(game: &Draughts<R>, pos: &DraughtsPos, winner: Side, plies: u8) -> i32 {
    if game.men_restart_count(pos, winner) { 1500 - 2 * i32::from(plies) } else { 0 }
}
