//! Moves by sets: steps and simple captures of all men at once. Only captures that go on need a search.
//!
//! The side is a constant in here (`BLACK`), so that directions are constant shifts.

use arrayvec::ArrayVec;

use super::capture::{Capture, Run};
use super::moves::ColumnMove;
use super::position::ColumnPosition;
use super::{ColumnRules, Rejump, Side};
use crate::board::diagonal::{Dir, Each, Squares, slide, step};
use crate::rules::Position;

/// Takes what the generator finds.
pub trait Sink {
    /// Captures of one column that end at once: where they land, the direction, where a man is crowned (no square, for
    /// kings), and the squares of all kings.
    fn singles(&mut self, landings: Squares, dir: Dir, crowning: Squares, kings: Squares);
    /// Any other capture.
    fn put(&mut self, mv: ColumnMove);
    /// What has been put, at least all captures of several jumps.
    fn found(&self) -> &[ColumnMove];
}

/// A list of moves from `start` on; what stands before belongs to others.
pub struct List<'a> {
    list: &'a mut Vec<ColumnMove>,
    start: usize,
}

impl<'a> List<'a> {
    /// A list that begins at the end of `list`.
    #[inline(always)]
    pub fn at_end(list: &'a mut Vec<ColumnMove>) -> Self {
        let start = list.len();
        List { list, start }
    }
}

impl Sink for List<'_> {
    #[inline(always)]
    fn singles(&mut self, landings: Squares, dir: Dir, crowning: Squares, kings: Squares) {
        let back = dir.opposite();
        for to in Each(landings) {
            let over = step(1 << to, back);
            let from = step(over, back).trailing_zeros() as u8;
            let crowned = crowning >> to & 1 != 0;
            self.list.push(ColumnMove::jump(from, over.trailing_zeros() as u8, kings & over != 0, to, crowned));
        }
    }

    #[inline(always)]
    fn put(&mut self, mv: ColumnMove) {
        self.list.push(mv);
    }

    fn found(&self) -> &[ColumnMove] {
        self.list.get(self.start..).unwrap_or_default()
    }
}

/// Counts, and keeps only what has to be told apart: captures of several jumps. They are few; a list on the heap is
/// begun when they are not.
#[derive(Default)]
pub struct Tally {
    counted: u64,
    few: ArrayVec<ColumnMove, 32>,
    many: Vec<ColumnMove>,
}

impl Tally {
    /// The number of moves.
    pub fn total(&self) -> u64 {
        self.counted + (self.few.len() + self.many.len()) as u64
    }
}

impl Sink for Tally {
    #[inline(always)]
    fn singles(&mut self, landings: Squares, _dir: Dir, _crowning: Squares, _kings: Squares) {
        self.counted += u64::from(landings.count_ones());
    }

    #[inline(always)]
    fn put(&mut self, mv: ColumnMove) {
        if mv.jumps() < 2 {
            self.counted += 1;
        } else if self.many.is_empty() && !self.few.is_full() {
            self.few.push(mv);
        } else {
            self.many.extend(self.few.drain(..));
            self.many.push(mv);
        }
    }

    fn found(&self) -> &[ColumnMove] {
        if self.many.is_empty() { &self.few } else { &self.many }
    }
}

/// The position as the side `BLACK` sees it.
struct View {
    enemy: Squares,
    men: Squares,
    kings: Squares,
    empty: Squares,
}

/// For each direction the squares from which a jump that way is possible, whatever stands there.
type Jumpable = [Squares; 4];

impl View {
    #[inline(always)]
    fn new<R: ColumnRules, const BLACK: bool>(pos: &ColumnPosition) -> View {
        let (own, enemy) = if BLACK {
            (pos.tops(Side::Black), pos.tops(Side::White))
        } else {
            (pos.tops(Side::White), pos.tops(Side::Black))
        };
        let kings = own & pos.kings();
        View { enemy, men: own ^ kings, kings, empty: R::BOARD & !(own | enemy) }
    }

    #[inline(always)]
    fn jumpable(&self) -> Jumpable {
        Dir::ALL.map(|dir| step(self.enemy & step(self.empty, dir.opposite()), dir.opposite()))
    }

