//! Folders of tables, as a user lists them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use crate::rules::draughts::{DraughtsRules, Official, Source};

use super::Tables;
use super::file::{self, EXTENSION, TableError};

/// Files or folders that were refused, at least one.
#[derive(Debug, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Refused(pub Vec<TableError>);

/// The tables of both variants that have some.
#[derive(Clone, Debug)]
pub struct Library {
    pub russian: Arc<Tables>,
    pub official: Arc<Tables>,
}

impl Library {
    /// The tables that are a part of the program.
    pub fn built_in() -> Library {
        static BUILT_IN: LazyLock<Library> = LazyLock::new(|| Library {
            russian: Arc::new(Tables::built_in::<Source>()),
            official: Arc::new(Tables::built_in::<Official>()),
        });
        BUILT_IN.clone()
    }

    /// The tables that are a part of the program and those in folders, which are separated by `;` (or by the system's
    /// own separator); and what was refused on the way. The first table of a material is the one that counts.
    pub fn open(folders: &str) -> (Library, Option<Refused>) {
        let mut library = Library::built_in();
        let mut refused = Vec::new();
        for folder in folders.split(';').flat_map(std::env::split_paths).filter(|f| !f.as_os_str().is_empty()) {
            if let Err(error) = library.add_folder(&folder, &mut refused) {
                refused.push(error);
            }
        }
        (library, (!refused.is_empty()).then_some(Refused(refused)))
    }

    /// The tables in one folder and nothing else, and the files that were refused.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn open_folder(folder: &Path) -> Result<(Library, Vec<TableError>), TableError> {
        let mut library =
            Library { russian: Arc::new(Tables::none::<Source>()), official: Arc::new(Tables::none::<Official>()) };
        let mut refused = Vec::new();
        library.add_folder(folder, &mut refused)?;
        Ok((library, refused))
    }

    fn add_folder(&mut self, folder: &Path, refused: &mut Vec<TableError>) -> Result<(), TableError> {
        let unreadable = |source| TableError::Unreadable { path: folder.to_owned(), source };
        for path in files(folder).map_err(unreadable)? {
            match file::load(&path) {
                Ok(loaded)
                    if Arc::make_mut(&mut self.russian).add(&loaded)
                        || Arc::make_mut(&mut self.official).add(&loaded) => {}
                Ok(_) => refused.push(TableError::Foreign { path }),
                Err(error) => refused.push(error),
            }
        }
        Ok(())
    }

    /// The tables of each variant, in the order in which variants are listed everywhere.
    pub fn each(&self) -> [&Tables; 2] {
        [&self.russian, &self.official]
    }

    /// The tables under a rule book.
    pub fn tables<R: DraughtsRules>(&self) -> Arc<Tables> {
        Arc::clone(if R::NAME == Source::NAME { &self.russian } else { &self.official })
    }
}

/// The table files of a folder by name.
///
/// # Errors
/// The folder cannot be read.
pub fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
