//! Matches in process: records, kills, shards, statistics of the table.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use ataman::arena::openings::{Listed, Openings, distinct};
use ataman::arena::reader::{Record, read};
use ataman::arena::replay::{check, replay, summary};
use ataman::rules::RuleOptions;

fn ataman() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ataman"));
    command.arg("match").stderr(Stdio::null());
    command
}

const PLAYERS: [&str; 4] = ["--engine", "name=A cmd=self", "--engine", "name=B cmd=self nodes=30"];

/// A match whose games depend on the seed alone.
fn small(variant: &str, rounds: &str) -> Command {
    let mut command = ataman();
    command.args(["--variant", variant]).args(PLAYERS).args(["--nodes", "100", "--rounds", rounds]);
    command.args(["--random-plies", "6", "--seed", "5", "--concurrency", "2"]);
    command
}

fn run(command: &mut Command) -> String {
    let Output { status, stdout, .. } = command.output().unwrap();
    assert_eq!(status.code(), Some(0), "{command:?}");
    String::from_utf8(stdout).unwrap()
}

fn games(path: &Path) -> Vec<Record> {
    let records = read(&std::fs::read_to_string(path).unwrap());
    assert!(!records.broken);
    records.games
}

/// The moves of the games by their round: what has to be the same however a match was interrupted.
fn by_round(games: &[Record]) -> BTreeMap<String, (String, Vec<String>)> {
    let mut out = BTreeMap::new();
    for game in games {
        let moves = game.moves.iter().map(|(mv, _)| mv.clone()).collect();
        let players = format!("{} {}", game.tag("White").unwrap(), game.tag("Black").unwrap());
        let old = out.insert(game.tag("Round").unwrap().to_owned(), (players, moves));
        assert!(old.is_none(), "round {} twice", game.tag("Round").unwrap());
    }
    out
}

#[test]
fn records_of_every_variant_play_through() {
    for variant in ["russian", "russian-official", "bashni", "lasca", "siberia", "vsadniki"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let table = run(small(variant, "2").arg("--record").arg(&path));
        let games = games(&path);
        assert_eq!(games.len(), 4, "{variant}");
        for game in &games {
            let session = replay(game).unwrap_or_else(|e| panic!("{variant}: {e}"));
            assert!(check(game, &*session).is_ok(), "{variant}");
            assert_eq!(game.tag("PlyCount").unwrap(), game.moves.len().to_string());
            let book = game.moves.iter().filter(|(_, comment)| comment == "book").count();
            assert_eq!(book, 6, "{variant}");
            let used = summary(game).unwrap().used;
            assert_eq!(used[0].moves + used[1].moves, game.moves.len() as u64 - 6);
            assert_eq!(used[0].deep_moves, used[0].moves, "every move tells its depth");
            assert!(used[0].nodes > 0);
        }
        for pair in 0..2 {
            let openings: Vec<_> = games
                .iter()
                .filter(|game| game.round().unwrap().0 == pair)
                .map(|game| (&game.moves[..6], game.tag("White").unwrap()))
                .collect();
            assert_eq!(openings[0].0, openings[1].0, "{variant}: one opening");
            assert_ne!(openings[0].1, openings[1].1, "{variant}: colours swapped");
        }
        assert_eq!(run(ataman().arg("--show").arg(&path)), table, "{variant}");
    }
}

#[test]
fn notation_of_the_tags() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings");
    std::fs::write(&openings, "B:Wc3,e3,Ka1:Bb6,f6,Kh8 ; a name\n").unwrap();
    let path = folder.path().join("games.pdn");
    let mut command = ataman();
    command.args(["--variant", "russian"]).args(PLAYERS).args(["--depth", "2", "--capture-mark", "x"]);
    run(command.arg("--openings").arg(&openings).arg("--record").arg(&path));
    let games = games(&path);
    assert_eq!(games[0].tag("GameType"), Some("25,W,8,8,A0,0"));
    assert_eq!(games[0].tag("FEN"), Some("B:WKa1,c3,e3:Bb6,f6,Kh8"));
    assert!(std::fs::read_to_string(&path).unwrap().contains("\n\n1... "), "Black moves first");
    let text: String = games.iter().flat_map(|g| &g.moves).map(|(mv, _)| mv.as_str()).collect::<Vec<_>>().join(" ");
    assert!(text.contains('x') && !text.contains(':'), "{text}");
}

