//! What bounds a search: `go` and its arguments.

use std::time::{Duration, Instant};

use ataman::engine::Variant;

use crate::answers::check;
use crate::process::Process;
use crate::referee::{slow, walk};

#[test]
fn the_smallest_limits_still_show_an_exact_line() {
    for variant in Variant::ALL {
        let slow = slow(variant, &[]);
        let mut process = Process::playing(variant.name());
        for go in [
            "go nodes 1",
            "go movetime 1",
            "go movetime 0",
            "go movetime -5",
            "go depth 1",
            "go wtime 1 btime 1",
            "go wtime 0 btime -2 winc 20 binc 20",
            "go mate 1 nodes 1",
        ] {
            let answer = process.go(go);
            check(&slow, &slow.start_fen(), &answer);
            assert_eq!(answer.infos[0].depth, 1, "{go}");
        }
    }
}

#[test]
fn a_depth_is_reached_line_by_line() {
    for variant in Variant::ALL {
        let mut process = Process::playing(variant.name());
        let answer = process.go("go depth 5");
        assert_eq!(answer.infos.iter().map(|info| info.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5], "{variant}");
        assert!(answer.infos.windows(2).all(|pair| pair[0].nodes < pair[1].nodes), "{variant}: {answer:?}");
        check(&slow(variant, &[]), &slow(variant, &[]).start_fen(), &answer);
    }
}

#[test]
fn the_first_of_several_limits_ends_the_search() {
    let mut process = Process::start();
    assert_eq!(process.go("go depth 2 movetime 100000 nodes 99999999").last().depth, 2);
    let answer = process.go("go nodes 2000 depth 100 wtime 999999 btime 999999");
    assert!(answer.last().nodes <= 2000, "{answer:?}");
}

#[test]
fn words_in_any_order() {
    let mut process = Process::start();
    for go in [
        "go wtime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go binc 100 btime 100 winc 100 wtime 100",
        "go p1time 100 p2time 100 p1inc 10 p2inc 10",
        "go movestogo 1 btime 100 wtime 100",
        "go movestogo 0 btime 100 wtime 100",
        "go movestogo -7 btime 100 wtime 100",
        "go movestogo 2147483648 btime 100 wtime 100",
        "go wtime 165 btime -170671 winc 2 binc 2000",
        "go btime 100",
        "go depth 3 searchmoves c3d4 e3d4 wtime 100",
    ] {
        let start = Instant::now();
        let answer = process.go(go);
        assert!(!answer.infos.is_empty(), "{go}");
        // Far above any machine's delay, far below a search that has misread its clock.
        assert!(start.elapsed() < Duration::from_secs(10), "{go}");
    }
}

/// An increment alone is a clock that shows nothing, not a search without end.
#[test]
fn a_clock_without_its_time_is_a_clock() {
    let mut process = Process::start();
    for go in ["go winc 100 binc 100", "go movestogo 40", "go p2inc 7"] {
        assert!(!process.go(go).infos.is_empty(), "{go}");
    }
}

