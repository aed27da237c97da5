//! The arena: matches and tournaments between engines, refereed by our own rules.
//!
//! - [`spec`]: what is said of an engine; [`clock`]: what it may use; [`openings`]: where games begin;
//!   [`balance`]: how such positions are made
//! - [`schedule`]: who plays whom; [`tournament`]: workers that play it
//! - [`player`]: whoever is asked for a move: [`builtin`] in process, [`ugi`], [`hub`], [`xboard`] in a [`process`] of
//!   its own
//! - [`referee`]: one game; [`adjudicate`]: its early ends
//! - [`record`], [`reader`], [`replay`]: games as PGN and PDN, in [`notation`]
//! - [`statistics`]: what results say of strength; [`standings`], [`report`]: the table

pub mod adjudicate;
pub mod annotate;
pub mod balance;
pub mod builtin;
pub mod clock;
pub mod hub;
pub mod log;
pub mod notation;
pub mod openings;
pub mod player;
pub mod process;
pub mod reader;
pub mod record;
pub mod referee;
pub mod replay;
pub mod report;
pub mod schedule;
pub mod spec;
pub mod standings;
pub mod statistics;
pub mod tournament;
pub mod ugi;
pub mod xboard;
