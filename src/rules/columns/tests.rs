//! The rules that are easily got wrong, each on a board of its own.

use super::*;
use crate::rules::fen::FenError;
use crate::rules::notation::MoveError;
use crate::rules::{Notation, Verdict};

fn game<R: ColumnRules>(rejump: Rejump) -> Columns<R> {
    Columns::new(&RuleOptions { rejump, ..RuleOptions::default() })
}

fn legal_under<R: ColumnRules>(rejump: Rejump, fen: &str) -> Vec<String> {
    let game = game::<R>(rejump);
    let pos = game.parse_fen(fen).unwrap();
    let mut list = Vec::new();
    game.moves(&pos, &mut list);
    assert_eq!(game.count(&pos, &mut Vec::new()), list.len() as u64);
    let mut texts: Vec<String> = list.iter().map(|&mv| game.move_text(&pos, mv)).collect();
    texts.sort();
    texts
}

fn legal<R: ColumnRules>(fen: &str) -> Vec<String> {
    legal_under::<R>(Rejump::Round, fen)
}

fn after<R: ColumnRules>(fen: &str, text: &str) -> String {
    let game = game::<R>(Rejump::Round);
    let pos = game.parse_fen(fen).unwrap();
    game.fen(&game.play(&pos, game.parse_move(&pos, text).unwrap()))
}

#[test]
fn only_the_top_is_taken_and_the_rest_stays() {
    assert_eq!(after::<Bashni>("8/8/8/8/3(bw)4/2w5/8/8 w", "c3e5"), "8/8/8/4(wb)3/3w4/8/8/8 b 1 1");
    assert_eq!(after::<Lasca>("7/7/7/3(BbW)3/2w4/7/7 w", "c3:e5"), "7/7/4(wB)2/3(bW)3/7/7/7 b 1 1");
}

#[test]
fn a_king_that_surfaces_is_still_a_king() {
    assert_eq!(after::<Lasca>("7/7/7/3(bB)3/2w4/7/7 w", "c3e5"), "7/7/4(wb)2/3B3/7/7/7 b 1 1");
    assert_eq!(legal::<Lasca>("7/7/4(wb)2/3B3/7/7/7 b"), ["d4f6"]);
}

#[test]
fn soldiers_jump_forwards_and_men_backwards_too() {
    assert_eq!(legal::<Lasca>("7/7/4w2/3b3/7/7/w6 w"), ["a1b2", "e5d6", "e5f6"]);
    assert_eq!(legal::<Bashni>("8/8/8/4w3/3b4/8/8/w7 w"), ["e5c3"]);
}

#[test]
fn crowning_ends_a_capture_in_lasca_only() {
    assert_eq!(after::<Lasca>("7/1b1b3/w6/7/7/7/7 w", "a5c7"), "2(Wb)4/3b3/7/7/7/7/7 b 0 1");
    let fen = "8/2b1b3/1w6/8/8/8/8/8 w";
    assert_eq!(after::<BashniShort>(fen, "b6d8f6"), "8/8/5(Wbb)2/8/8/8/8/8 b 0 1");
    // As a flying king it goes on at once, and lands where it likes.
    assert_eq!(legal::<Bashni>(fen), ["b6d8f6", "b6d8g5", "b6d8h4"]);
}

#[test]
fn a_king_lands_where_the_capture_goes_on() {
    assert_eq!(legal::<Bashni>("8/8/8/8/8/4b3/1b6/W7 w"), ["a1d4f2", "a1d4g1"]);
}

/// A ring of black men on b4, b6, d6, d4, the last with another man under it, and a white man on c3.
#[test]
fn jumping_the_same_column_again() {
    let ring = |rejump| legal_under::<Bashni>(rejump, "8/8/1b1b4/8/1b1(bb)4/2w5/8/8 w");
    // Once round. Both ways lead to one position, so they are one move, printed by the smaller path.
    assert_eq!(ring(Rejump::Never), ["c3a5c7e5c3"]);
    // The long way over d4 again at the end; the other way round it would be twice running.
    assert_eq!(ring(Rejump::Round), ["c3a5c7e5c3", "c3e5c7a5c3e5"]);
    // Now there is always one more jump, and one result.
    assert_eq!(ring(Rejump::Free), ["c3a5c7e5c3e5"]);
}

