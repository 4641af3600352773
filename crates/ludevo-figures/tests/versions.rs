//! The versions of rules and guides are those of what they do: whoever changes one writes `versions.toml` anew, which makes
//! the rows stale that were measured with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::{env, fs};

use ludevo_arena::{Match, Names, Watch};
use ludevo_figures::{Measure, RULES, Row, named, tables, versions};
use ludevo_game::game::{Game, Problem, SolverVerdict};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_game::study::Entry;
use ludevo_search::puzzle::Limits;
use rayon::prelude::*;

/// Write the file instead of comparing with it.
const WRITE: &str = "WRITE_VERSIONS";

/// Players that are programs of others, which are not here everywhere; their versions are their own.
const OUTSIDE: [&str; 4] = ["uci:", "rust-reversi", "gnubg", "fc-solve"];

/// What is solved, at most so far.
const LIMITS: Limits = Limits { expanded: 100_000, memory: 64 << 20, time: None };

/// Courses that are always there: on the first everybody drives, on all of them whoever stands for the rules.
const COURSES: [&str; 6] = ["test1", "test4", "test5", "test7", "train5", "train11"];

/// Games of everybody against whoever stands for the rules.
const GAMES: u64 = 8;

fn parsed(game: &dyn Game, name: &str) -> Option<PlayerName> {
    let name: PlayerName = name.parse().ok()?;
    game.check_player(&name).ok().map(|()| name)
}

/// Whoever stands for the rules: plays as they allow and nothing else, if there is such a one.
fn plainest(game: &dyn Game) -> PlayerName {
    let opponents = game.opponents();
    // The shallowest of those that are named for their depth.
    let shallow = opponents.iter().map(|(name, _)| name.replace('N', "1"));
    let named = opponents.iter().map(|(name, _)| (*name).to_owned());
    let robot = "SpinBot".to_owned();
    let mut names = ["random".to_owned()].into_iter().chain(named).chain(shallow).chain([robot]);
    let found = names.find_map(|name| parsed(game, &name));
    found.unwrap_or_else(|| panic!("{} has no opponent among {opponents:?}", game.facts().name))
}

/// What somebody does, as a hash.
fn deeds(game: &dyn Game, name: &PlayerName) -> String {
    let mut text = String::new();
    let rules = plainest(game);
    if let Some(facet) = game.in_matches() {
        let [first, second] = ["first", "second"].map(str::to_owned);
        let names = Names { game: game.facts().name.to_owned(), first, second };
        let played = |records| {
            let watch = Watch { progress: None, records: None, stop: None };
            facet.play_match(name, &rules, &Match { records, ..Match::new(GAMES, 1) }, watch)
        };
        // Laps and battles leave no records.
        let result = played(Some(names)).or_else(|_| played(None)).expect("a match");
        let _ = write!(text, "{:?} {:?} {:?}", result.records, result.score, result.points);
        let _ = write!(text, "{:?}", result.effort_first.total.mean());
    }
    if let Some(facet) = game.races() {
        let courses = if *name == rules { &COURSES[..] } else { &COURSES[..1] };
        for course in courses {
            let entered = facet.enter(&Entry { driver: name, behind: &[], course, laps: 1 }).expect("a race");
            let _ = write!(text, "{:?}", [1, 2].map(entered));
        }
    }
    // All who are in leagues and groups, of whom no row says more.
    if let Some(facet) = game.leagues().filter(|_| *name == rules) {
        let _ = write!(text, "{:?}", facet.ratings(name, 1, 1).expect("a league"));
    }
    if let Some(facet) = game.as_puzzle() {
        let mut solver = facet.solver(name, LIMITS).expect("a solver");
        for number in facet.levels().iter().flat_map(|level| level.numbers.iter().take(1)) {
            let solved = solver.solve(&Problem::Number(*number), false).expect("a problem");
            let moves = match solved.verdict {
                SolverVerdict::Solution { moves, .. } => moves,
                _ => 0,
            };
            let _ = write!(text, "{number} {moves} {} {} ", solved.expanded, solved.generated);
        }
    }
    blake3::hash(text.as_bytes()).to_hex()[..8].to_owned()
}

