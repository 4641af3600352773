//! The report of a run: one page that stands alone, for people who were not there.

mod chart;
mod plots;
mod tree;
mod words;

use ludevo_arena::stats::wilson_of_score;
use ludevo_evolve::{End, GenerationReport, Yardstick};
use ludevo_game::champion::ChampionFile;
use ludevo_game::experiment::Experiment;
use ludevo_game::game::{FrontEntry, Game, ShownTree};
use ludevo_game::provenance::{Provenance, quoted};
use ludevo_game::registry;
use ludevo_game::words::percent;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::folder;
use crate::folder::{CHAMPION, EXPERIMENT, Folder, FolderError, REPORT, RunResult, Timing};

pub use plots::{Figure, compared, curves, figures, front};
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
    let champion = match (&result, run.champion()?) {
        (Some(result), Some(text)) => Some(champion(run, game, result, experiment, &text)?),
        _ => None,
    };
    let (caution, champion) = champion.unwrap_or_default();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                main {
                    h1 { (title) }
                    p.soft { (game.facts().title) ": " (experiment.summary) }
                    @if let Some(result) = &result { p.score { (headline(result)) } }
                    @if let Some(caution) = caution { p.caution { "The champion's file is " (caution) "." } }
                    p.soft { (state(experiment, &log, &timing, result.as_ref())) }
                    (section("What was run", what_was_run(game, experiment, &provenance)))
                    @if !log.is_empty() {
                        (section("How it went", figures(&curves(&log, &experiment.yardstick.player))))
                    }
                    (champion)
                    (section("Make it again, play against it", commands(run, game, &provenance, experiment)))
                }
            }
        }
    };
    Ok(page.into_string() + "\n")
}

fn section(heading: &str, content: Markup) -> Markup {
    html! { section { h2 { (heading) } (content) } }
}

/// Names and what they mean, in two columns.
fn terms<'a>(terms: impl IntoIterator<Item = (&'a str, String)>) -> Markup {
    html! { dl { @for (term, meaning) in terms { dt { (term) } dd { (meaning) } } } }
}

fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Markup {
    html! {
        div.wide {
            table {
                thead { tr { @for cell in head { th { (cell) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}

/// Program text or commands.
fn code(text: &str) -> Markup {
    html! { pre { code { (text.trim_end()) } } }
}

/// Something long that opens on demand.
fn folded(title: &str, text: &str) -> Markup {
    html! { details { summary { (title) } (code(text)) } }
}

/// The champion with its scores, and what to know about its file before they are believed.
fn champion(
    run: &Folder,
    game: &dyn Game,
    result: &RunResult,
    experiment: &Experiment,
    text: &str,
) -> Result<(Option<&'static str>, Markup), FolderError> {
    let damaged = |problem: String| FolderError::Damaged { path: run.file(CHAMPION), line: None, problem };
    let champion = ChampionFile::parse(text).map_err(|error| damaged(error.to_string()))?;
    let shown = game.show(&champion).map_err(|error| damaged(error.to_string()))?;
    let at_work = match game.to_watch() {
        Some(facet) => {
            let (svg, other) = facet.animation(&champion).map_err(|error| damaged(error.to_string()))?;
            let caption = format!("The champion and {other}: one round, in the simulation's own time.");
            Some(Figure { svg: PreEscaped(svg), caption })
        }
        None => None,
    };
    let sections = html! {
        (section("The champion", html! { @for tree in &shown.trees { (show_tree(tree)) } }))
        @if let Some(figure) = at_work { (section("At work", figures(&[figure]))) }
        (section("Scores", scores(result, experiment)))
        @if !result.front.is_empty() { (section("Size against score", front_section(result))) }
    };
    Ok((champion.seal.caution(), sections))
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

fn what_was_run(game: &dyn Game, experiment: &Experiment, provenance: &Provenance) -> Markup {
    let mut origin = vec![
        ("experiment", provenance.title()),
        ("seed", provenance.seed.to_string()),
        ("version", provenance.version.clone()),
    ];
    if !provenance.founders.is_empty() {
        origin.push(("started from", provenance.founders.join(", ")));
    }
    html! {
        p { (game.facts().summary) }
        (terms(settings(game, experiment)))
        (terms(origin))
    }
}

fn show_tree(tree: &ShownTree) -> Markup {
    let sizes = if tree.simplified_nodes < tree.nodes {
        format!("{} nodes, {} once simplified without changing any value", tree.nodes, tree.simplified_nodes)
    } else {
        format!("{} nodes", tree.nodes)
    };
    let exactness = match tree.deviation {
        Some((0.0, _)) => "the same value on every sampled position".to_owned(),
        Some((largest, spread)) => {
            format!(
                "approximate: off by at most {largest:.3} on sampled positions, where values spread by {spread:.3}"
            )
        }
        None => "approximate".to_owned(),
    };
    html! {
        h3 { "Tree “" (tree.name) "”" }
        p.soft { "Decides " (tree.decides) ". " (sizes) "." }
        div.wide.tree { (draw_tree(&tree.outline, None, |label| meaning(&tree.terminals, label))) }
        @if !tree.terminals.is_empty() {
            (terms(tree.terminals.iter().map(|(name, meaning)| (*name, (*meaning).to_owned()))))
        }
        @if tree.reading == tree.simplified {
            p { "As text:" }
            (code(&tree.simplified))
        } @else {
            p { "For reading (" (exactness) "):" }
            (code(&tree.reading))
            (folded("Simplified, exactly equal", &tree.simplified))
        }
        @if tree.text != tree.simplified { (folded("As it was evolved", &tree.text)) }
    }
}

/// What the terminal of a node's label means. It may carry a factor and a parameter: 2.5*Mine(c2).
pub fn meaning<'a>(terminals: &[(&str, &'a str)], label: &str) -> Option<&'a str> {
    let name = label.rsplit('*').next()?.split('(').next()?;
    terminals.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn scores(result: &RunResult, experiment: &Experiment) -> Markup {
    let fresh = vec![
        result.yardstick.clone(),
        percent(result.score),
        format!("{} to {}", percent(result.low), percent(result.high)),
        result.fresh_games.to_string(),
    ];
    let row = |(opponent, score): (&String, &f64)| {
        let here =
            if *opponent == result.yardstick { percent(result.score) } else { "not measured here".into() };
        vec![opponent.clone(), percent(*score), here]
    };
    html! {
        (table(&["against", "share of the points", "95 % interval", "fresh games"], [fresh]))
        p.soft { (result.chosen()) }
        @for sentence in result.added() { p { (sentence) } }
        @if let Some(published) = &experiment.published {
            p { "Published for this setting (" (published.source) "):" }
            (table(&["against", "published", "this run"], published.scores.iter().map(row)))
        }
    }
}

fn front_section(result: &RunResult) -> Markup {
    let row = |point: &FrontEntry| {
        let interval = wilson_of_score(point.score, result.front_games as u64, CONFIDENCE);
        vec![
            point.nodes.to_string(),
            percent(point.score),
            format!("{} to {}", percent(interval.low), percent(interval.high)),
            point.generation.to_string(),
        ]
    };
    html! {
        p {
            "Programs that none of their size or smaller beats, on " (result.front_games) " games each against "
            (result.yardstick) ". A choice by score flatters: only the champion was measured again on fresh games."
        }
        (figures(&[front(result)]))
        (table(&["nodes", "share of the points", "95 % interval", "generation"], result.front.iter().map(row)))
        @for point in &result.front {
            (folded(&format!("{} nodes, {}", point.nodes, percent(point.score)), &point.program))
        }
    }
}

fn commands(run: &Folder, game: &dyn Game, provenance: &Provenance, experiment: &Experiment) -> Markup {
    let file = |name: &str| quoted(&run.file(name).display().to_string());
    let (champion, name) = (file(CHAMPION), &experiment.game);
    let mut uses = vec![format!("ludevo show {champion}")];
    if game.at_table().is_some() {
        uses.push(format!("ludevo play {name} --against {champion}"));
    }
    if game.in_matches().is_some() {
        let Yardstick { player, fresh_games, .. } = &experiment.yardstick;
        uses.push(format!("ludevo match {name} {champion} {} --games {fresh_games}", quoted(player)));
    }
    if game.as_puzzle().is_some() {
        uses.push(format!("ludevo solve {name} 1-100 --solver {champion}"));
    }
    let program = experiment.own.get("program").and_then(|program| program.get("language"));
    let exports = game.exports_of(program.and_then(|language| language.as_str()).unwrap_or_default());
    // A genome without a language is exported as all of its game are.
    let exports = if program.is_some() { exports } else { game.exports() };
    if !exports.is_empty() {
        uses.push(format!("ludevo export {champion} --to {}", exports.join("|")));
    }
    html! {
        p { "The same version gives the same run, to the byte:" }
        (code(&provenance.command()))
        p { "The same from the settings written out in this folder:" }
        (code(&format!("ludevo evolve {} --seed {}", file(EXPERIMENT), provenance.seed)))
        p { "Read the champion, and use it:" }
        (code(&uses.join("\n")))
    }
}
