//! One search for every game.

pub mod judge;

pub use judge::{Judge, Params};
