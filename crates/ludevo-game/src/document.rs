//! TOML documents whose values remember where they were written, and how one inherits from another.

use toml::de::{DeTable, DeValue};

/// Keys that say which variant a table is: a table with another variant replaces its parent's whole.
const TAGS: [&str; 4] = ["by", "operators", "method", "round"];

/// Where a value was written: the layer of inheritance and the line, counted from 1. Line 0 stands for a whole layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The layer.
    pub layer: usize,
    /// The line.
    pub line: u32,
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it was written.
    pub origin: Origin,
    /// The value.
    pub value: Value,
}

/// A value of TOML.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text.
    String(String),
    /// A whole number.
    Integer(i64),
    /// A number.
    Float(f64),
    /// True or false.
    Boolean(bool),
    /// A list.
    Array(Vec<Node>),
    /// Values by their keys, in the order of the text.
    Table(Vec<(String, Node)>),
}

/// A text that is not TOML.
#[derive(Clone, Debug)]
pub struct SyntaxError {
    /// The line, counted from 1.
    pub line: u32,
    /// What is wrong there.
    pub message: String,
}

fn line_of(text: &str, offset: usize) -> u32 {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|byte| **byte == b'\n').count() as u32 + 1
}

impl Node {
    /// The document that a text is.
    pub fn parse(text: &str, layer: usize) -> Result<Node, SyntaxError> {
        let table = DeTable::parse(text).map_err(|error| SyntaxError {
            line: error.span().map_or(1, |span| line_of(text, span.start)),
            message: format!("this is not TOML: {}", error.message()),
        })?;
        let place = |offset| Origin { layer, line: line_of(text, offset) };
        let value = convert_table(table.get_ref(), &place)?;
        Ok(Node { origin: Origin { layer, line: 0 }, value })
    }

    /// A node of one key inside tables named by the keys before it.
    pub fn nested(path: &[String], inner: Node) -> Node {
        path.iter().rev().fold(inner, |inner, key| Node {
            origin: inner.origin,
            value: Value::Table(vec![(key.clone(), inner)]),
        })
    }

    /// The same value of TOML without its places.
    pub fn to_value(&self) -> toml::Value {
        match &self.value {
            Value::String(text) => toml::Value::String(text.clone()),
            Value::Integer(number) => toml::Value::Integer(*number),
            Value::Float(number) => toml::Value::Float(*number),
            Value::Boolean(value) => toml::Value::Boolean(*value),
            Value::Array(items) => toml::Value::Array(items.iter().map(Node::to_value).collect()),
            Value::Table(_) => toml::Value::Table(self.to_toml()),
        }
    }

    /// A document as a table of TOML; empty if it is none.
    pub fn to_toml(&self) -> toml::Table {
        match &self.value {
            Value::Table(entries) => {
                entries.iter().map(|(key, node)| (key.clone(), node.to_value())).collect()
            }
            _ => toml::Table::new(),
        }
    }

