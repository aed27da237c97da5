//! `siberia`: Chess (Siberia).

use super::common::{End, Path, Rules, Side, counter, next_number, print_rows, read_rows, square_name};
use super::third_time;

const ORTHOGONAL: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const TWO_DIAGONAL: [(i32, i32); 4] = [(-2, -2), (-2, 2), (2, -2), (2, 2)];
const KNIGHT: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

pub struct Siberia {
    pub bare_mate: bool,
}

/// 81 squares, a1 first, then b1: '.' empty, capitals White.
type Board = Vec<char>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    board: Board,
    side: Side,
    clock: u32,
    number: u32,
}

fn name(square: usize) -> String {
    square_name(square % 9, square / 9)
}

fn shifted(square: usize, (df, dr): (i32, i32)) -> Option<usize> {
    let file = (square % 9) as i32 + df;
    let rank = (square / 9) as i32 + dr;
    if (0..9).contains(&file) && (0..9).contains(&rank) { Some((rank * 9 + file) as usize) } else { None }
}

fn belongs(piece: char, side: Side) -> bool {
    match side {
        Side::White => piece.is_ascii_uppercase(),
        Side::Black => piece.is_ascii_lowercase(),
    }
}

/// The squares which the piece on `from` attacks, whatever stands there.
fn attacks(board: &Board, from: usize) -> Vec<usize> {
    let piece = board[from];
    let forward = if piece.is_ascii_uppercase() { 1 } else { -1 };
    let leaps: Vec<(i32, i32)> = match piece.to_ascii_uppercase() {
        // "one step any way"
        'K' => [ORTHOGONAL, DIAGONAL].concat(),
        'N' => KNIGHT.to_vec(),
        // "one step diagonally, captures the same way"
        'D' => DIAGONAL.to_vec(),
        // "exactly two squares diagonally, over anything or nothing"
        'C' => TWO_DIAGONAL.to_vec(),
        // "captures one step diagonally forward"
        'P' => vec![(-1, forward), (1, forward)],
        'R' => {
            let mut reached = Vec::new();
            for direction in ORTHOGONAL {
                let mut next = shifted(from, direction);
                while let Some(square) = next {
                    reached.push(square);
                    if board[square] != '.' {
                        break;
                    }
                    next = shifted(square, direction);
                }
            }
            return reached;
        }
        _ => panic!("no piece {piece:?}"),
    };
    leaps.into_iter().filter_map(|leap| shifted(from, leap)).collect()
}

fn in_check(board: &Board, side: Side) -> bool {
    let king = match side {
        Side::White => 'K',
        Side::Black => 'k',
    };
    (0..81).any(|from| {
        belongs(board[from], side.other()) && attacks(board, from).into_iter().any(|square| board[square] == king)
    })
}

/// Where the piece on `from` may go, the safety of the king aside.
fn targets(board: &Board, from: usize, side: Side) -> Vec<usize> {
    let reached = attacks(board, from).into_iter();
    if !board[from].eq_ignore_ascii_case(&'P') {
        return reached.filter(|square| !belongs(board[*square], side)).collect();
    }
    let mut to: Vec<usize> = reached.filter(|square| belongs(board[*square], side.other())).collect();
    // "one step forward to an empty square, from its start rank two if both are empty"
    let forward = (0, side.forward());
    let start_rank = match side {
        Side::White => 1,
        Side::Black => 7,
    };
    if let Some(one) = shifted(from, forward)
        && board[one] == '.'
    {
        to.push(one);
        if from / 9 == start_rank
            && let Some(two) = shifted(one, forward)
            && board[two] == '.'
        {
            to.push(two);
        }
    }
    to
}

impl Rules for Siberia {
    type Pos = Position;

    fn start(&self) -> String {
        "rncdk1cnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCDK1CNR w - - 0 1".to_string()
    }

    fn read(&self, fen: &str) -> Position {
        // "the two dashes may be missing on input"
        let fields: Vec<&str> = fen.split_whitespace().filter(|f| *f != "-").collect();
        let rows = read_rows(fields[0]);
        assert!(rows.len() == 9 && rows.iter().all(|row| row.len() == 9), "not 9x9: {fen}");
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
        let rows: Vec<Vec<String>> = pos.board.chunks(9).rev().map(|row| row.iter().map(cell).collect()).collect();
        let (board, side) = (print_rows(&rows), pos.side.letter());
        format!("{board} {side} - - {} {}", pos.clock, pos.number)
    }

    fn paths(&self, pos: &Position, _wanted: &[String]) -> Vec<(Path, Position)> {
        let mut found = Vec::new();
        for from in 0..81 {
            let piece = pos.board[from];
            if !belongs(piece, pos.side) {
                continue;
            }
            let pawn = piece.eq_ignore_ascii_case(&'P');
            for to in targets(&pos.board, from, pos.side) {
                let mut board = pos.board.clone();
                board[from] = '.';
                board[to] = piece;
                let mut path = vec![name(from), name(to)];
                // "On the far rank it becomes a dog, always (move text `a8a9d`"
                if pawn && (to / 9 == 0 || to / 9 == 8) {
                    board[to] = if piece == 'P' { 'D' } else { 'd' };
                    path[1].push('d');
                }
                // "No move may leave one's own king attacked."
                if in_check(&board, pos.side) {
                    continue;
                }
                let progress = pawn || pos.board[to] != '.';
                let next = Position {
                    board,
                    side: pos.side.other(),
                    clock: if progress { 0 } else { pos.clock + 1 },
                    number: next_number(pos.number, pos.side),
                };
                found.push((path, next));
            }
        }
        found
    }

    fn judge(&self, game: &[Position]) -> End {
        let now = &game[game.len() - 1];
        if self.paths(now, &[]).is_empty() {
            if !in_check(&now.board, now.side) {
                return End::Draw; // "Not attacked with no legal move, decided: draw."
            }
            let pawn = match now.side {
                Side::White => 'P',
                Side::Black => 'p',
            };
            // "`bare` (mate of a side that still has a pawn is a draw)"
            if self.bare_mate && now.board.contains(&pawn) {
                return End::Draw;
            }
            return End::Win(now.side.other());
        }
        // "Draws: threefold; 100 plies without a capture or pawn move."
        if third_time(game, |pos| (pos.board.clone(), pos.side)) || now.clock >= 100 {
            return End::Draw;
        }
        End::None
    }
}
