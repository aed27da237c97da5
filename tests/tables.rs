//! Endgame tables: exact counts, known endings, files that are refused, builds that are broken off, and the engine that
//! plays by them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use ataman::board::diagonal::MAIN_ROAD;
use ataman::engine::{Engine, Request, Variant};
use ataman::rules::draughts::{Draughts, DraughtsPos, DraughtsRules, Official, Source};
use ataman::rules::{Game, Notation, RuleOptions};
use ataman::search::{Control, Limits, Outcome as Found, Report, Score};
use ataman::tables::folder::Library;
use ataman::tables::{Material, Outcome, Progress, Tables, build, check, stats};
use tempfile::TempDir;

struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _material: Material) {}
    fn advance(&self, _positions: u64) {}
    fn found(&self, _material: Material, _positions: u64) {}
}

fn build_all<R: DraughtsRules>(folder: &Path, pieces: u32) -> Tables {
    build::build::<R>(folder, pieces, &Quiet).unwrap()
}

/// Tables with up to four pieces of `russian-official`, built once for all tests, and their folder.
fn official() -> &'static (TempDir, Tables) {
    static BUILT: OnceLock<(TempDir, Tables)> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let tables = build_all::<Official>(folder.path(), 4);
        (folder, tables)
    })
}

fn game<R: DraughtsRules>() -> Draughts<R> {
    Draughts::new(&RuleOptions::default())
}

fn position(fen: &str) -> DraughtsPos {
    game::<Official>().parse_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// `win`, `draw` or `loss`.
fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(_) => "win",
        Outcome::Draw => "draw",
        Outcome::Loss(_) => "loss",
    }
}

/// Lines of a data file but for comments.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

