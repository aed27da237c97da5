//! Positions and moves by numbers.
//!
//! A position is always written from the top left, b8 first. Moves are numbered either in the same order (py-draughts,
//! lidraughts, pydraughts before 0.6) or from the bottom, a1 first (pydraughts since 0.6).

use std::collections::HashMap;

use crate::engine::Session;
use crate::rules::notation::split_squares;

/// How the squares are counted in moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// 1 = a1, 2 = c1 ... 32 = h8.
    A1,
    /// 1 = b8, 2 = d8 ... 32 = g1.
    B8,
}

/// A square by file and rank, from 0.
type Square = (u8, u8);

const SQUARES: u8 = 32;

impl Numbering {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Numbering::A1 => Numbering::B8,
            Numbering::B8 => Numbering::A1,
        }
    }

    fn square(self, number: u8) -> Option<Square> {
        let index = number.checked_sub(1).filter(|i| *i < SQUARES)?;
        let rank = if self == Numbering::A1 { index / 4 } else { 7 - index / 4 };
        // The dark squares of odd ranks (b8 and h8's, counted from 0) begin with the second file.
        Some((index % 4 * 2 + rank % 2, rank))
    }

    fn number(self, (file, rank): Square) -> u8 {
        let row = if self == Numbering::A1 { rank } else { 7 - rank };
        row * 4 + file / 2 + 1
    }
}

fn by_name(name: &str) -> Option<Square> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((file - b'a', rank - b'1')),
        _ => None,
    }
}

/// The FEN of a position like `Wbbbb...wwww`: the side to move, then 32 squares.
///
/// # Errors
/// What is wrong with the text.
pub fn fen(position: &str) -> Result<String, String> {
    let mut letters = position.chars();
    let side = letters.next().filter(|c| matches!(c, 'W' | 'B')).ok_or("a position begins with W or B")?;
    let mut lists = [Vec::new(), Vec::new()];
    let mut count = 0usize;
    for letter in letters {
        // Numbers in PDN are in the order of the position.
        count += 1;
        match letter {
            'w' => lists[0].push(count.to_string()),
            'W' => lists[0].push(format!("K{count}")),
            'b' => lists[1].push(count.to_string()),
            'B' => lists[1].push(format!("K{count}")),
            'e' => {}
            other => return Err(format!("'{other}' is not one of w, W, b, B, e")),
        }
    }
    if count != usize::from(SQUARES) {
        return Err(format!("a position has {SQUARES} squares, this one has {count}"));
    }
    Ok(format!("{side}:W{}:B{}", lists[0].join(","), lists[1].join(",")))
}

/// A move by its ends and what it captures.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ends {
    from: Square,
    to: Square,
    captured: Vec<Square>,
}

/// Who stands where.
struct Pieces(HashMap<Square, char>);

impl Pieces {
    fn of(session: &dyn Session) -> Self {
        let layout = session.layout();
        let place = |(field, letters): (usize, String)| {
            let field = layout.fields.get(field)?;
            Some(((field.x, field.y), letters.chars().next()?.to_ascii_lowercase()))
        };
        Pieces(session.contents().into_iter().filter_map(place).collect())
    }

    /// The ends of a move in letters, which names every landing square: between two of them one enemy piece stands.
    fn ends(&self, path: &str) -> Option<Ends> {
        let path: Vec<Square> = split_squares(path)?.into_iter().map(by_name).collect::<Option<_>>()?;
        let (&from, &to) = (path.first()?, path.last()?);
        let own = self.0.get(&from)?;
        let mut captured = Vec::new();
        for pair in path.windows(2) {
            let (mut at, to) = (pair[0], pair[1]);
            while at != to {
                at = (toward(at.0, to.0), toward(at.1, to.1));
                if self.0.get(&at).is_some_and(|piece| piece != own) {
                    captured.push(at);
                }
            }
        }
        Some(Ends { from, to, captured })
    }
}

