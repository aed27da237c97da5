//! CECP on the real program: what XBoard sends, to the byte, and what it wants to hear.

#[path = "support/process.rs"]
mod process;
mod spec;

use ataman::arena::reader::read;
use ataman::arena::replay;
use ataman::engine::{Session, Variant};
use ataman::rules::RuleOptions;
use process::Process;
use spec::blocks::{Block, root};
use spec::dialogue::replay;

/// How XBoard 4.9 begins, up to its first `ping`.
const START: &str = "
    > xboard
    > protover 2
    < feature done=0
    < feature ping=1 setboard=1 usermove=1 time=1 draw=1 colors=0 sigint=0 sigterm=0
    < feature reuse=1 analyze=1 san=0 name=0 memory=1 smp=1 debug=1
    < feature myname=\"Ataman 0.1.0\" variants=\"siberia\"
    < feature option=\"Move Overhead -spin 10 0 10000\"
    < feature option=\"Skill -spin 20 0 20\"
    < feature done=1
    > accepted done
    > accepted ping
    > rejected san
    > memory 68
    > cores 1
    > new
    > random
    > variant siberia
    < setup (PN.R.DC..............Kpn.r.dc..............k) 9x9+0_fairy \
         rncdk1cnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCDK1CNR w - - 0 1
    < piece P& fmWfcFifmnD
    < piece N& N
    < piece C& A
    < piece D& F
    < piece R& R
    < piece K& K
    > level 0 1 1
    > post
    > hard
    > ping 1
    < pong 1";

/// Replays a dialogue that follows the start.
fn talk(text: &str) {
    let text = format!("{START}\n{text}").replace("0.1.0", env!("CARGO_PKG_VERSION"));
    let lines = (1..).zip(text.lines().map(|line| line.trim().to_owned())).filter(|(_, line)| !line.is_empty());
    let block = Block { file: "tests/xboard.rs, dialogue".into(), info: "dialogue".into(), lines: lines.collect() };
    replay(&block, &root()).unwrap_or_else(|what| panic!("{what}"));
}

/// White mates by i1i9.
const MATE_IN_ONE: &str = "setboard k8/9/1K7/9/9/9/9/9/8R w - - 0 1";

#[test]
fn a_game_begins() {
    talk(
        "> variant siberia
         < ...
         < piece K& K
         > force
         > ping 2
         < pong 2
         > sd 3
         > new
         > sd 2
         > time 6000
         > otim 6000
         > usermove e2e4
         < 1 * * * *
         < 2 * * * * *
         < move *
         > time 5990
         > otim 5980
         > usermove h1g3
         < ...
         < move *
         > ping 3
         < ...
         < pong 3
         > result 1/2-1/2 {Draw by agreement}
         > ping 4
         < ...
         < pong 4
         > quit",
    );
}

/// Without `post` there are no lines; `go` makes the engine play the side to move, `playother` the other one.
#[test]
fn sides() {
    talk(
        "> nopost
         > force
         > sd 1
         > go
         < move *
         > force
         > playother
         > ping 5
         < pong 5
         > usermove e8e6
         < move *",
    );
}

#[test]
fn levels_of_all_kinds() {
    for level in ["st 0.05", "level 40 0:01 0", "level 0 0 0.05", "level 1 0:01 0", "time 3", "time -10"] {
        talk(&format!("> nopost\n> force\n> level 0 0:01 0\n> {level}\n> go\n< move *"));
    }
}

/// `?` wants the move at once; `force` wants none, and there is none.
#[test]
fn a_search_is_ended() {
    talk(
        "> nopost
         > force
         > st 1000
         > go
         > ping 6
         < pong 6
         > ?
         < move *
         > go
         > force
         > ping 7
         < pong 7
         > ?
         > ping 8
         < pong 8",
    );
}

