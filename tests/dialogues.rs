//! The documentation in `protocol-spec/` and the README, replayed on the real program: what they show is what it says.

mod spec;

use std::fs;
use std::path::Path;

use serde_json::Value;
use spec::blocks::{Block, blocks, markdown_files, read, root};
use spec::dialogue::{fits, program, replay, replay_console, run};
use spec::schema;
use tempfile::TempDir;

const FOLDER: &str = "protocol-spec";
/// Every file of the folder, with the least number of dialogues that it must have.
const FILES: [(&str, usize); 9] = [
    ("README.md", 1),
    ("board-file.md", 3),
    ("hub.md", 5),
    ("learning.md", 1),
    ("notation.md", 8),
    ("protocol.md", 30),
    ("rules.md", 10),
    ("tables.md", 2),
    ("xboard.md", 4),
];

/// The variants that the program lists.
fn variants() -> Vec<String> {
    let options = speak("ugi\n");
    let line = options.lines().find(|line| line.starts_with("option name Variant ")).expect("the option Variant");
    line.split(" var ").skip(1).map(str::to_owned).collect()
}

/// What the program answers to some lines.
fn speak(input: &str) -> String {
    let mut command = assert_cmd::Command::from(program());
    let output = command.write_stdin(input).output().expect("the program starts");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A folder with the board files that a document shows, for its dialogues to run in.
fn workshop(all: &[Block]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for block in all.iter().filter(|block| block.kind() == "board") {
        fs::write(folder.path().join(block.rest()), block.text()).expect("a board file");
    }
    folder
}

/// Replays the dialogues and the console examples of a file and returns the number of dialogues.
fn replay_file(file: &str) -> usize {
    let all = blocks(file);
    let folder = workshop(&all);
    let mut failures = Vec::new();
    let mut dialogues = 0;
    for block in &all {
        let done = match block.kind() {
            "dialogue" => {
                dialogues += 1;
                replay(block, folder.path())
            }
            "console" => replay_console(block, folder.path()),
            // What only looks like a dialogue would never be checked.
            _ if block.lines.iter().any(|(_, line)| line.starts_with("> ")) => {
                Err(format!("{}: a dialogue is not marked as one", block.place(block.lines[0].0)))
            }
            _ => Ok(()),
        };
        failures.extend(done.err());
    }
    assert!(failures.is_empty(), "{} examples are wrong:\n{}", failures.len(), failures.join("\n"));
    dialogues
}

fn replay_document(name: &str) {
    let least = FILES.iter().find(|(file, _)| *file == name).expect("a file of the list").1;
    let found = replay_file(&format!("{FOLDER}/{name}"));
    assert!(found >= least, "{name} has {found} dialogues, fewer than {least}");
}

#[test]
fn the_index_is_true() {
    replay_document("README.md");
}

#[test]
fn learning_is_true() {
    replay_document("learning.md");
}

#[test]
fn the_protocol_is_true() {
    replay_document("protocol.md");
}

#[test]
fn the_hub_chapter_is_true() {
    replay_document("hub.md");
}

#[test]
fn the_xboard_chapter_is_true() {
    replay_document("xboard.md");
}

#[test]
fn the_notation_is_true() {
    replay_document("notation.md");
}

#[test]
fn the_rules_are_true() {
    replay_document("rules.md");
}

#[test]
fn the_tables_are_true() {
    replay_document("tables.md");
}

#[test]
fn the_board_file_is_true() {
    replay_document("board-file.md");
}

#[test]
fn the_readme_is_true() {
    replay_file("README.md");
    let consoles = blocks("README.md").iter().filter(|block| block.kind() == "console").count();
    assert!(consoles >= 5, "the README shows only {consoles} commands that can be replayed");
}

#[test]
fn no_file_is_forgotten() {
    assert_eq!(markdown_files(&root().join(FOLDER)), FILES.map(|(name, _)| name));
    let index = read("protocol-spec/README.md");
    for (name, _) in &FILES[1..] {
        assert!(index.contains(&format!("({name})")), "the index does not link to {name}");
    }
}

/// Links between the documents lead somewhere.
#[test]
fn links_lead_somewhere() {
    let documents = FILES.map(|(name, _)| format!("{FOLDER}/{name}"));
    for file in documents.iter().map(String::as_str).chain(["README.md"]) {
        let folder = Path::new(file).parent().expect("a folder");
        let text = read(file);
        for part in text.split("](").skip(1) {
            let target = part.split([')', '#']).next().unwrap_or("");
            let far = target.starts_with("http") || target.is_empty();
            assert!(far || root().join(folder).join(target).exists(), "{file}: the link '{target}' leads nowhere");
        }
    }
}

/// The lines that the dialogues of the folder send.
fn sent() -> Vec<String> {
    let all = FILES.iter().flat_map(|(name, _)| blocks(&format!("{FOLDER}/{name}")));
    all.filter(|block| block.kind() == "dialogue")
        .flat_map(|block| block.lines)
        .filter_map(|(_, line)| line.strip_prefix("> ").map(str::to_owned))
        .collect()
}

#[test]
fn every_command_option_and_variant_is_shown() {
    let sent = sent();
    let begins = |start: &str| sent.iter().any(|line| line == start || line.starts_with(&format!("{start} ")));
    let help = speak("help\n");
    assert!(help.lines().count() > 15);
    for line in help.lines() {
        // `ugi | uci    say who ...`: names are separated by bars and commas, arguments follow them.
        let (usage, _) = line.split_once("  ").unwrap_or((line, ""));
        for part in usage.split(['|', ',']).filter(|part| !part.contains(['[', ']'])) {
            let name = part.split_whitespace().next().unwrap_or("");
            let is_argument = ["fen", "p1turn", "result", "depth", "nodes", "mate", "go"].contains(&name);
            assert!(is_argument || begins(name), "no dialogue shows the command '{name}'");
        }
    }
    for line in speak("ugi\n").lines().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, _) = line.split_once(" type ").expect("a type");
        assert!(begins(&format!("setoption name {name}")), "no dialogue sets the option '{name}'");
    }
    let (variants, rules) = (variants(), read("protocol-spec/rules.md"));
    for variant in &variants[1..] {
        assert!(begins(&format!("setoption name Variant value {variant}")), "no dialogue plays {variant}");
    }
    assert!(variants.iter().all(|variant| rules.contains(&format!("`{variant}`"))), "rules.md lacks a variant");
    for dialect in ["ugi", "uci"] {
        assert!(sent.iter().any(|line| line == dialect), "no dialogue in {dialect}");
    }
}

