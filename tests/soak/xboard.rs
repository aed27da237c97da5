//! A client of CECP who plays siberia as XBoard does, and takes back, enters, analyses and pesters.

use std::time::Duration;

use ataman::engine::{GameResult, Session, Status, Variant};
use ataman::rules::{RuleOptions, Side};

use crate::madman::Dice;
use crate::process::Process;
use crate::{Client, Figures};

pub struct Player {
    process: Process,
    figures: Figures,
    pings: u64,
    /// The side of the program.
    side: Side,
}

/// A line that may come at any time.
fn may_come(line: &str) -> bool {
    let numbers = line.split(' ').take(4).filter(|word| word.parse::<i64>().is_ok()).count();
    numbers == 4 || line.starts_with("Hint: ") || line == "offer draw" || line.starts_with("pong ")
}

/// The moves of a line of thinking about the present position; `None` for a line of something else, or of a move that is
/// only expected.
fn line_of_moves(line: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = line.split(' ').collect();
    let numbers = words.iter().take(4).all(|word| word.parse::<i64>().is_ok());
    (numbers && words.len() > 4 && !words[4].starts_with('(')).then(|| words[4..].to_vec())
}

fn to_move(game: &dyn Session) -> Option<Side> {
    match game.status() {
        Status::Open(side) => Some(side),
        _ => None,
    }
}

impl Player {
    pub fn new() -> Self {
        let mut process = Process::start();
        process.send("xboard");
        process.send("protover 2");
        process.until(|line| line == "feature done=1");
        Player { process, figures: Figures::default(), pings: 0, side: Side::Black }
    }

    fn send(&mut self, line: &str) {
        self.figures.commands += 1;
        self.process.send(line);
    }

    /// Waits until all has been read; nothing may have come but what may come at any time.
    fn sync(&mut self) {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.send(&format!("ping {}", self.pings));
        let lines = self.process.until(|line| line == pong);
        assert!(lines.iter().all(|line| may_come(line)), "{lines:?}");
    }

    /// Sends a line that is answered by one like this.
    fn refused(&mut self, line: &str, answer: &str) {
        self.send(line);
        let lines = self.process.until(|line| line.starts_with(answer));
        assert!(lines[..lines.len() - 1].iter().all(|line| may_come(line)), "{line}: {lines:?}");
    }

    fn begin(&mut self, dice: &mut Dice) -> Box<dyn Session> {
        self.send("new");
        self.side = Side::Black;
        self.send("level 0 1 0");
        let level =
            dice.word(&["st 0.002", "st 0.01", "sd 3", "level 0 0:01 0.01", "level 40 0:02 0", "level 1 0:00 0"]);
        self.send(level);
        if level == "sd 3" {
            self.send("st 0.02");
        }
        for words in [["hard", "easy"], ["post", "nopost"], ["memory 1", "memory 2"], ["cores 1", "cores 2"]] {
            let word = dice.word(&words);
            self.send(word);
        }
        self.send(&format!("option Skill={}", dice.word(&[20, 20, 0, 9])));
        self.sync();
        Variant::Siberia.open(&RuleOptions::default())
    }

    /// The program's move comes, and is legal, and so is what it thinks.
    fn answer(&mut self, game: &mut dyn Session, dice: &mut Dice) {
        if dice.below(3) == 0 {
            std::thread::sleep(Duration::from_micros(dice.next() % 3000));
            self.send(dice.word(&["?", "draw", "hint", "time 100", "otim 100", "."]));
        }
        let mut lines = self.process.until(|line| line.starts_with("move "));
        let mv = lines.pop().unwrap_or_default();
        for line in &lines {
            assert!(may_come(line), "{lines:?}");
            if let Some(moves) = line_of_moves(line) {
                let mut thought = game.boxed();
                for mv in moves {
                    assert!(thought.push(mv).is_ok(), "{mv} in '{line}' at {:?}", game.fen());
                }
            }
        }
        let mv = mv.strip_prefix("move ").unwrap_or_default();
        let fen = game.fen();
        assert!(game.push(mv).is_ok(), "{mv} at {fen:?}");
        self.figures.searches += 1;
    }

    /// The result of a game that has ended is claimed.
    fn claimed(&mut self, game: &dyn Session) {
        let result = match game.status().result() {
            Some(GameResult::Wins(Side::White)) => "1-0 {",
            Some(GameResult::Wins(Side::Black)) => "0-1 {",
            Some(GameResult::Draw) => "1/2-1/2 {",
            None => return,
        };
        let lines = self.process.until(|line| line.contains('{'));
        let (last, before) = lines.split_last().expect("a line");
        assert!(last.starts_with(result) && before.iter().all(|line| may_come(line)), "{lines:?}");
        self.send(&format!("result {last}"));
        self.figures.games += 1;
    }

