//! Which positions the workers are searching at this moment.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots, 32 KB in all: a worker is in some dozen nodes at once.
const SLOTS: usize = 1 << 12;

/// The positions that the workers are searching. A move that leads to one of them is put off until its node's other
/// moves are searched: by then the table has the answer, and the workers have shared the work instead of doing it twice.
///
/// Hints only: a position that loses its slot to another is merely searched twice.
///
/// CITE: ABDADA (Weill, 1996), with the table of its own that Kerrigan (2018) gave it.
pub struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// No position yet.
    pub fn new() -> Self {
        Busy(std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % SLOTS]
    }

    /// A worker begins to search the position of this key.
    pub fn enter(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    /// It has done so.
    pub fn leave(&self, key: u64) {
        if self.holds(key) {
            self.slot(key).store(0, Relaxed);
        }
    }

    /// Is a worker searching the position?
    pub fn holds(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_until_it_is_left_or_loses_its_slot() {
        let busy = Busy::new();
        let (key, rival) = (5, 5 + SLOTS as u64);
        assert!(!busy.holds(key));
        busy.enter(key);
        assert!(busy.holds(key) && !busy.holds(rival));
        busy.leave(rival);
        assert!(busy.holds(key), "another's slot is not emptied");
        busy.leave(key);
        assert!(!busy.holds(key));
        busy.enter(key);
        busy.enter(rival);
        assert!(busy.holds(rival) && !busy.holds(key));
    }
}
