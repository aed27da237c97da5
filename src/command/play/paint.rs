//! The board in colours, for a terminal.

const WHITE: &str = "\u{1b}[1;97m";
const BLACK: &str = "\u{1b}[1;33m";
const DIM: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// Colours a drawing: pieces by their side, empty fields dim. `is_white` tells whose piece a letter is, `None` if it
/// is no piece. The first `names` characters of a line are the rank's name, and the last line has the files'.
pub fn paint(drawing: &str, names: usize, side: impl Fn(char) -> Option<bool>) -> String {
    let count = drawing.lines().count();
    let mut out = String::new();
    for (i, line) in drawing.lines().enumerate() {
        for (at, c) in line.chars().enumerate() {
            let colour = match side(c) {
                _ if at < names || i + 1 == count => None,
                Some(true) => Some(WHITE),
                Some(false) => Some(BLACK),
                None if !c.is_whitespace() => Some(DIM),
                None => None,
            };
            match colour {
                Some(colour) => out += &format!("{colour}{c}{PLAIN}"),
                None => out.push(c),
            }
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_coloured_and_nothing_is_lost() {
        let drawing = " 2 | b .\n 1 | w W\n     b w\n";
        let side = |c: char| "wWbB".contains(c).then_some(c.eq_ignore_ascii_case(&'w'));
        let painted = paint(drawing, 4, side);
        assert_eq!(painted.matches(WHITE).count(), 2);
        assert_eq!(painted.matches(BLACK).count(), 1);
        let plain = [WHITE, BLACK, DIM, PLAIN].iter().fold(painted, |text, code| text.replace(code, ""));
        assert_eq!(plain, drawing);
    }
}
