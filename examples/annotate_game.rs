//! Reads a game record, lets the engine judge every move, and prints the record with scores and marks.
//!
//! ```sh
//! cargo run --release --example annotate_game [FILE]
//! ```

use std::error::Error;

use ataman::arena::annotate::{Mark, Played, annotate, judge};
use ataman::arena::notation::Style;
use ataman::arena::reader::read;
use ataman::engine::{Engine, Variant};
use ataman::rules::RuleOptions;
use ataman::search::Limits;

/// A short game with a gift in it.
const RECORD: &str = r#"[Event "an example"]
[White "A"]
[Black "B"]
[Result "*"]
[GameType "25,W,8,8,A0,0"]

1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 {a gift?} g5-h4 4. b4:d6 e7:c5 *
"#;

/// Annotates the game.
pub fn main() -> Result<(), Box<dyn Error>> {
    // A name on the command line, if it is one of a file.
    let named = std::env::args().nth(1).filter(|name| std::path::Path::new(name).is_file());
    let text = named.map_or_else(|| Ok(RECORD.to_owned()), std::fs::read_to_string)?;
    let engine = Engine::new(Variant::RussianOfficial, RuleOptions::default(), 16, 1)?;
    let (_, tools) = engine.parts();
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let records = read(&text);
    let mut from = 0;
    for record in &records.games {
        let mut start = Variant::RussianOfficial.open(&RuleOptions::default());
        start.set_position(record.tag("FEN"))?;
        let style = Style::Pdn(':');
        let read_move =
            |game: &mut dyn ataman::engine::Session, mv: &str| style.read(game, mv).map_err(|e| e.to_string());
        let game = Played::new(record, from, start, style, read_move)?;
        let judgements = judge(&game, tools, &limits, |left| eprint!("\r{left} moves left "));
        eprintln!();
        println!("{}", annotate(&text, &game, &judgements));
        let count = |mark: Mark| judgements.iter().filter(|judgement| judgement.mark == Some(mark)).count();
        for mark in Mark::ALL {
            println!("{:>2}: {}", mark.sign(), count(mark));
        }
        from = record.end;
    }
    Ok(())
}
