//! Modules and manifests with a few bytes changed are accepted or refused, never a panic and never without end.

use ludevo_plugin::{Manifest, bring_from};
use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

const EXAMPLES: [(&[u8], &str); 3] = [
    (
        include_bytes!("../../../examples/connect4/connect4.wasm"),
        include_str!("../../../examples/connect4/connect4.toml"),
    ),
    (include_bytes!("../../../examples/race/race.wasm"), include_str!("../../../examples/race/race.toml")),
    (
        include_bytes!("../../../examples/lights/lights.wasm"),
        include_str!("../../../examples/lights/lights.toml"),
    ),
];

/// A few bytes replaced, removed or repeated.
fn changed(rng: &mut Stream, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..bytes.len().max(1));
        match rng.random_range(0..4) {
            0 if at < bytes.len() => drop(bytes.remove(at)),
            1 => bytes.insert(at.min(bytes.len()), rng.random()),
            2 => bytes.truncate(at.max(8)),
            _ if at < bytes.len() => bytes[at] = rng.random(),
            _ => {}
        }
    }
    bytes
}

/// Which of the changes are tried; others by the variable `LUDEVO_MUTATED`, such as `20000-25000`. What is accepted stays in
/// memory, so that many are tried in several processes.
fn tried(few: u64) -> std::ops::Range<u64> {
    let text = std::env::var("LUDEVO_MUTATED").unwrap_or_default();
    let range = text.split_once('-').and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    range.unwrap_or(0..few)
}

#[test]
fn changed_modules_are_accepted_or_refused() {
    let mut accepted = 0;
    for number in tried(150) {
        let mut rng = stream(1, Purpose::Sampling, 0, number);
        let (module, manifest) = EXAMPLES[(number % 3) as usize];
        let module = changed(&mut rng, module);
        match bring_from(module, manifest.to_owned()) {
            Ok(_) => accepted += 1,
            Err(problem) => assert!(!problem.is_empty() && !problem.contains('\n'), "{number}: {problem}"),
        }
    }
    assert!(accepted > 0, "some changes are harmless");
}

#[test]
fn changed_manifests_are_accepted_or_refused_with_their_line() {
    for number in tried(3000) {
        let mut rng = stream(2, Purpose::Sampling, 0, number);
        let (_, manifest) = EXAMPLES[(number % 3) as usize];
        let text = String::from_utf8_lossy(&changed(&mut rng, manifest.as_bytes())).into_owned();
        if let Err(error) = Manifest::parse(&text) {
            assert!(error.line >= 1 && !error.problem.is_empty(), "{number}: {error}");
        }
    }
}
