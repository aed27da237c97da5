//! Properties of the search that hold in every game, through the library.

#[path = "support/dice.rs"]
mod dice;
#[path = "support/referee.rs"]
mod referee;
mod slow;

use std::sync::Mutex;

use ataman::engine::{Engine, Request, Variant};
use ataman::rules::RuleOptions;
use ataman::search::{Control, Limits, Outcome, Report, Score};
use referee::{Dice, slow, walk};

fn engine(variant: Variant, fen: Option<&str>, threads: usize) -> Engine {
    let mut engine = Engine::new(variant, RuleOptions::default(), 4, threads).unwrap();
    engine.session_mut().set_position(fen).unwrap_or_else(|e| panic!("{fen:?}: {e}"));
    engine
}

/// A search with what it reported.
fn run(engine: &Engine, limits: Limits, control: &Control) -> (Outcome<String>, Vec<Report<String>>) {
    let (session, tools) = engine.detach();
    let reports = Mutex::new(Vec::new());
    let request = Request { limits, ..Request::default() };
    let outcome = session.search(&tools, &request, control, &|r| reports.lock().unwrap().push(r)).unwrap();
    (outcome, reports.into_inner().unwrap())
}

fn to_depth(engine: &Engine, depth: i32) -> (Outcome<String>, Vec<Report<String>>) {
    run(engine, Limits { depth: Some(depth), ..Limits::default() }, &Control::new(false, false))
}

/// Positions of a game some way from its start.
fn positions(variant: Variant, count: usize) -> Vec<String> {
    let mut dice = Dice(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut session = variant.open(&RuleOptions::default());
        for _ in 0..5 + dice.below(50) {
            let legal = session.legal();
            if legal.is_empty() {
                break;
            }
            session.push(&dice.pick(&legal).0).unwrap();
        }
        if !session.legal().is_empty() {
            found.extend(session.fen());
        }
    }
    found
}

/// The positions of a suite with a number from their names: `win in 7 plies`, `mate in 3`.
fn suite(text: &'static str, before: &str) -> Vec<(&'static str, u32)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (_, name) = line.split_once(before).unwrap();
            let digits = name.find(|c: char| !c.is_ascii_digit()).unwrap();
            (line.split(" bm ").next().unwrap(), name[..digits].parse().unwrap())
        })
        .collect()
}

/// The distance of a win is the number of plies to the end of the game: the line shown is as long, and it ends there.
fn check_win(variant: Variant, fen: &str, plies: u32, extra: i32) {
    let slow = slow(variant, &[]);
    let engine = engine(variant, Some(fen), 1);
    let control = Control::new(false, false);
    let limits = Limits { depth: Some(plies as i32 + extra), win_in: Some(plies), ..Limits::default() };
    let (outcome, _) = run(&engine, limits, &control);
    let Score::WinIn(distance) = outcome.score else { panic!("{fen}: {} instead of {plies} plies", outcome.score) };
    assert!(distance <= plies && distance % 2 == 1, "{fen}: {distance} instead of {plies} plies");
    assert!(outcome.pv.len() <= distance as usize, "{fen}: {:?} for {distance} plies", outcome.pv);
    let end = walk(&slow, &engine.session().fen().unwrap(), &outcome.pv);
    if outcome.pv.len() == distance as usize {
        assert!(slow.legal(&end).is_empty(), "{fen}: {:?} does not end the game", outcome.pv);
    }
}

#[test]
fn wins_of_russian_draughts() {
    for (fen, plies) in suite(include_str!("../test-positions/positions/russian.wins.epd"), "win in ") {
        check_win(Variant::Russian, fen, plies, 8);
    }
    for (fen, plies) in suite(include_str!("../test-positions/positions/russian-official.wins.epd"), "win in ") {
        check_win(Variant::RussianOfficial, fen, plies, 8);
    }
}

#[test]
fn wins_of_the_column_games() {
    for (fen, plies) in suite(include_str!("../test-positions/positions/bashni.wins.epd"), "win in ") {
        check_win(Variant::Bashni, fen, plies, 8);
    }
    for (fen, plies) in suite(include_str!("../test-positions/positions/lasca.wins.epd"), "win in ") {
        check_win(Variant::Lasca, fen, plies, 8);
    }
}

