//! The linear model that all games share: features of a position, each with two weights.
//!
//! A game says what it sees in a position ([`Features::collect`]); a weight says what that is worth. The same walk over
//! the position serves the search (a [`Sink`] that adds weights up, compiled to what one would write by hand), `eval`
//! (a sum for each group) and the trainer (a list of features).

use std::marker::PhantomData;
use std::sync::Arc;

use super::weights::{Weights, WeightsError};
use crate::rules::{Game, Position};
use crate::search::{Judge, Memo, Params};

/// Receives the features of a position.
pub trait Sink {
    /// The feature is there `count` times. White's count is positive, Black's negative: the same feature of both sides
    /// has the same weight, and cancels out.
    fn add(&mut self, feature: usize, count: i32);
}

/// Names a pair of counts, White's and Black's, as both sides see it: one of `most` times `most` features from `first`
/// on. Equal counts cancel out.
#[inline(always)]
pub fn compare<S: Sink>(first: usize, most: usize, [white, black]: [usize; 2], sink: &mut S) {
    let (white, black) = (white.min(most - 1), black.min(most - 1));
    if white != black {
        sink.add(first + white * most + black, 1);
        sink.add(first + black * most + white, -1);
    }
}

/// A named run of consecutive features; `eval` prints a line for each. The groups of a game follow each other from
/// feature 0 on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub name: &'static str,
    /// Number of features.
    pub size: usize,
}

/// What a game looks at.
pub trait Features<G: Game>: Send + Sync + Copy + 'static {
    /// Name of the weights, that of the variant; variants may share one.
    const NAME: &'static str;

    /// Search parameters of the game.
    const PARAMS: Params;

    /// The features in groups, at most [`MOST_GROUPS`].
    const GROUPS: &'static [Group];

    /// A man, pawn or point, if a feature counts just these: the trainer sets the mean of its two weights to 100
    /// centipawns.
    const MAN: Option<usize> = None;

    /// What `eval` calls the work of [`Features::adjust`], in games that have one.
    const ADJUSTMENT: Option<&'static str> = None;

    /// From 0 on the bare board to [`FULL_PHASE`] on the full one: how much the first of the two weights counts.
    fn phase(game: &G, pos: &G::Pos) -> i32;

    /// Names the features of the position, but for those of [`Features::collect_lasting`]. Must treat the sides alike:
    /// colours swapped and board turned, the same features with the opposite sign.
    fn collect<S: Sink>(game: &G, pos: &G::Pos, sink: &mut S);

    /// Are there features of which the search should remember the sum?
    const LASTING: bool = false;

    /// Names the features that most moves leave as they are (those of pawns, say).
    #[inline(always)]
    fn collect_lasting<S: Sink>(_game: &G, _pos: &G::Pos, _sink: &mut S) {}

    /// A key, well mixed, of all that the lasting features depend on; also the [`Judge::structure`].
    #[inline(always)]
    fn lasting_key(_pos: &G::Pos) -> u64 {
        0
    }

    /// Names every feature of the position.
    #[inline(always)]
    fn collect_all<S: Sink>(game: &G, pos: &G::Pos, sink: &mut S) {
        Self::collect_lasting(game, pos, sink);
        Self::collect(game, pos, sink);
    }

    /// What a feature means, for people: `placement: knight e4`.
    fn describe(feature: usize) -> String;

    /// A last word on the sum, White's side, in centipawns: a share of it that may depend on the position and on the
    /// sign, nothing else. The trainer takes it for linear on either side of 0.
    #[inline(always)]
    fn adjust(_game: &G, _pos: &G::Pos, value: i32) -> i32 {
        value
    }

    /// Weights to begin with, on the full and on the bare board, in centipawns: what people knew before anything was
    /// learned. Training without much data stays near them.
    fn start(_feature: usize) -> [i32; 2] {
        [0, 0]
    }
}

/// Most groups of a game.
pub const MOST_GROUPS: usize = 8;

/// The phase of the full board.
pub const FULL_PHASE: i32 = 256;

/// Weights are kept in fractions of a centipawn: so many make one.
pub const UNITS: i32 = 2;

/// Facts on a set of features that follow from its groups.
pub struct Shape<G, F>(PhantomData<(G, F)>);

impl<G: Game, F: Features<G>> Shape<G, F> {
    /// Number of features.
    pub const FEATURES: usize = {
        let (mut sum, mut i) = (0, 0);
        while i < F::GROUPS.len() {
            sum += F::GROUPS[i].size;
            i += 1;
        }
        sum
    };

    const PADDED: [&'static str; MOST_GROUPS] = {
        let (mut names, mut i) = ([""; MOST_GROUPS], 0);
        while i < F::GROUPS.len() {
            names[i] = F::GROUPS[i].name;
            i += 1;
        }
        names
    };

    /// Names of the groups.
    pub const NAMES: &'static [&'static str] = {
        let all: &'static [&'static str] = &Self::PADDED;
        all.split_at(F::GROUPS.len()).0
    };

    /// The group of a feature, by number.
    pub fn group(feature: usize) -> usize {
        let mut rest = feature;
        for (i, group) in F::GROUPS.iter().enumerate() {
            if rest < group.size {
                return i;
            }
            rest -= group.size;
        }
        F::GROUPS.len().saturating_sub(1)
    }

    /// The start weights, in [`UNITS`].
    pub fn start() -> Vec<[i16; 2]> {
        let unit = |cp: i32| (cp * UNITS).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        (0..Self::FEATURES).map(|feature| F::start(feature).map(unit)).collect()
    }
}

