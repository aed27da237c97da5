//! What each game looks at in a position.
pub mod draughts;

pub mod siberia;

pub mod columns;
