//! Recorded games with a scrubber.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use ludevo_arena::{Names, Record};
use ludevo_game::game::{Game, Problem, PuzzleGame};
use ludevo_game::registry;
use ludevo_game::scene::Frame;
use maud::{PreEscaped, html};
use serde::Serialize;

use super::{App, Fields, field, layout, number, play};
use crate::board;
use crate::players::{self, any_solver, find_game};
use crate::refusal::Refusal;
use crate::sessions::at;

/// How many frames are sent at once.
const CHUNK: usize = 40;
/// Where a record is.
#[derive(Clone)]
enum Place {
    Game(u64),
    Match(u64, usize),
    /// A puzzle, one of its problems, and who solves it.
    Solution(String, u32, String),
    /// A simulation, who meet in it, and the seed of their round.
    Battle(String, String, String, u64),
}

impl Place {
    fn record(&self, app: &App) -> Result<Record, Refusal> {
        match *self {
            Place::Game(id) => {
                let session = app.sessions.find(app, id)?;
                let record = at(&session).record();
                Ok(record)
            }
            Place::Match(id, number) => {
                let missing = || Refusal::missing("There is no such recorded game.");
                let played = app.matches.played(id)?.ok_or_else(missing)?;
                played.records.into_iter().nth(number).ok_or_else(missing)
            }
            Place::Solution(ref game, number, ref solver) => solution(app, game, number, solver),
            Place::Battle(ref game, ref first, ref second, seed) => battle(game, first, second, seed),
        }
    }

    fn address(&self) -> String {
        match self {
            Place::Game(id) => format!("/replay/games/{id}"),
            Place::Match(id, number) => format!("/replay/matches/{id}/{number}"),
            Place::Solution(game, number, solver) => format!("/replay/solutions/{game}/{number}/{solver}"),
            Place::Battle(game, first, second, seed) => {
                format!("/replay/battles/{game}/{first}/{second}/{seed}")
            }
        }
    }

    fn title(&self, record: &Record) -> String {
        let players = format!("{} against {}", record.first, record.second);
        match self {
            Place::Game(id) => format!("Game {id}: {players}"),
            Place::Match(id, number) => format!("Match {id}, game {}: {players}", number + 1),
            Place::Solution(game, number, solver) => format!("{game} {number}, solved by {solver}"),
            Place::Battle(_, _, _, seed) => format!("{players}, seed {seed}"),
        }
    }

    async fn page(self, app: App) -> Result<Html<String>, Refusal> {
        let (studio, place) = (App::clone(&app), self.clone());
        let work = move || {
            let record = place.record(&studio)?;
            let frames = frames(&studio, &record)?;
            Ok((record, frames))
        };
        let (record, frames) = app.thinkers.work(work).await?;
        let last = frames.len() - 1;
        // Moves are thought over, battles go on by themselves.
        let speed = if matches!(self, Place::Battle(..)) { 30 } else { 3 };
        let content = html! {
            div.replay data-replay=(self.address()) data-last=(last) data-chunk=(CHUNK) {
                h1 { (self.title(&record)) }
                p #status role="status" aria-live="polite" { "Start, 0 of " (last) }
                div #board { (PreEscaped(board::draw(&frames[0].scene, false).into_string())) }
                div.scrub {
                    button #first.quiet type="button" aria-label="to the start" { "|◀" }
                    button #back.quiet type="button" aria-label="one back" { "◀" }
                    button #run type="button" { "Play" }
                    button #on.quiet type="button" aria-label="one on" { "▶" }
                    button #last.quiet type="button" aria-label="to the end" { "▶|" }
                    input #scrubber type="range" min="0" max=(last) value="0" aria-label="moment";
                    label { "Speed "
                        select #speed {
                            @for known in [1, 3, 10, 30, 60] {
                                option value=(known) selected[known == speed] { (known) " a second" }
                            }
                        }
                    }
                }
                @if frames.iter().any(|frame| !frame.why.is_empty()) {
                    details open { summary { "What their trees come to at this moment" } pre #why { (frames[0].why) } }
                }
                p.soft { "Arrow keys step, space starts and pauses. The address in the browser leads back to this moment." }
                @if record.opening > 0 { p.soft { "The first " (record.opening) " moves were drawn at random." } }
                ol.record { @for (index, text) in record.moves.iter().enumerate() {
                    li { a href=(format!("#{}", index + 1)) { (text) } }
                } }
            }
        };
        Ok(layout::page(&self.title(&record), "/replay", &["replay.js"], &content))
    }

