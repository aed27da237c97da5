//! Table files: writing them whole or not at all, and refusing what is not one.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memmap2::Mmap;
use thiserror::Error;

use crate::files;

use super::count::is_counted;
use super::index::Index;
use super::material::Material;

/// What every file name ends with.
pub const EXTENSION: &str = "atb";
/// First bytes of a file.
const MAGIC: &[u8; 8] = b"ATAMANTB";
/// Version of the format.
const VERSION: u32 = 1;
/// Bytes before the values.
pub(super) const HEADER: usize = 64;
/// Bytes of the header that the checksum covers.
const CHECKED: usize = 48;

/// Why a table file was refused.
#[derive(Debug, Error)]
pub enum TableError {
    #[error("'{}': {source}", .path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("'{}' is not a table of ataman", .path.display())]
    Foreign { path: PathBuf },
    #[error("'{}' is of version {found}, this program reads version {VERSION}", .path.display())]
    Version { path: PathBuf, found: u32 },
    #[error("'{}' holds {found}, not what its name says", .path.display())]
    WrongName { path: PathBuf, found: String },
    #[error("'{}' has {found} bytes instead of {expected}", .path.display())]
    Length { path: PathBuf, found: u64, expected: u64 },
    #[error("'{}' is damaged: its header is wrong", .path.display())]
    Header { path: PathBuf },
    #[error("'{}' is damaged: its checksum is wrong", .path.display())]
    Checksum { path: PathBuf },
}

/// The file name of a unit: a material and the swapped one.
pub fn file_name(variant: &str, material: Material) -> String {
    format!("{variant}-{material}.{EXTENSION}")
}

/// 64 bits that change with any bit of the bytes: words of eight bytes, lowest first, mixed in one after another; the
/// last one is filled up with zeros.
pub(super) fn checksum(parts: [&[u8]; 2]) -> u64 {
    let mut sum = 0u64;
    for part in parts {
        let (words, rest) = part.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        for word in words.iter().chain((!rest.is_empty()).then_some(&last)) {
            // Odd multiplier: no two words can do the same to a sum.
            sum = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            sum ^= sum >> 32;
        }
    }
    sum
}

/// The indices of a unit's values: those of the leading material, then those of the swapped one. Where the two are the
/// same there is one section. Where [`is_counted`] there are two more, of counts.
pub(super) fn sections(material: Material) -> Vec<Index> {
    let swapped = material.swapped();
    let mut sections = vec![Index::folded(material)];
    if swapped != material {
        sections.push(Index::folded(swapped));
    }
    sections
}

fn header(variant: &str, material: Material, values: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    let Material { men, kings } = material;
    header[12..16].copy_from_slice(&[men[0], kings[0], men[1], kings[1]]);
    header[16..24].copy_from_slice(&(values.len() as u64).to_le_bytes());
    for (byte, letter) in header[24..48].iter_mut().zip(variant.bytes()) {
        *byte = letter;
    }
    let sum = checksum([&header[..CHECKED], values]);
    header[48..56].copy_from_slice(&sum.to_le_bytes());
    header
}

/// Writes the file of a unit; a file with this name is always whole.
///
/// # Errors
/// Those of the file system.
pub(super) fn write(folder: &Path, variant: &str, material: Material, values: &[u8]) -> io::Result<PathBuf> {
    let path = folder.join(file_name(variant, material));
    files::replace(&path, &[&header(variant, material, values), values])?;
    Ok(path)
}

/// Values of a table, wherever they are.
#[derive(Clone, Debug)]
pub(super) enum Bytes {
    BuiltIn(&'static [u8]),
    Mapped(Arc<Mmap>),
}

impl std::ops::Deref for Bytes {
    type Target = [u8];
    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::BuiltIn(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

/// A file that was found to be whole.
pub(super) struct Loaded {
    pub variant: String,
    pub material: Material,
    pub bytes: Bytes,
}

/// Maps a file into memory and checks everything: what it is, its length, its checksum.
///
/// # Errors
/// What is wrong with it.
pub(super) fn load(path: &Path) -> Result<Loaded, TableError> {
    let unreadable = |source| TableError::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(TableError::Foreign { path: path.to_owned() });
    }
    let map = map(&file).map_err(unreadable)?;
    let (variant, material) = check(path, &map)?;
    let name = file_name(&variant, material);
    if path.file_name().is_some_and(|found| found != name.as_str()) {
        return Err(TableError::WrongName { path: path.to_owned(), found: format!("{variant} {material}") });
    }
    Ok(Loaded { variant, material, bytes: Bytes::Mapped(Arc::new(map)) })
}

/// The map is what lets processes share the tables.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes are only ever read as bytes, any value is one. Whoever cuts a file short while it is in use
    // ends the process by a bus error, as with every mapped file; ataman itself replaces files, never changes them.
    unsafe { Mmap::map(file) }
}

/// The variant and the material of a file's bytes.
///
/// # Errors
/// What is wrong with them; `path` is for the message.
pub(super) fn check(path: &Path, bytes: &[u8]) -> Result<(String, Material), TableError> {
    let path = || path.to_owned();
    let Some((header, values)) = bytes.split_at_checked(HEADER) else {
        let is_begun = bytes.len() >= MAGIC.len() && bytes.starts_with(MAGIC);
        return Err(if is_begun {
            TableError::Length { path: path(), found: bytes.len() as u64, expected: HEADER as u64 }
        } else {
            TableError::Foreign { path: path() }
        });
    };
    if !header.starts_with(MAGIC) {
        return Err(TableError::Foreign { path: path() });
    }
    let version = u32::from_le_bytes([header[8], header[9], header[10], header[11]]);
    if version != VERSION {
        return Err(TableError::Version { path: path(), found: version });
    }
    let length = u64::from_le_bytes(std::array::from_fn(|i| header[16 + i]));
    let expected = length.saturating_add(HEADER as u64);
    if bytes.len() as u64 != expected {
        return Err(TableError::Length { path: path(), found: bytes.len() as u64, expected });
    }
    if header[56..] != [0; HEADER - 56] {
        return Err(TableError::Header { path: path() });
    }
    let sum = u64::from_le_bytes(std::array::from_fn(|i| header[48 + i]));
    if sum != checksum([&header[..CHECKED], values]) {
        return Err(TableError::Checksum { path: path() });
    }
    let material = Material { men: [header[12], header[14]], kings: [header[13], header[15]] };
    let fits = (super::FEWEST..=super::MOST).contains(&material.pieces())
        && material.side(0) > 0
        && material.side(1) > 0
        && material.is_leading()
        && body_length(material) == length;
    let name: Vec<u8> = header[24..CHECKED].iter().copied().take_while(|&byte| byte != 0).collect();
    match String::from_utf8(name) {
        Ok(variant) if fits => Ok((variant, material)),
        _ => Err(TableError::Header { path: path() }),
    }
}

/// Bytes of a unit's file behind the header.
fn body_length(material: Material) -> u64 {
    let values: u64 = sections(material).iter().map(Index::len).sum();
    if is_counted(material) { 2 * values } else { values }
}

/// Bytes of a unit's file, header and all.
pub(super) fn file_length(material: Material) -> u64 {
    HEADER as u64 + body_length(material)
}
