//! The engine in its opponent's time: a search of the position after the move that is expected.

use std::time::Duration;

use crate::engine::Status;
use crate::protocol::think::Ask;
use crate::search::Limits;

use super::thinking::{Order, Thinking};
use super::{Mode, Xboard};

/// A search of what the opponent is expected to play.
pub(super) struct Pondering {
    thinking: Thinking,
    /// The position after the expected move.
    fen: Option<String>,
    /// What the answer may take, as far as it was known when the search began.
    limits: Limits,
}

/// How much less time than was reckoned with is no reason to begin anew.
const TOLERANCE: Duration = Duration::from_millis(50);

impl Xboard {
    /// Begins to ponder where there is something to ponder on.
    pub(super) fn ponder(&mut self) {
        let waiting = matches!(self.mode, Mode::Play(side) if self.to_move() == Some(!side));
        if !self.hard || !waiting || self.over || self.thinking.is_some() || self.pondering.is_some() {
            return;
        }
        let Some(reply) = self.last.as_ref().and_then(|last| last.reply.clone()) else { return };
        let (mut session, tools) = self.engine.detach();
        if session.push(&reply).is_err() || !matches!(session.status(), Status::Open(_)) {
            return;
        }
        let limits = self.limits(&*session);
        let fen = session.fen();
        let order = Order {
            session,
            tools,
            settings: &self.settings,
            ask: Ask { limits: limits.clone(), multipv: 1, ..Ask::default() },
            post: self.post,
            draw_offered: false,
            expected: Some(reply),
        };
        match Thinking::start(order, &self.output, self.nudge()) {
            Ok(thinking) => self.pondering = Some(Pondering { thinking, fen, limits }),
            // It is a help only.
            Err(error) => log::warn!("no thread to ponder: {error}"),
        }
    }

    /// The opponent has moved. If it was expected, and the clock is as expected too, the search becomes that of the
    /// answer; otherwise it has filled the table at least.
    pub(super) fn ponder_move(&mut self) {
        let Some(Pondering { mut thinking, fen, limits }) = self.pondering.take() else { return };
        let session = self.engine.session();
        let expected = session.fen() == fen && !self.over && matches!(self.mode, Mode::Play(_));
        if !expected || !covers(&self.limits(session), &limits) {
            thinking.end(true);
            return;
        }
        if self.draw_offered {
            thinking.offer_draw();
        }
        thinking.hit();
        self.thinking = Some(thinking);
    }

    /// Ends pondering without a move.
    pub(super) fn end_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            pondering.thinking.end(true);
        }
    }
}

/// May a search of these limits go on under the others, which are the true ones?
fn covers(now: &Limits, then: &Limits) -> bool {
    let clock = match (now.clock, then.clock) {
        (Some(now), Some(then)) => {
            now.remaining + TOLERANCE >= then.remaining
                && now.increment == then.increment
                && now.moves_to_go == then.moves_to_go
        }
        (now, then) => now == then,
    };
    clock && now.depth == then.depth && now.move_time == then.move_time
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    #[test]
    fn a_search_goes_on_if_there_is_time_for_it() {
        let clock = |ms| {
            let clock = Clock { remaining: Duration::from_millis(ms), increment: Duration::ZERO, moves_to_go: None };
            Limits { clock: Some(clock), ..Limits::default() }
        };
        assert!(covers(&clock(1000), &clock(1000)) && covers(&clock(2000), &clock(1000)));
        assert!(covers(&clock(960), &clock(1000)) && !covers(&clock(900), &clock(1000)));
        let fixed = |ms| Limits { move_time: Some(Duration::from_millis(ms)), ..Limits::default() };
        assert!(covers(&fixed(5), &fixed(5)) && !covers(&fixed(5), &fixed(9)) && !covers(&fixed(5), &clock(5)));
        assert!(!covers(&Limits { depth: Some(3), ..fixed(5) }, &fixed(5)));
    }
}
