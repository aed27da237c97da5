//! A set of tables: where a position is looked up.

use crate::rules::Position;
use crate::rules::draughts::{DraughtsPos, DraughtsRules};

use super::Outcome;
use super::count::is_counted;
use super::file::{self, Bytes, HEADER, Loaded};
use super::index::Index;
use super::material::Material;
use super::view::View;

/// The values of one material.
#[derive(Clone, Debug)]
struct Slot {
    index: Index,
    bytes: Bytes,
    /// Where its values begin in the bytes.
    first: usize,
    /// Where the counts of the 15-move rule begin, if it has some.
    counts: Option<usize>,
}

/// The tables that are a part of the program, variant by variant: the files of all units with two and three pieces, one
/// after another. `tables build` wrote them; a test builds them again.
const BUILT_IN_TABLES: [(&str, &[u8]); 2] = [
    ("russian", include_bytes!("small/russian.bin")),
    ("russian-official", include_bytes!("small/russian-official.bin")),
];

/// Materials by [`Material::key`].
const KEYS: usize = 4096;
/// There is no table for the material.
const NONE: u16 = u16::MAX;

/// Tables of one variant. Copies share what they hold.
#[derive(Clone, Debug)]
pub struct Tables {
    variant: &'static str,
    slots: Vec<Slot>,
    by_key: Box<[u16; KEYS]>,
    most: u32,
}

impl Tables {
    /// No tables at all.
    pub fn none<R: DraughtsRules>() -> Tables {
        Tables { variant: R::NAME, slots: Vec::new(), by_key: Box::new([NONE; KEYS]), most: 0 }
    }

    /// The tables that are a part of the program: all positions with two and three pieces.
    pub fn built_in<R: DraughtsRules>() -> Tables {
        let mut tables = Self::none::<R>();
        let mut bytes = BUILT_IN_TABLES.iter().find(|(name, _)| *name == R::NAME).map_or(&[][..], |(_, bytes)| bytes);
        for material in (super::FEWEST..=super::BUILT_IN).flat_map(Material::all) {
            let length = file::file_length(material) as usize;
            let Some((file, rest)) = bytes.split_at_checked(length) else { break };
            tables.insert(material, Bytes::BuiltIn(file));
            bytes = rest;
        }
        tables
    }

    /// The variant whose tables these are.
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// Most pieces of which there is a table.
    pub fn most_pieces(&self) -> u32 {
        self.most
    }

    /// Number of table files in use.
    pub fn files(&self) -> usize {
        let mapped = |slot: &&Slot| matches!(slot.bytes, Bytes::Mapped(_)) && slot.first == HEADER;
        self.slots.iter().filter(mapped).count()
    }

    /// The materials that are held, each as the side to move sees it.
    pub fn materials(&self) -> Vec<Material> {
        self.slots.iter().map(|slot| slot.index.material()).collect()
    }

    /// Is there a table of the material?
    pub fn has(&self, material: Material) -> bool {
        self.by_key[material.key()] != NONE
    }

    /// Adds the table of a file; says whether it is of this variant. What is there already stays.
    pub(super) fn add(&mut self, loaded: &Loaded) -> bool {
        let ours = loaded.variant == self.variant;
        if ours && !self.has(loaded.material) {
            self.insert(loaded.material, loaded.bytes.clone());
        }
        ours
    }

    fn insert(&mut self, material: Material, bytes: Bytes) {
        let sections = file::sections(material);
        let all: u64 = sections.iter().map(Index::len).sum();
        let mut first = HEADER;
        for index in sections {
            let values = index.len() as usize;
            let counts = is_counted(material).then_some(first + all as usize);
            self.by_key[index.material().key()] = self.slots.len() as u16;
            self.slots.push(Slot { index, bytes: bytes.clone(), first, counts });
            first += values;
        }
        self.most = self.most.max(material.pieces());
    }

    /// What the position is worth, if a table has it.
    #[inline]
    pub fn probe(&self, pos: &DraughtsPos) -> Option<Outcome> {
        let [white, black] = pos.pieces;
        if (white | black).count_ones() > self.most {
            return None;
        }
        if white == 0 || black == 0 {
            return Some(without_pieces(pos));
        }
        self.look_up(&View::of(pos))
    }

    /// Three kings or more against a lone king: in how many plies, at the latest, the winner forces a capture that keeps
    /// the win or ends the game; `None` for draws, other material and positions that no table has.
    #[inline]
    pub fn plies_to_capture(&self, pos: &DraughtsPos) -> Option<u8> {
        let view = View::of(pos);
        let slot = self.slots.get(usize::from(*self.by_key.get(view.material().key())?))?;
        let place = slot.counts? + slot.index.place(&view) as usize;
        slot.bytes.get(place)?.checked_sub(1)
    }

    /// What the position is worth; both sides have a piece.
    #[inline]
    pub(super) fn look_up(&self, view: &View) -> Option<Outcome> {
        let slot = self.slots.get(usize::from(self.by_key[view.material().key()]))?;
        let place = slot.index.place(view) as usize;
        slot.bytes.get(slot.first + place).map(|&code| Outcome::from_code(code))
    }

    /// Calls `seen` with every position of a material that is held, White to move, and what it is worth; of mirror images
    /// without men with one. False if there is no table of the material.
    pub fn each_position(&self, material: Material, mut seen: impl FnMut(&DraughtsPos, Outcome)) -> bool {
        let Some((index, values)) = self.values(material) else { return false };
        for (place, &code) in (0..).zip(values) {
            seen(&index.view(place).position(), Outcome::from_code(code));
        }
        true
    }

    /// All values of a material, by their places, with the index that tells the places.
    pub(super) fn values(&self, material: Material) -> Option<(&Index, &[u8])> {
        let slot = self.slots.get(usize::from(self.by_key[material.key()]))?;
        let values = slot.bytes.get(slot.first..slot.first + slot.index.len() as usize)?;
        Some((&slot.index, values))
    }
}

/// A side without pieces cannot move. Against it there is always a move: the foremost man has an empty square before
/// it.
pub(super) fn without_pieces(pos: &DraughtsPos) -> Outcome {
    if pos.pieces[pos.side().index()] == 0 { Outcome::Loss(0) } else { Outcome::Win(1) }
}
