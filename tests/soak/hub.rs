//! A client of Hub who plays games of Russian draughts at all kinds of level.

use std::time::Duration;

use ataman::engine::{Session, Status, Variant};
use ataman::rules::RuleOptions;

use crate::madman::Dice;
use crate::process::Process;
use crate::{Client, Figures};

pub struct Player {
    process: Process,
    figures: Figures,
}

/// The name of a square by its number, from 1 at b8.
fn square(number: usize) -> String {
    let (row, column) = ((number - 1) / 4, (number - 1) % 4);
    let file = 2 * column + usize::from(row.is_multiple_of(2));
    format!("{}{}", char::from(b'a' + file as u8), 8 - row)
}

/// What stands where, by the numbers of the squares, the first at 0; `e` is empty.
fn board(session: &dyn Session) -> Vec<char> {
    let layout = session.layout();
    let contents = session.contents();
    let at = |name: String| {
        let piece = contents.iter().find(|(field, _)| layout.fields[*field].name == name);
        piece.and_then(|(_, letters)| letters.chars().next()).unwrap_or('e')
    };
    (1..=32).map(|number| at(square(number))).collect()
}

/// The legal moves as Hub writes them: both ends and, behind them, what is captured, in the order of the squares.
fn moves(session: &dyn Session) -> Vec<(String, String)> {
    let before = board(session);
    let white = matches!(session.status(), Status::Open(ataman::rules::Side::White));
    let number = |name: &str| (1..=32).find(|n| square(*n) == name).expect("a square");
    let legal = session.legal().into_iter().map(|(mv, _)| {
        let mut next = session.boxed();
        next.push(&mv).expect("a legal move");
        let after = board(&*next);
        let (from, to) = (number(&mv[..2]), number(&mv[mv.len() - 2..]));
        let enemy = |c: char| if white { matches!(c, 'b' | 'B') } else { matches!(c, 'w' | 'W') };
        let captured: Vec<usize> = (0..32).filter(|i| enemy(before[*i]) && !enemy(after[*i])).map(|i| i + 1).collect();
        let text = if captured.is_empty() {
            format!("{from}-{to}")
        } else {
            [from, to].iter().chain(&captured).map(usize::to_string).collect::<Vec<_>>().join("x")
        };
        (text, mv)
    });
    legal.collect()
}

/// A move with what it captures in the order of the squares, so that moves can be compared.
fn sorted(mv: &str) -> String {
    let mut parts: Vec<&str> = mv.split('x').collect();
    if parts.len() > 3 {
        parts[2..].sort_by_key(|part| part.parse::<usize>().unwrap_or(0));
    }
    parts.join("x")
}

impl Player {
    pub fn new() -> Self {
        let mut process = Process::start();
        process.send("hub");
        process.until(|line| line == "wait");
        process.send("set-param name=numbering value=b8");
        process.send("init");
        process.until(|line| line == "ready");
        Player { process, figures: Figures::default() }
    }

    fn send(&mut self, line: &str) {
        self.figures.commands += 1;
        self.process.send(line);
    }

    /// What was printed up to now.
    fn sync(&mut self) -> Vec<String> {
        self.send("ping");
        let mut lines = self.process.until(|line| line == "pong");
        lines.pop();
        lines
    }

    fn set(&mut self, name: &str, value: &str) {
        self.send(&format!("set-param name={name} value={value}"));
        assert_eq!(self.sync(), [""; 0], "{name}={value}");
    }

    /// Sets the position, from the start or as it is.
    fn position(&mut self, game: &dyn Session, played: &[String], dice: &mut Dice) {
        let line = if dice.below(2) == 0 {
            format!("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"{}\"", played.join(" "))
        } else {
            let side = if game.fen().is_some_and(|fen| fen.contains(" w ")) { 'W' } else { 'B' };
            format!("pos pos={side}{}", board(game).into_iter().collect::<String>())
        };
        self.send(&line);
    }

