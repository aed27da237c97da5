//! Patterns of tops: whose column stands where, whatever is in it.

use crate::board::diagonal::{BOARD7, BOARD8, Squares};
use crate::eval::pattern::{CONTENTS, Region};
use crate::rules::columns::ColumnRules;

/// On 8x8. With the board turned round they cover it twice and the middle three times.
const EIGHT: [Region; 6] = [
    Region::ranks(BOARD8, 0),
    Region::ranks(BOARD8, 2),
    Region::block(BOARD8, 0, 0),
    Region::block(BOARD8, 0, 2),
    Region::block(BOARD8, 1, 1),
    Region::block(BOARD8, 2, 0),
];

/// On 7x7, which looks the same in a mirror: whole ranks, and blocks with their mirror images.
const SEVEN_RANKS: [Region; 2] = [Region::ranks(BOARD7, 0), Region::ranks(BOARD7, 2)];
const SEVEN_BLOCKS: [[Region; 2]; 2] = [
    [Region::block(BOARD7, 0, 0), Region::mirrored_block(BOARD7, 0)],
    [Region::block(BOARD7, 1, 0), Region::mirrored_block(BOARD7, 1)],
];

/// Features of the patterns of a board of this size.
pub const fn features(size: u8) -> usize {
    CONTENTS * if size == 8 { EIGHT.len() } else { SEVEN_RANKS.len() + SEVEN_BLOCKS.len() }
}

/// Names the contents of all patterns, as one side sees the board.
#[inline(always)]
pub fn each<R: ColumnRules>(own: Squares, enemy: Squares, mut name: impl FnMut(usize)) {
    if R::SIZE == 8 {
        for (i, region) in EIGHT.iter().enumerate() {
            name(i * CONTENTS + region.content(own, enemy));
        }
        return;
    }
    for (i, region) in SEVEN_RANKS.iter().enumerate() {
        name(i * CONTENTS + usize::from(ALIKE[region.content(own, enemy)]));
    }
    for (i, pair) in (SEVEN_RANKS.len()..).zip(&SEVEN_BLOCKS) {
        for region in pair {
            name(i * CONTENTS + region.content(own, enemy));
        }
    }
}

/// Contents of two ranks of 7x7 and their mirror images share the lesser number. Ranks of four squares have the first
/// four digits, those of three the next ones; see [`Region::ranks`].
static ALIKE: [u16; CONTENTS] = {
    let (mut out, mut content) = ([0; CONTENTS], 0);
    while content < CONTENTS {
        let (mut rest, mut digits, mut i) = (content, [0; 8], 0);
        while i < 8 {
            digits[i] = rest % 3;
            rest /= 3;
            i += 1;
        }
        let order = [3, 2, 1, 0, 6, 5, 4, 7];
        let mut mirror = 0;
        i = 8;
        while i > 0 {
            i -= 1;
            mirror = mirror * 3 + digits[order[i]];
        }
        out[content] = if mirror < content { mirror } else { content } as u16;
        content += 1;
    }
    out
};

/// The pattern in words: `own a1 c1, enemy b2`.
pub fn describe(size: u8, feature: usize) -> String {
    let (which, content) = (feature / CONTENTS, feature % CONTENTS);
    let region = match (size, which.checked_sub(SEVEN_RANKS.len())) {
        (8, _) => EIGHT.get(which),
        (_, None) => SEVEN_RANKS.get(which),
        (_, Some(block)) => SEVEN_BLOCKS.get(block).map(|pair| &pair[0]),
    };
    region.map_or_else(String::new, |region| super::super::pattern::words(region, content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagonal::{Each, at, file_rank};
    use crate::rules::columns::Lasca;

    /// A board of lasca and its mirror image have the same patterns.
    #[test]
    fn mirror_images_share() {
        let mirror = |set: Squares| {
            Each(set).map(file_rank).filter_map(|(f, r)| at(6 - f, r)).fold(0, |set: Squares, square| set | 1 << square)
        };
        let mut dice = 7u64;
        for _ in 0..1000 {
            dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let own = dice >> 20 & BOARD7;
            let enemy = dice.rotate_left(13) & BOARD7 & !own;
            let list = |own, enemy| {
                let mut out = Vec::new();
                each::<Lasca>(own, enemy, |feature| out.push(feature));
                out.sort_unstable();
                out
            };
            assert_eq!(list(own, enemy), list(mirror(own), mirror(enemy)));
        }
    }
}
