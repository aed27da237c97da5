//! The registry: every variant, by name.

use std::fmt;
use std::str::FromStr;

use crate::eval::draughts::DraughtsEval;
use crate::rules::RuleOptions;
use crate::rules::draughts::{Russian, RussianOfficial};

use super::EngineError;
use super::session::{Session, open};

/// A variant the engine plays.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Hash)]
pub enum Variant {
    /// Russian draughts by the project's source.
    #[default]
    Russian,
    /// Russian draughts as federations play it.
    RussianOfficial,
}

impl Variant {
    /// All variants, the default one first.
    pub const ALL: [Variant; 2] = [Variant::Russian, Variant::RussianOfficial];

    /// The name in protocols and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Russian => "russian",
            Variant::RussianOfficial => "russian-official",
        }
    }

    /// All names, separated by commas.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// A game of the variant at its start position.
    pub fn open(self, rules: &RuleOptions) -> Box<dyn Session> {
        match self {
            Variant::Russian => open(Russian::new(rules), DraughtsEval),
            Variant::RussianOfficial => open(RussianOfficial::new(rules), DraughtsEval),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Variant {
    type Err = EngineError;

    /// Names are read in any case.
    fn from_str(name: &str) -> Result<Self, EngineError> {
        Self::ALL
            .into_iter()
            .find(|v| v.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| EngineError::UnknownVariant(name.to_owned()))
    }
}