/// Every message of an error type is told of somewhere: its longest part without a value in it is quoted.
#[test]
fn every_error_is_documented() {
    let text: String = FILES.iter().map(|(name, _)| read(&format!("{FOLDER}/{name}"))).collect();
    let sources = [
        "src/board/graph.rs",
        "src/engine/mod.rs",
        "src/eval/weights.rs",
        "src/learn/games.rs",
        "src/learn/selfplay.rs",
        "src/learn/train.rs",
        "src/protocol/go.rs",
        "src/protocol/options.rs",
        "src/rules/fen.rs",
        "src/rules/notation.rs",
        "src/rules/options.rs",
        "src/tables/build.rs",
        "src/tables/check.rs",
        "src/tables/file.rs",
    ];
    let (mut seen, mut missing) = (0, Vec::new());
    for source in sources {
        for message in read(source).split("#[error(\"").skip(1) {
            let message = message.split('"').next().unwrap_or("");
            let constant = message.split(['{', '}']).step_by(2).max_by_key(|part| part.len()).unwrap_or("");
            seen += 1;
            // A message that is a value only is documented where its parts are.
            let constant = constant.trim_matches([' ', ':', ',', '\'']);
            if constant.len() > 3 && !text.contains(constant) {
                missing.push(format!("{source}: {message}"));
            }
        }
    }
    assert!(seen > 35, "only {seen} messages were found in the sources");
    assert!(missing.is_empty(), "not documented:\n{}", missing.join("\n"));
}

/// The blocks of `protocol.md` that begin like this, as JSON.
fn json_blocks(what: &str) -> Vec<(Block, Vec<Value>)> {
    let all = blocks("protocol-spec/protocol.md").into_iter().filter(|block| block.info.starts_with(what));
    let read = |block: Block| {
        let text = block.text();
        let values = serde_json::Deserializer::from_str(&text).into_iter().collect::<Result<Vec<Value>, _>>();
        let values = values.unwrap_or_else(|e| panic!("{}: {e}", block.place(block.lines[0].0)));
        (block, values)
    };
    let found: Vec<_> = all.map(read).collect();
    assert!(!found.is_empty(), "protocol.md has no block '{what}'");
    found
}

fn schema_of(name: &str) -> Value {
    json_blocks(&format!("json schema {name}")).remove(0).1.remove(0)
}

