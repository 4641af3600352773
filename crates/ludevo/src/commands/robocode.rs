//! `ludevo robocode`: the simulator beside the real engine, and leagues in either.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow};
use flate2::Compression;
use flate2::write::GzEncoder;
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, mean, of_scores};
use ludevo_game::champions;
use ludevo_game::player_name::PlayerName;
use ludevo_game::provenance::Provenance;
use ludevo_game::registry;
use ludevo_robocode::code::Program;
use ludevo_robocode::contest::fight;
use ludevo_robocode::engine::{Engine, EngineError, EngineRobot};
use ludevo_robocode::film::Film;
use ludevo_robocode::league::{self, Arena, Overall, Standing, fraction};
use ludevo_robocode::players::{self, Contestant};
use ludevo_robocode::robots::ROBOTS;
use ludevo_robocode::{robots, trace, verify, view};
use ludevo_runs::{Split, load};
use serde_json::json;

use super::series::seeds_in;
use super::{find_game, find_player, on_threads};
use crate::args::{Output, Robocode, RobocodeCommand};
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// A rank that hangs on one seed is none: so many leagues are played unless others are asked for.
const USUAL_SEEDS: std::ops::RangeInclusive<u64> = 1..=20;

/// Does what was asked.
pub(crate) fn run(args: &Robocode) -> Done {
    match &args.command {
        RobocodeCommand::Robots => list(),
        RobocodeCommand::Check { trace, robots, seed } => check(trace, robots, *seed),
        RobocodeCommand::Verify { robots, pairs, rounds, seed, traces } => {
            verify(robots, *pairs, *rounds, *seed, traces.as_deref())
        }
        RobocodeCommand::League { robots, rounds, engine, seeds, cores, output } => {
            let robots = if robots.is_empty() { everybody() } else { robots.clone() };
            let robots = contestants(&robots)?;
            let is_real = engine == "real";
            let rounds = rounds.unwrap_or(if is_real { 5 } else { 30 });
            let seeds = match seeds {
                Some(text) => seeds_in(text)?,
                None if is_real => vec![1],
                None => USUAL_SEEDS.collect(),
            };
            let stop = stop::on_ctrl_c();
            let mut leagues = Vec::with_capacity(seeds.len());
            let mut whole = Ok(());
            for seed in &seeds {
                match play_league(&robots, rounds, *seed, is_real, cores.threads, stop) {
                    Ok(league) => leagues.push(league),
                    Err(failure) => {
                        whole = Err(failure);
                        break;
                    }
                }
            }
            if leagues.is_empty() {
                return whole;
            }
            let lines = league::together(&leagues);
            let met: Vec<Option<Met>> =
                lines.iter().map(|line| met(&line.name)).collect::<Result<_, Failure>>()?;
            if output.is_data() {
                print_data(*output, &lines, &met)?;
            } else {
                print_table(&lines, leagues.len())?;
                print_met(&lines, &met)?;
            }
            if leagues.len() < seeds.len() {
                let (over, of) = (leagues.len(), seeds.len());
                output::remark(format!(
                    "Stopped early: of {of} leagues {over} are over, and the table is of these."
                ));
            }
            whole
        }
        RobocodeCommand::Battle { first, second, rounds, seed, record, svg } => {
            battle(&[first.clone(), second.clone()], *rounds, *seed, record.as_deref(), svg.as_deref())
        }
        RobocodeCommand::Duels { robot, against, rounds, engine, seed, output } => {
            duels(robot, against, *rounds, engine == "real", *seed, *output)
        }
    }
}

fn list() -> Done {
    for robot in ROBOTS {
        output::line(format!("{:<16}{}", robot.name, robot.about))?;
    }
    Ok(())
}

/// All robots that ship, and the champion if there is one.
fn everybody() -> Vec<String> {
    let champion = registry::text(registry::champions(), "robocode/champion").map(|_| "champion");
    champion.into_iter().chain(ROBOTS.iter().map(|robot| robot.name)).map(str::to_owned).collect()
}

fn contestants(names: &[String]) -> Result<Vec<Contestant>, Failure> {
    let find = |name: String| {
        let name = find_player(find_game("robocode")?, &name)?;
        players::find(&name).map_err(Failure::request)
    };
    names.iter().flat_map(|name| robots::group(name)).map(find).collect()
}

