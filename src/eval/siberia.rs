//! Chess (Siberia): a hand-made evaluation.
//!
//! Each term is a pair of values, for the full board and for the bare one, blended by the pieces that are left. Rooks
//! and knights are worth what they are worth in chess; the camel (alfil) reaches an eighth of the board, the dog (ferz)
//! half of it one step at a time; and as a pawn becomes a dog and nothing better, a passed pawn is no great threat.

use crate::board::nine::{
    self, ALFIL, BOARD, CROSS, Each, FERZ, FILES, INDICES, KING, KNIGHT, RANKS, SIZE, STRIDE, Squares, file_of,
    rank_of, slide,
};
use crate::rules::Side;
use crate::rules::siberia::{Kind, Pos, Siberia, by_pawns};
use crate::search::{Judge, Params};

/// The evaluation of Chess (Siberia).
#[derive(Copy, Clone, Debug, Default)]
pub struct SiberiaEval;

impl Judge<Siberia> for SiberiaEval {
    const PARAMS: Params = Params {
        aspiration: 30,
        null_move: 1,
        probcut: 0,
        probcut_depth: 40,
        extend_compelled: 0,
        singular: 7,
        full_moves: 3,
        reduction: 60,
        history_step: 12000,
        futility: 90,
        frontier: 100,
        late_moves: 4,
        razor: 0,
        delta: 100,
        quiet_table: 0,
        threat_plies: 1,
    };

    const TERMS: &'static [&'static str] =
        &["material", "placement", "mobility", "pawns", "king", "threats", "winning chances"];

    fn terms(&self, _game: &Siberia, pos: &Pos) -> [i32; 8] {
        let (white, black) = (look::<true>(pos), look::<false>(pos));
        let phase = (white.phase + black.phase).min(FULL_PHASE);
        let mut out = [0; 8];
        for (value, (w, b)) in out.iter_mut().zip(white.terms.iter().zip(&black.terms)) {
            *value = Taper(w.0 - b.0).blend(phase);
        }
        let total: i32 = out.iter().sum();
        let chances = if total > 0 { white.chances } else { black.chances };
        // A side that can hardly mate is not winning, whatever it counts.
        out[6] = total * (chances - FULL_CHANCES) / FULL_CHANCES;
        // Scaling by the draw clock as well was tried and won nothing (400 games at depth 3: +23 =348 -29).
        out
    }
}

/// Two values in one number, so that one addition adds both (CITE: the idea is common in chess engines, first seen in
/// Glaurung, Tord Romstad, 2004): the low half for the full board, the high half for the bare one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Taper(i32);

const fn both(full: i32, bare: i32) -> Taper {
    Taper(full + (bare << 16))
}

impl Taper {
    #[inline(always)]
    fn add(&mut self, count: i32, each: Taper) {
        self.0 += count * each.0;
    }

