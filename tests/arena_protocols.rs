//! Engines that speak Hub or XBoard's protocol: the handshake, a move for either side, and what they say of it.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use ataman::arena::reader::read;

/// Plays two games against a stub that makes one move and ends.
fn one_move(variant: &str, engine: &str, moves: [&str; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games");
    let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arena/protocols.sh");
    let engine = engine.replace("STUB", &format!("sh {}", stub.display()));
    let output = Command::new(env!("CARGO_BIN_EXE_ataman"))
        .args(["match", "--variant", variant, "--engine", &engine, "--engine", "name=self cmd=self", "--depth", "3"])
        .arg("--record")
        .arg(&record)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let games = read(&std::fs::read_to_string(&record).unwrap()).games;
    assert_eq!(games.len(), 2);
    for (ply, game) in games.iter().enumerate() {
        let (mv, comment) = &game.moves[ply];
        assert_eq!(mv, moves[ply]);
        assert!(comment.starts_with("-0.25/3 ") && comment.ends_with(" n=77"), "{comment}");
        let side = ["White", "Black"][ply];
        let reason = format!("{side}: ended while thinking (exit status: 7)");
        assert_eq!(game.tag("Reason"), Some(reason.as_str()));
    }
}

#[test]
fn hub() {
    one_move("russian-official", "name=stub cmd='STUB hub 22-18 9-13' proto=hub", ["c3-d4", "b6-a5"]);
}

#[test]
fn hub_counted_from_a1() {
    one_move("russian-official", "name=stub cmd='STUB hub 10-14 21-17' proto=hub numbering=a1", ["c3-d4", "b6-a5"]);
}

#[test]
fn xboard() {
    one_move("siberia", "name=stub cmd='STUB xboard e2e4 e8e6' proto=xboard", ["e4", "e6"]);
}

#[test]
fn what_a_protocol_cannot_do_is_refused() {
    let refusal = |variant: &str, engine: &str| {
        let arguments = ["match", "--variant", variant, "--engine", engine, "--engine", "name=self cmd=self"];
        let output =
            Command::new(env!("CARGO_BIN_EXE_ataman")).args(arguments).args(["--nodes", "9"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refusal("russian", "name=x cmd=sh proto=hub").contains("Hub plays russian-official only"));
    assert!(refusal("siberia", "name=x cmd=sh proto=xboard").contains("no limit of nodes"));
}
