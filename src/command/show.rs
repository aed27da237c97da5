//! `show`: a position drawn in the terminal.

use std::io::Write;

use clap::Args;

use crate::engine::drawing::draw;

use super::{Failure, Place};

#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    place: Place,
}

impl Show {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let engine = self.place.engine(1, 1)?;
        let session = engine.session();
        write!(out, "{}", draw(&session.layout(), &session.contents()))?;
        if let Some(remarks) = session.remarks() {
            writeln!(out, "{remarks}")?;
        }
        Ok(writeln!(out, "{}", session.fen().unwrap_or_default())?)
    }
}