#[test]
fn turning_straight_back() {
    let to_and_fro = |rejump| legal_under::<Bashni>(rejump, "8/8/8/8/3(bb)4/8/8/W7 w");
    assert_eq!(to_and_fro(Rejump::Round), ["a1e5", "a1f6", "a1g7", "a1h8"]);
    assert_eq!(to_and_fro(Rejump::Never), ["a1e5", "a1f6", "a1g7", "a1h8"]);
    assert_eq!(to_and_fro(Rejump::Free), ["a1e5a1", "a1e5b2", "a1e5c3"]);
}

/// The number of paths doubles with each man of the column; merged states keep it cheap.
#[test]
fn many_paths_are_merged() {
    let moves = legal_under::<Bashni>(Rejump::Free, "8/8/8/8/3(bbbbbbbbb)4/8/8/W7 w");
    assert_eq!(moves.len(), 4);
    assert_eq!(moves[0], "a1e5a1e5a1e5a1e5a1e5");
}

#[test]
fn no_move_loses_unless_neither_can() {
    let verdict = |fen: &str| {
        let game = game::<Bashni>(Rejump::Round);
        let pos = game.parse_fen(fen).unwrap();
        assert_eq!(game.count(&pos, &mut Vec::new()), 0);
        let mut list = Vec::new();
        assert_eq!(game.noisy(&pos, &mut list), Tension::Forced);
        game.stuck(&pos)
    };
    assert_eq!(verdict("8/8/8/8/1b1b1b1b/b1b1b1b1/1w1w1w1w/w1w1w1w1 w").reason, Reason::MutualBlock);
    assert_eq!(verdict("8/b7/1w6/2w5/8/8/8/8 b"), Ending::loss(Reason::NoMove));
    assert_eq!(verdict("8/8/8/8/8/8/8/6W1 b").verdict, Verdict::Loss);
}

#[test]
fn tension() {
    let tension = |fen: &str| {
        let game = game::<Bashni>(Rejump::Round);
        game.noisy(&game.parse_fen(fen).unwrap(), &mut Vec::new())
    };
    assert_eq!(tension("8/8/8/4b3/3w4/8/8/8 w"), Tension::Forced);
    assert_eq!(tension("8/8/8/4b3/8/2w5/8/8 w"), Tension::Optional);
    assert_eq!(tension("8/8/5b2/4b3/3w4/8/8/8 w"), Tension::Threatened);
    assert_eq!(tension("8/8/8/8/8/6b1/8/W7 w"), Tension::Optional);
    assert_eq!(tension("8/8/8/6B1/8/8/1w6/w7 w"), Tension::Optional);
    assert_eq!(tension("8/8/8/4B3/8/8/1w6/8 w"), Tension::Threatened);
}

#[test]
fn refused_positions() {
    let refused = |fen: &str| game::<Lasca>(Rejump::Round).parse_fen(fen).unwrap_err();
    assert_eq!(refused("7/7/7/7/7/7/7 w"), FenError::EmptyBoard);
    assert_eq!(refused("w6/7/7/7/7/7/7 w"), FenError::ManOnFarRank { square: "a7".into() });
    assert_eq!(refused("7/7/7/7/7/7/b6 w"), FenError::ManOnFarRank { square: "a1".into() });
    assert_eq!(refused("1W5/7/7/7/7/7/7 w"), FenError::NotASquare { square: "b7".into() });
    assert_eq!(refused("p6/7/7/7/7/7/7 w"), FenError::BadLetter { rank: 7, found: 'p' });
    let many = FenError::TooManyPieces { side: Side::White, found: 12, most: 11 };
    assert_eq!(refused("(Wwwwwwwwwwww)6/7/7/7/7/7/7 w"), many);
    assert!(game::<Lasca>(Rejump::Round).parse_fen("(Ww)6/7/7/7/7/7/(Bbb)6 w").is_ok());
    assert!(game::<Bashni>(Rejump::Round).parse_fen(&format!("({})7/8/8/8/8/8/8/8 w", "W".repeat(9999))).is_err());
}

