//! Every number of an experiment has a range, which is checked before anything starts.

use std::collections::BTreeSet;

use ludevo_game::registry;
use ludevo_runs::load;
use toml::Value;

const EXTREMES: [&str; 6] = ["0", "-1", "1e300", "nan", "1000000000000", "18446744073709551615"];

/// Numbers that an experiment may leave out, and then does not state.
const OPTIONAL: [&str; 13] = [
    "evolution.replaced",
    "evolution.lessons",
    "stop.target",
    "stop.plateau",
    "program.bred_at",
    "program.trees.add",
    "program.trees.split",
    "program.trees.nodes",
    "program.rules.whole",
    "player.branching",
    "player.ratio",
    "player.forced",
    "player.bred_width",
];

/// The keys and indices that lead to each number.
fn numbers(value: &Value, path: &[String], found: &mut Vec<Vec<String>>) {
    let inside = |key: &dyn ToString| path.iter().cloned().chain([key.to_string()]).collect::<Vec<_>>();
    match value {
        Value::Table(table) => table.iter().for_each(|(key, inner)| numbers(inner, &inside(key), found)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, inner)| numbers(inner, &inside(&index), found));
        }
        Value::Integer(_) | Value::Float(_) => found.push(path.to_vec()),
        _ => {}
    }
}

fn at<'a>(value: &'a mut Value, key: &str) -> &'a mut Value {
    match value {
        Value::Array(items) => &mut items[key.parse::<usize>().expect("an index")],
        table => table.get_mut(key).expect("a key of the document"),
    }
}

/// The setting that puts `number` where a path leads, and leaves all else as it is.
fn setting(document: &Value, path: &[String], number: &str) -> String {
    const PLACE: &str = "the number stands here";
    let mut section = document.get(&path[0]).expect("a section of the document").clone();
    let place = path[1..].iter().fold(&mut section, |value, key| at(value, key));
    *place = Value::String(PLACE.to_owned());
    format!("{}={}", path[0], section.to_string().replace(&format!("\"{PLACE}\""), number))
}

/// Fails unless the setting is refused by the name of its key and with what is allowed, or the run can start.
fn refused_or_started(experiment: &str, path: &[String], set: String, started: &mut BTreeSet<String>) {
    let key = path.iter().rfind(|key| key.parse::<usize>().is_err()).expect("a path starts with a section");
    let of = format!("{experiment} with {set}");
    let loaded = match load(experiment, std::slice::from_ref(&set)) {
        Ok(loaded) => loaded,
        Err(error) => {
            let message = error.to_string();
            let message = message.strip_prefix(&format!("--set {set}: ")).unwrap_or(&message).to_lowercase();
            // Not every game has every optional number.
            if !["is not a setting", "has no meaning"].iter().any(|words| message.contains(words)) {
                // The ends of an interval are refused together.
                let named = message.contains(key) || message.contains("lies between");
                assert!(named, "{of}: `{key}` is not named: {message}");
                let states = message.contains("allowed is") || message.contains("expected");
                assert!(states, "{of}: no range: {message}");
            }
            return;
        }
    };
    let experiment = &loaded.experiment;
    let game = registry::find(&experiment.game).expect("a loaded experiment is of a known game");
    // Some play many games before they start; and what a number means is the same in all experiments of a game.
    if game.preparation(experiment).is_none() && started.insert(format!("{} {key}", experiment.game)) {
        // What one number asks of another is known once the run is planned.
        let problem =
            game.evolve(experiment, 1, &[]).err().map_or(String::new(), |problem| problem.to_string());
        assert!(problem.is_empty() || problem.contains(key.as_str()), "{of}: {problem}");
    }
}

#[test]
fn every_number_of_every_experiment_is_refused_by_name_and_range_or_starts() {
    ludevo_games::open();
    let mut started = BTreeSet::new();
    for (name, _) in registry::experiments() {
        let Ok(loaded) = load(name, &[]) else { panic!("{name} is an experiment that ships") };
        let document: Value = toml::from_str(&loaded.resolved).expect("a resolved experiment is TOML");
        let mut paths = Vec::new();
        numbers(&document, &[], &mut paths);
        assert!(paths.len() > 10, "{name} states numbers");
        for path in paths {
            for extreme in EXTREMES {
                refused_or_started(name, &path, setting(&document, &path, extreme), &mut started);
            }
        }
        if name.ends_with("/default") {
            for key in OPTIONAL {
                let path: Vec<String> = key.split('.').map(str::to_owned).collect();
                for extreme in EXTREMES {
                    refused_or_started(name, &path, format!("{key}={extreme}"), &mut started);
                }
            }
        }
    }
}