#[test]
fn results_are_claimed() {
    talk(&format!(
        "> nopost
         > force
         > {MATE_IN_ONE}
         > sd 3
         > go
         < move i1i9
         < 1-0 {{mate}}
         > ping 9
         < pong 9"
    ));
    // The opponent mates: the engine has no move, and says so.
    talk(&format!(
        "> nopost
         > force
         > {MATE_IN_ONE}
         > playother
         > usermove i1i9
         < 1-0 {{mate}}"
    ));
    // In force mode nobody claims anything: moves are only entered.
    talk(&format!("> force\n> {MATE_IN_ONE}\n> usermove i1i9\n> ping 10\n< pong 10"));
    talk(
        "> nopost
         > force
         > setboard k8/9/1K7/9/9/9/9/9/8R w - - 98 80
         > playother
         > usermove i1i2
         < move a9*
         < 1/2-1/2 {move count rule}",
    );
}

#[test]
fn illegal_moves_and_positions() {
    talk(
        "> force
         > usermove e2e5
         < Illegal move: e2e5
         > usermove castle
         < Illegal move: castle
         > e2e4
         > usermove e2e4
         < Illegal move: e2e4
         > setboard 8/8 w
         < tellusererror Illegal position: 2 ranks instead of 9
         > variant normal
         < Error (unsupported variant): normal
         > dance
         < Error (unknown command): dance
         > level soon
         < Error (bad number): level soon
         > option Colour=red
         < Error (unknown option): Colour=red
         > option Skill=50
         < Error (option Skill: '50' is not a whole number from 0 to 20): 50
         > option Skill=3
         > usermove e8e6
         > undo
         > usermove e8e7
         > remove
         > usermove d2d4
         > remove
         < Error (no move to take back): undo
         > setboard 9/P7k/9/9/9/9/9/9/8K w - - 0 1
         > usermove a8a9r
         < Illegal move: a8a9r
         > usermove a8a9d
         > ping 11
         < pong 11",
    );
}

/// Analysis goes on through moves and take-backs, and never moves.
#[test]
fn analysis() {
    talk(
        "> analyze
         > usermove e2e4
         > undo
         > setboard k8/9/1K7/9/9/9/9/9/7RR w - - 0 1
         > ping 12
         < ...
         < pong 12
         > .
         > exit
         > ping 13
         < ...
         < pong 13",
    );
}

/// An engine that plays Black and has just answered `e2e4`, with the game so far.
fn pondering() -> (Process, Box<dyn Session>) {
    let mut process = Process::start();
    let mut game = Variant::Siberia.open(&RuleOptions::default());
    for line in ["xboard", "new", "post", "hard", "st 0.3", "usermove e2e4"] {
        process.send(line);
    }
    game.push("e2e4").unwrap();
    answer(&mut process, &mut *game);
    (process, game)
}

/// Reads up to the engine's move and plays it; the lines before it.
fn answer(process: &mut Process, game: &mut dyn Session) -> Vec<String> {
    let mut lines = process.until(|line| line.starts_with("move "));
    let mv = lines.pop().unwrap();
    game.push(mv.strip_prefix("move ").unwrap()).unwrap();
    lines
}

/// The move that the engine ponders on, from a line of some depth. All lines are of that move, and what follows it is legal.
fn expected(process: &mut Process, game: &dyn Session) -> String {
    let depth = |line: &str| line.split(' ').next().and_then(|word| word.parse::<u32>().ok());
    let lines = process.until(|line| depth(line).is_some_and(|depth| depth >= 5));
    let moves: Vec<&str> = lines.last().unwrap().split(' ').skip(4).collect();
    let reply = moves[0].strip_prefix('(').and_then(|mv| mv.strip_suffix(')')).expect("a move in brackets");
    let mut line = game.boxed();
    for mv in [reply].iter().chain(&moves[1..]) {
        line.push(mv).unwrap();
    }
    assert!(lines.iter().all(|line| line.contains(&format!("({reply})"))), "{lines:?}");
    reply.to_owned()
}

/// The move that was pondered on comes: the search becomes that of the answer, it does not begin anew.
#[test]
fn a_pondered_move_is_answered_by_the_same_search() {
    let (mut process, mut game) = pondering();
    for _ in 0..3 {
        let reply = expected(&mut process, &*game);
        process.send(&format!("usermove {reply}"));
        game.push(&reply).unwrap();
        let lines = answer(&mut process, &mut *game);
        assert!(!lines.iter().any(|line| line.starts_with("1 ")), "{lines:?}");
    }
    process.send("quit");
    process.end();
}

