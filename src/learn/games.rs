//! The file of games: a head line, then a line a game, each with a checksum. Files may be joined by `cat`.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::engine::{GameResult, Variant};
use crate::eval::weights::checksum;
use crate::rules::Side;

/// How a head line begins.
const MAGIC: &str = "# ataman games 1 ";

/// What is wrong with a file of games.
#[derive(Debug, Error)]
pub enum GamesError {
    #[error("'{path}': {error}", path = .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("'{path}' exists: --resume goes on with it, --force writes it anew", path = .path.display())]
    Exists { path: PathBuf },
    #[error("'{path}', line {line}: {what}", path = .path.display())]
    Line { path: PathBuf, line: usize, what: LineError },
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineError {
    #[error("not a file of games: it does not begin with '# ataman games 1'")]
    Foreign,
    #[error("games of '{found}', not of '{wanted}'")]
    OtherVariant { found: String, wanted: Variant },
    #[error("games with the rules '{found}', not '{wanted}'")]
    OtherRules { found: String, wanted: String },
    #[error("the checksum is wrong, the line is damaged")]
    Checksum,
    #[error("'{0}' is not what a game needs here")]
    Unreadable(String),
    #[error("move {number}: {what}")]
    Move { number: usize, what: String },
    #[error("{0}")]
    Fen(String),
}

/// What all games of a run have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub variant: Variant,
    /// Rule options that are not the usual ones, `NAME=VALUE` with blanks between.
    pub rules: String,
    /// Everything else about the run, for people.
    pub remarks: String,
}

impl Head {
    /// The line, without its end.
    pub fn line(&self) -> String {
        let rules = if self.rules.is_empty() { "usual" } else { &self.rules };
        format!("{MAGIC}variant {} rules {rules} ; {}", self.variant, self.remarks)
    }

    /// Does a head line announce games of this variant and these rules?
    fn admits(&self, line: &str) -> Result<(), LineError> {
        let rest = line.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix("variant ")).ok_or(LineError::Foreign)?;
        let (variant, rules) = rest.split_once(" rules ").ok_or(LineError::Foreign)?;
        let rules = rules.split(" ;").next().unwrap_or(rules);
        let wanted = if self.rules.is_empty() { "usual" } else { &self.rules };
        if variant != self.variant.name() {
            return Err(LineError::OtherVariant { found: variant.to_owned(), wanted: self.variant });
        }
        if rules != wanted {
            return Err(LineError::OtherRules { found: rules.to_owned(), wanted: wanted.to_owned() });
        }
        Ok(())
    }
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Number of the run, from its settings, and of the game within it, from 0.
    pub run: u32,
    pub number: usize,
    pub result: GameResult,
    /// The position it begins with.
    pub fen: String,
    /// The moves, each with the score of the position it was played in if that is one to learn from: centipawns, from
    /// the side to move.
    pub moves: Vec<(String, Option<i16>)>,
}

impl GameRecord {
    /// White's half points.
    pub fn points(&self) -> usize {
        match self.result {
            GameResult::Wins(Side::Black) => 0,
            GameResult::Draw => 1,
            GameResult::Wins(Side::White) => 2,
        }
    }

    /// The line, with its end.
    pub fn line(&self) -> String {
        let result = match self.result {
            GameResult::Wins(Side::White) => "1-0",
            GameResult::Wins(Side::Black) => "0-1",
            GameResult::Draw => "1/2",
        };
        let mut line = format!("{:08x}-{} {result} {} |", self.run, self.number, self.fen);
        for (mv, score) in &self.moves {
            let _ = match score {
                Some(score) => write!(line, " {mv}={score}"),
                None => write!(line, " {mv}"),
            };
        }
        let _ = writeln!(line, " | {:016x}", checksum(line.as_bytes()));
        line
    }

    /// Reads a line without its end.
    ///
    /// # Errors
    /// What is wrong with it. Moves and FEN are not judged here.
    pub fn parse(line: &str) -> Result<GameRecord, LineError> {
        let (text, sum) = line.rsplit_once(" | ").ok_or(LineError::Checksum)?;
        if u64::from_str_radix(sum, 16) != Ok(checksum(text.as_bytes())) || sum.len() != 16 {
            return Err(LineError::Checksum);
        }
        let unreadable = |text: &str| LineError::Unreadable(text.to_owned());
        let (front, moves) = text.split_once(" |").ok_or_else(|| unreadable("|"))?;
        let mut words = front.splitn(3, ' ');
        let id = words.next().unwrap_or("");
        let (run, number) = id.split_once('-').ok_or_else(|| unreadable(id))?;
        let (run, number) = (u32::from_str_radix(run, 16), number.parse());
        let (Ok(run), Ok(number)) = (run, number) else { return Err(unreadable(id)) };
        let result = match words.next() {
            Some("1-0") => GameResult::Wins(Side::White),
            Some("0-1") => GameResult::Wins(Side::Black),
            Some("1/2") => GameResult::Draw,
            other => return Err(unreadable(other.unwrap_or(""))),
        };
        let fen = words.next().ok_or_else(|| unreadable(""))?.to_owned();
        let read = |word: &str| match word.split_once('=') {
            None => Ok((word.to_owned(), None)),
            Some((mv, score)) => {
                let score = score.parse().map_err(|_| unreadable(word))?;
                Ok((mv.to_owned(), Some(score)))
            }
        };
        let moves = moves.split(' ').filter(|word| !word.is_empty()).map(read).collect::<Result<_, _>>()?;
        Ok(GameRecord { run, number, result, fen, moves })
    }
}

