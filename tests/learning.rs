//! The pipeline in small: self-play, training, a match with the weights that came out; and what must not happen to files.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// Runs the program in a folder; its standard output and error, and its exit code. Arguments with blanks in them are
/// parted by `|`.
fn run(folder: &TempDir, arguments: &str) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataman"));
    let blank = if arguments.contains('|') { '|' } else { ' ' };
    let output = command.current_dir(folder.path()).args(arguments.split(blank)).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1))
}

/// Runs what has to succeed.
fn good(folder: &TempDir, arguments: &str) -> String {
    let (out, error, code) = run(folder, arguments);
    assert_eq!((code, error.as_str()), (0, ""), "{arguments}: {out}");
    out
}

/// Runs what has to be refused with one line that says this.
fn refused(folder: &TempDir, arguments: &str, what: &str) {
    let (_, error, code) = run(folder, arguments);
    assert_eq!(code, 2, "{arguments}: {error}");
    assert!(error.contains(what) && error.lines().count() == 1, "{arguments}: {error}");
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect(name)
}

/// The games of a file, sorted, without the head lines.
fn games(folder: &TempDir, name: &str) -> Vec<String> {
    let mut lines: Vec<String> =
        read(folder, name).lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect();
    lines.sort();
    lines
}

const PLAY: &str = "selfplay --variant siberia --nodes 40 --maxplies 80 --seed 5";

#[test]
fn the_pipeline_in_small() {
    let folder = TempDir::new().unwrap();
    let said = good(&folder, &format!("{PLAY} --games 40 --threads 2 --out games"));
    assert!(said.starts_with("40 games (+"), "{said}");
    assert_eq!(games(&folder, "games").len(), 40);

    let train = "train --variant siberia --data games --out weights --epochs 6 --threads 2 --report words";
    let said = good(&folder, train);
    assert!(said.contains("40 games: ") && said.contains("epoch   6  loss "), "{said}");
    let losses: Vec<f64> =
        said.lines().filter_map(|line| line.split_once("  loss ")?.1.split(' ').next()?.parse().ok()).collect();
    assert_eq!(losses.len(), 7, "{said}");
    assert!(losses[6] < losses[0], "nothing was learned: {losses:?}");
    let words = read(&folder, "words");
    assert!(words.contains("material: number of rook") && words.lines().count() > 500, "{words}");
    assert!(!folder.path().join("weights.part").exists());

    let players = "--engine|name=new cmd=self option.EvalFile=weights|--engine|name=old cmd=self";
    let limits = "--nodes|200|--random-plies|4|--rounds|2|--maxmoves|30";
    let said = good(&folder, &format!("match|--variant|siberia|{limits}|{players}"));
    assert!(said.contains("new"), "{said}");
}

#[test]
fn self_play_repeats_parts_and_resumes() {
    let folder = TempDir::new().unwrap();
    good(&folder, &format!("{PLAY} --games 12 --threads 1 --out one"));
    good(&folder, &format!("{PLAY} --games 12 --threads 1 --out two"));
    assert_eq!(read(&folder, "one"), read(&folder, "two"), "a seed and one thread");
    good(&folder, &format!("{PLAY} --games 12 --threads 2 --out three"));
    assert_eq!(games(&folder, "one"), games(&folder, "three"), "threads change the order only");

    for part in 1..=3 {
        good(&folder, &format!("{PLAY} --games 12 --shard {part}/3 --out part-{part}"));
    }
    let joined = [1, 2, 3].map(|part| read(&folder, &format!("part-{part}"))).concat();
    fs::write(folder.path().join("joined"), joined).unwrap();
    assert_eq!(games(&folder, "one"), games(&folder, "joined"), "the parts make up the whole");

    // Killed in the middle of the fifth game.
    let whole = read(&folder, "one");
    let cut = whole.match_indices('\n').nth(4).unwrap().0 + 40;
    fs::write(folder.path().join("cut"), &whole[..cut]).unwrap();
    let said = good(&folder, &format!("{PLAY} --games 12 --threads 1 --out cut --resume"));
    assert!(said.starts_with("8 games "), "{said}");
    assert_eq!(read(&folder, "cut"), whole);
}

#[test]
fn nothing_is_overwritten_and_bad_files_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    good(&folder, &format!("{PLAY} --games 12 --out games"));
    let before = read(&folder, "games");
    refused(&folder, &format!("{PLAY} --games 12 --out games"), "'games' exists");
    assert_eq!(read(&folder, "games"), before);

    let train = "train --variant siberia --epochs 1 --out weights --data";
    refused(&folder, &format!("{train} nowhere"), "'nowhere': ");
    fs::write(path("damaged"), before.replacen("=", "=1", 1)).unwrap();
    refused(&folder, &format!("{train} damaged"), "'damaged', line 2: the checksum is wrong");
    fs::write(path("foreign"), "PK\u{3}\u{4} something else\n").unwrap();
    refused(&folder, &format!("{train} foreign"), "'foreign', line 1: not a file of games");
    let other = before.replacen("variant siberia", "variant lasca", 1);
    fs::write(path("other"), other).unwrap();
    refused(&folder, &format!("{train} other"), "games of 'lasca', not of 'siberia'");
    refused(&folder, &format!("{PLAY} --games 12 --out foreign --resume"), "not a file of games");
    assert!(!path("weights").exists());

    good(&folder, &format!("{train} games"));
    refused(&folder, &format!("{train} games"), "'weights' exists");
    good(&folder, &format!("{train} games games --force"));
    weights_are_checked(&folder, &path("weights"));
}

fn weights_are_checked(folder: &TempDir, weights: &Path) {
    let good = fs::read(weights).unwrap();
    let eval = |what: &str| {
        let play = "selfplay --variant siberia --games 1 --nodes 10 --maxplies 4 --out new --eval-file weights";
        refused(folder, play, what);
        assert!(!folder.path().join("new").exists());
    };
    let mut bad = good.clone();
    *bad.last_mut().unwrap() ^= 1;
    fs::write(weights, &bad).unwrap();
    eval("the checksum is wrong, the file is damaged");
    fs::write(weights, &good[..good.len() - 1]).unwrap();
    eval("bytes of numbers instead of");
    fs::write(weights, "not weights").unwrap();
    eval("it does not begin with 'ataman weights 1'");
}

/// A training that was broken off ends as if it had not been.
#[test]
fn training_resumes() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    good(&folder, &format!("{PLAY} --games 12 --out games"));
    let train = "train --variant siberia --data games --epochs 8 --patience 8 --batch 100";
    good(&folder, &format!("{train} --out straight --threads 1"));
    // As if killed: the state after some epochs is there, and no weights.
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ataman"));
    let child = child.current_dir(folder.path()).args(format!("{train} --out broken").split(' '));
    let mut child = child.stdout(std::process::Stdio::null()).spawn().unwrap();
    while !path("broken.part").exists() && !path("broken").exists() {
        std::thread::yield_now();
    }
    let _ = child.kill();
    child.wait().unwrap();
    if !path("broken").exists() {
        refused(&folder, &format!("{train} --out broken"), "'broken.part' is left of a training broken off");
        refused(&folder, &format!("{train} --out broken --resume --seed 9"), "'broken.part' is not what");
        good(&folder, &format!("{train} --out broken --resume --threads 2"));
    }
    assert_eq!(fs::read(path("straight")).unwrap(), fs::read(path("broken")).unwrap());
    assert!(!path("broken.part").exists());
}
