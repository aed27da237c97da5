//! One suite that every game runs: random games, in which at every position the incremental key is the key from
//! scratch, positions and moves survive being printed and read, moves are distinct by result, and `count`, `noisy`
//! and the ends agree with the list of moves.

use std::collections::HashSet;

use ataman::rules::draughts::{Russian, RussianOfficial};
use ataman::rules::siberia::Siberia;
use ataman::rules::vsadniki::Vsadniki;
use ataman::rules::{MoveList, Notation, Position, RuleOptions, Tension, Verdict};

/// A small generator of its own, so that a failure names a seed that repeats.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Plays `games` random games of at most `plies` plies. Captures are preferred every third move, so that late
/// positions come up too.
fn conform<G: Notation>(game: &G, games: u64, plies: usize) {
    for seed in 0..games {
        let mut dice = Dice(seed);
        let mut pos = game.start();
        for _ in 0..plies {
            let moves = check_position(game, &pos);
            if moves.is_empty() {
                break;
            }
            let mut noisy = MoveList::<G::Pos>::new();
            game.noisy(&pos, &mut noisy);
            let choice = if dice.below(3) == 0 && !noisy.is_empty() { &noisy } else { &moves };
            let mv = choice[dice.below(choice.len())];
            pos = check_move(game, &pos, mv);
        }
    }
}

fn check_position<G: Notation>(game: &G, pos: &G::Pos) -> MoveList<G::Pos> {
    let fen = game.fen(pos);
    let again = game.parse_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(again, *pos, "{fen}");
    assert_eq!(game.fen(&again), fen);
    assert_eq!(again.key(), pos.key(), "{fen}: key");
    assert_eq!(game.key_from_scratch(pos), pos.key(), "{fen}: key from scratch");

    let mut moves = MoveList::<G::Pos>::new();
    game.moves(pos, &mut moves);
    assert_eq!(game.count(pos, &mut MoveList::<G::Pos>::new()), moves.len() as u64, "{fen}: count");
    let results: HashSet<String> = moves.iter().map(|&m| game.fen(&game.play(pos, m))).collect();
    assert_eq!(results.len(), moves.len(), "{fen}: moves distinct by result");

    let mut noisy = MoveList::<G::Pos>::new();
    match game.noisy(pos, &mut noisy) {
        Tension::Forced => {
            let listed: HashSet<String> = noisy.iter().map(|&m| game.move_text(pos, m)).collect();
            let legal: HashSet<String> = moves.iter().map(|&m| game.move_text(pos, m)).collect();
            assert_eq!(listed, legal, "{fen}: forced moves");
        }
        Tension::Optional => assert!(noisy.iter().all(|m| moves.contains(m)), "{fen}: noisy moves are legal"),
        Tension::Threatened => assert!(noisy.is_empty(), "{fen}: a threatened side has nothing to take"),
    }
    if moves.is_empty() {
        if game.ended(pos).is_none() {
            assert_ne!(game.stuck(pos).verdict, Verdict::Win, "{fen}: a side without a move does not win");
        }
    } else {
        assert!(game.ended(pos).is_none_or(|e| e.reason != ataman::rules::Reason::Points), "{fen}: moves after a win");
    }
    moves
}

fn check_move<G: Notation>(game: &G, pos: &G::Pos, mv: <G::Pos as Position>::Move) -> G::Pos {
    let fen = game.fen(pos);
    let text = game.move_text(pos, mv);
    let next = game.play(pos, mv);
    let read = game.parse_move(pos, &text).unwrap_or_else(|e| panic!("{fen}: {text}: {e}"));
    assert_eq!(game.play(pos, read), next, "{fen}: {text} read back");
    assert_ne!(game.tag(mv), ataman::rules::Tag::NONE);
    assert_eq!(next.side(), !pos.side(), "{fen}: {text}");
    next
}

#[test]
fn russian() {
    conform(&Russian::new(&RuleOptions::default()), 300, 150);
}

#[test]
fn russian_official() {
    conform(&RussianOfficial::new(&RuleOptions::default()), 300, 150);
}

#[test]
fn siberia() {
    conform(&Siberia::new(&RuleOptions::default()), 300, 300);
}

mod columns {
    use ataman::rules::RuleOptions;
    use ataman::rules::columns::{Bashni, BashniShort, ColumnRules, Columns, Lasca};
    use ataman::rules::options::Rejump;

    fn conform<R: ColumnRules>(rejump: Rejump) {
        super::conform(&Columns::<R>::new(&RuleOptions { rejump, ..RuleOptions::default() }), 300, 200);
    }

    #[test]
    fn bashni() {
        conform::<Bashni>(Rejump::Round);
    }

    #[test]
    fn bashni_free() {
        conform::<Bashni>(Rejump::Free);
    }

    #[test]
    fn bashni_never() {
        conform::<Bashni>(Rejump::Never);
    }

    #[test]
    fn bashni_short() {
        conform::<BashniShort>(Rejump::Round);
    }

    #[test]
    fn lasca() {
        conform::<Lasca>(Rejump::Round);
    }

    #[test]
    fn lasca_free() {
        conform::<Lasca>(Rejump::Free);
    }

    #[test]
    fn lasca_never() {
        conform::<Lasca>(Rejump::Never);
    }
}

#[test]
fn vsadniki() {
    conform(&Vsadniki::new(&RuleOptions::default()), 150, 200);
    let options = RuleOptions { target_score: 30, min_captures: 6, no_progress: 50, ..RuleOptions::default() };
    conform(&Vsadniki::new(&options), 80, 200);
}
