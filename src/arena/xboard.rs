//! A foreign engine that speaks CECP, the protocol of XBoard. It is kept in force mode between its moves, so that it
//! moves when it is told to and only then.

use std::time::{Duration, Instant};

use crate::engine::{Session, Variant};
use crate::rules::Side;
use crate::search::Score;

use super::log::Log;
use super::player::{Act, Answer, Fault, Info, Player, Stage, Turn};
use super::process::{Line, Process};
use super::spec::EngineSpec;

/// How long an engine may take to answer `?`.
const GRACE: Duration = Duration::from_secs(2);

/// What the engine said it can do.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Features {
    ping: bool,
    usermove: bool,
    reuse: bool,
    done: bool,
}

/// The player.
pub struct Xboard {
    process: Process,
    spec: EngineSpec,
    variant: Variant,
    patience: Duration,
    log: Log,
    features: Features,
    pings: u32,
    games: u32,
    /// Moves of the game that the engine has on its board.
    known: usize,
    /// The level has been sent.
    levelled: bool,
}

impl Features {
    /// Reads a `feature` line.
    fn read(&mut self, line: &str) {
        for word in line.split_whitespace() {
            match word {
                "ping=1" => self.ping = true,
                "usermove=1" => self.usermove = true,
                "reuse=0" => self.reuse = false,
                "done=1" => self.done = true,
                _ => {}
            }
        }
    }
}

impl Xboard {
    /// Starts the engine and waits for its features.
    ///
    /// # Errors
    /// What went wrong with it.
    pub fn start(spec: &EngineSpec, variant: Variant, patience: Duration, log: &Log) -> Result<Self, Fault> {
        let mut xboard = Xboard {
            process: Process::start(spec, log)?,
            spec: spec.clone(),
            variant,
            patience,
            log: log.clone(),
            features: Features { ping: false, usermove: false, reuse: true, done: false },
            pings: 0,
            games: 0,
            known: 0,
            levelled: false,
        };
        xboard.process.send(&["xboard", "protover 2"], Stage::Starting)?;
        let deadline = Instant::now() + patience;
        while !xboard.features.done {
            let Some(line) = xboard.process.next(deadline, Stage::Starting)? else { return Err(Fault::NoHandshake) };
            if let Some(features) = line.text.trim().strip_prefix("feature ") {
                xboard.features.read(features);
            }
        }
        let options: Vec<String> = spec.options.iter().map(|(name, value)| format!("option {name}={value}")).collect();
        if !options.is_empty() {
            xboard.process.send(&options.iter().map(String::as_str).collect::<Vec<_>>(), Stage::Starting)?;
        }
        Ok(xboard)
    }

