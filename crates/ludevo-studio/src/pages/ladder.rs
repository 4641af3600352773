//! Ladders of players with their payoff table, and matches between two.

use axum::Json;
use axum::extract::rejection::{FormRejection, PathRejection, QueryRejection};
use axum::extract::{Form, Path, Query, State};
use axum::response::{Html, Redirect};
use ludevo_arena::{Ending, Record};
use ludevo_game::game::Game;
use ludevo_game::registry;
use ludevo_game::words::percent;
use maud::{Markup, html};

use super::play::select;
use super::{App, At, Fields, field, game_of, layout, number, solvers};
use crate::matches::{self, Ladder, Played, Standing, Status};
use crate::players::{self, Seat, find_game};
use crate::refusal::Refusal;

/// The most players of a ladder.
const PLAYERS: usize = 12;
/// Players that a ladder is proposed with, where a game has them.
const PROPOSED: [&str; 5] = ["champion", "random", "ab1", "ab2", "ab3"];

/// The games that have ladders.
pub(crate) async fn choose() -> Redirect {
    let game = registry::games().iter().find(|game| game.in_matches().is_some());
    Redirect::to(&format!("/ladder/{}", game.map_or("", |game| game.facts().name)))
}

/// The ladder of a game.
pub(crate) async fn page(
    State(app): State<App>,
    At(name): At<String>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    let Query(fields) = fields?;
    let game = game_of(&app, &name).await?;
    if game.in_matches().is_none() {
        if game.as_puzzle().is_some() {
            return solvers::page(app, game, &fields).await;
        }
        return Err(Refusal::missing(format!("{} has no ladder.", game.facts().title)));
    }
    let studio = App::clone(&app);
    let first = field(&fields, "first").unwrap_or("champion").to_owned();
    let find = field(&fields, "find").unwrap_or_default().to_owned();
    let (asked, sought) = (first.clone(), find.clone());
    let work = move || {
        let offer = players::offered(&studio, game, &sought, &[&asked])?;
        let ladder = studio.matches.ladder(game)?;
        let meanings = meanings(&studio, game, ladder.as_ref());
        Ok((offer, ladder.map(|ladder| (ladder, meanings)), studio.matches.ladder_status(game)))
    };
    let (offer, ladder, status) = app.readers.work(work).await?;
    let seats = &offer.seats;
    // Whoever is not the first, a hand-written one if there is one.
    let other = seats.iter().rfind(|seat| seat.id != first).map(|seat| seat.id.clone());
    let second =
        if seats.iter().any(|seat| seat.id == "ab3") { "ab3".to_owned() } else { other.unwrap_or_default() };
    let content = html! {
        h1 { "Ladder: " (game.facts().title) }
        (known_ladders(registry::games(), &name))
        (underway(status.as_ref(), &format!("/ladder/{name}")))
        @if let Some((ladder, meanings)) = &ladder { (standings(ladder, meanings)) }
        @if offer.more > 0 || !find.is_empty() {
            (layout::search(&format!("/ladder/{name}"), "Find champions made here", &find, &[("first", &first)]))
            @if offer.more > 0 { p.soft { (offer.more) " more champions made here are not in the lists." } }
        }
        section {
            h2 { "A match between two" }
            form.settings action="/matches" method="post" {
                input type="hidden" name="game" value=(name);
                label { "First" (select("first", seats, &first)) span.soft { "its score is reported" } }
                label { "Second" (select("second", seats, &second)) span.soft { "its opponent" } }
                label { "Games" input type="number" name="games" value="20" min="2" max="10000" step="2" required;
                    span.soft { "each random opening twice, sides swapped" } }
                p { button { "Play the match" } }
            }
        }
        section {
            h2 { "Rate players anew" }
            form action=(format!("/ladder/{name}")) method="post" {
                (choice(seats, &PROPOSED))
                label { "Games of each pair " input type="number" name="games" value="20" min="2" max="1000" step="2" required; }
                p { button { "Play the ladder" } }
            }
        }
    };
    Ok(layout::page(
        &format!("Ladder: {}", game.facts().title),
        "/ladder",
        &["contest.js", "form.js"],
        &content,
    ))
}

