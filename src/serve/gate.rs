//! What passes between a page and its engine: lines of the protocol, but none that names a file, starts another
//! protocol or takes more of the machine than a page may have. The gate reads text and knows no game.

use std::borrow::Cow;

use crate::protocol::{Declared, Kind, declared_options};

use super::Limits;

/// The commands of a page.
const COMMANDS: &str = " ugi uci isready uginewgame ucinewgame position moves query go stop ponderhit legal show d \
    describe eval perft help quit ";

/// The options that a page may set, within the limits of the server.
pub struct Gate {
    options: Vec<Declared>,
}

impl Gate {
    /// Options that are texts name files: these are left out, whatever they are called.
    pub fn new(limits: Limits) -> Self {
        let mut options = declared_options();
        options.retain(|option| !matches!(option.kind, Kind::Text(_)));
        for option in &mut options {
            let most = match option.name {
                "Hash" => limits.hash,
                "Threads" => limits.threads,
                _ => continue,
            };
            if let Kind::Spin { default, low, high } = &mut option.kind {
                *high = most.clamp(*low, *high);
                *default = (*default).min(*high);
            }
        }
        Gate { options }
    }

    /// A line of the page as the engine may hear it. What is refused is changed so that the engine says it has no such
    /// thing, in its turn among its answers.
    pub fn inward(&self, line: &str) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => String::new(),
            ["setoption", ref words @ ..] => self.option(words),
            [command, ..] if COMMANDS.contains(&format!(" {command} ")) => line.to_owned(),
            [command, ..] => format!("{command}-from-a-page"),
        }
    }

    /// Builds the line anew from what was understood, so that the engine cannot understand it differently.
    fn option(&self, words: &[&str]) -> String {
        let ["name", words @ ..] = words else { return "setoption".to_owned() };
        let end = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let value = words.get(end + 1..).unwrap_or_default().join(" ");
        let compact = |name: &str| name.replace(' ', "").to_ascii_lowercase();
        let wanted = compact(&words[..end].concat());
        let Some(option) = self.options.iter().find(|option| compact(option.name) == wanted) else {
            return format!("setoption name {wanted}-from-a-page");
        };
        let value = match (&option.kind, value.parse::<u64>()) {
            (Kind::Spin { high, .. }, Ok(number)) => number.min(u64::from(*high)).to_string(),
            _ => value,
        };
        format!("setoption name {} value {value}", option.name)
    }

    /// A line of the engine as the page hears it: an option has the limits that it has for pages, and is not listed if
    /// they have it not.
    pub fn outward<'a>(&self, line: &'a str) -> Option<Cow<'a, str>> {
        let Some(text) = line.strip_prefix("option name ") else { return Some(Cow::Borrowed(line)) };
        let is = |option: &&Declared| text.strip_prefix(option.name).is_some_and(|rest| rest.starts_with(" type "));
        self.options.iter().find(is).map(|option| Cow::Owned(option.ugi_line()))
    }
}
