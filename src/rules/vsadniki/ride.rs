//! The captures of riders.

use super::set::Set;
use super::tables::Tables;
use super::{Kind, Move};

/// The board while a rider captures: what has been taken is in the move so far.
pub(super) struct Ride<'a> {
    pub tables: &'a Tables,
    pub own: Set,
    pub enemy: Set,
    pub from: u8,
}

impl Ride<'_> {
    /// A rider that has not moved yet.
    pub fn begin(&self) -> Move {
        Move { captured: 0, from: self.from, to: self.from, kind: Kind::Capture }
    }

    /// Calls `f` with each capture that goes on from a state, and the promotion field it lands on. A field captured
    /// from is empty meanwhile, the start too.
    #[inline]
    pub fn next(&self, so_far: Move, mut f: impl FnMut(Move)) {
        for &(over, to) in self.tables.captures(so_far.to) {
            let empty = to == self.from || !(self.own | self.enemy).has(to);
            if empty && self.enemy.has(over) {
                let captured = so_far.captured | 1 << (self.enemy.below(over) & 31);
                if captured != so_far.captured {
                    f(Move { captured, to, ..so_far });
                }
            }
        }
    }

    /// Can the rider capture at all?
    #[inline]
    pub fn any(&self) -> bool {
        let mut any = false;
        self.next(self.begin(), |_| any = true);
        any
    }

    /// Appends the captures, one for each field and set of captured pawns. They are found by number of captures, and
    /// equal ones of a number merged before they go on: many paths lead round a cycle to the same result.
    pub fn captures(&self, out: &mut Vec<Move>) {
        let mut begin = out.len();
        self.next(self.begin(), |mv| out.push(mv));
        while begin < out.len() {
            merge(out, begin);
            let end = out.len();
            for i in begin..end {
                let so_far = out[i];
                self.next(so_far, |mv| out.push(mv));
            }
            begin = end;
        }
    }
}

/// Sorts the end of a list and takes out what is there twice.
fn merge(list: &mut Vec<Move>, begin: usize) {
    if list.len() - begin < 2 {
        return;
    }
    list[begin..].sort_unstable_by_key(|mv| (mv.captured, mv.to));
    let mut kept = begin;
    for i in begin + 1..list.len() {
        if list[i] != list[kept] {
            kept += 1;
            list[kept] = list[i];
        }
    }
    list.truncate(kept + 1);
}
