//! The arguments of `go`.

use std::str::SplitWhitespace;
use std::time::Duration;

use thiserror::Error;

use crate::rules::Side;
use crate::search::{Clock, Limits};

use super::Dialect;

/// What `go` asked for.
#[derive(Clone, Debug, Default)]
pub struct Go {
    pub limits: Limits,
    pub infinite: bool,
    pub ponder: bool,
    pub moves: Vec<String>,
    /// `go perft N`.
    pub perft: Option<u32>,
}

/// Why a `go` was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GoError {
    #[error("go: '{0}' is not a keyword")]
    Unknown(String),
    #[error("go {0}: the number is missing")]
    Missing(&'static str),
    #[error("go {keyword}: '{value}' is not a whole number of {least} or more")]
    BadNumber { keyword: &'static str, value: String, least: i64 },
}

/// Largest number that is taken at its word: beyond this it is as good as no limit.
const MOST: i64 = 1 << 60;

const KEYWORDS: [&str; 17] = [
    "movetime",
    "depth",
    "nodes",
    "infinite",
    "mate",
    "ponder",
    "searchmoves",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "perft",
];

#[derive(Default)]
struct Clocks {
    time: [Option<i64>; 2],
    increment: [i64; 2],
    /// A clock was spoken of. An increment alone is one too, with no time left: a client that sends it waits for a
    /// move and would never say `stop`.
    given: bool,
    moves_to_go: Option<i64>,
}

/// Reads the arguments of `go` for the side to move.
///
/// # Errors
/// An unknown keyword, a number that is missing or out of range.
pub fn parse(mut words: SplitWhitespace<'_>, side: Side, dialect: Dialect) -> Result<Go, GoError> {
    let mut go = Go::default();
    let mut clocks = Clocks::default();
    let mut next = words.next();
    while let Some(word) = next {
        next = words.next();
        let keyword = KEYWORDS.into_iter().find(|k| *k == word).ok_or_else(|| GoError::Unknown(word.to_owned()))?;
        match keyword {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = next.filter(|word| !KEYWORDS.contains(word)) {
                    go.moves.push(mv.to_owned());
                    next = words.next();
                }
            }
            _ => {
                let value = next.ok_or(GoError::Missing(keyword))?;
                next = words.next();
                set_number(&mut go, &mut clocks, keyword, value, dialect)?;
            }
        }
    }
    if clocks.given {
        let millis = |n: i64| Duration::from_millis(n.clamp(0, 1 << 40) as u64);
        go.limits.clock = Some(Clock {
            remaining: millis(clocks.time[side.index()].unwrap_or(0)),
            increment: millis(clocks.increment[side.index()]),
            moves_to_go: clocks.moves_to_go.filter(|n| *n > 0).map(|n| n.min(1000) as u32),
        });
    }
    Ok(go)
}

fn set_number(
    go: &mut Go,
    clocks: &mut Clocks,
    keyword: &'static str,
    value: &str,
    dialect: Dialect,
) -> Result<(), GoError> {
    // Clocks may be anything a watch can show, the rest must make sense.
    let least = match keyword {
        "depth" | "nodes" | "mate" => 1,
        "perft" => 0,
        _ => i64::MIN,
    };
    let number = value.parse::<i64>().ok().filter(|n| *n >= least).ok_or_else(|| GoError::BadNumber {
        keyword,
        value: value.to_owned(),
        least: least.max(0),
    })?;
    let number = number.min(MOST);
    let small = number.clamp(0, 1 << 20) as u32;
    clocks.given |= !matches!(keyword, "movetime" | "depth" | "nodes" | "mate" | "perft");
    match keyword {
        "movetime" => go.limits.move_time = Some(Duration::from_millis(number.clamp(1, 1 << 40) as u64)),
        "depth" => go.limits.depth = Some(small as i32),
        "nodes" => go.limits.nodes = Some(number as u64),
        "mate" => go.limits.win_in = Some(if dialect == Dialect::Uci { small * 2 } else { small }),
        "perft" => go.perft = Some(small),
        "wtime" | "p1time" => clocks.time[0] = Some(number),
        "btime" | "p2time" => clocks.time[1] = Some(number),
        "winc" | "p1inc" => clocks.increment[0] = number,
        "binc" | "p2inc" => clocks.increment[1] = number,
        _ => clocks.moves_to_go = Some(number),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Result<Go, GoError> {
        parse(text.split_whitespace(), Side::White, Dialect::Ugi)
    }

    #[test]
    fn any_order_and_searchmoves_end_at_a_keyword() {
        let go = go("searchmoves a3b4 c3d4 movetime 6000 depth 3").unwrap();
        assert_eq!(go.moves, ["a3b4", "c3d4"]);
        assert_eq!(go.limits.move_time, Some(Duration::from_secs(6)));
        assert_eq!(go.limits.depth, Some(3));
    }

    #[test]
    fn clocks_are_clamped() {
        let clock = |text| go(text).unwrap().limits.clock.unwrap();
        assert_eq!(clock("wtime 0 btime -2 winc 20 binc 20").remaining, Duration::ZERO);
        assert_eq!(clock("wtime 165661 btime -170671 winc 2000").increment, Duration::from_secs(2));
        assert_eq!(clock("btime 100").remaining, Duration::ZERO);
        assert_eq!(clock("wtime 100 movestogo -3").moves_to_go, None);
        assert_eq!(clock("wtime 99999999999999999").remaining, Duration::from_millis(1 << 40));
    }

    #[test]
    fn refusals() {
        assert_eq!(go("depht 3").unwrap_err().to_string(), "go: 'depht' is not a keyword");
        assert_eq!(go("depth").unwrap_err().to_string(), "go depth: the number is missing");
        assert_eq!(go("nodes -1").unwrap_err().to_string(), "go nodes: '-1' is not a whole number of 1 or more");
        assert_eq!(go("depth 9999999999999999999999").unwrap_err().to_string().split(':').next(), Some("go depth"));
    }
}
