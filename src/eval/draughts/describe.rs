//! The features of draughts in words.

use super::features::*;
use crate::board::diagonal::{BOARD8, Name};
use crate::eval::pattern::{CONTENTS, words};

/// What a feature means.
// The runs of features are read from the first on: each arm stands for what no arm before it has taken.
#[allow(clippy::match_overlapping_arm)]
pub(super) fn describe(feature: usize) -> String {
    let turn = |own: usize| if own.is_multiple_of(2) { "" } else { ", own turn" };
    let steps = |kind: &str, at: usize| format!("{kind}: {}{}", at % MOST_STEPS, turn(at / MOST_STEPS));
    match feature {
        MAN => "a man".to_owned(),
        ..KING => format!("{} men against {}", (feature - MEN) / COUNTS, (feature - MEN) % COUNTS),
        KING => "a king".to_owned(),
        ..KING_PLACE => {
            format!("{} kings against {}", (feature - KINGS) / KING_COUNTS, (feature - KINGS) % KING_COUNTS)
        }
        ..KING_MOVES => {
            let square = (feature - KING_PLACE) as u8;
            let known = BOARD8 >> square & 1 == 1;
            format!("king on {}", if known { Name(square).to_string() } else { "no square".to_owned() })
        }
        ..ROAD => format!("king with {} moves", feature - KING_MOVES),
        ..STEPS => {
            let others = ["no king against it", "a king elsewhere", "a king there too"];
            format!("king on the main road, {}", others[(feature - ROAD) % 3])
        }
        ..SAFE_STEPS => steps("steps", feature - STEPS),
        ..PREY => steps("safe steps", feature - SAFE_STEPS),
        ..KING_PREY => format!("hanging: {}, to be exchanged: {}", (feature - PREY) / 4, (feature - PREY) % 4),
        ..RUNNERS => "a king among them".to_owned(),
        ..LEFT => {
            let at = feature - RUNNERS;
            let king = if at >= 16 { " past a king" } else { "" };
            format!("free way of {}{king}{}", at % 8, turn(at / 8))
        }
        ..TURN => format!("men on the left more than on the right: {}", (feature - LEFT) as i32 - 8),
        ..PATTERNS => {
            let at = feature - TURN;
            let parity = if at >= 25 { "with" } else { "without" };
            format!("turn, {} pieces, {parity} the opposition", at % 25)
        }
        _ => {
            let at = feature - PATTERNS;
            REGIONS.get(at / CONTENTS).map_or_else(String::new, |region| words(region, at % CONTENTS))
        }
    }
}
