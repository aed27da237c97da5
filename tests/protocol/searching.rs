//! What happens while a search runs, and how it is ended.

use crate::process::Process;

/// A position whose search has nothing more to do after a moment: one move, and it wins.
const DECIDED: &str = "position fen 8/8/8/8/3b4/2w5/8/8 w";

fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

#[test]
fn stop_when_idle_is_silent() {
    let mut process = Process::start();
    assert_eq!(process.ask("stop"), [""; 0]);
    process.go("go depth 1");
    assert_eq!(process.ask("stop"), [""; 0]);
    assert_eq!(process.ask("ponderhit"), [""; 0]);
}

#[test]
fn an_old_stop_does_not_reach_the_next_search() {
    let mut process = Process::start();
    for _ in 0..20 {
        process.send_bytes(b"stop\nponderhit\ngo depth 4\n");
        assert_eq!(process.answer().last().depth, 4);
        process.send_bytes(b"go infinite\nstop\nposition startpos moves c3d4\ngo depth 4\n");
        process.answer();
        assert_eq!(process.answer().last().depth, 4);
    }
    assert_eq!(process.sync(), [""; 0]);
}

#[test]
fn go_and_stop_at_once_is_one_answer() {
    let mut process = Process::start();
    for go in ["go infinite", "go", "go ponder", "go depth 1", "go movetime 1", "go nodes 1"] {
        for _ in 0..30 {
            process.send_bytes(format!("{go}\nstop\nstop\n").as_bytes());
            let answer = process.answer();
            assert!(!answer.infos.is_empty(), "{go}");
            assert_eq!(process.sync(), [""; 0], "{go}");
        }
    }
}

/// Where many kings can take each other quiescence has no end, and the first iteration neither: `stop` still has an
/// answer, and so has every limit.
#[test]
fn a_forest_of_kings_is_left_when_told() {
    let mut process = Process::playing("bashni");
    for fen in [
        "1W1B3W/b3b1b1/3w1W1B/2W1B1b1/1b1W1b2/b1B1w3/3W1W2/W1B3W1 w",
        "1B1B1W1B/B1W5/1B3W2/4W1W1/1W3W1B/W1W3B1/3B1B1B/W1B3W1 w",
    ] {
        for (name, value) in [("Rejump", "round"), ("Rejump", "free"), ("Kings", "short"), ("Kings", "flying")] {
            process.ask(&format!("setoption name {name} value {value}"));
            assert_eq!(process.ask(&format!("position fen {fen}")), [""; 0]);
            for go in ["go nodes 1", "go movetime 1", "go infinite", "go ponder"] {
                process.send_bytes(format!("{go}\nisready\nstop\n").as_bytes());
                let answer = process.answer();
                assert!(!answer.infos.is_empty(), "{go}");
            }
        }
    }
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut process = Process::start();
    process.send("go infinite");
    for _ in 0..100 {
        let lines = process.sync();
        assert_eq!(answers(&lines), 0);
    }
    process.send("stop");
    process.answer();
}

#[test]
fn lines_of_two_writers_do_not_mix() {
    let mut process = Process::playing("lasca");
    process.ask("setoption name MultiPV value 8");
    process.send("go infinite");
    let mut ready = 0;
    for _ in 0..500 {
        process.send("isready");
    }
    while ready < 500 {
        let line = process.line();
        ready += usize::from(line == "readyok");
        assert!(line == "readyok" || line.starts_with("info depth "), "{line}");
    }
    process.send("stop");
    process.answer();
}

#[test]
fn query_is_answered_during_a_search() {
    let mut process = Process::start();
    process.ask("position startpos moves c3d4");
    process.send("go infinite");
    for (what, answer) in [("gameover", "false"), ("p1turn", "false"), ("result", "none")] {
        process.send(&format!("query {what}"));
        let lines = process.until(|line| line.starts_with("response"));
        assert_eq!((lines.last().unwrap().as_str(), answers(&lines)), (format!("response {answer}").as_str(), 0));
    }
    process.send("stop");
    process.answer();
}

#[test]
fn a_second_go_ends_the_first() {
    let mut process = Process::start();
    process.send_bytes(b"go infinite\ngo infinite\ngo depth 3\n");
    for _ in 0..3 {
        process.answer();
    }
    assert_eq!(process.sync(), [""; 0]);
}

#[test]
fn any_other_command_ends_the_search_first() {
    for (command, tail) in [
        ("position startpos moves c3d4", &[][..]),
        ("moves c3d4", &[]),
        ("setoption name Hash value 1", &[]),
        ("setoption name Variant value lasca", &[]),
        ("setoption name Nonsense", &["info string error: there is no option 'Nonsense'"]),
        ("ucinewgame", &[]),
        ("uginewgame", &[]),
        ("nonsense", &["info string error: unknown command 'nonsense'"]),
        ("go depth x", &["info string error: go depth: 'x' is not a whole number of 1 or more", "bestmove (none)"]),
        ("debug on", &[]),
    ] {
        for go in ["go infinite", "go ponder"] {
            let mut process = Process::start();
            process.send(go);
            process.until(|line| line.starts_with("info depth"));
            process.send(command);
            process.answer();
            assert_eq!(process.sync(), tail, "{command}");
        }
    }
}

