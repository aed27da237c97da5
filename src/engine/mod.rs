//! The engine: one game being played or analysed, its options and its threads. The only thing that protocols and
//! commands talk to; everything here speaks in text.

pub mod bench;
pub mod describe;
pub mod drawing;
mod session;
pub mod settings;
pub mod svg;
mod variant;

use std::sync::Arc;

use rayon::ThreadPool;
use thiserror::Error;

use crate::rules::RuleOptions;
use crate::rules::fen::FenError;
use crate::rules::notation::MoveError;
use crate::rules::options::OptionError;
use crate::search::table::NoMemory;
use crate::search::{Table, pool};
use crate::tables::folder::{Library, Refused};

pub use session::{GameResult, Request, Session, Status, Tools};
pub use settings::Settings;
pub use variant::Variant;

/// What can go wrong between the engine and its user.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("{0}")]
    Fen(#[from] FenError),
    #[error("{0}")]
    Move(#[from] MoveError),
    #[error("{0}")]
    Option(#[from] OptionError),
    #[error("{0}; the old table of {1} MB stays")]
    Memory(NoMemory, usize),
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("there is no variant '{0}': it is one of {names}", names = Variant::names())]
    UnknownVariant(String),
    #[error("option TablePath: {0}")]
    Tables(#[from] Refused),
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
}

impl Engine {
    /// An engine at the start position of a variant.
    ///
    /// # Errors
    /// No memory or no threads.
    pub fn new(variant: Variant, rules: RuleOptions, hash: usize, threads: usize) -> Result<Self, EngineError> {
        let table = Arc::new(Table::new(hash).map_err(|e| EngineError::Memory(e, 0))?);
        let tools = Tools { table, pool: Arc::new(pool(threads)?) };
        let library = Library::built_in();
        Ok(Engine { variant, session: variant.open_with(&rules, &library), rules, library, tools })
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
        self.tools.table.clear();
    }

    /// Changes the variant and sets its start position.
    pub fn set_variant(&mut self, variant: Variant) {
        self.variant = variant;
        self.session = variant.open_with(&self.rules, &self.library);
        self.tools.table.clear();
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
        let mut session = self.variant.open_with(&self.rules, &self.library);
        if goes_on {
            session.continue_from(&*self.session);
        }
        self.session = session;
        self.tools.table.clear();
    }

    /// Changes the size of the hash table, which empties it.
    ///
    /// # Errors
    /// The memory was refused; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        let old = self.tools.table.megabytes();
        if old != megabytes {
            self.tools.table = Arc::new(Table::new(megabytes).map_err(|e| EngineError::Memory(e, old))?);
        }
        Ok(())
    }

    /// Size of the hash table in MB.
    pub fn hash(&self) -> usize {
        self.tools.table.megabytes()
    }

    /// Changes the number of threads.
    ///
    /// # Errors
    /// The operating system gives no threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        if threads != self.threads() {
            self.tools.pool = Arc::new(pool(threads)?);
        }
        Ok(())
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.tools.threads()
    }
}

impl Tools {
    /// Number of search threads.
    pub fn threads(&self) -> usize {
        let pool: &ThreadPool = &self.pool;
        pool.current_num_threads()
    }
}
