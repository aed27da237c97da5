//! CECP version 2, the protocol of XBoard and WinBoard, for Chess (Siberia) as a variant that the engine defines.
//!
//! CITE: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol".

mod clock;
mod setup;
mod thinking;

use std::io::BufRead;

use crate::engine::{Engine, Settings, Status, Variant};
use crate::rules::Side;
use crate::rules::notation::split_squares;
use crate::search::Limits;

use self::clock::TimeControl;
use self::thinking::{Thinking, Thought, agrees, claim};

use super::input::{Line, TOO_LONG, read_line};
use super::think::Ask;
use super::{Output, options};

/// Reads commands until `quit` or the end of input.
///
/// # Errors
/// Those of the reader.
pub fn run(mut input: impl BufRead, output: Output, mut engine: Engine) -> std::io::Result<()> {
    engine.set_variant(Variant::Siberia);
    let mut xboard = Xboard {
        output,
        engine,
        settings: Settings::default(),
        control: TimeControl::default(),
        thinking: None,
        mode: Mode::Play(Side::Black),
        over: false,
        post: false,
        draw_offered: false,
        last: None,
    };
    while let Some(line) = read_line(&mut input)? {
        match line {
            Line::TooLong => xboard.error(TOO_LONG, ""),
            Line::Text(text) => {
                let text = text.trim();
                let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
                if command == "quit" {
                    break;
                }
                xboard.command(command, rest.trim());
            }
        }
    }
    xboard.end_thinking(true);
    Ok(())
}

/// Who moves by the engine.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Mode {
    /// Nobody: moves are only entered.
    Force,
    /// The engine plays this side.
    Play(Side),
    /// The engine shows what it thinks of every position.
    Analyse,
}

struct Xboard {
    output: Output,
    engine: Engine,
    settings: Settings,
    control: TimeControl,
    thinking: Option<Thinking>,
    mode: Mode,
    /// The game has a result.
    over: bool,
    post: bool,
    draw_offered: bool,
    /// The engine's last move.
    last: Option<Thought>,
}

impl Xboard {
    fn error(&self, what: &str, command: &str) {
        let command: String = command.chars().take(100).filter(|c| !c.is_control()).collect();
        self.output.line(&format!("Error ({what}): {command}"));
    }

    fn command(&mut self, command: &str, rest: &str) {
        // A move that was printed has been made.
        if self.thinking.as_ref().is_some_and(Thinking::is_over) {
            self.end_thinking(false);
        }
        if self.act_at_once(command, rest) {
            return;
        }
        // Everything else changes the game or the engine: a move under way is not wanted any more.
        self.end_thinking(true);
        match command {
            "protover" => setup::features().iter().for_each(|line| self.output.line(line)),
            "new" => self.new_game(),
            "variant" => self.variant(rest),
            "setboard" => self.set_board(rest),
            "force" => self.mode = Mode::Force,
            "go" => self.play(|to_move| to_move),
            "playother" => self.play(|to_move| !to_move),
            "analyze" => self.mode = Mode::Analyse,
            "exit" => self.mode = Mode::Force,
            "usermove" => self.user_move(rest),
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "result" => self.over = true,
            "memory" => self.set("Hash", rest),
            "cores" => self.set("Threads", rest),
            "option" => match rest.split_once('=') {
                Some((name, value)) if setup::is_option(name) => self.set(name, value),
                _ => self.error("unknown option", rest),
            },
            _ if split_squares(command.trim_end_matches(char::is_alphabetic)).is_some() => self.user_move(command),
            _ => self.error("unknown command", command),
        }
        self.think();
    }

    /// The commands that leave a running search alone.
    fn act_at_once(&mut self, command: &str, rest: &str) -> bool {
        let understood = match command {
            "ping" => {
                self.output.line(&format!("pong {rest}"));
                Some(())
            }
            "?" => {
                if let (Some(thinking), Mode::Play(_)) = (&self.thinking, self.mode) {
                    thinking.hurry();
                }
                Some(())
            }
            "time" => self.control.time(rest),
            "level" => self.control.level(rest),
            "st" => self.control.fixed(rest),
            "sd" => self.control.depth(rest),
            "post" | "nopost" => {
                self.post = command == "post";
                Some(())
            }
            "draw" => {
                self.answer_draw();
                Some(())
            }
            "hint" => {
                if let Some(reply) = self.last.as_ref().and_then(|last| last.reply.as_ref()) {
                    self.output.line(&format!("Hint: {reply}"));
                }
                Some(())
            }
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" | "otim"
            | "hard" | "easy" | "." | "bk" => Some(()),
            _ => return false,
        };
        if understood.is_none() {
            self.error("bad number", &format!("{command} {rest}"));
        }
        true
    }

