//! `ludevo robocode`: the simulator beside the real engine.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use ludevo_games::robocode::code::Program;
use ludevo_games::robocode::{robots, trace};
use ludevo_program::nearest;

use crate::args::{Robocode, RobocodeCommand};
use crate::failure::{Done, Failure};
use crate::output;

/// Does what was asked.
pub(crate) fn run(args: &Robocode) -> Done {
    match &args.command {
        RobocodeCommand::Robots => list(),
        RobocodeCommand::Check { trace, seed } => check(trace, *seed),
    }
}

fn list() -> Done {
    let rows: Vec<Vec<String>> =
        robots::ROBOTS.iter().map(|robot| vec![format!("{:<14}{}", robot.name, robot.about)]).collect();
    Ok(output::line(output::table(&rows).trim_end())?)
}

/// The robot of this name that ships.
fn robot(name: &str) -> Result<Arc<Program>, Failure> {
    robots::find(name).ok_or_else(|| {
        let known: Vec<&str> = robots::ROBOTS.iter().map(|robot| robot.name).collect();
        let close = nearest(name, known.iter().copied()).unwrap_or_default();
        Failure::request(anyhow!(
            "there is no robot `{name}`; the nearest is `{close}`. Robots: {}",
            known.join(", ")
        ))
    })
}

fn check(path: &Path, seed: i64) -> Done {
    let text = trace::read(path).with_context(|| format!("cannot read {}", path.display()));
    let text = text.map_err(Failure::request)?;
    let at = |error: trace::TraceError| anyhow!("{}: {error}", path.display());
    let rows = trace::rows(&text).map_err(|error| Failure::request(at(error)))?;
    if rows.is_empty() {
        return Err(Failure::request(anyhow!("{}: the trace has no rows", path.display())));
    }
    let programs: Vec<Arc<Program>> =
        trace::robots(&rows).into_iter().map(robot).collect::<Result<_, Failure>>()?;
    let identical = trace::check(&rows, &programs, seed).map_err(at)?;
    Ok(output::line(format!("identical: {} rounds, {} turns", identical.rounds, identical.turns))?)
}