#[test]
fn moves_are_read_in_all_forms() {
    let game = game::<Lasca>(Rejump::Round);
    let pos = game.parse_fen("7/3b3/7/1b1b3/w6/7/6w w").unwrap();
    let read = |text: &str| game.parse_move(&pos, text).map(|mv| game.move_text(&pos, mv));
    let full = Ok("a3c5e7".to_owned());
    for text in ["a3c5e7", "a3e7", "a3:c5:e7", "a3xe7", "a3-c5e7", "8x24", "8-16-24"] {
        assert_eq!(read(text), full, "{text}");
    }
    for text in ["a3c5", "g1f2", "a3b4", "c1d2", "8-16", "a3c5g7", "a3a3e7", "a3b4e7"] {
        assert_eq!(read(text), Err(MoveError::Illegal { text: text.into() }), "{text}");
    }
    for text in ["", "a3", "824", "8:24", "8-26", "0-4", "a3h8", "a3c5e7 ", "é3", "8-é", "8x", "99999999999-1"] {
        assert_eq!(read(text), Err(MoveError::Unreadable(text.into())), "{text}");
    }
}

#[test]
fn ambiguous_moves_name_the_candidates() {
    // Two ways from c1 to c5, over different men.
    let game = game::<Lasca>(Rejump::Round);
    let pos = game.parse_fen("7/7/7/1b1b3/7/1b1b3/2w4 w").unwrap();
    let Err(MoveError::Ambiguous { candidates, .. }) = game.parse_move(&pos, "c1c5") else { panic!("not ambiguous") };
    assert_eq!(candidates, ["c1a3c5", "c1e3c5"]);
}

/// Every path of a position, without merging, as the squares it touches and what it leads to.
fn all_paths<R: ColumnRules>(game: &Columns<R>, pos: &ColumnPosition) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Vec<_> =
        Each(pos.tops(pos.side())).map(|from| (capture::Run::start(pos, from), name(from))).collect();
    while let Some((run, path)) = open.pop() {
        for next in game.landings(pos, &run) {
            let path = path.clone() + &name(next.run.at);
            if next.last {
                found.push((path, game.fen(&game.play(pos, next.run.mv.ending(next.run.at)))));
            } else {
                open.push((next.run, path));
            }
        }
    }
    found
}

fn name(square: u8) -> String {
    crate::board::diagonal::Name(square).to_string()
}

/// The moves are the results of all paths, each once; any path is read as its move, and the smallest is printed.
#[test]
fn moves_are_the_results_of_all_paths() {
    fn check<R: ColumnRules>(rejump: Rejump, fen: &str) -> usize {
        let game = game::<R>(rejump);
        let pos = game.parse_fen(fen).unwrap();
        let paths = all_paths(&game, &pos);
        if paths.is_empty() {
            return 0;
        }
        let mut smallest = std::collections::BTreeMap::<&str, &str>::new();
        for (path, result) in &paths {
            let best = smallest.entry(result).or_insert(path);
            *best = (*best).min(path);
            assert_eq!(game.fen(&game.play(&pos, game.parse_move(&pos, path).unwrap())), *result, "{fen}: {path}");
        }
        let mut printed: Vec<&str> = smallest.into_values().collect();
        printed.sort_unstable();
        assert_eq!(legal_under::<R>(rejump, fen), printed, "{fen} {rejump:?}");
        paths.len()
    }
    let mut paths = 0;
    for rejump in [Rejump::Round, Rejump::Never, Rejump::Free] {
        for fen in [
            "8/8/3(bbb)1(Bb)2/8/1W6/8/1(bb)1b4/8 w",
            "8/4b1b1/8/2(bb)1(bb)3/5W2/2(bb)1(Bb)3/8/8 w",
            "8/2(bb)1(bb)1b1/7W/W1(bBb)1(bb)3/8/2b1b3/8/8 w",
            "8/8/1b1b4/8/1b1(bb)4/2w5/8/8 w",
            "8/2b1b3/1w6/8/3b4/6(bw)1/5(bb)2/8 w",
        ] {
            paths += check::<Bashni>(rejump, fen) + check::<BashniShort>(rejump, fen);
        }
        for fen in ["7/1b1(bB)1b1/7/1(bb)1(bB)1b1/2W1w2/1b1b3/7 w", "7/7/2(bB)1b2/1W3W1/2(bb)1(bB)2/7/7 w"] {
            paths += check::<Lasca>(rejump, fen);
        }
    }
    assert!(paths > 1_000, "{paths}");
}
