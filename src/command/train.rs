//! `train`: weights of the evaluation, learned from games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::engine::Variant;
use crate::eval::weights::{MOST_BYTES, Weights};
use crate::files::read_bounded;
use crate::learn::train::{From as Begin, News, TrainError, Training};

use super::{Failure, Rules};

#[derive(Args)]
pub struct Train {
    /// The variant: russian, russian-official, bashni, lasca, siberia or vsadniki
    #[arg(long)]
    variant: Variant,
    #[command(flatten)]
    rules: Rules,
    /// Files of games, as selfplay writes them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on with a training that was broken off
    #[arg(long)]
    resume: bool,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// Weights to begin with: a file, or `start` for those written by hand [default: those built in]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How much the result of a game counts; the score of the search counts the rest
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = share)]
    lambda: f32,
    /// Most times that the data are gone through
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// End after so many epochs without progress on the games kept for validation
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    patience: u32,
    /// Step of a weight at the beginning, centipawns
    #[arg(long, value_name = "CP", default_value_t = 2.0, value_parser = positive)]
    rate: f32,
    /// How far a weight strays from where it begins without much evidence, centipawns
    #[arg(long, value_name = "CP", default_value_t = 40.0, value_parser = positive)]
    stray: f32,
    /// Positions between two steps
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    batch: u32,
    /// What the order of the positions depends on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads [default: as many as there are processors]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// File for all weights in words
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

fn share(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|x| (0.0..=1.0).contains(x)).ok_or_else(|| format!("'{text}' is no number from 0 to 1"))
}

fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|x| (0.001..=10_000.0).contains(x));
    number.ok_or_else(|| format!("'{text}' is no number from 0.001 to 10000"))
}

/// Reads a file of weights.
pub fn weights(path: &Path) -> Result<Weights, Failure> {
    let at = |error: String| Failure::Input(format!("'{}': {error}", path.display()));
    let bytes = read_bounded(path, MOST_BYTES).map_err(|e| at(e.to_string()))?;
    Weights::read(&bytes).map_err(|e| at(e.to_string()))
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl Train {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        for path in std::iter::once(&self.out).chain(&self.report) {
            if path.exists() && !self.force {
                return Err(Failure::Input(format!("'{}' exists: --force replaces it", path.display())));
            }
        }
        let from = match &self.from {
            None => Begin::BuiltIn,
            Some(path) if path.as_os_str() == "start" => Begin::Start,
            Some(path) => Begin::Weights(weights(path)?),
        };
        let training = Training {
            variant: self.variant,
            rules: self.rules.options()?,
            files: self.data,
            out: self.out,
            from,
            lambda: self.lambda,
            epochs: self.epochs,
            patience: self.patience,
            rate: self.rate,
            stray: self.stray,
            batch: self.batch as usize,
            seed: self.seed,
            resume: self.resume,
        };
        let left = training.unfinished();
        if left.exists() && !self.resume && !self.force {
            let left = left.display();
            return Err(Failure::Input(format!(
                "'{left}' is left of a training broken off: --resume goes on with it, --force begins anew"
            )));
        }
        let threads = self.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|e| Failure::Input(format!("--threads: {e}")))?;
        let mut told = Ok(());
        let trained = pool.install(|| {
            training.run(&mut |news| {
                if told.is_ok() {
                    told = tell(news);
                }
            })
        });
        told?;
        let trained = trained?;
        let [before, after, rounded] = trained.losses;
        writeln!(
            out,
            "validation loss {before:.5} before, {after:.5} after epoch {}, {rounded:.5} rounded",
            trained.epoch
        )?;
        if trained.epoch == 0 {
            writeln!(out, "nothing was learned: these are the weights it began with. More games may help.")?;
        }
        let [before, after] = trained.results;
        writeln!(out, "of results alone {before:.5} before, {after:.5} after")?;
        writeln!(out, "scale {:.1} centipawns; the largest weights:\n{}", trained.weights.scale(), trained.largest)?;
        if let Some(path) = &self.report {
            let written = std::fs::write(path, &trained.table);
            written.map_err(|e| Failure::Input(format!("'{}': {e}", path.display())))?;
        }
        Ok(writeln!(out, "written to {}", training.out.display())?)
    }
}

/// Says how it goes, on standard output.
fn tell(news: News) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    match news {
        News::Loaded { games, repeated, training, validation, features, scale } => {
            let again = if repeated > 0 { format!(" ({repeated} found twice)") } else { String::new() };
            writeln!(out, "{games} games{again}: {training} positions to learn from, {validation} to check with")?;
            writeln!(out, "{features} features, scale {scale:.1} centipawns")
        }
        News::Epoch { epoch, training, validation } => {
            writeln!(out, "epoch {epoch:>3}  loss {training:.5}  validation {validation:.5}")
        }
    }
}
