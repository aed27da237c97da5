//! A client of UGI or UCI who plays games in all variants, with all kinds of limits, and now and then asks or says
//! something else. The library is the referee.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ataman::engine::{GameResult, Session, Status, Variant};
use ataman::rules::{RuleOptions, Side};

use crate::madman::Dice;
use crate::process::{Answer, Process};
use crate::{Client, Figures};

/// Rule options of each variant with values to choose from.
const RULES: &[(Variant, &str, &[&str])] = &[
    (Variant::Bashni, "Kings", &["flying", "short"]),
    (Variant::Bashni, "Rejump", &["round", "never", "free"]),
    (Variant::Lasca, "Rejump", &["round", "never", "free"]),
    (Variant::Siberia, "MateRule", &["win", "bare"]),
    (Variant::Vsadniki, "TargetScore", &["2", "5", "15"]),
    (Variant::Vsadniki, "MinCaptures", &["0", "1"]),
    (Variant::Vsadniki, "NoProgress", &["20", "60", "200"]),
];

/// Options of the engine.
const OPTIONS: &[(&str, &[&str])] = &[
    ("Hash", &["1", "2", "4"]),
    ("Threads", &["1", "1", "1", "2"]),
    ("MultiPV", &["1", "1", "1", "2", "256"]),
    ("Skill", &["20", "20", "20", "0", "7"]),
    ("Move Overhead", &["0", "10", "30"]),
    ("Variety", &["0", "0", "10"]),
    ("Ponder", &["true", "false"]),
];

pub struct Player {
    dialect: &'static str,
    process: Process,
    figures: Figures,
}

/// A game in progress.
struct Game {
    variant: Variant,
    session: Box<dyn Session>,
}

impl Game {
    fn now(&self) -> String {
        let (fen, moves) = self.session.record().expect("a position");
        format!("{} fen {fen} moves {}", self.variant, moves.join(" "))
    }

    /// The `position` command of the whole game.
    fn position(&self) -> String {
        let (_, moves) = self.session.record().expect("a position");
        format!("position startpos moves {}", moves.join(" "))
    }
}

impl Player {
    pub fn new(dialect: &'static str) -> Self {
        Player { dialect, process: Process::speaking(dialect), figures: Figures::default() }
    }

    fn send(&mut self, line: &str) {
        self.figures.commands += 1;
        self.process.send(line);
    }

