//! `ludevo solve`: problems of a puzzle, one or a whole range of them.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use ludevo_game::champion::unsealed;
use ludevo_game::champions;
use ludevo_game::game::{GameError, Problem, ProblemSolver, PuzzleGame, Solved, SolverVerdict};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_program::Nearest;
use ludevo_runs::Folder;
use ludevo_search::puzzle::Limits;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{asked, bring_game_of, find_player, find_puzzle, on_threads};
use crate::args::Solve;
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// How one problem came out, as it is kept on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    problem: String,
    /// Who tried it under which limits, and what the problem is.
    what: String,
    /// What it asks for, where problems ask for different things.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asks: Option<String>,
    /// Absent if it was not solved.
    moves: Option<usize>,
    steps: Option<usize>,
    /// Whether no solution is shorter, as far as the search proves it.
    #[serde(default)]
    shortest: bool,
    /// Why it was not solved.
    limit: Option<String>,
    expanded: u64,
    generated: u64,
    ms: f64,
    /// The solution as a text, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

/// Solves and prints.
pub(crate) fn run(args: &Solve) -> Done {
    bring_game_of(&args.puzzle, args.solver.as_deref())?;
    let (game, puzzle) = find_puzzle(&args.puzzle)?;
    let usual = if champions::ships_one(game.facts().name) { "champion" } else { puzzle.adviser() };
    let solver = find_player(game, args.solver.as_deref().unwrap_or(usual))?;
    let format = match &args.format {
        None => 0,
        Some(name) => puzzle.formats().iter().position(|known| known == name).ok_or_else(|| {
            let near = Nearest::to(name, puzzle.formats().iter().copied());
            let known = puzzle.formats().join(", ");
            Failure::request(anyhow!("there is no format `{name}`{near}. Formats: {known}"))
        })?,
    };
    let limits = Limits {
        expanded: args.nodes.unwrap_or(u64::MAX),
        memory: (args.memory as usize) << 20,
        time: args.seconds.map(Duration::from_secs_f64),
    };
    // A wrong solver is refused before anything is solved.
    puzzle.solver(&solver, limits).map_err(asked)?;
    let (problems, mut wrong) = problems(puzzle, &args.instances)?;
    if let ([], [_]) = (&problems[..], &wrong[..]) {
        return Err(Failure::request(anyhow!(wrong.remove(0))));
    }
    for error in &wrong {
        output::remark(format!("ludevo: {error}"));
    }
    if let ([(name, problem)], true) = (&problems[..], wrong.is_empty() && args.keep.is_none()) {
        return one(args, puzzle, &solver, limits, (name, problem), format);
    }
    if args.format.is_some() && !args.solutions {
        return Err(Failure::request(anyhow!(
            "--format of several problems needs --solutions, which prints them"
        )));
    }
    if !problems.is_empty() {
        many(args, puzzle, &solver, limits, &problems, format)?;
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let all = wrong.len() + problems.len();
    Err(Failure::request(anyhow!("{} of {all} problems could not be read", wrong.len())))
}

/// Problems by name, and what is wrong with the others.
pub(super) type Named = (Vec<(String, Problem)>, Vec<String>);

/// The problems that were asked for: numbers, ranges, sets, files, texts, or standard input, which is `-` or nothing.
pub(super) fn problems(puzzle: &dyn PuzzleGame, instances: &[String]) -> Result<Named, Failure> {
    let mut found = Vec::new();
    let mut wrong = Vec::new();
    let mut add = |name: String, problem: Result<Problem, String>| {
        let checked = problem.and_then(|problem| puzzle.check_problem(&problem).map(|()| problem));
        match checked {
            Ok(problem) => found.push((name, problem)),
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    };
    let levels = puzzle.levels();
    let standard_input = ["-".to_owned()];
    for instance in if instances.is_empty() { &standard_input } else { instances } {
        if instance == "-" {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("standard input")?;
            for text in puzzle.problems_of(&text) {
                add("standard input".to_owned(), Ok(Problem::Text(text)));
            }
        } else if let Some((first, last)) = range(instance) {
            let (first, last) = first.zip(last).ok_or_else(|| {
                Failure::request(anyhow!("`{instance}`: numbers of problems end at {}", u32::MAX))
            })?;
            if last.saturating_sub(first) >= MOST_AT_ONCE {
                return Err(Failure::request(anyhow!(
                    "`{instance}` is too long a range: {MOST_AT_ONCE} problems at most"
                )));
            }
            if first > last {
                return Err(Failure::request(anyhow!(
                    "`{instance}` is an empty range: write the lower number first"
                )));
            }
            for number in first..=last {
                let fitting = u32::try_from(number);
                let beyond = |_| format!("no puzzle has so many problems; numbers end at {}", u32::MAX);
                add(number.to_string(), fitting.map(Problem::Number).map_err(beyond));
            }
        } else if let Some(level) = levels.iter().find(|level| level.name == instance) {
            level.numbers.iter().for_each(|number| add(number.to_string(), Ok(Problem::Number(*number))));
        } else if let Some((file, chosen)) = of_file(instance) {
            let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string());
            let texts = puzzle.problems_of(&text.map_err(Failure::Request)?);
            let count = texts.len();
            if chosen.is_some_and(|chosen| !(1..=count).contains(&chosen)) {
                return Err(Failure::request(anyhow!(
                    "`{instance}`: the file has {}",
                    output::many(count, "problem", "problems")
                )));
            }
            for (number, text) in (1..).zip(texts) {
                let name = match chosen {
                    None if count > 1 => format!("{instance}, problem {number}"),
                    Some(chosen) if chosen != number => continue,
                    _ => instance.clone(),
                };
                add(name, Ok(Problem::Text(text)));
            }
        } else {
            // Whatever is none of these may be the text of a problem itself.
            let text = Problem::Text(instance.clone());
            puzzle.check_problem(&text).map_err(|error| {
                let names: Vec<&str> = levels.iter().map(|level| level.name).collect();
                Failure::request(anyhow!(
                    "`{instance}` is neither a number, a range such as `1-100`, a set ({}), a file, nor a problem: {error}",
                    names.join(", ")
                ))
            })?;
            add(instance.clone(), Ok(text));
        }
    }
    if found.is_empty() && wrong.is_empty() {
        let place = if instances.is_empty() { "standard input".to_owned() } else { instances.join(", ") };
        return Err(Failure::request(anyhow!("there is no problem in {place}")));
    }
    Ok((found, wrong))
}

/// The file of problems that an argument names, and which of them where it says so: a file, a run that bred problems, or one of
/// them as in `FILE:3`.
fn of_file(instance: &str) -> Option<(PathBuf, Option<usize>)> {
    let whole = |name: &str| {
        let path = PathBuf::from(name);
        if path.is_file() {
            return Some(path);
        }
        let handed_over = Folder::open(&path).ok()?.result().ok()??.files;
        handed_over.first().map(|(file, _)| path.join(file)).filter(|path| path.is_file())
    };
    if let Some(file) = whole(instance) {
        return Some((file, None));
    }
    let (file, number) = instance.rsplit_once(':')?;
    Some((whole(file)?, Some(number.parse().ok()?)))
}

/// The longest range of problems.
const MOST_AT_ONCE: u64 = 10_000_000;

/// The first and last number of `617` or `1-32000`; nothing for one that is too large.
fn range(text: &str) -> Option<(Option<u64>, Option<u64>)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part: &str| part.parse::<u64>().ok().filter(|number| *number <= u64::from(u32::MAX));
    (is_number(first.trim()) && is_number(last.trim())).then(|| (number(first.trim()), number(last.trim())))
}

