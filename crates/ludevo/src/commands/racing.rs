//! `ludevo racing`: laps and races, recorded ones repeated, and tracks by seed.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use ludevo_racing::field::Field;
use ludevo_racing::lap::{Limits, Summary, drive};
use ludevo_racing::maths::{Maths, Platform, Portable};
use ludevo_racing::picture::{Drawn, picture};
use ludevo_racing::players::{self, Contestant};
use ludevo_racing::telemetry::{self, Stretch, stretches};
use ludevo_racing::trace::{self, Agreement, Replay, Trace, TraceError};
use ludevo_racing::track::{Layout, Track, find, generated};
use serde_json::json;

use super::{find_game, find_player};
use crate::args::{Output, Racing, RacingCommand};
use crate::failure::{Done, Failure};
use crate::output;

/// Does what was asked.
pub(crate) fn run(args: &Racing) -> Done {
    match &args.command {
        RacingCommand::Lap { track, driver, races, laps, seed, against, svg, folder, output } => {
            let track = track_of(track, folder.tracks.as_deref())?;
            let contestant = driver_of(driver)?;
            let seeds = *seed..*seed + *races;
            let outcomes: Vec<_> = seeds
                .map(|seed| {
                    let limits = Limits::laps(i64::from(*laps), &track);
                    drive(&track, &mut *contestant.on(&track), limits, true, seed, |_, _| {})
                })
                .collect();
            let summary = Summary::of(&outcomes);
            match output.is_data() {
                true => print_lap_data(*output, &track, &contestant, &summary),
                false => print_lap(&track, &contestant, &summary),
            }?;
            let other = against.as_deref().map(driver_of).transpose()?;
            if let (Some(other), false) = (&other, output.is_data()) {
                compare(&track, &contestant, other, *seed)?;
            }
            match svg {
                Some(path) => draw(path, &track, &contestant, other.as_ref(), *seed),
                None => Ok(()),
            }
        }
        RacingCommand::Race { track, drivers, laps, seed, folder, output } => {
            let track = track_of(track, folder.tracks.as_deref())?;
            let drivers = drivers.iter().map(|name| driver_of(name)).collect::<Result<Vec<_>, _>>()?;
            race(&track, &drivers, *laps, *seed, *output)
        }
        RacingCommand::Check { traces, maths, folder } => {
            let is_portable = maths.as_deref().map_or(!RECORDED_HERE, |maths| maths == "portable");
            for path in traces {
                check(path, folder.tracks.as_deref(), is_portable)?;
            }
            Ok(())
        }
        RacingCommand::Track { seed } => Ok(output::line(generated(*seed).write().trim_end())?),
    }
}

