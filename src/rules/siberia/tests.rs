//! The rules that are peculiar to the game, the refusals, and the exchange evaluation against a plain one.

use super::position::{Kind, Move, Pos};
use super::{Siberia, attack, exchange};
use crate::board::nine::{Each, Squares, bit, by_name};
use crate::rules::fen::FenError;
use crate::rules::notation::MoveError;
use crate::rules::options::{MateRule, RuleOptions};
use crate::rules::{Ending, Game, Notation, Position, Reason, Side, Tension, random};

fn game() -> Siberia {
    Siberia::new(&RuleOptions::default())
}

fn texts(fen: &str, from: &str) -> Vec<String> {
    let (game, mut list) = (game(), Vec::new());
    let pos = game.parse_fen(fen).unwrap();
    game.moves(&pos, &mut list);
    let mut texts: Vec<String> = list.into_iter().map(|m| m.to_string()).filter(|t| t.starts_with(from)).collect();
    texts.sort();
    texts
}

#[test]
fn camel_leaps_over_anything_and_takes_nothing_on_the_way() {
    let fen = "4k4/9/9/9/2C6/1PpR5/9/9/4K4 w";
    assert_eq!(texts(fen, "c5"), ["c5a3", "c5a7", "c5e3", "c5e7"]);
    let game = game();
    let pos = game.parse_fen(fen).unwrap();
    let next = game.play(&pos, game.parse_move(&pos, "c5e3").unwrap());
    assert_eq!(game.fen(&next), "4k4/9/9/9/9/1PpR5/4C4/9/4K4 b - - 1 1");
}

#[test]
fn pawns_become_dogs_and_nothing_else() {
    let fen = "2n1k4/1P7/9/9/9/9/9/9/4K4 w - - 7 9";
    assert_eq!(texts(fen, "b8"), ["b8b9d", "b8c9d"]);
    let game = game();
    let pos = game.parse_fen(fen).unwrap();
    let next = game.play(&pos, game.parse_move(&pos, "b8xc9").unwrap());
    assert_eq!(game.fen(&next), "2D1k4/9/9/9/9/9/9/9/4K4 b - - 0 9");
}

#[test]
fn two_steps_need_both_squares_and_the_start_rank_and_are_not_taken_in_passing() {
    assert_eq!(texts("4k4/9/9/9/9/9/9/P8/4K4 w", "a2"), ["a2a3", "a2a4"]);
    assert_eq!(texts("4k4/9/9/9/9/p8/9/P8/4K4 w", "a2"), ["a2a3"]);
    assert!(texts("4k4/9/9/9/9/9/p8/P8/4K4 w", "a2").is_empty());
    assert_eq!(texts("4k4/9/9/9/9/9/P8/9/4K4 w", "a3"), ["a3a4"]);
    let game = game();
    let pos = game.parse_fen("4k4/9/9/9/9/1p7/9/P8/4K4 w").unwrap();
    let next = game.play(&pos, game.parse_move(&pos, "a2a4").unwrap());
    assert_eq!(game.parse_move(&next, "b4a3"), Err(MoveError::Illegal { text: "b4a3".into() }));
}

#[test]
fn pins_run_along_ranks_and_files_only() {
    // On the king's file a pawn steps but does not take; on its rank it does neither.
    assert_eq!(texts("4r3k/9/9/9/9/3p5/4P4/9/4K4 w", "e3"), ["e3e4"]);
    assert!(texts("8k/9/9/9/9/9/9/K1P4r1/9 w", "c2").is_empty());
    assert_eq!(texts("8k/9/9/9/9/9/9/K1R1r4/9 w", "c2"), ["c2b2", "c2d2", "c2e2"]);
    assert!(texts("8k/9/9/9/9/9/9/K1N1r4/9 w", "c2").is_empty());
    // Two pieces in between pin neither.
    assert_eq!(texts("8k/9/9/9/9/9/9/K1NNr4/9 w", "c2").len(), 6);
}

