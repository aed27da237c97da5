//! The rules of the six variants once more: slow, plain, and sharing nothing with the engine. Text
//! goes in and text comes out. `rules.md` is the source; comments in quotes cite it.

mod columns;
mod common;
mod draughts;
mod pdn;
mod siberia;
mod vsadniki;

use self::common::{End, Rules, Side, fits};
use std::collections::BTreeMap;

/// May a capture jump one column twice?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejump {
    /// Not twice running, but again after another jump in between.
    Round,
    Never,
    Free,
}

/// The rule options of all games.
#[derive(Clone, Debug)]
pub struct Options {
    pub rejump: Rejump,
    pub short_kings: bool,
    pub target_score: u32,
    pub min_captures: u32,
    pub no_progress: u32,
    pub bare_mate: bool,
    /// The text of the vsadniki board file.
    pub board: String,
}

impl Options {
    pub fn default_with_board(board: &str) -> Self {
        Options {
            rejump: Rejump::Round,
            short_kings: false,
            target_score: 15,
            min_captures: 0,
            no_progress: 200,
            bare_mate: false,
            board: board.to_string(),
        }
    }

    /// Sets an option by the name and value that the engine uses.
    pub fn set(&mut self, name: &str, value: &str) {
        let number = || value.parse().unwrap_or_else(|_| panic!("{name}={value}: not a number"));
        match (name, value) {
            ("Rejump", "round") => self.rejump = Rejump::Round,
            ("Rejump", "never") => self.rejump = Rejump::Never,
            ("Rejump", "free") => self.rejump = Rejump::Free,
            ("Kings", "flying") => self.short_kings = false,
            ("Kings", "short") => self.short_kings = true,
            ("MateRule", "win") => self.bare_mate = false,
            ("MateRule", "bare") => self.bare_mate = true,
            ("TargetScore", _) => self.target_score = number(),
            ("MinCaptures", _) => self.min_captures = number(),
            ("NoProgress", _) => self.no_progress = number(),
            _ => panic!("unknown option {name}={value}"),
        }
    }
}

/// One variant with its options.
pub struct Slow {
    game: Box<dyn Text + Send + Sync>,
}

impl Slow {
    pub fn new(variant: &str, options: Options) -> Self {
        let game: Box<dyn Text + Send + Sync> = match variant {
            "russian" => Box::new(draughts::Draughts { official: false }),
            "russian-official" => Box::new(draughts::Draughts { official: true }),
            "bashni" => Box::new(columns::Columns::bashni(&options)),
            "lasca" => Box::new(columns::Columns::lasca(&options)),
            "siberia" => Box::new(siberia::Siberia { bare_mate: options.bare_mate }),
            "vsadniki" => Box::new(vsadniki::Vsadniki::new(&options)),
            _ => panic!("unknown variant {variant:?}"),
        };
        Slow { game }
    }

    /// The start position in its printed form.
    pub fn start_fen(&self) -> String {
        self.game.start_fen()
    }

    /// Every legal move as (printed move, printed FEN after it), sorted. "Perft and `legal` know
    /// movement only".
    pub fn legal(&self, fen: &str) -> Vec<(String, String)> {
        self.game.legal(fen)
    }

    pub fn perft(&self, fen: &str, depth: u32) -> u64 {
        self.game.perft(fen, depth)
    }

    /// Plays a whole game: (final FEN, is it over, "p1win", "p2win", "draw" or "none"). Panics if a
    /// move is illegal.
    pub fn play(&self, fen: &str, moves: &[&str]) -> (String, bool, String) {
        self.game.play(fen, moves)
    }

    /// The results of `play` after no move, after the first, after the second, and so on.
    pub fn results(&self, fen: &str, moves: &[&str]) -> Vec<String> {
        self.game.results(fen, moves)
    }
}

/// A game as text only, so that `Slow` can hold any of them.
trait Text {
    fn start_fen(&self) -> String;
    fn legal(&self, fen: &str) -> Vec<(String, String)>;
    fn perft(&self, fen: &str, depth: u32) -> u64;
    fn play(&self, fen: &str, moves: &[&str]) -> (String, bool, String);
    fn results(&self, fen: &str, moves: &[&str]) -> Vec<String>;
}

impl<R: Rules> Text for R {
    fn start_fen(&self) -> String {
        self.start()
    }

    fn legal(&self, fen: &str) -> Vec<(String, String)> {
        let mut list = Vec::new();
        for (next, printed) in merged(self, &self.read(fen)) {
            list.push((printed, self.print(&next)));
        }
        list.sort();
        list
    }

