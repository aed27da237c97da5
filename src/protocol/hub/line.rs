//! One line of Hub: a command and its arguments.

/// A line of input, taken apart: `command name=value name="several words" flag`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HubLine<'a> {
    pub command: &'a str,
    arguments: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> HubLine<'a> {
    /// Takes a line apart; `None` if it is blank. There is no line that cannot be read: a quote that is not closed
    /// ends with the line.
    pub fn parse(line: &'a str) -> Option<Self> {
        let mut rest = line;
        let (command, _) = token(&mut rest)?;
        let arguments = std::iter::from_fn(|| token(&mut rest)).collect();
        Some(HubLine { command, arguments })
    }

    /// The value of an argument, the last if it is given several times.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.arguments.iter().rev().find(|(n, _)| *n == name).and_then(|(_, value)| *value)
    }

    /// Is the argument there, as a flag or with a value?
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|(n, _)| *n == name)
    }
}

/// Takes the next `name` or `name=value` off the text.
fn token<'a>(text: &mut &'a str) -> Option<(&'a str, Option<&'a str>)> {
    let start = text.trim_start();
    let (name, rest) = split(start, |c| c == '=' || c.is_whitespace());
    if start.is_empty() {
        return None;
    }
    let Some(value) = rest.strip_prefix('=') else {
        *text = rest;
        return Some((name, None));
    };
    let (value, rest) = match value.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => split(value, char::is_whitespace),
    };
    *text = rest;
    Some((name, Some(value)))
}

/// Splits before the first character that is like this.
fn split(text: &str, end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(end).unwrap_or(text.len()))
}

/// A value as it may be printed. Clients split lines at every `=`, quoted or not, so none may be in a value.
pub fn quoted(value: &str) -> String {
    let plain: String = value
        .chars()
        .map(|c| match c {
            '"' => '\'',
            '=' => ':',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    if plain.is_empty() || plain.contains(char::is_whitespace) { format!("\"{plain}\"") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let line = HubLine::parse("  pos pos=Wbe  moves=\"10-13 21-18\" flag empty=\"\" pos=B").unwrap();
        assert_eq!(line.command, "pos");
        assert_eq!(line.get("pos"), Some("B"));
        assert_eq!(line.get("moves"), Some("10-13 21-18"));
        assert_eq!(line.get("empty"), Some(""));
        assert!(line.has("flag") && line.get("flag").is_none() && !line.has("fla"));
        assert_eq!(HubLine::parse(" \t"), None);
    }

    #[test]
    fn odd_lines_do_no_harm() {
        for text in ["=", "= =", "a=\"", "a=\"b", "=x y", "a==b", "é=ü\"", "a=\"b\"c d"] {
            assert!(HubLine::parse(text).is_some(), "{text}");
        }
        assert_eq!(HubLine::parse("set-param name=\"x y").unwrap().get("name"), Some("x y"));
    }

    #[test]
    fn values_are_safe() {
        assert_eq!(quoted("Ataman"), "Ataman");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("a=\"b\"\nc"), "\"a:'b' c\"");
    }
}
