//! What a change of language or settings brought: champions of two experiments, bred with the same seeds, beside each other.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, anyhow};
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Moments, Tally, mean, of_mean, wilson};
use ludevo_arena::{Match, Watch};
use ludevo_game::champion::ChampionFile;
use ludevo_game::champions::lend;
use ludevo_game::game::{Game, MatchGame};
use ludevo_game::knowledge::Knowledge;
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_runs::folder::CHAMPION;
use ludevo_runs::{Filter, Index, RunEntry, load, runs_folder};

use super::evolve::By;
use super::{find_game, on_threads, series};
use crate::args::Evolve;
use crate::failure::{Done, Failure};
use crate::output;

/// The manifest that a run of a game of one's own keeps.
const MANIFEST: &str = "game.toml";

/// Games between the champions of one seed.
const GAMES: u64 = 100;

/// The runs of an experiment, by seed.
pub(crate) struct Bred {
    /// What was asked for.
    pub(crate) name: String,
    /// What came of it.
    pub(crate) runs: Vec<RunEntry>,
}

/// How often the champions of an experiment use a terminal, and what it weighs in them.
#[derive(Default)]
struct Use {
    champions: usize,
    weight: f64,
}

/// Evolves an experiment with the seeds of what was evolved last in its game, for as many generations, and prints the
/// difference. What was evolved last may be of another build of the game.
pub(super) fn with_last(
    args: &Evolve,
    name: &str,
    mut sets: Vec<String>,
    seeds: Option<Vec<u64>>,
    by: &By<'_>,
) -> Done {
    let loaded = load(name, &sets).map_err(Failure::request)?;
    registry::accept_other_builds();
    let runs = args.out.clone().unwrap_or_else(runs_folder);
    let mut index = Index::open(&runs).map_err(super::runs::asked)?;
    index.refresh().map_err(super::runs::asked)?;
    let game = &loaded.experiment.game;
    let mut known = index.list(&Filter { game: Some(game.clone()), ..Filter::default() });
    known.retain(|run| run.score.is_some());
    let file = |run: &RunEntry| runs.join(&run.name).join(CHAMPION);
    let module = |run: &RunEntry| std::fs::read(runs.join(&run.name).join(registry::MODULE)).ok();
    let is_new = |run: &RunEntry| -> Result<bool, Failure> {
        let folder = index.folder(&run.name).map_err(super::runs::asked)?;
        let (_, kept) = folder.experiment()?;
        Ok(registry::is_kept(folder.path(), game) && kept.experiment == loaded.experiment)
    };
    let mut before = Vec::new();
    for run in known {
        if !is_new(&run)? {
            before.push(run);
        }
    }
    let changed = |run: &RunEntry| std::fs::metadata(file(run)).and_then(|metadata| metadata.modified()).ok();
    let Some(last) = before.iter().max_by_key(|run| changed(run)).cloned() else {
        return Err(Failure::request(anyhow!(
            "nothing else was evolved in {game} before: name an experiment, or change something and run this again"
        )));
    };
    let of_last = module(&last);
    before.retain(|run| run.title == last.title && run.says == last.says && module(run) == of_last);
    if let Some(seeds) = &seeds {
        before.retain(|run| seeds.contains(&run.seed));
    }
    before.sort_by_key(|run| run.seed);
    before.dedup_by_key(|run| run.seed);
    let seeds: Vec<u64> = before.iter().map(|run| run.seed).collect();
    if seeds.is_empty() {
        return Err(Failure::request(anyhow!("`{}` was not evolved with these seeds", last.title)));
    }
    // As much effort as before, unless something else is asked for.
    let planned = loaded.experiment.evolution.generations;
    let is_set = args.minutes.is_some() || sets.iter().any(|set| set.starts_with(GENERATIONS));
    if !is_set && last.generations != planned {
        sets.push(format!("{GENERATIONS}{}", last.generations));
    }
    output::remark(format!("compared with {}, seeds {seeds:?}", last.title));
    let new = Bred { name: name.to_owned(), runs: series::run(args, name, &sets, &seeds, by)? };
    print(args, &new, &Bred { name: format!("last ({})", last.title), runs: before })
}

