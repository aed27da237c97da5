use super::*;
use crate::eval::model::{Linear, Shape};
use crate::rules::{Notation, RuleOptions, random};
use crate::search::{Judge, Memo};

fn game() -> Siberia {
    Siberia::new(&RuleOptions::default())
}

fn value(fen: &str) -> i32 {
    Linear::<SiberiaFeatures>::start().evaluate(&game(), &game().parse_fen(fen).unwrap())
}

/// Adds up what it is given, and checks that it is a feature.
struct Count(Vec<i32>);

impl Sink for Count {
    fn add(&mut self, feature: usize, count: i32) {
        self.0[feature] += count;
    }
}

fn features(pos: &Pos) -> Vec<i32> {
    let mut sink = Count(vec![0; Shape::<Siberia, SiberiaFeatures>::FEATURES]);
    SiberiaFeatures::collect_all(&game(), pos, &mut sink);
    sink.0
}

/// Every position of random games, and the same seen from the other side of the board, and in a mirror; with what is
/// remembered from position to position, too.
#[test]
fn sides_are_treated_alike() {
    let game = game();
    let (model, mut memo) = (Linear::<SiberiaFeatures>::start(), Memo::new());
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    random::positions(
        &game,
        30,
        200,
        |_, _| false,
        |pos, _| {
            let fen = game.fen(pos);
            let board = fen.split(' ').next().unwrap();
            let ranks: Vec<String> = board.rsplit('/').map(|r| r.chars().map(swap).collect()).collect();
            let turned = format!("{} {}", ranks.join("/"), if pos.side() == Side::White { 'b' } else { 'w' });
            let opposite: Vec<i32> = features(&game.parse_fen(&turned).unwrap()).iter().map(|n| -n).collect();
            assert_eq!(features(pos), opposite, "{fen}");
            assert_eq!(model.recall(&game, pos, &mut memo), model.evaluate(&game, pos), "{fen}");
            let ranks: Vec<String> = board.split('/').map(|r| r.chars().rev().collect()).collect();
            let side = if pos.side() == Side::White { 'w' } else { 'b' };
            let mirrored = format!("{} {side}", ranks.join("/"));
            assert_eq!(features(pos), features(&game.parse_fen(&mirrored).unwrap()), "{fen}");
        },
    );
}

/// The terms and what is adjusted are the evaluation, rounding and all.
#[test]
fn the_breakdown_is_the_evaluation() {
    let model = Linear::<SiberiaFeatures>::start();
    for fen in ["4k4/9/9/9/9/9/9/9/1N2K4 w", "r1cdk1c1r/pp1pp1ppp/2n3n2/2p2p3/4P4/2N3P2/PPPP1P1PP/4D4/R1C1K1CNR w"] {
        let pos = game().parse_fen(fen).unwrap();
        let sum: i32 = model.breakdown(&game(), &pos).iter().map(|(_, value)| value).sum();
        assert_eq!(sum, model.evaluate(&game(), &pos), "{fen}");
    }
}

#[test]
fn material_counts_and_must_be_able_to_mate() {
    assert!(value("4k4/9/9/9/9/9/9/9/R3K4 w") > 400);
    assert!(value("4k4/9/9/9/9/9/9/9/R3K4 b") < -400);
    assert!(value("4k4/9/9/9/9/9/9/9/1N2K4 w").abs() < 100);
    // The nearer king hunts better.
    assert!(value("k8/9/2K6/9/9/9/9/9/6R2 w") > value("k8/9/9/9/9/9/9/9/2K3R2 w"));
}

#[test]
fn features_can_be_read() {
    let names: Vec<String> = (0..Shape::<Siberia, SiberiaFeatures>::FEATURES).map(SiberiaFeatures::describe).collect();
    assert_eq!(names[0], "material: number of pawn");
    assert!(names.contains(&"placement: knight c5".to_owned()));
    assert!(names.contains(&"threats: waiting: pawn hits rook hanging".to_owned()));
    assert!(names.iter().all(|name| !name.contains('?')));
    let distinct: std::collections::HashSet<_> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
}
