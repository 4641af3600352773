//! The files that pages load, all inside the binary.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($name:literal: $kind:expr),* $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("../assets/", $name)))),*]
    };
}

/// Name, type and content of each.
const FILES: &[(&str, &str, &str)] = files! {
    "studio.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "live.js": SCRIPT,
    "events.js": SCRIPT,
    "tree.js": SCRIPT,
    "choose.js": SCRIPT,
    "play.js": SCRIPT,
    "replay.js": SCRIPT,
    "review.js": SCRIPT,
    "contest.js": SCRIPT,
    "gallery.js": SCRIPT,
    "wait.js": SCRIPT,
    "glide.js": SCRIPT,
    "full.js": SCRIPT,
    "gone.js": SCRIPT,
    "hand.js": SCRIPT,
    "fresh.js": SCRIPT,
    "form.js": SCRIPT,
};

/// One of the files.
pub(crate) async fn serve(Path(name): Path<String>) -> Result<Response, Refusal> {
    let found = FILES.iter().find(|(known, ..)| *known == name);
    let (_, kind, content) = found.ok_or_else(|| Refusal::missing("There is no such file."))?;
    // A newer studio on the same port has newer files.
    Ok(([(CONTENT_TYPE, *kind), (CACHE_CONTROL, "no-cache")], *content).into_response())
}
