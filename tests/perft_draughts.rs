//! Perft of Russian draughts against counts from independent generators.

mod support;

use ataman::rules::RuleOptions;
use ataman::rules::draughts::{Russian, RussianOfficial};
use support::perft_suite;

const MOST: u64 = 2_000_000;

#[test]
fn russian() {
    perft_suite(&Russian::new(&RuleOptions::default()), include_str!("../test-positions/perft/russian.epd"), MOST);
}

#[test]
fn russian_official() {
    let suite = include_str!("../test-positions/perft/russian-official.epd");
    perft_suite(&RussianOfficial::new(&RuleOptions::default()), suite, MOST);
}