fn one(
    args: &Solve,
    puzzle: &dyn PuzzleGame,
    solver: &PlayerName,
    limits: Limits,
    (name, problem): (&str, &Problem),
    format: usize,
) -> Done {
    let (by, name_of_solver) = (solver.to_string(), solver.clone());
    let mut solver = puzzle.solver(solver, limits).map_err(asked)?;
    let solved = solver.solve(problem, true).map_err(|error| Failure::request(anyhow!(error)))?;
    if args.output.is_data() {
        let row = row((name, String::new(), puzzle.asks(problem)), &solved, Some(format));
        let solution = row.solution.clone();
        let mut summary = json_of(args, &by, &[row], solved.time.as_secs_f64());
        if let Some(solution) = solution {
            summary["solution"] = json!(solution);
        }
        output::data(args.output, &summary)?;
        return match &solved.verdict {
            SolverVerdict::Solution { .. } => Ok(()),
            verdict => Err(without_solution(name, puzzle.asks(problem), verdict, "")),
        };
    }
    let Solved { verdict, expanded, generated, time } = solved;
    let effort = format!(
        "{} expanded, {generated} generated, {:.2} ms",
        output::many(expanded, "position", "positions"),
        time.as_secs_f64() * 1000.0
    );
    match verdict {
        SolverVerdict::Solution { moves, steps, is_shortest, texts } => {
            // Whoever wrote a problem down may have called its parts otherwise than the moves do.
            if let Problem::Text(_) = problem
                && let Ok(table) = puzzle.table(problem, &name_of_solver)
            {
                output::remark(format!("{}\n", table.picture().trim_end()));
            }
            output::line(texts[format].trim_end())?;
            let proved = if is_shortest { ", proved to be the fewest" } else { "" };
            let moves = output::many(moves, "move", "moves");
            output::remark(format!("{moves}{proved}, {steps} {}; {effort}", puzzle.by_steps()));
        }
        verdict => {
            return Err(without_solution(name, puzzle.asks(problem), &verdict, &format!("; {effort}")));
        }
    }
    Ok(())
}

