//! The engine: one game being played or analysed, its options and its threads. The only thing that protocols and
//! commands talk to; everything here speaks in text.

pub mod bench;
pub mod describe;
pub mod drawing;
mod session;
pub mod settings;
pub mod svg;
mod variant;
mod variety;

use thiserror::Error;

use crate::eval::weights::{MOST_BYTES, Weights, WeightsError};
use crate::files::read_bounded;
use crate::rules::RuleOptions;
use crate::rules::fen::FenError;
use crate::rules::notation::MoveError;
use crate::rules::options::OptionError;
use crate::search::NoTools;
use crate::search::table::NoMemory;
use crate::tables::folder::{Library, Refused};

pub use crate::search::Tools;
pub use session::{GameResult, Request, Session, Status, ending};
pub use settings::Settings;
pub use variant::{Variant, Visitor};
pub use variety::Variety;

/// What can go wrong between the engine and its user.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum EngineError {
    #[error("{0}")]
    Fen(#[from] FenError),
    #[error("{0}")]
    Move(#[from] MoveError),
    #[error("{0}")]
    Option(#[from] OptionError),
    #[error("{0}; the old table of {1} MB stays")]
    Memory(NoMemory, usize),
    #[error("{0}")]
    Tools(#[from] NoTools),
    #[error("there is no variant '{0}': it is one of {names}", names = Variant::names())]
    UnknownVariant(String),
    #[error("option TablePath: {0}")]
    Tables(#[from] Refused),
    #[error("EvalFile: cannot read '{path}': {error}")]
    NoEvalFile { path: String, error: std::io::Error },
    #[error("EvalFile: '{path}': {error}")]
    BadEvalFile { path: String, error: WeightsError },
    #[error("there is no position: the last one was refused")]
    NoPosition,
    #[error("the game was lost by an illegal move; it takes no more moves")]
    Forfeit,
}

/// A game and the means to search it.
pub struct Engine {
    variant: Variant,
    rules: RuleOptions,
    library: Library,
    session: Box<dyn Session>,
    tools: Tools,
    /// Weights from a file.
    weights: Option<Weights>,
}

impl Engine {
    /// An engine at the start position of a variant.
    ///
    /// # Errors
    /// No memory or no threads.
    pub fn new(variant: Variant, rules: RuleOptions, hash: usize, threads: usize) -> Result<Self, EngineError> {
        let (tools, library) = (Tools::new(hash, threads)?, Library::built_in());
        Ok(Engine { variant, session: variant.open(&rules), rules, library, tools, weights: None })
    }

    /// The variant being played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The rule options in force.
    pub fn rules(&self) -> &RuleOptions {
        &self.rules
    }

    /// The game.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The game, to move in.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// A copy of the game and handles of the table and the threads: what a search on another thread needs.
    pub fn detach(&self) -> (Box<dyn Session>, Tools) {
        (self.session.boxed(), self.tools.clone())
    }

    /// The game, and the table and the threads: what a search on this thread needs.
    pub fn parts(&self) -> (&dyn Session, &Tools) {
        (&*self.session, &self.tools)
    }

    /// Forgets what searches learned.
    pub fn new_game(&mut self) {
        self.tools.forget();
    }

    /// Changes the variant and sets its start position.
    pub fn set_variant(&mut self, variant: Variant) {
        self.variant = variant;
        self.session = self.opened();
        self.tools.forget();
    }

    /// A session of the variant: with the weights of the file where they fit, and with the endgame tables.
    fn opened(&self) -> Box<dyn Session> {
        let weighed = |weights| self.variant.open_weighed(&self.rules, weights, &self.library).ok();
        let with_weights = self.weights.as_ref().and_then(weighed);
        with_weights.unwrap_or_else(|| self.variant.open_with(&self.rules, &self.library))
    }

    /// Takes the weights of the evaluation from a file, or those built in if the path is empty. The game goes on.
    /// Weights of another variant are kept until that is played: many programs set their options in any order.
    ///
    /// # Errors
    /// A file that cannot be read, that is damaged or fits no variant; nothing has changed then.
    pub fn set_eval_file(&mut self, path: &str) -> Result<(), EngineError> {
        self.weights = if path.is_empty() {
            None
        } else {
            let bytes = read_bounded(path.as_ref(), MOST_BYTES)
                .map_err(|error| EngineError::NoEvalFile { path: path.to_owned(), error })?;
            let weights = Weights::read(&bytes).and_then(|w| match self.variant.check(&self.rules, &w) {
                Err(error) if Variant::ALL.iter().all(|other| other.check(&self.rules, &w).is_err()) => Err(error),
                _ => Ok(w),
            });
            Some(weights.map_err(|error| EngineError::BadEvalFile { path: path.to_owned(), error })?)
        };
        self.reopen(true);
        Ok(())
    }

    /// Sets a rule option. It acts on the present game at once, but a new board begins anew.
    ///
    /// # Errors
    /// An unknown option or a value it does not take; nothing has changed then.
    pub fn set_rule(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.rules.set(name, value)?;
        self.reopen(!name.eq_ignore_ascii_case("BoardFile"));
        Ok(())
    }

    /// Opens the endgame tables in some folders instead of the present ones; empty for those that are a part of the
    /// program alone. They act on the present game at once.
    ///
    /// # Errors
    /// Folders and files that were refused. All others are in use all the same.
    pub fn set_tables(&mut self, folders: &str) -> Result<(), EngineError> {
        let (library, refused) = Library::open(folders);
        self.library = library;
        self.reopen(true);
        refused.map_or(Ok(()), |refused| Err(refused.into()))
    }

    /// Opens the session anew under changed rules or tables, with the game so far or without.
    fn reopen(&mut self, goes_on: bool) {
        let mut session = self.opened();
        if goes_on {
            session.continue_from(&*self.session);
        }
        self.session = session;
        self.tools.forget();
    }

    /// Changes the size of the hash table, which empties it.
    ///
    /// # Errors
    /// The memory was refused; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        let old = self.hash();
        if old != megabytes {
            self.tools.set_hash(megabytes).map_err(|e| EngineError::Memory(e, old))?;
        }
        Ok(())
    }

    /// Size of the hash table in MB.
    pub fn hash(&self) -> usize {
        self.tools.hash()
    }

    /// Changes the number of threads.
    ///
    /// # Errors
    /// The operating system gives no threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        if threads != self.threads() {
            self.tools.set_threads(threads)?;
        }
        Ok(())
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.tools.threads()
    }
}
