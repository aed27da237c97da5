//! Reading records: games as text, without knowledge of the rules. A file that ends in the middle of a game, as a
//! killed match may leave it, is read up to there.
//!
//! Variations, numbered glyphs, `;` comments and `%` lines of other programs are passed over.

use crate::engine::GameResult;
use crate::rules::Side;

/// A game in a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Moves with their comments, without marks as `?!`.
    pub moves: Vec<(String, String)>,
    /// How it ended, if the record says so.
    pub result: Option<GameResult>,
    /// Where each move stands in the text.
    pub places: Vec<Place>,
    /// End of the last tag in the text, byte.
    pub tags_end: Option<usize>,
    /// End of the game in the text, byte.
    pub end: usize,
}

/// Where a move stands in the text, in bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// End of its word, marks included.
    pub word: usize,
    /// It has a mark as `?!`, or a numbered glyph.
    pub marked: bool,
    /// End of the comments and glyphs that directly follow.
    pub end: usize,
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
    /// What of it could be read.
    pub rest: Record,
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
            Token::Tag(name, value) => {
                game.tags.push((name, value));
                game.tags_end = Some(rest.at);
            }
            Token::Comment(comment) => {
                if let (Some((_, last)), Some(place)) = (game.moves.last_mut(), game.places.last_mut()) {
                    if last.is_empty() {
                        *last = comment.to_owned();
                    }
                    place.end = rest.at;
                }
            }
            Token::Glyph => {
                if let Some(place) = game.places.last_mut() {
                    (place.marked, place.end) = (true, rest.at);
                }
            }
            Token::Variation => {}
            Token::Word(word) => match result(word) {
                Some(outcome) => {
                    (game.result, game.end) = (outcome, rest.at);
                    records.games.push(std::mem::take(&mut game));
                    records.end = rest.at;
                }
                None => {
                    // `12.` and `12...` may stand before the move without a blank.
                    let mv = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let mv = if mv.starts_with('.') { mv.trim_start_matches('.') } else { word };
                    let bare = mv.trim_end_matches(['!', '?']);
                    if !bare.is_empty() {
                        // A star behind a move is a crowning where column games are recorded.
                        game.moves.push((bare.trim_end_matches('*').to_owned(), String::new()));
                        game.places.push(Place { word: rest.at, marked: bare != mv, end: rest.at });
                    } else if let (false, Some(place)) = (mv.is_empty(), game.places.last_mut()) {
                        (place.marked, place.end) = (true, rest.at);
                    }
                }
            },
        }
    }
    // The line's end belongs to the game.
    let tail = &text[records.end..];
    records.end += tail.len() - tail.trim_start().len();
    records.broken = !text[records.end..].trim().is_empty();
    game.end = text.len();
    records.rest = game;
    records
}

/// The result that ends a game; `*` ends one without a result.
fn result(word: &str) -> Option<Option<GameResult>> {
    match word {
        "1-0" | "2-0" => Some(Some(GameResult::Wins(Side::White))),
        "0-1" | "0-2" => Some(Some(GameResult::Wins(Side::Black))),
        "1/2-1/2" | "1-1" => Some(Some(GameResult::Draw)),
        // Unknown, and lost by both.
        "*" | "0-0" => Some(None),
        _ => None,
    }
}

enum Token<'a> {
    Tag(String, String),
    Comment(&'a str),
    /// A numbered glyph.
    Glyph,
    /// What might have been played.
    Variation,
    Word(&'a str),
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// The next token; `None` at the end, or where a tag, a comment or a variation breaks off.
    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = rest.trim_start();
            if rest.starts_with('%') && self.text[..self.at].bytes().next_back().is_none_or(|byte| byte == b'\n') {
                // Such a line is for other programs.
                self.at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            let (token, length) = match rest.chars().next()? {
                '[' => tag(rest)?,
                '{' => {
                    let end = rest.find('}')?;
                    (Token::Comment(rest[1..end].trim()), end + 1)
                }
                ';' => {
                    // The end of the line is the end of the comment, and belongs to it.
                    let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
                    (Token::Comment(rest[1..end].trim()), end)
                }
                '(' => (Token::Variation, variation(rest)?),
                '$' => (Token::Glyph, rest.find(|c: char| c.is_whitespace() || "{(".contains(c)).unwrap_or(rest.len())),
                first => {
                    let end = rest[first.len_utf8()..].find(|c: char| c.is_whitespace() || "{(;".contains(c));
                    let end = end.map_or(rest.len(), |end| end + first.len_utf8());
                    (Token::Word(&rest[..end]), end)
                }
            };
            self.at += length;
            return Some(token);
        }
    }
}

/// The length of a variation, with those in it.
fn variation(text: &str) -> Option<usize> {
    let (mut depth, mut comment) = (0usize, None);
    for (i, c) in text.char_indices() {
        match (comment, c) {
            (Some(end), _) => comment = (c != end).then_some(end),
            (None, '{') => comment = Some('}'),
            (None, ';') => comment = Some('\n'),
            (None, '(') => depth += 1,
            (None, ')') => {
                depth -= 1;
                if depth == 0 {
                    return Some(i + 1);
                }
            }
            _ => {}
        }
    }
    None
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
    fn records_of_other_programs_are_read() {
        let text = "%made elsewhere\n[GameType \"25\"]\n1.c3-d4! ; the best {by far}\nd6-c5?! $6 {x} {y} (1... f6-e5 (h6-g5) {)}) \
                    2. b2-c3 ?? c5:e3 3.b6-c7* (3. a1-b2) * 1. 22-18 0-0 1. c3d4{a}b6a5;b";
        let records = read(text);
        assert_eq!((records.games.len(), records.broken), (2, true));
        let game = &records.games[0];
        let moves: Vec<(&str, &str)> = game.moves.iter().map(|(mv, comment)| (mv.as_str(), comment.as_str())).collect();
        let expected = [("c3-d4", "the best {by far}"), ("d6-c5", "x"), ("b2-c3", ""), ("c5:e3", ""), ("b6-c7", "")];
        assert_eq!(moves, expected);
        assert_eq!(game.result, None);
        let marked: Vec<bool> = game.places.iter().map(|place| place.marked).collect();
        assert_eq!(marked, [true, true, true, false, false]);
        let ends = |i: usize| (&text[..game.places[i].word], &text[..game.places[i].end]);
        assert!(ends(0).0.ends_with("c3-d4!") && ends(0).1.ends_with("far}\n"), "{:?}", ends(0));
        assert!(ends(1).0.ends_with("d6-c5?!") && ends(1).1.ends_with("{y}"), "{:?}", ends(1));
        assert!(ends(2).0.ends_with("b2-c3") && ends(2).1.ends_with("??"), "{:?}", ends(2));
        assert!(text[..game.tags_end.unwrap()].ends_with("\"25\"]"));
        assert_eq!(records.games[1].moves, [("22-18".to_owned(), String::new())]);
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
