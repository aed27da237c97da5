//! A position as its side to move sees it: its own men go up. Black to move is White to move on the turned board with
//! the colours swapped, so one table serves both.

use crate::board::diagonal::{BOARD8, Dir, Each, Squares, slide, step};
use crate::rules::draughts::DraughtsPos;
use crate::rules::{Position, Side};

use super::material::Material;

/// Sets of the 32 dark squares, bit 0 for a1, 3 for g1, 4 for b2, 31 for h8, as seen by the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct View {
    /// Men of the side to move, men of the other.
    pub men: [u32; 2],
    /// Kings of the side to move, kings of the other.
    pub kings: [u32; 2],
}

/// Takes the ghost squares out.
#[inline(always)]
const fn pack(set: Squares) -> u32 {
    (set & 0xF | set >> 1 & 0xFF0 | set >> 2 & 0xF_F000 | set >> 3 & 0xFF0_0000 | set >> 4 & 0xF000_0000) as u32
}

/// Puts the ghost squares back.
#[inline(always)]
const fn unpack(set: u32) -> Squares {
    let set = set as u64;
    set & 0xF | (set & 0xFF0) << 1 | (set & 0xF_F000) << 2 | (set & 0xFF0_0000) << 3 | (set & 0xF000_0000) << 4
}

impl View {
    /// The view of the side to move.
    #[inline]
    pub fn of(pos: &DraughtsPos) -> View {
        let [white, black] = pos.pieces;
        let view = View {
            men: [pack(white & !pos.kings), pack(black & !pos.kings)],
            kings: [pack(white & pos.kings), pack(black & pos.kings)],
        };
        if pos.side() == Side::White { view } else { view.swapped() }
    }

    /// The position with White to move.
    #[inline]
    pub fn position(&self) -> DraughtsPos {
        let side = |side: usize| unpack(self.men[side] | self.kings[side]);
        DraughtsPos::from_sets([side(0), side(1)], unpack(self.kings[0] | self.kings[1]), Side::White)
    }

    /// The view of the other side: a half turn of the board reverses the order of its squares.
    #[inline(always)]
    pub fn swapped(&self) -> View {
        let turned = |sets: [u32; 2]| [sets[1].reverse_bits(), sets[0].reverse_bits()];
        View { men: turned(self.men), kings: turned(self.kings) }
    }

    #[inline(always)]
    pub fn material(&self) -> Material {
        let count = |sets: [u32; 2]| sets.map(|s| s.count_ones() as u8);
        Material { men: count(self.men), kings: count(self.kings) }
    }

    /// Calls `found` with every position, seen by the other side, from which that side comes here by a move that
    /// neither captures nor crowns. Whether such a move was allowed there (a capture may have been compulsory) is not
    /// asked.
    #[inline]
    pub fn predecessors(&self, mut found: impl FnMut(&View)) {
        let view = self.swapped();
        let occupied = unpack(view.men[0] | view.men[1] | view.kings[0] | view.kings[1]);
        let men = unpack(view.men[0]);
        for dir in [Dir::SouthWest, Dir::SouthEast] {
            let back = step(men, dir) & BOARD8 & !occupied;
            for from in Each(back) {
                let from = 1 << from;
                let mut before = view;
                before.men[0] = pack(men & !step(from, dir.opposite()) | from);
                found(&before);
            }
        }
        let kings = unpack(view.kings[0]);
        for king in Each(kings) {
            let others = pack(kings & !(1 << king));
            let targets = Dir::ALL.iter().fold(0, |set, &dir| set | slide(king, dir, occupied).0);
            let mut targets = pack(targets);
            while targets != 0 {
                let from = targets & targets.wrapping_neg();
                targets ^= from;
                let mut before = view;
                before.kings[0] = others | from;
                found(&before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_packed_in_their_order() {
        assert_eq!(pack(BOARD8), u32::MAX);
        for (i, square) in Each(BOARD8).enumerate() {
            assert_eq!((pack(1 << square), unpack(1 << i)), (1 << i, 1 << square));
        }
    }
}
