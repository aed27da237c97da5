//! What each game looks at in a position.

pub mod vsadniki;
