//! A game of the user's own in the studio: of what its module draws and says nothing reaches the page as markup, and a run
//! that was carried here from elsewhere is whole.

use std::path::Path;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use ludevo_runs::{Destination, RunLimits, Runner};
use ludevo_studio::Studio;
use tower::ServiceExt;

const HOST: &str = "127.0.0.1:4998";

async fn answer(router: &Router, request: Request<Body>) -> (StatusCode, Option<String>, String) {
    let response = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let text = to_bytes(body, 10_000_000).await.unwrap();
    let place = parts.headers.get(header::LOCATION).map(|place| place.to_str().unwrap().to_owned());
    (parts.status, place, String::from_utf8_lossy(&text).into_owned())
}

async fn get(router: &Router, path: &str) -> String {
    let request = Request::get(path).header("host", HOST).header("accept", "text/html");
    let (status, _, text) = answer(router, request.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::OK, "{path}: {text}");
    text
}

/// Two moves to the end of a game, with a picture that would like to be more than that.
const DRAWING: &str = r#"(module
    (memory (export "memory") 1)
    (data (i32.const 1024) "{\"width\": 4, \"height\": 2, \"words\": \"<script>alert(1)</script>\", \"shapes\": [{\"shape\": \"label\", \"x\": 1, \"y\": 1, \"size\": 0.3, \"look\": \"print\", \"text\": \"<script>alert(2)</script>\"}], \"spots\": [{\"name\": \"1\", \"x\": 0, \"y\": 0, \"width\": 1, \"height\": 1}]}")
    (func (export "ludevo_abi") (result i32) (i32.const 1))
    (func (export "state_at") (result i32) (i32.const 0))
    (func (export "moves_at") (result i32) (i32.const 64))
    (func (export "view_at") (result i32) (i32.const 128))
    (func (export "scene_at") (result i32) (i32.const 1024))
    (func (export "scene") (result i32) (i32.const LENGTH))
    (func (export "initial") (i32.store (i32.const 0) (i32.const 0)))
    (func (export "moves") (result i32)
        (i32.store (i32.const 64) (i32.const 1)) (i32.store (i32.const 68) (i32.const 2)) (i32.const 2))
    (func (export "apply") (param $more i32)
        (i32.store8 (i32.const 2) (i32.add (i32.load8_u (i32.const 2)) (local.get $more)))
        (i32.store8 (i32.const 0)
            (if (result i32) (i32.ge_u (i32.load8_u (i32.const 2)) (i32.const 5))
                (then (i32.add (i32.const 3) (i32.load8_u (i32.const 0))))
                (else (i32.sub (i32.const 1) (i32.load8_u (i32.const 0)))))))
    (func (export "view") (param i64)
        (f64.store (i32.const 128) (f64.convert_i32_u (i32.load8_u (i32.const 2))))))"#;

const MANIFEST: &str = r#"name = "drawing"
title = "Drawing <b>"
summary = "Count <i>to</i> five."
state = 4
cells = 1
plies = 5

[[terminal]]
name = "Sum"
read = "number"
cell = 0
within = [0, 6]
meaning = "the sum <script>"
"#;

#[tokio::test]
async fn what_a_module_draws_is_shown_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let (text, after) = DRAWING.split_once("(data (i32.const 1024) \"").unwrap().1.split_once("\")").unwrap();
    assert!(!after.is_empty());
    let length = text.replace("\\\"", "\"").len().to_string();
    let module = folder.path().join("drawing.wasm");
    std::fs::write(&module, wat::parse_str(DRAWING.replace("LENGTH", &length)).unwrap()).unwrap();
    std::fs::write(folder.path().join("drawing.toml"), MANIFEST).unwrap();
    ludevo_games::open();
    ludevo_game::registry::bring(&module).unwrap();
    let studio = Studio::open(&folder.path().join("runs"), Path::new("/no/such/program")).unwrap();
    let router = studio.router(4998);
    let start = Request::post("/play")
        .header("host", HOST)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("game=drawing&against=random&side=first"))
        .unwrap();
    let (status, place, text) = answer(&router, start).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{text}");
    let page = get(&router, &place.unwrap()).await;
    assert!(page.contains("&lt;script&gt;alert(2)&lt;/script&gt;"), "{page}");
    assert!(
        page.contains("data-spot=\"1\"") && page.contains("data-spot=\"2\""),
        "both moves can be clicked: {page}"
    );
    for page in [page, get(&router, "/").await, get(&router, "/play?game=drawing").await] {
        for markup in ["<script>alert", "<b>", "<i>to"] {
            assert!(!page.contains(markup), "{markup}: {page}");
        }
    }
}

