//! Positions, moves, and games that are over.

use ataman::engine::Variant;
use ataman::rules::RuleOptions;

use crate::answers::check;
use crate::process::Process;
use crate::referee::{slow, walk};

const DEAD: &str = "position fen 8/8/3b4/2b5/1b6/w7/8/8 w";

/// The answers to all three queries.
fn queries(process: &mut Process) -> [String; 3] {
    ["gameover", "p1turn", "result"].map(|what| {
        let answer = process.ask_one(&format!("query {what}"));
        answer.strip_prefix("response ").unwrap().to_owned()
    })
}

#[test]
fn without_a_position_it_is_the_start_position() {
    for variant in Variant::ALL {
        let slow = slow(variant, &[]);
        let mut process = Process::playing(variant.name());
        assert_eq!(queries(&mut process), ["false", "true", "none"]);
        check(&slow, &slow.start_fen(), &process.go("go depth 2"));
        let mut legal: Vec<String> =
            slow.legal(&slow.start_fen()).iter().map(|(mv, fen)| format!("{mv} {fen}")).collect();
        let mut listed = process.ask("legal");
        legal.sort();
        listed.sort();
        assert_eq!(listed, legal, "{variant}");
    }
}

#[test]
fn forms_of_position() {
    let mut process = Process::start();
    let start = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w";
    for (position, fen) in [
        ("position startpos".to_owned(), format!("{start} 0 1")),
        ("position startpos moves".to_owned(), format!("{start} 0 1")),
        (format!("position fen {start}"), format!("{start} 0 1")),
        (format!("position {start}"), format!("{start} 0 1")),
        (format!("position fen {start} 7"), format!("{start} 7 1")),
        (format!("position fen {start} 7 9 moves"), format!("{start} 7 9")),
        ("position fen 8/8/8/8/8/8/8/W7 w moves a1b2".to_owned(), "8/8/8/8/8/8/1W6/8 b 1 1".to_owned()),
        ("position 8/8/8/8/8/8/8/W7 w moves a1-b2".to_owned(), "8/8/8/8/8/8/1W6/8 b 1 1".to_owned()),
        ("position fen W:Wa1:Bb8".to_owned(), "1b6/8/8/8/8/8/8/w7 w 0 1".to_owned()),
        ("position  startpos  moves  c3:d4   b6a5".to_owned(), String::new()),
    ] {
        assert_eq!(process.ask(&position), [""; 0], "{position}");
        let shown = process.ask("show");
        assert!(
            shown.iter().any(|line| line.strip_prefix("fen: ").is_some_and(|f| fen.is_empty() || f == fen)),
            "{shown:?}"
        );
    }
}

#[test]
fn a_refused_position_leaves_none() {
    for (position, error) in [
        ("position", "position: 'startpos' or a FEN is missing"),
        ("position moves c3d4", "position: 'startpos' or a FEN is missing"),
        ("position fen", "position: the FEN is empty"),
        ("position fen moves c3d4", "position: the FEN is empty"),
        ("position fen 8/8 w", "position: 2 ranks instead of 8"),
        ("position fen 8/8/8/8/8/8/8/8 w", "position: the board is empty"),
        ("position fen 8/8/8/8/8/8/8/w7", "position: the FEN has no side to move ('w' or 'b')"),
        ("position fen 8/8/8/8/8/8/8/w7 x", "position: the side to move is 'w' or 'b', not 'x'"),
        ("position fen 8/8/8/8/8/8/8/1w6 w", "position: no piece can stand on b1"),
        ("position fen 1w6/8/8/8/8/8/8/8 w", "position: a man or pawn on its far rank at b8"),
        ("position fen 8/8/8/8/8/8/8/w7 w 0 1 2", "position: '2' is left over at the end"),
        ("position startpos c3d4", "position: 1 ranks instead of 8"),
        ("position nonsense", "position: 1 ranks instead of 8"),
    ] {
        let mut process = Process::start();
        process.ask("position startpos moves c3d4");
        assert_eq!(process.ask(position), [format!("info string error: {error}")], "{position}");
        process.send("go infinite");
        process.send("stop");
        assert_eq!(process.line(), "bestmove (none)", "{position}");
        assert_eq!(queries(&mut process), ["true", "false", "none"], "{position}");
        assert_eq!(process.ask("legal"), [""; 0], "{position}");
        let none = "info string error: there is no position: the last one was refused";
        for command in ["show", "eval", "perft 2", "go perft 2", "perft 0"] {
            process.send(command);
            assert_eq!(process.line(), none, "{command}");
        }
        let error = "info string error: move 1: there is no position: the last one was refused";
        assert_eq!(process.ask("moves c3d4"), [error], "{position}");
        assert_eq!(process.ask("uginewgame"), [""; 0]);
        assert_eq!(process.go("go depth 1").before, [""; 0], "a new game does not bring one back");
        process.ask("position startpos");
        assert_eq!(process.go("go depth 1").infos.len(), 1);
    }
}

