//! The lines of a search on a terminal: finished lines stay, the last one lives.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget};

use super::progress::styled;
use crate::search::Report;

/// A table that changes in its place. With one line wanted every depth leaves its line behind; with several there is a
/// row for each, which the next depth writes over. Below, the time goes on.
pub struct Live {
    bars: MultiProgress,
    rows: Vec<ProgressBar>,
    /// What stands in the rows.
    texts: Mutex<Vec<String>>,
    status: ProgressBar,
}

impl Live {
    /// A table of `lines` lines on standard output; `None` if it is no terminal.
    pub fn new(lines: usize) -> Option<Self> {
        let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        if !io::stdout().is_terminal() || bars.is_hidden() {
            return None;
        }
        let row = |template: &str| styled(bars.add(ProgressBar::new_spinner()), template);
        let rows = if lines > 1 { lines } else { 0 };
        let rows: Vec<ProgressBar> = (0..rows).map(|_| row("{wide_msg}")).collect();
        let status = row("{spinner} {elapsed} {wide_msg}");
        status.enable_steady_tick(Duration::from_millis(100));
        Some(Live { texts: Mutex::new(vec![String::new(); rows.len()]), bars, rows, status })
    }

    /// Shows a finished line.
    pub fn show(&self, report: &Report<String>, text: &str) {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.rows.get(report.multipv - 1), texts.get_mut(report.multipv - 1)) {
            (Some(row), Some(kept)) => {
                row.set_message(text.to_owned());
                *kept = text.to_owned();
            }
            // A closed terminal shows itself at the last lines.
            _ => drop(self.bars.println(text)),
        }
        let depth = report.depth;
        self.status.set_message(format!(
            "depth {depth}/{}, {} nodes, {} nodes/s, hash {}.{} %",
            report.seldepth,
            report.nodes,
            report.nps(),
            report.hashfull / 10,
            report.hashfull % 10
        ));
    }

    /// Takes the living lines away; those that are to stay.
    pub fn end(self) -> Vec<String> {
        self.status.finish_and_clear();
        for row in &self.rows {
            row.finish_and_clear();
        }
        let mut texts = self.texts.into_inner().unwrap_or_else(PoisonError::into_inner);
        texts.retain(|text| !text.is_empty());
        texts
    }
}
