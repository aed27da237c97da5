//! A session: one game, from its start position to the present one, behind an interface that speaks in text.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use crate::locks;
use crate::rules::notation::Layout;
use crate::rules::perft::{divide, perft, perft_parallel};
use crate::rules::{Ending, Game, MoveList, MoveOf, Notation, Position, Reason, Side, Verdict};
use crate::search::line::occurrences;
use crate::search::{Control, Judge, Known, Limits, Outcome, Report, Task, Tools, search};

use super::{EngineError, Variety};

/// A search that is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What it may use.
    pub limits: Limits,
    /// Moves to consider; empty for all. Those that are not legal are dropped.
    pub moves: Vec<String>,
    /// Number of lines; 0 is one as well.
    pub multipv: usize,
    /// Play a move that is not much worse than the best; `None` for the best.
    pub variety: Option<Variety>,
}

/// How a game ended, by the sides: player one is White, who moves first in the start position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// This side has won.
    Wins(Side),
    /// Nobody has.
    Draw,
}

/// The state of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// No position: the last one was refused.
    Missing,
    /// The game goes on, this side to move.
    Open(Side),
    /// Over by the rules; this side would be to move.
    Over(Side, Ending),
    /// This side made an illegal move.
    Forfeit(Side),
}

impl Status {
    /// Who won, if the game is over.
    pub fn result(self) -> Option<GameResult> {
        match self {
            Status::Missing | Status::Open(_) => None,
            Status::Forfeit(side) => Some(GameResult::Wins(!side)),
            Status::Over(side, ending) => Some(match ending.verdict {
                Verdict::Win => GameResult::Wins(side),
                Verdict::Loss => GameResult::Wins(!side),
                Verdict::Draw => GameResult::Draw,
            }),
        }
    }
}

/// One game. Everything goes in and out as text.
pub trait Session: Send + Sync {
    /// Sets a position, `None` for the start position. If it is refused, there is no position afterwards.
    ///
    /// # Errors
    /// Why the FEN was refused.
    fn set_position(&mut self, fen: Option<&str>) -> Result<(), EngineError>;

    /// Plays a move. An illegal one leaves the position and loses the game.
    ///
    /// # Errors
    /// Why the move was refused, or that there is nothing to move in.
    fn push(&mut self, mv: &str) -> Result<(), EngineError>;

    /// Would [`Session::push`] play this move?
    ///
    /// # Errors
    /// As those of `push`, but the game goes on.
    fn check(&self, mv: &str) -> Result<(), EngineError>;

    /// Takes over the game of another session as far as the rules here allow: its moves, or else its position.
    fn continue_from(&mut self, other: &dyn Session);

    /// Number of moves so far, both sides together.
    fn plies(&self) -> usize;

    /// The FEN that the game began with and its moves so far, if there is a position.
    fn record(&self) -> Option<(String, Vec<String>)>;

    /// A copy.
    fn boxed(&self) -> Box<dyn Session>;

    /// Is the game over, and how?
    fn status(&self) -> Status;

    /// Printed FEN of the present position.
    fn fen(&self) -> Option<String>;

    /// FEN of the start position.
    fn start_fen(&self) -> String;

    /// Key of the present position.
    fn key(&self) -> Option<u64>;

    /// How often the present position has occurred.
    fn repetitions(&self) -> usize;

    /// The legal moves, each with the FEN it leads to; none in a forfeited game.
    fn legal(&self) -> Vec<(String, String)>;

    /// Board and pieces.
    fn layout(&self) -> Layout;

    /// What stands on which field of the layout.
    fn contents(&self) -> Vec<(usize, String)>;

    /// What the board does not show.
    fn remarks(&self) -> Option<String>;

