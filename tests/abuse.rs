//! A client that has gone mad: random lines, and searches stopped at random moments.

#[path = "support/answers.rs"]
mod answers;
#[path = "support/dice.rs"]
mod dice;
#[path = "support/madman.rs"]
mod madman;
#[path = "support/process.rs"]
mod process;
#[path = "support/referee.rs"]
mod referee;
mod slow;

use std::time::Duration;

use ataman::engine::Variant;
use ataman::rules::RuleOptions;
use madman::Madman;
use process::Process;
use referee::{Dice, slow};

const SEED: u64 = 20_260_101;

#[test]
fn a_hundred_thousand_random_lines() {
    let mut process = Process::speaking("ugi");
    let mut madman = Madman::new(SEED);
    for block in 0..200 {
        let mut sent = Vec::new();
        let mut owed = 0;
        for _ in 0..500 {
            let line = madman.line();
            let first = String::from_utf8_lossy(&line).split_whitespace().next() == Some("go");
            owed += usize::from(first && line.len() <= 1 << 20);
            process.send_bytes(&[&line[..], b"\n"].concat());
            sent.push(String::from_utf8_lossy(&line).chars().take(100).collect::<String>());
        }
        // A command that stops what runs, and whose answer nothing else prints.
        process.send("setoption name End of the block value 1");
        let lines = process.until(|line| line == "info string error: there is no option 'End of the block'");
        let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        // `go perft` owes none, unless its number is refused.
        let counts = sent.iter().filter(|line| is_perft(line)).count();
        let expected = owed - counts..=owed;
        assert!(expected.contains(&answers), "seed {SEED} block {block}: {answers} of {owed}: {sent:#?}");
        let strange = lines.iter().find(|line| line.contains('\0') || line.contains("panicked"));
        assert_eq!(strange, None, "seed {SEED} block {block}: {sent:#?}");
    }
    for (name, value) in [("Variant", "russian"), ("MultiPV", "1"), ("Skill", "20"), ("Threads", "1")] {
        assert_eq!(process.ask(&format!("setoption name {name} value {value}")), [""; 0], "seed {SEED}");
    }
    process.send("position startpos moves c3d4");
    let slow = slow(Variant::Russian, &[]);
    let answer = process.go("go depth 3");
    answers::check(&slow, &referee::after(&slow, &slow.start_fen(), "c3d4"), &answer);
    assert_eq!(answer.last().depth, 3, "seed {SEED}");
    assert_eq!(process.end(), [""; 0], "seed {SEED}");
}

fn is_perft(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("go") && words.any(|word| word == "perft")
}

#[test]
fn a_thousand_searches_of_two_threads_stopped_at_random() {
    let mut dice = Dice(SEED);
    for variant in Variant::ALL {
        let slow = slow(variant, &[]);
        let mut process = Process::playing(variant.name());
        for option in ["Threads value 2", "Hash value 1"] {
            assert_eq!(process.ask(&format!("setoption name {option}")), [""; 0]);
        }
        for round in 0..170 {
            let mut session = variant.open(&RuleOptions::default());
            for _ in 0..dice.below(60) {
                let legal = session.legal();
                if legal.is_empty() {
                    break;
                }
                session.push(&dice.pick(&legal).0).unwrap();
            }
            let (fen, dead) = (session.fen().unwrap(), session.legal().is_empty());
            let (_, moves) = session.record().unwrap();
            process.send(&format!("position startpos moves {}", moves.join(" ")));
            let kind = dice.pick(&["infinite", "ponder", "depth 100", "movetime 2", "nodes 500", "wtime 9 btime 9"]);
            process.send(&format!("go {kind}"));
            std::thread::sleep(Duration::from_micros(dice.next() % 3000));
            process.send("stop");
            let answer = process.answer();
            let context = format!("seed {SEED} {variant} round {round}: {fen} {kind}: {answer:?}");
            assert_eq!(answer.best == "(none)", dead, "{context}");
            if !dead {
                answers::check(&slow, &fen, &answer);
            }
            let others = answer.before.iter().filter(|line| !line.contains(" pv ") && !dead).count();
            assert_eq!(others, 0, "{context}");
            assert_eq!(process.sync(), [""; 0], "{context}");
        }
        assert_eq!(process.end(), [""; 0], "seed {SEED} {variant}");
    }
}
