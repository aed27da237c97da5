//! Scores: centipawns, and wins by their distance.

use std::fmt;

use crate::rules::{Ending, Verdict};

/// A score inside the search, from the side to move: centipawns, or beyond [`WIN_BOUND`] a win by its distance.
pub type Value = i32;

/// Above every score.
pub const INFINITE: Value = 32_000;
/// A game that is won in the position itself; a win `n` plies away is `WIN - n`.
pub const WIN: Value = 31_000;
/// Every score beyond this is a win, every evaluation stays within.
pub const WIN_BOUND: Value = 30_000;
/// A drawn game.
pub const DRAW: Value = 0;
/// The deepest ply that a line can reach.
pub const MAX_PLY: usize = 240;
/// The deepest iteration.
pub const MAX_DEPTH: i32 = 120;

/// The value of a game that ended at `ply`, for the side to move there.
#[inline]
pub const fn of_ending(ending: Ending, ply: usize) -> Value {
    match ending.verdict {
        Verdict::Win => WIN - ply as Value,
        Verdict::Draw => DRAW,
        Verdict::Loss => ply as Value - WIN,
    }
}

/// Is it a win or a loss, proven?
#[inline(always)]
pub const fn is_decided(value: Value) -> bool {
    value >= WIN_BOUND || value <= -WIN_BOUND
}

/// Turns a value counted from the root into one counted from the node, as the table keeps it.
#[inline(always)]
pub const fn to_table(value: Value, ply: usize) -> Value {
    if value >= WIN_BOUND {
        value + ply as Value
    } else if value <= -WIN_BOUND {
        value - ply as Value
    } else {
        value
    }
}

/// The other way round.
#[inline(always)]
pub const fn from_table(value: Value, ply: usize) -> Value {
    if value >= WIN_BOUND {
        value - ply as Value
    } else if value <= -WIN_BOUND {
        value + ply as Value
    } else {
        value
    }
}

/// A score as it is shown: from the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns: a man or a pawn is 100, in vsadniki a point.
    Centipawns(i32),
    /// The side to move wins in so many plies.
    WinIn(u32),
    /// The side to move loses in so many plies.
    LossIn(u32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        if value >= WIN_BOUND {
            Score::WinIn((WIN - value).unsigned_abs())
        } else if value <= -WIN_BOUND {
            Score::LossIn((WIN + value).unsigned_abs())
        } else {
            Score::Centipawns(value)
        }
    }
}

impl fmt::Display for Score {
    /// For people: `+0.35`, `win in 5`, `loss in 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(cp) => {
                let sign = if cp < 0 { '-' } else { '+' };
                f.pad(&format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100))
            }
            Score::WinIn(plies) => f.pad(&format!("win in {plies}")),
            Score::LossIn(plies) => f.pad(&format!("loss in {plies}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_keep_their_distance_through_the_table() {
        for value in [WIN - 7, 7 - WIN, 120, -WIN_BOUND + 1] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(from_table(to_table(WIN - 7, 5), 3), WIN - 5);
    }

    #[test]
    fn shown_scores() {
        let shown = [-35, 100, WIN - 5, 4 - WIN].map(|v| Score::from(v).to_string());
        assert_eq!(shown, ["-0.35", "+1.00", "win in 5", "loss in 4"]);
    }
}
