//! Moves as records write them: SAN for siberia, PDN for Russian draughts, our own notation for the games that have no
//! other.
//!
//! CITE: PDN 3.0, pdn.fmjd.org: game type 25 separates the squares of a capture by a colon; only its ends are written
//! where they say enough.

use crate::engine::{EngineError, Session, Status, Variant};
use crate::rules::Reason;
use crate::rules::fen::FenError;

/// How the moves of a record are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Style {
    /// `Nf3xd4`-like, with the letters of the pieces.
    San,
    /// `c3-d4`, and captures with this mark between the squares.
    Pdn(char),
    /// As the protocol has them.
    Own,
}

impl Style {
    /// The style of a variant; `mark` is what separates the squares of a capture in PDN.
    pub fn of(variant: Variant, mark: char) -> Self {
        match variant {
            Variant::Siberia => Style::San,
            Variant::Russian | Variant::RussianOfficial => Style::Pdn(mark),
            Variant::Bashni | Variant::Lasca | Variant::Vsadniki => Style::Own,
        }
    }

    /// The text of a legal move, which is played.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn write(self, session: &mut dyn Session, mv: &str) -> Result<String, EngineError> {
        match self {
            Style::Own => session.push(mv).map(|()| mv.to_owned()),
            Style::Pdn(mark) => pdn(session, mv, mark),
            Style::San => {
                let mut san = sans(session).into_iter().find(|(_, m)| m == mv).map_or_else(String::new, |(san, _)| san);
                session.push(mv)?;
                san.extend(check_mark(session));
                Ok(san)
            }
        }
    }

    /// Plays a move as it stands in a record.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn read(self, session: &mut dyn Session, text: &str) -> Result<(), EngineError> {
        if self == Style::San {
            let bare = text.trim_end_matches(['+', '#', '!', '?']);
            if let Some((_, mv)) = sans(session).into_iter().find(|(san, _)| san == bare) {
                return session.push(&mv);
            }
        }
        session.push(text)
    }
}

/// The names of a move's squares.
fn squares(mv: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = mv.char_indices().filter(|(_, c)| c.is_ascii_lowercase()).map(|(i, _)| i).collect();
    starts.push(mv.len());
    starts.windows(2).map(|w| &mv[w[0]..w[1]]).collect()
}

fn pdn(session: &mut dyn Session, mv: &str, mark: char) -> Result<String, EngineError> {
    let before = session.contents().len();
    let trial = session.boxed();
    session.push(mv)?;
    let path = squares(mv);
    let mark = if session.contents().len() < before { mark } else { '-' }.to_string();
    let &[first, .., last] = path.as_slice() else { return Ok(mv.to_owned()) };
    let ends = [first, last].join(&mark);
    let mut short = trial;
    let enough = short.push(&ends).is_ok() && short.fen() == session.fen();
    Ok(if enough { ends } else { path.join(&mark) })
}

/// All legal moves in SAN, without the marks for check and mate, each with its plain text.
fn sans(session: &dyn Session) -> Vec<(String, String)> {
    let layout = session.layout();
    let contents = session.contents();
    let at = |square: &str| {
        let field = layout.fields.iter().position(|f| f.name == square)?;
        contents.iter().find(|(i, _)| *i == field).and_then(|(_, letters)| letters.chars().next())
    };
    let mut moves = Vec::new();
    for (mv, _) in session.legal() {
        let path = squares(&mv);
        let (Some(&from), Some(&to)) = (path.first(), path.get(1)) else { continue };
        let piece = at(from).unwrap_or('P').to_ascii_uppercase();
        let promotion = path.len() > 2;
        let capture = at(to).is_some();
        moves.push((piece, from.to_owned(), to.to_owned(), promotion, capture, mv));
    }
    let text = |(piece, from, to, promotion, capture, mv): &(char, String, String, bool, bool, String)| {
        let mut san = String::new();
        if *piece == 'P' {
            san += if *capture { &from[..1] } else { "" };
        } else {
            san.push(*piece);
            let rivals = || moves.iter().filter(|m| m.0 == *piece && m.2 == *to && m.1 != *from);
            if rivals().next().is_some() {
                let same_file = rivals().any(|m| m.1[..1] == from[..1]);
                let same_rank = rivals().any(|m| m.1[1..] == from[1..]);
                san += match (same_file, same_rank) {
                    (false, _) => &from[..1],
                    (true, false) => &from[1..],
                    (true, true) => from,
                };
            }
        }
        if *capture {
            san.push('x');
        }
        san += to;
        if *promotion {
            san += "=D";
        }
        (san, mv.clone())
    };
    moves.iter().map(text).collect()
}

/// `#` for a mate, `+` for a check, in a position just reached.
fn check_mark(session: &dyn Session) -> Option<char> {
    if let Status::Over(_, ending) = session.status()
        && matches!(ending.reason, Reason::Mate | Reason::MateWithPawn)
    {
        return Some('#');
    }
    // The side to move is in check if a position with the other side to move is refused for that.
    let fen = session.fen()?;
    let mut words: Vec<&str> = fen.split(' ').collect();
    *words.get_mut(1)? = if words.get(1) == Some(&"w") { "b" } else { "w" };
    let refusal = session.boxed().set_position(Some(&words.join(" "))).err();
    matches!(refusal, Some(EngineError::Fen(FenError::OpponentInCheck { .. }))).then_some('+')
}

