//! FENs and moves.

use ataman::engine::EngineError;
use ataman::rules::RuleOptions;
use proptest::prelude::*;

use crate::{change, changes, examine, fuzz, game, variant};

const FEN_WORDS: &[&str] = &[
    "w", "b", "W", "B", "k", "K", "p", "P", "r", "N", "c", "D", "/", "(", ")", "(Wbb)", "(bw)", "1", "2", "8", "9",
    "10", "99", "100", "0", " ", " w ", " b ", "-", " - - ", "65535", "65536", "W:W", ":B", "K", "a1", "h8", "32",
    "21-32", ",", ".", ":H3", ":F9",
];

/// A FEN that is almost one is refused with a reason, or is a position like any other.
#[test]
fn fen() {
    let strategy = (variant(), any::<u64>(), 0usize..80, changes(4, FEN_WORDS), any::<bool>());
    fuzz("fen", strategy, |(variant, seed, plies, edits, pdn)| {
        let session = game(variant, seed, plies);
        let fen = if pdn {
            ataman::arena::notation::record_fen(variant, &*session)
        } else {
            session.fen().unwrap_or_default()
        };
        let text = change(&fen, &edits);
        let mut session = variant.open(&RuleOptions::default());
        match session.set_position(Some(&text)) {
            Ok(()) => examine(&*session)?,
            Err(error) => {
                prop_assert!(matches!(error, EngineError::Fen(_)), "{}: {}", text, error);
                prop_assert!(!edits.is_empty() && !error.to_string().is_empty(), "{}: {}", text, error);
                prop_assert!(session.fen().is_none() && session.legal().is_empty(), "{}", text);
            }
        }
        Ok(())
    });
}

const MOVE_WORDS: &[&str] = &[
    "-", ":", "x", "a1", "h8", "c3", "d4", "a10", "q11", "d", "n", "0", "1", "9", "12", "12-16", "32", "e5", "g7", " ",
    "--", "0000", "O-O",
];

/// What is read as a move is a legal one, and it is always read as the same.
#[test]
fn moves() {
    let strategy = (variant(), any::<u64>(), 0usize..80, any::<u16>(), changes(3, MOVE_WORDS));
    fuzz("moves", strategy, |(variant, seed, plies, which, edits)| {
        let mut session = game(variant, seed, plies);
        let legal = session.legal();
        if legal.is_empty() {
            return Ok(());
        }
        let (right, _) = &legal[usize::from(which) % legal.len()];
        let text = change(right, &edits);
        let fen = session.fen();
        let read = session.check(&text).is_ok();
        prop_assert!(read || !edits.is_empty(), "{} in {:?}", text, fen);
        prop_assert_eq!(session.fen(), fen.clone(), "a check changes nothing");
        let played = session.push(&text);
        prop_assert_eq!(played.is_ok(), read, "{} in {:?}", text, fen);
        if read {
            let reached = session.fen();
            prop_assert!(legal.iter().any(|(_, next)| Some(next) == reached.as_ref()), "{} in {:?}", text, fen);
            let (_, moves) = session.record().expect("a game");
            prop_assert!(legal.iter().any(|(mv, _)| Some(mv) == moves.last()), "{} in {:?}", text, fen);
        } else {
            prop_assert_eq!(session.fen(), fen, "{}", text);
            prop_assert!(matches!(session.status(), ataman::engine::Status::Forfeit(_)), "{}", text);
        }
        Ok(())
    });
}
