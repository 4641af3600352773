//! The report of a run: one page that stands alone, for people who were not there.

mod html;
mod plots;
mod tree;
mod words;

use ludevo_arena::stats::wilson;
use ludevo_evolve::{End, GenerationReport};
use ludevo_game::champion::ChampionFile;
use ludevo_game::experiment::Experiment;
use ludevo_game::game::{FrontEntry, Game, Kind, ShownTree};
use ludevo_game::provenance::{Provenance, quoted};
use ludevo_game::words::percent;
use ludevo_games::registry;

use crate::folder::{CHAMPION, EXPERIMENT, Folder, FolderError, REPORT, RunResult, Timing};
use crate::{folder, tally_of};
use html::Page;

pub use plots::{Figure, compared, curves, front};
pub use tree::{draw as draw_tree, fold};
pub use words::{duration, settings};

const CONFIDENCE: f64 = 0.95;

/// Writes the report of a run into its folder.
pub fn write(run: &Folder) -> Result<(), FolderError> {
    folder::write_whole(&run.file(REPORT), render(run)?.as_bytes())
}

/// The report of a run as HTML: of a run that goes on, what there is of it.
pub fn render(run: &Folder) -> Result<String, FolderError> {
    let (provenance, loaded) = run.experiment()?;
    let (log, timing, result) = (run.log()?, run.timing()?, run.result()?);
    let experiment = &loaded.experiment;
    let game = registry::find(&experiment.game).expect("a loaded experiment is of a known game");
    let title = format!("{}, seed {}", provenance.experiment, provenance.seed);
    let mut page = Page::default();
    page.element("h1", &title);
    page.paragraph("soft", &format!("{}: {}", game.facts().title, experiment.summary));
    if let Some(result) = &result {
        page.paragraph("score", &headline(result));
    }
    page.paragraph("soft", &state(experiment, &log, &timing, result.as_ref()));
    page.section("What was run", |page| what_was_run(page, game, experiment, &provenance));
    if !log.is_empty() {
        page.section("How it went", |page| {
            page.figures(curves(&log, &experiment.yardstick.player));
        });
    }
    if let (Some(result), Some(text)) = (&result, run.champion()?) {
        let damaged =
            |problem: String| FolderError::Damaged { path: run.file(CHAMPION), line: None, problem };
        let champion = ChampionFile::parse(&text).map_err(|error| damaged(error.to_string()))?;
        let shown = game.show(&champion).map_err(|error| damaged(error.to_string()))?;
        page.section("The champion", |page| shown.trees.iter().for_each(|tree| show_tree(page, tree)));
        if let Kind::Simulation(facet) = game.kind() {
            let (svg, other) = facet.animation(&champion).map_err(|error| damaged(error.to_string()))?;
            let caption = format!("The champion and {other}: one round, in the simulation's own time.");
            page.section("At work", |page| page.figures([Figure { svg, caption }]));
        }
        page.section("Scores", |page| scores(page, result, experiment));
        if !result.front.is_empty() {
            page.section("Size against score", |page| front_section(page, result));
        }
    }
    page.section("Make it again, play against it", |page| commands(page, run, game, &provenance, experiment));
    Ok(page.finish(&title))
}

fn headline(result: &RunResult) -> String {
    format!(
        "The champion scores {} (95 %: {} to {}) against {} in {} fresh games.",
        percent(result.score),
        percent(result.low),
        percent(result.high),
        result.yardstick,
        result.fresh_games
    )
}

fn state(
    experiment: &Experiment,
    log: &[GenerationReport],
    timing: &[Timing],
    result: Option<&RunResult>,
) -> String {
    let done = log.last().map_or(0, |report| report.generation + 1);
    let games = log.last().map_or(0, |report| report.games_total);
    let seconds = timing.iter().fold(0.0, |sum, timing| sum + timing.seconds);
    let end = match result.filter(|result| result.generations == done).and_then(|result| result.end) {
        Some(End::Generations) => "all generations are done".to_owned(),
        Some(End::Target) => "the target was reached".to_owned(),
        Some(End::Plateau) => "there was no more progress".to_owned(),
        None => {
            format!("stopped after {done} of {} generations; it can go on", experiment.evolution.generations)
        }
    };
    let rate = if seconds > 0.0 { games as f64 / seconds } else { 0.0 };
    let lost = log.last().into_iter().flat_map(|report| &report.lost);
    let lost: String = lost.map(|lost| format!(" Without what it would have found: {lost}.")).collect();
    let took = duration(seconds);
    format!("{done} generations, {games} games in {took} ({rate:.0} games a second); {end}.{lost}")
}

fn what_was_run(page: &mut Page, game: &dyn Game, experiment: &Experiment, provenance: &Provenance) {
    page.element("p", game.facts().summary);
    page.terms(settings(game, experiment));
    let mut origin = vec![
        ("experiment", provenance.title()),
        ("seed", provenance.seed.to_string()),
        ("version", provenance.version.clone()),
    ];
    if !provenance.founders.is_empty() {
        origin.push(("started from", provenance.founders.join(", ")));
    }
    page.terms(origin);
}