#[test]
fn no_position_survives_a_change_of_rules_but_not_of_variant() {
    let mut process = Process::start();
    process.ask("position nonsense");
    process.ask("setoption name Rejump value free");
    assert_eq!(process.go("go depth 1").best, "(none)");
    process.ask("setoption name Variant value lasca");
    assert_eq!(process.go("go depth 1").infos.len(), 1);
}

#[test]
fn an_illegal_move_loses_the_game_and_keeps_the_position() {
    for (commands, error, result, turn) in [
        (&["position startpos moves c3d4 c3d4 b6a5"][..], "move 2: 'c3d4' is not a legal move here", "p1win", "false"),
        (
            &["position startpos", "moves c3d4", "moves a1a1"],
            "move 1: 'a1a1' is not a legal move here",
            "p1win",
            "false",
        ),
        (&["position startpos moves 0000"], "move 1: '0000' is not a move", "p2win", "true"),
        (&["position startpos moves C3D4"], "move 1: 'C3D4' is not a move", "p2win", "true"),
        (&["moves (none)"], "move 1: '(none)' is not a move", "p2win", "true"),
        // Capture is compulsory.
        (
            &["position fen 8/8/8/8/3b4/2w5/8/w7 w moves a1b2"],
            "move 1: 'a1b2' is not a legal move here",
            "p2win",
            "true",
        ),
    ] {
        let mut process = Process::start();
        let (last, first) = commands.split_last().unwrap();
        for command in first {
            assert_eq!(process.ask(command), [""; 0]);
        }
        assert_eq!(process.ask_one(last), format!("info string error: {error}"));
        assert_eq!(queries(&mut process), ["true", turn, result], "{last}");
        assert_eq!(process.ask("legal"), [""; 0], "{last}");
        assert!(process.ask("show").iter().any(|line| line.starts_with("fen: ")), "{last}");
        assert_eq!(process.go("go depth 3").before, [""; 0], "{last}");
        let error = "info string error: move 1: the game was lost by an illegal move; it takes no more moves";
        assert_eq!(process.ask("moves c3b4 b6a5"), [error], "{last}");
        assert_eq!(queries(&mut process), ["true", turn, result], "{last}");
        assert_eq!(process.ask("setoption name TargetScore value 20"), [""; 0]);
        assert_eq!(queries(&mut process), ["true", turn, result], "a rule option forgives nothing");
        process.ask("position startpos");
        assert_eq!(queries(&mut process), ["false", "true", "none"]);
        assert_eq!(process.go("go depth 1").infos.len(), 1);
    }
}

#[test]
fn a_forfeit_waits_for_stop_under_infinite() {
    let mut process = Process::start();
    process.ask("position startpos moves c3c4");
    process.send("go infinite");
    assert_eq!(process.sync(), [""; 0]);
    process.is_silent(50);
    process.send("stop");
    assert_eq!(process.line(), "bestmove (none)");
}

#[test]
fn a_lost_position_has_a_score_and_no_move() {
    for dialect in ["ugi", "uci"] {
        for (variant, fen) in [
            ("russian", "8/8/3b4/2b5/1b6/w7/8/8 w"),
            ("russian-official", "7B/8/8/8/8/8/8/8 w"),
            ("bashni", "8/b7/1w6/2w5/8/8/8/8 b"),
            ("lasca", "7/7/2b4/1b5/w6/7/7 w"),
            ("siberia", "k7R/9/1K7/9/9/9/9/9/9 b"),
            ("vsadniki", "8b/9/17/17/17/13/17/17/1b15/9/9 w 6 6 0 0"),
            ("vsadniki", "8b/9/17/17/17/13/17/17/1bw14/9/9 b 15 0 0 0"),
        ] {
            let mut process = Process::speaking(dialect);
            process.ask(&format!("setoption name Variant value {variant}"));
            assert_eq!(process.ask(&format!("position fen {fen}")), [""; 0]);
            process.send("go depth 5");
            assert_eq!(
                [process.line(), process.line()],
                ["info depth 0 score mate 0", "bestmove (none)"],
                "{variant} {fen}"
            );
            assert_eq!(process.ask_one("query gameover"), "response true");
        }
    }
}