/// Writes the game into a folder under another name, and gives the place of its module.
fn written(folder: &Path, name: &str) -> std::path::PathBuf {
    let (text, _) = DRAWING.split_once("(data (i32.const 1024) \"").unwrap().1.split_once("\")").unwrap();
    let length = text.replace("\\\"", "\"").len().to_string();
    let module = folder.join(format!("{name}.wasm"));
    std::fs::write(&module, wat::parse_str(DRAWING.replace("LENGTH", &length)).unwrap()).unwrap();
    let manifest = MANIFEST.replacen("name = \"drawing\"", &format!("name = \"{name}\""), 1);
    std::fs::write(module.with_extension("toml"), manifest).unwrap();
    module
}

/// Where [`a_run_is_made`] makes its run.
const ELSEWHERE: &str = "LUDEVO_TEST_ELSEWHERE";

/// What another process does for the test below: the games of a process stay known to it.
#[test]
#[ignore = "another test runs it in a process of its own"]
fn a_run_is_made() {
    let Some(folder) = std::env::var_os(ELSEWHERE) else { return };
    let folder = Path::new(&folder);
    ludevo_games::open();
    let module = written(folder, "carried");
    ludevo_game::registry::bring(&module).unwrap();
    let sets = [
        "evolution.population=8",
        "evolution.generations=1",
        "player.depth=1",
        "fitness.0.games=2",
        "yardstick.player=\"random\"",
        "yardstick.games=4",
        "yardstick.finalists=1",
        "yardstick.final_games=4",
        "yardstick.fresh_games=10",
    ];
    let loaded = ludevo_runs::load("carried/default", &sets.map(str::to_owned)).unwrap();
    let runner = Runner::start(loaded, 1, &[], &Destination::At(folder.join("made"))).unwrap();
    runner.run(&mut (), &RunLimits::default()).unwrap();
}

#[tokio::test]
async fn a_run_that_was_carried_here_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut make = std::process::Command::new(std::env::current_exe().unwrap());
    make.args(["--ignored", "--exact", "a_run_is_made"]).env(ELSEWHERE, folder.path());
    assert!(make.output().unwrap().status.success());
    let runs = folder.path().join("runs");
    std::fs::create_dir(&runs).unwrap();
    std::fs::rename(folder.path().join("made"), runs.join("r")).unwrap();
    for ending in ["wasm", "toml"] {
        std::fs::remove_file(folder.path().join("carried").with_extension(ending)).unwrap();
    }
    ludevo_games::open();
    let studio = Studio::open(&runs, Path::new("/no/such/program")).unwrap();
    let router = studio.router(4998);
    let start = Request::post("/play")
        .header("host", HOST)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("game=carried&against=run:r&side=first"))
        .unwrap();
    let (status, place, text) = answer(&router, start).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{text}");
    assert!(get(&router, &place.unwrap()).await.contains("data-spot=\"1\""));
    for page in ["/play?game=carried", "/runs/r", "/runs/r/champion", "/ladder/carried"] {
        assert!(get(&router, page).await.contains("Drawing"), "{page}");
    }
}

#[tokio::test]
async fn builds_of_a_game_that_differ_are_listed_and_none_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    for run in ["a", "b", "c"] {
        let run = runs.join(run);
        std::fs::create_dir_all(&run).unwrap();
        let module = written(folder.path(), "twofold");
        std::fs::rename(&module, run.join("game.wasm")).unwrap();
        std::fs::rename(module.with_extension("toml"), run.join("game.toml")).unwrap();
    }
    let manifest = runs.join("b").join("game.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replacen("five", "5", 1)).unwrap();
    ludevo_games::open();
    let studio = Studio::open(&runs, Path::new("/no/such/program")).unwrap();
    let router = studio.router(4998);
    let ask = || {
        let request = Request::get("/play?game=twofold").header("host", HOST).body(Body::empty()).unwrap();
        answer(&router, request)
    };
    let (status, _, text) = ask().await;
    assert_eq!(status, StatusCode::CONFLICT, "{text}");
    // Two of the three are the same.
    for (run, is_named) in [("a", true), ("b", true), ("c", false)] {
        assert_eq!(text.contains(&*runs.join(run).join("game.wasm").to_string_lossy()), is_named, "{text}");
    }
    std::fs::remove_dir_all(runs.join("b")).unwrap();
    let (status, _, text) = ask().await;
    assert_eq!(status, StatusCode::OK, "{text}");
}
