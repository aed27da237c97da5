//! How far long work has come, on a terminal only: nothing of it is ever written to a file or a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many pieces of work, on standard error.
pub fn bar(pieces: usize) -> ProgressBar {
    styled(ProgressBar::new(pieces as u64), "{pos}/{len} [{elapsed}<{eta}] {wide_msg}")
}

/// A bar that shows what a template says, in the language of `indicatif`.
pub fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// For work whose end nobody knows: a sign of life and the time, on standard error.
pub fn spinner(what: &str) -> ProgressBar {
    let bar = styled(ProgressBar::new_spinner().with_message(what.to_owned()), "{spinner} {elapsed} {wide_msg}");
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
