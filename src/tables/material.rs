//! Material: how many men and kings each side has, and the order in which tables are built.

use std::cmp::Reverse;
use std::fmt;

/// Men and kings of the side to move and of the other side.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Material {
    /// Men of the side to move, men of the other.
    pub men: [u8; 2],
    /// Kings of the side to move, kings of the other.
    pub kings: [u8; 2],
}

impl Material {
    /// Men and kings of both sides together.
    pub const fn pieces(self) -> u32 {
        self.side(0) + self.side(1)
    }

    /// Pieces of the side to move (0) or of the other (1).
    pub const fn side(self, side: usize) -> u32 {
        self.men[side] as u32 + self.kings[side] as u32
    }

    /// The same material with the other side to move.
    pub const fn swapped(self) -> Material {
        Material { men: [self.men[1], self.men[0]], kings: [self.kings[1], self.kings[0]] }
    }

    /// Does one file hold this material and the swapped one, under the name of this one? The stronger side comes first.
    pub fn is_leading(self) -> bool {
        let strength = |side| (self.side(side), self.kings[side]);
        strength(0) >= strength(1)
    }

    /// Of this material and the swapped one, that which names the file.
    pub fn leading(self) -> Material {
        if self.is_leading() { self } else { self.swapped() }
    }

    /// The leading materials with just `pieces` pieces, in an order in which every crowning leads to an earlier one.
    pub fn all(pieces: u32) -> Vec<Material> {
        let mut all = Vec::new();
        for first in 1..pieces {
            for men in 0..=first {
                for other_men in 0..=pieces - first {
                    let kings = [(first - men) as u8, (pieces - first - other_men) as u8];
                    all.push(Material { men: [men as u8, other_men as u8], kings });
                }
            }
        }
        all.retain(|m| m.is_leading());
        all.sort_by_key(|m| (m.men[0] + m.men[1], Reverse(m.side(0)), m.men[0]));
        all
    }

    /// A number below 4096, different for all materials with at most seven of each.
    pub const fn key(self) -> usize {
        let [men, other_men] = self.men;
        let [kings, other_kings] = self.kings;
        (men as usize & 7) | (kings as usize & 7) << 3 | (other_men as usize & 7) << 6 | (other_kings as usize & 7) << 9
    }
}

/// As in file names: `1m2k-0m1k`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}m{}k-{}m{}k", self.men[0], self.kings[0], self.men[1], self.kings[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_material_is_in_one_file() {
        for pieces in 2..=6 {
            let all = Material::all(pieces);
            let mut keys: Vec<usize> = all.iter().flat_map(|m| [m.key(), m.swapped().key()]).collect();
            keys.sort_unstable();
            keys.dedup();
            // Both sides have a piece: w of one side can be split into men and kings in w + 1 ways.
            let expected: u32 = (1..pieces).map(|w| (w + 1) * (pieces - w + 1)).sum();
            assert_eq!(keys.len() as u32, expected, "{pieces}");
            for (i, material) in all.iter().enumerate() {
                for side in 0..2 {
                    if material.men[side] > 0 {
                        let mut crowned = *material;
                        crowned.men[side] -= 1;
                        crowned.kings[side] += 1;
                        assert!(all[..i].contains(&crowned.leading()), "{material}");
                    }
                }
            }
        }
    }
}