    fn perft(&self, fen: &str, depth: u32) -> u64 {
        perft(self, &self.read(fen), depth)
    }

    fn play(&self, fen: &str, moves: &[&str]) -> (String, bool, String) {
        let mut game = vec![self.read(fen)];
        for text in moves {
            let now = &game[game.len() - 1];
            let next = after(self, now, text);
            game.push(next);
        }
        // "moves after a draw by count or repetition are accepted; the end is judged at the last
        // position."
        let end = self.judge(&game);
        let last = self.print(&game[game.len() - 1]);
        (last, end != End::None, result(end))
    }

    fn results(&self, fen: &str, moves: &[&str]) -> Vec<String> {
        let mut game = vec![self.read(fen)];
        let mut results = vec![result(self.judge(&game))];
        for text in moves {
            let now = &game[game.len() - 1];
            let next = after(self, now, text);
            game.push(next);
            results.push(result(self.judge(&game)));
        }
        results
    }
}

fn result(end: End) -> String {
    let text = match end {
        End::None => "none",
        End::Win(Side::White) => "p1win",
        End::Win(Side::Black) => "p2win",
        End::Draw => "draw",
    };
    text.to_string()
}

/// "A move **is** the position it leads to", and "when several paths lead to one move, the
/// lexicographically smallest" is printed.
fn merged<R: Rules>(rules: &R, pos: &R::Pos) -> BTreeMap<R::Pos, String> {
    let mut moves: BTreeMap<R::Pos, String> = BTreeMap::new();
    for (path, next) in rules.paths(pos, &[]) {
        let printed = rules.printed(&path);
        match moves.get_mut(&next) {
            None => {
                moves.insert(next, printed);
            }
            Some(known) => {
                if printed < *known {
                    *known = printed;
                }
            }
        }
    }
    moves
}

fn perft<R: Rules>(rules: &R, pos: &R::Pos, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = merged(rules, pos);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.keys().map(|next| perft(rules, next, depth - 1)).sum()
}

/// The position after the move `text`: a printed move, a path of a legal move, or a part of one "when
/// just one result fits".
fn after<R: Rules>(rules: &R, pos: &R::Pos, text: &str) -> R::Pos {
    let wanted = rules.squares(text);
    let plain = wanted.concat();
    let moves = merged(rules, pos);
    for (next, printed) in &moves {
        // Only Siberia prints anything after the squares: "without the `d` accepted on input".
        if printed == text || *printed == plain || *printed == format!("{plain}d") {
            return next.clone();
        }
    }
    let mut whole = Vec::new();
    let mut part = Vec::new();
    for (path, next) in rules.paths(pos, &wanted) {
        if fits(&path, &wanted) {
            if path.len() == wanted.len() {
                whole.push(next);
            } else {
                part.push(next);
            }
        }
    }
    for mut found in [whole, part] {
        found.sort();
        found.dedup();
        if found.len() == 1 {
            return found.remove(0);
        }
        if found.len() > 1 {
            panic!("{text} is ambiguous in {}", rules.print(pos));
        }
    }
    let list: Vec<String> = moves.into_values().collect();
    panic!("{text} is illegal in {}; legal: {}", rules.print(pos), list.join(" "));
}

/// "Same position (board, side to move, points) for the third time: draw." `key` leaves the counters
/// out. Positions before an irreversible move can't come again, so comparing with all is the same.
fn third_time<P, K: PartialEq>(game: &[P], key: impl Fn(&P) -> K) -> bool {
    let last = key(&game[game.len() - 1]);
    game.iter().filter(|pos| key(pos) == last).count() >= 3
}

/// Uses every entry once, so that no test that uses a part of them gets a warning for the others.
#[cfg(test)]
mod tests {
    use super::{Options, Slow};

    #[test]
    fn entries_of_the_slow_rules() {
        let mut options = Options::default_with_board("a1 0 0 w\nb1 1 0 o\nc1 2 0 b\nline a1 b1 c1");
        options.set("Rejump", "never");
        let slow = Slow::new("bashni", options);
        let start = slow.start_fen();
        assert_eq!(slow.legal(&start).len(), 7);
        assert_eq!(slow.perft(&start, 2), 49);
        assert!(!slow.play(&start, &["c3d4"]).1);
        assert_eq!(slow.results(&start, &["c3d4"]), ["none", "none"]);
    }
}
