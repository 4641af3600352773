//! `ludevo runs`: what was evolved here.

use anyhow::anyhow;
use ludevo_game::registry;
use ludevo_runs::compare::{Comparison, Pair, Paired, compare};
use ludevo_runs::{Filter, Index, IndexError, RunEntry, runs_folder};
use serde_json::{Value, json};

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
        RunsCommand::List { filter, output } => {
            let (game, experiment) = match filter {
                Some(name) if name.contains(['/', '.']) => (None, Some(name.clone())),
                Some(name) => (Some(name.clone()), None),
                None => (None, None),
            };
            let mut runs = index.list(&Filter { game, experiment });
            if let (Some(name), []) = (filter, &runs[..]) {
                // A folder, or nothing here is called so, which the error says.
                let of_game = registry::find(name).is_some();
                let of_experiment = registry::text(registry::experiments(), name).is_some();
                if !of_game && !of_experiment {
                    runs = index.find(name).map_err(asked)?;
                }
            }
            match (output.is_data(), filter) {
                (true, _) => Ok(output::data(*output, &runs)?),
                (false, Some(name)) if runs.is_empty() => {
                    Ok(output::line(format!("no runs of {name} here yet; `ludevo runs list` lists all"))?)
                }
                _ => list(&runs),
            }
        }
        RunsCommand::Compare { runs, output } => {
            let comparison = compare(&index, runs).map_err(asked)?;
            match (output.csv, output.json) {
                (true, _) => Ok(output::data(*output, &rows_of(&comparison))?),
                (_, true) => Ok(output::data(*output, &comparison)?),
                _ => print(&comparison),
            }
        }
        RunsCommand::Export { runs, log, output } => export(&index, runs, *log, *output),
        RunsCommand::Delete { runs } => {
            for name in runs {
                index.delete(name).map_err(asked)?;
                output::line(format!("deleted {name}"))?;
            }
            Ok(())
        }
    }
}

pub(super) fn asked(error: IndexError) -> Failure {
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
        ["run", "seed", "generations", "against", "score", "95 % interval", "nodes", "games", "settings"]
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
            // Of a single problem, such as a board that was bred, there is none.
            match run.fresh_games {
                None | Some(1) => "-".to_owned(),
                Some(_) => format!("{} to {}", number(run.low), number(run.high)),
            },
            run.champion_nodes.map_or("-".to_owned(), |nodes| nodes.to_string()),
            run.games.to_string(),
            run.settings().to_owned(),
        ]);
    }
    output::line(output::table(&rows).trim_end())?;
    Ok(output::line(
        "\nsettings: what differs from the experiment; `ludevo runs compare` takes experiments with their settings",
    )?)
}

fn print(comparison: &Comparison) -> Done {
    let titles = ["runs", "how many", "mean score", "95 % interval (Student's)", "median"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
    for group in &comparison.groups {
        rows.push(vec![
            group.name.clone(),
            group.scores.len().to_string(),
            number(group.mean),
            group.interval.map_or("-".to_owned(), |range| format!("{:.4} to {:.4}", range.low, range.high)),
            number(group.median),
        ]);
    }
    output::line(output::table(&rows).trim_end())?;
    for pair in &comparison.pairs {
        let (first, second) = (&comparison.groups[pair.first].name, &comparison.groups[pair.second].name);
        if let (Some(test), Some(effect)) = (&pair.test, pair.effect) {
            output::line(format!(
                "{first} against {second}: Mann-Whitney p = {:.4}; effect size A = {effect:.2}, the chance that a run of the \
                 first scores higher (0.5: no difference)",
                test.p
            ))?;
        }
        if let (Some(difference), Some(interval)) = (pair.difference, pair.interval) {
            output::line(format!(
                "difference of the means {difference:+.4} (95 % interval {:+.4} to {:+.4}, Welch's)",
                interval.low, interval.high
            ))?;
        }
        if let Some(Paired { seeds, difference, interval }) = &pair.paired {
            output::line(format!(
                "seed by seed, of {} seeds that both have: {difference:+.4} (95 % interval {:+.4} to {:+.4}, Student's); runs of \
                 one seed may begin alike, and then this one holds",
                seeds.len(),
                interval.low,
                interval.high
            ))?;
        }
    }
    for caution in &comparison.cautions {
        output::line(format!("note: {caution}"))?;
    }
    Ok(())
}

/// A comparison as a table: a row a pair of groups.
fn rows_of(comparison: &Comparison) -> Vec<Value> {
    let row = |pair: &Pair| {
        let [first, second] = [pair.first, pair.second].map(|group| &comparison.groups[group]);
        json!({
            "first": first.name, "second": second.name, "runs_first": first.scores.len(),
            "runs_second": second.scores.len(), "mean_first": first.mean, "mean_second": second.mean,
            "median_first": first.median, "median_second": second.median, "difference": pair.difference,
            "low": pair.interval.map(|range| range.low), "high": pair.interval.map(|range| range.high),
            "p": pair.test.map(|test| test.p), "effect": pair.effect,
        })
    };
    comparison.pairs.iter().map(row).collect()
}

/// Writes out runs with their logs.
fn export(index: &Index, names: &[String], log: bool, output: Output) -> Done {
    if !output.is_data() {
        return Err(Failure::request(anyhow!("runs export needs --csv or --json")));
    }
    let runs = match names {
        [] => index.list(&Filter::default()),
        _ => index.find(&names.join(",")).map_err(asked)?,
    };
    let mut rows = Vec::new();
    for run in &runs {
        let folder = index.folder(&run.name).map_err(asked)?;
        let mut row = serde_json::to_value(run)?;
        row["settings"] = json!(run.settings());
        if output.csv && !log {
            rows.push(row);
            continue;
        }
        let generations = folder.log()?;
        if output.csv {
            for report in &generations {
                let mut generation = serde_json::to_value(report)?;
                // Programs have several lines, which few readers of tables expect; JSON has them.
                generation.as_object_mut().and_then(|row| row.remove("best_program"));
                for (key, value) in
                    [("run", json!(run.name)), ("title", json!(run.title)), ("seed", json!(run.seed))]
                {
                    generation[key] = value;
                }
                rows.push(generation);
            }
            continue;
        }
        let (_, loaded) = folder.experiment()?;
        row["resolved"] = serde_json::to_value(&loaded.experiment)?;
        row["result"] = serde_json::to_value(folder.result()?)?;
        row["log"] = serde_json::to_value(generations)?;
        row["champion"] = json!(folder.champion()?);
        rows.push(row);
    }
    Ok(output::data(output, &rows)?)
}
