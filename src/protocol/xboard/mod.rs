//! CECP version 2, the protocol of XBoard and WinBoard, for Chess (Siberia) as a variant that the engine defines.
//!
//! CITE: Tim Mann and H.G. Muller, "Chess Engine Communication Protocol".

mod clock;
mod pondering;
mod setup;
mod thinking;

use std::io::BufRead;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::engine::{Engine, Session, Settings, Status, Variant};
use crate::rules::Side;
use crate::rules::notation::split_squares;
use crate::search::Limits;

use self::clock::TimeControl;
use self::pondering::Pondering;
use self::thinking::{Order, Thinking, Thought, agrees, claim};

use super::input::{Line, TOO_LONG, read_line};
use super::think::Ask;
use super::{Output, options};

/// What the game hears of.
enum Event {
    Line(Line),
    /// A move has been printed.
    Moved,
    /// There is no more input.
    End,
}

/// Lines that may wait to be acted on; a client that sends more has to wait itself.
const WAITING: usize = 64;

/// Reads commands until `quit` or the end of input.
///
/// # Errors
/// Those of the reader, or that the operating system gives no thread.
pub fn run(mut input: impl BufRead, output: Output, mut engine: Engine) -> std::io::Result<()> {
    engine.set_variant(Variant::Siberia);
    let (events, inbox) = sync_channel(WAITING);
    let mut xboard = Xboard {
        output,
        engine,
        settings: Settings::default(),
        control: TimeControl::default(),
        thinking: None,
        pondering: None,
        mode: Mode::Play(Side::Black),
        over: false,
        post: false,
        hard: false,
        draw_offered: false,
        last: None,
        events: events.clone(),
    };
    // Somebody has to read on while the game goes on by itself: pondering begins when a move has been made.
    std::thread::scope(|scope| {
        std::thread::Builder::new().name("game".into()).spawn_scoped(scope, move || xboard.play_on(&inbox))?;
        let read = loop {
            match read_line(&mut input) {
                Ok(Some(line)) => {
                    let quit = matches!(&line, Line::Text(text) if text.split_whitespace().next() == Some("quit"));
                    if quit || events.send(Event::Line(line)).is_err() {
                        break Ok(());
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        // Nobody listens any more only if the game has ended already.
        let _ = events.send(Event::End);
        read
    })
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
    pondering: Option<Pondering>,
    mode: Mode,
    /// The game has a result.
    over: bool,
    post: bool,
    /// The engine thinks in its opponent's time too.
    hard: bool,
    draw_offered: bool,
    /// The engine's last move.
    last: Option<Thought>,
    events: SyncSender<Event>,
}

impl Xboard {
    fn play_on(&mut self, events: &Receiver<Event>) {
        for event in events {
            match event {
                Event::Line(Line::TooLong) => self.error(TOO_LONG, ""),
                Event::Line(Line::Text(text)) => {
                    let text = text.trim();
                    let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
                    self.command(command, rest.trim());
                }
                Event::Moved => self.look_at_move(),
                Event::End => break,
            }
            self.ponder();
        }
        self.end_pondering();
        self.end_thinking(true);
    }

    /// What a search calls when it has printed its move. If so many lines wait that it is not heard, the next of them
    /// shows the move too.
    fn nudge(&self) -> impl FnOnce() + Send + 'static {
        let events = self.events.clone();
        move || drop(events.try_send(Event::Moved))
    }

    /// Says a line that may quote the input: it stays one line of some length, whatever was sent.
    fn quote(&self, text: &str) {
        let text: String = text.chars().filter(|c| !c.is_control()).take(300).collect();
        self.output.line(&text);
    }

    fn error(&self, what: &str, command: &str) {
        self.quote(&format!("Error ({what}): {command}"));
    }

    fn command(&mut self, command: &str, rest: &str) {
        self.look_at_move();
        if self.act_at_once(command, rest) {
            return;
        }
        // Everything else changes the game or the engine: a move under way is not wanted any more. Only the opponent's
        // move may be what a search was begun for.
        self.end_thinking(true);
        let moves = command == "usermove" || is_move(command);
        if !moves {
            self.end_pondering();
        }
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
            _ if moves => self.user_move(command),
            _ => self.error("unknown command", command),
        }
        self.ponder_move();
        self.think();
    }

    /// A move that was printed has been made.
    fn look_at_move(&mut self) {
        if self.thinking.as_ref().is_some_and(Thinking::is_over) {
            self.end_thinking(false);
        }
    }

    /// The commands that leave a running search alone.
    fn act_at_once(&mut self, command: &str, rest: &str) -> bool {
        let understood = match command {
            "ping" => {
                self.quote(&format!("pong {rest}"));
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
            "hard" | "easy" => {
                self.hard = command == "hard";
                if !self.hard {
                    self.end_pondering();
                }
                Some(())
            }
            "hint" => {
                if let Some(reply) = self.last.as_ref().and_then(|last| last.reply.as_ref()) {
                    self.output.line(&format!("Hint: {reply}"));
                }
                Some(())
            }
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" | "otim"
            | "." | "bk" => Some(()),
            _ => return false,
        };
        if understood.is_none() {
            self.error("bad number", &format!("{command} {rest}"));
        }
        true
    }

    /// Ends a search; a move that it has printed is played.
    fn end_thinking(&mut self, drop: bool) {
        let Some((thought, took)) = self.thinking.take().and_then(|thinking| thinking.end(drop)) else { return };
        if self.engine.session_mut().push(&thought.best).is_ok() {
            let made = self.engine.session().plies().div_ceil(2);
            self.control.spend(took, made);
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

    /// What the engine may use for its move in a game.
    fn limits(&self, session: &dyn Session) -> Limits {
        self.control.limits(session.plies() / 2)
    }

    /// Starts to think if it is the engine's turn.
    fn think(&mut self) {
        let analyse = self.mode == Mode::Analyse;
        let turn = self.to_move().is_some_and(|side| self.mode == Mode::Play(side)) && !self.over;
        if self.thinking.is_some() || !turn && !analyse {
            return;
        }
        let limits = if analyse { Limits::default() } else { self.limits(self.engine.session()) };
        let (session, tools) = self.engine.detach();
        let order = Order {
            session,
            tools,
            settings: &self.settings,
            ask: Ask { limits, multipv: 1, infinite: analyse, ..Ask::default() },
            post: self.post || analyse,
            draw_offered: self.draw_offered,
            expected: None,
        };
        match Thinking::start(order, &self.output, self.nudge()) {
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
            Err(error) => self.quote(&format!("tellusererror Illegal position: {error}")),
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
            return self.quote(&format!("Illegal move: {mv}"));
        }
        // What was expected has been answered, one way or the other.
        if let Some(last) = &mut self.last {
            last.reply = None;
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
        } else if !self.over
            && matches!(self.mode, Mode::Play(_))
            && self.last.as_ref().is_some_and(|last| agrees(self.engine.session(), last.score))
        {
            self.output.line("offer draw");
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        if let Err(error) = options::set(&mut self.engine, &mut self.settings, name, value) {
            self.error(&error.to_string(), value);
        }
    }
}

/// Does a command look like a move? Some programs send moves without a word before them.
fn is_move(command: &str) -> bool {
    split_squares(command.trim_end_matches(char::is_alphabetic)).is_some()
}
