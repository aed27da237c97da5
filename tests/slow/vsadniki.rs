//! `vsadniki`: riders, on the graph of a board file.

use super::common::{End, Path, Rules, Side, chains, counter, next_number, print_rows, read_rows};
use super::{Options, third_time};
use std::collections::BTreeMap;

pub struct Vsadniki {
    fields: Vec<Field>,
    /// The fields rank by rank from the top, each rank from the left, as in the FEN.
    rows: Vec<Vec<usize>>,
    target_score: u32,
    min_captures: u32,
    no_progress: u32,
}

struct Field {
    name: String,
    x: i32,
    y: i32,
    promotion: bool,
    /// What stands here at the start: 'w', 'b' or '.'.
    start: char,
    neighbours: Vec<usize>,
    /// "a jump is any three consecutive names": (the field jumped over, the field landed on).
    jumps: Vec<(usize, usize)>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// By field in the order of the board file: '.' empty, `w` `b` pawns, `W` `B` riders.
    board: Vec<char>,
    side: Side,
    /// Points and captures of White and of Black.
    points: [u32; 2],
    captures: [u32; 2],
    clock: u32,
    number: u32,
}

/// In the middle of a move: the board without the moving piece, and where that is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Moving {
    board: Vec<char>,
    at: usize,
}

impl Vsadniki {
    pub fn new(options: &Options) -> Self {
        let mut fields: Vec<Field> = Vec::new();
        let mut index: BTreeMap<String, usize> = BTreeMap::new();
        for text in options.board.lines() {
            let text = text.split('#').next().unwrap_or("");
            let words: Vec<&str> = text.split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            if words[0] != "line" {
                index.insert(words[0].to_string(), fields.len());
                fields.push(field(&words));
                continue;
            }
            let line: Vec<usize> = words[1..].iter().map(|name| index[*name]).collect();
            for two in line.windows(2) {
                fields[two[0]].neighbours.push(two[1]);
                fields[two[1]].neighbours.push(two[0]);
            }
            for three in line.windows(3) {
                fields[three[0]].jumps.push((three[1], three[2]));
                fields[three[2]].jumps.push((three[1], three[0]));
            }
        }
        let mut rows: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
        for (i, field) in fields.iter().enumerate() {
            rows.entry(-field.y).or_default().push(i);
        }
        let mut rows: Vec<Vec<usize>> = rows.into_values().collect();
        for row in &mut rows {
            row.sort_by_key(|i| fields[*i].x);
        }
        Vsadniki {
            fields,
            rows,
            target_score: options.target_score,
            min_captures: options.min_captures,
            no_progress: options.no_progress,
        }
    }

    fn name(&self, field: usize) -> String {
        self.fields[field].name.clone()
    }

    /// "A side wins as soon as its points reach `TargetScore` [...] and its captures reach
    /// `MinCaptures`"
    fn has_won(&self, pos: &Position, side: Side) -> bool {
        let i = side as usize;
        pos.points[i] >= self.target_score && pos.captures[i] >= self.min_captures
    }

    /// A pawn of `side` jumps on from `state`.
    fn pawn_jumps(&self, state: &Moving, side: Side) -> Vec<(String, Moving)> {
        let mut found = Vec::new();
        if self.fields[state.at].promotion {
            return found; // "this ends the move"
        }
        for &(over, to) in &self.fields[state.at].jumps {
            // "over a pawn of either side on a neighbouring ordinary field to the empty field next
            // on the line"; "a piece on a promotion field is never jumped"
            let jumped = state.board[over];
            if self.fields[over].promotion || jumped == '.' || state.board[to] != '.' {
                continue;
            }
            // "a jump may land on a promotion field only over an **enemy** pawn"
            if self.fields[to].promotion && jumped != side.other().letter() {
                continue;
            }
            let board = state.board.clone(); // "Jumped pawns stay."
            found.push((self.name(to), Moving { board, at: to }));
        }
        found
    }

    /// A rider of `side` captures on from `state`: "from its promotion field over an enemy pawn on an
    /// ordinary field to the empty promotion field next on the line; the pawn is removed at once"
    fn rider_captures(&self, state: &Moving, side: Side) -> Vec<(String, Moving)> {
        let mut found = Vec::new();
        for &(over, to) in &self.fields[state.at].jumps {
            let enemy = state.board[over] == side.other().letter();
            if enemy && !self.fields[over].promotion && self.fields[to].promotion && state.board[to] == '.' {
                let mut board = state.board.clone();
                board[over] = '.';
                found.push((self.name(to), Moving { board, at: to }));
            }
        }
        found
    }

    /// The position after the piece `piece` has come to rest on a field.
    fn after(&self, pos: &Position, end: Moving, piece: char) -> Position {
        let mut next = pos.clone();
        let i = pos.side as usize;
        let enemy = pos.side.other().letter();
        let pawns = |board: &[char]| board.iter().filter(|p| **p == enemy).count() as u32;
        let captured = pawns(&pos.board) - pawns(&end.board);
        let promotion = self.fields[end.at].promotion;
        // "makes the pawn a rider, scores 2"; "the pawn is removed at once and scores 1"
        let promoted = promotion && piece == pos.side.letter();
        let gain = captured + if promoted { 2 } else { 0 };
        next.points[i] += gain;
        next.captures[i] += captured;
        next.board = end.board;
        // A rider that steps to an ordinary field "is then a pawn again".
        next.board[end.at] = if promotion { pos.side.letter().to_ascii_uppercase() } else { pos.side.letter() };
        next.side = pos.side.other();
        next.clock = if gain > 0 { 0 } else { pos.clock + 1 };
        next.number = next_number(pos.number, pos.side);
        next
    }
}

