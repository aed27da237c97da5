//! Checking tables against the rules: a value must follow from the values that the moves lead to.

use rayon::prelude::*;
use thiserror::Error;

use crate::board::keys::splitmix64;
use crate::rules::draughts::{Draughts, DraughtsMove, DraughtsPos, DraughtsRules};
use crate::rules::{Game, MoveList, Notation, RuleOptions};

use super::Outcome;
use super::count::is_counted;
use super::material::Material;
use super::set::Tables;

/// A position whose value does not follow from its successors.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    #[error("{fen}: the table says {found}, its moves say {expected}")]
    Wrong { fen: String, found: Outcome, expected: Outcome },
    #[error("{fen}: the count of the 15-move rule is {found:?} plies, its moves say {expected:?}")]
    WrongCount { fen: String, found: Option<u8>, expected: Option<u8> },
    #[error("{fen}: there is no table for the position after {mv}")]
    Missing { fen: String, mv: String },
}

/// Materials with up to this many pieces are checked position by position.
pub const COMPLETE: u32 = 3;
/// Positions looked at among those with more pieces, spread over all tables.
pub const SAMPLE: u64 = 1_000_000;

/// Number of positions that [`check`] looks at.
pub fn to_check(tables: &Tables) -> u64 {
    let (_, looks) = plan(tables);
    looks.iter().sum()
}

/// The materials of the tables and how many positions of each are checked: a share of the sample by size, at least
/// one, or all.
fn plan(tables: &Tables) -> (Vec<Material>, Vec<u64>) {
    let size = |material: &Material| tables.values(*material).map_or(0, |(index, _)| index.len());
    let materials = tables.materials();
    let large: u64 = materials.iter().filter(|m| m.pieces() > COMPLETE).map(size).sum();
    let share = |len: u64| (u128::from(len) * u128::from(SAMPLE) / u128::from(large.max(1))) as u64 + 1;
    let looks = materials.iter().map(|m| if m.pieces() <= COMPLETE { size(m) } else { share(size(m)) }).collect();
    (materials, looks)
}

/// Checks all positions with up to three pieces and a random million of the others, on the threads of the present rayon
/// pool; `seen` hears of every few thousand positions. The number of positions.
///
/// # Errors
/// The first one, in the order of the tables, that is wrong.
pub fn check<R: DraughtsRules>(tables: &Tables, seen: &(dyn Fn(u64) + Sync)) -> Result<u64, CheckError> {
    let game = Draughts::<R>::new(&RuleOptions::default());
    let (materials, looks) = plan(tables);
    for (material, &looks) in materials.iter().zip(&looks) {
        let Some((index, values)) = tables.values(*material) else { continue };
        let len = index.len();
        let all = material.pieces() <= COMPLETE;
        let piece = 4096;
        (0..looks.div_ceil(piece)).into_par_iter().try_for_each_init(MoveList::<DraughtsPos>::new, |moves, part| {
            let (first, end) = (part * piece, ((part + 1) * piece).min(looks));
            for i in first..end {
                // The stream depends on nothing but the material: a check can be repeated.
                let place = if all { i } else { splitmix64(i << 12 ^ material.key() as u64).0 % len };
                let found = Outcome::from_code(values[place as usize]);
                let pos = index.view(place).position();
                check_one(&game, tables, &pos, found, moves)?;
                if is_counted(*material) {
                    check_count(&game, tables, &pos, found, moves)?;
                }
            }
            seen(end - first);
            Ok(())
        })?;
    }
    Ok(looks.iter().sum())
}

fn check_one<R: DraughtsRules>(
    game: &Draughts<R>,
    tables: &Tables,
    pos: &DraughtsPos,
    found: Outcome,
    moves: &mut MoveList<DraughtsPos>,
) -> Result<(), CheckError> {
    moves.clear();
    game.moves(pos, moves);
    let mut best = Outcome::Loss(0);
    for (i, &mv) in moves.iter().enumerate() {
        // A distance that a table cannot hold is no reason to call a value right.
        let Some(value) = tables.probe(&game.play(pos, mv)).and_then(Outcome::before) else {
            return Err(CheckError::Missing { fen: game.fen(pos), mv: game.move_text(pos, mv) });
        };
        if i == 0 || value.rank() > best.rank() {
            best = value;
        }
    }
    if best == found { Ok(()) } else { Err(CheckError::Wrong { fen: game.fen(pos), found, expected: best }) }
}

/// The plies to a capture; `moves` are those of the position.
fn check_count<R: DraughtsRules>(
    game: &Draughts<R>,
    tables: &Tables,
    pos: &DraughtsPos,
    outcome: Outcome,
    moves: &[DraughtsMove],
) -> Result<(), CheckError> {
    let after = |mv: &DraughtsMove| {
        let next = game.play(pos, *mv);
        // Only moves that keep a win count; a loser's moves all lose.
        let keeps = matches!(tables.probe(&next), Some(Outcome::Loss(_))) || matches!(outcome, Outcome::Loss(_));
        keeps.then(|| tables.plies_to_capture(&next).map(|plies| plies + 1)).flatten()
    };
    let expected = match outcome {
        Outcome::Draw => None,
        _ if moves.is_empty() => Some(0),
        _ if moves[0].is_capture() => Some(1),
        Outcome::Win(_) => moves.iter().filter_map(after).min(),
        Outcome::Loss(_) => moves.iter().filter_map(after).max(),
    };
    let found = tables.plies_to_capture(pos);
    if found == expected {
        return Ok(());
    }
    Err(CheckError::WrongCount { fen: game.fen(pos), found, expected })
}
