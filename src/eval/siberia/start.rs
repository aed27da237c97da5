//! The weights to begin with: those of the evaluation that was written by hand.

use super::layout::*;

type Pair = [i32; 2];

/// By kind, on the full and on the bare board.
const NUMBER: [Pair; 6] = [[100, 110], [320, 310], [110, 90], [165, 180], [480, 560], [0, 0]];
/// By rank.
const PASSED_PAWN: [Pair; 9] = [[0, 0], [0, 4], [2, 8], [4, 14], [8, 20], [14, 30], [22, 42], [32, 56], [0, 0]];

/// Mobility around the usual number of squares.
fn mobility(squares: usize, usual: i32, each: Pair) -> Pair {
    each.map(|each| (squares as i32 - usual) * each)
}

/// The weights of a feature, in centipawns.
pub fn weights(feature: usize) -> Pair {
    let within = |block: usize, size: usize| feature.checked_sub(block).filter(|i| *i < size);
    if let Some(kind) = within(MATERIAL, 6) {
        return NUMBER[kind];
    }
    if let Some(i) = within(PLACEMENT, 6 * SQUARES) {
        return placement(i / SQUARES, (i % SQUARES % 5) as i32, (i % SQUARES / 5) as i32);
    }
    let mobilities = [
        (KNIGHT_MOBILITY, 9, 4, [6, 5]),
        (CAMEL_MOBILITY, 5, 2, [6, 6]),
        (DOG_MOBILITY, 5, 2, [4, 6]),
        (ROOK_MOBILITY, 17, 7, [4, 5]),
    ];
    for (block, size, usual, each) in mobilities {
        if let Some(squares) = within(block, size) {
            return mobility(squares, usual, each);
        }
    }
    if let Some(i) = within(PASSED, 18) {
        return PASSED_PAWN[i % 9];
    }
    if let Some(i) = within(ATTACK, 6 * 12) {
        // More than in proportion, so that attackers seek each other's company.
        let pressure = i as i32 % 12 * 5;
        return [pressure + pressure * pressure / 24, 0];
    }
    if let Some(i) = within(SHIELD, 16) {
        return [[9, 4, 0, 0, 9, 4, 0, -9][i % 8] * if i < 8 { 2 } else { 1 }, 0];
    }
    if let Some(steps) = within(HUNT, 9) {
        return [6 * (9 - steps as i32); 2];
    }
    if let Some(i) = within(THREAT, 144) {
        let (by, victim, hanging) = (i / 12 % 6, i / 2 % 6, i % 2 == 1);
        let worth = [8, 30, 10, 12, 40, 0][victim];
        return [if by == 0 && victim > 0 || hanging { worth } else { 0 }; 2];
    }
    match feature {
        DOUBLED => [-8, -14],
        _ if within(ISOLATED, 2).is_some() => [-8, -10],
        _ if within(SUPPORTED, 9).is_some() => [6, 5],
        ROOK_FILE => [8, 6],
        _ if feature == ROOK_FILE + 1 => [16, 8],
        TEMPO => [8, 4],
        _ => [0, 0],
    }
}

/// The value of a square to a piece; ranks from the own side, files from the edge.
fn placement(kind: usize, file: i32, rank: i32) -> Pair {
    let (sideways, upright) = ((file - 4).abs(), (rank - 4).abs());
    // From 8 in the middle to 0 in a corner.
    let centre = 8 - sideways - upright;
    match kind {
        0 => {
            let advance = [0, 0, 0, 3, 6, 8, 10, 10, 10][rank as usize % 9];
            [advance + if sideways <= 1 && (3..=5).contains(&rank) { 8 } else { 0 }, advance]
        }
        1 => [4 * centre - 16 + if rank >= 4 { 4 } else { 0 }, 4 * centre - 16],
        2 => [2 * centre - 8 + 2 * rank, 2 * centre - 8],
        3 => [3 * centre - 12, 4 * centre - 16],
        4 => [4 - 2 * sideways + if rank == 7 { 12 } else { 0 }, if rank == 7 { 12 } else { 0 }],
        _ => [3 * sideways - 12 * rank, 9 * centre - 36],
    }
}