/// What is said of a problem without a solution. One that is proved to have none should not have been asked; that none was
/// found is work that failed.
fn without_solution(name: &str, asks: Option<String>, verdict: &SolverVerdict, effort: &str) -> Failure {
    let SolverVerdict::Unsolved(limit) = verdict else {
        let what = asks.map_or("has no solution".to_owned(), |what| format!("is no {what}"));
        return Failure::request(anyhow!("{name} {what}, which is proved{effort}"));
    };
    let why = match *limit {
        "nothing left to try" => "the search threw things away and has nothing left to try".to_owned(),
        limit => format!("its limit of {limit} is reached"),
    };
    Failure::Work(anyhow!(
        "{name} is not solved: {why}, which does not prove that there is no solution{effort}"
    ))
}

fn many(
    args: &Solve,
    puzzle: &dyn PuzzleGame,
    solver: &PlayerName,
    limits: Limits,
    problems: &[(String, Problem)],
    format: usize,
) -> Done {
    let format = args.solutions.then_some(format);
    let file = match &args.keep {
        Some(path) => {
            let is_other = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
            if is_other {
                return Err(Failure::request(anyhow!("{} is not a file to keep rows in", path.display())));
            }
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(Mutex::new(file.with_context(|| path.display().to_string())?))
        }
        None => None,
    };
    let kept = args.keep.as_deref().map_or_else(|| Ok(BTreeMap::new()), read_kept)?;
    let bar = watch::bar(problems.len() as u64, &format!("{} by {solver}", args.puzzle));
    let stopping = stop::on_ctrl_c();
    let started = Instant::now();
    let mut by = solver_in_full(&args.puzzle, solver, limits);
    // A row without the solution that is asked for is another one.
    if let Some(format) = format {
        by += &format!(" {}", puzzle.formats()[format]);
    }
    let solve = |own: &mut Result<Box<dyn ProblemSolver>, GameError>, (name, problem): &(String, Problem)| {
        let what = what(&by, problem);
        if let Some(row) = kept.get(&what) {
            bar.inc(1);
            return Ok(Some(row.clone()));
        }
        if stopping.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let own = own.as_mut().map_err(|error| anyhow!("{error}"))?;
        let solved = own.solve(problem, format.is_some()).map_err(|error| anyhow!("{name}: {error}"))?;
        let row = row((name, what, puzzle.asks(problem)), &solved, format);
        if let (Some(file), Some(path)) = (&file, &args.keep) {
            let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let kept = writeln!(file, "{}", serde_json::to_string(&row)?);
            kept.with_context(|| format!("cannot write {}", path.display()))?;
        }
        bar.inc(1);
        Ok::<_, anyhow::Error>(Some(row))
    };
    let rows: Vec<Option<Row>> = on_threads(args.cores.threads, || {
        problems
            .par_chunks(16)
            .map_init(
                || puzzle.solver(solver, limits),
                |own, chunk| chunk.iter().map(|problem| solve(own, problem)).collect::<Result<Vec<_>, _>>(),
            )
            .collect::<Result<Vec<_>, _>>()
    })??
    .concat();
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    if rows.len() < problems.len() {
        let how = if args.keep.is_some() { "the same command goes on" } else { "--keep FILE lets it go on" };
        output::remark(format!("stopped after {} of {} problems; {how}", rows.len(), problems.len()));
    }
    if args.output.is_data() {
        let mut summary = json_of(args, &solver.to_string(), &rows, seconds);
        summary["stopped"] = json!(rows.len() < problems.len());
        if format.is_some() {
            let of =
                |row: &Row| json!({"problem": row.problem, "moves": row.moves, "solution": row.solution});
            summary["solutions"] = rows.iter().map(of).collect();
        }
        output::data(args.output, &summary)?;
    } else {
        for (row, solution) in rows.iter().filter_map(|row| row.solution.as_ref().map(|text| (row, text))) {
            output::line(format!("{}:\n{solution}\n", row.problem))?;
        }
        print_summary(solver, puzzle, &rows, seconds)?;
    }
    if rows.len() < problems.len() { Err(Failure::Stopped) } else { Ok(()) }
}

