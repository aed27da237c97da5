//! `hub`: the Hub protocol, for clients that ask for it by an argument.

use std::io;

use clap::Args;

use crate::engine::Engine;
use crate::engine::Variant;
use crate::engine::settings::DEFAULT_HASH;
use crate::protocol::run_hub;
use crate::rules::RuleOptions;

use super::{Failure, protocol};

#[derive(Args)]
pub struct Hub {}

impl Hub {
    pub fn run(self) -> Result<(), Failure> {
        let engine = Engine::new(Variant::RussianOfficial, RuleOptions::default(), DEFAULT_HASH, 1)?;
        Ok(run_hub(io::stdin().lock(), protocol::output(), engine)?)
    }
}
