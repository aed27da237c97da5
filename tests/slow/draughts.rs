//! `russian` and `russian-official`.

use super::common::{End, Path, Rules, Side, chains, counter, next_number, print_rows, read_rows, square_name};
use super::{pdn, third_time};

const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const START: &str = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w 0 1";

pub struct Draughts {
    pub official: bool,
}

/// 64 squares, a1 first, then b1: '.' empty, `w` `b` men, `W` `B` kings; during a capture by the
/// official rules 'x' is a captured piece that still stands there.
pub type Board = Vec<char>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub board: Board,
    pub side: Side,
    pub clock: u32,
    pub number: u32,
}

/// In the middle of a capture: the board, and where the capturing piece stands on it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Jumping {
    board: Board,
    at: usize,
}

fn name(square: usize) -> String {
    square_name(square % 8, square / 8)
}

/// The square one diagonal step away, if the board has it.
fn step(square: usize, (df, dr): (i32, i32)) -> Option<usize> {
    let file = (square % 8) as i32 + df;
    let rank = (square / 8) as i32 + dr;
    if (0..8).contains(&file) && (0..8).contains(&rank) { Some((rank * 8 + file) as usize) } else { None }
}

fn belongs(piece: char, side: Side) -> bool {
    piece.to_ascii_lowercase() == side.letter()
}

fn is_king(piece: char) -> bool {
    piece == 'W' || piece == 'B'
}

/// The piece as it stands on `square`: a man on the far rank is a king.
fn crowned(piece: char, square: usize) -> char {
    match (piece, square / 8) {
        ('w', 7) => 'W',
        ('b', 0) => 'B',
        _ => piece,
    }
}

impl Draughts {
    /// The jumps from here, those of one direction together.
    fn jumps_by_direction(&self, state: &Jumping, side: Side) -> Vec<Vec<Jumping>> {
        let piece = state.board[state.at];
        let mut directions = Vec::new();
        // Men "capture by a jump over an adjacent enemy forwards **and backwards**."
        for diagonal in DIAGONALS {
            let mut ahead = step(state.at, diagonal);
            if is_king(piece) {
                // "at any distance with any number of empty squares before it"
                while let Some(square) = ahead
                    && state.board[square] == '.'
                {
                    ahead = step(square, diagonal);
                }
            }
            let Some(victim) = ahead else { continue };
            if !belongs(state.board[victim], side.other()) {
                continue; // empty, own, or captured already: "they block and may not be jumped again"
            }
            let mut landings = Vec::new();
            let mut behind = step(victim, diagonal);
            while let Some(square) = behind
                && state.board[square] == '.'
            {
                let mut board = state.board.clone();
                board[state.at] = '.';
                // "captured pieces leave the board": "at once", or "after the whole move"
                board[victim] = if self.official { 'x' } else { '.' };
                // "A man that reaches the far rank during a capture becomes a king at once"
                board[square] = crowned(piece, square);
                landings.push(Jumping { board, at: square });
                if !is_king(piece) {
                    break;
                }
                behind = step(square, diagonal);
            }
            directions.push(landings);
        }
        directions
    }

    fn can_jump(&self, state: &Jumping, side: Side) -> bool {
        self.jumps_by_direction(state, side).iter().any(|landings| !landings.is_empty())
    }

    fn jumps(&self, state: &Jumping, side: Side) -> Vec<(String, Jumping)> {
        let mut all = Vec::new();
        for mut landings in self.jumps_by_direction(state, side) {
            // official: "if it can go on from some of those squares, one of these";
            // russian: "any open square"
            if self.official && landings.iter().any(|after| self.can_jump(after, side)) {
                landings.retain(|after| self.can_jump(after, side));
            }
            all.extend(landings);
        }
        all.into_iter().map(|after| (name(after.at), after)).collect()
    }

    fn captures(&self, pos: &Position, wanted: &[String]) -> Vec<(Path, Position)> {
        let mut found = Vec::new();
        let mut start = Jumping { board: pos.board.clone(), at: 0 };
        for from in 0..64 {
            start.at = from;
            if !belongs(pos.board[from], pos.side) || !self.can_jump(&start, pos.side) {
                continue;
            }
            // "a begun capture goes on while it can"
            let ends = chains(name(from), start.clone(), false, wanted, |state| self.jumps(state, pos.side));
            for (path, end) in ends {
                let board = end.board.into_iter().map(|piece| if piece == 'x' { '.' } else { piece }).collect();
                found.push((path, after(pos, board, 0)));
            }
        }
        found
    }

    fn steps(&self, pos: &Position) -> Vec<(Path, Position)> {
        let mut found = Vec::new();
        for from in 0..64 {
            let piece = pos.board[from];
            if !belongs(piece, pos.side) {
                continue;
            }
            for diagonal in DIAGONALS {
                // "Men step diagonally forward"; "Kings move any distance on a diagonal"
                if !is_king(piece) && diagonal.1 != pos.side.forward() {
                    continue;
                }
                let mut to = step(from, diagonal);
                while let Some(square) = to
                    && pos.board[square] == '.'
                {
                    let mut board = pos.board.clone();
                    board[from] = '.';
                    board[square] = crowned(piece, square);
                    let clock = if is_king(piece) { pos.clock + 1 } else { 0 };
                    found.push((vec![name(from), name(square)], after(pos, board, clock)));
                    if !is_king(piece) {
                        break;
                    }
                    to = step(square, diagonal);
                }
            }
        }
        found
    }
}

