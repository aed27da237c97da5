//! The tricky rules, one by one, and the generator against one that follows the rules literally.

use std::collections::BTreeSet;

use super::*;
use crate::board::keys;
use crate::rules::fen::FenError;
use crate::rules::notation::MoveError;
use crate::rules::perft::perft;
use crate::rules::{Notation, Verdict};

fn game() -> Vsadniki {
    Vsadniki::new(&RuleOptions::default())
}

fn on_board(text: &str) -> Vsadniki {
    let graph = Arc::new(Graph::parse(text).unwrap());
    Vsadniki::new(&RuleOptions { board: Some((PathBuf::from("test.board"), graph)), ..RuleOptions::default() })
}

fn texts(game: &Vsadniki, pos: &Riders) -> BTreeSet<String> {
    let mut list = Vec::new();
    game.moves(pos, &mut list);
    list.into_iter().map(|mv| game.move_text(pos, mv)).collect()
}

/// A position of the built-in board from a list like `we3 Bc4`.
fn place(game: &Vsadniki, pieces: &str, side: Side) -> Riders {
    let mut pos = game.start();
    pos.pieces = [Set::EMPTY; 2];
    for piece in pieces.split_whitespace() {
        let field = game.graph.fields().iter().position(|spot| spot.name == piece[1..]).unwrap() as u8;
        assert_eq!(game.tables.promotion.has(field), piece.as_bytes()[0].is_ascii_uppercase(), "{piece}");
        pos.pieces[usize::from(piece.to_lowercase().starts_with('b'))].insert(field);
    }
    pos.side = side;
    pos.key = pos.compute_key();
    pos
}

fn play(game: &Vsadniki, pos: &Riders, text: &str) -> Riders {
    game.play(pos, game.parse_move(pos, text).unwrap_or_else(|e| panic!("{e}")))
}

#[test]
fn start_position_prints_as_the_rules_say() {
    let game = game();
    assert_eq!(game.fen(&game.start()), "bbbbbbbbb/bbbbbbbbb/17/17/17/13/17/17/17/wwwwwwwww/wwwwwwwww w 0 0 0 0 0 1");
}

#[test]
fn a_jump_onto_a_promotion_field_needs_an_enemy_pawn_and_ends_the_move() {
    let game = game();
    // Over the own pawn on b3 the promotion field c4 is closed, over the enemy's it is open.
    let own = texts(&game, &place(&game, "wa2 wb3", Side::White));
    assert!(!own.contains("a2c4"));
    let pos = place(&game, "wa2 bb3 bd5", Side::White);
    assert!(texts(&game, &pos).contains("a2c4"));
    // From c4 a rider could take on: but not in the same move.
    assert!(!texts(&game, &pos).contains("a2e6"));
    let next = play(&game, &pos, "a2c4");
    assert_eq!((next.points(Side::White), next.captures(Side::White), next.clock()), (2, 0, 0));
    assert!(next.pieces(Side::Black).len() == 2);
}

#[test]
fn a_rider_steps_and_is_a_pawn_again() {
    let game = game();
    let next = play(&game, &place(&game, "Wc4 bq9", Side::White), "c4c5");
    let next = Riders { side: Side::White, ..next };
    assert!(
        game.contents(&next).contains(&(game.graph.fields().iter().position(|s| s.name == "c5").unwrap(), "w".into()))
    );
    assert_eq!(next.points(Side::White), 0);
    // It may not step onto a promotion field.
    assert!(!texts(&game, &next).contains("c5c4"));
}

#[test]
fn a_rider_is_never_jumped() {
    let game = game();
    // A black rider on c4: neither b4 over it to d4, nor b3 to d5.
    let moves = texts(&game, &place(&game, "wb4 wb3 Bc4", Side::White));
    assert!(!moves.contains("b4d4") && !moves.contains("b3d5"), "{moves:?}");
}

#[test]
fn a_capture_may_end_where_it_began_and_ways_round_are_one_move() {
    let game = game();
    let pos = place(&game, "We6 bf5 bh5 bh7 bf7", Side::White);
    let moves = texts(&game, &pos);
    assert!(moves.contains("e6g4i6g8e6") && !moves.contains("e6g8i6g4e6"), "{moves:?}");
    let round = play(&game, &pos, "e6g8i6g4e6");
    assert_eq!((round.points(Side::White), round.captures(Side::White)), (4, 4));
    assert_eq!(round.pieces(Side::White), pos.pieces(Side::White));
    assert!(round.pieces(Side::Black).is_empty());
    assert_eq!(round.key(), game.key_from_scratch(&round));
    // Part of a path, when just one result fits.
    assert_eq!(play(&game, &pos, "e6:e6"), round);
    // i6 can be reached both ways round, with different captures; named in full, it is clear.
    assert!(matches!(game.parse_move(&pos, "e6xi6"), Err(MoveError::Ambiguous { candidates, .. })
        if candidates == ["e6g4i6", "e6g8i6"]));
    assert!(game.parse_move(&pos, "e6g4i6").is_ok());
    // The full path e6g4 is also part of the way round to g4.
    assert_eq!(play(&game, &pos, "e6g4").captures(Side::White), 1);
    assert!(matches!(game.parse_move(&pos, "e6c4"), Err(MoveError::Illegal { .. })));
}

