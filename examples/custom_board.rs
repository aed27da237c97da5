//! Vsadniki on a board of your own: reads a board file, draws the board, and lets the engine play on it.
//!
//! ```sh
//! cargo run --release --example custom_board [FILE]
//! ```

use std::error::Error;

use ataman::engine::drawing::draw;
use ataman::engine::{Engine, Request, Variant};
use ataman::rules::RuleOptions;
use ataman::search::{Control, Limits};

/// The board that is played on if no file is named.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/small.board");
/// Moves of both sides together after which nobody waits any longer.
const MOST_PLIES: usize = 120;

/// Plays a game on the board.
pub fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::args().nth(1).filter(|name| std::path::Path::new(name).is_file());
    // The rule options are those of the protocol and of `--rule`; a bad file is refused with the number of its line.
    let mut rules = RuleOptions::default();
    rules.set("BoardFile", named.as_deref().unwrap_or(SMALL))?;
    rules.set("TargetScore", "5")?;
    let mut engine = Engine::new(Variant::Vsadniki, rules, 4, 1)?;
    println!("{}", draw(&engine.session().layout(), &engine.session().contents()));
    println!("{} moves to begin with", engine.session().legal().len());
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    for _ in 0..MOST_PLIES {
        if engine.session().status().result().is_some() {
            break;
        }
        let (session, tools) = engine.parts();
        let request = Request { limits: limits.clone(), ..Request::default() };
        let Some(outcome) = session.search(tools, &request, &Control::new(false, false), &|_| {}) else { break };
        print!("{} ", outcome.pv[0]);
        engine.session_mut().push(&outcome.pv[0])?;
    }
    println!("\n\n{}", draw(&engine.session().layout(), &engine.session().contents()));
    if let Some(remarks) = engine.session().remarks() {
        println!("{remarks}");
    }
    println!("{:?}", engine.session().status());
    Ok(())
}
