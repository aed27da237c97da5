//! What earlier nodes teach about the order of moves.

use std::sync::{Mutex, MutexGuard};

use crate::locks;
use crate::rules::{Side, Tag};

use super::correction::Corrections;
use super::score::MAX_PLY;

/// Histories saturate here.
const MOST: i32 = 16_384;
/// Entries of the reply history.
const REPLIES: usize = 1 << 16;

/// Killers, history by move, history by move and the move before it, and the errors of the evaluation. One of each for
/// every worker.
pub struct History {
    killers: Vec<[Tag; 2]>,
    /// By side and tag.
    moves: Box<[i16]>,
    /// By a hash of the previous tag and the tag.
    replies: Box<[i16]>,
    /// Errors of the evaluation.
    pub corrections: Corrections,
}

impl History {
    /// Empty histories.
    pub fn new() -> Self {
        History {
            killers: vec![[Tag::NONE; 2]; MAX_PLY + 2],
            moves: vec![0; 2 << 16].into_boxed_slice(),
            replies: vec![0; REPLIES].into_boxed_slice(),
            corrections: Corrections::new(),
        }
    }

    /// Empties them.
    pub fn clear(&mut self) {
        self.killers.fill([Tag::NONE; 2]);
        self.moves.fill(0);
        self.replies.fill(0);
        self.corrections.clear();
    }

    /// The killers of a ply.
    #[inline(always)]
    pub fn killers(&self, ply: usize) -> [Tag; 2] {
        self.killers[ply]
    }

    #[inline(always)]
    fn reply(previous: Tag, tag: Tag) -> usize {
        let both = u32::from(previous.0) << 16 | u32::from(tag.0);
        (both.wrapping_mul(0x9E37_79B1) >> 16) as usize % REPLIES
    }

    /// The worth of a quiet move, from -32768 to 32768.
    #[inline(always)]
    pub fn worth(&self, side: Side, previous: Tag, tag: Tag) -> i32 {
        i32::from(self.moves[side.index() << 16 | usize::from(tag.0)])
            + i32::from(self.replies[Self::reply(previous, tag)])
    }

    /// A quiet move caused a cutoff at `depth`; the quiet moves tried before it did not.
    pub fn reward(&mut self, side: Side, ply: usize, previous: Tag, best: Tag, tried: &[Tag], depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        let bonus = (depth * depth * 16).min(1600);
        self.learn(side, previous, best, bonus);
        for &tag in tried {
            self.learn(side, previous, tag, -bonus);
        }
    }

    fn learn(&mut self, side: Side, previous: Tag, tag: Tag, bonus: i32) {
        gravitate(&mut self.moves[side.index() << 16 | usize::from(tag.0)], bonus);
        gravitate(&mut self.replies[Self::reply(previous, tag)], bonus);
    }
}

/// The histories of the workers, kept from one search of a game to the next.
pub struct Histories(Vec<Mutex<Option<History>>>);

impl Histories {
    /// Nothing learned yet, for this many workers.
    pub fn new(workers: usize) -> Self {
        Histories((0..workers).map(|_| Mutex::new(None)).collect())
    }

    fn slot(&self, worker: usize) -> MutexGuard<'_, Option<History>> {
        locks::lock(&self.0[worker])
    }

    /// What a worker has learned. The killers belong to the plies of one search and are left behind.
    pub fn lend(&self, worker: usize) -> History {
        let mut history = self.slot(worker).take().unwrap_or_default();
        history.killers.fill([Tag::NONE; 2]);
        history
    }

    /// Takes back what was lent.
    pub fn give_back(&self, worker: usize, history: History) {
        *self.slot(worker) = Some(history);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        (0..self.0.len()).for_each(|worker| *self.slot(worker) = None);
    }
}

impl Default for History {
    fn default() -> Self {
        Self::new()
    }
}

/// Adds a bonus that shrinks as the value nears its limit.
#[inline(always)]
fn gravitate(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}
