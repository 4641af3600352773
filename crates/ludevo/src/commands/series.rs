//! A series: one experiment with several seeds. The same command goes on where a series was interrupted.

use anyhow::anyhow;
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Moments, median, of_mean};
use ludevo_game::provenance::{Provenance, quoted};
use ludevo_runs::{Destination, Index, Loaded, RunEntry, Runner, Why, load, runs_folder};

use super::evolve::{asked, ended, evolve, program, start};
use crate::args::Evolve;
use crate::failure::{Done, Failure};
use crate::output;

/// The most seeds of a series.
const MOST: u64 = 10_000;

/// The seeds of a series; nothing where a single run is asked for.
pub(super) fn seeds(args: &Evolve) -> Result<Option<Vec<u64>>, Failure> {
    let Some(text) = &args.seeds else {
        if args.repeat == 1 {
            return Ok(None);
        }
        let first = args.chance.seed;
        let last = first.checked_add(args.repeat - 1).ok_or_else(|| {
            Failure::request(anyhow!("--seed {first} --repeat {}: seeds end at {}", args.repeat, u64::MAX))
        })?;
        return Ok(Some((first..=last).collect()));
    };
    let wrong = || {
        Failure::request(anyhow!(
            "--seeds is `{text}`, expected seeds such as `1-5` or `1-5,9`, {MOST} at most"
        ))
    };
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u64, u64) = match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) => (first, last),
            _ => return Err(wrong()),
        };
        if first > last || last - first >= MOST {
            return Err(wrong());
        }
        seeds.extend((first..=last).filter(|seed| !seeds.contains(seed)).collect::<Vec<_>>());
    }
    if seeds.len() as u64 > MOST { Err(wrong()) } else { Ok(Some(seeds)) }
}

/// Makes the runs that are not there yet, goes on with those that are not over, and prints them all.
pub(super) fn run(
    args: &Evolve,
    name: &str,
    sets: &[String],
    seeds: &[u64],
) -> Result<Vec<RunEntry>, Failure> {
    let runs = args.out.clone().unwrap_or_else(runs_folder);
    let loaded = load(name, sets).map_err(Failure::request)?;
    let made_by = |seed: u64| Provenance {
        experiment: loaded.name.clone(),
        sets: sets.to_vec(),
        founders: args.from.iter().map(|path| path.display().to_string()).collect(),
        seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let mut all = Vec::new();
    for (number, seed) in (1..).zip(seeds) {
        let made_by = made_by(*seed);
        let known = known(&runs, &made_by, &loaded)?;
        let of = format!("run {number} of {}, seed {seed}", seeds.len());
        if let Some(run) = known.as_ref().filter(|run| run.end.is_some()) {
            output::remark(format!("{of}: done before, {}", run.name));
            continue;
        }
        output::remark(of);
        let runner = match known {
            Some(run) => Runner::resume(&runs.join(&run.name), None).map_err(asked)?,
            None => start(args, name, sets, *seed, &Destination::In(runs.clone()))?,
        };
        let outcome = evolve(args, runner)?;
        if outcome.why == Why::Stopped {
            output::remark("the same command goes on with the series");
            return ended(args, &outcome).map(|()| all);
        }
    }
    for seed in seeds {
        all.extend(known(&runs, &made_by(*seed), &loaded)?);
    }
    if !args.json {
        print(&all)?;
        output::line(format!(
            "\ncompare it: {} runs compare {} OTHER",
            program(),
            quoted(&made_by(0).title())
        ))?;
    }
    Ok(all)
}

/// The run that was made so, of an experiment that says the same today; the one that is over first.
fn known(runs: &std::path::Path, made_by: &Provenance, loaded: &Loaded) -> Result<Option<RunEntry>, Failure> {
    let mut index = Index::open(runs).map_err(super::runs::asked)?;
    index.refresh().map_err(super::runs::asked)?;
    let mut found: Option<RunEntry> = None;
    for run in index.list(&ludevo_runs::Filter::default()) {
        let may_be = run.seed == made_by.seed && run.title == made_by.title();
        let is_better = found.as_ref().is_none_or(|known| {
            (run.end.is_some(), run.generations) > (known.end.is_some(), known.generations)
        });
        if !may_be || !is_better {
            continue;
        }
        let (provenance, kept) = index.folder(&run.name).map_err(super::runs::asked)?.experiment()?;
        if provenance == *made_by && kept.experiment == loaded.experiment {
            found = Some(run);
        }
    }
    Ok(found)
}

fn print(runs: &[RunEntry]) -> Done {
    let mut rows = vec![
        ["seed", "run", "generations", "score", "95 % interval", "nodes", "games"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
    for run in runs {
        rows.push(vec![
            run.seed.to_string(),
            run.name.clone(),
            run.generations.to_string(),
            number(run.score),
            format!("{} to {}", number(run.low), number(run.high)),
            run.champion_nodes.map_or("-".to_owned(), |nodes| nodes.to_string()),
            run.games.to_string(),
        ]);
    }
    output::line(format!("\n{}", output::table(&rows).trim_end()))?;
    let scores: Vec<f64> = runs.iter().filter_map(|run| run.score).collect();
    // One run says nothing of how far runs lie apart.
    if scores.len() < 2 {
        return Ok(());
    }
    let mut moments = Moments::default();
    scores.iter().for_each(|score| moments.push(*score));
    let interval = of_mean(&moments, CONFIDENCE);
    Ok(output::line(format!(
        "mean {:.4} (95 % interval over seeds {:.4} to {:.4}, Student's), median {}, standard deviation {:.4}",
        moments.mean(),
        interval.low,
        interval.high,
        number(median(&scores)),
        moments.standard_deviation()
    ))?)
}
