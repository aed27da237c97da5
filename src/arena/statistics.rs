//! What results say of strength. The unit is the pair of games with colours swapped: its two games share an opening,
//! so their results depend on each other, and the spread of pairs is smaller than that of single games.
//!
//! CITE: Elo from a score s is -400 log10(1/s - 1), the logistic model. The five results of a pair ("pentanomial")
//! and the test: Michel Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo" (2020), and
//! `LLRcalc.py` of fishtest, the generalized sequential probability ratio test for a multinomial distribution with
//! its expectation fixed at either hypothesis. Bounds of the test: Abraham Wald, "Sequential Tests of Statistical
//! Hypotheses" (1945).

/// Counts of a player's pairs by their score: 0, 1/2, 1, 3/2, 2.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// 97.5 % point of the normal distribution: 95 % lie between minus and plus this.
const Z95: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The Elo difference that a score (0 to 1) stands for; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score that an Elo difference lets expect.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// Counts a pair in which the player made `halves` half points (0-4).
    pub fn add(&mut self, halves: usize) {
        self.0[halves.min(4)] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a game, and the variance of a pair's mean; `None` without pairs.
    fn moments(&self) -> Option<(f64, f64)> {
        let n = self.pairs() as f64;
        (n > 0.0).then(|| {
            let each = || self.0.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count as f64 / n));
            let mean: f64 = each().map(|(score, p)| p * score).sum();
            let variance = each().map(|(score, p)| p * (score - mean).powi(2)).sum();
            (mean, variance)
        })
    }

    /// Mean score of a game, 0 to 1.
    pub fn score(&self) -> Option<f64> {
        self.moments().map(|(mean, _)| mean)
    }

    /// The Elo difference with its 95 % interval.
    pub fn elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let reach = Z95 * (variance / self.pairs() as f64).sqrt();
        Some(Estimate { value: elo_of_score(mean), low: elo_of_score(mean - reach), high: elo_of_score(mean + reach) })
    }

    /// Likelihood of superiority: the probability, in the normal approximation, that the player is the stronger one.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        if variance == 0.0 {
            return Some(if mean > 0.5 {
                1.0
            } else if mean < 0.5 {
                0.0
            } else {
                0.5
            });
        }
        Some(normal_cdf((mean - 0.5) / (variance / self.pairs() as f64).sqrt()))
    }
}

/// The distribution function of the normal distribution.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erfc(-z / std::f64::consts::SQRT_2)
}

/// The complementary error function: its Maclaurin series near zero, its continued fraction (Lentz) beyond.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    if x < 2.5 {
        let (mut term, mut sum, mut n) = (x, x, 0.0);
        while term.abs() > 1e-17 * sum.abs() {
            n += 1.0;
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        return 1.0 - sum * 2.0 / std::f64::consts::PI.sqrt();
    }
    // erfc(x) = exp(-x^2) / sqrt(pi) / (x + (1/2)/(x + 1/(x + (3/2)/(x + ...)))), from the inside out.
    let fraction = (1..=60).rev().fold(x, |inner, k| x + f64::from(k) / 2.0 / inner);
    (-x * x).exp() / (std::f64::consts::PI.sqrt() * fraction)
}

/// A sequential test of "elo1 better" against "elo0 better".
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// Elo of the one hypothesis.
    pub elo0: f64,
    /// Elo of the other.
    pub elo1: f64,
    /// Probability to accept elo1 though elo0 is true.
    pub alpha: f64,
    /// Probability to accept elo0 though elo1 is true.
    pub beta: f64,
}

/// What the test says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The first hypothesis (elo0) is accepted.
    H0,
    /// The second hypothesis (elo1) is accepted.
    H1,
}

