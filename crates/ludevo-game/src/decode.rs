//! Values of TOML become settings through serde; an error keeps the path of the value that is wrong.

use std::fmt::Display;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, Visitor,
};
use toml::Value;

/// What is wrong, and inside which keys.
#[derive(Debug)]
pub struct DecodeError {
    /// The keys that lead to the value, outermost first.
    pub path: Vec<String>,
    /// What is wrong there.
    pub problem: DecodeProblem,
}

/// What can be wrong with a value.
#[derive(Debug, PartialEq)]
pub enum DecodeProblem {
    /// A key that nobody reads.
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that are read there.
        allowed: Vec<&'static str>,
    },
    /// A name that is none of those allowed.
    UnknownVariant {
        /// The name.
        variant: String,
        /// Those allowed.
        allowed: Vec<&'static str>,
    },
    /// A key that must be there and is not.
    Missing {
        /// The key.
        key: &'static str,
    },
    /// A value of the wrong kind.
    Type {
        /// What was found, in words.
        found: String,
        /// What belongs there, in words.
        expected: String,
    },
    /// Anything else, in words.
    Other(String),
}

/// Reads settings from a table.
pub fn decode<T: DeserializeOwned>(table: &toml::Table) -> Result<T, DecodeError> {
    T::deserialize(TableSource(table)).map_err(|mut error| {
        error.path.reverse();
        error
    })
}

impl DecodeError {
    fn new(problem: DecodeProblem) -> Self {
        DecodeError { path: Vec::new(), problem }
    }

    /// While the error travels outwards the path grows from the inside: it is reversed in the end.
    fn inside(mut self, key: impl Display) -> Self {
        self.path.push(key.to_string());
        self
    }
}

/// What serde expects, in the words of an experiment file.
fn in_words(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    match text.as_str() {
        "usize" | "u64" | "u32" | "u16" | "u8" => "a whole number, 0 or more".to_owned(),
        "isize" | "i64" | "i32" => "a whole number".to_owned(),
        "f64" | "f32" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "an array".to_owned(),
        "a map" => "a table".to_owned(),
        _ if text.starts_with("struct ") || text.starts_with("internally tagged enum ") => {
            "a table".to_owned()
        }
        _ => text,
    }
}

/// What was found, in the same words.
fn found_in_words(found: &Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => format!("`{value}`"),
        Unexpected::Unsigned(value) => format!("the number `{value}`"),
        Unexpected::Signed(value) => format!("the number `{value}`"),
        Unexpected::Float(value) => format!("the number `{value}`"),
        Unexpected::Str(value) => format!("the string `\"{value}\"`"),
        Unexpected::Seq => "an array".to_owned(),
        Unexpected::Map | Unexpected::StructVariant => "a table".to_owned(),
        _ => found.to_string(),
    }
}

impl Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {:?}", self.path.join("."), self.problem)
    }
}

impl std::error::Error for DecodeError {}

impl de::Error for DecodeError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(DecodeProblem::Other(message.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(DecodeProblem::Type { found: found_in_words(&found), expected: in_words(expected) })
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let most = match (expected.to_string().as_str(), &found) {
            ("u8", Unexpected::Signed(1..) | Unexpected::Unsigned(_)) => u64::from(u8::MAX),
            ("u16", Unexpected::Signed(1..) | Unexpected::Unsigned(_)) => u64::from(u16::MAX),
            ("u32", Unexpected::Signed(1..) | Unexpected::Unsigned(_)) => u64::from(u32::MAX),
            _ => return Self::invalid_type(found, expected),
        };
        let expected = format!("a whole number, {most} at most");
        Self::new(DecodeProblem::Type { found: found_in_words(&found), expected })
    }

    fn unknown_variant(variant: &str, allowed: &'static [&'static str]) -> Self {
        Self::new(DecodeProblem::UnknownVariant { variant: variant.to_owned(), allowed: allowed.to_vec() })
    }

    fn unknown_field(key: &str, allowed: &'static [&'static str]) -> Self {
        Self::new(DecodeProblem::UnknownKey { key: key.to_owned(), allowed: allowed.to_vec() })
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(DecodeProblem::Missing { key })
    }
}

/// A value as serde names unexpected ones.
fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::String(text) => Unexpected::Str(text),
        Value::Integer(number) => Unexpected::Signed(*number),
        Value::Float(number) => Unexpected::Float(*number),
        Value::Boolean(value) => Unexpected::Bool(*value),
        Value::Array(_) => Unexpected::Seq,
        Value::Table(_) => Unexpected::Map,
        Value::Datetime(_) => Unexpected::Other("a date"),
    }
}

/// What a value is, in the words of an experiment file.
pub fn kind_in_words(value: &Value) -> String {
    found_in_words(&unexpected(value))
}

struct Source<'a>(&'a Value);

impl<'de> Deserializer<'de> for Source<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Integer(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Boolean(value) => visitor.visit_bool(*value),
            Value::Array(items) => visitor.visit_seq(Items { items: items.iter().enumerate() }),
            Value::Table(table) => TableSource(table).deserialize_any(visitor),
            Value::Datetime(_) => Err(de::Error::invalid_type(unexpected(self.0), &visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        // Serde would also take an array for a struct, by position.
        match self.0 {
            Value::Array(_) => Err(de::Error::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self.0 {
            Value::String(variant) => {
                let variant: de::value::StrDeserializer<'_, DecodeError> =
                    variant.as_str().into_deserializer();
                visitor.visit_enum(variant)
            }
            Value::Table(table) => visitor.visit_enum(OneEntry(Entries::of(table))),
            _ => Err(de::Error::invalid_type(unexpected(self.0), &"the name of a variant")),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map identifier ignored_any
    }
}

struct TableSource<'a>(&'a toml::Table);

impl<'de> Deserializer<'de> for TableSource<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_map(Entries::of(self.0))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct Items<'a> {
    items: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = DecodeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        seed.deserialize(Source(item)).map(Some).map_err(|error| error.inside(index))
    }
}

struct Entries<'a> {
    entries: toml::map::Iter<'a, String, Value>,
    value: Option<(&'a String, &'a Value)>,
}

impl<'a> Entries<'a> {
    fn of(table: &'a toml::Table) -> Self {
        Entries { entries: table.iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = DecodeError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, DecodeError> {
        self.value = self.entries.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        let key: de::value::StrDeserializer<'_, DecodeError> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, DecodeError> {
        let (key, node) = self.value.take().expect("a key comes before its value");
        seed.deserialize(Source(node)).map_err(|error| error.inside(key))
    }
}

/// An enum written as a table of one key.
struct OneEntry<'a>(Entries<'a>);

impl<'de> EnumAccess<'de> for OneEntry<'de> {
    type Error = DecodeError;
    type Variant = <MapAccessDeserializer<Entries<'de>> as EnumAccess<'de>>::Variant;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), DecodeError> {
        MapAccessDeserializer::new(self.0).variant_seed(seed)
    }
}