#[test]
fn mates_of_siberia() {
    for (fen, moves) in suite(include_str!("../test-positions/positions/siberia.mates.epd"), "mate in ") {
        check_win(Variant::Siberia, fen, 2 * moves - 1, 8);
    }
}

#[test]
fn a_win_on_points() {
    check_win(Variant::Vsadniki, "8b/9/17/17/17/13/17/17/1b15/w8/9 w 13 0 0 0", 1, 1);
}

/// Over the whole of a won game the distances shrink by one a ply, and the loser sees them too.
#[test]
fn a_win_is_carried_out_in_its_distance() {
    let cases = [
        (Variant::Russian, "8/8/7w/4b3/8/2b1w1w1/7w/w7 w", 5),
        (Variant::Siberia, "7k1/2d1p2p1/n3Cp3/p4N2R/N1p4P1/4PP3/1P1PC4/P1P1DKPP1/R8 w", 5),
        (Variant::Lasca, "7/1b3(Wbb)1/(bw)6/1b1(bb)3/2(bww)1(Bww)2/7/2(Bwww)3(BWw) b", 5),
    ];
    for (variant, fen, plies) in cases {
        let mut engine = engine(variant, Some(fen), 1);
        for left in (1..=plies).rev() {
            let (outcome, _) = to_depth(&engine, left + 8);
            let expected = if (plies - left) % 2 == 0 { Score::WinIn(left as u32) } else { Score::LossIn(left as u32) };
            assert_eq!(outcome.score, expected, "{variant} {fen}, {left} plies left");
            engine.session_mut().push(&outcome.pv[0]).unwrap();
        }
        assert!(engine.session().legal().is_empty(), "{variant} {fen}");
    }
}

/// A king each on roads that never meet: whatever the sides do, they can go on for ever.
#[test]
fn repetition_is_a_draw() {
    let engine = engine(Variant::Bashni, Some("7B/8/8/8/8/8/8/6W1 w"), 1);
    let (outcome, _) = to_depth(&engine, 12);
    assert!(matches!(outcome.score, Score::Centipawns(-30..=30)), "{}", outcome.score);
}

/// The side that is behind takes the third repetition where it can; the other sees that it can.
#[test]
fn a_third_repetition_saves_the_game() {
    let mut engine = engine(Variant::Siberia, Some("k8/9/9/9/9/9/9/R8/K7R b"), 1);
    for mv in ["a9b9", "a2b2", "b9a9", "b2a2", "a9b9", "a2b2", "b9a9"] {
        engine.session_mut().push(mv).unwrap();
    }
    // b2a2 is the third time, a draw: White, two rooks up, plays anything else.
    let (outcome, _) = to_depth(&engine, 5);
    assert_ne!(outcome.pv[0], "b2a2");
    engine.session_mut().push("b2a2").unwrap();
    assert_eq!(engine.session().repetitions(), 3);
}

#[test]
fn one_thread_is_deterministic() {
    for variant in Variant::ALL {
        for fen in positions(variant, 3) {
            let first = to_depth(&engine(variant, Some(&fen), 1), 5);
            let mut again = engine(variant, Some(&fen), 1);
            for round in 0..2 {
                let (outcome, reports) = to_depth(&again, 5);
                let nodes = |reports: &[Report<String>]| reports.iter().map(|r| r.nodes).collect::<Vec<_>>();
                assert_eq!(nodes(&reports), nodes(&first.1), "{variant} {fen} round {round}");
                assert_eq!((outcome.pv, outcome.score), (first.0.pv.clone(), first.0.score), "{variant} {fen}");
                again.new_game();
            }
        }
    }
}

/// Beyond the first iteration, which is always completed, not one node too many.
#[test]
fn a_node_limit_is_exact_with_one_thread() {
    for variant in Variant::ALL {
        for fen in positions(variant, 6) {
            let (_, reports) = to_depth(&engine(variant, Some(&fen), 1), 1);
            let first = reports[0].nodes;
            for most in [1, 10, 100, 777, 1000, 2500, 6001] {
                let limits = Limits { nodes: Some(most), ..Limits::default() };
                let (outcome, _) = run(&engine(variant, Some(&fen), 1), limits, &Control::new(false, false));
                assert!(outcome.nodes <= most.max(first), "{variant} {fen}: {} of {most} nodes", outcome.nodes);
            }
        }
    }
}