/// The solver with all that decides what it does: the program of a champion, and the limits.
fn solver_in_full(puzzle: &str, solver: &PlayerName, limits: Limits) -> String {
    let facts = registry::find(puzzle).map(|game| game.facts());
    let program = facts.and_then(|facts| champions::text_of(facts, solver, &[]).ok()).map(|(_, text)| text);
    format!("{puzzle} {solver} {limits:?} {}", unsealed(&program.unwrap_or_default()))
}

/// The identity of a row: equal only if the same solver tried the same problem.
fn what(by: &str, problem: &Problem) -> String {
    blake3::hash(format!("{by} {problem:?}").as_bytes()).to_hex()[..16].to_owned()
}

/// The row of a problem by its name, its identity and what it asks for, with its solution in a format if that is given.
fn row((name, what, asks): (&str, String, Option<String>), solved: &Solved, format: Option<usize>) -> Row {
    let solution = match &solved.verdict {
        SolverVerdict::Solution { texts, .. } => format.map(|format| texts[format].trim_end().to_owned()),
        _ => None,
    };
    let (moves, steps, shortest, limit) = match &solved.verdict {
        SolverVerdict::Solution { moves, steps, is_shortest, .. } => {
            (Some(*moves), Some(*steps), *is_shortest, None)
        }
        SolverVerdict::Unsolvable => {
            let no = asks.as_deref().unwrap_or("solution");
            (None, None, false, Some(format!("no {no}")))
        }
        SolverVerdict::Unsolved(limit) => (None, None, false, Some((*limit).to_owned())),
    };
    Row {
        problem: name.to_owned(),
        what,
        asks,
        moves,
        steps,
        shortest,
        limit,
        expanded: solved.expanded,
        generated: solved.generated,
        ms: solved.time.as_secs_f64() * 1000.0,
        solution,
    }
}

/// How every kept row begins.
const BEGINNING: &str = "{\"problem\"";

/// What an earlier command kept, by what it is. A last line that was cut short by a kill is left out; a file that holds
/// anything else is refused and stays as it is.
fn read_kept(path: &Path) -> Result<BTreeMap<String, Row>, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(Failure::request(anyhow!("{}: {error}", path.display()))),
    };
    let (whole, cut) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
    let refused = |line: usize, why: &dyn std::fmt::Display| {
        Failure::request(anyhow!("{}, line {line} is no kept row: {why}", path.display()))
    };
    let rows = (1..).zip(whole.lines()).map(|(line, text)| {
        let row: Row = serde_json::from_str(text).map_err(|error| refused(line, &error))?;
        Ok((row.what.clone(), row))
    });
    let rows = rows.collect::<Result<BTreeMap<_, _>, Failure>>()?;
    if !cut.is_empty() {
        if !cut.starts_with(BEGINNING) && !BEGINNING.starts_with(cut) {
            return Err(refused(whole.lines().count() + 1, &"it does not begin like one"));
        }
        let file = OpenOptions::new().write(true).open(path).with_context(|| path.display().to_string())?;
        file.set_len(whole.len() as u64).with_context(|| path.display().to_string())?;
    }
    Ok(rows)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

fn median(values: impl Iterator<Item = u64>) -> f64 {
    let mut sorted: Vec<u64> = values.collect();
    sorted.sort_unstable();
    match sorted.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => sorted[odd / 2] as f64,
        even => (sorted[even / 2 - 1] + sorted[even / 2]) as f64 / 2.0,
    }
}

/// Means and medians over the problems that were solved.
struct Summary {
    moves_mean: f64,
    moves_median: f64,
    steps_mean: f64,
    nodes_mean: f64,
    nodes_median: f64,
    generated_mean: f64,
    /// Over all problems.
    ms_mean: f64,
}

