//! Files that are whole or not there, and files that are not endless.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Writes a file, its parts one after another: first beside its place, then into it, so that whoever is killed meanwhile
/// leaves the old one or the new one, and a rest whose name ends in `.unfinished`.
///
/// # Errors
/// Those of the file system.
pub fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".unfinished");
    let beside = PathBuf::from(beside);
    let mut file = File::create(&beside)?;
    parts.iter().try_for_each(|part| file.write_all(part))?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path)
}

/// The first `most` bytes of a file.
///
/// # Errors
/// Those of the file system; it is no file.
pub fn read_bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