/// The key that says how long a run is.
const GENERATIONS: &str = "evolution.generations=";

/// Prints the difference between two experiments.
pub(crate) fn print(args: &Evolve, new: &Bred, old: &Bred) -> Done {
    output::line(format!("\n{} beside {}, seed by seed", new.name, old.name))?;
    for bred in [new, old] {
        let scores: Vec<f64> = bred.runs.iter().filter_map(|run| run.score).collect();
        let games: u64 = bred.runs.iter().map(|run| run.games).sum();
        let against = bred.runs.first().map_or("nobody", |run| &run.yardstick);
        let all: Vec<String> = scores.iter().map(|score| format!("{score:.3}")).collect();
        output::line(format!(
            "  {}: mean score {:.3} against {against} ({}), {games} games of evolution",
            bred.name,
            mean(&scores).unwrap_or(0.0),
            all.join(", ")
        ))?;
    }
    let yardstick = |bred: &Bred| bred.runs.first().map(|run| run.yardstick.clone());
    if yardstick(new) != yardstick(old) {
        output::line("  their yardsticks differ, so these scores say nothing about which is better")?;
    }
    let paired: Vec<f64> =
        new.runs.iter().zip(&old.runs).filter_map(|(a, b)| Some(a.score? - b.score?)).collect();
    if paired.len() > 1 {
        let mut moments = Moments::default();
        paired.iter().for_each(|difference| moments.push(*difference));
        let interval = of_mean(&moments, CONFIDENCE);
        output::line(format!(
            "  difference of the scores: {:+.3} ({:+.3} to {:+.3}, 95 % over seeds, Student's)",
            moments.mean(),
            interval.low,
            interval.high
        ))?;
    }
    let champions = [new, old].map(|bred| champions(args, bred));
    let [Ok(of_new), Ok(of_old)] = champions else { return Ok(()) };
    let (Some((_, first)), Some(_)) = (of_new.first(), of_old.first()) else { return Ok(()) };
    let game = find_game(&first.game)?;
    if let Some(matches) = game.in_matches() {
        let players = |champions: &[(String, ChampionFile)]| -> Vec<String> {
            champions.iter().map(|(place, _)| place.clone()).collect()
        };
        match meet(args, matches, &players(&of_new), &players(&of_old)) {
            Ok(tally) => output::line(format!("  its champions against those: {}", told(&tally)))?,
            Err(Failure::Stopped) => return Err(Failure::Stopped),
            // A champion of another build may use what this one has not.
            Err(failure) => output::line(format!("  the champions cannot meet: {failure}"))?,
        }
    }
    let [new_uses, old_uses] = [&of_new, &of_old].map(|champions| uses(game, champions));
    for (terminal, Use { champions, weight }) in &new_uses {
        let before = match old_uses.get(terminal) {
            Some(old) => {
                format!("before in {} of {}, {:.0} %", old.champions, of_old.len(), 100.0 * old.weight)
            }
            None => "not used before".to_owned(),
        };
        let share = 100.0 * weight;
        output::line(format!(
            "  {terminal:<20} in {champions} of {} champions, {share:>3.0} % of how far values move without it; {before}",
            of_new.len()
        ))?;
    }
    let before = known_before(args, game, old, &of_old);
    for terminal in new_uses.keys().filter(|terminal| !before.contains(**terminal)) {
        ablate(args, game, &of_new, terminal)?;
    }
    Ok(())
}