#[test]
fn counts_are_exact() {
    let (_, tables) = official();
    let mut found = BTreeMap::new();
    for pieces in 2..=4 {
        let mut total = stats::Counts::default();
        for material in tables.materials().into_iter().filter(|m| m.pieces() == pieces) {
            let counts = stats::count(tables, material).unwrap();
            let Material { men: [wm, bm], kings: [wk, bk] } = material;
            let values = format!("win {} draw {} loss {}", counts.wins, counts.draws, counts.losses);
            found.insert(format!("wm{wm} wk{wk} v bm{bm} bk{bk}"), values);
            total.add(&counts);
        }
        let values = format!("win {} draw {} loss {} sum {}", total.wins, total.draws, total.losses, total.sum());
        found.insert(format!("TOTAL n={pieces} (both sides >=1, white to move)"), values);
    }
    let mut compared = 0;
    for line in lines(include_str!("../test-positions/tables/russian-official.counts")) {
        let (name, expected) = line.split_once(": ").unwrap();
        assert_eq!(found.get(name).map(String::as_str), Some(expected), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 4 + 12 + 3);
}

#[test]
fn samples_agree() {
    let (_, tables) = official();
    let mut compared = 0;
    for line in lines(include_str!("../test-positions/tables/russian-official.samples")) {
        let (fen, expected) = line.split_once(" ;").unwrap();
        let outcome = tables.probe(&position(fen)).unwrap_or_else(|| panic!("no table has {fen}"));
        assert_eq!(word(outcome), expected, "{fen}");
        compared += 1;
    }
    assert!(compared >= 300, "{compared}");
}

#[test]
fn published_endings_agree() {
    let (_, tables) = official();
    let game = game::<Official>();
    let mut compared = 0;
    for line in lines(include_str!("../test-positions/positions/russian-official.problems.epd")) {
        let fen = line.split(" bm ").next().unwrap().split(" result ").next().unwrap();
        let pos = position(fen);
        let Some(outcome) = tables.probe(&pos) else { continue };
        let result = line.split("result ").nth(1).unwrap().split([';', ' ']).next().unwrap();
        assert_eq!(word(outcome), result, "{line}");
        if let Some(best) = line.split(" bm ").nth(1).and_then(|rest| rest.split([';', ' ']).next()) {
            let next = game.play(&pos, game.parse_move(&pos, best).unwrap());
            assert_eq!(tables.probe(&next).and_then(Outcome::before).map(word), Some(result), "{line}");
        }
        compared += 1;
    }
    assert_eq!(compared, 8);
    // The distances of the last three are published too.
    let exact = |fen| tables.probe(&position(fen)).unwrap();
    assert_eq!(exact("W:WKa1,Kc1,Kc3:BKb8"), Outcome::Win(23), "Petrov, 1827: in 12 moves");
    assert_eq!(exact("B:WKc3,Kd6,Ke3:BKd8"), Outcome::Loss(8), "the triangle: four more moves of White");
    assert_eq!(exact("W:WKh8,Ke7,Ka1:BKa3"), Outcome::Win(25), "in 13 moves");
}

/// Three kings to move or about to be moved against, by whether the lone king and the three stand on the main road.
fn three_against_one<R: DraughtsRules>(tables: &Tables, mut seen: impl FnMut(bool, bool, bool, bool, Outcome)) {
    let (game, mut moves) = (game::<R>(), Vec::new());
    let three = Material { men: [0, 0], kings: [3, 1] };
    for (material, attacker) in [(three, 0), (three.swapped(), 1)] {
        let found = tables.each_position(material, |pos, outcome| {
            moves.clear();
            game.moves(pos, &mut moves);
            let on_road = |side: usize| pos.pieces()[side] & MAIN_ROAD != 0;
            let captures = moves.first().is_some_and(|mv| mv.is_capture());
            seen(attacker == 0, on_road(1 - attacker), on_road(attacker), captures, outcome);
        });
        assert!(found);
    }
}

/// Three kings win within 15 moves wherever they win at all; the longest win takes 13 (`russian`: 14). A king on the main
/// road holds out against three.
#[test]
fn three_kings_against_one() {
    let (_, official) = official();
    let folder = tempfile::tempdir().unwrap();
    // The two variants have the same material in every move of this ending.
    let source = build_all::<Source>(folder.path(), 4);
    let mut longest = [0, 0];
    let (mut held, mut beaten, mut escaped) = (0, 0, 0);
    three_against_one::<Official>(official, |three_to_move, lone_on_road, three_on_road, captures, outcome| {
        if let (Outcome::Win(plies), true) | (Outcome::Loss(plies), false) = (outcome, three_to_move) {
            longest[0] = longest[0].max(plies);
        }
        if captures {
            return;
        }
        if lone_on_road && !three_on_road && !three_to_move {
            assert_eq!(outcome, Outcome::Draw, "the main road is held");
            held += 1;
        }
        if !lone_on_road && three_on_road && three_to_move {
            match outcome {
                Outcome::Win(plies) => {
                    assert!(plies <= 29, "15 moves are 29 plies of the winner's count");
                    beaten += 1;
                }
                _ => escaped += 1,
            }
        }
    });
    three_against_one::<Source>(&source, |_, _, _, _, outcome| {
        if let Outcome::Win(plies) = outcome {
            longest[1] = longest[1].max(plies);
        }
    });
    assert_eq!(longest, [26, 27]);
    // Without the main road the lone king is lost unless it attacks something at once (mirror images counted once).
    assert_eq!((held, beaten, escaped), (6848, 11768, 149));
}

/// Two kings do not beat one that stands on the main road; they win by what can be taken within a few moves only.
#[test]
fn two_kings_against_one() {
    let (_, tables) = official();
    let (game, mut moves) = (game::<Official>(), Vec::new());
    let two = Material { men: [0, 0], kings: [2, 1] };
    let (mut held, mut longest) = (0, 0);
    assert!(tables.each_position(two.swapped(), |pos, outcome| {
        moves.clear();
        game.moves(pos, &mut moves);
        // On a road that it shares it may be locked up in its corner.
        let holds = pos.pieces()[0] & MAIN_ROAD != 0 && pos.pieces()[1] & MAIN_ROAD == 0;
        if holds && !moves.first().is_some_and(|mv| mv.is_capture()) {
            assert_eq!(outcome, Outcome::Draw, "{}", game.fen(pos));
            held += 1;
        }
    }));
    assert!(tables.each_position(two, |_, outcome| {
        if let Outcome::Win(plies) = outcome {
            longest = longest.max(plies);
        }
    }));
    assert!(held > 500, "{held}");
    assert_eq!(longest, 7);
}

#[test]
fn what_is_built_in_is_what_would_be_built() {
    fn compare<R: DraughtsRules>() {
        let folder = tempfile::tempdir().unwrap();
        let (built, ours) = (build_all::<R>(folder.path(), 3), Tables::built_in::<R>());
        assert_eq!(ours.most_pieces(), 3);
        assert_eq!(ours.materials(), built.materials());
        for material in ours.materials() {
            let values = |tables: &Tables| {
                let mut values = Vec::new();
                assert!(tables.each_position(material, |_, outcome| values.push(outcome)));
                values
            };
            assert_eq!(values(&ours), values(&built), "{} {material}", R::NAME);
        }
        assert!(check::check::<R>(&ours, &|_| {}).is_ok_and(|n| n > 170_000));
    }
    compare::<Source>();
    compare::<Official>();
}

#[test]
fn a_wrong_value_is_noticed() {
    // The values of one variant under the rules of the other.
    let error = check::check::<Source>(&Tables::built_in::<Official>(), &|_| {}).unwrap_err();
    assert!(error.to_string().contains("its moves say"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(official().0.path()).unwrap().map(|entry| entry.unwrap().path()) {
        if !file.to_string_lossy().contains("0m1k-0m1k") {
            fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
        }
    }
    let (library, refused) = Library::open_folder(folder.path()).unwrap();
    assert!(refused.is_empty());
    let error = check::check::<Official>(&library.official, &|_| {}).unwrap_err();
    assert!(error.to_string().contains("there is no table"), "{error}");
}

fn ataman(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ataman")).args(arguments).output().unwrap()
}

/// What a command prints on success.
fn printed(arguments: &[&str]) -> String {
    let output = ataman(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |path: PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap());
    fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap().path())).collect()
}

/// However often it is killed, a build ends with the same files.
#[test]
fn a_killed_build_goes_on() {
    let expected = files(official().0.path());
    assert_eq!(expected.len(), 9 + 14);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments =
        ["tables", "build", "--variant", "russian-official", "--pieces", "4", "--out", out, "--threads", "2"];
    let mut unfinished = 0;
    for milliseconds in [40, 150, 90, 400, 700, 250, 1000] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ataman"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        unfinished += usize::from(files(folder.path()).len() < expected.len());
    }
    assert!(unfinished > 0, "every build was over before it was killed");
    // A file cut short, as by a full disk, is built anew.
    let first = folder.path().join("russian-official-0m1k-0m1k.atb");
    if let Ok(bytes) = fs::read(&first) {
        fs::write(&first, &bytes[..bytes.len() / 2]).unwrap();
    }
    let text = printed(&arguments);
    assert!(text.contains("checked against their moves: all right"), "{text}");
    let mut found = files(folder.path());
    // What was being written when the last kill came.
    found.retain(|name, _| !name.ends_with(".unfinished"));
    assert!(found == expected, "{:?}", found.keys());
}

