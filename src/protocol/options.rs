//! The options of the protocol: how they are listed and set.

use std::time::Duration;

use thiserror::Error;

use crate::engine::settings::{DEFAULT_HASH, FULL_SKILL, MOST_HASH, MOST_THREADS};
use crate::engine::{Engine, EngineError, Settings, Variant};
use crate::rules::RuleOptions;
use crate::rules::options::{OptionKind, RULE_OPTIONS};

/// Why an option was not set.
#[derive(Debug, Error)]
pub enum SetError {
    #[error("there is no option '{0}'")]
    Unknown(String),
    #[error("option {name}: '{value}' is not a whole number from {low} to {high}")]
    NotInRange { name: &'static str, value: String, low: u32, high: u32 },
    #[error("option {name}: '{value}' is neither true nor false")]
    NotABool { name: &'static str, value: String },
    #[error("option {name}: {what}")]
    Unsupported { name: &'static str, what: &'static str },
    #[error("{0}")]
    Engine(#[from] EngineError),
}

/// The lines that declare the options.
pub fn list() -> Vec<String> {
    let defaults = RuleOptions::default();
    let variants: String = Variant::ALL.iter().map(|v| format!(" var {v}")).collect();
    let variant = Variant::default();
    let mut lines = vec![
        format!("option name Variant type combo default {variant}{variants}"),
        format!("option name UCI_Variant type combo default {variant}{variants}"),
        format!("option name Hash type spin default {DEFAULT_HASH} min 1 max {MOST_HASH}"),
        format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
        "option name MultiPV type spin default 1 min 1 max 256".to_owned(),
        "option name Ponder type check default false".to_owned(),
        "option name Move Overhead type spin default 10 min 0 max 10000".to_owned(),
        format!("option name Skill type spin default {FULL_SKILL} min 0 max {FULL_SKILL}"),
        "option name Variety type spin default 0 min 0 max 1000".to_owned(),
        "option name TablePath type string default <empty>".to_owned(),
        "option name EvalFile type string default <empty>".to_owned(),
    ];
    lines.extend(RULE_OPTIONS.iter().map(|info| {
        let (name, value) = (info.name, defaults.get(info.name));
        match info.kind {
            OptionKind::Choice(choices) => {
                let choices: String = choices.iter().map(|c| format!(" var {c}")).collect();
                format!("option name {name} type combo default {value}{choices}")
            }
            OptionKind::Number(low, high) => {
                format!("option name {name} type spin default {value} min {low} max {high}")
            }
            OptionKind::File => format!("option name {name} type string default {value}"),
        }
    }));
    lines
}

/// Sets an option. Names are read in any case, with or without their blanks.
///
/// # Errors
/// An unknown name or a value that it does not take; nothing has changed then.
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
        "tablepath" => settings.table_path = file("TablePath", value, "this version has no endgame tables")?,
        "evalfile" => settings.eval_file = file("EvalFile", value, "this version has its evaluation built in")?,
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

/// A file that nothing reads yet: to set one must not look like success.
fn file(name: &'static str, value: &str, what: &'static str) -> Result<String, SetError> {
    if value.is_empty() || value == "<empty>" {
        return Ok(String::new());
    }
    Err(SetError::Unsupported { name, what })
}
