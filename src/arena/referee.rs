//! The referee: plays one game between two players by our own rules. Nothing a player says of the game is believed.

use std::time::Duration;

use crate::engine::{GameResult, Session, Status};
use crate::rules::{Reason, Side};

use super::adjudicate::{Adjudication, Adjudicator};
use super::clock::{Limit, Watch};
use super::openings::Opening;
use super::player::{Act, Fault, Info, Player, Turn};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    Rules(Reason),
    /// By agreed scores or its length.
    Adjudicated(&'static str),
    /// This side gave up.
    Resigned(Side),
    /// This side did something wrong.
    Fault(Side, Fault),
}

impl End {
    /// The word for it in a PGN's `Termination` tag.
    pub fn termination(&self) -> &'static str {
        match self {
            End::Rules(_) | End::Resigned(_) => "normal",
            End::Adjudicated(_) => "adjudication",
            End::Fault(_, fault) => fault.termination(),
        }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Rules(reason) => reason.fmt(f),
            End::Adjudicated(why) => f.write_str(why),
            End::Resigned(side) => write!(f, "{side} resigns"),
            End::Fault(side, fault) => write!(f, "{side}: {fault}"),
        }
    }
}

/// A move of a game, with what its player said and used.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// As printed.
    pub text: String,
    /// What the player said of it.
    pub info: Info,
    /// Time it took by the referee's watch.
    pub took: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The moves after the opening.
    pub moves: Vec<Played>,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub end: End,
}

/// What the referee goes by.
#[derive(Copy, Clone, Debug)]
pub struct Conduct {
    /// Lateness that is forgiven.
    pub margin: Duration,
    /// How long a player may take where no clock says so.
    pub patience: Duration,
    /// When a game is ended before its end.
    pub adjudication: Adjudication,
}

/// Plays a game from an opening, at whose end `session` stands.
pub fn play(
    mut session: Box<dyn Session>,
    opening: &Opening,
    players: [&mut dyn Player; 2],
    limits: [Limit; 2],
    conduct: &Conduct,
) -> Game {
    let mut watches = limits.map(Watch::new);
    let mut adjudicator = Adjudicator::new(conduct.adjudication);
    let mut moves = opening.moves.clone();
    let mut played = Vec::new();
    let start = session.boxed();
    let [white, black] = players;
    for (player, side) in [(&mut *white, Side::White), (&mut *black, Side::Black)] {
        if let Err(fault) = player.new_game(&*at_start(&*start, opening), side) {
            return lost(played, side, End::Fault(side, fault));
        }
    }
    loop {
        let side = match session.status() {
            Status::Open(side) => side,
            status => return over(played, status),
        };
        let watch = &watches[side.index()];
        let patience = watch.allowed().map_or(conduct.patience, |allowed| allowed + conduct.margin);
        let turn =
            Turn { session: &*session, fen: opening.fen.as_deref(), moves: &moves, side, watches: &watches, patience };
        let player = if side == Side::White { &mut *white } else { &mut *black };
        let answer = match player.choose(&turn) {
            Ok(answer) => answer,
            Err(fault) => return lost(played, side, End::Fault(side, fault)),
        };
        if let Err(late) = watches[side.index()].spend(answer.took, conduct.margin) {
            return lost(played, side, End::Fault(side, Fault::Late(late.0)));
        }
        let text = match answer.act {
            Act::Move(text) => text,
            Act::Resign => return lost(played, side, End::Resigned(side)),
            Act::Claim(claim) => return lost(played, side, End::Fault(side, Fault::WrongClaim(claim))),
        };
        if session.push(&text).is_err() {
            return lost(played, side, End::Fault(side, Fault::Illegal(text)));
        }
        let printed = session.record().and_then(|(_, all)| all.last().cloned()).unwrap_or(text);
        moves.push(printed.clone());
        // Records keep microseconds: what is counted now is what is read from them later.
        let took = Duration::from_micros(answer.took.as_micros() as u64);
        played.push(Played { text: printed, info: answer.info, took });
        let open = matches!(session.status(), Status::Open(_));
        if let Some((result, why)) = adjudicator.after(side, answer.info.score).filter(|_| open) {
            return Game { moves: played, result, end: End::Adjudicated(why) };
        }
    }
}

/// The position that the opening begins with.
fn at_start(session: &dyn Session, opening: &Opening) -> Box<dyn Session> {
    let mut start = session.boxed();
    // It was accepted when the opening was read.
    let _ = start.set_position(opening.fen.as_deref());
    start
}

fn lost(moves: Vec<Played>, side: Side, end: End) -> Game {
    Game { moves, result: GameResult::Wins(!side), end }
}

fn over(moves: Vec<Played>, status: Status) -> Game {
    let result = status.result().unwrap_or(GameResult::Draw);
    let end = match status {
        Status::Over(_, ending) => End::Rules(ending.reason),
        _ => End::Adjudicated("no position"),
    };
    Game { moves, result, end }
}
