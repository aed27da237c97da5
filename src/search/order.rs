//! Move ordering: scores given once, the best move picked as it is needed.

use crate::rules::{Game, MoveList, Position, Tag};

use super::history::History;
use super::score::Value;

/// The hash move comes first.
const HASH: i32 = 1 << 28;
/// Then what wins something, the most first.
const GAIN: i32 = 1 << 20;
/// Then the killers, then the rest by history.
const KILLER: i32 = 1 << 17;

/// What a worker keeps for each ply; allocated once.
pub struct Frame<P: Position> {
    /// The legal moves of the node.
    pub moves: MoveList<P>,
    /// The moves by their scores, those already picked in front: the score above, the complement of the index below, so
    /// that the first of equals is the greatest.
    order: Vec<i64>,
    /// Tags of the quiet moves tried so far.
    pub tried: Vec<Tag>,
    /// Places of the moves that another worker was searching when their turn came.
    pub put_off: Vec<usize>,
    /// Tag of the move being searched, [`Tag::NONE`] for a null move.
    pub tag: Tag,
    /// The static evaluation.
    pub eval: Value,
}

impl<P: Position> Frame<P> {
    /// An empty frame.
    pub fn new() -> Self {
        Frame { moves: Vec::new(), order: Vec::new(), tried: Vec::new(), put_off: Vec::new(), tag: Tag::NONE, eval: 0 }
    }

    /// Scores the generated moves.
    pub fn score<G: Game<Pos = P>>(
        &mut self,
        game: &G,
        pos: &P,
        history: &History,
        hash: Tag,
        killers: [Tag; 2],
        previous: Tag,
    ) {
        self.tried.clear();
        self.put_off.clear();
        self.order.clear();
        let score = |mv| {
            let tag = game.tag(mv);
            if tag == hash {
                return HASH;
            }
            match game.gain(pos, mv) {
                0 if tag == killers[0] => KILLER + 1,
                0 if tag == killers[1] => KILLER,
                0 => history.worth(pos.side(), previous, tag),
                // A capture that loses the exchange comes after the quiet moves.
                gain if gain < 0 || !game.wins_exchange(pos, mv, 0) => gain - GAIN,
                gain => gain + GAIN,
            }
        };
        let moves = self.moves.iter().enumerate();
        self.order.extend(moves.map(|(i, &mv)| i64::from(score(mv)) << 32 | i64::from(!(i as u32))));
    }

    /// Leaves out those moves after the `at` already picked that `keep` refuses.
    pub fn skim(&mut self, at: usize, keep: impl Fn(P::Move) -> bool) {
        let mut kept = at;
        for i in at..self.order.len() {
            let entry = self.order[i];
            if keep(self.moves[index(entry)]) {
                self.order[kept] = entry;
                kept += 1;
            }
        }
        self.order.truncate(kept);
    }

    /// The place of the move whose turn it is, where `count` moves come in order and then those that were put off.
    #[inline(always)]
    pub fn turn(&self, turn: usize, count: usize) -> Option<usize> {
        if turn < count { Some(turn) } else { self.put_off.get(turn - count).copied() }
    }

    /// The move whose turn it is, with its place: the best one left, in the end those put off; `None` if all have had
    /// their turn.
    #[inline]
    pub fn pick(&mut self, turn: usize) -> Option<(usize, P::Move)> {
        let i = self.turn(turn, self.order.len())?;
        if i == turn {
            let left = &mut self.order[i..];
            let best = left.iter().copied().fold(i64::MIN, i64::max);
            let place = left.iter().position(|&entry| entry == best).unwrap_or(0);
            left.swap(0, place);
        }
        Some((i, self.moves[index(self.order[i])]))
    }
}

/// The move of an entry of [`Frame::order`].
#[inline(always)]
fn index(entry: i64) -> usize {
    !(entry as u32) as usize
}

impl<P: Position> Default for Frame<P> {
    fn default() -> Self {
        Self::new()
    }
}
