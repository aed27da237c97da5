//! The file of weights: a head of text lines, then the numbers. `protocol-spec/learning.md` describes it byte by byte.

use thiserror::Error;

use super::model::{Group, UNITS};

/// First line of a file of weights.
const MAGIC: &str = "ataman weights 1";
/// Most features that a file may declare: a bound for memory, far above what any game has.
const MOST_FEATURES: usize = 1 << 24;
/// Largest file that is read, bytes.
pub const MOST_BYTES: u64 = 1 << 28;
/// Most lines of a head.
const MOST_LINES: usize = 100;

/// Centipawns that turn a score into a chance to win, see [`Weights::scale`], where nothing was learned.
pub const USUAL_SCALE: f64 = 200.0;

/// Why weights cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WeightsError {
    #[error("not a file of weights: it does not begin with '{MAGIC}'")]
    Foreign,
    #[error("weights, line {line}: {what}")]
    Head { line: usize, what: String },
    #[error("weights: {found} bytes of numbers instead of {expected}")]
    Length { found: usize, expected: usize },
    #[error("weights: the checksum is wrong, the file is damaged")]
    Checksum,
    #[error("weights of '{found}', not of '{wanted}'")]
    OtherGame { found: String, wanted: &'static str },
    #[error("weights of '{name}' for other features than this version has: {what}")]
    OtherFeatures { name: &'static str, what: String },
}

/// A set of weights with what it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    name: String,
    groups: Vec<(String, usize)>,
    scale: f64,
    values: Vec<[i16; 2]>,
}

/// FNV-1a with 64 bits. (CITE: Fowler, Noll, Vo.)
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

impl Weights {
    /// Weights of a game's features: on the full and on the bare board, [`UNITS`] to a centipawn. Missing ones are 0.
    pub fn of(name: &str, groups: &[Group], scale: f64, mut values: Vec<[i16; 2]>) -> Self {
        values.resize(groups.iter().map(|group| group.size).sum(), [0; 2]);
        let groups = groups.iter().map(|group| (group.name.to_owned(), group.size)).collect();
        Weights { name: name.to_owned(), groups, scale, values }
    }

    /// The game they are for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weights, a pair for each feature, in [`UNITS`].
    pub fn values(&self) -> &[[i16; 2]] {
        &self.values
    }

