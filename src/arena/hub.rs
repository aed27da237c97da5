//! A foreign draughts engine that speaks Hub 2 (the protocol of Scan, by Fabien Letouzey). Positions are strings of 32
//! squares from the top left; moves are numbers of squares, and programs disagree on where they begin.

use std::time::{Duration, Instant};

use crate::engine::Session;
use crate::rules::Side;
use crate::search::Score;

use super::log::Log;
use super::player::{Act, Answer, Fault, Info, Player, Stage, Turn};
use super::process::{Line, Process};
use super::spec::{EngineSpec, Numbering};

/// How long an engine may take to answer `stop`.
const GRACE: Duration = Duration::from_secs(2);

/// The player.
pub struct Hub {
    process: Process,
    patience: Duration,
    numbering: Numbering,
    /// The position that the game began with, as Hub writes it, and the moves from there.
    start: String,
    moves: Vec<String>,
    session: Option<Box<dyn Session>>,
}

/// A move as Hub has it: its ends and what it captures.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    from: u8,
    to: u8,
    captured: Vec<u8>,
}

impl Numbering {
    /// The number of a square such as `c3`.
    fn number(self, square: &str) -> Option<u8> {
        let bytes = square.as_bytes();
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = bytes else { return None };
        let (file, rank) = (file - b'a', rank - b'1');
        let row = if self == Numbering::A1 { rank } else { 7 - rank };
        ((file + rank) % 2 == 0).then(|| row * 4 + file / 2 + 1)
    }
}

/// What stands where: squares by their name with the piece's letter.
fn pieces(session: &dyn Session) -> Vec<(String, char)> {
    let layout = session.layout();
    let contents = session.contents();
    contents.iter().filter_map(|(i, p)| Some((layout.fields[*i].name.clone(), p.chars().next()?))).collect()
}

/// The position as Hub writes it: the side to move, then `w W b B e` from b8 to g1.
fn position(session: &dyn Session) -> String {
    let side = session.fen().map_or('W', |fen| if fen.split(' ').nth(1) == Some("b") { 'B' } else { 'W' });
    let mut squares = ['e'; 32];
    for (name, piece) in pieces(session) {
        if let Some(n) = Numbering::B8.number(&name) {
            squares[usize::from(n) - 1] = piece;
        }
    }
    std::iter::once(side).chain(squares).collect()
}

/// A legal move as Hub has it; the session stands before it.
fn step(session: &dyn Session, mv: &str, numbering: Numbering) -> Option<Step> {
    let mut after = session.boxed();
    after.push(mv).ok()?;
    let (from, to) = (mv.get(..2)?, mv.get(mv.len() - 2..)?);
    let left = pieces(&*after);
    let gone = pieces(session).into_iter().filter(|(name, _)| name != from && !left.iter().any(|(n, _)| n == name));
    let mut captured: Vec<u8> = gone.filter_map(|(name, _)| numbering.number(&name)).collect();
    captured.sort_unstable();
    Some(Step { from: numbering.number(from)?, to: numbering.number(to)?, captured })
}

impl Step {
    fn text(&self) -> String {
        let mark = if self.captured.is_empty() { "-" } else { "x" };
        let mut out = format!("{}{mark}{}", self.from, self.to);
        for square in &self.captured {
            out += &format!("x{square}");
        }
        out
    }

    /// Is this what the words of an engine mean? Engines leave captured squares out, or have them in any order.
    fn fits(&self, numbers: &[u8]) -> bool {
        let [from, to, captured @ ..] = numbers else { return false };
        let listed = |n: &u8| self.captured.contains(n);
        (*from, *to) == (self.from, self.to)
            && captured.iter().all(listed)
            && (captured.is_empty() || captured.len() == self.captured.len())
    }
}

/// The value of `key=value`, which may stand between quotes.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let at = line
        .match_indices(key)
        .map(|(i, _)| i)
        .find(|&i| line[..i].ends_with(char::is_whitespace) && line[i + key.len()..].starts_with('='))?;
    let rest = &line[at + key.len() + 1..];
    match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next(),
        None => rest.split_whitespace().next(),
    }
}

fn quoted(text: &str) -> String {
    if text.is_empty() || text.contains([' ', '=', '"']) {
        format!("\"{}\"", text.replace('"', "'"))
    } else {
        text.to_owned()
    }
}

