//! All champions: those that ship and those that were made here, formula first.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Html;
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::Game;
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_game::words::percent;
use ludevo_runs::RunEntry;
use maud::{Markup, html};

use super::{App, Fields, champion, field, layout, number};
use crate::players::find_game;
use crate::progress::score;
use crate::refusal::Refusal;
use crate::sought::Sought;

/// A champion of the gallery.
struct Entry {
    game: &'static dyn Game,
    /// Its name for people.
    name: String,
    /// The experiment that it came of.
    made_by: String,
    /// As [`crate::players::find`] takes it.
    player: String,
    address: String,
    score: String,
}

/// So many champions that were made here are on a page.
const ON_A_PAGE: usize = 24;

/// The page.
pub(crate) async fn page(
    State(app): State<App>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    let Query(fields) = fields?;
    let find = field(&fields, "find").unwrap_or_default().to_owned();
    let page = number(&fields, "page", 1..=1_000_000_u64)?.unwrap_or(1) as usize;
    let studio = App::clone(&app);
    let content = app
        .readers
        .work(move || {
            let sought = Sought::new(&find);
            let is_wanted = |entry: &Entry| {
                sought.is_wanted(&[&entry.name, &entry.made_by, entry.game.facts().title])
            };
            let listing = studio.list_runs()?;
            let made: Vec<Entry> = listing.runs.iter().filter_map(of_run).filter(is_wanted).collect();
            let shipped: Vec<Entry> = registry::champions().iter().filter_map(shipped).filter(is_wanted).collect();
            let (page, pages, here) = layout::on_page(page, ON_A_PAGE, made.len());
            let of_game = |game: &'static dyn Game| {
                shipped.iter().filter(|entry| entry.game.facts().name == game.facts().name).collect::<Vec<_>>()
            };
            let sections: Vec<(&str, Vec<&Entry>)> = registry::games()
                .iter()
                .map(|game| (game.facts().title, of_game(*game)))
                .filter(|(_, entries)| page == 1 && !entries.is_empty())
                .collect();
            Ok(html! {
                h1 { "Champions" }
                p.lead { "Programs that evolution found, as formulas: what each looks at, and what it scored on fresh games." }
                (layout::search("/champions", "Find a champion, a game or an experiment", &find, &[]))
                @if made.is_empty() && sections.is_empty() { p { "None found." } }
                @if !made.is_empty() {
                    section {
                        h2 { "Made here" }
                        p.soft { "The newest first, " (made.len()) " in all." }
                        div.gallery { @for entry in &made[here] { (card(entry, true)) } }
                        (layout::pages(page, pages, &format!("/champions?find={}", layout::encoded(&find))))
                    }
                }
                @for (title, entries) in &sections {
                    section {
                        h2 { (title) }
                        div.gallery { @for entry in entries { (card(entry, false)) } }
                    }
                }
            })
        })
        .await?;
    Ok(layout::page("Champions", "/champions", &["gallery.js"], &content))
}

/// The champion of a run, if it has one.
fn of_run(run: &RunEntry) -> Option<Entry> {
    let interval = match (run.low, run.high) {
        (Some(low), Some(high)) => format!(" (95 %: {} to {})", percent(low), percent(high)),
        _ => String::new(),
    };
    let score = percent(run.score?);
    Some(Entry {
        game: find_game(&run.game).ok()?,
        name: run.name.clone(),
        made_by: run.title.clone(),
        player: format!("run:{}", run.name),
        address: format!("/runs/{}/champion", run.name),
        score: format!("{score}{interval} against {}", run.yardstick),
    })
}

fn shipped((name, text): &(&'static str, &'static str)) -> Option<Entry> {
    let (game, short) = name.split_once('/')?;
    let file = ChampionFile::parse(text).ok()?;
    let score = match champion::measured(&file.score) {
        Some((share, against, games)) => {
            format!("{} against {against}, {games} fresh games", score(share, games))
        }
        None => file.score.clone(),
    };
    Some(Entry {
        game: find_game(game).ok()?,
        name: short.to_owned(),
        made_by: file.provenance.experiment.clone(),
        player: PlayerName::of_shipped(short),
        address: format!("/champions/{name}"),
        score,
    })
}

fn card(entry: &Entry, with_game: bool) -> Markup {
    let game = entry.game.facts().name;
    let plays = entry.game.at_table().is_some() || entry.game.as_puzzle().is_some();
    html! {
        article.card.champion {
            h3 { a href=(entry.address) { (entry.name) } }
            p.soft { @if with_game { (entry.game.facts().title) ", evolved" } @else { "Evolved" } " by " (entry.made_by) }
            div.formula data-part=(format!("{}/formula", entry.address)) { p.soft { "Reading its program…" } }
            p { (entry.score) }
            p.links {
                @if plays { a.button href=(format!("/play?game={game}&against={}", entry.player)) { "Play" } }
                @if entry.game.to_watch().is_some() {
                    a.button href=(format!("/watch?game={game}&one={}", entry.player)) { "Watch" }
                }
                @if entry.game.in_matches().is_some() {
                    a.button.quiet href=(format!("/ladder/{game}?first={}", entry.player)) { "Match" }
                }
            }
        }
    }
}