#[test]
fn a_drawn_position_without_a_move() {
    for (variant, fen) in [
        ("siberia", "k8/9/KR7/9/9/9/9/9/9 b"),
        ("bashni", "8/8/8/8/1b1b1b1b/b1b1b1b1/1w1w1w1w/w1w1w1w1 b"),
        ("lasca", "7/7/7/1b1b1b1/b1b1b1b/1w1w1w1/w1w1w1w w"),
    ] {
        let mut process = Process::playing(variant);
        assert_eq!(process.ask(&format!("position fen {fen}")), [""; 0]);
        process.send("go depth 5");
        assert_eq!([process.line(), process.line()], ["info depth 0 score cp 0", "bestmove (none)"], "{variant} {fen}");
        assert_eq!(process.ask_one("query result"), "response draw");
    }
}

#[test]
fn a_position_that_is_over_waits_for_stop_under_infinite() {
    for go in ["go infinite", "go", "go ponder"] {
        let mut process = Process::start();
        process.ask(DEAD);
        process.send(go);
        assert_eq!(process.line(), "info depth 0 score mate 0");
        process.is_silent(50);
        process.send("stop");
        assert_eq!(process.line(), "bestmove (none)");
    }
}

#[test]
fn no_position_and_pondering_end_with_ponderhit() {
    let mut process = Process::start();
    process.ask("position nonsense");
    process.send("go ponder depth 1");
    process.is_silent(50);
    process.send("ponderhit");
    assert_eq!(process.line(), "bestmove (none)");
}

#[test]
fn drawn_by_rule_is_told_and_played_on() {
    for (variant, position) in [
        ("russian", "7B/8/8/8/8/8/8/6W1 w moves g1f2 h8g7 f2g1 g7h8 g1f2 h8g7 f2g1 g7h8"),
        ("russian-official", "7B/8/8/8/8/8/8/6W1 w moves g1f2 h8g7 f2g1 g7h8 g1f2 h8g7 f2g1 g7h8"),
        ("russian", "1B5B/8/8/8/8/W7/8/W1W3W1 w 30 1"),
        ("russian", "1B6/8/8/8/8/W7/8/W1W3W1 w 35 1"),
        ("lasca", "6B/7/7/7/7/7/W6 w moves a1b2 g7f6 b2a1 f6g7 a1b2 g7f6 b2a1 f6g7"),
        ("siberia", "4k4/9/9/9/9/9/9/9/R3K4 w - - 99 80 moves a1a2"),
        ("vsadniki", "8b/9/17/17/17/13/17/17/17/w8/9 w 6 6 0 0 199 80 moves a2a3"),
        // Over on points by the count of plies: not a draw, and yet a game in which moves are legal.
        ("vsadniki", "8b/9/17/17/17/13/17/17/17/w8/9 w 4 6 0 0 199 80 moves a2a3"),
    ] {
        let mut process = Process::playing(variant);
        assert_eq!(process.ask(&format!("position fen {position}")), [""; 0]);
        let over = process.ask_one("query gameover");
        let legal = process.ask("legal");
        let answer = process.go("go depth 4");
        assert!(
            legal.iter().any(|line| line.split(' ').next() == Some(&answer.best)),
            "{variant} {position}: {answer:?}"
        );
        assert!(!answer.infos.is_empty());
        // Two kings against two are no draw by count in the first of these.
        assert_eq!(over == "response true", !position.starts_with("1B5B"), "{variant} {position}");
        // Moves after the end are accepted.
        assert_eq!(process.ask(&format!("moves {}", answer.best)), [""; 0]);
    }
}