impl Hub {
    /// Starts the engine and shakes hands.
    ///
    /// # Errors
    /// What went wrong with it.
    pub fn start(spec: &EngineSpec, patience: Duration, log: &Log) -> Result<Self, Fault> {
        let process = Process::start(spec, log)?;
        let numbering = spec.numbering;
        let mut hub = Hub { process, patience, numbering, start: String::new(), moves: Vec::new(), session: None };
        hub.process.send(&["hub"], Stage::Starting)?;
        let mut variant = false;
        let told = hub.wait_for("wait", Stage::Starting, |line| {
            variant |= line.starts_with("param ") && value(line, "name") == Some("variant");
        })?;
        if !told {
            return Err(Fault::NoHandshake);
        }
        let set = |name: &str, value: &str| format!("set-param name={} value={}", quoted(name), quoted(value));
        let mut lines: Vec<String> = spec.options.iter().map(|(name, value)| set(name, value)).collect();
        if variant && !spec.options.iter().any(|(name, _)| name == "variant") {
            lines.push(set("variant", "russian"));
        }
        lines.push("init".to_owned());
        hub.process.send(&lines.iter().map(String::as_str).collect::<Vec<_>>(), Stage::Starting)?;
        if hub.wait_for("ready", Stage::Starting, |_| {})? { Ok(hub) } else { Err(Fault::NoHandshake) }
    }

    fn wait_for(&mut self, word: &str, stage: Stage, mut each: impl FnMut(&str)) -> Result<bool, Fault> {
        let deadline = Instant::now() + self.patience;
        while let Some(line) = self.process.next(deadline, stage)? {
            if line.text.split_whitespace().next() == Some(word) {
                return Ok(true);
            }
            each(line.text.trim());
        }
        Ok(false)
    }

