//! Random games, for tests.

use super::{Game, MoveOf};

/// Calls `visit` with the positions of `games` random games and their legal moves, up to `plies` moves far. A move that
/// is preferred is played wherever there is one.
pub fn positions<G: Game>(
    game: &G,
    games: u64,
    plies: usize,
    prefer: impl Fn(&G::Pos, MoveOf<G>) -> bool,
    mut visit: impl FnMut(&G::Pos, &[MoveOf<G>]),
) {
    let mut list = Vec::new();
    for seed in 0..games {
        let (mut pos, mut dice) = (game.start(), seed);
        for _ in 0..plies {
            list.clear();
            game.moves(&pos, &mut list);
            visit(&pos, &list);
            if list.is_empty() {
                break;
            }
            let preferred = list.iter().copied().find(|&mv| prefer(&pos, mv));
            dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            pos = game.play(&pos, preferred.unwrap_or(list[(dice >> 33) as usize % list.len()]));
        }
    }
}
