//! The engine of this program as a player, in process: no pipe, no text protocol, its own table, threads and options.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::engine::settings::DEFAULT_HASH;
use crate::engine::{Engine, Request, Session, Settings, Variant};
use crate::protocol::set_option;
use crate::rules::{RuleOptions, Side};
use crate::search::Control;

use super::player::{Act, Answer, Fault, Info, Player, Stage, Turn};

/// An engine in process.
pub struct BuiltIn {
    engine: Engine,
    settings: Settings,
    /// Moves that its session has played, and the position they began in.
    played: usize,
}

impl BuiltIn {
    /// An engine with options of its own.
    ///
    /// # Errors
    /// An option that it does not take, no memory, no threads.
    pub fn new(variant: Variant, rules: &RuleOptions, options: &[(String, String)]) -> Result<Self, String> {
        let mut engine = Engine::new(variant, rules.clone(), DEFAULT_HASH, 1).map_err(|e| e.to_string())?;
        let mut settings = Settings::default();
        for (name, value) in options {
            set_option(&mut engine, &mut settings, name, value).map_err(|e| e.to_string())?;
        }
        if engine.variant() != variant {
            return Err(format!("the match is one of {variant}, not of {}", engine.variant()));
        }
        Ok(BuiltIn { engine, settings, played: 0 })
    }
}

impl Player for BuiltIn {
    fn new_game(&mut self, start: &dyn Session, _side: Side) -> Result<(), Fault> {
        self.engine.new_game();
        let fen = start.record().map(|(fen, _)| fen);
        self.played = 0;
        self.engine.session_mut().set_position(fen.as_deref()).map_err(|e| Fault::NoStart(e.to_string()))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let control = Control::new(false, false);
        for mv in &turn.moves[self.played..] {
            self.engine.session_mut().push(mv).map_err(|e| Fault::NoStart(e.to_string()))?;
        }
        self.played = turn.moves.len();
        let (session, tools) = self.engine.parts();
        let mut limits = turn.watch().limits();
        self.settings.bound(&mut limits);
        // The choice depends on the position alone, so that a match repeats.
        let request = Request { limits, variety: self.settings.variety(0), ..Request::default() };
        // A mistake of ours must not end a match of others.
        let outcome = catch_unwind(AssertUnwindSafe(|| session.search(tools, &request, &control, &|_| {})));
        let took = control.since_go();
        match outcome {
            Err(_) => Err(Fault::Died(Stage::Thinking, "panic".to_owned())),
            Ok(None) => Err(Fault::WrongClaim("no move to play".to_owned())),
            Ok(Some(outcome)) => {
                let mv = outcome.pv.into_iter().next().unwrap_or_default();
                let depth = u32::try_from(outcome.depth).ok();
                let info = Info { score: Some(outcome.score), depth, nodes: Some(outcome.nodes) };
                Ok(Answer { act: Act::Move(mv), took, info })
            }
        }
    }
}
