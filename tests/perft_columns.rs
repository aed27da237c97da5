//! The perft suites of the column games, at all depths with at most two million leaves.

use std::sync::atomic::AtomicBool;

use ataman::rules::columns::{Bashni, BashniShort, ColumnRules, Columns, Lasca};
use ataman::rules::options::Rejump;
use ataman::rules::perft::perft;
use ataman::rules::{Notation, RuleOptions};

const MOST: u64 = 2_000_000;

fn suite<R: ColumnRules>(name: &str, rejump: Rejump) {
    let game = Columns::<R>::new(&RuleOptions { rejump, ..RuleOptions::default() });
    let path = format!("{}/test-positions/perft/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let most = if std::env::var_os("PERFT_ALL").is_some() { u64::MAX } else { MOST };
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap_or_default();
        let pos = game.parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        for part in parts {
            let (depth, leaves) = part.trim().split_once(' ').unwrap_or_else(|| panic!("{line}"));
            let depth = depth[1..].parse().unwrap_or_else(|e| panic!("{line}: {e}"));
            let leaves: u64 = leaves.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
            if leaves <= most {
                assert_eq!(perft(&game, &pos, depth, &AtomicBool::new(false)), Some(leaves), "{fen} depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "{path}: no counts");
}

#[test]
fn bashni() {
    suite::<Bashni>("bashni", Rejump::Round);
}

#[test]
fn bashni_free() {
    suite::<Bashni>("bashni-free", Rejump::Free);
}

#[test]
fn bashni_never() {
    suite::<Bashni>("bashni-never", Rejump::Never);
}

#[test]
fn bashni_short() {
    suite::<BashniShort>("bashni-short", Rejump::Round);
}

#[test]
fn lasca() {
    suite::<Lasca>("lasca", Rejump::Round);
}

#[test]
fn lasca_free() {
    suite::<Lasca>("lasca-free", Rejump::Free);
}

#[test]
fn lasca_never() {
    suite::<Lasca>("lasca-never", Rejump::Never);
}