/// Another move comes: it is answered by a search of its own, and what was pondered on leaves no move behind.
#[test]
fn a_move_that_was_not_expected_is_answered_too() {
    let (mut process, mut game) = pondering();
    for _ in 0..3 {
        let reply = expected(&mut process, &*game);
        let (other, _) = game.legal().into_iter().find(|(mv, _)| *mv != reply).unwrap();
        process.send(&format!("usermove {other}"));
        game.push(&other).unwrap();
        let lines = answer(&mut process, &mut *game);
        assert!(lines.iter().any(|line| line.starts_with("1 ") && !line.contains('(')), "{lines:?}");
    }
    // `easy` ends it; nothing is printed until something is asked.
    process.send("easy");
    process.send("ping 1");
    process.until(|line| line == "pong 1");
    process.is_silent(100);
    // It begins again at once with `hard`, and a refused move does not end it.
    process.send("hard");
    expected(&mut process, &*game);
    process.send("usermove a1a9");
    process.until(|line| line == "Illegal move: a1a9");
    let reply = expected(&mut process, &*game);
    process.send("force");
    process.send("ping 2");
    process.until(|line| line == "pong 2");
    process.send(&format!("usermove {reply}"));
    process.is_silent(100);
    process.end();
}

/// An offer is taken by an engine that is not better, in a game of some length.
#[test]
fn draws_by_agreement() {
    let shuffle: String =
        (0..10).map(|_| "> usermove h1g3\n> usermove h9g7\n> usermove g3h1\n> usermove g7h9\n").collect();
    // Behind by a rook; the repetitions do not matter to moves that are only entered.
    let board = "setboard 1nc1k1cnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCDK1CNR b - - 0 1";
    let shuffle = shuffle.replace("> usermove h1g3\n> usermove h9g7", "> usermove h9g7\n> usermove h1g3");
    let shuffle = shuffle.replace("> usermove g3h1\n> usermove g7h9", "> usermove g7h9\n> usermove g3h1");
    talk(&format!(
        "> nopost\n> force\n> {board}\n{shuffle}> usermove a8a7\n> usermove a2a3\n> sd 1\n> draw\n> go\n< move *\n< offer draw"
    ));
    talk("> nopost\n> force\n> draw\n> sd 1\n> go\n< move *\n> ping 14\n< pong 14");
}

/// A whole game that was played under XBoard against another program: every move is legal here too, and so is the end.
#[test]
fn a_recorded_game() {
    let record = std::fs::read_to_string(root().join("tests/clients/xboard-game.txt")).unwrap();
    let moves: Vec<&str> =
        record.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect();
    assert!(moves.len() > 200 && moves.iter().any(|mv| mv.ends_with('d')), "{} moves", moves.len());
    let (last, before) = moves.split_last().unwrap();
    let entered: String = before.iter().map(|mv| format!("> usermove {mv}\n")).collect();
    // Black mates, so White is the side that is played.
    talk(&format!("> force\n{entered}> playother\n> usermove {last}\n< 0-1 {{mate}}\n> ping 15\n< pong 15"));
}

/// Ten games against itself and ten against Sjaak II, as XBoard recorded them under its own check of every move: they are
/// legal here too, none was forfeited or claimed falsely, and what XBoard says of their ends is so.
#[test]
fn recorded_matches() {
    for (file, least) in [("tests/clients/xboard-self.pgn", 10), ("tests/clients/xboard-sjaakii.pgn", 10)] {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let records = read(&text);
        assert!(records.games.len() == least && !records.broken, "{file}: {} games", records.games.len());
        for bad in ["forfeit", "illegal", "false", "exited", "flag"] {
            assert!(!text.to_lowercase().contains(bad), "{file}: {bad}");
        }
        let mut ended = 0;
        for (i, record) in records.games.iter().enumerate() {
            let session = replay::replay(record).unwrap_or_else(|e| panic!("{file}, game {}: {e}", i + 1));
            replay::check(record, &*session).unwrap_or_else(|e| panic!("{file}, game {}: {e}", i + 1));
            ended += usize::from(session.status().result().is_some());
        }
        // The others were agreed on as draws.
        assert!(ended >= least / 2, "{file}: only {ended} games were played to their ends");
    }
}
