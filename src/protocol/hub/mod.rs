//! Hub, the protocol of draughts programs, version 2. It always plays Russian draughts as federations do.
//!
//! CITE: Fabien Letouzey, protocol.txt of Scan, 2019; the rest is what clients were seen to send.

mod level;
mod line;
mod params;
mod report;
pub mod squares;

use std::io::BufRead;
use std::time::Duration;

use crate::engine::{Engine, Settings, Variant};
use crate::search::Report;

use self::level::Level;
use self::line::{HubLine, quoted};
use self::params::Params;
use self::report::{Pacer, done_line, info_line};
use self::squares::Numbering;

use super::Output;
use super::input::{Line, TOO_LONG, read_line};
use super::job::Job;
use super::think::{self, Ask};

/// The numbering while nothing has told the client's: that of lidraughts, and of the position itself.
const DEFAULT_NUMBERING: Numbering = Numbering::B8;

/// Reads commands until `quit` or the end of input, which ends at once whatever runs.
///
/// # Errors
/// Those of the reader.
pub fn run(mut input: impl BufRead, output: Output, mut engine: Engine) -> std::io::Result<()> {
    engine.set_variant(Variant::RussianOfficial);
    let mut hub = Hub {
        output,
        engine,
        settings: Settings::default(),
        params: Params::default(),
        found: None,
        level: Level::default(),
        job: None,
    };
    while let Some(line) = read_line(&mut input)? {
        match line {
            Line::TooLong => hub.error(TOO_LONG),
            Line::Text(text) => match HubLine::parse(&text) {
                Some(line) if line.command == "quit" => break,
                Some(line) => hub.command(&line),
                None => {}
            },
        }
    }
    if let Some(job) = &hub.job {
        job.stop();
    }
    Ok(())
}

struct Hub {
    output: Output,
    engine: Engine,
    settings: Settings,
    params: Params,
    /// The numbering of the client, once a move has told it.
    found: Option<Numbering>,
    level: Level,
    job: Option<Job>,
}

impl Hub {
    fn command(&mut self, line: &HubLine<'_>) {
        // These act at once, also during a search; the last two are silent without one.
        match (line.command, &self.job) {
            ("ping", _) => return self.output.line("pong"),
            ("stop", Some(job)) => return job.stop(),
            ("ponder-hit", Some(job)) => return job.ponderhit(),
            _ => {}
        }
        if let Some(job) = self.job.take() {
            job.end();
        }
        match line.command {
            "hub" => self.handshake(),
            "set-param" => self.set_param(line),
            "init" => self.output.line("ready"),
            "new-game" => self.engine.new_game(),
            "pos" => {
                self.level = Level::default();
                if let Err(what) = self.position(line.get("pos"), line.get("moves").unwrap_or("")) {
                    self.error(&what);
                }
            }
            "level" => {
                if let Err(what) = self.level.add(line) {
                    self.error(&what);
                }
            }
            "go" => self.go(line),
            // The protocol wants unknown commands ignored; some clients take an error for the end of everything.
            other => log::info!("unknown command '{other}'"),
        }
    }

    fn error(&self, message: &str) {
        let short: String = message.chars().take(200).collect();
        self.output.line(&format!("error message=\"{}\"", quoted(&short).trim_matches('"')));
    }

    fn handshake(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.output.line(&format!("id name=Ataman version={version} author=\"the ataman authors\" country=none"));
        for line in params::declare() {
            self.output.line(&line);
        }
        self.output.line("wait");
    }

    fn set_param(&mut self, line: &HubLine<'_>) {
        let Some(name) = line.get("name") else { return self.error("set-param: the name is missing") };
        let value = line.get("value").unwrap_or("");
        if let Err(what) = params::set(&mut self.params, (&mut self.engine, &mut self.settings), name, value) {
            self.error(&what);
        }
    }

    fn numbering(&self) -> Numbering {
        self.params.numbering.or(self.found).unwrap_or(DEFAULT_NUMBERING)
    }

    /// Sets a position, the start position if `None`, and plays the moves. If something is wrong there is no position
    /// afterwards, so that no other one is searched by mistake.
    fn position(&mut self, position: Option<&str>, moves: &str) -> Result<(), String> {
        let fen = match position.map(squares::fen) {
            Some(Err(what)) => {
                // A FEN that is refused leaves no position.
                let _ = self.engine.session_mut().set_position(Some(""));
                return Err(format!("pos: {what}"));
            }
            Some(Ok(fen)) => Some(fen),
            None => None,
        };
        let first = self.numbering();
        let played = self.replay(fen.as_deref(), moves, first);
        if self.params.numbering.is_some() || moves.is_empty() {
            return played;
        }
        // The client's numbering shows where its moves are legal one way only.
        let mut other = self.engine.session().boxed();
        let fits_other = other.set_position(fen.as_deref()).is_ok()
            && moves.split_whitespace().all(|mv| squares::push(&mut *other, mv, first.other()).is_ok());
        match (&played, fits_other) {
            (Ok(()), false) => self.found = Some(first),
            (Err(_), true) => {
                self.found = Some(first.other());
                return self.replay(fen.as_deref(), moves, first.other());
            }
            _ => {}
        }
        played
    }

    fn replay(&mut self, fen: Option<&str>, moves: &str, numbering: Numbering) -> Result<(), String> {
        let session = self.engine.session_mut();
        session.set_position(fen).map_err(|e| format!("pos: {e}"))?;
        for (i, mv) in moves.split_whitespace().enumerate() {
            if let Err(what) = squares::push(session, mv, numbering) {
                let _ = session.set_position(Some(""));
                return Err(format!("pos: move {}: {what}", i + 1));
            }
        }
        Ok(())
    }

    /// `go think`, `go ponder`, `go analyze`. Whatever else is asked for gets a move too: somebody waits for `done`.
    fn go(&mut self, line: &HubLine<'_>) {
        let mut limits = self.level.limits();
        let infinite = self.level.is_infinite() || line.has("analyze") && limits.is_unlimited();
        // A short time is worth more than the pace.
        let on_clock = limits.clock.map(|clock| clock.remaining / 200);
        let shares = [on_clock, limits.move_time.map(|time| time / 10)];
        let pace = shares.into_iter().flatten().fold(self.params.pace, Duration::min);
        limits.overhead = Pacer::cost(pace);
        let ask = Ask { limits, moves: Vec::new(), multipv: 1, ponder: line.has("ponder"), infinite };
        let numbering = self.numbering();
        let pacer = Pacer::new(self.output.clone(), pace);
        let (infos, (session, _)) = (pacer.clone(), self.engine.detach());
        let report = move |report: Report<String>| infos.info(info_line(&report, &*session, numbering));
        let job = think::start(&self.engine, &self.settings, ask, report, move |session, outcome| {
            pacer.done(&done_line(&*session, outcome.as_ref(), numbering));
        });
        match job {
            Ok(job) => self.job = Some(job),
            Err(error) => {
                self.error(&format!("no thread: {error}"));
                self.output.line("done");
            }
        }
    }
}
