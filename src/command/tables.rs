//! `tables`: endgame tables are built, checked, counted and asked.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use indicatif::ProgressBar;

use crate::engine::Variant;
use crate::engine::settings::MOST_THREADS;
use crate::rules::draughts::{Draughts, DraughtsRules, Official, Russian, Source};
use crate::rules::{Notation, RuleOptions};
use crate::tables::folder::Library;
use crate::tables::stats::{Counts, count};
use crate::tables::{FEWEST, MOST, Material, Outcome, Progress, build, check};

use super::Failure;
use super::progress::styled;

#[derive(Args)]
pub struct Tables {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build all tables with up to N pieces; what is there already is kept, so a build that was broken off goes on
    #[command(after_help = "Example:\n  ataman tables build --variant russian-official --pieces 4 --out tables")]
    Build(Build),
    /// Check the files of a folder: checksums, and values against the moves
    #[command(after_help = "Example:\n  ataman tables verify tables")]
    Verify(Folder),
    /// Ask what a position is worth: `win N`, `draw` or `loss N`, N plies from the end
    #[command(after_help = "Example:\n  ataman tables probe --variant russian --fen \"W:WKa1,Kc1:BKh8\" --path tables")]
    Probe(Probe),
    /// Count positions by material and outcome, White to move, and show the longest wins
    #[command(after_help = "Example:\n  ataman tables stats tables")]
    Stats(Folder),
}

#[derive(Args)]
struct Build {
    /// The variant: russian or russian-official
    #[arg(long)]
    variant: Variant,
    /// Most pieces, both sides together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(i64::from(FEWEST)..=i64::from(MOST)))]
    pieces: u32,
    /// Folder for the files
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Threads; all processors if missing
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u32>,
}

#[derive(Args)]
struct Folder {
    /// Folder with the files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

#[derive(Args)]
struct Probe {
    /// The variant: russian or russian-official
    #[arg(long)]
    variant: Variant,
    /// The position
    #[arg(long)]
    fen: String,
    /// Folders with tables; without them those of up to three pieces, which are a part of the program
    #[arg(long, value_name = "DIR", default_value = "")]
    path: String,
}

impl Tables {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.task {
            Task::Build(task) => match task.variant {
                Variant::Russian => task.run::<Source>(out),
                Variant::RussianOfficial => task.run::<Official>(out),
                other => Err(no_tables(other)),
            },
            Task::Verify(Folder { folder }) => verify(&folder, out),
            Task::Probe(task) => match task.variant {
                Variant::Russian => task.run::<Source>(out),
                Variant::RussianOfficial => task.run::<Official>(out),
                other => Err(no_tables(other)),
            },
            Task::Stats(Folder { folder }) => stats(&folder, out),
        }
    }
}

fn no_tables(variant: Variant) -> Failure {
    Failure::Input(format!("--variant: there are no tables of {variant}, only of russian and russian-official"))
}

/// Says what went wrong; exit code 1.
fn failed(out: &mut impl Write, what: impl std::fmt::Display) -> Result<(), Failure> {
    writeln!(out, "{what}")?;
    Err(Failure::Failed)
}

/// A bar on the terminal that counts positions.
struct Bar(ProgressBar);

impl Bar {
    fn new(positions: u64) -> Bar {
        let template = "{bar:30} {human_pos}/{human_len} positions, {elapsed} gone, {eta} to go  {msg}";
        Bar(styled(ProgressBar::new(positions), template))
    }
}

impl Progress for Bar {
    fn begin(&self, material: Material) {
        self.0.set_message(material.to_string());
    }

    fn advance(&self, positions: u64) {
        self.0.inc(positions);
    }

    fn found(&self, _material: Material, positions: u64) {
        self.0.inc(positions);
    }
}

impl Build {
    fn run<R: DraughtsRules>(self, out: &mut impl Write) -> Result<(), Failure> {
        let threads = self.threads.unwrap_or(0) as usize;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|e| Failure::Input(format!("--threads {threads}: {e}")))?;
        let start = Instant::now();
        let positions = build::positions(self.pieces);
        let bar = Bar::new(positions);
        let built = pool.install(|| build::build::<R>(&self.out, self.pieces, &bar));
        bar.0.finish_and_clear();
        let tables = match built {
            Ok(tables) => tables,
            Err(error) => return Err(Failure::Input(error.to_string())),
        };
        let files = (FEWEST..=self.pieces).map(|n| Material::all(n).len()).sum::<usize>();
        writeln!(out, "{}: {files} files, {positions} positions, {:.1} s", R::NAME, start.elapsed().as_secs_f64())?;
        out.flush()?;
        let bar = Bar::new(check::to_check(&tables));
        let checked = pool.install(|| check::check::<R>(&tables, &|n| bar.advance(n)));
        bar.0.finish_and_clear();
        match checked {
            Ok(n) => Ok(writeln!(out, "{n} positions checked against their moves: all right")?),
            Err(error) => failed(out, error),
        }
    }
}

