//! Boards drawn as SVG, from a layout alone: squares with pieces and columns, or a graph with circles and lines.

use std::fmt::Write;

use crate::rules::notation::{Field, FieldKind, Layout, split_squares};

/// Distance between two fields.
const STEP: f64 = 48.0;
/// Room around the board for the names of files and ranks.
const MARGIN: f64 = 28.0;
/// Radius of a piece.
const RADIUS: f64 = 18.0;

/// Draws a position. `last` is the move that led to it, which is marked.
pub fn svg(layout: &Layout, contents: &[(usize, String)], last: Option<&str>) -> String {
    let most = |of: fn(&Field) -> u8| f64::from(layout.fields.iter().map(of).max().unwrap_or(0));
    let drawing = Drawing {
        layout,
        columns: most(|f| f.x) + 1.0,
        rows: most(|f| f.y) + 1.0,
        names: layout.pieces.iter().map(|(letter, _)| letter.to_ascii_lowercase()).collect(),
    };
    let path: Vec<usize> = last
        .and_then(split_squares_of)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|name| layout.fields.iter().position(|field| field.name == name))
        .collect();
    let (width, height) = (drawing.columns * STEP + 2.0 * MARGIN, drawing.rows * STEP + 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#f4efe4\"/>\n"
    );
    if layout.lines.is_empty() {
        drawing.squares(&mut out, &path)
    } else {
        drawing.graph(&mut out, &path)
    }
    drawing.labels(&mut out);
    drawing.path(&mut out, &path);
    for (field, letters) in contents {
        drawing.column(&mut out, *field, letters);
    }
    out += "</svg>\n";
    out
}

/// The squares of a move, with or without the letter of a promotion behind them.
fn split_squares_of(mv: &str) -> Option<Vec<&str>> {
    split_squares(mv.trim_end_matches(|c: char| c.is_ascii_alphabetic()))
}

struct Drawing<'a> {
    layout: &'a Layout,
    columns: f64,
    rows: f64,
    /// The letters of the pieces, in lower case.
    names: std::collections::BTreeSet<char>,
}

/// Writes to a string, which cannot fail.
macro_rules! put {
    ($out:expr, $($argument:tt)*) => { let _ = writeln!($out, $($argument)*); };
}

