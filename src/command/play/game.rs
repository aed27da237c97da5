//! The game at the terminal: what is typed, and what is answered.

use std::io::{self, BufRead, Write};
use std::path::Path;

use crate::engine::drawing::draw;
use crate::engine::{Engine, GameResult, Request, Status};
use crate::protocol::{Line, eval_text, read_line};
use crate::rules::Side;
use crate::search::{Control, Limits, Outcome, Score};

use super::super::progress;
use super::paint::paint;
use super::record;

const HELP: &str = "\
A move: its squares (c3d4, c3-d4, c3:e5), its number in the list, or as much of it as is needed to tell it.
  moves       list the legal moves           back        take back your last move
  hint        what the engine would play     eval        the evaluation by term
  board       draw the board                 fen         the position as text
  draw        offer a draw                   resign      give the game up
  go          let the engine move for you    save FILE   write the game to a file
  help        this list                      load FILE   go on with a game from a file
  quit        leave
";

/// A person, a board and the engine.
pub struct Table {
    engine: Engine,
    /// The side that the engine plays.
    opponent: Option<Side>,
    limits: Limits,
    colours: bool,
    /// The engine's last score, from its side.
    score: Option<Score>,
    /// How the game ended, if not by its rules.
    agreed: Option<String>,
}

/// What comes after a command.
#[derive(PartialEq, Eq)]
enum Next {
    /// The position is another one.
    Show,
    /// The same player is asked again.
    Ask,
    Quit,
}

/// Plies before the engine agrees to a draw.
const DRAW_PLIES: usize = 30;

impl Table {
    pub fn new(engine: Engine, opponent: Option<Side>, limits: Limits, colours: bool) -> Self {
        Table { engine, opponent, limits, colours, score: None, agreed: None }
    }

