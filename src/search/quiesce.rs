//! Quiescence: the search goes on until nothing hangs.

use crate::rules::{Game, Position, Tag, Tension};

use super::judge::Judge;
use super::score::{self, MAX_PLY, Value};
use super::worker::Worker;

impl<G: Game, J: Judge<G>> Worker<'_, G, J> {
    /// The value of a position once it is quiet. A compulsory capture is played out, no standing pat. A quiet side that is
    /// threatened looks one ply ahead instead of trusting the evaluation, once in a line: `threat_ply` says that it
    /// still may.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        pos: &G::Pos,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        threat_ply: bool,
    ) -> Value {
        self.seldepth = self.seldepth.max(ply);
        if PV {
            self.pv[ply].clear();
        }
        if ply >= MAX_PLY || self.poll() {
            return self.evaluate(pos);
        }
        let frame = &mut self.frames[ply];
        frame.moves.clear();
        let tension = self.game.noisy(pos, &mut frame.moves);
        let mut best = -score::INFINITE;
        let mut threatened = false;
        match tension {
            Tension::Forced if frame.moves.is_empty() => return score::of_ending(self.game.stuck(pos), ply),
            Tension::Forced => {}
            Tension::Threatened if threat_ply => {
                self.game.moves(pos, &mut frame.moves);
                threatened = true;
            }
            Tension::Threatened | Tension::Optional => {
                best = self.evaluate(pos);
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }

        let frame = &mut self.frames[ply];
        frame.score(self.game, pos, &self.history, Tag::NONE, [Tag::NONE; 2], Tag::NONE);
        let count = frame.moves.len();
        if count == 0 {
            return best;
        }
        self.line.push(pos.key());
        for i in 0..count {
            let mv = self.frames[ply].pick(i);
            let next = self.play(pos, mv, ply);
            let value = match self.terminal(&next, ply + 1) {
                Some(value) => {
                    self.pv[ply + 1].clear();
                    -value
                }
                None => -self.quiesce::<PV>(&next, -beta, -alpha, ply + 1, threat_ply && !threatened),
            };
            if self.aborted {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
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
        best
    }
}
