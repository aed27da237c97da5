//! `serve`: a board in the browser.

use std::io::Write;
use std::process::Stdio;
use std::thread::available_parallelism;

use clap::Args;

use crate::engine::settings::{MOST_HASH, MOST_THREADS};
use crate::serve::{Limits, Server};

use super::{Failure, Rules};

#[derive(Args)]
pub struct Serve {
    /// Port on the loopback; 0 takes a free one
    #[arg(long, default_value_t = 8017)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Pages at once, each with an engine
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    pages: u16,
    /// Most threads that a page may give its engine; as many as the machine has if missing
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u32>,
    /// Most megabytes that a page may give its engine's hash table
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_HASH)))]
    hash: u32,
    #[command(flatten)]
    rules: Rules,
}

impl Serve {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = self.rules.options()?;
        let setup = rules.unusual().map(|(name, value)| format!("setoption name {name} value {value}"));
        let threads = self.threads.unwrap_or_else(|| available_parallelism().map_or(1, |n| n.get() as u32));
        let limits = Limits { pages: self.pages.into(), threads, hash: self.hash };
        let server =
            Server::bind(self.port, setup.collect(), limits).map_err(|error| Failure::Input(error.to_string()))?;
        writeln!(out, "a board is at {} until this program is stopped (Ctrl-C)", server.address())?;
        out.flush()?;
        if self.open {
            open(&server.address())?;
        }
        server.run();
        Ok(())
    }
}

/// Asks the system to show an address.
fn open(address: &str) -> Result<(), Failure> {
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let opened = std::process::Command::new(program).args(arguments).arg(address).stdin(Stdio::null()).spawn();
    if let Err(error) = opened {
        // The page can be opened by hand: no reason to end.
        writeln!(std::io::stderr(), "ataman: --open: {program}: {error}")?;
    }
    Ok(())
}
