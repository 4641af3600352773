//! Each kind of fitness round works in a game, or is refused when the run is planned: none scores everybody the same for
//! ever.

use ludevo_game::game::Game;
use ludevo_runs::load;
use toml::{Table, Value};

use crate::Verdict;
use crate::subject::Tiny;

/// Generations within which some round must tell individuals apart.
const GENERATIONS: i64 = 3;

/// The kinds of rounds there are, as the refusal of an unknown one lists them.
fn kinds(experiment: &str) -> Result<Vec<String>, String> {
    let refusal = load(experiment, &["fitness=[{round=\"?\"}]".to_owned()]).err();
    let refusal = refusal.ok_or("a round of an unknown kind is accepted")?.to_string();
    let (_, kinds) = refusal.split_once("Allowed: ").ok_or(format!("no kinds of rounds in: {refusal}"))?;
    Ok(kinds.split(", ").map(str::to_owned).collect())
}

/// A small round of this kind, with the yardstick's opponent where it names one.
fn round(kind: &str, player: &str) -> Result<Table, String> {
    let keys = match kind {
        "guide" => format!("player = {player:?}\ngames = 4"),
        "foresight" => format!("player = {player:?}\ngames = 6"),
        "co-play" | "random-opponents" | "round-robin" | "single-elimination" | "hall-of-fame" => {
            "games = 2".to_owned()
        }
        "problems" => "count = 6".to_owned(),
        "rivals" => "population = 4\nproblems = 2\nsets = 2\nevery = 1".to_owned(),
        _ => return Err(format!("say here what a round of the kind `{kind}` needs")),
    };
    toml::from_str(&format!("round = {kind:?}\n{keys}")).map_err(|error| error.to_string())
}

/// Fails if a run with this round is planned and tells nobody apart; `hall` is the size of the hall of fame.
fn works_or_is_refused(experiment: &str, kind: &str, hall: i64) -> Verdict {
    let player = load(experiment, &[]).map_err(|error| error.to_string())?.experiment.yardstick.player;
    let round = round(kind, &player)?;
    let tiny = Tiny::of(experiment, &[], |document| {
        document.insert("fitness".to_owned(), Value::from(vec![round]));
        let Some(evolution) = document["evolution"].as_table_mut() else { return };
        evolution.insert("generations".to_owned(), GENERATIONS.into());
        let places = Table::from_iter([("size".to_owned(), hall.into()), ("every".to_owned(), 1.into())]);
        evolution.insert("hall_of_fame".to_owned(), places.into());
    })?;
    // Whoever plans a run hears what is wrong with it.
    let Ok(mut run) = tiny.start(&[]) else { return Ok(()) };
    let mut told_apart = false;
    loop {
        let reports = run.step().map_err(|error| error.to_string())?;
        told_apart |= reports.iter().any(|report| report.deviation > 0.0);
        if reports.is_empty() {
            break;
        }
    }
    if told_apart {
        return Ok(());
    }
    Err(format!("a `{kind}` round with {hall} places in the hall of fame scores everybody the same"))
}

/// The promise for one game, in its default experiment.
pub(crate) fn check(game: &dyn Game) -> Verdict {
    let experiment = game.facts().name;
    let mut problems = Vec::new();
    for kind in kinds(experiment)? {
        problems.extend(works_or_is_refused(experiment, &kind, 2).err());
        if kind == "hall-of-fame" {
            problems.extend(works_or_is_refused(experiment, &kind, 0).err());
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}
