//! The rule options: names, ranges and values, as the protocol and `--rule NAME=VALUE` know them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::board::graph::{BoardError, Graph};

/// When a column may be jumped again within one move (column games).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Hash)]
pub enum Rejump {
    /// Not twice running; again after another jump in between.
    #[default]
    Round,
    /// Once in a move.
    Never,
    /// As often as it can be.
    Free,
}

/// How kings move in bashni.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Hash)]
pub enum Kings {
    /// Any distance.
    #[default]
    Flying,
    /// One step, adjacent captures.
    Short,
}

/// What a mate is worth in siberia.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Hash)]
pub enum MateRule {
    /// Mate wins.
    #[default]
    Win,
    /// Mate of a side that still has a pawn is a draw.
    Bare,
}

/// All rule options of all games. An option that does not matter to a game is ignored by it.
#[derive(Clone, Debug)]
pub struct RuleOptions {
    /// When a column may be jumped again.
    pub rejump: Rejump,
    /// How kings move in bashni.
    pub kings: Kings,
    /// Points that win in vsadniki, 1-99.
    pub target_score: u8,
    /// Captures a side needs besides the points, 0-99.
    pub min_captures: u8,
    /// Plies without a point that end a game of vsadniki, 1-10000.
    pub no_progress: u16,
    /// What a mate is worth in siberia.
    pub mate_rule: MateRule,
    /// The board of vsadniki, and the file it came from; `None` is the built-in reconstruction.
    pub board: Option<(PathBuf, Arc<Graph>)>,
}

impl Default for RuleOptions {
    fn default() -> Self {
        RuleOptions {
            rejump: Rejump::default(),
            kings: Kings::default(),
            target_score: 15,
            min_captures: 0,
            no_progress: 200,
            mate_rule: MateRule::default(),
            board: None,
        }
    }
}

/// What an option accepts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number from the first to the second.
    Number(u32, u32),
    /// A file name; `<empty>` is none.
    File,
}

/// An option's name and what it accepts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What it accepts.
    pub kind: OptionKind,
}

/// The rule options, in the order in which they are listed everywhere.
pub const RULE_OPTIONS: [OptionInfo; 7] = [
    OptionInfo { name: "Rejump", kind: OptionKind::Choice(&["round", "never", "free"]) },
    OptionInfo { name: "Kings", kind: OptionKind::Choice(&["flying", "short"]) },
    OptionInfo { name: "TargetScore", kind: OptionKind::Number(1, 99) },
    OptionInfo { name: "MinCaptures", kind: OptionKind::Number(0, 99) },
    OptionInfo { name: "NoProgress", kind: OptionKind::Number(1, 10_000) },
    OptionInfo { name: "BoardFile", kind: OptionKind::File },
    OptionInfo { name: "MateRule", kind: OptionKind::Choice(&["win", "bare"]) },
];

/// Why an option could not be set.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum OptionError {
    #[error("there is no rule option '{0}'")]
    Unknown(String),
    #[error("{name}: '{value}' is not one of {}", .choices.join(", "))]
    NotAChoice { name: &'static str, value: String, choices: &'static [&'static str] },
    #[error("{name}: '{value}' is not a whole number from {low} to {high}")]
    NotInRange { name: &'static str, value: String, low: u32, high: u32 },
    #[error("BoardFile: cannot read '{}': {source}", .path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("BoardFile: '{}' {source}", .path.display())]
    BadBoard { path: PathBuf, source: BoardError },
}

impl RuleOptions {
    /// The description of an option, by its name in any case.
    pub fn info(name: &str) -> Option<&'static OptionInfo> {
        RULE_OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(name))
    }

    /// Sets one option from text; nothing changes where the value is refused.
    ///
    /// # Errors
    /// An unknown name, a value out of its range, a board file that cannot be read or used.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let info = Self::info(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        match info.name {
            "Rejump" => self.rejump = [Rejump::Round, Rejump::Never, Rejump::Free][choice(info, value)?],
            "Kings" => self.kings = [Kings::Flying, Kings::Short][choice(info, value)?],
            "MateRule" => self.mate_rule = [MateRule::Win, MateRule::Bare][choice(info, value)?],
            "TargetScore" => self.target_score = number(info, value)? as u8,
            "MinCaptures" => self.min_captures = number(info, value)? as u8,
            "NoProgress" => self.no_progress = number(info, value)? as u16,
            _ => self.board = load_board(value)?,
        }
        Ok(())
    }

    /// The options that are not as usual, by name, with their values.
    pub fn unusual(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        let usual = RuleOptions::default();
        RULE_OPTIONS
            .iter()
            .map(|info| (info.name, self.get(info.name)))
            .filter(move |(name, value)| *value != usual.get(name))
    }

    /// The options that are not as usual, as `NAME=VALUE` words.
    pub fn text(&self) -> String {
        self.unusual().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// The present value of an option, as [`RuleOptions::set`] would read it; empty for an unknown name.
    pub fn get(&self, name: &str) -> String {
        let Some(info) = Self::info(name) else { return String::new() };
        match info.name {
            "Rejump" => match self.rejump {
                Rejump::Round => "round".into(),
                Rejump::Never => "never".into(),
                Rejump::Free => "free".into(),
            },
            "Kings" => if self.kings == Kings::Flying { "flying" } else { "short" }.into(),
            "MateRule" => if self.mate_rule == MateRule::Win { "win" } else { "bare" }.into(),
            "TargetScore" => self.target_score.to_string(),
            "MinCaptures" => self.min_captures.to_string(),
            "NoProgress" => self.no_progress.to_string(),
            _ => self.board.as_ref().map_or_else(|| "<empty>".into(), |(path, _)| path.display().to_string()),
        }
    }
}