/// The whole lines of a file, in order, each checked by `head`; what follows the last end of line is left out: the run
/// that wrote it was killed.
///
/// # Errors
/// A file that cannot be read, or a line that is not what it should be.
pub fn read(path: &Path, head: &Head) -> Result<Vec<(usize, GameRecord)>, GamesError> {
    let text = std::fs::read(path).map_err(|error| GamesError::Io { path: path.to_owned(), error })?;
    parse(&text, head).map_err(|(line, what)| GamesError::Line { path: path.to_owned(), line, what })
}

/// The games of a text, with the numbers of their lines.
fn parse(text: &[u8], head: &Head) -> Result<Vec<(usize, GameRecord)>, (usize, LineError)> {
    let whole = text.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1);
    let mut games = Vec::new();
    let mut announced = false;
    for (i, line) in text[..whole].split(|b| *b == b'\n').enumerate() {
        let at = |what| (i + 1, what);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let foreign = if announced { LineError::Checksum } else { LineError::Foreign };
        let line = std::str::from_utf8(line).map_err(|_| at(foreign.clone()))?;
        if line.starts_with('#') {
            head.admits(line).map_err(at)?;
            announced = true;
        } else if !line.is_empty() {
            if !announced {
                return Err(at(foreign));
            }
            games.push((i + 1, GameRecord::parse(line).map_err(at)?));
        }
    }
    // A run may have been killed in the middle of its first head line.
    let begun = whole == 0 && (MAGIC.as_bytes().starts_with(text) || text.starts_with(MAGIC.as_bytes()));
    if announced || begun { Ok(games) } else { Err((1, LineError::Foreign)) }
}

/// What to do with a file that exists.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Existing {
    Refuse,
    /// Go on with it.
    Resume,
    /// Write it anew.
    Replace,
}

/// Opens a file to append games to it. A broken last line is cut off. Also the games that are in it already.
///
/// # Errors
/// It exists and may not, it holds something else, or it cannot be read or written.
pub fn open(path: &Path, head: &Head, existing: Existing) -> Result<(File, Vec<GameRecord>), GamesError> {
    let io = |error| GamesError::Io { path: path.to_owned(), error };
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    match existing {
        Existing::Refuse if path.exists() => return Err(GamesError::Exists { path: path.to_owned() }),
        Existing::Refuse => options.create_new(true),
        Existing::Resume => options.truncate(false),
        Existing::Replace => options.truncate(true),
    };
    let mut file = options.open(path).map_err(io)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(io)?;
    let games = parse(&text, head).map_err(|(line, what)| GamesError::Line { path: path.to_owned(), line, what })?;
    let whole = text.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64).map_err(io)?;
    file.seek(SeekFrom::Start(whole as u64)).map_err(io)?;
    let line = head.line() + "\n";
    if !text[..whole].split_inclusive(|b| *b == b'\n').any(|known| known == line.as_bytes()) {
        file.write_all(line.as_bytes()).map_err(io)?;
    }
    Ok((file, games.into_iter().map(|(_, game)| game).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        Head { variant: Variant::Siberia, rules: String::new(), remarks: "nodes 10".to_owned() }
    }

    fn game(number: usize) -> GameRecord {
        let moves = vec![("b1c3".to_owned(), Some(-12)), ("b9c7".to_owned(), None)];
        let fen = "rncdk1cnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCDK1CNR w - - 0 1".to_owned();
        GameRecord { run: 0xAB, number, result: GameResult::Wins(Side::Black), fen, moves }
    }

    #[test]
    fn lines_are_read_back() {
        let line = game(7).line();
        assert!(line.starts_with("000000ab-7 0-1 rncdk1cnr/"), "{line}");
        assert_eq!(GameRecord::parse(line.trim_end()), Ok(game(7)));
        let whole = line.trim_end();
        for at in 0..whole.len() {
            let mut bad = whole.as_bytes().to_vec();
            bad[at] ^= 1;
            let bad = String::from_utf8(bad).unwrap();
            assert!(GameRecord::parse(&bad).is_err(), "{bad}");
        }
    }

    /// Whatever part of a file a killed run leaves, the next one goes on with the whole lines of it.
    #[test]
    fn a_cut_file_is_mended() {
        let text = format!("{}\n{}{}", head().line(), game(0).line(), game(1).line());
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        for end in 0..=text.len() {
            std::fs::write(&path, &text[..end]).unwrap();
            let (mut file, games) = open(&path, &head(), Existing::Resume).unwrap();
            let whole = text[..end].matches('\n').count().saturating_sub(1);
            assert_eq!(games.len(), whole);
            file.write_all(game(9).line().as_bytes()).unwrap();
            let read = read(&path, &head()).unwrap();
            assert_eq!(read.len(), whole + 1);
            assert_eq!(read[whole].1, game(9));
        }
    }

    #[test]
    fn foreign_files_are_refused_and_left_alone() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        for (text, what) in [
            ("Dear diary\n", "line 1: not a file of games"),
            ("no end of line", "line 1: not a file of games"),
            ("# ataman games 1 variant lasca rules usual ; x\n", "line 1: games of 'lasca', not of 'siberia'"),
            (
                "# ataman games 1 variant siberia rules MateRule=bare ; x\n",
                "line 1: games with the rules 'MateRule=bare'",
            ),
            ("# ataman games 1 variant siberia rules usual ; x\n0-0 1-0 x | | 12\n", "line 2: the checksum is wrong"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = open(&path, &head(), Existing::Resume).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        let error = open(&path, &head(), Existing::Refuse).unwrap_err().to_string();
        assert!(error.contains("exists"), "{error}");
        let (_, games) = open(&path, &head(), Existing::Replace).unwrap();
        assert_eq!(games, []);
    }
}
