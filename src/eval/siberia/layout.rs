//! The features of Chess (Siberia) by number: blocks of them, each with one or more axes, in groups.

use std::fmt::Write as _;

use crate::eval::model::Group;

/// What the numbers along one side of a block stand for.
#[derive(Copy, Clone)]
enum Axis {
    Names(&'static [&'static str]),
    /// 0, 1, 2 ... of something; the last one stands for all beyond it.
    Upto(usize),
    /// A square, counted from the own side, files mirrored to the left.
    Square,
    /// Rank, from the own side.
    Rank,
    /// From a king: ranks up, from the own side, and files to either side.
    Apart,
}

impl Axis {
    const fn len(self) -> usize {
        match self {
            Axis::Names(names) => names.len(),
            Axis::Upto(most) => most + 1,
            Axis::Square => SQUARES,
            Axis::Rank => 9,
            Axis::Apart => APART,
        }
    }

    fn label(self, i: usize) -> String {
        match self {
            Axis::Names(names) => names.get(i).copied().unwrap_or("?").to_owned(),
            Axis::Upto(most) if i == most => format!("{i}+"),
            Axis::Upto(_) => i.to_string(),
            Axis::Square => format!("{}{}", ["a", "b", "c", "d", "e"][i % 5], i / 5 + 1),
            Axis::Rank => format!("rank {}", i + 1),
            Axis::Apart => format!("{:+} ranks, {} files", (i / 9) as i32 - 8, i % 9),
        }
    }
}

/// Squares of the left half of the board, the middle file included.
pub const SQUARES: usize = 45;

/// Places as seen from a king.
pub const APART: usize = 17 * 9;

/// Features that belong together: every combination of what its axes say.
#[derive(Copy, Clone)]
pub struct Block {
    group: usize,
    name: &'static str,
    axes: &'static [Axis],
}

impl Block {
    const fn new(group: usize, name: &'static str, axes: &'static [Axis]) -> Block {
        Block { group, name, axes }
    }

    const fn size(self) -> usize {
        let (mut size, mut i) = (1, 0);
        while i < self.axes.len() {
            size *= self.axes[i].len();
            i += 1;
        }
        size
    }
}

const KINDS: Axis = Axis::Names(&["pawn", "knight", "camel", "dog", "rook", "king"]);
const OFFICERS: Axis = Axis::Names(&["knight", "camel", "dog", "rook"]);
const BUT_KINGS: Axis = Axis::Names(&["pawn", "knight", "camel", "dog", "rook"]);
const FILES: Axis = Axis::Names(&["own file", "beside"]);
const LIGHT: Axis = Axis::Names(&["knight", "camel", "dog"]);

const MATERIAL_GROUP: usize = 0;
const PLACEMENT_GROUP: usize = 1;
const MOBILITY_GROUP: usize = 2;
const PAWN_GROUP: usize = 3;
const KING_GROUP: usize = 4;
const THREAT_GROUP: usize = 5;
const TEMPO_GROUP: usize = 6;

const GROUP_NAMES: [&str; 7] = ["material", "placement", "mobility", "pawns", "king", "threats", "tempo"];