/// The tables of a folder, the files that were refused having been named.
fn open(folder: &Path, out: &mut impl Write) -> Result<(Library, bool), Failure> {
    let (library, refused) = Library::open_folder(folder).map_err(|e| Failure::Input(e.to_string()))?;
    for error in &refused {
        writeln!(out, "{error}")?;
    }
    Ok((library, refused.is_empty()))
}

fn verify(folder: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let (library, mut good) = open(folder, out)?;
    for tables in library.each() {
        let files = tables.files();
        if files == 0 {
            continue;
        }
        let bar = Bar::new(check::to_check(tables));
        let seen = |n| bar.advance(n);
        let checked = if tables.variant() == Source::NAME {
            check::check::<Source>(tables, &seen)
        } else {
            check::check::<Official>(tables, &seen)
        };
        bar.0.finish_and_clear();
        match checked {
            Ok(n) => writeln!(
                out,
                "{}: {files} files, up to {} pieces; {n} positions checked against their moves: all right",
                tables.variant(),
                tables.most_pieces()
            )?,
            Err(error) => {
                good = false;
                writeln!(out, "{}: {error}", tables.variant())?;
            }
        }
    }
    if library.each().iter().all(|tables| tables.files() == 0) {
        return failed(out, format_args!("'{}' has no tables", folder.display()));
    }
    if good { Ok(()) } else { Err(Failure::Failed) }
}

impl Probe {
    fn run<R: DraughtsRules>(self, out: &mut impl Write) -> Result<(), Failure> {
        let game = Draughts::<R>::new(&RuleOptions::default());
        let pos = game.parse_fen(&self.fen).map_err(|e| Failure::Input(format!("--fen: {e}")))?;
        let (library, refused) = Library::open(&self.path);
        let answer = library.tables::<R>().probe(&pos);
        match (answer, refused) {
            (Some(outcome), None) => Ok(writeln!(out, "{outcome}")?),
            (Some(outcome), Some(refused)) => {
                // The answer stands, but what was refused may be what the user wanted to ask.
                writeln!(std::io::stderr(), "ataman: --path: {refused}")?;
                Ok(writeln!(out, "{outcome}")?)
            }
            (None, Some(refused)) => Err(Failure::Input(format!("--path: {refused}"))),
            (None, None) => failed(out, "no table has this position"),
        }
    }
}

fn stats(folder: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let (library, _) = open(folder, out)?;
    if library.each().iter().all(|tables| tables.files() == 0) {
        return failed(out, format_args!("'{}' has no tables", folder.display()));
    }
    for tables in library.each().into_iter().filter(|tables| tables.files() > 0) {
        writeln!(out, "{}, White to move, without draws by counting", tables.variant())?;
        for pieces in FEWEST..=tables.most_pieces() {
            let mut total = Counts::default();
            for material in tables.materials().into_iter().filter(|m| m.pieces() == pieces) {
                let Some(counts) = count(tables, material) else { continue };
                let Material { men, kings } = material;
                let heading = format!("wm{} wk{} v bm{} bk{}", men[0], kings[0], men[1], kings[1]);
                line(out, &heading, &counts)?;
                total.add(&counts);
            }
            if total.sum() > 0 {
                line(out, &format!("TOTAL {pieces} pieces"), &total)?;
            }
        }
    }
    Ok(())
}

fn line(out: &mut impl Write, heading: &str, counts: &Counts) -> std::io::Result<()> {
    let Counts { wins, draws, losses, longest } = counts;
    write!(out, "{heading}: win {wins} draw {draws} loss {losses} sum {}", counts.sum())?;
    if let Some((plies, pos)) = longest {
        // The FEN is the same in both variants.
        let fen = Russian::new(&RuleOptions::default()).fen(pos);
        write!(out, "; longest {}: {fen}", Outcome::Win(*plies))?;
    }
    writeln!(out)
}
