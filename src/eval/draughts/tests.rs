use super::DraughtsEval;
use crate::eval::model::Linear;
use crate::eval::symmetry;
use crate::rules::draughts::{Draughts, DraughtsRules, Official, Source};
use crate::rules::{Notation, RuleOptions};
use crate::search::Judge;

/// The board turned round and the colours swapped.
fn turned(fen: &str) -> String {
    let mut fields = fen.split(' ');
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let other = |c: char| match swap(c) {
        'W' => 'b',
        'w' => 'B',
        'B' => 'w',
        'b' => 'W',
        same => same,
    };
    let board: String = fields.next().unwrap_or_default().chars().rev().map(other).collect();
    format!("{board} {}", if fields.next() == Some("w") { "b" } else { "w" })
}

/// Every position of random games, and the same seen from the other side: all features with the opposite sign.
fn sides_are_alike<R: DraughtsRules>() {
    let game = Draughts::<R>::new(&RuleOptions::default());
    let mut kings = 0;
    symmetry::check::<_, DraughtsEval>(
        &game,
        (40, 120),
        |_, _| false,
        turned,
        |fen| {
            kings += usize::from(fen.split(' ').next().unwrap().contains(['W', 'B']));
        },
    );
    assert!(kings > 50, "{kings} positions with kings");
}

#[test]
fn sides_are_alike_under_both_rule_books() {
    sides_are_alike::<Source>();
    sides_are_alike::<Official>();
}

fn value(fen: &str) -> i32 {
    let game = Draughts::<Official>::new(&RuleOptions::default());
    Linear::<DraughtsEval>::start::<Draughts<Official>>().evaluate(&game, &game.parse_fen(fen).unwrap())
}

#[test]
fn a_man_more_is_an_advantage_unless_a_king_holds_the_main_road() {
    assert!(value("1b1b4/8/8/8/8/8/1w1w4/w7 w") > 80);
    assert!(value("8/8/8/8/3B4/8/1W5W/6W1 w").abs() < 100);
    assert!(value("8/8/8/2B5/8/8/1W3W2/6W1 w") > 200);
}

#[test]
fn no_position_overflows() {
    assert!(value("1W1W1W1W/W1W1W1W1/1W1W1W1W/8/8/8/8/8 w").abs() < 12_000);
}