    /// The terms of the static evaluation from White's side, centipawns.
    fn terms(&self) -> Vec<(&'static str, i32)>;

    /// White's chance to win by the static evaluation, from 0 to 1, a draw counted as half a win.
    fn chance(&self) -> Option<f64>;

    /// Leaves of the tree of legal moves; `None` if stopped.
    fn perft(&self, depth: u32, parallel: bool, stop: &AtomicBool) -> Option<u64>;

    /// Leaves behind each legal move; `None` if stopped.
    fn divide(&self, depth: u32, parallel: bool, stop: &AtomicBool) -> Option<Vec<(String, u64)>>;

    /// Searches the present position to the end of its limits. `None` where there is no move to play: no position, no
    /// legal move, a game won on points, a forfeit.
    fn search(
        &self,
        tools: &Tools,
        request: &Request,
        control: &Control,
        report: &(dyn Fn(Report<String>) + Sync),
    ) -> Option<Outcome<String>>;
}

/// How a game that has gone through these positions has ended, if it has. `scratch` is a list to work in.
pub fn ending<G: Game>(game: &G, positions: &[G::Pos], scratch: &mut MoveList<G::Pos>) -> Option<Ending> {
    let pos = positions.last()?;
    let by_rule = game.ended(pos);
    if by_rule.is_some_and(|e| e.reason == Reason::Points) {
        return by_rule;
    }
    if game.count(pos, scratch) == 0 {
        return Some(game.stuck(pos));
    }
    if occurrences(positions.iter().map(Position::key), pos.reversible()) >= 3 {
        return Some(Ending::draw(Reason::Threefold));
    }
    by_rule
}

/// A session of a game with a judge, at the start position.
pub(super) fn open<G: Notation, J: Judge<G>>(game: G, judge: J) -> Box<dyn Session> {
    let start = game.start();
    Box::new(Played { rules: Arc::new((game, judge)), positions: vec![start], moves: Vec::new(), forfeit: false })
}

struct Played<G: Game, J> {
    rules: Arc<(G, J)>,
    /// All positions of the game, the last is the present one; none after a refused FEN.
    positions: Vec<G::Pos>,
    /// The moves between them, as printed.
    moves: Vec<String>,
    forfeit: bool,
}

impl<G: Notation, J: Judge<G>> Played<G, J> {
    fn game(&self) -> &G {
        &self.rules.0
    }

    fn now(&self) -> Option<&G::Pos> {
        self.positions.last()
    }

    fn keys(&self) -> Vec<u64> {
        self.positions.iter().map(Position::key).collect()
    }

    fn legal_moves(&self) -> MoveList<G::Pos> {
        let mut moves = Vec::new();
        if let Some(pos) = self.now().filter(|_| !self.forfeit) {
            self.game().moves(pos, &mut moves);
        }
        moves
    }

    /// A move of the present position, with the position.
    fn read(&self, mv: &str) -> Result<(G::Pos, MoveOf<G>), EngineError> {
        let pos = *self.now().ok_or(EngineError::NoPosition)?;
        if self.forfeit {
            return Err(EngineError::Forfeit);
        }
        Ok((pos, self.game().parse_move(&pos, mv)?))
    }

    /// A line of moves from the present position, as text; where endgame tables know its end, to the end.
    fn line(&self, pv: &[MoveOf<G>]) -> Vec<String> {
        let Some(mut pos) = self.now().copied() else { return Vec::new() };
        let mut known = pv.iter().copied();
        std::iter::from_fn(|| {
            let mv = known.next().or_else(|| self.known_move(&pos))?;
            let text = self.game().move_text(&pos, mv);
            pos = self.game().play(&pos, mv);
            Some(text)
        })
        .collect()
    }

    /// A move of a shortest win or a longest defence, if endgame tables know one. Each leads a ply nearer to the end.
    fn known_move(&self, pos: &G::Pos) -> Option<MoveOf<G>> {
        let (game, judge) = &*self.rules;
        let next = match judge.known(game, pos)? {
            Known::Win(plies) => Known::Loss(plies.checked_sub(1)?),
            Known::Loss(plies) => Known::Win(plies.checked_sub(1)?),
            Known::Draw | Known::NotLost | Known::NotWon => return None,
        };
        let mut moves = MoveList::<G::Pos>::new();
        game.moves(pos, &mut moves);
        moves.into_iter().find(|&mv| judge.known(game, &game.play(pos, mv)) == Some(next))
    }
}

impl<G: Notation, J: Judge<G>> Session for Played<G, J> {
    fn set_position(&mut self, fen: Option<&str>) -> Result<(), EngineError> {
        self.positions.clear();
        self.moves.clear();
        self.forfeit = false;
        let pos = match fen {
            None => self.game().start(),
            Some(fen) => self.game().parse_fen(fen)?,
        };
        self.positions.push(pos);
        Ok(())
    }

    fn push(&mut self, mv: &str) -> Result<(), EngineError> {
        let (pos, mv) = self.read(mv).inspect_err(|error| self.forfeit |= matches!(error, EngineError::Move(_)))?;
        self.moves.push(self.game().move_text(&pos, mv));
        self.positions.push(self.game().play(&pos, mv));
        Ok(())
    }

    fn check(&self, mv: &str) -> Result<(), EngineError> {
        self.read(mv).map(|_| ())
    }