/// The command that ends the search acts on what it found, not on what the search leaves behind.
#[test]
fn a_position_sent_during_a_search_is_the_one_searched_next() {
    let mut process = Process::start();
    process.send("go infinite");
    process.send("position fen 8/8/8/8/3b4/2w5/8/8 w");
    process.answer();
    assert_eq!(process.go("go depth 2").best, "c3e5");
}

#[test]
fn an_empty_line_does_not_end_a_search() {
    let mut process = Process::start();
    process.send("go infinite");
    process.send_bytes(b"\n \n\r\n");
    assert_eq!(answers(&process.sync()), 0);
    process.send("stop");
    process.answer();
}

#[test]
fn infinite_is_silent_after_it_has_finished() {
    for go in ["go infinite", "go", "go infinite depth 3", "go infinite nodes 10", "go infinite movetime 1"] {
        let mut process = Process::start();
        process.ask(DECIDED);
        process.send(go);
        process.until(|line| line.starts_with("info depth"));
        // The sleep is no gate: a search that answered too early would be seen by the count below at the latest.
        std::thread::sleep(std::time::Duration::from_millis(60));
        assert_eq!(answers(&process.sync()), 0, "{go}");
        process.send("stop");
        assert_eq!(process.answer().best, "c3e5", "{go}");
    }
}

#[test]
fn ponder_is_silent_until_ponderhit_or_stop() {
    for go in ["go ponder depth 3", "go ponder movetime 1", "go ponder wtime 10 btime 10", "go ponder nodes 10"] {
        for end in ["ponderhit", "stop"] {
            let mut process = Process::speaking("uci");
            process.send(go);
            process.until(|line| line.starts_with("info depth"));
            std::thread::sleep(std::time::Duration::from_millis(30));
            assert_eq!(answers(&process.sync()), 0, "{go}");
            process.send(end);
            process.answer();
            assert_eq!(process.ask(end), [""; 0], "{go} {end}");
        }
    }
}

#[test]
fn ponderhit_goes_on_with_the_same_search() {
    let mut process = Process::speaking("uci");
    process.send("go ponder depth 7");
    process.send("ponderhit");
    let answer = process.answer();
    assert_eq!(answer.infos.iter().map(|info| info.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_ponderhit_starts_the_clock() {
    let mut process = Process::speaking("uci");
    process.send("go ponder movetime 30");
    std::thread::sleep(std::time::Duration::from_millis(60));
    assert_eq!(answers(&process.sync()), 0);
    process.send("ponderhit");
    process.answer();
}

#[test]
fn ponderhit_does_not_end_an_infinite_search() {
    let mut process = Process::start();
    process.send("go infinite");
    process.send("ponderhit");
    assert_eq!(answers(&process.sync()), 0);
    process.send("stop");
    process.answer();
}

/// Processor time of a process so far, in ticks of the kernel (a hundredth of a second nearly everywhere).
#[cfg(target_os = "linux")]
fn ticks(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_finished_search_burns_no_processor() {
    for (position, go) in [
        (DECIDED, "go infinite"),
        (DECIDED, "go ponder"),
        ("position startpos", "go infinite depth 2"),
        ("position startpos", "go ponder nodes 10"),
        ("position fen 8/8/3b4/2b5/1b6/w7/8/8 w", "go infinite"),
        ("position fen nonsense", "go ponder"),
    ] {
        let mut process = Process::start();
        process.ask("setoption name Threads value 2");
        process.ask(position);
        process.send(go);
        // Deep iterations of a decided game are soon through: wait until time stands still.
        let mut before = ticks(process.id());
        for _ in 0..100 {
            std::thread::sleep(std::time::Duration::from_millis(100));
            let now = ticks(process.id());
            if now == before {
                break;
            }
            before = now;
        }
        std::thread::sleep(std::time::Duration::from_millis(300));
        let used = ticks(process.id()) - before;
        assert!(used <= 2, "{position} {go}: {used} ticks in 0.3 s");
        process.send("stop");
        assert_eq!(answers(&process.until(|line| line.starts_with("bestmove"))), 1);
    }
}

#[test]
fn forty_searches_in_a_row_without_a_pause() {
    let mut process = Process::playing("bashni");
    process.ask("setoption name Threads value 2");
    process.send_bytes("go infinite\nposition startpos\n".repeat(20).as_bytes());
    process.send_bytes("go depth 2\nstop\n".repeat(20).as_bytes());
    let mut seen = 0;
    process.send("setoption name No");
    let lines = process.until(|line| line.starts_with("info string error"));
    seen += answers(&lines);
    assert_eq!(seen, 40);
}
