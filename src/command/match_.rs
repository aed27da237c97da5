//! `match`: tournaments between engines.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::arena::adjudicate::{Adjudication, DrawRule, ResignRule};
use crate::arena::balance::{Wanted, make};
use crate::arena::clock::Limit;
use crate::arena::openings::{Listed, Openings, Random};
use crate::arena::record::Recorder;
use crate::arena::referee::Conduct;
use crate::arena::report::{progress as state, table};
use crate::arena::schedule::{Format, Schedule, Shard};
use crate::arena::spec::EngineSpec;
use crate::arena::standings::{Standings, Summary};
use crate::arena::statistics::Sprt;
use crate::arena::tournament::{Finished, Tournament};
use crate::engine::Variant;

use super::{Failure, Rules, match_record, progress};

#[derive(Args)]
pub struct Match {
    /// The variant: russian, russian-official, bashni, lasca, siberia or vsadniki
    #[arg(long, required_unless_present = "show")]
    variant: Option<Variant>,
    #[command(flatten)]
    rules: Rules,
    /// An engine: "name=A cmd='...' proto=ugi|uci option.Hash=64 ..."; cmd=self is the built-in one, in process. Keys:
    /// name, cmd, proto, dir, option.NAME, tc, movetime, nodes, depth
    #[arg(long = "engine", value_name = "SPEC", required_unless_present_any = ["show", "make_openings"])]
    engines: Vec<String>,
    /// Clock in seconds: 10+0.1, 40/60
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
    /// Seconds for each move
    #[arg(long, value_name = "S")]
    movetime: Option<String>,
    /// Nodes for each move
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Depth of each move
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// Rounds; in each every pairing plays two games of one opening, with colours swapped [default: 1, with --sprt
    /// until it is decided]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    rounds: Option<u32>,
    /// Openings: a FEN, an EPD or a list of moves a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Play the openings in an order that depends on --seed
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// Openings of so many random moves
    #[arg(long, value_name = "K", conflicts_with = "openings", value_parser = clap::value_parser!(u32).range(1..=200))]
    random_plies: Option<u32>,
    /// What random openings and their order depend on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// roundrobin, or gauntlet: the first engine against all others
    #[arg(long, value_name = "FORMAT", default_value = "roundrobin")]
    format: Format,
    /// Stop as soon as the first engine is proved to be better by elo1, or by elo0 only [default: elo0=0 elo1=10
    /// alpha=0.05 beta=0.05]
    #[arg(long, num_args = 0.., value_name = "NAME=X")]
    sprt: Option<Vec<String>>,
    /// End games that a side thinks lost [default: moves=3 score=600 both=0]
    #[arg(long, num_args = 0.., value_name = "NAME=N")]
    resign: Option<Vec<String>>,
    /// End games that both sides think drawn [default: from=40 moves=8 score=10]
    #[arg(long, num_args = 0.., value_name = "NAME=N")]
    draw: Option<Vec<String>>,
    /// Moves of each side after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    maxmoves: u32,
    /// Lateness in milliseconds that is forgiven
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    margin: u64,
    /// Seconds that an engine may take to start, and for a move where no clock says so
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = super::analyse::seconds)]
    timeout: f64,
    /// Folder for the logs of what went over the pipes, a file for each game
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// File for the games, PGN or PDN; each is written as soon as it is finished
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with a match whose record exists: its games are kept and not played again
    #[arg(long, requires = "record")]
    resume: bool,
    /// What stands between the squares of a capture in PDN, ':' or 'x'
    #[arg(long, value_name = "MARK", default_value = ":", value_parser = [":", "x"])]
    capture_mark: String,
    /// Play the games of these records through and print their standings
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["engines", "record"])]
    show: Option<Vec<PathBuf>>,
    /// Print so many openings of --random-plies moves in which a search of --nodes finds neither side ahead by more
    /// than --within
    #[arg(long, value_name = "N", requires = "random_plies", conflicts_with_all = ["engines", "show"])]
    make_openings: Option<u32>,
    /// Centipawns that a side may be ahead in such an opening
    #[arg(long, value_name = "CP", default_value_t = 40, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    within: i32,
    /// Play only the I-th of N parts of the schedule
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
}

