//! The node counts of the perft suite of vsadniki (on the built-in reconstruction of the board).

use std::sync::atomic::AtomicBool;

use ataman::rules::perft::perft;
use ataman::rules::vsadniki::Vsadniki;
use ataman::rules::{Notation, RuleOptions};

const MOST_NODES: u64 = 2_000_000;

#[test]
fn perft_suite() {
    let game = Vsadniki::new(&RuleOptions::default());
    let (mut lines, mut checked) = (0, 0);
    for line in include_str!("../test-positions/perft/vsadniki.epd").lines() {
        let mut parts = line.split(';');
        let Some(fen) = parts.next().filter(|fen| !fen.trim().is_empty()) else { continue };
        let pos = game.parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        lines += 1;
        for part in parts {
            let (depth, nodes) = part.trim().trim_start_matches('D').split_once(' ').expect(line);
            let nodes: u64 = nodes.trim().parse().expect(line);
            if nodes <= MOST_NODES {
                let found = perft(&game, &pos, depth.parse().expect(line), &AtomicBool::new(false));
                assert_eq!(found, Some(nodes), "{fen}: depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(lines >= 40 && checked >= 120, "{lines} lines, {checked} counts");
}
