//! `setoption` and what options do.

use ataman::engine::Variant;

use crate::process::Process;

/// The options that were declared: name, type, the rest of the line.
fn declared(process: &mut Process) -> Vec<(String, String, String)> {
    process.send("ugi");
    let lines = process.until(|line| line == "ugiok");
    let options = lines.iter().filter_map(|line| line.strip_prefix("option name "));
    options
        .map(|text| {
            let (name, rest) = text.split_once(" type ").unwrap();
            let (kind, rest) = rest.split_once(' ').unwrap();
            (name.to_owned(), kind.to_owned(), rest.to_owned())
        })
        .collect()
}

#[test]
fn all_options_are_declared_with_type_and_default() {
    let mut process = Process::start();
    let options = declared(&mut process);
    let names: Vec<&str> = options.iter().map(|(name, ..)| name.as_str()).collect();
    for name in [
        "Variant",
        "UCI_Variant",
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "Skill",
        "TablePath",
        "EvalFile",
        "Variety",
        "Rejump",
        "Kings",
        "TargetScore",
        "MinCaptures",
        "NoProgress",
        "BoardFile",
        "MateRule",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    for (name, kind, rest) in &options {
        let rest = rest.strip_prefix("default ").unwrap_or_else(|| panic!("{name}: {rest}"));
        assert!(!rest.is_empty(), "{name}: clients drop an option with an empty default");
        match kind.as_str() {
            "spin" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [value, "min", low, "max", high] = words[..] else { panic!("{name}: {rest}") };
                let [value, low, high] = [value, low, high].map(|n| n.parse::<u32>().unwrap());
                assert!(low <= value && value <= high, "{name}: {rest}");
            }
            "combo" => {
                let mut parts = rest.split(" var ");
                let value = parts.next().unwrap();
                assert!(parts.any(|part| part == value), "{name}: {rest}");
            }
            "check" => assert!(rest == "true" || rest == "false", "{name}: {rest}"),
            "string" => assert_eq!(rest, "<empty>", "{name}"),
            _ => panic!("{name}: {kind}"),
        }
    }
}

/// Clients send every option back as it was declared.
#[test]
fn every_declared_value_is_accepted() {
    let mut process = Process::start();
    for (name, kind, rest) in declared(&mut process) {
        let rest = rest.strip_prefix("default ").unwrap();
        let values: Vec<&str> = match kind.as_str() {
            "combo" => rest.split(" var ").collect(),
            "spin" if name == "Hash" || name == "Threads" => rest.split(" max ").take(1).collect(),
            _ => vec![rest],
        };
        for value in values {
            let value = value.split(" min ").next().unwrap();
            assert_eq!(process.ask(&format!("setoption name {name} value {value}")), [""; 0], "{name} {value}");
        }
    }
}

#[test]
fn names_in_any_case_and_with_or_without_blanks() {
    let mut process = Process::start();
    for line in [
        "setoption name move OVERHEAD value 50",
        "setoption name MoveOverhead value 50",
        "setoption   name  Move   Overhead   value   50",
        "setoption name hash value 8",
        "setoption name MULTIPV value 1",
        "setoption name tablepath value <empty>",
        "setoption name TablePath value",
        "setoption name TablePath",
        "setoption name uci_variant value LASCA",
        "setoption name rejump value Never",
        "setoption name Ponder value TRUE",
    ] {
        assert_eq!(process.ask(line), [""; 0], "{line}");
    }
}