    /// Ends a search; a move that it has printed is played.
    fn end_thinking(&mut self, drop: bool) {
        let Some(thought) = self.thinking.take().and_then(|thinking| thinking.end(drop)) else { return };
        if self.engine.session_mut().push(&thought.best).is_ok() {
            self.draw_offered = false;
            self.over |= claim(self.engine.session()).is_some();
            self.last = Some(thought);
        }
    }

    fn to_move(&self) -> Option<Side> {
        match self.engine.session().status() {
            Status::Open(side) | Status::Over(side, _) => Some(side),
            Status::Forfeit(_) | Status::Missing => None,
        }
    }

    /// Starts to think if it is the engine's turn.
    fn think(&mut self) {
        let analyse = self.mode == Mode::Analyse;
        let turn = self.to_move().is_some_and(|side| self.mode == Mode::Play(side)) && !self.over;
        if !turn && !analyse {
            return;
        }
        let made = self.engine.session().record().map_or(0, |(_, moves)| moves.len() / 2);
        let limits = if analyse { Limits::default() } else { self.control.limits(made) };
        let ask = Ask { limits, multipv: 1, infinite: analyse, ..Ask::default() };
        let place = (&self.engine, &self.settings);
        match Thinking::start(place, ask, &self.output, self.post || analyse, self.draw_offered) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => self.error(&format!("no thread, {error}"), "go"),
        }
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        self.start_from(None);
        self.mode = Mode::Play(Side::Black);
        self.control.depth = None;
    }

    /// Begins a game at a position that is known to be good, the start position if `None`.
    fn start_from(&mut self, fen: Option<&str>) {
        if let Err(error) = self.engine.session_mut().set_position(fen) {
            log::error!("{error}");
        }
        self.over = false;
        self.draw_offered = false;
        self.last = None;
    }

    /// XBoard asks several times before a game, and wants the answer each time.
    fn variant(&mut self, name: &str) {
        if name != setup::VARIANT {
            return self.error("unsupported variant", name);
        }
        self.start_from(None);
        for line in setup::setup(&self.engine.session().start_fen()) {
            self.output.line(&line);
        }
    }

    fn set_board(&mut self, fen: &str) {
        let mut trial = self.engine.session().boxed();
        match trial.set_position(Some(fen)) {
            Ok(()) => self.start_from(Some(fen)),
            Err(error) => self.output.line(&format!("tellusererror Illegal position: {error}")),
        }
    }

    fn play(&mut self, side: impl Fn(Side) -> Side) {
        if let Some(to_move) = self.to_move() {
            self.mode = Mode::Play(side(to_move));
        }
    }

    fn user_move(&mut self, mv: &str) {
        if let Err(error) = self.engine.session().check(mv) {
            log::info!("{error}");
            return self.output.line(&format!("Illegal move: {mv}"));
        }
        let session = self.engine.session_mut();
        if session.push(mv).is_ok()
            && let Some(claim) = claim(session)
            && matches!(self.mode, Mode::Play(_))
        {
            self.over = true;
            self.output.line(&claim);
        }
    }

    fn take_back(&mut self, plies: usize) {
        let Some((fen, moves)) = self.engine.session().record().filter(|(_, moves)| moves.len() >= plies) else {
            return self.error("no move to take back", "undo");
        };
        self.start_from(Some(&fen));
        let session = self.engine.session_mut();
        for mv in &moves[..moves.len() - plies] {
            if let Err(error) = session.push(mv) {
                log::error!("{error}");
            }
        }
    }

    /// An offer is answered at once between moves, and otherwise with the move.
    fn answer_draw(&mut self) {
        self.draw_offered = true;
        if let Some(thinking) = &self.thinking {
            thinking.offer_draw();
        } else if self.last.as_ref().is_some_and(|last| agrees(self.engine.session(), last.score)) {
            self.output.line("offer draw");
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        if let Err(error) = options::set(&mut self.engine, &mut self.settings, name, value) {
            self.error(&error.to_string(), value);
        }
    }
}
