//! The rules of the games, and what the rest of the house may ask of them.
//!
//! A [`Position`] is plain data: a small `Copy` value that carries its own key. A [`Game`] is a set of rules as it is
//! played here: its tables and its options. Nothing below this module knows of search, text protocols or clocks.

use std::fmt::{self, Debug};
use std::ops::Not;

pub mod columns;
pub mod draughts;
pub mod fen;
pub mod notation;
pub mod options;
pub mod perft;
#[cfg(test)]
pub(crate) mod random;
pub mod siberia;
pub mod vsadniki;

pub use notation::Notation;
pub use options::RuleOptions;

/// One of the two sides. White moves first from the start position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Side {
    /// Moves first in the start position.
    White,
    /// The other.
    Black,
}

impl Side {
    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 for White, -1 for Black: what turns a value from White's side into the mover's.
    #[inline(always)]
    pub const fn sign(self) -> i32 {
        1 - 2 * self as i32
    }
}

impl Not for Side {
    type Output = Side;
    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// How a game stands for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The side to move has lost.
    Loss,
}

/// Why a game is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move has no legal move and loses by it.
    NoMove,
    /// Neither side could move, whoever's turn it were (column games).
    MutualBlock,
    /// Mated (siberia).
    Mate,
    /// Mated with a pawn left, a draw under `MateRule=bare` (siberia).
    MateWithPawn,
    /// No move and not attacked (siberia).
    Stalemate,
    /// The same position for the third time.
    Threefold,
    /// A draw by one of the counting rules.
    Count,
    /// The points of a side reached the target (vsadniki).
    Points,
    /// Too long without a point; points decide (vsadniki).
    NoProgress,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoMove => "no legal move",
            Reason::MutualBlock => "neither side can move",
            Reason::Mate => "mate",
            Reason::MateWithPawn => "mate of a side with a pawn",
            Reason::Stalemate => "stalemate",
            Reason::Threefold => "threefold repetition",
            Reason::Count => "move count rule",
            Reason::Points => "points",
            Reason::NoProgress => "no progress",
        })
    }
}

/// The end of a game: the verdict for the side to move, and the rule that says so.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// For the side to move.
    pub verdict: Verdict,
    /// By which rule.
    pub reason: Reason,
}

impl Ending {
    /// A lost game for the side to move.
    pub const fn loss(reason: Reason) -> Self {
        Ending { verdict: Verdict::Loss, reason }
    }
    /// A drawn game.
    pub const fn draw(reason: Reason) -> Self {
        Ending { verdict: Verdict::Draw, reason }
    }
    /// A won game for the side to move.
    pub const fn win(reason: Reason) -> Self {
        Ending { verdict: Verdict::Win, reason }
    }
}

/// Sixteen bits that name a move well enough for the hash table, the killers and the histories.
///
/// Two legal moves of one position may share a tag (long captures): whoever looks a tag up among generated moves gets
/// one of them, always a legal one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Tag(pub u16);

impl Tag {
    /// No move; no game gives this tag to a move.
    pub const NONE: Tag = Tag(0);
}

/// What quiescence finds in a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tension {
    /// The list holds every legal move and one of them must be played: a compulsory capture, an evasion of check, a
    /// side without a move. Standing pat would be a lie.
    Forced,
    /// The list holds the moves that change the balance; the side to move may decline them all.
    Optional,
    /// Nothing to take (the list is empty), but the other side threatens to.
    Threatened,
}

/// A position: an immutable value. Equality and key cover the board, the side to move and the points, never the
/// counters.
pub trait Position: Copy + Eq + Debug + Send + Sync + 'static {
    /// A move; a small value that only makes sense in the position it was generated for.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The side to move.
    fn side(&self) -> Side;

    /// Zobrist key, kept incrementally. Points and whatever else tells positions apart is in it.
    fn key(&self) -> u64;

    /// Number of plies a repetition can reach back: those since the last irreversible move.
    fn reversible(&self) -> u16;
}

/// A list of moves, kept from node to node so that it is allocated once. It grows to whatever a position asks for.
pub type MoveList<P> = Vec<<P as Position>::Move>;

/// A game as it is played here: rules with their tables and options. A value, never a global; two sessions with
/// different options live side by side.
pub trait Game: Send + Sync + Sized + 'static {
    /// Its positions.
    type Pos: Position;

    /// The start position.
    fn start(&self) -> Self::Pos;

    /// Appends all legal moves, one for each result, in an order that depends on the position alone. Knows movement
    /// only: repetition and counters never empty the list, a position won on points does.
    fn moves(&self, pos: &Self::Pos, out: &mut MoveList<Self::Pos>);

    /// The number of legal moves: the length of the list that [`Game::moves`] would give. `scratch` is a list to work
    /// in; what it holds before and after is of no account.
    fn count(&self, pos: &Self::Pos, scratch: &mut MoveList<Self::Pos>) -> u64 {
        scratch.clear();
        self.moves(pos, scratch);
        scratch.len() as u64
    }

    /// Appends the moves quiescence should look at, and says how binding they are.
    fn noisy(&self, pos: &Self::Pos, out: &mut MoveList<Self::Pos>) -> Tension;

    /// The position after a move, which must be legal here.
    fn play(&self, pos: &Self::Pos, mv: MoveOf<Self>) -> Self::Pos;

    /// The position after a null move; `None` where the game has no such notion or it makes no sense (in check).
    fn pass(&self, pos: &Self::Pos) -> Option<Self::Pos>;

    /// The move's tag, never [`Tag::NONE`].
    fn tag(&self, mv: MoveOf<Self>) -> Tag;

    /// What the move wins at once, in centipawns, for ordering; 0 for a quiet move.
    fn gain(&self, pos: &Self::Pos, mv: MoveOf<Self>) -> i32;

    /// Does the exchange that the move starts on its target win at least `threshold` centipawns? Games without such a
    /// notion say yes.
    fn wins_exchange(&self, _pos: &Self::Pos, _mv: MoveOf<Self>, _threshold: i32) -> bool {
        true
    }

    /// Is the side to move under compulsion here: in check, or bound to capture? The static evaluation means little
    /// in such a position, nothing is pruned on its word.
    fn compelled(&self, pos: &Self::Pos) -> bool;

    /// Is the reply to the move compelled?
    #[inline]
    fn compels(&self, pos: &Self::Pos, mv: MoveOf<Self>) -> bool {
        self.compelled(&self.play(pos, mv))
    }

    /// Is the game over by points or by a counting rule, supposing that a legal move exists? Repetition is the
    /// caller's business. A game that is won on points has no legal moves.
    fn ended(&self, pos: &Self::Pos) -> Option<Ending>;

    /// The end of the game where [`Game::moves`] finds nothing.
    fn stuck(&self, pos: &Self::Pos) -> Ending;

    /// The key of the position from nothing, for tests of the incremental one.
    fn key_from_scratch(&self, pos: &Self::Pos) -> u64;
}

/// The move type of a game.
pub type MoveOf<G> = <<G as Game>::Pos as Position>::Move;
