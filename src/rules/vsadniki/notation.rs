//! Positions and moves of vsadniki in text.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::ride::Ride;
use super::set::Set;
use super::{Kind, MOST_POINTS, Move, Riders, Vsadniki};
use crate::board::graph::{MOST_PAWNS, Mark};
use crate::rules::fen::{FenError, Fields, read_board, side_letter, write_board};
use crate::rules::notation::{Field, FieldKind, Layout, MoveError};
use crate::rules::{Notation, Position, Side};

/// No more candidates than these are named for an ambiguous move.
const MOST_CANDIDATES: usize = 16;

impl Notation for Vsadniki {
    fn parse_fen(&self, fen: &str) -> Result<Riders, FenError> {
        let (board, mut fields) = Fields::split(fen)?;
        let pieces = self.read_pieces(board)?;
        let side = fields.side()?;
        let mut pair = |white, black| -> Result<[u16; 2], FenError> {
            Ok([required(&mut fields, white)?, required(&mut fields, black)?])
        };
        let points = pair("white points", "black points")?;
        let captures = pair("white captures", "black captures")?;
        for who in [Side::White, Side::Black] {
            let (points, captures) = (points[who.index()].into(), captures[who.index()].into());
            if points < captures {
                return Err(FenError::FewPoints { side: who, points, captures });
            }
        }
        let counters = fields.counters()?;
        let mut pos = Riders { pieces, key: 0, points, captures, counters, side };
        pos.key = pos.compute_key();
        Ok(pos)
    }

    fn fen(&self, pos: &Riders) -> String {
        let rows = self.graph.rows();
        let board = write_board(rows, |file, rank| {
            let field = rows[..rank].iter().sum::<usize>() + file;
            self.letter(pos, field as u8).map(String::from)
        });
        let [wp, bp] = pos.points;
        let [wc, bc] = pos.captures;
        let (clock, number) = (pos.counters.clock, pos.counters.number);
        format!("{board} {} {wp} {bp} {wc} {bc} {clock} {number}", side_letter(pos.side()))
    }

    fn parse_move(&self, pos: &Riders, text: &str) -> Result<Move, MoveError> {
        let names = split_fields(text).ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
        let illegal = || MoveError::Illegal { text: text.to_owned() };
        let number = |name: &&str| self.graph.fields().iter().position(|spot| spot.name == *name).map(|i| i as u8);
        let path: Vec<u8> = names.iter().map(number).collect::<Option<_>>().ok_or_else(illegal)?;
        let from = path[0];
        if self.is_won(pos) || !pos.pieces(pos.side()).has(from) {
            return Err(illegal());
        }
        if self.tables.promotion.has(from) {
            return self.parse_ride(pos, text, &path);
        }
        self.parse_walk(pos, &path).ok_or_else(illegal)
    }

    fn move_text(&self, pos: &Riders, mv: Move) -> String {
        let path = match mv.kind {
            Kind::Walk | Kind::Promotion => vec![mv.from, mv.to],
            Kind::Capture => self.smallest_path(&self.ride(pos, mv.from), mv),
        };
        path.into_iter().map(|field| self.name(field)).collect()
    }

    fn layout(&self) -> Layout {
        let field = |spot: &crate::board::graph::Spot| Field {
            name: spot.name.clone(),
            x: spot.x,
            y: spot.y,
            kind: if spot.mark == Mark::Promotion { FieldKind::Promotion } else { FieldKind::Ordinary },
        };
        Layout {
            fields: self.graph.fields().iter().map(field).collect(),
            lines: self.graph.lines().iter().map(|line| line.iter().map(|&f| f.into()).collect()).collect(),
            pieces: vec![('w', "white pawn"), ('b', "black pawn"), ('W', "white rider"), ('B', "black rider")],
        }
    }

    fn contents(&self, pos: &Riders) -> Vec<(usize, String)> {
        let all = pos.pieces(Side::White) | pos.pieces(Side::Black);
        all.each().filter_map(|f| Some((f.into(), self.letter(pos, f)?.to_string()))).collect()
    }

