//! The clock, as `level`, `st`, `sd` and `time` set it.

use std::time::Duration;

use crate::search::{Clock, Limits};

/// A time control and what is left of it.
#[derive(Clone, Debug)]
pub struct TimeControl {
    /// Moves of a session; 0 if there is one session only.
    moves: u32,
    /// What a session begins with.
    base: Duration,
    increment: Duration,
    remaining: Duration,
    /// A fixed time for each move instead of a clock.
    move_time: Option<Duration>,
    pub depth: Option<i32>,
}

impl Default for TimeControl {
    /// What the protocol has before the first `level`: 40 moves in 5 minutes.
    fn default() -> Self {
        let remaining = Duration::from_secs(300);
        TimeControl { moves: 40, base: remaining, increment: Duration::ZERO, remaining, move_time: None, depth: None }
    }
}

/// Longest time that is taken at its word, seconds.
const LONGEST: f64 = 1e9;

fn seconds(text: &str) -> Option<Duration> {
    let number = text.parse::<f64>().ok().filter(|n| n.is_finite())?;
    Some(Duration::from_secs_f64(number.clamp(0.0, LONGEST)))
}

/// `MM`, minutes, or `MM:SS`.
fn base(text: &str) -> Option<Duration> {
    let (minutes, rest) = text.split_once(':').map_or((text, "0"), |(minutes, rest)| (minutes, rest));
    Some(seconds(minutes)? * 60 + seconds(rest)?)
}

impl TimeControl {
    /// `level MOVES BASE INCREMENT`; `None` if it cannot be read.
    pub fn level(&mut self, arguments: &str) -> Option<()> {
        let mut words = arguments.split_whitespace();
        let moves = words.next()?.parse().ok()?;
        let base = base(words.next()?)?;
        let increment = seconds(words.next()?)?;
        *self = TimeControl { moves, base, increment, remaining: base, move_time: None, depth: self.depth };
        Some(())
    }

    /// `st SECONDS`.
    pub fn fixed(&mut self, argument: &str) -> Option<()> {
        self.move_time = Some(seconds(argument)?.max(Duration::from_millis(1)));
        Some(())
    }

    /// `time CENTISECONDS`: the engine's own clock, which may be overdrawn.
    pub fn time(&mut self, argument: &str) -> Option<()> {
        self.remaining = seconds(argument)? / 100;
        Some(())
    }

    /// What is left after a move of the engine, the `made`th of its side, until `time` says it better.
    pub fn spend(&mut self, took: Duration, made: usize) {
        self.remaining = self.remaining.saturating_sub(took) + self.increment;
        if self.moves > 0 && (made as u64).is_multiple_of(u64::from(self.moves)) {
            self.remaining += self.base;
        }
    }

    /// `sd DEPTH`.
    pub fn depth(&mut self, argument: &str) -> Option<()> {
        self.depth = Some(argument.parse::<i32>().ok()?.max(1));
        Some(())
    }

    /// The limits of the next move, of a side that has made so many.
    pub fn limits(&self, made: usize) -> Limits {
        let togo = self.moves - (made as u64 % u64::from(self.moves.max(1))) as u32;
        let clock = Clock {
            remaining: self.remaining,
            increment: self.increment,
            moves_to_go: (self.moves > 0).then_some(togo),
        };
        let clock = self.move_time.is_none().then_some(clock);
        Limits { depth: self.depth, move_time: self.move_time, clock, ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_of_moves() {
        let mut control = TimeControl::default();
        control.level("40 0:30 2.5").unwrap();
        control.time("1250").unwrap();
        let clock = control.limits(42).clock.unwrap();
        assert_eq!((clock.remaining, clock.moves_to_go), (Duration::from_millis(12_500), Some(38)));
        assert_eq!(clock.increment, Duration::from_millis(2500));
        assert_eq!(control.limits(0).clock.unwrap().moves_to_go, Some(40));
        control.level("0 1 1").unwrap();
        let clock = control.limits(7).clock.unwrap();
        assert_eq!((clock.remaining, clock.moves_to_go), (Duration::from_secs(60), None));
    }

    #[test]
    fn a_move_takes_from_the_clock() {
        let left = |control: &TimeControl| control.limits(0).clock.unwrap().remaining;
        let mut control = TimeControl::default();
        control.level("2 1 3").unwrap();
        control.spend(Duration::from_secs(10), 1);
        assert_eq!(left(&control), Duration::from_secs(53));
        control.spend(Duration::from_secs(100), 2);
        assert_eq!(left(&control), Duration::from_secs(63), "a new session begins");
    }

    #[test]
    fn fixed_times_and_odd_values() {
        let mut control = TimeControl::default();
        control.fixed("3").unwrap();
        control.depth("0").unwrap();
        let limits = control.limits(0);
        assert_eq!((limits.move_time, limits.depth, limits.clock), (Some(Duration::from_secs(3)), Some(1), None));
        control.level("0 5 0").unwrap();
        assert_eq!(control.limits(0).move_time, None);
        control.time("-20").unwrap();
        assert_eq!(control.limits(0).clock.unwrap().remaining, Duration::ZERO);
        for bad in ["", "40", "40 5", "x 5 0", "40 x 0", "-1 5 0"] {
            assert!(control.level(bad).is_none(), "{bad}");
        }
        assert!(control.time("nan").is_none() && control.fixed("").is_none() && control.depth("x").is_none());
    }
}