    async fn chunk(self, app: App, chunk: usize) -> Result<Json<Vec<Drawn>>, Refusal> {
        let studio = App::clone(&app);
        let work = move || {
            let frames = frames(&studio, &self.record(&studio)?)?;
            let start = chunk.saturating_mul(CHUNK).min(frames.len());
            let drawn = |frame: &Frame| Drawn {
                board: board::draw(&frame.scene, false).into_string(),
                caption: frame.caption.clone(),
                why: frame.why.clone(),
            };
            Ok(frames[start..(start + CHUNK).min(frames.len())].iter().map(drawn).collect())
        };
        app.thinkers.work(work).await.map(Json)
    }
}

/// A frame as the page shows it.
#[derive(Debug, Serialize)]
pub(crate) struct Drawn {
    board: String,
    caption: String,
    why: String,
}

fn frames(app: &App, record: &Record) -> Result<Arc<Vec<Frame>>, Refusal> {
    let key = serde_json::to_string(record).map_err(Refusal::failed)?;
    app.replays.get(key, || {
        let game = find_game(&record.game)?;
        if let Some(facet) = game.to_watch().filter(|_| record.moves.is_empty()) {
            let seed = record.start.as_deref().and_then(|seed| seed.parse().ok()).unwrap_or_default();
            let agent = |id: &str| players::find(app, game, id, None);
            return facet
                .watch(&agent(&record.first)?, &agent(&record.second)?, seed)
                .map_err(Refusal::failed);
        }
        match (game.at_table(), game.as_puzzle()) {
            // A puzzle's record has one player.
            (Some(facet), None) => facet.replay(record).map_err(Refusal::failed),
            (Some(facet), Some(_)) if !record.second.is_empty() => {
                facet.replay(record).map_err(Refusal::failed)
            }
            (_, Some(puzzle)) => played_again(game, puzzle, record),
            (None, None) => Err(Refusal::missing(format!("{} has no replays.", game.facts().title))),
        }
    })
}

/// The moves of a puzzle's record, made again at a table.
fn played_again(
    game: &'static dyn Game,
    facet: &dyn PuzzleGame,
    record: &Record,
) -> Result<Vec<Frame>, Refusal> {
    let problem = Problem::Text(record.start.clone().unwrap_or_default());
    let solver = any_solver(game).ok_or_else(|| Refusal::failed("there is no solver"))?;
    let mut table = facet.table(&problem, &solver).map_err(Refusal::failed)?;
    let mut frames = vec![Frame::new(table.scene(), "start".to_owned())];
    for text in &record.moves {
        table.play(text).map_err(Refusal::failed)?;
        frames.push(Frame::new(table.scene(), text.clone()));
    }
    Ok(frames)
}

/// A problem of a puzzle, solved move by move.
fn solution(app: &App, game: &str, number: u32, solver: &str) -> Result<Record, Refusal> {
    let game = find_game(game)?;
    let Some(facet) = game.as_puzzle() else {
        return Err(Refusal::missing(format!("{} has no problems to solve.", game.facts().title)));
    };
    let name = players::find(app, game, solver, None)?;
    let mut table = facet.table(&Problem::Number(number), &name).map_err(Refusal::bad)?;
    while table.outcome().is_none() {
        table.reply().map_err(Refusal::missing)?;
    }
    let (game, first, second) = (game.facts().name.to_owned(), solver.to_owned(), String::new());
    Ok(table.record(&Names { game, first, second }))
}

/// A round of a simulation. It is decided by who meet and by its seed, so that is all there is to record.
fn battle(game: &str, first: &str, second: &str, seed: u64) -> Result<Record, Refusal> {
    let game = find_game(game)?;
    if game.to_watch().is_none() {
        return Err(Refusal::missing(format!("{} is no simulation.", game.facts().title)));
    }
    Ok(Record {
        game: game.facts().name.to_owned(),
        start: Some(seed.to_string()),
        first: first.to_owned(),
        second: second.to_owned(),
        opening: 0,
        moves: Vec::new(),
        outcome: None,
    })
}

