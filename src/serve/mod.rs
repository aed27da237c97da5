//! A board in the browser: a small server for one machine. It gives a page and, over a WebSocket, to each page an
//! engine of its own that speaks the text protocol. It knows no game.
//!
//! Who may talk to it: programs of this machine only (it listens on the loopback), and of those no page but its own
//! (`Host` and `Origin` are checked). What a page may do: see `gate`.

mod gate;
mod http;
mod session;

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use thiserror::Error;

use gate::Gate;

/// What the pages together may use.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Pages at once, each with its engine.
    pub pages: usize,
    /// Search threads of an engine.
    pub threads: u32,
    /// Hash table of an engine, MB.
    pub hash: u32,
}

/// Connections at once beside those of the pages: a browser fetches the parts of a page over several.
const MORE_CONNECTIONS: usize = 32;

/// Why the server cannot begin.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error("port {port} of this machine: {source}")]
    Port { port: u16, source: io::Error },
    #[error("the program cannot find itself: {0}")]
    Program(io::Error),
}

/// A server that has its port.
pub struct Server {
    listener: TcpListener,
    port: u16,
    /// The engine: this program, without arguments.
    program: PathBuf,
    /// Lines that every engine hears before its page.
    setup: Vec<String>,
    gate: Gate,
    limits: Limits,
    connections: Arc<()>,
    pages: Arc<()>,
}

/// A place among a limited number, given back when it is dropped. Of two that come at once for the last one, both may
/// be refused, but never are both let in.
fn seat(taken: &Arc<()>, most: usize) -> Option<Arc<()>> {
    let seat = Arc::clone(taken);
    (Arc::strong_count(taken) <= most + 1).then_some(seat)
}

impl Server {
    /// Takes a port of the loopback, any free one for 0. Every engine hears the lines of `setup` first.
    ///
    /// # Errors
    /// The port is not to be had, or the program does not know where it lies itself.
    pub fn bind(port: u16, setup: Vec<String>, limits: Limits) -> Result<Self, ServeError> {
        let program = std::env::current_exe().map_err(ServeError::Program)?;
        let failed = |source| ServeError::Port { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let (gate, connections, pages) = (Gate::new(limits), Arc::default(), Arc::default());
        Ok(Server { listener, port, program, setup, gate, limits, connections, pages })
    }

    /// The address to open in a browser.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Serves until the process ends.
    pub fn run(self) {
        let server = Arc::new(self);
        for stream in server.listener.incoming() {
            let Ok(stream) = stream else {
                // Too many open files, perhaps: it passes, but not faster for asking.
                thread::sleep(Duration::from_millis(100));
                continue;
            };
            let Some(seat) = seat(&server.connections, server.limits.pages + MORE_CONNECTIONS) else { continue };
            let server = Arc::clone(&server);
            let visit = move || {
                server.receive(stream).unwrap_or_else(|error| log::info!("a connection ended: {error}"));
                drop(seat);
            };
            let begun = thread::Builder::new().name("visitor".into()).spawn(visit);
            begun.map_or_else(|error| log::warn!("no thread for a visitor: {error}"), drop);
        }
    }

    /// Answers one request; where it asks for an engine, stays until page or engine have gone.
    fn receive(&self, stream: TcpStream) -> io::Result<()> {
        let Some(visit) = http::receive(stream, self.port)? else { return Ok(()) };
        match seat(&self.pages, self.limits.pages) {
            Some(_seat) => session::run(visit, &self.program, &self.setup, &self.gate),
            None => session::refuse(visit, &format!("{} pages are open already", self.limits.pages)),
        }
    }
}