#[test]
fn pawns_are_read_by_their_ends_and_by_any_way() {
    let game = game();
    let pos = place(&game, "wa3 wb3 wd3 bf3", Side::White);
    let direct = play(&game, &pos, "a3g3");
    for text in ["a3-g3", "a3c3e3g3", "a3xe3xg3", "a3c3a3c3g3"] {
        assert_eq!(play(&game, &pos, text), direct, "{text}");
    }
    for text in ["a3d3g3", "a3a3", "b3g3", "f3h3", "a3z9", "z9a3", "a3c4", "a3a5"] {
        assert_eq!(game.parse_move(&pos, text), Err(MoveError::Illegal { text: text.into() }), "{text}");
    }
    for text in ["", "a3", "a3g", "3a3g", "a3 g3", "g3a333", "é", "a3--g3"] {
        assert_eq!(game.parse_move(&pos, text), Err(MoveError::Unreadable(text.into())), "{text}");
    }
}

#[test]
fn points_win_and_end_the_moves() {
    let game = game();
    let read = |fen: &str| game.parse_fen(&format!("8b/9/17/17/17/13/17/17/17/w8/9 {fen}")).unwrap();
    for (fen, verdict) in [
        ("w 15 0 0 0", Verdict::Win),
        ("b 15 0 0 0", Verdict::Loss),
        ("w 3 200 0 9", Verdict::Loss),
        ("w 20 16 0 0", Verdict::Loss),
    ] {
        let pos = read(fen);
        let ending = game.ended(&pos).unwrap();
        assert_eq!((ending.verdict, ending.reason), (verdict, Reason::Points), "{fen}");
        assert_eq!(game.stuck(&pos), ending);
        assert_eq!(game.count(&pos, &mut Vec::new()), 0);
        assert!(game.pass(&pos).is_none());
        let count = |depth| perft(&game, &pos, depth, &Default::default());
        assert_eq!((count(0), count(1), count(3)), (Some(1), Some(0), Some(0)));
    }
    let captures = Vsadniki::new(&RuleOptions { min_captures: 6, ..RuleOptions::default() });
    assert!(captures.ended(&read("w 15 0 5 0")).is_none());
    assert!(captures.ended(&read("w 15 0 6 0")).is_some());
}

#[test]
fn no_progress_lets_points_decide() {
    let game = game();
    let read = |fen: &str| game.parse_fen(&format!("8b/9/17/17/17/13/17/17/17/w8/9 {fen}")).unwrap();
    assert_eq!(game.ended(&read("w 4 6 0 0 200 300")), Some(Ending::loss(Reason::NoProgress)));
    assert_eq!(game.ended(&read("b 4 6 0 0 200 300")), Some(Ending::win(Reason::NoProgress)));
    assert_eq!(game.ended(&read("b 6 6 0 0 200 300")), Some(Ending::draw(Reason::NoProgress)));
    assert_eq!(game.ended(&read("b 6 6 0 0 199 300")), None);
    assert!(game.count(&read("b 6 6 0 0 200 300"), &mut Vec::new()) > 0);
}

#[test]
fn a_side_without_pieces_loses() {
    let game = game();
    let pos = game.parse_fen("8b/9/17/17/17/13/17/17/17/9/9 w 6 6 0 0").unwrap();
    assert_eq!((game.count(&pos, &mut Vec::new()), game.stuck(&pos)), (0, Ending::loss(Reason::NoMove)));
}

