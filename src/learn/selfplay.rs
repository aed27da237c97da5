//! Self-play: games of the engine with itself at a fixed number of nodes, each from a random opening of its own.
//!
//! A game depends on the settings, the seed and its number alone, whoever plays it and beside whatever others: a run
//! that was killed goes on, and parts of a run on many machines make up the whole.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;

use thiserror::Error;

use super::games::{GameRecord, Head};
use crate::arena::adjudicate::{Adjudication, Adjudicator, DrawRule, ResignRule};
use crate::arena::openings::Dice;
use crate::arena::schedule::Shard;
use crate::engine::{GameResult, Variant, Visitor, ending};
use crate::eval::built_in::built_in;
use crate::eval::model::{Features, Linear};
use crate::eval::weights::{Weights, WeightsError, checksum};
use crate::rules::{Ending, Game, MoveOf, Notation, Position, RuleOptions, Side, Verdict};
use crate::search::score::Score;
use crate::search::table::NoMemory;
use crate::search::{Control, Limits, Luggage, Outcome, STACK, Table, Task, search_here};

/// A run of self-play.
#[derive(Clone, Debug)]
pub struct Run {
    pub variant: Variant,
    pub rules: RuleOptions,
    /// The weights to play with; `None` for those built in.
    pub weights: Option<Weights>,
    /// Games of the whole run, all parts together.
    pub games: usize,
    /// Nodes for each move.
    pub nodes: u64,
    pub seed: u64,
    /// The part of the run that is played here.
    pub shard: Shard,
    pub threads: usize,
    /// Random moves at the start of a game, from the fewest to the most.
    pub plies: RangeInclusive<u32>,
    /// Centipawns that a side may be ahead after them.
    pub within: i32,
    /// A game is won when both sides have seen this score, in centipawns, for four moves running; 0: never.
    pub win: i32,
    /// Plies after which a game is drawn.
    pub most_plies: u32,
}

/// Why self-play ended before its time.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    #[error("{0}")]
    Weights(#[from] WeightsError),
    #[error("{0}")]
    Memory(#[from] NoMemory),
    #[error("no threads: {0}")]
    Threads(std::io::Error),
    #[error("game {number}: the engine failed")]
    Failed { number: usize },
}

/// Table of a player, MB: what a few thousand nodes a move fill.
const HASH: usize = 2;
/// Openings tried before one with a side ahead is taken.
const ATTEMPTS: usize = 200;
/// Scores in games are kept up to this, centipawns.
const MOST_SCORE: i32 = 3000;

impl Run {
    /// A number that tells the run from others: it depends on whatever its games depend on.
    pub fn key(&self) -> u32 {
        let weights = self.weights.as_ref().map(|w| checksum(&w.to_bytes()));
        let Run { variant, nodes, seed, plies, within, win, most_plies, .. } = self;
        let rules = self.rules.text();
        let text = format!("{variant} {rules} {weights:?} {nodes} {seed} {plies:?} {within} {win} {most_plies}");
        let key = checksum(text.as_bytes());
        (key ^ key >> 32) as u32
    }

    /// The head of its file.
    pub fn head(&self) -> Head {
        let Run { games, nodes, seed, plies, within, win, most_plies, .. } = self;
        let (low, high) = (plies.start(), plies.end());
        let remarks = format!(
            "run {:08x} games {games} nodes {nodes} seed {seed} random-plies {low}-{high} within {within} win {win} \
             maxplies {most_plies} ataman {}",
            self.key(),
            env!("CARGO_PKG_VERSION")
        );
        Head { variant: self.variant, rules: self.rules.text(), remarks }
    }

    /// The numbers of the games that are left to play here.
    pub fn left(&self, known: &[GameRecord]) -> Vec<usize> {
        let key = self.key();
        let known: HashSet<usize> = known.iter().filter(|game| game.run == key).map(|game| game.number).collect();
        (self.shard.index..self.games).step_by(self.shard.of.max(1)).filter(|n| !known.contains(n)).collect()
    }

    /// Plays the games with these numbers; `each` gets them as they are finished, and says whether to go on.
    ///
    /// # Errors
    /// Weights that do not fit, no memory, no threads, or what `each` failed with.
    pub fn play<E: From<SelfPlayError> + Send>(
        &self,
        numbers: &[usize],
        each: &mut (dyn FnMut(GameRecord) -> Result<bool, E> + Send),
    ) -> Result<(), E> {
        self.variant.visit(&self.rules, Play { run: self, numbers, each })
    }
}

/// Plays, once it is known what.
struct Play<'a, E> {
    run: &'a Run,
    numbers: &'a [usize],
    each: &'a mut (dyn FnMut(GameRecord) -> Result<bool, E> + Send),
}

impl<E: From<SelfPlayError> + Send> Visitor for Play<'_, E> {
    type Out = Result<(), E>;

    fn visit<G: Notation, F: Features<G>>(self, game: G) -> Result<(), E> {
        let Play { run, numbers, each } = self;
        let judge = match &run.weights {
            None => built_in::<G, F>(),
            Some(weights) => Linear::new(weights).map_err(SelfPlayError::from)?,
        };
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let threads = run.threads.clamp(1, numbers.len().max(1));
        std::thread::scope(|scope| {
            let (sender, games) = sync_channel::<Result<GameRecord, SelfPlayError>>(16);
            for _ in 0..threads {
                let (sender, game, judge, next, stop) = (sender.clone(), &game, &judge, &next, &stop);
                let work = move || {
                    let mut player = match Player::<G, F>::new(run, game, judge) {
                        Ok(player) => player,
                        Err(error) => return drop(sender.send(Err(error))),
                    };
                    while !stop.load(Relaxed)
                        && let Some(&number) = numbers.get(next.fetch_add(1, Relaxed))
                    {
                        // A mistake in one game must not end the process in the middle of a line.
                        let played = catch_unwind(AssertUnwindSafe(|| player.play(number)));
                        if sender.send(played.map_err(|_| SelfPlayError::Failed { number })).is_err() {
                            return;
                        }
                    }
                };
                let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                thread.map_err(SelfPlayError::Threads)?;
            }
            drop(sender);
            let mut outcome = Ok(());
            for game in &games {
                let going = game.map_err(E::from).and_then(&mut *each);
                if !matches!(going, Ok(true)) {
                    stop.store(true, Relaxed);
                    outcome = going.map(|_| ());
                    break;
                }
            }
            // Whoever waits to send finds nobody, and ends.
            drop(games);
            outcome
        })
    }
}

