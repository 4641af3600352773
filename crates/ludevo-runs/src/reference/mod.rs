//! The reference of experiments: every key with its type, range, default and meaning.
//!
//! Types, ranges and defaults are those of the declarations: a document is read with something wrong in the place of a key,
//! and the refusal says what belongs there. Meanings are written down in `meanings.toml`.

mod page;
mod stated;

use std::sync::OnceLock;

use ludevo_game::decode::{DecodeError, DecodeProblem};
use ludevo_game::experiment::{Experiment, SettingsError};
use ludevo_game::game::Game;
use ludevo_game::registry;
use toml::{Table, Value};

pub use page::page;
pub use stated::explained;

/// A key that no declaration knows.
const NOBODYS: &str = "?";

/// How deep tables lie in each other at most; no declaration comes near.
const DEEPEST: usize = 12;

/// The summary of an experiment as lists of experiments have it, with a capital at its beginning.
pub fn heading(summary: &str) -> String {
    let mut letters = summary.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// One key of experiments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The keys that lead to it, such as `evolution.population`; numbers of entries of lists are left out.
    pub path: String,
    /// Which variant of the table around it has it, such as ``by = "rank"``; nothing if all have.
    pub variant: Option<String>,
    /// What its value is, in words.
    pub kind: String,
    /// What is allowed, in words, where that is less than its kind says.
    pub allowed: Option<String>,
    /// What holds where it is not stated.
    pub default: Unstated,
}

/// What holds where a key is not stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unstated {
    /// It must be stated.
    Required,
    /// This value.
    Value(String),
    /// It then has no say.
    Nothing,
    /// Nothing can be said, because other keys must change with it.
    Unknown,
}

/// The meaning of a key, from its path; nothing if nobody wrote it down.
pub fn meaning(path: &str) -> Option<&'static str> {
    meanings().get(path).and_then(Value::as_str)
}

/// All meanings by path, in the order of the reference.
pub fn meanings() -> &'static Table {
    static MEANINGS: OnceLock<Table> = OnceLock::new();
    MEANINGS.get_or_init(|| toml::from_str(include_str!("meanings.toml")).expect("meanings are TOML"))
}

/// The keys that an experiment can state, in the order of their declarations.
pub fn keys(experiment: &Experiment) -> Vec<Key> {
    let Some(game) = registry::find(&experiment.game) else { return Vec::new() };
    let document = Table::try_from(experiment).expect("settings are tables of plain values");
    let mut walk = Walk { game, found: Vec::new() };
    walk.document(&document);
    walk.found
}

/// What is wrong with a document.
enum Refusal {
    Decode(DecodeError),
    /// The key and what is allowed there.
    Range(String, String),
}

