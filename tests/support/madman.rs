//! A client that has gone mad: lines of all kinds, a few of them right.

use ataman::engine::Variant;

pub use crate::dice::Dice;

/// Words of the protocol, and some that are none. Without `quit`.
const WORDS: &[&str] = &[
    "ugi",
    "uci",
    "isready",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "stop",
    "ponderhit",
    "query",
    "gameover",
    "p1turn",
    "result",
    "infinite",
    "ponder",
    "searchmoves",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "p1time",
    "p2inc",
    "perft",
    "legal",
    "show",
    "d",
    "describe",
    "eval",
    "help",
    "debug",
    "on",
    "register",
    "later",
    "uginewgame",
    "ucinewgame",
    "Variant",
    "Hash",
    "Threads",
    "MultiPV",
    "Move Overhead",
    "Skill",
    "Rejump",
    "Kings",
    "TargetScore",
    "NoProgress",
    "MateRule",
    "BoardFile",
    "<empty>",
    "never",
    "free",
    "short",
    "bare",
    "hello",
    "0000",
    "(none)",
    "c3d4",
    "c3:e5",
    "a1",
    "-",
    "w",
    "b",
    "moves moves",
    "fen fen",
    "name name",
    "value value",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "-1",
    "007",
    "+5",
    "1.5",
    "1e9",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999999",
    "NaN",
    "0x10",
    "١٢",
];

const FENS: &[&str] = &[
    "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w 0 1",
    "W:Wa1,c3,Ke5:Bb8,32",
    "B:WKh2,b4,c3:BKg1:H0:F1",
    "1b1b1(Wbbb)1b/b1b3b1/5b2/6b1/3(wb)4/w1w1w3/3w1(ww)1w/w1w3w1 w 3 9",
    "2(Wbb)1b1b/1b1(bb)3/2(bw)1(bw)1b/7/(bw)1w1w1w/1w5/2w1w1w b",
    "rncdk1cnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCDK1CNR w - - 0 1",
    "k8/9/1K7/9/9/9/7p1/9/8R w - - 99 30000",
    "b6b1/7bb/4b3b3b2b1/1b5b7b1/1bb11b2/3w1b7/w1b3wb9/5w3wWb3w1/ww5w2w6/1w2w1w2/www5w w 2 6 0 0",
    "8b/9/17/17/17/13/17/17/17/w8/9 w 99 98 40 40 199 30000",
];

/// A client that sends whatever comes to its mind.
pub struct Madman(Dice);

impl Madman {
    /// A client whose whims depend on the seed.
    pub fn new(seed: u64) -> Self {
        Madman(Dice(seed))
    }

    /// A line, without its end.
    pub fn line(&mut self) -> Vec<u8> {
        let text = match self.0.below(20) {
            0..=4 => self.words(12),
            5..=6 => return self.bytes(),
            7..=8 => self.mutated_fen(),
            9..=10 => format!("position startpos moves {}", self.moves(8)),
            11 => format!("moves {}", self.moves(3)),
            12..=13 => self.go(),
            14 => format!("setoption name Variant value {}", self.0.word(&Variant::ALL)),
            15 => self.option(),
            16 => self
                .0
                .word(&["legal", "show", "eval", "stop", "ponderhit", "query result", "go perft 3", "perft 2"])
                .to_owned(),
            17 => format!("query {}", self.words(2)),
            18 => self.0.word(&["isready", "uginewgame", "", "   ", "\t", "\r"]).to_owned(),
            _ if self.0.below(500) == 0 => return self.long(),
            _ => (self.0.word(WORDS)).to_owned(),
        };
        text.into_bytes()
    }

