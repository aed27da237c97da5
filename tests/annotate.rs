//! `analyse --game`: records of our own matches and of other programs, annotated by the real program.

use std::fs;
use std::path::Path;
use std::process::Output;

use ataman::arena::reader::{Records, read};
use ataman::engine::Variant;

fn run(arguments: &[&str]) -> Output {
    assert_cmd::Command::new(env!("CARGO_BIN_EXE_ataman")).args(arguments).output().unwrap()
}

/// What a run that went well has printed.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line that a refused run complains with.
fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn file(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn annotated(variant: &str, text: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "game", text);
    let arguments = [&["analyse", variant, "--game", &path, "--depth", "6"][..], more].concat();
    printed(&arguments)
}

fn moves(records: &Records) -> Vec<Vec<&str>> {
    records.games.iter().map(|game| game.moves.iter().map(|(mv, _)| mv.as_str()).collect()).collect()
}

/// Matches of all variants: the annotated record is the same record for whoever reads it, with a score behind every move.
#[test]
fn our_own_records() {
    for variant in Variant::ALL {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("record").to_str().unwrap().to_owned();
        let players = ["--engine", "name=a cmd=self", "--engine", "name=b cmd=self option.Skill=0"];
        let rest = ["--nodes", "200", "--random-plies", "5", "--maxmoves", "30", "--record", &record];
        printed(&[&["match", "--variant", variant.name()][..], &players, &rest].concat());
        let text = fs::read_to_string(&record).unwrap();
        let output = folder.path().join("annotated").to_str().unwrap().to_owned();
        let arguments = ["analyse", variant.name(), "--game", &record, "--nodes", "300", "--output", &output];
        let counts = printed(&arguments);
        assert!(counts.lines().count() == 2 && counts.starts_with("game 1: White "), "{counts}");
        let out = fs::read_to_string(&output).unwrap();
        let (before, after) = (read(&text), read(&out));
        assert_eq!(moves(&before), moves(&after), "{variant}");
        assert!(!after.broken && after.games.len() == 2, "{variant}");
        for (old, new) in before.games.iter().zip(&after.games) {
            assert_eq!((&old.moves, old.result), (&new.moves, new.result), "{variant}: comments stay where they were");
            assert!(new.tags.starts_with(&old.tags) && new.tag("Annotator").is_some(), "{variant}");
            for pair in new.places.windows(2) {
                let behind = &out[pair[0].word..pair[1].word];
                assert!(behind.matches(['{']).count() >= 2, "{variant}: no score in '{behind}'");
            }
        }
        // Marks are as many as were counted: the numbers of the two lines, less those of the games.
        let marks = after.games.iter().flat_map(|game| &game.places).filter(|place| place.marked).count();
        let counted: usize = counts.split([' ', ':']).filter_map(|word| word.parse::<usize>().ok()).sum();
        assert_eq!(marks, counted - 1 - 2, "{variant}: {counts}\n{out}");
        assert_eq!(printed(&["match", "--show", &output]), printed(&["match", "--show", &record]), "{variant}");
    }
}

/// A rook that could be taken for nothing is left, in SAN as XBoard writes it.
#[test]
fn a_blunder_is_marked_and_what_was_better_is_shown() {
    let game = include_str!("records/blunder.pgn");
    let out = annotated("siberia", game, &[]);
    assert!(out.contains("1. Rb1?? {+0.00/1} {"), "{out}");
    assert!(out.contains(", better Rxa6"), "{out}");
    assert!(out.ends_with("} *\n") && out.contains(". . . k . . . . .\n"), "{out}");
}

/// PDN of other programs: numbers from either corner, crosses, variations, marks, no result.
#[test]
fn records_of_other_programs() {
    let text = "[GameType \"25\"]\n\n1. 22-18 (1. 21-17) 9-13? ; a line\n2. 18-14 10x17 3. 21x14";
    let refused = {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "game", text);
        complaint(&["analyse", "russian", "--game", &path, "--depth", "1"])
    };
    assert!(refused.contains("game 1: move 1, '22-18'") && refused.contains("--numbering"), "{refused}");
    let out = annotated("russian-official", text, &["--numbering", "b8"]);
    assert_eq!(out.matches('{').count(), 5, "{out}");
    assert!(out.contains("(1. 21-17) 9-13? ; a line\n"), "{out}");
    // The same game with the squares counted from a1, said by the game type.
    let text = "[GameType \"25,W,8,8,N0,0\"]\n\n1. 10-14 21-17 2. 14-18 22x13 3. 9x18x13 0-0 ";
    let out = annotated("russian-official", text, &[]);
    assert_eq!(out.matches('{').count(), 5, "{out}");
    // lidraughts names the game by the other rules; lasca.org crowns with a star.
    annotated("russian-official", "[Variant \"Russian\"]\n1. c3-d4 d6-c5 2. b2-c3 *", &[]);
    annotated("lasca", "[FEN \"7/1w5/7/7/6b/7/7 w\"]\n1. b6-a7* *", &[]);
}

#[test]
fn the_bytes_of_another_encoding_stay() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = b"[White \"\xc8\xe2\xe0\xed\"]\n\n1. c3-d4 {\xd5\xee\xe4} d6-c5 *\n".to_vec();
    let path = file(folder.path(), "game.pdn", &text);
    let output = run(&["analyse", "russian", "--game", &path, "--depth", "2"]);
    assert!(output.status.success(), "{output:?}");
    let holds = |bytes: &[u8]| output.stdout.windows(bytes.len()).any(|part| part == bytes);
    assert!(holds(b"[White \"\xc8\xe2\xe0\xed\"]") && holds(b"{\xd5\xee\xe4} {"), "{output:?}");
    text.truncate(10);
    assert!(complaint(&["analyse", "russian", "--game", &file(folder.path(), "cut", &text)]).contains("no game"));
}

#[test]
fn what_cannot_be_annotated() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |variant: &str, text: &str| {
        let path = file(folder.path(), "game", text);
        complaint(&["analyse", variant, "--game", &path, "--depth", "1"])
    };
    assert!(refused("russian", "1. c3-d4 d6-c5 2. d4-d5 *").contains("game 1: move 3, 'd4-d5': "));
    assert!(refused("russian", "1. c3-d4 *\n1. c3-c4 *").contains("game 2: move 1, 'c3-c4': "));
    assert!(refused("bashni", "[Variant \"lasca\"]\n1. c3-d4 *").contains("it is a game of lasca, not of bashni"));
    assert!(refused("russian", "[FEN \"8/8 w\"]\n1. c3-d4 *").contains("the tag FEN: "));
    assert!(refused("bashni", "[Rules \"Kings=none\"]\n1. c3-d4 *").contains("the tag Rules: "));
    assert!(refused("russian", "").contains("there is no game in it"));
    let missing = complaint(&["analyse", "russian", "--game", "/no/such/file"]);
    assert!(missing.contains("--game '/no/such/file': "), "{missing}");
    let path = file(folder.path(), "good", "1. c3-d4 *");
    let arguments = ["analyse", "russian", "--game", &path, "--depth", "1", "--output", "/no/such/folder/file"];
    assert!(complaint(&arguments).contains("--output '/no/such/folder/file': "));
    assert!(complaint(&["analyse", "russian", "--game", &path, "--moves", "c3d4"]).contains("cannot be used with"));
}