#[test]
fn positions_are_validated() {
    let game = game();
    let refused = |fen: &str| game.parse_fen(fen).unwrap_err();
    let empty = "9/9/17/17/17/13/17/17/17";
    assert_eq!(refused(&format!("{empty}/9/9 w 0 0 0 0")), FenError::EmptyBoard);
    assert_eq!(
        refused(&format!("{empty}/w8/9 w 3 0 4 0")),
        FenError::FewPoints { side: Side::White, points: 3, captures: 4 }
    );
    assert_eq!(
        refused(&format!("{empty}/W8/9 w 0 0 0 0")),
        FenError::WrongPiece { piece: "rider", square: "a2".into() }
    );
    assert_eq!(
        refused("9/9/17/17/17/13/17/2w14/17/9/9 w 0 0 0 0"),
        FenError::WrongPiece { piece: "pawn", square: "c4".into() }
    );
    assert_eq!(refused(&format!("{empty}/k8/9 w 0 0 0 0")), FenError::BadLetter { rank: 2, found: 'k' });
    assert_eq!(
        refused("9/9/17/17/17/13/17/17/w16/wwwwwwwww/wwwwwwwww w 0 0 0 0"),
        FenError::TooManyPieces { side: Side::White, found: 19, most: 18 }
    );
    for fen in ["w 0 0 0", "w", "w 10000 0 0 0", "w -1 0 0 0", "w 0 0 0 x"] {
        assert!(matches!(refused(&format!("{empty}/w8/9 {fen}")), FenError::BadNumber { .. }), "{fen}");
    }
    assert!(matches!(refused(&format!("{empty}/w8/9 w 0 0 0 0 0 1 2")), FenError::Trailing(_)));
}

#[test]
fn points_stop_at_what_a_fen_can_say() {
    let game = Vsadniki::new(&RuleOptions { min_captures: 99, ..RuleOptions::default() });
    let mut pos = place(&game, "wa2 bb3", Side::White);
    pos.points = [MOST_POINTS - 1; 2];
    pos.key = pos.compute_key();
    let next = play(&game, &pos, "a2c4");
    assert_eq!(next.points(Side::White), MOST_POINTS);
    assert_eq!(game.parse_fen(&game.fen(&next)), Ok(next));
}

/// Nine promotion fields in a square with an enemy pawn between any two neighbours: many ways, fewer results.
#[test]
fn many_paths_to_few_results() {
    let mut text = String::from("z1 0 9 w\n");
    for (y, row) in ["PbPbP", "bobob", "PbPbP", "bobob", "PbPbP"].into_iter().enumerate() {
        for (x, kind) in row.chars().enumerate() {
            text += &format!("{}{y} {x} {y} {kind}\n", char::from(b'a' + x as u8));
        }
    }
    for i in [0, 2, 4] {
        let letter = char::from(b'a' + i);
        text += &format!("line {letter}0 {letter}1 {letter}2 {letter}3 {letter}4\nline a{i} b{i} c{i} d{i} e{i}\n");
    }
    let game = on_board(&text);
    let pos = game.parse_fen("1/1b1b1/b1b1b/1bWb1/b1b1b/1b1b1 w 0 0 0 0").unwrap();
    let mut list = Vec::new();
    game.moves(&pos, &mut list);
    compare(&game, &pos);

    fn ways(ride: &Ride, at: Move) -> usize {
        let mut next = Vec::new();
        ride.next(at, |mv| next.push(mv));
        next.into_iter().map(|mv| 1 + ways(ride, mv)).sum()
    }
    let from = game.riders(&pos).each().next().unwrap();
    let ride = game.ride(&pos, from);
    let (ways, results) = (ways(&ride, ride.begin()), list.iter().filter(|mv| mv.kind == Kind::Capture).count());
    assert!(results < ways, "{results} results, {ways} ways");
}

/// Every result by the letter of the rules: paths, one by one.
fn literal(game: &Vsadniki, pos: &Riders) -> BTreeSet<(u8, u8, Vec<u8>)> {
    fn jumps(
        game: &Vsadniki,
        pos: &Riders,
        from: u8,
        at: u8,
        seen: &mut Vec<u8>,
        out: &mut BTreeSet<(u8, u8, Vec<u8>)>,
    ) {
        let (own, enemy) = (pos.pieces(pos.side), pos.pieces(!pos.side));
        for jump in game.graph.jumps().iter().filter(|j| j.from == at) {
            let jumped = jump.over != from && (own | enemy).has(jump.over) && game.tables.ordinary.has(jump.over);
            if !jumped || jump.to != from && (own | enemy).has(jump.to) {
                continue;
            }
            if game.tables.promotion.has(jump.to) {
                if enemy.has(jump.over) {
                    out.insert((from, jump.to, vec![]));
                }
            } else if !seen.contains(&jump.to) {
                seen.push(jump.to);
                if jump.to != from {
                    out.insert((from, jump.to, vec![]));
                }
                jumps(game, pos, from, jump.to, seen, out);
            }
        }
    }
    fn rides(game: &Vsadniki, pos: &Riders, from: u8, at: u8, taken: &[u8], out: &mut BTreeSet<(u8, u8, Vec<u8>)>) {
        let all = pos.pieces(Side::White) | pos.pieces(Side::Black);
        for jump in game.graph.jumps().iter().filter(|j| j.from == at && game.tables.promotion.has(j.to)) {
            let prey = pos.pieces(!pos.side).has(jump.over) && game.tables.ordinary.has(jump.over);
            if prey && !taken.contains(&jump.over) && (jump.to == from || !all.has(jump.to)) {
                let mut taken = taken.to_vec();
                taken.push(jump.over);
                taken.sort_unstable();
                out.insert((from, jump.to, taken.clone()));
                rides(game, pos, from, jump.to, &taken, out);
            }
        }
    }
    let mut out = BTreeSet::new();
    for from in pos.pieces(pos.side).each() {
        for &(_, to) in game.graph.neighbours().iter().filter(|(f, _)| *f == from) {
            if game.tables.ordinary.has(to) && !(pos.pieces[0] | pos.pieces[1]).has(to) {
                out.insert((from, to, vec![]));
            }
        }
        if game.tables.promotion.has(from) {
            rides(game, pos, from, from, &[], &mut out);
        } else {
            jumps(game, pos, from, from, &mut vec![], &mut out);
        }
    }
    out
}

