//! `ludevo runs`: what was evolved here.

use ludevo_game::registry;
use ludevo_runs::compare::{Comparison, compare};
use ludevo_runs::{Filter, Index, IndexError, RunEntry, runs_folder};

use crate::args::{Output, Runs, RunsCommand};
use crate::failure::{Done, Failure};
use crate::output;

/// Lists, compares or deletes runs.
pub(crate) fn run(args: &Runs) -> Done {
    let mut index = Index::open(&runs_folder()).map_err(asked)?;
    for damaged in index.refresh().map_err(asked)? {
        output::remark(format!("not listed: {damaged}"));
    }
    match &args.command {
        RunsCommand::List { filter, output: Output { json } } => {
            let (game, experiment) = match filter {
                Some(name) if name.contains(['/', '.']) => (None, Some(name.clone())),
                Some(name) => (Some(name.clone()), None),
                None => (None, None),
            };
            let runs = index.list(&Filter { game, experiment });
            if let (Some(name), []) = (filter, &runs[..]) {
                // Fails with the nearest name if nothing here is called so.
                let of_game = registry::find(name).is_some();
                let of_experiment = registry::text(registry::experiments(), name).is_some();
                if !of_game && !of_experiment {
                    index.find(name).map_err(asked)?;
                }
            }
            if *json { Ok(output::json(&runs)?) } else { list(&runs) }
        }
        RunsCommand::Compare { runs, output: Output { json } } => {
            let comparison = compare(&index, runs).map_err(asked)?;
            if *json { Ok(output::json(&comparison)?) } else { print(&comparison) }
        }
        RunsCommand::Delete { runs } => {
            for name in runs {
                index.delete(name).map_err(asked)?;
                output::line(format!("deleted {name}"))?;
            }
            Ok(())
        }
    }
}

fn asked(error: IndexError) -> Failure {
    match error {
        IndexError::Unknown { .. } | IndexError::Outside { .. } => Failure::request(error),
        _ => Failure::Work(error.into()),
    }
}

fn list(runs: &[RunEntry]) -> Done {
    if runs.is_empty() {
        let game = registry::games().first().map_or("GAME", |game| game.facts().name);
        return Ok(output::line(format!("no runs here yet; try `ludevo evolve {game}`"))?);
    }
    let mut rows = vec![
        ["run", "seed", "generations", "against", "score", "95 % interval", "nodes", "games"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for run in runs {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
        rows.push(vec![
            run.name.clone(),
            run.seed.to_string(),
            format!("{} of {}", run.generations, run.planned),
            run.yardstick.clone(),
            number(run.score),
            format!("{} to {}", number(run.low), number(run.high)),
            run.champion_nodes.map_or("-".to_owned(), |nodes| nodes.to_string()),
            run.games.to_string(),
        ]);
    }
    Ok(output::line(output::table(&rows).trim_end())?)
}

fn print(comparison: &Comparison) -> Done {
    let mut rows = vec![["runs", "how many", "mean score", "median"].map(str::to_owned).to_vec()];
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
    for group in &comparison.groups {
        rows.push(vec![
            group.name.clone(),
            group.scores.len().to_string(),
            number(group.mean),
            number(group.median),
        ]);
    }
    output::line(output::table(&rows).trim_end())?;
    for pair in &comparison.pairs {
        let (first, second) = (&comparison.groups[pair.first].name, &comparison.groups[pair.second].name);
        if let (Some(test), Some(effect)) = (&pair.test, pair.effect) {
            output::line(format!(
                "{first} against {second}: Mann-Whitney p = {:.4}; a run of the first scores higher with chance {effect:.2}",
                test.p
            ))?;
        }
    }
    for caution in &comparison.cautions {
        output::line(format!("note: {caution}"))?;
    }
    Ok(())
}
