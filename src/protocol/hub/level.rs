//! `level` lines: how long to think. They add up until the next `pos`.

use std::time::Duration;

use crate::search::{Clock, Limits};

use super::line::HubLine;

/// What the level lines have said so far.
#[derive(Clone, Debug, Default)]
pub struct Level {
    depth: Option<i32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    time: Option<f64>,
    increment: f64,
    moves: Option<u32>,
    infinite: bool,
}

/// Longest time that is taken at its word, seconds.
const LONGEST: f64 = 1e9;

impl Level {
    /// Adds a line. Arguments of other programs (`handicap`, `ply`) are passed over.
    ///
    /// # Errors
    /// A value that is no number; the rest of the line counts all the same.
    pub fn add(&mut self, line: &HubLine<'_>) -> Result<(), String> {
        let mut bad = None;
        let mut number = |name: &str| {
            let text = line.get(name)?;
            let value = text.parse::<f64>().ok().filter(|n| n.is_finite());
            if value.is_none() {
                bad = Some(format!("level: {name} '{text}' is not a number"));
            }
            value
        };
        // A clock may show anything; a level must never be refused for it.
        if let Some(depth) = number("depth") {
            self.depth = Some(depth.clamp(1.0, 1e6) as i32);
        }
        if let Some(nodes) = number("nodes") {
            self.nodes = Some(nodes.clamp(1.0, 1e18) as u64);
        }
        if let Some(seconds) = number("move-time") {
            self.move_time = Some(Duration::from_secs_f64(seconds.clamp(0.001, LONGEST)));
        }
        self.time = number("time").or(self.time);
        self.increment = number("inc").unwrap_or(self.increment);
        if let Some(moves) = number("moves") {
            self.moves = (moves >= 1.0).then_some(moves.min(1000.0) as u32);
        }
        self.infinite |= line.has("infinite");
        bad.map_or(Ok(()), Err)
    }

    /// Is the search to go on until it is told to stop?
    pub fn is_infinite(&self) -> bool {
        self.infinite
    }

    /// The limits of a search.
    pub fn limits(&self) -> Limits {
        let seconds = |s: f64| Duration::from_secs_f64(s.clamp(0.0, LONGEST));
        let clock = self.time.map(|time| Clock {
            // Hub adds the increment before the move: clients subtract it from the clock, even below zero.
            remaining: seconds(time + self.increment),
            increment: seconds(self.increment),
            moves_to_go: self.moves,
        });
        Limits { depth: self.depth, nodes: self.nodes, move_time: self.move_time, clock, ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(lines: &[&str]) -> Level {
        let mut level = Level::default();
        for line in lines {
            level.add(&HubLine::parse(line).unwrap()).unwrap();
        }
        level
    }

    #[test]
    fn the_increment_is_added_first() {
        let clock = |line| level(&[line]).limits().clock.unwrap();
        assert_eq!(clock("level time=59 inc=1").remaining, Duration::from_secs(60));
        let low = clock("level time=-0.6 inc=1").remaining;
        assert!(low > Duration::from_millis(399) && low < Duration::from_millis(401), "{low:?}");
        assert_eq!(clock("level time=-3").remaining, Duration::ZERO);
        assert_eq!(clock("level moves=40 time=60").moves_to_go, Some(40));
        assert_eq!(clock("level moves=0 time=60").moves_to_go, None);
    }

    #[test]
    fn lines_add_up() {
        let limits = level(&["level depth=20", "level move-time=0.5 handicap=3", "level nodes=1000 ply=4"]).limits();
        assert_eq!((limits.depth, limits.nodes), (Some(20), Some(1000)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(500)));
        assert!(level(&["level infinite"]).is_infinite() && level(&[]).limits().is_unlimited());
    }

    #[test]
    fn odd_values() {
        let mut level = Level::default();
        let line = HubLine::parse("level time=soon depth=0 nodes=-5 move-time=1e300").unwrap();
        assert_eq!(level.add(&line).unwrap_err(), "level: time 'soon' is not a number");
        let limits = level.limits();
        assert_eq!((limits.depth, limits.nodes, limits.clock), (Some(1), Some(1), None));
        assert!(level.add(&HubLine::parse("level time=nan").unwrap()).is_err());
        level.add(&HubLine::parse("level time=1e300 inc=1e300").unwrap()).unwrap();
        assert_eq!(level.limits().clock.unwrap().remaining, Duration::from_secs(1_000_000_000));
    }
}
