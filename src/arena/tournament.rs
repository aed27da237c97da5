//! The tournament: workers that take games from the schedule, and keep it going whatever the players do.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::engine::{Session, Status, Variant};
use crate::locks;
use crate::rules::{RuleOptions, Side};

use super::builtin::BuiltIn;
use super::clock::Limit;
use super::hub::Hub;
use super::log::Log;
use super::openings::{Opening, Openings};
use super::player::{Answer, Fault, Player, Turn};
use super::referee::{self, Conduct, End, Game};
use super::schedule::{Schedule, Slot};
use super::spec::{EngineSpec, Protocol};
use super::ugi::Ugi;
use super::xboard::Xboard;

/// A tournament to be played.
pub struct Tournament {
    /// The game.
    pub variant: Variant,
    /// Its rule options.
    pub rules: RuleOptions,
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// What a move may use where an engine has no limit of its own.
    pub limit: Limit,
    /// Where the games begin.
    pub openings: Box<dyn Openings>,
    /// Who meets whom, and when.
    pub schedule: Schedule,
    /// How the referee goes about it.
    pub conduct: Conduct,
    /// Games at a time.
    pub concurrency: usize,
    /// Folder for the logs of what went over the pipes.
    pub log: Option<PathBuf>,
    /// Games that need not be played any more: pair, and which game of it.
    pub done: HashSet<(usize, bool)>,
}

/// A game that has just been finished.
pub struct Finished<'a> {
    /// Its place in the schedule.
    pub slot: Slot,
    /// Where it began.
    pub opening: &'a Opening,
    /// The side to move after the opening.
    pub first: Side,
    /// How it went.
    pub game: &'a Game,
}

impl Tournament {
    /// Looks for mistakes in the setting that would lose every game: programs that are not there, options that the
    /// built-in engine does not take, engines without a limit.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), String> {
        for (i, spec) in self.engines.iter().enumerate() {
            let refuse = |what: String| Err(format!("engine '{}': {what}", spec.name));
            if self.engines[..i].iter().any(|other| other.name == spec.name) {
                return refuse("two engines have this name".to_owned());
            }
            if !spec.limit_in(&self.limit).is_given() {
                return refuse("there is no limit: give --tc, --movetime, --nodes or --depth".to_owned());
            }
            let limit = spec.limit_in(&self.limit);
            match spec.protocol {
                Protocol::Hub if self.variant != Variant::RussianOfficial => {
                    return refuse(format!("Hub plays {} only", Variant::RussianOfficial));
                }
                Protocol::Xboard if limit.nodes.is_some() => {
                    return refuse("the protocol of XBoard knows no limit of nodes".to_owned());
                }
                _ => {}
            }
            if spec.protocol == Protocol::BuiltIn {
                if let Err(what) = BuiltIn::new(self.variant, &self.rules, &spec.options) {
                    return refuse(what);
                }
            } else if !is_program(spec) {
                return refuse(format!("there is no program '{}'", spec.command[0]));
            }
        }
        Ok(())
    }

    /// Plays all games. `each` hears of every finished one, in the order in which they end, and says whether to go on;
    /// games that are being played then are still finished.
    ///
    /// # Errors
    /// What `each` failed with.
    pub fn run<E: Send>(&self, each: impl FnMut(&Finished<'_>) -> Result<bool, E> + Send) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let each = Mutex::new((each, Ok(())));
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| {
                    let mut worker = Worker::new(self);
                    while !stop.load(Relaxed) {
                        let Some(slot) = self.schedule.get(next.fetch_add(1, Relaxed)) else { break };
                        if self.done.contains(&(slot.pair, slot.second)) {
                            continue;
                        }
                        let (opening, first, game) = worker.play(slot);
                        let mut each = locks::lock(&each);
                        let (hear, outcome) = &mut *each;
                        match hear(&Finished { slot, opening: &opening, first, game: &game }) {
                            Ok(true) => {}
                            Ok(false) => stop.store(true, Relaxed),
                            Err(error) => {
                                *outcome = Err(error);
                                stop.store(true, Relaxed);
                            }
                        }
                    }
                    worker.quit();
                });
            }
        });
        locks::into_inner(each).1
    }
}

