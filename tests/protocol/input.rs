//! Lines: what they may be made of, and how the process begins and ends.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::Process;

#[test]
fn says_nothing_unasked() {
    let mut process = Process::start();
    process.is_silent(200);
    assert_eq!(process.end(), [""; 0]);
}

#[test]
fn handshakes_of_both_dialects() {
    for dialect in ["ugi", "uci"] {
        let mut process = Process::start();
        process.send(dialect);
        let lines = process.until(|line| line == format!("{dialect}ok"));
        assert_eq!(lines[0], format!("id name ataman {}", env!("CARGO_PKG_VERSION")));
        assert!(lines[1].starts_with("id author ") && lines[1].len() > "id author ".len(), "{}", lines[1]);
        let options = &lines[2..lines.len() - 1];
        assert!(options.iter().all(|line| line.starts_with("option name ")), "{options:?}");
        assert_eq!(process.end(), [""; 0]);
    }
}

#[test]
fn a_second_handshake_changes_the_dialect() {
    let mut process = Process::speaking("ugi");
    process.send("uci");
    process.until(|line| line == "uciok");
    assert!(process.go("go depth 4").ponder.is_some());
    process.send("ugi");
    process.until(|line| line == "ugiok");
    assert_eq!(process.go("go depth 4").ponder, None);
}

#[test]
fn before_any_handshake_the_dialect_is_ugi() {
    let mut process = Process::start();
    let answer = process.go("go depth 4");
    assert_eq!((answer.best.len(), answer.ponder), (4, None));
}

#[test]
fn unknown_words_get_one_error_line_each() {
    let mut process = Process::start();
    assert_eq!(process.ask("joho isready"), ["info string error: unknown command 'joho'"]);
    assert_eq!(process.ask("GO depth 1"), ["info string error: unknown command 'GO'"]);
    assert_eq!(process.ask("0000"), ["info string error: unknown command '0000'"]);
}

#[test]
fn empty_lines_get_nothing() {
    let mut process = Process::start();
    for line in ["", " ", "\t", "\r", "\u{a0}", "\u{2003}"] {
        assert_eq!(process.ask(line), [""; 0]);
    }
}

#[test]
fn blanks_and_line_ends_of_all_kinds() {
    let mut process = Process::start();
    process.send_bytes(b"  isready\r\n\tisready  \r\nposition   startpos   moves   c3d4 \r\n go \t depth  1\r\n");
    assert_eq!([process.line(), process.line()], ["readyok", "readyok"]);
    let answer = process.answer();
    assert!(["b6", "d6", "f6", "h6"].contains(&&answer.best[..2]), "{answer:?}");
}

#[test]
fn the_last_line_needs_no_end() {
    let mut process = Process::start();
    process.send_bytes(b"isready");
    assert_eq!(process.end(), ["readyok"]);
}

#[test]
fn zero_bytes_and_broken_utf8() {
    let mut process = Process::start();
    process.send_bytes(b"go\0depth 1\n");
    assert_eq!(process.sync(), ["info string error: unknown command 'go depth'"]);
    process.send_bytes(b"\xff\xfe\n");
    assert_eq!(process.sync(), ["info string error: unknown command '\u{fffd}\u{fffd}'"]);
    process.send_bytes(b"position fen \xc3\x28 w\n");
    assert_eq!(process.sync(), ["info string error: position: 1 ranks instead of 8"]);
    process.send_bytes(b"position startpos moves c3\xffd4 \xe2\x82\n");
    assert_eq!(process.sync(), ["info string error: move 1: 'c3\u{fffd}d4' is not a move"]);
    process.send_bytes(b"\0\0\0\n");
    assert_eq!(process.sync(), ["info string error: unknown command '   '"]);
}

