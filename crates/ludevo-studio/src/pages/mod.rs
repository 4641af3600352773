//! The pages, a file each.

pub(crate) mod champion;
pub(crate) mod compare;
pub(crate) mod film;
pub(crate) mod gallery;
pub(crate) mod home;
pub(crate) mod ladder;
pub(crate) mod layout;
pub(crate) mod new_run;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod run;
pub(crate) mod solvers;
pub(crate) mod why;

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use ludevo_game::game::Game;
use serde::de::DeserializeOwned;

use crate::players::find_game;
use crate::refusal::Refusal;
use crate::studio::Studio;

/// What every page works with.
pub(crate) type App = Arc<Studio>;

/// The game of this name, looked for away from the threads that answer.
pub(crate) async fn game_of(app: &App, name: &str) -> Result<&'static dyn Game, Refusal> {
    let name = name.to_owned();
    app.readers.work(move || find_game(&name)).await
}

/// The parts of an address. One that cannot be read is refused as everything else is.
pub(crate) struct At<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(at) = Path::from_request_parts(parts, state).await?;
        Ok(At(at))
    }
}

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