    /// A search; the move it plays, as it is written.
    fn search(&mut self, dice: &mut Dice) -> String {
        let n = |dice: &mut Dice, most| 1 + dice.below(most);
        let level = match dice.below(6) {
            0 => format!("level depth={}", n(dice, 5)),
            1 => format!("level nodes={}", n(dice, 3000)),
            2 => format!("level move-time=0.00{}", n(dice, 9)),
            3 => format!("level moves={} time=0.{} inc=0.001", n(dice, 40), n(dice, 9)),
            4 => format!("level time={} inc=0", dice.word(&["0", "0.01", "0.2", "-1"])),
            _ => "level infinite".to_owned(),
        };
        let endless = level.ends_with("infinite");
        self.send(&level);
        let word = dice.word(&["think", "think", "ponder", "analyze"]);
        self.send(&format!("go {word}"));
        std::thread::sleep(Duration::from_micros(dice.next() % 3000));
        let asked = dice.below(3) == 0;
        if asked {
            self.send("ping");
        }
        if endless {
            self.send("stop");
        } else if word == "ponder" {
            self.send(dice.word(&["ponder-hit", "stop"]));
        } else if dice.below(4) == 0 {
            self.send("stop");
        }
        self.figures.searches += 1;
        let mut lines = self.process.until(|line| line.starts_with("done"));
        let done = lines.pop().unwrap_or_default();
        let pongs = lines.iter().filter(|line| *line == "pong").count();
        assert!(lines.iter().all(|line| line == "pong" || line.starts_with("info ")), "{lines:?}");
        if asked && pongs == 0 {
            assert_eq!(self.process.line(), "pong");
        }
        let mv = done.split(' ').nth(1).and_then(|word| word.strip_prefix("move="));
        mv.unwrap_or_else(|| panic!("'{done}' has no move")).to_owned()
    }

    fn disturb(&mut self, dice: &mut Dice) {
        let line = dice.word(&[
            "stop",
            "ponder-hit",
            "hello world",
            "level depth=deep",
            "level",
            "pos pos=Wbbb",
            "pos moves=\"1-99\"",
            "set-param name=hash value=0",
            "set-param value=3",
            "pos pos=\"",
            "go",
            "=",
        ]);
        self.send(line);
        if line == "go" {
            // What it searches is whatever the last position was, by its level.
            self.send("stop");
            self.process.until(|line| line.starts_with("done"));
        }
        let lines = self.sync();
        assert!(lines.iter().all(|line| line.starts_with("error message=")), "{line}: {lines:?}");
    }
}

impl Client for Player {
    fn name(&self) -> &'static str {
        "hub"
    }

    fn turn(&mut self, dice: &mut Dice) {
        let mut game = Variant::RussianOfficial.open(&RuleOptions::default());
        let mut played = Vec::new();
        for (name, values) in [("hash", ["1", "2", "4"]), ("threads", ["1", "1", "2"]), ("pace", ["0", "0", "20"])] {
            self.set(name, dice.word(&values));
        }
        self.send("new-game");
        while matches!(game.status(), Status::Open(_)) && played.len() < 200 {
            if dice.below(10) == 0 {
                self.disturb(dice);
            }
            let legal = moves(&*game);
            let own = if dice.below(3) == 0 {
                None
            } else {
                self.position(&*game, &played, dice);
                Some(self.search(dice))
            };
            let text = own.map_or_else(|| dice.pick(&legal).0.clone(), |mv| sorted(&mv));
            let (text, mv) = legal.iter().find(|(legal, _)| *legal == text).unwrap_or_else(|| {
                panic!("{text} is not legal in {:?}: {legal:?}", game.fen());
            });
            game.push(mv).expect("it is legal");
            played.push(text.clone());
        }
        self.figures.games += u64::from(matches!(game.status(), Status::Over(..)));
    }

    fn rest(&mut self) {
        self.set("hash", "1");
        self.set("threads", "1");
        self.send("new-game");
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
