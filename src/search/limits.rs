//! What bounds a search: depth, nodes, time, and the word of its owner.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A clock game: what is left to the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What the clock shows.
    pub remaining: Duration,
    /// What each move adds to it.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// What may be thought away of the clock: each of the moves that are still to be made will lose `overhead` on its
    /// way, and where no increment pays for that, it comes out of the clock. A little is left to think with even where
    /// the clock does not last for them. (Two games of 3+0 on a busy machine were lost by 4 and 8 ms without this.)
    fn usable(&self, overhead: Duration, togo: u32) -> Duration {
        let unpaid = overhead.saturating_sub(self.increment) * togo;
        let now = self.remaining.saturating_sub(overhead);
        now.saturating_sub(unpaid).max(now.min(self.remaining / 8))
    }
}

/// What a search may use. All that is given holds at once; nothing given means until stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, at least 1.
    pub depth: Option<i32>,
    /// Nodes of all workers together, at least 1.
    pub nodes: Option<u64>,
    /// Stop as soon as a win in at most so many plies is found.
    pub win_in: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// A clock game.
    pub clock: Option<Clock>,
    /// What is lost on the way to the person who holds the watch.
    pub overhead: Duration,
}

/// The times by which a search should and must end, from its start.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    /// On a clock: no new iteration after this, in a position of usual urgency. A fixed time is there to be used.
    soft: Option<Duration>,
    /// Stop in mid-search.
    pub hard: Duration,
}

impl Limits {
    /// Does nothing but its owner's word end the search?
    pub fn is_unlimited(&self) -> bool {
        let Limits { depth, nodes, win_in, move_time, clock, overhead: _ } = self;
        depth.is_none() && nodes.is_none() && win_in.is_none() && move_time.is_none() && clock.is_none()
    }

    /// The time budget, if time is limited at all. At least a millisecond.
    pub fn budget(&self) -> Option<Budget> {
        let least = Duration::from_millis(1);
        let fixed = self.move_time.map(|time| {
            let hard = time.saturating_sub(self.overhead).max(least);
            Budget { soft: None, hard }
        });
        let clock = self.clock.map(|clock| {
            let togo = clock.moves_to_go.map_or(30, |n| n.clamp(1, 40));
            let usable = clock.usable(self.overhead, togo).max(least);
            let share = usable / togo + clock.increment.mul_f64(0.75);
            // With one move to go the whole clock could be used; keep a fifth in hand all the same.
            let most = usable.mul_f64(if togo == 1 { 0.8 } else { 0.4 });
            let soft = share.mul_f64(0.7).clamp(least, most.max(least));
            Budget { soft: Some(soft), hard: (share * 3).min(most).max(least) }
        });
        match (fixed, clock) {
            (Some(a), Some(b)) => Some(Budget { soft: b.soft, hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        }
    }
}

impl Budget {
    /// No new iteration after this: `urgency` is 1 in a usual position, less where the move is clear.
    pub fn enough(&self, urgency: f64) -> Duration {
        self.soft.map_or(self.hard, |soft| soft.mul_f64(urgency).min(self.hard))
    }
}

#[derive(Debug)]
struct State {
    /// The clock runs from here; `None` while pondering.
    started: Option<Instant>,
    /// The answer is to be held back until `stop`.
    held: bool,
}

/// The line from the owner of a search to its workers.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    /// Ends this search together with the work it is a part of.
    parent: Option<Arc<AtomicBool>>,
    /// When the search was asked for, pondering included.
    asked: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

impl Control {
    /// A control whose clock runs now, or from `ponderhit` if `ponder`. With `infinite` the answer waits for `stop`.
    pub fn new(ponder: bool, infinite: bool) -> Self {
        let started = (!ponder).then(Instant::now);
        Control {
            stop: AtomicBool::new(false),
            parent: None,
            asked: Instant::now(),
            state: Mutex::new(State { started, held: infinite || ponder }),
            changed: Condvar::new(),
        }
    }

    /// A control for a part of some larger work, which `parent` ends.
    pub fn under(parent: &Arc<AtomicBool>) -> Self {
        Control { parent: Some(Arc::clone(parent)), ..Control::new(false, false) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search now, and lets its answer out.
    pub fn stop(&self) {
        self.state().held = false;
        self.stop.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// The move that was pondered on has been played: the clock runs from now.
    pub fn ponderhit(&self) {
        let mut state = self.state();
        if state.started.is_none() {
            state.started = Some(Instant::now());
            state.held = false;
            self.changed.notify_all();
        }
    }

    /// Ends the search but keeps its answer back if it has to wait.
    pub fn finish(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Should the workers end?
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.load(Relaxed))
    }

    /// Time since the clock began to run; `None` while pondering.
    pub fn elapsed(&self) -> Option<Duration> {
        self.state().started.map(|start| start.elapsed())
    }

    /// Time since the search was asked for.
    pub fn since_go(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Sleeps until the answer may be given.
    pub fn wait(&self) {
        let mut state = self.state();
        while state.held {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let ms = Duration::from_millis;
        let clock = Clock { remaining: ms(remaining), increment: ms(increment), moves_to_go };
        Limits { clock: Some(clock), overhead: ms(10), ..Limits::default() }.budget().unwrap()
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for remaining in [0, 1, 5, 11, 100, 60_000, 100_000_000] {
            for increment in [0, 20, 10_000] {
                for togo in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let budget = clock(remaining, increment, togo);
                    assert!(budget.enough(1.0) >= Duration::from_millis(1));
                    assert!(budget.hard <= Duration::from_millis(remaining.saturating_sub(10).max(1)));
                    assert!(budget.enough(2.0) <= budget.hard, "{remaining} {increment} {togo:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_used_whole() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(100)),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        };
        assert_eq!(limits.budget().unwrap().enough(0.7), Duration::from_millis(90));
    }

    #[test]
    fn a_clock_lasts_thirty_moves() {
        let mut left = 60_000.0f64;
        for _ in 0..60 {
            left -= clock(left as u64, 0, None).enough(1.0).as_secs_f64() * 1000.0;
        }
        assert!(left > 5_000.0, "{left}");
    }

    /// Three seconds for a game of any length, where every move takes its full time and four milliseconds more on its
    /// way: the clock still stands after 140 moves.
    #[test]
    fn a_clock_without_increment_pays_for_the_way_of_every_move() {
        let mut left = 3000.0f64;
        for made in 0..140 {
            left -= clock(left as u64, 0, None).enough(1.0).as_secs_f64() * 1000.0 * 1.3 + 4.0;
            assert!(left > 0.0, "after {made} moves");
        }
        // Moves that are paid for by the increment, and the last one before the clock is set again, may use it up.
        assert!(clock(1000, 10, None).hard > Duration::from_millis(100));
        assert!(clock(1000, 0, Some(1)).hard > Duration::from_millis(700));
        // With hardly anything left a move takes no time at all, at once or in mid-search.
        assert!(clock(100, 0, None).hard <= Duration::from_millis(2), "{:?}", clock(100, 0, None));
    }
}
