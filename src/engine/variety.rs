//! Variety: a move that is nearly as good as the best, for people who want different games.

use crate::board::keys::splitmix64;
use crate::search::{Report, Score};

/// How much variety is wanted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Variety {
    /// Centipawns that the move may be worse than the best one.
    pub margin: i32,
    /// What the choice depends on, beside the position.
    pub seed: u64,
}

impl Variety {
    /// Lines among which is chosen. More of them would cost more of the search.
    pub const LINES: usize = 5;

    /// Chooses one of these lines, the best of which is the first: all that are near enough are equally likely. A win
    /// that is proven is always played, a loss that is proven never while there is something else.
    pub fn choose<M>(self, key: u64, lines: &[Report<M>]) -> usize {
        let Some(Score::Centipawns(best)) = lines.first().map(|line| line.score) else { return 0 };
        let near = |line: &&Report<M>| matches!(line.score, Score::Centipawns(cp) if cp >= best - self.margin);
        let count = lines.iter().take_while(near).count().max(1);
        let (number, _) = splitmix64(self.seed ^ splitmix64(key).0);
        ((u128::from(number) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn line(score: Score) -> Report<()> {
        let pv = Vec::new();
        Report { depth: 1, seldepth: 1, multipv: 1, score, nodes: 1, time: Duration::ZERO, hashfull: 0, tbhits: 0, pv }
    }

    /// Which of the lines are chosen at all, over many positions.
    fn chosen(margin: i32, scores: &[Score]) -> Vec<usize> {
        let lines: Vec<_> = scores.iter().map(|score| line(*score)).collect();
        let mut all: Vec<usize> = (0..200).map(|key| Variety { margin, seed: 7 }.choose(key, &lines)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn near_moves_are_chosen_and_no_others() {
        use Score::{Centipawns, LossIn, WinIn};
        let scores = [Centipawns(30), Centipawns(30), Centipawns(12), Centipawns(9), Centipawns(-40)];
        assert_eq!(chosen(20, &scores), [0, 1, 2]);
        assert_eq!(chosen(0, &scores), [0, 1]);
        assert_eq!(chosen(1000, &scores), [0, 1, 2, 3, 4]);
        assert_eq!(chosen(1000, &[WinIn(5), WinIn(7)]), [0]);
        assert_eq!(chosen(1000, &[Centipawns(-600), LossIn(4)]), [0]);
        assert_eq!(chosen(1000, &[]), [0]);
        let lines = [line(Centipawns(1)), line(Centipawns(1))];
        let variety = Variety { margin: 5, seed: 3 };
        assert_eq!(variety.choose(99, &lines), variety.choose(99, &lines), "it repeats by seed and position");
    }
}
