//! Days of use in a short time: the program is driven over pipes by clients of all its protocols, who play whole games
//! in all variants, ask for everything there is, and send nonsense. It must not crash, hang, grow or make an illegal
//! move, and it must say nothing that was not asked for.
//!
//! It runs for some seconds among the other tests. For an hour, with a line of figures at the end:
//!
//! ```sh
//! SOAK_SECONDS=3600 cargo test --test soak -- --nocapture
//! ```
//!
//! `SOAK_SEED` makes another run of it, `ATAMAN_PROGRAM` names another build of the program.

#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/madman.rs"]
mod madman;
#[path = "../support/process.rs"]
mod process;

mod hub;
mod leaver;
mod mad;
mod ugi;
mod xboard;

use std::time::{Duration, Instant};

use madman::Dice;
use process::Process;

/// Seconds that it runs among the other tests.
const SHORT: u64 = 20;
/// Memory that a client may have more at the end than at the start, MB: the system's allocator keeps a little more the
/// longer it lives. A leak of a hundred bytes a command would come to more within an hour.
const GROWTH: u64 = 32;
/// Memory that a program may ever have, MB, with tables of a few MB.
const MOST: u64 = 400;

/// What has been done.
#[derive(Copy, Clone, Default, Debug)]
struct Figures {
    commands: u64,
    searches: u64,
    games: u64,
}

impl std::ops::Add for Figures {
    type Output = Figures;

    fn add(self, other: Figures) -> Figures {
        Figures {
            commands: self.commands + other.commands,
            searches: self.searches + other.searches,
            games: self.games + other.games,
        }
    }
}

/// Somebody who uses the program.
trait Client {
    /// The name of what is spoken.
    fn name(&self) -> &'static str;

    /// A game, or as much of something else.
    fn turn(&mut self, dice: &mut Dice);

    /// Brings the program to a state in which its memory can be compared with what it was.
    fn rest(&mut self);

    fn process(&self) -> &Process;

    fn figures(&self) -> Figures;

    /// Leaves the program to somebody else.
    fn into_process(self: Box<Self>) -> Process;
}

/// Memory of a process in MB: now, and the most it has had. `None` where the system does not tell.
fn memory(process: &Process) -> Option<(u64, u64)> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let value = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kb| kb.div_ceil(1024))
    };
    Some((value("VmRSS:")?, value("VmHWM:")?))
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn soak() {
    let (seconds, seed) = (number("SOAK_SECONDS", SHORT), number("SOAK_SEED", 1));
    let (start, limit) = (Instant::now(), Duration::from_secs(seconds));
    println!("seed {seed}, {seconds} s");
    let mut dice = Dice(seed);
    let mut clients: Vec<Box<dyn Client>> = vec![
        Box::new(ugi::Player::new("ugi")),
        Box::new(ugi::Player::new("uci")),
        Box::new(mad::Mad::new(seed)),
        Box::new(hub::Player::new()),
        Box::new(xboard::Player::new()),
    ];
    // Everybody warms up: what is allocated once is no growth.
    for client in &mut clients {
        for _ in 0..3 {
            client.turn(&mut dice);
        }
        client.rest();
    }
    let before: Vec<_> = clients.iter().map(|client| memory(client.process())).collect();
    let mut leaver = leaver::Leaver::default();
    let mut told = Instant::now();
    while start.elapsed() < limit {
        let at = dice.below(clients.len() + 1);
        match clients.get_mut(at) {
            Some(client) => client.turn(&mut dice),
            None => leaver.turn(&mut dice),
        }
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            let total = clients.iter().fold(leaver.figures, |sum, client| sum + client.figures());
            println!("{:>5} s {total:?}", start.elapsed().as_secs());
        }
    }
    let mut total = leaver.figures;
    let mut peaks = [0, 0];
    for (client, before) in clients.iter_mut().zip(before) {
        client.rest();
        total = total + client.figures();
        print!("{:<7} {:?}", client.name(), client.figures());
        let (Some((now_before, peak_before)), Some((now, peak))) = (before, memory(client.process())) else {
            println!();
            continue;
        };
        println!(" memory {now_before} MB, then {now} MB; peak {peak_before} MB, then {peak} MB");
        assert!(now <= now_before + GROWTH, "{}: seed {seed}: memory has grown", client.name());
        assert!(peak <= MOST, "{}: seed {seed}: {peak} MB of memory", client.name());
        peaks = [peaks[0].max(peak_before), peaks[1].max(peak)];
    }
    println!("leaver  {:?}", leaver.figures);
    println!(
        "soak: {} s, {} commands, {} searches, {} games, peak memory {} MB at the start, {} MB at the end",
        start.elapsed().as_secs(),
        total.commands,
        total.searches,
        total.games,
        peaks[0],
        peaks[1]
    );
    assert!(total.commands > 100 && total.searches > 20 && total.games > 0, "next to nothing was done");
    for client in clients {
        // At its end the program must have nothing more to say.
        assert_eq!(client.into_process().end(), [""; 0]);
    }
}
