//! By how much the evaluation was wrong of late where the structure of the position was the same.
//!
//! CITE: correction history, in chess engines since Caissa (Michal Witanowski), 2023.

use crate::rules::Side;

use super::score::Value;

/// Slots for a side.
const SLOTS: usize = 1 << 14;
/// Units in a centipawn.
const UNIT: i32 = 64;
/// Largest error that is learned from, centipawns: what is more is tactics.
const LARGEST: Value = 300;
/// Largest correction, centipawns.
const MOST: Value = 100;
/// A node counts one more than its depth, and at most this much, in 256ths of the mean.
const HEAVIEST: i32 = 16;

/// Running means of the evaluation's errors, by side to move and key of the structure.
pub struct Corrections(Box<[i16]>);

impl Corrections {
    /// Nothing to correct yet.
    pub fn new() -> Self {
        Corrections(vec![0; 2 * SLOTS].into_boxed_slice())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline(always)]
    fn slot(side: Side, key: u64) -> usize {
        side.index() * SLOTS + key as usize % SLOTS
    }

    /// What is to be added to the evaluation, in centipawns from the side to move. The key's bits must be well mixed.
    #[inline(always)]
    pub fn of(&self, side: Side, key: u64) -> Value {
        i32::from(self.0[Self::slot(side, key)]) / UNIT
    }

    /// A search to `depth` found the evaluation too low by `error` centipawns.
    pub fn learn(&mut self, side: Side, key: u64, error: Value, depth: i32) {
        let mean = &mut self.0[Self::slot(side, key)];
        let weight = (depth + 1).clamp(1, HEAVIEST);
        let error = error.clamp(-LARGEST, LARGEST) * UNIT;
        let new = (i32::from(*mean) * (256 - weight) + error * weight) / 256;
        *mean = new.clamp(-MOST * UNIT, MOST * UNIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_near_a_steady_error_of_one_structure() {
        let mut corrections = Corrections::new();
        for _ in 0..200 {
            corrections.learn(Side::White, 5, 40, 10);
            corrections.learn(Side::Black, 5, -4000, 10);
        }
        let found = corrections.of(Side::White, 5);
        assert!((37..=40).contains(&found), "{found}");
        assert_eq!(corrections.of(Side::Black, 5), -MOST);
        assert_eq!(corrections.of(Side::White, 6), 0);
        corrections.clear();
        assert_eq!(corrections.of(Side::White, 5), 0);
    }
}
