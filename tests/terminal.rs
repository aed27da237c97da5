//! People at a terminal: the real program behind a pseudoterminal, as they see it, and the same behind a pipe.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Command, Stdio};
use std::thread::JoinHandle;

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// What begins every colour and every movement of the cursor.
const ESCAPE: char = '\u{1b}';

/// A terminal of 100 columns: our end of it, and the program's.
fn terminal() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let flags = OFlags::NOCTTY.bits() as i32;
    let theirs = File::options().read(true).write(true).custom_flags(flags).open(name).unwrap();
    tcsetwinsize(&theirs, Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    (File::from(ours), theirs)
}

/// All that a terminal shows until nobody is behind it any more.
fn watch(mut ours: File) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let (mut all, mut part) = (Vec::new(), [0; 4096]);
        // Linux reports the end as an error.
        while let Ok(count @ 1..) = ours.read(&mut part) {
            all.extend_from_slice(&part[..count]);
        }
        String::from_utf8_lossy(&all).replace("\r\n", "\n")
    })
}

/// Runs the program at a terminal, with these lines typed in. What is shown holds what was typed, too.
fn at_terminal(arguments: &[&str], typed: &str, variables: &[(&str, &str)]) -> String {
    let (mut ours, theirs) = terminal();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataman"));
    command.args(arguments).env("TERM", "xterm").env_remove("NO_COLOR").envs(variables.iter().copied());
    let ends = [theirs.try_clone().unwrap(), theirs.try_clone().unwrap()].map(Stdio::from);
    let [input, output] = ends;
    let mut child = command.stdin(input).stdout(output).stderr(theirs).spawn().unwrap();
    // The command holds copies of the terminal's other end.
    drop(command);
    ours.write_all(typed.as_bytes()).unwrap();
    let shown = watch(ours);
    let status = child.wait().unwrap();
    let shown = shown.join().unwrap();
    assert!(status.success(), "{status}: {shown}");
    shown
}

/// Runs the program behind pipes.
fn in_pipe(arguments: &[&str], typed: &str) -> (String, String) {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_ataman"));
    let output = command.args(arguments).write_stdin(typed).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Everything that can be typed in a game.
fn a_game(file: &str) -> String {
    format!(
        "help\nmoves\nhint\neval\nfen\ne\nc3-b4\nback\n1\nboard\nnonsense\n99\ndraw\nsave {file}\nresign\nback\n\
         c1\nload {file}\nload /no/such/file\ngo\nquit\n"
    )
}

const PLAY: [&str; 5] = ["play", "bashni", "--depth", "2", "--side=white"];

#[test]
fn a_game_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game").to_str().unwrap().to_owned();
    let shown = at_terminal(&PLAY, &a_game(&file), &[]);
    for expected in [
        "bashni; 'help' lists what you can type.",
        "take back your last move",
        "  1 ",
        "depth 2)",
        "total",
        "The engine plays",
        "White to move.",
        "'nonsense' is no move here and no command",
        "There is no move 99; 'moves' lists them.",
        "Which one: ",
        "The engine plays on.",
        "Saved.",
        "Black wins: resignation.",
        "Not loaded: cannot read '/no/such/file'",
        "> ",
    ] {
        assert!(shown.contains(expected), "'{expected}' is missing:\n{shown}");
    }
    // White pieces, black pieces and empty squares, each in its own way.
    for colour in ["[1;97mw", "[1;33mb", "[2m."] {
        assert!(shown.contains(&format!("{ESCAPE}{colour}")), "{colour}:\n{shown}");
    }
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.starts_with("variant bashni\n") && saved.lines().any(|line| line.split(' ').count() == 3), "{saved}");
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game").to_str().unwrap().to_owned();
    let plain = at_terminal(&PLAY, "moves\nfen\nquit\n", &[("NO_COLOR", "1")]);
    assert!(plain.contains(" 8 |   b   b") && !plain.contains(&format!("{ESCAPE}[1;")), "{plain}");
    let (out, complaints) = in_pipe(&PLAY, &a_game(&file));
    assert!(out.contains("Saved.") && out.contains("Black wins: resignation."), "{out}");
    assert!(!out.contains(ESCAPE) && complaints.is_empty(), "{out}{complaints}");
}

/// A game of vsadniki is drawn as a graph; leaving by the end of the input (control and D) is no error.
#[test]
fn the_end_of_the_input_is_the_end_of_the_game() {
    let shown = at_terminal(&["play", "vsadniki", "--side", "both"], "1\n1\n\u{4}", &[]);
    assert!(shown.matches("to move.").count() == 3 && shown.contains("White to move."), "{shown}");
}

/// Finished lines stay, and under them the time goes on; of several lines the last state stays.
#[test]
fn analysis_is_a_live_table_at_a_terminal() {
    let shown = at_terminal(&["analyse", "lasca", "--time", "0.5"], "", &[]);
    assert!(shown.contains(ESCAPE) && shown.contains(" nodes/s, hash "), "{shown}");
    assert!(shown.contains("depth      score") && shown.contains("best move "), "{shown}");
    let several = at_terminal(&["analyse", "lasca", "--time", "0.5", "--multipv", "3"], "", &[]);
    let end = &several[several.rfind("best move").unwrap() - 600..];
    for line in ["   #2 ", "   #3 "] {
        assert!(end.contains(line), "{line} is not among the last lines:\n{end}");
    }
}

#[test]
fn analysis_is_plain_lines_in_a_pipe() {
    let (out, complaints) = in_pipe(&["analyse", "lasca", "--depth", "6", "--multipv", "2"], "");
    assert!(!out.contains(ESCAPE) && complaints.is_empty(), "{out}{complaints}");
    assert_eq!(out.lines().filter(|line| line.starts_with("   #2 ")).count(), 6, "{out}");
}

/// Long work shows how far it has come, at a terminal only.
#[test]
fn long_work_shows_its_progress() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let game = file("game.pdn", "1. c3-d4 d6-c5 2. b2-c3 *\n");
    let start = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w";
    let suite = file("suite.epd", &format!("{start} ;D1 7\n{start} ;D2 49\n"));
    let solve = file("solve.epd", "8/8/8/8/3b4/2w5/8/8 w bm c3e5; id \"one\";\n");
    let engines = ["--engine", "name=a cmd=self", "--engine", "name=b cmd=self"];
    let a_match = [&["match", "--variant", "russian", "--nodes", "50", "--rounds", "2"][..], &engines].concat();
    let work: [(&[&str], &str); 6] = [
        (&["analyse", "russian", "--game", &game, "--time", "0.2"], "/4 ["),
        (&["perft", "russian", "--suite", &suite], "/2 ["),
        (&["perft", "russian", "8", "--divide"], "perft russian to depth 8"),
        (&["solve", "russian", &solve, "--time", "0.3"], "/1 ["),
        (&["bench", "1"], "bench to depth 1"),
        (&a_match, "/4 ["),
    ];
    for (arguments, sign) in work {
        let shown = at_terminal(arguments, "", &[]);
        assert!(shown.contains(sign) && shown.contains(ESCAPE), "{arguments:?}: no '{sign}' in:\n{shown}");
        let (out, complaints) = in_pipe(arguments, "");
        assert!(!out.contains(sign) && !out.contains(ESCAPE), "{arguments:?}: {out}");
        assert!(!complaints.contains(ESCAPE), "{arguments:?}: {complaints}");
    }
}