    fn remarks(&self, pos: &Riders) -> Option<String> {
        let [wp, bp] = pos.points;
        let [wc, bc] = pos.captures;
        Some(format!("points: White {wp}, Black {bp}; captures: White {wc}, Black {bc}"))
    }
}

impl Vsadniki {
    fn name(&self, field: u8) -> &str {
        self.graph.fields().get(field as usize).map_or("", |spot| &spot.name)
    }

    /// The letter of what stands on a field.
    fn letter(&self, pos: &Riders, field: u8) -> Option<char> {
        let rider = self.tables.promotion.has(field);
        let side = [Side::White, Side::Black].into_iter().find(|&side| pos.pieces(side).has(field))?;
        let letter = side_letter(side);
        Some(if rider { letter.to_ascii_uppercase() } else { letter })
    }

    fn read_pieces(&self, board: &str) -> Result<[Set; 2], FenError> {
        let rows = self.graph.rows();
        let mut pieces = [Set::EMPTY; 2];
        for item in read_board(board, rows, false)? {
            let found = item.letters.chars().next().unwrap_or_default();
            let (side, rider) = match found {
                'w' => (Side::White, false),
                'b' => (Side::Black, false),
                'W' => (Side::White, true),
                'B' => (Side::Black, true),
                _ => return Err(FenError::BadLetter { rank: item.rank + 1, found }),
            };
            let field = (rows[..item.rank].iter().sum::<usize>() + item.file) as u8;
            if self.tables.promotion.has(field) != rider {
                let piece = if rider { "rider" } else { "pawn" };
                return Err(FenError::WrongPiece { piece, square: self.name(field).to_owned() });
            }
            pieces[side.index()].insert(field);
        }
        for side in [Side::White, Side::Black] {
            let found = pieces[side.index()].len() as usize;
            if found > MOST_PAWNS {
                return Err(FenError::TooManyPieces { side, found, most: MOST_PAWNS });
            }
        }
        if (pieces[0] | pieces[1]).is_empty() {
            return Err(FenError::EmptyBoard);
        }
        Ok(pieces)
    }

    /// A pawn's move by its ends; fields named between must lie on the way. Jumps between ordinary fields go both ways
    /// and may be repeated, so any fields that the pawn can jump to lie on some way to its goal, in any order.
    fn parse_walk(&self, pos: &Riders, path: &[u8]) -> Option<Move> {
        let [from, between @ .., to] = path else { return None };
        let (from, to) = (*from, *to);
        let ground = self.ground(pos);
        let jumps = ground.jumps_alone(from);
        let on_the_way = between.iter().all(|&f| f == from || jumps.ordinary.has(f));
        let step = between.is_empty() && (self.tables.neighbours(from) & ground.free).has(to);
        let kind = match () {
            () if step || on_the_way && jumps.ordinary.has(to) => Kind::Walk,
            () if on_the_way && jumps.promotion.has(to) => Kind::Promotion,
            () => return None,
        };
        Some(Move { captured: 0, from, to, kind })
    }

    fn parse_ride(&self, pos: &Riders, text: &str, path: &[u8]) -> Result<Move, MoveError> {
        let ride = self.ride(pos, path[0]);
        if let &[from, to] = path
            && (self.tables.neighbours(from) & self.ground(pos).free).has(to)
        {
            return Ok(Move { captured: 0, from, to, kind: Kind::Walk });
        }
        // A full path means itself, even where it is part of a longer one.
        if let Some(mv) = full_path(&ride, path) {
            return Ok(mv);
        }
        match partial_path(&ride, path).as_slice() {
            [] => Err(MoveError::Illegal { text: text.to_owned() }),
            [mv] => Ok(*mv),
            several => {
                let candidates = several.iter().take(MOST_CANDIDATES).map(|&mv| self.move_text(pos, mv)).collect();
                Err(MoveError::Ambiguous { text: text.to_owned(), candidates })
            }
        }
    }

