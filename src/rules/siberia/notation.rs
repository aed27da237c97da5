//! FEN, moves and the layout of the board.

use super::position::{Kind, Move, Pos};
use super::{Siberia, generate};
use crate::board::nine::{BOARD, Each, Name, RANKS, SIZE, at, bit, by_name, file_of, rank_of};
use crate::rules::fen::{FenError, Fields, read_board, side_letter, write_board};
use crate::rules::notation::{Field, FieldKind, Layout, MoveError, Notation, split_squares};
use crate::rules::{Position, Side};

/// The start position: the only asymmetry is the empty square beside the king.
pub(super) const START: &str = "rncdk1cnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCDK1CNR w - - 0 1";

/// More pieces of a side are refused. (It starts with 17; what was promoted or taken does not add to them.)
const MOST_PIECES: usize = 18;

const WIDTHS: [usize; 9] = [SIZE as usize; 9];

fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::White => kind.letter(),
        Side::Black => kind.letter().to_ascii_lowercase(),
    }
}

fn piece(letter: char) -> Option<(Side, Kind)> {
    let kind = Kind::ALL.into_iter().find(|k| k.letter() == letter.to_ascii_uppercase())?;
    Some((if letter.is_ascii_uppercase() { Side::White } else { Side::Black }, kind))
}

/// The board field of the FEN.
pub(super) fn board_text(pos: &Pos) -> String {
    write_board(&WIDTHS, |file, rank| {
        let (side, kind) = pos.piece_at(at(file as u8, rank as u8)?)?;
        Some(letter(side, kind).to_string())
    })
}

/// Reads a position; what [`Notation::parse_fen`] does.
pub(super) fn read(fen: &str) -> Result<Pos, FenError> {
    let (board, mut fields) = Fields::split(fen)?;
    let items = read_board(board, &WIDTHS, false)?;
    let mut pieces = Vec::with_capacity(items.len());
    for item in &items {
        let found = item.letters.chars().next().unwrap_or('?');
        let (side, kind) = piece(found).ok_or(FenError::BadLetter { rank: item.rank + 1, found })?;
        let square = at(item.file as u8, item.rank as u8).ok_or(FenError::RankLength {
            rank: item.rank + 1,
            found: item.file + 1,
            expected: SIZE.into(),
        })?;
        pieces.push((side, kind, square));
    }
    let side = fields.side()?;
    fields.skip("-");
    fields.skip("-");
    validate(Pos::new(&pieces, side, fields.counters()?))
}

/// Refuses what no legal moves can lead to, as far as the rules name it.
fn validate(pos: Pos) -> Result<Pos, FenError> {
    if pos.occupied() == 0 {
        return Err(FenError::EmptyBoard);
    }
    for side in [Side::White, Side::Black] {
        let kings = pos.of(side, Kind::King).count_ones() as usize;
        if kings != 1 {
            return Err(FenError::KingCount { side, found: kings });
        }
        let found = pos.all_of(side).count_ones() as usize;
        if found > MOST_PIECES {
            return Err(FenError::TooManyPieces { side, found, most: MOST_PIECES });
        }
        let far = RANKS[if side == Side::White { 8 } else { 0 }];
        if let Some(square) = Each(pos.of(side, Kind::Pawn) & far).next() {
            return Err(FenError::ManOnFarRank { square: Name(square).to_string() });
        }
    }
    let waiting = !pos.side();
    if pos.is_attacked(waiting) {
        return Err(FenError::OpponentInCheck { side: waiting });
    }
    Ok(pos)
}

impl Notation for Siberia {
    fn parse_fen(&self, fen: &str) -> Result<Pos, FenError> {
        read(fen)
    }

    fn fen(&self, pos: &Pos) -> String {
        let counters = pos.counters();
        let (board, side) = (board_text(pos), side_letter(pos.side()));
        format!("{board} {side} - - {} {}", counters.clock, counters.number)
    }

    fn parse_move(&self, pos: &Pos, text: &str) -> Result<Move, MoveError> {
        let unreadable = || MoveError::Unreadable(text.to_owned());
        // Squares end in a digit, so a last `d` can only be the dog.
        let (squares, dog) = match text.strip_suffix('d') {
            Some(squares) => (squares, true),
            None => (text, false),
        };
        let squares: Vec<u8> =
            split_squares(squares).and_then(|s| s.into_iter().map(by_name).collect()).ok_or_else(unreadable)?;
        let illegal = || MoveError::Illegal { text: text.to_owned() };
        let [from, to] = squares[..] else { return Err(illegal()) };
        let mut list = Vec::new();
        generate::all(pos, &mut generate::List { pos, out: &mut list });
        list.into_iter()
            .find(|mv| mv.from() == from && mv.to() == to && (mv.is_promotion() || !dog))
            .ok_or_else(illegal)
    }

    fn move_text(&self, _pos: &Pos, mv: Move) -> String {
        mv.to_string()
    }

    fn layout(&self) -> Layout {
        let field = |square| Field {
            name: Name(square).to_string(),
            x: file_of(square),
            y: rank_of(square),
            kind: FieldKind::Ordinary,
        };
        let pieces = Kind::ALL.into_iter();
        Layout {
            fields: Each(BOARD).map(field).collect(),
            lines: Vec::new(),
            pieces: pieces
                .flat_map(|kind| [Side::White, Side::Black].map(|side| (letter(side, kind), full_name(side, kind))))
                .collect(),
        }
    }

    fn contents(&self, pos: &Pos) -> Vec<(usize, String)> {
        let squares = Each(BOARD).enumerate();
        squares
            .filter(|&(_, square)| pos.occupied() & bit(square) != 0)
            .filter_map(|(i, square)| pos.piece_at(square).map(|(side, kind)| (i, letter(side, kind).to_string())))
            .collect()
    }
}

/// `white rook` and the like.
fn full_name(side: Side, kind: Kind) -> &'static str {
    const NAMES: [[&str; 6]; 2] = [
        ["white pawn", "white knight", "white camel", "white dog", "white rook", "white king"],
        ["black pawn", "black knight", "black camel", "black dog", "black rook", "black king"],
    ];
    NAMES[side.index()][kind.index()]
}
