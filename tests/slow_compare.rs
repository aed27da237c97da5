//! The engine's rules against the slow ones: random games in which at every position the legal moves with their
//! results are the same, and so is the state of the game after every move.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/referee.rs"]
mod referee;
mod slow;

use std::collections::HashSet;

use ataman::engine::{Engine, GameResult, Request, Session, Variant};
use ataman::rules::notation::FieldKind;
use ataman::rules::{RuleOptions, Side};
use ataman::search::{Control, Limits};
use referee::{Dice, slow, walk};
use slow::Slow;

/// What `query result` says.
fn result(session: &dyn Session) -> &'static str {
    match session.status().result() {
        Some(GameResult::Wins(Side::White)) => "p1win",
        Some(GameResult::Wins(Side::Black)) => "p2win",
        Some(GameResult::Draw) => "draw",
        None => "none",
    }
}

/// How a random game is chosen.
struct Play<'a> {
    variant: Variant,
    options: &'a [(&'a str, &'a str)],
    games: u64,
    /// Most plies of a game. It goes on past draws by count and repetition, as `position` does.
    plies: usize,
    /// Where it begins, the start position if there is none.
    starts: &'a [&'a str],
}

/// What came up in the games: a comparison is worth something only if ends did.
#[derive(Default)]
struct Seen {
    positions: usize,
    results: HashSet<String>,
}

impl Play<'_> {
    fn run(&self) -> Seen {
        let mut rules = RuleOptions::default();
        for (name, value) in self.options {
            rules.set(name, value).unwrap();
        }
        let slow = slow(self.variant, self.options);
        let mut seen = Seen::default();
        for seed in 0..self.games {
            let mut session = self.variant.open(&rules);
            if !self.starts.is_empty() {
                session.set_position(Some(self.starts[seed as usize % self.starts.len()])).unwrap();
            }
            self.game(&slow, &mut *session, &mut Dice(seed), &mut seen);
        }
        seen
    }

    fn game(&self, slow: &Slow, session: &mut dyn Session, dice: &mut Dice, seen: &mut Seen) {
        let start = session.fen().unwrap();
        let mut moves: Vec<String> = Vec::new();
        let mut results = vec![result(session)];
        // Going back is what makes repetitions: some games like it.
        let homesick = dice.below(3) == 0;
        while moves.len() < self.plies {
            let fen = session.fen().unwrap();
            let mut legal = session.legal();
            legal.sort();
            assert_eq!(legal, slow.legal(&fen), "{} {:?} {fen}", self.variant, self.options);
            seen.positions += 1;
            if legal.is_empty() {
                break;
            }
            let mut mv = dice.pick(&legal).0.clone();
            let scoring = legal.iter().find(|(_, next)| points(next) != points(&fen));
            if let Some((text, _)) = scoring
                && dice.below(2) == 0
            {
                mv = text.clone();
            }
            if homesick
                && let [.., mine, _] = &moves[..]
                && dice.below(8) > 0
            {
                let back = legal.iter().find(|(text, _)| is_way_back(mine, text));
                mv = back.map_or(mv, |(text, _)| text.clone());
            }
            session.push(&mv).unwrap_or_else(|e| panic!("{fen}: {e}"));
            moves.push(mv);
            results.push(result(session));
        }
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        let expected = slow.results(&start, &texts);
        for (ply, (found, expected)) in results.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "{} {:?} {start} moves {}", self.variant, self.options, texts[..ply].join(" "));
            seen.results.insert(expected.clone());
        }
    }
}

/// The points in a FEN of vsadniki; other games have none, or something there that does not change.
fn points(fen: &str) -> Vec<&str> {
    let fields: Vec<&str> = fen.split(' ').collect();
    if fields.len() == 8 { fields[2..4].to_vec() } else { Vec::new() }
}

/// Does `text` lead from where `mv` went back to where it came from? Squares are a letter and digits.
fn is_way_back(mv: &str, text: &str) -> bool {
    let split = |mv: &str| mv[1..].find(char::is_alphabetic).map_or(0, |at| at + 1);
    let (at, back) = (split(mv), split(text));
    mv[..at] == text[back..] && mv[at..] == text[..back]
}

