//! The index: a position's place among those of its material, without holes.
//!
//! A position is put together in five steps, each of which chooses some of the squares that are left: the mover's men
//! on its first rank (where no enemy man can stand), its other men, the enemy's men, the mover's kings, the enemy's
//! kings. A choice is numbered in the combinatorial number system (CITE: Beckenbach, 1964), the steps are digits of a
//! mixed radix. The number of men on the first rank decides how many squares the enemy's men may choose from: there is
//! a group of places for each.

use std::sync::LazyLock;

use super::fold::Fold;
use super::material::Material;
use super::view::View;

/// Most pieces that one step places: one side has at least one.
pub(super) const MOST_OF_A_KIND: usize = 5;

/// `BINOMIALS[k][n]`: ways to choose `k` of `n`.
static BINOMIALS: [[u32; 33]; MOST_OF_A_KIND + 1] = {
    let mut all = [[0; 33]; MOST_OF_A_KIND + 1];
    let mut n = 0;
    while n <= 32 {
        all[0][n] = 1;
        let mut k = 1;
        while k <= MOST_OF_A_KIND {
            all[k][n] = if n == 0 { 0 } else { all[k - 1][n - 1] + all[k][n - 1] };
            k += 1;
        }
        n += 1;
    }
    all
};

/// `SUBSETS[k]`: the sets of `k` squares by their numbers; those of the lowest `n` squares come first, for any `n`.
static SUBSETS: [LazyLock<Vec<u32>>; MOST_OF_A_KIND + 1] = [
    LazyLock::new(|| list_subsets(0)),
    LazyLock::new(|| list_subsets(1)),
    LazyLock::new(|| list_subsets(2)),
    LazyLock::new(|| list_subsets(3)),
    LazyLock::new(|| list_subsets(4)),
    LazyLock::new(|| list_subsets(5)),
];

fn list_subsets(k: usize) -> Vec<u32> {
    // The next larger number with as many bits (CITE: HAKMEM, item 175).
    let next = |&set: &u64| {
        let low = set & set.wrapping_neg();
        let sum = set + low;
        let set = sum | (((sum ^ set) >> 2) / low.max(1));
        (k > 0 && set < 1 << 32).then_some(set)
    };
    std::iter::successors(Some((1u64 << k) - 1), next).map(|set| set as u32).collect()
}

/// Ways to choose `k` of `n`.
fn choose(n: u32, k: u8) -> u64 {
    u64::from(BINOMIALS[usize::from(k)][n as usize])
}

/// The sets of `k` squares in the order of their numbers.
pub(super) fn subsets(k: usize) -> &'static [u32] {
    &SUBSETS[k]
}

/// The number of a set among those of its size.
#[inline(always)]
pub(super) fn number(mut set: u32) -> u32 {
    let (mut sum, mut k) = (0, 1);
    while set != 0 {
        sum += BINOMIALS[k][set.trailing_zeros() as usize];
        set &= set - 1;
        k += 1;
    }
    sum
}

/// The number of a set among those of its size that avoid `taken`.
#[inline(always)]
fn number_outside(mut set: u32, taken: u32) -> u32 {
    let (mut sum, mut k) = (0, 1);
    while set != 0 {
        let square = set.trailing_zeros();
        let below = taken & ((1 << square) - 1);
        sum += BINOMIALS[k][(square - below.count_ones()) as usize];
        set &= set - 1;
        k += 1;
    }
    sum
}

/// The set with a number among those of `k` squares that avoid `taken`.
#[inline(always)]
fn set_outside(number: u64, k: u8, mut taken: u32) -> u32 {
    let mut set = SUBSETS[usize::from(k)][number as usize];
    while taken != 0 {
        let low = (taken & taken.wrapping_neg()) - 1;
        set = set & low | (set & !low) << 1;
        taken &= taken - 1;
    }
    set
}

/// The first rank, where only the mover's men stand; the last one, where only the enemy's do, needs no care: it is
/// numbered last.
const FIRST_RANK: u32 = 0xF;
/// Squares of ranks 2-7.
const MIDDLE: u32 = 24;

/// The places of positions with the same number of men on the first rank.
#[derive(Copy, Clone, Debug, Default)]
struct Group {
    first: u64,
    /// Men on the first rank.
    home: u8,
    middle_men: u64,
    enemy_men: u64,
}

/// The index of a material.
#[derive(Clone, Debug)]
pub(super) struct Index {
    material: Material,
    groups: Vec<Group>,
    kings: u64,
    enemy_kings: u64,
    len: u64,
    fold: Option<&'static Fold>,
}

impl Index {
    /// An index with a place of its own for every position.
    pub fn full(material: Material) -> Index {
        Self::new(material, None)
    }

    /// The index of files: without men, positions that are mirror images share a place.
    pub fn folded(material: Material) -> Index {
        Self::new(material, (material.men == [0, 0]).then(|| Fold::of(material.kings[0])))
    }

