//! What a change of language or settings brought: champions of two experiments, bred with the same seeds, beside each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Context, anyhow};
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Moments, Tally, mean, of_mean};
use ludevo_arena::{Match, MatchResult, Watch};
use ludevo_game::champion::ChampionFile;
use ludevo_game::champions::lend;
use ludevo_game::game::{Game, Level, MatchGame, Problem, PuzzleGame, SolverVerdict};
use ludevo_game::knowledge::Knowledge;
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_runs::compare::efforts_differ;
use ludevo_runs::folder::{CHAMPION, Folder};
use ludevo_runs::{Filter, Index, RunEntry, Split, load};
use ludevo_search::puzzle::Limits;
use serde::Serialize;
use serde_json::json;

use super::evolve::By;
use super::{asked, find_game, on_threads, series};
use crate::args::{Evolve, Output};
use crate::failure::{Done, Failure, told_once};
use crate::{output, stop};

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
    let runs = args.runs();
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
    before.sort_by_key(|run| run.seed);
    before.dedup_by_key(|run| run.seed);
    if let Some(seeds) = &seeds {
        let missing: Vec<u64> =
            seeds.iter().copied().filter(|seed| before.iter().all(|run| run.seed != *seed)).collect();
        if !missing.is_empty() {
            let known: Vec<u64> = before.iter().map(|run| run.seed).collect();
            return Err(Failure::request(anyhow!(
                "`{}` was evolved with the seeds {known:?} and not with {missing:?}",
                last.title
            )));
        }
        before.retain(|run| seeds.contains(&run.seed));
    }
    let seeds: Vec<u64> = before.iter().map(|run| run.seed).collect();
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
pub(super) const GENERATIONS: &str = "evolution.generations=";

/// What was bred by an experiment, for another program.
#[derive(Serialize)]
struct Side {
    name: String,
    seeds: Vec<u64>,
    scores: Vec<f64>,
    mean: Option<f64>,
    yardstick: Option<String>,
    games: u64,
}

/// A score with its interval: over seeds, or of one seed over its pairs of games.
#[derive(Serialize)]
struct Score {
    score: f64,
    low: f64,
    high: f64,
    games: u64,
    seeds: usize,
}

/// A difference of scores over seeds.
#[derive(Serialize)]
struct Difference {
    mean: f64,
    low: f64,
    high: f64,
    seeds: u64,
}

/// How champions use a terminal, and how those before did.
#[derive(Serialize)]
struct Used {
    terminal: &'static str,
    champions: usize,
    weight: f64,
    champions_before: usize,
    weight_before: f64,
}

/// What a terminal brought: in matches, or in solving.
#[derive(Serialize)]
struct Brought {
    terminal: &'static str,
    champions: usize,
    score: Option<Score>,
    solving: Option<Solving>,
}

/// How champions solve fresh problems, with a terminal and with its mean in its place.
#[derive(Default, Serialize)]
struct Solving {
    problems: usize,
    solved: usize,
    solved_without: usize,
    expanded: u64,
    expanded_without: u64,
    /// Whether they are of a set that champions were chosen on, since there is no other.
    chosen_on: bool,
}

/// Two experiments beside each other.
#[derive(Serialize)]
struct Compared {
    new: Side,
    old: Side,
    cautions: Vec<String>,
    difference: Option<Difference>,
    /// The champions of the first against those of the second.
    meeting: Option<Score>,
    /// Why they cannot meet.
    apart: Option<String>,
    terminals: Vec<Used>,
    brought: Vec<Brought>,
}

impl Side {
    fn of(bred: &Bred) -> Self {
        let scored: Vec<(u64, f64)> =
            bred.runs.iter().filter_map(|run| Some((run.seed, run.score?))).collect();
        let scores: Vec<f64> = scored.iter().map(|(_, score)| *score).collect();
        Side {
            name: bred.name.clone(),
            seeds: scored.iter().map(|(seed, _)| *seed).collect(),
            mean: mean(&scores),
            scores,
            yardstick: bred.runs.first().map(|run| run.yardstick.clone()),
            games: bred.runs.iter().map(|run| run.games).sum(),
        }
    }
}

