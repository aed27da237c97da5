//! What the search asks about a game beyond its rules.

use crate::rules::{Game, Position};

/// Search parameters of a game, its constants.
#[derive(Copy, Clone, Debug)]
pub struct Params {
    /// Try a null move where [`Game::pass`] allows one.
    pub null_move: bool,
    /// ProbCut margin in centipawns; `None` switches it off.
    pub probcut: Option<i32>,
    /// Half-width of the first aspiration window, centipawns.
    pub aspiration: i32,
    /// Search compelled nodes (see [`Game::compelled`]) a ply deeper: right for checks.
    pub extend_check: bool,
    /// Moves searched without reduction, after the first in a principal variation.
    pub full_moves: usize,
    /// Late-move reduction: this times the logarithms of depth and move number.
    pub reduction: f32,
    /// Reverse-futility margin for each ply of depth, centipawns; 0 switches it off.
    pub futility: i32,
}

/// Judges positions of a game: the evaluation, as a sum of named terms.
pub trait Judge<G: Game>: Send + Sync + 'static {
    /// How the search is tuned for the game.
    const PARAMS: Params;

    /// The terms' names, in the order of [`Judge::terms`].
    const TERMS: &'static [&'static str];

    /// The terms of the evaluation, White's minus Black's, in centipawns. A man or pawn is 100 (in vsadniki a point).
    /// Entries past `TERMS.len()` are 0.
    fn terms(&self, game: &G, pos: &G::Pos) -> [i32; 8];

    /// The evaluation from the side to move, in centipawns.
    #[inline]
    fn evaluate(&self, game: &G, pos: &G::Pos) -> i32 {
        self.terms(game, pos).iter().sum::<i32>() * pos.side().sign()
    }
}