#[test]
fn refusals_say_what_was_wrong() {
    let mut process = Process::start();
    for (line, error) in [
        ("setoption name Contempt value 3", "there is no option 'Contempt'"),
        ("setoption name Clear Hash", "there is no option 'Clear Hash'"),
        ("setoption name value 3", "there is no option ''"),
        ("setoption Hash 3", "setoption: the word 'name' is missing"),
        ("setoption", "setoption: the word 'name' is missing"),
        ("setoption name Hash", "option Hash: '' is not a whole number from 1 to 65536"),
        ("setoption name Hash value 0", "option Hash: '0' is not a whole number from 1 to 65536"),
        ("setoption name Hash value 1 2", "option Hash: '1 2' is not a whole number from 1 to 65536"),
        ("setoption name Threads value 257", "option Threads: '257' is not a whole number from 1 to 256"),
        ("setoption name Threads value -1", "option Threads: '-1' is not a whole number from 1 to 256"),
        ("setoption name MultiPV value 1e2", "option MultiPV: '1e2' is not a whole number from 1 to 256"),
        ("setoption name Skill value 21", "option Skill: '21' is not a whole number from 0 to 20"),
        ("setoption name Ponder value perhaps", "option Ponder: 'perhaps' is neither true nor false"),
        ("setoption name Rejump value often", "Rejump: 'often' is not one of round, never, free"),
        ("setoption name TargetScore value 100", "TargetScore: '100' is not a whole number from 1 to 99"),
        ("setoption name NoProgress value 0", "NoProgress: '0' is not a whole number from 1 to 10000"),
        (
            "setoption name Variant value chess",
            "there is no variant 'chess': it is one of russian, russian-official, bashni, lasca, siberia, vsadniki",
        ),
    ] {
        assert_eq!(process.ask(line), [format!("info string error: {error}")], "{line}");
    }
}

#[test]
fn a_board_file_that_cannot_be_read_changes_nothing() {
    let mut process = Process::playing("vsadniki");
    let before = process.ask("legal");
    let error = process.ask_one("setoption name BoardFile value /no/such/board with blanks");
    assert!(error.starts_with("info string error: BoardFile: cannot read '/no/such/board with blanks'"), "{error}");
    assert_eq!(process.ask("legal"), before);
}

/// A device has no end, a pipe no beginning: neither may hang the engine.
#[cfg(unix)]
#[test]
fn a_board_file_is_a_file() {
    let mut process = Process::playing("vsadniki");
    for path in ["/dev/zero", "/dev/stdin", "/"] {
        let error = format!("info string error: BoardFile: cannot read '{path}': it is not a file of at most 1 MiB");
        assert_eq!(process.ask_one(&format!("setoption name BoardFile value {path}")), error);
    }
}