    /// Does a flying king stand before something it can take?
    #[inline(always)]
    fn king_takes<R: ColumnRules>(&self) -> bool {
        let occupied = R::BOARD & !self.empty;
        Each(self.kings).any(|king| {
            Dir::ALL.iter().any(|&dir| {
                let (_, first) = slide(king, dir, occupied);
                step(first & self.enemy, dir) & self.empty != 0
            })
        })
    }
}

/// May a man of the side `BLACK` jump that way?
#[inline(always)]
const fn man_jumps<R: ColumnRules, const BLACK: bool>(dir: Dir) -> bool {
    R::MEN_CAPTURE_BACK || dir.is_up() != BLACK
}

/// The two directions in which men step.
#[inline(always)]
const fn forwards<const BLACK: bool>() -> [Dir; 2] {
    if BLACK { [Dir::SouthWest, Dir::SouthEast] } else { [Dir::NorthWest, Dir::NorthEast] }
}

/// The squares from which a capture goes on after a jump in direction `last`. It never turns straight back: that is the
/// business of the re-jump rule.
#[inline(always)]
fn goes_on<R: ColumnRules, const BLACK: bool>(jumpable: &Jumpable, king: bool, last: Dir) -> Squares {
    let mut squares = 0;
    for dir in Dir::ALL {
        if (king || man_jumps::<R, BLACK>(dir)) && dir as u8 != last.opposite() as u8 {
            squares |= jumpable[dir as usize];
        }
    }
    squares
}

/// All captures of the side to move; `false` if there are none.
#[inline(always)]
pub fn captures<R: ColumnRules, S: Sink>(pos: &ColumnPosition, rejump: Rejump, out: &mut S) -> bool {
    match pos.side() {
        Side::White => captures_of::<R, S, false>(pos, rejump, out),
        Side::Black => captures_of::<R, S, true>(pos, rejump, out),
    }
}

#[inline(always)]
fn captures_of<R: ColumnRules, S: Sink, const BLACK: bool>(pos: &ColumnPosition, rejump: Rejump, out: &mut S) -> bool {
    let view = View::new::<R, BLACK>(pos);
    let jumpable = view.jumpable();
    let mut takers = 0;
    for dir in Dir::ALL {
        let men = if man_jumps::<R, BLACK>(dir) { view.men } else { 0 };
        let kings = if R::FLYING { 0 } else { view.kings };
        takers |= (men | kings) & jumpable[dir as usize];
    }
    let flying = R::FLYING && view.kings != 0 && view.king_takes::<R>();
    if takers == 0 && !flying {
        return false;
    }
    list_captures::<R, S, BLACK>(pos, rejump, &view, &jumpable, out);
    true
}

fn list_captures<R: ColumnRules, S: Sink, const BLACK: bool>(
    pos: &ColumnPosition,
    rejump: Rejump,
    view: &View,
    jumpable: &Jumpable,
    out: &mut S,
) {
    let far = R::FAR[BLACK as usize];
    let mut search = Capture::<R, S>::new(pos, rejump, out);
    for dir in Dir::ALL {
        for king in [false, true] {
            if if king { R::FLYING } else { !man_jumps::<R, BLACK>(dir) } {
                continue;
            }
            let jumpers = if king { view.kings } else { view.men } & jumpable[dir as usize];
            if jumpers == 0 {
                continue;
            }
            let landings = step(step(jumpers, dir), dir);
            let crowning = if king { 0 } else { far };
            let mut longer = goes_on::<R, BLACK>(jumpable, king, dir);
            if !king && R::CROWNING_ENDS_CAPTURE {
                longer &= !far;
            } else if !king && R::FLYING {
                longer |= far;
            }
            if rejump == Rejump::Free {
                longer = !0;
            }
            search.out().singles(landings & !longer, dir, crowning, pos.kings());
            for to in Each(landings & longer) {
                let over = step(1 << to, dir.opposite());
                let from = step(over, dir.opposite()).trailing_zeros() as u8;
                search.jump(&Run::start(pos, from), over, 1 << to);
            }
        }
    }
    if R::FLYING {
        for from in Each(view.kings) {
            let run = Run::start(pos, from);
            for (over, landings) in run.jumps::<R>() {
                if over != 0 {
                    search.jump(&run, over, landings);
                }
            }
        }
    }
}

