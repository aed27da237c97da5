//! Boards drawn in a terminal, from a layout alone.

use crate::rules::notation::{FieldKind, Layout};

/// Draws any board: ranks of cells for boards of squares, circles and lines for a graph.
pub fn draw(layout: &Layout, contents: &[(usize, String)]) -> String {
    let mut pieces = vec![None; layout.fields.len()];
    for (field, letters) in contents {
        if let Some(slot) = pieces.get_mut(*field) {
            *slot = Some(letters.as_str());
        }
    }
    if layout.lines.is_empty() { draw_squares(layout, &pieces) } else { draw_graph(layout, &pieces) }
}

fn size(layout: &Layout) -> (usize, usize) {
    let most = |of: fn(&crate::rules::notation::Field) -> u8| layout.fields.iter().map(of).max().map_or(0, usize::from);
    (most(|f| f.x) + 1, most(|f| f.y) + 1)
}

/// Ranks from the top with their numbers, files below. `.` is an empty field, a blank no field at all; a column is
/// written top first.
fn draw_squares(layout: &Layout, pieces: &[Option<&str>]) -> String {
    let (width, height) = size(layout);
    let cell = pieces.iter().flatten().map(|letters| letters.len()).max().unwrap_or(1).max(1);
    let mut rows = vec![vec![""; width]; height];
    for (field, piece) in layout.fields.iter().zip(pieces) {
        rows[usize::from(field.y)][usize::from(field.x)] = piece.unwrap_or(".");
    }
    let mut out = String::new();
    for (rank, row) in rows.iter().enumerate().rev() {
        out += &format!("{:>2} |", rank + 1);
        for text in row {
            out += &format!(" {text:<cell$}");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out += &format!("   +{}\n    ", "-".repeat(width * (cell + 1)));
    for file in 0..width {
        out += &format!(" {:<cell$}", char::from(b'a' + file as u8));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Columns of characters between two fields of a row, and rows between two ranks.
const STEP: (usize, usize) = (4, 2);

/// Fields with their lines: `o` an empty ordinary field, `O` an empty promotion field, letters for pieces.
fn draw_graph(layout: &Layout, pieces: &[Option<&str>]) -> String {
    let (width, height) = size(layout);
    let mut canvas = vec![vec![' '; (width - 1) * STEP.0 + 1]; (height - 1) * STEP.1 + 1];
    let place = |field: usize| {
        let field = &layout.fields[field];
        (usize::from(field.x) * STEP.0, (height - 1 - usize::from(field.y)) * STEP.1)
    };
    for line in &layout.lines {
        for pair in line.windows(2) {
            join(&mut canvas, place(pair[0]), place(pair[1]));
        }
    }
    for (i, field) in layout.fields.iter().enumerate() {
        let (x, y) = place(i);
        let empty = if field.kind == FieldKind::Promotion { 'O' } else { 'o' };
        canvas[y][x] = pieces[i].and_then(|p| p.chars().next()).unwrap_or(empty);
    }
    let mut out = String::new();
    for (y, row) in canvas.iter().enumerate() {
        let rank = height - 1 - y / STEP.1;
        let label = if y % STEP.1 == 0 { (rank + 1).to_string() } else { String::new() };
        let text: String = row.iter().collect();
        out += format!("{label:>3}  {text}").trim_end();
        out.push('\n');
    }
    let files: String = (0..width).map(|x| format!("{:<1$}", char::from(b'a' + x as u8 % 26), STEP.0)).collect();
    out += &format!("\n     {}\n", files.trim_end());
    out
}

/// Draws the line between two places with the character that fits its direction; nothing where they are too close.
fn join(canvas: &mut [Vec<char>], from: (usize, usize), to: (usize, usize)) {
    let (dx, dy) = (to.0 as isize - from.0 as isize, to.1 as isize - from.1 as isize);
    let mark = match (dx.signum(), dy.signum()) {
        (_, 0) => '-',
        (0, _) => '|',
        (1, 1) | (-1, -1) => '\\',
        _ => '/',
    };
    let steps = dx.abs().max(dy.abs());
    for i in 1..steps {
        // Diagonals get one mark for each row they cross, horizontal lines one for each column.
        let (x, y) = (from.0 as isize + dx * i / steps, from.1 as isize + dy * i / steps);
        let on_row = dy == 0 || (dy * i) % steps == 0;
        if on_row && let Some(cell) = canvas.get_mut(y as usize).and_then(|row| row.get_mut(x as usize)) {
            let crossed = *cell != ' ' && *cell != mark;
            *cell = if crossed && mark != '-' { 'X' } else { mark };
        }
    }
}
