//! Squares and geometry: what a board looks like before any rule is laid on it.

pub mod diagonal;
pub mod graph;
pub mod keys;
pub mod nine;
