//! Every line of the file of game ends: the state of the game after the moves, by the engine and by the slow rules.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/referee.rs"]
mod referee;
mod slow;

use ataman::engine::{Engine, GameResult, Status, Variant};
use ataman::rules::{RuleOptions, Side};

/// What `query gameover` and `query result` say of it.
fn answers(status: Status) -> (bool, &'static str) {
    let result = match status.result() {
        Some(GameResult::Wins(Side::White)) => "p1win",
        Some(GameResult::Wins(Side::Black)) => "p2win",
        Some(GameResult::Draw) => "draw",
        None => "none",
    };
    (!matches!(status, Status::Open(_)), result)
}

#[test]
fn every_line() {
    let text = include_str!("../test-positions/positions/ends.txt");
    let mut seen = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, rules, fen, moves, over, result, _] = fields[..] else { panic!("{line}") };
        let variant: Variant = name.parse().unwrap();
        let options: Vec<_> = rules.split(' ').filter_map(|rule| rule.split_once('=')).collect();
        let moves: Vec<&str> = moves.split(' ').filter(|mv| *mv != "-").collect();

        let mut engine = Engine::new(variant, RuleOptions::default(), 1, 1).unwrap();
        for (name, value) in &options {
            engine.set_rule(name, value).unwrap();
        }
        engine.session_mut().set_position(Some(fen)).unwrap_or_else(|e| panic!("{line}: {e}"));
        for mv in &moves {
            engine.session_mut().push(mv).unwrap_or_else(|e| panic!("{line}: {e}"));
        }
        assert_eq!(answers(engine.session().status()), (over == "true", result), "{line}");

        let (_, slow_over, slow_result) = referee::slow(variant, &options).play(fen, &moves);
        assert_eq!((slow_over, slow_result.as_str()), (over == "true", result), "{line}, slow rules");
        seen.push(variant);
    }
    assert!(Variant::ALL.iter().all(|variant| seen.contains(variant)), "a variant without an end");
}
