//! A board that is a graph of fields, read from a board file.
//!
//! The file gives `name x y kind` for each field and `line f1 f2 f3 ...` for fields joined in a straight line; `#`
//! starts a comment. Neighbours are consecutive names on a line, a jump is any three consecutive names.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

/// The built-in board of vsadniki. It is a **reconstruction**: the source's pictures are lost, and no copy of the true
/// board could be found.
pub const RECONSTRUCTION: &str = include_str!("vsadniki.board");

/// The most fields a board may have: what three words hold.
pub const MOST_FIELDS: usize = 192;
/// The most pawns a side may start with.
pub const MOST_PAWNS: usize = 18;
/// The most fields in a row: a run of empty fields is written with at most two digits.
pub const MOST_IN_ROW: usize = 99;

/// What a field is, and what stands on it at the start.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// An ordinary field (`o`).
    Ordinary,
    /// An ordinary field with a white pawn at the start (`w`).
    White,
    /// An ordinary field with a black pawn at the start (`b`).
    Black,
    /// A promotion field (`P`).
    Promotion,
}

/// A field of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// A letter and a number.
    pub name: String,
    /// Place to the right.
    pub x: u8,
    /// Place upwards.
    pub y: u8,
    /// What it is.
    pub mark: Mark,
}

/// Three consecutive fields of a line, in one of its two directions.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Jump {
    /// The field that is left.
    pub from: u8,
    /// The field that is jumped.
    pub over: u8,
    /// The field that is reached.
    pub to: u8,
}

/// A board file as read. Fields are numbered row by row from the lowest y, each row from the lowest x.
#[derive(Debug, Clone)]
pub struct Graph {
    fields: Vec<Spot>,
    lines: Vec<Vec<u8>>,
    rows: Vec<usize>,
    neighbours: Vec<(u8, u8)>,
    jumps: Vec<Jump>,
}

