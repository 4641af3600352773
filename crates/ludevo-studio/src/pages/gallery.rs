//! All champions: those that ship and those that were made here, formula first.

use axum::extract::State;
use axum::response::Html;
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::Game;
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_game::words::percent;
use maud::{Markup, html};

use super::{App, champion, layout};
use crate::players::find_game;
use crate::progress::score;
use crate::refusal::Refusal;

/// A champion of the gallery.
struct Entry {
    game: &'static dyn Game,
    /// Its name for people.
    name: String,
    /// As [`crate::players::find`] takes it.
    player: String,
    address: String,
    score: String,
}

/// The page.
pub(crate) async fn page(State(app): State<App>) -> Result<Html<String>, Refusal> {
    let studio = App::clone(&app);
    let content = app
        .readers
        .work(move || {
            let mut entries: Vec<Entry> = registry::champions().iter().filter_map(shipped).collect();
            let (runs, _) = studio.list_runs()?;
            for run in runs.iter().filter(|run| run.score.is_some()) {
                let (Ok(game), Some(share)) = (find_game(&run.game), run.score) else { continue };
                let interval = match (run.low, run.high) {
                    (Some(low), Some(high)) => format!(" (95 %: {} to {})", percent(low), percent(high)),
                    _ => String::new(),
                };
                entries.push(Entry {
                    game,
                    name: run.name.clone(),
                    player: format!("run:{}", run.name),
                    address: format!("/runs/{}/champion", run.name),
                    score: format!("{}{interval} against {}", percent(share), run.yardstick),
                });
            }
            Ok(html! {
                h1 { "Champions" }
                p.lead { "Programs that evolution found, as formulas: what each looks at, and what it scored on fresh games." }
                @for game in registry::games() {
                    @let name = game.facts().name;
                    @if entries.iter().any(|entry| entry.game.facts().name == name) {
                        section {
                            h2 { (game.facts().title) }
                            div.gallery { @for entry in entries.iter().filter(|entry| entry.game.facts().name == name) { (card(entry)) } }
                        }
                    }
                }
            })
        })
        .await?;
    Ok(layout::page("Champions", "/champions", &["gallery.js"], &content))
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
        player: PlayerName::of_shipped(short),
        address: format!("/champions/{name}"),
        score,
    })
}

fn card(entry: &Entry) -> Markup {
    let game = entry.game.facts().name;
    let plays = entry.game.at_table().is_some() || entry.game.as_puzzle().is_some();
    html! {
        article.card.champion {
            h3 { a href=(entry.address) { (entry.name) } }
            div.formula data-formula=(format!("{}/formula", entry.address)) { p.soft { "Reading its program…" } }
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