fn choice(info: &'static OptionInfo, value: &str) -> Result<usize, OptionError> {
    let OptionKind::Choice(choices) = info.kind else { return Err(OptionError::Unknown(info.name.to_owned())) };
    choices.iter().position(|c| c.eq_ignore_ascii_case(value)).ok_or_else(|| OptionError::NotAChoice {
        name: info.name,
        value: value.to_owned(),
        choices,
    })
}

fn number(info: &'static OptionInfo, value: &str) -> Result<u32, OptionError> {
    let OptionKind::Number(low, high) = info.kind else { return Err(OptionError::Unknown(info.name.to_owned())) };
    value.parse().ok().filter(|n| (low..=high).contains(n)).ok_or_else(|| OptionError::NotInRange {
        name: info.name,
        value: value.to_owned(),
        low,
        high,
    })
}

fn load_board(value: &str) -> Result<Option<(PathBuf, Arc<Graph>)>, OptionError> {
    if value.is_empty() || value == "<empty>" {
        return Ok(None);
    }
    let path = Path::new(value).to_owned();
    let text = read_board(&path).map_err(|source| OptionError::Unreadable { path: path.clone(), source })?;
    let graph = Graph::parse(&text).map_err(|source| OptionError::BadBoard { path: path.clone(), source })?;
    Ok(Some((path, Arc::new(graph))))
}

/// Longest board file, bytes: some hundred times the built-in one's.
const LONGEST_BOARD: u64 = 1 << 20;

/// Reads a whole file, but no device or pipe, which may have no end.
fn read_board(path: &Path) -> std::io::Result<String> {
    let about = std::fs::metadata(path)?;
    if !about.is_file() || about.len() > LONGEST_BOARD {
        return Err(std::io::Error::other("it is not a file of at most 1 MiB"));
    }
    std::fs::read_to_string(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reads_back_what_was_set() {
        let mut options = RuleOptions::default();
        for info in RULE_OPTIONS {
            let value = match info.kind {
                OptionKind::Choice(choices) => choices[choices.len() - 1].to_owned(),
                OptionKind::Number(_, high) => high.to_string(),
                OptionKind::File => "<empty>".to_owned(),
            };
            options.set(&info.name.to_uppercase(), &value).unwrap();
            assert_eq!(options.get(info.name), value);
        }
    }

    #[test]
    fn refusals_name_the_input() {
        let mut options = RuleOptions::default();
        for (name, value, message) in [
            ("Rejump", "often", "Rejump: 'often' is not one of round, never, free"),
            ("TargetScore", "0", "TargetScore: '0' is not a whole number from 1 to 99"),
            ("MinCaptures", "-1", "MinCaptures: '-1' is not a whole number from 0 to 99"),
            ("Colour", "red", "there is no rule option 'Colour'"),
        ] {
            assert_eq!(options.set(name, value).unwrap_err().to_string(), message);
        }
        let folder = options.set("BoardFile", "/").unwrap_err().to_string();
        assert_eq!(folder, "BoardFile: cannot read '/': it is not a file of at most 1 MiB");
        assert!(options.set("BoardFile", "/no/such/file").unwrap_err().to_string().contains("/no/such/file"));
    }
}
