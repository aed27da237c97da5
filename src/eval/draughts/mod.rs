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
const PARAMS: Params = Params { aspiration: 25, probcut: 60, reduction: 40, ..Params::PLAIN };
