//! What the tests of the documentation share: fenced blocks, dialogues with the program, JSON schemas.

pub mod blocks;
pub mod dialogue;
pub mod schema;
