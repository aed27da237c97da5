//! PDN FEN of Russian draughts: `W:Wa1,c3,Ke5:Bb8,32`, also with `:H0:F1` or a trailing `.`.

use super::common::Side;
use super::draughts::Position;

pub fn read(fen: &str) -> Position {
    let text = fen.trim().trim_end_matches('.');
    let mut parts = text.split(':');
    let mut pos = Position {
        board: vec!['.'; 64],
        side: Side::read(&parts.next().unwrap_or("").to_lowercase()),
        clock: 0,
        number: 1,
    };
    for part in parts {
        let Some(kind) = part.chars().next() else {
            continue;
        };
        let list = &part[1..];
        let number = || list.parse().expect("a counter");
        match kind {
            'H' => pos.clock = number(),
            'F' => pos.number = number(),
            'W' | 'B' => {
                for item in list.split(',').map(str::trim).filter(|s| !s.is_empty()) {
                    place(&mut pos, kind, item);
                }
            }
            _ => panic!("{part:?} in {fen:?}"),
        }
    }
    pos
}

/// One item of a list: `a1`, `32`, `Ke5`, `21-32`.
fn place(pos: &mut Position, colour: char, item: &str) {
    let (piece, place) = match item.strip_prefix('K') {
        Some(place) => (colour, place),
        None => (colour.to_ascii_lowercase(), item),
    };
    let (first, last) = place.split_once('-').unwrap_or((place, place));
    if first == last {
        pos.board[square(first)] = piece;
        return;
    }
    let first: usize = first.parse().expect("a range of numbers");
    let last: usize = last.parse().expect("a range of numbers");
    for number in first..=last {
        pos.board[square(&number.to_string())] = piece;
    }
}

/// "1 = b8, 2 = d8 ... 12 = h6 ... 29 = a1 ... 32 = g1": four a rank, from the top left.
fn square(text: &str) -> usize {
    if let Ok(number) = text.parse::<usize>() {
        assert!((1..=32).contains(&number), "no square {number}");
        let rank = 7 - (number - 1) / 4;
        let file = 2 * ((number - 1) % 4) + rank % 2;
        return rank * 8 + file;
    }
    let bytes = text.as_bytes();
    assert!(
        bytes.len() == 2 && (b'a'..=b'h').contains(&bytes[0]) && (b'1'..=b'8').contains(&bytes[1]),
        "no square {text}"
    );
    (bytes[1] - b'1') as usize * 8 + (bytes[0] - b'a') as usize
}
