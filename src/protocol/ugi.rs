//! UGI and UCI: the loop that reads commands and always answers.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::engine::bench::{DEFAULT_DEPTH, bench};
use crate::engine::describe::describe;
use crate::engine::drawing::draw;
use crate::engine::{Engine, EngineError, GameResult, Session, Settings, Status};
use crate::rules::options::RULE_OPTIONS;
use crate::rules::{Side, Verdict};
use crate::search::{Report, Score};

use super::go::{self, Go};
use super::input::{Line, TOO_LONG, read_line};
use super::job::{Handle, Job};
use super::think::{self, Ask};
use super::{Dialect, Output, options};

/// Every command with its line of help.
const HELP: [(&str, &str); 20] = [
    ("ugi | uci", "say who the engine is, list its options, choose the dialect"),
    ("isready", "answer readyok, also during a search"),
    ("setoption name N [value V]", "set an option"),
    ("uginewgame | ucinewgame", "forget what searches learned; options stay"),
    ("position startpos|fen F [moves m ...]", "set a position and play moves"),
    ("moves m ...", "play moves in the present position"),
    ("go [movetime|depth|nodes|mate N]", "search; also infinite, ponder, searchmoves m ..."),
    ("go wtime N btime N [winc N binc N] [movestogo N]", "search on a clock; p1time ... are the same"),
    ("stop", "end the search or count"),
    ("ponderhit", "the move pondered on was played"),
    ("query gameover|p1turn|result", "ask for the state of the game"),
    ("legal", "list the legal moves with the positions they lead to"),
    ("show | d", "draw the board and tell the state"),
    ("describe", "the game in one line of JSON"),
    ("eval", "the static evaluation by term, from White's side"),
    ("perft N | go perft N", "count the leaves N plies deep"),
    ("bench [DEPTH]", "search fixed positions, print nodes and speed"),
    ("debug, register", "accepted and ignored"),
    ("help", "this list"),
    ("quit", "end the program"),
];

/// What the loop does next.
#[derive(PartialEq, Eq)]
enum Next {
    Read,
    Quit,
}

/// Reads commands until `quit` or the end of input.
///
/// # Errors
/// Those of the reader.
pub fn run(mut input: impl BufRead, output: Output, engine: Engine) -> std::io::Result<()> {
    let mut ugi = Ugi { output, engine, settings: Settings::default(), dialect: Dialect::default(), job: None };
    while let Some(line) = read_line(&mut input)? {
        match line {
            Line::TooLong => ugi.output.error(TOO_LONG),
            Line::Text(text) => {
                if ugi.command(&text) == Next::Quit {
                    ugi.quit();
                    return Ok(());
                }
            }
        }
    }
    // At the end of input the running search still gives its answer.
    ugi.end_job();
    Ok(())
}

struct Ugi {
    output: Output,
    engine: Engine,
    settings: Settings,
    dialect: Dialect,
    job: Option<Job>,
}

impl Ugi {
    fn command(&mut self, text: &str) -> Next {
        let mut words = text.split_whitespace();
        let Some(first) = words.next() else { return Next::Read };
        let rest = text.trim_start().get(first.len()..).unwrap_or("").trim();
        if self.job.as_ref().is_some_and(Job::is_finished) {
            self.end_job();
        }
        // These act at once, whatever is running.
        match first {
            "isready" => {
                self.output.line("readyok");
                return Next::Read;
            }
            "stop" => {
                if let Some(job) = &self.job {
                    job.stop();
                }
                return Next::Read;
            }
            "ponderhit" => {
                if let Some(job) = &self.job {
                    job.ponderhit();
                }
                return Next::Read;
            }
            "query" => {
                self.query(rest);
                return Next::Read;
            }
            "quit" => return Next::Quit,
            _ => {}
        }
        self.end_job();
        match first {
            "ugi" => self.handshake(Dialect::Ugi, "ugiok"),
            "uci" => self.handshake(Dialect::Uci, "uciok"),
            "setoption" => self.set_option(rest),
            "uginewgame" | "ucinewgame" => self.engine.new_game(),
            "position" => self.position(rest),
            "moves" => self.moves(words),
            "go" => self.go(rest),
            "perft" => self.perft_command(rest),
            "bench" => self.bench(rest),
            "legal" => {
                for (mv, fen) in self.engine.session().legal() {
                    self.output.line(&format!("{mv} {fen}"));
                }
            }
            "show" | "d" => self.show(),
            "describe" => self.output.line(&describe(&self.engine)),
            "eval" => self.eval(),
            "debug" | "register" => {}
            "help" => {
                for (command, what) in HELP {
                    self.output.line(&format!("{command:<48} {what}"));
                }
            }
            _ => self.output.error(format!("unknown command '{}'", first)),
        }
        Next::Read
    }

