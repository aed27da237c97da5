//! What a game looks like in text: FEN, moves, and the layout of its board.

use thiserror::Error;

use super::fen::FenError;
use super::{Game, MoveOf};

/// Reading and writing positions and moves. The search never sees this.
pub trait Notation: Game {
    /// Reads a position and validates it.
    ///
    /// # Errors
    /// What is wrong with the text or with the position, and where.
    fn parse_fen(&self, fen: &str) -> Result<Self::Pos, FenError>;

    /// The printed form of a position; [`Notation::parse_fen`] reads it back to the same position and counters.
    fn fen(&self, pos: &Self::Pos) -> String;

    /// Reads a move in any of the accepted forms.
    ///
    /// # Errors
    /// Text that is no move, a move that is not legal, one that fits several results.
    fn parse_move(&self, pos: &Self::Pos, text: &str) -> Result<MoveOf<Self>, MoveError>;

    /// The printed form of a legal move: the full path, the alphabetically smallest where several lead to the result.
    fn move_text(&self, pos: &Self::Pos, mv: MoveOf<Self>) -> String;

    /// The board and the pieces, for drawings and for programs that have never heard of the game.
    fn layout(&self) -> Layout;

    /// What stands on the board: index of a field in [`Layout::fields`] and its piece letter, or the letters of a
    /// column, top first.
    fn contents(&self, pos: &Self::Pos) -> Vec<(usize, String)>;

    /// A line on what the board does not show (points, captures), if there is such.
    fn remarks(&self, _pos: &Self::Pos) -> Option<String> {
        None
    }
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum MoveError {
    #[error("'{0}' is not a move")]
    Unreadable(String),
    #[error("'{text}' is not a legal move here")]
    Illegal { text: String },
    #[error("'{text}' fits more than one move: {}", .candidates.join(", "))]
    Ambiguous { text: String, candidates: Vec<String> },
}

/// What kind of field it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// Any field without a special meaning.
    Ordinary,
    /// A promotion field of vsadniki: a large circle.
    Promotion,
}

/// A place where a piece can stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in moves.
    pub name: String,
    /// Column, from 0 at White's left hand.
    pub x: u8,
    /// Row, from 0 at White's side.
    pub y: u8,
    /// What kind of field it is.
    pub kind: FieldKind,
}

/// A board: its fields, the lines that join them (empty for boards of squares) and the pieces' letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// All fields.
    pub fields: Vec<Field>,
    /// Fields joined in a straight line, by index.
    pub lines: Vec<Vec<usize>>,
    /// Letter and English name of each piece.
    pub pieces: Vec<(char, &'static str)>,
}

/// Splits a move into the names of its squares: a letter and one or two digits each, with `-`, `:`, `x` or nothing
/// between. `None` if the text is anything else, or has fewer than two squares.
///
/// ```
/// use ataman::rules::notation::split_squares;
/// assert_eq!(split_squares("c3:e5xg7"), Some(vec!["c3", "e5", "g7"]));
/// assert_eq!(split_squares("a2a10"), Some(vec!["a2", "a10"]));
/// assert_eq!(split_squares("c3-"), None);
/// ```
pub fn split_squares(text: &str) -> Option<Vec<&str>> {
    let bytes = text.as_bytes();
    let mut squares = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !squares.is_empty() && matches!(bytes[at], b'-' | b':' | b'x') {
            at += 1;
        }
        let digits = bytes.get(at + 1..)?.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        if !bytes[at].is_ascii_lowercase() || digits == 0 {
            return None;
        }
        squares.push(&text[at..=at + digits]);
        at += 1 + digits;
    }
    (squares.len() >= 2).then_some(squares)
}

/// Does `part` keep the order of `path`, with the same first and last entry? (`a1c3g7` is part of `a1c3e5g7`.)
pub fn is_part_of<T: PartialEq>(part: &[T], path: &[T]) -> bool {
    let mut rest = path.iter();
    part.first() == path.first() && part.last() == path.last() && part.iter().all(|square| rest.any(|s| s == square))
}