/// Plays from the start position and asserts that it was worth it.
fn compare(variant: Variant, options: &[(&str, &str)], games: u64, plies: usize, results: &[&str]) {
    let seen = Play { variant, options, games, plies, starts: &[] }.run();
    worth(&seen, variant, options, results);
}

fn worth(seen: &Seen, variant: Variant, options: &[(&str, &str)], results: &[&str]) {
    assert!(seen.positions > 300, "{variant} {options:?}: {} positions", seen.positions);
    for &result in results {
        assert!(seen.results.contains(result), "{variant} {options:?}: {result} did not come up: {:?}", seen.results);
    }
}

/// The positions of a file, up to the first operation.
fn positions(text: &'static str) -> Vec<&'static str> {
    let ends = [" bm ", " ;", " result "];
    let cut = |line: &'static str| ends.iter().filter_map(|end| line.find(end)).min().map_or(line, |at| &line[..at]);
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(cut).collect()
}

/// A position put together at random, kings everywhere and columns as high as can be: what no game comes to.
fn placement(variant: Variant, dice: &mut Dice) -> String {
    let layout = variant.open(&RuleOptions::default()).layout();
    let rows = layout.fields.iter().map(|f| f.y).max().unwrap();
    let columns = matches!(variant, Variant::Bashni | Variant::Lasca);
    // Of each side; siberia needs its kings, which stand somewhere among the others.
    let mut left = [1 + dice.below(9), 1 + dice.below(9)];
    let mut kings = vec!["K", "k"];
    let share = [1, 3, 9][dice.below(3)];
    let mut board = Vec::new();
    for y in (0..=rows).rev() {
        let mut row: Vec<_> = layout.fields.iter().filter(|f| f.y == y).collect();
        row.sort_by_key(|f| f.x);
        let (mut text, mut x, mut empty) = (String::new(), 0, 0);
        for field in row {
            // On a graph the fields of a row are all there is, on a board the light squares count too.
            if layout.lines.is_empty() {
                empty += field.x - x;
            }
            x = field.x + 1;
            let mut piece = String::new();
            while dice.below(4) == 0 && (piece.is_empty() || columns) {
                let side = dice.below(2);
                if left[side] == 0 {
                    break;
                }
                left[side] -= 1;
                let promoted = match variant {
                    Variant::Vsadniki => field.kind == FieldKind::Promotion,
                    _ => y == [rows, 0][side] && piece.is_empty() || dice.below(10) < share,
                };
                let letter = if variant == Variant::Siberia {
                    dice.word(&["RNCD", "rncd"])[dice.below(4)..].chars().next()
                } else {
                    ["wW", "bB"][side].chars().nth(usize::from(promoted))
                };
                piece.extend(letter);
            }
            if piece.is_empty() && variant == Variant::Siberia && dice.below(20) == 0 {
                piece.push_str(kings.pop().unwrap_or(""));
            }
            if piece.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += &if piece.len() > 1 { format!("({piece})") } else { piece };
        }
        let width = layout.fields.iter().map(|f| f.x).max().unwrap() + 1;
        empty += if layout.lines.is_empty() { width - x } else { 0 };
        if empty > 0 {
            text += &empty.to_string();
        }
        board.push(text);
    }
    let points = match variant {
        Variant::Vsadniki => format!(" {} {} 0 0", dice.below(17), dice.below(17)),
        _ => String::new(),
    };
    format!("{} {}{points}", board.join("/"), dice.word(&["w", "b"]))
}

/// Positions that no game comes to: where the engine takes them, its moves are those of the slow rules, and a search
/// of a few nodes finds one of them.
#[test]
fn positions_put_together_at_random() {
    for variant in Variant::ALL {
        let columns = matches!(variant, Variant::Bashni | Variant::Lasca);
        let all = [&[][..], &[("Rejump", "free")], &[("Rejump", "never")], &[("Kings", "short")]];
        for &options in &all[..if columns { 4 } else { 1 }] {
            let mut rules = RuleOptions::default();
            for (name, value) in options {
                rules.set(name, value).unwrap();
            }
            let (slow, mut dice, mut taken) = (slow(variant, options), Dice(11), 0);
            let mut engine = Engine::new(variant, rules, 1, 1).unwrap();
            for _ in 0..250 {
                let fen = placement(variant, &mut dice);
                if engine.session_mut().set_position(Some(&fen)).is_err() {
                    continue;
                }
                taken += 1;
                let fen = engine.session().fen().unwrap();
                let mut legal = engine.session().legal();
                legal.sort();
                assert_eq!(legal, slow.legal(&fen), "{variant} {options:?} {fen}");
                assert_eq!(result(engine.session()), slow.results(&fen, &[])[0], "{variant} {options:?} {fen}");
                let (session, tools) = engine.detach();
                let limits = Limits { nodes: Some(200), ..Limits::default() };
                let request = Request { limits, ..Request::default() };
                let outcome = session.search(&tools, &request, &Control::new(false, false), &|_| {});
                assert_eq!(outcome.is_none(), legal.is_empty(), "{variant} {options:?} {fen}");
                if let Some(outcome) = outcome {
                    walk(&slow, &fen, &outcome.pv);
                }
            }
            assert!(taken > 50, "{variant} {options:?}: {taken} positions taken");
        }
    }
}

const ALL: &[&str] = &["none", "p1win", "p2win", "draw"];

#[test]
fn russian() {
    compare(Variant::Russian, &[], 200, 150, ALL);
}

#[test]
fn russian_official() {
    compare(Variant::RussianOfficial, &[], 200, 150, ALL);
}

#[test]
fn endings_of_russian_draughts() {
    let starts =
        ["1B5B/8/8/8/8/8/8/W1W3W1 w", "7B/8/8/8/8/W7/7W/2W5 w", "1B6/8/8/8/8/8/8/2W3W1 w", "8/w7/8/8/8/6B1/8/4W3 b"];
    for variant in [Variant::Russian, Variant::RussianOfficial] {
        let seen = Play { variant, options: &[], games: 200, plies: 140, starts: &starts }.run();
        assert!(seen.results.contains("draw"), "{variant}");
    }
}

#[test]
fn bashni() {
    compare(Variant::Bashni, &[], 80, 200, &["none", "p1win", "p2win"]);
}

#[test]
fn bashni_with_each_option() {
    for options in [[("Rejump", "never")], [("Rejump", "free")], [("Kings", "short")]] {
        compare(Variant::Bashni, &options, 25, 120, &["none"]);
    }
    compare(Variant::Bashni, &[("Rejump", "free"), ("Kings", "short")], 10, 120, &["none"]);
}

#[test]
fn bashni_near_the_end() {
    let starts = positions(include_str!("../test-positions/positions/bashni.wins.epd"));
    let seen = Play { variant: Variant::Bashni, options: &[], games: 240, plies: 60, starts: &starts }.run();
    worth(&seen, Variant::Bashni, &[], ALL);
}

#[test]
fn lasca() {
    compare(Variant::Lasca, &[], 60, 200, ALL);
}

#[test]
fn lasca_with_each_option() {
    for options in [[("Rejump", "never")], [("Rejump", "free")]] {
        compare(Variant::Lasca, &options, 40, 150, ALL);
    }
}

#[test]
fn lasca_near_the_end() {
    let starts = positions(include_str!("../test-positions/positions/lasca.wins.epd"));
    let seen = Play { variant: Variant::Lasca, options: &[], games: 240, plies: 60, starts: &starts }.run();
    worth(&seen, Variant::Lasca, &[], ALL);
}

#[test]
fn siberia() {
    compare(Variant::Siberia, &[], 25, 250, &["none", "draw"]);
}

#[test]
fn siberia_near_the_end() {
    let starts = positions(include_str!("../test-positions/positions/siberia.mates.epd"));
    for options in [&[][..], &[("MateRule", "bare")]] {
        let seen = Play { variant: Variant::Siberia, options, games: 80, plies: 40, starts: &starts }.run();
        assert!(seen.results.len() > 1, "no end came up");
    }
}

#[test]
fn vsadniki() {
    compare(Variant::Vsadniki, &[], 8, 250, &["none", "draw"]);
}

#[test]
fn vsadniki_with_each_option() {
    compare(Variant::Vsadniki, &[("TargetScore", "4")], 8, 150, &["none", "p1win", "p2win"]);
    compare(Variant::Vsadniki, &[("TargetScore", "2"), ("MinCaptures", "1")], 12, 150, &["none", "p1win"]);
    compare(Variant::Vsadniki, &[("NoProgress", "20")], 16, 120, &["none", "draw", "p2win"]);
}
