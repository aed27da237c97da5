//! Boards of vsadniki.

use std::path::PathBuf;
use std::sync::Arc;

use ataman::board::graph::{Graph, RECONSTRUCTION};
use ataman::engine::Variant;
use ataman::rules::RuleOptions;
use proptest::prelude::*;

use crate::dice::Dice;
use crate::{change, changes, examine, fuzz};

const SMALL: &str = include_str!("../../examples/small.board");

const TINY: &str = "a1 0 0 w\nb1 1 0 w\nc1 2 0 o\na2 0 1 o\nb2 1 1 P\nc2 2 1 o\na3 0 2 o\nb3 1 2 b\nc3 2 2 b\n\
                    line a1 b1 c1\nline a2 b2 c2\nline a3 b3 c3\nline a1 a2 a3\nline b1 b2 b3\nline a1 b2 c3\n";

const WORDS: &[&str] = &[
    "\n",
    "line",
    "line ",
    " a1",
    " b2",
    " c3",
    "a1 ",
    " 0",
    " 1",
    " 255",
    " 256",
    " o",
    " w",
    " b",
    " P",
    "#",
    "\nz9 9 9 o",
    "\nz9 9 9 P",
    "\nline a1 b1",
    "\nline b2 c3 z9",
    "\nline c1 b2 a3",
    "\r\n",
    "\t",
];

/// A board that is almost one is refused with a line, or can be played on.
#[test]
fn board_file() {
    let boards = proptest::sample::select(&[TINY, TINY, TINY, SMALL, SMALL, RECONSTRUCTION][..]);
    let strategy = (boards, changes(4, WORDS), any::<u64>());
    fuzz("board file", strategy, |(board, edits, seed)| {
        let text = change(board, &edits);
        let graph = match Graph::parse(&text) {
            Ok(graph) => graph,
            Err(error) => {
                let message = error.to_string();
                let line = message.strip_prefix("line ").and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
                let lines = text.lines().count().max(1);
                prop_assert!(line.is_some_and(|line| (1..=lines).contains(&line)), "{}", message);
                return Ok(());
            }
        };
        let board = Some((PathBuf::from("a board"), Arc::new(graph)));
        let mut session = Variant::Vsadniki.open(&RuleOptions { board, ..RuleOptions::default() });
        let mut dice = Dice(seed);
        for ply in 0..12 {
            if ply % 4 == 0 {
                examine(&*session)?;
            }
            let legal = session.legal();
            if legal.is_empty() {
                break;
            }
            session.push(&dice.pick(&legal).0).expect("a legal move");
        }
        Ok(())
    });
}