/// Everybody who takes part in rows, or in the runs of rows, and is neither champion nor from outside.
fn names(game: &dyn Game, rows: &[Row]) -> BTreeSet<String> {
    let is_somebody = |name: &PlayerName| {
        let is_outside = OUTSIDE.iter().any(|outside| name.name.starts_with(outside));
        let is_there = || match game.as_puzzle() {
            // Sets of problems are measured against too, and solve nothing.
            Some(puzzle) => puzzle.solver(name, LIMITS).is_ok(),
            // Whoever ships is in the leagues, of which the rules tell.
            None => game.leagues().is_none() && game.check_player(name).is_ok(),
        };
        name.shipped().is_none() && !is_outside && is_there()
    };
    let named = rows.iter().flat_map(|row| named(&row.measure));
    named.filter(|name| name.parse().is_ok_and(|name| is_somebody(&name))).collect()
}

#[test]
fn versions_are_those_of_what_rules_and_guides_do() {
    ludevo_games::open();
    let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for table in tables().expect("tables") {
        rows.entry(table.game).or_default().extend(table.rows);
    }
    let all: Vec<(&str, String, PlayerName)> = rows
        .iter()
        .flat_map(|(game, rows)| {
            let found = registry::find(game).expect("a game");
            let named = |name: String| (game.as_str(), name.clone(), name.parse().expect("a player"));
            let rules = (game.as_str(), RULES.to_owned(), plainest(found));
            [rules].into_iter().chain(names(found, rows).into_iter().map(named)).collect::<Vec<_>>()
        })
        .collect();
    let done: Vec<String> = all
        .par_iter()
        .map(|(game, _, player)| deeds(registry::find(game).expect("a game"), player))
        .collect();
    let mut found: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    for ((game, name, _), version) in all.iter().zip(done) {
        found.entry(game).or_default().insert(name.clone(), version);
    }
    if env::var_os(WRITE).is_some() {
        let text = "# What rules and guides do, as hashes: `WRITE_VERSIONS=1 cargo test -p ludevo-figures --test versions` writes it.\n\n";
        let text = text.to_owned() + &toml::to_string(&found).expect("plain values");
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/versions.toml"), text).expect("a file");
        return;
    }
    for (game, found) in found {
        for (name, version) in &found {
            assert_eq!(
                versions(game).get(name),
                Some(version),
                "{name} of {game} does something else than `versions.toml` says; if that is meant, write it anew with \
                 {WRITE}=1: rows measured before are then stale"
            );
        }
        assert_eq!(versions(game).len(), found.len(), "`versions.toml` knows others of {game}");
    }
}

#[test]
fn a_row_carries_the_rules_and_everybody_who_took_part_but_champions() {
    ludevo_games::open();
    let game = registry::find("reversi").expect("a game");
    let (first, second) = ("champion@depth=4".to_owned(), "ab5p".to_owned());
    let measure =
        Measure::Score { first, second, games: 10, openings: None, positions: Vec::new(), rules: None };
    let what = ludevo_figures::What::of(game, &measure, &Default::default());
    assert_eq!(what.with.keys().collect::<Vec<_>>(), ["ab5p", RULES]);
    let run = |experiment: &str| {
        let (experiment, set) = (experiment.to_owned(), Vec::new());
        let figure = ludevo_figures::RunFigure::Champion;
        let measure = Measure::Runs { experiment, set, runs: 1, figure };
        ludevo_figures::What::of(registry::find("senet").expect("a game"), &measure, &Default::default())
    };
    assert_eq!(run("senet/unseeded").with.keys().collect::<Vec<_>>(), ["const", RULES]);
}
