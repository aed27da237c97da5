//! What a player may use for its moves: a clock, a fixed time, nodes, depth; and the watch that holds it to that.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::search::{Clock, Limits};

/// A time control: `10+0.1`, `40/60`, `40/60+0.5`, seconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves after which the base time is added again; none: the base is for the whole game.
    pub moves: Option<u32>,
    /// What the clock shows at the start.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Longest time that is taken for one, seconds.
const MOST_SECONDS: f64 = 1e6;

/// Reads a number of seconds that may be zero.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.0..=MOST_SECONDS).contains(s))?;
    Some(Duration::from_secs_f64(seconds))
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("'{text}' is not a time control such as 10+0.1 or 40/60");
        let (moves, rest) = match text.split_once('/') {
            None => (None, text),
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| *n > 0).ok_or_else(bad)?), rest),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let control =
            TimeControl { moves, base: seconds(base).ok_or_else(bad)?, increment: seconds(increment).ok_or_else(bad)? };
        if control.base.is_zero() && control.increment.is_zero() { Err(bad()) } else { Ok(control) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// What bounds a move. All that is given holds at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    /// A clock.
    pub control: Option<TimeControl>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each move, plies.
    pub depth: Option<i32>,
}

impl Limit {
    /// Is there any?
    pub fn is_given(&self) -> bool {
        *self != Limit::default()
    }

    /// Sets one part from text, by the name it has on the command line; false if there is no such name.
    ///
    /// # Errors
    /// A value that it does not take.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let number = |most: u64| {
            let n = value.parse::<u64>().ok().filter(|n| (1..=most).contains(n));
            n.ok_or_else(|| format!("{name}: '{value}' is not a whole number from 1 to {most}"))
        };
        match name {
            "tc" => self.control = Some(value.parse()?),
            "movetime" | "st" => {
                let time = seconds(value).filter(|time| *time >= Duration::from_millis(1));
                let refusal = || format!("{name}: '{value}' is not a number of seconds, at least 0.001");
                self.move_time = Some(time.ok_or_else(refusal)?);
            }
            "nodes" => self.nodes = Some(number(1 << 60)?),
            "depth" => self.depth = Some(number(1000)? as i32),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.control.map(|c| c.to_string()));
        parts.extend(self.move_time.map(|t| format!("{} s a move", t.as_secs_f64())));
        parts.extend(self.nodes.map(|n| format!("{n} nodes a move")));
        parts.extend(self.depth.map(|d| format!("depth {d}")));
        f.write_str(&if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") })
    }
}

/// The time forfeit: how much too late the answer was.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Late(pub Duration);

/// The watch of one player in one game.
#[derive(Clone, Debug)]
pub struct Watch {
    limit: Limit,
    remaining: Duration,
    to_go: Option<u32>,
}

impl Watch {
    /// A watch at the start of a game.
    pub fn new(limit: Limit) -> Self {
        let control = limit.control;
        Watch {
            limit,
            remaining: control
                .map_or(Duration::ZERO, |c| c.base + if c.base.is_zero() { c.increment } else { Duration::ZERO }),
            to_go: control.and_then(|c| c.moves),
        }
    }

    /// The limit it holds its player to.
    pub fn limit(&self) -> &Limit {
        &self.limit
    }

    /// The clock as it stands, if the game is played with one.
    pub fn clock(&self) -> Option<Clock> {
        let control = self.limit.control?;
        Some(Clock { remaining: self.remaining, increment: control.increment, moves_to_go: self.to_go })
    }

    /// The time after which a move is too late; `None` if only nodes or depth are limited.
    pub fn allowed(&self) -> Option<Duration> {
        let clock = self.limit.control.map(|_| self.remaining);
        clock.into_iter().chain(self.limit.move_time).min()
    }

    /// The limits of a search with this watch running.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.limit.depth,
            nodes: self.limit.nodes,
            move_time: self.limit.move_time,
            clock: self.clock(),
            ..Limits::default()
        }
    }

    /// Takes the time of a move off. Up to `margin` too late is forgiven, but not given back.
    ///
    /// # Errors
    /// The move was too late.
    pub fn spend(&mut self, took: Duration, margin: Duration) -> Result<(), Late> {
        if let Some(allowed) = self.allowed()
            && took > allowed + margin
        {
            return Err(Late(took - allowed));
        }
        if let Some(control) = self.limit.control {
            self.remaining = self.remaining.saturating_sub(took) + control.increment;
            if let Some(to_go) = &mut self.to_go {
                *to_go -= 1;
                if *to_go == 0 {
                    *to_go = control.moves.unwrap_or(1);
                    self.remaining += control.base;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn watch(text: &str) -> Watch {
        Watch::new(Limit { control: Some(text.parse().unwrap()), ..Limit::default() })
    }

    #[test]
    fn controls_read_and_print() {
        for text in ["10+0.1", "40/60", "40/60+0.5", "0.25", "0+1"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        for text in ["", "0", "x", "0/60", "40/", "-1+2", "1e9", "1+", "NaN", "1+inf"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_fischer_clock() {
        let mut watch = watch("10+0.1");
        watch.spend(MS(4_000), MS(0)).unwrap();
        assert_eq!(watch.clock().unwrap().remaining, MS(6_100));
        assert_eq!(watch.spend(MS(6_101), MS(0)), Err(Late(MS(1))));
        watch.spend(MS(6_101), MS(1)).unwrap();
        assert_eq!(watch.clock().unwrap().remaining, MS(100), "the margin is not given back");
    }

    #[test]
    fn a_clock_by_periods() {
        let mut watch = watch("2/60");
        watch.spend(MS(10_000), MS(0)).unwrap();
        assert_eq!(watch.clock().unwrap().moves_to_go, Some(1));
        watch.spend(MS(10_000), MS(0)).unwrap();
        let clock = watch.clock().unwrap();
        assert_eq!((clock.remaining, clock.moves_to_go), (MS(100_000), Some(2)));
    }

    #[test]
    fn a_fixed_time_is_for_each_move() {
        let mut watch = Watch::new(Limit { move_time: Some(MS(100)), ..Limit::default() });
        for _ in 0..3 {
            watch.spend(MS(109), MS(10)).unwrap();
        }
        assert_eq!(watch.spend(MS(111), MS(10)), Err(Late(MS(11))));
    }

    #[test]
    fn nodes_know_no_time() {
        let mut watch = Watch::new(Limit { nodes: Some(5), ..Limit::default() });
        assert_eq!((watch.allowed(), watch.clock()), (None, None));
        watch.spend(MS(1_000_000), MS(0)).unwrap();
    }
}
