//! The options of the protocol: how they are listed and set.

use std::time::Duration;

use thiserror::Error;

use crate::engine::settings::{DEFAULT_HASH, FULL_SKILL, MOST_HASH, MOST_THREADS};
use crate::engine::{Engine, EngineError, Settings, Variant};
use crate::rules::RuleOptions;
use crate::rules::options::{OptionKind, RULE_OPTIONS};

/// Why an option was not set.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum SetError {
    #[error("there is no option '{0}'")]
    Unknown(String),
    #[error("option {name}: '{value}' is not a whole number from {low} to {high}")]
    NotInRange { name: &'static str, value: String, low: u32, high: u32 },
    #[error("option {name}: '{value}' is neither true nor false")]
    NotABool { name: &'static str, value: String },
    #[error("{0}")]
    Engine(#[from] EngineError),
}

/// What an option takes, with its default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Check(bool),
    Spin { default: u32, low: u32, high: u32 },
    Combo { default: String, choices: Vec<&'static str> },
    Text(String),
}

/// An option as every protocol declares it in its own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    pub name: &'static str,
    pub kind: Kind,
}

/// All options, those of the rules last.
pub fn declared() -> Vec<Declared> {
    let rules = RuleOptions::default();
    let variant = || Kind::Combo {
        default: Variant::default().name().to_owned(),
        choices: Variant::ALL.iter().map(|v| v.name()).collect(),
    };
    let spin = |default, low, high| Kind::Spin { default, low, high };
    let none = || Kind::Text("<empty>".to_owned());
    let fixed = [
        ("Variant", variant()),
        ("UCI_Variant", variant()),
        ("Hash", spin(DEFAULT_HASH as u32, 1, MOST_HASH)),
        ("Threads", spin(1, 1, MOST_THREADS)),
        ("MultiPV", spin(1, 1, 256)),
        ("Ponder", Kind::Check(false)),
        ("Move Overhead", spin(10, 0, 10_000)),
        ("Skill", spin(FULL_SKILL, 0, FULL_SKILL)),
        ("Variety", spin(0, 0, 1000)),
        ("TablePath", none()),
        ("EvalFile", none()),
    ];
    let of_rules = RULE_OPTIONS.iter().map(|info| {
        let value = rules.get(info.name);
        let kind = match info.kind {
            OptionKind::Choice(choices) => Kind::Combo { default: value, choices: choices.to_vec() },
            OptionKind::Number(low, high) => Kind::Spin { default: value.parse().unwrap_or(low), low, high },
            OptionKind::File => Kind::Text(value),
        };
        (info.name, kind)
    });
    fixed.into_iter().chain(of_rules).map(|(name, kind)| Declared { name, kind }).collect()
}

impl Declared {
    /// The line of UGI and UCI.
    pub fn ugi_line(&self) -> String {
        let kind = match &self.kind {
            Kind::Check(default) => format!("check default {default}"),
            Kind::Spin { default, low, high } => format!("spin default {default} min {low} max {high}"),
            Kind::Combo { default, choices } => {
                let choices: String = choices.iter().map(|c| format!(" var {c}")).collect();
                format!("combo default {default}{choices}")
            }
            Kind::Text(default) => format!("string default {default}"),
        };
        format!("option name {} type {kind}", self.name)
    }
}

/// Sets an option. Names are read in any case, with or without their blanks.
///
/// # Errors
/// An unknown name or a value that it does not take; nothing has changed then. Only of endgame tables those that are
/// good are used though others were refused.
pub fn set(engine: &mut Engine, settings: &mut Settings, name: &str, value: &str) -> Result<(), SetError> {
    let compact: String = name.split_whitespace().collect::<String>().to_ascii_lowercase();
    match compact.as_str() {
        "variant" | "uci_variant" => engine.set_variant(value.parse()?),
        "hash" => engine.set_hash(number("Hash", value, 1, MOST_HASH)? as usize)?,
        "threads" => engine.set_threads(number("Threads", value, 1, MOST_THREADS)? as usize)?,
        "multipv" => settings.multipv = number("MultiPV", value, 1, 256)? as usize,
        "ponder" => {
            if !matches!(value.to_ascii_lowercase().as_str(), "true" | "false") {
                return Err(SetError::NotABool { name: "Ponder", value: value.to_owned() });
            }
        }
        "moveoverhead" => {
            settings.overhead = Duration::from_millis(u64::from(number("Move Overhead", value, 0, 10_000)?));
        }
        "skill" => settings.skill = number("Skill", value, 0, FULL_SKILL)?,
        "variety" => settings.variety = number("Variety", value, 0, 1000)?,
        "tablepath" => engine.set_tables(if value == "<empty>" { "" } else { value })?,
        "evalfile" => engine.set_eval_file(if value == "<empty>" { "" } else { value })?,
        _ if RuleOptions::info(&compact).is_some() => engine.set_rule(&compact, value)?,
        _ => return Err(SetError::Unknown(name.to_owned())),
    }
    Ok(())
}

fn number(name: &'static str, value: &str, low: u32, high: u32) -> Result<u32, SetError> {
    value.parse().ok().filter(|n| (low..=high).contains(n)).ok_or_else(|| SetError::NotInRange {
        name,
        value: value.to_owned(),
        low,
        high,
    })
}
