//! What searches work with and hand on to one another: the table, the threads and the histories.

use std::sync::Arc;

use rayon::ThreadPool;
use thiserror::Error;

use super::history::Histories;
use super::table::{NoMemory, Table};

/// Stack of a worker thread, bytes: some hundred plies of nodes with room to spare.
pub const STACK: usize = 16 << 20;

/// What a search cannot do without was refused by the operating system.
#[derive(Debug, Error)]
pub enum NoTools {
    #[error("{0}")]
    Memory(#[from] NoMemory),
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// The table, the threads and the histories of an engine. Cheap to clone; the clones share them.
#[derive(Clone)]
pub struct Tools {
    pub(super) table: Arc<Table>,
    pub(super) pool: Arc<ThreadPool>,
    pub(super) histories: Arc<Histories>,
}

impl Tools {
    /// A table of `hash` MiB and `threads` workers, on a pool of their own.
    ///
    /// # Errors
    /// No memory or no threads.
    pub fn new(hash: usize, threads: usize) -> Result<Self, NoTools> {
        let (pool, histories) = workers(threads)?;
        Ok(Tools { table: Arc::new(Table::new(hash)?), pool, histories })
    }

    /// Forgets what searches learned. A search that runs meanwhile goes on.
    pub fn forget(&self) {
        self.table.clear();
        self.histories.clear();
    }

    /// The same with a table of another size, an empty one.
    ///
    /// # Errors
    /// The memory was refused; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.table = Arc::new(Table::new(megabytes)?);
        Ok(())
    }

    /// Size of the table in MiB.
    pub fn hash(&self) -> usize {
        self.table.megabytes()
    }

    /// The same with another number of workers, who know nothing yet.
    ///
    /// # Errors
    /// The operating system gives no threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoTools> {
        (self.pool, self.histories) = workers(threads)?;
        Ok(())
    }

    /// Number of workers.
    pub fn threads(&self) -> usize {
        let pool: &ThreadPool = &self.pool;
        pool.current_num_threads()
    }
}

fn workers(threads: usize) -> Result<(Arc<ThreadPool>, Arc<Histories>), NoTools> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|i| format!("worker {i}"))
        .build()?;
    let histories = Histories::new(pool.current_num_threads());
    Ok((Arc::new(pool), Arc::new(histories)))
}
