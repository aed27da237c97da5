//! Mirror images: without men the board looks the same after a half turn and after a reflection in its main road.

use std::sync::LazyLock;

use super::index::{MOST_OF_A_KIND, number, subsets};

/// One of the four symmetries of a board without men: bit 0 reflects in the main road, then bit 1 turns.
type Symmetry = u8;

/// Where the reflection in the main road takes each square.
const REFLECTED: [u8; 32] = {
    let (mut all, mut square) = ([0; 32], 0);
    while square < 32 {
        let (rank, file) = (square / 4, square % 4 * 2 + square / 4 % 2);
        all[square] = (file * 4 + rank / 2) as u8;
        square += 1;
    }
    all
};

#[inline(always)]
fn apply(symmetry: Symmetry, mut set: u32) -> u32 {
    if symmetry & 1 != 0 {
        let mut reflected = 0;
        while set != 0 {
            reflected |= 1 << REFLECTED[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        set = reflected;
    }
    if symmetry & 2 != 0 { set.reverse_bits() } else { set }
}

/// The classes of sets of as many squares that symmetries turn into each other.
#[derive(Debug)]
pub(super) struct Fold {
    /// For each set by its number: its class, and the symmetry that takes it to the class's first set.
    of: Vec<(u32, Symmetry)>,
    /// The first set of each class, and its size.
    classes: Vec<(u32, u8)>,
}

static FOLDS: [LazyLock<Fold>; MOST_OF_A_KIND + 1] = [
    LazyLock::new(|| Fold::new(0)),
    LazyLock::new(|| Fold::new(1)),
    LazyLock::new(|| Fold::new(2)),
    LazyLock::new(|| Fold::new(3)),
    LazyLock::new(|| Fold::new(4)),
    LazyLock::new(|| Fold::new(5)),
];

impl Fold {
    /// The classes of sets of `k` squares.
    pub fn of(k: u8) -> &'static Fold {
        &FOLDS[usize::from(k)]
    }

    fn new(k: usize) -> Fold {
        const NONE: u32 = u32::MAX;
        let sets = subsets(k);
        let mut fold = Fold { of: vec![(NONE, 0); sets.len()], classes: Vec::new() };
        for &first in sets {
            if fold.of[number(first) as usize].0 != NONE {
                continue;
            }
            let class = fold.classes.len() as u32;
            let mut size = 0;
            for symmetry in 0..4 {
                // Each of the four is its own inverse.
                let of = &mut fold.of[number(apply(symmetry, first)) as usize];
                if of.0 == NONE {
                    *of = (class, symmetry);
                    size += 1;
                }
            }
            fold.classes.push((first, size));
        }
        fold
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    /// The first set of a class.
    #[inline]
    pub fn set(&self, class: usize) -> u32 {
        self.classes[class].0
    }

    /// The number of sets in a class.
    pub fn weight(&self, class: usize) -> u8 {
        self.classes[class].1
    }

    /// The class of `set`, and `other` after the symmetry that takes `set` to the first of its class, and that first
    /// set.
    #[inline]
    pub fn fold(&self, set: u32, other: u32) -> (u32, u32, u32) {
        let (class, symmetry) = self.of[number(set) as usize];
        (class, apply(symmetry, other), self.classes[class as usize].0)
    }
}