    /// A score of so many centipawns is a chance to win of 1 / (1 + 1/e), 73 %: the chance is
    /// `1 / (1 + exp(-score / scale))`, a draw counted as half a win.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let groups: String = self.groups.iter().map(|(name, size)| format!("group {size} {name}\n")).collect();
        let head = format!("{MAGIC}\nvariant {}\nunits {UNITS}\nscale {:.3}\n{groups}", self.name, self.scale);
        let numbers: Vec<u8> = self.values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let sum = checksum(&[head.as_bytes(), &numbers].concat());
        let mut out = format!("{head}checksum {sum:016x}\n").into_bytes();
        out.extend_from_slice(&numbers);
        out
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut rest = bytes.strip_prefix(MAGIC.as_bytes()).and_then(|r| r.strip_prefix(b"\n"));
        let mut out = Weights { name: String::new(), groups: Vec::new(), scale: 0.0, values: Vec::new() };
        let mut features = 0usize;
        for line in 2..MOST_LINES {
            let wrong = |what: &str| WeightsError::Head { line, what: what.to_owned() };
            let now = rest.ok_or(WeightsError::Foreign)?;
            let end = now.iter().take(200).position(|b| *b == b'\n').ok_or_else(|| wrong("the line has no end"))?;
            let text = std::str::from_utf8(&now[..end]).map_err(|_| wrong("it is no text"))?;
            let start = bytes.len() - now.len();
            rest = Some(&now[end + 1..]);
            let (word, value) = text.split_once(' ').ok_or_else(|| wrong("it has no value"))?;
            match word {
                "variant" => out.name = value.to_owned(),
                "units" if value.parse() == Ok(UNITS) => {}
                "units" => return Err(wrong(&format!("units {value} instead of {UNITS}"))),
                "scale" => {
                    out.scale = value.parse().ok().filter(|s| (1.0..=100_000.0).contains(s)).unwrap_or(0.0);
                    if out.scale == 0.0 {
                        return Err(wrong(&format!("scale '{value}' is no number from 1 to 100000")));
                    }
                }
                "group" => {
                    let (size, name) = value.split_once(' ').unwrap_or((value, ""));
                    let size = size.parse().ok().filter(|size| *size <= MOST_FEATURES);
                    let size = size.ok_or_else(|| wrong(&format!("group '{value}' is no size and name")))?;
                    features += size;
                    out.groups.push((name.to_owned(), size));
                }
                "checksum" => {
                    let sum = u64::from_str_radix(value, 16).map_err(|_| wrong("the checksum is no number"))?;
                    return out.numbers(&bytes[..start], &bytes[start + end + 1..], features, sum);
                }
                _ => return Err(wrong(&format!("'{word}' is not known here"))),
            }
        }
        Err(WeightsError::Head { line: MOST_LINES, what: "the checksum is missing".to_owned() })
    }

    /// What follows the head.
    fn numbers(mut self, head: &[u8], numbers: &[u8], features: usize, sum: u64) -> Result<Self, WeightsError> {
        let expected = features * 4;
        if numbers.len() != expected {
            return Err(WeightsError::Length { found: numbers.len(), expected });
        }
        if checksum(&[head, numbers].concat()) != sum {
            return Err(WeightsError::Checksum);
        }
        if self.scale == 0.0 || self.name.is_empty() {
            return Err(WeightsError::Head { line: 1, what: "variant or scale is missing".to_owned() });
        }
        let pair = |b: &[u8]| [i16::from_le_bytes([b[0], b[1]]), i16::from_le_bytes([b[2], b[3]])];
        self.values = numbers.chunks_exact(4).map(pair).collect();
        Ok(self)
    }

    /// Do they fit these features?
    ///
    /// # Errors
    /// They are for another game or for other features.
    pub fn check(&self, name: &'static str, groups: &[Group]) -> Result<(), WeightsError> {
        if self.name != name {
            return Err(WeightsError::OtherGame { found: self.name.clone(), wanted: name });
        }
        let show = |groups: &mut dyn Iterator<Item = (&str, usize)>| {
            groups.map(|(name, size)| format!("{size} {name}")).collect::<Vec<_>>().join(", ")
        };
        let found = show(&mut self.groups.iter().map(|(name, size)| (name.as_str(), *size)));
        let wanted = show(&mut groups.iter().map(|group| (group.name, group.size)));
        if found != wanted {
            return Err(WeightsError::OtherFeatures { name, what: format!("{found} instead of {wanted}") });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: &[Group] = &[Group { name: "men", size: 2 }, Group { name: "main road", size: 1 }];

    fn sample() -> Weights {
        Weights::of("russian", GROUPS, 187.5, vec![[200, -3], [i16::MIN, i16::MAX], [0, 7]])
    }

    #[test]
    fn files_are_read_back() {
        let read = Weights::read(&sample().to_bytes()).unwrap();
        assert_eq!(read, sample());
        assert_eq!(read.check("russian", GROUPS), Ok(()));
    }

    #[test]
    fn every_damaged_file_is_refused() {
        let good = sample().to_bytes();
        for at in 0..good.len() {
            assert!(Weights::read(&good[..at]).is_err(), "cut at {at}");
            let mut bad = good.clone();
            bad[at] ^= 4;
            assert!(Weights::read(&bad).is_err(), "changed at {at}");
        }
        assert_eq!(Weights::read(b"PK"), Err(WeightsError::Foreign));
    }

    #[test]
    fn weights_of_others_are_refused() {
        let other = WeightsError::OtherGame { found: "russian".to_owned(), wanted: "lasca" };
        assert_eq!(sample().check("lasca", GROUPS), Err(other));
        let error = sample().check("russian", &GROUPS[..1]).unwrap_err().to_string();
        assert!(error.ends_with("2 men, 1 main road instead of 2 men"), "{error}");
    }
}
