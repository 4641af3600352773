//! Loading experiments: inheritance, settings, and every error with its message.

use std::collections::BTreeSet;
use std::path::Path;

use ludevo_evolve::Selection;
use ludevo_game::board::ONE_JUDGE;
use ludevo_game::board::settings::{BoardSettings, Reach};
use ludevo_game::experiment::Experiment;
use ludevo_runs::{load, reference};
use toml::Value;

/// Loads `main.toml` of a folder with these files; the folder's name is cut from messages.
fn message(files: &[(&str, &str)], sets: &[&str]) -> String {
    ludevo_games::open();
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let name = folder.path().join("main.toml").display().to_string();
    let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
    let error = load(&name, &sets).expect_err("the experiment is wrong").to_string();
    let canonical = folder.path().canonicalize().unwrap();
    [folder.path(), &canonical]
        .iter()
        .fold(error, |text, path| text.replace(&format!("{}/", path.display()), ""))
}

fn on_base(text: &str) -> String {
    message(&[("main.toml", &format!("extends = \"reversi/base\"\n{text}"))], &[])
}

#[test]
fn every_built_in_experiment_loads_and_its_resolved_text_is_the_same_experiment() {
    ludevo_games::open();
    for (name, _) in ludevo_game::registry::experiments() {
        let loaded = load(name, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.name, *name);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("again.toml");
        std::fs::write(&path, &loaded.resolved).unwrap();
        let again = load(path.to_str().unwrap(), &[]).unwrap();
        assert_eq!(again.experiment, loaded.experiment);
        assert_eq!(again.resolved, loaded.resolved);
    }
}

/// What an experiment states about a game whose positions one tree judges.
fn own(experiment: &Experiment) -> BoardSettings {
    BoardSettings::read(&experiment.own, &experiment.evolution, ONE_JUDGE, Reach::PLIES).unwrap()
}

#[test]
fn a_bare_game_means_its_default() {
    ludevo_games::open();
    assert_eq!(load("reversi", &[]).unwrap().name, "reversi/default");
}

#[test]
fn tables_merge_and_arrays_replace() {
    ludevo_games::open();
    let base = load("reversi/base", &[]).unwrap().experiment;
    let child = load("reversi/run166", &[]).unwrap().experiment;
    let (base, child) = (own(&base), own(&child));
    assert_eq!(child.player.depth, 6);
    assert_eq!(child.program.depth, base.program.depth, "keys beside a changed one are inherited");
    assert_eq!(child.fitness.len(), 2, "the child's rounds replace the parent's");
}

#[test]
fn a_table_of_another_variant_replaces_its_parent_whole() {
    ludevo_games::open();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("main.toml");
    let text = "extends = \"reversi/base\"\n[evolution.selection]\nby = \"rank\"\n";
    std::fs::write(&path, text).unwrap();
    let rank = load(path.to_str().unwrap(), &[]).unwrap().experiment;
    assert_eq!(rank.evolution.selection, Selection::Rank);
    let same = "extends = \"reversi/base\"\n[evolution.selection]\nby = \"tournament\"\nwinners = 2\n";
    std::fs::write(&path, same).unwrap();
    let merged = load(path.to_str().unwrap(), &[]).unwrap().experiment;
    assert_eq!(merged.evolution.selection, Selection::Tournament { size: 2, winners: 2 });
}

#[test]
fn a_file_extends_a_file_beside_it() {
    ludevo_games::open();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("parent.toml", "extends = \"reversi/base\"\nsummary = \"parent\"\n[player]\ndepth = 2\n");
    write("child.toml", "extends = \"parent.toml\"\nsummary = \"child\"\n");
    let name = folder.path().join("child.toml").display().to_string();
    let loaded = load(&name, &[]).unwrap();
    assert_eq!(loaded.experiment.summary, "child");
    assert_eq!(own(&loaded.experiment).player.depth, 2);
    assert!(Path::new(&loaded.name).ends_with("child.toml"));
}

