//! The column games: `bashni` and `lasca`.

use super::common::{
    End, Path, Rules, Side, chains, counter, next_number, print_rows, read_rows, read_squares, square_name,
};
use super::{Options, Rejump, third_time};
use std::collections::BTreeSet;

const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

pub struct Columns {
    lasca: bool,
    /// 8 or 7.
    size: usize,
    start: &'static str,
    flying: bool,
    rejump: Rejump,
}

/// A column, top first, of `w` `b` men and `W` `B` kings; without any an empty square.
type Column = Vec<char>;

/// Every square, a1 first, then b1.
type Board = Vec<Column>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    board: Board,
    side: Side,
    clock: u32,
    number: u32,
}

/// In the middle of a capture.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Jumping {
    board: Board,
    /// Where the capturing column stands.
    at: usize,
    /// The columns that the `Rejump` option does not let it jump now.
    barred: BTreeSet<usize>,
    /// A capture of lasca that crowned.
    over: bool,
}

/// "The top piece alone says what a column is and how it moves."
fn top(column: &[char]) -> Option<char> {
    column.first().copied()
}

fn belongs(column: &[char], side: Side) -> bool {
    top(column).is_some_and(|piece| piece.to_ascii_lowercase() == side.letter())
}

fn is_king(column: &[char]) -> bool {
    top(column).is_some_and(|piece| piece.is_ascii_uppercase())
}

impl Columns {
    pub fn bashni(options: &Options) -> Self {
        Columns {
            lasca: false,
            size: 8,
            start: "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w 0 1",
            flying: !options.short_kings,
            rejump: options.rejump,
        }
    }

    pub fn lasca(options: &Options) -> Self {
        Columns {
            lasca: true,
            size: 7,
            start: "b1b1b1b/1b1b1b1/b1b1b1b/7/w1w1w1w/1w1w1w1/w1w1w1w w 0 1",
            flying: false, // "officers (kings) move and jump one square only"
            rejump: options.rejump,
        }
    }

    fn name(&self, square: usize) -> String {
        square_name(square % self.size, square / self.size)
    }

    /// The square one diagonal step away, if the board has it.
    fn step(&self, square: usize, (df, dr): (i32, i32)) -> Option<usize> {
        let size = self.size as i32;
        let file = square as i32 % size + df;
        let rank = square as i32 / size + dr;
        if (0..size).contains(&file) && (0..size).contains(&rank) { Some((rank * size + file) as usize) } else { None }
    }

    /// The column as it stands on `square`: "Only the top piece is crowned."
    fn crowned(&self, column: &[char], square: usize) -> Column {
        let rank = square / self.size;
        let mut column = column.to_vec();
        match top(&column) {
            Some('w') if rank == self.size - 1 => column[0] = 'W',
            Some('b') if rank == 0 => column[0] = 'B',
            _ => {}
        }
        column
    }

    /// The jumps from here, those of one direction together.
    fn jumps_by_direction(&self, state: &Jumping, side: Side) -> Vec<Vec<Jumping>> {
        let mut directions = Vec::new();
        if state.over {
            return directions;
        }
        let column = &state.board[state.at];
        let flies = self.flying && is_king(column);
        for diagonal in DIAGONALS {
            // lasca: "soldiers (men) capture **forward only**"; bashni: men "jump in all four
            // directions"
            if self.lasca && !is_king(column) && diagonal.1 != side.forward() {
                continue;
            }
            let mut ahead = self.step(state.at, diagonal);
            if flies {
                while let Some(square) = ahead
                    && state.board[square].is_empty()
                {
                    ahead = self.step(square, diagonal);
                }
            }
            let Some(victim) = ahead else { continue };
            if !belongs(&state.board[victim], side.other()) || state.barred.contains(&victim) {
                continue;
            }
            let mut landings = Vec::new();
            let mut behind = self.step(victim, diagonal);
            while let Some(square) = behind
                && state.board[square].is_empty()
            {
                landings.push(self.jump(state, victim, square));
                if !flies {
                    break;
                }
                behind = self.step(square, diagonal);
            }
            directions.push(landings);
        }
        directions
    }

    /// "the jumped column's **top piece** goes under the jumping column at once, the rest of the
    /// jumped column stays and belongs to whoever's piece is now on top."
    fn jump(&self, state: &Jumping, victim: usize, to: usize) -> Jumping {
        let mut board = state.board.clone();
        let mut column = std::mem::take(&mut board[state.at]);
        column.push(board[victim].remove(0));
        // "A man crowned during a capture goes on as a king."
        board[to] = self.crowned(&column, to);
        let crowns = board[to] != column;
        let barred = match self.rejump {
            Rejump::Round => BTreeSet::from([victim]), // "not twice running"
            Rejump::Never => {
                let mut barred = state.barred.clone();
                barred.insert(victim);
                barred
            }
            Rejump::Free => BTreeSet::new(),
        };
        Jumping {
            board,
            at: to,
            barred,
            // lasca: "a capture that crowns a soldier ends there"
            over: self.lasca && crowns,
        }
    }

    fn can_jump(&self, state: &Jumping, side: Side) -> bool {
        self.jumps_by_direction(state, side).iter().any(|landings| !landings.is_empty())
    }

