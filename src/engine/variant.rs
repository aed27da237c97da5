//! The registry: every variant, by name.

use std::fmt;
use std::str::FromStr;

use crate::eval::built_in::built_in;
use crate::eval::columns::ColumnsEval;
use crate::eval::draughts::DraughtsEval;
use crate::eval::model::{Features, Linear};
use crate::eval::siberia::SiberiaFeatures;
use crate::eval::vsadniki::VsadnikiEval;
use crate::eval::weights::{Weights, WeightsError};
use crate::rules::columns::{Bashni, BashniShort, Columns, Lasca};
use crate::rules::draughts::{Russian, RussianOfficial};
use crate::rules::options::Kings;
use crate::rules::siberia::Siberia;
use crate::rules::vsadniki::Vsadniki;
use crate::rules::{Notation, RuleOptions};
use crate::tables::Endings;
use crate::tables::folder::Library;

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

    /// A game of the variant at its start position, with the endgame tables that are a part of the program.
    pub fn open(self, rules: &RuleOptions) -> Box<dyn Session> {
        self.open_with(rules, &Library::built_in())
    }

    /// A game of the variant at its start position, with endgame tables.
    pub fn open_with(self, rules: &RuleOptions, library: &Library) -> Box<dyn Session> {
        self.visit(rules, Usual(library))
    }
}

/// Something to do with the rules and the features of a variant, whichever it is.
pub trait Visitor {
    type Out;
    fn visit<G: Notation + Endings, F: Features<G>>(self, game: G) -> Self::Out;
}

/// Opens a session with the weights built in.
struct Usual<'a>(&'a Library);

impl Visitor for Usual<'_> {
    type Out = Box<dyn Session>;

    fn visit<G: Notation + Endings, F: Features<G>>(self, game: G) -> Self::Out {
        open(game, G::guided(built_in::<G, F>(), self.0))
    }
}

/// Opens a session with weights from a file.
struct Open<'a>(&'a Weights, &'a Library);

impl Visitor for Open<'_> {
    type Out = Result<Box<dyn Session>, WeightsError>;

    fn visit<G: Notation + Endings, F: Features<G>>(self, game: G) -> Self::Out {
        Ok(open(game, G::guided(Linear::<F>::new(self.0)?, self.1)))
    }
}

/// Looks whether weights fit.
struct Fits<'a>(&'a Weights);

impl Visitor for Fits<'_> {
    type Out = Result<(), WeightsError>;

    fn visit<G: Notation + Endings, F: Features<G>>(self, _game: G) -> Self::Out {
        self.0.check(F::NAME, F::GROUPS)
    }
}

impl Variant {
    /// Calls the visitor with the rules and features of this variant.
    pub fn visit<V: Visitor>(self, rules: &RuleOptions, visitor: V) -> V::Out {
        match self {
            Variant::Russian => visitor.visit::<_, DraughtsEval>(Russian::new(rules)),
            Variant::RussianOfficial => visitor.visit::<_, DraughtsEval>(RussianOfficial::new(rules)),
            Variant::Bashni if rules.kings == Kings::Short => {
                visitor.visit::<_, ColumnsEval>(Columns::<BashniShort>::new(rules))
            }
            Variant::Bashni => visitor.visit::<_, ColumnsEval>(Columns::<Bashni>::new(rules)),
            Variant::Lasca => visitor.visit::<_, ColumnsEval>(Columns::<Lasca>::new(rules)),
            Variant::Siberia => visitor.visit::<_, SiberiaFeatures>(Siberia::new(rules)),
            Variant::Vsadniki => visitor.visit::<_, VsadnikiEval>(Vsadniki::new(rules)),
        }
    }

    /// Are the weights for this variant?
    ///
    /// # Errors
    /// They are for another one, or for other features.
    pub fn check(self, rules: &RuleOptions, weights: &Weights) -> Result<(), WeightsError> {
        self.visit(rules, Fits(weights))
    }

    /// A game of the variant at its start position, judged by these weights, with endgame tables.
    ///
    /// # Errors
    /// The weights are not for this variant.
    pub fn open_weighed(
        self,
        rules: &RuleOptions,
        weights: &Weights,
        library: &Library,
    ) -> Result<Box<dyn Session>, WeightsError> {
        self.visit(rules, Open(weights, library))
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
