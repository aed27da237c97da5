//! Talks with the real program, line by line.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::blocks::Block;

/// How long an answer is waited for. Generous: it is no measurement, it keeps a broken program from hanging the test.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program.
pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_ataman"))
}

/// Does a line fit a pattern? `*` is one word, at the end of a word the rest of it; a final `...` is the rest of the line, which may be empty only where the
/// dots follow a word directly. Everything else must be the same to the byte.
pub fn fits(pattern: &str, line: &str) -> bool {
    let (pattern, open) = pattern.strip_suffix("...").map_or((pattern, false), |p| (p, true));
    let mut expected = pattern.split(' ').peekable();
    let mut rest = line;
    while let Some(word) = expected.next() {
        if open && expected.peek().is_none() {
            return rest.starts_with(word) && !rest.is_empty();
        }
        let (found, after) = rest.split_once(' ').map_or((rest, None), |(word, after)| (word, Some(after)));
        let varies = |start: &str| found.len() > start.len() && found.starts_with(start);
        if word != found && !word.strip_suffix('*').is_some_and(varies) {
            return false;
        }
        match after {
            Some(after) => rest = after,
            None => return expected.peek().is_none(),
        }
    }
    false
}

/// A running program.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Drop for Talk {
    fn drop(&mut self) {
        // A failed check must not leave the program behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Talk {
    fn start(folder: &Path) -> Talk {
        let mut child = program()
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in stdout.split(b'\n') {
                let Ok(line) = line else { return };
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Talk { child, input, output }
    }

    fn send(&mut self, line: &str) {
        // A program that has gone away shows itself by the answer that is missing.
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// The next line; an error if there is none.
    fn hear(&self) -> Result<String, String> {
        self.output.recv_timeout(PATIENCE).map_err(|e| match e {
            RecvTimeoutError::Timeout => format!("nothing within {PATIENCE:?}"),
            RecvTimeoutError::Disconnected => "the end of the output".to_owned(),
        })
    }

    /// Closes the input; the program must end with code 0 and have nothing more to say.
    fn end(mut self) -> Result<(), String> {
        drop(self.input.take());
        match self.hear() {
            Err(what) if what.starts_with("the end") => {}
            Err(what) => return Err(format!("the program goes on after the end of its input: {what}")),
            Ok(line) => return Err(format!("one line more than expected: `{line}`")),
        }
        let status = self.child.wait().map_err(|e| e.to_string())?;
        if status.code() == Some(0) { Ok(()) } else { Err(format!("ended with {status}")) }
    }
}

/// Is it a line that somebody waits for? None may be passed over.
fn is_answer(line: &str) -> bool {
    let mut words = line.split(' ');
    let first = words.next().unwrap_or("");
    let alone = ["bestmove", "readyok", "response", "wait", "ready", "pong", "done", "error", "Error", "Illegal"];
    // A term of the evaluation is called `move` too; its value stands further to the right.
    let is_move = first == "move" && words.count() == 1;
    is_move || alone.contains(&first) || line.starts_with("info string error")
}

/// The line of a dialogue that closes the program's input.
const END_OF_INPUT: &str = "> [end of input]";

/// Replays a dialogue in a folder. Lines `> text` are sent, lines `< text` must come back in their order; `< ...` alone
/// stands for any number of lines that are no answer, as those of a search.
pub fn replay(block: &Block, folder: &Path) -> Result<(), String> {
    let mut talk = Talk::start(folder);
    let mut skipping = false;
    let mut last = 0;
    for (number, line) in &block.lines {
        last = *number;
        let at = block.place(last);
        if line == END_OF_INPUT {
            drop(talk.input.take());
        } else if let Some(text) = line.strip_prefix("> ") {
            talk.send(text);
        } else if line == ">" {
            talk.send("");
        } else if line == "< ..." {
            skipping = true;
        } else if let Some(expected) = line.strip_prefix("< ").or((line == "<").then_some("")) {
            let mut found = talk.hear();
            while let Ok(text) = &found
                && skipping
                && !fits(expected, text)
                && !is_answer(text)
            {
                found = talk.hear();
            }
            skipping = false;
            match found {
                Ok(text) if fits(expected, &text) => {}
                Ok(text) => return Err(format!("{at}:\n  expected `{expected}`\n  found    `{text}`")),
                Err(what) => return Err(format!("{at}:\n  expected `{expected}`\n  found    {what}")),
            }
        } else {
            return Err(format!("{at}: neither `> text` nor `< text`"));
        }
    }
    talk.end().map_err(|what| format!("{}: after the last line: {what}", block.place(last)))
}

/// Splits a command line at its blanks; quotes keep them.
pub fn arguments(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('"').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Runs the program with the arguments of a command line.
pub fn run(line: &str, folder: &Path) -> Output {
    program().current_dir(folder).args(arguments(line)).output().expect("the program starts")
}

/// Replays the commands of a console block: `$ ataman ...`, then what it prints, blanks counted once. A line `...` alone
/// stands for any number of lines, `[exit code N]` at the end for an exit code that is not 0.
pub fn replay_console(block: &Block, folder: &Path) -> Result<(), String> {
    let commands: Vec<usize> = (0..block.lines.len()).filter(|&i| block.lines[i].1.starts_with("$ ")).collect();
    if commands.first() != Some(&0) {
        return Err(format!("{}: it does not begin with a command", block.file));
    }
    for (i, &from) in commands.iter().enumerate() {
        let to = commands.get(i + 1).copied().unwrap_or(block.lines.len());
        let (number, line) = &block.lines[from];
        let at = block.place(*number);
        let Some(line) = line.strip_prefix("$ ataman ") else { return Err(format!("{at}: not a command of ataman")) };
        let output = run(line, folder);
        let mut found = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => {}
            Some(code) => writeln!(found, "[exit code {code}]").expect("a string takes it"),
            None => return Err(format!("{at}: {}", output.status)),
        }
        let expected: Vec<String> = block.lines[from + 1..to].iter().map(|(_, text)| collapse(text)).collect();
        let found: Vec<String> = found.lines().map(collapse).collect();
        compare(&expected, &found).map_err(|what| format!("{at}: {what}\n  all it printed:\n{}", found.join("\n")))?;
    }
    Ok(())
}

fn collapse(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn compare(expected: &[String], found: &[String]) -> Result<(), String> {
    let mut rest = found.iter();
    let mut skipping = false;
    for pattern in expected {
        if pattern == "..." {
            skipping = true;
            continue;
        }
        let line = if skipping { rest.find(|line| fits(pattern, line)) } else { rest.next() };
        skipping = false;
        match line {
            Some(line) if fits(pattern, line) => {}
            Some(line) => return Err(format!("\n  expected `{pattern}`\n  found    `{line}`")),
            None => return Err(format!("\n  expected `{pattern}`\n  found    no such line")),
        }
    }
    match rest.next() {
        Some(line) if !skipping => Err(format!("one line more than expected: `{line}`")),
        _ => Ok(()),
    }
}
