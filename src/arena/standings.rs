//! The state of a tournament: who has scored what, from finished games.

use std::collections::HashMap;
use std::time::Duration;

use crate::engine::GameResult;
use crate::rules::Side;

use super::referee::{End, Game};
use super::statistics::Pentanomial;

/// What a player's moves used.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Use {
    /// Moves made.
    pub moves: u64,
    /// Time they took.
    pub time: Duration,
    /// Sum of the depths, and the moves that told one.
    pub depth: u64,
    /// Moves with a depth.
    pub deep_moves: u64,
    /// Nodes, and the time of the moves that told them.
    pub nodes: u64,
    /// Time of the moves with nodes.
    pub node_time: Duration,
}

impl Use {
    fn add(&mut self, other: &Use) {
        self.moves += other.moves;
        self.time += other.time;
        self.depth += other.depth;
        self.deep_moves += other.deep_moves;
        self.nodes += other.nodes;
        self.node_time += other.node_time;
    }

    /// Mean depth.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.deep_moves > 0).then(|| self.depth as f64 / self.deep_moves as f64)
    }

    /// Nodes a second.
    pub fn speed(&self) -> Option<f64> {
        let seconds = self.node_time.as_secs_f64();
        (self.nodes > 0 && seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}

/// What the standings need of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The pair, and which game of it.
    pub pair: usize,
    /// Is it the second game of its pair?
    pub second: bool,
    /// Names of White and Black.
    pub players: [String; 2],
    /// Who won.
    pub result: GameResult,
    /// The side that lost by a fault, if one did.
    pub fault: Option<Side>,
    /// What White and Black used.
    pub used: [Use; 2],
}

impl Summary {
    /// The summary of a game; the side to move after the opening is `first`.
    pub fn of(game: &Game, pair: usize, second: bool, players: [String; 2], first: Side) -> Self {
        let mut used = [Use::default(); 2];
        let mut side = first;
        for mv in &game.moves {
            let u = &mut used[side.index()];
            u.moves += 1;
            u.time += mv.took;
            if let Some(depth) = mv.info.depth {
                u.depth += u64::from(depth);
                u.deep_moves += 1;
            }
            if let Some(nodes) = mv.info.nodes {
                u.nodes += nodes;
                u.node_time += mv.took;
            }
            side = !side;
        }
        let fault = match &game.end {
            End::Fault(side, _) => Some(*side),
            _ => None,
        };
        Summary { pair, second, players, result: game.result, fault, used }
    }

    /// Half points of White and Black.
    fn halves(&self) -> [usize; 2] {
        match self.result {
            GameResult::Draw => [1, 1],
            GameResult::Wins(Side::White) => [2, 0],
            GameResult::Wins(Side::Black) => [0, 2],
        }
    }
}

/// The score of one player, against all or against one.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by a fault of its own.
    pub faults: u64,
    /// Pairs of games by their points.
    pub pairs: Pentanomial,
    /// What was used.
    pub used: Use,
}

impl Score {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win 1, a draw 1/2.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// Everybody's score.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    names: Vec<String>,
    /// Row's score against column.
    scores: Vec<Vec<Score>>,
    /// First halves of pairs that wait for the second, by match, pair and players in a fixed order.
    open: HashMap<(u64, usize, usize, usize), [usize; 2]>,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
}

impl Standings {
    /// Standings of these players before the first game. Others join as they play.
    pub fn new(names: &[String]) -> Self {
        let mut standings = Standings::default();
        for name in names {
            standings.seat(name);
        }
        standings
    }

    /// The index of a player.
    fn seat(&mut self, name: &str) -> usize {
        if let Some(i) = self.names.iter().position(|n| n == name) {
            return i;
        }
        self.names.push(name.to_owned());
        for row in &mut self.scores {
            row.push(Score::default());
        }
        self.scores.push(vec![Score::default(); self.names.len()]);
        self.names.len() - 1
    }

    /// Adds a game. Pairs are only put together within one match, named by `key`.
    pub fn add(&mut self, key: u64, game: &Summary) {
        // In the first game of a pair the player that stands first in the schedule has White.
        let [white, black] = &game.players;
        let seats = if game.second {
            let black = self.seat(black);
            [self.seat(white), black]
        } else {
            let white = self.seat(white);
            [white, self.seat(black)]
        };
        let halves = game.halves();
        match game.result {
            GameResult::Draw => self.draws += 1,
            GameResult::Wins(Side::White) => self.white_wins += 1,
            GameResult::Wins(Side::Black) => self.black_wins += 1,
        }
        for side in [Side::White, Side::Black] {
            let (me, other) = (side.index(), (!side).index());
            let score = &mut self.scores[seats[me]][seats[other]];
            match halves[me] {
                2 => score.wins += 1,
                1 => score.draws += 1,
                _ => score.losses += 1,
            }
            score.faults += u64::from(game.fault == Some(side));
            score.used.add(&game.used[me]);
        }
        let (low, high) = (seats[0].min(seats[1]), seats[0].max(seats[1]));
        let mine = if seats[0] == low { halves } else { [halves[1], halves[0]] };
        let pair = (key, game.pair, low, high);
        match self.open.remove(&pair) {
            None => {
                self.open.insert(pair, mine);
            }
            Some(first) => {
                self.scores[low][high].pairs.add(first[0] + mine[0]);
                self.scores[high][low].pairs.add(first[1] + mine[1]);
            }
        }
    }

    /// The players.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The score of a player against another.
    pub fn between(&self, a: usize, b: usize) -> &Score {
        &self.scores[a][b]
    }

    /// The score of a player against all.
    pub fn total(&self, a: usize) -> Score {
        let mut total = Score::default();
        for score in &self.scores[a] {
            total.wins += score.wins;
            total.draws += score.draws;
            total.losses += score.losses;
            total.faults += score.faults;
            total.used.add(&score.used);
            for (sum, n) in total.pairs.0.iter_mut().zip(score.pairs.0) {
                *sum += n;
            }
        }
        total
    }

    /// White's wins, draws and Black's wins.
    pub fn by_colour(&self) -> [u64; 3] {
        [self.white_wins, self.draws, self.black_wins]
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.by_colour().iter().sum()
    }
}
