//! `ludevo island`: runs on many machines that give the bytes of a run on one.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use ludevo_net::{
    Credentials, Place, Presence, Queue, QueueError, Served, Serving, Status, WorkError, Worker,
};
use serde_json::{Value, json};

use super::evolve::{By, run_by};
use crate::args::{Island, IslandCommand, Join, Output, Over, Serve};
use crate::failure::{Done, Failure};
use crate::{output, stop};

/// How many runs of a series are served side by side.
const AT_ONCE: usize = 32;

/// Serves, joins or tells.
pub(crate) fn run(args: &Island) -> Done {
    match &args.command {
        IslandCommand::Serve(args) => serve(args),
        IslandCommand::Join(args) => join(args),
        IslandCommand::Status { over, output } => status(over, *output),
    }
}

/// The queue that a person names. What is wrong with the name exits with 2.
fn queue(over: &Over, serves: Option<Duration>) -> Result<Arc<dyn Queue>, Failure> {
    let credentials = Credentials {
        token: over.token.clone(),
        nkey: over.nkey.clone(),
        authorities: over.authority.clone(),
        certificate: over.certificate.clone().zip(over.key.clone()),
    };
    let place = Place::parse(&over.over).map_err(Failure::request)?;
    ludevo_net::connect(&place, &credentials, serves).map_err(|error| match error {
        QueueError::Place(_) => Failure::request(error),
        _ => Failure::Work(error.into()),
    })
}

fn serve(args: &Serve) -> Done {
    let silence = Duration::from_secs(args.silence);
    let queue = queue(&args.over, Some(silence))?;
    let hand_over = |runner| {
        let hear = Box::new(|words: &str| output::remark(words));
        Ok(Served::hand_over(runner, Serving { queue: Arc::clone(&queue), check: args.check, silence, hear }))
    };
    output::remark(format!("workers join by: ludevo island join --over {}", args.over.over));
    run_by(&args.evolve, &By { hand_over: &hand_over, at_once: AT_ONCE })
}

fn join(args: &Join) -> Done {
    let queue = queue(&args.over, None)?;
    if let Some(threads) = args.cores.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
    }
    let mut worker = Worker::new(args.name.as_deref(), Arc::clone(stop::on_ctrl_c()));
    worker.idle = args.idle.map(Duration::from_secs_f64);
    output::remark(format!("{} waits for units", worker.name));
    let ended = ludevo_net::work(&*queue, &worker, &mut |words| output::remark(words));
    let ended = ended.map_err(|error| match error {
        WorkError::OtherBuild { .. }
        | WorkError::Game { .. }
        | WorkError::Named { .. }
        | WorkError::Queue(QueueError::Place(_)) => Failure::request(error),
        _ => Failure::Work(error.into()),
    })?;
    output::remark(format!("{} did {}", worker.name, output::many(ended.units, "unit", "units")));
    if ended.stopped { Err(Failure::Stopped) } else { Ok(()) }
}

fn status(over: &Over, output: Output) -> Done {
    let queue = queue(over, None)?;
    let status = queue.status().map_err(|error| anyhow!(error))?;
    if output.is_data() {
        return Ok(output::data(output, &in_data(&status))?);
    }
    if status.runs.is_empty() {
        output::line("no run is served")?;
    }
    for run in &status.runs {
        output::line(format!(
            "{}: {} units wait, {} are being done, {} results are not joined yet",
            run.run,
            run.waiting,
            run.taken.len(),
            run.results
        ))?;
    }
    if status.redelivered > 0 {
        output::line(format!("{} units were given out again", status.redelivered))?;
    }
    let row = |cells: [&str; 7]| cells.map(str::to_owned).to_vec();
    let mut rows =
        vec![row(["worker", "heard of", "island", "from generation", "for", "units", "generations/s"])];
    for (presence, silent) in &status.workers {
        let (generation, island) = place_of(presence);
        rows.push(vec![
            presence.worker.clone(),
            format!("{silent:.0} s ago"),
            island.map_or("-".to_owned(), |island| island.to_string()),
            generation.map_or("-".to_owned(), |generation| generation.to_string()),
            if presence.unit.is_some() { format!("{:.0} s", presence.seconds) } else { "-".to_owned() },
            presence.units.to_string(),
            format!("{:.2}", speed(presence)),
        ]);
    }
    Ok(output::line(format!("\n{}", output::table(&rows).trim_end()))?)
}

/// The generation and the island that a worker is at.
fn place_of(presence: &Presence) -> (Option<u64>, Option<u64>) {
    let mut parts = presence.unit.as_deref().unwrap_or_default().split('-');
    let mut number = || parts.next().and_then(|part| part.parse().ok());
    (number(), number())
}

/// Generations a second of work.
fn speed(presence: &Presence) -> f64 {
    if presence.busy > 0.0 { presence.generations as f64 / presence.busy } else { 0.0 }
}

fn in_data(status: &Status) -> Value {
    let taken = |(unit, worker, seconds): &(String, String, f64)| json!({"unit": unit, "worker": worker, "seconds": seconds});
    let run = |run: &ludevo_net::RunStatus| {
        let taken: Vec<Value> = run.taken.iter().map(taken).collect();
        json!({"run": run.run, "waiting": run.waiting, "taken": taken, "results": run.results})
    };
    let worker = |(presence, silent): &(Presence, f64)| {
        let (generation, island) = place_of(presence);
        json!({
            "worker": presence.worker,
            "version": presence.version,
            "build": presence.build,
            "silent": silent,
            "run": presence.run,
            "island": island,
            "generation": generation,
            "seconds": presence.seconds,
            "units": presence.units,
            "generations": presence.generations,
            "generations_per_second": speed(presence),
        })
    };
    json!({
        "runs": status.runs.iter().map(run).collect::<Vec<_>>(),
        "workers": status.workers.iter().map(worker).collect::<Vec<_>>(),
        "redelivered": status.redelivered,
    })
}