fn show_tree(page: &mut Page, tree: &ShownTree) {
    page.element("h3", &format!("Tree “{}”", tree.name));
    let sizes = if tree.simplified_nodes < tree.nodes {
        format!("{} nodes, {} once simplified without changing any value", tree.nodes, tree.simplified_nodes)
    } else {
        format!("{} nodes", tree.nodes)
    };
    page.paragraph("soft", &format!("Decides {}. {sizes}.", tree.decides));
    page.scrolled(&draw_tree(&tree.outline, None, |label| meaning(&tree.terminals, label)));
    if !tree.terminals.is_empty() {
        page.terms(tree.terminals.iter().map(|(name, meaning)| (*name, (*meaning).to_owned())));
    }
    if tree.reading == tree.simplified {
        page.element("p", "As text:");
        page.code(&tree.simplified);
    } else {
        let exactness = match tree.deviation {
            Some((0.0, _)) => "the same value on every sampled position".to_owned(),
            Some((largest, spread)) => {
                format!(
                    "approximate: off by at most {largest:.3} on sampled positions, where values spread by {spread:.3}"
                )
            }
            None => "approximate".to_owned(),
        };
        page.element("p", &format!("For reading ({exactness}):"));
        page.code(&tree.reading);
        page.folded_code("Simplified, exactly equal", &tree.simplified);
    }
    if tree.text != tree.simplified {
        page.folded_code("As it was evolved", &tree.text);
    }
}

/// What the terminal of a node's label means. It may carry a factor and a parameter: 2.5*Mine(c2).
pub fn meaning<'a>(terminals: &[(&str, &'a str)], label: &str) -> Option<&'a str> {
    let name = label.rsplit('*').next()?.split('(').next()?;
    terminals.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn scores(page: &mut Page, result: &RunResult, experiment: &Experiment) {
    let fresh = vec![
        result.yardstick.clone(),
        percent(result.score),
        format!("{} to {}", percent(result.low), percent(result.high)),
        result.fresh_games.to_string(),
    ];
    page.table(&["against", "share of the points", "95 % interval", "fresh games"], [fresh]);
    page.paragraph("soft", &result.chosen());
    let Some(published) = &experiment.published else { return };
    page.element("p", &format!("Published for this setting ({}):", published.source));
    let row = |(opponent, score): (&String, &f64)| {
        let here =
            if *opponent == result.yardstick { percent(result.score) } else { "not measured here".into() };
        vec![opponent.clone(), percent(*score), here]
    };
    page.table(&["against", "published", "this run"], published.scores.iter().map(row));
}

fn front_section(page: &mut Page, result: &RunResult) {
    let note = format!(
        "Programs that none of their size or smaller beats, on {} games each against {}. A choice by score flatters: \
         only the champion was measured again on fresh games.",
        result.front_games, result.yardstick
    );
    page.element("p", &note);
    page.figures([front(result)]);
    let row = |point: &FrontEntry| {
        let interval = wilson(&tally_of(point.score, result.front_games), CONFIDENCE);
        vec![
            point.nodes.to_string(),
            percent(point.score),
            format!("{} to {}", percent(interval.low), percent(interval.high)),
            point.generation.to_string(),
        ]
    };
    page.table(
        &["nodes", "share of the points", "95 % interval", "generation"],
        result.front.iter().map(row),
    );
    for point in &result.front {
        let title = format!("{} nodes, {}", point.nodes, percent(point.score));
        page.folded_code(&title, &point.program);
    }
}

fn commands(
    page: &mut Page,
    run: &Folder,
    game: &dyn Game,
    provenance: &Provenance,
    experiment: &Experiment,
) {
    let file = |name: &str| quoted(&run.file(name).display().to_string());
    let (champion, name) = (file(CHAMPION), &experiment.game);
    page.element("p", "The same version gives the same run, to the byte:");
    page.code(&provenance.command());
    page.element("p", "The same from the settings written out in this folder:");
    page.code(&format!("ludevo evolve {} --seed {}", file(EXPERIMENT), provenance.seed));
    let (words, uses) = match game.kind() {
        Kind::TurnBased(_) => (
            "Read the champion, play against it, measure it again:",
            format!(
                "ludevo play {name} --against {champion}\nludevo match {name} {champion} {} --games {}",
                quoted(&experiment.yardstick.player),
                experiment.yardstick.fresh_games
            ),
        ),
        Kind::Puzzle(_) => (
            "Read the champion, let it solve problems:",
            format!("ludevo solve {name} 1-100 --solver {champion}"),
        ),
        Kind::Simulation(_) => (
            "Read the champion, hand it to other programs:",
            format!("ludevo export {champion} --to {}", game.exports().join("|")),
        ),
    };
    page.element("p", words);
    page.code(&format!("ludevo show {champion}\n{uses}"));
}
