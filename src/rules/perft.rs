//! Perft: counting the leaves of the tree of legal moves to a given depth.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{Game, MoveList, MoveOf};

/// Leaves at `depth` plies; the last ply is counted in bulk. `None` if `stop` was raised on the way.
pub fn perft<G: Game>(game: &G, pos: &G::Pos, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let mut lists = vec![MoveList::<G::Pos>::new(); depth as usize];
    walk(game, pos, depth, &mut lists, stop)
}

/// As [`perft`], on the global rayon pool: the tree is split at its first two plies.
pub fn perft_parallel<G: Game>(game: &G, pos: &G::Pos, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth < 3 {
        return perft(game, pos, depth, stop);
    }
    children(game, pos)
        .into_par_iter()
        .flat_map(|(_, child)| children(game, &child).into_par_iter().map(|(_, grandchild)| grandchild))
        .map(|grandchild| perft(game, &grandchild, depth - 2, stop))
        .sum()
}

/// The count behind each legal move, in the order of generation. `None` if `stop` was raised on the way.
pub fn divide<G: Game>(
    game: &G,
    pos: &G::Pos,
    depth: u32,
    parallel: bool,
    stop: &AtomicBool,
) -> Option<Vec<(MoveOf<G>, u64)>> {
    let count = if parallel { perft_parallel } else { perft };
    let behind = depth.saturating_sub(1);
    children(game, pos).into_iter().map(|(mv, child)| Some((mv, count(game, &child, behind, stop)?))).collect()
}

fn children<G: Game>(game: &G, pos: &G::Pos) -> Vec<(MoveOf<G>, G::Pos)> {
    let mut list = MoveList::<G::Pos>::new();
    game.moves(pos, &mut list);
    list.into_iter().map(|mv| (mv, game.play(pos, mv))).collect()
}

fn walk<G: Game>(game: &G, pos: &G::Pos, depth: u32, lists: &mut [MoveList<G::Pos>], stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if depth >= 4 && stop.load(Ordering::Relaxed) {
        return None;
    }
    let (list, rest) = lists.split_first_mut()?;
    if depth == 1 {
        return Some(game.count(pos, list));
    }
    list.clear();
    game.moves(pos, list);
    let mut total = 0;
    for &mv in list.iter() {
        total += walk(game, &game.play(pos, mv), depth - 1, rest, stop)?;
    }
    Some(total)
}