fn check(path: &Path, robots: &[String], seed: i64) -> Done {
    let text = trace::read(path).with_context(|| format!("cannot read {}", path.display()));
    let text = text.map_err(Failure::request)?;
    let at = |error: trace::TraceError| anyhow!("{}: {error}", path.display());
    let rows = trace::rows(&text).map_err(|error| Failure::request(at(error)))?;
    if rows.is_empty() {
        return Err(Failure::request(anyhow!("{}: the trace has no rows", path.display())));
    }
    let classes = trace::robots(&rows);
    let robots = if robots.is_empty() {
        classes.iter().map(|class| players::find_class(class).map_err(Failure::request)).collect()
    } else {
        contestants(robots)
    }?;
    if robots.len() != classes.len() {
        let problem = anyhow!("{} has {} robots, {} are named", path.display(), classes.len(), robots.len());
        return Err(Failure::request(problem));
    }
    let programs: Vec<Arc<Program>> = robots.into_iter().map(|robot| robot.program).collect();
    let identical = trace::check(&rows, &programs, seed).map_err(at)?;
    Ok(output::line(format!("identical: {} rounds, {} turns", identical.rounds, identical.turns))?)
}

/// The engine, or why it cannot be used: that is the machine's fault, not the request's.
fn engine() -> Result<Engine, Failure> {
    Engine::new().map_err(Failure::from)
}

fn verify(names: &[String], pairs: bool, rounds: u32, seed: i64, traces: Option<&Path>) -> Done {
    if names.is_empty() && !pairs {
        return Err(Failure::request(anyhow!("name a robot or a champion, or ask for --pairs")));
    }
    let shipped: Vec<String> = ROBOTS.iter().map(|robot| robot.name.to_owned()).collect();
    let shipped = contestants(&shipped)?;
    let mut battles: Vec<(Contestant, Contestant)> = Vec::new();
    for robot in contestants(names)? {
        for other in ["Walls", "StopGoHaiku", "RamFire"] {
            let other = shipped.iter().find(|shipped| shipped.name == other && shipped.name != robot.name);
            battles.extend(other.map(|other| (robot.clone(), other.clone())));
        }
    }
    if pairs {
        // Every robot meets the one a third of the list further on, so that kinds mix.
        let step = shipped.len() / 3;
        let other = |index: usize| shipped[(index + step) % shipped.len()].clone();
        battles.extend(shipped.iter().enumerate().map(|(index, robot)| (robot.clone(), other(index))));
    }
    let engine = engine()?;
    let mut different = 0;
    for ((one, two), seed) in battles.iter().zip(seed..) {
        let both = [one, two];
        let text = verify::traced(&engine, &both, rounds, seed)?;
        if let Some(folder) = traces {
            keep(folder, &format!("{}_{}_seed{seed}", one.name, two.name), &text)?;
        }
        let compared = trace::rows(&text).and_then(|rows| {
            let programs: Vec<Arc<Program>> = both.iter().map(|robot| Arc::clone(&robot.program)).collect();
            trace::check(&rows, &programs, seed)
        });
        let result = match compared {
            Ok(identical) => format!("identical: {} rounds, {} turns", identical.rounds, identical.turns),
            Err(difference) => {
                different += 1;
                difference.to_string()
            }
        };
        output::line(format!("{} against {}, seed {seed}: {result}", one.name, two.name))?;
    }
    if different > 0 {
        return Err(Failure::Work(anyhow!("{different} of {} battles differ", battles.len())));
    }
    Ok(())
}

fn keep(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    write_gzip(&folder.join(format!("{name}.tsv.gz")), text)
}

fn write_gzip(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut encoder = GzEncoder::new(file, Compression::best());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()?;
    Ok(())
}

fn play_league(
    robots: &[Contestant],
    rounds: u32,
    seed: u64,
    real: bool,
    threads: Option<u16>,
    stop: &AtomicBool,
) -> Result<Vec<Standing>, Failure> {
    if robots.len() < 2 {
        return Err(Failure::request(anyhow!("a league needs two robots at least")));
    }
    let battles = robots.len() * (robots.len() - 1) / 2;
    let bar = watch::bar(battles as u64, "battles");
    let watch = |_: usize| bar.inc(1);
    let standings = if real {
        league::play(robots, rounds, seed, Arena::Engine(&engine()?), &watch, stop)
    } else {
        on_threads(threads, || league::play(robots, rounds, seed, Arena::Simulator, &watch, stop))?
    };
    bar.finish_and_clear();
    standings.map_err(|error: EngineError| match error {
        EngineError::Stopped => Failure::Stopped,
        error => Failure::from(error),
    })
}

