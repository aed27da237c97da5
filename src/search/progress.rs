//! What the workers of a search have finished together.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use crate::locks;

use super::score::Value;

/// A move of the root with what the search knows of it.
#[derive(Clone)]
pub(super) struct RootMove<M> {
    pub mv: M,
    pub value: Value,
    pub pv: Vec<M>,
}

/// An iteration of a worker.
pub(super) struct Finished<M> {
    /// Of the last complete iteration.
    pub depth: i32,
    /// Has the next one been broken off with a better move already found? Then the line is that move's.
    pub broken_off: bool,
    /// Deepest ply reached, quiescence included.
    pub seldepth: usize,
    /// The lines, best first.
    pub lines: Vec<RootMove<M>>,
}

impl<M> Finished<M> {
    /// Is this to be gone by rather than `other`? Of two equally deep iterations the first one is, unless both were
    /// broken off.
    fn beats(&self, other: &Self) -> bool {
        let rank = |of: &Self| (of.depth, of.broken_off, if of.broken_off { of.lines[0].value } else { 0 });
        rank(self) > rank(other)
    }
}

/// How much of its time a search needs: less while the best move stays, more when it has just changed or its value
/// falls.
struct Urgency<M> {
    /// The best move and its value.
    best: Option<(M, Value)>,
    /// Iterations for which the best move has been the same.
    stable: i32,
    falling: bool,
}

impl<M: PartialEq + Clone> Urgency<M> {
    /// Takes in a finished iteration.
    fn update(&mut self, best: &M, value: Value) {
        let same = self.best.as_ref().is_some_and(|(old, _)| old == best);
        self.stable = if same { self.stable + 1 } else { 0 };
        self.falling = self.best.as_ref().is_some_and(|&(_, old)| value < old - 30);
        self.best = Some((best.clone(), value));
    }

    /// What the soft time limit is multiplied by.
    fn factor(&self) -> f64 {
        let stability = match self.stable {
            0 | 1 => 1.3,
            2..=4 => 1.0,
            _ => 0.7,
        };
        if self.falling { stability * 1.5 } else { stability }
    }
}

struct State<M> {
    best: Option<Finished<M>>,
    urgency: Urgency<M>,
}

/// The iteration to go by, whichever worker finished it. The others break off what they are overtaken in.
pub(super) struct Progress<M> {
    depth: AtomicI32,
    state: Mutex<State<M>>,
}

impl<M: PartialEq + Clone> Progress<M> {
    /// Nothing yet.
    pub fn new() -> Self {
        let urgency = Urgency { best: None, stable: 0, falling: false };
        Progress { depth: AtomicI32::new(0), state: Mutex::new(State { best: None, urgency }) }
    }

    fn state(&self) -> MutexGuard<'_, State<M>> {
        locks::lock(&self.state)
    }

    /// Depth of the deepest complete iteration, 0 if there is none.
    #[inline(always)]
    pub fn depth(&self) -> i32 {
        self.depth.load(Relaxed)
    }

    /// Offers an iteration; one that was broken off counts only after a complete one. If it is taken, `then` hears of it,
    /// with the factor of the soft time limit, before any other worker's is.
    pub fn offer(&self, finished: Finished<M>, then: impl FnOnce(&Finished<M>, f64)) {
        let mut state = self.state();
        if state.best.as_ref().map_or(finished.broken_off, |best| !finished.beats(best)) {
            return;
        }
        if !finished.broken_off {
            state.urgency.update(&finished.lines[0].mv, finished.lines[0].value);
            self.depth.store(finished.depth, Relaxed);
        }
        let factor = state.urgency.factor();
        then(state.best.insert(finished), factor);
    }

    /// Puts the lines to go by in front of a worker's own.
    pub fn adopt(&self, root: &mut [RootMove<M>]) {
        let state = self.state();
        for line in state.best.iter().flat_map(|best| best.lines.iter().rev()) {
            if let Some(at) = root.iter().position(|own| own.mv == line.mv) {
                root[at].clone_from(line);
                root[..=at].rotate_right(1);
            }
        }
    }

    /// The iteration to go by, `None` if nothing was finished.
    pub fn into_best(self) -> Option<Finished<M>> {
        locks::into_inner(self.state).best
    }
}

#[cfg(test)]
mod tests {
    use super::super::score;
    use super::*;

    fn finished(depth: i32, broken_off: bool, value: Value) -> Finished<char> {
        let line = |mv, value| RootMove { mv, value, pv: vec![mv] };
        Finished { depth, broken_off, seldepth: 0, lines: vec![line('a', value), line('c', value - 1)] }
    }

    #[test]
    fn the_deepest_iteration_counts_and_the_first_of_equals() {
        let progress = Progress::new();
        let mut taken = Vec::new();
        progress.offer(finished(0, true, 30), |_, _| panic!("nothing is complete yet"));
        for (depth, broken_off, value) in
            [(1, false, 10), (1, false, 20), (3, false, 5), (2, true, 90), (3, true, 7), (3, true, 6), (3, true, 8)]
        {
            progress.offer(finished(depth, broken_off, value), |best, _| taken.push(best.lines[0].value));
        }
        assert_eq!(taken, [10, 5, 7, 8]);
        assert_eq!(progress.depth(), 3);
        assert_eq!(progress.into_best().unwrap().lines[0].value, 8);
    }

    #[test]
    fn lines_are_adopted_in_their_order() {
        let progress = Progress::new();
        progress.offer(finished(1, false, 10), |_, _| {});
        let mut root: Vec<_> = "bcda".chars().map(|mv| RootMove { mv, value: -score::INFINITE, pv: vec![] }).collect();
        progress.adopt(&mut root);
        assert_eq!(root.iter().map(|own| own.mv).collect::<String>(), "acbd");
        assert_eq!((root[0].value, root[1].value), (10, 9));
    }

    #[test]
    fn a_move_that_stays_needs_less_time_and_one_that_falls_more() {
        let mut urgency = Urgency { best: None, stable: 0, falling: false };
        let mut factor = |mv, value| {
            urgency.update(&mv, value);
            urgency.factor()
        };
        assert_eq!([factor('a', 0), factor('a', 0), factor('a', 0), factor('a', -31)], [1.3, 1.3, 1.0, 1.5]);
        assert_eq!((0..3).map(|_| factor('a', -31)).last(), Some(0.7));
        assert_eq!(factor('b', -31), 1.3);
    }
}
