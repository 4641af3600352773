//! What a change of language or settings brought: champions of two experiments, bred with the same seeds, beside each other.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use ludevo_arena::stats::{Tally, mean, wilson};
use ludevo_arena::{Match, Watch};
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::{Game, MatchGame};
use ludevo_game::player_name::PlayerName;
use ludevo_runs::RunOutcome;

use super::{find_game, on_threads};
use crate::args::Evolve;
use crate::failure::Done;
use crate::output;

/// The name of the program by hand that a game of the user's own comes with.
const GUIDE: &str = "guide";

/// Games between the champions of one seed.
const GAMES: u64 = 100;

/// The runs of an experiment, by seed.
pub(crate) struct Bred {
    /// What was asked for.
    pub(crate) name: String,
    /// What came of it.
    pub(crate) outcomes: Vec<RunOutcome>,
}

/// How often the champions of an experiment use a terminal, and what it weighs in them.
#[derive(Default)]
struct Use {
    champions: usize,
    weight: f64,
}

/// Prints the difference between two experiments.
pub(crate) fn print(args: &Evolve, new: &Bred, old: &Bred) -> Done {
    output::line(format!("\n{} beside {}, seed by seed", new.name, old.name))?;
    for bred in [new, old] {
        let results: Vec<_> = bred.outcomes.iter().filter_map(|outcome| outcome.result.as_ref()).collect();
        let scores: Vec<f64> = results.iter().map(|result| result.score).collect();
        let games: u64 = results.iter().map(|result| result.games_total).sum();
        let against = results.first().map_or("nobody", |result| &result.yardstick);
        let all: Vec<String> = scores.iter().map(|score| format!("{score:.3}")).collect();
        output::line(format!(
            "  {}: mean score {:.3} against {against} ({}), {games} games of evolution",
            bred.name,
            mean(&scores).unwrap_or(0.0),
            all.join(", ")
        ))?;
    }
    let champions = [new, old].map(champions);
    let [Ok(of_new), Ok(of_old)] = champions else { return Ok(()) };
    let (Some((_, first)), Some((_, second))) = (of_new.first(), of_old.first()) else { return Ok(()) };
    if first.game != second.game {
        return Ok(output::line("  they are of different games, so their champions do not meet")?);
    }
    let game = find_game(&first.game)?;
    if let Some(matches) = game.in_matches() {
        meet(args, matches, &of_new, &of_old)?;
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
    Ok(())
}

/// What evolution added to what the designer put in: a champion against the game's guide, which has the same terminals, at the
/// same depth. Nothing in games that come without one.
pub(crate) fn beyond_guide(args: &Evolve, game: &dyn Game, path: &Path, champion: &ChampionFile) -> Done {
    let (Some(matches), Some(depth)) = (game.in_matches(), champion.stated("depth")) else { return Ok(()) };
    if game.opponents().iter().all(|(name, _)| *name != GUIDE) {
        return Ok(());
    }
    let player = PlayerName { name: path.display().to_string(), options: Vec::new() };
    let guide = format!("{GUIDE}@depth={depth}").parse()?;
    let settings = Match { openings: Some(2), ..Match::new(GAMES, args.chance.seed) };
    let played =
        on_threads(args.cores.threads, || matches.play_match(&player, &guide, &settings, Watch::default()))??;
    Ok(output::line(format!(
        "what evolution added: {:.3} ({:.3} to {:.3}) against the game's own guide at the same depth, in {GAMES} games",
        played.score, played.low, played.high
    ))?)
}

/// The champions of an experiment, with their places.
fn champions(bred: &Bred) -> anyhow::Result<Vec<(String, ChampionFile)>> {
    let read = |outcome: &RunOutcome| {
        let path = outcome.folder.join("champion");
        let place = path.display().to_string();
        let text = std::fs::read_to_string(&path).with_context(|| place.clone())?;
        Ok((place.clone(), ChampionFile::parse(&text).with_context(|| place)?))
    };
    bred.outcomes.iter().filter(|outcome| outcome.result.is_some()).map(read).collect()
}

/// Lets the champions of each seed meet.
fn meet(
    args: &Evolve,
    game: &dyn MatchGame,
    new: &[(String, ChampionFile)],
    old: &[(String, ChampionFile)],
) -> Done {
    let mut tally = Tally::default();
    for (seed, ((new, _), (old, _))) in new.iter().zip(old).enumerate() {
        let player =
            |path: &str| PlayerName { name: Path::new(path).display().to_string(), options: Vec::new() };
        let settings = Match { openings: Some(2), ..Match::new(GAMES, args.chance.seed + seed as u64) };
        let played = on_threads(args.cores.threads, || {
            game.play_match(&player(new), &player(old), &settings, Watch::default())
        })??;
        tally.wins += played.wins;
        tally.draws += played.draws;
        tally.losses += played.losses;
    }
    let interval = wilson(&tally, 0.95);
    Ok(output::line(format!(
        "  its champions against those: {:.3} ({:.3} to {:.3}) in {} games",
        tally.score(),
        interval.low,
        interval.high,
        tally.games()
    ))?)
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
