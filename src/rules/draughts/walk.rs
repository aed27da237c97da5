//! Captures step by step, for reading and writing their paths. Speed is of no account here.

use std::collections::HashSet;
use std::marker::PhantomData;

use crate::board::diagonal::{Dir, Each, Name, Squares, slide, step};

use super::DraughtsRules;
use super::position::{DraughtsPos, FAR_RANK};

/// A piece in the middle of a capture.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stage {
    pub square: u8,
    pub captured: Squares,
    pub king: bool,
}

/// The captures of one piece of a position.
pub(super) struct Walk<R> {
    them: Squares,
    empty: Squares,
    far: Squares,
    start: Stage,
    rules: PhantomData<R>,
}

impl<R: DraughtsRules> Walk<R> {
    pub fn new(pos: &DraughtsPos, from: u8) -> Self {
        let us = pos.side.index();
        Walk {
            them: pos.pieces[1 - us],
            empty: pos.empty() | 1 << from,
            far: FAR_RANK[us],
            start: Stage { square: from, captured: 0, king: pos.kings >> from & 1 == 1 },
            rules: PhantomData,
        }
    }

    /// The alphabetically smallest path to an end for which `accept` holds, start square included.
    pub fn smallest_path(&self, accept: impl Fn(&Stage) -> bool) -> Option<Vec<u8>> {
        let mut path = vec![self.start.square];
        self.search(self.start, &mut path, &mut HashSet::new(), &accept).then_some(path)
    }

    fn search(
        &self,
        at: Stage,
        path: &mut Vec<u8>,
        seen: &mut HashSet<Stage>,
        accept: &impl Fn(&Stage) -> bool,
    ) -> bool {
        if !seen.insert(at) {
            return false;
        }
        let next = self.next(at);
        if next.is_empty() {
            return at.captured != 0 && accept(&at);
        }
        for stage in next {
            path.push(stage.square);
            if self.search(stage, path, seen, accept) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// The end of the path that lands on just these squares, if it is a whole capture.
    pub fn end_of(&self, squares: &[u8]) -> Option<Stage> {
        let (first, rest) = squares.split_first()?;
        let mut at = (*first == self.start.square).then_some(self.start)?;
        for square in rest {
            at = self.next(at).into_iter().find(|stage| stage.square == *square)?;
        }
        self.next(at).is_empty().then_some(at)
    }

    /// All ends of paths that pass `squares` in their order and keep the first and the last of them.
    pub fn ends_through(&self, squares: &[u8]) -> HashSet<Stage> {
        let mut ends = HashSet::new();
        if squares.first() == Some(&self.start.square) {
            self.collect(self.start, squares, 1, &mut HashSet::new(), &mut ends);
        }
        ends
    }

    fn collect(
        &self,
        at: Stage,
        squares: &[u8],
        passed: usize,
        seen: &mut HashSet<(Stage, usize)>,
        ends: &mut HashSet<Stage>,
    ) {
        if !seen.insert((at, passed)) {
            return;
        }
        let next = self.next(at);
        if next.is_empty() && passed == squares.len() && squares.last() == Some(&at.square) {
            ends.insert(at);
        }
        for stage in next {
            // The last square may be touched on the way; then the path may end there only if it comes back.
            if squares.get(passed) == Some(&stage.square) {
                self.collect(stage, squares, passed + 1, seen, ends);
            }
            self.collect(stage, squares, passed, seen, ends);
        }
    }

    /// Where the capture can go next, in alphabetical order; empty if it is at an end.
    fn next(&self, at: Stage) -> Vec<Stage> {
        let mut out = Vec::new();
        for dir in Dir::ALL {
            let landed = self.landings(at, dir);
            let goes_on: Vec<Stage> = landed.iter().copied().filter(|s| self.can_go_on(*s)).collect();
            out.extend(if R::MUST_LAND_TO_GO_ON && !goes_on.is_empty() { goes_on } else { landed });
        }
        out.sort_by_key(|s| Name(s.square).to_string());
        out
    }

    fn can_go_on(&self, at: Stage) -> bool {
        Dir::ALL.iter().any(|&dir| !self.landings(at, dir).is_empty())
    }

    fn landings(&self, at: Stage, dir: Dir) -> Vec<Stage> {
        let empty = if R::REMOVE_AT_ONCE { self.empty | at.captured } else { self.empty };
        let next = if at.king { slide(at.square, dir, !empty).1 } else { step(1 << at.square, dir) };
        let over = next & self.them & !at.captured;
        let behind = step(over, dir) & empty;
        if behind == 0 {
            return Vec::new();
        }
        let beyond = if at.king { slide(behind.trailing_zeros() as u8, dir, !empty).0 } else { 0 };
        Each(behind | beyond)
            .map(|square| Stage { square, captured: at.captured | over, king: at.king || self.far >> square & 1 == 1 })
            .collect()
    }
}
