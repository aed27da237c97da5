//! What XBoard is told about the program and about the game, which it has never heard of.

use crate::protocol::options::{self, Kind};

/// The name of the game in `feature variants`.
pub const VARIANT: &str = "siberia";

/// The engine options that XBoard shows in its dialog.
const OPTIONS: [&str; 2] = ["Skill", "Move Overhead"];

/// The pieces by the slots that XBoard has for them, 22 a side: P N B R Q F E A C W M O H I J G D V L S U K. The slot
/// says how a piece behaves where XBoard knows better: what stands in that of a Lance, say, is promoted when it
/// reaches the last rank. So the dog stands for the Ferz and the camel for the Elephant.
const SLOTS: &str = "PN.R.DC..............Kpn.r.dc..............k";

/// How the pieces move, in Betza's notation; an upper-case letter and `&` is the piece of both sides. The pawn makes a
/// plain step (`fmW`), captures as in chess (`fcF`), and from its start goes two where nothing is in the way
/// (`ifmnD`), without en passant.
const PIECES: [&str; 6] = ["P& fmWfcFifmnD", "N& N", "C& A", "D& F", "R& R", "K& K"];

/// The lines that say what the program can do.
pub fn features() -> Vec<String> {
    let mut lines = vec![
        "feature done=0".to_owned(),
        "feature ping=1 setboard=1 usermove=1 time=1 draw=1 colors=0 sigint=0 sigterm=0".to_owned(),
        "feature reuse=1 analyze=1 san=0 name=0 memory=1 smp=1 debug=1".to_owned(),
        format!("feature myname=\"Ataman {}\" variants=\"{VARIANT}\"", env!("CARGO_PKG_VERSION")),
    ];
    let shared = options::declared().into_iter().filter(|option| OPTIONS.contains(&option.name));
    lines.extend(shared.filter_map(|option| match option.kind {
        Kind::Spin { default, low, high } => {
            Some(format!("feature option=\"{} -spin {default} {low} {high}\"", option.name))
        }
        _ => None,
    }));
    lines.push("feature done=1".to_owned());
    lines
}

/// May XBoard set this option?
pub fn is_option(name: &str) -> bool {
    OPTIONS.contains(&name)
}

/// The lines that describe the game.
pub fn setup(start: &str) -> Vec<String> {
    let board = format!("setup ({SLOTS}) 9x9+0_fairy {start}");
    std::iter::once(board).chain(PIECES.map(|piece| format!("piece {piece}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_slot_and_a_move() {
        assert_eq!(SLOTS.len(), 44);
        let (white, black) = SLOTS.split_at(22);
        assert_eq!(white.to_lowercase(), black);
        let letters: Vec<char> = white.chars().filter(|c| *c != '.').collect();
        assert_eq!(letters.len(), PIECES.len());
        assert!(letters.iter().all(|letter| PIECES.iter().any(|piece| piece.starts_with(&format!("{letter}& ")))));
    }
}
