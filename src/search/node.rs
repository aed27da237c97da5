//! The node: alpha-beta with a principal variation search.

use crate::rules::{Game, Position, Tag};

use super::judge::{Judge, params};
use super::score::{self, MAX_PLY, Value, WIN};
use super::table::{Bound, Entry};
use super::worker::Worker;

/// Depth up to which a node is evaluated before the table is asked, which seldom knows such a node.
const EARLY: i32 = 2;

/// What a node was asked.
#[derive(Copy, Clone)]
pub(super) struct Ask {
    pub alpha: Value,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
    /// May the node be pruned as a whole? Not where it verifies a pruning itself.
    pub prune: bool,
    /// Is it expected to fail high? (CITE: cut nodes, Knuth and Moore, 1975.)
    pub cut: bool,
    /// A move to leave out: the search asks what the others are worth.
    pub without: Tag,
}

impl Ask {
    /// The question to a child: the window turned round, a ply further down.
    pub fn child(&self, alpha: Value, beta: Value, depth: i32) -> Ask {
        Ask { alpha: -beta, beta: -alpha, depth, ply: self.ply + 1, prune: true, cut: false, without: Tag::NONE }
    }
}

/// What is known of a node before its moves are searched.
#[derive(Copy, Clone)]
pub(super) struct Node {
    /// The table's entry, if it has one.
    pub entry: Option<Entry>,
    /// As the game judges it, and corrected: see [`Worker::corrected`].
    pub raw: Value,
    pub eval: Value,
    /// Is the evaluation better than two plies ago?
    pub improving: bool,
    /// See [`Game::compelled`].
    pub compelled: bool,
}

/// What came of a node's moves.
#[derive(Copy, Clone)]
struct Found {
    value: Value,
    /// The move that raised alpha, if one did.
    tag: Tag,
    /// Is it quiet, or is there none?
    quiet: bool,
}

/// The value of a node by what the table has of it, where that answers what is asked.
#[inline(always)]
fn answer<const PV: bool>(entry: Option<Entry>, ask: Ask) -> Option<Value> {
    let enough = |entry: &Entry| entry.depth >= ask.depth && entry.decides(ask.alpha, ask.beta);
    entry.filter(|entry| !PV && ask.prune && enough(entry)).map(|entry| entry.value)
}