impl Sprt {
    /// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05`; what is missing has these values.
    ///
    /// # Errors
    /// A word that it does not know, a number out of range.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        for word in words.iter().flat_map(|w| w.split([' ', ','])).filter(|w| !w.is_empty()) {
            let (name, value) = word.split_once('=').ok_or_else(|| format!("'{word}' is not NAME=NUMBER"))?;
            let (slot, range) = match name {
                "elo0" => (&mut sprt.elo0, -1000.0..=1000.0),
                "elo1" => (&mut sprt.elo1, -1000.0..=1000.0),
                "alpha" => (&mut sprt.alpha, 1e-6..=0.5),
                "beta" => (&mut sprt.beta, 1e-6..=0.5),
                _ => return Err(format!("'{name}' is not one of elo0, elo1, alpha, beta")),
            };
            let number = value.parse::<f64>().ok().filter(|n| range.contains(n));
            *slot = number.ok_or_else(|| {
                format!("{name}: '{value}' is not a number from {} to {}", range.start(), range.end())
            })?;
        }
        if sprt.elo0 >= sprt.elo1 { Err("elo0 is not below elo1".to_owned()) } else { Ok(sprt) }
    }

    /// Wald's bounds: at the lower one elo0 is accepted, at the upper one elo1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the hypotheses.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        // As fishtest does: a result that has not occurred yet is not taken for impossible.
        let counts = pairs.0.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let n: f64 = counts.iter().sum();
        let p = counts.map(|count| count / n);
        let (h0, h1) = (most_likely(&p, score_of_elo(self.elo0)), most_likely(&p, score_of_elo(self.elo1)));
        n * (0..5).map(|i| p[i] * (h1[i] / h0[i]).ln()).sum::<f64>()
    }

    /// What the pairs decide, if they do.
    pub fn decide(&self, pairs: &Pentanomial) -> Option<Decision> {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        if llr >= high {
            Some(Decision::H1)
        } else if llr <= low {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

/// The most likely distribution of the five results with this expectation, given the observed one: q_i = p_i /
/// (1 + x (a_i - s)), where x makes the sum of q_i (a_i - s) zero. (Van den Bergh, "A practical introduction to the
/// GSPRT", proposition 1.1.)
fn most_likely(p: &[f64; 5], s: f64) -> [f64; 5] {
    let a = |i: usize| i as f64 / 4.0 - s;
    let slope = |x: f64| (0..5).map(|i| p[i] * a(i) / (1.0 + x * a(i))).sum::<f64>();
    // The sum falls from plus to minus infinity between the poles next to zero.
    let (mut low, mut high) = (-1.0 / a(4), -1.0 / a(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| p[i] / (1.0 + x * a(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found} instead of {expected}");
    }

    /// Values of Python's `statistics.NormalDist().cdf`.
    #[test]
    fn the_normal_distribution() {
        let table = [
            (-4.0, 3.167124183311998e-05),
            (-1.5, 0.06680720126885809),
            (0.0, 0.5),
            (0.3, 0.6179114221889526),
            (Z95, 0.975),
            (3.0, 0.9986501019683699),
        ];
        for (z, p) in table {
            assert!(
                (normal_cdf(z) - p).abs() < 1e-14 + 1e-10 * p.min(1.0 - p),
                "{z}: {} instead of {p}",
                normal_cdf(z)
            );
        }
    }

    #[test]
    fn elo_and_score() {
        for (elo, score) in
            [(-100.0, 0.35993500019711494), (0.0, 0.5), (10.0, 0.5143871841659987), (191.0, 0.750163481828642)]
        {
            close(score_of_elo(elo), score);
            close(elo_of_score(score), elo);
        }
    }

    /// Worked out by a separate program from the definitions: mean and variance of the five results, the interval
    /// carried through 400 log10(s / (1 - s)), LOS by the error function; the ratio by Newton's method on the two
    /// Lagrange multipliers of "maximise sum p log q with sum q = 1 and sum q x = s", which is another way to the
    /// distribution than the one taken here.
    #[test]
    fn values_worked_out_elsewhere() {
        let cases = [
            ([12, 80, 210, 130, 18], [23.97242136301461, 10.371842627389032, 37.64678925635499], 0.9997279373555028),
            ([0, 3, 20, 9, 1], [42.32149046721552, 3.4251415651121775, 82.3077368755195], 0.983557192050137),
            ([5, 0, 3, 0, 2], [-107.53812491703198, -366.8444279803402, 64.69173068746824], 0.11224703965923388),
        ];
        let ratios = [
            [3.8211804874522537, 2.615162679756396],
            [0.9091611477263992, 0.4776711507052387],
            [-0.12894025951532742, -0.06028393368186181],
        ];
        for ((counts, [value, low, high], los), [first, second]) in cases.into_iter().zip(ratios) {
            let pairs = Pentanomial(counts);
            let elo = pairs.elo().unwrap();
            close(elo.value, value);
            close(elo.low, low);
            close(elo.high, high);
            close(pairs.superiority().unwrap(), los);
            let sprt = |elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            close(sprt(0.0, 10.0).llr(&pairs), first);
            close(sprt(-5.0, 0.0).llr(&pairs), second);
        }
    }

    /// ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
    #[test]
    fn bounds_of_the_test() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.1 };
        close(sprt.bounds().0, -2.251291798606495);
        close(sprt.bounds().1, 2.8903717578961645);
        assert_eq!(sprt.decide(&Pentanomial([0, 0, 100, 0, 0])), None);
        assert_eq!(sprt.decide(&Pentanomial([10, 100, 300, 300, 60])), Some(Decision::H1));
        assert_eq!(sprt.decide(&Pentanomial([60, 300, 300, 100, 10])), Some(Decision::H0));
    }

    #[test]
    fn one_sided_results_have_no_limit() {
        let all = Pentanomial([0, 0, 0, 0, 7]);
        assert_eq!(all.elo().map(|e| e.value), Some(f64::INFINITY));
        assert_eq!(all.superiority(), Some(1.0));
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial::default().superiority(), None);
        let sprt = Sprt::parse(&[]).unwrap();
        assert_eq!(sprt.llr(&Pentanomial::default()), 0.0);
        assert!(sprt.llr(&all).is_finite() && sprt.llr(&all) > 0.0);
    }

    #[test]
    fn tests_are_read() {
        let parse = |text: &str| Sprt::parse(&[text.to_owned()]);
        assert_eq!(parse("elo0=-3 elo1=1,alpha=0.1").unwrap(), Sprt { elo0: -3.0, elo1: 1.0, alpha: 0.1, beta: 0.05 });
        assert_eq!(parse("elo1=0").unwrap_err(), "elo0 is not below elo1");
        assert_eq!(parse("alpha=2").unwrap_err(), "alpha: '2' is not a number from 0.000001 to 0.5");
        assert_eq!(parse("elo2=2").unwrap_err(), "'elo2' is not one of elo0, elo1, alpha, beta");
    }
}