/// Could `side` capture, were it its turn?
#[inline(always)]
pub fn has_capture<R: ColumnRules>(pos: &ColumnPosition, side: Side) -> bool {
    #[inline(always)]
    fn of<R: ColumnRules, const BLACK: bool>(pos: &ColumnPosition) -> bool {
        let view = View::new::<R, BLACK>(pos);
        let jumpable = view.jumpable();
        let takes = Dir::ALL.iter().any(|&dir| {
            let men = if man_jumps::<R, BLACK>(dir) { view.men } else { 0 };
            let kings = if R::FLYING { 0 } else { view.kings };
            (men | kings) & jumpable[dir as usize] != 0
        });
        takes || R::FLYING && view.kings != 0 && view.king_takes::<R>()
    }
    match side {
        Side::White => of::<R, false>(pos),
        Side::Black => of::<R, true>(pos),
    }
}

/// Could `side` make a step, were it its turn and no capture compulsory?
#[inline(always)]
pub fn has_step<R: ColumnRules>(pos: &ColumnPosition, side: Side) -> bool {
    #[inline(always)]
    fn of<R: ColumnRules, const BLACK: bool>(pos: &ColumnPosition) -> bool {
        let view = View::new::<R, BLACK>(pos);
        let near = Dir::ALL.map(|dir| step(view.kings, dir)).iter().fold(0, |all, set| all | set);
        let men = forwards::<BLACK>().map(|dir| step(view.men, dir));
        (near | men[0] | men[1]) & view.empty != 0
    }
    match side {
        Side::White => of::<R, false>(pos),
        Side::Black => of::<R, true>(pos),
    }
}

/// The number of steps of the side to move.
#[inline(always)]
pub fn steps_count<R: ColumnRules>(pos: &ColumnPosition) -> u64 {
    #[inline(always)]
    fn of<R: ColumnRules, const BLACK: bool>(pos: &ColumnPosition) -> u64 {
        let view = View::new::<R, BLACK>(pos);
        let mut count = 0;
        for dir in forwards::<BLACK>() {
            count += (step(view.men, dir) & view.empty).count_ones();
        }
        if R::FLYING {
            let occupied = R::BOARD & !view.empty;
            for king in Each(view.kings) {
                for dir in Dir::ALL {
                    count += slide(king, dir, occupied).0.count_ones();
                }
            }
        } else if view.kings != 0 {
            for dir in Dir::ALL {
                count += (step(view.kings, dir) & view.empty).count_ones();
            }
        }
        u64::from(count)
    }
    match pos.side() {
        Side::White => of::<R, false>(pos),
        Side::Black => of::<R, true>(pos),
    }
}

/// All steps of the side to move; captures, which go before, are not looked for.
#[inline(always)]
pub fn steps<R: ColumnRules>(pos: &ColumnPosition, out: &mut Vec<ColumnMove>) {
    match pos.side() {
        Side::White => steps_of::<R, false>(pos, out),
        Side::Black => steps_of::<R, true>(pos, out),
    }
}

#[inline(always)]
fn steps_of<R: ColumnRules, const BLACK: bool>(pos: &ColumnPosition, out: &mut Vec<ColumnMove>) {
    let view = View::new::<R, BLACK>(pos);
    let far = R::FAR[BLACK as usize];
    for dir in forwards::<BLACK>() {
        for to in Each(step(view.men, dir) & view.empty) {
            let from = step(1 << to, dir.opposite()).trailing_zeros() as u8;
            out.push(ColumnMove::step(from, to, far >> to & 1 != 0));
        }
    }
    let occupied = R::BOARD & !view.empty;
    for from in Each(view.kings) {
        for dir in Dir::ALL {
            let reach = if R::FLYING { slide(from, dir, occupied).0 } else { step(1 << from, dir) & view.empty };
            for to in Each(reach) {
                out.push(ColumnMove::step(from, to, false));
            }
        }
    }
}