#[test]
fn a_board_file_replaces_the_board_and_sets_its_start_position() {
    let path = std::env::temp_dir().join(format!("a board {}", std::process::id()));
    std::fs::write(&path, "a1 0 0 w\na2 0 1 o\na3 0 2 o\na4 0 3 b\nline a1 a2 a3 a4\n").unwrap();
    let mut process = Process::playing("vsadniki");
    assert_eq!(process.ask("position startpos moves a2a3"), [""; 0]);
    assert_eq!(process.ask(&format!("setoption name BoardFile value {}", path.display())), [""; 0]);
    assert_eq!(process.ask("legal"), ["a1a2 b/1/w/1 b 0 0 0 0 1 1"]);
    assert_eq!(process.go("go depth 4").best, "a1a2");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn both_names_of_variant_set_the_start_position() {
    for name in ["Variant", "UCI_Variant", "uci_variant"] {
        let mut process = Process::start();
        for variant in Variant::ALL {
            process.ask("position startpos moves c3d4 zz");
            assert_eq!(process.ask(&format!("setoption name {name} value {variant}")), [""; 0]);
            let start = variant.open(&ataman::rules::RuleOptions::default()).start_fen();
            let shown = process.ask("show");
            assert!(shown.contains(&format!("variant: {variant}")), "{shown:?}");
            assert!(shown.contains(&format!("fen: {start}")), "{shown:?}");
            assert_eq!(process.ask_one("query gameover"), "response false");
        }
    }
}

#[test]
fn a_refused_variant_changes_nothing() {
    let mut process = Process::playing("lasca");
    process.ask("position startpos moves c3d4");
    let before = process.ask("show");
    assert_eq!(process.ask("setoption name Variant value chess").len(), 1);
    assert_eq!(process.ask("show"), before);
}

#[test]
fn rule_options_act_at_once_on_the_present_game() {
    let mut process = Process::playing("vsadniki");
    process.ask("position fen 8b/9/17/17/17/13/17/17/1b15/w8/9 w 13 0 0 0 0 1 moves a2c4");
    assert_eq!(process.ask_one("query result"), "response p1win");
    assert_eq!(process.ask("legal"), [""; 0]);
    process.ask("setoption name TargetScore value 20");
    assert_eq!(process.ask_one("query result"), "response none");
    assert!(!process.ask("legal").is_empty());
    process.ask("setoption name MinCaptures value 1");
    process.ask("setoption name TargetScore value 15");
    assert_eq!(process.ask_one("query result"), "response none");
}

#[test]
fn an_option_of_another_game_is_kept() {
    let mut process = Process::playing("russian");
    assert_eq!(process.ask("setoption name TargetScore value 4"), [""; 0]);
    process.ask("setoption name Variant value vsadniki");
    assert!(process.ask("show").iter().any(|line| line.contains("TargetScore=4")));
    process.ask("position fen 8b/9/17/17/17/13/17/17/1b15/w8/9 w 2 0 0 0 0 1 moves a2c4");
    assert_eq!(process.ask_one("query result"), "response p1win");
}

#[test]
fn a_new_game_keeps_all_options() {
    for word in ["ucinewgame", "uginewgame"] {
        let mut process = Process::playing("lasca");
        for option in ["MultiPV value 3", "Rejump value never", "Hash value 2"] {
            process.ask(&format!("setoption name {option}"));
        }
        assert_eq!(process.ask(word), [""; 0]);
        assert_eq!(process.go("go depth 1").infos.len(), 3);
        let shown = process.ask("show");
        assert!(shown.iter().any(|line| line.contains("Rejump=never")), "{shown:?}");
        assert!(shown.contains(&"variant: lasca".to_owned()), "{shown:?}");
    }
}

#[test]
fn hash_sizes_up_to_a_gigabyte() {
    let mut process = Process::start();
    for size in [1, 2, 3, 1000, 7, 1024, 16] {
        assert_eq!(process.ask(&format!("setoption name Hash value {size}")), [""; 0]);
        assert_eq!(process.ask("ucinewgame"), [""; 0]);
        assert_eq!(process.go("go depth 5").last().depth, 5, "{size} MB");
    }
}

/// Larger than any test machine: either the memory is refused with a word, or it is there. A search goes on in both.
#[test]
fn an_absurd_hash_is_survived() {
    let mut process = Process::start();
    let lines = process.ask("setoption name Hash value 65536");
    let refused = "info string error: no memory for a hash table of 65536 MB; the old table of 16 MB stays";
    assert!(lines.is_empty() || lines == [refused], "{lines:?}");
    for _ in 0..3 {
        assert_eq!(process.ask("ucinewgame"), [""; 0]);
        assert_eq!(process.go("go depth 5").last().depth, 5);
    }
    assert_eq!(process.ask("setoption name Hash value 4"), [""; 0]);
    assert_eq!(process.go("go depth 5").last().depth, 5);
    assert_eq!(process.end(), [""; 0]);
}

#[test]
fn many_threads_play() {
    let mut process = Process::start();
    for threads in [2, 64, 3, 1] {
        assert_eq!(process.ask(&format!("setoption name Threads value {threads}")), [""; 0]);
        assert_eq!(process.go("go nodes 500").best.len(), 4, "{threads}");
    }
    assert_eq!(process.end(), [""; 0]);
}

#[test]
fn skill_holds_the_search_back() {
    let mut process = Process::start();
    process.ask("setoption name Skill value 0");
    let weak = process.go("go depth 30");
    assert!(weak.last().nodes < 1000, "{weak:?}");
    process.ask("setoption name Skill value 20");
    assert_eq!(process.go("go depth 8").last().depth, 8);
}
