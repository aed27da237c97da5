//! Iterative deepening at the root, with aspiration windows.

use crate::rules::{Game, MoveOf, Tag};

use super::judge::{Judge, params};
use super::node::Ask;
use super::progress::{Finished, RootMove};
use super::report::Report;
use super::score::{self, MAX_DEPTH, Score, Value};
use super::worker::{Shared, Worker};

impl<G: Game, J: Judge<G>> Worker<'_, G, J> {
    /// Deepens until a limit is reached, together with the other workers: whoever finishes an iteration first reports
    /// it, and all go on with the next. `moves` are the root's moves to consider, at least one.
    pub(super) fn iterate(
        &mut self,
        pos: &G::Pos,
        moves: &[MoveOf<G>],
        multipv: usize,
        report: &(dyn Fn(Report<MoveOf<G>>) + Sync),
    ) {
        let Shared { progress, control, .. } = self.shared;
        let unknown = |&mv: &MoveOf<G>| RootMove { mv, value: -score::INFINITE, pv: vec![mv] };
        let mut root: Vec<_> = moves.iter().map(unknown).collect();
        let lines = multipv.clamp(1, root.len());
        let most = self.deepest();
        while progress.depth() < most {
            // Workers of odd number run a ply ahead, so that not all of them search the same tree.
            let ahead = (self.index % 2) as i32;
            self.root_depth = (progress.depth() + 1 + ahead).min(most);
            self.seldepth = 0;
            let mut improved = false;
            for first in 0..lines {
                improved = self.aspire(pos, &mut root, first);
                if self.aborted {
                    break;
                }
            }
            if !self.aborted {
                // A later line may have turned out better than an earlier one.
                root[..lines].sort_by_key(|line| -line.value);
                self.hurried = false;
                self.conclude(self.root_depth, &root[..lines], moves.len(), report);
            } else if !control.is_stopped() {
                // Overtaken.
                self.aborted = false;
                progress.adopt(&mut root);
                continue;
            } else if improved && lines == 1 {
                // Broken off, but not before a better move was found: worth its value or, where the window was about to
                // be widened for it, more.
                self.conclude(self.root_depth - 1, &root[..1], moves.len(), report);
            }
            if control.is_stopped() {
                break;
            }
        }
    }

    /// Hands in the lines of an iteration, complete or, where the search is over, broken off.
    fn conclude(
        &self,
        depth: i32,
        lines: &[RootMove<MoveOf<G>>],
        choices: usize,
        report: &(dyn Fn(Report<MoveOf<G>>) + Sync),
    ) {
        self.publish();
        let finished = Finished { depth, broken_off: self.aborted, seldepth: self.seldepth, lines: lines.to_vec() };
        self.shared.progress.offer(finished, |finished, urgency| {
            self.report(finished, report);
            if self.is_enough(finished, choices, urgency) {
                self.shared.control.finish();
            }
        });
    }

    /// The deepest iteration that makes sense. A win in a given number of plies is found by twice that depth, pruning
    /// and all, or it is not there.
    fn deepest(&self) -> i32 {
        let limits = self.shared.limits;
        let for_win =
            limits.win_in.map_or(MAX_DEPTH, |plies| plies.saturating_mul(2).saturating_add(6).min(1000) as i32);
        limits.depth.unwrap_or(MAX_DEPTH).min(for_win).clamp(1, MAX_DEPTH)
    }

    fn report(&self, finished: &Finished<MoveOf<G>>, report: &(dyn Fn(Report<MoveOf<G>>) + Sync)) {
        let time = self.shared.control.since_go();
        for (i, line) in finished.lines.iter().enumerate() {
            report(Report {
                depth: finished.depth,
                seldepth: finished.seldepth.max(line.pv.len()),
                multipv: i + 1,
                score: Score::from(line.value),
                nodes: self.shared.total_nodes(),
                time,
                hashfull: self.table.hashfull(),
                tbhits: self.shared.total_tbhits(),
                pv: line.pv.clone(),
            });
        }
    }

    /// Is another iteration not worth its time?
    fn is_enough(&self, finished: &Finished<MoveOf<G>>, choices: usize, urgency: f64) -> bool {
        let value = finished.lines[0].value;
        if let (Some(plies), Score::WinIn(distance)) = (self.shared.limits.win_in, Score::from(value))
            && distance <= plies
        {
            return true;
        }
        if self.shared.limits.nodes.is_some_and(|most| self.shared.total_nodes() >= most) {
            return true;
        }
        // On a clock: nothing to choose, or the shortest win or loss is proven.
        let timed = self.shared.budget.is_some() && self.shared.control.elapsed().is_some();
        let proven = match Score::from(value) {
            Score::Centipawns(_) => false,
            Score::WinIn(distance) | Score::LossIn(distance) => finished.depth > distance as i32,
        };
        timed && (choices == 1 || proven || self.is_over(|budget| budget.enough(urgency)))
    }

    /// Searches the root moves from `first` on with a window around the value of the last iteration, widened until it
    /// holds the new one; leaves them sorted. True if a move other than the first turned out best.
    fn aspire(&mut self, pos: &G::Pos, root: &mut [RootMove<MoveOf<G>>], first: usize) -> bool {
        let guess = root[first].value;
        let mut half = params::<G, J>().aspiration;
        let (mut alpha, mut beta) = (-score::INFINITE, score::INFINITE);
        if self.root_depth >= 4 && !score::is_decided(guess) {
            (alpha, beta) = (guess - half, guess + half);
        }
        let mut improved = false;
        loop {
            let (value, is_new) = self.root(pos, &mut root[first..], alpha, beta);
            improved |= is_new;
            if self.aborted {
                return improved;
            }
            half *= 3;
            if value <= alpha {
                alpha = if half > 1000 { -score::INFINITE } else { value.min(alpha) - half };
            } else if value >= beta {
                beta = if half > 1000 { score::INFINITE } else { value.max(beta) + half };
            } else {
                return improved;
            }
            (alpha, beta) = (alpha.max(-score::INFINITE), beta.min(score::INFINITE));
        }
    }

    /// One pass over the root moves; the best of them is in front afterwards, the others keep their order. Its value, and
    /// whether it is another than before; both hold though the pass may have been broken off.
    fn root(&mut self, pos: &G::Pos, root: &mut [RootMove<MoveOf<G>>], mut alpha: Value, beta: Value) -> (Value, bool) {
        let depth = self.root_depth;
        let mut best = -score::INFINITE;
        let mut best_at = 0;
        self.frames[0].tag = Tag::NONE;
        self.frames[0].put_off.clear();
        for turn in 0.. {
            let Some(i) = self.frames[0].turn(turn, root.len()) else { break };
            let mv = root[i].mv;
            let next = self.game.play(pos, mv);
            if turn == i && self.puts_off(&next, i, depth, 0) {
                continue;
            }
            self.enter(self.game.tag(mv), 0);
            let quiet = self.game.gain(pos, mv) == 0 && !self.game.compelled(&next);
            let reduction = if quiet { self.root_reduction(depth, i, root.len()) } else { 0 };
            let value = match self.terminal(&next, 1) {
                Some(value) => {
                    self.pv[1].clear();
                    -value
                }
                None => {
                    let ask =
                        Ask { alpha, beta, depth: depth - 1, ply: 0, prune: true, cut: false, without: Tag::NONE };
                    self.visit(&next, depth, |worker| worker.principal::<true>(&next, ask, i, reduction))
                }
            };
            if self.aborted {
                break;
            }
            if value > best {
                best = value;
                if i == 0 || value > alpha {
                    self.extend_pv(mv, 0);
                    root[i].value = value;
                    root[i].pv.clone_from(&self.pv[0]);
                    best_at = i;
                }
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        root[..=best_at].rotate_right(1);
        (best, best_at > 0)
    }
}
