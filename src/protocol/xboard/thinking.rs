//! The engine on its move: a search whose move is printed, and then has to be played by whoever reads the input.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::{Engine, GameResult, Session, Settings, Status};
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
}

#[derive(Default)]
struct Shared {
    /// Its move is not wanted any more.
    dropped: AtomicBool,
    /// The opponent has offered a draw.
    draw_offered: AtomicBool,
    thought: Mutex<Option<Thought>>,
}

impl Shared {
    fn thought(&self) -> std::sync::MutexGuard<'_, Option<Thought>> {
        self.thought.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search in progress.
pub struct Thinking {
    job: Job,
    shared: Arc<Shared>,
}

impl Thinking {
    /// Starts to think about a move.
    ///
    /// # Errors
    /// The operating system gives no thread.
    pub fn start(
        (engine, settings): (&Engine, &Settings),
        ask: Ask,
        output: &Output,
        post: bool,
        draw_offered: bool,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared { draw_offered: draw_offered.into(), ..Shared::default() });
        let (mine, output, lines) = (Arc::clone(&shared), output.clone(), output.clone());
        let report = move |report: Report<String>| {
            if post {
                lines.line(&post_line(&report));
            }
        };
        let job = think::start(engine, settings, ask, report, move |session, outcome| {
            // Under the lock, so that a move is either dropped or printed and known to be.
            let mut thought = mine.thought();
            let Some(outcome) = outcome.filter(|o| !o.pv.is_empty() && !mine.dropped.load(Relaxed)) else { return };
            let mut line = outcome.pv.into_iter();
            let best = line.next().unwrap_or_default();
            output.line(&format!("move {best}"));
            let mut after = session;
            let played = after.push(&best).is_ok();
            if let Some(claim) = claim(&*after).filter(|_| played) {
                output.line(&claim);
            } else if mine.draw_offered.load(Relaxed) && agrees(&*after, outcome.score) {
                output.line("offer draw");
            }
            *thought = Some(Thought { best, reply: line.next(), score: outcome.score });
        })?;
        Ok(Thinking { job, shared })
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

    /// Waits for the end and gives the move that was printed. With `drop` it is hurried, and prints no move unless it
    /// just did.
    pub fn end(self, drop: bool) -> Option<Thought> {
        if drop {
            // The lock makes the thread see it before it prints.
            let _guard = self.shared.thought();
            self.shared.dropped.store(true, Relaxed);
        }
        self.job.end();
        self.shared.thought().take()
    }
}

/// An engine that is not better takes a draw, once the game has been played for a while.
pub fn agrees(session: &dyn Session, score: Score) -> bool {
    let old = session.record().is_some_and(|(_, moves)| moves.len() >= DRAW_PLIES);
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

/// A line of thinking: depth, score in centipawns, centiseconds, nodes, moves. A mate in `n` moves is 100000 + n.
fn post_line(report: &Report<String>) -> String {
    let score = match report.score {
        Score::Centipawns(cp) => i64::from(cp),
        Score::WinIn(plies) => 100_000 + i64::from(plies.div_ceil(2)),
        Score::LossIn(plies) => -100_000 - i64::from(plies.div_ceil(2)),
    };
    let centiseconds = report.time.as_millis() / 10;
    format!("{} {score} {centiseconds} {} {}", report.depth, report.nodes, report.pv.join(" "))
}