/// One field line of a board file: `name x y kind`.
fn field(words: &[&str]) -> Field {
    assert!(words.len() == 4, "bad field line {words:?}");
    Field {
        name: words[0].to_string(),
        x: words[1].parse().expect("x"),
        y: words[2].parse().expect("y"),
        promotion: words[3] == "P",
        start: match words[3] {
            "w" => 'w',
            "b" => 'b',
            "o" | "P" => '.',
            kind => panic!("no kind {kind:?}"),
        },
        neighbours: Vec::new(),
        jumps: Vec::new(),
    }
}

impl Rules for Vsadniki {
    type Pos = Position;

    fn start(&self) -> String {
        self.print(&Position {
            board: self.fields.iter().map(|field| field.start).collect(),
            side: Side::White,
            points: [0, 0],
            captures: [0, 0],
            clock: 0,
            number: 1,
        })
    }

    fn read(&self, fen: &str) -> Position {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let rows = read_rows(fields[0]);
        assert!(rows.len() == self.rows.len(), "wrong ranks: {fen}");
        let mut board = vec!['.'; self.fields.len()];
        for (row, cells) in self.rows.iter().zip(&rows) {
            assert!(row.len() == cells.len(), "a rank of wrong length: {fen}");
            for (field, cell) in row.iter().zip(cells) {
                board[*field] = cell.chars().next().unwrap_or('.');
            }
        }
        let field = |i, default| counter(fields.get(i), default);
        Position {
            board,
            side: Side::read(fields[1]),
            points: [field(2, 0), field(3, 0)],
            captures: [field(4, 0), field(5, 0)],
            clock: field(6, 0),
            number: field(7, 1),
        }
    }

    fn print(&self, pos: &Position) -> String {
        let cell = |field: &usize| match pos.board[*field] {
            '.' => String::new(),
            piece => piece.to_string(),
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        let (board, side) = (print_rows(&rows), pos.side.letter());
        let ([wp, bp], [wc, bc]) = (pos.points, pos.captures);
        let (clock, number) = (pos.clock, pos.number);
        format!("{board} {side} {wp} {bp} {wc} {bc} {clock} {number}")
    }

    fn paths(&self, pos: &Position, wanted: &[String]) -> Vec<(Path, Position)> {
        let mut found = Vec::new();
        // "Only a Vsadniki position won on points has no moves"
        if self.has_won(pos, Side::White) || self.has_won(pos, Side::Black) {
            return found;
        }
        for from in 0..self.fields.len() {
            let piece = pos.board[from];
            if piece.to_ascii_lowercase() != pos.side.letter() {
                continue;
            }
            // "The field it started from counts as empty meanwhile", for riders as well.
            let mut board = pos.board.clone();
            board[from] = '.';
            // Pawn: "to a neighbouring empty ordinary field"; the rider steps in the same way.
            for &to in &self.fields[from].neighbours {
                if board[to] == '.' && !self.fields[to].promotion {
                    let end = Moving { board: board.clone(), at: to };
                    let path = vec![self.name(from), self.name(to)];
                    found.push((path, self.after(pos, end, piece)));
                }
            }
            let start = Moving { board, at: from };
            // "several jumps in a move, it may stop after any"; a rider "may stop after any capture"
            let ends = chains(self.name(from), start, true, wanted, |state| {
                if self.fields[from].promotion {
                    self.rider_captures(state, pos.side)
                } else {
                    self.pawn_jumps(state, pos.side)
                }
            });
            for (path, end) in ends {
                let next = self.after(pos, end, piece);
                // "a move must change the position"
                if next.board != pos.board {
                    found.push((path, next));
                }
            }
        }
        found
    }

    fn judge(&self, game: &[Position]) -> End {
        let now = &game[game.len() - 1];
        // The side that has just moved first: only its points can have grown.
        for side in [now.side.other(), now.side] {
            if self.has_won(now, side) {
                return End::Win(side);
            }
        }
        if self.paths(now, &[]).is_empty() {
            return End::Win(now.side.other()); // "No legal move loses."
        }
        if third_time(game, |pos| (pos.board.clone(), pos.side, pos.points)) {
            return End::Draw;
        }
        // "after `NoProgress` plies (200) without a point the game is over, more points win, equal
        // points draw."
        if now.clock >= self.no_progress {
            let [white, black] = now.points;
            return match white.cmp(&black) {
                std::cmp::Ordering::Greater => End::Win(Side::White),
                std::cmp::Ordering::Less => End::Win(Side::Black),
                std::cmp::Ordering::Equal => End::Draw,
            };
        }
        End::None
    }

    /// "A pawn's move is written by its two ends, `h3l5`; a rider's capture by every promotion field
    /// it touches, `c4e6g4`."
    fn printed(&self, path: &Path) -> String {
        let rider = self.fields.iter().any(|field| field.promotion && field.name == path[0]);
        if rider { path.concat() } else { format!("{}{}", path[0], path[path.len() - 1]) }
    }
}
