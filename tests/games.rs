//! Whole games of every variant between two copies of the real binary, as a public match runner plays them: it knows
//! nothing of the rules and asks `query` for everything. The slow rules watch.

#[path = "support/answers.rs"]
mod answers;
#[path = "support/dice.rs"]
mod dice;
#[path = "support/process.rs"]
mod process;
#[path = "support/referee.rs"]
mod referee;
mod slow;

use ataman::engine::Variant;
use process::Process;
use referee::{Dice, slow};
use slow::Slow;

/// Games of a variant. The first moves are drawn by lot, so that games differ.
struct Match<'a> {
    variant: Variant,
    options: &'a [(&'a str, &'a str)],
    /// Where games begin, the start position if there is none.
    starts: &'a [&'a str],
    games: u64,
    /// Nodes a move.
    nodes: u64,
    /// Plies after which a game is given up.
    plies: usize,
}

impl Match<'_> {
    /// Plays the games and returns the results of those that the rules ended.
    fn play(&self) -> Vec<String> {
        let slow = slow(self.variant, self.options);
        let mut players = [0, 1].map(|_| {
            let mut player = Process::playing(self.variant.name());
            for (name, value) in self.options {
                assert_eq!(player.ask(&format!("setoption name {name} value {value}")), [""; 0]);
            }
            player
        });
        let results = (0..self.games).filter_map(|seed| self.game(&slow, &mut players, seed)).collect();
        for player in players {
            assert_eq!(player.end(), [""; 0]);
        }
        results
    }

    fn game(&self, slow: &Slow, players: &mut [Process; 2], seed: u64) -> Option<String> {
        let start = self.starts.get(seed as usize % self.starts.len().max(1));
        let place = start.map_or_else(|| "startpos".to_owned(), |fen| format!("fen {fen}"));
        let start = start.map_or_else(|| slow.start_fen(), |fen| (*fen).to_owned());
        let mut dice = Dice(seed);
        let mut fen = start.clone();
        let mut moves: Vec<String> = Vec::new();
        for player in &mut *players {
            assert_eq!(player.ask("uginewgame"), [""; 0]);
        }
        for ply in 0..self.plies {
            let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
            let position = format!("position {place}{list}");
            let answers = players.each_mut().map(|player| {
                assert_eq!(player.ask(&position), [""; 0]);
                ["p1turn", "gameover", "result"].map(|what| player.ask_one(&format!("query {what}")))
            });
            assert_eq!(answers[0], answers[1], "{position}");
            let [turn, over, result] = &answers[0];
            assert_eq!(*turn, format!("response {}", fen.contains(" w ") || fen.ends_with(" w")), "{position}");
            if over == "response true" {
                let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
                let (_, slow_over, slow_result) = slow.play(&start, &texts);
                assert!(slow_over, "{position}");
                assert_eq!(*result, format!("response {slow_result}"), "{position}");
                return Some(slow_result);
            }
            assert_eq!([over.as_str(), result.as_str()], ["response false", "response none"], "{position}");
            let legal = slow.legal(&fen);
            assert!(!legal.is_empty(), "{position}");
            let mv = if ply < 4 && self.starts.is_empty() {
                dice.pick(&legal).0.clone()
            } else {
                let answer = players[(ply + seed as usize) % 2].go(&format!("go nodes {}", self.nodes));
                answers::check(slow, &fen, &answer);
                answer.best
            };
            fen = referee::after(slow, &fen, &mv);
            moves.push(mv);
        }
        None
    }
}

fn from_the_start(variant: Variant, games: u64, nodes: u64, plies: usize) {
    let results = Match { variant, options: &[], starts: &[], games, nodes, plies }.play();
    assert!(!results.is_empty(), "{variant}: no game was ended by the rules");
}

#[test]
fn russian() {
    from_the_start(Variant::Russian, 4, 300, 400);
}

#[test]
fn russian_official() {
    from_the_start(Variant::RussianOfficial, 4, 300, 400);
}

#[test]
fn bashni() {
    from_the_start(Variant::Bashni, 3, 300, 300);
}

#[test]
fn lasca() {
    from_the_start(Variant::Lasca, 3, 300, 300);
}

#[test]
fn siberia() {
    from_the_start(Variant::Siberia, 3, 300, 500);
}

#[test]
fn vsadniki() {
    from_the_start(Variant::Vsadniki, 2, 200, 600);
}

#[test]
fn vsadniki_to_a_low_target() {
    let options = [("TargetScore", "4"), ("NoProgress", "40")];
    let variant = Variant::Vsadniki;
    let results = Match { variant, options: &options, starts: &[], games: 2, nodes: 200, plies: 1000 }.play();
    assert_eq!(results.len(), 2, "forty plies without a point end a game");
}
