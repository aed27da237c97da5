//! Who plays whom, in which order. The schedule is a list of pairs of games; both games of a pair begin with the same
//! opening, with colours swapped.

use std::str::FromStr;

/// The form of a tournament.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody against everybody.
    #[default]
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "roundrobin" => Ok(Format::RoundRobin),
            "gauntlet" => Ok(Format::Gauntlet),
            _ => Err(format!("'{text}' is not one of roundrobin, gauntlet")),
        }
    }
}

/// A part of a schedule: the `index`-th (from 0) of `of`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Number of the part, from 0.
    pub index: usize,
    /// Number of parts.
    pub of: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Shard { index: 0, of: 1 }
    }
}

impl FromStr for Shard {
    type Err = String;

    /// `I/N`, I from 1.
    fn from_str(text: &str) -> Result<Self, String> {
        text.split_once('/')
            .and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)))
            .filter(|(i, n)| (1..=*n).contains(i))
            .map(|(i, of)| Shard { index: i - 1, of })
            .ok_or_else(|| format!("'{text}' is not I/N with I from 1 to N"))
    }
}

/// One game of a schedule.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Slot {
    /// Number of the pair in the whole schedule, from 0.
    pub pair: usize,
    /// The first game of the pair or the second.
    pub second: bool,
    /// The round, which says which opening.
    pub round: usize,
    /// The engines with White and Black.
    pub seats: [usize; 2],
}

/// The games of a tournament.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: usize,
    shard: Shard,
}

impl Schedule {
    /// A schedule of `rounds` rounds; in a round every pairing plays one pair of games.
    pub fn new(engines: usize, format: Format, rounds: usize, shard: Shard) -> Self {
        let firsts = if format == Format::Gauntlet { 1.min(engines) } else { engines };
        let pairings = (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect();
        Schedule { pairings, rounds, shard }
    }

    /// Number of games in this part.
    pub fn len(&self) -> usize {
        let pairs = self.pairings.len() * self.rounds;
        2 * ((pairs + self.shard.of - 1 - self.shard.index.min(pairs)) / self.shard.of)
    }

    /// Is there nothing to play?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `i`-th game of this part.
    pub fn get(&self, i: usize) -> Option<Slot> {
        let pair = i / 2 * self.shard.of + self.shard.index;
        let round = pair.checked_div(self.pairings.len()).filter(|round| *round < self.rounds)?;
        let [a, b] = self.pairings[pair % self.pairings.len()];
        let second = i % 2 == 1;
        Some(Slot { pair, second, round, seats: if second { [b, a] } else { [a, b] } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(schedule: &Schedule) -> Vec<Slot> {
        let slots: Vec<_> = (0..).map_while(|i| schedule.get(i)).collect();
        assert_eq!(slots.len(), schedule.len());
        slots
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let slots = slots(&Schedule::new(3, Format::RoundRobin, 2, Shard::default()));
        assert_eq!(slots.len(), 12);
        for round in 0..2 {
            for a in 0..3 {
                for b in (0..3).filter(|b| *b != a) {
                    assert_eq!(slots.iter().filter(|s| s.round == round && s.seats == [a, b]).count(), 1);
                }
            }
        }
    }

    #[test]
    fn a_gauntlet_is_the_first_against_the_rest() {
        let slots = slots(&Schedule::new(4, Format::Gauntlet, 1, Shard::default()));
        assert_eq!(slots.len(), 6);
        assert!(slots.iter().all(|slot| slot.seats.contains(&0)));
    }

    #[test]
    fn shards_make_up_the_whole() {
        let whole = slots(&Schedule::new(3, Format::RoundRobin, 5, Shard::default()));
        for of in 1..20 {
            let mut parts: Vec<_> = (0..of)
                .flat_map(|index| slots(&Schedule::new(3, Format::RoundRobin, 5, Shard { index, of })))
                .collect();
            parts.sort_by_key(|slot| (slot.pair, slot.second));
            assert_eq!(parts, whole, "{of} shards");
        }
    }

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 1, of: 3 }));
        for text in ["0/3", "4/3", "1", "1/0", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