#[test]
fn every_json_block_parses() {
    let mut known = 0;
    for what in ["json schema", "json describe", "json analyse"] {
        known += json_blocks(what).len();
    }
    for (name, _) in FILES {
        let found = blocks(&format!("{FOLDER}/{name}")).iter().filter(|block| block.kind() == "json").count();
        assert_eq!(found, if name == "protocol.md" { known } else { 0 }, "{name} has JSON that no test reads");
    }
}

#[test]
fn describe_is_as_documented() {
    let schema = schema_of("describe");
    let describe = |variant: &str| -> Value {
        let text = speak(&format!("setoption name Variant value {variant}\ndescribe\n"));
        assert_eq!(text.lines().count(), 1, "describe of {variant} is not one line: {text}");
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("describe of {variant}: {e}"))
    };
    for variant in variants() {
        schema::check(&schema, &describe(&variant)).unwrap_or_else(|e| panic!("describe of {variant}: {e}"));
    }
    for (block, values) in json_blocks("json describe") {
        let (_, variant) = block.info.rsplit_once(' ').expect("a variant");
        // As text: the order of the keys is the same too.
        assert_eq!(values[0].to_string(), describe(variant).to_string(), "the example of describe for {variant}");
    }
    let broken = Value::from("no description");
    assert!(schema::check(&schema, &broken).is_err());
}

/// The keys of an object in their order, those of objects in it behind them.
fn keys(value: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for (name, part) in value.as_object().into_iter().flatten() {
        all.push(name.clone());
        all.extend(keys(part).into_iter().map(|key| format!("{name}.{key}")));
    }
    all
}

#[test]
fn analyse_json_is_as_documented() {
    let schema = schema_of("analyse");
    let analyse = |arguments: &str| -> Vec<Value> {
        let output = run(arguments, &root());
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && !text.is_empty(), "{arguments}: {output:?}");
        let values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        for value in &values {
            schema::check(&schema, value).unwrap_or_else(|e| panic!("{arguments}: {e}: {value}"));
        }
        values
    };
    for variant in variants() {
        analyse(&format!("analyse {variant} --depth 3 --multipv 2 --json"));
    }
    for (block, values) in json_blocks("json analyse") {
        let found = analyse(block.info.strip_prefix("json ").expect("the command"));
        let shape = |values: &[Value]| values.iter().map(keys).collect::<Vec<_>>();
        assert_eq!(shape(&values), shape(&found), "{}", block.place(block.lines[0].0));
        for value in &values {
            schema::check(&schema, value).unwrap_or_else(|e| panic!("{}: {e}", block.place(block.lines[0].0)));
        }
    }
}

#[test]
fn patterns_fit_what_they_should_and_no_more() {
    assert!(fits("a  b", "a  b") && !fits("a b", "a  b") && !fits("a", "a b") && !fits("a b", "a"));
    assert!(fits("n * x", "n 12 x") && !fits("n * x", "n  x") && !fits("n *", "n") && !fits("n *", "n 1 2"));
    assert!(fits("x move=* y", "x move=22-18 y") && !fits("move=*", "move=") && !fits("move=*", "mov=1"));
    assert!(fits("pv ...", "pv a3b4 c3d4") && !fits("pv ...", "pv ") && !fits("pv ...", "pw a"));
    assert!(fits("at * of...", "at 3 of4") && fits("pv a...", "pv a") && !fits("pv a...", "pv b"));
    assert!(fits("", "") && !fits("", "a") && !fits("a", ""));
}

/// The replay itself: it must notice a wrong line, a missing one and one too many.
#[test]
fn wrong_dialogues_are_noticed() {
    let replayed = |text: &str| {
        let lines = (1..).zip(text.lines().map(str::to_owned)).collect();
        replay(&Block { file: "test".into(), info: "dialogue".into(), lines }, &root())
    };
    assert_eq!(replayed("> isready\n< readyok\n> go infinite\n> stop\n< ...\n< bestmove *"), Ok(()));
    let wrong = replayed("> isready\n< readyok\n> isready\n< ready").unwrap_err();
    assert!(wrong.starts_with("test:4:") && wrong.contains("`ready`") && wrong.contains("`readyok`"), "{wrong}");
    assert_eq!(replayed("> go infinite\n> [end of input]\n< ...\n< bestmove *"), Ok(()));
    assert!(replayed("> isready").unwrap_err().contains("one line more"));
    assert!(replayed("> quit\n< readyok").unwrap_err().contains("the end of the output"));
    assert!(replayed("> isready\n< ...\n< bestmove *").unwrap_err().contains("readyok"));
    assert!(replayed("isready").is_err());
}
