//! The first page: the games, and what is going on.

use std::collections::BTreeMap;
use std::sync::Mutex;

use axum::extract::State;
use axum::response::Html;
use ludevo_game::board::RANDOM;
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::{Game, Problem};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_game::scene::Scene;
use ludevo_game::words::percent;
use ludevo_search::rules::Side;
use maud::{Markup, html};

use super::{App, At, champion, layout, run};
use crate::board;
use crate::jobs::{Job, JobState};
use crate::lock::lock;
use crate::players::{any_solver, find_game};
use crate::refusal::Refusal;

/// The picture of a game shows the position after so many random plies.
const PLIES: usize = 18;
/// The picture of a simulation shows this moment of a round.
const MOMENT: usize = 120;
/// How many runs are listed.
const RECENT: usize = 8;

/// The page.
pub(crate) async fn page(State(app): State<App>) -> Result<Html<String>, Refusal> {
    let studio = App::clone(&app);
    let content = app
        .readers
        .work(move || {
            let listing = studio.list_runs()?;
            let runs = &listing.runs;
            let jobs = studio.jobs.all();
            let active: Vec<&Job> = jobs
                .iter()
                .filter(|job| matches!(job.state, JobState::Queued | JobState::Running | JobState::Paused))
                .collect();
            Ok(html! {
                h1 { "Games" }
                p.lead { "Evolve programs that play, read them, and play against them." }
                div.cards { @for game in registry::games() { (card(*game)) } }
                div #fresh data-busy[run::is_busy(&jobs)] {
                @if !active.is_empty() {
                    section { h2 { "Going on" } (run::jobs_table(&active)) }
                }
                section {
                    h2 { "Recent runs" }
                    @if runs.is_empty() {
                        p { "Nothing was evolved here yet. " a href="/new" { "Start a run" } "." }
                    } @else {
                        form action="/compare" method="get" {
                            (run::table(runs.iter().take(RECENT), &jobs, true))
                            p.links {
                                button.quiet { "Compare the chosen runs" }
                                a href="/runs" { "All runs" }
                            }
                        }
                    }
                    (run::damaged(&listing.problems))
                }
                }
            })
        })
        .await?;
    Ok(layout::page("Games", "/", &["gallery.js", "fresh.js"], &content))
}

fn card(game: &'static dyn Game) -> Markup {
    let facts = game.facts();
    let champion = registry::text(registry::champions(), &format!("{}/champion", facts.name));
    let champion = champion.and_then(|text| ChampionFile::parse(text).ok());
    html! {
        article.card {
            @match ready(facts.name) {
                Some(scene) => div.thumb { @if let Some(scene) = scene { (board::draw(&scene, false)) } },
                // It comes as soon as it is made.
                None => div.thumb data-part=(format!("/samples/{}", facts.name)) {},
            }
            div {
                h2 { (facts.title) }
                p.soft { (facts.kind) }
                @if let Some(champion) = &champion {
                    p { "Champion: " (score_in_words(&champion.score)) "." }
                }
                p.links {
                    @if game.at_table().is_some() || game.as_puzzle().is_some() {
                        a.button href=(format!("/play?game={}", facts.name)) { "Play" }
                    }
                    @if game.to_watch().is_some() {
                        a.button href=(format!("/watch?game={}", facts.name)) { "Watch" }
                    }
                    a.button.quiet href=(format!("/new?game={}", facts.name)) { "Evolve" }
                    @if champion.is_some() {
                        a.button.quiet href=(format!("/champions/{}/champion", facts.name)) { "Champion" }
                    }
                }
            }
        }
    }
}

/// A champion's score as its file says it, with its share as a percentage.
fn score_in_words(score: &str) -> String {
    match champion::measured(score) {
        Some((share, against, games)) => format!("{} against {against} in {games} games", percent(share)),
        // Solvers are marked for every deal, from 0 to 1.
        None => format!("mark {score}, where 1 is best"),
    }
}

/// Positions of games, made once; nothing for games that have none.
static SAMPLES: Mutex<BTreeMap<&str, Option<Scene>>> = Mutex::new(BTreeMap::new());

/// The position of a game if it was made already.
fn ready(game: &str) -> Option<Option<Scene>> {
    lock(&SAMPLES).get(game).cloned()
}

/// A position of the game, the same every time.
fn sample(game: &'static dyn Game) -> Option<Scene> {
    let name = game.facts().name;
    ready(name).unwrap_or_else(|| {
        let made = make_sample(game);
        lock(&SAMPLES).insert(name, made.clone());
        made
    })
}

/// Makes the positions of all games, before anybody asks for them.
pub(crate) fn make_samples() {
    registry::games().iter().for_each(|game| drop(sample(*game)));
}

/// The picture of a game.
pub(crate) async fn sample_of(State(app): State<App>, At(name): At<String>) -> Result<Html<String>, Refusal> {
    let scene = app.readers.work(move || Ok(sample(find_game(&name)?))).await?;
    Ok(Html(scene.map_or(String::new(), |scene| board::draw(&scene, false).into_string())))
}

fn make_sample(game: &'static dyn Game) -> Option<Scene> {
    let player = |name: &str| PlayerName { name: name.to_owned(), options: Vec::new() };
    if let Some(facet) = game.to_watch() {
        let agents = facet.agents();
        let [(first, _), .., (second, _)] = agents[..] else { return None };
        let frames = facet.watch(&player(first), &player(second), 3).ok()?;
        return Some(frames.into_iter().nth(MOMENT)?.scene);
    }
    let Some(facet) = game.at_table() else {
        let puzzle = game.as_puzzle()?;
        return Some(puzzle.table(&Problem::Number(1), &any_solver(game)?).ok()?.scene());
    };
    let mut table = facet.table(&player(RANDOM.0), Side::First, 3).ok()?;
    for _ in 0..PLIES {
        if table.outcome().is_some() {
            break;
        }
        table.reply().ok()?;
    }
    Some(table.scene())
}