#[test]
fn settings_of_the_command_line_come_last() {
    ludevo_games::open();
    let sets = [
        "evolution.population=8",
        "yardstick.player=ab3",
        "evolution.selection={by=\"rank\"}",
        "player.ratio=1",
    ]
    .map(str::to_owned);
    let experiment = load("reversi/base", &sets).unwrap().experiment;
    assert_eq!(experiment.evolution.population, 8);
    assert_eq!(experiment.yardstick.player, "ab3");
    assert_eq!(experiment.evolution.selection, Selection::Rank);
    assert_eq!(own(&experiment).player.ratio, Some(1.0), "a whole number is a number");
}

#[test]
fn unknown_names_get_the_nearest() {
    ludevo_games::open();
    insta::assert_snapshot!(load("reversi/defalt", &[]).unwrap_err(), @"there is no experiment `reversi/defalt`; the nearest is `reversi/default`. `ludevo experiments` lists all; a file works too");
    insta::assert_snapshot!(load("revesri", &[]).unwrap_err(), @"there is no experiment `revesri`; the nearest is `reversi`. `ludevo experiments` lists all; a file works too");
    let unknown_game = on_base("game = \"revers\"").to_string();
    assert!(
        unknown_game.starts_with(
            "main.toml, line 2: `game` is `revers`; the nearest is `reversi`. Allowed: reversi, "
        ),
        "{unknown_game}"
    );
    insta::assert_snapshot!(message(&[("main.toml", "extends = \"reversi/bass\"")], &[]), @"main.toml, line 1: there is no experiment `reversi/bass`; the nearest is `reversi/base`. `ludevo experiments` lists all; a file works too");
}

