//! `show`: a position drawn in the terminal, or in a file.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::engine::drawing::draw;
use crate::engine::svg::svg;

use super::{Failure, Place};

#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    place: Place,
    /// Draw it as SVG into a file, with the last of the moves marked
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Show {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let engine = self.place.engine(1, 1)?;
        let session = engine.session();
        if let Some(path) = &self.svg {
            let last = session.record().and_then(|(_, moves)| moves.last().cloned());
            let drawing = svg(&session.layout(), &session.contents(), last.as_deref());
            return std::fs::write(path, drawing)
                .map_err(|e| Failure::Input(format!("--svg: cannot write '{}': {e}", path.display())));
        }
        write!(out, "{}", draw(&session.layout(), &session.contents()))?;
        if let Some(remarks) = session.remarks() {
            writeln!(out, "{remarks}")?;
        }
        Ok(writeln!(out, "{}", session.fen().unwrap_or_default())?)
    }
}
