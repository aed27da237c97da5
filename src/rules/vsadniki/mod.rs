//! Vsadniki: riders, on a graph.
//!
//! The board is read from a file. The built-in one is a **reconstruction**: it has the attested numbers of fields and
//! pawns, but the pictures of the true board are lost.
//!
//! A piece's rank is a matter of its field: on a promotion field stands a rider, on an ordinary one a pawn.

use std::path::PathBuf;
use std::sync::Arc;

use super::fen::Counters;
use super::{Ending, Game, MoveList, Position, Reason, RuleOptions, Side, Tag, Tension};
use crate::board::graph::{Graph, RECONSTRUCTION};
use crate::board::keys::{key, keys, splitmix64};

pub mod set;
pub mod tables;

mod notation;
mod ride;
#[cfg(test)]
mod tests;
mod walk;

use ride::Ride;
pub use set::Set;
pub use tables::Tables;
use walk::{Ground, Reach};

static FIELD_KEYS: [[u64; 192]; 2] = [keys(0x7673_6164_6e69_6b01), keys(0x7673_6164_6e69_6b02)];
const SIDE_KEY: u64 = key(0x7673_6164_6e69_6b03);
const POINTS_SEED: u64 = 0x7673_6164_6e69_6b04;

/// Points and captures are counted up to here: a game without an end in sight (a high `MinCaptures`) may promote for
/// ever, and what is counted must be readable in a FEN.
pub const MOST_POINTS: u16 = 9_999;

/// What a move is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A step or jumps to an ordinary field; a rider that steps becomes a pawn.
    Walk,
    /// A pawn's move that ends on a promotion field: two points.
    Promotion,
    /// A rider's captures: a point each.
    Capture,
}

/// A move in the position it was generated for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Captured pawns: bit `i` for the `i`th piece of the other side, in the order of fields.
    captured: u32,
    from: u8,
    to: u8,
    kind: Kind,
}

/// A position of vsadniki.
#[derive(Copy, Clone, Debug)]
pub struct Riders {
    pieces: [Set; 2],
    key: u64,
    points: [u16; 2],
    captures: [u16; 2],
    counters: Counters,
    side: Side,
}

impl Riders {
    /// The pieces of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> Set {
        self.pieces[side.index()]
    }

    /// The points of a side.
    #[inline(always)]
    pub fn points(&self, side: Side) -> u16 {
        self.points[side.index()]
    }

    /// The captures of a side.
    #[inline(always)]
    pub fn captures(&self, side: Side) -> u16 {
        self.captures[side.index()]
    }

    /// Plies since a point was made.
    pub fn clock(&self) -> u16 {
        self.counters.clock
    }

    fn compute_key(&self) -> u64 {
        let mut key = if self.side == Side::Black { SIDE_KEY } else { 0 };
        for side in [Side::White, Side::Black] {
            self.pieces(side).for_each(|f| key ^= FIELD_KEYS[side.index()][f as usize]);
            key ^= self.points_key(side);
        }
        key
    }

    /// The part of the key that stands for the points and captures of a side.
    fn points_key(&self, side: Side) -> u64 {
        let packed = (side as u64) << 32 | (self.points(side) as u64) << 16 | self.captures(side) as u64;
        splitmix64(POINTS_SEED ^ packed << 24).0
    }

    fn score(&mut self, side: Side, points: u16, captures: u16) {
        self.key ^= self.points_key(side);
        let i = side.index();
        self.points[i] = (self.points[i] + points).min(MOST_POINTS);
        self.captures[i] = (self.captures[i] + captures).min(self.points[i]);
        self.key ^= self.points_key(side);
    }
}

impl PartialEq for Riders {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
            && self.side == other.side
            && self.points == other.points
            && self.captures == other.captures
    }
}

impl Eq for Riders {}

impl Position for Riders {
    type Move = Move;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn reversible(&self) -> u16 {
        self.counters.clock
    }
}