/// Chooses who meet in a simulation, or shows them.
pub(crate) async fn watch(
    State(app): State<App>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(fields) = fields?;
    let watched = registry::games().iter().find(|game| game.to_watch().is_some());
    let default = watched.map_or("", |game| game.facts().name);
    let game = find_game(field(&fields, "game").unwrap_or(default))?;
    if let (Some(first), Some(second)) = (field(&fields, "first"), field(&fields, "second")) {
        let seed = number(&fields, "seed", 1..=u64::from(u32::MAX))?.unwrap_or(1);
        let place = Place::Battle(game.facts().name.to_owned(), first.to_owned(), second.to_owned(), seed);
        place.record(&app)?;
        [first, second].into_iter().try_for_each(|id| players::find(&app, game, id, None).map(drop))?;
        return Ok(Redirect::to(&place.address()).into_response());
    }
    let studio = App::clone(&app);
    let seats = app.readers.work(move || players::all(&studio, game)).await?;
    let (one, other) = match &seats[..] {
        [one, .., other] => (one.id.clone(), other.id.clone()),
        _ => return Err(Refusal::missing("There is nobody to watch.")),
    };
    let content = html! {
        h1 { "Watch " (game.facts().title) }
        p { (game.facts().summary) }
        form.settings action="/watch" method="get" {
            input type="hidden" name="game" value=(game.facts().name);
            label { "One" (play::select("first", &seats, &one)) span.soft { "a champion, or a hand-written one" } }
            label { "The other" (play::select("second", &seats, &other)) span.soft { "whom it meets" } }
            label { "Seed" input type="number" name="seed" value="1" min="1" max=(u32::MAX) required;
                span.soft { "the same seed shows the same round" } }
            p { button #start { "Watch" } }
        }
    };
    Ok(layout::page("Watch", "/replay", &[], &content).into_response())
}

/// What can be watched.
pub(crate) async fn list(State(app): State<App>) -> Result<Html<String>, Refusal> {
    let studio = App::clone(&app);
    let content = app
        .readers
        .work(move || {
            let games: Vec<_> = studio.sessions.list().into_iter().take(50).collect();
            let matches: Vec<_> = studio.matches.numbers().into_iter().take(50).collect();
            Ok(html! {
                h1 { "Replay" }
                p.links { @for game in registry::games() {
                    @if game.to_watch().is_some() {
                        a.button href=(format!("/watch?game={}", game.facts().name)) { "Watch " (game.facts().title) }
                    }
                } }
                h2 { "Your games" }
                @if games.is_empty() { p { "None yet. " a href="/play" { "Play one" } "." } }
                ul { @for id in games {
                    @if let Ok(kept) = studio.sessions.kept(id) {
                        li { a href=(format!("/replay/games/{id}")) { "Game " (id) } ": " (kept.game) " against " (kept.against) }
                    }
                } }
                h2 { "Matches" }
                @if matches.is_empty() { p { "None yet. Start one from a " a href="/ladder" { "ladder" } "." } }
                ul { @for id in matches {
                    @if let Ok(Some(played)) = studio.matches.played(id) {
                        li { a href=(format!("/matches/{id}")) { "Match " (id) } ": " (played.game) ", " (played.first) " against " (played.second) }
                    }
                } }
            })
        })
        .await?;
    Ok(layout::page("Replay", "/replay", &[], &content))
}

fn known<T>(path: Result<Path<T>, PathRejection>) -> Result<T, Refusal> {
    path.map(|Path(path)| path).map_err(|_| Refusal::missing("There is no such recorded game."))
}

pub(crate) async fn of_game(
    State(app): State<App>,
    path: Result<Path<u64>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    Place::Game(known(path)?).page(app).await
}

pub(crate) async fn frames_of_game(
    State(app): State<App>,
    path: Result<Path<(u64, usize)>, PathRejection>,
) -> Result<Json<Vec<Drawn>>, Refusal> {
    let (id, chunk) = known(path)?;
    Place::Game(id).chunk(app, chunk).await
}

pub(crate) async fn of_match(
    State(app): State<App>,
    path: Result<Path<(u64, usize)>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let (id, number) = known(path)?;
    Place::Match(id, number).page(app).await
}

pub(crate) async fn frames_of_match(
    State(app): State<App>,
    path: Result<Path<(u64, usize, usize)>, PathRejection>,
) -> Result<Json<Vec<Drawn>>, Refusal> {
    let (id, number, chunk) = known(path)?;
    Place::Match(id, number).chunk(app, chunk).await
}

pub(crate) async fn of_solution(
    State(app): State<App>,
    path: Result<Path<(String, u32, String)>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let (game, number, solver) = known(path)?;
    Place::Solution(game, number, solver).page(app).await
}

pub(crate) async fn frames_of_solution(
    State(app): State<App>,
    path: Result<Path<(String, u32, String, usize)>, PathRejection>,
) -> Result<Json<Vec<Drawn>>, Refusal> {
    let (game, number, solver, chunk) = known(path)?;
    Place::Solution(game, number, solver).chunk(app, chunk).await
}

pub(crate) async fn of_battle(
    State(app): State<App>,
    path: Result<Path<(String, String, String, u64)>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let (game, first, second, seed) = known(path)?;
    Place::Battle(game, first, second, seed).page(app).await
}

/// A simulation, who meet in it, their seed, and which frames.
type BattleChunk = (String, String, String, u64, usize);

pub(crate) async fn frames_of_battle(
    State(app): State<App>,
    path: Result<Path<BattleChunk>, PathRejection>,
) -> Result<Json<Vec<Drawn>>, Refusal> {
    let (game, first, second, seed, chunk) = known(path)?;
    Place::Battle(game, first, second, seed).chunk(app, chunk).await
}