    /// Ends what is running, with its last word.
    fn end_job(&mut self) {
        if let Some(job) = self.job.take() {
            job.end();
        }
    }

    /// `quit` owes no answer: the process ends, and what runs ends with it.
    fn quit(&mut self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    fn start_job(&mut self, handle: Handle, work: impl FnOnce() + Send + 'static) {
        self.keep(Job::start(handle, work));
    }

    /// Keeps the work that was begun, or says why it was not.
    fn keep(&mut self, job: std::io::Result<Job>) {
        match job {
            Ok(job) => self.job = Some(job),
            Err(error) => self.output.error(format!("no thread: {error}")),
        }
    }

    fn handshake(&mut self, dialect: Dialect, ok: &str) {
        self.dialect = dialect;
        self.output.line(concat!("id name ataman ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the ataman authors");
        for option in options::declared() {
            self.output.line(&option.ugi_line());
        }
        self.output.line(ok);
    }

    fn set_option(&mut self, rest: &str) {
        let Some(rest) = strip_word(rest, "name") else {
            return self.output.error("setoption: the word 'name' is missing");
        };
        let (name, value) = split_at_word(rest, "value");
        if let Err(error) = options::set(&mut self.engine, &mut self.settings, name, value) {
            self.output.error(error);
        }
    }

    fn position(&mut self, rest: &str) {
        let (place, moves) = split_at_word(rest, "moves");
        let fen = match place.split_whitespace().next() {
            None => {
                // Refused like any bad FEN: there is no position afterwards.
                let _ = self.engine.session_mut().set_position(Some(""));
                return self.output.error("position: 'startpos' or a FEN is missing");
            }
            Some("startpos") if place == "startpos" => None,
            Some("fen") => Some(place["fen".len()..].trim()),
            Some(_) => Some(place),
        };
        if let Err(error) = self.engine.session_mut().set_position(fen) {
            return self.output.error(format!("position: {error}"));
        }
        self.moves(moves.split_whitespace());
    }

    /// Plays moves up to the first illegal one.
    fn moves<'a>(&mut self, moves: impl Iterator<Item = &'a str>) {
        for (i, mv) in moves.enumerate() {
            if let Err(error) = self.engine.session_mut().push(mv) {
                return self.output.error(format!("move {}: {error}", i + 1));
            }
        }
    }

    fn query(&self, what: &str) {
        let status = self.engine.session().status();
        let over = !matches!(status, Status::Open(_));
        let answer = match what {
            "gameover" => if over { "true" } else { "false" }.to_owned(),
            "p1turn" => {
                let side = match status {
                    Status::Open(side) | Status::Over(side, _) | Status::Forfeit(side) => Some(side),
                    Status::Missing => None,
                };
                (side == Some(Side::White)).to_string()
            }
            "result" => match status.result() {
                Some(GameResult::Wins(Side::White)) => "p1win",
                Some(GameResult::Wins(Side::Black)) => "p2win",
                Some(GameResult::Draw) => "draw",
                None => "none",
            }
            .to_owned(),
            _ => {
                return self.output.error(format!("query: '{}' is not one of gameover, p1turn, result", what));
            }
        };
        self.output.line(&format!("response {answer}"));
    }

    fn show(&self) {
        let session = self.engine.session();
        let (Some(fen), Some(key)) = (session.fen(), session.key()) else {
            return self.output.error(EngineError::NoPosition);
        };
        let mut text = draw(&session.layout(), &session.contents());
        if let Some(remarks) = session.remarks() {
            text += &format!("{remarks}\n");
        }
        let options: Vec<String> =
            RULE_OPTIONS.iter().map(|o| format!("{}={}", o.name, self.engine.rules().get(o.name))).collect();
        let state = match session.status() {
            Status::Over(side, ending) => format!("game over, {side} to move: {}", ending.reason),
            Status::Forfeit(side) => format!("game over: illegal move by {side}"),
            Status::Open(side) => format!("{side} to move"),
            Status::Missing => "no position".to_owned(),
        };
        text += &format!("variant: {}\nfen: {fen}\nkey: {key:016x}\n{state}\n", self.engine.variant());
        text += &format!("rules: {}\nrepetitions: {}", options.join(" "), session.repetitions());
        self.output.line(&text);
    }

    fn eval(&self) {
        match eval_text(self.engine.session()) {
            Some(text) => self.output.line(&text),
            None => self.output.error(EngineError::NoPosition),
        }
    }

    fn perft_command(&mut self, depth: &str) {
        match depth.parse() {
            Ok(depth) if depth <= MOST_PERFT => self.perft(depth),
            _ => self.output.error(format!("perft: '{}' is not a whole number from 0 to {MOST_PERFT}", depth)),
        }
    }

    fn perft(&mut self, depth: u32) {
        if self.engine.session().fen().is_none() {
            return self.output.error(EngineError::NoPosition);
        }
        let (session, _) = self.engine.detach();
        let output = self.output.clone();
        let stop = Arc::new(AtomicBool::new(false));
        self.start_job(Handle::Count(Arc::clone(&stop)), move || {
            if depth == 0 {
                let total = session.perft(0, false, &stop).unwrap_or(0);
                return output.line(&format!("nodes {total}"));
            }
            if let Some(counts) = session.divide(depth, false, &stop) {
                let total: u64 = counts.iter().map(|(_, n)| n).sum();
                for (mv, n) in counts {
                    output.line(&format!("{mv}: {n}"));
                }
                output.line(&format!("nodes {total}"));
            }
        });
    }

    fn bench(&mut self, depth: &str) {
        let depth = if depth.is_empty() { Ok(DEFAULT_DEPTH) } else { depth.parse::<i32>() };
        let Some(depth) = depth.ok().filter(|d| (1..=100).contains(d)) else {
            return self.output.error("bench: the depth is a whole number from 1 to 100");
        };
        let output = self.output.clone();
        let stop = Arc::new(AtomicBool::new(false));
        self.start_job(Handle::Count(Arc::clone(&stop)), move || {
            let each = |variant, part: &crate::engine::bench::Bench| {
                output.line(&format!("info string {variant}: {} nodes, {} nps", part.nodes, part.nps()));
            };
            match bench(depth, &stop, &each) {
                Ok(Some(total)) => output.line(&format!("{} nodes\n{} nps", total.nodes, total.nps())),
                Ok(None) => {}
                Err(error) => output.error(error),
            }
        });
    }

    fn go(&mut self, rest: &str) {
        let side = match self.engine.session().status() {
            Status::Open(side) | Status::Over(side, _) | Status::Forfeit(side) => side,
            Status::Missing => Side::White,
        };
        match go::parse(rest.split_whitespace(), side, self.dialect) {
            Ok(Go { perft: Some(depth), .. }) if depth <= MOST_PERFT => self.perft(depth),
            Ok(Go { perft: Some(_), .. }) => self.refuse_go(format!("go perft: the depth is at most {MOST_PERFT}")),
            Ok(go) => self.search(go),
            Err(error) => self.refuse_go(error),
        }
    }

    /// Every `go` has its answer, also one that cannot be read.
    fn refuse_go(&self, error: impl std::fmt::Display) {
        self.output.error(error);
        self.output.line("bestmove (none)");
    }

    fn search(&mut self, mut go: Go) {
        self.drop_illegal(&mut go.moves);
        if let Some(line) = dead_line(self.engine.session()) {
            self.output.line(&line);
        }
        let infinite = go.infinite || go.limits.is_unlimited();
        let multipv = self.settings.multipv;
        let ask = Ask { limits: go.limits, moves: go.moves, multipv, ponder: go.ponder, infinite };
        let (lines, output, dialect) = (self.output.clone(), self.output.clone(), self.dialect);
        let report = move |report: Report<String>| lines.line(&info_line(&report, dialect));
        let job = think::start(&self.engine, &self.settings, ask, report, move |_, outcome| {
            output.line(&match outcome.as_ref().map(|o| o.pv.as_slice()) {
                Some([best, ponder, ..]) if dialect == Dialect::Uci => format!("bestmove {best} ponder {ponder}"),
                Some([best, ..]) => format!("bestmove {best}"),
                _ => "bestmove (none)".to_owned(),
            });
        });
        self.keep(job);
    }

    /// Drops the moves that are not legal here, with a word on the first of them.
    fn drop_illegal(&self, moves: &mut Vec<String>) {
        let mut errors = Vec::new();
        moves.retain(|mv| self.engine.session().check(mv).map_err(|error| errors.push(error)).is_ok());
        match &errors[..] {
            [] => {}
            [error] => self.output.error(format!("go searchmoves: {error}")),
            [error, rest @ ..] => self.output.error(format!("go searchmoves: {error}, nor are {} others", rest.len())),
        }
    }
}

/// Deepest perft that is counted.
const MOST_PERFT: u32 = 100;

/// The line of a game that is over already: there is nothing to search.
fn dead_line(session: &dyn Session) -> Option<String> {
    match session.status() {
        Status::Over(_, ending) if session.legal().is_empty() => Some(match ending.verdict {
            Verdict::Draw => "info depth 0 score cp 0".to_owned(),
            Verdict::Loss | Verdict::Win => "info depth 0 score mate 0".to_owned(),
        }),
        _ => None,
    }
}

/// One `info` line.
fn info_line(report: &Report<String>, dialect: Dialect) -> String {
    let distance = |plies: u32| if dialect == Dialect::Uci { plies.div_ceil(2) } else { plies };
    let score = match report.score {
        Score::Centipawns(cp) => format!("cp {cp}"),
        Score::WinIn(plies) => format!("mate {}", distance(plies)),
        Score::LossIn(plies) => format!("mate -{}", distance(plies)),
    };
    format!(
        "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        report.depth,
        report.seldepth,
        report.multipv,
        report.nodes,
        report.nps(),
        report.hashfull,
        report.tbhits,
        report.time.as_millis(),
        report.pv.join(" ")
    )
}

/// The terms of the static evaluation, their sum, and the chance to win that follows from it, a line each; `None` if
/// there is no position.
pub fn eval_text(session: &dyn Session) -> Option<String> {
    let (terms, chance) = (session.terms(), session.chance()?);
    let total: i32 = terms.iter().map(|(_, cp)| cp).sum();
    let mut text: String = terms.iter().map(|(name, cp)| format!("{name:<20} {cp:>6}\n")).collect();
    text += &format!("{:<20} {total:>6} centipawns, White's side", "total");
    text += &format!("\n{:<20} {:>6.0} %, White's side, a draw counts half", "chance to win", 100.0 * chance);
    Some(text)
}

/// What follows `word` at the start of the text.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
}

/// Splits the text at a word that stands alone; the second part is empty if there is none.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, &'a str) {
    let mut from = 0;
    while let Some(at) = text[from..].find(word).map(|at| from + at) {
        let end = at + word.len();
        let before = text[..at].chars().next_back().is_none_or(char::is_whitespace);
        let after = text[end..].chars().next().is_none_or(char::is_whitespace);
        if before && after {
            return (text[..at].trim(), text[end..].trim());
        }
        from = end;
    }
    (text.trim(), "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::rules::RuleOptions;

    /// A client that counts would wait for ever for an answer that never comes.
    #[test]
    fn perft_without_a_position_answers() {
        let answers = tempfile::NamedTempFile::new().unwrap();
        let output = Output::new(Box::new(answers.reopen().unwrap()), || {});
        let engine = Engine::new(Variant::default(), RuleOptions::default(), 1, 1).unwrap();
        run(&b"position fen 8/8 w\nperft 1\ngo perft 1\n"[..], output, engine).unwrap();
        let text = std::fs::read_to_string(answers.path()).unwrap();
        assert_eq!(text.matches("info string error: there is no position").count(), 2, "{text}");
    }
}
