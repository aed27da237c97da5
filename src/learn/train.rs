//! The trainer: fits the weights of the linear model to the results of games and the scores of searches.
//!
//! The evaluation is to tell the results of games, draws among them, and to agree with the scores of searches: the
//! chances `1 / (1 + exp(-value / scale))` of the two are compared. Both losses are cross entropies, and they are mixed.
//! The scales come first: those with which the scores of the search tell the results best. So the evaluation learns to
//! speak in the units of the search that it serves. Where results are mostly draws, scores are compared on a narrower
//! scale.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use thiserror::Error;

use super::adam::Adam;
use super::checkpoint::Checkpoint;
use super::data::{Data, Samples, load};
use super::games::{GamesError, Head};
use super::results::{Tally, Ties, chance, entropy, least_entropy};
use crate::arena::openings::Dice;
use crate::engine::{Variant, Visitor};
use crate::eval::built_in::built_in;
use crate::eval::model::{Features, Linear, Shape, UNITS};
use crate::eval::weights::{Weights, WeightsError, checksum};
use crate::files::replace;
use crate::rules::{Notation, RuleOptions};

/// A training.
#[derive(Clone, Debug)]
pub struct Training {
    pub variant: Variant,
    pub rules: RuleOptions,
    /// Files of games.
    pub files: Vec<PathBuf>,
    /// The file of weights to write.
    pub out: PathBuf,
    /// The weights to begin with.
    pub from: From,
    /// How much the result counts against the score, from 0 to 1.
    pub lambda: f32,
    pub epochs: u32,
    /// Epochs without progress on the validation games after which it ends.
    pub patience: u32,
    /// Step of a weight at the beginning, centipawns; it falls to a fiftieth.
    pub rate: f32,
    /// How far weights stray from where they begin without much evidence, centipawns: the standard deviation of their
    /// prior distribution.
    pub stray: f32,
    /// Positions between two steps.
    pub batch: usize,
    pub seed: u64,
    /// Go on with a training that was broken off.
    pub resume: bool,
}

/// Where a training begins.
#[derive(Clone, PartialEq, Debug)]
pub enum From {
    /// With the weights built in.
    BuiltIn,
    /// With the weights that people wrote.
    Start,
    /// With those of a file.
    Weights(Weights),
}

/// Why a training failed.
#[derive(Debug, Error)]
pub enum TrainError {
    #[error("{0}")]
    Games(#[from] GamesError),
    #[error("{0}")]
    Weights(#[from] WeightsError),
    #[error("{training} positions to learn from and {validation} to check with are too few")]
    TooFew { training: usize, validation: usize },
    #[error("'{path}' is not what this training left behind: other data, other settings, or damaged", path = .0.display())]
    OtherCheckpoint(PathBuf),
    #[error("'{path}': {error}", path = .path.display())]
    Io { path: PathBuf, error: std::io::Error },
}

/// What a training tells while it goes on.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum News {
    Loaded {
        games: usize,
        repeated: usize,
        training: usize,
        validation: usize,
        features: usize,
        scale: f64,
    },
    /// Mean losses; those of epoch 0 are from before the training.
    Epoch {
        epoch: u32,
        training: f64,
        validation: f64,
    },
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Trained {
    pub weights: Weights,
    pub epoch: u32,
    /// Validation loss before, after, and after the rounding to whole units.
    pub losses: [f64; 3],
    /// The part of it that is about results alone, before and after.
    pub results: [f64; 2],
    /// All weights in words, and the largest ones.
    pub table: String,
    pub largest: String,
}

/// The largest scale for the scores of searches, centipawns. Where nearly all games are drawn (siberia) the scale of
/// the results is so wide that an error of a pawn would hardly count.
const SCORE_SCALE: f64 = 200.0;
/// Fewest positions that make sense, for each of the two parts.
const FEWEST: usize = 20;
/// Parts of a batch whose gradients are added in a fixed order, so that the number of threads changes nothing.
const PARTS: usize = 16;
/// Weights listed as the largest.
const LARGEST: usize = 20;

impl Training {
    /// Trains, and writes the weights.
    ///
    /// # Errors
    /// Data or weights that do not fit, a file that cannot be read or written.
    pub fn run(&self, news: &mut dyn FnMut(News)) -> Result<Trained, TrainError> {
        self.variant.visit(&self.rules, Run { training: self, news })
    }

    /// The file in which its state is kept until it is complete.
    pub fn unfinished(&self) -> PathBuf {
        Checkpoint::path(&self.out)
    }

    /// A number that tells this training from others.
    fn key(&self, data: &Data, weights: &[f32]) -> u64 {
        let Training { variant, lambda, rate, stray, batch, seed, epochs, .. } = self;
        let bytes: Vec<u8> = weights.iter().flat_map(|w| w.to_le_bytes()).collect();
        let (data, first) = (data.key, checksum(&bytes));
        checksum(format!("{variant} {lambda} {rate} {stray} {batch} {seed} {epochs} {data} {first}").as_bytes())
    }
}

/// Runs a training, once it is known of what.
struct Run<'a> {
    training: &'a Training,
    news: &'a mut dyn FnMut(News),
}

impl Visitor for Run<'_> {
    type Out = Result<Trained, TrainError>;