/// The linear model with its weights. Cheap to clone.
///
/// Both weights of a feature are in one number, so that one addition adds both (CITE: the idea is common in chess
/// engines, first seen in Glaurung, Tord Romstad, 2004): the low half for the full board, the high half for the bare
/// one. The sum of a half must stay within an `i16`, 16,000 centipawns; beyond that (no sane weights get there) it is
/// some other number, but no error.
#[derive(Clone, Debug)]
pub struct Linear<F> {
    weights: Arc<[i32]>,
    scale: f64,
    features: PhantomData<F>,
}

impl<F> Linear<F> {
    /// The model with these weights.
    ///
    /// # Errors
    /// The weights are those of another game, or of other features of this one.
    pub fn new<G: Game>(weights: &Weights) -> Result<Self, WeightsError>
    where
        F: Features<G>,
    {
        weights.check(F::NAME, F::GROUPS)?;
        Ok(Self::from_values(weights.values(), weights.scale()))
    }

    /// The model with the weights to begin with.
    pub fn start<G: Game>() -> Self
    where
        F: Features<G>,
    {
        Self::from_values(&Shape::<G, F>::start(), super::weights::USUAL_SCALE)
    }

    /// The weights, a pair for each feature, in [`UNITS`].
    pub fn values(&self) -> impl Iterator<Item = [i16; 2]> + '_ {
        // What the low half borrowed from the high one goes back.
        self.weights.iter().map(|&pair| [pair as i16, (pair.wrapping_add(0x8000) >> 16) as i16])
    }

    /// The sum of the lasting features' weights. Most nodes find it remembered, so that it stays out of their way.
    #[inline(never)]
    fn lasting<G: Game>(&self, game: &G, pos: &G::Pos) -> i32
    where
        F: Features<G>,
    {
        let mut sum = Sum { weights: &self.weights, sum: 0 };
        F::collect_lasting(game, pos, &mut sum);
        sum.sum
    }

    fn from_values(values: &[[i16; 2]], scale: f64) -> Self {
        let weights = values.iter().map(|&[full, bare]| i32::from(full).wrapping_add(i32::from(bare) << 16)).collect();
        Linear { weights, scale, features: PhantomData }
    }
}

/// Adds weights up.
struct Sum<'a> {
    weights: &'a [i32],
    sum: i32,
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        debug_assert!(feature < self.weights.len(), "feature {feature} of {}", self.weights.len());
        let weight = self.weights.get(feature).copied().unwrap_or(0);
        self.sum = self.sum.wrapping_add(weight.wrapping_mul(count));
    }
}

/// Adds weights up by group.
struct Parts<'a> {
    weights: &'a [i32],
    groups: &'static [Group],
    sums: [i32; MOST_GROUPS],
}

impl Sink for Parts<'_> {
    fn add(&mut self, feature: usize, count: i32) {
        let mut rest = feature;
        for (group, sum) in self.groups.iter().zip(&mut self.sums) {
            if rest < group.size {
                *sum = sum.wrapping_add(self.weights.get(feature).copied().unwrap_or(0).wrapping_mul(count));
                return;
            }
            rest -= group.size;
        }
        debug_assert!(false, "feature {feature} is in no group");
    }
}

/// Two weights in one number, blended by the phase: centipawns.
#[inline(always)]
const fn blend(sum: i32, phase: i32) -> i32 {
    let full = sum as i16 as i32;
    // The low half, where it is negative, has borrowed from the high one.
    let bare = sum.wrapping_add(0x8000) >> 16;
    (full * phase + bare * (FULL_PHASE - phase)) / (FULL_PHASE * UNITS)
}

impl<G: Game, F: Features<G>> Judge<G> for Linear<F> {
    const PARAMS: Params = F::PARAMS;
    const TERMS: &'static [&'static str] = Shape::<G, F>::NAMES;
    const REMEMBERS: bool = F::LASTING;

    fn terms(&self, game: &G, pos: &G::Pos) -> [i32; 8] {
        let mut parts = Parts { weights: &self.weights, groups: F::GROUPS, sums: [0; MOST_GROUPS] };
        F::collect_all(game, pos, &mut parts);
        let phase = F::phase(game, pos);
        let (mut sum, mut before) = (0i32, 0);
        // Differences of running sums, so that the terms add up to the whole in spite of rounding.
        parts.sums.map(|part| {
            sum = sum.wrapping_add(part);
            let now = blend(sum, phase);
            now - std::mem::replace(&mut before, now)
        })
    }

    fn breakdown(&self, game: &G, pos: &G::Pos) -> Vec<(&'static str, i32)> {
        let terms = self.terms(game, pos);
        let sum = terms.iter().sum();
        let mut out: Vec<_> = Self::TERMS.iter().copied().zip(terms).collect();
        out.extend(F::ADJUSTMENT.map(|name| (name, F::adjust(game, pos, sum) - sum)));
        out
    }

    #[inline(always)]
    fn structure(&self, pos: &G::Pos) -> u64 {
        F::lasting_key(pos)
    }

    #[inline]
    fn recall(&self, game: &G, pos: &G::Pos, memo: &mut Memo) -> i32 {
        let mut sum = Sum { weights: &self.weights, sum: 0 };
        if F::LASTING {
            sum.sum = memo.recall(F::lasting_key(pos), || self.lasting(game, pos));
        }
        F::collect(game, pos, &mut sum);
        F::adjust(game, pos, blend(sum.sum, F::phase(game, pos))) * pos.side().sign()
    }

    fn scale(&self) -> f64 {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_add_and_part() {
        for (full, bare) in [(-7, 3), (7, -3), (-1, -1), (0, -40), (9000, -9000), (-16_000, 16_000)] {
            let pair = (full * UNITS) + ((bare * UNITS) << 16);
            assert_eq!((blend(pair, FULL_PHASE), blend(pair, 0)), (full, bare));
            assert_eq!(blend(pair, FULL_PHASE / 2), (full + bare) / 2);
        }
    }
}
