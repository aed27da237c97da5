//! What a search prints: `info` lines at a gentle pace, and one `done`.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::engine::{Session, Status};
use crate::locks;
use crate::protocol::Output;
use crate::search::{Outcome, Report, Score};

use super::squares::{Numbering, write, write_line};

/// Evaluations stay within this many men: clients take more than 80 for a win by the tables, more than 90 for a forced
/// one.
const MOST_MEN: f64 = 79.99;

/// A score in men; a win in `n` plies is `100 - n / 100`.
fn men(score: Score) -> f64 {
    match score {
        Score::Centipawns(cp) => (f64::from(cp) / 100.0).clamp(-MOST_MEN, MOST_MEN),
        Score::WinIn(plies) => 100.0 - f64::from(plies) / 100.0,
        Score::LossIn(plies) => f64::from(plies) / 100.0 - 100.0,
    }
}

/// An `info` line. Clients read every part as `name=value`, depth and nodes as whole numbers, the rest as decimals;
/// anything else stops them.
pub fn info_line(report: &Report<String>, session: &dyn Session, numbering: Numbering) -> String {
    format!(
        "info depth={} mean-depth={}.0 score={:.2} nodes={} time={:.3} nps={:.3} pv=\"{}\"",
        report.depth,
        report.depth,
        men(report.score),
        report.nodes,
        report.time.as_secs_f64(),
        report.nps() as f64 / 1e6,
        write_line(session, &report.pv, numbering).join(" ")
    )
}

/// The `done` line: the move first, then one to ponder on where the game goes on; alone where there is no move.
pub fn done_line(session: &dyn Session, outcome: Option<&Outcome<String>>, numbering: Numbering) -> String {
    let Some([best, rest @ ..]) = outcome.map(|o| o.pv.as_slice()) else { return "done".to_owned() };
    let mut line = format!("done move={}", write(session, best, numbering));
    let mut after = session.boxed();
    let open = after.push(best).is_ok() && matches!(after.status(), Status::Open(_));
    if let Some(ponder) = rest.first().filter(|_| open) {
        line += &format!(" ponder={}", write(&*after, ponder, numbering));
    }
    line
}

/// Keeps a distance between the lines of a search. A client that asks the operating system whether there is more to
/// read, while it reads through a buffer, sleeps for ever when two lines come at once (py-draughts does).
pub struct Pacer {
    output: Output,
    pace: Duration,
    state: Mutex<State>,
}

struct State {
    last: Instant,
    /// The newest line that had to wait.
    waiting: Option<String>,
}

impl Pacer {
    /// Lines for a search that begins now.
    pub fn new(output: Output, pace: Duration) -> Arc<Self> {
        Arc::new(Pacer { output, pace, state: Mutex::new(State { last: Instant::now(), waiting: None }) })
    }

    /// The most time that the end of a search can lose here.
    pub fn cost(pace: Duration) -> Duration {
        pace * 2
    }

    /// Prints an `info` line unless the last one was a moment ago; then it waits, and a newer one may take its place.
    pub fn info(&self, line: String) {
        let mut state = locks::lock(&self.state);
        if state.last.elapsed() < self.pace {
            state.waiting = Some(line);
        } else {
            self.output.line(&line);
            *state = State { last: Instant::now(), waiting: None };
        }
    }

    /// Prints what has waited, then the last line.
    pub fn done(&self, line: &str) {
        let mut state = locks::lock(&self.state);
        if let Some(waiting) = state.waiting.take() {
            self.rest(state.last);
            self.output.line(&waiting);
            state.last = Instant::now();
        }
        self.rest(state.last);
        self.output.line(line);
    }

    /// Sleeps until the pace is kept.
    fn rest(&self, last: Instant) {
        std::thread::sleep(self.pace.saturating_sub(last.elapsed()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_as_clients_read_them() {
        let shown = |score| format!("{:.2}", men(score));
        assert_eq!(shown(Score::Centipawns(-35)), "-0.35");
        assert_eq!(shown(Score::Centipawns(29_000)), "79.99");
        assert_eq!(shown(Score::WinIn(5)), "99.95");
        assert_eq!(shown(Score::LossIn(6)), "-99.94");
    }
}