#[test]
fn a_line_of_a_mebibyte_is_read_and_a_longer_one_is_an_error() {
    let mut process = Process::start();
    let mut line = b"isready".to_vec();
    line.resize(1 << 20, b' ');
    process.send_bytes(&[&line[..], b"\n"].concat());
    assert_eq!(process.line(), "readyok");
    line.push(b' ');
    process.send_bytes(&[&line[..], b"\n"].concat());
    assert_eq!(process.sync(), ["info string error: a line is longer than 1 MiB"]);
    process.send_bytes(&vec![b'x'; 5 << 20]);
    assert_eq!(process.end(), ["info string error: a line is longer than 1 MiB"]);
}

#[test]
fn an_error_is_one_short_line_whatever_it_quotes() {
    let mut process = Process::start();
    let word = "\u{1}x\u{85}".repeat(100_000);
    for line in [word.clone(), format!("query {word}"), format!("setoption name {word}"), format!("go {word}")] {
        process.send(&line);
        let answer = process.sync();
        assert!(answer[0].starts_with("info string error: ") && answer[0].len() < 1000, "{}", answer[0].len());
        assert!(answer[1..].iter().all(|line| line == "bestmove (none)"), "{answer:?}");
    }
}

#[test]
fn many_illegal_searchmoves_are_one_error() {
    let mut process = Process::start();
    let answer = process.go(&format!("go depth 1 searchmoves {}", "h8h9 ".repeat(200_000)));
    let errors = answer.before.iter().filter(|line| line.starts_with("info string error: ")).count();
    assert_eq!(errors, 1);
    assert_eq!(answer.infos.len(), 1);
}

#[test]
fn accepted_and_ignored() {
    let mut process = Process::start();
    for line in ["debug on", "debug off", "debug", "register later", "register name me code 1"] {
        assert_eq!(process.ask(line), [""; 0], "{line}");
    }
}

#[test]
fn help_lists_every_command_of_the_protocol() {
    let mut process = Process::start();
    let help = process.ask("help").join("\n");
    for word in [
        "isready",
        "setoption",
        "uginewgame",
        "ucinewgame",
        "position",
        "moves",
        "query",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "perft",
        "legal",
        "show",
        "describe",
        "eval",
        "bench",
        "help",
    ] {
        assert!(help.split(|c: char| !c.is_alphanumeric()).any(|w| w == word), "{word}");
    }
}

#[test]
fn the_end_of_input_ends_the_process() {
    let process = Process::start();
    assert_eq!(process.end(), [""; 0]);
}

#[test]
fn the_end_of_input_during_a_search_gives_its_move() {
    for go in ["go infinite", "go ponder", "go", "go movetime 100000", "go mate 50"] {
        let mut process = Process::speaking("uci");
        process.send(go);
        process.until(|line| line.starts_with("info depth"));
        let rest = process.end();
        let answers = rest.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, 1, "{go}: {rest:?}");
        assert!(rest.last().unwrap().starts_with("bestmove "), "{go}: {rest:?}");
    }
}

#[test]
fn the_end_of_input_during_a_count_ends_it() {
    for command in ["perft 30", "go perft 30", "bench 60"] {
        let mut process = Process::start();
        process.send(command);
        process.sync();
        let rest = process.end();
        assert!(rest.iter().all(|line| line.starts_with("info string ")), "{rest:?}");
    }
}

#[test]
fn quit_ends_the_process_also_during_a_search() {
    for command in ["isready", "go infinite", "go ponder", "perft 30", "bench 60"] {
        let mut process = Process::start();
        process.send(command);
        process.sync();
        process.send("quit");
        process.end();
    }
}

/// With nobody to read it, the program ends by itself, without a word and with code 0.
#[test]
fn a_closed_output_ends_the_process_quietly() {
    for commands in ["isready\n", "go infinite\n", "perft 3\n"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ataman"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        input.write_all(commands.as_bytes()).unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(20) {
                let _ = child.kill();
                panic!("{commands:?}: it goes on");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{commands:?}");
        assert_eq!(output.stderr, b"", "{commands:?}");
    }
}
