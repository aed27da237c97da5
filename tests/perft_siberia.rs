//! Perft of Chess (Siberia): every depth of every position with at most two million leaves; all of them with
//! `--ignored`, which wants a release build.

use std::sync::atomic::AtomicBool;

use ataman::rules::perft::perft;
use ataman::rules::siberia::Siberia;
use ataman::rules::{Game, Notation, RuleOptions};

const SUITE: &str = include_str!("../test-positions/perft/siberia.epd");

fn run(most: u64) {
    let game = Siberia::new(&RuleOptions::default());
    let mut checked = 0;
    for line in SUITE.lines().filter(|l| !l.trim().is_empty()) {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap().trim();
        let pos = game.parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(perft(&game, &pos, 0, &AtomicBool::new(false)), Some(1));
        for part in parts {
            let (depth, nodes) = part.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
            if nodes <= most {
                assert_eq!(perft(&game, &pos, depth, &AtomicBool::new(false)), Some(nodes), "{fen} depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 200, "{checked} counts");
}

#[test]
fn suite() {
    run(2_000_000);
}

#[test]
#[ignore = "400 million leaves: cargo test --release --test perft_siberia -- --include-ignored"]
fn whole_suite() {
    run(u64::MAX);
}

#[test]
fn start_is_the_first_line() {
    let game = Siberia::new(&RuleOptions::default());
    assert!(SUITE.starts_with(&game.fen(&game.start())));
}
