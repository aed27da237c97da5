//! Reading FEN: the parts that all games share, and the reasons for which a position is refused.

use std::str::SplitWhitespace;

use thiserror::Error;

use super::Side;

/// Why a FEN was refused. Ranks are counted as on the board: rank 1 is the last in the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum FenError {
    #[error("the FEN is empty")]
    Empty,
    #[error("the FEN has no side to move ('w' or 'b')")]
    NoSide,
    #[error("the side to move is 'w' or 'b', not '{0}'")]
    BadSide(String),
    #[error("{found} ranks instead of {expected}")]
    Ranks { found: usize, expected: usize },
    #[error("rank {rank} has {found} fields instead of {expected}")]
    RankLength { rank: usize, found: usize, expected: usize },
    #[error("rank {rank}: unexpected '{found}'")]
    BadLetter { rank: usize, found: char },
    #[error("rank {rank}: a column is not closed or is empty")]
    BadColumn { rank: usize },
    #[error("no piece can stand on {square}")]
    NotASquare { square: String },
    #[error("two pieces on {square}")]
    Occupied { square: String },
    #[error("{side} has {found} pieces, at most {most} are allowed")]
    TooManyPieces { side: Side, found: usize, most: usize },
    #[error("a man or pawn on its far rank at {square}")]
    ManOnFarRank { square: String },
    #[error("{side} has {found} kings instead of one")]
    KingCount { side: Side, found: usize },
    #[error("{side} is in check but it is not {side}'s move")]
    OpponentInCheck { side: Side },
    #[error("a {piece} cannot stand on {square}")]
    WrongPiece { piece: &'static str, square: String },
    #[error("{side} has {points} points but {captures} captures")]
    FewPoints { side: Side, points: u32, captures: u32 },
    #[error("the board is empty")]
    EmptyBoard,
    #[error("{what}: '{found}' is not a number from {low} to {high}")]
    BadNumber { what: &'static str, found: String, low: u32, high: u32 },
    #[error("'{0}' is left over at the end")]
    Trailing(String),
    #[error("cannot read '{0}' as a list of pieces")]
    BadPdn(String),
}

/// One item of a rank, with the file (from 0) it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item<'a> {
    /// Index in the rank, from 0, empty fields counted.
    pub file: usize,
    /// Rank, from 0 at White's side.
    pub rank: usize,
    /// The piece's letter, or the letters of a column, top first.
    pub letters: &'a str,
}

/// Reads the board field: ranks from the top, numbers (of one or two digits) for runs of empty fields, columns in
/// brackets if `columns`. `widths` gives the number of fields of each rank, rank 1 first.
///
/// # Errors
/// A wrong number of ranks or fields, an open or empty bracket, anything that is neither a letter nor a number.
pub fn read_board<'a>(board: &'a str, widths: &[usize], columns: bool) -> Result<Vec<Item<'a>>, FenError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != widths.len() {
        return Err(FenError::Ranks { found: ranks.len(), expected: widths.len() });
    }
    let mut items = Vec::new();
    for (text, rank) in ranks.iter().zip((0..widths.len()).rev()) {
        let width = widths[rank];
        let end = read_rank(text, rank, columns, &mut items)?;
        if end != width {
            return Err(FenError::RankLength { rank: rank + 1, found: end, expected: width });
        }
    }
    Ok(items)
}

/// Reads one rank and returns its number of fields.
fn read_rank<'a>(text: &'a str, rank: usize, columns: bool, items: &mut Vec<Item<'a>>) -> Result<usize, FenError> {
    let (mut file, mut rest) = (0usize, text);
    while let Some(first) = rest.chars().next() {
        let taken = if first.is_ascii_digit() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let run: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            if digits > 2 || run == 0 {
                return Err(FenError::BadLetter { rank: rank + 1, found: first });
            }
            file += run;
            digits
        } else {
            let (letters, taken) = if first == '(' && columns {
                let close = rest.find(')').filter(|&close| close > 1).ok_or(FenError::BadColumn { rank: rank + 1 })?;
                (&rest[1..close], close + 1)
            } else {
                (&rest[..first.len_utf8()], first.len_utf8())
            };
            if let Some(found) = letters.chars().find(|c| !c.is_ascii_alphabetic()) {
                return Err(FenError::BadLetter { rank: rank + 1, found });
            }
            items.push(Item { file, rank, letters });
            file += 1;
            taken
        };
        rest = &rest[taken..];
    }
    Ok(file)
}

