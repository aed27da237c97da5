//! Moves as text: the printed path, and the walk along a path that somebody typed.
//!
//! A move does not know its path, only the order of its jumps: several paths may lead to one result. Both directions
//! walk the capture jump by jump in alphabetical order and merge equal states, as the generator does.

use std::collections::HashSet;

use super::capture::{Run, State};
use super::generate::{captures, steps};
use super::moves::{ColumnMove, Outcome, times_taken};
use super::position::ColumnPosition;
use super::{ColumnRules, Columns, List};
use crate::board::diagonal::{Each, Name, by_name, file_rank};
use crate::rules::Position;
use crate::rules::notation::{MoveError, split_squares};

/// Candidates that an ambiguous text is answered with, at most.
const CANDIDATES: usize = 12;

/// A landing: the run that has arrived, and whether the capture ends there.
pub(super) struct Landing {
    pub(super) run: Run,
    pub(super) last: bool,
}

/// The way through a list of squares that a path must touch in this order, its first and last square among them.
struct Search<'a> {
    squares: &'a [u8],
    seen: HashSet<(State, usize)>,
    found: Vec<ColumnMove>,
    results: HashSet<Outcome>,
}

impl<R: ColumnRules> Columns<R> {
    /// All landings of the next jump, in alphabetical order.
    pub(super) fn landings(&self, pos: &ColumnPosition, run: &Run) -> Vec<Landing> {
        let mut all = Vec::new();
        for (over, landings) in run.jumps::<R>() {
            if over == 0 {
                continue;
            }
            let (next, longer) = run.over::<R>(pos, self.rejump, over, landings);
            for at in Each(if longer == 0 { landings } else { longer }) {
                all.push(Landing { run: next.landed(at), last: longer == 0 });
            }
        }
        all.sort_by_key(|landing| file_rank(landing.run.at));
        all
    }

    /// The alphabetically smallest path that leads to the result of a legal move.
    pub(super) fn path(&self, pos: &ColumnPosition, mv: ColumnMove) -> Vec<u8> {
        let mut path = vec![mv.from()];
        let run = Run::start(pos, mv.from());
        if mv.jumps() == 0 || !self.trace(pos, &run, mv, &mv.outcome(), &mut path, &mut HashSet::new()) {
            path.push(mv.to());
        }
        path
    }

    /// Appends the rest of the path from `run` to `goal`; `false` if there is none.
    fn trace(
        &self,
        pos: &ColumnPosition,
        run: &Run,
        mv: ColumnMove,
        goal: &Outcome,
        path: &mut Vec<u8>,
        dead: &mut HashSet<State>,
    ) -> bool {
        for Landing { run: next, last } in self.landings(pos, run) {
            let to_go = mv.jumps().saturating_sub(next.mv.jumps());
            let fits = next.ranks == goal.ranks >> to_go
                && mv.victims().all(|(at, _)| times_taken(next.taken, at) <= times_taken(goal.taken, at))
                && last == (to_go == 0);
            if !fits {
                continue;
            }
            path.push(next.at);
            let done = if last {
                next.mv.ending(next.at).outcome() == *goal
            } else {
                dead.insert(next.state()) && self.trace(pos, &next, mv, goal, path, dead)
            };
            if done {
                return true;
            }
            path.pop();
        }
        false
    }

    /// Reads a move.
    pub(super) fn read(&self, pos: &ColumnPosition, text: &str) -> Result<ColumnMove, MoveError> {
        let illegal = || MoveError::Illegal { text: text.to_owned() };
        let squares = squares::<R>(text).ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
        let (&from, &to) = squares.first().zip(squares.last()).ok_or_else(illegal)?;
        if pos.tops(pos.side()) >> from & 1 == 0 {
            return Err(illegal());
        }
        let mut list = Vec::new();
        if !captures::<R, _>(pos, self.rejump, &mut List::at_end(&mut list)) {
            steps::<R>(pos, &mut list);
            let found = list.iter().find(|mv| (mv.from(), mv.to()) == (from, to) && squares.len() == 2);
            return found.copied().ok_or_else(illegal);
        }
        if let Some(mv) = self.exact(pos, &squares) {
            return Ok(mv);
        }
        let mut search = Search { squares: &squares, seen: HashSet::new(), found: Vec::new(), results: HashSet::new() };
        self.collect(pos, &Run::start(pos, from), 1, &mut search);
        match search.found[..] {
            [] => Err(illegal()),
            [mv] => Ok(mv),
            _ => {
                search.found.truncate(CANDIDATES);
                let candidates = search.found.iter().map(|&mv| self.print(pos, mv)).collect();
                Err(MoveError::Ambiguous { text: text.to_owned(), candidates })
            }
        }
    }

    /// The capture that touches just these squares. There is at most one: the squares say which columns it jumps.
    fn exact(&self, pos: &ColumnPosition, squares: &[u8]) -> Option<ColumnMove> {
        let mut landing = Landing { run: Run::start(pos, *squares.first()?), last: false };
        for &square in &squares[1..] {
            landing = self.landings(pos, &landing.run).into_iter().find(|next| next.run.at == square)?;
        }
        landing.last.then_some(landing.run.mv.ending(landing.run.at))
    }

    /// Collects the results of all paths that touch the squares in order, of which `met` have been touched so far.
    fn collect(&self, pos: &ColumnPosition, run: &Run, met: usize, search: &mut Search) {
        for Landing { run: next, last } in self.landings(pos, run) {
            let met = met + usize::from(search.squares.get(met) == Some(&next.at));
            if last {
                let mv = next.mv.ending(next.at);
                let fits = met == search.squares.len() && search.squares.last() == Some(&next.at);
                if fits && search.results.insert(mv.outcome()) {
                    search.found.push(mv);
                }
            } else if search.seen.insert((next.state(), met)) {
                self.collect(pos, &next, met, search);
            }
        }
    }

    /// The printed form of a legal move.
    pub(super) fn print(&self, pos: &ColumnPosition, mv: ColumnMove) -> String {
        self.path(pos, mv).into_iter().map(|square| Name(square).to_string()).collect()
    }
}

/// The squares that a text names: letters with ranks, or the traditional numbers where the game has such.
fn squares<R: ColumnRules>(text: &str) -> Option<Vec<u8>> {
    let on_board = |square: &u8| R::BOARD >> square & 1 != 0;
    if R::NUMBERED && text.starts_with(|c: char| c.is_ascii_digit()) {
        let squares: Vec<u8> = text.split(['-', 'x']).map(by_number::<R>).collect::<Option<_>>()?;
        return (squares.len() >= 2).then_some(squares);
    }
    split_squares(text)?.into_iter().map(|name| by_name(name).filter(on_board)).collect()
}

/// The square with a traditional number: from 1 at a1 upwards, rank by rank.
fn by_number<R: ColumnRules>(text: &str) -> Option<u8> {
    if text.len() > 2 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: usize = text.parse().ok()?;
    Each(R::BOARD).nth(number.checked_sub(1)?)
}
