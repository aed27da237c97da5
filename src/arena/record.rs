//! Records: a finished game as PGN or PDN. Tags and comments are those of chess programs (`{+0.35/12 0.104s}`), with
//! the nodes besides.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::engine::{GameResult, Variant};
use crate::rules::{RuleOptions, Side};
use crate::search::Score;

use super::clock::Limit;
use super::notation::{Style, record_fen};
use super::player::Info;
use super::tournament::Finished;

/// What all games of a match have in common in their records.
pub struct Recorder {
    /// The game.
    pub variant: Variant,
    /// Its rule options.
    pub rules: RuleOptions,
    /// Name of the match: records of its parts bear the same.
    pub key: u64,
    /// What separates the squares of a capture in PDN.
    pub mark: char,
}

/// The result as records have it.
pub fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::Wins(Side::White) => "1-0",
        GameResult::Wins(Side::Black) => "0-1",
        GameResult::Draw => "1/2-1/2",
    }
}

/// A tag's value between quotes.
fn quoted(value: &str) -> String {
    let clean: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", clean.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A score as records have it: `+0.35`, `+M3` for a win in three moves, `-M2`.
pub fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::WinIn(plies) => format!("+M{}", plies.div_ceil(2)),
        Score::LossIn(plies) => format!("-M{}", plies.div_ceil(2)),
    }
}

/// The comment on a move: score and depth, time, nodes.
fn comment(info: &Info, seconds: f64) -> String {
    let mut out = info.score.map_or_else(String::new, score_text);
    if let Some(depth) = info.depth {
        let _ = write!(out, "/{depth}");
    }
    let _ = write!(out, "{}{seconds:.6}s", if out.is_empty() { "" } else { " " });
    if let Some(nodes) = info.nodes {
        let _ = write!(out, " n={nodes}");
    }
    out
}

/// The date of today in UTC, as PGN has it.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (y, m, d) = civil((seconds / 86_400) as i64);
    format!("{y:04}.{m:02}.{d:02}")
}

/// Year, month and day of a day counted from 1970-01-01. (CITE: Howard Hinnant, "chrono-compatible low-level date
/// algorithms", `civil_from_days`.)
fn civil(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    (yoe + era * 400 + i64::from(month <= 2), month, doy - (153 * mp + 2) / 5 + 1)
}

/// Longest line of the moves, characters.
const WIDTH: usize = 100;

/// Words set in lines.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        if self.column > 0 && self.column + 1 + word.len() > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += word;
        self.column += word.len();
    }
}

impl Recorder {
    /// The record of a game, with an empty line behind it.
    pub fn write(&self, finished: &Finished<'_>, players: [&str; 2], limits: [Limit; 2]) -> String {
        let mut out = String::new();
        let mut tag = |name: &str, value: &str| {
            let _ = writeln!(out, "[{name} {}]", quoted(value));
        };
        let Finished { slot, opening, game, .. } = finished;
        let result = result_text(game.result);
        tag("Event", "ataman match");
        tag("Site", "?");
        tag("Date", &today());
        tag("Round", &format!("{}.{}", slot.pair + 1, 1 + usize::from(slot.second)));
        tag("White", players[0]);
        tag("Black", players[1]);
        tag("Result", result);
        tag("Variant", self.variant.name());
        if matches!(self.variant, Variant::Russian | Variant::RussianOfficial) {
            tag("GameType", "25,W,8,8,A0,0");
        }
        let rules = self.rules.text();
        if !rules.is_empty() {
            tag("Rules", &rules);
        }
        let mut session = self.variant.open(&self.rules);
        // What was played is legal: the referee has seen it.
        let _ = session.set_position(opening.fen.as_deref());
        if opening.fen.is_some() {
            tag("SetUp", "1");
            tag("FEN", &record_fen(self.variant, &*session));
        }
        if let (Some(white), true) = (limits[0].control, limits[0].control == limits[1].control) {
            tag("TimeControl", &white.to_string());
        }
        tag("WhiteLimit", &limits[0].to_string());
        tag("BlackLimit", &limits[1].to_string());
        tag("PlyCount", &(opening.moves.len() + game.moves.len()).to_string());
        tag("Termination", game.end.termination());
        tag("Reason", &game.end.to_string());
        tag("Match", &format!("{:016x}", self.key));
        out.push('\n');
        out += &self.moves(finished, &mut *session);
        out.push_str("\n\n");
        out
    }

    /// The moves with their comments, the reason and the result.
    fn moves(&self, finished: &Finished<'_>, session: &mut dyn crate::engine::Session) -> String {
        let style = Style::of(self.variant, self.mark);
        let Finished { opening, game, .. } = finished;
        let booked = opening.moves.iter().map(|mv| (mv, "book".to_owned()));
        let played = game.moves.iter().map(|mv| (&mv.text, comment(&mv.info, mv.took.as_secs_f64())));
        let mut lines = Lines::default();
        let mut number = 1;
        for (i, (mv, comment)) in booked.chain(played).enumerate() {
            let white = session.fen().is_some_and(|fen| fen.split(' ').nth(1) == Some("w"));
            if white {
                lines.word(&format!("{number}."));
            } else {
                if i == 0 {
                    lines.word(&format!("{number}..."));
                }
                number += 1;
            }
            let text = style.write(session, mv).unwrap_or_else(|_| mv.clone());
            lines.word(&text);
            lines.word(&format!("{{{comment}}}"));
        }
        lines.word(&format!("{{{}}}", game.end));
        lines.word(result_text(game.result));
        lines.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_786), (2026, 11, 29));
    }

    #[test]
    fn comments() {
        let info = Info { score: Some(Score::Centipawns(-5)), depth: Some(12), nodes: Some(1000) };
        assert_eq!(comment(&info, 0.25), "-0.05/12 0.250000s n=1000");
        let info = Info { score: Some(Score::LossIn(4)), ..info };
        assert_eq!(comment(&info, 0.0), "-M2/12 0.000000s n=1000");
        assert_eq!(comment(&Info::default(), 1.5), "1.500000s");
    }

    #[test]
    fn tags_are_escaped() {
        assert_eq!(quoted("a \"b\" \\ c\n"), r#""a \"b\" \\ c ""#);
    }
}
