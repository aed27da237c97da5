//! Reading records: games as text, without knowledge of the rules. A file that ends in the middle of a game, as a
//! killed match may leave it, is read up to there.

use crate::engine::GameResult;
use crate::rules::Side;

/// A game in a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    pub tags: Vec<(String, String)>,
    /// Moves with their comments.
    pub moves: Vec<(String, String)>,
    pub result: Option<GameResult>,
}

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records {
    /// Games that are complete.
    pub games: Vec<Record>,
    /// Bytes up to the end of the last of them.
    pub end: usize,
    /// Something follows there: a game that breaks off.
    pub broken: bool,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The pair and the game in it that the `Round` tag names, from 0.
    pub fn round(&self) -> Option<(usize, bool)> {
        let (pair, game) = self.tag("Round")?.split_once('.')?;
        let second = match game {
            "1" => false,
            "2" => true,
            _ => return None,
        };
        Some((pair.parse::<usize>().ok()?.checked_sub(1)?, second))
    }

    /// The name of the match it belongs to.
    pub fn key(&self) -> Option<u64> {
        self.tag("Match").and_then(|key| u64::from_str_radix(key, 16).ok())
    }
}

/// Reads all games.
pub fn read(text: &str) -> Records {
    let mut records = Records::default();
    let mut rest = Scanner { text, at: 0 };
    let mut game = Record::default();
    while let Some(token) = rest.next() {
        match token {
            Token::Tag(name, value) => game.tags.push((name, value)),
            Token::Comment(comment) => {
                if let Some((_, last)) = game.moves.last_mut().filter(|(_, last)| last.is_empty()) {
                    *last = comment.to_owned();
                }
            }
            Token::Word(word) => match result(word) {
                Some(outcome) => {
                    game.result = outcome;
                    records.games.push(std::mem::take(&mut game));
                    records.end = rest.at;
                }
                None => {
                    // `12.` and `12...` may stand before the move without a blank.
                    let mv = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let mv = if mv.starts_with('.') { mv.trim_start_matches('.') } else { word };
                    if !mv.is_empty() && !mv.starts_with('$') {
                        game.moves.push((mv.to_owned(), String::new()));
                    }
                }
            },
        }
    }
    // The line's end belongs to the game.
    let tail = &text[records.end..];
    records.end += tail.len() - tail.trim_start().len();
    records.broken = !text[records.end..].trim().is_empty();
    records
}

/// The result that ends a game; `*` ends one without a result.
fn result(word: &str) -> Option<Option<GameResult>> {
    match word {
        "1-0" | "2-0" => Some(Some(GameResult::Wins(Side::White))),
        "0-1" | "0-2" => Some(Some(GameResult::Wins(Side::Black))),
        "1/2-1/2" | "1-1" => Some(Some(GameResult::Draw)),
        "*" => Some(None),
        _ => None,
    }
}

enum Token<'a> {
    Tag(String, String),
    Comment(&'a str),
    Word(&'a str),
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// The next token; `None` at the end, or where a tag or a comment breaks off.
    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        match rest.chars().next()? {
            '[' => {
                let (tag, length) = tag(rest)?;
                self.at += length;
                Some(tag)
            }
            '{' => {
                let end = rest.find('}')?;
                self.at += end + 1;
                Some(Token::Comment(rest[1..end].trim()))
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
                self.at += end;
                Some(Token::Word(&rest[..end]))
            }
        }
    }
}

/// Reads `[Name "value"]` and returns its length too.
fn tag(text: &str) -> Option<(Token<'_>, usize)> {
    let open = text.find('"')?;
    let name = text[1..open].trim().to_owned();
    let mut value = String::new();
    let mut chars = text[open + 1..].char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '\\' => value.extend(chars.next().map(|(_, c)| c)),
            '"' => {
                let close = open + 1 + i + 1;
                let end = close + text[close..].find(']')? + 1;
                return Some((Token::Tag(name, value), end));
            }
            '\n' => return None,
            c => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Round \"3.2\"]\n[White \"a \\\"b\\\" \\\\\"]\n[Match \"00ff\"]\n\n\
                        1. c3-d4 {+0.35/12 0.1s n=9} d6:b4 {x} 2.a3:c5 {White: mate} 1-0\n\n";

    #[test]
    fn games_are_read() {
        let records = read(&format!("{GAME}{GAME}"));
        assert_eq!((records.games.len(), records.end, records.broken), (2, 2 * GAME.len(), false));
        let game = &records.games[0];
        assert_eq!((game.round(), game.key(), game.tag("White")), (Some((2, true)), Some(255), Some("a \"b\" \\")));
        assert_eq!(game.result, Some(GameResult::Wins(Side::White)));
        let moves: Vec<&str> = game.moves.iter().map(|(mv, _)| mv.as_str()).collect();
        assert_eq!(moves, ["c3-d4", "d6:b4", "a3:c5"]);
        assert_eq!(game.moves[0].1, "+0.35/12 0.1s n=9");
    }

    #[test]
    fn a_broken_game_is_cut_off_wherever_it_breaks() {
        let whole = GAME.trim_end().len();
        for cut in 1..whole {
            let text = format!("{GAME}{}", &GAME[..cut]);
            let records = read(&text);
            assert_eq!((records.games.len(), records.end), (1, GAME.len()), "{cut}");
            assert!(records.broken, "{cut}");
        }
        let records = read(&format!("{GAME}{}", &GAME[..whole]));
        assert_eq!((records.games.len(), records.broken), (2, false));
    }
}