impl Score {
    /// Games of one seed are games of the same two champions: how much another seed would give shows in what seeds differ by.
    fn of(matches: &[MatchResult]) -> Self {
        let mut tally = Tally::default();
        let mut scores = Moments::default();
        for played in matches {
            tally.wins += played.wins;
            tally.draws += played.draws;
            tally.losses += played.losses;
            scores.push(played.score);
        }
        let Interval { low, high } = match matches {
            [only] => Interval { low: only.low, high: only.high },
            _ => of_mean(&scores, CONFIDENCE),
        };
        Score {
            score: tally.score(),
            low: low.max(0.0),
            high: high.min(1.0),
            games: tally.games(),
            seeds: matches.len(),
        }
    }

    fn told(&self) -> String {
        let over = if self.seeds > 1 { ", 95 % over seeds" } else { ", one seed" };
        format!("{:.3} ({:.3} to {:.3}{over}) in {} games", self.score, self.low, self.high, self.games)
    }
}

/// What a reader must know before believing it.
fn cautions(new: &Side, old: &Side) -> Vec<String> {
    let mut cautions = Vec::new();
    if new.yardstick != old.yardstick {
        cautions
            .push("their yardsticks differ, so these scores say nothing about which is better".to_owned());
    }
    let games = [new, old].map(|side| (side.name.as_str(), side.games as f64));
    cautions.extend(efforts_differ(&games));
    cautions
}

/// Prints the difference between two experiments; what there is of it after Ctrl-C or a failure.
pub(crate) fn print(args: &Evolve, new: &Bred, old: &Bred) -> Done {
    let mut compared = Compared::of_scores(new, old);
    let whole = compared.look_into(args, new, old);
    print_compared(args, &compared)?;
    whole
}

fn print_compared(args: &Evolve, compared: &Compared) -> Done {
    if args.json {
        let output = Output { json: true, csv: false };
        return Ok(output::data(output, &json!({ "comparison": compared }))?);
    }
    let Compared { new, old, cautions, difference, meeting, apart, terminals, brought } = compared;
    output::line(format!("\n{} beside {}, seed by seed", new.name, old.name))?;
    for side in [new, old] {
        let all: Vec<String> = side.scores.iter().map(|score| format!("{score:.3}")).collect();
        output::line(format!(
            "  {}: mean score {:.3} against {} ({}), {} games of evolution",
            side.name,
            side.mean.unwrap_or(0.0),
            side.yardstick.as_deref().unwrap_or("nobody"),
            all.join(", "),
            side.games
        ))?;
    }
    cautions.iter().try_for_each(|caution| output::line(format!("  {caution}")))?;
    if let Some(Difference { mean, low, high, .. }) = difference {
        output::line(format!(
            "  difference of the scores: {mean:+.3} ({low:+.3} to {high:+.3}, 95 % over seeds, Student's)"
        ))?;
    }
    if let Some(score) = meeting {
        output::line(format!("  its champions against those: {}", score.told()))?;
    }
    if let Some(why) = apart {
        output::line(format!("  the champions cannot meet: {why}"))?;
    }
    for Used { terminal, champions, weight, champions_before, weight_before } in terminals {
        let before = match champions_before {
            0 => "not used before".to_owned(),
            _ => {
                format!(
                    "before in {champions_before} of {}, {:.0} %",
                    old.scores.len(),
                    100.0 * weight_before
                )
            }
        };
        let share = 100.0 * weight;
        output::line(format!(
            "  {terminal:<20} in {champions} of {} champions, {share:>3.0} % of how far values move without it; {before}",
            new.scores.len()
        ))?;
    }
    for Brought { terminal, score, solving, .. } in brought {
        if let Some(score) = score {
            output::line(format!(
                "  {terminal} brought: {} of the champions that use it against themselves with its mean in its place",
                score.told()
            ))?;
        }
        if let Some(Solving { problems, solved, solved_without, expanded, expanded_without, chosen_on }) =
            solving
        {
            let caution =
                if *chosen_on { "; problems of that set are what champions were chosen on" } else { "" };
            output::line(format!(
                "  {terminal} brought: {solved} of {problems} problems solved with {expanded} positions by the champions that use \
                 it, {solved_without} with {expanded_without} with its mean in its place{caution}"
            ))?;
        }
    }
    Ok(())
}