/// One thread's player of both sides.
struct Player<'a, G: Game, F> {
    run: &'a Run,
    key: u32,
    game: &'a G,
    judge: &'a Linear<F>,
    table: Table,
    luggage: Option<Luggage<G>>,
    list: Vec<MoveOf<G>>,
}

impl<'a, G: Notation, F: Features<G>> Player<'a, G, F> {
    fn new(run: &'a Run, game: &'a G, judge: &'a Linear<F>) -> Result<Self, SelfPlayError> {
        let table = Table::new(HASH)?;
        Ok(Player { run, key: run.key(), game, judge, table, luggage: None, list: Vec::new() })
    }

    /// Plays a game.
    fn play(&mut self, number: usize) -> GameRecord {
        self.table.clear();
        self.luggage.iter_mut().for_each(Luggage::forget);
        let mut positions = self.opening(number);
        let fen = positions.last().map_or_else(String::new, |pos| self.game.fen(pos));
        let resign = (self.run.win > 0).then_some(ResignRule { moves: 4, score: self.run.win, both: true });
        let draw = Some(DrawRule { from: 40, moves: 10, score: 5 });
        let mut adjudicator = Adjudicator::new(Adjudication { resign, draw, most_moves: None });
        let mut moves = Vec::new();
        let result = loop {
            let Some(&pos) = positions.last() else { break GameResult::Draw };
            if let Some(ending) = ending(self.game, &positions, &mut self.list) {
                break result(pos.side(), ending);
            }
            if moves.len() >= self.run.most_plies as usize {
                break GameResult::Draw;
            }
            let Some(found) = self.search(&positions) else { break GameResult::Draw };
            let Some(&mv) = found.pv.first() else { break GameResult::Draw };
            moves.push((self.game.move_text(&pos, mv), self.lesson(&pos, &found)));
            positions.push(self.game.play(&pos, mv));
            if let Some((result, _)) = adjudicator.after(pos.side(), Some(found.score)) {
                break result;
            }
        };
        GameRecord { run: self.key, number, result, fen, moves }
    }

    /// The score of a position that something can be learned from: one in which nothing is under compulsion or about
    /// to be taken, and nothing is proven.
    fn lesson(&self, pos: &G::Pos, found: &Outcome<MoveOf<G>>) -> Option<i16> {
        let quiet = found.pv.first().is_some_and(|&mv| self.game.gain(pos, mv) == 0) && !self.game.compelled(pos);
        match found.score {
            Score::Centipawns(cp) if quiet => Some(cp.clamp(-MOST_SCORE, MOST_SCORE) as i16),
            _ => None,
        }
    }

    fn search(&mut self, positions: &[G::Pos]) -> Option<Outcome<MoveOf<G>>> {
        let pos = *positions.last()?;
        let keys: Vec<u64> = positions.iter().map(Position::key).collect();
        let limits = Limits { nodes: Some(self.run.nodes), ..Limits::default() };
        let task = Task { pos, keys: &keys, moves: &[], multipv: 1, limits: &limits };
        search_here((self.game, self.judge), &self.table, &task, &Control::new(false, false), &mut self.luggage)
    }

    /// The positions of an opening of random moves, the last of which is the first of the game: one in which neither
    /// side is far ahead, if chance gives such a one.
    fn opening(&mut self, number: usize) -> Vec<G::Pos> {
        let mut dice = Dice::new(self.run.seed, number as u64);
        let (least, most) = (*self.run.plies.start(), *self.run.plies.end());
        let mut last = vec![self.game.start()];
        for _ in 0..ATTEMPTS {
            let plies = least + dice.below((most.saturating_sub(least) + 1) as usize) as u32;
            let Some(positions) = self.walk(plies, &mut dice) else { continue };
            let found = self.search(&positions);
            self.table.clear();
            self.luggage.iter_mut().for_each(Luggage::forget);
            last = positions;
            if found.is_some_and(|found| matches!(found.score, Score::Centipawns(cp) if cp.abs() <= self.run.within)) {
                break;
            }
        }
        last
    }

    /// So many random moves; `None` if the game is over after them.
    fn walk(&mut self, plies: u32, dice: &mut Dice) -> Option<Vec<G::Pos>> {
        let mut positions = vec![self.game.start()];
        for _ in 0..plies {
            let pos = *positions.last()?;
            if ending(self.game, &positions, &mut self.list).is_some() {
                return None;
            }
            self.list.clear();
            self.game.moves(&pos, &mut self.list);
            positions.push(self.game.play(&pos, *self.list.get(dice.below(self.list.len()))?));
        }
        ending(self.game, &positions, &mut self.list).is_none().then_some(positions)
    }
}

/// The result, from the ending for the side to move.
fn result(side: Side, ending: Ending) -> GameResult {
    match ending.verdict {
        Verdict::Win => GameResult::Wins(side),
        Verdict::Loss => GameResult::Wins(!side),
        Verdict::Draw => GameResult::Draw,
    }
}
