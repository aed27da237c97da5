//! The engine on its move: a search whose move is printed, and then has to be played by whoever reads the input.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::engine::{GameResult, Session, Settings, Status, Tools};
use crate::locks;
use crate::protocol::Output;
use crate::protocol::job::Job;
use crate::protocol::think::{self, Ask};
use crate::rules::Side;
use crate::search::{Report, Score};

/// Plies before a draw is agreed to.
const DRAW_PLIES: usize = 40;

/// A move that has been printed.
#[derive(Clone, Debug)]
pub struct Thought {
    pub best: String,
    /// The answer that is expected to it.
    pub reply: Option<String>,
    pub score: Score,
    /// When it was printed.
    pub at: Instant,
}

#[derive(Default)]
struct Shared {
    /// Its move is not wanted any more.
    dropped: AtomicBool,
    /// The opponent has offered a draw.
    draw_offered: AtomicBool,
    /// The move that was pondered on has been played.
    hit: AtomicBool,
    thought: Mutex<Option<Thought>>,
}

impl Shared {
    fn thought(&self) -> MutexGuard<'_, Option<Thought>> {
        locks::lock(&self.thought)
    }
}

/// A search in progress.
pub struct Thinking {
    job: Job,
    shared: Arc<Shared>,
    /// When the engine's clock began to run.
    started: Instant,
}

/// What is searched, and what is done with it.
pub struct Order<'a> {
    pub session: Box<dyn Session>,
    pub tools: Tools,
    pub settings: &'a Settings,
    pub ask: Ask,
    /// Are the lines shown?
    pub post: bool,
    /// The opponent has offered a draw.
    pub draw_offered: bool,
    /// The opponent's move that is only expected, if the search ponders on it.
    pub expected: Option<String>,
}

impl Thinking {
    /// Starts to think about a move; `done` is called when it has been printed.
    ///
    /// # Errors
    /// The operating system gives no thread.
    pub fn start(order: Order<'_>, output: &Output, done: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let Order { session, tools, settings, mut ask, post, draw_offered, expected } = order;
        ask.ponder = expected.is_some();
        let shared = Arc::new(Shared { draw_offered: draw_offered.into(), ..Shared::default() });
        let (mine, seen, output, lines) = (Arc::clone(&shared), Arc::clone(&shared), output.clone(), output.clone());
        let report = move |report: Report<String>| {
            if post {
                let expected = expected.as_deref().filter(|_| !seen.hit.load(Relaxed));
                lines.line(&post_line(&report, expected));
            }
        };
        let job = think::start_in((session, tools), settings, ask, report, move |session, outcome| {
            // Under the lock, so that a move is either dropped or printed and known to be.
            let mut thought = mine.thought();
            let Some(outcome) = outcome.filter(|o| !o.pv.is_empty() && !mine.dropped.load(Relaxed)) else { return };
            let mut line = outcome.pv.into_iter();
            let best = line.next().unwrap_or_default();
            output.line(&format!("move {best}"));
            let at = Instant::now();
            let mut after = session;
            let played = after.push(&best).is_ok();
            if let Some(claim) = claim(&*after).filter(|_| played) {
                output.line(&claim);
            } else if mine.draw_offered.load(Relaxed) && agrees(&*after, outcome.score) {
                output.line("offer draw");
            }
            *thought = Some(Thought { best, reply: line.next(), score: outcome.score, at });
            drop(thought);
            done();
        })?;
        Ok(Thinking { job, shared, started: Instant::now() })
    }

    /// Has its move been printed, or is there none?
    pub fn is_over(&self) -> bool {
        self.shared.thought().is_some() || self.job.is_finished()
    }

    /// The move is wanted now.
    pub fn hurry(&self) {
        self.job.stop();
    }

    /// The opponent offers a draw.
    pub fn offer_draw(&self) {
        self.shared.draw_offered.store(true, Relaxed);
    }

    /// The move that was pondered on has been played: the clock runs from now.
    pub fn hit(&mut self) {
        self.shared.hit.store(true, Relaxed);
        self.started = Instant::now();
        self.job.ponderhit();
    }

    /// Waits for the end and gives the move that was printed, and the time it took. With `drop` it is hurried, and prints no move unless it
    /// just did.
    pub fn end(self, drop: bool) -> Option<(Thought, Duration)> {
        if drop {
            // The lock makes the thread see it before it prints.
            let _guard = self.shared.thought();
            self.shared.dropped.store(true, Relaxed);
        }
        self.job.end();
        let thought = self.shared.thought().take()?;
        let took = thought.at.saturating_duration_since(self.started);
        Some((thought, took))
    }
}

/// An engine that is not better takes a draw, once the game has been played for a while.
pub fn agrees(session: &dyn Session, score: Score) -> bool {
    let old = session.plies() >= DRAW_PLIES;
    old && match score {
        Score::Centipawns(cp) => cp <= 0,
        Score::WinIn(_) => false,
        Score::LossIn(_) => true,
    }
}

/// The line that claims the result of a game that is over.
pub fn claim(session: &dyn Session) -> Option<String> {
    let status = session.status();
    let result = match status.result()? {
        GameResult::Wins(Side::White) => "1-0",
        GameResult::Wins(Side::Black) => "0-1",
        GameResult::Draw => "1/2-1/2",
    };
    match status {
        Status::Over(_, ending) => Some(format!("{result} {{{}}}", ending.reason)),
        _ => None,
    }
}

/// A line of thinking: depth, score in centipawns, centiseconds, nodes, moves. A mate in `n` moves is 100000 + n. A move
/// that is only expected of the opponent stands in brackets before the others.
fn post_line(report: &Report<String>, expected: Option<&str>) -> String {
    let score = match report.score {
        Score::Centipawns(cp) => i64::from(cp),
        Score::WinIn(plies) => 100_000 + i64::from(plies.div_ceil(2)),
        Score::LossIn(plies) => -100_000 - i64::from(plies.div_ceil(2)),
    };
    let centiseconds = report.time.as_millis() / 10;
    let expected = expected.map_or_else(String::new, |mv| format!("({mv}) "));
    format!("{} {score} {centiseconds} {} {expected}{}", report.depth, report.nodes, report.pv.join(" "))
}
