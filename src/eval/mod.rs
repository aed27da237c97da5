//! What each game looks at in a position.

pub mod columns;
pub mod draughts;
pub mod siberia;
pub mod vsadniki;
