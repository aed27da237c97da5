//! A player: whoever is asked for a move, and what it can do wrong.

use std::fmt;
use std::time::{Duration, Instant};

use crate::engine::Session;
use crate::rules::Side;
use crate::search::Score;

use super::clock::Watch;

/// One player in one seat. A player that has committed a fault is thrown away and started anew.
pub trait Player: Send {
    /// Prepares for a game.
    ///
    /// # Errors
    /// What the player did wrong; it has lost the game.
    fn new_game(&mut self, start: &dyn Session, side: Side) -> Result<(), Fault>;

    /// Asks for a move.
    ///
    /// # Errors
    /// What the player did wrong; it has lost the game.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;

    /// Says goodbye; a player that does not go is made to go.
    fn quit(&mut self) {}

    /// Can it play at all?
    fn is_present(&self) -> bool {
        true
    }
}

/// A position in which a player has to move.
pub struct Turn<'a> {
    /// The game so far.
    pub session: &'a dyn Session,
    /// The FEN it began with, `None` for the start position.
    pub fen: Option<&'a str>,
    /// All moves from there.
    pub moves: &'a [String],
    /// The side that moves.
    pub side: Side,
    /// The watches of White and Black.
    pub watches: &'a [Watch; 2],
    /// How long to wait for an answer before the player is given up.
    pub patience: Duration,
}

impl Turn<'_> {
    /// The watch of the side to move.
    pub fn watch(&self) -> &Watch {
        &self.watches[self.side.index()]
    }
}

/// What a player answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What it does.
    pub act: Act,
    /// From the question to the answer.
    pub took: Duration,
    /// What it said of its move.
    pub info: Info,
}

/// What a player does at its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Plays a move, legal or not.
    Move(String),
    /// Gives up.
    Resign,
    /// Says that the game is over, in these words; it is not, or the player would not have been asked.
    Claim(String),
}

/// What a player said of its search.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// From the side to move.
    pub score: Option<Score>,
    /// Depth it named, plies.
    pub depth: Option<u32>,
    /// Nodes it named.
    pub nodes: Option<u64>,
}

/// When a player died.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// At the handshake.
    Starting,
    /// Before a game.
    NewGame,
    /// On its move.
    Thinking,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Starting => "while starting",
            Stage::NewGame => "at the start of a game",
            Stage::Thinking => "while thinking",
        })
    }
}

/// What a player did wrong. Each loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started.
    NoStart(String),
    /// It did not answer the handshake.
    NoHandshake,
    /// It did not get ready for a game.
    NotReady,
    /// The process ended.
    Died(Stage, String),
    /// The process lives, but its output is closed.
    ClosedOutput(Stage),
    /// It does not read what it is sent.
    ClosedInput(Stage),
    /// It said nothing after `go`, not even when told to stop.
    Silent,
    /// The answer came too late, by so much.
    Late(Duration),
    /// It searched on when told to stop.
    StopIgnored,
    /// The move is not legal, or is none.
    Illegal(String),
    /// The answer cannot be read.
    Malformed(String),
    /// It said that the game is over.
    WrongClaim(String),
    /// It printed without end.
    Flood,
}

impl Fault {
    /// What is wrong with a player that gave no answer in time to a question asked at `asked` and was told to stop:
    /// `answered` is when it did after all, `spoke` whether it printed anything meanwhile.
    pub fn overdue(turn: &Turn<'_>, asked: Instant, answered: Option<Instant>, spoke: bool) -> Fault {
        match answered {
            Some(at) => {
                let took = at.saturating_duration_since(asked);
                Fault::Late(took.saturating_sub(turn.watch().allowed().unwrap_or(turn.patience)))
            }
            None if spoke => Fault::StopIgnored,
            None => Fault::Silent,
        }
    }

    /// The word for it in a PGN's `Termination` tag.
    pub fn termination(&self) -> &'static str {
        match self {
            Fault::Late(_) | Fault::Silent | Fault::StopIgnored => "time forfeit",
            Fault::Illegal(_) | Fault::Malformed(_) | Fault::WrongClaim(_) => "rules infraction",
            _ => "abandoned",
        }
    }
}

/// Longest text of an engine that is quoted, characters.
const QUOTED: usize = 60;

/// An engine's words on one line, cut to a reasonable length.
pub(super) fn quote(text: &str) -> String {
    let clean = |c: char| if c.is_control() || matches!(c, '{' | '}' | '"' | '\\') { '?' } else { c };
    let short: String = text.trim().chars().take(QUOTED).map(clean).collect();
    if text.trim().chars().nth(QUOTED).is_some() { short + "..." } else { short }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoStart(why) => write!(f, "cannot be started: {}", quote(why)),
            Fault::NoHandshake => f.write_str("no answer to the handshake"),
            Fault::NotReady => f.write_str("not ready for the game"),
            Fault::Died(stage, how) => write!(f, "ended {stage} ({how})"),
            Fault::ClosedOutput(stage) => write!(f, "closed its output {stage}"),
            Fault::ClosedInput(stage) => write!(f, "does not read its input {stage}"),
            Fault::Silent => f.write_str("silent after go"),
            Fault::Late(by) => write!(f, "too late by {} ms", by.as_millis()),
            Fault::StopIgnored => f.write_str("ignored stop"),
            Fault::Illegal(mv) => write!(f, "illegal move '{}'", quote(mv)),
            Fault::Malformed(line) => write!(f, "malformed answer '{}'", quote(line)),
            Fault::WrongClaim(claim) => write!(f, "wrong result claim '{}'", quote(claim)),
            Fault::Flood => f.write_str("output without end"),
        }
    }
}
