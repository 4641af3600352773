//! Recorded games with a scrubber.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::Html;
use ludevo_arena::{Names, Record};
use ludevo_games::game::{Game, Kind, Problem, PuzzleGame};
use ludevo_games::scene::Frame;
use maud::{PreEscaped, html};
use serde::Serialize;

use super::{App, layout};
use crate::board;
use crate::players::{self, any_solver, find_game};
use crate::refusal::Refusal;
use crate::sessions::at;

/// How many frames are sent at once.
const CHUNK: usize = 40;
/// How many replays stay ready.
const READY: usize = 16;

/// Replays that were watched, by their record.
#[derive(Debug, Default)]
pub(crate) struct Shelf(Mutex<BTreeMap<String, Arc<Vec<Frame>>>>);

/// Where a record is.
#[derive(Clone)]
enum Place {
    Game(u64),
    Match(u64, usize),
    /// A puzzle, one of its problems, and who solves it.
    Solution(String, u32, String),
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
                let played = app.contests.played(id)?.ok_or_else(missing)?;
                played.records.into_iter().nth(number).ok_or_else(missing)
            }
            Place::Solution(ref game, number, ref solver) => solution(app, game, number, solver),
        }
    }

    fn address(&self) -> String {
        match self {
            Place::Game(id) => format!("/replay/games/{id}"),
            Place::Match(id, number) => format!("/replay/matches/{id}/{number}"),
            Place::Solution(game, number, solver) => format!("/replay/solutions/{game}/{number}/{solver}"),
        }
    }

    fn title(&self, record: &Record) -> String {
        let players = format!("{} against {}", record.first, record.second);
        match self {
            Place::Game(id) => format!("Game {id}: {players}"),
            Place::Match(id, number) => format!("Match {id}, game {}: {players}", number + 1),
            Place::Solution(game, number, solver) => format!("{game} {number}, solved by {solver}"),
        }
    }

    async fn page(self, app: App) -> Result<Html<String>, Refusal> {
        let (studio, place) = (App::clone(&app), self.clone());
        let work = move || {
            let record = place.record(&studio)?;
            let frames = frames(&studio, &record)?;
            Ok((record, frames))
        };
        let (record, frames) = app.minds.work(work).await?;
        let last = frames.len() - 1;
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
                            option value="1" { "1 a second" } option value="3" selected { "3 a second" }
                            option value="10" { "10 a second" } option value="30" { "30 a second" }
                        }
                    }
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
            };
            Ok(frames[start..(start + CHUNK).min(frames.len())].iter().map(drawn).collect())
        };
        app.minds.work(work).await.map(Json)
    }
}

/// A frame as the page shows it.
#[derive(Debug, Serialize)]
pub(crate) struct Drawn {
    board: String,
    caption: String,
}

fn frames(app: &App, record: &Record) -> Result<Arc<Vec<Frame>>, Refusal> {
    let key = serde_json::to_string(record).map_err(Refusal::failed)?;
    let shelf = || app.replays.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(frames) = shelf().get(&key) {
        return Ok(Arc::clone(frames));
    }
    let game = find_game(&record.game)?;
    let frames = match game.kind() {
        Kind::TurnBased(facet) => facet.replay(record).map_err(Refusal::failed)?,
        Kind::Puzzle(facet) => played_again(game, facet, record)?,
        _ => return Err(Refusal::bad(format!("{} has no recorded games.", game.facts().title))),
    };
    let frames = Arc::new(frames);
    let mut shelf = shelf();
    if shelf.len() >= READY {
        shelf.pop_first();
    }
    shelf.insert(key, Arc::clone(&frames));
    Ok(frames)
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
    let mut frames = vec![Frame { scene: table.scene(), caption: "start".to_owned() }];
    for text in &record.moves {
        table.play(text).map_err(Refusal::failed)?;
        frames.push(Frame { scene: table.scene(), caption: text.clone() });
    }
    Ok(frames)
}

/// A problem of a puzzle, solved move by move.
fn solution(app: &App, game: &str, number: u32, solver: &str) -> Result<Record, Refusal> {
    let game = find_game(game)?;
    let Kind::Puzzle(facet) = game.kind() else {
        return Err(Refusal::missing(format!("{} has no problems to solve.", game.facts().title)));
    };
    let name = players::find(app, game, solver, None)?;
    let mut table = facet.table(&Problem::Number(number), &name).map_err(Refusal::bad)?;
    while table.outcome().is_none() {
        if table.reply().is_empty() {
            return Err(Refusal::missing("This solver found no solution."));
        }
    }
    let (game, first, second) = (game.facts().name.to_owned(), solver.to_owned(), String::new());
    Ok(table.record(&Names { game, first, second }))
}

/// What can be watched.
pub(crate) async fn list(State(app): State<App>) -> Result<Html<String>, Refusal> {
    let studio = App::clone(&app);
    let content = app
        .desk
        .work(move || {
            let games: Vec<_> = studio.sessions.list().into_iter().take(50).collect();
            let matches: Vec<_> = studio.contests.matches().into_iter().take(50).collect();
            Ok(html! {
                h1 { "Replay" }
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
                    @if let Ok(Some(played)) = studio.contests.played(id) {
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
