//! The command line: one file a subcommand.

mod analyse;
mod analyse_game;
mod bench;
mod epd;
mod eval;
mod hub;
mod live;
mod match_;
mod match_record;
mod perft;
mod play;
mod progress;
mod protocol;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
mod tables;
mod train;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::engine::{Engine, EngineError, Variant};
use crate::rules::RuleOptions;

/// Plays Russian draughts, Bashni, Lasca, Chess (Siberia) and Vsadniki.
///
/// Without a command it speaks a protocol on standard input and output: UGI with UCI as a dialect of it; Hub if the
/// first line is `hub`; CECP if it is `xboard`.
#[derive(Parser)]
#[command(name = "ataman", version, after_help = "Example:\n  ataman analyse russian --depth 12")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Search a position and print the lines as the search deepens, or annotate a game
    #[command(after_help = ANALYSE_HELP)]
    Analyse(analyse::Analyse),
    /// Count the leaves of the tree of legal moves, or check a suite of counts
    #[command(after_help = "Example:\n  ataman perft bashni 7 --divide\n  \
                            ataman perft bashni --rule Rejump=never --suite test-positions/perft/bashni-never.epd")]
    Perft(perft::Perft),
    /// Search fixed positions of every variant; the node count is a signature of the search
    #[command(after_help = "Example:\n  ataman bench 12")]
    Bench(bench::Bench),
    /// Print the static evaluation of a position by term
    #[command(after_help = "Example:\n  ataman eval lasca --moves \"c3b4\"")]
    Eval(eval::Eval),
    /// Speak the Hub protocol of draughts programs, which plays russian-official
    #[command(after_help = "Example:\n  ataman hub")]
    Hub(hub::Hub),
    /// Play against the engine in the terminal
    #[command(after_help = "Example:\n  ataman play bashni --side black --skill 10")]
    Play(play::Play),
    /// Show a board in the browser, to play on and to analyse
    #[cfg(feature = "serve")]
    #[command(after_help = "Example:\n  ataman serve --open")]
    Serve(serve::Serve),
    /// Says where the board is, in a build without it
    #[cfg(not(feature = "serve"))]
    #[command(hide = true, disable_help_flag = true)]
    Serve {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<OsString>,
    },
    /// Draw a position
    #[command(
        after_help = "Example:\n  ataman show vsadniki\n  ataman show bashni --moves \"c3d4 b6c5\" --svg board.svg"
    )]
    Show(show::Show),
    /// Solve test positions in EPD
    #[command(after_help = "Example:\n  ataman solve siberia test-positions/positions/siberia.mates.epd --time 1")]
    Solve(solve::Solve),
    /// Play matches and tournaments between engines
    #[command(after_help = MATCH_HELP)]
    Match(Box<match_::Match>),
    /// Build, check and ask endgame tables of russian and russian-official
    #[command(after_help = TABLES_HELP)]
    Tables(tables::Tables),
    /// Play games of the engine with itself, to learn from
    #[command(name = "selfplay", after_help = SELFPLAY_HELP)]
    SelfPlay(Box<selfplay::SelfPlay>),
    /// Learn the weights of the evaluation from games
    #[command(after_help = TRAIN_HELP)]
    Train(Box<train::Train>),
}

const TABLES_HELP: &str = "Example:\n  ataman tables build --variant russian-official --pieces 4 --out tables\n  \
    ataman tables probe --variant russian-official --fen \"W:WKc3,Kd6,Ke3:BKd8\" --path tables";

const ANALYSE_HELP: &str = "Example:\n  ataman analyse siberia --moves \"b1c3 h9g7\" --time 5 --multipv 3\n  \
    ataman analyse russian --game game.pdn --time 0.5 --output annotated.pdn";

const SELFPLAY_HELP: &str =
    "Example:\n  ataman selfplay --variant siberia --games 10000 --nodes 1500 --out siberia.games";
const TRAIN_HELP: &str = "Example:\n  ataman train --variant siberia --data siberia.games --out siberia.weights";

