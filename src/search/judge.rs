//! What the search asks about a game beyond its rules.

use crate::rules::{Game, Position};

use super::memo::Memo;

#[cfg(feature = "tune")]
pub use super::tune::params;

/// Search parameters of a game, its constants. Margins are in centipawns; a technique whose number is 0 is off. What
/// was tried for which game, and what it did, is in `LAB.md`.
#[derive(Copy, Clone, Debug)]
pub struct Params {
    /// Half-width of the first aspiration window.
    pub aspiration: i32,
    /// 1: try a null move where [`Game::pass`] allows one.
    pub null_move: i32,
    /// ProbCut: margin by which a shallow search must beat beta.
    pub probcut: i32,
    /// Depth of that search, in percent of the depth left.
    pub probcut_depth: i32,
    /// 1: search compelled nodes (see [`Game::compelled`]) a ply deeper.
    pub extend_compelled: i32,
    /// Least depth for extending a hash move that no other move comes near.
    pub singular: i32,
    /// Moves searched without reduction, after the first in a principal variation.
    pub full_moves: i32,
    /// Late-move reduction: this many hundredths times the logarithms of depth and move number.
    pub reduction: i32,
    /// Late-move reduction in a node that is expected to fail high: so many hundredths of a ply more.
    pub cut_nodes: i32,
    /// Late-move reduction of a move that forces the reply: so many hundredths of a ply less. 0: it is not reduced.
    pub forcing: i32,
    /// Late moves of the root are reduced a ply more for each so many moves before them, by up to two.
    pub root_step: i32,
    /// Worth in the histories that changes the reduction by a ply.
    pub history_step: i32,
    /// Reverse futility: a node whose evaluation is this much for each ply above beta fails high.
    pub futility: i32,
    /// Futility of a quiet move: evaluation and this much for each ply stay below alpha.
    pub frontier: i32,
    /// Late-move pruning: quiet moves looked at with a ply to go; the square of the depth comes on top.
    pub late_moves: i32,
    /// Razoring: a node whose evaluation is this much for each ply below alpha goes to quiescence.
    pub razor: i32,
    /// Quiescence: what a capture wins, and this, must reach alpha.
    pub delta: i32,
    /// 1: quiescence looks into the table and stores what it finds.
    pub quiet_table: i32,
    /// Plies that a threatened side looks ahead in quiescence before it trusts the evaluation.
    pub threat_plies: i32,
    /// 1: the evaluation is corrected by how wrong it was of late in positions of the same [`Judge::structure`].
    pub correction: i32,
}

impl Params {
    /// What all games have in common: reductions, and every other technique off.
    pub const PLAIN: Params = Params {
        aspiration: 30,
        null_move: 0,
        probcut: 0,
        probcut_depth: 40,
        extend_compelled: 0,
        singular: 0,
        full_moves: 3,
        reduction: 60,
        cut_nodes: 0,
        forcing: 0,
        root_step: 0,
        history_step: 12000,
        futility: 0,
        frontier: 0,
        late_moves: 0,
        razor: 0,
        delta: 0,
        quiet_table: 0,
        threat_plies: 0,
        correction: 0,
    };
}

/// What is known of a position beyond doubt: the word of an endgame table under the rules of drawing by count.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// The side to move wins in so many plies.
    Win(u8),
    Draw,
    /// The side to move loses in so many plies.
    Loss(u8),
    /// The side to move does not lose; whether it wins in time is open.
    NotLost,
    /// The side to move does not win; whether it holds out long enough is open.
    NotWon,
}

/// Judges positions of a game: the evaluation, as a sum of named terms.
pub trait Judge<G: Game>: Send + Sync + 'static {
    /// How the search is tuned for the game.
    const PARAMS: Params;

    /// The terms' names, in the order of [`Judge::terms`].
    const TERMS: &'static [&'static str];

    /// Has [`Judge::recall`] a use for a memory?
    const REMEMBERS: bool = false;

    /// The terms of the evaluation, White's minus Black's, in centipawns. A man or pawn is 100 (in vsadniki a point).
    /// Entries past `TERMS.len()` are 0.
    fn terms(&self, game: &G, pos: &G::Pos) -> [i32; 8];

    /// What endgame tables know of the position. Asked in every node but the root; without tables nothing is known.
    #[inline(always)]
    fn known(&self, _game: &G, _pos: &G::Pos) -> Option<Known> {
        None
    }

    /// A key, well mixed, of what an error of the evaluation is likely to go with for a while: the pawns, say.
    #[inline(always)]
    fn structure(&self, _pos: &G::Pos) -> u64 {
        0
    }

    /// The terms with their names, and whatever else makes up the evaluation: the sum is that of [`Judge::evaluate`]
    /// from White's side.
    fn breakdown(&self, game: &G, pos: &G::Pos) -> Vec<(&'static str, i32)> {
        Self::TERMS.iter().copied().zip(self.terms(game, pos)).collect()
    }

    /// Centipawns at which the chance to win, a draw counted as half, is 73 %: `1 / (1 + exp(-score / scale))`.
    fn scale(&self) -> f64 {
        200.0
    }

    /// The evaluation from the side to move, in centipawns.
    #[inline]
    fn evaluate(&self, game: &G, pos: &G::Pos) -> i32 {
        self.recall(game, pos, &mut Memo::none())
    }

    /// The evaluation, with the help of what this judge remembers.
    #[inline]
    fn recall(&self, game: &G, pos: &G::Pos, _memo: &mut Memo) -> i32 {
        self.terms(game, pos).iter().sum::<i32>() * pos.side().sign()
    }
}

/// The parameters in force: constants, but for a build with the feature `tune`.
#[cfg(not(feature = "tune"))]
#[inline(always)]
pub fn params<G: Game, J: Judge<G>>() -> &'static Params {
    &J::PARAMS
}