/// Links to all ladders, with that of the game of this name marked.
pub(crate) fn known_ladders(games: &[&'static dyn Game], shown: &str) -> Markup {
    let has = |game: &&&'static dyn Game| game.in_matches().is_some() || game.as_puzzle().is_some();
    html! { p.links { @for known in games.iter().filter(has) {
        a.button.quiet href=(format!("/ladder/{}", known.facts().name))
            aria-current=[(known.facts().name == shown).then_some("page")] { (known.facts().title) }
    } } }
}

/// Players to be ticked.
pub(crate) fn choice(seats: &[Seat], proposed: &[&str]) -> Markup {
    html! {
        fieldset.seats { legend { "Players" }
            @for seat in seats {
                label {
                    input type="checkbox" name="player" value=(seat.id) checked[proposed.contains(&seat.id.as_str())];
                    span { (seat.id) span.soft { (seat.words) } }
                }
            }
        }
    }
}

/// How far a contest is; the page reloads when it is over.
pub(crate) fn underway(status: Option<&Status>, address: &str) -> Markup {
    html! {
        @match status {
            Some(Status { problem: Some(problem), .. }) => p.problem role="alert" { "It failed: " (problem) },
            Some(status) if !status.over => div.meter data-contest=(address) {
                progress max=(status.of) value=(status.done) aria-label="games played" {}
                p role="status" { span #done { (status.done) } " of " (status.of) " games" }
                form method="post" action="/matches/stop" {
                    input type="hidden" name="back" value=(address);
                    button.quiet { "Stop, and keep what was played" }
                }
            },
            _ => {},
        }
    }
}

/// What the players of a ladder are, in its order.
fn meanings(studio: &App, game: &'static dyn Game, ladder: Option<&Ladder>) -> Vec<String> {
    let of = |standing: &Standing| players::meaning(studio, game, &standing.player).unwrap_or_default();
    ladder.map_or_else(Vec::new, |ladder| ladder.standings.iter().map(of).collect())
}

fn standings(ladder: &Ladder, meanings: &[String]) -> Markup {
    let names: Vec<&str> = ladder.standings.iter().map(|standing| standing.player.as_str()).collect();
    let cell = |one: usize, other: usize| {
        let [wins, draws, losses] = ladder.payoffs[one][other];
        let games = (wins + draws + losses).max(1) as f64;
        let score = (wins as f64 + draws as f64 / 2.0) / games;
        let words = format!(
            "{} against {}: {} of the points; {wins} won, {draws} drawn, {losses} lost",
            names[one],
            names[other],
            percent(score)
        );
        html! { td.payoff tabindex="0" data-words=(words) title=(words) data-tenth=((score * 10.0).round() as u8) {
            (format!("{:.0}", score * 100.0))
        } }
    };
    let standing = |(place, standing): (usize, &Standing)| {
        vec![
            html! { (place) },
            html! { strong { (standing.player) } @if let Some(meaning) = meanings.get(place - 1) { br; span.soft { (meaning) } } },
            html! { (rating(standing.elo)) },
            html! { (rating(standing.low)) " to " (rating(standing.high)) },
            html! { (percent(standing.score)) },
            html! { (standing.games) },
        ]
    };
    let standings: Vec<_> = (1..).zip(&ladder.standings).map(standing).collect();
    html! {
        section {
            h2 { "Standings" }
            (layout::records(&["place", "player", "Elo", "95 % interval", "score", "games"], &standings))
            @if ladder.draws_added {
                p.soft { "One draw was added between every two players, since someone won or lost everything." }
            }
            h2 { "Who beats whom" }
            p.soft { "Share of the points of the row's player against the column's, in %, in " (ladder.games) " games each." }
            div.wide { table.payoffs {
                thead { tr { th {} @for name in &names { th { (name) } } } }
                tbody { @for (one, name) in names.iter().enumerate() { tr {
                    th { (name) }
                    @for other in 0..names.len() { @if one == other { td { "–" } } @else { (cell(one, other)) } }
                } } }
            } }
            p #payoff role="status" aria-live="polite" {}
        }
    }
}

/// A rating with its sign.
fn rating(elo: f64) -> String {
    format!("{elo:+.0}").replace('-', "−")
}

/// Starts a ladder.
pub(crate) async fn start(
    State(app): State<App>,
    At(name): At<String>,
    fields: Result<Form<Fields>, FormRejection>,
) -> Result<Redirect, Refusal> {
    let Form(fields) = fields?;
    let game = game_of(&app, &name).await?;
    if game.in_matches().is_none() && game.as_puzzle().is_some() {
        return solvers::start(app, game, fields).await;
    }
    let games = even(number(&fields, "games", 2..=1000)?.unwrap_or(20))?;
    let chosen: Vec<String> =
        fields.iter().filter(|(key, _)| key == "player").map(|(_, value)| value.clone()).collect();
    if chosen.len() > PLAYERS {
        return Err(Refusal::bad(format!("A ladder has at most {PLAYERS} players.")));
    }
    let studio = App::clone(&app);
    app.readers.work(move || matches::start_ladder(&studio, game, &chosen, games)).await?;
    Ok(Redirect::to(&format!("/ladder/{}", game.facts().name)))
}

/// Each opening is played twice.
fn even(games: u64) -> Result<u64, Refusal> {
    if games.is_multiple_of(2) { Ok(games) } else { Err(Refusal::bad("The number of games must be even.")) }
}

/// How far the ladder of a game is.
pub(crate) async fn progress(
    State(app): State<App>,
    At(name): At<String>,
) -> Result<Json<Option<Status>>, Refusal> {
    Ok(Json(app.matches.ladder_status(game_of(&app, &name).await?)))
}

/// Starts a match.
pub(crate) async fn start_match(
    State(app): State<App>,
    fields: Result<Form<Fields>, FormRejection>,
) -> Result<Redirect, Refusal> {
    let Form(fields) = fields?;
    let game = game_of(&app, field(&fields, "game").unwrap_or_default()).await?;
    let games = even(number(&fields, "games", 2..=10_000)?.unwrap_or(20))?;
    let studio = App::clone(&app);
    let work = move || {
        let named = |key| field(&fields, key).ok_or_else(|| Refusal::bad("A match needs two players."));
        matches::start_match(&studio, game, [named("first")?, named("second")?], games)
    };
    let id = app.readers.work(work).await?;
    Ok(Redirect::to(&format!("/matches/{id}")))
}

fn known(path: Result<Path<u64>, PathRejection>) -> Result<u64, Refusal> {
    path.map(|Path(id)| id).map_err(|_| Refusal::missing("There is no such match."))
}

/// A match's page.
pub(crate) async fn match_page(
    State(app): State<App>,
    path: Result<Path<u64>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let id = known(path)?;
    let studio = App::clone(&app);
    let work = move || {
        let played = studio.matches.played(id)?;
        let game = played.as_ref().and_then(|played| find_game(&played.game).ok());
        let meaning =
            |id: &str| game.and_then(|game| players::meaning(&studio, game, id)).unwrap_or_default();
        let meanings = played.as_ref().map(|played| [meaning(&played.first), meaning(&played.second)]);
        Ok((studio.matches.match_status(id), played.zip(meanings)))
    };
    let (status, played) = app.readers.work(work).await?;
    if status.is_none() && played.is_none() {
        return Err(Refusal::missing("There is no such match."));
    }
    let content = html! {
        h1 { "Match " (id) }
        (underway(status.as_ref(), &format!("/matches/{id}")))
        @if let Some((played, meanings)) = &played { (outcome(id, played, meanings)) }
    };
    Ok(layout::page(&format!("Match {id}"), "/ladder", &["contest.js"], &content))
}

/// Who won a recorded game.
fn won(record: &Record) -> String {
    match record.outcome {
        Some(Ending::First) => format!("{} won", record.first),
        Some(Ending::Second) => format!("{} won", record.second),
        Some(Ending::Draw) => "drawn".to_owned(),
        None => "not over".to_owned(),
    }
}

fn outcome(id: u64, played: &Played, [one, other]: &[String; 2]) -> Markup {
    let Played { wins, draws, losses, .. } = played;
    html! {
        p.lead { (played.first) " against " (played.second) }
        dl.who { dt { (played.first) } dd { (one) } dt { (played.second) } dd { (other) } }
        p.score {
            strong { (percent(played.score)) } " of the points (95 %: " (percent(played.low)) " to " (percent(played.high))
            "): " (wins) " won, " (draws) " drawn, " (losses) " lost."
        }
        @if !played.records.is_empty() {
            h2 { "Games" }
            p.soft { "Each can be looked at again, with its biggest mistakes." }
            ol.games.record { @for (number, record) in played.records.iter().enumerate() {
                li { a href=(format!("/replay/matches/{id}/{number}")) { (record.first) " – " (record.second) }
                    ": " (won(record)) ", " (record.moves.len()) " moves" }
            } }
        }
        @if find_game(&played.game).is_ok_and(|game| game.to_watch().is_some()) {
            p { a.button href=(format!("/watch?game={}&first={}&second={}&seed=1", played.game, played.first, played.second)) {
                "Watch them meet"
            } }
        }
    }
}

/// Stops what is being played, and goes back to its page.
pub(crate) async fn stop(
    State(app): State<App>,
    fields: Result<Form<Fields>, FormRejection>,
) -> Result<Redirect, Refusal> {
    let Form(fields) = fields?;
    app.matches.stop()?;
    let is_own = |address: &&str| address.starts_with("/matches/") || address.starts_with("/ladder/");
    Ok(Redirect::to(field(&fields, "back").filter(is_own).unwrap_or("/ladder")))
}

/// How far a match is.
pub(crate) async fn match_progress(
    State(app): State<App>,
    path: Result<Path<u64>, PathRejection>,
) -> Result<Json<Option<Status>>, Refusal> {
    Ok(Json(app.matches.match_status(known(path)?)))
}