#[test]
fn queries_that_are_none() {
    let mut process = Process::start();
    for what in ["", "winner", "gameover result", "GAMEOVER"] {
        let error = format!("info string error: query: '{what}' is not one of gameover, p1turn, result");
        assert_eq!(process.ask_one(&format!("query {what}")), error);
    }
}

#[test]
fn p1_is_white_whoever_moves_first() {
    let mut process = Process::start();
    process.ask("position fen 8/8/3b4/2b5/1b6/w7/8/8 b");
    assert_eq!(queries(&mut process), ["false", "false", "none"]);
    process.ask("position fen 8/8/8/8/3b4/2w5/8/8 b moves d4b2");
    assert_eq!(queries(&mut process), ["true", "true", "p2win"]);
}

#[test]
fn moves_go_on_from_the_present_position() {
    let mut process = Process::start();
    process.ask("moves c3d4");
    process.ask("moves b6a5 d4e5");
    assert_eq!(process.ask("moves"), [""; 0]);
    let slow = slow(Variant::Russian, &[]);
    let fen = walk(&slow, &slow.start_fen(), &["c3d4", "b6a5", "d4e5"]);
    assert!(process.ask("show").contains(&format!("fen: {fen}")));
    // Repetition is judged from the whole game, however it was sent.
    process.ask("position fen 7B/8/8/8/8/8/8/6W1 w");
    for mv in ["g1f2", "h8g7", "f2g1", "g7h8", "g1f2", "h8g7", "f2g1"] {
        process.ask(&format!("moves {mv}"));
        assert_eq!(process.ask_one("query gameover"), "response false");
    }
    process.ask("moves g7h8");
    assert_eq!(process.ask_one("query result"), "response draw");
    assert!(process.ask("show").contains(&"repetitions: 3".to_owned()));
}

#[test]
fn all_forms_of_a_capture() {
    let fen = "8/8/5b2/8/3b4/2w5/8/8 w";
    for mv in ["c3e5g7", "c3:e5:g7", "c3xe5xg7", "c3-e5-g7", "c3g7", "c3-g7"] {
        let mut process = Process::start();
        assert_eq!(process.ask(&format!("position fen {fen} moves {mv}")), [""; 0], "{mv}");
        assert!(process.ask("show").contains(&"fen: 8/6w1/8/8/8/8/8/8 b 0 1".to_owned()), "{mv}");
    }
}

#[test]
fn an_ambiguous_capture_is_refused_with_the_choices() {
    let mut process = Process::start();
    // Two ways round from a1 to the same field, with different men taken.
    let fen = "8/8/1b3b2/8/1b3b2/8/1b6/w7 w";
    let legal = slow(Variant::Russian, &[]).legal(&format!("{fen} 0 1"));
    assert_eq!(legal.len(), 1, "{legal:?}");
    assert_eq!(process.ask(&format!("position fen {fen} moves {}", legal[0].0)), [""; 0]);
}

#[test]
fn describe_and_eval_speak_of_every_variant() {
    for variant in Variant::ALL {
        let mut process = Process::playing(variant.name());
        let line = process.ask_one("describe");
        let start = variant.open(&RuleOptions::default()).start_fen();
        assert!(line.starts_with('{') && line.contains(&format!("\"start\":\"{start}\"")), "{line}");
        let eval = process.ask("eval");
        let [.., total, chance] = &eval[..] else { panic!("{eval:?}") };
        assert!(total.ends_with(" centipawns, White's side"), "{eval:?}");
        assert!(
            chance.starts_with("chance to win ") && chance.ends_with("White's side, a draw counts half"),
            "{eval:?}"
        );
        let position = process.ask("d");
        assert_eq!(position, process.ask("show"), "{variant}");
    }
}

/// A long game sent again and again, as runners do, costs no more than its length.
#[test]
fn a_game_of_twenty_thousand_moves() {
    let mut process = Process::start();
    let moves = "g1f2 h8g7 f2g1 g7h8 ".repeat(5000);
    let position = format!("position fen 7B/8/8/8/8/8/8/6W1 w moves {moves}");
    assert_eq!(process.ask(&position), [""; 0]);
    assert_eq!(process.ask_one("query result"), "response draw");
    assert_eq!(process.go("go depth 4").last().depth, 4);
    assert_eq!(process.ask("setoption name Rejump value free"), [""; 0]);
    assert_eq!(process.ask_one("query result"), "response draw");
}