impl Compared {
    /// What the scores say.
    fn of_scores(new: &Bred, old: &Bred) -> Self {
        let [new_side, old_side] = [new, old].map(Side::of);
        let paired: Vec<f64> =
            new.runs.iter().filter_map(|run| Some(run.score? - score_of(old, run.seed)?)).collect();
        Compared {
            cautions: cautions(&new_side, &old_side),
            new: new_side,
            old: old_side,
            difference: difference(&paired),
            meeting: None,
            apart: None,
            terminals: Vec::new(),
            brought: Vec::new(),
        }
    }

    /// Adds what the champions say, as far as they can be read.
    fn look_into(&mut self, args: &Evolve, new: &Bred, old: &Bred) -> Done {
        let [of_new, of_old] = [new, old].map(|bred| champions(args, bred));
        let (of_new, of_old) = match (of_new, of_old) {
            (Ok(of_new), Ok(of_old)) => (of_new, of_old),
            (Err(error), _) | (_, Err(error)) => {
                self.apart = Some(told_once(&error));
                return Ok(());
            }
        };
        let (Some(first), Some(_)) = (of_new.first(), of_old.first()) else { return Ok(()) };
        let game = find_game(&first.file.game)?;
        if let Some(matches) = game.in_matches() {
            let pairs = of_new.iter().filter_map(|one| {
                let other = of_old.iter().find(|other| other.seed == one.seed)?;
                Some((one.place.clone(), other.place.clone()))
            });
            let pairs: Vec<_> = pairs.collect();
            match meet(args, matches, &pairs) {
                Ok(_) if pairs.is_empty() => {}
                Ok(played) => self.meeting = Some(Score::of(&played)),
                Err(Failure::Stopped) => return Err(Failure::Stopped),
                // A champion of another build may use what this one has not.
                Err(failure) => self.apart = Some(failure.to_string()),
            }
        }
        let [new_uses, old_uses] = [&of_new, &of_old].map(|champions| uses(game, champions));
        for (terminal, Use { champions, weight }) in &new_uses {
            let before = old_uses.get(terminal);
            self.terminals.push(Used {
                terminal,
                champions: *champions,
                weight: *weight,
                champions_before: before.map_or(0, |before| before.champions),
                weight_before: before.map_or(0.0, |before| before.weight),
            });
        }
        let before = known_before(args, game, old, &of_old);
        for terminal in new_uses.keys().filter(|terminal| !before.contains(**terminal)) {
            self.brought.extend(ablated(args, game, &of_new, terminal)?);
        }
        Ok(())
    }
}

/// The score of the run of a seed.
fn score_of(bred: &Bred, seed: u64) -> Option<f64> {
    bred.runs.iter().find(|run| run.seed == seed)?.score
}

fn difference(paired: &[f64]) -> Option<Difference> {
    if paired.len() < 2 {
        return None;
    }
    let mut moments = Moments::default();
    paired.iter().for_each(|difference| moments.push(*difference));
    let interval = of_mean(&moments, CONFIDENCE);
    Some(Difference {
        mean: moments.mean(),
        low: interval.low,
        high: interval.high,
        seeds: paired.len() as u64,
    })
}

/// A champion of a run.
struct OfRun {
    /// The name of its folder.
    run: String,
    seed: u64,
    place: String,
    file: ChampionFile,
}

/// The terminals that the champions before could have used.
fn known_before(args: &Evolve, game: &dyn Game, old: &Bred, champions: &[OfRun]) -> BTreeSet<String> {
    let runs = args.runs();
    let first = old.runs.first().map(|run| runs.join(&run.name));
    let mut known: BTreeSet<String> = first.and_then(|run| stated(&run)).unwrap_or_else(|| {
        let languages = game.languages();
        let all = languages.iter().flat_map(|language| language.primitives());
        all.map(|primitive| primitive.name.to_owned()).collect()
    });
    for champion in champions {
        let knowledge = Knowledge::of(&champion.file);
        known.extend(knowledge.terminals.into_iter().map(|terminal| terminal.name));
        known.retain(|name| !knowledge.struck.contains(name));
    }
    known
}

/// The terminals of the game of one's own that a run keeps.
#[cfg(feature = "own-games")]
fn stated(run: &Path) -> Option<BTreeSet<String>> {
    let manifest = std::fs::read_to_string(run.join(registry::MODULE).with_extension("toml")).ok()?;
    let manifest = ludevo_plugin::Manifest::parse(&manifest).ok()?;
    Some(manifest.terminals.into_iter().map(|terminal| terminal.name).collect())
}