/// Vsadniki on a board, to a target.
#[derive(Debug)]
pub struct Vsadniki {
    tables: Tables,
    graph: Arc<Graph>,
    file: Option<PathBuf>,
    target: u16,
    min_captures: u16,
    no_progress: u16,
    start: Riders,
}

impl Vsadniki {
    /// The game by the options; the built-in reconstruction if they name no board.
    pub fn new(options: &RuleOptions) -> Self {
        let (file, graph) = match &options.board {
            Some((path, graph)) => (Some(path.clone()), Arc::clone(graph)),
            None => (None, Arc::new(Graph::parse(RECONSTRUCTION).expect("the built-in board is read by a test"))),
        };
        let tables = Tables::new(&graph);
        let mut start = Riders {
            pieces: tables.start,
            key: 0,
            points: [0; 2],
            captures: [0; 2],
            counters: Counters::START,
            side: Side::White,
        };
        start.key = start.compute_key();
        Vsadniki {
            tables,
            graph,
            file,
            target: options.target_score.into(),
            min_captures: options.min_captures.into(),
            no_progress: options.no_progress,
            start,
        }
    }

    /// The tables of the board.
    #[inline(always)]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The board file's name; `None` for the built-in reconstruction.
    pub fn board_file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    /// Points that win.
    #[inline(always)]
    pub fn target(&self) -> u16 {
        self.target
    }

    /// Captures that a side needs besides.
    #[inline(always)]
    pub fn min_captures(&self) -> u16 {
        self.min_captures
    }

    /// Has the side reached what it needs?
    #[inline(always)]
    fn has_won(&self, pos: &Riders, side: Side) -> bool {
        pos.points(side) >= self.target && pos.captures(side) >= self.min_captures
    }

    #[inline(always)]
    fn is_won(&self, pos: &Riders) -> bool {
        self.has_won(pos, Side::White) || self.has_won(pos, Side::Black)
    }

    fn ground(&self, pos: &Riders) -> Ground<'_> {
        Ground::new(&self.tables, pos.pieces(pos.side), pos.pieces(!pos.side))
    }

    fn ride(&self, pos: &Riders, from: u8) -> Ride<'_> {
        Ride { tables: &self.tables, own: pos.pieces(pos.side), enemy: pos.pieces(!pos.side), from }
    }

    fn riders(&self, pos: &Riders) -> Set {
        pos.pieces(pos.side) & self.tables.promotion
    }

    /// Who is ahead, for the side to move.
    fn points_ending(pos: &Riders, reason: Reason) -> Ending {
        match pos.points(pos.side).cmp(&pos.points(!pos.side)) {
            std::cmp::Ordering::Greater => Ending::win(reason),
            std::cmp::Ordering::Equal => Ending::draw(reason),
            std::cmp::Ordering::Less => Ending::loss(reason),
        }
    }
}

#[inline(always)]
fn push(out: &mut Vec<Move>, from: u8, to: Set, kind: Kind) {
    to.for_each(|to| out.push(Move { captured: 0, from, to, kind }));
}

impl Game for Vsadniki {
    type Pos = Riders;

    fn start(&self) -> Riders {
        self.start
    }

    fn moves(&self, pos: &Riders, out: &mut MoveList<Riders>) {
        if self.is_won(pos) {
            return;
        }
        let mut ground = self.ground(pos);
        let pawns = pos.pieces(pos.side) & self.tables.ordinary;
        self.riders(pos).for_each(|from| {
            self.ride(pos, from).captures(out);
            push(out, from, self.tables.neighbours(from) & ground.free, Kind::Walk);
        });
        ground.each_pawn(pawns, |from, Reach { ordinary, promotion }| {
            push(out, from, promotion, Kind::Promotion);
            push(out, from, ordinary, Kind::Walk);
        });
    }

