//! Whoever is measured was neither bred nor chosen on what it is measured on, or the row says so.

use std::collections::BTreeSet;

use ludevo_figures::{Measure, Problems, Row, RunFigure, tables};
use ludevo_game::champions;
use ludevo_game::game::{Game, PuzzleGame};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_robocode::robots;
use ludevo_runs::{Split, load};

/// Problems, robots or tracks, each by what tells it from others.
type Things = BTreeSet<String>;

/// What names stand for: sets of problems for their problems, groups of robots for the robots.
fn things(game: &dyn Game, names: &[String]) -> Things {
    let levels = game.as_puzzle().map(PuzzleGame::levels).unwrap_or_default();
    let of_name = |name: &String| -> Vec<String> {
        if let Some(level) = levels.iter().find(|level| level.name == *name) {
            return level.numbers.iter().map(ToString::to_string).collect();
        }
        if game.facts().name == "robocode" { robots::group(name) } else { vec![name.clone()] }
    };
    names.iter().flat_map(of_name).collect()
}

fn numbers(game: &dyn Game, problems: &Problems) -> Things {
    let puzzle = game.as_puzzle().expect("a puzzle");
    let numbers = problems.numbers(&puzzle.levels(), 1.0, 1).into_iter();
    let asked = numbers.filter(|number| !problems.unseen || !puzzle.is_for_training(*number));
    asked.map(|number| number.to_string()).collect()
}

/// What the champions of a row are measured on, and what each run that made one has met; nothing for games against players,
/// of which there is no end.
fn measured(game: &dyn Game, row: &Row) -> Option<(Things, Vec<Split>)> {
    let things_measured = match &row.measure {
        Measure::Solve { problems, less, .. } => {
            [Some(problems), less.as_ref()].into_iter().flatten().flat_map(|set| numbers(game, set)).collect()
        }
        Measure::Races { course, .. } | Measure::RunsRaced { course, .. } => [course.clone()].into(),
        Measure::Season { season, .. } => season.keys().cloned().collect(),
        Measure::League { .. } => robots::ROBOTS.iter().map(|robot| robot.name.to_owned()).collect(),
        Measure::Runs { experiment, set, figure, .. } => {
            let is_of_champions = !matches!(figure, RunFigure::Mean(_) | RunFigure::Best(_));
            let is_of_problems = game.as_puzzle().is_some() || game.facts().name == "robocode";
            if !is_of_champions || !is_of_problems {
                return None;
            }
            things(game, &load(experiment, set).expect("an experiment").split().chosen_on)
        }
        _ => return None,
    };
    let of_champion = |player: &str| {
        let name: PlayerName = player.parse().ok()?;
        let found = champions::find(game.facts(), &name, &[]).ok()?;
        let provenance = name.shipped().map(|_| found.file.provenance)?;
        let loaded = load(&provenance.experiment, &provenance.sets).expect("an experiment that ships");
        Some(loaded.split_from(&provenance.founders))
    };
    let series = row.measure.series().into_iter();
    let runs =
        series.map(|(series, _)| load(&series.experiment, &series.set).expect("an experiment").split());
    let splits = row.measure.players().into_iter().filter_map(of_champion).chain(runs).collect();
    Some((things_measured, splits))
}

#[test]
fn what_is_measured_was_not_bred_or_chosen_on_unless_the_row_says_so() {
    ludevo_games::open();
    let mut wrong = Vec::new();
    for table in tables().expect("tables") {
        let game = registry::find(&table.game).expect("a game");
        for row in &table.rows {
            let Some((measured, splits)) = measured(game, row) else { continue };
            let shared = |names: &dyn Fn(&Split) -> &[String]| {
                splits.iter().map(|split| things(game, names(split)).intersection(&measured).count()).max()
            };
            let bred = shared(&|split| &split.bred_on).unwrap_or(0);
            let chosen = shared(&|split| &split.chosen_on).unwrap_or(0);
            let place = format!("{}: {}, {}", table.name, row.table, row.row);
            match &row.seen {
                None if bred + chosen > 0 => wrong.push(format!(
                    "{place}: of {}, {bred} were bred on and {chosen} chosen on: `seen` has to say so",
                    measured.len()
                )),
                Some(_) if bred + chosen == 0 => {
                    wrong.push(format!("{place}: nothing of it was seen before"));
                }
                Some(seen) if bred > 0 && !seen.contains("bred") => {
                    wrong.push(format!("{place}: `seen` does not say that {bred} were bred on"));
                }
                Some(seen) if chosen > 0 && !seen.contains("chosen") => {
                    wrong.push(format!("{place}: `seen` does not say that {chosen} were chosen on"));
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whoever breeds on what it chooses on chooses whoever learned that by heart.
#[test]
fn puzzles_are_chosen_on_problems_that_nothing_is_bred_on() {
    ludevo_games::open();
    for (name, _) in registry::experiments() {
        let loaded = load(name, &[]).expect("an experiment that ships");
        let game = registry::find(&loaded.experiment.game).expect("a game");
        if game.as_puzzle().is_none() {
            continue;
        }
        let Split { bred_on, chosen_on } = loaded.split();
        let (bred, chosen) = (things(game, &bred_on), things(game, &chosen_on));
        assert_eq!(bred.intersection(&chosen).next(), None, "{name}: {bred_on:?} and {chosen_on:?}");
    }
}

#[test]
fn an_experiment_says_what_it_meets() {
    ludevo_games::open();
    let split = |name: &str| load(name, &[]).expect("an experiment").split();
    let best = split("robocode/best");
    assert_eq!(things(registry::find("robocode").expect("a game"), &best.bred_on).len(), 16);
    assert_eq!(things(registry::find("robocode").expect("a game"), &best.chosen_on).len(), 27);
    let fitness = split("robocode/fitness");
    assert_eq!(fitness.bred_on, ["OscillateHaiku", "LinearHaiku", "CutoffHaiku"]);
    assert_eq!(fitness.chosen_on.len(), 12);
    assert_eq!(split("freecell/ga").bred_on, ["training"]);
    assert_eq!(split("racing/published").bred_on, ["train11"]);
    assert_eq!(split("racing/published").chosen_on, ["train11"]);
    assert!(split("rush-hour/best").bred_on.contains(&"wide8-training".to_owned()));
    assert_eq!(split("rush-hour/best").chosen_on, ["hard"]);
}
