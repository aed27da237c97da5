//! The transposition table, shared by all workers without a lock.
//!
//! Each entry has a `Slot` of its own, which makes sure that it is whole. All 64 bits of the key are compared.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use thiserror::Error;

use super::pages;
use super::score::{self, Value};
use super::slot::Slot;
use crate::rules::Tag;

/// What a stored value says about the true one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// No value at all, a move or an evaluation only.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// This is the value.
    Exact,
}

impl Bound {
    /// What a search of the window from `alpha` to `beta` that came out with `value` has shown.
    #[inline(always)]
    pub fn of(value: Value, alpha: Value, beta: Value) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What the table knows of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or [`Tag::NONE`].
    pub tag: Tag,
    /// The value, win distances counted from the node.
    pub value: Value,
    /// The static evaluation.
    pub eval: Value,
    /// The depth it was searched to, at least 0.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

impl Entry {
    /// Does the entry answer a question about this window?
    #[inline(always)]
    pub fn decides(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
            Bound::None => false,
        }
    }

    fn pack(self, age: u8) -> u64 {
        u64::from(self.tag.0)
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | u64::from(age << 2 | self.bound as u8) << 56
    }

    fn unpack(data: u64) -> Self {
        Entry {
            tag: Tag(data as u16),
            value: Value::from((data >> 16) as i16),
            eval: Value::from((data >> 32) as i16),
            depth: (data >> 48 & 0xFF) as i32,
            bound: match data >> 56 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}

/// Ages are counted modulo this.
const AGES: u8 = 64;
const ENTRIES: usize = 4;

/// Bytes of a cache line, on which every bucket lies.
const LINE: usize = size_of::<[Slot; ENTRIES]>();

/// The derived impl is an `unsafe impl`: a slot of zeros is an empty one.
#[allow(unsafe_code)]
mod zeroed {
    // SAFETY: the slot consists of atomics alone, for which all zeros are a value.
    unsafe impl bytemuck::Zeroable for super::Slot {}
}

/// The operating system refused the memory for a table of this many megabytes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no memory for a hash table of {0} MB")]
pub struct NoMemory(pub usize);

/// The transposition table.
pub struct Table {
    /// The buckets, and a little more: what is allocated with a larger alignment than usual is not empty to begin with,
    /// but emptied, and so all of it would be touched.
    slots: Box<[Slot]>,
    /// Slots before the first bucket.
    skip: usize,
    age: AtomicU8,
    /// Has anything been stored since the table was empty?
    used: AtomicBool,
}

impl Table {
    /// A table of `megabytes` MiB (at least 1). The memory is only touched as it is used.
    ///
    /// # Errors
    /// The operating system refused it.
    pub fn new(megabytes: usize) -> Result<Self, NoMemory> {
        let count = (megabytes.max(1) << 20) / LINE;
        let slots: Box<[Slot]> =
            bytemuck::allocation::try_zeroed_slice_box((count + 1) * ENTRIES).map_err(|()| NoMemory(megabytes))?;
        pages::prefer_large(&slots);
        let skip = slots.as_ptr().align_offset(LINE).min(ENTRIES);
        Ok(Table { slots, skip, age: AtomicU8::new(0), used: AtomicBool::new(false) })
    }

    /// The size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.buckets().len() * LINE) >> 20
    }

    /// Forgets everything. Memory that was never written to stays so: a table larger than the machine must not come
    /// to life all at once.
    pub fn clear(&self) {
        if self.used.swap(false, Relaxed) {
            self.slots.iter().for_each(Slot::clear);
        }
        self.age.store(0, Relaxed);
    }

    /// Begins a new search: what is in the table becomes older.
    pub fn grow_older(&self) {
        self.used.store(true, Relaxed);
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// The buckets, each on a cache line.
    #[inline(always)]
    fn buckets(&self) -> &[[Slot; ENTRIES]] {
        let count = self.slots.len() / ENTRIES - 1;
        &self.slots[self.skip..].as_chunks().0[..count]
    }

    /// The bucket of a key: a multiplication spreads keys evenly over any number of buckets (CITE: Lemire, 2016).
    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot; ENTRIES] {
        let buckets = self.buckets();
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }

    /// Looks a position up. Win distances in the answer are counted from the root, `ply` plies above.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let data = self.bucket(key).iter().find_map(|slot| slot.read(key))?;
        let entry = Entry::unpack(data);
        Some(Entry { value: score::from_table(entry.value, ply), ..entry })
    }

    /// Stores a position, over its own older entry or the least valuable of its bucket: shallow and old.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        entry.value = score::to_table(entry.value, ply);
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let (mut worst, mut least) = (&bucket[0], i32::MAX);
        for slot in bucket {
            let data = slot.data();
            if let Some(data) = slot.read(key) {
                let old = Entry::unpack(data);
                if entry.tag == Tag::NONE {
                    entry.tag = old.tag;
                }
                // A deeper result of this search is not given up for a shallow bound.
                let same_age = (data >> 58) as u8 == age;
                if same_age && entry.bound != Bound::Exact && old.depth > entry.depth + 3 {
                    return;
                }
                worst = slot;
                break;
            }
            let years = i32::from((age + AGES - (data >> 58) as u8) % AGES);
            let worth = if data == 0 { -1000 } else { (data >> 48 & 0xFF) as i32 - 4 * years };
            if worth < least {
                (worst, least) = (slot, worth);
            }
        }
        worst.write(key, entry.pack(age));
    }

    /// Asks the processor to fetch the bucket of a key that will be looked up soon.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch is a hint; it reads nothing, and the address is that of a bucket.
            unsafe { _mm_prefetch(std::ptr::from_ref(self.bucket(key)).cast::<i8>(), _MM_HINT_T0) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// How full the table is with entries of the present search, per mille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let buckets = self.buckets();
        let sample = &buckets[..buckets.len().min(250)];
        let used = sample
            .iter()
            .flatten()
            .filter(|slot| {
                let data = slot.data();
                data != 0 && (data >> 58) as u8 == age
            })
            .count();
        (used * 1000 / (sample.len() * ENTRIES)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { tag: Tag(77), value: -1234, eval: 56, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found() {
        for megabytes in [1, 3, 16] {
            let table = Table::new(megabytes).unwrap();
            assert_eq!(table.megabytes(), megabytes);
            table.grow_older();
            for key in [1, u64::MAX, 0x1234_5678_9abc_def0] {
                assert_eq!(table.probe(key, 0), None);
                table.store(key, 0, entry(9));
                assert_eq!(table.probe(key, 0), Some(entry(9)));
            }
            table.clear();
            assert_eq!(table.probe(1, 0), None);
        }
    }

    #[test]
    fn a_deep_entry_survives_shallow_neighbours() {
        let table = Table::new(1).unwrap();
        for key in 0..100 {
            table.store(key, 0, entry(if key == 50 { 20 } else { 1 }));
        }
        assert_eq!(table.probe(50, 0), Some(entry(20)));
        for _ in 0..10 {
            table.grow_older();
        }
        for key in 100..200 {
            table.store(key, 0, entry(1));
        }
        assert_eq!(table.probe(50, 0), None, "it is old now");
    }

    #[test]
    fn absurd_sizes_are_refused() {
        // The table must be looked at, or the optimiser leaves the allocation out.
        let refused = std::hint::black_box(Table::new(1 << 40)).err();
        assert_eq!(refused, Some(NoMemory(1 << 40)));
    }
}