#[test]
fn the_commands_of_people() {
    let folder = official().0.path().to_str().unwrap();
    let verified = printed(&["tables", "verify", folder]);
    assert!(verified.starts_with("russian-official: 23 files, up to 4 pieces;"), "{verified}");
    let stats = printed(&["tables", "stats", folder]);
    assert!(stats.contains("wm0 wk2 v bm0 bk1: win 5628 draw 9252 loss 0 sum 14880; longest win 7: "), "{stats}");
    assert!(stats.contains("TOTAL 4 pieces: win 2409393 draw 2544014 loss 1255909 sum 6209316; longest win "));
    // Every longest win is what it is said to be.
    let mut probed = 0;
    for line in stats.lines().filter(|line| line.starts_with("TOTAL")) {
        let (outcome, fen) = line.split_once("longest ").unwrap().1.split_once(": ").unwrap();
        let probe = printed(&["tables", "probe", "--variant", "russian-official", "--fen", fen, "--path", folder]);
        assert_eq!(probe.trim_end(), outcome, "{line}");
        probed += 1;
    }
    assert_eq!(probed, 3);
    let probe = |fen| printed(&["tables", "probe", "--variant", "russian", "--fen", fen]);
    assert_eq!(probe("W:WKa1:B"), "win 1\n");
    assert_eq!(probe("B:WKa1:B"), "loss 0\n");
    assert_eq!(probe("W:WKa1:BKc5"), "draw\n");

    for (arguments, code, what) in [
        (&["tables", "verify", "no/such/folder"][..], 2, "'no/such/folder': "),
        (&["tables", "stats", "src"], 1, "'src' has no tables"),
        (&["tables", "build", "--variant", "lasca", "--pieces", "3", "--out", "x"], 2, "there are no tables of lasca"),
        (&["tables", "build", "--variant", "russian", "--pieces", "7", "--out", "x"], 2, "7 is not in 2..=6"),
        (&["tables", "build", "--variant", "russian", "--pieces", "2", "--out", "Cargo.toml"], 2, "cannot write"),
        (&["tables", "probe", "--variant", "russian", "--fen", "8/8 w"], 2, "--fen: 2 ranks instead of 8"),
        (&["tables", "probe", "--variant", "russian", "--fen", "W:Wa1,h8:Bf8"], 2, "a man or pawn on its far"),
        (&["tables", "probe", "--variant", "russian", "--fen", "W:Wa1,c1,e1:Bh6,f6"], 1, "no table has this position"),
        (&["tables", "probe", "--variant", "russian", "--fen", "W:Wa1:Bh6", "--path", "x"], 0, "'x': "),
    ] {
        let output = ataman(arguments);
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(what), "{arguments:?}: {text}");
    }
}

