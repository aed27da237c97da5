//! Russian draughts: `russian`, as the project's source describes it, and `russian-official`, as federations play it.

mod capture;
mod generate;
mod pdn;
mod position;
mod setup;
mod text;
mod walk;

use std::marker::PhantomData;

use self::capture::has_capture;
use self::generate::{count_quiet, has_quiet, push_captures, push_quiet};
pub use self::position::{DraughtsMove, DraughtsPos};

use super::{Ending, Game, MoveList, Reason, RuleOptions, Tag, Tension};

/// Where the two rule books differ.
pub trait DraughtsRules: Send + Sync + 'static {
    /// Captured pieces leave the board after each jump (`russian`); otherwise after the whole move, and until then
    /// they block and cannot be jumped again.
    const REMOVE_AT_ONCE: bool;
    /// A king that can go on from some of its landing squares must choose one of these; otherwise it may land
    /// anywhere, and goes on if it can from there.
    const MUST_LAND_TO_GO_ON: bool;
    /// The draws of the FMJD-64 rules besides threefold repetition and the 15 moves of three kings against one.
    const FMJD_DRAWS: bool;
}

/// The rules of the project's source.
pub struct Source;

impl DraughtsRules for Source {
    const REMOVE_AT_ONCE: bool = true;
    const MUST_LAND_TO_GO_ON: bool = false;
    const FMJD_DRAWS: bool = false;
}

/// The rules of every federation.
pub struct Official;

impl DraughtsRules for Official {
    const REMOVE_AT_ONCE: bool = false;
    const MUST_LAND_TO_GO_ON: bool = true;
    const FMJD_DRAWS: bool = true;
}

/// Russian draughts under one of the rule books.
pub struct Draughts<R>(PhantomData<R>);

/// The variant `russian`.
pub type Russian = Draughts<Source>;
/// The variant `russian-official`.
pub type RussianOfficial = Draughts<Official>;

impl<R: DraughtsRules> Draughts<R> {
    /// The game; no option matters to it.
    pub fn new(_options: &RuleOptions) -> Self {
        Draughts(PhantomData)
    }
}

/// A draw by counting at this many plies without a capture or a man's move (15 moves of each side).
const QUIET_LIMIT: u16 = 30;

impl<R: DraughtsRules> Game for Draughts<R> {
    type Pos = DraughtsPos;

    fn start(&self) -> DraughtsPos {
        DraughtsPos::start()
    }

    fn moves(&self, pos: &DraughtsPos, out: &mut MoveList<DraughtsPos>) {
        let first = out.len();
        push_captures::<R>(pos, out);
        if out.len() == first {
            push_quiet(pos, out);
        }
    }

    fn count(&self, pos: &DraughtsPos, scratch: &mut MoveList<DraughtsPos>) -> u64 {
        if has_capture(pos, pos.side) {
            scratch.clear();
            push_captures::<R>(pos, scratch);
            scratch.len() as u64
        } else {
            count_quiet(pos)
        }
    }

    fn noisy(&self, pos: &DraughtsPos, out: &mut MoveList<DraughtsPos>) -> Tension {
        let first = out.len();
        push_captures::<R>(pos, out);
        if out.len() > first || !has_quiet(pos) {
            Tension::Forced
        } else if has_capture(pos, !pos.side) {
            Tension::Threatened
        } else {
            Tension::Optional
        }
    }

    #[inline]
    fn play(&self, pos: &DraughtsPos, mv: DraughtsMove) -> DraughtsPos {
        pos.play(mv, R::FMJD_DRAWS)
    }

    fn pass(&self, _pos: &DraughtsPos) -> Option<DraughtsPos> {
        None
    }

    fn tag(&self, mv: DraughtsMove) -> Tag {
        mv.tag()
    }

    fn gain(&self, pos: &DraughtsPos, mv: DraughtsMove) -> i32 {
        let captured = mv.captured();
        let kings = (captured & pos.kings).count_ones() as i32;
        captured.count_ones() as i32 * 100 + kings * 200 + if mv.is_crowning() { 200 } else { 0 }
    }

    fn compelled(&self, pos: &DraughtsPos) -> bool {
        has_capture(pos, pos.side)
    }

    fn ended(&self, pos: &DraughtsPos) -> Option<Ending> {
        let drawn = if R::FMJD_DRAWS {
            pos.counters.clock >= QUIET_LIMIT || pos.small_ending >= 10 || kings_draw(pos)
        } else {
            pos.counters.clock >= QUIET_LIMIT && pos.is_three_kings_against_one()
        };
        drawn.then_some(Ending::draw(Reason::Count))
    }

    fn stuck(&self, _pos: &DraughtsPos) -> Ending {
        Ending::loss(Reason::NoMove)
    }

    fn key_from_scratch(&self, pos: &DraughtsPos) -> u64 {
        pos.key_from_scratch()
    }
}

/// FMJD-64: with kings on both sides and no capture or crowning, 30 moves with four or five pieces on the board, 60
/// with six or seven.
fn kings_draw(pos: &DraughtsPos) -> bool {
    let both = pos.pieces.iter().all(|&p| p & pos.kings != 0);
    both && match (pos.pieces[0] | pos.pieces[1]).count_ones() {
        4..=5 => pos.unchanged >= 60,
        6..=7 => pos.unchanged >= 120,
        _ => false,
    }
}
