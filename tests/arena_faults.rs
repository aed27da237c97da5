//! Engines that misbehave: each loses its games for the right reason, and the match goes on and ends.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ataman::arena::reader::{Record, read};

/// A match that takes longer has been hung by its engine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Plays two games, and two more with a second round, against the engine with this fault. Returns the games.
fn play(fault: &str, more: &[&str]) -> Vec<Record> {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.pdn");
    let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arena/stub.sh");
    // The stub has a time limit, the other player a number of nodes: however busy the machine, that one is never late.
    let stub = format!("name=stub cmd='sh {} {fault}' movetime=0.1", stub.display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_ataman"))
        .args(["match", "--variant", "russian", "--engine", &stub, "--engine", "name=self cmd=self nodes=50"])
        .args(["--rounds", "2", "--concurrency", "2", "--record", record.to_str().unwrap()])
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{fault}: the match hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0), "{fault}");
    read(&std::fs::read_to_string(&record).unwrap()).games
}

/// All four games are lost by the stub, with this word in `Termination` and this reason.
fn loses(fault: &str, termination: &str, reason: &str, more: &[&str]) {
    let games = play(fault, more);
    assert_eq!(games.len(), 4, "{fault}");
    for game in games {
        let (result, side) = if game.tag("White") == Some("stub") { ("0-1", "White") } else { ("1-0", "Black") };
        assert_eq!(game.tag("Result"), Some(result), "{fault}: {game:?}");
        let found = game.tag("Reason").unwrap();
        assert!(found.starts_with(&format!("{side}: {reason}")), "{fault}: '{found}'");
        assert_eq!(game.tag("Termination"), Some(termination), "{fault}");
    }
}

#[test]
fn no_answer_to_the_handshake() {
    loses("mute", "abandoned", "no answer to the handshake", &["--timeout", "0.5"]);
}

#[test]
fn silence_after_go() {
    loses("silent", "time forfeit", "silent after go", &[]);
}

#[test]
fn a_late_answer() {
    loses("late", "time forfeit", "too late by ", &[]);
}

#[test]
fn an_illegal_move() {
    loses("illegal", "rules infraction", "illegal move 'a1h8'", &[]);
}

#[test]
fn a_malformed_answer() {
    loses("malformed", "rules infraction", "malformed answer 'bestmove c3 or perhaps d4'", &[]);
}

#[test]
fn a_crash_at_the_start() {
    loses("stillborn", "abandoned", "ended while starting (exit status: 3)", &[]);
}

#[test]
fn a_crash_in_mid_game() {
    loses("crash", "abandoned", "ended while thinking (signal: 9 (SIGKILL))", &[]);
    let games = play("crash", &[]);
    assert!(games.iter().all(|game| game.moves.len() >= 2), "one move was played: {games:?}");
}

#[test]
fn a_closed_output() {
    loses("closed", "abandoned", "closed its output while thinking", &[]);
}

#[test]
fn output_without_end() {
    // The time limit must not be what ends it.
    let games = play("flood", &["--margin", "60000"]);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.tag("Reason").unwrap().ends_with(": output without end")), "{games:?}");
}

#[test]
fn a_line_without_end() {
    let games = play("endless", &["--margin", "60000"]);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.tag("Reason").unwrap().ends_with(": output without end")), "{games:?}");
}

#[test]
fn an_ignored_stop() {
    loses("deaf", "time forfeit", "ignored stop", &[]);
}

#[test]
fn a_wrong_claim() {
    loses("claim", "rules infraction", "wrong result claim 'bestmove (none)'", &[]);
}

#[test]
fn an_exit_at_the_start_of_a_game() {
    loses("leaver", "abandoned", "ended at the start of a game (exit status: 0)", &[]);
}

#[test]
fn not_ready_for_a_game() {
    loses("busy", "abandoned", "not ready for the game", &["--timeout", "1"]);
}

#[test]
fn garbage() {
    loses("garbage", "rules infraction", "malformed answer", &[]);
}

#[test]
fn answers_without_questions() {
    // It never moves; what it prints meanwhile is not taken for an answer.
    loses("unread", "time forfeit", "ignored stop", &[]);
}

#[test]
fn children_go_with_their_engine() {
    let folder = tempfile::tempdir().unwrap();
    let sign = folder.path().join("sign");
    loses(&format!("children {}", sign.display()), "time forfeit", "silent after go", &[]);
    let size = || std::fs::metadata(&sign).unwrap().len();
    let before = size();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(size(), before, "a child of the engine lives on");
}