fn compare(game: &Vsadniki, pos: &Riders) {
    let mut list = Vec::new();
    game.moves(pos, &mut list);
    let found: BTreeSet<_> = list
        .iter()
        .map(|mv| {
            let enemy = pos.pieces(!pos.side).each().enumerate();
            (mv.from, mv.to, enemy.filter(|(bit, _)| mv.captured >> bit & 1 != 0).map(|(_, f)| f).collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(found, literal(game, pos), "{}", game.fen(pos));
    assert_eq!(found.len(), list.len(), "{}", game.fen(pos));
    assert_eq!(game.count(pos, &mut Vec::new()) as usize, list.len());
    let mut noisy = Vec::new();
    game.noisy(pos, &mut noisy);
    let key = |mv: &Move| (mv.from, mv.to, mv.captured);
    noisy.sort_by_key(key);
    list.retain(|&mv| game.gain(pos, mv) > 0);
    list.sort_by_key(key);
    assert_eq!(noisy, list, "{}", game.fen(pos));
    for mv in list {
        assert_eq!(game.parse_move(pos, &game.move_text(pos, mv)), Ok(mv), "{}", game.fen(pos));
    }
}

/// Pieces thrown at random onto the board.
fn scatter(game: &Vsadniki, random: &mut impl FnMut(usize) -> usize) -> Riders {
    let mut pos = game.start();
    pos.pieces = [Set::EMPTY; 2];
    for side in 0..2 {
        for _ in 0..=random(18) {
            let field = random(game.graph.fields().len()) as u8;
            if !pos.pieces[1 - side].has(field) {
                pos.pieces[side].insert(field);
            }
        }
    }
    pos.side = if random(2) == 0 { Side::White } else { Side::Black };
    pos.key = pos.compute_key();
    pos
}

#[test]
fn generator_follows_the_rules_on_the_built_in_board() {
    let mut state = 1;
    let mut random = move |n: usize| {
        let (value, next) = keys::splitmix64(state);
        state = next;
        (value % n as u64) as usize
    };
    let game = game();
    for _ in 0..3000 {
        let pos = scatter(&game, &mut random);
        compare(&game, &pos);
    }
}

/// Boards without any sense in their lines: pawns that could jump over themselves, fields with many jumps, several
/// jumps from one field to another.
#[test]
fn generator_follows_the_rules_on_any_board() {
    let mut state = 2;
    let mut random = move |n: usize| {
        let (value, next) = keys::splitmix64(state);
        state = next;
        (value % n as u64) as usize
    };
    let mut read = 0;
    for _ in 0..400 {
        let fields = 8 + random(40);
        let mut text = String::new();
        for i in 0..fields {
            let kind = match i {
                0 => "w",
                1 => "b",
                _ => ["o", "o", "o", "P"][random(4)],
            };
            text += &format!("{}{} {} {} {kind}\n", char::from(b'a' + (i % 8) as u8), i / 8 * 3, i % 8, i / 8);
        }
        for _ in 0..random(40) {
            let mut names: Vec<String> = Vec::new();
            for _ in 0..2 + random(5) {
                let i = random(fields);
                let name = format!("{}{}", char::from(b'a' + (i % 8) as u8), i / 8 * 3);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if names.len() > 1 {
                text += &format!("line {}\n", names.join(" "));
            }
        }
        let Ok(graph) = Graph::parse(&text) else { continue };
        read += 1;
        let graph = Arc::new(graph);
        let game = Vsadniki::new(&RuleOptions { board: Some((PathBuf::new(), graph)), ..RuleOptions::default() });
        for _ in 0..40 {
            let pos = scatter(&game, &mut random);
            compare(&game, &pos);
        }
    }
    assert!(read > 200, "{read} boards");
}