#[test]
fn black_has_a_clock_of_its_own() {
    let mut process = Process::start();
    process.ask("position startpos moves c3d4");
    let start = Instant::now();
    process.go("go wtime 1000000000 btime 20");
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn searchmoves_restrict_the_root() {
    let mut process = Process::start();
    for moves in [&["c3b4"][..], &["g3h4", "a3b4"]] {
        let answer = process.go(&format!("go searchmoves {} depth 5", moves.join(" ")));
        assert!(moves.contains(&answer.best.as_str()), "{answer:?}");
        assert!(answer.infos.iter().all(|info| moves.contains(&info.pv[0].as_str())), "{answer:?}");
    }
}

#[test]
fn illegal_searchmoves_are_dropped_with_a_word() {
    let mut process = Process::start();
    let answer = process.go("go searchmoves c3e5 g3h4 depth 2");
    assert_eq!(answer.best, "g3h4");
    assert_eq!(answer.before[0], "info string error: go searchmoves: 'c3e5' is not a legal move here");
    // None left is no restriction.
    let answer = process.go("go searchmoves nonsense depth 2");
    assert_eq!(answer.before[0], "info string error: go searchmoves: 'nonsense' is not a move");
    assert_eq!(answer.infos.len(), 2);
    assert_eq!(process.ask_one("query gameover"), "response false");
}

#[test]
fn searchmoves_and_lines_go_together() {
    let mut process = Process::start();
    process.ask("setoption name MultiPV value 5");
    let answer = process.go("go depth 3 searchmoves c3d4 g3h4");
    assert_eq!(
        answer.infos.iter().map(|info| (info.depth, info.multipv)).collect::<Vec<_>>(),
        [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
    );
}

#[test]
fn as_many_lines_as_there_are_moves() {
    for variant in Variant::ALL {
        let slow = slow(variant, &[]);
        let start = slow.start_fen();
        let mut process = Process::playing(variant.name());
        process.ask("setoption name MultiPV value 256");
        let answer = process.go("go depth 2");
        let count = slow.legal(&start).len();
        for depth in [1, 2] {
            let lines: Vec<_> = answer.infos.iter().filter(|info| info.depth == depth).collect();
            assert_eq!(lines.iter().map(|info| info.multipv).collect::<Vec<_>>(), (1..=count).collect::<Vec<_>>());
            let mut firsts: Vec<_> = lines.iter().map(|info| &info.pv[0]).collect();
            firsts.sort();
            firsts.dedup();
            assert_eq!(firsts.len(), count, "{variant}: a move is shown twice");
            let scores: Vec<_> = lines.iter().map(|info| info.score).collect();
            let mates = lines.iter().any(|info| info.unit == "mate");
            assert!(mates || scores.is_sorted_by(|a, b| a >= b), "{variant}: {scores:?}");
        }
        check(&slow, &start, &answer);
    }
}

#[test]
fn refused_arguments_answer_an_error_and_no_move() {
    let mut process = Process::start();
    for (go, error) in [
        ("go depht 3", "go: 'depht' is not a keyword"),
        ("go depth", "go depth: the number is missing"),
        ("go depth 0", "go depth: '0' is not a whole number of 1 or more"),
        ("go depth -3", "go depth: '-3' is not a whole number of 1 or more"),
        ("go nodes x", "go nodes: 'x' is not a whole number of 1 or more"),
        ("go nodes 1.5", "go nodes: '1.5' is not a whole number of 1 or more"),
        ("go mate 0", "go mate: '0' is not a whole number of 1 or more"),
        ("go wtime", "go wtime: the number is missing"),
        ("go movetime infinite", "go movetime: 'infinite' is not a whole number of 0 or more"),
        ("go perft", "go perft: the number is missing"),
        ("go perft -1", "go perft: '-1' is not a whole number of 0 or more"),
        ("go perft 101", "go perft: the depth is at most 100"),
    ] {
        process.send(go);
        let lines = [process.line(), process.line()];
        assert_eq!(lines, [format!("info string error: {error}"), "bestmove (none)".to_owned()], "{go}");
        assert_eq!(process.sync(), [""; 0], "{go}");
    }
}

#[test]
fn numbers_beyond_all_measure_are_no_limit() {
    let mut process = Process::start();
    let answer = process.go("go nodes 9223372036854775807 depth 3 movetime 9223372036854775807");
    assert_eq!(answer.last().depth, 3);
    assert_eq!(process.go("go depth 2 wtime -9223372036854775808 btime -9223372036854775808").infos[0].depth, 1);
    process.send("go depth 9223372036854775807");
    process.until(|line| line.starts_with("info depth 3"));
    process.send("stop");
    process.answer();
}

/// A win of White in five plies, three moves.
const WIN: &str = "8/8/7w/4b3/8/2b1w1w1/7w/w7 w";

#[test]
fn a_win_is_counted_in_plies_or_moves() {
    for (dialect, win, loss) in [("ugi", 5, -4), ("uci", 3, -2)] {
        let mut process = Process::speaking(dialect);
        process.ask(&format!("position fen {WIN}"));
        let answer = process.go("go depth 12");
        let info = answer.last().clone();
        assert_eq!((info.unit.as_str(), info.score, info.pv.len()), ("mate", win, 5), "{dialect}");
        process.ask(&format!("position fen {WIN} moves {}", info.pv[0]));
        let answer = process.go("go depth 12");
        assert_eq!((answer.last().unit.as_str(), answer.last().score), ("mate", loss), "{dialect}");
        process.ask(&format!("position fen {WIN} moves {}", info.pv[..4].join(" ")));
        assert_eq!(process.go("go depth 12").last().score, 1, "{dialect}");
    }
}

#[test]
fn go_mate_is_in_the_unit_of_the_dialect() {
    // Three moves are enough of a bound for five plies, three plies are not: then the depth ends the search, or, where
    // there is none, that no such win can be.
    for (dialect, bound, ends) in [("uci", 3, true), ("uci", 2, false), ("ugi", 5, true), ("ugi", 3, false)] {
        let mut process = Process::speaking(dialect);
        process.ask(&format!("position fen {WIN}"));
        let answer = process.go(&format!("go mate {bound} depth 10"));
        assert_eq!(answer.last().depth < 10, ends, "{dialect} {bound}: {answer:?}");
        assert_eq!(process.go(&format!("go mate {bound}")).last().depth < 10, ends, "{dialect} {bound}");
    }
}

#[test]
fn one_thread_repeats_itself() {
    for variant in Variant::ALL {
        let mut process = Process::playing(variant.name());
        let lines = |answer: crate::process::Answer| (answer.infos, answer.best);
        let first = lines(process.go("go nodes 5000"));
        for word in ["ucinewgame", "uginewgame"] {
            process.ask(word);
            assert_eq!(lines(process.go("go nodes 5000")), first, "{variant} after {word}");
        }
        let fresh = lines(Process::playing(variant.name()).go("go nodes 5000"));
        assert_eq!(fresh, first, "{variant} in another process");
        // Another game between does not matter either.
        process.ask("setoption name Variant value lasca");
        process.go("go depth 3");
        process.ask(&format!("setoption name Variant value {variant}"));
        assert_eq!(lines(process.go("go nodes 5000")), first, "{variant} after another game");
    }
}

#[test]
fn counts_and_their_forms() {
    let mut process = Process::start();
    for command in ["perft 3", "go perft 3"] {
        process.send(command);
        let lines = process.until(|line| line.starts_with("nodes"));
        assert_eq!(lines.last().unwrap(), "nodes 302", "{command}");
        let (moves, total) = (&lines[..lines.len() - 1], 302);
        let counts = moves.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap());
        assert_eq!((moves.len(), counts.sum::<u64>()), (7, total), "{command}");
    }
    assert_eq!(process.ask_one("perft 101"), "info string error: perft: '101' is not a whole number from 0 to 100");
    assert_eq!(process.ask_one("perft"), "info string error: perft: '' is not a whole number from 0 to 100");
    process.send("perft 0");
    assert_eq!(process.line(), "nodes 1");
}

#[test]
fn stop_ends_counts_which_owe_no_move() {
    for variant in Variant::ALL {
        let mut process = Process::playing(variant.name());
        for command in ["perft 40", "go perft 40", "bench 90"] {
            process.send(command);
            process.send("stop");
            // The next count runs to its end, so the first one has.
            process.send("perft 1");
            let lines = process.until(|line| line.starts_with("nodes"));
            assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{variant} {command}: {lines:?}");
            assert_eq!(
                lines.last().unwrap(),
                &format!("nodes {}", lines.iter().filter(|l| l.ends_with(": 1")).count())
            );
        }
    }
}

#[test]
fn the_bench_is_a_signature() {
    let mut process = Process::start();
    let mut run = || {
        process.send("bench 2");
        let lines = process.until(|line| line.ends_with(" nps") && !line.starts_with("info"));
        let [.., nodes, _] = &lines[..] else { panic!("{lines:?}") };
        assert!(lines[..lines.len() - 2].iter().all(|line| line.starts_with("info string ")), "{lines:?}");
        let count = nodes.strip_suffix(" nodes").unwrap().parse::<u64>().unwrap();
        assert!(count > 0);
        count
    };
    assert_eq!(run(), run());
    assert_eq!(process.ask_one("bench 0"), "info string error: bench: the depth is a whole number from 1 to 100");
}

#[test]
fn lines_end_with_the_game() {
    // Whatever White does, Black's only man is lost at once.
    let slow = slow(Variant::Russian, &[]);
    let mut process = Process::speaking("uci");
    process.ask("position fen 8/8/8/8/3b4/2w5/8/8 w");
    let answer = process.go("go depth 6");
    assert_eq!((answer.best.as_str(), &answer.ponder, answer.last().score), ("c3e5", &None, 1));
    let end = walk(&slow, "8/8/8/8/3b4/2w5/8/8 w 0 1", &answer.last().pv);
    assert_eq!(slow.legal(&end), []);
}