    fn visit<G: Notation, F: Features<G>>(self, game: G) -> Self::Out {
        let Run { training, news } = self;
        let head = Head { variant: training.variant, rules: training.rules.text(), remarks: String::new() };
        let first: Linear<F> = match &training.from {
            From::BuiltIn => built_in::<G, F>(),
            From::Start => Linear::start(),
            From::Weights(weights) => Linear::new(weights)?,
        };
        let first: Vec<f32> = first.values().flatten().map(|w| f32::from(w) / UNITS as f32).collect();
        let data = load::<G, F>(&game, &head, &training.files)?;
        let (most, check) = (data.training.len(), data.validation.len());
        if most < FEWEST || check < FEWEST {
            return Err(TrainError::TooFew { training: most, validation: check });
        }
        let tally = Tally::of(&data.training);
        let (scale, ties) = (tally.scale(), tally.ties());
        let (games, repeated) = (data.games, data.repeated);
        news(News::Loaded { games, repeated, training: most, validation: check, features: first.len() / 2, scale });

        let fit = Fit {
            ties,
            scores: scale.min(SCORE_SCALE) as f32,
            // In a drawish game the chances of the results turn on a narrower scale and would outweigh the scores.
            result_weight: training.lambda * ties.scale / scale as f32,
            score_weight: 1.0 - training.lambda,
        };
        let (best, before) = descend(training, &data, &fit, &first, news)?;
        let (pairs, factor) = whole(&best.best, F::MAN);
        let rounded: Vec<f32> = pairs.iter().flatten().map(|w| f32::from(*w) / UNITS as f32).collect();
        let after = fit.loss(&data.validation, &rounded.iter().map(|w| w / factor as f32).collect::<Vec<_>>());
        let results = [&first, &best.best]
            .map(|w| Fit { result_weight: 1.0, score_weight: 0.0, ..fit }.loss(&data.validation, w));
        let scale = scale * factor;
        let weights = Weights::of(F::NAME, F::GROUPS, scale, pairs);
        write(&training.out, &weights.to_bytes())?;
        let _ = std::fs::remove_file(training.unfinished());
        let (table, largest) = in_words::<G, F>(&weights, &frequency(&data.training, weights.values().len()));
        Ok(Trained {
            weights,
            epoch: best.best_epoch,
            losses: [before, best.best_loss, after],
            results,
            table,
            largest,
        })
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    replace(path, &[bytes]).map_err(|error| TrainError::Io { path: path.to_owned(), error })
}

/// What the weights are fitted to: results and scores of searches, each with its chances.
#[derive(Copy, Clone)]
struct Fit {
    ties: Ties,
    /// Scale of the chances that follow from scores, centipawns.
    scores: f32,
    result_weight: f32,
    score_weight: f32,
}

impl Fit {
    /// The loss of a position, how fast it grows with the sum of the weights.
    fn judge(&self, samples: &Samples, i: usize, weights: &[f32]) -> (f64, f32) {
        let (sample, features) = samples.get(i);
        let [mut full, mut bare] = [0.0; 2];
        for (feature, count) in features {
            full += count * weights[2 * feature];
            bare += count * weights[2 * feature + 1];
        }
        let sum = full * sample.phase + bare * (1.0 - sample.phase);
        let share = if sum > 0.0 { sample.share[0] } else { sample.share[1] };
        let (value, target) = (sum * share, chance(sample.score / self.scores));
        let (result_loss, result_slope) = self.ties.judge(value, sample.result);
        let logit = value / self.scores;
        let score_loss = entropy(logit, target) - least_entropy(target);
        let score_slope = (chance(logit) - target) / self.scores;
        let loss = f64::from(self.result_weight) * result_loss + f64::from(self.score_weight) * score_loss;
        let slope = self.result_weight * result_slope + self.score_weight * score_slope;
        (loss, slope * share)
    }

