//! Work that runs while the reader goes on reading.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

use crate::search::Control;

/// How the work is told to end.
pub enum Handle {
    /// A search: it owes a `bestmove`.
    Search(Arc<Control>),
    /// Perft or bench.
    Count(Arc<AtomicBool>),
}

/// The work in progress.
pub struct Job {
    handle: Handle,
    thread: JoinHandle<()>,
}

impl Job {
    /// Starts `work` on a thread of its own.
    ///
    /// # Errors
    /// The operating system gives no thread.
    pub fn start(handle: Handle, work: impl FnOnce() + Send + 'static) -> std::io::Result<Self> {
        let thread = std::thread::Builder::new().name("job".into()).spawn(work)?;
        Ok(Job { handle, thread })
    }

    /// Is it done, with all its output written?
    pub fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Tells it to end, without waiting.
    pub fn stop(&self) {
        match &self.handle {
            Handle::Search(control) => control.stop(),
            Handle::Count(stop) => stop.store(true, Relaxed),
        }
    }

    /// The move that was pondered on has been played.
    pub fn ponderhit(&self) {
        if let Handle::Search(control) = &self.handle {
            control.ponderhit();
        }
    }

    /// Tells it to end and waits for its last word.
    pub fn end(self) {
        self.stop();
        if self.thread.join().is_err() {
            log::error!("a job ended badly");
        }
    }
}
