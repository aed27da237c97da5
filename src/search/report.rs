//! What a search tells its owner.

use std::time::Duration;

use super::score::Score;

/// One finished line.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Depth of the iteration, plies; 0 for a game that is over.
    pub depth: i32,
    /// Deepest ply that was reached.
    pub seldepth: usize,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// From the side to move.
    pub score: Score,
    /// Moves played by all workers, quiescence included.
    pub nodes: u64,
    /// Since the search was asked for.
    pub time: Duration,
    /// Use of the hash table, per mille.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// The line; every move is legal.
    pub pv: Vec<M>,
}

impl<M> Report<M> {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

impl<M> Report<M> {
    /// The same report with another line, its moves in text, say.
    pub fn with_pv<N>(self, pv: Vec<N>) -> Report<N> {
        Report {
            depth: self.depth,
            seldepth: self.seldepth,
            multipv: self.multipv,
            score: self.score,
            nodes: self.nodes,
            time: self.time,
            hashfull: self.hashfull,
            tbhits: self.tbhits,
            pv,
        }
    }
}