    /// Mean loss.
    fn loss(&self, samples: &Samples, weights: &[f32]) -> f64 {
        let all: Vec<usize> = (0..samples.len()).collect();
        let sum = |part: &[usize]| part.iter().map(|&i| self.judge(samples, i, weights).0).sum::<f64>();
        let sums: Vec<f64> = all.par_chunks(1 << 13).map(sum).collect();
        sums.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// Sum of the gradients of some positions, and of their losses.
    fn gradient(&self, samples: &Samples, part: &[u32], weights: &[f32]) -> (Vec<f32>, f64) {
        let (mut gradient, mut loss) = (vec![0.0; weights.len()], 0.0);
        for &i in part {
            let (one, slope) = self.judge(samples, i as usize, weights);
            loss += one;
            let (sample, features) = samples.get(i as usize);
            let (full, bare) = (slope * sample.phase, slope * (1.0 - sample.phase));
            for (feature, count) in features {
                gradient[2 * feature] += full * count;
                gradient[2 * feature + 1] += bare * count;
            }
        }
        (gradient, loss)
    }
}

/// The descent itself. Also the loss before it.
fn descend(
    training: &Training,
    data: &Data,
    fit: &Fit,
    first: &[f32],
    news: &mut dyn FnMut(News),
) -> Result<(Checkpoint, f64), TrainError> {
    let (path, key) = (training.unfinished(), training.key(data, first));
    let before = fit.loss(&data.validation, first);
    news(News::Epoch { epoch: 0, training: fit.loss(&data.training, first), validation: before });
    let fresh = || Checkpoint {
        epoch: 0,
        descent: Adam::new(first.to_vec()),
        best: first.to_vec(),
        best_loss: before,
        best_epoch: 0,
    };
    let mut state = match std::fs::read(&path) {
        Ok(bytes) if training.resume => {
            Checkpoint::read(&bytes, key, first.len()).ok_or_else(|| TrainError::OtherCheckpoint(path.clone()))?
        }
        _ => fresh(),
    };
    let mut order: Vec<u32> = (0..data.training.len() as u32).collect();
    while state.epoch < training.epochs && state.epoch < state.best_epoch + training.patience {
        // The order depends on the epoch alone: a training taken up again goes on as it would have.
        order.sort_unstable();
        shuffle(&mut order, training.seed, state.epoch);
        let progress = state.epoch as f32 / training.epochs as f32;
        let rate = training.rate * 0.02f32.powf(progress);
        let mut loss = 0.0;
        for batch in order.chunks(training.batch) {
            loss += step(&mut state.descent, fit, &data.training, batch, first, rate, training.stray);
        }
        state.epoch += 1;
        let validation = fit.loss(&data.validation, &state.descent.weights);
        if validation < state.best_loss {
            (state.best_loss, state.best_epoch) = (validation, state.epoch);
            state.best.clone_from(&state.descent.weights);
        }
        state.write(&path, key).map_err(|error| TrainError::Io { path: path.clone(), error })?;
        news(News::Epoch { epoch: state.epoch, training: loss / data.training.len() as f64, validation });
    }
    Ok((state, before))
}

/// One step: the gradient of a batch and that of the prior, which pulls to where the weights began. The batch's loss.
fn step(descent: &mut Adam, fit: &Fit, samples: &Samples, batch: &[u32], first: &[f32], rate: f32, stray: f32) -> f64 {
    let parts = batch.chunks(batch.len().div_ceil(PARTS).max(1));
    let parts: Vec<_> =
        parts.collect::<Vec<_>>().into_par_iter().map(|p| fit.gradient(samples, p, &descent.weights)).collect();
    let pull = 1.0 / (stray * stray * samples.len() as f32);
    let each = 1.0 / batch.len() as f32;
    let mut gradient: Vec<f32> = descent.weights.iter().zip(first).map(|(w, first)| (w - first) * pull).collect();
    let mut loss = 0.0;
    for (part, part_loss) in &parts {
        loss += part_loss;
        gradient.iter_mut().zip(part).for_each(|(sum, g)| *sum += g * each);
    }
    descent.step(&gradient, rate);
    loss
}

fn shuffle(order: &mut [u32], seed: u64, epoch: u32) {
    let mut dice = Dice::new(seed, u64::from(epoch));
    for i in (1..order.len()).rev() {
        order.swap(i, dice.below(i + 1));
    }
}

/// The weights in whole units, multiplied so that a man is worth 100 centipawns, and what they were multiplied by.
fn whole(weights: &[f32], man: Option<usize>) -> (Vec<[i16; 2]>, f64) {
    let worth = man.map(|man| f64::from(weights[2 * man] + weights[2 * man + 1]) / 2.0);
    // A man that is worth next to nothing says that the data are no good, not that all else is worth a fortune.
    let factor = worth.filter(|worth| (25.0..400.0).contains(worth)).map_or(1.0, |worth| 100.0 / worth);
    let unit = |w: f32| (f64::from(w) * factor * f64::from(UNITS)).round().clamp(-32_768.0, 32_767.0) as i16;
    (weights.chunks_exact(2).map(|pair| [unit(pair[0]), unit(pair[1])]).collect(), factor)
}

/// In how many positions each feature makes a difference.
fn frequency(samples: &Samples, features: usize) -> Vec<u32> {
    let mut out = vec![0; features];
    for i in 0..samples.len() {
        samples.get(i).1.for_each(|(feature, _)| out[feature] += 1);
    }
    out
}

/// The weights as people read them: all of them, and the largest.
fn in_words<G: Notation, F: Features<G>>(weights: &Weights, seen: &[u32]) -> (String, String) {
    let cp = |w: i16| f32::from(w) / UNITS as f32;
    let line = |i: usize| {
        let [full, bare] = weights.values()[i].map(cp);
        format!("{full:>8.1} {bare:>8.1} {:>9}  {}\n", seen[i], F::describe(i))
    };
    let title = format!("{:>8} {:>8} {:>9}  feature\n", "full", "bare", "positions");
    let features = Shape::<G, F>::FEATURES.min(weights.values().len());
    let mut table = format!("variant {} scale {:.1} centipawns\n{title}", weights.name(), weights.scale());
    (0..features).for_each(|i| {
        let _ = write!(table, "{}", line(i));
    });
    let mut order: Vec<usize> = (0..features).filter(|&i| seen[i] > 0).collect();
    let size = |i: usize| weights.values()[i].map(|w| i32::from(w).abs()).into_iter().sum::<i32>();
    order.sort_by_key(|&i| (-size(i), i));
    (table, order.into_iter().take(LARGEST).fold(title, |text, i| text + &line(i)))
}
