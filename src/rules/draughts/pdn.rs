//! The FEN of PDN: `W:Wa1,c3,Ke5:Bb8,32`, with letters or numbers.
//!
//! CITE: PDN 3.0, pdn.fmjd.org; the draw counters `:H0:F1` are lidraughts' extension.

use crate::board::diagonal;
use crate::rules::Side;
use crate::rules::fen::{Counters, FenError};

use super::position::DraughtsPos;
use super::setup::Builder;

/// Is the text PDN rather than chess-like? The colour to move is followed by a colon.
pub(super) fn is_pdn(fen: &str) -> bool {
    fen.trim_start().as_bytes().get(1) == Some(&b':')
}

/// Reads a PDN FEN. Blanks, a final dot and empty lists are allowed.
pub(super) fn parse(fen: &str) -> Result<DraughtsPos, FenError> {
    let compact: String = fen.chars().filter(|c| !c.is_whitespace()).collect();
    let mut parts = compact.trim_end_matches('.').split(':');
    let side = match parts.next() {
        Some("W" | "w") => Side::White,
        Some("B" | "b") => Side::Black,
        other => return Err(FenError::BadSide(other.unwrap_or_default().to_owned())),
    };
    let mut builder = Builder::default();
    let mut counters = Counters::START;
    for part in parts {
        let part = part.trim_end_matches('.');
        let bad = || FenError::BadPdn(part.to_owned());
        let number = |what| {
            let found = &part[1..];
            let high = u32::from(u16::MAX);
            found.parse().map_err(|_| FenError::BadNumber { what, found: found.to_owned(), low: 0, high })
        };
        match part.chars().next() {
            Some('W' | 'w') => put_list(&mut builder, Side::White, &part[1..])?,
            Some('B' | 'b') => put_list(&mut builder, Side::Black, &part[1..])?,
            Some('H') => counters.clock = number("clock")?,
            Some('F') => counters.number = number("move number")?.max(1),
            _ => return Err(bad()),
        }
    }
    builder.finish(side, counters)
}

/// Reads `a1,Kc3,21-32`; a king's letter before a range holds for all of it.
fn put_list(builder: &mut Builder, side: Side, list: &str) -> Result<(), FenError> {
    if list.is_empty() {
        return Ok(());
    }
    for item in list.split(',') {
        let bad = || FenError::BadPdn(item.to_owned());
        let (king, rest) = item.strip_prefix('K').map_or((false, item), |rest| (true, rest));
        if let Some((first, last)) = rest.split_once('-') {
            let (first, last) = (number(first).ok_or_else(bad)?, number(last).ok_or_else(bad)?);
            if first > last {
                return Err(bad());
            }
            for n in first..=last {
                builder.put(side, king, by_number(n).ok_or_else(bad)?)?;
            }
        } else {
            let square = number(rest).and_then(by_number).or_else(|| diagonal::by_name(rest)).ok_or_else(bad)?;
            builder.put(side, king, square)?;
        }
    }
    Ok(())
}

fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|n| (1..=32).contains(n))
}

/// Square `n` in the numbering from the top left: 1 = b8, 4 = h8, 5 = a7, 32 = g1.
pub(super) fn by_number(n: u8) -> Option<u8> {
    let n = n.checked_sub(1)?;
    let rank = 7u8.checked_sub(n / 4)?;
    diagonal::at(n % 4 * 2 + rank % 2, rank)
}
