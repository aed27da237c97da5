//! FEN, and the look of the board.

use super::column::{Column, Piece};
use super::moves::ColumnMove;
use super::position::ColumnPosition;
use super::{ColumnRules, Columns};
use crate::board::diagonal::{Each, INDICES, Name, at, file_rank};
use crate::rules::fen::{FenError, Fields, read_board, side_letter, write_board};
use crate::rules::notation::{Field, FieldKind, Layout, MoveError};
use crate::rules::{Notation, Position, Side};

impl<R: ColumnRules> Notation for Columns<R> {
    fn parse_fen(&self, fen: &str) -> Result<ColumnPosition, FenError> {
        let (board, mut fields) = Fields::split(fen)?;
        let columns = read_columns::<R>(board)?;
        let side = fields.side()?;
        Ok(ColumnPosition::new(columns, side, fields.counters()?))
    }

    fn fen(&self, pos: &ColumnPosition) -> String {
        let board = write_board(&widths::<R>(), |file, rank| letters(pos, at(file as u8, rank as u8)?));
        let counters = pos.counters();
        format!("{board} {} {} {}", side_letter(pos.side()), counters.clock, counters.number)
    }

    fn parse_move(&self, pos: &ColumnPosition, text: &str) -> Result<ColumnMove, MoveError> {
        self.read(pos, text)
    }

    fn move_text(&self, pos: &ColumnPosition, mv: ColumnMove) -> String {
        self.print(pos, mv)
    }

    fn layout(&self) -> Layout {
        let field = |square| {
            let (x, y) = file_rank(square);
            Field { name: Name(square).to_string(), x, y, kind: FieldKind::Ordinary }
        };
        let [man, king] = R::PIECES;
        Layout {
            fields: Each(R::BOARD).map(field).collect(),
            lines: Vec::new(),
            pieces: vec![('w', man.0), ('b', man.1), ('W', king.0), ('B', king.1)],
        }
    }

    fn contents(&self, pos: &ColumnPosition) -> Vec<(usize, String)> {
        Each(R::BOARD).enumerate().filter_map(|(index, square)| Some((index, letters(pos, square)?))).collect()
    }
}

/// The letters of the column on a square, top first.
fn letters(pos: &ColumnPosition, square: u8) -> Option<String> {
    let column = pos.column(square);
    (!column.is_empty()).then(|| column.pieces().map(Piece::letter).collect())
}

fn widths<R: ColumnRules>() -> Vec<usize> {
    vec![usize::from(R::SIZE); usize::from(R::SIZE)]
}

/// Reads and validates the board: see "Valid positions" in the rules.
fn read_columns<R: ColumnRules>(board: &str) -> Result<[Column; INDICES], FenError> {
    let items = read_board(board, &widths::<R>(), true)?;
    if items.is_empty() {
        return Err(FenError::EmptyBoard);
    }
    let mut pieces = Vec::new();
    for item in &items {
        let rank = item.rank + 1;
        let read = |found| Piece::from_letter(found).ok_or(FenError::BadLetter { rank, found });
        pieces.push(item.letters.chars().map(read).collect::<Result<Vec<Piece>, _>>()?);
    }
    for side in [Side::White, Side::Black] {
        let found = pieces.iter().flatten().filter(|piece| piece.side() == side).count();
        if found > R::MOST_PIECES {
            return Err(FenError::TooManyPieces { side, found, most: R::MOST_PIECES });
        }
    }
    let mut columns = [Column::EMPTY; INDICES];
    for (item, pieces) in items.iter().zip(pieces) {
        // `read_board` has checked that file and rank are on the board.
        let name = || format!("{}{}", char::from(b'a' + item.file as u8), item.rank + 1);
        let square = at(item.file as u8, item.rank as u8).ok_or_else(|| FenError::NotASquare { square: name() })?;
        let column = pieces.into_iter().fold(Column::EMPTY, Column::over);
        let top = column.top();
        if !top.is_king() && R::FAR[top.side().index()] >> square & 1 != 0 {
            return Err(FenError::ManOnFarRank { square: name() });
        }
        columns[usize::from(square)] = column;
    }
    Ok(columns)
}