/// The terminals that the champions before could have used.
fn known_before(
    args: &Evolve,
    game: &dyn Game,
    old: &Bred,
    champions: &[(String, ChampionFile)],
) -> BTreeSet<String> {
    let runs = args.out.clone().unwrap_or_else(runs_folder);
    let manifest = old.runs.first().map(|run| runs.join(&run.name).join(MANIFEST));
    let mut known: BTreeSet<String> = match manifest.and_then(|path| std::fs::read_to_string(path).ok()) {
        Some(text) => text
            .lines()
            .filter_map(|line| line.split_once("name = \""))
            .map(|(_, name)| name.trim_end_matches('"').to_owned())
            .collect(),
        None => {
            let languages = game.languages();
            let all = languages.iter().flat_map(|language| language.primitives());
            all.map(|primitive| primitive.name.to_owned()).collect()
        }
    };
    for (_, champion) in champions {
        let knowledge = Knowledge::of(champion);
        known.extend(knowledge.terminals.into_iter().map(|terminal| terminal.name));
        known.retain(|name| !knowledge.struck.contains(name));
    }
    known
}

/// What a terminal brought: the champions that use it against themselves, with its mean in its place.
fn ablate(args: &Evolve, game: &dyn Game, champions: &[(String, ChampionFile)], terminal: &str) -> Done {
    let Some(matches) = game.in_matches() else { return Ok(()) };
    let (mut whole, mut blind) = (Vec::new(), Vec::new());
    for (place, champion) in champions {
        let Some(blinded) = game.blinded(champion, terminal) else { continue };
        if blinded.program != champion.program {
            let name = format!("{place} without {terminal}");
            lend(&name, &blinded);
            whole.push(place.clone());
            blind.push(name);
        }
    }
    if blind.is_empty() {
        return Ok(());
    }
    let tally = meet(args, matches, &whole, &blind)?;
    Ok(output::line(format!(
        "  {terminal} brought: {} of the champions that use it against themselves with its mean in its place",
        told(&tally)
    ))?)
}

/// A score with its interval.
fn told(tally: &Tally) -> String {
    let interval = wilson(tally, CONFIDENCE);
    format!("{:.3} ({:.3} to {:.3}) in {} games", tally.score(), interval.low, interval.high, tally.games())
}

/// The champions of an experiment, with their places.
fn champions(args: &Evolve, bred: &Bred) -> anyhow::Result<Vec<(String, ChampionFile)>> {
    let runs = args.out.clone().unwrap_or_else(runs_folder);
    let read = |run: &RunEntry| {
        let path = runs.join(&run.name).join(CHAMPION);
        let place = path.display().to_string();
        let text = std::fs::read_to_string(&path).with_context(|| place.clone())?;
        Ok((place.clone(), ChampionFile::parse(&text).with_context(|| place)?))
    };
    bred.runs.iter().filter(|run| run.score.is_some()).map(read).collect()
}

/// Lets the champions of each seed meet.
fn meet(args: &Evolve, game: &dyn MatchGame, new: &[String], old: &[String]) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for (seed, (new, old)) in new.iter().zip(old).enumerate() {
        let player = |name: &str| PlayerName { name: name.to_owned(), options: Vec::new() };
        let settings = Match { openings: Some(2), ..Match::new(GAMES, args.chance.seed + seed as u64) };
        let played = on_threads(args.cores.threads, || {
            game.play_match(&player(new), &player(old), &settings, Watch::default())
        })?
        .map_err(Failure::request)?;
        tally.wins += played.wins;
        tally.draws += played.draws;
        tally.losses += played.losses;
    }
    Ok(tally)
}

fn uses(game: &dyn Game, champions: &[(String, ChampionFile)]) -> BTreeMap<&'static str, Use> {
    let mut all: BTreeMap<&'static str, Use> = BTreeMap::new();
    for (_, champion) in champions {
        let Ok(shown) = game.show(champion) else { continue };
        for used in shown.trees.iter().flat_map(|tree| &tree.uses) {
            let known = all.entry(used.name).or_default();
            known.champions += 1;
            known.weight += used.weight / champions.len() as f64;
        }
    }
    all
}
