//! As much of HTTP as a page needs: the parts of the page, and the door to the WebSocket.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use tungstenite::handshake::machine::TryParse;
use tungstenite::handshake::server::{Request, create_response, write_response};

/// Longest head of a request, bytes.
const MOST_HEAD: usize = 16 << 10;
/// For the whole head.
const PATIENCE: Duration = Duration::from_secs(10);

/// The parts of the page: path, type, content.
const PARTS: [(&str, &str, &str); 11] = [
    ("/", "text/html", include_str!("page/index.html")),
    ("/style.css", "text/css", include_str!("page/style.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/main.js", "text/javascript", include_str!("page/main.js")),
    ("/protocol.js", "text/javascript", include_str!("page/protocol.js")),
    ("/layout.js", "text/javascript", include_str!("page/layout.js")),
    ("/pieces.js", "text/javascript", include_str!("page/pieces.js")),
    ("/picker.js", "text/javascript", include_str!("page/picker.js")),
    ("/board.js", "text/javascript", include_str!("page/board.js")),
    ("/game.js", "text/javascript", include_str!("page/game.js")),
    ("/analysis.js", "text/javascript", include_str!("page/analysis.js")),
];

/// The page may load nothing but its own parts, and nobody may show it in a frame.
const HEADERS: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
    Cache-Control: no-cache\r\nConnection: close\r\n";

/// A page that has come for its engine, and what it sent already behind the handshake.
pub type Visit = (TcpStream, Vec<u8>);

/// Reads one request and answers it; `None` if it did not ask for an engine, or may not have one.
pub fn receive(mut stream: TcpStream, port: u16) -> io::Result<Option<Visit>> {
    stream.set_write_timeout(Some(PATIENCE))?;
    let no = |status| (status, "text/plain", status);
    let (status, kind, body) = match head(&mut stream)? {
        Err(status) => no(status),
        // A page of elsewhere that had its name lead here (DNS rebinding) would come with that name.
        Ok((request, _)) if !is_here(&request, "Host", "", port) => no("421 Misdirected Request"),
        Ok((request, _)) if request.uri().path() != "/engine" => {
            let part = PARTS.iter().find(|part| part.0 == request.uri().path());
            part.map_or(no("404 Not Found"), |part| ("200 OK", part.1, part.2))
        }
        // Any page may open a WebSocket to anywhere; its origin is what tells who it is.
        Ok((request, _)) if !is_here(&request, "Origin", "http://", port) => no("403 Forbidden"),
        Ok((request, sent)) => match create_response(&request) {
            Err(_) => no("400 Bad Request"),
            Ok(response) => {
                write_response(&mut stream, &response).map_err(io::Error::other)?;
                return Ok(Some((stream, sent)));
            }
        },
    };
    let about = format!("Content-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\n{HEADERS}", body.len());
    write!(stream, "HTTP/1.1 {status}\r\n{about}\r\n{body}")?;
    part(&mut stream).map(|()| None)
}

/// The head of a request and what came behind it, or the status that refuses it.
fn head(stream: &mut TcpStream) -> io::Result<Result<(Request, Vec<u8>), &'static str>> {
    let end = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        match Request::try_parse(&bytes) {
            Ok(Some((size, request))) => return Ok(Ok((request, bytes.split_off(size)))),
            Err(_) => return Ok(Err("400 Bad Request")),
            Ok(None) if bytes.len() >= MOST_HEAD => return Ok(Err("431 Request Header Fields Too Large")),
            Ok(None) => {}
        }
        let left = end.saturating_duration_since(Instant::now());
        stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
        match stream.read(&mut chunk)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => bytes.extend_from_slice(&chunk[..n]),
        }
    }
}

/// Does a header, which must stand there once, name this server behind a prefix?
fn is_here(request: &Request, header: &str, prefix: &str, port: u16) -> bool {
    let mut values = request.headers().get_all(header).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return false };
    let Some(host) = value.to_str().ok().and_then(|value| value.strip_prefix(prefix)) else { return false };
    let (name, given) = host.split_once(':').unwrap_or((host, "80"));
    (name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")) && given == port.to_string()
}

/// Ends a connection so that the last words arrive: what is still coming is read, for a while.
pub fn part(stream: &mut TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
    io::copy(&mut stream.take(1 << 20), &mut io::sink()).map(|_| ())
}