    fn new(material: Material, fold: Option<&'static Fold>) -> Index {
        let Material { men: [men, enemy_men], kings: [kings, enemy_kings] } = material;
        let free = 32 - u32::from(men + enemy_men);
        let all_kings = fold.map_or_else(|| choose(free, kings), |fold| fold.classes() as u64);
        let all_enemy_kings = choose(free - u32::from(kings), enemy_kings);
        let (mut groups, mut len) = (Vec::new(), 0);
        for home in 0..=men.min(4) {
            let middle = men - home;
            let group = Group {
                first: len,
                home,
                middle_men: choose(MIDDLE, middle),
                enemy_men: choose(28 - u32::from(middle), enemy_men),
            };
            len += choose(4, home) * group.middle_men * group.enemy_men * all_kings * all_enemy_kings;
            groups.push(group);
        }
        Index { material, groups, kings: all_kings, enemy_kings: all_enemy_kings, len, fold }
    }

    pub fn material(&self) -> Material {
        self.material
    }

    /// Number of places.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The place of a position, which must be of this material.
    #[inline]
    pub fn place(&self, view: &View) -> u64 {
        let View { men: [men, enemy_men], kings: [kings, enemy_kings] } = *view;
        if let Some(fold) = self.fold {
            let (class, enemy_kings, kings) = fold.fold(kings, enemy_kings);
            return u64::from(class) * self.enemy_kings + u64::from(number_outside(enemy_kings, kings));
        }
        let home = men & FIRST_RANK;
        let group = &self.groups[home.count_ones() as usize];
        let mut place = u64::from(number(home)) * group.middle_men + u64::from(number(men >> 4));
        place = place * group.enemy_men + u64::from(number_outside(enemy_men >> 4, men >> 4));
        place = place * self.kings + u64::from(number_outside(kings, men | enemy_men));
        group.first + place * self.enemy_kings + u64::from(number_outside(enemy_kings, men | enemy_men | kings))
    }

    /// The position of a place, which must be below [`Index::len`].
    #[inline]
    pub fn view(&self, place: u64) -> View {
        let m = &self.material;
        let group = self.groups.iter().rfind(|g| g.first <= place).copied().unwrap_or_default();
        let rest = place - group.first;
        let (rest, enemy_kings) = (rest / self.enemy_kings, rest % self.enemy_kings);
        let (rest, kings) = (rest / self.kings, rest % self.kings);
        let (rest, enemy_men) = (rest / group.enemy_men, rest % group.enemy_men);
        let (home, middle) = (rest / group.middle_men, rest % group.middle_men);
        let men = set_outside(home, group.home, 0) | set_outside(middle, m.men[0] - group.home, 0) << 4;
        let enemy_men = set_outside(enemy_men, m.men[1], men >> 4) << 4;
        let kings = match self.fold {
            Some(fold) => fold.set(kings as usize),
            None => set_outside(kings, m.kings[0], men | enemy_men),
        };
        let enemy_kings = set_outside(enemy_kings, m.kings[1], men | enemy_men | kings);
        View { men: [men, enemy_men], kings: [kings, enemy_kings] }
    }

    /// How many positions share the place.
    pub fn weight(&self, place: u64) -> u64 {
        self.fold.map_or(1, |fold| u64::from(fold.weight((place / self.enemy_kings) as usize)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(index: &Index, places: impl Iterator<Item = u64>) {
        for place in places {
            let view = index.view(place);
            assert_eq!(view.material(), index.material());
            assert_eq!(index.place(&view), place, "{}: {view:?}", index.material());
            let sets = [view.men[0], view.men[1], view.kings[0], view.kings[1]];
            assert_eq!(sets.iter().fold(0, |all, set| all | set).count_ones(), index.material().pieces());
            assert_eq!((view.men[0] >> 28, view.men[1] & FIRST_RANK), (0, 0), "a man on its far rank");
        }
    }

    #[test]
    fn places_and_positions_are_one_to_one() {
        for pieces in 2..=4 {
            for material in Material::all(pieces).into_iter().flat_map(|m| [m, m.swapped()]) {
                for index in [Index::full(material), Index::folded(material)] {
                    // Every place up to three pieces, then one in a prime number.
                    check(&index, (0..index.len()).step_by(if pieces < 4 { 1 } else { 101 }));
                }
            }
        }
        for material in Material::all(6).into_iter().step_by(5) {
            let index = Index::full(material);
            check(&index, (0..index.len()).step_by(200_003));
        }
    }

    #[test]
    fn folded_places_stand_for_all_positions() {
        for material in Material::all(3).into_iter().chain(Material::all(4)).filter(|m| m.men == [0, 0]) {
            let (full, folded) = (Index::full(material), Index::folded(material));
            let mut seen = vec![0u64; folded.len() as usize];
            for place in 0..full.len() {
                seen[folded.place(&full.view(place)) as usize] += 1;
            }
            for (place, &times) in seen.iter().enumerate() {
                assert_eq!(times, folded.weight(place as u64), "{material}: {place}");
            }
            assert!(folded.len() * 3 < full.len());
        }
    }
}
