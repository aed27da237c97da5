//! Games that are ended before their time: by agreed scores, or because they are long.

use crate::engine::GameResult;
use crate::rules::Side;
use crate::search::Score;

/// When a game counts as lost: the score of a side at or below `-score` centipawns for `moves` of its moves running.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Moves in a row of each side.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
    /// The other side has to think so too.
    pub both: bool,
}

/// When a game counts as drawn: from move `from` on, `moves` moves running of both sides within `score` centipawns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// First move of the game that counts.
    pub from: u32,
    /// Moves in a row of each side.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// The rules of a match for ending games early.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// When a lost game is given up.
    pub resign: Option<ResignRule>,
    /// When a drawn game is ended.
    pub draw: Option<DrawRule>,
    /// Moves of each side after which a game is drawn.
    pub most_moves: Option<u32>,
}

/// Reads `name=value` words into numbers; each of `names` may stand once.
fn numbers(words: &[String], names: &[&str]) -> Result<Vec<Option<u32>>, String> {
    let mut out = vec![None; names.len()];
    for word in words.iter().flat_map(|w| w.split([' ', ','])).filter(|w| !w.is_empty()) {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("'{word}' is not NAME=NUMBER"))?;
        let name = match name {
            "movecount" => "moves",
            "movenumber" => "from",
            "twosided" => "both",
            other => other,
        };
        let i = names.iter().position(|n| *n == name);
        let i = i.ok_or_else(|| format!("'{name}' is not one of {}", names.join(", ")))?;
        let number = match value {
            "true" => Ok(1),
            "false" => Ok(0),
            _ => value.parse::<u32>().ok().filter(|n| *n <= 1_000_000).ok_or(()),
        };
        out[i] = Some(number.map_err(|()| format!("{name}: '{value}' is not a whole number up to 1000000"))?);
    }
    Ok(out)
}

impl ResignRule {
    /// Reads `moves=3 score=600 [both=1]`.
    ///
    /// # Errors
    /// A word that it does not know, or no number.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let n = numbers(words, &["moves", "score", "both"])?;
        let (moves, score) = (n[0].unwrap_or(3).max(1), n[1].unwrap_or(600) as i32);
        Ok(ResignRule { moves, score, both: n[2].unwrap_or(0) != 0 })
    }
}

impl DrawRule {
    /// Reads `from=40 moves=8 score=10`.
    ///
    /// # Errors
    /// A word that it does not know, or no number.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let n = numbers(words, &["from", "moves", "score"])?;
        let score = n[2].unwrap_or(10) as i32;
        Ok(DrawRule { from: n[0].unwrap_or(40), moves: n[1].unwrap_or(8).max(1), score })
    }
}

/// Watches the scores of one game.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Moves running in which a side thought itself lost, or won.
    lost: [u32; 2],
    won: [u32; 2],
    /// Plies running with scores near zero.
    level: u32,
    plies: u32,
}

impl Adjudicator {
    /// For a new game.
    pub fn new(rules: Adjudication) -> Self {
        Adjudicator { rules, ..Adjudicator::default() }
    }

    /// Hears of a move with its score, and says whether that ends the game, and why.
    pub fn after(&mut self, side: Side, score: Option<Score>) -> Option<(GameResult, &'static str)> {
        self.plies += 1;
        let moves = self.plies / 2;
        let cp = score.map(|score| match score {
            Score::Centipawns(cp) => cp,
            Score::WinIn(_) => i32::MAX,
            Score::LossIn(_) => -i32::MAX,
        });
        if let Some(rule) = self.rules.resign {
            let (me, other) = (side.index(), (!side).index());
            self.lost[me] = if cp.is_some_and(|cp| cp <= -rule.score) { self.lost[me] + 1 } else { 0 };
            self.won[me] = if cp.is_some_and(|cp| cp >= rule.score) { self.won[me] + 1 } else { 0 };
            for (loser, lost, won) in [(side, self.lost[me], self.won[other]), (!side, self.lost[other], self.won[me])]
            {
                if lost >= rule.moves && (!rule.both || won >= rule.moves) {
                    return Some((GameResult::Wins(!loser), "hopeless by the scores"));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            self.level = if cp.is_some_and(|cp| cp.abs() <= rule.score) { self.level + 1 } else { 0 };
            if moves >= rule.from && self.level >= 2 * rule.moves {
                return Some((GameResult::Draw, "level by the scores"));
            }
        }
        let long = self.rules.most_moves.is_some_and(|most| moves >= most);
        long.then_some((GameResult::Draw, "the longest game allowed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Black, White};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn rules_are_read() {
        assert_eq!(
            ResignRule::parse(&words("movecount=4 score=500")),
            Ok(ResignRule { moves: 4, score: 500, both: false })
        );
        assert_eq!(ResignRule::parse(&words("moves=4,score=500,twosided=true")).map(|r| r.both), Ok(true));
        assert_eq!(DrawRule::parse(&words("from=10 score=5")), Ok(DrawRule { from: 10, moves: 8, score: 5 }));
        assert_eq!(ResignRule::parse(&words("from=1")).unwrap_err(), "'from' is not one of moves, score, both");
        assert!(DrawRule::parse(&words("from=-1")).is_err());
    }

    #[test]
    fn a_side_resigns_after_moves_running() {
        let rule = ResignRule { moves: 2, score: 500, both: false };
        let mut judge = Adjudicator::new(Adjudication { resign: Some(rule), ..Adjudication::default() });
        let cp = |cp| Some(Score::Centipawns(cp));
        assert_eq!(judge.after(White, cp(-500)), None);
        assert_eq!(judge.after(Black, cp(100)), None);
        assert_eq!(judge.after(White, cp(-499)), None, "not running");
        assert_eq!(judge.after(White, cp(-600)), None);
        assert_eq!(judge.after(Black, cp(0)), None);
        let lost = judge.after(White, Some(Score::LossIn(8)));
        assert_eq!(lost.map(|(result, _)| result), Some(GameResult::Wins(Black)));
    }

    #[test]
    fn both_have_to_agree_if_so_asked() {
        let rule = ResignRule { moves: 1, score: 500, both: true };
        let mut judge = Adjudicator::new(Adjudication { resign: Some(rule), ..Adjudication::default() });
        assert_eq!(judge.after(White, Some(Score::Centipawns(-900))), None);
        let lost = judge.after(Black, Some(Score::Centipawns(500)));
        assert_eq!(lost.map(|(result, _)| result), Some(GameResult::Wins(Black)));
    }

    #[test]
    fn draws_by_score_and_by_length() {
        let draw = DrawRule { from: 3, moves: 1, score: 10 };
        let mut judge = Adjudicator::new(Adjudication { draw: Some(draw), ..Adjudication::default() });
        let ends = (0..6).map(|_| judge.after(White, Some(Score::Centipawns(-10))).is_some());
        assert_eq!(ends.collect::<Vec<_>>(), [false, false, false, false, false, true]);
        let mut judge = Adjudicator::new(Adjudication { most_moves: Some(1), ..Adjudication::default() });
        assert_eq!(judge.after(White, None), None);
        assert_eq!(judge.after(Black, None).map(|(result, _)| result), Some(GameResult::Draw));
    }
}
