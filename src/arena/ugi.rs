//! A foreign engine that speaks UGI or UCI.

use std::time::{Duration, Instant};

use crate::engine::{Session, Variant};
use crate::rules::{RuleOptions, Side};
use crate::search::Score;

use super::log::Log;
use super::player::{Act, Answer, Fault, Info, Player, Stage, Turn};
use super::process::{Line, Process};
use super::spec::{EngineSpec, Protocol};

/// How long an engine may take to answer `stop`.
const GRACE: Duration = Duration::from_secs(2);

/// The player.
pub struct Ugi {
    process: Process,
    uci: bool,
    patience: Duration,
}

impl Ugi {
    /// Starts the engine and shakes hands.
    ///
    /// # Errors
    /// What went wrong with it.
    pub fn start(
        spec: &EngineSpec,
        variant: Variant,
        rules: &RuleOptions,
        patience: Duration,
        log: &Log,
    ) -> Result<Self, Fault> {
        let process = Process::start(spec, log)?;
        let uci = spec.protocol == Protocol::Uci;
        let mut ugi = Ugi { process, uci, patience };
        let (hello, ok) = if uci { ("uci", "uciok") } else { ("ugi", "ugiok") };
        ugi.process.send(&[hello], Stage::Starting)?;
        let mut declared = Vec::new();
        let told = ugi.wait_for(ok, Stage::Starting, |line| declared.extend(option_name(line).map(compact)))?;
        if !told {
            return Err(Fault::NoHandshake);
        }
        let knows = |name: &str| declared.contains(&compact(name));
        // Variants may come from a file that an option names: the engine's own options go first.
        let mut options = spec.options.clone();
        options.extend(rules.unusual().filter(|(name, _)| knows(name)).map(|(name, value)| (name.to_owned(), value)));
        let set = |name: &str| spec.options.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
        let names = if uci { ["UCI_Variant", "Variant"] } else { ["Variant", "UCI_Variant"] };
        if let Some(name) = names.into_iter().find(|name| knows(name))
            && !names.into_iter().any(set)
        {
            options.push((name.to_owned(), variant.name().to_owned()));
        }
        let lines: Vec<String> =
            options.iter().map(|(name, value)| format!("setoption name {name} value {value}")).collect();
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines.push("isready");
        ugi.process.send(&lines, Stage::Starting)?;
        if ugi.wait_for("readyok", Stage::Starting, |_| {})? { Ok(ugi) } else { Err(Fault::NoHandshake) }
    }

    /// Reads up to a line with this first word; false if it does not come in time.
    fn wait_for(&mut self, word: &str, stage: Stage, mut each: impl FnMut(&str)) -> Result<bool, Fault> {
        let deadline = Instant::now() + self.patience;
        while let Some(line) = self.process.next(deadline, stage)? {
            if line.text.split_whitespace().next() == Some(word) {
                return Ok(true);
            }
            each(&line.text);
        }
        Ok(false)
    }

    /// Reads up to `bestmove`, with the last word on score, depth and nodes.
    fn best_move(&mut self, deadline: Instant, info: &mut Info) -> Result<Option<Line>, Fault> {
        while let Some(line) = self.process.next(deadline, Stage::Thinking)? {
            match line.text.split_whitespace().next() {
                Some("bestmove") => return Ok(Some(line)),
                Some("info") => read_info(&line.text, self.uci, info),
                _ => {}
            }
        }
        Ok(None)
    }
}

impl Player for Ugi {
    fn new_game(&mut self, _start: &dyn Session, _side: Side) -> Result<(), Fault> {
        self.process.drain();
        let hello = if self.uci { "ucinewgame" } else { "uginewgame" };
        self.process.send(&[hello, "isready"], Stage::NewGame)?;
        if self.wait_for("readyok", Stage::NewGame, |_| {})? { Ok(()) } else { Err(Fault::NotReady) }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.process.drain();
        let position = position_line(turn);
        let start = self.process.send(&[&position, &go_line(turn, self.uci)], Stage::Thinking)?;
        let mut info = Info::default();
        if let Some(line) = self.best_move(start + turn.patience, &mut info)? {
            return Ok(Answer { act: read_answer(&line.text)?, took: line.at.saturating_duration_since(start), info });
        }
        // Too late in any case; what it does now says what is wrong with it.
        let spoke = self.process.has_spoken();
        let stopped = self.process.send(&["stop"], Stage::Thinking)?;
        let answered = self.best_move(stopped + GRACE.min(self.patience), &mut info)?.map(|line| line.at);
        Err(Fault::overdue(turn, start, answered, spoke || self.process.has_spoken()))
    }

    fn quit(&mut self) {
        self.process.quit("quit");
    }
}

/// The name in an `option` line.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim())
}

/// Names are compared without case and blanks.
fn compact(name: impl AsRef<str>) -> String {
    name.as_ref().split_whitespace().collect::<String>().to_ascii_lowercase()
}

fn position_line(turn: &Turn<'_>) -> String {
    let mut line = match turn.fen {
        None => "position startpos".to_owned(),
        Some(fen) => format!("position fen {fen}"),
    };
    if !turn.moves.is_empty() {
        line += " moves ";
        line += &turn.moves.join(" ");
    }
    line
}