/// Files that are refused, each with its reason.
#[test]
fn damaged_and_foreign_files() {
    let good = official().0.path();
    let folder = tempfile::tempdir().unwrap();
    let name = |material: &str| format!("russian-official-{material}.atb");
    let from = |material: &str| fs::read(good.join(name(material))).unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let flipped = |material: &str, at: usize| {
        let mut bytes = from(material);
        let at = at % bytes.len();
        bytes[at] ^= 4;
        bytes
    };
    let whole = from("0m2k-0m2k");
    put(&name("0m2k-0m2k"), &whole[..whole.len() - 1]);
    put(&name("0m3k-0m1k"), &from("0m3k-0m1k")[..40]);
    put(&name("0m3k-1m0k"), &flipped("0m3k-1m0k", 70_000));
    put(&name("1m1k-1m1k"), &flipped("1m1k-1m1k", 63));
    put(&name("2m0k-2m0k"), &flipped("2m0k-2m0k", 26));
    put(&name("2m1k-0m1k"), &from("2m1k-1m0k"));
    put(&name("3m0k-0m1k"), b"");
    put(&name("3m0k-1m0k"), &flipped("3m0k-1m0k", 8));
    put("cat.atb", "this is a cat, not a table, and long enough to have a header of its own".as_bytes());
    put(&name("1m2k-0m1k"), &from("1m2k-0m1k"));
    put("readme.txt", b"not looked at");
    fs::create_dir(folder.path().join("folder.atb")).unwrap();

    let mut engine = Engine::new(Variant::RussianOfficial, RuleOptions::default(), 1, 1).unwrap();
    let error = engine.set_tables(folder.path().to_str().unwrap()).unwrap_err().to_string();
    let reasons: Vec<&str> = error.trim_start_matches("option TablePath: ").split("; ").collect();
    let expected = [
        ("cat.atb", "is not a table of ataman"),
        ("folder.atb", "is not a table of ataman"),
        ("0m2k-0m2k", "bytes instead of"),
        ("0m3k-0m1k", "has 40 bytes instead of 64"),
        ("0m3k-1m0k", "its checksum is wrong"),
        ("1m1k-1m1k", "its header is wrong"),
        ("2m0k-2m0k", "its checksum is wrong"),
        ("2m1k-0m1k", "holds russian-official 2m1k-1m0k, not what its name says"),
        ("3m0k-0m1k", "is not a table of ataman"),
        ("3m0k-1m0k", "is of version"),
    ];
    assert_eq!(reasons.len(), expected.len(), "{reasons:#?}");
    for ((file, reason), found) in expected.iter().zip(&reasons) {
        assert!(found.contains(file) && found.contains(reason), "{file}: {reason}: {found}");
    }
    // The good one among them is in use, and the engine plays.
    let found = search(&mut engine, "W:WKa1,Kc1,c3:BKb8", 2);
    assert!(found.1.last().unwrap().tbhits > 0);
    let (library, _) = Library::open(folder.path().to_str().unwrap());
    let four: Vec<Material> = library.official.materials().into_iter().filter(|m| m.pieces() == 4).collect();
    assert_eq!(four.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1m2k-0m1k", "0m1k-1m2k"]);
}

/// The process itself: one line says what was refused, and it plays on.
#[test]
fn the_engine_plays_on_without_a_bad_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("russian-0m1k-0m1k.atb"), [7; 100]).unwrap();
    let input = format!(
        "setoption name TablePath value {};no/such/folder\nposition fen W:WKa1,Kc1:BKb8\ngo depth 1\n",
        folder.path().display()
    );
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_ataman"));
    let output = String::from_utf8(command.write_stdin(input).output().unwrap().stdout).unwrap();
    let first = output.lines().next().unwrap();
    assert!(first.starts_with("info string error: option TablePath: '"), "{output}");
    assert!(first.contains("russian-0m1k-0m1k.atb' is not a table of ataman; 'no/such/folder': "), "{output}");
    assert!(output.lines().last().unwrap().starts_with("bestmove "), "{output}");
    assert_eq!(output.matches("error").count(), 1 + first.matches("os error").count(), "{output}");
}