/// The first iteration is completed whatever the limit, but it is not allowed to be endless.
#[test]
fn a_first_iteration_has_an_end() {
    for variant in [Variant::Russian, Variant::RussianOfficial, Variant::Bashni] {
        for fen in [
            "1W1W1W1W/W1W1B3/1W1B3W/B5B1/3B3B/2B1W1W1/1W1W3B/B1B3B1 b",
            "5B1W/W3B3/1B3W2/B1W1B1B1/5W1B/2B3W1/1B1B1B1W/W1W1W1W1 b",
        ] {
            let engine = engine(variant, Some(fen), 1);
            let limits = Limits { nodes: Some(1), ..Limits::default() };
            let (outcome, reports) = run(&engine, limits, &Control::new(false, false));
            assert!(outcome.nodes < 25_000, "{variant} {fen}: {} nodes", outcome.nodes);
            assert_eq!(reports.len(), 1);
            walk(&slow(variant, &[]), &engine.session().fen().unwrap(), &outcome.pv);
        }
    }
}

#[test]
fn a_stop_before_the_start_still_gives_a_move() {
    for variant in Variant::ALL {
        for threads in [1, 2] {
            let slow = slow(variant, &[]);
            let engine = engine(variant, None, threads);
            let control = Control::new(false, true);
            control.stop();
            let (outcome, reports) = run(&engine, Limits::default(), &control);
            assert!(outcome.depth >= 1 && !reports.is_empty(), "{variant}");
            walk(&slow, &slow.start_fen(), &outcome.pv);
        }
    }
}

#[test]
fn every_line_is_legal_and_the_last_one_is_played() {
    for variant in Variant::ALL {
        let slow = slow(variant, &[]);
        for (i, fen) in positions(variant, 8).iter().enumerate() {
            let engine = engine(variant, Some(fen), 1 + i % 2);
            let limits = Limits { nodes: Some(8000), ..Limits::default() };
            let (outcome, reports) = run(&engine, limits, &Control::new(false, false));
            for report in &reports {
                walk(&slow, fen, &report.pv);
            }
            walk(&slow, fen, &outcome.pv);
            let last = reports.last().unwrap();
            assert_eq!((&last.pv, last.score), (&outcome.pv, outcome.score), "{variant} {fen}");
        }
    }
}

/// Whichever worker finishes an iteration, its lines come together, in their order, and never after those of a deeper one.
#[test]
fn several_threads_report_as_one() {
    for variant in Variant::ALL {
        for (threads, multipv) in [(2, 1), (3, 1), (2, 3), (4, 3)] {
            let engine = engine(variant, None, threads);
            let (session, tools) = engine.detach();
            let reports = Mutex::new(Vec::new());
            let limits = Limits { depth: Some(7), ..Limits::default() };
            let request = Request { limits, multipv, ..Request::default() };
            let control = Control::new(false, false);
            session.search(&tools, &request, &control, &|r| reports.lock().unwrap().push(r)).unwrap();
            let reports = reports.into_inner().unwrap();
            let iterations: Vec<_> = reports.chunk_by(|a, b| a.depth == b.depth).collect();
            assert!(iterations.is_sorted_by(|a, b| a[0].depth < b[0].depth), "{variant} {threads}");
            assert_eq!(iterations.last().unwrap()[0].depth, 7, "{variant} {threads}");
            for lines in iterations {
                let numbers: Vec<_> = lines.iter().map(|line| line.multipv).collect();
                assert_eq!(numbers, (1..=multipv).collect::<Vec<_>>(), "{variant} {threads}");
            }
        }
    }
}

#[test]
fn moves_asked_for_are_the_only_ones_considered() {
    for variant in Variant::ALL {
        let engine = engine(variant, None, 1);
        let (session, tools) = engine.detach();
        for (mv, _) in session.legal() {
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let request =
                Request { limits, moves: vec![mv.clone(), "nonsense".into()], multipv: 4, ..Request::default() };
            let outcome = session.search(&tools, &request, &Control::new(false, false), &|r| {
                assert_eq!((&r.pv[0], r.multipv), (&mv, 1));
            });
            assert_eq!(outcome.unwrap().pv[0], mv);
        }
    }
}
