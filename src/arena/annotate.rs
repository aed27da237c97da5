//! Annotated records: what a search thinks of every move of a game, written into its record. Everything else in the
//! record stays as it is, to the byte.

use crate::engine::{GameResult, Request, Session, Status, Tools};
use crate::search::{Control, Limits, Score};

use super::notation::Style;
use super::reader::Record;
use super::record::score_text;

/// What a search thinks of a position, from the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The line it would play; empty where the game is over.
    pub line: Vec<String>,
    /// From the side to move.
    pub score: Score,
    /// Depth it was searched to; `None` where the rules tell the score.
    pub depth: Option<i32>,
    /// Number of legal moves.
    pub choices: usize,
}

impl Opinion {
    /// The opinion on the present position of a game: the verdict of the rules, or a search.
    pub fn of(session: &dyn Session, tools: &Tools, limits: &Limits) -> Self {
        if let Some(end) = Self::of_end(session) {
            return end;
        }
        let choices = session.legal().len();
        let request = Request { limits: limits.clone(), ..Request::default() };
        let outcome = session.search(tools, &request, &Control::new(false, false), &|_| {});
        outcome.map_or(UNKNOWN, |o| Opinion { line: o.pv, score: o.score, depth: Some(o.depth), choices })
    }

    /// The opinion on a game that is over by its rules; `None` if it goes on.
    fn of_end(session: &dyn Session) -> Option<Self> {
        let side = match session.status() {
            Status::Over(side, _) => side,
            _ => return None,
        };
        let score = match session.status().result()? {
            GameResult::Wins(winner) if winner == side => Score::WinIn(0),
            GameResult::Wins(_) => Score::LossIn(0),
            GameResult::Draw => Score::Centipawns(0),
        };
        Some(Opinion { line: Vec::new(), score, depth: None, choices: 0 })
    }
}

/// Where nothing is known.
const UNKNOWN: Opinion = Opinion { line: Vec::new(), score: Score::Centipawns(0), depth: None, choices: 0 };

/// How bad a move is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `?!`
    Doubtful,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// The marks, from the mildest.
    pub const ALL: [Mark; 3] = [Mark::Doubtful, Mark::Mistake, Mark::Blunder];

    /// As it stands behind a move.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Doubtful => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// As a numbered glyph of PGN and PDN.
    fn glyph(self) -> &'static str {
        match self {
            Mark::Doubtful => "$6",
            Mark::Mistake => "$2",
            Mark::Blunder => "$4",
        }
    }
}

/// The score of the side that has just moved, from that of its opponent.
fn turned(score: Score) -> Score {
    match score {
        Score::Centipawns(cp) => Score::Centipawns(-cp),
        Score::WinIn(plies) => Score::LossIn(plies + 1),
        Score::LossIn(plies) => Score::WinIn(plies + 1),
    }
}

/// The chance to win less that to lose, from -1 to 1. (CITE: lichess.org, "Lichess accuracy metric", 2022: the logistic
/// curve, and a tenth, two and three tenths of it as an inaccuracy, a mistake and a blunder.)
fn chance(score: Score) -> f64 {
    match score {
        Score::Centipawns(cp) => 2.0 / (1.0 + (-0.003_682_08 * f64::from(cp)).exp()) - 1.0,
        Score::WinIn(_) => 1.0,
        Score::LossIn(_) => -1.0,
    }
}

/// A move of a game and what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The score of the move played, from the side that played it.
    pub score: Score,
    /// Depth of the search behind it, plies; `None` where the rules tell the score.
    pub depth: Option<i32>,
    /// How bad it is, if it is.
    pub mark: Option<Mark>,
    /// What would have been better, where there is a mark: its score and its line.
    pub better: Option<(Score, Vec<String>)>,
}

impl Judgement {
    /// Judges a move by what was thought before and after it.
    pub fn of(played: &str, before: &Opinion, after: &Opinion) -> Self {
        if before.line.first().is_some_and(|best| best == played) {
            return Judgement { score: before.score, depth: before.depth, mark: None, better: None };
        }
        let score = turned(after.score);
        let lost = chance(before.score) - chance(score);
        let mark = match lost {
            _ if before.choices < 2 || before.line.is_empty() => None,
            0.3.. => Some(Mark::Blunder),
            0.2.. => Some(Mark::Mistake),
            0.1.. => Some(Mark::Doubtful),
            _ => None,
        };
        let better = mark.map(|_| (before.score, before.line.clone()));
        Judgement { score, depth: after.depth.map(|depth| depth + 1), mark, better }
    }