    fn jumps(&self, state: &Jumping, side: Side) -> Vec<(String, Jumping)> {
        let mut all = Vec::new();
        for mut landings in self.jumps_by_direction(state, side) {
            // "A king's landing square, decided: one from which the capture goes on, if there is one."
            if landings.len() > 1 && landings.iter().any(|after| self.can_jump(after, side)) {
                landings.retain(|after| self.can_jump(after, side));
            }
            all.extend(landings);
        }
        all.into_iter().map(|after| (self.name(after.at), after)).collect()
    }

    fn captures(&self, pos: &Position, wanted: &[String]) -> Vec<(Path, Position)> {
        let mut found = Vec::new();
        let mut start = Jumping { board: pos.board.clone(), at: 0, barred: BTreeSet::new(), over: false };
        for from in 0..pos.board.len() {
            start.at = from;
            if !belongs(&pos.board[from], pos.side) || !self.can_jump(&start, pos.side) {
                continue;
            }
            // "Capture is compulsory, free choice, goes on while it can."
            let ends = chains(self.name(from), start.clone(), false, wanted, |state| self.jumps(state, pos.side));
            for (path, end) in ends {
                let crowns = is_king(&end.board[end.at]) && !is_king(&pos.board[from]);
                found.push((path, after(pos, end.board, crowns)));
            }
        }
        found
    }

    fn steps(&self, pos: &Position) -> Vec<(Path, Position)> {
        let mut found = Vec::new();
        for from in 0..pos.board.len() {
            let column = &pos.board[from];
            if !belongs(column, pos.side) {
                continue;
            }
            for diagonal in DIAGONALS {
                // "Men step forward only"
                if !is_king(column) && diagonal.1 != pos.side.forward() {
                    continue;
                }
                let mut to = self.step(from, diagonal);
                while let Some(square) = to
                    && pos.board[square].is_empty()
                {
                    let mut board = pos.board.clone();
                    board[from] = Column::new();
                    board[square] = self.crowned(column, square);
                    let crowns = board[square] != *column;
                    let path = vec![self.name(from), self.name(square)];
                    found.push((path, after(pos, board, crowns)));
                    if !(self.flying && is_king(column)) {
                        break;
                    }
                    to = self.step(square, diagonal);
                }
            }
        }
        found
    }
}

/// The clock counts plies "since the last crowning".
fn after(pos: &Position, board: Board, crowns: bool) -> Position {
    Position {
        board,
        side: pos.side.other(),
        clock: if crowns { 0 } else { pos.clock + 1 },
        number: next_number(pos.number, pos.side),
    }
}

impl Rules for Columns {
    type Pos = Position;

    fn start(&self) -> String {
        self.start.to_string()
    }

    fn read(&self, fen: &str) -> Position {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let rows = read_rows(fields[0]);
        assert!(rows.len() == self.size && rows.iter().all(|row| row.len() == self.size), "wrong board size: {fen}");
        Position {
            board: rows.iter().rev().flatten().map(|cell| cell.chars().collect()).collect(),
            side: Side::read(fields[1]),
            clock: counter(fields.get(2), 0),
            number: counter(fields.get(3), 1),
        }
    }

    fn print(&self, pos: &Position) -> String {
        let rows: Vec<Vec<String>> = pos
            .board
            .chunks(self.size)
            .rev()
            .map(|row| row.iter().map(|column| column.iter().collect()).collect())
            .collect();
        let (board, side) = (print_rows(&rows), pos.side.letter());
        format!("{board} {side} {} {}", pos.clock, pos.number)
    }

    fn paths(&self, pos: &Position, wanted: &[String]) -> Vec<(Path, Position)> {
        let captures = self.captures(pos, wanted);
        if captures.is_empty() { self.steps(pos) } else { captures }
    }

    fn judge(&self, game: &[Position]) -> End {
        let now = &game[game.len() - 1];
        if self.paths(now, &[]).is_empty() {
            // "No legal move: loses; but if the other side could not move either, were it its turn,
            // the game is a draw."
            let turned = Position { side: now.side.other(), ..now.clone() };
            return if self.paths(&turned, &[]).is_empty() { End::Draw } else { End::Win(now.side.other()) };
        }
        if third_time(game, |pos| (pos.board.clone(), pos.side)) {
            return End::Draw;
        }
        End::None
    }

    fn squares(&self, text: &str) -> Path {
        if !self.lasca || !text.starts_with(|c: char| c.is_ascii_digit()) {
            return read_squares(text);
        }
        // "Traditional square numbers 1 = a1 ... 4 = g1, 5 = b2 ... 25 = g7 are accepted in input
        // moves when written with `-` or `x` (`12-16`)."
        let dark: Vec<usize> = (0..49).filter(|i| (i % 7 + i / 7) % 2 == 0).collect();
        let mut squares = Path::new();
        for number in text.split(['-', 'x']) {
            match number.parse::<usize>() {
                Ok(number) if (1..=25).contains(&number) => {
                    squares.push(self.name(dark[number - 1]));
                }
                _ => return Path::new(),
            }
        }
        squares
    }
}