    /// A random legal move.
    fn any(game: &dyn Session, dice: &mut Dice) -> String {
        dice.pick(&game.legal()).0.clone()
    }

    /// Takes back so many plies.
    fn rewind(game: &mut dyn Session, plies: usize) {
        let (fen, moves) = game.record().expect("a game");
        game.set_position(Some(&fen)).expect("it was one");
        for mv in &moves[..moves.len() - plies] {
            game.push(mv).expect("it was legal");
        }
    }

    /// Something else than a move, in the client's turn.
    fn disturb(&mut self, game: &mut dyn Session, dice: &mut Dice) {
        let plies = game.record().map_or(0, |(_, moves)| moves.len());
        match dice.below(12) {
            0 => self.refused("usermove a1a9", "Illegal move: a1a9"),
            1 => self.refused("dance", "Error (unknown command)"),
            2 => self.refused("level soon", "Error (bad number)"),
            3 => self.refused("setboard 8/8 w", "tellusererror Illegal position"),
            4 => self.refused("option Skill=21", "Error (option Skill"),
            5 => {
                self.send(dice.word(&["draw", "hint", "?", ".", "hard", "easy", "random", "name x", "rating 1 2", ""]))
            }
            6 if plies >= 2 => {
                self.send("remove");
                Self::rewind(game, 2);
            }
            7 if plies >= 1 => {
                // In force mode, so that the program does not move at once.
                self.send("force");
                self.send("undo");
                Self::rewind(game, 1);
                self.resume(game, dice);
            }
            8 => {
                self.send("force");
                for _ in 0..dice.below(6) {
                    if to_move(game).is_none() {
                        break;
                    }
                    let mv = Self::any(game, dice);
                    self.send(&format!("usermove {mv}"));
                    game.push(&mv).expect("it is legal");
                }
                self.resume(game, dice);
            }
            9 => {
                self.send("analyze");
                if to_move(game).is_some() {
                    let mv = Self::any(game, dice);
                    self.send(&format!("usermove {mv}"));
                    self.send("undo");
                }
                self.figures.searches += 1;
                self.send("exit");
                self.resume(game, dice);
            }
            10 => {
                let fen = game.fen().expect("a position");
                self.send("force");
                self.send(&format!("setboard {fen}"));
                game.set_position(Some(&fen)).expect("it was one");
                self.resume(game, dice);
            }
            _ => self.sync(),
        }
    }

    /// Leaves force mode: the program plays the side to move, or the other one.
    fn resume(&mut self, game: &dyn Session, dice: &mut Dice) {
        let Some(side) = to_move(game) else { return };
        self.sync();
        self.side = if dice.below(2) == 0 { side } else { !side };
        self.send(if self.side == side { "go" } else { "playother" });
    }
}

impl Client for Player {
    fn name(&self) -> &'static str {
        "xboard"
    }

    fn turn(&mut self, dice: &mut Dice) {
        let mut game = self.begin(dice);
        for _ in 0..20 + dice.below(200) {
            let Some(side) = to_move(&*game) else { break };
            if side == self.side {
                self.answer(&mut *game, dice);
                self.claimed(&*game);
                continue;
            }
            if dice.below(6) == 0 {
                self.disturb(&mut *game, dice);
                continue;
            }
            if dice.below(4) == 0 {
                // Time to ponder.
                std::thread::sleep(Duration::from_micros(dice.next() % 5000));
            }
            let mv = Self::any(&*game, dice);
            self.send(&format!("usermove {mv}"));
            game.push(&mv).expect("it is legal");
            self.claimed(&*game);
        }
        self.send("force");
        // The program may have been on its move, and just made it.
        self.send("ping 0");
        let lines = self.process.until(|line| line == "pong 0");
        let strange = lines.iter().find(|line| !may_come(line) && !line.starts_with("move ") && !line.contains('{'));
        assert_eq!(strange, None);
    }

    fn rest(&mut self) {
        for line in ["new", "force", "memory 1", "cores 1", "easy"] {
            self.send(line);
        }
        self.sync();
    }

    fn process(&self) -> &Process {
        &self.process
    }

    fn figures(&self) -> Figures {
        self.figures
    }

    fn into_process(self: Box<Self>) -> Process {
        self.process
    }
}