/// A search to a depth from a clean slate, with what it reported.
fn search(engine: &mut Engine, fen: &str, depth: i32) -> (Found<String>, Vec<Report<String>>) {
    engine.new_game();
    let (mut session, tools) = engine.detach();
    session.set_position(Some(fen)).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let request = Request { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Request::default() };
    let reports = Mutex::new(Vec::new());
    let control = Control::new(false, false);
    let found = session.search(&tools, &request, &control, &|r| reports.lock().unwrap().push(r)).unwrap();
    (found, reports.into_inner().unwrap())
}

fn with_tables(variant: Variant) -> Engine {
    let mut engine = Engine::new(variant, RuleOptions::default(), 4, 1).unwrap();
    engine.set_tables(official().0.path().to_str().unwrap()).unwrap();
    engine
}

/// At the root the shortest win and the longest defence, with the line to the end and the number of hits.
#[test]
fn the_shortest_win_and_the_longest_defence() {
    let mut engine = with_tables(Variant::RussianOfficial);
    for (fen, score) in [
        ("W:WKa1,Kc1,Kc3:BKb8", Score::WinIn(23)),
        ("B:WKc3,Kd6,Ke3:BKd8", Score::LossIn(8)),
        ("W:WKh8,Ke7,Ka1:BKa3", Score::WinIn(25)),
        ("W:WKg1:Bb8,e5", Score::WinIn(13)),
        ("W:WKa1:BKb8,Ke7", Score::Centipawns(0)),
    ] {
        let (found, reports) = search(&mut engine, fen, 3);
        assert_eq!(found.score, score, "{fen}");
        assert!(reports.iter().all(|report| report.tbhits > 0 && report.score == score), "{fen}: {reports:?}");
        if let Score::WinIn(plies) | Score::LossIn(plies) = score {
            assert_eq!(found.pv.len(), plies as usize, "{fen}: {:?}", found.pv);
        }
        // The line is one of legal moves, and at its end the side to move has none.
        let mut session = engine.session().boxed();
        session.set_position(Some(fen)).unwrap();
        for mv in &found.pv {
            session.push(mv).unwrap_or_else(|e| panic!("{fen}: {e}"));
        }
        assert_eq!(session.legal().is_empty(), score != Score::Centipawns(0), "{fen}");
    }
}

