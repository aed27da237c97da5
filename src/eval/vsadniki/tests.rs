use super::VsadnikiEval;
use crate::eval::model::{Features, Linear, Shape};
use crate::eval::weights::Weights;
use crate::rules::vsadniki::Vsadniki;
use crate::rules::{Game, Notation, Position, RuleOptions};
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
    let odd: Vec<[i16; 2]> =
        (0..Shape::<Vsadniki, VsadnikiEval>::FEATURES).map(|i| [(i % 61) as i16 - 30, (i % 37) as i16 - 18]).collect();
    let weights = Weights::of("vsadniki", VsadnikiEval::GROUPS, 200.0, odd);
    let judge = Linear::<VsadnikiEval>::new::<Vsadniki>(&weights).unwrap();
    let swap = |c: char| match c {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    };
    let (mut list, mut riders) = (Vec::new(), 0);
    for seed in 0..20u64 {
        let (mut pos, mut dice) = (game.start(), seed);
        for _ in 0..300 {
            let fen = game.fen(&pos);
            let fields: Vec<&str> = fen.split(' ').collect();
            riders += usize::from(fields[0].contains(['W', 'B']));
            let rows: Vec<String> = fields[0].rsplit('/').map(|row| row.chars().map(swap).collect()).collect();
            let side = if fields[1] == "w" { "b" } else { "w" };
            let mirror = format!("{} {side} {} {} {} {}", rows.join("/"), fields[3], fields[2], fields[5], fields[4]);
            let mirror = game.parse_fen(&mirror).unwrap();
            assert_eq!(judge.evaluate(&game, &pos), judge.evaluate(&game, &mirror), "{fen}");
            let sum: i32 = judge.terms(&game, &pos).iter().sum();
            assert_eq!(sum * pos.side().sign(), judge.evaluate(&game, &pos), "{fen}");
            list.clear();
            game.moves(&pos, &mut list);
            if list.is_empty() {
                break;
            }
            // Points are rare among random moves: take them where they are offered.
            let scoring = list.iter().copied().find(|&mv| game.gain(&pos, mv) > 0);
            dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            pos = game.play(&pos, scoring.unwrap_or(list[(dice >> 33) as usize % list.len()]));
        }
    }
    assert!(riders > 50, "{riders} positions with riders");
}
