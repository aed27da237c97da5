//! Endgame tables of Russian draughts: for every position with few pieces who wins, and in how many plies.
//!
//! Tables are built backwards from the ends of the games ([`build`]), a unit of material after another; they ignore
//! draws by counting and repetition, which depend on how a position came about. What a value means under the counting
//! rules is settled where it is looked up ([`guided`]). The format of the files is described in `protocol-spec/tables.md`.

pub mod build;
pub mod check;
mod count;
pub mod file;
mod fold;
pub mod folder;
pub mod guided;
mod index;
pub mod material;
pub mod set;
pub mod stats;
mod view;

pub use build::{BuildError, Progress};
pub use file::TableError;
pub use guided::{Endings, Guided};
pub use material::Material;
pub use set::Tables;

/// Fewest pieces of both sides together that a table holds; with fewer the game is over.
pub const FEWEST: u32 = 2;
/// Most pieces for which tables can be built.
pub const MOST: u32 = 6;
/// Tables up to this many pieces are a part of the program.
pub const BUILT_IN: u32 = 3;

/// What a position is worth to the side to move, without draws by counting or repetition.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It wins in so many plies, an odd number up to 253.
    Win(u8),
    Draw,
    /// It loses in so many plies, an even number up to 254; 0: it cannot move.
    Loss(u8),
}

impl Outcome {
    /// From a byte of a table: 0 is a draw, `n` an end in `n - 1` plies; the parity says who wins.
    pub const fn from_code(code: u8) -> Outcome {
        match code {
            0 => Outcome::Draw,
            n if n % 2 == 0 => Outcome::Win(n - 1),
            n => Outcome::Loss(n - 1),
        }
    }

    /// The byte of a table.
    pub const fn code(self) -> u8 {
        match self {
            Outcome::Draw => 0,
            Outcome::Win(plies) | Outcome::Loss(plies) => plies + 1,
        }
    }

    /// How good it is for the side to move: a short win is best, a short loss worst.
    pub const fn rank(self) -> i32 {
        match self {
            Outcome::Win(plies) => 1000 - plies as i32,
            Outcome::Draw => 0,
            Outcome::Loss(plies) => plies as i32 - 1000,
        }
    }

    /// What a position is worth if a move leads to one that is worth this to the other side; `None` where the distance
    /// is too large for a table.
    pub const fn before(self) -> Option<Outcome> {
        match self {
            Outcome::Draw => Some(Outcome::Draw),
            Outcome::Loss(254) | Outcome::Win(254..) => None,
            Outcome::Win(plies) => Some(Outcome::Loss(plies + 1)),
            Outcome::Loss(plies) => Some(Outcome::Win(plies + 1)),
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Win(plies) => write!(f, "win {plies}"),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}
