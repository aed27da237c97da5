//! Building tables by retrograde analysis.
//!
//! A unit is a material and the swapped one: moves that neither capture nor crown lead from each to the other and back.
//! All other moves lead to units that are finished. One pass forwards decides the positions where a capture is
//! compulsory, notes what crownings are worth and counts the moves inside the unit. Then, distance by distance, every
//! position whose value has just become known tells its predecessors: a loss makes them wins; of wins they count how
//! many moves are left, and the last one makes a loss.
//!
//! CITE: Thompson, 1986, "Retrograde analysis of certain endgames"; the count of moves left is as old.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use thiserror::Error;

use crate::rules::draughts::{Draughts, DraughtsPos, DraughtsRules};
use crate::rules::{Game, MoveList, RuleOptions};

use super::Outcome;
use super::count::{self, is_counted};
use super::file::{self, TableError, file_name};
use super::index::Index;
use super::material::Material;
use super::set::{Tables, without_pieces};
use super::view::View;

/// Why a build ended early.
#[derive(Debug, Error)]
pub enum BuildError {
    #[error("cannot write '{}': {source}", .path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{0}")]
    Table(#[from] TableError),
    #[error("no table of {0}, which another one needs")]
    Missing(Material),
    #[error("{0}: a distance of more than 254 plies does not fit into a byte")]
    TooLong(Material),
}

/// Hears how far a build is.
pub trait Progress: Sync {
    /// A unit begins.
    fn begin(&self, material: Material);
    /// So many more positions of it have been looked at.
    fn advance(&self, positions: u64);
    /// The file of a unit of so many positions was there already.
    fn found(&self, material: Material, positions: u64);
}

/// Number of positions with 2 to `pieces` pieces that are looked at, for one side to move.
pub fn positions(pieces: u32) -> u64 {
    (super::FEWEST..=pieces).flat_map(Material::all).map(size).sum()
}

/// Number of positions of a unit.
fn size(material: Material) -> u64 {
    let swapped = material.swapped();
    let other = if swapped == material { 0 } else { Index::full(swapped).len() };
    Index::full(material).len() + other
}

/// Builds all tables with up to `pieces` pieces in a folder, on the threads of the present rayon pool. Files that are
/// there and whole are kept.
///
/// # Errors
/// A file that cannot be written, or a damaged one that cannot be replaced.
pub fn build<R: DraughtsRules>(folder: &Path, pieces: u32, progress: &dyn Progress) -> Result<Tables, BuildError> {
    let failed = |source| BuildError::Write { path: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut tables = Tables::none::<R>();
    for material in (super::FEWEST..=pieces).flat_map(Material::all) {
        let path = folder.join(file_name(R::NAME, material));
        // A damaged file is replaced like a missing one.
        if file::load(&path).is_ok_and(|loaded| tables.add(&loaded)) {
            progress.found(material, size(material));
            continue;
        }
        progress.begin(material);
        let values = Unit::<R>::build(&tables, material, progress)?;
        let path = file::write(folder, R::NAME, material, &values)
            .map_err(|source| BuildError::Write { path: path.clone(), source })?;
        tables.add(&file::load(&path)?);
    }
    Ok(tables)
}

/// Places of which the codes that occur are remembered together: a piece of work.
const CHUNK: usize = 4096;

/// Counts of moves: no move inside the unit may be told of here, a capture is compulsory or nothing is left to tell.
const CLOSED: u8 = 255;
/// There is a move that does not lose.
const NEVER_LOST: u8 = 200;
/// Counts up to this are counts: six kings have fewer moves.
const MOST_COUNTED: u8 = 127;

/// One material while it is worked on.
struct Side {
    index: Index,
    /// Values as in files. A win may still be replaced by a shorter one; 0 is not known yet, or a draw in the end.
    value: Vec<AtomicU8>,
    /// Moves inside the unit that are not known to lose.
    count: Vec<AtomicU8>,
    /// The least value of a loss: crownings that lose as late as this.
    floor: Vec<AtomicU8>,
    /// For each chunk the set of values that have been given out in it.
    given: Vec<[AtomicU64; 4]>,
}

fn zeros(len: usize) -> Vec<AtomicU8> {
    std::iter::repeat_with(AtomicU8::default).take(len).collect()
}

impl Side {
    fn new(material: Material) -> Side {
        let index = Index::full(material);
        let len = index.len() as usize;
        let given = std::iter::repeat_with(Default::default).take(len.div_ceil(CHUNK)).collect();
        Side { index, value: zeros(len), count: zeros(len), floor: zeros(len), given }
    }

    /// Appends what `of` says of the places that files have.
    fn store(&self, of: impl Fn(usize) -> u8, out: &mut Vec<u8>) {
        let stored = Index::folded(self.index.material());
        if stored.len() == self.index.len() {
            out.extend((0..self.value.len()).map(of));
        } else {
            out.extend((0..stored.len()).map(|place| of(self.index.place(&stored.view(place)) as usize)));
        }
    }

    fn set(&self, place: usize, code: u8) {
        self.value[place].store(code, Relaxed);
        let (word, bit) = (&self.given[place / CHUNK][usize::from(code / 64)], 1 << (code % 64));
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    fn has(&self, chunk: usize, code: u8) -> bool {
        self.given[chunk][usize::from(code / 64)].load(Relaxed) >> (code % 64) & 1 == 1
    }
}

struct Unit<'a, R: DraughtsRules> {
    game: Draughts<R>,
    lower: &'a Tables,
    /// The two materials, or the one if both are the same.
    sides: Vec<Side>,
    too_long: AtomicBool,
    missing: AtomicBool,
}

impl<'a, R: DraughtsRules> Unit<'a, R> {
    /// The values of a unit in the order of its file.
    fn build(lower: &'a Tables, material: Material, progress: &dyn Progress) -> Result<Vec<u8>, BuildError> {
        let mut sides = vec![Side::new(material)];
        if material.swapped() != material {
            sides.push(Side::new(material.swapped()));
        }
        let unit = Unit {
            game: Draughts::<R>::new(&RuleOptions::default()),
            lower,
            sides,
            too_long: AtomicBool::new(false),
            missing: AtomicBool::new(false),
        };
        unit.look_forwards(progress);
        if unit.missing.load(Relaxed) {
            return Err(BuildError::Missing(material));
        }
        for code in 1..=u8::MAX {
            unit.look_back(code);
        }
        if unit.too_long.load(Relaxed) {
            return Err(BuildError::TooLong(material));
        }
        Ok(unit.values())
    }

    fn look_forwards(&self, progress: &dyn Progress) {
        for side in &self.sides {
            (0..side.given.len()).into_par_iter().for_each_init(MoveList::<DraughtsPos>::new, |moves, chunk| {
                let end = ((chunk + 1) * CHUNK).min(side.value.len());
                for place in chunk * CHUNK..end {
                    self.open(side, place, moves);
                }
                progress.advance((end - chunk * CHUNK) as u64);
            });
        }
    }

    /// Decides a position as far as moves that leave the unit can, and counts the others.
    fn open(&self, side: &Side, place: usize, moves: &mut MoveList<DraughtsPos>) {
        let pos = side.index.view(place as u64).position();
        moves.clear();
        self.game.moves(&pos, moves);
        let (mut best, mut inside) = (None::<Outcome>, 0);
        for &mv in &*moves {
            if mv.captured() == 0 && !mv.is_crowning() {
                inside += 1;
                continue;
            }
            let outcome = self.leaving(&self.game.play(&pos, mv));
            if best.is_none_or(|best| outcome.rank() > best.rank()) {
                best = Some(outcome);
            }
        }
        let count = match best {
            // What is decided stays so: nothing of it is asked of other moves.
            _ if inside == 0 => CLOSED,
            Some(Outcome::Win(_) | Outcome::Draw) => NEVER_LOST,
            _ => inside.min(MOST_COUNTED),
        };
        side.count[place].store(count, Relaxed);
        match best {
            None if inside == 0 => side.set(place, Outcome::Loss(0).code()),
            None | Some(Outcome::Draw) => {}
            Some(loss @ Outcome::Loss(_)) if inside > 0 => side.floor[place].store(loss.code(), Relaxed),
            Some(decided) => side.set(place, decided.code()),
        }
    }

    /// What a move that leads to `next`, out of the unit, is worth to its maker.
    fn leaving(&self, next: &DraughtsPos) -> Outcome {
        let value = if next.pieces.contains(&0) { Some(without_pieces(next)) } else { self.lower.probe(next) };
        let Some(value) = value else {
            self.missing.store(true, Relaxed);
            return Outcome::Draw;
        };
        value.before().unwrap_or_else(|| {
            self.too_long.store(true, Relaxed);
            Outcome::Draw
        })
    }

    /// Tells the predecessors of all positions with this value of it.
    fn look_back(&self, code: u8) {
        for (side, other) in self.sides.iter().zip(self.sides.iter().rev()) {
            (0..side.given.len()).into_par_iter().filter(|&chunk| side.has(chunk, code)).for_each(|chunk| {
                let first = chunk * CHUNK;
                for (i, value) in side.value[first..].iter().take(CHUNK).enumerate() {
                    if value.load(Relaxed) == code {
                        self.tell(&side.index.view((first + i) as u64), code, other);
                    }
                }
            });
        }
    }

    fn tell(&self, view: &View, code: u8, other: &Side) {
        let Some(before) = Outcome::from_code(code).before() else {
            self.too_long.store(true, Relaxed);
            return;
        };
        let told = before.code();
        view.predecessors(|view| {
            let place = other.index.place(view) as usize;
            let count = other.count[place].load(Relaxed);
            let value = other.value[place].load(Relaxed);
            if matches!(before, Outcome::Win(_)) {
                // All that write this value now write the same one.
                if count != CLOSED && (value == 0 || value > told) {
                    other.set(place, told);
                }
            } else if count <= MOST_COUNTED && value == 0 && other.count[place].fetch_sub(1, Relaxed) == 1 {
                other.set(place, told.max(other.floor[place].load(Relaxed)));
            }
        });
    }

    /// What the file holds: the values, and for some materials the counts of the 15-move rule; mirror images once.
    fn values(&self) -> Vec<u8> {
        let mut values = Vec::new();
        for side in &self.sides {
            side.store(|place| side.value[place].load(Relaxed), &mut values);
        }
        if let [first, second] = self.sides.as_slice()
            && is_counted(first.index.material())
        {
            let sides = [first, second];
            let outcome = |side: usize, place: u64| Outcome::from_code(sides[side].value[place as usize].load(Relaxed));
            let counts = count::plies::<R>([&first.index, &second.index], outcome);
            for (side, counts) in sides.into_iter().zip(counts) {
                side.store(|place| counts[place], &mut values);
            }
        }
        values
    }
}
