//! The slow rules as a referee. The file that uses this declares `mod slow` beside it.
#![allow(dead_code, reason = "each test file uses its part of it")]

use ataman::engine::Variant;

use crate::slow::{Options, Slow};

/// The board of vsadniki.
pub const BOARD: &str = include_str!("../../src/board/vsadniki.board");

/// The slow rules of a variant with its rule options.
pub fn slow(variant: Variant, options: &[(&str, &str)]) -> Slow {
    let mut rules = Options::default_with_board(BOARD);
    for (name, value) in options {
        rules.set(name, value);
    }
    Slow::new(variant.name(), rules)
}

/// The position after a legal move in its printed form; panics at any other.
pub fn after(slow: &Slow, fen: &str, mv: &str) -> String {
    let legal = slow.legal(fen);
    let found = legal.iter().find(|(text, _)| text == mv);
    found.unwrap_or_else(|| panic!("{mv} is not a legal move in {fen}")).1.clone()
}

/// Plays a line of printed moves; panics at the first illegal one.
pub fn walk<T: AsRef<str>>(slow: &Slow, fen: &str, moves: &[T]) -> String {
    moves.iter().fold(fen.to_owned(), |fen, mv| after(slow, &fen, mv.as_ref()))
}

/// A small generator of its own, so that a failure names a seed that repeats.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn word<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
