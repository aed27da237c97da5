//! A page and its engine, which is a process of its own: whatever it does, it ends when the page has gone.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::thread;

use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::gate::Gate;
use super::http::{Visit, part};

/// Longest message of a page, bytes: a game of ten thousand moves.
const MOST_MESSAGE: usize = 64 << 10;
/// Lines of the engine are put together into messages of about this many bytes.
const FULL_MESSAGE: usize = 16 << 10;

/// Why a page is closed, if it did not go itself.
type Reason = OnceLock<(CloseCode, &'static str)>;

/// Tells a page why it gets no engine.
pub fn refuse((stream, sent): Visit, why: &str) -> io::Result<()> {
    goodbye(&mut socket(stream, sent), CloseCode::Again, why)
}

/// Lets a page talk to an engine until one of them goes.
pub fn run((stream, sent): Visit, program: &Path, setup: &[String], gate: &Gate) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_nodelay(true)?;
    let answers = socket(stream.try_clone()?, Vec::new());
    let mut page = socket(stream, sent);
    let mut engine = match Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
        Ok(engine) => engine,
        Err(error) => return goodbye(&mut page, CloseCode::Error, &format!("the engine does not start: {error}")),
    };
    let (Some(mut input), Some(output)) = (engine.stdin.take(), engine.stdout.take()) else { return Ok(()) };
    let reason = Reason::new();
    thread::scope(|scope| {
        let speak = || answer(answers, output, gate, &reason);
        let speaker = thread::Builder::new().name("answers".into()).spawn_scoped(scope, speak);
        let said = setup.iter().try_for_each(|line| Ok(writeln!(input, "{line}")?));
        let said = speaker.as_ref().map_or(Ok(()), |_| said.and_then(|()| listen(&mut page, input, gate)));
        if let Err(Error::Capacity(_)) = said {
            let _ = reason.set((CloseCode::Size, "the message is too long"));
        } else {
            // Lets the other thread go that may still be writing.
            let _ = page.get_ref().shutdown(Shutdown::Both);
        }
        let _ = engine.kill().and_then(|()| engine.wait());
        speaker.map(|_| ())
    })
}

fn socket(stream: TcpStream, sent: Vec<u8>) -> WebSocket<TcpStream> {
    let config = WebSocketConfig::default().max_message_size(Some(MOST_MESSAGE)).max_frame_size(Some(MOST_MESSAGE));
    let config = config.read_buffer_size(4096).write_buffer_size(0);
    WebSocket::from_partially_read(stream, sent, Role::Server, Some(config))
}

/// Hands the page's lines to the engine, until the page closes or the engine takes no more.
fn listen(page: &mut WebSocket<TcpStream>, mut input: ChildStdin, gate: &Gate) -> Result<(), Error> {
    loop {
        match page.read()? {
            Message::Text(text) => {
                for line in text.split('\n') {
                    writeln!(input, "{}", gate.inward(line))?;
                }
            }
            Message::Close(_) => return page.flush(),
            // No browser sends a ping; its answer could come into the middle of a message of the engine.
            _ => return Ok(()),
        }
    }
}

/// Hands the engine's lines to the page, several in a message where they come fast; says so when the engine has ended.
fn answer(mut page: WebSocket<TcpStream>, output: ChildStdout, gate: &Gate, reason: &Reason) {
    let mut output = BufReader::new(output);
    let (mut line, mut message) = (String::new(), String::new());
    while output.read_line(&mut line).is_ok_and(|read| read > 0) {
        if let Some(line) = gate.outward(line.trim_end()) {
            message += &line;
            message.push('\n');
        }
        line.clear();
        if output.buffer().contains(&b'\n') && message.len() < FULL_MESSAGE {
            continue;
        }
        if page.send(Message::text(std::mem::take(&mut message))).is_err() {
            break;
        }
    }
    let (code, why) = reason.get_or_init(|| (CloseCode::Away, "the engine has ended"));
    let _ = goodbye(&mut page, *code, why);
    // The other thread learns of it here.
    let _ = page.get_ref().shutdown(Shutdown::Both);
}

/// Closes a page with a reason, as far as it still hears it.
fn goodbye(page: &mut WebSocket<TcpStream>, code: CloseCode, why: &str) -> io::Result<()> {
    // A frame that closes holds 123 bytes.
    let reason: String = why.chars().filter(char::is_ascii).take(120).collect();
    let closed = page.close(Some(CloseFrame { code, reason: reason.into() })).and_then(|()| page.flush());
    closed.map_err(io::Error::other).and_then(|()| part(page.get_mut()))
}
