//! No command: the protocol on standard input and output.

use std::io;

use crate::engine::settings::DEFAULT_HASH;
use crate::engine::{Engine, Variant};
use crate::protocol::{self, Output};
use crate::rules::RuleOptions;

use super::Failure;

pub fn run() -> Result<(), Failure> {
    let engine = Engine::new(Variant::default(), RuleOptions::default(), DEFAULT_HASH, 1)?;
    Ok(protocol::run(io::stdin().lock(), output(), engine)?)
}

/// Standard output. With nobody to read it, no answer matters: the process ends quietly from whichever thread notices.
pub(super) fn output() -> Output {
    Output::new(Box::new(io::stdout()), || std::process::exit(0))
}