/// Writes the board field from the letters that `field(file, rank)` gives, `None` for an empty field; several letters
/// are put in brackets.
pub fn write_board(widths: &[usize], mut field: impl FnMut(usize, usize) -> Option<String>) -> String {
    let mut out = String::new();
    for rank in (0..widths.len()).rev() {
        let mut empty = 0;
        for file in 0..widths[rank] {
            match field(file, rank) {
                None => empty += 1,
                Some(letters) => {
                    if empty > 0 {
                        out += &empty.to_string();
                        empty = 0;
                    }
                    out += &if letters.len() > 1 { format!("({letters})") } else { letters };
                }
            }
        }
        if empty > 0 {
            out += &empty.to_string();
        }
        if rank > 0 {
            out.push('/');
        }
    }
    out
}

/// The fields of a FEN after the board, read one by one.
pub struct Fields<'a>(SplitWhitespace<'a>);

impl<'a> Fields<'a> {
    /// Splits a FEN at its blanks and returns the board and the rest.
    ///
    /// # Errors
    /// An empty FEN.
    pub fn split(fen: &'a str) -> Result<(&'a str, Self), FenError> {
        let mut fields = fen.split_whitespace();
        Ok((fields.next().ok_or(FenError::Empty)?, Fields(fields)))
    }

    /// Reads the side to move.
    ///
    /// # Errors
    /// No such field, or anything but `w` and `b`.
    pub fn side(&mut self) -> Result<Side, FenError> {
        match self.0.next() {
            Some("w") => Ok(Side::White),
            Some("b") => Ok(Side::Black),
            Some(other) => Err(FenError::BadSide(other.to_owned())),
            None => Err(FenError::NoSide),
        }
    }

    /// Steps over the next field if it is just that word.
    pub fn skip(&mut self, word: &str) {
        if self.0.clone().next() == Some(word) {
            self.0.next();
        }
    }

    /// Reads a number, or takes `default` at the end of the FEN.
    ///
    /// # Errors
    /// Anything but a whole number from `low` to `high`.
    pub fn number(&mut self, what: &'static str, default: u32, low: u32, high: u32) -> Result<u32, FenError> {
        match self.0.next() {
            None => Ok(default),
            Some(text) => text.parse().ok().filter(|n| (low..=high).contains(n)).ok_or_else(|| FenError::BadNumber {
                what,
                found: text.to_owned(),
                low,
                high,
            }),
        }
    }

    /// Reads the clock and the move number, which end every FEN and may be missing.
    ///
    /// # Errors
    /// No numbers, or something after them.
    pub fn counters(mut self) -> Result<Counters, FenError> {
        let clock = self.number("clock", 0, 0, MOST)? as u16;
        let number = self.number("move number", 1, 0, MOST)? as u16;
        match self.0.next() {
            Some(rest) => Err(FenError::Trailing(rest.to_owned())),
            None => Ok(Counters { clock, number: number.max(1) }),
        }
    }
}

/// The largest clock and move number: counting stops here, and a FEN may say so.
const MOST: u32 = u16::MAX as u32;

/// The two counters that end every FEN.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Plies since the event that the game's section of the rules names.
    pub clock: u16,
    /// Number of the move, from 1, raised after Black's.
    pub number: u16,
}

impl Counters {
    /// The counters of a new game.
    pub const START: Counters = Counters { clock: 0, number: 1 };

    /// The counters after a move of `side`; `restart` says that the clock begins anew.
    #[inline(always)]
    pub const fn after(self, side: Side, restart: bool) -> Counters {
        Counters {
            clock: if restart { 0 } else { self.clock.saturating_add(1) },
            number: self.number.saturating_add(side as u16),
        }
    }
}

/// The letter of the side to move.
pub const fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_round_trip() {
        let text = "2(Wb)w/b2(bbW)/4/12w3";
        let widths = [16, 4, 4, 4];
        let items = read_board(text, &widths, true).unwrap();
        let again = write_board(&widths, |file, rank| {
            items.iter().find(|i| (i.file, i.rank) == (file, rank)).map(|i| i.letters.to_owned())
        });
        assert_eq!(again, text);
    }

    #[test]
    fn refusals() {
        let read = |text| read_board(text, &[2, 2], true).unwrap_err();
        assert_eq!(read("2"), FenError::Ranks { found: 1, expected: 2 });
        assert_eq!(read("2/3"), FenError::RankLength { rank: 1, found: 3, expected: 2 });
        assert_eq!(read("2/()1"), FenError::BadColumn { rank: 1 });
        assert_eq!(read("(w1/2"), FenError::BadColumn { rank: 2 });
        assert_eq!(read("2/1é"), FenError::BadLetter { rank: 1, found: 'é' });
        assert_eq!(read("2/(w-)1"), FenError::BadLetter { rank: 1, found: '-' });
        assert_eq!(read("2/999"), FenError::BadLetter { rank: 1, found: '9' });
    }
}
