//! Modules that are no games, and names that nobody has: neither is tried again and again.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludevo_game::registry::{self, Brought, Registry};

static TRIED: AtomicUsize = AtomicUsize::new(0);

fn bring(_module: &Path) -> Result<Brought, String> {
    TRIED.fetch_add(1, Ordering::Relaxed);
    Err("it is no game".to_owned())
}

fn tried() -> usize {
    TRIED.swap(0, Ordering::Relaxed)
}

#[test]
fn a_module_that_was_refused_is_tried_again_once_it_is_another() {
    registry::open(|| Registry {
        games: Vec::new(),
        experiments: &[],
        champions: &[],
        chances: &[],
        figures: &[],
        results: &[],
        bring,
    });
    let runs = tempfile::tempdir().unwrap();
    let run = runs.path().join("r");
    fs::create_dir(&run).unwrap();
    fs::write(run.join("game.wasm"), "one").unwrap();
    fs::write(run.join("game.toml"), "name = \"broken\"").unwrap();
    registry::look_in(runs.path());
    for _ in 0..50 {
        assert!(registry::find("broken").is_none() && registry::find("nothing").is_none());
        assert!(registry::bring(&run.join("game.wasm")).is_err());
    }
    assert_eq!(tried(), 1);
    fs::write(run.join("game.wasm"), "another").unwrap();
    assert!(registry::bring(&run.join("game.wasm")).is_err());
    assert_eq!(tried(), 1, "it changed");
    fs::write(run.join("game.toml"), "name = \"broken\"\nstate = 4").unwrap();
    assert!(registry::bring_kept(&run).is_err());
    assert_eq!(tried(), 1, "its manifest changed");
    // What is not there may be there the next time.
    for _ in 0..3 {
        assert!(registry::bring(&runs.path().join("gone.wasm")).is_err());
    }
    assert_eq!(tried(), 3);
}
