//! The text protocols, and the lines they are made of.

mod go;
mod input;
mod job;
mod options;
mod output;
mod ugi;

pub use input::{Line, read_line};
pub use options::{SetError, set as set_option};
pub use output::Output;
pub use ugi::{eval_text, run};

/// The two dialects of the same protocol.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// UGI, the Universal Game Interface: win distances in plies, `bestmove` alone.
    #[default]
    Ugi,
    /// UCI: win distances in moves, `bestmove` with a move to ponder on.
    Uci,
}
