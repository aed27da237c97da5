//! Lines of input, whatever bytes they are made of.

use std::io::{self, BufRead};

/// Longest line that is read, bytes.
pub const MOST: usize = 1 << 20;

/// What is said of a longer one.
pub const TOO_LONG: &str = "a line is longer than 1 MiB";

/// One line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Its text, without the line's end; bytes that are no UTF-8 are replaced.
    Text(String),
    /// It was longer than a mebibyte and has been skipped.
    TooLong,
}

/// Reads the next line; `None` at the end of input.
///
/// # Errors
/// Those of the reader.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut skipped = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if chunk.is_empty() {
            return Ok((skipped || !bytes.is_empty()).then(|| finish(bytes, skipped)));
        }
        let end = chunk.iter().position(|&b| b == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if bytes.len() + part.len() > MOST {
            skipped = true;
        }
        if !skipped {
            bytes.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finish(bytes, skipped)));
        }
    }
}

fn finish(bytes: Vec<u8>, skipped: bool) -> Line {
    if skipped {
        return Line::TooLong;
    }
    let text = String::from_utf8_lossy(&bytes);
    Line::Text(text.trim_end_matches('\r').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_kinds() {
        let long = vec![b'x'; MOST + 1];
        let bytes = [&b"ugi\r\n\n\xff\0go\n"[..], &long, b"\nlast"].concat();
        let mut input = io::BufReader::with_capacity(100, &bytes[..]);
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            lines.push(line);
        }
        let text = |s: &str| Line::Text(s.to_owned());
        assert_eq!(lines, [text("ugi"), text(""), text("\u{fffd}\0go"), Line::TooLong, text("last")]);
    }
}