#[test]
fn a_match_killed_five_times_is_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let killed = folder.path().join("killed");
    run(small("russian", "100").arg("--record").arg(&whole));
    let count = || read(&std::fs::read_to_string(&killed).unwrap_or_default()).games.len();
    for kill in 0..5 {
        let mut command = small("russian", "100");
        command.arg("--record").arg(&killed).arg("--resume").stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        while count() < 15 + 30 * kill {
            std::thread::sleep(Duration::from_micros(300));
        }
        std::thread::sleep(Duration::from_micros(137 * kill as u64));
        assert!(child.try_wait().unwrap().is_none(), "it is to be killed in the middle");
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(count() < 200);
    let resumed = run(small("russian", "100").arg("--record").arg(&killed).arg("--resume"));
    let games = games(&killed);
    assert_eq!(games.len(), 200);
    assert_eq!(by_round(&games), by_round(&self::games(&whole)));
    let counts = |table: &str| table.lines().last().unwrap().to_owned();
    assert_eq!(counts(&resumed), counts(&run(ataman().arg("--show").arg(&whole))));
    // Once more: there is nothing left to play.
    run(small("russian", "100").arg("--record").arg(&killed).arg("--resume"));
    assert_eq!(self::games(&killed).len(), 200);
}

#[test]
fn a_game_that_breaks_off_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    run(small("lasca", "3").arg("--record").arg(&path));
    let whole = by_round(&games(&path));
    let text = std::fs::read_to_string(&path).unwrap();
    for cut in [text.len() / 3, text.len() / 2, text.len() - 4] {
        std::fs::write(&path, &text[..cut]).unwrap();
        run(small("lasca", "3").arg("--record").arg(&path).arg("--resume"));
        assert_eq!(by_round(&games(&path)), whole, "cut at {cut}");
    }
}

#[test]
fn records_are_not_mixed_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    run(small("lasca", "1").arg("--record").arg(&path));
    let before = std::fs::read(&path).unwrap();
    assert_eq!(small("lasca", "1").arg("--record").arg(&path).output().unwrap().status.code(), Some(2));
    let other = small("lasca", "1").args(["--resume", "--maxmoves", "50"]).arg("--record").arg(&path).output().unwrap();
    assert_eq!(other.status.code(), Some(2), "it is another match");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn shards_make_up_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    run(small("bashni", "5").arg("--record").arg(path("whole")));
    for (name, shard) in [("one", "1/2"), ("two", "2/2")] {
        run(small("bashni", "5").args(["--shard", shard]).arg("--record").arg(path(name)));
    }
    let parts = [games(&path("one")), games(&path("two"))];
    assert_eq!((parts[0].len(), parts[1].len()), (6, 4));
    assert_eq!(by_round(&parts.concat()), by_round(&games(&path("whole"))));
    let results = |table: String| {
        let lines = table.lines().filter(|line| line.starts_with("draws") || line.starts_with("pairs"));
        lines.map(String::from).collect::<Vec<_>>()
    };
    let whole = results(run(ataman().arg("--show").arg(path("whole"))));
    assert_eq!(whole.len(), 2);
    assert_eq!(results(run(ataman().arg("--show").args([path("two"), path("one")]))), whole);
    let twice = run(ataman().arg("--show").args([path("two"), path("one"), path("one")]));
    assert!(twice.starts_with("6 games stand there more than once"));
    assert_eq!(results(twice), whole);
}

#[test]
fn forged_records_are_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    run(small("russian", "1").arg("--record").arg(&path));
    let text = std::fs::read_to_string(&path).unwrap();
    let flip = |text: &str| {
        let end = text.find("\n\n[").unwrap();
        let (game, rest) = text.split_at(end);
        let (body, result) = game.rsplit_once(' ').unwrap();
        format!("{body} {}{rest}", if result == "1-0" { "0-1" } else { "1-0" })
    };
    std::fs::write(&path, flip(&text)).unwrap();
    let output = ataman().arg("--show").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("game 1: the result is not that of the final position"));
}

