//! The slots of the transposition table under every order in which threads can come between each other, and every value
//! that relaxed loads may see.
//!
//! ```sh
//! RUSTFLAGS="--cfg loom" cargo test --target-dir target/loom --test loom
//! ```
#![cfg(loom)]
#![allow(dead_code, reason = "the model needs a part of the slot only")]

/// The atomics that the slot finds here instead of those of the processor.
mod atomic {
    pub use loom::sync::atomic::{AtomicU64, Ordering};
}

#[path = "../src/search/slot.rs"]
mod slot;

use loom::sync::Arc;
use loom::thread;
use slot::Slot;

/// Keys and data that differ in few bits, so that a mixture of two entries is one of the others if it can be.
const KEYS: [u64; 2] = [0b0101, 0b0110];
const DATA: [u64; 3] = [0b01, 0b10, 0b11];

/// What a thread does.
#[derive(Copy, Clone)]
enum Work {
    Write(u64, u64),
    Clear,
}

/// Runs the works at the same time, each in a thread, and reads a key twice meanwhile and once after them. What is read
/// must have been written under that key.
fn check(works: &'static [Work]) {
    let mut model = loom::model::Builder::new();
    // Three changes of threads at points where none had to wait find what there is to find in two words.
    model.preemption_bound = Some(3);
    model.check(move || {
        let slot = Arc::new(Slot::default());
        slot.write(KEYS[0], DATA[0]);
        let threads: Vec<_> = works
            .iter()
            .map(|&work| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || match work {
                    Work::Write(key, data) => slot.write(key, data),
                    Work::Clear => slot.clear(),
                })
            })
            .collect();
        for key in KEYS {
            read(&slot, key, works);
        }
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        for key in KEYS {
            read(&slot, key, works);
        }
    });
}

fn read(slot: &Slot, key: u64, works: &[Work]) {
    if let Some(found) = slot.read(key) {
        let written = works.iter().any(|work| matches!(work, Work::Write(k, d) if (*k, *d) == (key, found)));
        assert!(written || (key, found) == (KEYS[0], DATA[0]), "{found} was never stored under {key}");
    }
}

#[test]
fn two_writers_of_two_positions() {
    check(&[Work::Write(KEYS[1], DATA[1]), Work::Write(KEYS[0], DATA[2])]);
}

#[test]
fn two_writers_of_one_position() {
    check(&[Work::Write(KEYS[1], DATA[1]), Work::Write(KEYS[1], DATA[2])]);
}

#[test]
fn a_writer_and_a_new_game() {
    check(&[Work::Write(KEYS[1], DATA[1]), Work::Clear]);
}

/// The model sees what happens without the check: a key beside its data is not enough.
mod without_check {
    use super::*;
    use crate::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    #[should_panic(expected = "somebody else's data")]
    fn entries_are_mixed_up() {
        loom::model(|| {
            let slot = Arc::new((AtomicU64::new(KEYS[0]), AtomicU64::new(DATA[0])));
            let other = Arc::clone(&slot);
            let writer = thread::spawn(move || {
                other.0.store(KEYS[1], Relaxed);
                other.1.store(DATA[1], Relaxed);
            });
            let data = slot.1.load(Relaxed);
            assert!(slot.0.load(Relaxed) != KEYS[0] || data == DATA[0], "somebody else's data");
            assert!(slot.0.load(Relaxed) != KEYS[1] || data == DATA[1], "somebody else's data");
            writer.join().unwrap();
        });
    }
}
