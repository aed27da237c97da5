//! The Hub protocol on the real program: what its clients send, to the byte.

mod spec;

use spec::blocks::{Block, root};
use spec::dialogue::{program, replay};

/// The start position.
const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// Replays a dialogue; `START` in it is the start position.
fn talk(text: &str) {
    let text = text.replace("START", START);
    let lines = (1..).zip(text.lines().map(|line| line.trim().to_owned())).filter(|(_, line)| !line.is_empty());
    let block = Block { file: "tests/hub.rs, dialogue".into(), info: "dialogue".into(), lines: lines.collect() };
    replay(&block, &root()).unwrap_or_else(|what| panic!("{what}"));
}

/// What the program says to some lines, with an argument.
fn speak(argument: &str, input: &str) -> Vec<String> {
    let output = assert_cmd::Command::from(program()).arg(argument).write_stdin(input).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The values of an `info` line, read as strictly as pydraughts does: every part is `name=value`.
fn info_values(line: &str) -> Vec<(String, String)> {
    let mut inside = false;
    let joined: String = line
        .chars()
        .map(|c| {
            inside ^= c == '"';
            if inside && c == ' ' { '_' } else { c }
        })
        .collect();
    let read = |part: &str| {
        let (name, value) = part.split_once('=').unwrap_or_else(|| panic!("'{part}' in {line}"));
        assert!(!value.contains('='), "{line}");
        (name.to_owned(), value.to_owned())
    };
    joined.strip_prefix("info ").unwrap_or_else(|| panic!("no info: {line}")).split(' ').map(read).collect()
}

#[test]
fn pydraughts_starts() {
    talk(
        "> hub
         < id name=Ataman version=* author=\"the ataman authors\" country=none
         < param name=variant value=russian type=enum values=russian
         < param name=numbering value=auto type=enum values=\"auto a1 b8\"
         < param name=pace value=20 type=int min=0 max=1000
         < param name=hash value=16 type=int min=1 max=65536
         < param name=threads value=1 type=int min=1 max=256
         < param name=move-overhead value=10 type=int min=0 max=10000
         < param name=skill value=20 type=int min=0 max=20
         < wait
         > set-param name=variant value=russian
         > set-param name=threads value=2
         > init
         < ready
         > ping
         < pong",
    );
}

/// lidraughts-bot: parameters of another engine, a first move by time, pondering, late `stop` and `ponder-hit`.
#[test]
fn lidraughts_bot_plays() {
    talk(
        "> hub
         < ...
         < wait
         > set-param name=book-ply value=20
         > set-param name=tt-size value=23
         > set-param name=bb-size value=0
         > set-param name=variant value=russian
         > set-param name=initial-time value=180.0
         > init
         < ready
         > pos pos=START
         > level move-time=0.2
         > go think
         < ...
         < done move=* ponder=*
         > pos pos=START moves=\"21-17 10-15\"
         > level time=168.0 inc=2.0 depth=3
         > go ponder
         > ping
         < ...
         < pong
         > ponder-hit
         < ...
         < done move=* ponder=*
         > ponder-hit
         > stop
         > ping
         < pong
         > quit",
    );
}

#[test]
fn a_ponder_miss_has_one_answer() {
    talk(
        "> hub
         < ...
         < wait
         > init
         < ready
         > pos pos=START moves=\"21-17 10-15\"
         > level time=30
         > go ponder
         > stop
         < ...
         < done move=...
         > stop
         > pos pos=START moves=\"21-17 9-13\"
         > level depth=2
         > go think
         < ...
         < done move=* ponder=*
         > ping
         < pong",
    );
}

/// Every kind of level ends a search.
#[test]
fn levels_end_a_search() {
    for level in [
        "depth=3",
        "nodes=1000",
        "move-time=0.05",
        "move-time=0",
        "time=1",
        "time=0.4 inc=0.1",
        "time=-0.6 inc=1",
        "time=-5",
        "moves=40 time=2",
        "moves=1 time=0.5 inc=0.05",
        "move-time=0.05 handicap=2 ply=9",
    ] {
        let text = "> hub\n< ...\n< wait\n> pos pos=START\n> level LEVEL\n> go think\n< ...\n< done move=...";
        talk(&text.replace("LEVEL", level));
    }
}

/// Level lines add up, whatever stands between them; without any a search goes on until it is stopped.
#[test]
fn levels_add_up() {
    talk(
        "> hub
         < ...
         < wait
         > pos pos=START
         > level depth=60
         > level nodes=100000000000
         > level move-time=0.05
         > set-param name=threads value=1
         > go analyze
         < ...
         < done move=* ponder=*
         > pos pos=START
         > level depth=1
         > pos pos=START
         > go analyze
         > ping
         < ...
         < pong
         > stop
         < ...
         < done move=...",
    );
}

/// A search that ends within a moment still shows a line, in the form that clients can read, and not together with
/// `done`.
#[test]
fn infos_are_safe() {
    let said = speak("hub", &format!("hub\npos pos={START}\nlevel depth=4\ngo analyze\nping\nhub\n"));
    let infos: Vec<&String> = said.iter().filter(|line| line.starts_with("info")).collect();
    assert!(!infos.is_empty(), "{said:?}");
    for line in infos {
        let values = info_values(line);
        let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"]);
        for (name, value) in &values[..6] {
            assert!(value.parse::<f64>().is_ok(), "{line}");
            assert!(!["depth", "nodes"].contains(&name.as_str()) || value.parse::<u64>().is_ok(), "{line}");
        }
        assert!(values[6].1.len() > 4 && values[6].1.starts_with('"') && values[6].1.ends_with('"'), "{line}");
    }
    assert_eq!(said.iter().filter(|line| line.starts_with("done")).count(), 1, "{said:?}");
}

/// The `done` of a search of depth 1.
fn done(parameters: &str, pos: &str) -> String {
    let said = speak("hub", &format!("hub\n{parameters}pos {pos}\nlevel depth=1\ngo think\nping\nhub\n"));
    let lines: Vec<_> = said.iter().filter(|line| line.starts_with("done")).collect();
    assert_eq!(lines.len(), 1, "{said:?}");
    lines[0].clone()
}

/// The only move is the capture d4xf6 over e5.
const ONE_CAPTURE: &str = "pos=Weeeeeeeeeeeeeebeeweeeeeeeeeeeeee";

#[test]
fn a_numbering_that_is_set_holds() {
    assert_eq!(done("set-param name=numbering value=a1\n", ONE_CAPTURE), "done move=14x23x19");
    assert_eq!(done("set-param name=numbering value=b8\n", ONE_CAPTURE), "done move=18x11x15");
    assert_eq!(done("", ONE_CAPTURE), "done move=18x11x15");
}

/// Without being told, the engine finds the numbering in the first moves that fit one only, and remembers it.
#[test]
fn a_numbering_is_found_out() {
    for (moves, expected) in [("10-14", "14x23x19"), ("22-18", "18x11x15")] {
        let before = format!("pos pos={START} moves={moves}\n");
        assert_eq!(done(&before, ONE_CAPTURE), format!("done move={expected}"), "after {moves}");
    }
    // Letters tell nothing.
    assert_eq!(done(&format!("pos pos={START} moves=c3d4\n"), ONE_CAPTURE), "done move=18x11x15");
    // A second client of the same process counts the other way.
    let before = format!("pos pos={START} moves=22-18\npos pos={START} moves=\"10-14\"\n");
    assert_eq!(done(&before, ONE_CAPTURE), "done move=14x23x19");
}

/// A whole game of pydraughts, captures included: the moves count from a1.
#[test]
fn a_game_counted_from_a1_is_replayed() {
    let moves = "10-13 21-18 12-16 25-21 6-10 23-19 2-6 27-23 11-15 19x12x15 8x15x12";
    let line = done("", &format!("pos={START} moves=\"{moves}\""));
    assert!(line.starts_with("done move="), "{line}");
}

#[test]
fn errors_leave_no_position() {
    talk(
        "> hub
         < ...
         < wait
         > pos pos=Wbbb
         < error message=\"pos: a position has 32 squares, this one has 3\"
         > go think
         < done
         > pos pos=START moves=\"22-18 22-18\"
         < error message=\"pos: move 2: '22-18' is not a legal move\"
         > level depth=1
         > go think
         < done
         > set-param name=variant value=normal
         < error message=\"variant 'normal' is not played here, only russian is\"
         > set-param name=numbering value=\"x=y\"
         < error message=\"numbering 'x:y' is not one of auto, a1, b8\"
         > set-param name=hash value=0
         < error message=\"option Hash: '0' is not a whole number from 1 to 65536\"
         > level depth=deep
         < error message=\"level: depth 'deep' is not a number\"
         > bad command
         >
         > ping
         < pong",
    );
}

/// A lost position has no move; a drawn one is played on, clients count draws differently.
#[test]
fn ends_of_a_game() {
    assert_eq!(done("", "pos=Weeeeeeeeeeeeeebeeeeeeeeeeeeeeeee"), "done");
    let last = done("", "pos=WBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW");
    assert!(last.starts_with("done move="), "{last}");
    // The capture that wins has nothing to ponder on.
    assert!(!done("", ONE_CAPTURE).contains("ponder"));
}

/// The end of input and `quit` end the process at once, whatever runs.
#[test]
fn the_end_is_at_once() {
    for end in ["", "quit\n"] {
        let said = speak("hub", &format!("hub\npos pos={START}\nlevel infinite\ngo think\n{end}"));
        assert!(said.contains(&"wait".to_owned()));
    }
}

/// A whole game of pydraughts 0.6, which another library has found legal: it is replayed from its captured squares,
/// numbered from b8 in the record.
#[test]
fn a_recorded_game() {
    let record = std::fs::read_to_string(root().join("tests/clients/hub-game.jsonl")).unwrap();
    let game: serde_json::Value = serde_json::from_str(record.trim()).unwrap();
    let numbers = |list: &serde_json::Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(ToString::to_string).collect()
    };
    let moves: Vec<String> = game["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| {
            let (ends, captured) = (format!("{}x{}", mv[0], mv[1]), numbers(&mv[2]));
            if captured.is_empty() { ends.replace('x', "-") } else { format!("{ends}x{}", captured.join("x")) }
        })
        .collect();
    assert!(moves.len() > 40 && moves.iter().any(|mv| mv.contains('x')), "{moves:?}");
    let (last, before) = moves.split_last().unwrap();
    assert!(
        done("", &format!("pos={START} moves=\"{}\"", before.join(" "))).starts_with("done move="),
        "before {last}"
    );
    let said = speak("hub", &format!("hub\npos pos={START} moves=\"{}\"\nping\n", moves.join(" ")));
    assert_eq!(said.last().map(String::as_str), Some("pong"));
    assert!(!said.iter().any(|line| line.starts_with("error")), "{said:?}");
}
