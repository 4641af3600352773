//! What a run breeds on and what its champion is chosen on: problems, robots, tracks and players by their names.

use ludevo_game::champions;
use ludevo_game::game::Facts;
use ludevo_game::player_name::PlayerName;
use ludevo_game::provenance::Provenance;
use ludevo_game::registry;
use toml::{Table, Value};

use crate::load::{Loaded, load};

/// What a champion has met before anybody measures it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// What fitness and tuning come from, and all that founders have met.
    pub bred_on: Vec<String>,
    /// What finalists are chosen on, with games or races of their own. The score that a run states is of fresh ones with
    /// the same.
    pub chosen_on: Vec<String>,
}

impl Loaded {
    /// What a run of this experiment meets, as the experiment names it.
    pub fn split(&self) -> Split {
        self.split_from(&[])
    }

    /// The same of a run that these files joined as well, as [`Provenance::founders`] names them. What a founder was bred and
    /// chosen on is in its genes. A founder that is no champion has met nothing that anybody knows of, and neither has one
    /// whose experiment is not here any more.
    pub fn split_from(&self, founders: &[String]) -> Split {
        let mut known = Vec::new();
        self.met(founders, &mut known)
    }

    /// `known` are the runs whose champions were looked at on the way.
    fn met(&self, founders: &[String], known: &mut Vec<Provenance>) -> Split {
        let mut split = self.own_split();
        let game = registry::find(&self.experiment.game);
        let own = self.experiment.own.values().filter_map(Value::as_table).chain([&self.experiment.own]);
        let named = own.filter_map(|table| table.get("founders")).filter_map(Value::as_array).flatten();
        let named = named.filter_map(Value::as_str).chain(founders.iter().map(String::as_str));
        for name in named {
            let made_by = game.and_then(|game| made_by(game.facts(), name));
            let Some(made_by) = made_by.filter(|made_by| !known.contains(made_by)) else { continue };
            known.push(made_by.clone());
            let Ok(loaded) = load(&made_by.experiment, &made_by.sets) else { continue };
            let Split { bred_on, chosen_on } = loaded.met(&made_by.founders, known);
            split.bred_on.extend(bred_on.into_iter().chain(chosen_on));
        }
        Split { bred_on: once(split.bred_on), ..split }
    }

    /// What a run meets whose founders have met nothing.
    fn own_split(&self) -> Split {
        let own = &self.experiment.own;
        let rounds = rounds(own);
        let of_round = |key: &str| rounds.iter().flat_map(|round| names(round.get(key))).collect::<Vec<_>>();
        let section = |section: &str, key: &str| names(own.get(section).and_then(|table| table.get(key)));
        // Rivals are drawn from the problems.
        let asks =
            |kind: &str| rounds.iter().any(|round| round.get("round").and_then(Value::as_str) == Some(kind));
        let asks_problems = asks("problems") || asks("rivals");
        let mut bred_on = of_round("player");
        if asks_problems {
            bred_on.extend(section("battle", "pool"));
        }
        bred_on.extend(names(own.get("training")));
        bred_on.extend(section("race", "tracks"));
        bred_on.extend(self.experiment.evolution.tuning.iter().flat_map(|tuning| tuning.opponents.clone()));
        let measured = section("race", "measured");
        let chosen_on = if measured.is_empty() { split(&self.experiment.yardstick.player) } else { measured };
        Split { bred_on: once(bred_on), chosen_on: once(chosen_on) }
    }
}

/// The run that made the champion of this name.
fn made_by(facts: &Facts, name: &str) -> Option<Provenance> {
    let name: PlayerName = name.parse().ok()?;
    champions::find(facts, &name, &[]).ok().map(|found| found.file.provenance)
}

fn rounds(own: &Table) -> Vec<&Table> {
    let rounds = own.get("fitness").and_then(Value::as_array).into_iter().flatten();
    rounds.filter_map(Value::as_table).collect()
}

/// The names that a value holds, one or several, where `+` joins some.
fn names(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => split(text),
        Some(Value::Array(values)) => values.iter().flat_map(|value| names(Some(value))).collect(),
        _ => Vec::new(),
    }
}

fn split(text: &str) -> Vec<String> {
    text.split('+').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn once(names: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(name: &str, sets: &[&str]) -> Split {
        ludevo_games::open();
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        load(name, &sets).expect("an experiment").split()
    }

    #[test]
    fn problems_that_are_rivals_are_bred_on() {
        let plain = split("robocode/series", &["fitness=[{round=\"guide\",player=\"Walls\",games=1}]"]);
        assert_eq!(plain.bred_on, ["Walls"]);
        let rivals = split(
            "robocode/series",
            &["fitness=[{round=\"rivals\",population=4,problems=1,sets=1,every=1}]"],
        );
        assert_eq!(rivals.bred_on.len(), 5, "{rivals:?}");
    }

    #[test]
    fn what_founders_have_met_is_bred_on_too_and_theirs_before_them() {
        let own = split("robocode/three", &[]);
        let founded = split("robocode/three", &["program.founders=[\"champion\"]"]);
        let champion = split("robocode/best", &[]);
        assert!(
            own.bred_on
                .iter()
                .chain(&champion.bred_on)
                .chain(&champion.chosen_on)
                .all(|met| founded.bred_on.contains(met))
        );
        assert_eq!(own.chosen_on, founded.chosen_on, "its own champion is chosen as ever");
        // The champion of lose-checkers comes from `plain`, and that from `foresight`.
        let last = split("lose-checkers/best", &[]).bred_on;
        let first = split("lose-checkers/foresight", &[]);
        assert!(first.bred_on.iter().chain(&first.chosen_on).all(|met| last.contains(met)), "{last:?}");
    }
}