#[cfg(not(feature = "own-games"))]
fn stated(_run: &Path) -> Option<BTreeSet<String>> {
    None
}

/// What a terminal brought: the champions that use it against themselves, with its mean in its place.
fn ablated(
    args: &Evolve,
    game: &dyn Game,
    champions: &[OfRun],
    terminal: &'static str,
) -> Result<Option<Brought>, Failure> {
    let mut pairs = Vec::new();
    for OfRun { place, file, .. } in champions {
        let Some(blinded) = game.blinded(file, terminal) else { continue };
        if blinded.program != file.program {
            let name = format!("{place} without {terminal}");
            lend(&name, &blinded);
            pairs.push((place.clone(), name));
        }
    }
    if pairs.is_empty() {
        return Ok(None);
    }
    let (mut score, mut solving) = (None, None);
    if let Some(matches) = game.in_matches() {
        score = Some(Score::of(&meet(args, matches, &pairs)?));
    } else if let Some(puzzle) = game.as_puzzle() {
        let levels = puzzle.levels();
        solving = Some(solve(puzzle, &met_by(args, champions, &levels), &pairs)?);
    }
    Ok(Some(Brought { terminal, champions: pairs.len(), score, solving }))
}

/// Problems that champions solve with a terminal and without it.
const PROBLEMS: usize = 50;
/// Positions that they may expand for each.
const EXPANDED: u64 = 20_000;

/// The names of what champions of runs have met, as their experiments say; where one cannot be read, all.
fn met_by(args: &Evolve, champions: &[OfRun], levels: &[Level]) -> BTreeSet<String> {
    let runs = args.runs();
    let split = |champion: &OfRun| {
        let (provenance, loaded) = Folder::open(&runs.join(&champion.run)).ok()?.experiment().ok()?;
        let Split { bred_on, chosen_on } = loaded.split_from(&provenance.founders);
        Some(bred_on.into_iter().chain(chosen_on))
    };
    let met: Option<Vec<_>> = champions.iter().map(split).collect();
    met.map_or_else(
        || levels.iter().map(|level| level.name.to_owned()).collect(),
        |met| met.into_iter().flatten().collect(),
    )
}

/// Problems that champions have not met who have met these sets; where there are none, those that nobody trains on, and that it
/// is so.
fn fresh_problems(levels: &[Level], met: &BTreeSet<String>) -> (Vec<u32>, bool) {
    let known: BTreeSet<u32> = levels
        .iter()
        .filter(|level| level.is_for_training || met.contains(level.name))
        .flat_map(|level| level.numbers)
        .copied()
        .collect();
    let of_level = |level: &Level| -> Vec<u32> {
        level.numbers.iter().copied().filter(|number| !known.contains(number)).take(PROBLEMS).collect()
    };
    if let Some(fresh) = levels.iter().map(of_level).find(|numbers| !numbers.is_empty()) {
        return (fresh, false);
    }
    let untrained = levels.iter().find(|level| !level.is_for_training);
    let numbers = untrained.map_or(&[][..], |level| &level.numbers[..level.numbers.len().min(PROBLEMS)]);
    (numbers.to_vec(), true)
}

/// Lets both of each pair solve the same problems, fresh ones if there are any.
fn solve(
    puzzle: &dyn PuzzleGame,
    met: &BTreeSet<String>,
    pairs: &[(String, String)],
) -> Result<Solving, Failure> {
    let (numbers, chosen_on) = fresh_problems(&puzzle.levels(), met);
    let limits = Limits { expanded: EXPANDED, ..Limits::default() };
    let tried = |name: &str| -> Result<(usize, u64), Failure> {
        let name = PlayerName { name: name.to_owned(), options: Vec::new() };
        let mut solver = puzzle.solver(&name, limits).map_err(asked)?;
        let (mut solved, mut expanded) = (0, 0);
        for number in &numbers {
            if stop::on_ctrl_c().load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            let problem = Problem::Number(*number);
            let found = solver.solve(&problem, false).map_err(|why| Failure::Work(anyhow!(why)))?;
            solved += usize::from(matches!(found.verdict, SolverVerdict::Solution { .. }));
            expanded += found.expanded;
        }
        Ok((solved, expanded))
    };
    let mut solving = Solving { chosen_on, ..Solving::default() };
    for (whole, blind) in pairs {
        let ((solved, expanded), (solved_blind, expanded_blind)) = (tried(whole)?, tried(blind)?);
        solving.problems += numbers.len();
        solving.solved += solved;
        solving.expanded += expanded;
        solving.solved_without += solved_blind;
        solving.expanded_without += expanded_blind;
    }
    Ok(solving)
}

