//! How scores tell the results of games.

use super::data::Samples;

/// Scores beyond this many centipawns count as this.
const MOST: i32 = 3000;
/// Evaluations of a function in a search for its least value: the range shrinks to a hundred-thousandth.
const STEPS: usize = 24;

/// The chance that a logit stands for.
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// log(1 + exp(x)), without overflow.
fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Cross entropy of a chance, given as its logit, and what it should be.
pub fn entropy(logit: f32, target: f32) -> f64 {
    f64::from(softplus(logit) - logit * target)
}

/// The cross entropy of a chance and itself: what no evaluation can be better than.
pub fn least_entropy(chance: f32) -> f64 {
    let part = |p: f32| if p > 0.0 { -f64::from(p) * f64::from(p).ln() } else { 0.0 };
    part(chance) + part(1.0 - chance)
}

/// The chances of win, draw and loss that follow from a value. Either side wins as if it were worse by a margin, and
/// what is left is drawn: so a pawn more can mean little in a drawish game, and a rook more nearly everything.
///
/// CITE: Rao and Kupper, Ties in paired-comparison experiments, 1967.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Ties {
    /// Centipawns.
    pub scale: f32,
    /// In units of the scale, above 0.
    margin: f32,
}

impl Ties {
    /// What a value, in centipawns from White's side, has against it when the game ends so (0, 0.5 or 1): minus the
    /// logarithm of the result's chance, and how fast that grows with the value.
    pub fn judge(&self, value: f32, result: f32) -> (f64, f32) {
        let (x, m) = (value / self.scale, self.margin);
        let (not_won, not_lost) = (softplus(m - x), softplus(m + x));
        let (win, loss) = (chance(x - m), chance(-x - m));
        let (bad, slope) = if result > 0.75 {
            (not_won, win - 1.0)
        } else if result < 0.25 {
            (not_lost, 1.0 - loss)
        } else {
            (not_won + not_lost - (2.0 * m).exp_m1().ln(), win - loss)
        };
        (f64::from(bad), slope / self.scale)
    }
}

/// How often scores went with results.
pub struct Tally(Vec<[u32; 3]>);

impl Tally {
    /// Of some positions.
    pub fn of(samples: &Samples) -> Self {
        let mut counts = vec![[0; 3]; 2 * MOST as usize + 1];
        for sample in samples.all() {
            let score = (sample.score.round() as i32).clamp(-MOST, MOST);
            counts[(score + MOST) as usize][(sample.result * 2.0) as usize] += 1;
        }
        Tally(counts)
    }

    /// The sum of a loss, given score and result, over all positions.
    fn sum(&self, loss: impl Fn(f32, f32) -> f64) -> f64 {
        let scores = (-MOST..=MOST).zip(&self.0).filter(|(_, counts)| **counts != [0; 3]);
        let each = scores.flat_map(|(score, counts)| {
            (0..3).filter(|&result| counts[result] > 0).map(move |result| (score, result, counts[result]))
        });
        each.map(|(score, result, count)| f64::from(count) * loss(score as f32, result as f32 / 2.0)).sum()
    }

    /// The scale, in centipawns, with which `1 / (1 + exp(-score / scale))` tells best what a game is worth.
    pub fn scale(&self) -> f64 {
        lowest(20.0, 2000.0, |scale| self.sum(|score, result| entropy(score / scale as f32, result))).0
    }

    /// The chances of win, draw and loss that tell the results best.
    pub fn ties(&self) -> Ties {
        let with = |scale: f64, margin: f64| Ties { scale: scale as f32, margin: margin as f32 };
        let margin = |scale| lowest(0.01, 20.0, |margin| self.sum(|s, result| with(scale, margin).judge(s, result).0));
        let scale = lowest(20.0, 2000.0, |scale| margin(scale).1).0;
        with(scale, margin(scale).0)
    }
}

/// Where a function of a positive number is least, and how little that is: golden section search on its logarithm.
fn lowest(low: f64, high: f64, function: impl Fn(f64) -> f64) -> (f64, f64) {
    let function = |log: f64| function(log.exp());
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (low.ln(), high.ln());
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..STEPS {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = function(right);
        }
    }
    let middle = (low + high) / 2.0;
    (middle.exp(), function(middle))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULTS: [f32; 3] = [0.0, 0.5, 1.0];

    #[test]
    fn chances_add_up() {
        let ties = Ties { scale: 235.0, margin: 3.7 };
        for value in [-2500.0, -300.0, 0.0, 7.0, 900.0] {
            let sum: f64 = RESULTS.iter().map(|&result| (-ties.judge(value, result).0).exp()).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{value}: {sum}");
        }
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let ties = Ties { scale: 150.0, margin: 1.2 };
        for value in [-400.0f32, -20.0, 130.0, 700.0] {
            for result in RESULTS {
                let rise = (ties.judge(value + 4.0, result).0 - ties.judge(value - 4.0, result).0) / 8.0;
                let slope = f64::from(ties.judge(value, result).1);
                assert!((rise - slope).abs() < 2e-5, "{value} {result}: {rise} {slope}");
            }
        }
    }

    /// Counts that follow a law give the law back.
    #[test]
    fn laws_are_found() {
        let law = Ties { scale: 180.0, margin: 2.5 };
        let count = |score: i32| RESULTS.map(|r| (1e4 * (-law.judge(score as f32, r).0).exp()).round() as u32);
        let mut counts = vec![[0; 3]; 2 * MOST as usize + 1];
        (-1500..=1500).step_by(10).for_each(|score| counts[(score + MOST) as usize] = count(score));
        let found = Tally(counts.clone()).ties();
        assert!((found.scale - law.scale).abs() < 2.0 && (found.margin - law.margin).abs() < 0.05, "{found:?}");
        // Without draws it is the logistic curve, whatever the margin.
        let decided = |score: i32| (1e4 * chance(score as f32 / 200.0)).round() as u32;
        (-1500..=1500).step_by(10).for_each(|score| {
            counts[(score + MOST) as usize] = [decided(-score), 0, decided(score)];
        });
        let (scale, ties) = (Tally(counts.clone()).scale(), Tally(counts).ties());
        assert!((scale - 200.0).abs() < 2.0 && (ties.scale - 200.0).abs() < 4.0, "{scale} {ties:?}");
    }
}
