//! A game in a file: a line each for the variant, the rule options that are not the usual ones, the first position and
//! the moves.

use std::fs;
use std::path::Path;

use crate::engine::{Engine, Variant};
use crate::rules::RuleOptions;

/// Writes the game.
pub fn save(engine: &Engine, path: &Path) -> Result<(), String> {
    let (fen, moves) = engine.session().record().ok_or("there is no position")?;
    let mut text = format!("variant {}\n", engine.variant());
    for (name, value) in engine.rules().unusual() {
        text += &format!("rule {name}={value}\n");
    }
    text += &format!("fen {fen}\nmoves {}\n", moves.join(" "));
    fs::write(path, text).map_err(|e| format!("cannot write '{}': {e}", path.display()))
}

/// Reads a game into the engine. If something is wrong with it, the present one stays.
pub fn load(engine: &mut Engine, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| format!("cannot read '{}': {e}", path.display()))?;
    let (mut variant, mut rules, mut fen, mut moves) = (None, RuleOptions::default(), None, "");
    for (number, line) in (1..).zip(text.lines()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let bad = |what: String| format!("line {number}: {what}");
        match word {
            "variant" => variant = Some(rest.trim().parse::<Variant>().map_err(|e| bad(e.to_string()))?),
            "rule" => {
                let (name, value) = rest.split_once('=').ok_or_else(|| bad(format!("'{rest}' is not NAME=VALUE")))?;
                rules.set(name, value).map_err(|e| bad(e.to_string()))?;
            }
            "fen" => fen = Some(rest),
            "moves" => moves = rest,
            "" => {}
            _ => return Err(bad(format!("'{word}' is not one of variant, rule, fen, moves"))),
        }
    }
    let variant = variant.ok_or("the line with the variant is missing")?;
    let mut loaded = Engine::new(variant, rules, engine.hash(), engine.threads()).map_err(|e| e.to_string())?;
    loaded.session_mut().set_position(fen).map_err(|e| format!("fen: {e}"))?;
    for (i, mv) in moves.split_whitespace().enumerate() {
        loaded.session_mut().push(mv).map_err(|e| format!("move {}: {e}", i + 1))?;
    }
    *engine = loaded;
    Ok(())
}