    /// Reads up to `done`.
    fn done(&mut self, deadline: Instant, info: &mut Info) -> Result<Option<Line>, Fault> {
        while let Some(line) = self.process.next(deadline, Stage::Thinking)? {
            match line.text.split_whitespace().next() {
                Some("done") => return Ok(Some(line)),
                Some("info") => read_info(&line.text, info),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Reads a `done` line in the position that the session stands in.
    fn read_answer(&self, line: &str, session: &dyn Session) -> Result<Act, Fault> {
        let Some(mv) = value(line, "move") else { return Ok(Act::Claim(line.trim().to_owned())) };
        let words: Vec<&str> = mv.split(['-', 'x', ':']).collect();
        let number = |word: &&str| word.parse::<u8>().ok().or_else(|| self.numbering.number(word));
        let numbers: Option<Vec<u8>> = words.iter().map(number).collect();
        let Some(numbers) = numbers else { return Err(Fault::Malformed(line.to_owned())) };
        let legal = session.legal();
        let mut fitting = legal
            .iter()
            .map(|(mv, _)| mv)
            .filter(|mv| step(session, mv, self.numbering).is_some_and(|step| step.fits(&numbers)));
        // Where the ends fit several captures and the engine does not say which, it is no move.
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(Act::Move(only.clone())),
            _ => Err(Fault::Illegal(mv.to_owned())),
        }
    }
}

impl Player for Hub {
    fn new_game(&mut self, start: &dyn Session, _side: Side) -> Result<(), Fault> {
        self.process.drain();
        self.start = position(start);
        self.moves.clear();
        self.session = Some(start.boxed());
        self.process.send(&["new-game", "ping"], Stage::NewGame)?;
        if self.wait_for("pong", Stage::NewGame, |_| {})? { Ok(()) } else { Err(Fault::NotReady) }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        if let Some(session) = &mut self.session {
            for mv in &turn.moves[self.moves.len()..] {
                let text = step(&**session, mv, self.numbering).map_or_else(|| mv.clone(), |step| step.text());
                self.moves.push(text);
                session.push(mv).map_err(|e| Fault::NoStart(e.to_string()))?;
            }
        }
        self.process.drain();
        let mut place = format!("pos pos={}", self.start);
        if !self.moves.is_empty() {
            place += &format!(" moves=\"{}\"", self.moves.join(" "));
        }
        let mut lines = vec![place];
        lines.extend(levels(turn));
        lines.push("go think".to_owned());
        let start = self.process.send(&lines.iter().map(String::as_str).collect::<Vec<_>>(), Stage::Thinking)?;
        let mut info = Info::default();
        if let Some(line) = self.done(start + turn.patience, &mut info)? {
            let act = self.read_answer(&line.text, turn.session)?;
            return Ok(Answer { act, took: line.at.saturating_duration_since(start), info });
        }
        let spoke = self.process.has_spoken();
        let stopped = self.process.send(&["stop"], Stage::Thinking)?;
        let answered = self.done(stopped + GRACE.min(self.patience), &mut info)?.map(|line| line.at);
        Err(Fault::overdue(turn, start, answered, spoke || self.process.has_spoken()))
    }

    fn quit(&mut self) {
        self.process.quit("quit");
    }
}

/// The `level` lines; they add up. Hub adds the increment before the move, so it is taken off the clock.
fn levels(turn: &Turn<'_>) -> Vec<String> {
    let (limit, mut lines) = (turn.watch().limit(), Vec::new());
    if let Some(clock) = turn.watch().clock() {
        let (time, increment) = (clock.remaining.as_secs_f64(), clock.increment.as_secs_f64());
        let moves = clock.moves_to_go.map_or_else(String::new, |n| format!("moves={n} "));
        let added = if increment > 0.0 { format!(" inc={increment}") } else { String::new() };
        lines.push(format!("level {moves}time={:.3}{added}", time - increment));
    }
    lines.extend(limit.move_time.map(|time| format!("level move-time={}", time.as_secs_f64())));
    lines.extend(limit.nodes.map(|n| format!("level nodes={n}")));
    lines.extend(limit.depth.map(|d| format!("level depth={d}")));
    lines
}

/// Takes what an `info` line says. Scores are in men; beyond 90 they are wins, (100 - score) * 100 plies away.
fn read_info(line: &str, info: &mut Info) {
    info.nodes = value(line, "nodes").and_then(|n| n.parse().ok()).or(info.nodes);
    info.depth = value(line, "depth").and_then(|n| n.parse().ok()).or(info.depth);
    if let Some(score) = value(line, "score").and_then(|s| s.parse::<f64>().ok()).filter(|s| s.is_finite()) {
        let plies = |s: f64| ((100.0 - s.abs()).max(0.0) * 100.0).round() as u32;
        info.score = Some(match score {
            s if s > 90.0 => Score::WinIn(plies(s)),
            s if s < -90.0 => Score::LossIn(plies(s)),
            s => Score::Centipawns((s * 100.0).round() as i32),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::rules::RuleOptions;

    #[test]
    fn positions_and_moves() {
        let mut session = Variant::RussianOfficial.open(&RuleOptions::default());
        assert_eq!(position(&*session), "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
        let text = |session: &dyn Session, mv, numbering| step(session, mv, numbering).unwrap().text();
        assert_eq!(text(&*session, "c3d4", Numbering::B8), "22-18");
        assert_eq!(text(&*session, "c3d4", Numbering::A1), "10-14");
        session.set_position(Some("8/8/5b2/8/3b4/2w5/8/8 w")).unwrap();
        assert_eq!(text(&*session, "c3e5g7", Numbering::A1), "10x28x14x23");
        assert_eq!(text(&*session, "c3e5g7", Numbering::B8), "22x8x11x18");
        let whole = step(&*session, "c3e5g7", Numbering::B8).unwrap();
        assert!(whole.fits(&[22, 8]) && whole.fits(&[22, 8, 18, 11]));
        assert!(!whole.fits(&[22, 8, 18]) && !whole.fits(&[22, 15]) && !whole.fits(&[22, 8, 18, 10]));
    }

    #[test]
    fn values_and_infos() {
        let line = "info depth=12 mean-depth=9.5 score=-0.35 nodes=1200 time=0.1 nps=1.2 pv=\"22-18 9-14\"";
        assert_eq!(value(line, "pv"), Some("22-18 9-14"));
        assert_eq!(value(line, "depth"), Some("12"), "not that of mean-depth");
        let mut info = Info::default();
        read_info(line, &mut info);
        assert_eq!(info, Info { score: Some(Score::Centipawns(-35)), depth: Some(12), nodes: Some(1200) });
        read_info("info score=99.95", &mut info);
        assert_eq!(info.score, Some(Score::WinIn(5)));
    }
}
