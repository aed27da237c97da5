//! `analyse --game`: a record, with what a search thinks of every move.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::arena::annotate::{Mark, Played, annotate, judge};
use crate::arena::notation::Style;
use crate::arena::reader::{self, Record};
use crate::engine::{Engine, Session, Variant};
use crate::protocol::{Numbering, letters, push_numbered};
use crate::rules::{RuleOptions, Side};
use crate::search::Limits;

use super::{Failure, progress};

/// What is to be annotated, and how.
pub struct Annotation<'a> {
    pub path: &'a Path,
    /// Where the record goes; standard output if `None`.
    pub output: Option<&'a PathBuf>,
    pub variant: Variant,
    pub rules: RuleOptions,
    /// How squares are counted in moves that are written in numbers.
    pub numbering: Option<Numbering>,
    /// For each position.
    pub limits: Limits,
    pub engine: Engine,
}

/// The text of a file. Records are older than UTF-8: one in another encoding is read byte by byte, and written so.
struct Text {
    text: String,
    utf8: bool,
}

impl Text {
    fn new(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Text { text, utf8: true },
            Err(error) => Text { text: error.into_bytes().into_iter().map(char::from).collect(), utf8: false },
        }
    }

    fn write(&self, out: &mut impl Write, text: &str) -> std::io::Result<()> {
        if self.utf8 {
            return out.write_all(text.as_bytes());
        }
        let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        out.write_all(&bytes)
    }
}

impl Annotation<'_> {
    /// Annotates all games of the file.
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let refused = |what: String| Failure::Input(format!("--game '{}': {what}", self.path.display()));
        let text = Text::new(std::fs::read(self.path).map_err(|e| refused(e.to_string()))?);
        let mut records = reader::read(&text.text);
        if !records.rest.moves.is_empty() {
            // Many a record that was written by hand has no result.
            records.games.push(std::mem::take(&mut records.rest));
        }
        if records.games.is_empty() {
            return Err(refused("there is no game in it".to_owned()));
        }
        let mut games = Vec::new();
        let mut from = 0;
        for (i, record) in records.games.iter().enumerate() {
            games.push(self.understand(record, from).map_err(|what| refused(format!("game {}: {what}", i + 1)))?);
            from = record.end;
        }
        match self.output {
            None => {
                self.write(&text, &games, out)?;
            }
            Some(path) => {
                let cannot = |e| Failure::Input(format!("--output '{}': {e}", path.display()));
                let mut file = std::fs::File::create(path).map_err(cannot)?;
                let marks = self.write(&text, &games, &mut file)?;
                for (i, marks) in marks.iter().enumerate() {
                    writeln!(out, "game {}: White {}; Black {}", i + 1, counts(&marks[0]), counts(&marks[1]))?;
                }
            }
        }
        Ok(())
    }

    /// Plays a game of the record through.
    fn understand<'a>(&self, record: &'a Record, from: usize) -> Result<Played<'a>, String> {
        use Variant::{Russian, RussianOfficial};
        let variant = self.variant;
        // A name that is not ours says nothing; lidraughts calls its game by that of the other set of rules.
        if let Some(named) = record.tag("Variant").and_then(|name| name.parse::<Variant>().ok())
            && named != variant
            && !matches!((named, variant), (Russian | RussianOfficial, Russian | RussianOfficial))
        {
            return Err(format!("it is a game of {named}, not of {variant}"));
        }
        let mut rules = self.rules.clone();
        for rule in record.tag("Rules").unwrap_or("").split_whitespace() {
            let (name, value) = rule.split_once('=').ok_or_else(|| format!("the tag Rules: '{rule}'"))?;
            rules.set(name, value).map_err(|e| format!("the tag Rules: {e}"))?;
        }
        let mut start = variant.open(&rules);
        start.set_position(record.tag("FEN")).map_err(|e| format!("the tag FEN: {e}"))?;
        let numbering = self.numbering.or_else(|| numbering_of(record.tag("GameType")?));
        let style = Style::of(variant, if record.moves.iter().any(|(mv, _)| mv.contains(':')) { ':' } else { 'x' });
        Played::new(record, from, start, style, |session, mv| play(session, variant, style, numbering, mv))
    }

    /// Searches all positions and writes the games, each as soon as it is done; the marks of both sides in each.
    fn write(&self, text: &Text, games: &[Played<'_>], out: &mut impl Write) -> Result<Vec<[Vec<Mark>; 2]>, Failure> {
        let bar = progress::bar(games.iter().map(|game| game.moves.len() + 1).sum());
        let mut all = Vec::new();
        for (i, game) in games.iter().enumerate() {
            let (_, tools) = self.engine.detach();
            let judgements = judge(game, &tools, &self.limits, |left| {
                bar.set_message(format!("game {}, {left} moves left", i + 1));
                bar.inc(1);
            });
            bar.suspend(|| text.write(out, &annotate(&text.text, game, &judgements)))?;
            out.flush()?;
            let first = side_to_move(&*game.start);
            let mut marks = [Vec::new(), Vec::new()];
            for (ply, judgement) in judgements.iter().enumerate() {
                let side = if ply % 2 == 0 { first } else { !first };
                marks[side.index()].extend(judgement.mark);
            }
            all.push(marks);
        }
        bar.finish_and_clear();
        let end = games.last().map_or(0, |game| game.record.end);
        text.write(out, text.text.get(end..).unwrap_or_default())?;
        Ok(all)
    }
}

fn side_to_move(session: &dyn Session) -> Side {
    let black = session.fen().is_some_and(|fen| fen.split(' ').nth(1) == Some("b"));
    if black { Side::Black } else { Side::White }
}

fn counts(marks: &[Mark]) -> String {
    let count = |mark: Mark| format!("{} {}", marks.iter().filter(|m| **m == mark).count(), mark.sign());
    Mark::ALL.map(count).join(", ")
}

/// How the squares are counted by a PDN game type: `25,W,8,8,N2,0` has numbers, the first at the top left. (CITE: PDN
/// 3.0, pdn.fmjd.org, tag `GameType`.)
fn numbering_of(game_type: &str) -> Option<Numbering> {
    match game_type.split(',').nth(4)?.trim() {
        "N0" => Some(Numbering::A1),
        "N2" => Some(Numbering::B8),
        _ => None,
    }
}

/// Plays a move as it stands in a record.
fn play(
    session: &mut dyn Session,
    variant: Variant,
    style: Style,
    numbering: Option<Numbering>,
    mv: &str,
) -> Result<(), String> {
    let numbers = mv.starts_with(|c: char| c.is_ascii_digit()) && matches!(style, Style::Pdn(_));
    match numbering {
        Some(numbering) if numbers => {
            // The squares of the way, or the ends and what is captured.
            let path = letters(mv, numbering).filter(|path| session.check(path).is_ok());
            push_numbered(session, path.as_deref().unwrap_or(mv), numbering)
        }
        None if numbers => Err("squares in numbers; --numbering b8 or a1 says how they are counted".to_owned()),
        _ => style.read(session, mv).map_err(|e| match variant {
            Variant::Siberia => format!("no legal move in SAN or by its squares ({e})"),
            _ => e.to_string(),
        }),
    }
}