fn print_table(lines: &[Overall], leagues: usize) -> Done {
    let head = [
        "robot",
        "rank",
        "rating",
        "ahead of the next",
        "95 % interval",
        "total",
        "survival",
        "last",
        "bullets",
        "bonus",
        "ram",
        "bonus",
        "1sts",
        "2nds",
        "3rds",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (place, line) in lines.iter().enumerate() {
        let Overall { name, score, .. } = line;
        let (lead, interval) = lines.get(place + 1).map(|next| line.lead(next)).unzip();
        let interval = interval.flatten().map(|range| format!("{:+.1} to {:+.1}", range.low, range.high));
        let whole = |number: f64| format!("{number:.0}");
        rows.push(vec![
            name.clone(),
            (place + 1).to_string(),
            format!("{:.2}", line.rating()),
            lead.map_or("-".to_owned(), |lead| format!("{lead:+.1}")),
            interval.unwrap_or_else(|| "-".to_owned()),
            whole(score.total()),
            whole(score.survival),
            whole(score.last_survivor),
            whole(score.bullet_damage),
            whole(score.bullet_bonus),
            whole(score.ram_damage),
            whole(score.ram_bonus),
            score.places[0].to_string(),
            score.places[1].to_string(),
            score.places[2].to_string(),
        ]);
    }
    output::line(output::table(&rows).trim_end())?;
    let several = match leagues {
        1 => "; one league: another seed may rank differently (--seeds 1-20)".to_owned(),
        _ => format!(
            "; the mean of {leagues} leagues. Who is ahead of the next by an interval that has 0 in it is level"
        ),
    };
    Ok(output::line(format!(
        "rating: 1000 x (the mean over all others of own points / points of both - 0.5){several}"
    ))?)
}

/// The robots that a champion has met before a league: those that it was bred on, and those that it was chosen on.
struct Met {
    bred_on: Vec<String>,
    chosen_on: Vec<String>,
}

/// Whom a champion has met, by the experiment that its file names; nothing for robots that nobody bred, and for champions
/// whose experiment is not here any more.
fn met(name: &str) -> Result<Option<Met>, Failure> {
    let game = find_game("robocode")?;
    if ROBOTS.iter().any(|robot| robot.name == name) {
        return Ok(None);
    }
    let Ok(found) = name.parse().map(|name: PlayerName| champions::find(game.facts(), &name, &[])) else {
        return Ok(None);
    };
    let Ok(Provenance { experiment, sets, founders, .. }) = found.map(|found| found.file.provenance) else {
        return Ok(None);
    };
    let Ok(Split { bred_on, chosen_on }) =
        load(&experiment, &sets).map(|loaded| loaded.split_from(&founders))
    else {
        return Ok(None);
    };
    let robots = |names: &[String]| -> Vec<String> {
        let groups = names.iter().flat_map(|name| robots::group(name));
        groups.filter(|name| ROBOTS.iter().any(|robot| robot.name == name)).collect()
    };
    Ok(Some(Met { bred_on: robots(&bred_on), chosen_on: robots(&chosen_on) }))
}

/// Says what champions were bred, chosen and now measured on: a league of those that one was chosen on says less than one
/// of others.
fn print_met(lines: &[Overall], met: &[Option<Met>]) -> Done {
    for (line, met) in lines.iter().zip(met) {
        let Some(Met { bred_on, chosen_on }) = met else { continue };
        let others: Vec<&str> =
            lines.iter().map(|other| other.name.as_str()).filter(|other| *other != line.name).collect();
        let fresh: Vec<&str> = (others.iter().copied())
            .filter(|other| !bred_on.iter().chain(chosen_on).any(|known| known == other))
            .collect();
        let listed = |names: &[String]| format!("{} robots: {}", names.len(), names.join(", "));
        output::line(format!("\n{} was bred on {}", line.name, listed(bred_on)))?;
        output::line(format!("{} was chosen on {}", line.name, listed(chosen_on)))?;
        let fresh = if fresh.is_empty() {
            "none of them new to it".to_owned()
        } else {
            format!("new to it: {}", fresh.join(", "))
        };
        output::line(format!("{} is measured here on {} robots, {fresh}", line.name, others.len()))?;
    }
    Ok(())
}

fn print_data(output: Output, lines: &[Overall], met: &[Option<Met>]) -> Done {
    let rows: Vec<serde_json::Value> = lines
        .iter()
        .enumerate()
        .map(|(place, line)| {
            let known = met[place].as_ref();
            let Overall { name, ratings, score } = line;
            let (lead, interval) = lines.get(place + 1).map(|next| line.lead(next)).unzip();
            let interval = interval.flatten();
            json!({
                "rank": place + 1, "robot": name, "rating": line.rating(), "ratings": ratings, "lead": lead,
                "lead_low": interval.map(|range| range.low), "lead_high": interval.map(|range| range.high),
                "bred_on": known.map(|met| &met.bred_on), "chosen_on": known.map(|met| &met.chosen_on),
                "total": score.total(), "survival": score.survival,
                "last_survivor": score.last_survivor, "bullet_damage": score.bullet_damage,
                "bullet_bonus": score.bullet_bonus, "ram_damage": score.ram_damage, "ram_bonus": score.ram_bonus,
                "firsts": score.places[0], "seconds": score.places[1], "thirds": score.places[2],
            })
        })
        .collect();
    Ok(output::data(output, &rows)?)
}

fn battle(names: &[String], rounds: u32, seed: i64, record: Option<&Path>, svg: Option<&Path>) -> Done {
    let robots = contestants(names)?;
    let film = Film::of(&robots, rounds, seed);
    for (round, moments) in film.rounds.iter().enumerate() {
        let last = moments.last().map_or(&[][..], |moment| &moment.tanks);
        let left = film.robots.iter().zip(last).filter(|(_, tank)| tank.energy >= 0.0);
        let left: Vec<String> =
            left.map(|(name, tank)| format!("{name} is left with energy {:.1}", tank.energy)).collect();
        let end = if left.is_empty() { "nobody is left".to_owned() } else { left.join(", ") };
        output::line(format!("round {}: {end} after {} turns", round + 1, moments.len()))?;
    }
    if let Some(path) = record {
        let text = serde_json::to_string(&film).context("a film is plain data")?;
        if path.extension().is_some_and(|ending| ending == "gz") {
            write_gzip(path, &text)?;
        } else {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        output::line(format!("record  {}", path.display()))?;
    }
    if let Some(path) = svg {
        fs::write(path, view::animation(&film))
            .with_context(|| format!("cannot write {}", path.display()))?;
        output::line(format!("picture {}", path.display()))?;
    }
    Ok(())
}

fn duels(name: &str, against: &[String], rounds: u32, real: bool, seed: i64, output: Output) -> Done {
    let robot = contestants(&[name.to_owned()])?.remove(0);
    let others = adversaries(against)?;
    if let Some(other) = others.iter().find(|other| !real && other.program.is_none()) {
        return Err(Failure::request(anyhow!("only the real engine runs {}: add --engine real", other.name)));
    }
    let engine = if real { Some(engine()?) } else { None };
    let (mut shares, mut rows) = (Vec::new(), Vec::new());
    let bar = watch::bar(others.len() as u64, "battles");
    let first = seed;
    for (other, seed) in others.iter().zip(seed..) {
        let scores = match (&engine, &other.program) {
            (Some(engine), _) => {
                engine.battle(&[robot.entrant(None), other.entrant.clone()], rounds, seed, false)?.scores
            }
            (None, Some(program)) => fight(&[Arc::clone(&robot.program), Arc::clone(program)], rounds, seed),
            (None, None) => unreachable!("it was refused above"),
        };
        bar.inc(1);
        let share = fraction(&scores[0], &scores[1]);
        shares.push(share);
        if output.is_data() {
            let [own, others] = [0, 1].map(|place| scores[place].total());
            rows.push(json!({"robot": robot.name, "against": other.name, "rounds": rounds, "share": share,
                "points": own, "points_against": others}));
            continue;
        }
        let points = format!("{:.0} to {:.0}", scores[0].total(), scores[1].total());
        output::line(format!("{:<16} {share:.4}  {points}", other.name))?;
    }
    bar.finish_and_clear();
    if output.is_data() {
        return Ok(output::data(output, &rows)?);
    }
    let (count, ahead) = (shares.len(), shares.iter().filter(|share| **share > 0.5).count());
    let Interval { low, high } = of_scores(&shares, CONFIDENCE);
    let over = match count {
        1 => String::new(),
        _ => format!(" (95 % interval over robots {low:.4} to {high:.4}, Student's)"),
    };
    let mean = mean(&shares).unwrap_or_default();
    Ok(output::line(format!(
        "{:<16} {mean:.4}{over}  above one half: {ahead} of {count}, seed {first}",
        "mean"
    ))?)
}

/// Whom a robot meets in a duel.
struct Adversary {
    name: String,
    entrant: EngineRobot,
    /// For the simulator, if it runs it.
    program: Option<Arc<Program>>,
}

fn adversaries(names: &[String]) -> Result<Vec<Adversary>, Failure> {
    let find = |name: String| {
        if robots::ENGINE_ONLY.contains(&name.as_str()) {
            let entrant = EngineRobot::Sample(format!("sample.{name}"));
            return Ok(Adversary { name, entrant, program: None });
        }
        let robot = contestants(&[name])?.remove(0);
        Ok(Adversary { entrant: robot.entrant(None), name: robot.name, program: Some(robot.program) })
    };
    names.iter().flat_map(|name| robots::group(name)).map(find).collect()
}