    /// The path of a capture whose text is the first in the alphabet. Failed states are remembered, so that the number
    /// of paths does not matter.
    fn smallest_path(&self, ride: &Ride, goal: Move) -> Vec<u8> {
        let mut path = vec![ride.from];
        let mut failed = HashSet::new();
        self.lead(ride, ride.begin(), goal, &mut path, &mut failed);
        path
    }

    fn lead(&self, ride: &Ride, at: Move, goal: Move, path: &mut Vec<u8>, failed: &mut HashSet<(u32, u8)>) -> bool {
        if at == goal && at.captured != 0 {
            return true;
        }
        if !failed.insert((at.captured, at.to)) {
            return false;
        }
        let mut next = Vec::new();
        ride.next(at, |mv| {
            if mv.captured & !goal.captured == 0 {
                next.push(mv);
            }
        });
        // A name within a path is followed by a letter, which comes after every digit: c10 before c1.
        next.sort_by_key(|mv| (self.name(mv.to).to_owned() + "~", mv.captured));
        for mv in next {
            path.push(mv.to);
            if self.lead(ride, mv, goal, path, failed) {
                return true;
            }
            path.pop();
        }
        false
    }
}

/// The capture that touches exactly these fields.
fn full_path(ride: &Ride, path: &[u8]) -> Option<Move> {
    let mut at = ride.begin();
    for &to in &path[1..] {
        let mut found = None;
        ride.next(at, |mv| {
            if mv.to == to {
                found = Some(mv);
            }
        });
        at = found?;
    }
    Some(at)
}

/// The captures that end where `path` does and touch its fields in this order. Of the ways to a state only the one that
/// has come furthest along `path` matters.
fn partial_path(ride: &Ride, path: &[u8]) -> Vec<Move> {
    let Some((&goal, part)) = path.split_last() else { return Vec::new() };
    let mut found = Vec::new();
    let mut level = vec![(ride.begin(), 1)];
    while !level.is_empty() {
        let mut next: HashMap<(u32, u8), (Move, usize)> = HashMap::new();
        for (at, matched) in level {
            ride.next(at, |mv| {
                let matched = matched + usize::from(part.get(matched) == Some(&mv.to));
                let best = next.entry((mv.captured, mv.to)).or_insert((mv, matched));
                best.1 = best.1.max(matched);
            });
        }
        found.extend(next.values().filter(|(mv, m)| mv.to == goal && *m == part.len()).map(|(mv, _)| *mv));
        level = next.into_values().collect();
    }
    found.sort_by_key(|mv| (Reverse(mv.captured.count_ones()), mv.captured));
    found
}

/// A number that may not be missing.
fn required(fields: &mut Fields, what: &'static str) -> Result<u16, FenError> {
    let high = MOST_POINTS.into();
    let number = fields.number(what, u32::MAX, 0, high)?;
    u16::try_from(number).map_err(|_| FenError::BadNumber { what, found: String::new(), low: 0, high })
}

/// As [`crate::rules::notation::split_squares`], but a board file may name a field with the letter that can also stand
/// between fields: an `x` before a digit is a name.
fn split_fields(text: &str) -> Option<Vec<&str>> {
    let bytes = text.as_bytes();
    let mut fields = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let named_x = bytes[at] == b'x' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if !fields.is_empty() && matches!(bytes[at], b'-' | b':' | b'x') && !named_x {
            at += 1;
        }
        let digits = bytes.get(at + 1..)?.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        if !bytes[at].is_ascii_lowercase() || digits == 0 {
            return None;
        }
        fields.push(&text[at..=at + digits]);
        at += 1 + digits;
    }
    (fields.len() >= 2).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::split_fields;

    #[test]
    fn x_is_a_name_before_a_digit() {
        assert_eq!(split_fields("a1xx5x10:b2xc3-x7"), Some(vec!["a1", "x5", "x10", "b2", "c3", "x7"]));
        for text in ["a1x", "x5", "a1xx", "a1--b2", "", "a123", "é1a1", "a1é"] {
            assert_eq!(split_fields(text), None, "{text}");
        }
    }
}
