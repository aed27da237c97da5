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
    /// The legal moves of the node, those already picked in front.
    pub moves: MoveList<P>,
    scores: Vec<i32>,
    /// Tags of the quiet moves tried so far.
    pub tried: Vec<Tag>,
    /// Tag of the move being searched, [`Tag::NONE`] for a null move.
    pub tag: Tag,
    /// The static evaluation.
    pub eval: Value,
}

impl<P: Position> Frame<P> {
    /// An empty frame.
    pub fn new() -> Self {
        Frame { moves: Vec::new(), scores: Vec::new(), tried: Vec::new(), tag: Tag::NONE, eval: 0 }
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
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|&mv| {
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
        }));
    }

    /// The best move from index `at` on, which is put there.
    #[inline]
    pub fn pick(&mut self, at: usize) -> P::Move {
        let mut best = at;
        for i in at + 1..self.scores.len() {
            if self.scores[i] > self.scores[best] {
                best = i;
            }
        }
        self.moves.swap(at, best);
        self.scores.swap(at, best);
        self.moves[at]
    }
}

impl<P: Position> Default for Frame<P> {
    fn default() -> Self {
        Self::new()
    }
}