const MATCH_HELP: &str = "Example:\n  ataman match --variant russian --engine \"name=A cmd=self\" \
    --engine \"name=B cmd=self option.Skill=10\" --nodes 1000 --random-plies 6 --rounds 50 --concurrency 2";

/// Which game and which position.
#[derive(Args)]
struct Place {
    /// The variant: russian, russian-official, bashni, lasca, siberia or vsadniki
    variant: Variant,
    #[command(flatten)]
    rules: Rules,
    /// The position, the start position if missing
    #[arg(long)]
    fen: Option<String>,
    /// Moves played from there
    #[arg(long, value_name = "\"M M\"")]
    moves: Option<String>,
}

/// Rule options.
#[derive(Args)]
struct Rules {
    /// A rule option, as in --rule Rejump=never; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
}

impl Rules {
    fn options(&self) -> Result<RuleOptions, Failure> {
        let mut options = RuleOptions::default();
        for rule in &self.rules {
            let (name, value) =
                rule.split_once('=').ok_or_else(|| Failure::Input(format!("--rule '{rule}' is not NAME=VALUE")))?;
            options.set(name, value).map_err(|e| Failure::Input(format!("--rule {e}")))?;
        }
        Ok(options)
    }
}

impl Place {
    /// An engine at this place.
    fn engine(&self, hash: usize, threads: usize) -> Result<Engine, Failure> {
        let mut engine = Engine::new(self.variant, self.rules.options()?, hash, threads)?;
        if let Some(fen) = &self.fen {
            engine.session_mut().set_position(Some(fen)).map_err(|e| Failure::Input(format!("--fen: {e}")))?;
        }
        for (i, mv) in self.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            engine.session_mut().push(mv).map_err(|e| Failure::Input(format!("--moves, move {}: {e}", i + 1)))?;
        }
        Ok(engine)
    }
}

/// Why a command did not end well.
#[derive(Debug)]
enum Failure {
    /// What was asked for failed, and has been said: exit code 1.
    Failed,
    /// Bad arguments or input: exit code 2.
    Input(String),
    /// The output could not be written.
    Output(io::Error),
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Runs the program with its arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let mut out = io::stdout();
    let done = match cli.command {
        None => protocol::run(),
        Some(Command::Analyse(command)) => command.run(),
        Some(Command::Perft(command)) => command.run(&mut out),
        Some(Command::Bench(command)) => command.run(&mut out),
        Some(Command::Eval(command)) => command.run(&mut out),
        Some(Command::Hub(command)) => command.run(),
        Some(Command::Play(command)) => command.run(),
        #[cfg(feature = "serve")]
        Some(Command::Serve(command)) => command.run(&mut out),
        #[cfg(not(feature = "serve"))]
        Some(Command::Serve { .. }) => {
            let how = "cargo run --release --features serve -- serve";
            Err(Failure::Input(format!("serve: this program was built without the board; {how} builds and starts it")))
        }
        Some(Command::Show(command)) => command.run(&mut out),
        Some(Command::Solve(command)) => command.run(&mut out),
        Some(Command::Match(command)) => command.run(&mut out),
        Some(Command::Tables(command)) => command.run(&mut out),
        Some(Command::SelfPlay(command)) => command.run(&mut out),
        Some(Command::Train(command)) => command.run(&mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed) => ExitCode::from(1),
        // Whoever read us has gone away: nothing is wrong.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => complain(&error.to_string(), 1),
        Err(Failure::Input(message)) => complain(&message, 2),
    }
}

/// Help and version are answers; everything else is one line on what is wrong.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("bad arguments").trim_start_matches("error: ").to_owned();
    // Where the first line announces a list, the list is what says something.
    let rest: Vec<&str> = lines.take_while(|line| !line.starts_with("Usage") && !line.starts_with("tip:")).collect();
    let message = if first.ends_with(':') { format!("{first} {}", rest.join(", ")) } else { first };
    complain(&format!("{message} (try --help)"), 2)
}

fn complain(message: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "ataman: {}", message.replace(['\n', '\r'], " "));
    ExitCode::from(code)
}
