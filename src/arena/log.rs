//! What went over the pipes of a game, in a file for each game.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::locks;

/// Bytes after which nothing more is written of a game: an engine may print without end.
const MOST: usize = 64 << 20;

struct Open {
    file: File,
    start: Instant,
    written: usize,
}

/// The log that a worker and its players share. It goes from file to file with the games.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Option<Open>>>);

impl Log {
    /// Begins a new file.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn begin(&self, path: &Path) -> std::io::Result<()> {
        let open = Open { file: File::create(path)?, start: Instant::now(), written: 0 };
        *locks::lock(&self.0) = Some(open);
        Ok(())
    }

    /// Writes a line: who, which way (`>` to the engine, `<` from it, `!` its error output), what.
    pub fn line(&self, who: &str, way: char, text: &str) {
        let mut log = locks::lock(&self.0);
        if let Some(open) = log.as_mut().filter(|open| open.written < MOST) {
            let line = format!("{:>10.3} {who} {way} {text}\n", open.start.elapsed().as_secs_f64() * 1000.0);
            open.written += line.len();
            // A full disk costs the log, not the match.
            let _ = open.file.write_all(line.as_bytes());
        }
    }
}
