//! `eval`: the static evaluation by term.

use std::io::Write;

use clap::Args;

use crate::engine::EngineError;
use crate::protocol::eval_text;

use super::{Failure, Place};

#[derive(Args)]
pub struct Eval {
    #[command(flatten)]
    place: Place,
}

impl Eval {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let engine = self.place.engine(1, 1)?;
        let text = eval_text(engine.session()).ok_or(EngineError::NoPosition)?;
        Ok(writeln!(out, "{text}")?)
    }
}
