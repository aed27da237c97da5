//! What each game looks at in a position, and the linear model that weighs it.

pub mod built_in;
pub mod columns;
pub mod draughts;
pub mod model;
pub mod pattern;
pub mod siberia;
#[cfg(test)]
mod symmetry;
mod view;
pub mod vsadniki;
pub mod weights;