    /// Sends a line whose answer comes at once.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.figures.commands += 2;
        self.process.ask(line)
    }

    /// Sends a line that has no answer.
    fn tell(&mut self, line: &str) {
        assert_eq!(self.ask(line), [""; 0], "{line}");
    }

    fn game(&mut self, dice: &mut Dice) -> Game {
        let variant = dice.word(&Variant::ALL);
        let mut rules = RuleOptions::default();
        self.tell(&format!("setoption name Variant value {variant}"));
        for (of, name, values) in RULES {
            if *of == variant {
                let value = dice.word(values);
                rules.set(name, value).expect("a rule option");
                self.tell(&format!("setoption name {name} value {value}"));
            }
        }
        for (name, values) in OPTIONS {
            if dice.below(3) == 0 {
                self.tell(&format!("setoption name {name} value {}", dice.word(values)));
            }
        }
        self.tell(if dice.below(2) == 0 { "uginewgame" } else { "ucinewgame" });
        Game { variant, session: variant.open(&rules) }
    }

    /// A search of the present position, whose move is played.
    fn search(&mut self, game: &mut Game, dice: &mut Dice) {
        let n = |dice: &mut Dice, most| 1 + dice.below(most);
        let legal: Vec<String> = game.session.legal().into_iter().map(|(mv, _)| mv).collect();
        let (mut wanted, mut ending) = (Vec::new(), None);
        let go = match dice.below(11) {
            0 => format!("depth {}", n(dice, 4)),
            1 => format!("nodes {}", n(dice, 2000)),
            2 => format!("movetime {}", n(dice, 5)),
            3 => format!("wtime {} btime {} winc {} binc 1", n(dice, 200), n(dice, 200), dice.below(5)),
            4 => format!("p1time {} p2time {} movestogo {}", n(dice, 90), n(dice, 90), dice.below(50)),
            5 => format!("mate {} nodes {}", n(dice, 3), n(dice, 3000)),
            6 if !legal.is_empty() => {
                wanted = (0..n(dice, 3)).map(|_| dice.pick(&legal).clone()).collect();
                format!("nodes 300 searchmoves {}", wanted.join(" "))
            }
            7 => {
                ending = Some("stop");
                "infinite".to_owned()
            }
            8 => {
                ending = Some("ponderhit");
                "ponder depth 3".to_owned()
            }
            9 => {
                ending = Some(if dice.below(2) == 0 { "stop" } else { "ponderhit" });
                format!("ponder wtime {} btime {}", n(dice, 90), n(dice, 90))
            }
            _ => "depth 1".to_owned(),
        };
        self.send(&format!("go {go}"));
        let asked = dice.below(4) == 0;
        if asked {
            self.send("isready");
        }
        if let Some(word) = ending {
            std::thread::sleep(Duration::from_micros(dice.next() % 3000));
            self.send(word);
        }
        self.figures.searches += 1;
        let mut answer = self.process.answer();
        let ready = answer.before.iter().position(|line| line == "readyok");
        match ready {
            Some(at) => drop(answer.before.remove(at)),
            None if asked => assert_eq!(self.process.line(), "readyok"),
            None => {}
        }
        self.check(game, &answer, &legal, &wanted);
        if answer.best != "(none)" {
            game.session.push(&answer.best).expect("it was legal");
        }
    }

    /// Everything in an answer is legal and belongs together.
    fn check(&self, game: &Game, answer: &Answer, legal: &[String], wanted: &[String]) {
        let place = || format!("{}: {answer:?}", game.now());
        assert_eq!(answer.best == "(none)", legal.is_empty(), "{}", place());
        if legal.is_empty() {
            return;
        }
        for line in &answer.before {
            assert!(line.contains(" pv "), "'{line}' in {}", place());
        }
        for info in &answer.infos {
            let mut line = game.session.boxed();
            for mv in &info.pv {
                assert!(line.push(mv).is_ok(), "{mv} in {}", place());
            }
        }
        let last = answer.last();
        assert_eq!(answer.best, last.pv[0], "{}", place());
        assert!(answer.ponder.is_none() || answer.ponder.as_ref() == last.pv.get(1), "{}", place());
        assert!(self.dialect == "uci" || answer.ponder.is_none(), "{}", place());
        assert!(wanted.is_empty() || wanted.contains(&answer.best), "{wanted:?}: {}", place());
    }

    /// The answers to `query` are those of the referee.
    fn queries(&mut self, game: &Game) {
        let status = game.session.status();
        let first = !matches!(status, Status::Open(Side::Black) | Status::Over(Side::Black, _));
        let result = match status.result() {
            None => "none",
            Some(GameResult::Wins(Side::White)) => "p1win",
            Some(GameResult::Wins(Side::Black)) => "p2win",
            Some(GameResult::Draw) => "draw",
        };
        let over = (result != "none").to_string();
        let queries = [("gameover", over), ("p1turn", first.to_string()), ("result", result.to_owned())];
        for (what, expected) in queries {
            assert_eq!(self.ask(&format!("query {what}")), [format!("response {expected}")], "{}", game.now());
        }
    }

    /// Something that is not a move.
    fn disturb(&mut self, game: &Game, dice: &mut Dice) {
        let place = game.now();
        match dice.below(12) {
            0 => self.queries(game),
            1 => {
                let mut legal: Vec<String> =
                    game.session.legal().into_iter().map(|(mv, fen)| format!("{mv} {fen}")).collect();
                let mut listed = self.ask("legal");
                legal.sort();
                listed.sort();
                assert_eq!(listed, legal, "{place}");
            }
            2 => {
                let count = game.session.perft(2, false, &AtomicBool::new(false)).expect("it was not stopped");
                let word = dice.word(&["perft 2", "go perft 2"]);
                self.send(word);
                let lines = self.process.until(|line| line.starts_with("nodes "));
                assert_eq!(lines.last(), Some(&format!("nodes {count}")), "{place}");
            }
            3 => assert!(self.ask("show").iter().any(|line| line.starts_with("fen: ")), "{place}"),
            4 => assert!(self.ask("eval").iter().any(|line| line.starts_with("total")), "{place}"),
            5 => assert_eq!(self.ask("describe").len(), 1, "{place}"),
            6 => self.tell(dice.word(&["stop", "ponderhit", "", "debug on", "register later"])),
            7 => self.refused(dice.word(&[
                "hello",
                "go depth x",
                "query who",
                "perft many",
                "setoption name Hash value 0",
            ])),
            8 => {
                self.refused(dice.word(&[
                    "position fen 8/8 w",
                    "position",
                    "position startpos fen",
                    "position fen W:Wz9:B",
                ]));
                let answer = self.process.go("go depth 1");
                assert_eq!(answer.best, "(none)", "{place}");
                self.tell(&game.position());
            }
            // In a column game a king may come back to where it began.
            9 if game.session.check("a1a1").is_err() => {
                self.refused("moves a1a1");
                assert_eq!(self.ask("query gameover"), ["response true"], "{place}");
                assert_eq!(self.process.go("go depth 1").best, "(none)", "{place}");
                self.tell(&game.position());
            }
            10 => {
                // A search that another command ends has its answer all the same.
                self.send("go infinite");
                self.send(&game.position());
                let answer = self.process.answer();
                assert_eq!(answer.best == "(none)", game.session.legal().is_empty(), "{place}");
            }
            _ => {
                self.send("go perft 30");
                let mut lines = self.ask("stop");
                lines.extend(self.ask(&game.position()));
                // Where there is hardly a move it may have come to its end.
                assert!(lines.iter().all(|line| line.starts_with("nodes ") || line.contains(": ")), "{lines:?}");
                assert!(!lines.iter().any(|line| line.starts_with("info")), "{lines:?}");
            }
        }
    }

    /// Sends a line that gets an error, and a `bestmove` where it was a `go`.
    fn refused(&mut self, line: &str) {
        let lines = self.ask(line);
        let right = lines.first().is_some_and(|first| first.starts_with("info string error: "))
            && lines[1..].iter().all(|line| line == "bestmove (none)");
        assert!(right, "{line}: {lines:?}");
    }
}

