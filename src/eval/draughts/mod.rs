//! The evaluation of Russian draughts: features that a linear model weighs.

use crate::search::Params;

mod describe;
mod features;
#[cfg(test)]
mod tests;

/// The features of `russian` and `russian-official`, which share their weights.
#[derive(Copy, Clone, Debug, Default)]
pub struct DraughtsEval;

/// How the search is tuned.
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