#[test]
fn unknown_keys_are_refused_where_they_are_written() {
    insta::assert_snapshot!(on_base("\n[evolution]\npopulaton = 5"), @"main.toml, line 4: `evolution.populaton` is not a setting; the nearest is `evolution.population`. Allowed: population, generations, selection, breeding, elite, replaced, parsimony, reject_twins, lessons, hall_of_fame, tuning");
    insta::assert_snapshot!(on_base("sumary = \"x\""), @"main.toml, line 2: `sumary` is not a setting; the nearest is `summary`. Allowed: extends, game, summary, evolution, yardstick, stop, islands, published, program, player, fitness");
    insta::assert_snapshot!(on_base("[evolution]\nselection = { by = \"tournament\", sise = 3 }"), @"main.toml, line 3: `evolution.selection.sise` is not a setting; the nearest is `evolution.selection.size`. Allowed: size, winners");
    insta::assert_snapshot!(on_base("[evolution.selection]\nby = \"rank\"\nsize = 3"), @r#"main.toml, line 4: `evolution.selection.size` has no meaning with `by = "rank"`"#);
    insta::assert_snapshot!(on_base("[[fitness]]\nround = \"co-play\"\ngame = 3"), @"main.toml, line 4: `fitness.0.game` is not a setting; the nearest is `fitness.0.games`. Allowed: games, points");
    let files = [
        ("parent.toml", "extends = \"reversi/base\"\n[player]\ndeep = 3"),
        ("main.toml", "extends = \"parent.toml\""),
    ];
    insta::assert_snapshot!(message(&files, &[]), @"parent.toml, line 3: `player.deep` is not a setting; the nearest is `player.depth`. Allowed: depth, branching, ratio, full_depth, forced, loud, sooner, turn");
    insta::assert_snapshot!(
        message(&[("main.toml", "extends = \"reversi/base\"")], &["evolution.populaton=5"]), @"--set evolution.populaton=5: `evolution.populaton` is not a setting; the nearest is `evolution.population`. Allowed: population, generations, selection, breeding, elite, replaced, parsimony, reject_twins, lessons, hall_of_fame, tuning");
}

#[test]
fn which_experiment_it_is_cannot_be_set() {
    let set = |setting: &str| message(&[("main.toml", "extends = \"reversi/base\"")], &[setting]);
    insta::assert_snapshot!(set("game=checkers"), @"--set game=checkers: `game` cannot be set; name an experiment of that game");
    insta::assert_snapshot!(set("extends=reversi/best"), @"--set extends=reversi/best: `extends` cannot be set; write a file that extends it, and name that");
}

#[test]
fn what_is_missing_is_missing_from_the_experiment_and_not_from_a_setting() {
    let files = [("main.toml", "game = \"reversi\"\n\n[evolution]\npopulation = 5\n")];
    let plain = message(&files, &[]);
    assert!(plain.starts_with("main.toml, line 3: `evolution."), "{plain}");
    assert_eq!(message(&files, &["evolution.population=20"]), plain);
}

#[test]
fn wrong_values_are_refused_where_they_are_written() {
    insta::assert_snapshot!(on_base("[evolution]\npopulation = \"many\""), @r#"main.toml, line 3: `evolution.population` is the string `"many"`, expected a whole number, 0 or more"#);
    insta::assert_snapshot!(on_base("[evolution]\npopulation = -3"), @"main.toml, line 3: `evolution.population` is the number `-3`, expected a whole number, 0 or more");
    insta::assert_snapshot!(on_base("evolution = 3"), @"main.toml, line 2: `evolution` is the number `3`, expected a table");
    insta::assert_snapshot!(on_base("player = [4]"), @"main.toml, line 2: `player` is an array, expected a table");
    insta::assert_snapshot!(on_base("[evolution.selection]\nby = \"tournamnt\"\nsize = 2"), @"main.toml, line 3: `evolution.selection.by` is `tournamnt`; the nearest is `tournament`. Allowed: tournament, rank, fitness, duel");
    insta::assert_snapshot!(on_base("[evolution.selection]\nby = \"tournament\"\nsize = \"two\""), @r#"main.toml, line 4: `evolution.selection.size` is the string `"two"`, expected a whole number, 0 or more"#);
    insta::assert_snapshot!(on_base("[[fitness]]\nround = \"guide\"\ngames = 3"), @"main.toml, line 2: `fitness.0.player` is missing");
    insta::assert_snapshot!(on_base("program.selector = 1"), @"main.toml, line 2: `program.selector` is the number `1`, expected true or false");
    insta::assert_snapshot!(on_base("[player]\ndepth = 2026-01-01"), @"main.toml, line 3: `2026-01-01` is a date, and no setting is one");
    insta::assert_snapshot!(message(&[("main.toml", "game = \"reversi\"")], &[]), @"main.toml: `summary` is missing");
}

#[test]
fn values_out_of_range_are_refused_where_they_are_written() {
    insta::assert_snapshot!(on_base("[evolution]\npopulation = 1"), @"main.toml, line 3: `evolution.population` is 1, allowed is 2 to 1000000");
    insta::assert_snapshot!(on_base("[evolution]\nselection = { by = \"tournament\", size = 500 }"), @"main.toml, line 3: `evolution.selection.size` is 500, allowed is from 1 to the population");
    insta::assert_snapshot!(on_base("[[fitness]]\nround = \"co-play\"\ngames = 0"), @"main.toml, line 4: `fitness.games` is 0, allowed is 1 to 83333 where the population is 120");
    insta::assert_snapshot!(
        on_base("[evolution]\nbreeding = { operators = \"one-of\", crossover = 0.8, mutation = 0.5 }"), @"main.toml, line 3: `evolution.breeding.crossover + mutation` is 1.3, allowed is at most 1");
    insta::assert_snapshot!(
        message(&[("main.toml", "extends = \"reversi/base\"")], &["player.depth=99"]), @"--set player.depth=99: `player.depth` is 99, allowed is 1 to 20");
}

#[test]
fn texts_that_cannot_be_read_are_named() {
    insta::assert_snapshot!(on_base("[evolution\npopulation = 1"), @"main.toml, line 2: this is not TOML: unclosed table, expected `]`");
    insta::assert_snapshot!(message(&[], &[]), @"main.toml: No such file or directory (os error 2)");
    insta::assert_snapshot!(on_base("extends = 3"), @"main.toml, line 2: this is not TOML: duplicate key");
    insta::assert_snapshot!(message(&[("main.toml", "extends = 3")], &[]), @"main.toml, line 1: `extends` is the number `3`, expected the name of an experiment or a file");
    let circle = [("main.toml", "extends = \"other.toml\""), ("other.toml", "extends = \"main.toml\"")];
    insta::assert_snapshot!(message(&circle, &[]), @"experiments inherit in a circle: main.toml -> other.toml -> main.toml");
    insta::assert_snapshot!(
        message(&[("main.toml", "extends = \"reversi/base\"")], &["population"]), @"--set population: expected KEY=VALUE, such as evolution.population=200");
}

/// Adds every table and key below `table`, each with the keys that lead to it; `scores` are named by their opponents.
fn keys(table: &toml::Table, path: &str, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let entries = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        if path != "published.scores" {
            entries.iter().filter_map(Value::as_table).for_each(|inner| keys(inner, &path, found));
        }
        found.insert(path);
    }
}

#[test]
fn every_key_of_an_experiment_is_in_the_reference() {
    ludevo_games::open();
    let mut found = BTreeSet::from(["extends".to_owned()]);
    for (name, text) in ludevo_game::registry::experiments() {
        let loaded = load(name, &[]).unwrap_or_else(|error| panic!("{error}"));
        // What a file says, and what is meant where it says nothing.
        for text in [*text, &loaded.resolved] {
            keys(&toml::from_str(text).expect("an experiment is TOML"), "", &mut found);
        }
    }
    let page = reference::page().unwrap_or_else(|error| panic!("{error}"));
    let lacks: Vec<_> = found.iter().filter(|key| !page.contains(&format!("`{key}`"))).collect();
    assert!(lacks.is_empty(), "not on the page: {lacks:?}");
    for (name, _) in ludevo_game::registry::experiments() {
        let loaded = load(name, &[]).unwrap_or_else(|error| panic!("{error}"));
        for key in reference::keys(&loaded.experiment) {
            assert!(reference::meaning(&key.path).is_some(), "{name}: `{}` has no meaning", key.path);
        }
    }
    let known =
        |path: &&String| page.contains(&format!("| `{path}` |")) || page.contains(&format!("## `{path}`"));
    let idle: Vec<&String> = reference::meanings().keys().filter(|path| !known(path)).collect();
    assert!(idle.is_empty(), "no experiment can state {idle:?}");
}

#[test]
fn an_experiment_with_every_key_explained_is_the_same_experiment() {
    ludevo_games::open();
    for name in [
        "reversi/best",
        "backgammon/default",
        "lose-checkers/giveaway-shg",
        "rush-hour/boards",
        "freecell/default",
    ] {
        let loaded = load(name, &[]).unwrap_or_else(|error| panic!("{error}"));
        let text = reference::explained(&loaded);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("again.toml");
        std::fs::write(&path, &text).unwrap();
        let again = load(path.to_str().unwrap(), &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.experiment, loaded.experiment, "{text}");
    }
    let text = reference::explained(&load("reversi/best", &[]).unwrap());
    for part in ["how many individuals (a whole number, 2 to 1000000; must be stated)", "# replaced ="] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_setting_reaches_into_lists() {
    ludevo_games::open();
    let rounds = |sets: &[&str]| {
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        let loaded = load("senet/best", &sets).map_err(|error| error.to_string())?;
        let table: toml::Table = toml::from_str(&loaded.resolved).expect("what is resolved is TOML");
        Ok::<_, String>(table["fitness"].clone())
    };
    let (before, after) = (rounds(&[]).unwrap(), rounds(&["fitness.1.games=7"]).unwrap());
    assert_eq!(after[1]["games"].as_integer(), Some(7));
    assert_eq!((&before[0], &before[2]), (&after[0], &after[2]), "the others stay as they are");
    let beyond = rounds(&["fitness.9.games=7"]).unwrap_err();
    insta::assert_snapshot!(beyond, @"--set fitness.9.games=7: `fitness` is a list of 3, whose entries are `fitness.0` and so on");
    let deep = rounds(&["populaton=7"]).unwrap_err();
    assert!(deep.contains("the nearest is `evolution.population`"), "{deep}");
    let far = rounds(&["zzz=7"]).unwrap_err();
    assert!(!far.contains("nearest"), "{far}");
}