    /// The comment: score and depth as in the records of matches, and the better line in the record's notation.
    /// `session` is at the position before the move.
    fn comment(&self, style: Style, session: &dyn Session) -> String {
        let mut text = score_text(self.score);
        if let Some(depth) = self.depth {
            text += &format!("/{depth}");
        }
        if let Some((score, line)) = &self.better {
            let mut session = session.boxed();
            let moves = line.iter().take(SHOWN).map_while(|mv| style.write(&mut *session, mv).ok());
            text += &format!(", better {}: {}", moves.collect::<Vec<_>>().join(" "), score_text(*score));
        }
        text
    }
}

/// Moves of a better line that are shown.
const SHOWN: usize = 6;

/// A game of a record, understood.
pub struct Played<'a> {
    /// The game as it was read.
    pub record: &'a Record,
    /// Where it begins in the text of the file, byte.
    pub from: usize,
    /// The game before its first move.
    pub start: Box<dyn Session>,
    /// The moves as the protocol has them.
    pub moves: Vec<String>,
    /// How its moves are written.
    pub style: Style,
}

impl<'a> Played<'a> {
    /// Plays the game of a record through from its first position. `from` is the byte where it begins in the text,
    /// `read` plays a move as it stands there.
    ///
    /// # Errors
    /// The first move that `read` refuses, and why.
    pub fn new(
        record: &'a Record,
        from: usize,
        start: Box<dyn Session>,
        style: Style,
        read: impl Fn(&mut dyn Session, &str) -> Result<(), String>,
    ) -> Result<Self, String> {
        let mut session = start.boxed();
        for (i, (mv, _)) in record.moves.iter().enumerate() {
            read(&mut *session, mv).map_err(|what| format!("move {}, '{mv}': {what}", i + 1))?;
        }
        let moves = session.record().map_or_else(Vec::new, |(_, moves)| moves);
        Ok(Played { record, from, start, moves, style })
    }
}

/// Judges the moves of a game; each position gets a search of these limits. It goes from the end to the beginning: what
/// comes out at the end stays in the table and helps to see it coming. `step` hears how many moves are left.
pub fn judge(game: &Played<'_>, tools: &Tools, limits: &Limits, step: impl Fn(usize)) -> Vec<Judgement> {
    tools.forget();
    let mut judgements = Vec::new();
    let mut after: Option<Opinion> = None;
    for made in (0..=game.moves.len()).rev() {
        let mut session = game.start.boxed();
        // They were played before.
        let whole = game.moves[..made].iter().all(|mv| session.push(mv).is_ok());
        let opinion = if whole { Opinion::of(&*session, tools, limits) } else { UNKNOWN };
        if let (Some(after), Some(mv)) = (&after, game.moves.get(made)) {
            judgements.push(Judgement::of(mv, &opinion, after));
        }
        after = Some(opinion);
        step(made);
    }
    judgements.reverse();
    judgements
}