impl Summary {
    fn of(rows: &[Row]) -> Self {
        let solved = || rows.iter().filter(|row| row.moves.is_some());
        Summary {
            moves_mean: mean(solved().filter_map(|row| row.moves).map(|moves| moves as f64)),
            moves_median: median(solved().filter_map(|row| row.moves).map(|moves| moves as u64)),
            steps_mean: mean(solved().filter_map(|row| row.steps).map(|steps| steps as f64)),
            nodes_mean: mean(solved().map(|row| row.expanded as f64)),
            nodes_median: median(solved().map(|row| row.expanded)),
            generated_mean: mean(solved().map(|row| row.generated as f64)),
            ms_mean: mean(rows.iter().map(|row| row.ms)),
        }
    }
}

fn unsolved(rows: &[Row]) -> Vec<(&str, &str)> {
    let unsolved = rows.iter().filter(|row| row.moves.is_none());
    unsolved.map(|row| (row.problem.as_str(), row.limit.as_deref().unwrap_or(""))).collect()
}

/// Problems that ask for the same, in the order of what they ask for: how many, how many of them solved, and mean and median
/// of the nodes of all, a problem that was not solved counting with those that it took.
fn by_what_is_asked(rows: &[Row]) -> BTreeMap<&str, (usize, usize, f64, f64)> {
    let mut by: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        if let Some(asks) = &row.asks {
            by.entry(asks).or_default().push(row);
        }
    }
    let summary = |rows: Vec<&Row>| {
        let solved = rows.iter().filter(|row| row.moves.is_some()).count();
        let taken = || rows.iter().map(|row| row.expanded);
        (rows.len(), solved, mean(taken().map(|nodes| nodes as f64)), median(taken()))
    };
    by.into_iter().map(|(asks, rows)| (asks, summary(rows))).collect()
}

fn json_of(args: &Solve, solver: &str, rows: &[Row], seconds: f64) -> serde_json::Value {
    let Summary { moves_mean, moves_median, steps_mean, nodes_mean, nodes_median, generated_mean, ms_mean } =
        Summary::of(rows);
    let unsolved = unsolved(rows);
    let names: Vec<&str> = unsolved.iter().map(|(name, _)| *name).collect();
    let reached: BTreeMap<&str, &str> = unsolved.iter().copied().collect();
    let of_solved = |mean: f64| (rows.len() > unsolved.len()).then_some(mean);
    let mut summary = json!({
        "puzzle": args.puzzle, "solver": solver, "instances": rows.len(),
        "solved": rows.len() - unsolved.len(), "proved_shortest": rows.iter().filter(|row| row.shortest).count(),
        "unsolved": names, "limits": reached,
        "nodes_mean": of_solved(nodes_mean), "nodes_median": of_solved(nodes_median),
        "generated_mean": of_solved(generated_mean), "moves_mean": of_solved(moves_mean),
        "moves_median": of_solved(moves_median), "steps_mean": of_solved(steps_mean), "ms_mean": ms_mean,
        "seconds": seconds,
    });
    let by = by_what_is_asked(rows);
    if !by.is_empty() {
        let each = by.into_iter().map(|(asks, (instances, solved, mean, median))| {
            let of = json!({
                "instances": instances, "solved": solved, "nodes_mean": mean, "nodes_median": median,
            });
            (asks.to_owned(), of)
        });
        summary["by"] = each.collect::<serde_json::Map<_, _>>().into();
    }
    summary
}

fn print_summary(solver: &PlayerName, puzzle: &dyn PuzzleGame, rows: &[Row], seconds: f64) -> Done {
    let Summary { moves_mean, moves_median, steps_mean, nodes_mean, nodes_median, generated_mean, ms_mean } =
        Summary::of(rows);
    let unsolved = unsolved(rows);
    output::line(format!("{} of {} solved by {solver}", rows.len() - unsolved.len(), rows.len()))?;
    for (name, limit) in &unsolved {
        output::line(format!("  not solved: {name} ({limit})"))?;
    }
    if unsolved.len() == rows.len() {
        return Ok(output::line(format!("time       {ms_mean:.4} ms each, {seconds:.1} s in all"))?);
    }
    output::line(format!(
        "moves      mean {moves_mean:.2}, median {moves_median:.1}; {} {steps_mean:.2}",
        puzzle.by_steps()
    ))?;
    output::line(format!(
        "positions  expanded: mean {nodes_mean:.1}, median {nodes_median:.1}; generated: mean {generated_mean:.1}"
    ))?;
    for (asks, (instances, solved, mean, median)) in by_what_is_asked(rows) {
        output::line(format!(
            "{asks}: {solved} of {instances} solved; expanded for all: mean {mean:.1}, median {median:.1}"
        ))?;
    }
    Ok(output::line(format!("time       {ms_mean:.4} ms each, {seconds:.1} s in all"))?)
}
