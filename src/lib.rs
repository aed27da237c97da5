//! ataman: one engine for Russian draughts, Bashni, Lasca, Chess (Siberia) and Vsadniki.
//!
//! The map of the house, from the ground up; every module may use those before it:
//!
//! - [`board`]: squares and geometry
//! - [`rules`]: the traits of a position and a game, and a folder for each family of games
//! - [`search`]: one search for every game, compiled for each
//! - [`eval`]: what each game looks at in a position
//! - [`tables`]: endgame tables of Russian draughts
//! - [`engine`]: a game being played or analysed, in text; what everything above talks to
//! - [`protocol`]: UGI and UCI, Hub, CECP
//! - [`arena`]: matches and tournaments between engines
//! - [`learn`]: self-play, and the training of the evaluation
//! - `serve`: a board in the browser, with the feature `serve` only
//! - [`command`]: the command line
//!
//! ```
//! use ataman::engine::{Engine, Request, Variant};
//! use ataman::rules::RuleOptions;
//! use ataman::search::{Control, Limits};
//!
//! let mut engine = Engine::new(Variant::Russian, RuleOptions::default(), 16, 1)?;
//! engine.session_mut().push("c3d4")?;
//! let (session, tools) = engine.detach();
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let request = Request { limits, ..Request::default() };
//! let outcome = session.search(&tools, &request, &Control::new(false, false), &|_| {}).unwrap();
//! println!("{} {}", outcome.pv[0], outcome.score);
//! # Ok::<(), ataman::engine::EngineError>(())
//! ```
#![deny(unsafe_code)]

pub mod arena;
pub mod board;
pub mod command;
pub mod engine;
pub mod eval;
mod files;
pub mod learn;
mod locks;
pub mod protocol;
pub mod rules;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod tables;