/// The game's part of the text of its file, with a judgement on each move.
pub fn annotate(text: &str, game: &Played<'_>, judgements: &[Judgement]) -> String {
    let Played { record, from, start, moves, style } = game;
    let (from, to) = (*from, record.end);
    let mut out = String::new();
    let mut at = from;
    let mut copy = |out: &mut String, end: usize| {
        out.push_str(text.get(at..end).unwrap_or_default());
        at = end.max(at);
    };
    if let (None, Some(end)) = (record.tag("Annotator"), record.tags_end) {
        copy(&mut out, end);
        out += &format!("\n[Annotator \"ataman {}\"]", env!("CARGO_PKG_VERSION"));
    }
    let mut session = start.boxed();
    for ((place, mv), judgement) in record.places.iter().zip(moves).zip(judgements) {
        copy(&mut out, place.word);
        if let Some(mark) = judgement.mark.filter(|_| !place.marked) {
            out += mark.sign();
        }
        copy(&mut out, place.end);
        // A comment to the end of a line, which the text ends in, has to end first.
        let last = out.rsplit('\n').next().unwrap_or_default();
        if place.end == text.len() && last.contains(';') {
            out.push('\n');
        }
        // What somebody else has marked keeps its mark; ours stands beside it.
        if let Some(mark) = judgement.mark.filter(|_| place.marked) {
            out += &format!(" {}", mark.glyph());
        }
        out += &format!(" {{{}}}", judgement.comment(*style, &*session));
        match text[place.end..].chars().next() {
            // A line for other programs is one only if nothing stands before the sign.
            Some('%') if text[..place.end].ends_with('\n') => out.push('\n'),
            Some(next) if !next.is_whitespace() => out.push(' '),
            _ => {}
        }
        if session.push(mv).is_err() {
            break;
        }
    }
    copy(&mut out, to);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::reader::read;
    use crate::engine::Variant;
    use crate::rules::RuleOptions;

    fn opinion(best: &str, cp: i32) -> Opinion {
        Opinion { line: vec![best.to_owned()], score: Score::Centipawns(cp), depth: Some(9), choices: 7 }
    }

    #[test]
    fn marks_go_by_the_chance_that_is_lost() {
        let mark = |before, after| Judgement::of("x", &opinion("y", before), &opinion("z", after)).mark;
        assert_eq!(mark(0, 0), None);
        assert_eq!(mark(0, 50), None);
        assert_eq!(mark(0, 70), Some(Mark::Doubtful));
        assert_eq!(mark(0, 120), Some(Mark::Mistake));
        assert_eq!(mark(0, 200), Some(Mark::Blunder));
        // Who wins by far may win by less.
        assert_eq!(mark(1500, -1000), None);
        let before = Opinion { score: Score::WinIn(3), ..opinion("y", 0) };
        assert_eq!(Judgement::of("x", &before, &opinion("z", 0)).mark, Some(Mark::Blunder));
        let forced = Opinion { choices: 1, ..opinion("y", 0) };
        assert_eq!(Judgement::of("x", &forced, &opinion("z", 900)).mark, None);
        // The best move is never marked, whatever a later search thinks of it.
        assert_eq!(Judgement::of("y", &opinion("y", 0), &opinion("z", 900)).mark, None);
    }

    #[test]
    fn scores_are_turned_to_the_side_that_moved() {
        let judged = Judgement::of("x", &opinion("y", 0), &Opinion { score: Score::LossIn(0), ..opinion("z", 0) });
        assert_eq!((judged.score, judged.mark), (Score::WinIn(1), None));
        assert_eq!(score_text(Score::WinIn(1)), "+M1");
        assert_eq!(score_text(Score::LossIn(4)), "-M2");
        assert_eq!(score_text(Score::Centipawns(-5)), "-0.05");
    }

    #[test]
    fn the_rest_of_a_record_stays() {
        let text = "[White \"a\"]\n\n1. c3-d4 {book} d6-c5? (1... b6-a5) 2. b2-c3 *\n\n[White \"b\"]\n";
        let records = read(text);
        let start = Variant::Russian.open(&RuleOptions::default());
        let moves = ["c3d4", "d6c5", "b2c3"].map(str::to_owned);
        let judgement = |score, mark: Option<Mark>| Judgement {
            score: Score::Centipawns(score),
            depth: Some(3),
            mark,
            better: mark.map(|_| (Score::Centipawns(0), vec!["b6a5".to_owned()])),
        };
        let judgements = [judgement(10, None), judgement(-90, Some(Mark::Blunder)), judgement(90, None)];
        let game = &records.games[0];
        let played = Played { record: game, from: 0, start, moves: moves.to_vec(), style: Style::Pdn(':') };
        let out = annotate(text, &played, &judgements);
        assert_eq!(
            out,
            format!(
                "[White \"a\"]\n[Annotator \"ataman {}\"]\n\n1. c3-d4 {{book}} {{+0.10/3}} d6-c5? $4 {{-0.90/3, better \
                 b6-a5: +0.00}} (1... b6-a5) 2. b2-c3 {{+0.90/3}} *",
                env!("CARGO_PKG_VERSION")
            )
        );
        let broken_off = |text: &str| {
            let records = read(text);
            let start = Variant::Russian.open(&RuleOptions::default());
            let played =
                Played { record: &records.rest, from: 0, start, moves: moves[..2].to_vec(), style: Style::Pdn(':') };
            annotate(text, &played, &[judgement(1, None), judgement(2, None)])
        };
        // A comment to the end of the line ends before ours begins.
        let cut = broken_off("1. c3-d4 ; fine\nd6-c5 ; and the end");
        assert_eq!(cut, "1. c3-d4 ; fine\n {+0.01/3} d6-c5 ; and the end\n {+0.02/3}");
        // A line for other programs stays one.
        let kept = broken_off("1. c3-d4 ; fine\n%b6-a5\nd6-c5");
        assert_eq!(kept, "1. c3-d4 ; fine\n {+0.01/3}\n%b6-a5\nd6-c5 {+0.02/3}");
        // Read again it is the same game, and its first comments are those it had.
        let again = read(&out);
        assert_eq!(again.games[0].moves.iter().map(|(mv, _)| mv).collect::<Vec<_>>(), ["c3-d4", "d6-c5", "b2-c3"]);
        assert_eq!(again.games[0].moves[0].1, "book");
    }
}
