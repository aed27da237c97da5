//! As much of JSON Schema as the documentation uses. A keyword that is not known here is an error, never ignored.

use serde_json::Value;

/// Checks a value; an error names the place in it.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    at("$", schema, schema, value)
}

fn at(place: &str, root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let rules = schema.as_object().ok_or_else(|| format!("{place}: the schema is no object"))?;
    for (keyword, rule) in rules {
        let fail = |what: String| Err(format!("{place}: {what}"));
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let name = rule.as_str().and_then(|r| r.strip_prefix("#/$defs/"));
                let target = name.and_then(|name| root["$defs"].get(name));
                at(place, root, target.ok_or_else(|| format!("{place}: {rule} leads nowhere"))?, value)?;
            }
            "type" if !is_type(rule.as_str().unwrap_or(""), value) => return fail(format!("{value} is no {rule}")),
            "const" if value != rule => return fail(format!("{value} is not {rule}")),
            "enum" if !list(rule).contains(value) => return fail(format!("{value} is none of {rule}")),
            "minimum" if value.as_f64() < rule.as_f64() => return fail(format!("{value} is less than {rule}")),
            "minItems" if (list(value).len() as u64) < rule.as_u64().unwrap_or(u64::MAX) => {
                return fail(format!("fewer than {rule} items"));
            }
            "oneOf" => {
                let tries: Vec<_> = list(rule).iter().map(|s| at(place, root, s, value)).collect();
                if tries.iter().filter(|t| t.is_ok()).count() != 1 {
                    return fail(format!("{value} fits none or several: {tries:?}"));
                }
            }
            "items" => {
                for (i, item) in list(value).iter().enumerate() {
                    at(&format!("{place}[{i}]"), root, rule, item)?;
                }
            }
            "required" => {
                for name in list(rule) {
                    if value.get(name.as_str().unwrap_or("")).is_none() {
                        return fail(format!("{name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, rule) in rule.as_object().into_iter().flatten() {
                    if let Some(part) = value.get(name) {
                        at(&format!("{place}.{name}"), root, rule, part)?;
                    }
                }
            }
            "additionalProperties" => {
                for (name, part) in value.as_object().into_iter().flatten() {
                    if rules.get("properties").and_then(|p| p.get(name)).is_some() {
                        continue;
                    }
                    if rule == &Value::Bool(false) {
                        return fail(format!("'{name}' is not in the schema"));
                    }
                    at(&format!("{place}.{name}"), root, rule, part)?;
                }
            }
            "type" | "const" | "enum" | "minimum" | "minItems" => {}
            other => return fail(format!("the test does not know the keyword '{other}'")),
        }
    }
    Ok(())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn is_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        _ => false,
    }
}
