//! Learning: games of the engine with itself, and the training of the evaluation on them.
//!
//! The files, games and weights, are described in `protocol-spec/learning.md`.

mod adam;
mod checkpoint;
pub mod data;
pub mod games;
mod results;
pub mod selfplay;
pub mod train;
