//! A slot of the table that many threads read and write at once without a lock.
//!
//! It is two words, `key ^ data` and `data`, written and read relaxed and one by one. What two writers, or a writer and
//! a reader, have mixed up does not match any key that was stored (CITE: Hyatt and Mann, 2002, "A lock-less transposition
//! table implementation"). `tests/loom.rs` tries all the ways in which threads can come between each other.

use super::atomic::{AtomicU64, Ordering::Relaxed};

/// A key with its data. Data of 0 is an empty slot.
#[repr(C)]
#[derive(Default)]
pub struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// What is stored under the key, if it is here.
    #[inline(always)]
    pub fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data == key && data != 0).then_some(data)
    }

    /// The data, whatever its key.
    #[inline(always)]
    pub fn data(&self) -> u64 {
        self.data.load(Relaxed)
    }

    /// Stores data, which is not 0, under a key.
    #[inline(always)]
    pub fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }

    /// Empties the slot. What is empty is not written to, so that memory that was never used stays so.
    pub fn clear(&self) {
        for word in [&self.data, &self.check] {
            if word.load(Relaxed) != 0 {
                word.store(0, Relaxed);
            }
        }
    }
}