/// Why a board file was refused. Lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum BoardError {
    #[error("line {line}: neither a field ('name x y kind') nor a line ('line name name ...')")]
    Unreadable { line: usize },
    #[error("line {line}: '{found}' is not a field name (a small letter and one or two digits)")]
    BadName { line: usize, found: String },
    #[error("line {line}: '{found}' is not a whole number from 0 to 255")]
    BadNumber { line: usize, found: String },
    #[error("line {line}: '{found}' is not a kind of field ('o', 'w', 'b' or 'P')")]
    BadKind { line: usize, found: String },
    #[error("line {line}: there is a field '{name}' already, on line {first}")]
    DuplicateName { line: usize, name: String, first: usize },
    #[error("line {line}: '{name}' is at the same place as the field on line {first}")]
    SamePlace { line: usize, name: String, first: usize },
    #[error("line {line}: more than {MOST_FIELDS} fields")]
    TooManyFields { line: usize },
    #[error("line {line}: more than {MOST_IN_ROW} fields with y = {y}")]
    RowTooLong { line: usize, y: u8 },
    #[error("line {line}: more than {MOST_PAWNS} {side} pawns")]
    TooManyPawns { line: usize, side: &'static str },
    #[error("line {line}: there is no field '{name}'")]
    UnknownField { line: usize, name: String },
    #[error("line {line}: '{name}' comes twice")]
    Repeated { line: usize, name: String },
    #[error("line {line}: a line joins at least two fields")]
    ShortLine { line: usize },
    #[error("line {line}: '{from}' and '{to}' are two apart over two different fields, so that captures look the same")]
    TwoWays { line: usize, from: String, to: String },
    #[error("line {line}: the file ends without a {side} pawn (kind '{kind}')")]
    NoPawns { line: usize, side: &'static str, kind: char },
}

impl Graph {
    /// Reads a board file.
    ///
    /// # Errors
    /// What is wrong, with its line number.
    pub fn parse(text: &str) -> Result<Graph, BoardError> {
        let mut spots: Vec<(usize, Spot)> = Vec::new();
        let mut joins: Vec<(usize, Vec<&str>)> = Vec::new();
        let mut last = 1;
        for (line, content) in (1..).zip(text.lines()) {
            last = line;
            let content = content.split('#').next().unwrap_or_default();
            let words: Vec<&str> = content.split_whitespace().collect();
            match words.as_slice() {
                [] => {}
                ["line", names @ ..] => joins.push((line, names.to_vec())),
                [name, x, y, kind] => {
                    let spot = read_spot(line, name, x, y, kind)?;
                    admit(&spots, line, &spot)?;
                    spots.push((line, spot));
                }
                _ => return Err(BoardError::Unreadable { line }),
            }
        }
        for (mark, side, kind) in [(Mark::White, "white", 'w'), (Mark::Black, "black", 'b')] {
            if !spots.iter().any(|(_, spot)| spot.mark == mark) {
                return Err(BoardError::NoPawns { line: last, side, kind });
            }
        }
        spots.sort_by_key(|(_, spot)| (spot.y, spot.x));
        let mut rows = BTreeMap::new();
        for (_, spot) in &spots {
            *rows.entry(spot.y).or_insert(0) += 1;
        }
        let mut graph = Graph {
            fields: spots.into_iter().map(|(_, spot)| spot).collect(),
            lines: Vec::new(),
            rows: rows.into_values().collect(),
            neighbours: Vec::new(),
            jumps: Vec::new(),
        };
        graph.join(&joins)?;
        Ok(graph)
    }

    /// Lays the lines over the fields. Fields joined twice, and jumps that two lines give, count once.
    fn join(&mut self, joins: &[(usize, Vec<&str>)]) -> Result<(), BoardError> {
        let numbers: HashMap<String, u8> = (0..).zip(&self.fields).map(|(i, spot)| (spot.name.clone(), i)).collect();
        let mut over: HashMap<(u8, u8), u8> = HashMap::new();
        for (line, names) in joins {
            let line = *line;
            if names.len() < 2 {
                return Err(BoardError::ShortLine { line });
            }
            let mut path = Vec::with_capacity(names.len());
            for &name in names {
                let field =
                    numbers.get(name).ok_or_else(|| BoardError::UnknownField { line, name: name.to_owned() })?;
                if path.contains(field) {
                    return Err(BoardError::Repeated { line, name: name.to_owned() });
                }
                path.push(*field);
            }
            for pair in path.windows(2) {
                self.neighbours.extend([(pair[0], pair[1]), (pair[1], pair[0])]);
            }
            for triple in path.windows(3) {
                let (from, middle, to) = (triple[0], triple[1], triple[2]);
                self.jumps.extend([Jump { from, over: middle, to }, Jump { from: to, over: middle, to: from }]);
                // A rider's capture is written by the promotion fields it touches: they must say what was taken.
                let promotion = |field: u8| self.fields[field as usize].mark == Mark::Promotion;
                let known = *over.entry((from.min(to), from.max(to))).or_insert(middle);
                if promotion(from) && promotion(to) && known != middle {
                    let name = |field: u8| self.fields[field as usize].name.clone();
                    return Err(BoardError::TwoWays { line, from: name(from), to: name(to) });
                }
            }
            self.lines.push(path);
        }
        self.neighbours.sort_unstable();
        self.neighbours.dedup();
        self.jumps.sort_unstable();
        self.jumps.dedup();
        Ok(())
    }

    /// The fields, row by row from the lowest y.
    pub fn fields(&self) -> &[Spot] {
        &self.fields
    }

    /// The lines of the file.
    pub fn lines(&self) -> &[Vec<u8>] {
        &self.lines
    }

    /// The number of fields of each row, from the lowest y.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Every pair of neighbours, in both directions.
    pub fn neighbours(&self) -> &[(u8, u8)] {
        &self.neighbours
    }

    /// Every jump, in both directions.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }
}

fn read_spot(line: usize, name: &str, x: &str, y: &str, kind: &str) -> Result<Spot, BoardError> {
    let well_named = match name.as_bytes() {
        [letter, digits @ ..] => {
            letter.is_ascii_lowercase() && matches!(digits.len(), 1..=2) && digits.iter().all(u8::is_ascii_digit)
        }
        [] => false,
    };
    if !well_named {
        return Err(BoardError::BadName { line, found: name.to_owned() });
    }
    let number = |found: &str| found.parse().map_err(|_| BoardError::BadNumber { line, found: found.to_owned() });
    let (x, y) = (number(x)?, number(y)?);
    let mark = match kind {
        "o" => Mark::Ordinary,
        "w" => Mark::White,
        "b" => Mark::Black,
        "P" => Mark::Promotion,
        _ => return Err(BoardError::BadKind { line, found: kind.to_owned() }),
    };
    Ok(Spot { name: name.to_owned(), x, y, mark })
}

/// May this field stand beside those read before?
fn admit(spots: &[(usize, Spot)], line: usize, spot: &Spot) -> Result<(), BoardError> {
    if spots.len() >= MOST_FIELDS {
        return Err(BoardError::TooManyFields { line });
    }
    for (first, other) in spots {
        if other.name == spot.name {
            return Err(BoardError::DuplicateName { line, name: spot.name.clone(), first: *first });
        }
        if (other.x, other.y) == (spot.x, spot.y) {
            return Err(BoardError::SamePlace { line, name: spot.name.clone(), first: *first });
        }
    }
    if spots.iter().filter(|(_, other)| other.y == spot.y).count() >= MOST_IN_ROW {
        return Err(BoardError::RowTooLong { line, y: spot.y });
    }
    for (mark, side) in [(Mark::White, "white"), (Mark::Black, "black")] {
        if spot.mark == mark && spots.iter().filter(|(_, other)| other.mark == mark).count() >= MOST_PAWNS {
            return Err(BoardError::TooManyPawns { line, side });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "a1 0 0 w\nb1 1 0 b # a comment\r\n\n# another\nc1 2 0 P\nline a1 b1 c1\r\n";

    fn refused(text: &str) -> BoardError {
        Graph::parse(text).unwrap_err()
    }

    #[test]
    fn the_reconstruction_is_as_the_source_counts_it() {
        let graph = Graph::parse(RECONSTRUCTION).unwrap();
        let count = |mark| graph.fields().iter().filter(|spot| spot.mark == mark).count();
        assert_eq!((count(Mark::White), count(Mark::Black), count(Mark::Promotion)), (18, 18, 11));
        assert_eq!(graph.fields().len(), 151);
        assert_eq!(graph.rows(), [9, 9, 17, 17, 17, 13, 17, 17, 17, 9, 9]);
    }

    #[test]
    fn reads_comments_and_crlf() {
        let graph = Graph::parse(SMALL).unwrap();
        assert_eq!(graph.neighbours(), [(0, 1), (1, 0), (1, 2), (2, 1)]);
        assert_eq!(graph.jumps(), [Jump { from: 0, over: 1, to: 2 }, Jump { from: 2, over: 1, to: 0 }]);
        assert_eq!(graph.fields()[1].mark, Mark::Black);
        assert_eq!(graph.lines(), [[0, 1, 2]]);
    }

    #[test]
    fn joined_twice_counts_once() {
        let graph = Graph::parse(&format!("{SMALL}line c1 b1 a1\nline a1 b1")).unwrap();
        assert_eq!((graph.neighbours().len(), graph.jumps().len()), (4, 2));
    }

    #[test]
    fn fields_are_numbered_row_by_row_and_lines_may_come_first() {
        let graph = Graph::parse("line b2 a1\nb2 1 9 w\na2 0 9 b\na1 0 3 o").unwrap();
        let names: Vec<&str> = graph.fields().iter().map(|spot| spot.name.as_str()).collect();
        assert_eq!(names, ["a1", "a2", "b2"]);
        assert_eq!(graph.rows(), [1, 2]);
    }

    #[test]
    fn refusals_carry_the_line() {
        let name = |found: &str| BoardError::BadName { line: 1, found: found.into() };
        for found in ["A1", "a", "1a", "aa1", "a123", "é1", "a+1"] {
            assert_eq!(refused(&format!("{found} 0 0 o")), name(found));
        }
        for found in ["256", "-1", "x", "1.5", "99999999999999999999"] {
            let error = BoardError::BadNumber { line: 2, found: found.into() };
            assert_eq!(refused(&format!("\na1 {found} 0 o")), error);
            assert_eq!(refused(&format!("\na1 0 {found} o")), error);
        }
        assert_eq!(refused("a1 0 0 p"), BoardError::BadKind { line: 1, found: "p".into() });
        assert_eq!(refused("a1 0 0"), BoardError::Unreadable { line: 1 });
        assert_eq!(refused("a1 0 0 o o"), BoardError::Unreadable { line: 1 });
        assert_eq!(refused("a1 0 0 o\na1 1 0 o"), BoardError::DuplicateName { line: 2, name: "a1".into(), first: 1 });
        assert_eq!(refused("a1 0 0 o\n\na2 0 0 o"), BoardError::SamePlace { line: 3, name: "a2".into(), first: 1 });
        assert_eq!(refused(&format!("{SMALL}line a1 z9")), BoardError::UnknownField { line: 7, name: "z9".into() });
        assert_eq!(refused(&format!("{SMALL}line a1 b1 a1")), BoardError::Repeated { line: 7, name: "a1".into() });
        assert_eq!(refused(&format!("{SMALL}line a1")), BoardError::ShortLine { line: 7 });
        assert_eq!(refused(""), BoardError::NoPawns { line: 1, side: "white", kind: 'w' });
        assert_eq!(refused("a1 0 0 w\n#"), BoardError::NoPawns { line: 2, side: "black", kind: 'b' });
    }

    #[test]
    fn refuses_two_ways_between_promotion_fields_only() {
        let fields = "a1 0 0 w\nb1 1 0 b\na2 0 1 P\nb2 1 1 P\n";
        let lines = "line a2 a1 b2\nline b2 b1 a2";
        assert_eq!(
            refused(&format!("{fields}{lines}")),
            BoardError::TwoWays { line: 6, from: "b2".into(), to: "a2".into() }
        );
        assert!(Graph::parse(&format!("{}{lines}", fields.replacen('P', "o", 1))).is_ok());
    }

    #[test]
    fn refuses_too_much() {
        let row = |n: usize, y: usize, kind: &str| -> String {
            (0..n).map(|i| format!("{}{} {i} {y} {kind}\n", char::from(b'a' + y as u8), i)).collect()
        };
        assert_eq!(refused(&row(19, 0, "w")), BoardError::TooManyPawns { line: 19, side: "white" });
        assert_eq!(refused(&row(19, 0, "b")), BoardError::TooManyPawns { line: 19, side: "black" });
        assert_eq!(refused(&row(100, 0, "o")), BoardError::RowTooLong { line: 100, y: 0 });
        let pawns = row(18, 0, "w") + &row(18, 1, "b");
        let most = pawns.clone() + &row(99, 2, "o") + &row(57, 3, "P");
        assert_eq!(Graph::parse(&most).unwrap().fields().len(), MOST_FIELDS);
        assert_eq!(refused(&(most + &row(1, 4, "o"))), BoardError::TooManyFields { line: 193 });
    }
}