/// The champions of an experiment, with their places.
fn champions(args: &Evolve, bred: &Bred) -> anyhow::Result<Vec<OfRun>> {
    let runs = args.runs();
    let read = |run: &RunEntry| {
        let path = runs.join(&run.name).join(CHAMPION);
        let place = path.display().to_string();
        let text = std::fs::read_to_string(&path).with_context(|| place.clone())?;
        let file = ChampionFile::parse(&text).with_context(|| place.clone())?;
        Ok(OfRun { run: run.name.clone(), seed: run.seed, place, file })
    };
    bred.runs.iter().filter(|run| run.score.is_some()).map(read).collect()
}

/// Lets each two meet; the matches are whole.
fn meet(
    args: &Evolve,
    game: &dyn MatchGame,
    pairs: &[(String, String)],
) -> Result<Vec<MatchResult>, Failure> {
    let mut matches = Vec::with_capacity(pairs.len());
    for (number, (new, old)) in pairs.iter().enumerate() {
        let player = |name: &str| PlayerName { name: name.to_owned(), options: Vec::new() };
        let settings = Match { openings: Some(2), ..Match::new(GAMES, args.chance.seed + number as u64) };
        let played = on_threads(args.cores.threads, || {
            let watch = Watch { stop: Some(stop::on_ctrl_c()), ..Watch::default() };
            game.play_match(&player(new), &player(old), &settings, watch)
        })?
        .map_err(asked)?;
        if played.stopped {
            return Err(Failure::Stopped);
        }
        matches.push(played);
    }
    Ok(matches)
}

fn uses(game: &dyn Game, champions: &[OfRun]) -> BTreeMap<&'static str, Use> {
    let mut all: BTreeMap<&'static str, Use> = BTreeMap::new();
    for champion in champions {
        let Ok(shown) = game.show(&champion.file) else { continue };
        for used in shown.trees.iter().flat_map(|tree| &tree.uses) {
            let known = all.entry(used.name).or_default();
            known.champions += 1;
            known.weight += used.weight / champions.len() as f64;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(wins: u64, losses: u64) -> MatchResult {
        ludevo_games::open();
        let game = find_game("reversi").ok().and_then(|game| game.in_matches()).expect("a game");
        let random: PlayerName = "random".parse().expect("a player");
        let some = game.play_match(&random, &random, &Match::new(2, 1), Watch::default()).expect("a match");
        let score = wins as f64 / (wins + losses) as f64;
        MatchResult { games: wins + losses, wins, draws: 0, losses, score, low: 0.2, high: 0.8, ..some }
    }

    /// Two seeds that come out in opposite ways say nothing, however many games they have.
    #[test]
    fn the_interval_of_a_meeting_is_over_seeds() {
        let Score { score, low, high, games, seeds } = Score::of(&[played(90, 10), played(10, 90)]);
        assert_eq!((score, low, high, games, seeds), (0.5, 0.0, 1.0, 200, 2));
        let one = Score::of(&[played(60, 40)]);
        assert_eq!((one.score, one.low, one.high), (0.6, 0.2, 0.8), "that of its own games");
    }

    #[test]
    fn problems_are_fresh_where_a_set_was_neither_trained_nor_chosen_on() {
        let level = |name, is_for_training, numbers| Level { name, meaning: "", is_for_training, numbers };
        let levels = [
            level("training", true, &[1, 2][..]),
            level("easy", false, &[2, 3, 4]),
            level("hard", false, &[4, 5]),
        ];
        let fresh = |met: &[&str]| {
            let met = met.iter().map(|name| (*name).to_owned()).collect();
            fresh_problems(&levels, &met)
        };
        assert_eq!(fresh(&["training"]), (vec![3, 4], false));
        assert_eq!(fresh(&["easy"]), (vec![5], false));
        assert_eq!(fresh(&["easy", "hard"]), (vec![2, 3, 4], true), "said, where there is nothing else");
    }
}
