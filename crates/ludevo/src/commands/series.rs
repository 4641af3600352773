//! A series: one experiment with several seeds. The same command goes on where a series was interrupted.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::anyhow;
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Moments, median, of_scores};
use ludevo_game::provenance::{Provenance, quoted};
use ludevo_game::registry;
use ludevo_runs::{Destination, Index, Loaded, RunEntry, RunLimits, Runner, Why, load};

use super::evolve::{By, asked, ended, evolve, program, start};
use super::on_threads;
use crate::args::Evolve;
use crate::failure::{Done, Failure};
use crate::{output, stop};

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
    seeds_in(text).map(Some)
}

/// The seeds of a text such as `1-5,9`, each once.
pub(super) fn seeds_in(text: &str) -> Result<Vec<u64>, Failure> {
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
    if seeds.len() as u64 > MOST { Err(wrong()) } else { Ok(seeds) }
}

/// Makes the runs that are not there yet, goes on with those that are not over, and prints them all.
pub(super) fn run(
    args: &Evolve,
    name: &str,
    sets: &[String],
    seeds: &[u64],
    by: &By<'_>,
) -> Result<Vec<RunEntry>, Failure> {
    let runs = args.runs();
    let loaded = load(name, sets).map_err(Failure::request)?;
    let made_by = |seed: u64| Provenance {
        experiment: loaded.name.clone(),
        sets: sets.to_vec(),
        founders: args.from.iter().map(|path| path.display().to_string()).collect(),
        seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        stopped: None,
    };
    let mut all = Vec::new();
    // The run of a seed, unless it is over; and what it is called.
    let begin = |number: usize, seed: u64| -> Result<(String, Option<Runner>), Failure> {
        let known = known(&runs, &made_by(seed), &loaded)?;
        let of = format!("run {} of {}, seed {seed}", number + 1, seeds.len());
        if let Some(run) = known.as_ref().filter(|run| run.end.is_some()) {
            output::remark(format!("{of}: done before, {}", run.name));
            return Ok((of, None));
        }
        output::remark(&of);
        let runner = match known {
            Some(run) => Runner::resume(&runs.join(&run.name), None).map_err(asked)?,
            None => start(args, name, sets, seed, &Destination::In(runs.clone()))?,
        };
        Ok((of, Some(runner)))
    };
    if by.at_once > 1 {
        side_by_side(args, seeds, by, &begin)?;
    } else {
        for (number, seed) in seeds.iter().enumerate() {
            let (_, Some(runner)) = begin(number, *seed)? else { continue };
            let outcome = evolve(args, runner, by)?;
            if outcome.why == Why::Stopped {
                output::remark("the same command goes on with the series");
                return ended(args, &outcome).map(|()| all);
            }
        }
    }
    for seed in seeds {
        all.extend(known(&runs, &made_by(*seed), &loaded)?);
    }
    if !args.json {
        print(&all)?;
        let place = args
            .out
            .as_ref()
            .map_or(String::new(), |out| format!("LUDEVO_RUNS={} ", quoted(&out.display().to_string())));
        output::line(format!(
            "\ncompare it: {place}{} runs compare {} OTHER",
            program(),
            quoted(&made_by(0).title())
        ))?;
    }
    Ok(all)
}

/// Makes several runs at once, whose work is done elsewhere.
fn side_by_side(
    args: &Evolve,
    seeds: &[u64],
    by: &By<'_>,
    begin: &(dyn Fn(usize, u64) -> Result<(String, Option<Runner>), Failure> + Sync),
) -> Done {
    let (next, stop) = (AtomicUsize::new(0), stop::on_ctrl_c());
    let limits = RunLimits { minutes: args.minutes, stop: Some(Arc::clone(stop)), only_whole: false };
    // Two that begin at the same moment would not see each other's folders.
    let beginning = Mutex::new(());
    let one_after_another = || -> Result<bool, Failure> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(seed) = seeds.get(number) else { return Ok(false) };
            if stop.load(Ordering::Relaxed) {
                return Ok(true);
            }
            let begun = {
                let _alone = beginning.lock().unwrap_or_else(PoisonError::into_inner);
                begin(number, *seed)?
            };
            let (of, Some(runner)) = begun else { continue };
            let runner = (by.hand_over)(runner)?;
            let outcome = on_threads(args.cores.threads, || runner.run(&mut (), &limits))?;
            let outcome =
                outcome.map_err(|error| Failure::Work(anyhow::Error::from(error).context(of.clone())))?;
            let Some(result) = &outcome.result else { return Ok(true) };
            output::remark(format!("{of}: {:.4} after {} generations", result.score, result.generations));
            if outcome.why == Why::Stopped {
                return Ok(true);
            }
        }
    };
    let ends: Vec<Result<bool, Failure>> = std::thread::scope(|scope| {
        let count = by.at_once.min(seeds.len());
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(one_after_another)).collect();
        let gone = |_| Err(Failure::Work(anyhow!("a run of the series ended by a defect of the program")));
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(gone)).collect()
    });
    let was_stopped = ends.into_iter().collect::<Result<Vec<bool>, Failure>>()?.contains(&true);
    if was_stopped {
        output::remark("the same command goes on with the series");
        return Err(Failure::Stopped);
    }
    Ok(())
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
        let folder = index.folder(&run.name).map_err(super::runs::asked)?;
        let (provenance, kept) = folder.experiment()?;
        let is_same_game = registry::is_kept(folder.path(), &kept.experiment.game);
        if is_same_game && provenance == *made_by && kept.experiment == loaded.experiment {
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
    let interval = of_scores(&scores, CONFIDENCE);
    Ok(output::line(format!(
        "mean {:.4} (95 % interval over seeds {:.4} to {:.4}, Student's), median {}, standard deviation {:.4}",
        moments.mean(),
        interval.low,
        interval.high,
        number(median(&scores)),
        moments.standard_deviation()
    ))?)
}
