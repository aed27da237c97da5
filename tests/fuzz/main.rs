//! Fuzzing on a stable toolchain: everything that reads text gets text that is almost right.
//!
//! Each target runs for a moment among the other tests, always with the same cases. For longer, with others:
//!
//! ```sh
//! FUZZ_SECONDS=600 FUZZ_SEED=7 cargo test --test fuzz board_file -- --nocapture
//! ```

#[path = "../support/dice.rs"]
mod dice;

mod board_file;
mod positions;
mod protocols;
mod records;

use std::time::{Duration, Instant};

use ataman::engine::{Session, Variant};
use ataman::rules::RuleOptions;
use dice::Dice;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// Seconds for a target among the other tests.
const SHORT: u64 = 2;
/// Cases between two looks at the clock.
const BLOCK: u32 = 32;

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Runs a target until its time is over. A failure is made as small as possible and shown with its seed.
fn fuzz<S: Strategy>(name: &str, strategy: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let (limit, first) = (Duration::from_secs(number("FUZZ_SECONDS", SHORT)), number("FUZZ_SEED", 1));
    let start = Instant::now();
    let mut cases = 0u64;
    while start.elapsed() < limit {
        let seed = first.wrapping_mul(1_000_003).wrapping_add(cases);
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let config = Config { cases: BLOCK, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
        if let Err(error) = runner.run(&strategy, &test) {
            panic!("{name}, seed {seed}: {error}");
        }
        cases += u64::from(BLOCK);
    }
    println!("fuzz {name}: {cases} cases in {} s", start.elapsed().as_secs());
    assert!(cases > 0);
}

/// A game of a variant after so many random moves.
fn game(variant: Variant, seed: u64, plies: usize) -> Box<dyn Session> {
    let mut dice = Dice(seed);
    let mut session = variant.open(&RuleOptions::default());
    for _ in 0..plies {
        let legal = session.legal();
        if legal.is_empty() {
            break;
        }
        session.push(&dice.pick(&legal).0).expect("a legal move");
    }
    session
}

/// A change of a text: what to do, where (a share of its length), and with what.
type Change = (u8, u16, String);

/// Up to so many changes, with pieces of text from a list or letters of a set.
fn changes(most: usize, words: &'static [&'static str]) -> impl Strategy<Value = Vec<Change>> {
    use proptest::prelude::*;
    let piece = prop_oneof![
        4 => proptest::sample::select(words).prop_map(str::to_owned),
        1 => "[ -~]{0,3}",
        1 => "\\PC{0,2}",
        1 => any::<u64>().prop_map(|n| n.to_string()),
    ];
    proptest::collection::vec((0u8..5, any::<u16>(), piece), 0..=most)
}

/// Applies changes to a text.
fn change(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (what, at, piece) in changes {
        let at = (usize::from(*at) * (letters.len() + 1)) >> 16;
        let piece: Vec<char> = piece.chars().collect();
        match what {
            0 => drop(letters.splice(at..at, piece)),
            1 => drop(letters.splice(at..(at + piece.len()).min(letters.len()), piece)),
            2 => drop(letters.drain(at..(at + 1 + piece.len()).min(letters.len()))),
            3 => letters.truncate(at),
            _ => letters.extend(piece),
        }
    }
    letters.into_iter().collect()
}

/// A variant.
fn variant() -> impl Strategy<Value = Variant> {
    proptest::sample::select(&Variant::ALL[..])
}

/// Whatever a session can be asked is answered in this position, and its printed form is read as the same position.
fn examine(session: &dyn Session) -> Result<(), TestCaseError> {
    use proptest::prelude::*;
    let fen = session.fen().expect("a position");
    let mut again = session.boxed();
    again.set_position(Some(&fen)).map_err(|e| TestCaseError::fail(format!("{fen} is refused: {e}")))?;
    prop_assert_eq!(again.fen(), Some(fen.clone()));
    prop_assert_eq!(again.key(), session.key(), "{}", &fen);
    let legal = session.legal();
    let stop = std::sync::atomic::AtomicBool::new(false);
    prop_assert_eq!(session.perft(1, false, &stop), Some(legal.len() as u64), "{}", &fen);
    for (mv, next) in &legal {
        let mut trial = session.boxed();
        prop_assert!(trial.push(mv).is_ok(), "{} in {}", mv, &fen);
        let reached = trial.fen();
        prop_assert_eq!(reached.as_ref(), Some(next), "{} in {}", mv, &fen);
        prop_assert!(trial.boxed().set_position(Some(next)).is_ok(), "{} leads from {} to {}", mv, &fen, next);
    }
    session.status();
    session.terms();
    session.remarks();
    let layout = session.layout();
    let drawing = ataman::engine::drawing::draw(&layout, &session.contents());
    prop_assert!(drawing.lines().count() > 1);
    ataman::engine::svg::svg(&layout, &session.contents(), legal.first().map(|(mv, _)| mv.as_str()));
    Ok(())
}