    /// Plays until the person leaves or the input ends.
    pub fn play(&mut self, mut input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}; 'help' lists what you can type.", self.engine.variant())?;
        let mut next = Next::Show;
        while next != Next::Quit {
            if next == Next::Show {
                self.show(out)?;
            }
            if self.result().is_none() && self.to_move().is_some_and(|side| self.opponent == Some(side)) {
                self.engine_moves(out)?;
                next = Next::Show;
                continue;
            }
            write!(out, "> ")?;
            out.flush()?;
            next = match read_line(&mut input)? {
                None => Next::Quit,
                Some(Line::TooLong) => {
                    writeln!(out, "That is too long.")?;
                    Next::Ask
                }
                Some(Line::Text(text)) => self.command(text.trim(), out)?,
            };
        }
        Ok(())
    }

    fn to_move(&self) -> Option<Side> {
        match self.engine.session().status() {
            Status::Open(side) | Status::Over(side, _) => Some(side),
            Status::Forfeit(_) | Status::Missing => None,
        }
    }

    /// How the game ended, if it did.
    fn result(&self) -> Option<String> {
        if self.agreed.is_some() {
            return self.agreed.clone();
        }
        let status = self.engine.session().status();
        let Status::Over(_, ending) = status else { return None };
        Some(match status.result()? {
            GameResult::Wins(side) => format!("{side} wins: {}", ending.reason),
            GameResult::Draw => format!("Draw: {}", ending.reason),
        })
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let session = self.engine.session();
        let layout = session.layout();
        let drawing = draw(&layout, &session.contents());
        let side = |c: char| {
            let name = layout.pieces.iter().find(|(letter, _)| *letter == c).map(|(_, name)| *name)?;
            Some(name.starts_with("white"))
        };
        // A rank's name and what separates it from the board take four characters.
        let drawing = if self.colours { paint(&drawing, 4, side) } else { drawing };
        write!(out, "\n{drawing}")?;
        if let Some(remarks) = session.remarks() {
            writeln!(out, "{remarks}")?;
        }
        match (self.result(), self.to_move()) {
            (Some(result), _) => writeln!(out, "{result}."),
            (None, Some(side)) => writeln!(out, "{side} to move."),
            (None, None) => Ok(()),
        }
    }

    fn search(&self) -> Option<Outcome<String>> {
        let (session, tools) = self.engine.detach();
        let request = Request { limits: self.limits.clone(), ..Request::default() };
        let bar = progress::spinner("thinking");
        let outcome = session.search(&tools, &request, &Control::new(false, false), &|report| {
            bar.set_message(format!("thinking, depth {}", report.depth));
        });
        bar.finish_and_clear();
        outcome
    }

    fn engine_moves(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(outcome) = self.search() else { return Ok(()) };
        let Some(best) = outcome.pv.first() else { return Ok(()) };
        self.score = Some(outcome.score);
        writeln!(out, "The engine plays {best}.")?;
        self.push(best, out).map(|_| ())
    }

    fn push(&mut self, mv: &str, out: &mut impl Write) -> io::Result<Next> {
        match self.engine.session_mut().push(mv) {
            Ok(()) => Ok(Next::Show),
            Err(error) => writeln!(out, "{error}.").map(|()| Next::Ask),
        }
    }

    fn command(&mut self, text: &str, out: &mut impl Write) -> io::Result<Next> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let over = self.result().is_some();
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Quit),
            "help" | "?" => write!(out, "{HELP}")?,
            "board" => return Ok(Next::Show),
            "fen" => writeln!(out, "{}", self.engine.session().fen().unwrap_or_default())?,
            "eval" => writeln!(out, "{}", eval_text(self.engine.session()).unwrap_or_default())?,
            "moves" => self.list(out)?,
            "back" => return self.take_back(out),
            "save" => match record::save(&self.engine, Path::new(rest.trim())) {
                Ok(()) => writeln!(out, "Saved.")?,
                Err(what) => writeln!(out, "Not saved: {what}.")?,
            },
            "load" => match record::load(&mut self.engine, Path::new(rest.trim())) {
                Ok(()) => {
                    (self.agreed, self.score) = (None, None);
                    return Ok(Next::Show);
                }
                Err(what) => writeln!(out, "Not loaded: {what}.")?,
            },
            _ if over => writeln!(out, "The game is over; 'back' takes a move back, 'quit' leaves.")?,
            "hint" => match self.search() {
                Some(o) => writeln!(out, "{} (score {}, depth {})", o.pv.join(" "), o.score, o.depth)?,
                None => writeln!(out, "There is no move.")?,
            },
            "go" => {
                self.engine_moves(out)?;
                return Ok(Next::Show);
            }
            "draw" => return self.offer(out),
            "resign" => {
                let winner = self.to_move().map_or("The other side".to_owned(), |side| (!side).to_string());
                self.agreed = Some(format!("{winner} wins: resignation"));
                return Ok(Next::Show);
            }
            _ => return self.typed(text, out),
        }
        Ok(Next::Ask)
    }

    fn legal(&self) -> Vec<String> {
        self.engine.session().legal().into_iter().map(|(mv, _)| mv).collect()
    }

    fn list(&self, out: &mut impl Write) -> io::Result<()> {
        for (number, mv) in (1..).zip(self.legal()) {
            writeln!(out, "{number:>3} {mv}")?;
        }
        Ok(())
    }

    /// A move as it is typed: a number, a move in any form, or the beginning of one.
    fn typed(&mut self, text: &str, out: &mut impl Write) -> io::Result<Next> {
        let legal = self.legal();
        if let Ok(number) = text.parse::<usize>() {
            return match number.checked_sub(1).and_then(|i| legal.get(i)) {
                Some(mv) => self.push(&mv.clone(), out),
                None => writeln!(out, "There is no move {number}; 'moves' lists them.").map(|()| Next::Ask),
            };
        }
        if self.engine.session().check(text).is_ok() {
            return self.push(text, out);
        }
        let start: String = text.chars().filter(|c| !matches!(c, '-' | ':' | 'x' | ' ')).collect();
        let fitting: Vec<&String> = legal.iter().filter(|mv| !start.is_empty() && mv.starts_with(&start)).collect();
        match fitting.as_slice() {
            [only] => self.push(&(*only).clone(), out),
            [] => {
                writeln!(
                    out,
                    "'{text}' is no move here and no command; 'moves' lists the moves, 'help' the commands."
                )?;
                Ok(Next::Ask)
            }
            several => {
                let names: Vec<&str> = several.iter().map(|mv| mv.as_str()).collect();
                writeln!(out, "Which one: {}?", names.join(", "))?;
                Ok(Next::Ask)
            }
        }
    }

    /// Takes moves back until the person is to move again.
    fn take_back(&mut self, out: &mut impl Write) -> io::Result<Next> {
        if self.agreed.take().is_some() {
            return Ok(Next::Show);
        }
        let Some((fen, moves)) = self.engine.session().record() else { return Ok(Next::Ask) };
        let own = |left: usize| {
            let gone = (moves.len() - left) % 2 == 1;
            self.to_move().map(|side| if gone { !side } else { side }) != self.opponent || self.opponent.is_none()
        };
        let Some(left) = (0..moves.len()).rev().find(|left| own(*left)) else {
            return writeln!(out, "There is no move of yours to take back.").map(|()| Next::Ask);
        };
        let session = self.engine.session_mut();
        let back = session.set_position(Some(&fen));
        if back.and_then(|()| moves[..left].iter().try_for_each(|mv| session.push(mv))).is_err() {
            log::error!("a game that was played could not be played again");
        }
        Ok(Next::Show)
    }

    /// The engine takes a draw if it does not think that it is better, once the game has been played for a while.
    fn offer(&mut self, out: &mut impl Write) -> io::Result<Next> {
        let plies = self.engine.session().plies();
        let takes = match self.score {
            _ if self.opponent.is_none() => true,
            Some(Score::Centipawns(cp)) => cp <= 0 && plies >= DRAW_PLIES,
            Some(Score::LossIn(_)) => true,
            Some(Score::WinIn(_)) | None => false,
        };
        if !takes {
            return writeln!(out, "The engine plays on.").map(|()| Next::Ask);
        }
        self.agreed = Some("Draw: agreed".to_owned());
        Ok(Next::Show)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::rules::RuleOptions;

    /// What is printed when these lines are typed.
    fn played(variant: Variant, fen: Option<&str>, opponent: Option<Side>, lines: &str) -> String {
        let mut engine = Engine::new(variant, RuleOptions::default(), 1, 1).unwrap();
        engine.session_mut().set_position(fen).unwrap();
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut out = Vec::new();
        Table::new(engine, opponent, limits, false).play(lines.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn moves_in_all_forms() {
        let text = played(Variant::Russian, None, None, "c3-b4\n1\nnonsense\n99\ne3\ne3d4\nfen\n");
        assert!(text.contains("'nonsense' is no move here"), "{text}");
        assert!(text.contains("There is no move 99; 'moves' lists them"), "{text}");
        assert!(text.contains("Which one: e3d4, e3f4?"), "{text}");
        let fen = text.lines().rfind(|line| line.contains('/')).unwrap_or_default();
        assert!(fen.ends_with(" b 0 2"), "{text}");
    }

    #[test]
    fn the_beginning_of_a_capture_is_enough() {
        let fen = Some("8/8/5b2/8/3b4/2w5/8/8 w");
        let text = played(Variant::Russian, fen, None, "c3\n");
        assert!(text.contains("White wins: no legal move"), "{text}");
    }

    #[test]
    fn the_engine_answers_and_moves_are_taken_back() {
        let text = played(Variant::Lasca, None, Some(Side::Black), "c3d4\nback\nfen\nback\n");
        assert_eq!(text.matches("The engine plays").count(), 1, "{text}");
        assert!(text.contains("w 0 1"), "{text}");
        assert!(text.contains("no move of yours"), "{text}");
        let text = played(Variant::Lasca, None, Some(Side::White), "back\n");
        assert!(text.contains("The engine plays") && text.contains("no move of yours"), "{text}");
    }

    #[test]
    fn ends_and_offers() {
        let text = played(Variant::Siberia, None, Some(Side::Black), "draw\nresign\ne2e4\nback\nhint\neval\nmoves\n");
        assert!(text.contains("The engine plays on."), "{text}");
        assert!(text.contains("Black wins: resignation") && text.contains("The game is over;"), "{text}");
        assert!(text.contains("depth 1)") && text.contains("total") && text.contains("  1 "), "{text}");
        assert!(played(Variant::Siberia, None, None, "draw\n").contains("Draw: agreed"));
    }

    #[test]
    fn a_game_is_saved_and_loaded() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().display();
        let saved = played(Variant::Bashni, None, None, &format!("c3d4\nb6c5\nsave {path}\nfen\n"));
        assert!(saved.contains("Saved."), "{saved}");
        let fen = saved.lines().rfind(|line| line.contains('/')).unwrap_or_default();
        let text = played(Variant::Siberia, None, None, &format!("load {path}\nfen\nload /no/such/file\n"));
        assert!(fen.len() > 20 && text.contains(fen), "{text}");
        assert!(text.contains("Not loaded: cannot read"), "{text}");
        std::fs::write(file.path(), "variant bashni\nmoves c3d4 c3d4\n").unwrap();
        let text = played(Variant::Siberia, None, None, &format!("load {path}\nfen\n"));
        assert!(text.contains("Not loaded: move 2") && text.contains("rncdk1cnr"), "{text}");
    }

    #[test]
    fn vsadniki_is_played_too() {
        let text = played(Variant::Vsadniki, None, Some(Side::Black), "1\nquit\n");
        assert!(text.contains("The engine plays"), "{text}");
    }
}
