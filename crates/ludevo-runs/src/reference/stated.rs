//! An experiment with every key explained, as a text that is an experiment too.

use std::fmt::Write;

use toml::{Table, Value};

use super::{Key, Unstated, keys, meaning};
use crate::load::Loaded;

/// The whole experiment: what it states, each key after its meaning, type, range and default, and as remarks the keys that
/// it does not state.
pub fn explained(loaded: &Loaded) -> String {
    let document = Table::try_from(&loaded.experiment).expect("settings are tables of plain values");
    let mut writer = Writer { keys: keys(&loaded.experiment), text: String::new() };
    let _ = writeln!(
        writer.text,
        "# {}. `#` before a key: it is not stated here, and what follows is what then holds.\n",
        loaded.name
    );
    writer.table(&document, "", "");
    writer.text
}

struct Writer {
    keys: Vec<Key>,
    text: String,
}

impl Writer {
    /// Writes a table and those inside it; `path` leads to it, and `header` is how TOML names it.
    fn table(&mut self, table: &Table, path: &str, header: &str) {
        let known = self.keys_of(table, path);
        let (plain, inner): (Vec<Key>, Vec<Key>) = known
            .into_iter()
            .partition(|key| !is_nested(table.get(last(&key.path))) && key.kind != "a table");
        plain.iter().for_each(|key| self.plain(key, table.get(last(&key.path))));
        for key in inner {
            let name = last(&key.path).to_owned();
            let full = if header.is_empty() { name.clone() } else { format!("{header}.{name}") };
            match table.get(&name) {
                Some(Value::Table(inside)) => {
                    self.remark(&format!("\n# {}\n[{full}]\n", self.words(&key)));
                    self.table(inside, &key.path, &full);
                }
                Some(Value::Array(items)) => {
                    for item in items.iter().filter_map(Value::as_table) {
                        self.remark(&format!("\n# {}\n[[{full}]]\n", self.words(&key)));
                        self.table(item, &key.path, &full);
                    }
                }
                Some(value) => self.plain(&key, Some(value)),
                None => self.remark(&format!("\n# {}\n# [{full}]\n", self.words(&key))),
            }
        }
        // What no declaration lists, such as opponents by their names.
        let listed = |name: &str| self.keys.iter().any(|key| key.path == joined(path, name));
        let others: Vec<String> = table
            .iter()
            .filter(|(name, _)| !listed(name))
            .map(|(name, value)| format!("{} = {value}\n", quoted_if_needed(name)))
            .collect();
        others.iter().for_each(|line| self.remark(line));
    }

    fn remark(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn plain(&mut self, key: &Key, value: Option<&Value>) {
        let (words, name) = (self.words(key), last(&key.path));
        let _ = match (value, &key.default) {
            (Some(value), _) => writeln!(self.text, "# {words}\n{name} = {value}"),
            (None, Unstated::Value(default)) => writeln!(self.text, "# {words}\n# {name} = {default}"),
            (None, _) => writeln!(self.text, "# {words}\n# {name} ="),
        };
    }

    fn words(&self, key: &Key) -> String {
        let meaning = meaning(&key.path).unwrap_or_default();
        if key.kind == "a table" || key.kind == "a list of tables" {
            return format!("{}: {meaning}", key.path);
        }
        let default = match &key.default {
            Unstated::Required => "; must be stated".to_owned(),
            Unstated::Value(value) => format!("; {value} if not stated"),
            Unstated::Nothing | Unstated::Unknown => String::new(),
        };
        let allowed = key.allowed.as_ref().map(|allowed| format!(", {allowed}")).unwrap_or_default();
        format!("{meaning} ({}{allowed}{default})", key.kind)
    }

    /// The keys directly inside a table, of the variant that it is.
    fn keys_of(&self, table: &Table, path: &str) -> Vec<Key> {
        let is_variant = |variant: &String| {
            let tag = variant.split_once(" = ").map(|(tag, name)| (tag, name.trim_matches('"')));
            tag.is_none_or(|(tag, name)| table.get(tag).and_then(Value::as_str) == Some(name))
        };
        let mut found: Vec<Key> = Vec::new();
        for key in &self.keys {
            let parent = key.path.rsplit_once('.').map_or("", |(parent, _)| parent);
            let is_new = found.iter().all(|known| known.path != key.path);
            if parent == path && is_new && key.variant.as_ref().is_none_or(is_variant) {
                found.push(key.clone());
            }
        }
        found
    }
}

fn is_nested(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Table(_)) => true,
        Some(Value::Array(items)) => items.first().is_some_and(Value::is_table),
        _ => false,
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn quoted_if_needed(name: &str) -> String {
    let is_bare = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_');
    if is_bare && !name.is_empty() { name.to_owned() } else { Value::from(name).to_string() }
}