/// Five pieces: a capture leads into the tables, and the search reports what they say.
#[test]
fn captures_lead_into_the_tables() {
    let mut engine = with_tables(Variant::RussianOfficial);
    // White takes one man, and three kings on the main road are left against one king off it.
    let (found, reports) = search(&mut engine, "W:WKa1,Kc1,Kc3:Bd4,Kb8", 1);
    let Score::WinIn(plies) = found.score else { panic!("{:?}", found.score) };
    assert!(reports.last().unwrap().tbhits > 0);
    assert!((2..=26).contains(&plies), "{plies}");
    assert_eq!(found.pv.len(), plies as usize);
}

/// A win that no longer fits into the 15 moves is a draw; one that just fits is a win.
#[test]
fn the_fifteen_move_rule() {
    let folder = tempfile::tempdir().unwrap();
    build_all::<Source>(folder.path(), 4);
    for variant in [Variant::Russian, Variant::RussianOfficial] {
        let mut engine = Engine::new(variant, RuleOptions::default(), 4, 1).unwrap();
        let tables = if variant == Variant::Russian { folder.path() } else { official().0.path() };
        engine.set_tables(tables.to_str().unwrap()).unwrap();
        let mut score = |fen: &str, depth| search(&mut engine, fen, depth).0.score;
        // 23 plies in all, the capture of a king that is given up in the 20th, and 30 until the draw.
        for (clock, expected) in [(0, Score::WinIn(23)), (10, Score::WinIn(23)), (11, Score::Centipawns(0))] {
            assert_eq!(score(&format!("W:WKa1,Kc1,Kc3:BKb8:H{clock}:F40"), 6), expected, "{variant}: {clock}");
        }
        // White sacrifices a king in the fourth ply, and the capture in the fifth sets the count back: that is in time
        // as long as five plies are left.
        for (clock, expected) in [(22, Score::LossIn(8)), (25, Score::LossIn(8)), (26, Score::Centipawns(0))] {
            assert_eq!(score(&format!("B:WKc3,Kd6,Ke3:BKd8:H{clock}:F40"), 8), expected, "{variant}: {clock}");
        }
    }
    // russian has no other count: with a man left nothing is drawn by one.
    let mut engine = Engine::new(Variant::Russian, RuleOptions::default(), 4, 1).unwrap();
    engine.set_tables(folder.path().to_str().unwrap()).unwrap();
    assert!(matches!(search(&mut engine, "W:WKa1,Kc1,c3:BKb8:H29:F40", 3).0.score, Score::WinIn(_)));
}

#[test]
fn two_runs_are_one() {
    for folder in [None, Some(official().0.path())] {
        let mut nodes = Vec::new();
        for _ in 0..2 {
            let mut engine = Engine::new(Variant::RussianOfficial, RuleOptions::default(), 4, 1).unwrap();
            if let Some(folder) = folder {
                engine.set_tables(folder.to_str().unwrap()).unwrap();
            }
            let (found, reports) = search(&mut engine, "W:Wa1,c3,Ke3:Bf6,h6,Kb8", 10);
            nodes.push((found.nodes, reports.last().unwrap().tbhits, found.pv));
        }
        assert_eq!(nodes[0], nodes[1]);
        assert!(nodes[0].1 > 0);
    }
}

/// Other variants know nothing of tables, with or without a folder.
#[test]
fn other_games_are_as_before() {
    let folder = official().0.path().to_str().unwrap();
    for variant in [Variant::Bashni, Variant::Lasca] {
        let mut engine = Engine::new(variant, RuleOptions::default(), 4, 1).unwrap();
        let start = engine.session().start_fen();
        let before = search(&mut engine, &start, 6);
        engine.set_tables(folder).unwrap();
        let after = search(&mut engine, &start, 6);
        assert_eq!((before.0.nodes, before.0.pv), (after.0.nodes, after.0.pv));
        assert_eq!(after.1.last().unwrap().tbhits, 0);
    }
}