    /// Waits until the engine has done what it was told.
    fn settle(&mut self, lines: &[&str], stage: Stage) -> Result<bool, Fault> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        let mut lines = lines.to_vec();
        if self.features.ping {
            lines.push(&ping);
        }
        self.process.send(&lines, stage)?;
        if !self.features.ping {
            return Ok(true);
        }
        let deadline = Instant::now() + self.patience;
        while let Some(line) = self.process.next(deadline, stage)? {
            if line.text.trim() == pong {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads up to an answer: a move, or the engine's opinion that there is nothing to move.
    fn answer(&mut self, deadline: Instant, info: &mut Info) -> Result<Option<(Line, Act)>, Fault> {
        while let Some(line) = self.process.next(deadline, Stage::Thinking)? {
            let text = line.text.trim();
            let mut words = text.split_whitespace();
            let act = match words.next() {
                Some("move") => match (words.next(), words.next()) {
                    (Some(mv), None) => Act::Move(mv.to_owned()),
                    _ => return Err(Fault::Malformed(line.text)),
                },
                Some("resign") => Act::Resign,
                Some("1-0" | "0-1" | "1/2-1/2" | "Illegal") => Act::Claim(text.to_owned()),
                _ => {
                    read_thinking(text, info);
                    continue;
                }
            };
            return Ok(Some((line, act)));
        }
        Ok(None)
    }
}

impl Player for Xboard {
    fn new_game(&mut self, start: &dyn Session, _side: Side) -> Result<(), Fault> {
        if self.games > 0 && !self.features.reuse {
            *self = Xboard::start(&self.spec, self.variant, self.patience, &self.log)?;
        }
        self.games += 1;
        (self.known, self.levelled) = (0, false);
        self.process.drain();
        let variant = format!("variant {}", self.variant);
        let fen = start.fen().unwrap_or_default();
        let board = format!("setboard {fen}");
        let mut lines = vec!["new", &variant, "force", "post", "easy"];
        if fen != start.start_fen() {
            lines.push(&board);
        }
        if self.settle(&lines, Stage::NewGame)? { Ok(()) } else { Err(Fault::NotReady) }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.process.drain();
        let mut lines = vec!["force".to_owned()];
        if !self.levelled {
            lines.extend(levels(turn));
            self.levelled = true;
        }
        let word = if self.features.usermove { "usermove " } else { "" };
        lines.extend(turn.moves[self.known..].iter().map(|mv| format!("{word}{mv}")));
        let clocks = [turn.side, !turn.side].map(|side| turn.watches[side.index()].clock());
        if let [Some(own), other] = clocks {
            let centiseconds = |clock: crate::search::Clock| clock.remaining.as_millis() / 10;
            lines.push(format!("time {}", centiseconds(own)));
            lines.push(format!("otim {}", centiseconds(other.unwrap_or(own))));
        }
        lines.push("go".to_owned());
        let start = self.process.send(&lines.iter().map(String::as_str).collect::<Vec<_>>(), Stage::Thinking)?;
        let mut info = Info::default();
        if let Some((line, act)) = self.answer(start + turn.patience, &mut info)? {
            // Its own move is on its board already.
            self.known = turn.moves.len() + 1;
            return Ok(Answer { act, took: line.at.saturating_duration_since(start), info });
        }
        let spoke = self.process.has_spoken();
        let stopped = self.process.send(&["?"], Stage::Thinking)?;
        let answered = self.answer(stopped + GRACE.min(self.patience), &mut info)?.map(|(line, _)| line.at);
        Err(Fault::overdue(turn, start, answered, spoke || self.process.has_spoken()))
    }

    fn quit(&mut self) {
        self.process.quit("quit");
    }
}

/// The lines that set the level: `level MOVES MIN:SEC INC`, `st`, `sd`.
fn levels(turn: &Turn<'_>) -> Vec<String> {
    let (limit, mut lines) = (turn.watch().limit(), Vec::new());
    if let Some(control) = limit.control {
        // Some engines take whole seconds only; the exact clock comes with `time` before each move.
        let seconds = control.base.as_secs().max(1);
        let moves = control.moves.unwrap_or(0);
        lines.push(format!("level {moves} {}:{:02} {}", seconds / 60, seconds % 60, control.increment.as_secs_f64()));
    }
    lines.extend(limit.move_time.map(|time| format!("st {}", time.as_secs_f64())));
    lines.extend(limit.depth.map(|depth| format!("sd {depth}")));
    lines
}

/// Thinking output: depth, score in centipawns, time in centiseconds, nodes, then the line. Beyond 100000 a score is a
/// mate in so many moves.
fn read_thinking(text: &str, info: &mut Info) {
    let numbers: Vec<i64> =
        text.split_whitespace().map_while(|word| word.trim_end_matches('.').parse().ok()).take(4).collect();
    let &[depth, score, _, nodes] = numbers.as_slice() else { return };
    info.depth = u32::try_from(depth).ok();
    info.nodes = u64::try_from(nodes).ok();
    let moves = |n: i64| ((n.abs() - 100_000).clamp(1, 10_000) * 2) as u32;
    info.score = Some(match score {
        n if n > 100_000 => Score::WinIn(moves(n) - 1),
        n if n < -100_000 => Score::LossIn(moves(n)),
        n => Score::Centipawns(n as i32),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking() {
        let mut info = Info::default();
        read_thinking("9 28 156 1084 b8c8 e2e4", &mut info);
        assert_eq!(info, Info { score: Some(Score::Centipawns(28)), depth: Some(9), nodes: Some(1084) });
        read_thinking("Error (unknown command): easy", &mut info);
        read_thinking("10 -3 x 4", &mut info);
        assert_eq!(info.depth, Some(9));
        read_thinking("10. 100003 1 4 a1a2", &mut info);
        assert_eq!(info.score, Some(Score::WinIn(5)));
    }

    #[test]
    fn features() {
        let mut features = Features { ping: false, usermove: false, reuse: true, done: false };
        features.read("ping=1 setboard=1 usermove=1 done=0 variants=\"siberia,normal\" reuse=0");
        assert_eq!(features, Features { ping: true, usermove: true, reuse: false, done: false });
    }
}