/// The FEN of a record: PDN's for Russian draughts, with lidraughts' counters where they are not those of a new game.
pub fn record_fen(variant: Variant, session: &dyn Session) -> String {
    let fen = session.fen().unwrap_or_default();
    if !matches!(variant, Variant::Russian | Variant::RussianOfficial) {
        return fen;
    }
    let layout = session.layout();
    let contents = session.contents();
    let list = |man: &str, king: &str| {
        let mut items = Vec::new();
        for (field, letters) in &contents {
            if letters == man {
                items.push(layout.fields[*field].name.clone());
            } else if letters == king {
                items.push(format!("K{}", layout.fields[*field].name));
            }
        }
        items.join(",")
    };
    let mut words = fen.split(' ').skip(1);
    let side = words.next().unwrap_or("w").to_ascii_uppercase();
    let (clock, number) = (words.next().unwrap_or("0"), words.next().unwrap_or("1"));
    let mut out = format!("{side}:W{}:B{}", list("w", "W"), list("b", "B"));
    if (clock, number) != ("0", "1") {
        out += &format!(":H{clock}:F{number}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleOptions;

    fn at(variant: Variant, fen: &str) -> Box<dyn Session> {
        let mut session = variant.open(&RuleOptions::default());
        session.set_position(Some(fen)).unwrap();
        session
    }

    #[test]
    fn pdn_writes_what_is_needed() {
        let write = |fen, mv| Style::Pdn(':').write(&mut *at(Variant::Russian, fen), mv).unwrap();
        assert_eq!(write("8/8/8/8/8/2w5/8/w7 w", "c3d4"), "c3-d4");
        assert_eq!(write("8/8/5b2/8/3b4/2w5/8/8 w", "c3e5g7"), "c3:g7", "the ends say enough");
        // Two ways round to the same square, with other pieces taken: the path is written.
        let fen = "8/8/3b1b2/8/3b1b2/4w3/8/8 w";
        let moves: Vec<String> = at(Variant::Russian, fen).legal().into_iter().map(|(mv, _)| mv).collect();
        for mv in &moves {
            let text = write(fen, mv);
            let mut again = at(Variant::Russian, fen);
            Style::Pdn(':').read(&mut *again, &text).unwrap();
            let mut direct = at(Variant::Russian, fen);
            direct.push(mv).unwrap();
            assert_eq!(again.fen(), direct.fen(), "{text}");
        }
        let crossed = Style::Pdn('x').write(&mut *at(Variant::Russian, "8/8/8/8/3b4/2w5/8/8 w"), "c3e5");
        assert_eq!(crossed.unwrap(), "c3xe5");
    }

    #[test]
    fn san_names_pieces_checks_and_promotions() {
        let write = |fen, mv| Style::San.write(&mut *at(Variant::Siberia, fen), mv).unwrap();
        assert_eq!(write("rncdk1cnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCDK1CNR w", "b1c3"), "Nc3");
        assert_eq!(write("rncdk1cnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCDK1CNR w", "e2e4"), "e4");
        assert_eq!(write("4k4/P8/9/9/9/9/9/9/4K4 w", "a8a9d"), "a9=D");
        assert_eq!(write("4k4/9/9/9/9/9/9/9/R3K3R w", "a1a9"), "Ra9+");
        assert_eq!(write("4k4/9/9/9/3p5/9/9/1N3N3/4K4 w", "f2e4"), "Ne4");
        assert_eq!(write("4k4/9/9/9/9/3p5/9/1N3N3/4K4 w", "b2d3"), "Nbd3");
    }

    #[test]
    fn san_reads_back_what_it_writes() {
        let fens =
            ["r1cdk1c1r/pp1pp1ppp/2n3n2/2p2p3/4P4/2N3P2/PPPP1P1PP/4D4/R1C1K1CNR w", "4k4/P1P6/1r7/9/9/R8/9/R2R5/4K4 w"];
        for fen in fens {
            for (mv, result) in at(Variant::Siberia, fen).legal() {
                let san = Style::San.write(&mut *at(Variant::Siberia, fen), &mv).unwrap();
                let mut again = at(Variant::Siberia, fen);
                Style::San.read(&mut *again, &san).unwrap();
                assert_eq!(again.fen().unwrap(), result, "{san}");
            }
        }
    }

    #[test]
    fn pdn_fens_read_back() {
        for fen in ["1W6/2b5/8/8/8/2w5/8/8 b 3 17", "8/8/8/8/8/2w5/8/6B1 w 0 1"] {
            let session = at(Variant::Russian, fen);
            let text = record_fen(Variant::Russian, &*session);
            assert_eq!(at(Variant::Russian, &text).fen().unwrap(), fen, "{text}");
        }
        assert_eq!(record_fen(Variant::Russian, &*at(Variant::Russian, "8/8/8/8/8/2w5/8/B7 w")), "W:Wc3:BKa1");
    }
}