    /// The child of this key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            Value::Array(items) => items.get(key.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// Whether this is a plain value that reads so.
    pub fn says(&self, text: &str) -> bool {
        match &self.value {
            Value::String(value) => value == text,
            Value::Integer(value) => value.to_string() == text,
            Value::Float(value) => value.to_string() == text,
            Value::Boolean(value) => value.to_string() == text,
            Value::Array(items) => items.iter().any(|item| item.says(text)),
            Value::Table(_) => false,
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        let Value::Table(entries) = &mut self.value else { return None };
        let place = entries.iter().position(|(name, _)| name == key)?;
        Some(entries.remove(place).1)
    }

    /// The deepest node on a path, and how many of the path's keys lead there.
    pub fn deepest(&self, path: &[&str]) -> (&Node, usize) {
        let mut node = self;
        for (depth, key) in path.iter().enumerate() {
            match node.get(key) {
                Some(child) => node = child,
                None => return (node, depth),
            }
        }
        (node, path.len())
    }

    /// The keys that lead to everything in this document, lists aside.
    pub fn paths(&self) -> Vec<String> {
        let Value::Table(entries) = &self.value else { return Vec::new() };
        let below = |(key, node): &(String, Node)| {
            let inner = node.paths().into_iter().map(|path| format!("{key}.{path}"));
            [key.clone()].into_iter().chain(inner).collect::<Vec<_>>()
        };
        entries.iter().flat_map(below).collect()
    }

    /// How many entries the list has into which a path leads without there being such an entry, and the keys up to it.
    pub fn beyond_list(&self, path: &[String]) -> Option<(usize, usize)> {
        let keys: Vec<&str> = path.iter().map(String::as_str).collect();
        let (node, depth) = self.deepest(&keys);
        match &node.value {
            Value::Array(items) if depth < path.len() => Some((items.len(), depth)),
            _ => None,
        }
    }

    /// Which variant this table is, if it says.
    pub fn tag(&self) -> Option<(&'static str, &str)> {
        TAGS.into_iter().find_map(|tag| match self.get(tag)?.value {
            Value::String(ref variant) => Some((tag, variant.as_str())),
            _ => None,
        })
    }

    /// This document with what `child` says on top: tables merge key by key, all else is replaced, and so is a table
    /// that is another variant.
    pub fn inherited_by(self, child: Node) -> Node {
        self.under(child, |_, child| child)
    }

    /// The same with a setting of the command line on top. It makes no table its own: what is missing from one is missing
    /// from the experiment.
    pub fn changed_by(self, setting: Node) -> Node {
        self.under(setting, |own, _| own)
    }

    /// This document with `child` on top, where `place` says which of the two a table of both belongs to.
    fn under(self, child: Node, place: fn(Origin, Origin) -> Origin) -> Node {
        let origin = place(self.origin, child.origin);
        let other_variant = child.tag().is_some() && child.tag() != self.tag();
        match (self.value, child.value) {
            (Value::Table(mut entries), Value::Table(changes)) if !other_variant => {
                for (key, change) in changes {
                    match entries.iter_mut().find(|(name, _)| *name == key) {
                        Some((_, node)) => *node = node.clone().under(change, place),
                        None => entries.push((key, change)),
                    }
                }
                Node { origin, value: Value::Table(entries) }
            }
            // Entries of a list by their numbers.
            (Value::Array(mut items), Value::Table(changes))
                if numbers_of(&changes, items.len()).is_some() =>
            {
                let numbers = numbers_of(&changes, items.len()).unwrap_or_default();
                for (number, (_, change)) in numbers.into_iter().zip(changes) {
                    items[number] = items[number].clone().under(change, place);
                }
                Node { origin, value: Value::Array(items) }
            }
            (_, value) => Node { origin: child.origin, value },
        }
    }
}

/// The keys of a table as numbers of the entries of a list with so many, if all of them are.
fn numbers_of(changes: &[(String, Node)], count: usize) -> Option<Vec<usize>> {
    let number = |(key, _): &(String, Node)| key.parse().ok().filter(|number| *number < count);
    changes.iter().map(number).collect()
}

fn convert_table(table: &DeTable<'_>, place: &impl Fn(usize) -> Origin) -> Result<Value, SyntaxError> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table {
        let origin = place(key.span().start);
        let value = convert(value.get_ref(), origin.line, place)?;
        entries.push((key.get_ref().to_string(), Node { origin, value }));
    }
    // The parser orders keys by name; errors are looked for in the order of the text.
    entries.sort_by_key(|(_, node)| node.origin.line);
    Ok(Value::Table(entries))
}

fn convert(value: &DeValue<'_>, line: u32, place: &impl Fn(usize) -> Origin) -> Result<Value, SyntaxError> {
    let error = |message: String| SyntaxError { line, message };
    Ok(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(digits) => {
            let number = i64::from_str_radix(digits.as_str(), digits.radix());
            Value::Integer(number.map_err(|_| error(format!("`{digits}` is too large a number")))?)
        }
        DeValue::Float(digits) => {
            let number = digits.as_str().parse();
            Value::Float(number.map_err(|_| error(format!("`{digits}` is not a number")))?)
        }
        DeValue::Boolean(value) => Value::Boolean(*value),
        DeValue::Datetime(date) => {
            return Err(error(format!("`{date}` is a date, and no setting is one")));
        }
        DeValue::Array(items) => {
            let mut nodes = Vec::with_capacity(items.len());
            for item in items.iter() {
                let origin = place(item.span().start);
                nodes.push(Node { origin, value: convert(item.get_ref(), origin.line, place)? });
            }
            Value::Array(nodes)
        }
        DeValue::Table(table) => convert_table(table, place)?,
    })
}
