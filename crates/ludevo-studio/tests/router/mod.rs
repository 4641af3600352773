//! A studio that answers without a port, and what is asked of it.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use ludevo_studio::Studio;
use tempfile::TempDir;
use tower::ServiceExt;

const PORT: u16 = 4999;
pub(crate) const HOST: &str = "127.0.0.1:4999";
pub(crate) const FORM: &str = "application/x-www-form-urlencoded";

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// A studio whose evolutions fail at once, since there is no such program.
pub(crate) fn open(runs: &Path) -> Router {
    ludevo_games::open();
    let studio: Arc<Studio> = Studio::open(runs, Path::new("/no/such/program")).unwrap();
    studio.router(PORT)
}

pub(crate) fn studio() -> (TempDir, Router) {
    let runs = tempfile::tempdir().unwrap();
    let router = open(runs.path());
    (runs, router)
}

pub(crate) async fn send(router: &Router, request: Request<Body>) -> Answer {
    let response = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let text = to_bytes(body, 10_000_000).await.unwrap();
    let text = String::from_utf8_lossy(&text).into_owned();
    Answer { status: parts.status, headers: parts.headers, text }
}

pub(crate) async fn get(router: &Router, path: &str) -> Answer {
    let request = Request::get(path).header("host", HOST).header("accept", "text/html");
    send(router, request.body(Body::empty()).unwrap()).await
}

pub(crate) async fn post(router: &Router, path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::post(path).header("host", HOST).header("content-type", FORM);
    send(router, request.body(body.into()).unwrap()).await
}

/// A run as little as it takes to be listed, with this log.
pub(crate) fn make_run(runs: &Path, name: &str, log: &str) {
    let folder = runs.join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let experiment = ludevo_runs::load("reversi/quick", &[]).unwrap().resolved;
    let provenance = "# experiment: reversi/quick\n# seed: 1\n# version: 0.1.0\n\n";
    std::fs::write(folder.join("experiment.toml"), format!("{provenance}{experiment}")).unwrap();
    std::fs::write(folder.join("log.jsonl"), log).unwrap();
}

/// The moves that a page of a game offers.
pub(crate) async fn position(router: &Router, game: &str) -> serde_json::Value {
    serde_json::from_str(&get(router, &format!("{game}/state")).await.text).unwrap()
}