impl<G: Game, J: Judge<G>> Worker<'_, G, J> {
    /// The value of a position, searched to a depth: exact inside the window, a bound outside.
    pub(super) fn node<const PV: bool>(&mut self, pos: &G::Pos, mut ask: Ask) -> Value {
        let ply = ask.ply;
        if params::<G, J>().extend_compelled > 0 && ply < 2 * self.root_depth as usize && self.game.compelled(pos) {
            ask.depth += 1;
        }
        if ask.depth <= 0 || ply >= MAX_PLY {
            return self.quiesce::<PV>(pos, ask.alpha, ask.beta, ply, params::<G, J>().threat_plies);
        }
        if PV {
            self.pv[ply].clear();
        }
        if self.aborted {
            return score::DRAW;
        }
        // No line through here can be better than a win at once or worse than a loss at once.
        ask.alpha = ask.alpha.max(ply as Value - WIN);
        ask.beta = ask.beta.min(WIN - 1 - ply as Value);
        if ask.alpha >= ask.beta {
            return ask.alpha;
        }
        if let Some(value) = self.known(pos, ply, ask.alpha, ask.beta) {
            return value;
        }

        // The table's memory is far away: what will be needed anyway, or nearly always, is done meanwhile.
        let compelled = self.game.compelled(pos);
        let early = (ask.depth <= EARLY).then(|| self.evaluate(pos));
        let entry = if ask.without == Tag::NONE { self.table.probe(pos.key(), ply) } else { None };
        if let Some(value) = answer::<PV>(entry, ask) {
            return value;
        }
        let raw = early.or(entry.map(|entry| entry.eval)).unwrap_or_else(|| self.evaluate(pos));
        let eval = self.corrected(pos, raw);
        self.frames[ply].eval = eval;
        let improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        let node = Node { entry, raw, eval, improving, compelled };
        if !PV
            && ask.prune
            && let Some(value) = self.prune(pos, ask, node)
        {
            return value;
        }
        if self.aborted {
            return score::DRAW;
        }
        let hash = entry.map_or(Tag::NONE, |entry| entry.tag);
        let asked = ask.depth;
        if hash == Tag::NONE && ask.depth >= 5 && ask.without == Tag::NONE {
            // Internal reduction: a shallower search gives the move that is missing here.
            ask.depth -= 1;
        }
        // What one worker has searched reduced is an answer for those who come after it; they would search the node all
        // over again, and deeper, since they find a move in the table.
        let counts = if self.shared.busy.is_some() { asked } else { ask.depth };
        self.expand::<PV>(pos, ask, node, hash, counts)
    }

    /// Generates the moves and searches them; stores what comes out as a search to the depth `counts`.
    fn expand<const PV: bool>(&mut self, pos: &G::Pos, ask: Ask, node: Node, hash: Tag, counts: i32) -> Value {
        let ply = ask.ply;
        // This comes first: it searches the same node, and with it the same frame.
        let extension = self.singular(pos, ask, node);
        if self.aborted {
            return score::DRAW;
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
        let Found { value, tag, quiet } = self.try_moves::<PV>(pos, ask, node, extension);
        self.line.pop();
        if self.aborted {
            return score::DRAW;
        }
        if ask.without == Tag::NONE {
            let bound = Bound::of(value, ask.alpha, ask.beta);
            let found = Entry { tag, value, eval: node.raw, depth: counts, bound };
            self.table.store(pos.key(), ply, found);
            if quiet {
                self.learn_error(pos, node, found);
            }
        }
        value
    }

    /// Learns how wrong the evaluation was, where what was found tells on which side of it the truth is.
    fn learn_error(&mut self, pos: &G::Pos, node: Node, found: Entry) {
        let tells = found.decides(node.eval - 1, node.eval + 1);
        if params::<G, J>().correction > 0 && tells && !node.compelled && !score::is_decided(found.value) {
            let error = found.value - node.raw;
            self.history.corrections.learn(pos.side(), self.judge.structure(pos), error, found.depth);
        }
    }

    /// Searches the moves of the node one by one. The hash move is searched `extension` plies deeper.
    fn try_moves<const PV: bool>(&mut self, pos: &G::Pos, ask: Ask, node: Node, extension: i32) -> Found {
        let Ask { mut alpha, beta, depth, ply, .. } = ask;
        let mut best = Found { value: -score::INFINITE, tag: Tag::NONE, quiet: true };
        // A reply without a choice is not a ply of thought.
        let single = self.frames[ply].moves.len() == 1 && ply < 2 * self.root_depth as usize;
        let full = depth - i32::from(!single);
        let hash = node.entry.map_or(Tag::NONE, |entry| entry.tag);
        let prunes = !PV && !node.compelled && !score::is_decided(alpha);
        let mut skimmed = false;
        for turn in 0.. {
            // Nothing is left out before something has been searched that is not lost.
            let may_skip = prunes && best.value > -score::WIN_BOUND;
            if may_skip && !skimmed && self.is_done_with_quiet(ask, node, turn) {
                // A quiet move that forces the reply (a check, an offer that must be taken) is never left out.
                let game = self.game;
                self.frames[ply].skim(turn, |mv| game.gain(pos, mv) != 0 || game.compels(pos, mv));
                skimmed = true;
            }
            let Some((i, mv)) = self.frames[ply].pick(turn) else { break };
            if turn > i
                && let Some(value) = answer::<PV>(self.table.probe(pos.key(), ply), ask)
            {
                // The worker because of whom this move was put off has done the rest of the node meanwhile.
                return Found { value, tag: Tag::NONE, quiet: false };
            }
            let tag = self.game.tag(mv);
            if tag == ask.without {
                continue;
            }
            let quiet = self.game.gain(pos, mv) == 0;
            if may_skip && self.is_hopeless(pos, mv, depth, quiet) {
                continue;
            }
            let next = self.game.play(pos, mv);
            let deeper = if tag == hash { extension } else { 0 };
            if full + deeper > 0 {
                self.table.prefetch(next.key());
            }
            if turn == i && self.puts_off(&next, i, depth, ply) {
                continue;
            }
            self.enter(tag, ply);
            let reduction = if quiet { self.reduction::<PV>(pos, &next, ask, node, i) } else { 0 };
            let value = match self.terminal(&next, ply + 1) {
                Some(value) => {
                    self.pv[ply + 1].clear();
                    -value
                }
                None => self.visit(&next, depth, |worker| {
                    worker.principal::<PV>(&next, Ask { alpha, depth: full + deeper, ..ask }, i, reduction)
                }),
            };
            if self.aborted {
                return best;
            }
            if value > best.value {
                best.value = value;
                if value > alpha {
                    best = Found { value, tag, quiet };
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
        // Nothing but the move left out: whatever was asked, no other move comes near.
        if best.value == -score::INFINITE {
            best.value = ask.alpha;
        }
        best
    }

    /// Principal variation search of the `i`-th move's position: all but the first with a null window, at first
    /// reduced, and again only where that fails high. `ask` is the parent's, its depth the child's.
    pub(super) fn principal<const PV: bool>(&mut self, next: &G::Pos, ask: Ask, i: usize, reduction: i32) -> Value {
        let Ask { alpha, beta, depth, .. } = ask;
        if PV && i == 0 {
            return -self.node::<true>(next, ask.child(alpha, beta, depth));
        }
        if PV {
            // A null window keeps no line: one that is good enough for a cutoff must not find that of an earlier move.
            self.pv[ask.ply + 1].clear();
        }
        // The reply to a move that is expected to fail low fails high.
        let ask_null = |depth, cut| Ask { cut, ..ask.child(alpha, alpha + 1, depth) };
        let mut value = -self.node::<false>(next, ask_null(depth - reduction, reduction > 0 || !ask.cut));
        if value > alpha && reduction > 0 {
            value = -self.node::<false>(next, ask_null(depth, !ask.cut));
        }
        if PV && value > alpha && value < beta {
            value = -self.node::<true>(next, ask.child(alpha, beta, depth));
        }
        value
    }
}