#[test]
fn ends() {
    let ending = |fen: &str, rule| {
        let game = Siberia::new(&RuleOptions { mate_rule: rule, ..RuleOptions::default() });
        let (pos, mut list) = (game.parse_fen(fen).unwrap(), Vec::new());
        assert_eq!(game.count(&pos, &mut Vec::new()), 0);
        let tension = game.noisy(&pos, &mut list);
        assert_eq!((tension == Tension::Forced, list.len()), (game.compelled(&pos), 0));
        game.stuck(&pos)
    };
    let (bare, pawn) = ("k1R6/9/1K7/9/9/9/9/9/9 b", "k1R6/9/1K7/9/9/9/6p2/9/9 b");
    assert_eq!(ending(bare, MateRule::Bare), Ending::loss(Reason::Mate));
    assert_eq!(ending(pawn, MateRule::Win), Ending::loss(Reason::Mate));
    assert_eq!(ending(pawn, MateRule::Bare), Ending::draw(Reason::MateWithPawn));
    // The mating side's pawns do not count.
    assert_eq!(ending("k1R6/9/1K7/9/9/9/6P2/9/9 b", MateRule::Bare), Ending::loss(Reason::Mate));
    assert_eq!(ending("k8/9/K8/9/9/9/9/9/1R7 b", MateRule::Bare), Ending::draw(Reason::Stalemate));
    let game = game();
    let ended = |clock| game.ended(&game.parse_fen(&format!("k8/9/9/9/9/9/9/9/K7R b - - {clock} 70")).unwrap());
    assert_eq!((ended(99), ended(100)), (None, Some(Ending::draw(Reason::Count))));
}

#[test]
fn passing() {
    let game = game();
    let pass = |fen: &str| game.pass(&game.parse_fen(fen).unwrap());
    assert_eq!(pass("4k4/9/9/9/9/9/9/4P4/4K4 w"), None);
    assert_eq!(pass("4k4/4r4/9/9/9/9/9/9/R3K4 w"), None);
    let passed = pass("4k4/9/9/9/9/9/9/9/R3K4 w").unwrap();
    assert_eq!(game.fen(&passed), "4k4/9/9/9/9/9/9/9/R3K4 b - - 1 1");
    assert_eq!(game.key_from_scratch(&passed), passed.key());
}

#[test]
fn refused_positions() {
    let refuse = |fen: &str| game().parse_fen(fen).unwrap_err();
    let two = FenError::KingCount { side: Side::White, found: 2 };
    assert_eq!(refuse("9/9/9/9/9/9/9/9/9 w"), FenError::EmptyBoard);
    assert_eq!(refuse("k8/9/9/9/9/9/9/9/K1K6 w"), two);
    assert_eq!(refuse("9/9/9/9/9/9/9/9/K8 w"), FenError::KingCount { side: Side::Black, found: 0 });
    assert_eq!(refuse("k7P/9/9/9/9/9/9/9/K8 w"), FenError::ManOnFarRank { square: "i9".into() });
    assert_eq!(refuse("k8/9/9/9/9/9/9/9/K1p6 w"), FenError::ManOnFarRank { square: "c1".into() });
    assert_eq!(refuse("k8/9/9/9/9/9/9/9/K1p6Q w"), FenError::RankLength { rank: 1, found: 10, expected: 9 });
    assert_eq!(refuse("k8/9/9/9/9/9/9/9/K6Q1 w"), FenError::BadLetter { rank: 1, found: 'Q' });
    assert_eq!(refuse("k8/9/9/9/9/9/9/9/R3K4 w"), FenError::OpponentInCheck { side: Side::Black });
    assert_eq!(refuse("k8/9/9/9/9/9/9/9/R8 w"), FenError::KingCount { side: Side::White, found: 0 });
    assert_eq!(
        refuse("k8/9/9/9/9/9/NN7/NNNNNNNNN/KNNNNNNNN w - - 0 1"),
        FenError::TooManyPieces { side: Side::White, found: 20, most: 18 }
    );
    assert_eq!(refuse("k8/9/9/9/9/9/9/9/K8"), FenError::NoSide);
    assert_eq!(refuse("k8/9/9/9/9/9/9/9/K8 w - - 0 1 x"), FenError::Trailing("x".into()));
    // Kings side by side attack each other.
    assert_eq!(refuse("Kk7/9/9/9/9/9/9/9/9 w"), FenError::OpponentInCheck { side: Side::Black });
}

#[test]
fn short_forms_are_read() {
    let game = game();
    for fen in ["k8/9/9/9/9/9/9/P8/K8 w", "k8/9/9/9/9/9/9/P8/K8 w 0 1", "k8/9/9/9/9/9/9/P8/K8 w - - 0"] {
        let pos = game.parse_fen(fen).unwrap();
        assert_eq!(game.fen(&pos), "k8/9/9/9/9/9/9/P8/K8 w - - 0 1");
        for text in ["a2a4", "a2-a4", "a2:a4"] {
            assert_eq!(game.parse_move(&pos, text).unwrap().to_string(), "a2a4");
        }
        for text in ["a2a4d", "a2a3a4", "a2a2", "a2a9", "b2b3"] {
            assert_eq!(game.parse_move(&pos, text), Err(MoveError::Illegal { text: text.into() }));
        }
        for text in ["", "a2", "d", "a2a10", "j2j3", "a2a4q", "a2éa4", "é", "0-0", "a2a4-"] {
            assert_eq!(game.parse_move(&pos, text), Err(MoveError::Unreadable(text.into())));
        }
    }
}

