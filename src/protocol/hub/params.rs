//! The parameters of Hub.

use std::time::Duration;

use crate::engine::{Engine, Settings};
use crate::protocol::options::{self, Kind};

use super::line::quoted;
use super::squares::Numbering;

/// What only Hub can set.
#[derive(Clone, Debug)]
pub struct Params {
    /// How moves are numbered; `None` to find out from the moves that come.
    pub numbering: Option<Numbering>,
    /// Least time between two lines of a search.
    pub pace: Duration,
}

impl Default for Params {
    fn default() -> Self {
        Params { numbering: None, pace: Duration::from_millis(u64::from(DEFAULT_PACE)) }
    }
}

const DEFAULT_PACE: u32 = 20;
const MOST_PACE: u32 = 1000;
/// The engine options that are parameters too; a blank in a name is a hyphen there.
const OPTIONS: [&str; 4] = ["Hash", "Threads", "Skill", "Move Overhead"];
/// The one game that is played here, whatever other games the client knows.
const VARIANT: &str = "russian";

fn hub_name(option: &str) -> String {
    option.to_lowercase().replace(' ', "-")
}

/// The lines that declare the parameters.
pub fn declare() -> Vec<String> {
    let mut lines = vec![
        format!("param name=variant value={VARIANT} type=enum values={}", quoted(VARIANT)),
        "param name=numbering value=auto type=enum values=\"auto a1 b8\"".to_owned(),
        format!("param name=pace value={DEFAULT_PACE} type=int min=0 max={MOST_PACE}"),
    ];
    let shared = options::declared().into_iter().filter(|option| OPTIONS.contains(&option.name));
    lines.extend(shared.filter_map(|option| match option.kind {
        Kind::Spin { default, low, high } => {
            Some(format!("param name={} value={default} type=int min={low} max={high}", hub_name(option.name)))
        }
        _ => None,
    }));
    lines
}

/// Sets a parameter. Those of other programs are accepted and mean nothing here.
///
/// # Errors
/// A value that the parameter does not take; nothing has changed then.
pub fn set(
    params: &mut Params,
    (engine, settings): (&mut Engine, &mut Settings),
    name: &str,
    value: &str,
) -> Result<(), String> {
    match name {
        "variant" if value == VARIANT => Ok(()),
        "variant" => Err(format!("variant '{value}' is not played here, only {VARIANT} is")),
        "numbering" => {
            params.numbering = match value {
                "auto" => None,
                "a1" => Some(Numbering::A1),
                "b8" => Some(Numbering::B8),
                _ => return Err(format!("numbering '{value}' is not one of auto, a1, b8")),
            };
            Ok(())
        }
        "pace" => {
            let pace = value.parse::<u32>().ok().filter(|n| *n <= MOST_PACE);
            let pace = pace.ok_or_else(|| format!("pace '{value}' is not a whole number from 0 to {MOST_PACE}"))?;
            params.pace = Duration::from_millis(u64::from(pace));
            Ok(())
        }
        _ => match OPTIONS.into_iter().find(|option| hub_name(option) == name) {
            Some(option) => options::set(engine, settings, option, value).map_err(|e| e.to_string()),
            None => {
                log::info!("parameter '{name}' means nothing here");
                Ok(())
            }
        },
    }
}
