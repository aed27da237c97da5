//! The engine options that are not rules: names, ranges, defaults.

use std::time::Duration;

use super::variety::Variety;
use crate::search::Limits;

/// What a protocol or a command may set beside the rules, the hash and the threads.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Lines shown, 1-256.
    pub multipv: usize,
    /// Lost between the engine and its user's watch, milliseconds.
    pub overhead: Duration,
    /// Playing strength, 0-20; 20 is full.
    pub skill: u32,
    /// Centipawns that may be given up for variety, 0-1000.
    pub variety: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { multipv: 1, overhead: Duration::from_millis(10), skill: FULL_SKILL, variety: 0 }
    }
}

/// The skill that does not hold back.
pub const FULL_SKILL: u32 = 20;
/// Largest hash table, MB.
pub const MOST_HASH: u32 = 65_536;
/// Most threads.
pub const MOST_THREADS: u32 = 256;
/// Hash table at the start, MB.
pub const DEFAULT_HASH: usize = 16;

impl Settings {
    /// The node limit that a skill below the full one sets: each step sees half as far again. A weak player looks
    /// less far, it does not play absurd moves.
    pub fn skill_nodes(&self) -> Option<u64> {
        (self.skill < FULL_SKILL).then(|| (60.0 * 1.5f64.powi(self.skill as i32)) as u64)
    }

    /// The variety that a search is asked for.
    pub fn variety(&self, seed: u64) -> Option<Variety> {
        (self.variety > 0).then(|| Variety { margin: self.variety.min(10_000) as i32, seed })
    }

    /// Puts the settings that bound a search into its limits.
    pub fn bound(&self, limits: &mut Limits) {
        limits.overhead += self.overhead;
        if let Some(most) = self.skill_nodes() {
            limits.nodes = Some(limits.nodes.map_or(most, |n| n.min(most)));
        }
    }
}
