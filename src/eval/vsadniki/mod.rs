//! The evaluation of vsadniki: features that a linear model weighs.

use crate::search::Params;

mod features;
#[cfg(test)]
mod tests;

/// The features of vsadniki.
#[derive(Copy, Clone, Debug, Default)]
pub struct VsadnikiEval;

/// How the search is tuned.
const PARAMS: Params =
    Params { aspiration: 40, null_move: 1, futility: 90, late_moves: 6, threat_plies: 1, ..Params::PLAIN };