/// The `go` line. UGI calls the sides p1 and p2.
fn go_line(turn: &Turn<'_>, uci: bool) -> String {
    let mut line = "go".to_owned();
    let names = if uci { [["wtime", "winc"], ["btime", "binc"]] } else { [["p1time", "p1inc"], ["p2time", "p2inc"]] };
    let own = turn.watch();
    if own.limit().control.is_some() {
        for (watch, [time, increment]) in turn.watches.iter().zip(names) {
            // Where the other side plays without a clock, its clock is as good as ours.
            if let Some(clock) = watch.clock().or_else(|| own.clock()) {
                line += &format!(" {time} {}", clock.remaining.as_millis().max(1));
                if !clock.increment.is_zero() {
                    line += &format!(" {increment} {}", clock.increment.as_millis());
                }
            }
        }
        if let Some(to_go) = own.clock().and_then(|clock| clock.moves_to_go) {
            line += &format!(" movestogo {to_go}");
        }
    }
    let limit = own.limit();
    if let Some(time) = limit.move_time {
        line += &format!(" movetime {}", time.as_millis());
    }
    if let Some(nodes) = limit.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(depth) = limit.depth {
        line += &format!(" depth {depth}");
    }
    line
}

/// Reads a `bestmove` line.
fn read_answer(line: &str) -> Result<Act, Fault> {
    let mut words = line.split_whitespace().skip(1);
    let Some(mv) = words.next() else { return Err(Fault::Malformed(line.to_owned())) };
    Ok(match mv {
        "(none)" | "none" | "0000" | "null" => Act::Claim(line.trim().to_owned()),
        "resign" => Act::Resign,
        _ if words.next().is_some_and(|word| word != "ponder") => return Err(Fault::Malformed(line.to_owned())),
        _ if !mv.chars().all(|c| c.is_ascii_alphanumeric() || "-:x@+=".contains(c)) => {
            return Err(Fault::Malformed(line.to_owned()));
        }
        _ => Act::Move(mv.to_owned()),
    })
}

/// Takes what an `info` line says of the first line of play; bounds say nothing of the score.
fn read_info(line: &str, uci: bool, info: &mut Info) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let end = words.iter().position(|word| matches!(*word, "pv" | "string")).unwrap_or(words.len());
    let words = &words[..end];
    let value = |name: &str| words.iter().position(|word| *word == name).and_then(|i| words.get(i + 1));
    let number = |name: &str| value(name).and_then(|text| text.parse::<u64>().ok());
    info.nodes = number("nodes").or(info.nodes);
    if number("multipv").is_some_and(|line| line > 1) || words.iter().any(|word| word.ends_with("bound")) {
        return;
    }
    let at = words.iter().position(|word| *word == "score");
    let score = at.and_then(|i| Some((words.get(i + 1)?, words.get(i + 2)?.parse::<i32>().ok()?)));
    let plies =
        |n: i32, odd: i32| if uci { (n.unsigned_abs() * 2).saturating_sub(odd as u32) } else { n.unsigned_abs() };
    let score = match score {
        Some((&"cp", cp)) => Some(Score::Centipawns(cp)),
        Some((&"mate", n)) if n > 0 => Some(Score::WinIn(plies(n.min(10_000), 1))),
        Some((&"mate", n)) => Some(Score::LossIn(plies(n.max(-10_000), 0))),
        _ => None,
    };
    if score.is_some() {
        info.score = score;
        info.depth = number("depth").and_then(|d| u32::try_from(d).ok());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let act = |line| read_answer(line).unwrap();
        assert_eq!(act("bestmove c3:e5"), Act::Move("c3:e5".to_owned()));
        assert_eq!(act("bestmove a8a9d ponder b2b3"), Act::Move("a8a9d".to_owned()));
        assert_eq!(act("bestmove (none)"), Act::Claim("bestmove (none)".to_owned()));
        assert_eq!(act("bestmove resign"), Act::Resign);
        for line in ["bestmove", "bestmove  ", "bestmove c3 d4", "bestmove c3%d4", "bestmove \u{1b}[1m"] {
            assert_eq!(read_answer(line), Err(Fault::Malformed(line.to_owned())), "{line}");
        }
    }

    #[test]
    fn infos() {
        let mut info = Info::default();
        read_info("info depth 5 seldepth 9 multipv 1 score cp -35 nodes 1200 pv depth 9", true, &mut info);
        assert_eq!(info, Info { score: Some(Score::Centipawns(-35)), depth: Some(5), nodes: Some(1200) });
        read_info("info depth 6 score cp 500 lowerbound nodes 1300", true, &mut info);
        read_info("info depth 6 multipv 2 score cp 7 nodes 1400", true, &mut info);
        read_info("info string score cp 99 depth 99", true, &mut info);
        read_info("info depth 7 score cp", true, &mut info);
        assert_eq!(info, Info { score: Some(Score::Centipawns(-35)), depth: Some(5), nodes: Some(1400) });
        read_info("info depth 7 score mate 3", true, &mut info);
        assert_eq!(info.score, Some(Score::WinIn(5)));
        read_info("info depth 7 score mate -3", true, &mut info);
        assert_eq!(info.score, Some(Score::LossIn(6)));
        read_info("info depth 7 score mate 3", false, &mut info);
        assert_eq!(info.score, Some(Score::WinIn(3)));
    }
}