    fn count(&self, pos: &Riders, scratch: &mut MoveList<Riders>) -> u64 {
        if self.is_won(pos) {
            return 0;
        }
        let mut ground = self.ground(pos);
        let pawns = pos.pieces(pos.side) & self.tables.ordinary;
        let mut total = 0;
        self.riders(pos).for_each(|from| {
            total += (self.tables.neighbours(from) & ground.free).len();
            let ride = self.ride(pos, from);
            if ride.any() {
                scratch.clear();
                ride.captures(scratch);
                total += scratch.len() as u32;
            }
        });
        ground.each_pawn(pawns, |_, reach| total += reach.ordinary.len() + reach.promotion.len());
        total.into()
    }

    fn noisy(&self, pos: &Riders, out: &mut MoveList<Riders>) -> Tension {
        if !self.is_won(pos) {
            self.riders(pos).for_each(|from| self.ride(pos, from).captures(out));
            let pawns = pos.pieces(pos.side) & self.tables.risers;
            let mut ground = self.ground(pos);
            if ground.launches {
                ground.each_pawn(pawns, |from, reach| push(out, from, reach.promotion, Kind::Promotion));
            }
        }
        Tension::Optional
    }

    #[inline]
    fn play(&self, pos: &Riders, mv: Move) -> Riders {
        let mut next = *pos;
        let (side, me) = (pos.side, pos.side.index());
        next.pieces[me].toggle(mv.from);
        next.pieces[me].toggle(mv.to);
        next.key ^= FIELD_KEYS[me][mv.from as usize] ^ FIELD_KEYS[me][mv.to as usize] ^ SIDE_KEY;
        next.side = !side;
        next.counters = pos.counters.after(side, mv.kind != Kind::Walk);
        match mv.kind {
            Kind::Walk => {}
            Kind::Promotion => next.score(side, 2, 0),
            Kind::Capture => {
                for (bit, field) in pos.pieces(!side).each().enumerate() {
                    if mv.captured >> bit & 1 != 0 {
                        next.pieces[1 - me].toggle(field);
                        next.key ^= FIELD_KEYS[1 - me][field as usize];
                    }
                }
                let taken = mv.captured.count_ones() as u16;
                next.score(side, taken, taken);
            }
        }
        next
    }

    fn pass(&self, pos: &Riders) -> Option<Riders> {
        let mut next = *pos;
        next.side = !pos.side;
        next.key ^= SIDE_KEY;
        next.counters = pos.counters.after(pos.side, false);
        (!self.is_won(pos)).then_some(next)
    }

    #[inline(always)]
    fn tag(&self, mv: Move) -> Tag {
        // Fields are numbered below 192, so that one more never overflows.
        Tag((u16::from(mv.from) << 8 | u16::from(mv.to)) + 1)
    }

    #[inline(always)]
    fn gain(&self, _pos: &Riders, mv: Move) -> i32 {
        match mv.kind {
            Kind::Walk => 0,
            Kind::Promotion => 200,
            Kind::Capture => 100 * mv.captured.count_ones() as i32,
        }
    }

    /// Nothing is compulsory.
    fn compelled(&self, _pos: &Riders) -> bool {
        false
    }

    fn ended(&self, pos: &Riders) -> Option<Ending> {
        let (own, other) = (self.has_won(pos, pos.side), self.has_won(pos, !pos.side));
        match (own, other) {
            (true, false) => Some(Ending::win(Reason::Points)),
            (false, true) => Some(Ending::loss(Reason::Points)),
            // Only a FEN can say so of both: it was the side that moved last.
            (true, true) => Some(Ending::loss(Reason::Points)),
            (false, false) if pos.counters.clock >= self.no_progress => {
                Some(Self::points_ending(pos, Reason::NoProgress))
            }
            (false, false) => None,
        }
    }

    fn stuck(&self, pos: &Riders) -> Ending {
        match self.ended(pos) {
            Some(ending) if ending.reason == Reason::Points => ending,
            _ => Ending::loss(Reason::NoMove),
        }
    }

    fn key_from_scratch(&self, pos: &Riders) -> u64 {
        pos.compute_key()
    }
}
