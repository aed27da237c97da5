//! What several test files share.

use std::sync::atomic::AtomicBool;

use ataman::rules::Notation;
use ataman::rules::perft::perft;

/// Runs every depth of a perft suite whose count is at most `most`; panics at the first wrong count and if nothing
/// was run.
pub fn perft_suite<G: Notation>(game: &G, suite: &str, most: u64) {
    let stop = AtomicBool::new(false);
    let mut run = 0;
    for line in suite.lines() {
        let mut parts = line.split(" ;D");
        let fen = parts.next().unwrap();
        let pos = game.parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        for part in parts {
            let (depth, count) = part.split_once(' ').unwrap();
            let (depth, count) = (depth.parse().unwrap(), count.trim().parse().unwrap());
            if count <= most {
                assert_eq!(perft(game, &pos, depth, &stop), Some(count), "{fen} depth {depth}");
                run += 1;
            }
        }
    }
    assert!(run > 0);
}
