use super::VsadnikiEval;
use crate::eval::model::Linear;
use crate::eval::symmetry;
use crate::rules::vsadniki::Vsadniki;
use crate::rules::{Game, Notation, RuleOptions};
use crate::search::Judge;

fn judge() -> Linear<VsadnikiEval> {
    Linear::start::<Vsadniki>()
}

#[test]
fn the_start_is_even_and_points_count_a_hundred() {
    let game = Vsadniki::new(&RuleOptions::default());
    assert_eq!(judge().terms(&game, &game.start()), [0; 8]);
    let fen = game.fen(&game.start()).replace("w 0 0 0 0", "b 0 3 0 0");
    let pos = game.parse_fen(&fen).unwrap();
    assert_eq!(judge().evaluate(&game, &pos), 300);
}

#[test]
fn a_threat_to_promote_is_worth_something() {
    let game = Vsadniki::new(&RuleOptions::default());
    let pos = game.parse_fen("8b/9/17/17/17/13/17/17/1b15/w8/9 b 0 0 0 0").unwrap();
    let terms = judge().breakdown(&game, &pos);
    assert!(terms.contains(&("threats", 45)), "{terms:?}");
}

#[test]
fn no_position_overflows() {
    let game = Vsadniki::new(&RuleOptions { target_score: 99, min_captures: 99, ..RuleOptions::default() });
    let pos = game.parse_fen("8b/9/17/17/17/13/17/17/17/w8/9 w 9999 0 9999 0").unwrap();
    assert!(judge().evaluate(&game, &pos).abs() <= 12_000);
}

/// Every position of random games, and the same on the board turned upside down with the colours swapped: all features
/// with the opposite sign.
#[test]
fn sides_are_alike() {
    let game = Vsadniki::new(&RuleOptions::default());
    let swap = |c: char| match c {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    };
    let mirror = |fen: &str| {
        let fields: Vec<&str> = fen.split(' ').collect();
        let rows: Vec<String> = fields[0].rsplit('/').map(|row| row.chars().map(swap).collect()).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        format!("{} {side} {} {} {} {}", rows.join("/"), fields[3], fields[2], fields[5], fields[4])
    };
    let mut riders = 0;
    // Points are rare among random moves: they are taken where they are offered.
    let scores = |pos: &_, mv| game.gain(pos, mv) > 0;
    symmetry::check::<_, VsadnikiEval>(&game, (20, 300), scores, mirror, |fen| {
        riders += usize::from(fen.split(' ').next().unwrap().contains(['W', 'B']));
    });
    assert!(riders > 50, "{riders} positions with riders");
}
