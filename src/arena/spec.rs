//! What is said of an engine on the command line: `name=A cmd='...' proto=ugi option.Hash=64 tc=10+0.1`.

use std::path::PathBuf;

use thiserror::Error;

use super::clock::Limit;

/// How a player is spoken to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The engine of this program, in process.
    BuiltIn,
    /// UGI.
    Ugi,
    /// UCI.
    Uci,
    /// Hub.
    Hub,
    /// CECP.
    Xboard,
}

/// How the squares of a draughts board are numbered in the moves of a Hub engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// 1 = b8, as in PDN's FEN and most programs.
    #[default]
    B8,
    /// 1 = a1.
    A1,
}

/// An engine as it was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// Its name in tables and records.
    pub name: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// Program and arguments; empty for the built-in engine.
    pub command: Vec<String>,
    /// Folder to run it in.
    pub folder: Option<PathBuf>,
    /// Names and values, in the order in which they are sent.
    pub options: Vec<(String, String)>,
    /// What differs from the limit of the match.
    pub limit: Limit,
    /// How it numbers squares, in Hub.
    pub numbering: Numbering,
}

/// Why a description was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum SpecError {
    #[error("a quote is not closed in '{0}'")]
    OpenQuote(String),
    #[error("'{0}' is not KEY=VALUE")]
    NoValue(String),
    #[error("there is no key '{0}': name, cmd, proto, dir, option.NAME, tc, movetime, nodes, depth, numbering")]
    UnknownKey(String),
    #[error("{0}")]
    Value(String),
    #[error("cmd is missing in '{0}'")]
    NoCommand(String),
}

/// Splits text at blanks; quotes of both kinds hold words together, a backslash outside single quotes takes the next
/// character as it is.
fn words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => out.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SpecError::OpenQuote(text.to_owned()));
    }
    out.extend(word);
    Ok(out)
}

impl EngineSpec {
    /// Reads a description.
    ///
    /// # Errors
    /// An unknown key, a value that a key does not take, no command.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let mut spec = EngineSpec {
            name: String::new(),
            protocol: Protocol::Ugi,
            command: Vec::new(),
            folder: None,
            options: Vec::new(),
            limit: Limit::default(),
            numbering: Numbering::default(),
        };
        let mut command = None;
        for word in words(text)? {
            let (key, value) = word.split_once('=').ok_or_else(|| SpecError::NoValue(word.clone()))?;
            let bad = |what: &str| SpecError::Value(format!("{key}: '{value}' is not {what}"));
            match key {
                "name" => spec.name = value.to_owned(),
                "cmd" => command = Some(value.to_owned()),
                "dir" => spec.folder = Some(PathBuf::from(value)),
                "proto" => {
                    spec.protocol = match value {
                        "ugi" => Protocol::Ugi,
                        "uci" => Protocol::Uci,
                        "hub" => Protocol::Hub,
                        "xboard" | "cecp" => Protocol::Xboard,
                        _ => return Err(bad("one of ugi, uci, hub, xboard")),
                    }
                }
                "numbering" => {
                    spec.numbering = match value {
                        "b8" => Numbering::B8,
                        "a1" => Numbering::A1,
                        _ => return Err(bad("one of a1, b8")),
                    }
                }
                _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                    Some(name) => spec.options.push((name.to_owned(), value.to_owned())),
                    None if spec.limit.set(key, value).map_err(SpecError::Value)? => {}
                    None => return Err(SpecError::UnknownKey(key.to_owned())),
                },
            }
        }
        let command = command.ok_or_else(|| SpecError::NoCommand(text.to_owned()))?;
        if command == "self" {
            spec.protocol = Protocol::BuiltIn;
        } else {
            spec.command = words(&command)?;
        }
        let program = spec.command.first().cloned();
        if program.is_none() && spec.protocol != Protocol::BuiltIn {
            return Err(SpecError::NoCommand(text.to_owned()));
        }
        if spec.name.is_empty() {
            spec.name = program.unwrap_or_else(|| "self".to_owned());
        }
        Ok(spec)
    }

    /// The limit of this engine: its own, where it has one, else that of the match.
    pub fn limit_in(&self, general: &Limit) -> Limit {
        if self.limit.is_given() { self.limit } else { *general }
    }

    /// Program, options and limit in one line, for telling one match from another.
    pub fn fingerprint(&self) -> String {
        format!("{self:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_description() {
        let text = r#"name="Fairy SF" cmd='node "/opt/my engines/fs.cjs" -x' proto=uci dir=/opt option.Hash=64 "option.Move Overhead=5" tc=40/60"#;
        let spec = EngineSpec::parse(text).unwrap();
        assert_eq!(spec.name, "Fairy SF");
        assert_eq!(spec.command, ["node", "/opt/my engines/fs.cjs", "-x"]);
        assert_eq!(spec.protocol, Protocol::Uci);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(spec.options, [pair("Hash", "64"), pair("Move Overhead", "5")]);
        assert_eq!(spec.limit.control.unwrap().moves, Some(40));
    }

    #[test]
    fn the_built_in_engine() {
        let spec = EngineSpec::parse("cmd=self option.EvalFile=a=b").unwrap();
        assert_eq!((spec.protocol, spec.name.as_str()), (Protocol::BuiltIn, "self"));
        assert_eq!(spec.options, [("EvalFile".to_owned(), "a=b".to_owned())]);
    }

    #[test]
    fn refusals() {
        let refusal = |text| EngineSpec::parse(text).unwrap_err().to_string();
        assert_eq!(refusal("name=A"), "cmd is missing in 'name=A'");
        assert_eq!(refusal("cmd='"), "a quote is not closed in 'cmd=''");
        assert_eq!(refusal("cmd=x proto=usi"), "proto: 'usi' is not one of ugi, uci, hub, xboard");
        assert_eq!(refusal("cmd=x hash"), "'hash' is not KEY=VALUE");
        assert!(refusal("cmd=x hash=3").starts_with("there is no key 'hash'"));
        assert!(refusal("cmd=x nodes=0").starts_with("nodes: '0' is not a whole number"));
    }
}
