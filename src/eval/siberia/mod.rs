//! What is looked at in Chess (Siberia).
//!
//! Rooks and knights are worth what they are worth in chess; the camel (alfil) reaches an eighth of the board, the dog
//! (ferz) half of it one step at a time; and as a pawn becomes a dog and nothing better, a passed pawn is no great
//! threat. Everything else is learned, see `LAB.md`.

mod king;
mod layout;
mod pawns;
mod pieces;
mod start;
mod threats;

use super::model::{FULL_PHASE, Features, Group, Sink};
use crate::board::nine::{self, STRIDE, Squares, file_of, rank_of};
use crate::rules::siberia::{Kind, Pos, Siberia};
use crate::rules::{Position, Side};
use crate::search::Params;

/// The features of Chess (Siberia).
#[derive(Copy, Clone, Debug, Default)]
pub struct SiberiaFeatures;

impl Features<Siberia> for SiberiaFeatures {
    const NAME: &'static str = "siberia";

    const PARAMS: Params = Params {
        null_move: 1,
        singular: 7,
        futility: 90,
        frontier: 100,
        late_moves: 4,
        cut_nodes: 100,
        forcing: 100,
        root_step: 10,
        delta: 100,
        threat_plies: 1,
        correction: 1,
        ..Params::PLAIN
    };

    const GROUPS: &'static [Group] = layout::GROUPS;
    const ADJUSTMENT: Option<&'static str> = Some("winning chances");

    #[inline(always)]
    fn phase(_game: &Siberia, pos: &Pos) -> i32 {
        let officers = |kind: Kind| count(pos.kind(kind)) * PHASE[kind.index()];
        let sum = officers(Kind::Knight) + officers(Kind::Camel) + officers(Kind::Dog) + officers(Kind::Rook);
        sum.min(ALL_OFFICERS) * FULL_PHASE / ALL_OFFICERS
    }

    #[inline(always)]
    fn collect<S: Sink>(_game: &Siberia, pos: &Pos, sink: &mut S) {
        let white = pieces::survey::<true, S>(pos, sink);
        let black = pieces::survey::<false, S>(pos, sink);
        pawns::passed::<true, S>(pos, &black, sink);
        pawns::passed::<false, S>(pos, &white, sink);
        king::attack::<true, S>(pos, &white, &black, sink);
        king::attack::<false, S>(pos, &black, &white, sink);
        king::room::<true, S>(pos, &black, sink);
        king::room::<false, S>(pos, &white, sink);
        threats::threats::<true, S>(pos, &white, &black, sink);
        threats::threats::<false, S>(pos, &black, &white, sink);
        let side = pos.side();
        sink.add(layout::TEMPO, side.sign());
        let other = if side == Side::White { &black } else { &white };
        if other.all & pos.of(side, Kind::King) != 0 {
            sink.add(layout::IN_CHECK, side.sign());
        }
    }

    const LASTING: bool = true;

    #[inline(always)]
    fn collect_lasting<S: Sink>(_game: &Siberia, pos: &Pos, sink: &mut S) {
        pawns::structure::<true, S>(pos, sink);
        pawns::structure::<false, S>(pos, sink);
        king::shelter::<true, S>(pos, sink);
        king::shelter::<false, S>(pos, sink);
    }

    /// Of the pawns, the kings, and whether a side has rooks. (CITE: Wang Yi, wyhash, 2019: halves of a product folded
    /// together mix well.)
    #[inline(always)]
    fn lasting_key(pos: &Pos) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let rook = |side| u64::from(pos.of(side, Kind::Rook) != 0);
        let kings = u64::from(pos.king(Side::White)) | u64::from(pos.king(Side::Black)) << 7;
        let rest = kings | rook(Side::White) << 14 | rook(Side::Black) << 15;
        let (all, white) = (pos.kind(Kind::Pawn), pos.of(Side::White, Kind::Pawn));
        // The high word of a set of squares has 35 bits.
        let all = fold(all as u64 ^ 0x9E37_79B9_7F4A_7C15, (all >> 64) as u64 ^ 0xD1B5_4A32_D192_ED03);
        let white =
            fold(white as u64 ^ 0xA076_1D64_78BD_642F, (white >> 64) as u64 ^ rest << 40 ^ 0xE703_7ED1_A0B4_28DB);
        fold(all ^ 0x8EBC_6AF0_9C88_C6E3, white ^ 0x5899_65CC_7537_4CC3)
    }

    fn describe(feature: usize) -> String {
        layout::describe(feature)
    }

    /// A side that can hardly mate is not winning, whatever it counts. (Scaling by the draw clock as well was tried and
    /// won nothing: 400 games at depth 3, +23 =348 -29.)
    #[inline(always)]
    fn adjust(_game: &Siberia, pos: &Pos, value: i32) -> i32 {
        let ahead = if value > 0 { Side::White } else { Side::Black };
        value * chances(pos, ahead) / FULL_CHANCES
    }

    fn start(feature: usize) -> [i32; 2] {
        start::weights(feature)
    }
}

/// Weight of each kind in the phase; all pieces of the start position make [`ALL_OFFICERS`].
const PHASE: [i32; 6] = [0, 2, 1, 1, 4, 0];
const ALL_OFFICERS: i32 = 30;

/// Eighths of the score that a side keeps.
const FULL_CHANCES: i32 = 8;

/// Eighths: a rook mates alone; knights, dogs and the pawns that may become dogs need company.
#[inline(always)]
fn chances(pos: &Pos, us: Side) -> i32 {
    if pos.of(us, Kind::Rook) != 0 {
        return FULL_CHANCES;
    }
    let phase = [Kind::Knight, Kind::Camel, Kind::Dog].map(|kind| count(pos.of(us, kind)) * PHASE[kind.index()]);
    match phase.iter().sum::<i32>() {
        5.. => FULL_CHANCES,
        phase => match phase + count(pos.of(us, Kind::Pawn)) {
            0..=2 => 1,
            3 => 3,
            4 => 5,
            _ => FULL_CHANCES,
        },
    }
}

/// The side that is looked at, and the other one.
#[inline(always)]
const fn sides<const WHITE: bool>() -> (Side, Side) {
    if WHITE { (Side::White, Side::Black) } else { (Side::Black, Side::White) }
}

#[inline(always)]
const fn sign<const WHITE: bool>() -> i32 {
    if WHITE { 1 } else { -1 }
}

#[inline(always)]
fn count(set: Squares) -> i32 {
    nine::count(set) as i32
}

/// King's steps from square to square.
#[inline(always)]
fn steps(a: u8, b: u8) -> usize {
    usize::from(file_of(a).abs_diff(file_of(b)).max(rank_of(a).abs_diff(rank_of(b))))
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

/// The set and all squares behind it.
#[inline(always)]
fn fill_behind<const WHITE: bool>(set: Squares) -> Squares {
    if WHITE { fill_ahead::<false>(set) } else { fill_ahead::<true>(set) }
}

#[cfg(test)]
mod tests;
