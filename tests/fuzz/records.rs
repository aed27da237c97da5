//! Records of games.

use ataman::arena::annotate::{Judgement, Mark, Opinion, Played, annotate};
use ataman::arena::notation::Style;
use ataman::arena::reader::read;
use ataman::arena::replay::{replay, summary};
use ataman::engine::Variant;
use ataman::rules::RuleOptions;
use ataman::search::Score;
use proptest::prelude::*;

use crate::{change, changes, fuzz, game, variant};

const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    ";",
    "\n",
    "\n%",
    "$1",
    " $6 ",
    "!",
    "?",
    "??",
    "*",
    " * ",
    "1-0",
    " 0-1 ",
    "1/2-1/2",
    " 0-0 ",
    "[",
    "]",
    "\"",
    "\\",
    "[FEN \"",
    "\"]\n",
    "1.",
    "1...",
    "...",
    "c3-d4",
    "d6:b4",
    "Nc3",
    "22-18",
    " ",
    "e5",
    "c9=D",
    "+",
    "#",
    "[Variant \"lasca\"]",
    "[Rules \"Rejump=free\"]",
];

/// A record of a random game, as other programs write them.
fn record(variant: Variant, seed: u64, plies: usize) -> String {
    let played = game(variant, seed, plies);
    let (_, moves) = played.record().expect("a game");
    let style = Style::of(variant, ':');
    let mut session = variant.open(&RuleOptions::default());
    let mut text = format!("[White \"a\"]\n[Variant \"{variant}\"]\n[Round \"1.1\"]\n\n");
    for (i, mv) in moves.iter().enumerate() {
        if i % 2 == 0 {
            text += &format!("{}. ", i / 2 + 1);
        }
        text += &style.write(&mut *session, mv).expect("a legal move");
        text += if i % 3 == 0 { " {+0.35/12 0.1s n=9} " } else { " " };
    }
    text + "1-0\n\n"
}

#[test]
fn record_reader() {
    let strategy = (variant(), any::<u64>(), 0usize..40, changes(6, WORDS));
    fuzz("record reader", strategy, |(variant, seed, plies, edits)| {
        let text = change(&record(variant, seed, plies), &edits);
        let records = read(&text);
        prop_assert!(edits.is_empty() || records.end <= text.len());
        prop_assert!(!edits.is_empty() || (records.games.len() == 1 && !records.broken));
        // What was read up to the last whole game is all there is to it.
        let again = read(text.get(..records.end).expect("the end is between two letters"));
        prop_assert_eq!(&again.games, &records.games);
        prop_assert!(!again.broken);
        let mut from = 0;
        for game in records.games.iter().chain([&records.rest]) {
            prop_assert_eq!(game.moves.len(), game.places.len());
            for place in &game.places {
                prop_assert!(from <= place.word && place.word <= place.end && place.end <= game.end);
                prop_assert!(text.is_char_boundary(place.word) && text.is_char_boundary(place.end));
            }
            let _ = summary(game);
            let begins = std::mem::replace(&mut from, game.end);
            let Ok(session) = replay(game) else {
                prop_assert!(!edits.is_empty() || game.tags.is_empty(), "{}", text);
                continue;
            };
            let variant: Variant = game.tag("Variant").and_then(|name| name.parse().ok()).expect("it was replayed");
            annotated(&text, game, begins, variant, session.record().expect("a game").1)?;
        }
        Ok(())
    });
}

/// An annotated game is the same game.
fn annotated(
    text: &str,
    game: &ataman::arena::reader::Record,
    from: usize,
    variant: Variant,
    moves: Vec<String>,
) -> Result<(), TestCaseError> {
    let mut rules = RuleOptions::default();
    for rule in game.tag("Rules").unwrap_or("").split_whitespace() {
        let (name, value) = rule.split_once('=').expect("it was replayed");
        rules.set(name, value).expect("it was replayed");
    }
    let mut start = variant.open(&rules);
    start.set_position(game.tag("FEN")).expect("it was replayed");
    let style = Style::of(variant, ':');
    let played = Played { record: game, from, start, moves: moves.clone(), style };
    let opinion = |best: &str, cp| Opinion {
        line: vec![best.to_owned()],
        score: Score::Centipawns(cp),
        depth: Some(3),
        choices: 2,
    };
    // Every third move is a blunder.
    let judge = |i: usize, mv: &String| match i % 3 {
        0 => Judgement::of("another", &opinion(mv, 0), &opinion(mv, 500)),
        _ => Judgement::of(mv, &opinion(mv, 0), &opinion(mv, 0)),
    };
    let judgements: Vec<Judgement> = moves.iter().enumerate().map(|(i, mv)| judge(i, mv)).collect();
    prop_assert!(judgements.first().is_none_or(|judgement| judgement.mark == Some(Mark::Blunder)));
    let out = annotate(text, &played, &judgements);
    let again = read(&out);
    let read = again.games.first().unwrap_or(&again.rest);
    let words = |record: &ataman::arena::reader::Record| -> Vec<String> {
        record.moves.iter().map(|(mv, _)| mv.clone()).collect()
    };
    prop_assert_eq!(words(game), words(read), "{}", out);
    prop_assert_eq!(game.result, read.result, "{}", out);
    Ok(())
}
