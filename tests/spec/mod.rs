//! What the tests of the documentation share: fenced blocks, dialogues with the program, JSON schemas.
#![allow(dead_code, reason = "each test file uses its part of it")]

pub mod blocks;
pub mod dialogue;
pub mod schema;
