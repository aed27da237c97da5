//! Locks that outlive the thread that panicked over them.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex though a thread may have panicked while it held it: what is kept under locks here is whole at every
/// step, and one thread's end must not be that of the match, or of the output.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a mutex held that nobody locks any more, in the same way.
pub fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
