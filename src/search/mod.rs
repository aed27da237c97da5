//! One search for every game, compiled for each: iterative deepening, alpha-beta with a principal variation search,
//! quiescence, and a table that all workers share.
//!
//! The search knows nothing of text, files or the watch on the wall: its owner hands it a [`Task`] with [`Limits`] and
//! a [`Control`], and hears of every finished line through a callback.

mod busy;
mod correction;
mod history;
mod iterate;
pub mod judge;
pub mod limits;
pub mod line;
mod memo;
mod node;
mod order;
mod pages;
mod progress;
mod prune;
mod quiesce;
pub mod report;
pub mod score;
mod slot;
pub mod table;
pub mod tools;
#[cfg(feature = "tune")]
mod tune;
mod worker;
pub mod workers;

/// The atomics of [`slot`]. Its model has others, which try out what threads can do.
mod atomic {
    pub use std::sync::atomic::{AtomicU64, Ordering};
}

pub use judge::{Judge, Known, Params};
pub use limits::{Clock, Control, Limits};
pub use memo::Memo;
pub use report::Report;
pub use score::Score;
pub use table::Table;
pub use tools::{NoTools, STACK, Tools};
pub use worker::Luggage;
pub use workers::{Outcome, Task, search, search_here};