    #[inline(always)]
    fn blend(self, phase: i32) -> i32 {
        let full = i32::from(self.0 as i16);
        let bare = (self.0 + 0x8000) >> 16;
        (full * phase + bare * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

/// Weight of each kind in the phase; all pieces of the start position make [`FULL_PHASE`].
const PHASE: [i32; 6] = [0, 2, 1, 1, 4, 0];
const FULL_PHASE: i32 = 30;

const MATERIAL: [Taper; 6] =
    [both(100, 110), both(320, 310), both(110, 90), both(165, 180), both(480, 560), both(0, 0)];

/// For each square a piece may go to.
const MOBILITY: [Taper; 6] = [both(0, 0), both(6, 5), both(6, 6), both(4, 6), both(4, 5), both(0, 0)];

/// Subtracted from the number of those squares.
const USUAL_MOBILITY: [i32; 6] = [0, 4, 2, 2, 7, 0];

const DOUBLED: Taper = both(-8, -14);
const ISOLATED: Taper = both(-8, -10);
const SUPPORTED: Taper = both(6, 5);
/// By rank, counted from the own side.
const PASSED: [Taper; 9] = [
    both(0, 0),
    both(0, 4),
    both(2, 8),
    both(4, 14),
    both(8, 20),
    both(14, 30),
    both(22, 42),
    both(32, 56),
    both(0, 0),
];
/// For a pawn beyond its own third, fourth, fifth and sixth rank, one on the other.
const ADVANCED: [Taper; 4] = [both(3, 2), both(3, 3), both(2, 4), both(2, 5)];
const CENTRE_PAWN: Taper = both(8, 0);

const SHIELD: Taper = both(9, 0);
/// The king's file has no own pawn and the other side a rook.
const OPEN_KING: Taper = both(-18, 0);
/// For each square next to the king that a piece bears on, by kind.
const BEARS_ON: [i32; 6] = [0, 5, 3, 3, 6, 0];
const OPEN_ROOK: Taper = both(16, 8);
const HALF_OPEN_ROOK: Taper = both(8, 6);

const PAWN_HITS_BIG: Taper = both(24, 24);
const PAWN_HITS_SMALL: Taper = both(8, 8);

/// Against a king without men, each step by which the own king is nearer.
const HUNT: i32 = 6;

/// Eighths of the score that a side keeps.
const FULL_CHANCES: i32 = 8;

const MIDDLE: Squares = (FILES[3] | FILES[4] | FILES[5]) & (RANKS[3] | RANKS[4] | RANKS[5]);

/// What one side has.
struct View {
    terms: [Taper; 6],
    phase: i32,
    chances: i32,
}

#[inline(always)]
fn count(set: Squares) -> i32 {
    nine::count(set) as i32
}

/// One step forward.
#[inline(always)]
fn ahead<const WHITE: bool>(set: Squares) -> Squares {
    if WHITE { set << STRIDE } else { set >> STRIDE }
}

/// The set and all squares ahead of it on its files.
#[inline(always)]
fn fill_ahead<const WHITE: bool>(mut set: Squares) -> Squares {
    // Steps of 1, 2 and 4 ranks reach 7 ahead, and a pawn has at most 7.
    for ranks in [1, 2, 4] {
        set |= if WHITE { set << (ranks * STRIDE) } else { set >> (ranks * STRIDE) };
    }
    set
}

#[inline(always)]
fn look<const WHITE: bool>(pos: &Pos) -> View {
    let (us, them) = if WHITE { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
    let (own, enemy) = (pos.all_of(us), pos.all_of(them));
    let pawns = own & pos.kind(Kind::Pawn);
    let enemy_pawns = enemy & pos.kind(Kind::Pawn);
    let attacked = if WHITE { by_pawns::<false>(enemy_pawns) } else { by_pawns::<true>(enemy_pawns) };
    let squares = &PLACEMENT[us.index()];
    let target = KING[pos.king(them) as usize & 127];
    let occupied = pos.occupied();
    let safe = !own & !attacked;

    let [mut material, mut placement, mut mobility] = [Taper::default(); 3];
    let (mut pressure, mut phase) = (0, 0);
    for kind in [Kind::Knight, Kind::Camel, Kind::Dog, Kind::Rook] {
        let (k, set) = (kind.index(), own & pos.kind(kind));
        let number = count(set);
        material.add(number, MATERIAL[k]);
        phase += number * PHASE[k];
        for square in Each(set) {
            let i = square as usize & 127;
            let reach = match kind {
                Kind::Knight => KNIGHT[i],
                Kind::Camel => ALFIL[i],
                Kind::Dog => FERZ[i],
                _ => slide(square, occupied),
            };
            placement.add(1, squares[k][i]);
            mobility.add(count(reach & safe) - USUAL_MOBILITY[k], MOBILITY[k]);
            if reach & target != 0 {
                pressure += count(reach & target) * BEARS_ON[k];
            }
        }
    }
    material.add(count(pawns), MATERIAL[Kind::Pawn.index()]);
    placement.add(1, squares[Kind::King.index()][pos.king(us) as usize & 127]);
    rooks_on_files(own & pos.kind(Kind::Rook), pawns, enemy_pawns, &mut placement);

    let structure = pawn_structure::<WHITE>(pawns, enemy_pawns, attacked);
    let king = king_term::<WHITE>(pos, pressure);
    let prey = if WHITE { by_pawns::<true>(pawns) } else { by_pawns::<false>(pawns) } & enemy;
    let mut threats = Taper::default();
    threats.add(count(prey & (pos.kind(Kind::Knight) | pos.kind(Kind::Rook))), PAWN_HITS_BIG);
    threats.add(count(prey & (pos.kind(Kind::Camel) | pos.kind(Kind::Dog))), PAWN_HITS_SMALL);

    View { terms: [material, placement, mobility, structure, king, threats], phase, chances: chances(pos, us, phase) }
}

/// Eighths: a rook mates alone; knights, dogs and the pawns that may become dogs need company.
#[inline(always)]
fn chances(pos: &Pos, us: Side, phase: i32) -> i32 {
    if phase > 4 || pos.of(us, Kind::Rook) != 0 {
        return FULL_CHANCES;
    }
    match phase + count(pos.of(us, Kind::Pawn)) {
        0..=2 => 1,
        3 => 3,
        4 => 5,
        _ => FULL_CHANCES,
    }
}

#[inline(always)]
fn rooks_on_files(rooks: Squares, pawns: Squares, enemy_pawns: Squares, placement: &mut Taper) {
    for square in Each(rooks) {
        let file = CROSS[square as usize & 127] & FILES[file_of(square) as usize % FILES.len()];
        if file & pawns == 0 {
            placement.add(1, if file & enemy_pawns == 0 { OPEN_ROOK } else { HALF_OPEN_ROOK });
        }
    }
}

#[inline(always)]
fn pawn_structure<const WHITE: bool>(pawns: Squares, enemy_pawns: Squares, attacked: Squares) -> Taper {
    let mut out = Taper::default();
    let front = ahead::<WHITE>(fill_ahead::<WHITE>(pawns));
    out.add(count(pawns & front), DOUBLED);
    let files = fill_ahead::<true>(pawns) | fill_ahead::<false>(pawns);
    // Pawns stand at most six ranks apart, so that the fills reach every neighbour.
    out.add(count(pawns & !(files << 1 | files >> 1)), ISOLATED);
    let cover = if WHITE { by_pawns::<true>(pawns) } else { by_pawns::<false>(pawns) };
    out.add(count(pawns & cover), SUPPORTED);
    // No enemy pawn ahead on this file, nor one that guards a square of the way.
    let stops =
        if WHITE { fill_ahead::<false>(enemy_pawns | attacked) } else { fill_ahead::<true>(enemy_pawns | attacked) };
    for square in Each(pawns & !stops) {
        let rank = if WHITE { rank_of(square) } else { SIZE - 1 - rank_of(square) };
        out.add(1, PASSED[rank as usize % PASSED.len()]);
    }
    let mut beyond = BOARD;
    for _ in 0..3 {
        beyond = ahead::<WHITE>(beyond);
    }
    for each in ADVANCED {
        out.add(count(pawns & beyond), each);
        beyond = ahead::<WHITE>(beyond);
    }
    out.add(count(pawns & MIDDLE), CENTRE_PAWN);
    out
}

/// Own shelter, and pressure on the other king.
#[inline(always)]
fn king_term<const WHITE: bool>(pos: &Pos, pressure: i32) -> Taper {
    let (us, them) = if WHITE { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
    let (king, other) = (pos.king(us), pos.king(them));
    let pawns = pos.of(us, Kind::Pawn);
    let mut out = Taper::default();
    out.add(count(KING[king as usize & 127] & pawns), SHIELD);
    let file = FILES[file_of(king) as usize % FILES.len()];
    if file & pawns == 0 && pos.of(them, Kind::Rook) != 0 {
        out.add(1, OPEN_KING);
    }
    // More than in proportion, so that attackers seek each other's company.
    let pressure = pressure.min(60);
    out.add(1, both(pressure + pressure * pressure / 24, 0));
    if pos.all_of(them) & !pos.kind(Kind::King) == 0 {
        let apart = file_of(king).abs_diff(file_of(other)).max(rank_of(king).abs_diff(rank_of(other)));
        out.add(i32::from(SIZE) - i32::from(apart), both(HUNT, HUNT));
    }
    out
}

/// By side, kind and square.
static PLACEMENT: [[[Taper; INDICES]; 6]; 2] = [placement(true), placement(false)];

const fn placement(white: bool) -> [[Taper; INDICES]; 6] {
    let mut out = [[both(0, 0); INDICES]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < SIZE * STRIDE {
            if file_of(square) < SIZE {
                let rank = if white { rank_of(square) } else { SIZE - 1 - rank_of(square) };
                out[kind][square as usize] = place(Kind::ALL[kind], file_of(square) as i32, rank as i32);
            }
            square += 1;
        }
        kind += 1;
    }
    out
}

/// The value of a square to a piece; ranks from the own side.
const fn place(kind: Kind, file: i32, rank: i32) -> Taper {
    let (sideways, upright) = ((file - 4).abs(), (rank - 4).abs());
    // From 8 in the middle to 0 in a corner.
    let centre = 8 - sideways - upright;
    match kind {
        Kind::Pawn => both(0, 0),
        Kind::Knight => both(4 * centre - 16 + if rank >= 4 { 4 } else { 0 }, 4 * centre - 16),
        Kind::Camel => both(2 * centre - 8 + 2 * rank, 2 * centre - 8),
        Kind::Dog => both(3 * centre - 12, 4 * centre - 16),
        Kind::Rook => both(4 - 2 * sideways + if rank == 7 { 12 } else { 0 }, if rank == 7 { 12 } else { 0 }),
        Kind::King => both(3 * sideways - 12 * rank, 9 * centre - 36),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Notation, Position, RuleOptions};

    fn value(fen: &str) -> i32 {
        let game = Siberia::new(&RuleOptions::default());
        SiberiaEval.evaluate(&game, &game.parse_fen(fen).unwrap())
    }

    #[test]
    fn pairs_add_and_part() {
        for (full, bare) in [(-7, 3), (7, -3), (-1, -1), (0, -40), (9000, -9000)] {
            let pair = both(full, bare);
            assert_eq!((pair.blend(FULL_PHASE), pair.blend(0)), (full, bare));
        }
    }

    /// Every position of random games, and the same seen from the other side of the board.
    #[test]
    fn sides_are_treated_alike() {
        let game = Siberia::new(&RuleOptions::default());
        assert_eq!(SiberiaEval.terms(&game, &game.start()), [0; 8]);
        let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let mut list = Vec::new();
        for seed in 0..20u64 {
            let (mut pos, mut dice) = (game.start(), seed);
            for _ in 0..200 {
                let fen = game.fen(&pos);
                let board = fen.split(' ').next().unwrap();
                let ranks: Vec<String> = board.rsplit('/').map(|r| r.chars().map(swap).collect()).collect();
                let mirror = format!("{} {}", ranks.join("/"), if pos.side() == Side::White { 'b' } else { 'w' });
                assert_eq!(value(&fen), value(&mirror), "{fen}");
                list.clear();
                game.moves(&pos, &mut list);
                if list.is_empty() {
                    break;
                }
                dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                pos = game.play(&pos, list[(dice >> 33) as usize % list.len()]);
            }
        }
    }

    #[test]
    fn material_counts_and_must_be_able_to_mate() {
        assert!(value("4k4/9/9/9/9/9/9/9/R3K4 w") > 400);
        assert!(value("4k4/9/9/9/9/9/9/9/R3K4 b") < -400);
        assert!(value("4k4/9/9/9/9/9/9/9/1N2K4 w").abs() < 100);
        // The nearer king hunts better.
        assert!(value("k8/9/2K6/9/9/9/9/9/6R2 w") > value("k8/9/9/9/9/9/9/9/2K3R2 w"));
    }
}
