//! Lines of output: each whole, each flushed, whichever thread writes it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use crate::locks;

/// Longest message, characters: it may quote a line of a megabyte.
const LONGEST: usize = 300;

/// Where protocol lines go. Clones write to the same place.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    on_closed: Arc<dyn Fn() + Send + Sync>,
}

impl Output {
    /// Writes to `writer`; `on_closed` is called when nobody reads any more.
    pub fn new(writer: Box<dyn Write + Send>, on_closed: impl Fn() + Send + Sync + 'static) -> Self {
        Output { writer: Arc::new(Mutex::new(writer)), on_closed: Arc::new(on_closed) }
    }

    /// Writes one line, or several that belong together.
    pub fn line(&self, text: &str) {
        let text = text.trim_end_matches('\n');
        let written = {
            let mut writer = locks::lock(&self.writer);
            writeln!(writer, "{text}").and_then(|()| writer.flush())
        };
        if let Err(error) = written
            && error.kind() != io::ErrorKind::Interrupted
        {
            log::info!("output closed: {error}");
            (self.on_closed)();
        }
    }

    /// Writes the line that tells of something wrong in the input.
    pub fn error(&self, message: impl std::fmt::Display) {
        // The message may quote the input; one line stays one line.
        let message = message.to_string();
        let mut message: String = message.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if message.chars().count() == LONGEST {
            message += "...";
        }
        self.line(&format!("info string error: {message}"));
    }
}
