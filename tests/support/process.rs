//! The real binary, driven over its protocol.
#![allow(dead_code, reason = "each test file uses its part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest wait for a line that must come: generous, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine. It is killed when the value is dropped.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Option<JoinHandle<String>>,
    /// What has been sent, for the message of a failure.
    sent: Vec<String>,
}

/// The answer to a `go`.
#[derive(Debug)]
pub struct Answer {
    /// The lines before the `bestmove`.
    pub before: Vec<String>,
    /// Those of them that tell of a finished line.
    pub infos: Vec<Info>,
    pub best: String,
    pub ponder: Option<String>,
}

/// An `info` line with a score and a line of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    pub depth: u32,
    pub multipv: usize,
    /// `cp` or `mate`.
    pub unit: String,
    pub score: i32,
    pub nodes: u64,
    pub pv: Vec<String>,
}

impl Process {
    /// Starts the engine and says nothing to it yet. `ATAMAN_PROGRAM` names another build of it.
    pub fn start() -> Self {
        let program = std::env::var_os("ATAMAN_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_ataman").into());
        let mut child =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in output.split(b'\n') {
                let Ok(bytes) = line else { return };
                let text = String::from_utf8(bytes).expect("the output is UTF-8");
                if sender.send(text).is_err() {
                    return;
                }
            }
        });
        let mut errors = child.stderr.take().unwrap();
        let complaints = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let input = child.stdin.take();
        Process { child, input, lines, complaints: Some(complaints), sent: Vec::new() }
    }

    /// An engine that speaks `ugi` or `uci`, past the handshake.
    pub fn speaking(dialect: &str) -> Self {
        let mut process = Self::start();
        process.send(dialect);
        process.until(|line| line == format!("{dialect}ok"));
        process
    }

    /// An engine that speaks `ugi` and plays a variant.
    pub fn playing(variant: &str) -> Self {
        let mut process = Self::speaking("ugi");
        assert_eq!(process.ask(&format!("setoption name Variant value {variant}")), [""; 0]);
        process
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        // What is long ago explains nothing, and some tests go on for an hour.
        if self.sent.len() > 1000 {
            self.sent.drain(..900);
        }
        self.sent.push(line.chars().take(200).collect());
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        if let Err(error) = input.write_all(bytes).and_then(|()| input.flush()) {
            panic!("the engine takes no input: {error}\n{}", self.story());
        }
    }

    /// The next line, which must come.
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no line came\n{}", self.story()),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended\n{}", self.story()),
        }
    }

    /// All lines up to one that is like this, which is the last.
    pub fn until(&mut self, last: impl Fn(&str) -> bool) -> Vec<String> {
        let (mut lines, start) = (Vec::new(), Instant::now());
        loop {
            let line = self.line();
            let done = last(&line);
            lines.push(line);
            if done {
                return lines;
            }
            // A search may go on printing for ever.
            assert!(start.elapsed() < 3 * PATIENCE, "the line waited for does not come\n{}", self.story());
        }
    }

    /// Waits until everything sent so far has been read; what was printed meanwhile. A search that runs goes on.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a line and returns what it answers, for commands that answer at once.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// As [`Process::ask`], for commands that answer one line.
    pub fn ask_one(&mut self, line: &str) -> String {
        let mut lines = self.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines.remove(0)
    }

    /// Asserts that nothing is printed for so long.
    pub fn is_silent(&mut self, millis: u64) {
        if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(millis)) {
            panic!("'{line}' where nothing was expected\n{}", self.story());
        }
    }

    /// Sends a `go` and reads its answer.
    pub fn go(&mut self, line: &str) -> Answer {
        self.send(line);
        self.answer()
    }

    /// Reads up to the next `bestmove`.
    pub fn answer(&mut self) -> Answer {
        let mut before = self.until(|line| line.starts_with("bestmove"));
        let last = before.pop().unwrap();
        let words: Vec<&str> = last.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", "(none)"] => ("(none)", None),
            ["bestmove", best] => (best, None),
            ["bestmove", best, "ponder", ponder] => (best, Some(ponder.to_owned())),
            _ => panic!("'{last}' is no answer"),
        };
        let infos = before.iter().filter(|line| line.contains(" pv ")).map(|line| Info::read(line)).collect();
        Answer { best: best.to_owned(), ponder, infos, before }
    }

    /// Closes the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Closes the input and waits for the end; what was still printed. The code must be 0, and nobody has complained.
    pub fn end(mut self) -> Vec<String> {
        self.close();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the engine does not end\n{}", self.story());
            std::thread::sleep(Duration::from_millis(2));
        };
        let complaints = self.complaints.take().unwrap().join().unwrap();
        assert_eq!(complaints, "", "standard error");
        assert_eq!(status.code(), Some(0), "exit code");
        self.lines.iter().collect()
    }

    /// What led here.
    fn story(&mut self) -> String {
        let _ = self.child.kill();
        let complaints = self.complaints.take().map_or_else(String::new, |c| c.join().unwrap());
        let from = self.sent.len().saturating_sub(30);
        format!("the last lines sent:\n  {}\nstandard error:\n{complaints}", self.sent[from..].join("\n  "))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    /// The last line shown of the best move.
    pub fn last(&self) -> &Info {
        self.infos.iter().rfind(|info| info.multipv == 1).expect("a line before the bestmove")
    }
}

impl Info {
    /// Reads the line strictly: every field of the contract in its order, numbers in the right places.
    pub fn read(line: &str) -> Self {
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("info"), "{line}");
        let mut take = |name: &str| {
            assert_eq!(words.next(), Some(name), "{line}");
            words.next().unwrap_or_else(|| panic!("{name} in {line}"))
        };
        let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("'{text}' in {line}"));
        let depth = number(take("depth")) as u32;
        let seldepth = number(take("seldepth"));
        let multipv = number(take("multipv")) as usize;
        let unit = take("score").to_owned();
        assert!(unit == "cp" || unit == "mate", "{line}");
        let score: i32 = words.next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("score in {line}"));
        let mut take = |name: &str| {
            assert_eq!(words.next(), Some(name), "{line}");
            words.next().map(number).unwrap_or_else(|| panic!("{name} in {line}"))
        };
        let nodes = take("nodes");
        for name in ["nps", "hashfull", "tbhits", "time"] {
            take(name);
        }
        assert_eq!(words.next(), Some("pv"), "{line}");
        let pv: Vec<String> = words.map(str::to_owned).collect();
        assert!(depth >= 1 && seldepth >= 1 && multipv >= 1 && nodes >= 1 && !pv.is_empty(), "{line}");
        assert!(unit == "cp" || score != 0, "a game that goes on is not mate 0: {line}");
        Info { depth, multipv, unit, score, nodes, pv }
    }
}
