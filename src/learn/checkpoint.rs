//! What a training that was broken off goes on with: a file beside the weights, written anew after every epoch.

use std::io;
use std::path::{Path, PathBuf};

use bytemuck::{Pod, Zeroable};

use super::adam::Adam;
use crate::eval::weights::checksum;
use crate::files::replace;

const MAGIC: &[u8; 16] = b"ataman training\x01";

/// Where a training stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// Epochs done.
    pub epoch: u32,
    pub descent: Adam,
    /// The weights that did best on the validation games, their loss, and the epoch they are from.
    pub best: Vec<f32>,
    pub best_loss: f64,
    pub best_epoch: u32,
}

#[derive(Copy, Clone, Pod, Zeroable)]
#[repr(C)]
struct Fixed {
    magic: [u8; 16],
    key: u64,
    best_loss: f64,
    epoch: u32,
    best_epoch: u32,
    steps: u32,
    weights: u32,
}

impl Checkpoint {
    /// The file that belongs to a file of weights.
    pub fn path(out: &Path) -> PathBuf {
        let mut name = out.as_os_str().to_owned();
        name.push(".part");
        name.into()
    }

    /// Writes the file, in one go: there is always a whole one.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, path: &Path, key: u64) -> io::Result<()> {
        let fixed = Fixed {
            magic: *MAGIC,
            key,
            best_loss: self.best_loss,
            epoch: self.epoch,
            best_epoch: self.best_epoch,
            steps: self.descent.steps,
            weights: self.best.len() as u32,
        };
        let mut bytes = bytemuck::bytes_of(&fixed).to_vec();
        for list in [&self.descent.weights, &self.descent.mean, &self.descent.square, &self.best] {
            bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        replace(path, &[&bytes])
    }

    /// Reads the file. `None` if it belongs to another training, or is damaged.
    pub fn read(bytes: &[u8], key: u64, weights: usize) -> Option<Checkpoint> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        let (head, lists) = body.split_at_checked(size_of::<Fixed>())?;
        let fixed: Fixed = bytemuck::pod_read_unaligned(head);
        let fits = fixed.magic == *MAGIC && fixed.key == key && fixed.weights as usize == weights;
        if !fits || checksum(body) != u64::from_le_bytes(*sum) || lists.len() != 16 * weights || weights == 0 {
            return None;
        }
        let mut lists = lists
            .chunks_exact(4 * weights)
            .map(|list| list.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect::<Vec<_>>());
        let descent = Adam { weights: lists.next()?, mean: lists.next()?, square: lists.next()?, steps: fixed.steps };
        let Fixed { epoch, best_loss, best_epoch, .. } = fixed;
        Some(Checkpoint { epoch, descent, best: lists.next()?, best_loss, best_epoch })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_back_or_refused() {
        let descent = Adam { weights: vec![1.5, -2.0], mean: vec![0.5, 0.0], square: vec![9.0, 8.0], steps: 77 };
        let checkpoint = Checkpoint { epoch: 3, descent, best: vec![7.0, 6.0], best_loss: 0.5, best_epoch: 2 };
        let folder = tempfile::tempdir().unwrap();
        let path = Checkpoint::path(&folder.path().join("w"));
        checkpoint.write(&path, 9).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(Checkpoint::read(&bytes, 9, 2), Some(checkpoint));
        assert_eq!(Checkpoint::read(&bytes, 8, 2), None, "another training");
        assert_eq!(Checkpoint::read(&bytes, 9, 3), None, "other features");
        for at in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 1;
            assert_eq!(Checkpoint::read(&bad, 9, 2), None, "{at}");
            assert_eq!(Checkpoint::read(&bytes[..at], 9, 2), None, "{at}");
        }
    }
}