/// Makes a constant with the first feature of each block, in the order of the list.
macro_rules! blocks {
    ($($(#[$doc:meta])* $id:ident = $group:ident $name:literal [$($axis:expr),*];)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Order { $($id),* }
        const BLOCKS: &[Block] = &[$(Block::new($group, $name, &[$($axis),*])),*];
        $($(#[$doc])* pub const $id: usize = first(Order::$id as usize);)*
    };
}

blocks! {
    /// By kind.
    MATERIAL = MATERIAL_GROUP "number of" [KINDS];
    /// Both of a pair; dogs on squares of both colours.
    PAIR = MATERIAL_GROUP "pair of" [OFFICERS];
    /// Officers, times the own pawns beyond five.
    WITH_PAWNS = MATERIAL_GROUP "pawns (above 5) beside each" [OFFICERS];
    /// Officers, times the enemy's rooks.
    AGAINST_ROOKS = MATERIAL_GROUP "enemy rooks for each" [OFFICERS];

    /// By kind and square.
    PLACEMENT = PLACEMENT_GROUP "" [KINDS, Axis::Square];
    /// On a square that so many enemy camels may reach one day.
    IN_CAMEL_REACH = PLACEMENT_GROUP "where an enemy camel may come" [KINDS];
    /// Enemy pawns on squares of the colour of a dog.
    DOG_PREY = PLACEMENT_GROUP "enemy pawn on the colour of an own dog" [];
    /// Own pawns on squares of the colour of a dog.
    DOG_PAWNS = PLACEMENT_GROUP "own pawn on the colour of an own dog" [];
    /// No pawn of the enemy can ever drive it away; guarded by an own pawn or not.
    OUTPOST = PLACEMENT_GROUP "outpost of" [LIGHT, Axis::Names(&["alone", "guarded"])];
    /// A rook on a file without own pawns, without any.
    ROOK_FILE = PLACEMENT_GROUP "rook on" [Axis::Names(&["half-open file", "open file", "file of the enemy king"])];

    /// By squares that are not the own side's nor attacked by enemy pawns.
    KNIGHT_MOBILITY = MOBILITY_GROUP "knight" [Axis::Upto(8)];
    CAMEL_MOBILITY = MOBILITY_GROUP "camel" [Axis::Upto(4)];
    DOG_MOBILITY = MOBILITY_GROUP "dog" [Axis::Upto(4)];
    ROOK_MOBILITY = MOBILITY_GROUP "rook" [Axis::Upto(16)];

    DOUBLED = PAWN_GROUP "doubled" [];
    /// Isolated, on a file where enemy pawns stand ahead or not.
    ISOLATED = PAWN_GROUP "isolated" [Axis::Names(&["on a closed file", "on an open file"])];
    BACKWARD = PAWN_GROUP "backward" [Axis::Names(&["on a closed file", "on an open file"])];
    SUPPORTED = PAWN_GROUP "guarded by a pawn" [Axis::Rank];
    PHALANX = PAWN_GROUP "beside a pawn" [Axis::Rank];
    PASSED = PAWN_GROUP "passed" [Axis::Names(&["free", "blocked"]), Axis::Rank];
    PASSED_GUARDED = PAWN_GROUP "passed, next square safe" [Axis::Rank];
    /// Steps from the kings to the square before a passed pawn.
    PASSED_OWN_KING = PAWN_GROUP "passed, steps of the own king" [Axis::Upto(5)];
    PASSED_ENEMY_KING = PAWN_GROUP "passed, steps of the enemy king" [Axis::Upto(5)];

    /// Officers that bear on squares next to the enemy king, and how many squares they bear on together.
    ATTACK = KING_GROUP "attackers, squares" [Axis::Upto(5), Axis::Upto(11)];
    ATTACKER = KING_GROUP "attacks the king's squares:" [OFFICERS];
    /// Squares next to the enemy king that are attacked and guarded by the king alone.
    WEAK = KING_GROUP "weak squares of the enemy king" [Axis::Upto(8)];
    CHECK = KING_GROUP "safe check by" [OFFICERS];
    /// Squares that the own king could step to.
    ESCAPES = KING_GROUP "steps of the king" [Axis::Upto(8)];
    /// Ranks to the nearest own pawn ahead of the king, with and without a rook on the other side.
    SHIELD = KING_GROUP "shield" [FILES, Axis::Names(&["close", "a step off", "far", "missing", "close, rook", "a step off, rook", "far, rook", "missing, rook"])];
    /// Ranks to the nearest enemy pawn ahead of the king.
    STORM = KING_GROUP "storm" [FILES, Axis::Names(&["none", "at 1", "at 2", "at 3", "at 4", "further"])];
    /// Where a piece stands as seen from the own king, and from the enemy's.
    FROM_OWN_KING = KING_GROUP "from the own king:" [BUT_KINGS, Axis::Apart];
    FROM_ENEMY_KING = KING_GROUP "from the enemy king:" [BUT_KINGS, Axis::Apart];
    /// Against a bare king: steps between the kings, and of the bare one from the edge and from the nearest corner.
    HUNT = KING_GROUP "bare king, steps apart" [Axis::Upto(8)];
    HUNT_EDGE = KING_GROUP "bare king, steps from the edge" [Axis::Upto(4)];
    HUNT_CORNER = KING_GROUP "bare king, steps from a corner" [Axis::Upto(4)];

    /// By the side's turn, the cheapest attacker, the victim, and whether that is guarded.
    THREAT = THREAT_GROUP "" [Axis::Names(&["waiting:", "to move:"]), Axis::Names(&["pawn hits", "camel hits", "dog hits", "knight hits", "rook hits", "king hits"]), KINDS, Axis::Names(&["guarded", "hanging"])];
    /// Officers that nothing guards.
    LOOSE = THREAT_GROUP "loose" [OFFICERS];
    /// Squares that only this side attacks.
    CONTROL = THREAT_GROUP "squares controlled in" [Axis::Names(&["the own third", "the middle", "the enemy third"])];
    /// A step with which a pawn would attack an officer.
    PUSH = THREAT_GROUP "pawn could hit" [Axis::Names(&["waiting", "to move"])];

    TEMPO = TEMPO_GROUP "to move" [];
    IN_CHECK = TEMPO_GROUP "in check" [];
}

/// The first feature of a block.
const fn first(block: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < block {
        sum += BLOCKS[i].size();
        i += 1;
    }
    sum
}

/// The groups, with the sizes of their blocks. Blocks of a group stand together.
pub const GROUPS: &[Group] = &{
    let mut groups = [Group { name: "", size: 0 }; GROUP_NAMES.len()];
    let mut i = 0;
    while i < BLOCKS.len() {
        assert!(i == 0 || BLOCKS[i - 1].group <= BLOCKS[i].group);
        groups[BLOCKS[i].group].name = GROUP_NAMES[BLOCKS[i].group];
        groups[BLOCKS[i].group].size += BLOCKS[i].size();
        i += 1;
    }
    groups
};

/// What a feature means.
pub fn describe(feature: usize) -> String {
    let mut rest = feature;
    for block in BLOCKS {
        if rest >= block.size() {
            rest -= block.size();
            continue;
        }
        let mut labels = Vec::new();
        for axis in block.axes.iter().rev() {
            labels.push(axis.label(rest % axis.len()));
            rest /= axis.len();
        }
        let mut text = format!("{}:", GROUP_NAMES[block.group]);
        for word in std::iter::once(block.name.to_owned()).chain(labels.into_iter().rev()).filter(|w| !w.is_empty()) {
            let _ = write!(text, " {word}");
        }
        return text;
    }
    format!("feature {feature}")
}
