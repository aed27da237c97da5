//! The game described in JSON, for programs that have never heard of it. The schema is in `protocol-spec/`.

use serde_json::{Map, Value, json};

use crate::rules::notation::FieldKind;
use crate::rules::options::{OptionKind, RULE_OPTIONS};

use super::Engine;

/// One line of JSON with all that is needed to draw and play the game.
pub fn describe(engine: &Engine) -> String {
    let layout = engine.session().layout();
    let fields: Vec<Value> = layout
        .fields
        .iter()
        .map(|f| {
            let kind = if f.kind == FieldKind::Promotion { "promotion" } else { "ordinary" };
            json!({ "name": f.name, "x": f.x, "y": f.y, "kind": kind })
        })
        .collect();
    let name = |&i: &usize| layout.fields[i].name.as_str();
    let lines: Vec<Vec<&str>> = layout.lines.iter().map(|line| line.iter().map(name).collect()).collect();
    let pieces: Map<String, Value> = layout.pieces.iter().map(|&(c, name)| (c.to_string(), json!(name))).collect();
    let options: Vec<Value> = RULE_OPTIONS
        .iter()
        .map(|info| {
            let value = engine.rules().get(info.name);
            let mut option = match info.kind {
                OptionKind::Choice(choices) => {
                    json!({ "name": info.name, "type": "choice", "value": value, "choices": choices })
                }
                OptionKind::Number(low, high) => {
                    let value: u32 = value.parse().unwrap_or(low);
                    json!({ "name": info.name, "type": "number", "value": value, "min": low, "max": high })
                }
                OptionKind::File => json!({ "name": info.name, "type": "file", "value": value }),
            };
            option["matters"] = engine.variant().heeds(info.name).into();
            option
        })
        .collect();
    json!({
        "variant": engine.variant().name(),
        "fields": fields,
        "lines": lines,
        "pieces": pieces,
        "start": engine.session().start_fen(),
        "options": options,
    })
    .to_string()
}
