//! Records played through again by our rules, and summed up.

use std::time::Duration;

use thiserror::Error;

use crate::engine::{GameResult, Session, Status, Variant};
use crate::rules::{RuleOptions, Side};

use super::notation::Style;
use super::reader::Record;
use super::standings::{Summary, Use};

/// Why a record cannot be believed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum ReplayError {
    #[error("the tag {0} is missing or cannot be read")]
    Tag(&'static str),
    #[error("{0}")]
    Setting(String),
    #[error("move {number}, '{text}': {what}")]
    Move { number: usize, text: String, what: String },
    #[error("there is no result")]
    NoResult,
    #[error("the result is not that of the final position")]
    WrongResult,
}

/// The variant and the rules of a record.
fn setting(record: &Record) -> Result<(Variant, RuleOptions), ReplayError> {
    let variant = record.tag("Variant").ok_or(ReplayError::Tag("Variant"))?;
    let variant: Variant = variant.parse().map_err(|_| ReplayError::Tag("Variant"))?;
    let mut rules = RuleOptions::default();
    for rule in record.tag("Rules").unwrap_or("").split_whitespace() {
        let (name, value) = rule.split_once('=').ok_or(ReplayError::Tag("Rules"))?;
        rules.set(name, value).map_err(|e| ReplayError::Setting(e.to_string()))?;
    }
    Ok((variant, rules))
}

/// Plays a record through.
///
/// # Errors
/// Something in it is not so.
pub fn replay(record: &Record) -> Result<Box<dyn Session>, ReplayError> {
    let (variant, rules) = setting(record)?;
    let mut session = variant.open(&rules);
    session.set_position(record.tag("FEN")).map_err(|e| ReplayError::Setting(e.to_string()))?;
    let style = Style::of(variant, ':');
    for (i, (text, _)) in record.moves.iter().enumerate() {
        style.read(&mut *session, text).map_err(|e| ReplayError::Move {
            number: i + 1,
            text: text.clone(),
            what: e.to_string(),
        })?;
    }
    Ok(session)
}

/// Does the record's result follow from its final position? Only a game that ended by the rules has to.
///
/// # Errors
/// It does not.
pub fn check(record: &Record, session: &dyn Session) -> Result<GameResult, ReplayError> {
    let result = record.result.ok_or(ReplayError::NoResult)?;
    match session.status() {
        Status::Over(..) if session.status().result() != Some(result) => Err(ReplayError::WrongResult),
        Status::Open(_)
            if record.tag("Termination") == Some("normal")
                && !record.tag("Reason").unwrap_or("resigns").ends_with("resigns") =>
        {
            Err(ReplayError::WrongResult)
        }
        _ => Ok(result),
    }
}

/// What the standings need of a record; it need not have been played through.
///
/// # Errors
/// A tag is missing.
pub fn summary(record: &Record) -> Result<Summary, ReplayError> {
    let (pair, second) = record.round().ok_or(ReplayError::Tag("Round"))?;
    let white = record.tag("White").ok_or(ReplayError::Tag("White"))?;
    let black = record.tag("Black").ok_or(ReplayError::Tag("Black"))?;
    let result = record.result.ok_or(ReplayError::NoResult)?;
    let mut side = match record.tag("FEN") {
        None => Side::White,
        Some(fen) if fen.starts_with("B:") => Side::Black,
        Some(fen) if fen.split(' ').nth(1) == Some("b") => Side::Black,
        Some(_) => Side::White,
    };
    let mut used = [Use::default(); 2];
    for (_, comment) in &record.moves {
        if comment != "book" {
            read_comment(comment, &mut used[side.index()]);
        }
        side = !side;
    }
    let normal = matches!(record.tag("Termination"), Some("normal" | "adjudication") | None);
    let blamed = record.tag("Reason").and_then(|reason| reason.split_once(':')).map(|(who, _)| who);
    let fault = match (normal, blamed) {
        (false, Some("White")) => Some(Side::White),
        (false, Some("Black")) => Some(Side::Black),
        _ => None,
    };
    Ok(Summary { pair, second, players: [white.to_owned(), black.to_owned()], result, fault, used })
}

/// Adds what a comment says: `+0.35/12 0.104s n=1000`.
fn read_comment(comment: &str, used: &mut Use) {
    let mut took = None;
    let mut nodes = None;
    for word in comment.split_whitespace() {
        if let Some(n) = word.strip_prefix("n=") {
            nodes = n.parse::<u64>().ok();
        } else if let Some(seconds) = word.strip_suffix('s').and_then(|s| s.parse::<f64>().ok()) {
            took = Duration::try_from_secs_f64(seconds)
                .ok()
                .map(|d| Duration::from_micros((d.as_nanos() as u64 + 500) / 1000));
        } else if let Some(depth) = word.split_once('/').and_then(|(_, depth)| depth.parse::<u64>().ok()) {
            used.depth += depth;
            used.deep_moves += 1;
        }
    }
    let took = took.unwrap_or_default();
    used.moves += 1;
    used.time += took;
    if let Some(nodes) = nodes {
        used.nodes += nodes;
        used.node_time += took;
    }
}
