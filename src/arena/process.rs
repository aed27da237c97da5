//! An engine in a process of its own. Whatever it does, nobody waits for it without a limit and nothing of it is kept
//! without a limit: both pipes have threads of their own behind bounded queues, lines are cut, and it is killed with
//! its children when it is dropped.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::{Line as Input, read_line};

use super::log::Log;
use super::player::{Fault, Stage};
use super::spec::EngineSpec;

/// Lines that wait between a pipe and its owner; then the pipe fills up, and the engine has to wait.
const QUEUE: usize = 256;
/// Bytes that are kept of a line.
const LONGEST: usize = 1 << 16;
/// Bytes and lines between two commands of ours that are taken for output without end. Long searches print some
/// thousand lines.
const MOST_BYTES: u64 = 32 << 20;
const MOST_LINES: u64 = 200_000;
/// How long the cause of a closed pipe is looked for.
const CAUSE: Duration = Duration::from_millis(500);
/// How long an engine may take to say goodbye.
const GOODBYE: Duration = Duration::from_millis(500);

/// A line that an engine printed, and when it came.
pub struct Line {
    /// When it came.
    pub at: Instant,
    /// The line, without its end.
    pub text: String,
}

/// A running engine.
pub struct Process {
    child: Child,
    input: Option<SyncSender<String>>,
    output: Receiver<Line>,
    /// Bytes read so far, and their number at the last command.
    bytes: Arc<AtomicU64>,
    bytes_before: u64,
    /// Lines since the last command.
    lines: u64,
    name: String,
    log: Log,
}

/// Counts what passes.
struct Counted(ChildStdout, Arc<AtomicU64>);

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.0.read(buffer)?;
        self.1.fetch_add(n as u64, Relaxed);
        Ok(n)
    }
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// The operating system cannot run it.
    pub fn start(spec: &EngineSpec, log: &Log) -> Result<Self, Fault> {
        let refused = |e: std::io::Error| Fault::NoStart(e.to_string());
        let [program, arguments @ ..] = spec.command.as_slice() else {
            return Err(Fault::NoStart("no program".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        // A group of its own, so that what the engine starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(refused)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let bytes = Arc::new(AtomicU64::new(0));
        let (input, lines_in) = sync_channel::<String>(QUEUE);
        let (lines_out, output) = sync_channel(QUEUE);
        let process = Process {
            child,
            input: Some(input),
            output,
            bytes,
            bytes_before: 0,
            lines: 0,
            name: spec.name.clone(),
            log: log.clone(),
        };
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ()).map_err(refused)
        };
        if let Some(mut stdin) = stdin {
            spawn(
                "to engine",
                Box::new(move || {
                    for text in lines_in {
                        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                            break;
                        }
                    }
                }),
            )?;
        }
        if let Some(stdout) = stdout {
            let (counted, name, log) = (Counted(stdout, Arc::clone(&process.bytes)), spec.name.clone(), log.clone());
            spawn("from engine", Box::new(move || forward(counted, &lines_out, &name, &log)))?;
        }
        if let Some(stderr) = stderr {
            let (name, log) = (spec.name.clone(), log.clone());
            spawn(
                "engine errors",
                Box::new(move || {
                    let mut reader = BufReader::new(stderr);
                    while let Ok(Some(line)) = read_line(&mut reader) {
                        if let Input::Text(text) = line {
                            log.line(&name, '!', &text);
                        }
                    }
                }),
            )?;
        }
        Ok(process)
    }

    /// Sends lines in one write, and returns the moment before.
    ///
    /// # Errors
    /// The engine has not read what it was sent for long, or has closed its input.
    pub fn send(&mut self, lines: &[&str], stage: Stage) -> Result<Instant, Fault> {
        let mut text = String::new();
        for line in lines {
            self.log.line(&self.name, '>', line);
            text += line;
            text.push('\n');
        }
        self.bytes_before = self.bytes.load(Relaxed);
        self.lines = 0;
        let now = Instant::now();
        let sent = self.input.as_ref().is_some_and(|input| input.try_send(text).is_ok());
        if sent { Ok(now) } else { Err(self.cause(stage).unwrap_or(Fault::ClosedInput(stage))) }
    }

    /// The next line. `None`: none came before `deadline`.
    ///
    /// # Errors
    /// The output has ended, or it does not end.
    pub fn next(&mut self, deadline: Instant, stage: Stage) -> Result<Option<Line>, Fault> {
        loop {
            if self.lines > MOST_LINES || self.bytes.load(Relaxed) - self.bytes_before > MOST_BYTES {
                return Err(Fault::Flood);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            // From time to time the counter is looked at: an endless line is no line.
            match self.output.recv_timeout(left.min(Duration::from_millis(100))) {
                Ok(line) if line.at > deadline => return Ok(None),
                Ok(line) => {
                    self.lines += 1;
                    return Ok(Some(line));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.cause(stage).unwrap_or(Fault::ClosedOutput(stage)));
                }
            }
        }
    }

    /// Has anything been printed since the last command?
    pub fn has_spoken(&self) -> bool {
        self.lines > 0 || self.bytes.load(Relaxed) != self.bytes_before
    }

    /// Throws away what was printed unasked, so that it is not taken for an answer.
    pub fn drain(&mut self) {
        for _ in 0..QUEUE {
            if self.output.try_recv().is_err() {
                break;
            }
        }
    }

    /// Why a pipe is closed: the end of the process, if it has ended.
    fn cause(&mut self, stage: Stage) -> Option<Fault> {
        self.ended_within(CAUSE).map(|how| Fault::Died(stage, how))
    }

    fn ended_within(&mut self, time: Duration) -> Option<String> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Err(error) => return Some(error.to_string()),
                Ok(None) if start.elapsed() > time => return None,
                Ok(None) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Sends the last words, closes the engine's input and gives it a moment to end by itself.
    pub fn quit(&mut self, words: &str) {
        if self.input.is_some() && self.send(&[words], Stage::Thinking).is_ok() {
            self.input = None;
            self.ended_within(GOODBYE);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // The group outlives its first process if that has left children behind.
        #[cfg(unix)]
        {
            let group = rustix::process::Pid::from_child(&self.child);
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        self.ended_within(Duration::from_secs(1));
    }
}

/// Carries lines from the pipe to the queue until either ends.
fn forward(from: Counted, to: &SyncSender<Line>, name: &str, log: &Log) {
    let mut reader = BufReader::with_capacity(1 << 16, from);
    while let Ok(Some(line)) = read_line(&mut reader) {
        let at = Instant::now();
        let text = match line {
            Input::Text(mut text) => {
                let end = (0..=LONGEST.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
                text.truncate(end.unwrap_or(0));
                text.shrink_to_fit();
                text
            }
            Input::TooLong => String::new(),
        };
        log.line(name, '<', &text);
        if to.send(Line { at, text }).is_err() {
            break;
        }
    }
}
