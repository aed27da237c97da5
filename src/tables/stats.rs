//! What tables hold: counts by material and outcome, the longest wins.

use super::Outcome;
use super::material::Material;
use super::set::Tables;
use crate::rules::draughts::DraughtsPos;

/// Positions of one material, White to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The longest win of the side to move and its plies.
    pub longest: Option<(u8, DraughtsPos)>,
}

impl Counts {
    /// All positions.
    pub fn sum(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Takes in those of another material.
    pub fn add(&mut self, other: &Counts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        if other.longest.map(|l| l.0) > self.longest.map(|l| l.0) {
            self.longest = other.longest;
        }
    }
}

/// Counts the positions of a material, mirror images each for itself.
pub fn count(tables: &Tables, material: Material) -> Option<Counts> {
    let (index, values) = tables.values(material)?;
    let mut counts = Counts::default();
    let mut longest = None;
    for (place, &code) in (0..).zip(values) {
        let weight = index.weight(place);
        match Outcome::from_code(code) {
            Outcome::Win(plies) => {
                counts.wins += weight;
                if longest.is_none_or(|(most, _)| plies > most) {
                    longest = Some((plies, place));
                }
            }
            Outcome::Draw => counts.draws += weight,
            Outcome::Loss(_) => counts.losses += weight,
        }
    }
    counts.longest = longest.map(|(plies, place)| (plies, index.view(place).position()));
    Some(counts)
}
