//! The evaluation of vsadniki: features that a linear model weighs.

use crate::search::Params;

mod features;
#[cfg(test)]
mod tests;

/// The features of vsadniki.
#[derive(Copy, Clone, Debug, Default)]
pub struct VsadnikiEval;

/// How the search is tuned.
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
