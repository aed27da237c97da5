//! What the games share: sides, FEN rows, reading of moves, and the walk through a jumping move.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    White,
    Black,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    pub fn read(text: &str) -> Side {
        match text {
            "w" => Side::White,
            "b" => Side::Black,
            _ => panic!("the side to move must be w or b, not {text:?}"),
        }
    }

    pub fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// The rank step of this side's men and pawns.
    pub fn forward(self) -> i32 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    None,
    Win(Side),
    Draw,
}

/// The squares of one move by name: the from-square and every landing square.
pub type Path = Vec<String>;

/// One game. A position is everything its printed FEN says.
pub trait Rules {
    type Pos: Clone + Ord;
    fn start(&self) -> String;
    fn read(&self, fen: &str) -> Self::Pos;
    fn print(&self, pos: &Self::Pos) -> String;
    /// Paths of the legal moves. Every legal move has its smallest path here, maybe others as well.
    /// With `wanted` also one for each way to fit these squares (see `chains`).
    fn paths(&self, pos: &Self::Pos, wanted: &[String]) -> Vec<(Path, Self::Pos)>;
    fn judge(&self, game: &[Self::Pos]) -> End;
    /// "The engine always prints the full path."
    fn printed(&self, path: &Path) -> String {
        path.concat()
    }
    fn squares(&self, text: &str) -> Path {
        read_squares(text)
    }
}

/// The move number "goes up after Black's move".
pub fn next_number(number: u32, mover: Side) -> u32 {
    if mover == Side::Black { number + 1 } else { number }
}

/// A counter of a FEN, or its default where it is missing.
pub fn counter(field: Option<&&str>, default: u32) -> u32 {
    match field {
        None => default,
        Some(text) => text.parse().unwrap_or_else(|_| panic!("{text:?} is no counter")),
    }
}

/// The name of a square of a rectangular board, both counted from 0: a1 is (0, 0).
pub fn square_name(file: usize, rank: usize) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The rows of a FEN board from the top: one text a square, "" for an empty one, "Wbb" for `(Wbb)`.
pub fn read_rows(board: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for text in board.split('/') {
        let mut row = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if first.is_ascii_digit() {
                // "numbers may have two digits"
                let length = rest.chars().take_while(char::is_ascii_digit).count();
                let run: usize = rest[..length].parse().expect("a number");
                row.extend(vec![String::new(); run]);
                rest = &rest[length..];
            } else if first == '(' {
                let close = rest.find(')').expect("a column without its )");
                row.push(rest[1..close].to_string());
                rest = &rest[close + 1..];
            } else {
                row.push(first.to_string());
                rest = &rest[first.len_utf8()..];
            }
        }
        rows.push(row);
    }
    rows
}

/// The opposite of `read_rows`.
pub fn print_rows(rows: &[Vec<String>]) -> String {
    let mut texts = Vec::new();
    for row in rows {
        let mut text = String::new();
        let mut empty = 0;
        for cell in row {
            if cell.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            if cell.len() == 1 {
                text += cell;
            } else {
                text += &format!("({cell})");
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        texts.push(text);
    }
    texts.join("/")
}

/// The squares of a move text: "On input `-`, `:` and `x` between squares are accepted too".
pub fn read_squares(text: &str) -> Path {
    let letters: Vec<char> = text.chars().collect();
    let mut squares = Path::new();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let digits: String = letters[at + 1..].iter().take_while(|c| c.is_ascii_digit()).collect();
        if letter.is_ascii_lowercase() && !digits.is_empty() {
            at += digits.len();
            squares.push(format!("{letter}{digits}"));
        } else if !"-:x".contains(letter) {
            return Path::new(); // not a move that this can read
        }
        at += 1;
    }
    squares
}

/// How many of the inner squares of `wanted` the inner squares of `path` have passed, in order.
fn passed(path: &Path, wanted: &[String]) -> usize {
    if wanted.len() < 3 || path.len() < 3 {
        return 0;
    }
    let inner = &wanted[1..wanted.len() - 1];
    let mut count = 0;
    for square in &path[1..path.len() - 1] {
        if count < inner.len() && inner[count] == *square {
            count += 1;
        }
    }
    count
}

/// "any path of a legal move, or part of one that keeps its first and last square"
pub fn fits(path: &Path, wanted: &[String]) -> bool {
    wanted.len() >= 2
        && path.first() == wanted.first()
        && path.last() == wanted.last()
        && passed(path, wanted) == wanted.len() - 2
}

/// All ends of a jumping move that begins on the square `from`. `jumps` gives every next jump: the
/// landing square and the state after it. The move goes on while it can, or may stop after any jump.
///
/// The walk goes jump by jump, all paths of one length together, and equal states are walked on from
/// only once, with the smallest path that led there. Equal states have equal futures, so the
/// smallest path of every end survives. (Equal means also: as much of `wanted` passed.)
pub fn chains<S: Clone + Ord>(
    from: String,
    start: S,
    may_stop: bool,
    wanted: &[String],
    jumps: impl Fn(&S) -> Vec<(String, S)>,
) -> Vec<(Path, S)> {
    let mut ends = Vec::new();
    let mut seen = BTreeSet::new();
    let mut level = BTreeMap::from([((start, 0), vec![from])]);
    while !level.is_empty() {
        let mut next: BTreeMap<(S, usize), Path> = BTreeMap::new();
        for ((state, _), path) in level {
            let onwards = jumps(&state);
            if path.len() > 1 && (may_stop || onwards.is_empty()) {
                ends.push((path.clone(), state));
            }
            for (square, after) in onwards {
                let mut longer = path.clone();
                longer.push(square);
                let key = (after, passed(&longer, wanted));
                if seen.contains(&key) {
                    continue; // only a vsadniki pawn comes back to an earlier state
                }
                match next.get_mut(&key) {
                    None => {
                        next.insert(key, longer);
                    }
                    Some(known) => {
                        if longer.concat() < known.concat() {
                            *known = longer;
                        }
                    }
                }
            }
        }
        seen.extend(next.keys().cloned());
        level = next;
    }
    ends
}
