//! `play`: a game against the engine in the terminal.

mod game;
mod paint;
mod record;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::engine::Settings;
use crate::engine::settings::{DEFAULT_HASH, FULL_SKILL};
use crate::rules::Side;
use crate::search::Limits;

use self::game::Table;
use super::{Failure, Place, analyse::seconds};

#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    place: Place,
    /// Your side
    #[arg(long, value_enum, default_value_t = Who::White)]
    side: Who,
    /// Seconds the engine thinks about a move
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// Deepest iteration, plies
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    depth: Option<i32>,
    /// Strength, 0-20
    #[arg(long, default_value_t = FULL_SKILL, value_parser = clap::value_parser!(u32).range(0..=i64::from(FULL_SKILL)))]
    skill: u32,
}

/// Whom the person plays.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Who {
    White,
    Black,
    /// Both sides are played by people
    Both,
}

impl Play {
    pub fn run(self) -> Result<(), Failure> {
        let engine = self.place.engine(DEFAULT_HASH, 1)?;
        let settings = Settings { skill: self.skill, ..Settings::default() };
        let move_time = Some(Duration::from_secs_f64(self.time));
        let mut limits = Limits { depth: self.depth, move_time, ..Limits::default() };
        settings.bound(&mut limits);
        let opponent = match self.side {
            Who::White => Some(Side::Black),
            Who::Black => Some(Side::White),
            Who::Both => None,
        };
        let (stdin, mut out) = (io::stdin().lock(), io::stdout());
        let colours = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Table::new(engine, opponent, limits, colours).play(stdin, &mut out)?;
        Ok(out.flush()?)
    }
}
