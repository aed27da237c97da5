//! How far long work has come, on a terminal only: nothing of it is ever written to a file or a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many pieces of work, on standard error.
pub fn bar(pieces: usize) -> ProgressBar {
    let bar = ProgressBar::new(pieces as u64);
    let style = ProgressStyle::with_template("{pos}/{len} [{elapsed}<{eta}] {wide_msg}");
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// For work whose end nobody knows: a sign of life and the time, on standard error.
pub fn spinner(what: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what.to_owned());
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
    let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
