//! Plays a game of lasca between two settings of the engine: a full one, and one that looks at few nodes.
//!
//! ```sh
//! cargo run --release --example two_settings
//! ```

use ataman::engine::{Engine, EngineError, GameResult, Request, Settings, Variant};
use ataman::rules::{RuleOptions, Side};
use ataman::search::{Control, Limits};

/// Nodes that the full setting may use for a move.
const NODES: u64 = 5_000;
/// Moves of both sides together after which nobody waits any longer.
const MOST_PLIES: usize = 300;

/// Plays the game and prints it.
pub fn main() -> Result<(), EngineError> {
    // Each side has an engine of its own: a game, a hash table of 4 MB and one thread.
    let mut engines = Vec::new();
    for skill in [20, 4] {
        let engine = Engine::new(Variant::Lasca, RuleOptions::default(), 4, 1)?;
        let settings = Settings { skill, ..Settings::default() };
        let mut limits = Limits { nodes: Some(NODES), ..Limits::default() };
        settings.bound(&mut limits);
        println!("{}: skill {skill}, {:?} nodes a move", ["White", "Black"][engines.len()], limits.nodes);
        engines.push((engine, limits));
    }
    let mut game = Variant::Lasca.open(&RuleOptions::default());
    let mut plies = 0;
    // The game knows all its ends: no move, threefold repetition, counts.
    while game.status().result().is_none() && plies < MOST_PLIES {
        let (engine, limits) = &engines[plies % 2];
        let (_, tools) = engine.parts();
        let request = Request { limits: limits.clone(), ..Request::default() };
        let Some(outcome) = game.search(tools, &request, &Control::new(false, false), &|_| {}) else { break };
        if plies.is_multiple_of(2) {
            print!("{}. ", plies / 2 + 1);
        }
        print!("{} ({}) ", outcome.pv[0], outcome.score);
        game.push(&outcome.pv[0])?;
        plies += 1;
    }
    println!("\n{}", game.fen().unwrap_or_default());
    match game.status().result() {
        Some(GameResult::Wins(Side::White)) => println!("White wins after {plies} plies"),
        Some(GameResult::Wins(Side::Black)) => println!("Black wins after {plies} plies"),
        Some(GameResult::Draw) => println!("a draw after {plies} plies"),
        None => println!("no end after {plies} plies"),
    }
    Ok(())
}