#[test]
fn layout_is_complete() {
    let game = game();
    let (layout, contents) = (game.layout(), game.contents(&game.start()));
    assert_eq!((layout.fields.len(), layout.pieces.len(), contents.len()), (81, 12, 34));
    for (field, letters) in contents {
        assert!(layout.pieces.iter().any(|&(letter, _)| letters == letter.to_string()));
        let place = &layout.fields[field];
        assert_eq!(by_name(&place.name), crate::board::nine::at(place.x, place.y));
    }
}

/// Best result of an exchange by trying: take with the cheapest, or stop.
fn exchange_by_trying(pos: &Pos, target: u8, side: Side, occupied: Squares, standing: i32) -> i32 {
    let attackers = attack::attackers(pos, target, occupied) & occupied;
    let own = attackers & pos.all_of(side);
    let order = [Kind::Pawn, Kind::Camel, Kind::Dog, Kind::Knight, Kind::Rook, Kind::King];
    let Some(kind) = order.into_iter().find(|&k| own & pos.kind(k) != 0) else { return 0 };
    if kind == Kind::King && attackers & pos.all_of(!side) != 0 {
        return 0;
    }
    let from = Each(own & pos.kind(kind)).next().unwrap();
    let value = exchange::value(kind.index());
    (standing - exchange_by_trying(pos, target, !side, occupied & !bit(from), value)).max(0)
}

#[test]
fn exchanges() {
    let game = game();
    let see = |fen: &str, text: &str| {
        let pos = game.parse_fen(fen).unwrap();
        let mv = game.parse_move(&pos, text).unwrap();
        (-1200..1200).rev().find(|&t| game.wins_exchange(&pos, mv, t)).unwrap()
    };
    assert_eq!(see("4k4/9/9/9/4p4/9/9/9/K3R4 w", "e1e5"), 100);
    assert_eq!(see("4k4/9/9/5p3/4p4/9/9/9/K3R4 w", "e1e5"), -400);
    // A second rook behind the first takes part; the lone king may not take then.
    assert_eq!(see("9/9/9/4k4/4n4/9/9/4R4/K3R4 w", "e2e5"), 320);
    assert_eq!(see("9/9/9/4k4/4n4/9/9/4R4/K8 w", "e2e5"), -180);
}

/// The loop against plain recursion, on every capture and quiet move of random games.
#[test]
fn exchanges_agree_with_trying() {
    let game = game();
    let mut compared = 0;
    random::positions(
        &game,
        40,
        150,
        |_, _| false,
        |pos, moves| {
            for &mv in moves {
                let expected = by_trying(pos, mv);
                for threshold in [expected - 1, expected, expected + 1, 0] {
                    let wins = game.wins_exchange(pos, mv, threshold);
                    assert_eq!(wins, expected >= threshold, "{pos:?} {mv} {expected} {threshold}");
                }
                compared += 1;
            }
        },
    );
    assert!(compared > 50_000);
}

fn by_trying(pos: &Pos, mv: Move) -> i32 {
    let promotion = if mv.is_promotion() { 70 } else { 0 };
    let standing = if mv.is_promotion() { Kind::Dog.index() } else { mv.kind() };
    let occupied = (pos.occupied() & !bit(mv.from())) | bit(mv.to());
    let won = exchange::value(mv.taken()) + promotion;
    won - exchange_by_trying(pos, mv.to(), !pos.side(), occupied, exchange::value(standing))
}

/// A move that gives check is known before it is played.
#[test]
fn checks_are_seen_ahead() {
    let (game, mut checks) = (game(), 0);
    let attacks = |_: &Pos, mv: Move| mv.kind() == Kind::Rook.index() && mv.is_capture();
    random::positions(&game, 300, 200, attacks, |pos, moves| {
        for &mv in moves {
            let expected = game.compelled(&game.play(pos, mv));
            assert_eq!(game.compels(pos, mv), expected, "{pos:?} {mv}");
            checks += usize::from(expected);
        }
    });
    assert!(checks > 1000, "{checks}");
}