impl Client for Player {
    fn name(&self) -> &'static str {
        self.dialect
    }

    fn turn(&mut self, dice: &mut Dice) {
        let mut game = self.game(dice);
        let most = 20 + dice.below(150);
        for _ in 0..most {
            let position = game.position();
            self.send(&position);
            if dice.below(4) == 0 {
                self.disturb(&game, dice);
            }
            if matches!(game.session.status(), Status::Over(..)) {
                break;
            }
            if dice.below(3) == 0 {
                // Chance leads to positions that no good player sees.
                let legal = game.session.legal();
                let (mv, _) = dice.pick(&legal);
                self.tell(&format!("moves {mv}"));
                game.session.push(mv).expect("it is legal");
            } else {
                self.search(&mut game, dice);
            }
        }
        let position = game.position();
        self.tell(&position);
        self.queries(&game);
        // In a finished game too a move is given where there is one.
        let legal: Vec<String> = game.session.legal().into_iter().map(|(mv, _)| mv).collect();
        let answer = self.process.go("go depth 1");
        assert_eq!(answer.best == "(none)", legal.is_empty(), "{}", game.now());
        self.figures.games += u64::from(matches!(game.session.status(), Status::Over(..)));
    }

    fn rest(&mut self) {
        for option in ["Variant value russian", "Hash value 1", "Threads value 1", "MultiPV value 1", "Skill value 20"]
        {
            self.tell(&format!("setoption name {option}"));
        }
        self.tell("ucinewgame");
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
