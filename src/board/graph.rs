//! A board that is a graph of fields, read from a board file.

use thiserror::Error;

/// A board file as read.
#[derive(Debug, Clone)]
pub struct Graph {}

/// Why a board file was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BoardError {
    #[error("line {line}: not a field or a line")]
    Unreadable { line: usize },
}

impl Graph {
    /// Reads a board file.
    ///
    /// # Errors
    /// What is wrong, with its line number.
    pub fn parse(_text: &str) -> Result<Graph, BoardError> {
        Err(BoardError::Unreadable { line: 1 })
    }
}