/// One step from a coordinate to another.
fn toward(from: u8, to: u8) -> u8 {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}

/// A legal move in numbers: `22-18`, or `19x12x15` with the captured squares behind the ends, in ascending order.
pub fn write(session: &dyn Session, mv: &str, numbering: Numbering) -> String {
    let Some(ends) = Pieces::of(session).ends(mv) else { return mv.to_owned() };
    let number = |square: &Square| numbering.number(*square);
    let mut captured: Vec<u8> = ends.captured.iter().map(number).collect();
    captured.sort_unstable();
    let (from, to) = (number(&ends.from), number(&ends.to));
    if captured.is_empty() {
        return format!("{from}-{to}");
    }
    captured.iter().fold(format!("{from}x{to}"), |text, n| format!("{text}x{n}"))
}

/// A line of moves in numbers.
pub fn write_line(session: &dyn Session, moves: &[String], numbering: Numbering) -> Vec<String> {
    let mut session = session.boxed();
    let mut line = Vec::with_capacity(moves.len());
    for mv in moves {
        line.push(write(&*session, mv, numbering));
        if session.push(mv).is_err() {
            break;
        }
    }
    line
}

/// A path in numbers, as PDN writes it, in letters; `None` if it is no such path.
pub fn letters(text: &str, numbering: Numbering) -> Option<String> {
    let name = |part: &str| {
        let (file, rank) = numbering.square(part.parse().ok()?)?;
        Some(format!("{}{}", char::from(b'a' + file), rank + 1))
    };
    text.split(['-', 'x', ':']).map(name).collect()
}

