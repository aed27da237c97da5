//! `analyse`: a search whose lines are shown as they come.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::engine::drawing::draw;
use crate::engine::settings::{DEFAULT_HASH, MOST_HASH, MOST_THREADS};
use crate::engine::{Request, Session};
use crate::protocol::{Numbering, Output};
use crate::search::{Control, Limits, Outcome, Report, Score};

use super::analyse_game::Annotation;
use super::live::Live;
use super::{Failure, Place};

/// Time if nothing else limits the search, seconds.
const DEFAULT_TIME: f64 = 5.0;
/// The same for each position of a game.
const GAME_TIME: f64 = 1.0;

#[derive(Args)]
pub struct Analyse {
    #[command(flatten)]
    place: Place,
    /// Deepest iteration, plies
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    depth: Option<i32>,
    /// Seconds; 5 if nothing else limits the search, 1 for each position of a game
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
    /// Nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of lines
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: u32,
    /// Hash table, MB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH as u32,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_HASH)))]
    hash: u32,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
    /// Annotate the games of a record, PDN or PGN: the score of every move, and marks for mistakes (?!, ?, ??) with what
    /// was better
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "json", "multipv"])]
    game: Option<PathBuf>,
    /// Where the annotated record goes; standard output if missing
    #[arg(long, value_name = "FILE", requires = "game")]
    output: Option<PathBuf>,
    /// How the squares of Russian draughts are counted in a record with numbers: b8 (1 = b8) or a1 (1 = a1)
    #[arg(long, value_name = "FIRST", requires = "game", value_parser = numbering)]
    numbering: Option<Numbering>,
}

/// Reads the square that is number one.
fn numbering(text: &str) -> Result<Numbering, String> {
    match text {
        "a1" => Ok(Numbering::A1),
        "b8" => Ok(Numbering::B8),
        _ => Err("it is b8 or a1".into()),
    }
}

/// Reads a positive number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|s| (0.001..=1e6).contains(s)).ok_or_else(|| "not a number from 0.001 to 1000000".into())
}

impl Analyse {
    pub fn run(self) -> Result<(), Failure> {
        let engine = self.place.engine(self.hash as usize, self.threads as usize)?;
        let usual = if self.game.is_some() { GAME_TIME } else { DEFAULT_TIME };
        let time = self.time.or((self.depth.is_none() && self.nodes.is_none()).then_some(usual));
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: time.map(Duration::from_secs_f64),
            ..Limits::default()
        };
        if let Some(path) = &self.game {
            let annotation = Annotation {
                path,
                output: self.output.as_ref(),
                variant: engine.variant(),
                rules: engine.rules().clone(),
                numbering: self.numbering,
                limits,
                engine,
            };
            return annotation.run(&mut io::stdout());
        }
        let session = engine.session();
        let (_, tools) = engine.detach();
        let output = Output::new(Box::new(io::stdout()), || std::process::exit(0));
        let request = Request { limits, multipv: usize::from(self.multipv), ..Request::default() };
        if !self.json {
            output.line(&heading(session));
        }
        let lines = request.multipv.min(session.legal().len());
        let live = if self.json { None } else { Live::new(lines) };
        let outcome = session.search(&tools, &request, &Control::new(false, false), &|report| match &live {
            Some(live) => live.show(&report, &table_line(&report)),
            None => output.line(&if self.json { json_line(&report) } else { table_line(&report) }),
        });
        for line in live.map_or_else(Vec::new, Live::end) {
            output.line(&line);
        }
        output.line(&if self.json { json_end(outcome.as_ref()) } else { end(session, outcome.as_ref()) });
        io::stdout().flush()?;
        Ok(())
    }
}

fn heading(session: &dyn Session) -> String {
    let mut text = draw(&session.layout(), &session.contents());
    if let Some(remarks) = session.remarks() {
        text += &format!("{remarks}\n");
    }
    text += &format!("{}\n\n", session.fen().unwrap_or_default());
    text + &format!("{:>5} {:>10} {:>12} {:>8}  line", "depth", "score", "nodes", "time")
}

fn table_line(report: &Report<String>) -> String {
    let depth = if report.multipv == 1 { report.depth.to_string() } else { format!("#{}", report.multipv) };
    let time = format!("{:.2}", report.time.as_secs_f64());
    format!("{depth:>5} {:>10} {:>12} {time:>8}  {}", report.score, report.nodes, report.pv.join(" "))
}

fn end(session: &dyn Session, outcome: Option<&Outcome<String>>) -> String {
    match outcome.and_then(|o| o.pv.first().map(|best| (best, o))) {
        Some((best, o)) => format!("\nbest move {best}, score {}, depth {}, {} nodes", o.score, o.depth, o.nodes),
        None => match session.status() {
            crate::engine::Status::Over(side, ending) => {
                format!("\nthe game is over, {side} to move: {}", ending.reason)
            }
            _ => "\nthere is no move to play".to_owned(),
        },
    }
}

fn json_score(score: Score) -> Value {
    match score {
        Score::Centipawns(cp) => json!({ "cp": cp }),
        Score::WinIn(plies) => json!({ "win": plies }),
        Score::LossIn(plies) => json!({ "loss": plies }),
    }
}

fn json_line(report: &Report<String>) -> String {
    json!({
        "depth": report.depth,
        "seldepth": report.seldepth,
        "multipv": report.multipv,
        "score": json_score(report.score),
        "nodes": report.nodes,
        "nps": report.nps(),
        "hashfull": report.hashfull,
        "tbhits": report.tbhits,
        "time_ms": report.time.as_millis() as u64,
        "pv": report.pv,
    })
    .to_string()
}

fn json_end(outcome: Option<&Outcome<String>>) -> String {
    let Some(outcome) = outcome else { return json!({ "bestmove": null }).to_string() };
    json!({
        "bestmove": outcome.pv.first(),
        "ponder": outcome.pv.get(1),
        "score": json_score(outcome.score),
        "depth": outcome.depth,
        "nodes": outcome.nodes,
        "time_ms": outcome.time.as_millis() as u64,
    })
    .to_string()
}
