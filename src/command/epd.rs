//! EPD: a position and what is said of it, a line each.

use super::Failure;

/// The lines of a file with their numbers, without comments and empty ones.
pub fn lines(path: &std::path::Path) -> Result<Vec<(usize, String)>, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|e| Failure::Input(format!("cannot read '{}': {e}", path.display())))?;
    Ok(text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim().to_owned()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect())
}

/// A position with its operations: names and what follows them.
#[derive(Debug, PartialEq, Eq)]
pub struct Record<'a> {
    pub fen: &'a str,
    operations: Vec<(&'a str, &'a str)>,
}

impl<'a> Record<'a> {
    /// Splits a line. The FEN ends before the first ` bm `, ` result `, ` id ` or ` ;`.
    pub fn parse(line: &'a str) -> Self {
        let end = [" bm ", " result ", " id ", " ;"].iter().filter_map(|word| line.find(word)).min();
        let (fen, rest) = line.split_at(end.unwrap_or(line.len()));
        // A semicolon between quotes belongs to the text.
        let mut quoted = false;
        let operations = rest
            .split(|c| {
                quoted ^= c == '"';
                c == ';' && !quoted
            })
            .filter_map(|operation| {
                let operation = operation.trim();
                let (name, value) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
                (!name.is_empty()).then_some((name, value.trim().trim_matches('"')))
            })
            .collect();
        Record { fen: fen.trim().trim_end_matches(';').trim_end(), operations }
    }

    /// What follows an operation's name.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.operations.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    /// All operations in their order.
    pub fn operations(&self) -> &[(&'a str, &'a str)] {
        &self.operations
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records() {
        let record = Record::parse(r#"8/8 w 0 1 bm a1b2 c3d4; id "one; two"; c0 x;"#);
        assert_eq!(record.fen, "8/8 w 0 1");
        assert_eq!(record.get("bm"), Some("a1b2 c3d4"));
        assert_eq!(record.get("id"), Some("one; two"));
        assert_eq!(record.get("src"), None);
        let suite = Record::parse("8/8 w ;D1 7 ;D2 49");
        assert_eq!((suite.fen, suite.operations()), ("8/8 w", &[("D1", "7"), ("D2", "49")][..]));
        assert_eq!(Record::parse("W:Wa1:Bh8 result win;").get("result"), Some("win"));
    }
}
