//! The server of the board in the browser: who is let in, what a page may do, and that its engine ends with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest;
use tungstenite::error::Error;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// Longest wait for something that must come: generous, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running server, on a port of its own. It is killed when the value is dropped.
struct Served {
    child: Child,
    port: u16,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page, as far as the server can tell.
struct Page(WebSocket<TcpStream>);

impl Served {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ataman"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.split(['/', ':']).find_map(|part| part.parse().ok());
        Served { port: port.unwrap_or_else(|| panic!("no port in '{line}'")), child }
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The answer to a request.
    fn ask(&self, request: &str) -> String {
        let mut stream = self.stream();
        stream.write_all(request.replace("PORT", &self.port.to_string()).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Opens a WebSocket as a page of `origin`.
    fn open(&self, origin: Option<&str>) -> Result<Page, u16> {
        let mut request = format!("ws://127.0.0.1:{}/engine", self.port).into_client_request().unwrap();
        if let Some(origin) = origin {
            let origin = origin.replace("PORT", &self.port.to_string());
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        match tungstenite::client::client(request, self.stream()) {
            Ok((socket, _)) => Ok(Page(socket)),
            Err(tungstenite::HandshakeError::Failure(Error::Http(answer))) => Err(answer.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    fn page(&self) -> Page {
        self.open(Some("http://127.0.0.1:PORT")).expect("the own page is let in")
    }

    /// The engines that run: children of the server.
    #[cfg(target_os = "linux")]
    fn engines(&self) -> usize {
        let id = self.child.id();
        let path = format!("/proc/{id}/task");
        let threads = std::fs::read_dir(path).unwrap();
        threads
            .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("children")).ok())
            .map(|children| children.split_whitespace().count())
            .sum()
    }
}

impl Page {
    fn send(&mut self, text: &str) {
        self.0.send(Message::text(text)).unwrap();
    }

    /// The lines up to one that begins like this, which is the last.
    fn until(&mut self, begin: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let message = self.0.read().unwrap_or_else(|error| panic!("{error} after {lines:?}"));
            lines.extend(message.to_text().unwrap().lines().map(str::to_owned));
            if lines.iter().any(|line| line.starts_with(begin)) {
                return lines;
            }
        }
    }

    fn ask(&mut self, text: &str) -> Vec<String> {
        self.send(&format!("{text}\nisready"));
        let mut lines = self.until("readyok");
        lines.retain(|line| line != "readyok");
        lines
    }

    /// Why the server closed the page.
    fn closed(&mut self) -> (CloseCode, String) {
        loop {
            match self.0.read() {
                Ok(Message::Close(Some(frame))) => return (frame.code, frame.reason.to_string()),
                Ok(_) => {}
                Err(error) => panic!("{error} without a word of goodbye"),
            }
        }
    }
}

/// Waits until something holds.
fn eventually(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_parts_of_the_page_are_served() {
    let served = Served::start(&[]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
    let mut parts = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().replace("index.html", "");
        let answer = served.ask(&format!("GET /{name} HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n"));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{name}: {head}");
        assert!(head.contains("Content-Security-Policy: default-src 'none';"), "{head}");
        assert_eq!(body, std::fs::read_to_string(&path).unwrap(), "{name}");
        parts += 1;
    }
    assert!(parts >= 8, "{parts}");
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
    let mut script = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        // The name of SVG is an address, but nothing is fetched from it.
        let text = text.replace("http://www.w3.org/2000/svg", "");
        for address in ["http:", "https:", "//cdn", "@import"] {
            assert!(!text.contains(address), "{}: {address}", path.display());
        }
        if path.extension().is_some_and(|end| end == "js") {
            script += text.lines().count();
        }
    }
    // Small enough to be read as an example.
    assert!((100..800).contains(&script), "{script} lines");
}

#[test]
fn a_page_talks_to_an_engine_of_its_own() {
    let served = Served::start(&[]);
    let (mut one, mut other) = (served.page(), served.page());
    assert_eq!(one.ask("setoption name Variant value lasca\nposition startpos moves c3d4"), [""; 0]);
    assert_eq!(one.ask("legal").len(), 1);
    assert!(one.ask("describe")[0].starts_with("{\"variant\":\"lasca\""));
    assert!(other.ask("describe")[0].starts_with("{\"variant\":\"russian\""));
    one.send("go depth 4");
    assert!(one.until("bestmove ").iter().any(|line| line.contains(" pv ")));
}

#[test]
fn rules_of_the_command_line_hold_for_every_page() {
    let served = Served::start(&["--rule", "TargetScore=30"]);
    for _ in 0..2 {
        let answer = served.page().ask("describe");
        assert!(answer[0].contains("\"name\":\"TargetScore\",\"type\":\"number\",\"value\":30"), "{answer:?}");
    }
}

#[test]
fn pages_of_elsewhere_are_refused() {
    let served = Served::start(&[]);
    for origin in [
        "http://example.org",
        "http://example.org:PORT",
        "https://127.0.0.1:PORT",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "http://localhost.example.org:PORT",
        "http://127.0.0.1:PORT.example.org",
        "null",
        "",
    ] {
        assert_eq!(served.open(Some(origin)).err(), Some(403), "{origin}");
    }
    assert_eq!(served.open(None).err(), Some(403), "no origin");
    assert!(served.open(Some("http://localhost:PORT")).is_ok());
}

#[test]
fn other_names_of_this_machine_are_refused() {
    let served = Served::start(&[]);
    for host in ["example.org", "example.org:PORT", "127.0.0.1", "127.0.0.1:1", "localhost:PORT.example.org", ""] {
        let answer = served.ask(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 421 "), "{host}: {answer}");
    }
    let twice = "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nHost: example.org\r\n\r\n";
    assert!(served.ask(twice).starts_with("HTTP/1.1 421 "));
    assert!(served.ask("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 421 "));
}

#[test]
fn bad_requests_have_their_answers() {
    let served = Served::start(&[]);
    let rest = "HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n";
    for (request, status) in [
        (format!("GET /main.rs {rest}"), "404"),
        (format!("GET /../Cargo.toml {rest}"), "404"),
        (format!("GET //etc/passwd {rest}"), "404"),
        (format!("POST / {rest}"), "400"),
        ("nonsense\r\n\r\n".to_owned(), "400"),
        ("GET /engine HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n\r\n".to_owned(), "400"),
        (format!("GET / HTTP/1.1\r\nX: {}\r\n", "x".repeat(20_000)), "431"),
    ] {
        let answer = served.ask(&request);
        let shown: String = request.chars().take(60).collect();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{shown}: {answer}");
    }
}

#[test]
fn a_message_that_is_too_long_ends_the_page_alone() {
    let served = Served::start(&[]);
    let (mut calm, mut loud) = (served.page(), served.page());
    assert_eq!(loud.ask(&format!("position startpos moves {}", "c3d4 ".repeat(10_000))).len(), 1, "50 kB are read");
    let _ = loud.0.send(Message::text("x".repeat(1 << 20)));
    assert_eq!(loud.closed(), (CloseCode::Size, "the message is too long".to_owned()));
    assert_eq!(calm.ask("query gameover"), ["response false"]);
}

#[test]
fn there_are_no_more_pages_than_allowed() {
    let served = Served::start(&["--pages", "2"]);
    let (mut one, _two) = (served.page(), served.page());
    assert_eq!(one.ask("query p1turn"), ["response true"]);
    assert_eq!(served.page().closed(), (CloseCode::Again, "2 pages are open already".to_owned()));
    drop(one);
    eventually("a place is free again", || {
        let mut page = served.page();
        page.0.send(Message::text("isready")).is_ok() && page.0.read().is_ok_and(|message| message.is_text())
    });
}

#[test]
fn a_page_reaches_no_file_and_no_other_protocol() {
    let served = Served::start(&["--threads", "2", "--hash", "32"]);
    let mut page = served.page();
    for (line, answer) in [
        ("setoption name BoardFile value /etc/passwd", "there is no option 'boardfile-from-a-page'"),
        ("setoption name board file value /etc/passwd", "there is no option 'boardfile-from-a-page'"),
        ("setoption name EVALFILE value x", "there is no option 'evalfile-from-a-page'"),
        ("  setoption\tname\tTablePath value x", "there is no option 'tablepath-from-a-page'"),
        ("setoption name Colour value name BoardFile value x", "there is no option 'colour-from-a-page'"),
        ("setoption BoardFile", "setoption: the word 'name' is missing"),
        ("setoption name Threads value many", "option Threads: 'many' is not a whole number from 1 to 256"),
        ("bench 20", "unknown command 'bench-from-a-page'"),
        ("sh -c id", "unknown command 'sh-from-a-page'"),
    ] {
        assert_eq!(page.ask(line), [format!("info string error: {answer}")], "{line}");
    }
    // An engine whose first line is `xboard` or `hub` speaks that, but no page brings it there.
    for line in ["xboard", "hub", "\rhub", "hub\r", "hub\u{a0}"] {
        let mut page = served.page();
        assert!(page.ask(line)[0].starts_with("info string error: unknown command "), "{line}");
        assert_eq!(page.ask("query p1turn"), ["response true"], "{line}");
    }
    for line in
        ["setoption name Threads value 256", "setoption name hash value 65536", "setoption name moveoverhead value 1"]
    {
        assert_eq!(page.ask(line), [""; 0], "{line}");
    }
    let options = page.ask("ugi");
    assert!(options.contains(&"option name Hash type spin default 16 min 1 max 32".to_owned()), "{options:?}");
    assert!(options.contains(&"option name Threads type spin default 1 min 1 max 2".to_owned()), "{options:?}");
    assert!(!options.iter().any(|line| line.contains(" type string ")), "{options:?}");
    assert!(options.iter().any(|line| line.starts_with("option name TargetScore ")), "{options:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_ends_with_its_page() {
    let served = Served::start(&[]);
    let (mut leaving, mut closing, mut quitting) = (served.page(), served.page(), served.page());
    for page in [&mut leaving, &mut closing] {
        page.send("go infinite");
        page.until("info depth 1 ");
    }
    quitting.ask("");
    assert_eq!(served.engines(), 3);
    drop(leaving);
    eventually("the engine of a page that broke off has ended", || served.engines() == 2);
    closing.0.close(None).unwrap();
    eventually("the engine of a page that closed has ended", || served.engines() == 1);
    quitting.send("quit");
    assert_eq!(quitting.closed(), (CloseCode::Away, "the engine has ended".to_owned()));
    eventually("no engine is left", || served.engines() == 0);
}

/// A page that sends searches and reads nothing fills the pipes; it still ends, and so does its engine.
#[test]
#[cfg(target_os = "linux")]
fn an_engine_ends_with_a_page_that_does_not_listen() {
    let served = Served::start(&[]);
    let mut deaf = served.page();
    for _ in 0..2000 {
        if deaf.0.send(Message::text("describe\nlegal\ngo depth 3\n".repeat(20))).is_err() {
            break;
        }
    }
    drop(deaf);
    eventually("its engine has ended", || served.engines() == 0);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let served = Served::start(&[]);
    let port = served.port.to_string();
    let second = Command::new(env!("CARGO_BIN_EXE_ataman")).args(["serve", "--port", &port]).output().unwrap();
    let message = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(message.starts_with(&format!("ataman: port {port} of this machine: ")), "{message}");
}
