//! Sets of fields: three words, bit `i` for field `i`.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of at most 192 fields.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Set(pub [u64; 3]);

impl Set {
    /// No field.
    pub const EMPTY: Set = Set([0; 3]);

    /// Is the field in it?
    #[inline(always)]
    pub fn has(self, field: u8) -> bool {
        self.0[(field >> 6) as usize] >> (field & 63) & 1 != 0
    }

    /// Puts a field in.
    #[inline(always)]
    pub fn insert(&mut self, field: u8) {
        self.0[(field >> 6) as usize] |= 1 << (field & 63);
    }

    /// Puts a field in, or takes it out.
    #[inline(always)]
    pub fn toggle(&mut self, field: u8) {
        self.0[(field >> 6) as usize] ^= 1 << (field & 63);
    }

    /// Is there none?
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Number of fields.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// How many members are numbered below `field`.
    pub fn below(self, field: u8) -> u32 {
        self.each().take_while(|&f| f < field).count() as u32
    }

    /// The members, lowest first.
    #[inline(always)]
    pub fn each(self) -> Each {
        Each { set: self.0, word: 0 }
    }

    /// Calls `f` with each member, lowest first; the loops are faster than the iterator's.
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(u8)) {
        for (word, base) in self.0.into_iter().zip([0u8, 64, 128]) {
            let mut rest = word;
            while rest != 0 {
                f(base + rest.trailing_zeros() as u8);
                rest &= rest - 1;
            }
        }
    }
}

impl FromIterator<u8> for Set {
    fn from_iter<I: IntoIterator<Item = u8>>(fields: I) -> Self {
        let mut set = Set::EMPTY;
        fields.into_iter().for_each(|field| set.insert(field));
        set
    }
}

impl BitAnd for Set {
    type Output = Set;
    #[inline(always)]
    fn bitand(self, other: Set) -> Set {
        Set([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl BitOr for Set {
    type Output = Set;
    #[inline(always)]
    fn bitor(self, other: Set) -> Set {
        Set([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl BitOrAssign for Set {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Set) {
        *self = *self | other;
    }
}

impl Not for Set {
    type Output = Set;
    #[inline(always)]
    fn not(self) -> Set {
        Set([!self.0[0], !self.0[1], !self.0[2]])
    }
}

/// Iterator over the members of a set.
pub struct Each {
    set: [u64; 3],
    word: u8,
}

impl Iterator for Each {
    type Item = u8;
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        while let Some(word) = self.set.get_mut(self.word as usize) {
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_order() {
        let members = [0, 5, 63, 64, 127, 128, 191];
        let mut set: Set = members.into_iter().collect();
        assert_eq!(set.each().collect::<Vec<_>>(), members);
        let mut listed = Vec::new();
        set.for_each(|f| listed.push(f));
        assert_eq!(listed, members);
        assert_eq!((set.len(), set.below(64), set.below(191)), (7, 3, 6));
        set.toggle(64);
        assert!(!set.has(64) && set.has(191) && !set.is_empty());
    }
}