fn after(pos: &Position, board: Board, clock: u32) -> Position {
    Position { board, side: pos.side.other(), clock, number: next_number(pos.number, pos.side) }
}

impl Rules for Draughts {
    type Pos = Position;

    fn start(&self) -> String {
        START.to_string()
    }

    fn read(&self, fen: &str) -> Position {
        if fen.contains(':') {
            return pdn::read(fen);
        }
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let rows = read_rows(fields[0]);
        assert!(rows.len() == 8 && rows.iter().all(|row| row.len() == 8), "not 8x8: {fen}");
        let mut board = Vec::new();
        for row in rows.iter().rev() {
            for cell in row {
                board.push(cell.chars().next().unwrap_or('.'));
            }
        }
        Position {
            board,
            side: Side::read(fields[1]),
            clock: counter(fields.get(2), 0),
            number: counter(fields.get(3), 1),
        }
    }

    fn print(&self, pos: &Position) -> String {
        let cell = |piece: &char| match piece {
            '.' => String::new(),
            _ => piece.to_string(),
        };
        let rows: Vec<Vec<String>> = pos.board.chunks(8).rev().map(|row| row.iter().map(cell).collect()).collect();
        let (board, side) = (print_rows(&rows), pos.side.letter());
        format!("{board} {side} {} {}", pos.clock, pos.number)
    }

    fn paths(&self, pos: &Position, wanted: &[String]) -> Vec<(Path, Position)> {
        // "Capture is compulsory, the choice among captures is free"
        let captures = self.captures(pos, wanted);
        if captures.is_empty() { self.steps(pos) } else { captures }
    }

    fn judge(&self, game: &[Position]) -> End {
        let now = &game[game.len() - 1];
        if self.paths(now, &[]).is_empty() {
            return End::Win(now.side.other()); // "No legal move loses."
        }
        let draw = third_time(game, |pos| (pos.board.clone(), pos.side))
            || (kings_against_one(&now.board) && now.clock >= 30)
            || (self.official && fmjd_64(game));
        if draw { End::Draw } else { End::None }
    }
}

/// The number of men and of kings of one side.
fn count(board: &Board, side: Side) -> (usize, usize) {
    let men = board.iter().filter(|piece| **piece == side.letter());
    let kings = board.iter().filter(|piece| **piece == side.letter().to_ascii_uppercase());
    (men.count(), kings.count())
}

/// Men and kings of both sides: it changes with every capture and crowning, and with nothing else.
fn material(board: &Board) -> [(usize, usize); 2] {
    [count(board, Side::White), count(board, Side::Black)]
}

/// "one side has only a king and the other three or more kings and no men"
fn kings_against_one(board: &Board) -> bool {
    [Side::White, Side::Black].into_iter().any(|strong| {
        let (men, kings) = count(board, strong);
        men == 0 && kings >= 3 && count(board, strong.other()) == (0, 1)
    })
}

/// The small endings of the third counter.
fn small_ending(board: &Board) -> bool {
    [Side::White, Side::Black].into_iter().any(|strong| {
        let weak = strong.other();
        if count(board, weak) != (0, 1) {
            return false;
        }
        // a1, b2 ... h8 are every ninth square.
        let on_main_road = (0..8).any(|i| board[i * 9] == weak.letter().to_ascii_uppercase());
        let (men, kings) = count(board, strong);
        match men + kings {
            // "three pieces, one a king or more, against a lone king that stands on the main road"
            3 => kings >= 1 && on_main_road,
            // "or two kings, king and man, or one king against a lone king"
            2 | 1 => kings >= 1,
            _ => false,
        }
    })
}

/// The further draws of `russian-official`. "m and r are 0 after a FEN": they are counted in the
/// positions of this game.
fn fmjd_64(game: &[Position]) -> bool {
    let now = &game[game.len() - 1];
    let same = material(&now.board);
    // m, "since the last capture or crowning": the earlier positions with the same material.
    let with_same = game.iter().rev().take_while(|pos| material(&pos.board) == same);
    let m = with_same.clone().count() - 1;
    // r, "since the present small ending arose"
    let r = with_same.take_while(|pos| small_ending(&pos.board)).count().saturating_sub(1);
    let [(white_men, white_kings), (black_men, black_kings)] = same;
    let long = match white_men + white_kings + black_men + black_kings {
        4 | 5 => m >= 60,
        6 | 7 => m >= 120,
        _ => false,
    };
    let kings_on_both_sides = white_kings > 0 && black_kings > 0;
    // q is the FEN's clock.
    now.clock >= 30 || (kings_on_both_sides && long) || r >= 10
}