/// Whether the platform's functions are those that the original was recorded with.
const RECORDED_HERE: bool = cfg!(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"));

fn track_of(name: &str, folder: Option<&Path>) -> Result<Track, Failure> {
    let layout = find(name, folder).map_err(Failure::request)?;
    let track = Track::new::<Portable>(&layout);
    for oddity in track.oddities() {
        output::remark(format!("{name}: {oddity}"));
    }
    Ok(track)
}

fn driver_of(name: &str) -> Result<Contestant, Failure> {
    let name = find_player(find_game("racing")?, name)?;
    players::find(&name).map_err(Failure::request)
}

fn print_lap(track: &Track, driver: &Contestant, summary: &Summary) -> Done {
    let Summary { races, unfinished, damage, .. } = summary;
    output::line(format!(
        "{} ({}) on {}, {:.0} ft",
        driver.name,
        driver.class.name(),
        track.name,
        track.length
    ))?;
    let time = match (summary.mean, summary.best) {
        (Some(mean), Some(best)) => {
            let interval = match summary.interval {
                Some((low, high)) => {
                    format!(", 95 % from {low:.2} to {high:.2}, sd {:.2}", summary.deviation)
                }
                None => String::new(),
            };
            let whose = match unfinished {
                0 => String::new(),
                _ => format!("of the {} that finished ", races - unfinished),
            };
            format!("{whose}{mean:.2} s from the grid to the line{interval}, best {best:.2}")
        }
        _ => format!("no race finished; {:.0} ft on average", summary.feet),
    };
    Ok(output::line(format!(
        "{}, {unfinished} not finished: {time}; damage {damage:.0}",
        output::many(races, "race", "races")
    ))?)
}

fn print_lap_data(output: Output, track: &Track, driver: &Contestant, summary: &Summary) -> Done {
    Ok(output::data(
        output,
        &json!({
            "track": track.name, "driver": driver.name, "class": driver.class.name(), "races": summary.races,
            "unfinished": summary.unfinished, "mean": summary.mean, "sd": summary.deviation,
            "low": summary.interval.map(|(low, _)| low), "high": summary.interval.map(|(_, high)| high),
            "best": summary.best, "damage": summary.damage,
        }),
    )?)
}

/// Prints a lap of two drivers segment by segment.
fn compare(track: &Track, one: &Contestant, two: &Contestant, seed: u32) -> Done {
    let [first, second] = [one, two].map(|driver| stretches(track, driver, seed));
    let mut rows = vec![
        ["segment", "radius", "ft", "in", "lowest", "out", "s", "other s", "lost"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for (segment, (own, other)) in track.segments.iter().zip(first.iter().zip(&second)) {
        let speed = |speed: Option<f64>| speed.map_or_else(|| "-".to_owned(), |speed| format!("{speed:.0}"));
        let seconds = |stretch: &Option<Stretch>| {
            stretch.map_or_else(|| "-".to_owned(), |one| format!("{:.2}", one.seconds))
        };
        let lost = own
            .zip(*other)
            .map_or_else(|| "-".to_owned(), |(own, other)| format!("{:+.2}", own.seconds - other.seconds));
        rows.push(vec![
            (rows.len()).to_string(),
            format!("{:.0}", segment.inner_radius()),
            format!("{:.0}", segment.feet),
            speed(own.map(|one| one.entry)),
            speed(own.map(|one| one.lowest)),
            speed(own.map(|one| one.exit)),
            seconds(own),
            seconds(other),
            lost,
        ]);
    }
    output::line(output::table(&rows).trim_end())?;
    Ok(output::line(format!("speeds in ft/s of {}; lost: seconds against {}", one.name, two.name))?)
}

/// Draws a lap, with the other driver as a ghost.
fn draw(path: &Path, track: &Track, driver: &Contestant, ghost: Option<&Contestant>, seed: u32) -> Done {
    let own = telemetry::lap(track, driver, seed);
    let other = ghost.map(|ghost| (ghost, telemetry::lap(track, ghost, seed)));
    let ghost = other.as_ref().map(|(ghost, lap)| Drawn { name: &ghost.name, lap });
    let svg = picture(track, Drawn { name: &driver.name, lap: &own }, ghost);
    fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

fn race(track: &Track, drivers: &[Contestant], laps: u16, seed: u32, output: Output) -> Done {
    let grid: Vec<usize> = (0..drivers.len()).collect();
    let standings = Field::new(track, drivers, &grid, i64::from(laps), seed).run();
    if output.is_data() {
        let rows: Vec<_> = standings
            .iter()
            .zip(1..)
            .map(|(one, place)| {
                json!({
                    "place": place, "driver": drivers[one.car].name, "class": drivers[one.car].class.name(),
                    "grid": one.car + 1, "laps": one.laps, "time": one.time, "damage": one.damage,
                    "retired": one.is_out, "laps_led": one.laps_led,
                })
            })
            .collect();
        return Ok(output::data(output, &rows)?);
    }
    let mut rows = vec![
        ["place", "driver", "class", "grid", "laps", "time", "damage", "led"].map(str::to_owned).to_vec(),
    ];
    for (place, one) in standings.iter().enumerate() {
        let time = one.time.map_or_else(
            || if one.is_out { "out".to_owned() } else { "-".to_owned() },
            |time| format!("{time:.2}"),
        );
        rows.push(vec![
            (place + 1).to_string(),
            drivers[one.car].name.clone(),
            drivers[one.car].class.name().to_owned(),
            (one.car + 1).to_string(),
            one.laps.to_string(),
            time,
            one.damage.to_string(),
            one.laps_led.to_string(),
        ]);
    }
    Ok(output::line(output::table(&rows).trim_end())?)
}

/// Repeats a trace with one mathematics or the other.
fn check(path: &Path, folder: Option<&Path>, is_portable: bool) -> Done {
    let told = |error: TraceError| match error {
        error @ TraceError::Differs { .. } => Failure::Work(anyhow!("{}: {error}", path.display())),
        error => Failure::request(anyhow!("{}: {error}", path.display())),
    };
    let text = trace::read(path).map_err(told)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let trace = Trace::parse(&name, &text).map_err(told)?;
    // A race on a track of its own has it beside it.
    let beside = path.with_file_name(format!("{}.trk", trace.track));
    let layout = if beside.is_file() { Layout::open(&beside) } else { find(trace.track, folder) };
    let layout = layout.map_err(Failure::request)?;
    fn repeated<M: Maths>(
        trace: &Trace<'_>,
        layout: &Layout,
        tolerance: f64,
        replay: Replay,
    ) -> Result<Agreement, TraceError> {
        trace.check::<M>(&Track::new::<M>(layout), tolerance, replay)
    }
    let (agreement, how) = if is_portable {
        // Collisions amplify the last bit: where a race runs apart, each of its steps is compared by itself.
        match repeated::<Portable>(&trace, &layout, 1e-9, Replay::Open) {
            Ok(agreement) => (agreement, ", portable mathematics"),
            Err(_) => {
                let corrected =
                    repeated::<Portable>(&trace, &layout, 1e-9, Replay::Corrected).map_err(told)?;
                (corrected, ", portable mathematics, each step from the recorded one before")
            }
        }
    } else {
        (repeated::<Platform>(&trace, &layout, 0.0, Replay::Open).map_err(told)?, "")
    };
    let Agreement { steps, cars, most } = agreement;
    let cars = if cars == 1 { "1 car".to_owned() } else { format!("{cars} cars") };
    Ok(output::line(format!("{name}: {steps} steps, {cars}, max error {most:e}{how}"))?)
}
