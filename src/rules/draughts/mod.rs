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

use super::{Ending, Game, MoveList, Reason, RuleOptions, Side, Tag, Tension};

/// Where the two rule books differ.
pub trait DraughtsRules: Send + Sync + 'static {
    /// The variant's name.
    const NAME: &'static str;
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
    const NAME: &'static str = "russian";
    const REMOVE_AT_ONCE: bool = true;
    const MUST_LAND_TO_GO_ON: bool = false;
    const FMJD_DRAWS: bool = false;
}

/// The rules of every federation.
pub struct Official;

impl DraughtsRules for Official {
    const NAME: &'static str = "russian-official";
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

    /// Plies that `winner` has to win in before a counting rule draws, if no counter begins anew on the way; `u16::MAX`
    /// where none runs. The game is drawn once they have been played, unless the side to move then has no move.
    pub(crate) fn plies_left(&self, pos: &DraughtsPos, winner: Side) -> u16 {
        let left = |limit: u16, count: u16| limit.saturating_sub(count);
        let quiet = self.quiet_plies_left(pos);
        if R::FMJD_DRAWS {
            let is_small = pos.is_small_ending() || pos.is_near_small_ending(winner);
            let small = if is_small { left(SMALL_LIMIT, pos.small_ending.into()) } else { u16::MAX };
            let kings = kings_limit(pos).map_or(u16::MAX, |limit| left(limit, pos.unchanged));
            quiet.min(small).min(kings)
        } else if pos.is_three_kings_against_one() {
            quiet
        } else {
            u16::MAX
        }
    }

    /// Plies that can be played without a capture or a man's move before a rule that counts these draws.
    pub(crate) fn quiet_plies_left(&self, pos: &DraughtsPos) -> u16 {
        QUIET_LIMIT.saturating_sub(pos.counters.clock)
    }

    /// Do moves of this side's men set back the count that is running?
    pub(crate) fn men_restart_count(&self, pos: &DraughtsPos, side: Side) -> bool {
        pos.pieces[side.index()] & !pos.kings != 0 && !(R::FMJD_DRAWS && pos.is_small_ending())
    }
}

/// A draw by counting at this many plies without a capture or a man's move (15 moves of each side).
const QUIET_LIMIT: u16 = 30;
/// A draw by counting at this many plies in the same small ending.
const SMALL_LIMIT: u16 = 10;

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
            pos.counters.clock >= QUIET_LIMIT
                || u16::from(pos.small_ending) >= SMALL_LIMIT
                || kings_limit(pos).is_some_and(|limit| pos.unchanged >= limit)
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
/// with six or seven; here in plies.
fn kings_limit(pos: &DraughtsPos) -> Option<u16> {
    let both = pos.pieces.iter().all(|&p| p & pos.kings != 0);
    match (pos.pieces[0] | pos.pieces[1]).count_ones() {
        4..=5 if both => Some(60),
        6..=7 if both => Some(120),
        _ => None,
    }
}