    fn word(&mut self) -> &'static str {
        if self.0.below(4) == 0 { self.0.word(NUMBERS) } else { self.0.word(WORDS) }
    }

    fn words(&mut self, most: usize) -> String {
        let words: Vec<&str> = (0..1 + self.0.below(most)).map(|_| self.word()).collect();
        words.join(" ")
    }

    /// Bytes of all kinds but the line's end, some after a word that looks right.
    fn bytes(&mut self) -> Vec<u8> {
        let mut line = if self.0.below(2) == 0 { format!("{} ", self.0.word(WORDS)).into_bytes() } else { Vec::new() };
        let random = (0..self.0.below(60)).map(|_| self.0.next() as u8).filter(|b| *b != b'\n');
        line.extend(random.collect::<Vec<u8>>());
        line
    }

    fn mutated_fen(&mut self) -> String {
        const SIGNS: &[u8] = b"wWbBkKpPrRnNcCdD0123456789/()- :,.x\0";
        let mut fen = self.0.word(FENS).as_bytes().to_vec();
        for _ in 0..self.0.below(4) {
            let (at, sign) = (self.0.below(fen.len()), self.0.word(SIGNS));
            match self.0.below(3) {
                0 => fen[at] = sign,
                1 => fen.insert(at, sign),
                _ => {
                    fen.remove(at);
                }
            }
        }
        let moves = if self.0.below(3) == 0 { format!(" moves {}", self.moves(4)) } else { String::new() };
        let word = if self.0.below(4) == 0 { "" } else { "fen " };
        format!("position {word}{}{moves}", String::from_utf8_lossy(&fen))
    }

    fn square(&mut self) -> String {
        format!("{}{}", char::from(b'a' + self.0.below(18) as u8), self.0.below(12))
    }

    fn moves(&mut self, most: usize) -> String {
        let mut moves = Vec::new();
        for _ in 0..self.0.below(most) {
            let squares: Vec<String> = (0..1 + self.0.below(4)).map(|_| self.square()).collect();
            moves.push(match self.0.below(4) {
                0 => self.0.word(&["c3d4", "b6a5", "d4e5", "a2a3", "a10a9", "b2b3", "d6c5", "e5d6d"]).to_owned(),
                1 => squares.join(self.0.word(&["-", ":", "x", "--"])),
                _ => squares.concat(),
            });
        }
        moves.join(" ")
    }

    /// A `go` that may be endless: the next line ends it.
    fn go(&mut self) -> String {
        let mut go = "go".to_owned();
        for _ in 0..self.0.below(4) {
            let keyword = self.0.word(&[
                "movetime",
                "depth",
                "nodes",
                "infinite",
                "mate",
                "ponder",
                "searchmoves",
                "wtime",
                "btime",
                "winc",
                "binc",
                "movestogo",
            ]);
            let value = if self.0.below(3) == 0 { self.word() } else { self.0.word(&NUMBERS[..4]) };
            go += &format!(" {keyword} {value}");
        }
        go
    }

    fn option(&mut self) -> String {
        let (name, values): (&str, &[&str]) = self.0.word(&[
            ("Hash", &["1", "2", "16", "0", "-5", "many"][..]),
            ("tHREADS", &["1", "2", "3", "0", ""]),
            ("MultiPV", &["1", "2", "3", "256", "257"]),
            ("moveoverhead", &["0", "10", "10000", "10001"]),
            ("Skill", &["0", "5", "20", "21"]),
            ("Rejump", &["round", "never", "free", "often"]),
            ("Kings", &["flying", "short", "long"]),
            ("TargetScore", &["1", "15", "99", "100"]),
            ("MinCaptures", &["0", "5", "99", "x"]),
            ("NoProgress", &["1", "200", "10000", "0"]),
            ("MateRule", &["win", "bare", "lose"]),
            ("BoardFile", &["<empty>", "", "/no/such/file", "/", "\0"]),
            ("TablePath", &["<empty>", "", "/no/such/path", "src;/", "\0"]),
            ("Ponder", &["true", "false", "maybe"]),
        ]);
        format!("setoption name {name} value {}", self.0.word(values))
    }

    /// Around a mebibyte.
    fn long(&mut self) -> Vec<u8> {
        let word = format!("{} ", self.word());
        let mut line = format!("{} ", self.0.word(WORDS)).into_bytes();
        line.extend(word.as_bytes().iter().cycle().take((1 << 20) - 100 + self.0.below(200)));
        line
    }
}