impl Drawing<'_> {
    /// Where the middle of a place is.
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (MARGIN + (x + 0.5) * STEP, MARGIN + (self.rows - y - 0.5) * STEP)
    }

    fn place(&self, field: usize) -> (f64, f64) {
        self.layout.fields.get(field).map_or((0.0, 0.0), |f| self.at(f64::from(f.x), f64::from(f.y)))
    }

    /// A board of squares. Where only some can be stood on, these are the dark ones.
    fn squares(&self, out: &mut String, path: &[usize]) {
        put!(
            out,
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\" fill=\"#f0d9b5\" stroke=\"#5b4a36\"/>",
            self.columns * STEP,
            self.rows * STEP
        );
        let all = self.layout.fields.len() as f64 >= self.columns * self.rows;
        for (i, field) in self.layout.fields.iter().enumerate() {
            let dark = !all || (field.x + field.y).is_multiple_of(2);
            let colour = match (path.contains(&i), dark) {
                (true, _) => "#d8c55a",
                (false, true) => "#b98b62",
                (false, false) => continue,
            };
            let (x, y) = self.place(i);
            let (x, y) = (x - STEP / 2.0, y - STEP / 2.0);
            put!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{STEP}\" height=\"{STEP}\" fill=\"{colour}\"/>");
        }
    }

    /// Circles, the large ones for promotion, and the lines that join them.
    fn graph(&self, out: &mut String, path: &[usize]) {
        for line in &self.layout.lines {
            let points: Vec<String> = line.iter().map(|&f| self.place(f)).map(|(x, y)| format!("{x},{y}")).collect();
            put!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#8a7a63\" stroke-width=\"1.5\"/>",
                points.join(" ")
            );
        }
        for (i, field) in self.layout.fields.iter().enumerate() {
            let (x, y) = self.place(i);
            let radius = if field.kind == FieldKind::Promotion { RADIUS + 4.0 } else { RADIUS * 0.62 };
            let colour = if path.contains(&i) { "#d8c55a" } else { "#dccfb4" };
            put!(
                out,
                "<circle class=\"field\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\" stroke=\"#5b4a36\" \
                 stroke-width=\"1.5\"/>"
            );
        }
    }

    /// Names of files below and of ranks at the left.
    fn labels(&self, out: &mut String) {
        for file in 0..self.columns as u8 {
            let (x, y) = self.at(f64::from(file), -0.75);
            put!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"13\">{}</text>", y + 4.0, char::from(b'a' + file % 26));
        }
        for rank in 0..self.rows as u8 {
            let (x, y) = self.at(-0.78, f64::from(rank));
            put!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"13\">{}</text>", y + 4.0, rank + 1);
        }
    }

    /// The way of the last move.
    fn path(&self, out: &mut String, path: &[usize]) {
        if path.len() < 2 {
            return;
        }
        let points: Vec<String> = path.iter().map(|&f| self.place(f)).map(|(x, y)| format!("{x},{y}")).collect();
        put!(
            out,
            "<polyline class=\"last\" points=\"{}\" fill=\"none\" stroke=\"#c2661d\" stroke-width=\"5\" \
             stroke-opacity=\"0.7\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            points.join(" ")
        );
    }

    /// A piece, or the pieces of a column, which are written top first, one on the other.
    fn column(&self, out: &mut String, field: usize, letters: &str) {
        let (x, y) = self.place(field);
        let height = letters.chars().count();
        // A tall column is pressed together, so that it stays within reach of its square.
        let rise = if height > 1 { (6.0f64).min(26.0 / (height - 1) as f64) } else { 0.0 };
        let radius = if height > 1 { RADIUS - 1.0 } else { RADIUS };
        let bottom = y + rise * (height.saturating_sub(1)) as f64 / 2.0;
        for (i, letter) in letters.chars().rev().enumerate() {
            self.piece(out, (x, bottom - rise * i as f64), radius, letter);
        }
    }

    fn piece(&self, out: &mut String, (x, y): (f64, f64), radius: f64, letter: char) {
        let name = self.layout.pieces.iter().find(|(c, _)| *c == letter).map_or("", |(_, name)| name);
        let (fill, ink) = if name.starts_with("white") { ("#fffdf6", "#2b2118") } else { ("#3a2f27", "#f7f1e3") };
        // A king below the top shows its rim only.
        let crowned = self.names.len() <= 2 && letter.is_ascii_uppercase();
        let rim = if crowned { "#d9a520" } else { ink };
        put!(
            out,
            "<circle class=\"piece\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{rim}\" \
             stroke-width=\"1.5\"><title>{name}</title></circle>"
        );
        // Two kinds a side are told apart by a crown, more by their letters.
        if self.names.len() > 2 {
            let letter = letter.to_ascii_uppercase();
            put!(
                out,
                "<text x=\"{x}\" y=\"{}\" font-size=\"19\" font-weight=\"bold\" fill=\"{ink}\">{letter}</text>",
                y + 7.0
            );
        } else if crowned {
            let point = |dx: f64, dy: f64| format!("{},{}", x + dx * radius, y + dy * radius);
            let crown =
                [(-0.5, 0.35), (-0.55, -0.3), (-0.25, 0.0), (0.0, -0.5), (0.25, 0.0), (0.55, -0.3), (0.5, 0.35)];
            let points: Vec<String> = crown.into_iter().map(|(dx, dy)| point(dx, dy)).collect();
            put!(out, "<polygon class=\"crown\" points=\"{}\" fill=\"#d9a520\" stroke=\"{ink}\"/>", points.join(" "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::rules::RuleOptions;

    fn drawn(variant: Variant, fen: Option<&str>, last: Option<&str>) -> String {
        let mut session = variant.open(&RuleOptions::default());
        session.set_position(fen).unwrap();
        svg(&session.layout(), &session.contents(), last)
    }

    fn count(text: &str, what: &str) -> usize {
        text.matches(what).count()
    }

    #[test]
    fn every_piece_of_every_start_is_drawn() {
        for (variant, pieces) in [
            (Variant::Russian, 24),
            (Variant::Bashni, 24),
            (Variant::Lasca, 22),
            (Variant::Siberia, 34),
            (Variant::Vsadniki, 36),
        ] {
            let text = drawn(variant, None, None);
            assert_eq!(count(&text, "class=\"piece\""), pieces, "{variant}");
            assert_eq!(count(&text, "class=\"last\""), 0, "{variant}");
            assert_eq!(count(&text, "<svg"), count(&text, "</svg>"));
        }
    }

    #[test]
    fn columns_are_stacks() {
        let text = drawn(Variant::Lasca, Some("7/7/7/3(Wbb)3/7/7/w6 w"), None);
        assert_eq!((count(&text, "class=\"piece\""), count(&text, "class=\"crown\"")), (4, 1));
        // The top of a column is drawn last, over the others.
        let titles: Vec<&str> = text.split("<title>").skip(1).map(|part| &part[..5]).collect();
        let stack = titles.windows(3).any(|three| three == ["black", "black", "white"]);
        assert!(stack, "{titles:?}");
    }

    #[test]
    fn the_graph_has_its_circles_and_lines() {
        let layout = Variant::Vsadniki.open(&RuleOptions::default()).layout();
        let text = drawn(Variant::Vsadniki, None, None);
        assert_eq!(count(&text, "class=\"field\""), layout.fields.len());
        assert_eq!(count(&text, "<polyline"), layout.lines.len());
        assert_eq!(count(&text, "r=\"22\""), 11);
    }

    #[test]
    fn the_last_move_is_marked() {
        let text = drawn(Variant::Russian, None, Some("c3e5g7"));
        assert_eq!((count(&text, "class=\"last\""), count(&text, "#d8c55a")), (1, 3));
        assert_eq!(count(&drawn(Variant::Siberia, None, Some("a8a9d")), "#d8c55a"), 2);
        assert_eq!(count(&drawn(Variant::Siberia, None, Some("nonsense")), "class=\"last\""), 0);
    }
}