#[test]
fn a_decided_test_stops_the_match() {
    let mut command = ataman();
    command.args([
        "--variant",
        "russian",
        "--engine",
        "name=A cmd=self nodes=400",
        "--engine",
        "name=B cmd=self nodes=10",
    ]);
    command.args(["--random-plies", "6", "--sprt", "elo0=0", "elo1=200", "alpha=0.05"]);
    let table = run(&mut command);
    assert!(table.contains("H1 accepted"), "{table}");
    assert!(table.contains("in (-2.94, 2.94) [0, 200]"), "{table}");
}

#[test]
fn a_gauntlet_of_three() {
    let mut command = ataman();
    command.args(["--variant", "lasca", "--engine", "name=C cmd=self nodes=20"]).args(PLAYERS);
    command.args(["--depth", "2", "--format", "gauntlet", "--random-plies", "4", "--concurrency", "2"]);
    let table = run(&mut command);
    assert!(table.contains("C - A: ") && table.contains("C - B: ") && !table.contains("A - B"), "{table}");
}

#[test]
fn mistakes_are_named() {
    let refusal = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ataman")).arg("match").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let two = |more: &[&str]| refusal(&[&["--variant", "lasca"], &PLAYERS[..], more].concat());
    assert!(two(&[]).contains("engine 'A': there is no limit"));
    assert!(two(&["--nodes", "0"]).contains("--nodes: '0' is not a whole number"));
    assert!(two(&["--tc", "1/x"]).contains("'1/x' is not a time control"));
    assert!(two(&["--nodes", "9", "--shard", "3/2"]).contains("'3/2' is not I/N"));
    assert!(two(&["--nodes", "9", "--openings", "/nowhere"]).contains("--openings '/nowhere'"));
    assert!(two(&["--nodes", "9", "--random-plies", "0"]).contains("--random-plies"));
    assert!(refusal(&["--variant", "lasca", "--engine", "cmd=self", "--nodes", "9"]).contains("needs two engines"));
    let missing = ["--variant", "lasca", "--engine", "cmd=/no/such", "--engine", "cmd=self", "--nodes", "9"];
    assert!(refusal(&missing).contains("there is no program '/no/such'"));
    let option =
        ["--variant", "lasca", "--engine", "cmd=self option.Hush=1", "--engine", "name=b cmd=self", "--nodes", "9"];
    assert!(refusal(&option).contains("there is no option 'Hush'"));
    assert!(refusal(&["--show", "/nowhere"]).contains("'/nowhere'"));
}

#[test]
fn openings_are_made_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings");
    let make = || {
        let mut command = ataman();
        command.args(["--variant", "siberia", "--make-openings", "5", "--random-plies", "6", "--seed", "3"]);
        run(command.args(["--nodes", "500", "--within", "30"]))
    };
    let text = make();
    assert_eq!(make(), text);
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 5);
    std::fs::write(&path, text).unwrap();
    let mut command = ataman();
    command.args(["--variant", "siberia"]).args(PLAYERS).args(["--nodes", "20", "--rounds", "5"]);
    assert!(run(command.arg("--openings").arg(&path)).contains("pairs of A"));
}

/// Every line of the shipped files is a position that goes on, and no two are alike.
#[test]
fn shipped_openings() {
    for (variant, count) in [
        ("russian", 500),
        ("russian-official", 837),
        ("bashni", 500),
        ("lasca", 250),
        ("siberia", 300),
        ("vsadniki", 300),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("test-positions/openings/{variant}.fen"));
        let text = std::fs::read_to_string(&path).unwrap();
        let openings = Listed::parse(&text, variant.parse().unwrap(), &RuleOptions::default()).unwrap();
        assert_eq!((openings.len(), distinct(&openings, count)), (Some(count), count), "{variant}");
    }
}