    fn continue_from(&mut self, other: &dyn Session) {
        let forfeit = matches!(other.status(), Status::Forfeit(_));
        let replayed = other.record().is_some_and(|(fen, moves)| {
            self.set_position(Some(&fen)).is_ok() && moves.iter().all(|mv| self.push(mv).is_ok())
        });
        if !replayed && self.set_position(other.fen().as_deref()).is_err() {
            return;
        }
        if other.fen().is_none() {
            self.positions.clear();
        }
        self.forfeit = forfeit;
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn record(&self) -> Option<(String, Vec<String>)> {
        self.positions.first().map(|first| (self.game().fen(first), self.moves.clone()))
    }

    fn boxed(&self) -> Box<dyn Session> {
        Box::new(Played {
            rules: Arc::clone(&self.rules),
            positions: self.positions.clone(),
            moves: self.moves.clone(),
            forfeit: self.forfeit,
        })
    }

    fn status(&self) -> Status {
        let Some(pos) = self.now() else { return Status::Missing };
        let side = pos.side();
        if self.forfeit {
            return Status::Forfeit(side);
        }
        let ending = ending(self.game(), &self.positions, &mut Vec::new());
        ending.map_or(Status::Open(side), |ending| Status::Over(side, ending))
    }

    fn fen(&self) -> Option<String> {
        self.now().map(|pos| self.game().fen(pos))
    }

    fn start_fen(&self) -> String {
        self.game().fen(&self.game().start())
    }

    fn key(&self) -> Option<u64> {
        self.now().map(Position::key)
    }

    fn repetitions(&self) -> usize {
        self.now().map_or(0, |pos| occurrences(self.positions.iter().map(Position::key), pos.reversible()))
    }

    fn legal(&self) -> Vec<(String, String)> {
        let Some(pos) = self.now() else { return Vec::new() };
        let game = self.game();
        self.legal_moves().into_iter().map(|mv| (game.move_text(pos, mv), game.fen(&game.play(pos, mv)))).collect()
    }

    fn layout(&self) -> Layout {
        self.game().layout()
    }

    fn contents(&self) -> Vec<(usize, String)> {
        self.now().map_or_else(Vec::new, |pos| self.game().contents(pos))
    }

    fn remarks(&self) -> Option<String> {
        self.now().and_then(|pos| self.game().remarks(pos))
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let Some(pos) = self.now() else { return Vec::new() };
        self.rules.1.breakdown(self.game(), pos)
    }

    fn chance(&self) -> Option<f64> {
        let (game, judge) = &*self.rules;
        let value = |pos: &G::Pos| f64::from(judge.evaluate(game, pos) * pos.side().sign());
        self.now().map(|pos| 1.0 / (1.0 + (-value(pos) / judge.scale()).exp()))
    }

    fn perft(&self, depth: u32, parallel: bool, stop: &AtomicBool) -> Option<u64> {
        let run = if parallel { perft_parallel } else { perft };
        self.now().and_then(|pos| run(self.game(), pos, depth, stop))
    }

    fn divide(&self, depth: u32, parallel: bool, stop: &AtomicBool) -> Option<Vec<(String, u64)>> {
        let pos = self.now()?;
        let counts = divide(self.game(), pos, depth, parallel, stop)?;
        Some(counts.into_iter().map(|(mv, n)| (self.game().move_text(pos, mv), n)).collect())
    }

    fn search(
        &self,
        tools: &Tools,
        request: &Request,
        control: &Control,
        report: &(dyn Fn(Report<String>) + Sync),
    ) -> Option<Outcome<String>> {
        let pos = *self.now().filter(|_| !self.forfeit)?;
        let moves: Vec<_> = request.moves.iter().filter_map(|text| self.game().parse_move(&pos, text).ok()).collect();
        let keys = self.keys();
        let wanted = request.multipv.max(1);
        let multipv = request.variety.map_or(wanted, |_| wanted.max(Variety::LINES));
        let task = Task { pos, keys: &keys, moves: &moves, multipv, limits: &request.limits };
        let (game, judge) = &*self.rules;
        // The lines of the last iteration, where one of them is to be chosen.
        let lines = Mutex::new(Vec::new());
        let mut outcome = search(tools, (game, judge), &task, control, &|r| {
            if request.variety.is_some() {
                let mut lines = locks::lock(&lines);
                lines.truncate(r.multipv - 1);
                lines.push(r.clone());
            }
            if r.multipv <= wanted {
                let pv = self.line(&r.pv);
                report(r.with_pv(pv));
            }
        })?;
        if let Some(variety) = request.variety {
            let mut lines = locks::into_inner(lines);
            let chosen = variety.choose(pos.key(), &lines);
            if chosen > 0 {
                // Whose move is played is shown: the last line must be that of the move.
                let line = Report { multipv: 1, ..lines.swap_remove(chosen) };
                (outcome.pv, outcome.score) = (line.pv.clone(), line.score);
                let pv = self.line(&line.pv);
                report(line.with_pv(pv));
            }
        }
        let pv = self.line(&outcome.pv);
        Some(Outcome { pv, score: outcome.score, depth: outcome.depth, nodes: outcome.nodes, time: outcome.time })
    }
}
