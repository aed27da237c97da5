//! The record of a match on disk: written game by game, taken up again, shown.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::arena::reader::{self, Record, Records};
use crate::arena::replay::{check, replay, summary};
use crate::arena::report::table;
use crate::arena::standings::Standings;
use crate::arena::statistics::Sprt;

use super::Failure;

fn refused(path: &Path, what: impl std::fmt::Display) -> Failure {
    Failure::Input(format!("'{}': {what}", path.display()))
}

fn load(path: &Path) -> Result<Records, Failure> {
    // An engine's name may be in any encoding; the records of the games are not lost for it.
    let bytes = std::fs::read(path).map_err(|e| refused(path, e))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(reader::read(&text)),
        Err(_) => Err(refused(path, "is not UTF-8")),
    }
}

/// Opens a record for writing. `resume` keeps the games of the match `key` that it holds, and counts them; what a
/// killed run left unfinished is cut off.
pub fn open(
    path: &Path,
    key: u64,
    resume: bool,
    standings: &mut Standings,
) -> Result<(File, HashSet<(usize, bool)>), Failure> {
    let mut done = HashSet::new();
    let exists = path.metadata().is_ok_and(|data| data.len() > 0);
    if exists && !resume {
        return Err(refused(path, "exists already; --resume goes on with it"));
    }
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(|e| refused(path, e))?;
    if exists {
        let records = load(path)?;
        for (i, record) in records.games.iter().enumerate() {
            let at = |what: String| refused(path, format!("game {}: {what}", i + 1));
            if record.key() != Some(key) {
                return Err(at(
                    "it is of another match: engines, limits, openings, rules and adjudication have to be the same"
                        .into(),
                ));
            }
            let game = summary(record).map_err(|e| at(e.to_string()))?;
            if !done.insert((game.pair, game.second)) {
                return Err(at("it stands there twice".into()));
            }
            standings.add(key, &game);
        }
        file.set_len(records.end as u64).map_err(|e| refused(path, e))?;
    }
    Ok((file, done))
}

/// Plays the games of records through and prints their standings. A game that several files hold counts once.
pub fn show(paths: &[PathBuf], sprt: Option<&Sprt>, out: &mut impl Write) -> Result<(), Failure> {
    let mut standings = Standings::default();
    let mut seen = HashSet::new();
    let (mut twice, mut wrong) = (0, 0);
    let mut games: Vec<(u64, Record)> = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let records = load(path)?;
        if records.broken {
            writeln!(out, "{}: a game breaks off at byte {}", path.display(), records.end)?;
        }
        for (i, record) in records.games.into_iter().enumerate() {
            let believed = replay(&record).and_then(|session| check(&record, &*session)).and_then(|_| summary(&record));
            match believed {
                Err(what) => {
                    wrong += 1;
                    writeln!(out, "{}: game {}: {what}", path.display(), i + 1)?;
                }
                Ok(game) => {
                    // Games without the name of a match are only put together within their file.
                    let key = record.key().unwrap_or(number as u64);
                    if seen.insert((key, game.pair, game.second)) {
                        games.push((key, record));
                    } else {
                        twice += 1;
                    }
                }
            }
        }
    }
    // The order in which games ended says nothing; players are listed as the schedule has them.
    games.sort_by_key(|(key, record)| (*key, record.round()));
    for (key, record) in &games {
        if let Ok(game) = summary(record) {
            standings.add(*key, &game);
        }
    }
    if twice > 0 {
        writeln!(out, "{twice} games stand there more than once and count once")?;
    }
    if standings.games() == 0 {
        return Err(Failure::Input("there is no game in these records".to_owned()));
    }
    write!(out, "{}", table(&standings, sprt.filter(|_| standings.names().len() == 2)))?;
    if wrong > 0 { Err(Failure::Failed) } else { Ok(()) }
}
