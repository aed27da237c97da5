//! A client that sends nonsense, thousands of lines of it.

use crate::madman::{Dice, Madman};
use crate::process::Process;
use crate::{Client, Figures};

pub struct Mad {
    process: Process,
    madman: Madman,
    figures: Figures,
}

impl Mad {
    pub fn new(seed: u64) -> Self {
        Mad { process: Process::speaking("ugi"), madman: Madman::new(seed), figures: Figures::default() }
    }
}

impl Client for Mad {
    fn name(&self) -> &'static str {
        "mad"
    }

    fn turn(&mut self, dice: &mut Dice) {
        for _ in 0..100 + dice.below(400) {
            let mut line = self.madman.line();
            // What fills the machine's memory on demand is no fault of the program.
            if String::from_utf8_lossy(&line).to_ascii_lowercase().contains("hash") {
                line = format!("setoption name Hash value {}", 1 + dice.below(8)).into_bytes();
            }
            let go = line.trim_ascii_start().starts_with(b"go");
            line.push(b'\n');
            self.process.send_bytes(&line);
            self.figures.commands += 1;
            self.figures.searches += u64::from(go);
        }
        self.rest();
    }

    fn rest(&mut self) {
        self.process.send("uginewgame");
        for (name, value) in
            [("Variant", "russian"), ("Hash", "1"), ("Threads", "1"), ("MultiPV", "1"), ("Rejump", "round")]
        {
            self.process.send(&format!("setoption name {name} value {value}"));
        }
        // What was sent may have asked for `readyok` itself: something else has to tell the end.
        self.process.send("setoption name The end value 1");
        let lines = self.process.until(|line| line == "info string error: there is no option 'The end'");
        let strange = lines.iter().find(|line| line.contains('\0') || line.contains("panicked"));
        assert_eq!(strange, None);
    }

    fn process(&self) -> &Process {
        &self.process
    }

    fn figures(&self) -> Figures {
        self.figures
    }

    fn into_process(self: Box<Self>) -> Process {
        self.process
    }
}
