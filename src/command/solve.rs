//! `solve`: test positions with known best moves.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::engine::settings::{DEFAULT_HASH, MOST_THREADS};
use crate::engine::{Engine, Request, Variant};
use crate::search::{Control, Limits};

use super::epd::{self, Record};
use super::{Failure, Rules, analyse::seconds, progress};

#[derive(Args)]
pub struct Solve {
    /// The variant: russian, russian-official, bashni, lasca, siberia or vsadniki
    variant: Variant,
    /// EPD positions: FEN bm m; id "..."
    file: PathBuf,
    #[command(flatten)]
    rules: Rules,
    /// Seconds for each position
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    time: f64,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: u32,
}

impl Solve {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut engine = Engine::new(self.variant, self.rules.options()?, DEFAULT_HASH, self.threads as usize)?;
        let limits = Limits { move_time: Some(Duration::from_secs_f64(self.time)), ..Limits::default() };
        let (mut solved, mut total) = (0, 0);
        let lines = epd::lines(&self.file)?;
        let bar = progress::bar(lines.len());
        for (number, line) in lines {
            let record = Record::parse(&line);
            bar.set_message(format!("{solved}/{total} solved"));
            bar.inc(1);
            let Some(best) = record.get("bm") else { continue };
            total += 1;
            match attempt(&mut engine, &record, best, &limits) {
                Ok(()) => solved += 1,
                Err(what) => {
                    let id = record.get("id").map_or_else(String::new, |id| format!(" \"{id}\""));
                    bar.suspend(|| writeln!(out, "line {number}{id}: {what}: {}", record.fen))?;
                    out.flush()?;
                }
            }
        }
        bar.finish_and_clear();
        writeln!(out, "{solved}/{total} solved")?;
        if solved < total { Err(Failure::Failed) } else { Ok(()) }
    }
}

/// Searches one position from a clean slate; an error says what was wrong with it or with the move played.
fn attempt(engine: &mut Engine, record: &Record<'_>, best: &str, limits: &Limits) -> Result<(), String> {
    engine.new_game();
    engine.session_mut().set_position(Some(record.fen)).map_err(|e| e.to_string())?;
    let mut accepted = Vec::new();
    for mv in best.split_whitespace() {
        let mut trial = engine.session().boxed();
        trial.push(mv).map_err(|e| format!("bm: {e}"))?;
        accepted.extend(trial.record().and_then(|(_, moves)| moves.last().cloned()));
    }
    let (session, tools) = engine.detach();
    let request = Request { limits: limits.clone(), ..Request::default() };
    let outcome = session
        .search(&tools, &request, &Control::new(false, false), &|_| {})
        .ok_or_else(|| "there is no move to play".to_owned())?;
    match outcome.pv.first() {
        Some(played) if accepted.contains(played) => Ok(()),
        played => Err(format!(
            "played {} (score {}, depth {}) instead of {best}",
            played.map_or("nothing", String::as_str),
            outcome.score,
            outcome.depth
        )),
    }
}
