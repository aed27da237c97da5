//! Lines of all protocols, read by the real loops in this process.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, Once};

use ataman::engine::{Engine, Variant};
use ataman::protocol::{self, Output};
use ataman::rules::RuleOptions;
use proptest::prelude::*;

use crate::{change, changes, fuzz};

/// Lines that are right, in the words of each protocol.
const UGI: &[&str] = &[
    "ugi",
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves c3d4 b6a5",
    "moves c3d4",
    "position fen 8/8/8/8/3b4/2w5/8/8 w 0 1",
    "position W:Wc3,Ka1:Bd4",
    "go depth 2",
    "go nodes 200",
    "go infinite",
    "go ponder",
    "go movetime 3",
    "go wtime 20 btime 20 winc 1 binc 1 movestogo 3",
    "go mate 1",
    "go searchmoves c3d4 nodes 50",
    "go perft 2",
    "perft 3",
    "stop",
    "ponderhit",
    "query gameover",
    "query p1turn",
    "query result",
    "legal",
    "show",
    "d",
    "eval",
    "describe",
    "help",
    "debug on",
    "register later",
    "setoption name Variant value bashni",
    "setoption name Variant value lasca",
    "setoption name UCI_Variant value siberia",
    "setoption name Variant value vsadniki",
    "setoption name Hash value 1",
    "setoption name MultiPV value 3",
    "setoption name Skill value 2",
    "setoption name Rejump value free",
    "setoption name TargetScore value 3",
    "setoption name Move Overhead value 5",
];
const HUB: &[&str] = &[
    "hub",
    "init",
    "ping",
    "new-game",
    "pos",
    "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
    "level depth=2",
    "level infinite",
    "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"22-18 9-13\"",
    "level nodes=100",
    "level move-time=0.002",
    "level time=0.1 inc=0.01 moves=3",
    "go think",
    "go ponder",
    "go analyze",
    "stop",
    "ponder-hit",
    "set-param name=hash value=1",
    "set-param name=pace value=0",
    "set-param name=numbering value=b8",
    "pos pos=Weeeeeeeeeeeeeebeeweeeeeeeeeeeeee",
];
const XBOARD: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted done",
    "new",
    "variant siberia",
    "force",
    "go",
    "playother",
    "usermove e2e4",
    "usermove e8e6",
    "e2e4",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "level 40 5 0",
    "level 0 0:01 0.1",
    "st 0.01",
    "sd 2",
    "time 100",
    "otim 100",
    "?",
    "ping 1",
    "draw",
    "result 1-0 {x}",
    "hint",
    "analyze",
    "exit",
    ".",
    "memory 1",
    "cores 1",
    "option Skill=3",
    "setboard k8/9/1K7/9/9/9/9/9/8R w - - 0 1",
    "random",
    "name x",
    "bk",
];

const WORDS: &[&str] = &[
    " ",
    "value",
    "name",
    "moves",
    "fen",
    "=",
    "\"",
    "pos=",
    "-1",
    "0",
    "1",
    "99999999999999999999",
    "1.5",
    "nan",
    "inf",
    "e2e4",
    "c3d4",
    "\u{0}",
    "\t",
    "infinite",
    "depth",
    "{",
    "}",
    ":",
    "/",
];

/// How often any thread has panicked: a search does it where nobody looks.
static PANICS: AtomicUsize = AtomicUsize::new(0);
static HOOK: Once = Once::new();

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Some lines, each of them changed a little or not at all; a first one that chooses the protocol.
fn dialogue(first: &'static str, lines: &'static [&'static str]) -> impl Strategy<Value = String> {
    let line = (proptest::sample::select(lines), proptest::option::weighted(0.4, changes(3, WORDS)));
    let line = line.prop_map(|(line, edits)| match edits {
        // A table of many gigabytes and hundreds of threads are what was asked for, and no fault.
        Some(_) if ["Hash", "hash", "memory", "cores"].iter().any(|word| line.contains(word)) => line.to_owned(),
        Some(edits) => change(line, &edits).replace('\n', " "),
        None => line.to_owned(),
    });
    proptest::collection::vec(line, 1..12).prop_map(move |lines| format!("{first}\n{}\n", lines.join("\n")))
}

/// What the program says to some input.
fn speak(input: &str) -> Result<String, TestCaseError> {
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            // A failed check of another target is no fault of the program.
            if ["job", "worker", "game"]
                .iter()
                .any(|name| std::thread::current().name().unwrap_or("").starts_with(name))
            {
                PANICS.fetch_add(1, Relaxed);
            }
            usual(info);
        }));
    });
    let before = PANICS.load(Relaxed);
    let engine = Engine::new(Variant::default(), RuleOptions::default(), 1, 1).expect("an engine");
    let written = Written::default();
    let output = Output::new(Box::new(written.clone()), || {});
    protocol::run(input.as_bytes(), output, engine).expect("the input can be read");
    prop_assert_eq!(PANICS.load(Relaxed), before, "a thread has panicked at:\n{}", input);
    let bytes = written.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).map_err(|e| TestCaseError::fail(format!("{e}: {input}")))?;
    let strange = text.chars().find(|c| c.is_control() && *c != '\n');
    prop_assert!(strange.is_none(), "{:?} in what is said to\n{}", strange, input);
    Ok(text)
}

#[test]
fn protocol_line_ugi() {
    fuzz("protocol line, ugi and uci", dialogue("ugi", UGI), |input| {
        let text = speak(&input)?;
        let count =
            |text: &str, word: &str| text.lines().filter(|line| line.split_whitespace().next() == Some(word)).count();
        let (asked, answers) = (count(&input, "go"), count(&text, "bestmove"));
        let perfts = input.lines().filter(|line| line.trim_start().starts_with("go") && line.contains("perft")).count();
        prop_assert!(answers <= asked && answers + perfts >= asked, "{}\n{}", input, text);
        prop_assert!(count(&text, "readyok") == count(&input, "isready"), "{}\n{}", input, text);
        Ok(())
    });
}

#[test]
fn protocol_line_hub() {
    fuzz("protocol line, hub", dialogue("hub", HUB), |input| {
        let text = speak(&input)?;
        let known = ["id ", "param ", "wait", "ready", "pong", "info ", "done", "error "];
        let strange = text.lines().find(|line| !known.iter().any(|start| line.starts_with(start)));
        prop_assert!(strange.is_none(), "{:?} is said to\n{}", strange, input);
        Ok(())
    });
}

#[test]
fn protocol_line_xboard() {
    fuzz("protocol line, xboard", dialogue("xboard", XBOARD), |input| {
        let text = speak(&input)?;
        let known = |line: &&str| {
            let starts = [
                "feature ",
                "setup ",
                "piece ",
                "pong ",
                "move ",
                "Error (",
                "Illegal move: ",
                "tellusererror ",
                "Hint: ",
                "offer draw",
                "1-0 {",
                "0-1 {",
                "1/2-1/2 {",
            ];
            starts.iter().any(|start| line.starts_with(start))
                || line.split(' ').take(4).all(|word| word.parse::<i64>().is_ok())
        };
        let strange = text.lines().find(|line| !known(line));
        prop_assert!(strange.is_none(), "{:?} is said to\n{}", strange, input);
        Ok(())
    });
}