/// Nodes of the search that judges an opening.
const JUDGE_NODES: u64 = 20_000;
/// Rounds of a sequential test that is not limited otherwise.
const TEST_ROUNDS: u32 = 100_000;

fn input(what: &str) -> impl Fn(String) -> Failure {
    move |error| Failure::Input(format!("{what}: {error}"))
}

impl Match {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let sprt = self.sprt.as_deref().map(Sprt::parse).transpose().map_err(input("--sprt"))?;
        if let Some(files) = &self.show {
            return match_record::show(files, sprt.as_ref(), out);
        }
        let Some(variant) = self.variant else { return Err(Failure::Input("--variant is missing".to_owned())) };
        if let Some(count) = self.make_openings {
            return self.make(variant, count as usize, out);
        }
        let (mut tournament, key) = self.tournament(variant, sprt.is_some())?;
        if tournament.engines.len() < 2 {
            return Err(Failure::Input("a match needs two engines".to_owned()));
        }
        if sprt.is_some() && tournament.engines.len() > 2 {
            return Err(Failure::Input("--sprt is for a match of two engines".to_owned()));
        }
        tournament.check().map_err(Failure::Input)?;
        if let Some(folder) = &self.log {
            std::fs::create_dir_all(folder).map_err(|e| input("--log")(e.to_string()))?;
        }
        let names: Vec<String> = tournament.engines.iter().map(|spec| spec.name.clone()).collect();
        let mut standings = Standings::new(&names);
        let mut file = None;
        if let Some(path) = &self.record {
            let (opened, done) = match_record::open(path, key, self.resume, &mut standings)?;
            (file, tournament.done) = (Some(opened), done);
        }
        self.play(&tournament, key, file, &mut standings, sprt.as_ref())?;
        Ok(write!(out, "{}", table(&standings, sprt.as_ref()))?)
    }

    /// Makes openings, under a line that says how.
    fn make(&self, variant: Variant, count: usize, out: &mut impl Write) -> Result<(), Failure> {
        let mut limit = Limit::default();
        if let Some(nodes) = &self.nodes {
            limit.set("nodes", nodes).map_err(|e| Failure::Input(format!("--{e}")))?;
        }
        let (plies, seed, margin) = (self.random_plies.unwrap_or(0), self.seed, self.within);
        let wanted = Wanted { count, plies, seed, nodes: limit.nodes.unwrap_or(JUDGE_NODES), margin };
        let rules = self.rules.options()?;
        let text = rules.text().split_whitespace().map(|rule| format!(" --rule {rule}")).collect::<String>();
        writeln!(
            out,
            "# ataman match --variant {variant}{text} --make-openings {count} --random-plies {plies} --seed {seed} \
             --nodes {} --within {margin}",
            wanted.nodes
        )?;
        let bar = progress::bar(count);
        let made = make(variant, &rules, &wanted, |fen| {
            bar.inc(1);
            bar.suspend(|| writeln!(out, "{fen}")).map_err(Failure::from)
        })?;
        bar.finish_and_clear();
        if made < count { Err(Failure::Failed) } else { Ok(()) }
    }

    /// Plays what is left to play.
    fn play(
        &self,
        tournament: &Tournament,
        key: u64,
        mut file: Option<File>,
        standings: &mut Standings,
        sprt: Option<&Sprt>,
    ) -> Result<(), Failure> {
        let undecided =
            |standings: &Standings| sprt.is_none_or(|sprt| sprt.decide(&standings.between(0, 1).pairs).is_none());
        if !undecided(standings) {
            return Ok(());
        }
        let mark = self.capture_mark.chars().next().unwrap_or(':');
        let recorder = Recorder { variant: tournament.variant, rules: tournament.rules.clone(), key, mark };
        let games = tournament.schedule.len();
        let bar = progress::bar(games).with_position(tournament.done.len() as u64);
        let step = (games as u64 / 20).clamp(10, 1000);
        tournament.run(|finished: &Finished<'_>| {
            let Finished { slot, game, first, .. } = finished;
            let players = slot.seats.map(|i| tournament.engines[i].name.as_str());
            if let Some(file) = &mut file {
                let limits = slot.seats.map(|i| tournament.engines[i].limit_in(&tournament.limit));
                // In one piece: a match that is killed leaves whole games, or a last one that breaks off.
                file.write_all(recorder.write(finished, players, limits).as_bytes())?;
            }
            standings.add(key, &Summary::of(game, slot.pair, slot.second, players.map(String::from), *first));
            bar.inc(1);
            bar.set_message(state(standings, sprt));
            // Where nobody watches a bar move, a log gets a line from time to time.
            if bar.is_hidden() && bar.position().is_multiple_of(step) {
                let _ = writeln!(std::io::stderr(), "{}/{games} {}", bar.position(), state(standings, sprt));
            }
            Ok::<bool, Failure>(undecided(standings))
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// The tournament that was asked for, and a name that tells it from others.
    fn tournament(&self, variant: Variant, tests: bool) -> Result<(Tournament, u64), Failure> {
        let rules = self.rules.options()?;
        let specs = self.engines.iter().map(|text| EngineSpec::parse(text));
        let engines = specs.collect::<Result<Vec<_>, _>>().map_err(|e| input("--engine")(e.to_string()))?;
        let mut limit = Limit::default();
        let given = [("tc", &self.tc), ("movetime", &self.movetime), ("nodes", &self.nodes), ("depth", &self.depth)];
        for (name, value) in given {
            if let Some(value) = value {
                limit.set(name, value).map_err(|e| Failure::Input(format!("--{e}")))?;
            }
        }
        let mut book = format!("{:?} {}", self.random_plies, self.seed);
        let openings: Box<dyn Openings> = match (&self.openings, self.random_plies) {
            (Some(path), _) => {
                let at = |e: String| Failure::Input(format!("--openings '{}': {e}", path.display()));
                let text = std::fs::read_to_string(path).map_err(|e| at(e.to_string()))?;
                let mut listed = Listed::parse(&text, variant, &rules).map_err(|e| at(e.to_string()))?;
                book = format!("{text}{}", if self.shuffle { self.seed } else { 0 });
                if self.shuffle {
                    listed.shuffle(self.seed);
                }
                Box::new(listed)
            }
            (None, Some(plies)) => {
                let random = Random::new(variant, &rules, plies, self.seed);
                Box::new(random.map_err(|e| input("--random-plies")(e.to_string()))?)
            }
            (None, None) => Box::new(Listed::start()),
        };
        let rounds = self.rounds.unwrap_or(if tests { TEST_ROUNDS } else { 1 }) as usize;
        let adjudication = Adjudication {
            resign: self.resign.as_deref().map(ResignRule::parse).transpose().map_err(input("--resign"))?,
            draw: self.draw.as_deref().map(DrawRule::parse).transpose().map_err(input("--draw"))?,
            most_moves: Some(self.maxmoves),
        };
        let all = engines.iter().map(EngineSpec::fingerprint).collect::<String>();
        let text = format!("{variant} {} {all} {limit} {book} {:?} {adjudication:?}", rules.text(), self.format);
        let key = fnv(text.as_bytes());
        let tournament = Tournament {
            variant,
            schedule: Schedule::new(engines.len(), self.format, rounds, self.shard),
            rules,
            engines,
            limit,
            openings,
            conduct: Conduct {
                margin: Duration::from_millis(self.margin),
                patience: Duration::from_secs_f64(self.timeout),
                adjudication,
            },
            concurrency: usize::from(self.concurrency),
            log: self.log.clone(),
            done: HashSet::new(),
        };
        Ok((tournament, key))
    }
}

/// A number that depends on every byte. (CITE: Fowler, Noll, Vo, FNV-1a.)
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}
