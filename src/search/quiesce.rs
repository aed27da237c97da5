//! Quiescence: the search goes on until nothing hangs.

use crate::rules::{Game, MoveOf, Position, Tag, Tension};

use super::judge::{Judge, params};
use super::score::{self, MAX_PLY, Value, WIN_BOUND};
use super::table::{Bound, Entry};
use super::worker::Worker;

impl<G: Game, J: Judge<G>> Worker<'_, G, J> {
    /// The value of a position once it is quiet. A compulsory capture is played out, no standing pat. A quiet side that is
    /// threatened looks at all its moves instead of trusting the evaluation, `threat_plies` times in a line.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        pos: &G::Pos,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        threat_plies: i32,
    ) -> Value {
        self.seldepth = self.seldepth.max(ply);
        if PV {
            self.pv[ply].clear();
        }
        if ply >= MAX_PLY || self.aborted || self.hurried {
            return self.evaluate(pos);
        }
        if let Some(value) = self.known(pos, ply, alpha, beta) {
            return value;
        }
        let use_table = params::<G, J>().quiet_table > 0;
        let entry = if use_table { self.table.probe(pos.key(), ply) } else { None };
        if let Some(entry) = entry
            && !PV
            && entry.decides(alpha, beta)
        {
            return entry.value;
        }

        let frame = &mut self.frames[ply];
        frame.moves.clear();
        let tension = self.game.noisy(pos, &mut frame.moves);
        let mut best = -score::INFINITE;
        // As the game judges it, and corrected. Stays unknown where there is no standing pat.
        let mut eval = None;
        let mut deeper = threat_plies;
        match tension {
            Tension::Forced if frame.moves.is_empty() => return score::of_ending(self.game.stuck(pos), ply),
            Tension::Forced => {}
            Tension::Threatened if threat_plies > 0 => {
                self.game.moves(pos, &mut frame.moves);
                deeper -= 1;
            }
            Tension::Threatened | Tension::Optional => {
                let raw = entry.map_or_else(|| self.evaluate(pos), |entry| entry.eval);
                best = self.corrected(pos, raw);
                eval = Some((raw, best));
                if best >= beta {
                    return best;
                }
            }
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);

        let hash = entry.map_or(Tag::NONE, |entry| entry.tag);
        let frame = &mut self.frames[ply];
        frame.score(self.game, pos, &self.history, hash, [Tag::NONE; 2], Tag::NONE);
        if frame.moves.is_empty() {
            return best;
        }
        let mut best_tag = Tag::NONE;
        self.line.push(pos.key());
        for i in 0.. {
            let Some((_, mv)) = self.frames[ply].pick(i) else { break };
            if eval.is_some_and(|(_, eval)| self.is_pointless(pos, mv, eval, alpha)) {
                continue;
            }
            let next = self.play(pos, mv, ply);
            if use_table {
                self.table.prefetch(next.key());
            }
            let value = match self.terminal(&next, ply + 1) {
                Some(value) => {
                    self.pv[ply + 1].clear();
                    -value
                }
                None => -self.quiesce::<PV>(&next, -beta, -alpha, ply + 1, deeper),
            };
            if self.aborted {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_tag = self.game.tag(mv);
                    if PV {
                        self.extend_pv(mv, ply);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.line.pop();
        if use_table && !self.aborted {
            let bound = Bound::of(best, first_alpha, beta);
            // Nothing is pruned on the word of an evaluation in a forced position.
            let eval = eval.map_or_else(|| best.clamp(1 - WIN_BOUND, WIN_BOUND - 1), |(raw, _)| raw);
            self.table.store(pos.key(), ply, Entry { tag: best_tag, value: best, eval, depth: 0, bound });
        }
        best
    }

    /// Does the move lose an exchange, or win too little to matter?
    #[inline]
    fn is_pointless(&self, pos: &G::Pos, mv: MoveOf<G>, eval: Value, alpha: Value) -> bool {
        let margin = params::<G, J>().delta;
        margin > 0 && (eval + self.game.gain(pos, mv) + margin <= alpha || !self.game.wins_exchange(pos, mv, 0))
    }
}
