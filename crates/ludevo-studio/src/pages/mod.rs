//! The pages, a file each.

pub(crate) mod champion;
pub(crate) mod compare;
pub(crate) mod gallery;
pub(crate) mod home;
pub(crate) mod ladder;
pub(crate) mod layout;
pub(crate) mod new_run;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod why;

use std::sync::Arc;

use crate::refusal::Refusal;
use crate::studio::Studio;

/// What every page works with.
pub(crate) type App = Arc<Studio>;

/// The fields of a form or query, in their order; a key may come more than once.
pub(crate) type Fields = Vec<(String, String)>;

/// The value of a field, if it is given and not empty.
pub(crate) fn field<'a>(fields: &'a Fields, key: &str) -> Option<&'a str> {
    fields
        .iter()
        .find(|(known, _)| known == key)
        .map(|(_, value)| value.trim())
        .filter(|value| !value.is_empty())
}

/// A field read as a number in a range; nothing if it is not given.
pub(crate) fn number<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
    fields: &Fields,
    key: &str,
    allowed: std::ops::RangeInclusive<T>,
) -> Result<Option<T>, Refusal> {
    let Some(text) = field(fields, key) else { return Ok(None) };
    match text.parse() {
        Ok(value) if allowed.contains(&value) => Ok(Some(value)),
        _ => Err(Refusal::bad(format!(
            "`{key}` must be a number from {} to {}.",
            allowed.start(),
            allowed.end()
        ))),
    }
}
