//! The slow rules as a referee. The file that uses this declares `mod slow` beside it.
#![allow(dead_code, reason = "each test file uses its part of it")]

use ataman::engine::Variant;

use crate::slow::{Options, Slow};

#[allow(unused_imports, reason = "each test file uses its part of it")]
pub use crate::dice::Dice;

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