/// Plays a move, in numbers or in letters. Captured squares may be in any order, and missing where they are not
/// needed.
///
/// # Errors
/// The move is not legal, or several moves fit it.
pub fn push(session: &mut dyn Session, text: &str, numbering: Numbering) -> Result<(), String> {
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return session.push(text).map_err(|e| e.to_string());
    }
    let not_legal = || format!("'{text}' is not a legal move");
    let squares: Vec<Square> = text
        .split(['-', 'x', ':'])
        .map(|number| number.parse().ok().and_then(|n| numbering.square(n)))
        .collect::<Option<_>>()
        .ok_or_else(not_legal)?;
    let &[from, to, ref captured @ ..] = squares.as_slice() else { return Err(not_legal()) };
    let pieces = Pieces::of(session);
    let fitting: Vec<(String, Ends)> = session
        .legal()
        .into_iter()
        .filter_map(|(mv, _)| pieces.ends(&mv).map(|ends| (mv, ends)))
        .filter(|(_, ends)| (ends.from, ends.to) == (from, to))
        .filter(|(_, ends)| captured.iter().all(|square| ends.captured.contains(square)))
        .collect();
    let whole = fitting.iter().find(|(_, ends)| ends.captured.len() == captured.len());
    let mv = match (whole, fitting.as_slice()) {
        (Some((mv, _)), _) | (None, [(mv, _)]) => mv,
        (None, []) => return Err(not_legal()),
        (None, _) => return Err(format!("'{text}' fits several captures")),
    };
    session.push(mv).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::rules::RuleOptions;

    const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    fn session(position: &str) -> Box<dyn Session> {
        let mut session = Variant::RussianOfficial.open(&RuleOptions::default());
        session.set_position(Some(&fen(position).unwrap())).unwrap();
        session
    }

    #[test]
    fn both_numberings_turn_the_board() {
        for n in 1..=32 {
            for numbering in [Numbering::A1, Numbering::B8] {
                assert_eq!(numbering.number(numbering.square(n).unwrap()), n);
            }
        }
        let names = |numbering: Numbering| [1, 4, 5, 29, 32].map(|n| numbering.square(n).unwrap());
        assert_eq!(names(Numbering::A1), [(0, 0), (6, 0), (1, 1), (1, 7), (7, 7)]);
        assert_eq!(names(Numbering::B8), [(1, 7), (7, 7), (0, 6), (0, 0), (6, 0)]);
        assert!(Numbering::A1.square(0).is_none() && Numbering::A1.square(33).is_none());
    }

    #[test]
    fn the_start_is_the_start() {
        assert_eq!(session(START).fen(), Some(Variant::RussianOfficial.open(&RuleOptions::default()).start_fen()));
    }

    #[test]
    fn moves_in_both_numberings() {
        let session = session(START);
        assert_eq!(write(&*session, "c3d4", Numbering::A1), "10-14");
        assert_eq!(write(&*session, "c3d4", Numbering::B8), "22-18");
        for text in ["10-14", "c3d4", "c3-d4", "010-014"] {
            let mut trial = session.boxed();
            push(&mut *trial, text, Numbering::A1).unwrap();
            assert_eq!(trial.record().unwrap().1, ["c3d4"], "{text}");
        }
        for text in ["10-13-1", "10", "", "0-1", "10-33", "10-10", "22-18"] {
            assert!(push(&mut *session.boxed(), text, Numbering::A1).is_err(), "{text}");
        }
    }

    /// The capture d4xf6 over e5 is `14x23x19` counted from a1.
    #[test]
    fn captures_name_what_they_take() {
        let position = "Weeeeeeeeeeeeeebeeweeeeeeeeeeeeee";
        let session = session(position);
        let all: Vec<String> = session.legal().into_iter().map(|(mv, _)| mv).collect();
        assert_eq!(all, ["d4f6"]);
        assert_eq!(write(&*session, "d4f6", Numbering::A1), "14x23x19");
        assert_eq!(write(&*session, "d4f6", Numbering::B8), "18x11x15");
        for text in ["14x23x19", "14x23", "14-23"] {
            assert!(push(&mut *session.boxed(), text, Numbering::A1).is_ok(), "{text}");
        }
        assert!(push(&mut *session.boxed(), "14x23x18", Numbering::A1).is_err());
    }

    /// Two ways round from the same square to the same square: only what is captured tells them apart.
    #[test]
    fn captured_squares_tell_two_ways_apart() {
        let mut position: Vec<char> = format!("W{}", "e".repeat(32)).chars().collect();
        for (number, letter) in [(16, 'W'), (6, 'b'), (10, 'b'), (11, 'b'), (24, 'b'), (27, 'b')] {
            position[number] = letter;
        }
        let session = session(&position.into_iter().collect::<String>());
        let mut texts: Vec<String> =
            session.legal().iter().map(|(mv, _)| write(&*session, mv, Numbering::B8)).collect();
        texts.sort();
        assert_eq!(texts, ["16x32x10x11x27", "16x32x6x11x27"]);
        assert!(push(&mut *session.boxed(), "16x32x27", Numbering::B8).unwrap_err().contains("several"));
        for text in ["16x32x10x11x27", "16x32x27x11x10", "16x32x6x11x27", "16x32x6"] {
            let mut trial = session.boxed();
            push(&mut *trial, text, Numbering::B8).unwrap();
            let played = write(&*session, &trial.record().unwrap().1[0], Numbering::B8);
            assert_eq!(played.contains("x6x"), text.contains("x6"), "{text}: {played}");
        }
    }

    #[test]
    fn paths_in_numbers() {
        assert_eq!(letters("22-18", Numbering::B8).as_deref(), Some("c3d4"));
        assert_eq!(letters("10x17x26", Numbering::A1).as_deref(), Some("c3a5c7"));
        for bad in ["", "22", "a1-b2", "22-33", "0-1", "-"] {
            assert!(letters(bad, Numbering::B8).is_none_or(|path| path.len() < 4), "{bad}");
        }
    }

    #[test]
    fn bad_positions() {
        assert!(fen("").unwrap_err().contains("begins with"));
        assert!(fen("Wwwb").unwrap_err().contains("this one has 3"));
        assert!(fen(&START.replace('e', "x")).unwrap_err().contains("'x'"));
    }
}