/// What a place of a document is for.
enum Shape {
    Table(Vec<&'static str>),
    /// A table with variants, by the key that says which.
    Tagged(&'static str),
    List,
    Names(Vec<&'static str>),
    /// Any keys.
    Open,
    /// A plain value, in words.
    Plain(String),
}

struct Walk {
    game: &'static dyn Game,
    found: Vec<Key>,
}

impl Walk {
    /// Reads a document as a run would.
    fn read(&self, document: &Table) -> Result<Table, Refusal> {
        let mut experiment = Experiment::decode(document).map_err(Refusal::Decode)?;
        experiment.check().map_err(|error| Refusal::Range(error.key, error.allowed))?;
        experiment.own = self.game.settings(&experiment).map_err(|error| match error.with_common_keys() {
            SettingsError::Decode(error) => Refusal::Decode(error),
            SettingsError::Range(error) => Refusal::Range(error.key, error.allowed),
        })?;
        Ok(Table::try_from(&experiment).expect("settings are tables of plain values"))
    }

    /// The refusal of a document with `value` in a place, if it is about that place or a table around it.
    fn refusal(&self, document: &Table, path: &[String], value: Value) -> Option<DecodeProblem> {
        match self.read(&with(document, path, value)) {
            // Inside a table with variants the keys are lost on the way: the path ends at the table.
            Err(Refusal::Decode(error)) if path.starts_with(&error.path) || error.path.starts_with(path) => {
                Some(error.problem)
            }
            _ => None,
        }
    }

    fn shape(&self, document: &Table, path: &[String]) -> Shape {
        let nobodys = Table::from_iter([(NOBODYS.to_owned(), Value::Boolean(true))]);
        let probed = match path {
            [] => {
                let mut document = document.clone();
                document.extend(nobodys);
                match self.read(&document) {
                    Err(Refusal::Decode(error)) => Some(error.problem),
                    _ => None,
                }
            }
            _ => self.refusal(document, path, Value::Table(nobodys)),
        };
        match probed {
            Some(DecodeProblem::UnknownKey { allowed, .. }) => Shape::Table(allowed),
            Some(DecodeProblem::UnknownVariant { allowed, .. }) => Shape::Names(allowed),
            Some(DecodeProblem::Missing { key }) => Shape::Tagged(key),
            Some(DecodeProblem::Type { expected, .. }) if expected == "an array" => Shape::List,
            Some(DecodeProblem::Type { found, .. }) if found == "`true`" => Shape::Open,
            Some(DecodeProblem::Type { expected, .. }) => Shape::Plain(expected),
            Some(DecodeProblem::Other(problem)) => Shape::Plain(problem),
            None => Shape::Open,
        }
    }

    /// Adds the keys of a whole document: those that are declared, and sections that stand there beside them.
    fn document(&mut self, document: &Table) {
        let Shape::Table(keys) = self.shape(document, &[]) else { return };
        let others = document.keys().map(String::as_str).filter(|key| !keys.contains(key));
        let all: Vec<&str> = keys.iter().copied().chain(others).collect();
        self.keys(document, &mut Vec::new(), &all, None);
    }
    fn keys(&mut self, document: &Table, path: &mut Vec<String>, keys: &[&str], variant: Option<&str>) {
        for key in keys {
            path.push((*key).to_owned());
            self.key(document, path, variant);
            path.pop();
        }
    }

    /// Adds a key, and those inside it.
    fn key(&mut self, document: &Table, path: &mut Vec<String>, variant: Option<&str>) {
        if path.len() > DEEPEST {
            return;
        }
        let shape = self.shape(document, path);
        let kind = match &shape {
            Shape::Table(_) | Shape::Tagged(_) | Shape::Open => "a table".to_owned(),
            Shape::List => match self.shape(document, &inside(path, "0")) {
                Shape::Plain(each) => format!("a list, each {each}"),
                Shape::Names(names) => format!("a list of {}", quoted(&names)),
                _ => "a list of tables".to_owned(),
            },
            Shape::Names(names) => quoted(names),
            Shape::Plain(kind) => kind.clone(),
        };
        let allowed = matches!(shape, Shape::Plain(_)).then(|| self.allowed(document, path)).flatten();
        let is_plain = matches!(shape, Shape::Plain(_) | Shape::Names(_) | Shape::List);
        self.found.push(Key {
            path: shown(path),
            variant: variant.map(str::to_owned),
            default: if is_plain { self.default(document, path) } else { self.presence(document, path) },
            // A range says more than the words for a kind of number do.
            kind: if allowed.is_some() { kind.replace(", 0 or more", "") } else { kind },
            allowed,
        });
        match shape {
            Shape::Table(keys) => {
                let document = self.filled(document, path, Table::new());
                self.keys(&document, path, &keys, None);
            }
            Shape::Tagged(tag) => self.variants(document, path, tag),
            Shape::List => {
                path.push("0".to_owned());
                match self.shape(document, path) {
                    Shape::Table(keys) => {
                        let document = self.filled(document, path, Table::new());
                        self.keys(&document, path, &keys, None);
                    }
                    Shape::Tagged(tag) => self.variants(document, path, tag),
                    _ => {}
                }
                path.pop();
            }
            Shape::Names(_) | Shape::Open | Shape::Plain(_) => {}
        }
    }

    /// Adds the key that says which variant a table is, and the keys of each.
    fn variants(&mut self, document: &Table, path: &mut Vec<String>, tag: &'static str) {
        let none = Table::from_iter([(tag.to_owned(), Value::from(NOBODYS))]);
        let known = self.refusal(document, path, Value::Table(none));
        let Some(DecodeProblem::UnknownVariant { allowed, .. }) = known else { return };
        let here = at(document, path).and_then(|table| table.get(tag)).and_then(Value::as_str);
        self.found.push(Key {
            path: shown(&inside(path, tag)),
            variant: None,
            kind: quoted(&allowed),
            allowed: None,
            default: Unstated::Required,
        });
        for variant in &allowed {
            let named = Table::from_iter([(tag.to_owned(), Value::from(*variant))]);
            let mut probe = named.clone();
            probe.insert(NOBODYS.to_owned(), Value::Boolean(true));
            let keys = match self.refusal(document, path, Value::Table(probe)) {
                Some(DecodeProblem::UnknownKey { allowed, .. }) => allowed,
                _ => continue,
            };
            let document = match here == Some(*variant) {
                true => document.clone(),
                false => self.filled(&without(document, path), path, named),
            };
            let keys: Vec<&str> = keys.into_iter().filter(|key| *key != tag).collect();
            self.keys(&document, path, &keys, Some(&format!("{tag} = \"{variant}\"")));
        }
    }

    /// The document with a table in a place: the one that is there, or `start` and whatever must be stated beside it.
    fn filled(&self, document: &Table, path: &[String], start: Table) -> Table {
        if at(document, path).is_some_and(Value::is_table) {
            return document.clone();
        }
        let mut table = start;
        for _ in 0..20 {
            match self.refusal(document, path, Value::Table(table.clone())) {
                Some(DecodeProblem::Missing { key }) => {
                    let probed = with(document, path, Value::Table(table.clone()));
                    table.insert(key.to_owned(), self.sample(&probed, &inside(path, key)));
                }
                _ => break,
            }
        }
        with(document, path, Value::Table(table))
    }

    /// Some value that a place may have.
    fn sample(&self, document: &Table, path: &[String]) -> Value {
        match self.shape(document, path) {
            Shape::Names(names) => Value::from(names[0]),
            Shape::List => Value::Array(Vec::new()),
            Shape::Plain(kind) if kind.contains("number") => Value::Integer(1),
            Shape::Plain(kind) if kind == "true or false" => Value::Boolean(false),
            Shape::Plain(_) => Value::from("random"),
            Shape::Table(_) | Shape::Tagged(_) | Shape::Open => Value::Table(Table::new()),
        }
    }

    /// What is allowed in a place of a number, in words.
    fn allowed(&self, document: &Table, path: &[String]) -> Option<String> {
        let extremes =
            [Value::Integer(i64::MAX), Value::Float(1e300), Value::Integer(0), Value::Float(-1e300)];
        let plain = shown(path);
        extremes.into_iter().find_map(|extreme| match self.read(&with(document, path, extreme)) {
            Err(Refusal::Range(key, allowed)) if key == plain || key == path.join(".") => Some(allowed),
            _ => None,
        })
    }

    /// What a plain value is where it is not stated.
    fn default(&self, document: &Table, path: &[String]) -> Unstated {
        let last = path.last().map(String::as_str);
        match self.read(&without(document, path)) {
            Ok(read) => match at(&read, path) {
                Some(value) => Unstated::Value(value.to_string()),
                None => self.unwritten(document, path, &read),
            },
            Err(Refusal::Decode(DecodeError { problem: DecodeProblem::Missing { key }, .. }))
                if Some(key) == last =>
            {
                Unstated::Required
            }
            Err(_) => Unstated::Unknown,
        }
    }

    /// The default of a value that is not written out: the value which changes nothing when it is stated.
    fn unwritten(&self, document: &Table, path: &[String], read: &Table) -> Unstated {
        let plain = [Value::Integer(0), Value::Boolean(false), Value::Array(Vec::new())];
        let names = match self.shape(document, path) {
            Shape::Names(names) => names,
            _ => Vec::new(),
        };
        let same = plain.into_iter().chain(names.into_iter().map(Value::from)).find(|value| {
            let stated = self.read(&with(document, path, value.clone()));
            stated.is_ok_and(|stated| stated == *read)
        });
        same.map_or(Unstated::Nothing, |value| Unstated::Value(value.to_string()))
    }

    /// Whether a table must be stated.
    fn presence(&self, document: &Table, path: &[String]) -> Unstated {
        match self.default(document, path) {
            Unstated::Value(_) => Unstated::Unknown,
            other => other,
        }
    }
}

fn inside(path: &[String], key: &str) -> Vec<String> {
    path.iter().cloned().chain([key.to_owned()]).collect()
}

/// The path as people write it, without the numbers of entries of lists.
fn shown(path: &[String]) -> String {
    let keys = path.iter().filter(|key| key.parse::<usize>().is_err());
    keys.map(String::as_str).collect::<Vec<_>>().join(".")
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// What a path leads to.
fn at<'a>(document: &'a Table, path: &[String]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(document.get(first)?, |value, key| match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        other => other.get(key),
    })
}

/// The document with a value in a place; tables and lists on the way are made where there are none.
fn with(document: &Table, path: &[String], value: Value) -> Table {
    let mut document = document.clone();
    let Some((first, rest)) = path.split_first() else { return document };
    let child = document.remove(first);
    document.insert(first.clone(), placed(child, rest, value));
    document
}

fn placed(within: Option<Value>, path: &[String], value: Value) -> Value {
    let Some((first, rest)) = path.split_first() else { return value };
    if first.parse::<usize>().is_ok() {
        let items = within.and_then(|list| list.as_array().cloned()).unwrap_or_default();
        return Value::Array(vec![placed(items.into_iter().next(), rest, value)]);
    }
    let mut table = within.and_then(|table| table.as_table().cloned()).unwrap_or_default();
    let child = table.remove(first);
    table.insert(first.clone(), placed(child, rest, value));
    Value::Table(table)
}

/// The document without what a path leads to.
fn without(document: &Table, path: &[String]) -> Table {
    let Some((last, above)) = path.split_last() else { return document.clone() };
    let mut table = match above {
        [] => document.clone(),
        _ => at(document, above).and_then(Value::as_table).cloned().unwrap_or_default(),
    };
    table.remove(last);
    if above.is_empty() { table } else { with(document, above, Value::Table(table)) }
}
