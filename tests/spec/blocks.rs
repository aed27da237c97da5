//! The fenced blocks of a Markdown file.

use std::fs;
use std::path::{Path, PathBuf};

/// A fenced block: what stands behind the opening fence, and the lines up to the closing one.
pub struct Block {
    /// Name of the file, from the folder of the project.
    pub file: String,
    pub info: String,
    /// Number of the line, from 1, and its text.
    pub lines: Vec<(usize, String)>,
}

impl Block {
    /// The first word behind the fence.
    pub fn kind(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or("")
    }

    /// What follows the first word.
    pub fn rest(&self) -> &str {
        self.info.split_once(' ').map_or("", |(_, rest)| rest.trim())
    }

    /// All lines as one text.
    pub fn text(&self) -> String {
        self.lines.iter().map(|(_, line)| format!("{line}\n")).collect()
    }

    /// Where a line of the block is, for messages.
    pub fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.file)
    }
}

/// The folder of the project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a file of the project.
pub fn read(file: &str) -> String {
    let path = root().join(file);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("cannot read '{}': {e}", path.display()))
}

/// The fenced blocks of a file of the project.
pub fn blocks(file: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in (1..).zip(read(file).lines()) {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(info), None) => {
                open = Some(Block { file: file.to_owned(), info: info.trim().to_owned(), lines: Vec::new() });
            }
            (None, Some(mut block)) => {
                block.lines.push((number, line.to_owned()));
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{file}: the last fenced block is not closed");
    blocks
}

/// The names of the Markdown files of a folder, sorted.
pub fn markdown_files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("cannot read '{}': {e}", folder.display()))
        .map(|entry| entry.expect("an entry of the folder").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".md"))
        .collect();
    names.sort();
    names
}
