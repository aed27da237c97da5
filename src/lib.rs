//! ataman: one engine for Russian draughts, Bashni, Lasca, Chess (Siberia) and Vsadniki.
#![deny(unsafe_code)]
#![warn(missing_docs)]
#![allow(missing_docs)]

pub mod board;
pub mod eval;
pub mod rules;
pub mod search;
