//! The text protocols, and the lines they are made of.

mod go;
mod hub;
mod input;
mod job;
mod options;
mod output;
mod think;
mod ugi;
mod xboard;

use std::io::{self, BufRead, Read};

use crate::engine::Engine;

pub use hub::run as run_hub;
pub use hub::squares::{Numbering, letters, push as push_numbered};
pub use input::{Line, read_line};
pub use options::{Declared, Kind, SetError, declared as declared_options, set as set_option};
pub use output::Output;
pub use ugi::eval_text;

/// The two dialects of the same protocol.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// UGI, the Universal Game Interface: win distances in plies, `bestmove` alone.
    #[default]
    Ugi,
    /// UCI: win distances in moves, `bestmove` with a move to ponder on.
    Uci,
}

/// Speaks the protocol that the first line asks for: `hub`, `xboard`, anything else is UGI or UCI. Ends with `quit` or
/// with the input.
///
/// # Errors
/// Those of the reader.
pub fn run(mut input: impl BufRead, output: Output, engine: Engine) -> io::Result<()> {
    loop {
        match read_line(&mut input)? {
            None => return Ok(()),
            Some(Line::TooLong) => output.error(input::TOO_LONG),
            Some(Line::Text(text)) => match text.trim() {
                "" => {}
                "hub" => return hub::run(b"hub\n".chain(input), output, engine),
                "xboard" => return xboard::run(input, output, engine),
                _ => return ugi::run(format!("{text}\n").as_bytes().chain(input), output, engine),
            },
        }
    }
}
