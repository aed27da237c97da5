//! The registry: every variant, by name.

use std::fmt;
use std::str::FromStr;

use crate::eval::columns::ColumnsEval;
use crate::eval::draughts::DraughtsEval;
use crate::eval::siberia::SiberiaEval;
use crate::eval::vsadniki::VsadnikiEval;
use crate::rules::RuleOptions;
use crate::rules::columns::{Bashni, BashniShort, Columns, Lasca};
use crate::rules::draughts::{Russian, RussianOfficial};
use crate::rules::options::Kings;
use crate::rules::siberia::Siberia;
use crate::rules::vsadniki::Vsadniki;

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
    /// Column draughts on 8x8.
    Bashni,
    /// Column draughts on 7x7.
    Lasca,
    /// Chess (Siberia) on 9x9.
    Siberia,
    /// Riders, on a graph of fields.
    Vsadniki,
}

impl Variant {
    /// All variants, the default one first.
    pub const ALL: [Variant; 6] = [
        Variant::Russian,
        Variant::RussianOfficial,
        Variant::Bashni,
        Variant::Lasca,
        Variant::Siberia,
        Variant::Vsadniki,
    ];

    /// The name in protocols and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Russian => "russian",
            Variant::RussianOfficial => "russian-official",
            Variant::Bashni => "bashni",
            Variant::Lasca => "lasca",
            Variant::Siberia => "siberia",
            Variant::Vsadniki => "vsadniki",
        }
    }

    /// All names, separated by commas.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// Does a rule option change anything in this variant? Yes for a name that is not known here.
    pub fn heeds(self, option: &str) -> bool {
        match option {
            "Rejump" => matches!(self, Variant::Bashni | Variant::Lasca),
            "Kings" => self == Variant::Bashni,
            "MateRule" => self == Variant::Siberia,
            "TargetScore" | "MinCaptures" | "NoProgress" | "BoardFile" => self == Variant::Vsadniki,
            _ => true,
        }
    }

    /// A game of the variant at its start position.
    pub fn open(self, rules: &RuleOptions) -> Box<dyn Session> {
        match self {
            Variant::Russian => open(Russian::new(rules), DraughtsEval),
            Variant::RussianOfficial => open(RussianOfficial::new(rules), DraughtsEval),
            Variant::Bashni if rules.kings == Kings::Short => open(Columns::<BashniShort>::new(rules), ColumnsEval),
            Variant::Bashni => open(Columns::<Bashni>::new(rules), ColumnsEval),
            Variant::Lasca => open(Columns::<Lasca>::new(rules), ColumnsEval),
            Variant::Siberia => open(Siberia::new(rules), SiberiaEval),
            Variant::Vsadniki => open(Vsadniki::new(rules), VsadnikiEval),
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
