//! FEN, moves and the drawing of Russian draughts.

use std::collections::HashSet;

use crate::board::diagonal::{self, BOARD8, Each, Name, file_rank};
use crate::rules::fen::{FenError, Fields, read_board, side_letter, write_board};
use crate::rules::notation::{Field, FieldKind, Layout, MoveError, split_squares};
use crate::rules::{Game, MoveList, Notation, Side};

use super::pdn;
use super::position::{DraughtsMove, DraughtsPos};
use super::setup::Builder;
use super::walk::{Stage, Walk};
use super::{Draughts, DraughtsRules};

/// Ranks of the board, all of eight fields.
const WIDTHS: [usize; 8] = [8; 8];

impl<R: DraughtsRules> Notation for Draughts<R> {
    fn parse_fen(&self, fen: &str) -> Result<DraughtsPos, FenError> {
        if pdn::is_pdn(fen) {
            return pdn::parse(fen);
        }
        let (board, mut fields) = Fields::split(fen)?;
        let mut builder = Builder::default();
        for item in read_board(board, &WIDTHS, false)? {
            let letter = item.letters.chars().next().unwrap_or(' ');
            let (side, king) = match letter {
                'w' => (Side::White, false),
                'W' => (Side::White, true),
                'b' => (Side::Black, false),
                'B' => (Side::Black, true),
                found => return Err(FenError::BadLetter { rank: item.rank + 1, found }),
            };
            let square = diagonal::at(item.file as u8, item.rank as u8).ok_or_else(|| FenError::NotASquare {
                square: format!("{}{}", char::from(b'a' + item.file as u8), item.rank + 1),
            })?;
            builder.put(side, king, square)?;
        }
        let side = fields.side()?;
        builder.finish(side, fields.counters()?)
    }

    fn fen(&self, pos: &DraughtsPos) -> String {
        let board = write_board(&WIDTHS, |file, rank| {
            diagonal::at(file as u8, rank as u8).and_then(|square| piece_at(pos, square)).map(String::from)
        });
        format!("{board} {} {} {}", side_letter(pos.side), pos.counters.clock, pos.counters.number)
    }

    fn parse_move(&self, pos: &DraughtsPos, text: &str) -> Result<DraughtsMove, MoveError> {
        let unreadable = || MoveError::Unreadable(text.to_owned());
        let illegal = || MoveError::Illegal { text: text.to_owned() };
        let names = split_squares(text).ok_or_else(unreadable)?;
        let squares: Vec<u8> =
            names.into_iter().map(diagonal::by_name).collect::<Option<_>>().ok_or_else(unreadable)?;
        let &[from, .., to] = squares.as_slice() else { return Err(unreadable()) };

        let mut moves = MoveList::<DraughtsPos>::new();
        self.moves(pos, &mut moves);
        moves.retain(|mv| mv.from() == from && mv.to() == to);
        if moves.first().is_some_and(|mv| mv.captured() != 0) {
            // A whole path means itself, even where it is part of another one too.
            let walk = Walk::<R>::new(pos, from);
            let whole = walk.end_of(&squares).map(|end| HashSet::from([end]));
            let ends = whole.unwrap_or_else(|| walk.ends_through(&squares));
            moves.retain(|mv| ends.iter().any(|end| is_result(pos, *mv, end)));
        } else if squares.len() > 2 {
            return Err(illegal());
        }
        match moves.as_slice() {
            [] => Err(illegal()),
            [only] => Ok(*only),
            several => Err(MoveError::Ambiguous {
                text: text.to_owned(),
                candidates: several.iter().map(|&mv| self.move_text(pos, mv)).collect(),
            }),
        }
    }

    fn move_text(&self, pos: &DraughtsPos, mv: DraughtsMove) -> String {
        let path = match mv.captured() {
            0 => None,
            _ => Walk::<R>::new(pos, mv.from()).smallest_path(|end| is_result(pos, mv, end)),
        };
        path.unwrap_or_else(|| vec![mv.from(), mv.to()]).into_iter().map(|square| Name(square).to_string()).collect()
    }

    fn layout(&self) -> Layout {
        let fields = Each(BOARD8)
            .map(|square| {
                let (x, y) = file_rank(square);
                Field { name: Name(square).to_string(), x, y, kind: FieldKind::Ordinary }
            })
            .collect();
        let pieces = vec![('w', "white man"), ('W', "white king"), ('b', "black man"), ('B', "black king")];
        Layout { fields, lines: Vec::new(), pieces }
    }

    fn contents(&self, pos: &DraughtsPos) -> Vec<(usize, String)> {
        Each(BOARD8)
            .enumerate()
            .filter_map(|(field, square)| piece_at(pos, square).map(|letter| (field, letter.to_string())))
            .collect()
    }
}

/// Does the walk's end lead to the same position as the move?
fn is_result(pos: &DraughtsPos, mv: DraughtsMove, end: &Stage) -> bool {
    let king = pos.kings >> mv.from() & 1 == 1 || mv.is_crowning();
    (end.square, end.captured, end.king) == (mv.to(), mv.captured(), king)
}

fn piece_at(pos: &DraughtsPos, square: u8) -> Option<char> {
    let side = [Side::White, Side::Black].into_iter().find(|s| pos.pieces[s.index()] >> square & 1 == 1)?;
    let letter = side_letter(side);
    Some(if pos.kings >> square & 1 == 1 { letter.to_ascii_uppercase() } else { letter })
}
