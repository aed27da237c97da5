//! Clients that go away: at any moment, with or without a word. The program must end at once, with code 0 and no
//! complaint.

use std::time::Duration;

use crate::Figures;
use crate::madman::{Dice, Madman};
use crate::process::Process;

#[derive(Default)]
pub struct Leaver {
    pub figures: Figures,
}

/// A search without end, in the words of each protocol.
const ENDLESS: [(&str, &[&str]); 4] = [
    ("ugi", &["position startpos", "go infinite"]),
    ("uci", &["setoption name UCI_Variant value siberia", "position startpos moves e2e4", "go ponder"]),
    ("hub", &["init", "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "level infinite", "go analyze"]),
    ("xboard", &["new", "post", "hard", "st 0.01", "usermove e2e4", "analyze"]),
];

impl Leaver {
    pub fn turn(&mut self, dice: &mut Dice) {
        let mut process = Process::start();
        let (protocol, endless) = dice.word(&ENDLESS);
        let mut lines: Vec<Vec<u8>> = vec![protocol.into()];
        let mut madman = Madman::new(dice.next());
        // No sudden table of many gigabytes.
        let harmless = |line: &Vec<u8>| !String::from_utf8_lossy(line).to_ascii_lowercase().contains("hash");
        lines.extend((0..dice.below(20)).map(|_| madman.line()).filter(harmless));
        lines.extend(endless[..dice.below(endless.len() + 1)].iter().map(|line| line.as_bytes().to_vec()));
        for mut line in lines {
            line.push(b'\n');
            process.send_bytes(&line);
            self.figures.commands += 1;
        }
        self.figures.searches += 1;
        std::thread::sleep(Duration::from_micros(dice.next() % 20_000));
        if dice.below(2) == 0 {
            process.send("quit");
        }
        // What was still printed is of no interest to who has gone.
        process.end();
    }
}
