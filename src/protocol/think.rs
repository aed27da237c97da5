//! Starting a search: what is the same in every protocol.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::sync::Arc;

use crate::engine::{Engine, Request, Session, Settings, Tools};
use crate::search::{Control, Limits, Outcome, Report};

use super::job::{Handle, Job};

/// A number that is another one each time.
fn entropy() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A search as a protocol asks for it.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The overhead in it is that of the settings, added here.
    pub limits: Limits,
    /// Moves to consider, all of them legal; empty for all.
    pub moves: Vec<String>,
    pub multipv: usize,
    /// The clock waits for `ponderhit`, and so does the answer.
    pub ponder: bool,
    /// The answer waits for `stop`.
    pub infinite: bool,
}

/// Starts a search of the present position on a thread of its own. `report` hears of every finished line; `answer`
/// comes when the answer may be given, with the game that was searched.
///
/// # Errors
/// The operating system gives no thread.
pub fn start(
    engine: &Engine,
    settings: &Settings,
    ask: Ask,
    report: impl Fn(Report<String>) + Send + Sync + 'static,
    answer: impl FnOnce(Box<dyn Session>, Option<Outcome<String>>) + Send + 'static,
) -> io::Result<Job> {
    start_in(engine.detach(), settings, ask, report, answer)
}

/// The same in another game than the engine's present one: what it may become.
///
/// # Errors
/// The operating system gives no thread.
pub fn start_in(
    (session, tools): (Box<dyn Session>, Tools),
    settings: &Settings,
    ask: Ask,
    report: impl Fn(Report<String>) + Send + Sync + 'static,
    answer: impl FnOnce(Box<dyn Session>, Option<Outcome<String>>) + Send + 'static,
) -> io::Result<Job> {
    let mut limits = ask.limits;
    settings.bound(&mut limits);
    let control = Arc::new(Control::new(ask.ponder, ask.infinite));
    let request = Request { limits, moves: ask.moves, multipv: ask.multipv, variety: settings.variety(entropy()) };
    Job::start(Handle::Search(Arc::clone(&control)), move || {
        let outcome = session.search(&tools, &request, &control, &report);
        control.wait();
        answer(session, outcome);
    })
}
