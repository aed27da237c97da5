//! What spares the search work: pruning, reductions and extensions. Each technique is a hypothesis for each game; the
//! parameters say where it holds.

use crate::rules::{Game, MoveOf, Position, Tag};

use super::judge::{Judge, params};
use super::node::{Ask, Node};
use super::score::{self, Value, WIN_BOUND};
use super::table::Bound;
use super::worker::Worker;

impl<G: Game, J: Judge<G>> Worker<'_, G, J> {
    /// Tries to show without searching its moves that the node fails high or low.
    pub(super) fn prune(&mut self, pos: &G::Pos, ask: Ask, node: Node) -> Option<Value> {
        let Ask { alpha, beta, depth, ply, .. } = ask;
        let Node { eval, improving, compelled, .. } = node;
        if score::is_decided(beta) || compelled {
            return None;
        }
        let params = params::<G, J>();
        if params.futility > 0 && depth <= 6 && eval - params.futility * (depth - i32::from(improving)) >= beta {
            return Some(eval);
        }
        if params.razor > 0 && depth <= 3 && eval + params.razor * depth < alpha {
            let value = self.quiesce::<false>(pos, alpha, beta, ply, params.threat_plies);
            if value <= alpha {
                return Some(value);
            }
        }
        if params.null_move > 0
            && depth >= 3
            && eval >= beta
            && self.previous(ply) != Tag::NONE
            && let Some(value) = self.null_move(pos, ask, eval)
        {
            return Some(value);
        }
        if params.probcut > 0 && depth >= 5 {
            return self.probcut(pos, ask, params.probcut, depth * params.probcut_depth / 100);
        }
        None
    }

    /// A shallow search that beats beta by a margin stands for the deep one.
    ///
    /// CITE: Buro, 1995; Scan applies it to draughts.
    fn probcut(&mut self, pos: &G::Pos, ask: Ask, margin: Value, depth: i32) -> Option<Value> {
        let bar = ask.beta + margin;
        let value = self.node::<false>(pos, Ask { alpha: bar - 1, beta: bar, depth, prune: false, ..ask });
        (value >= bar && !self.aborted).then_some(if value >= WIN_BOUND { ask.beta } else { value - margin })
    }

    /// The other side moves twice: if that is still good enough, so is moving.
    fn null_move(&mut self, pos: &G::Pos, ask: Ask, eval: Value) -> Option<Value> {
        let Ask { beta, depth, ply, .. } = ask;
        let next = self.game.pass(pos)?;
        let less = 3 + depth / 4 + ((eval - beta) / 200).min(3);
        self.frames[ply].tag = Tag::NONE;
        self.line.push(pos.key());
        let floor = self.line.raise_floor();
        let value = -self.node::<false>(&next, Ask { cut: !ask.cut, ..ask.child(beta - 1, beta, depth - less) });
        self.line.restore_floor(floor);
        self.line.pop();
        (value >= beta && !self.aborted).then_some(if value >= WIN_BOUND { beta } else { value })
    }

    /// May the `i`-th move and those after it be left out, if they are quiet?
    #[inline(always)]
    pub(super) fn is_done_with_quiet(&self, ask: Ask, node: Node, i: usize) -> bool {
        let params = params::<G, J>();
        let Ask { alpha, depth, .. } = ask;
        let late = || {
            let most = (params.late_moves + depth * depth) / if node.improving { 1 } else { 2 };
            params.late_moves > 0 && i as i32 >= most
        };
        let low = || params.frontier > 0 && node.eval + params.frontier * (depth + 1) <= alpha;
        depth <= SHALLOW && (late() || low())
    }

    /// May a move be left out, check or no check, that loses the exchange on its target?
    #[inline(always)]
    pub(super) fn is_hopeless(&self, pos: &G::Pos, mv: MoveOf<G>, depth: i32, quiet: bool) -> bool {
        if params::<G, J>().delta == 0 || depth > SHALLOW {
            return false;
        }
        let least = if quiet { -60 * depth } else { -100 * depth };
        !self.game.wins_exchange(pos, mv, least)
    }

    /// By how much the `i`-th move, a quiet one that leads to `next`, is reduced.
    pub(super) fn reduction<const PV: bool>(&self, pos: &G::Pos, next: &G::Pos, ask: Ask, node: Node, i: usize) -> i32 {
        let params = params::<G, J>();
        let Ask { depth, ply, .. } = ask;
        if depth < 3 || (i as i32) < params.full_moves + i32::from(PV) || node.compelled {
            return 0;
        }
        let forcing = self.game.compelled(next);
        if forcing && params.forcing == 0 {
            return 0;
        }
        let mut reduction = LOGS[depth.min(63) as usize] * LOGS[i.min(63)] * params.reduction / 100;
        reduction -= i32::from(PV) * LOG_UNIT;
        reduction += i32::from(ask.cut) * LOG_UNIT * params.cut_nodes / 100;
        reduction -= i32::from(forcing) * LOG_UNIT * params.forcing / 100;
        reduction += i32::from(!node.improving) * LOG_UNIT / 2;
        let worth = self.history.worth(pos.side(), self.previous(ply), self.frames[ply].tag);
        reduction -= worth * LOG_UNIT / params.history_step;
        (reduction / LOG_UNIT).clamp(0, depth - 2)
    }

    /// By how much the `i`-th move of the root is reduced, a quiet one that does not force the reply.
    pub(super) fn root_reduction(&self, depth: i32, i: usize, moves: usize) -> i32 {
        if depth < 4 || i < 4 || moves <= 6 {
            return 0;
        }
        let step = params::<G, J>().root_step;
        1 + if step > 0 { (i as i32 / step).min(2).min(depth / 3 - 1) } else { 0 }
    }

    /// Plies by which the hash move is extended: one if every other move falls well short of it.
    pub(super) fn singular(&mut self, pos: &G::Pos, ask: Ask, node: Node) -> i32 {
        let least = params::<G, J>().singular;
        let Some(entry) = node.entry else { return 0 };
        let candidate = least > 0
            && ask.depth >= least
            && ask.without == Tag::NONE
            && ask.prune
            && entry.tag != Tag::NONE
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.depth >= ask.depth - 3
            && !score::is_decided(entry.value)
            && ask.ply > 0
            && ask.ply < 2 * self.root_depth as usize;
        if !candidate {
            return 0;
        }
        let bar = entry.value - 2 * ask.depth;
        let rest = Ask { alpha: bar - 1, beta: bar, depth: ask.depth / 2, prune: false, without: entry.tag, ..ask };
        let value = self.node::<false>(pos, rest);
        i32::from(value < bar)
    }
}

/// Depth up to which moves are left out.
const SHALLOW: i32 = 5;

/// One ply in the units of [`LOGS`] multiplied.
const LOG_UNIT: i32 = 64 * 64;

/// 64 times the natural logarithm, rounded; whole numbers so that every machine reduces alike.
const LOGS: [i32; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188, 192, 195, 198, 201,
    203, 206, 209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239, 241, 242, 244, 245,
    246, 248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for (n, &log) in LOGS.iter().enumerate().skip(1) {
            assert_eq!(log, ((n as f64).ln() * 64.0).round() as i32, "{n}");
        }
    }
}