/// Is there such a program? What the operating system says when it is started may come too late.
fn is_program(spec: &EngineSpec) -> bool {
    let Some(program) = spec.command.first() else { return false };
    if program.contains(std::path::MAIN_SEPARATOR) {
        let path = spec.folder.as_ref().map_or_else(|| PathBuf::from(program), |folder| folder.join(program));
        return path.is_file() || PathBuf::from(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file()) || cfg!(windows)
}

/// A worker plays one game at a time. Its engines live from game to game, unless they do something wrong.
struct Worker<'a> {
    tournament: &'a Tournament,
    players: Vec<Option<Box<dyn Player>>>,
    log: Log,
}

impl<'a> Worker<'a> {
    fn new(tournament: &'a Tournament) -> Self {
        let players = tournament.engines.iter().map(|_| None).collect();
        Worker { tournament, players, log: Log::default() }
    }

    fn start(&self, engine: usize) -> Result<Box<dyn Player>, Fault> {
        let t = self.tournament;
        let spec = &t.engines[engine];
        Ok(match spec.protocol {
            Protocol::BuiltIn => Box::new(BuiltIn::new(t.variant, &t.rules, &spec.options).map_err(Fault::NoStart)?),
            Protocol::Ugi | Protocol::Uci => {
                Box::new(Ugi::start(spec, t.variant, &t.rules, t.conduct.patience, &self.log)?)
            }
            Protocol::Hub => Box::new(Hub::start(spec, t.conduct.patience, &self.log)?),
            Protocol::Xboard => Box::new(Xboard::start(spec, t.variant, t.conduct.patience, &self.log)?),
        })
    }

    fn play(&mut self, slot: Slot) -> (Opening, Side, Game) {
        let t = self.tournament;
        let opening = t.openings.get(slot.round);
        let mut session = t.variant.open(&t.rules);
        // Openings have been tried when they were made.
        let _ = session.set_position(opening.fen.as_deref());
        for mv in &opening.moves {
            let _ = session.push(mv);
        }
        let first = match session.status() {
            Status::Open(side) | Status::Over(side, _) | Status::Forfeit(side) => side,
            Status::Missing => Side::White,
        };
        if let Some(folder) = &t.log {
            let name = format!("game-{}.{}.log", slot.pair + 1, 1 + usize::from(slot.second));
            if let Err(error) = self.log.begin(&folder.join(name)) {
                log::error!("no log: {error}");
            }
        }
        // Engines of other games make room for those of this one.
        for (i, player) in self.players.iter_mut().enumerate() {
            if !slot.seats.contains(&i)
                && let Some(mut player) = player.take()
            {
                player.quit();
            }
        }
        let [mut white, mut black] = slot.seats.map(|engine| {
            let player = self.players[engine].take();
            player.map_or_else(|| self.start(engine), Ok).unwrap_or_else(|fault| Box::new(Absent(fault)))
        });
        let limits = slot.seats.map(|engine| t.engines[engine].limit_in(&t.limit));
        let game = referee::play(session, &opening, [&mut *white, &mut *black], limits, &t.conduct);
        let faulty = match game.end {
            End::Fault(side, _) => Some(side),
            _ => None,
        };
        for (side, player) in [(Side::White, white), (Side::Black, black)] {
            // An absent one may not have had its turn; it gets another chance as well.
            self.players[slot.seats[side.index()]] =
                (faulty != Some(side)).then_some(player).filter(|p| p.is_present());
        }
        (opening, first, game)
    }

    fn quit(&mut self) {
        for player in self.players.iter_mut().flatten() {
            player.quit();
        }
    }
}

/// A player that could not be started: it loses by what went wrong.
struct Absent(Fault);

impl Player for Absent {
    fn new_game(&mut self, _start: &dyn Session, _side: Side) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn choose(&mut self, _turn: &Turn<'_>) -> Result<Answer, Fault> {
        Err(self.0.clone())
    }

    fn is_present(&self) -> bool {
        false
    }
}
