//! The node: alpha-beta with a principal variation search and what prunes it.

use crate::rules::{Game, Position, Tag};

use super::judge::Judge;
use super::score::{self, MAX_PLY, Value, WIN, WIN_BOUND};
use super::table::{Bound, Entry};
use super::worker::Worker;

/// What a node was asked.
#[derive(Copy, Clone)]
pub(super) struct Ask {
    pub alpha: Value,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
    /// May the node be pruned as a whole? Not where it verifies a pruning itself.
    pub prune: bool,
}

impl<G: Game, J: Judge<G>> Worker<'_, G, J> {
    /// The value of a position, searched to a depth: exact inside the window, a bound outside.
    pub(super) fn node<const PV: bool>(&mut self, pos: &G::Pos, ask: Ask) -> Value {
        let Ask { mut alpha, mut beta, mut depth, ply, .. } = ask;
        let compelled = J::PARAMS.extend_check && self.game.compelled(pos);
        if compelled && ply < 2 * self.root_depth as usize {
            depth += 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce::<PV>(pos, alpha, beta, ply, true);
        }
        if PV {
            self.pv[ply].clear();
        }
        if self.poll() {
            return score::DRAW;
        }
        // No line through here can be better than a win at once or worse than a loss at once.
        alpha = alpha.max(ply as Value - WIN);
        beta = beta.min(WIN - 1 - ply as Value);
        if alpha >= beta {
            return alpha;
        }

        let entry = self.table.probe(pos.key(), ply);
        if let Some(entry) = entry
            && !PV
            && ask.prune
            && entry.depth >= depth
            && decides(&entry, alpha, beta)
        {
            return entry.value;
        }
        let eval = entry.map_or_else(|| self.evaluate(pos), |entry| entry.eval);
        self.frames[ply].eval = eval;
        if !PV
            && ask.prune
            && let Some(value) = self.prune(pos, Ask { alpha, beta, depth, ..ask }, eval)
        {
            return value;
        }
        let hash = entry.map_or(Tag::NONE, |entry| entry.tag);
        if hash == Tag::NONE && depth >= 5 {
            // Internal reduction: a shallower search gives the move that is missing here.
            depth -= 1;
        }

        let previous = self.previous(ply);
        let killers = self.history.killers(ply);
        let frame = &mut self.frames[ply];
        frame.moves.clear();
        self.game.moves(pos, &mut frame.moves);
        if frame.moves.is_empty() {
            return score::of_ending(self.game.stuck(pos), ply);
        }
        frame.score(self.game, pos, &self.history, hash, killers, previous);
        self.line.push(pos.key());
        let (best, tag) = self.try_moves::<PV>(pos, Ask { alpha, beta, depth, ..ask });
        self.line.pop();
        if self.aborted {
            return score::DRAW;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(pos.key(), ply, Entry { tag, value: best, eval, depth, bound });
        best
    }

    /// Searches the moves of the node one by one; the best value, and the tag of the move that raised alpha.
    fn try_moves<const PV: bool>(&mut self, pos: &G::Pos, ask: Ask) -> (Value, Tag) {
        let Ask { mut alpha, beta, depth, ply, .. } = ask;
        let count = self.frames[ply].moves.len();
        let (mut best, mut best_tag) = (-score::INFINITE, Tag::NONE);
        // A reply without a choice is not a ply of thought.
        let single = count == 1 && ply < 2 * self.root_depth as usize;
        let full = depth - i32::from(!single);
        for i in 0..count {
            let mv = self.frames[ply].pick(i);
            let quiet = self.game.gain(pos, mv) == 0;
            let next = self.play(pos, mv, ply);
            let tag = self.frames[ply].tag;
            let reduction = if quiet { self.reduction(pos, &next, tag, depth, i, ply, PV) } else { 0 };
            let value = match self.terminal(&next, ply + 1) {
                Some(value) => {
                    self.pv[ply + 1].clear();
                    -value
                }
                None => self.principal::<PV>(&next, Ask { alpha, beta, depth: full, ply, prune: true }, i, reduction),
            };
            if self.aborted {
                return (best, best_tag);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_tag = tag;
                    if PV {
                        self.extend_pv(mv, ply);
                    }
                    if value >= beta {
                        if quiet {
                            let previous = self.previous(ply);
                            self.history.reward(pos.side(), ply, previous, tag, &self.frames[ply].tried, depth);
                        }
                        break;
                    }
                    alpha = value;
                }
            }
            if quiet {
                self.frames[ply].tried.push(tag);
            }
        }
        (best, best_tag)
    }

    /// Principal variation search of the `i`-th move's position: all but the first with a null window, at first
    /// reduced, and again only where that fails high. `ask` is the parent's.
    pub(super) fn principal<const PV: bool>(&mut self, next: &G::Pos, ask: Ask, i: usize, reduction: i32) -> Value {
        let child =
            |alpha: Value, beta: Value, depth| Ask { alpha: -beta, beta: -alpha, depth, ply: ask.ply + 1, prune: true };
        let Ask { alpha, beta, depth, .. } = ask;
        if PV && i == 0 {
            return -self.node::<true>(next, child(alpha, beta, depth));
        }
        let mut value = -self.node::<false>(next, child(alpha, alpha + 1, depth - reduction));
        if value > alpha && reduction > 0 {
            value = -self.node::<false>(next, child(alpha, alpha + 1, depth));
        }
        if PV && value > alpha && value < beta {
            value = -self.node::<true>(next, child(alpha, beta, depth));
        }
        value
    }

    /// By how much the `i`-th move, a quiet one, is reduced.
    #[allow(clippy::too_many_arguments)]
    fn reduction(&self, pos: &G::Pos, next: &G::Pos, tag: Tag, depth: i32, i: usize, ply: usize, pv: bool) -> i32 {
        if depth < 3 || i < J::PARAMS.full_moves + usize::from(pv) || self.game.compelled(next) {
            return 0;
        }
        let mut reduction = (J::PARAMS.reduction * (depth as f32).ln() * (i as f32).ln()) as i32;
        reduction -= i32::from(pv);
        reduction -= self.history.worth(pos.side(), self.previous(ply), tag) / 12_000;
        reduction.clamp(0, depth - 2)
    }

    /// Tries to show without searching its moves that the node fails high.
    fn prune(&mut self, pos: &G::Pos, ask: Ask, eval: Value) -> Option<Value> {
        let Ask { beta, depth, ply, .. } = ask;
        if score::is_decided(beta) || self.game.compelled(pos) {
            return None;
        }
        let params = &J::PARAMS;
        if params.futility > 0 && depth <= 6 && eval - params.futility * depth >= beta {
            return Some(eval);
        }
        if params.null_move && depth >= 3 && eval >= beta && self.previous(ply) != Tag::NONE {
            return self.null_move(pos, ask, eval);
        }
        if let Some(margin) = params.probcut
            && depth >= 5
        {
            // CITE: Buro 1995, as Scan applies it to draughts: a shallow search that beats beta by a margin.
            let bar = beta + margin;
            let shallow = (f64::from(depth) * 0.4) as i32;
            let value = self.node::<false>(pos, Ask { alpha: bar - 1, beta: bar, depth: shallow, ply, prune: false });
            if value >= bar && !self.aborted {
                return Some(if value >= WIN_BOUND { beta } else { value - margin });
            }
        }
        None
    }

    /// The other side moves twice: if that is still good enough, so is moving.
    fn null_move(&mut self, pos: &G::Pos, ask: Ask, eval: Value) -> Option<Value> {
        let Ask { beta, depth, ply, .. } = ask;
        let next = self.game.pass(pos)?;
        let less = 3 + depth / 4 + ((eval - beta) / 200).min(3);
        self.frames[ply].tag = Tag::NONE;
        self.line.push(pos.key());
        let floor = self.line.raise_floor();
        let ask = Ask { alpha: -beta, beta: 1 - beta, depth: depth - less, ply: ply + 1, prune: true };
        let value = -self.node::<false>(&next, ask);
        self.line.restore_floor(floor);
        self.line.pop();
        (value >= beta && !self.aborted).then_some(if value >= WIN_BOUND { beta } else { value })
    }
}

/// Does the entry answer a question about this window?
fn decides(entry: &Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
        Bound::None => false,
    }
}
