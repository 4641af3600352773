//! Recorded games with a scrubber.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use ludevo_arena::{Names, Record};
use ludevo_game::board::RANDOM;
use ludevo_game::game::{Game, Problem, PuzzleGame};
use ludevo_game::registry;
use ludevo_game::scene::Frame;
use ludevo_game::words::percent;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::film::{Curves, decisions, rounds};
use super::review::{Appraised, review, why_in_solution, with_judge};
use super::why::{Told, comparison};
use super::{App, Fields, field, game_of, layout, number, play};
use crate::board;
use crate::odds::{self, Odds};
use crate::players::{self, Offer, Seat, any_solver, find_game};
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
            Place::Solution(ref game, number, ref solver) => {
                let made = players::made(app, solver);
                let solved = || solution(app, game, number, solver);
                let record = app.solutions.get(format!("{game}\n{number}\n{solver}\n{made:?}"), solved)?;
                Ok(Record::clone(&record))
            }
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
            let game = find_game(&record.game)?;
            let can_review =
                !matches!(place, Place::Battle(..)) && game.at_table().is_some() && !record.second.is_empty();
            let offer = match can_review {
                true => players::offered(&studio, game, "", &[&record.first, &record.second])?,
                false => Offer::default(),
            };
            let judge = place.judge(&studio, &record, &offer.seats);
            let mut meanings: Vec<(String, String)> = Vec::new();
            for who in [&record.first, &record.second] {
                if meanings.iter().all(|(known, _)| known != who)
                    && let Some(meaning) = players::meaning(&studio, game, who)
                {
                    meanings.push((who.clone(), meaning));
                }
            }
            Ok((record, frames, can_review.then_some((judge, offer.seats)), meanings))
        };
        let (record, frames, judges, meanings) = app.thinkers.work(work).await?;
        let last = frames.len() - 1;
        // Moves are thought over, battles go on by themselves.
        let speed = if matches!(self, Place::Battle(..)) { 30 } else { 3 };
        let content = html! {
            (layout::needs_script("moving through a game"))
            div.replay data-replay=(self.address()) data-last=(last) data-chunk=(CHUNK)
                data-glides[!matches!(self, Place::Battle(..))] {
                div.shown {
                h1 { (self.title(&record)) }
                @for (who, meaning) in &meanings { p.soft.who { (who) ": " (meaning) } }
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
                p.soft { "Arrow keys step, space starts and pauses. The address in the browser leads back to this moment." }
                @if record.opening > 0 { p.soft { "The first " (record.opening) " moves were drawn at random." } }
                ol.record { @for (index, text) in record.moves.iter().enumerate() {
                    li { a href=(format!("#{}", index + 1)) { (text) } }
                } }
                }
                div.told {
                (rounds(&frames))
                (Curves::of(&frames).draw())
                @if matches!(self, Place::Solution(..)) {
                    section {
                        h2 { "Why this move" }
                        div #why {}
                    }
                }
                @if frames.iter().any(|frame| !frame.why.is_empty()) {
                    section {
                        h2 { "Why, at this moment" }
                        p.soft { "What each tree came to when it was last asked. Pause to see it. "
                            button.quiet type="button" data-full="section" { "On the whole screen" } }
                        div #why {}
                    }
                }
                @if let Some((judge, seats)) = &judges { (review(judge, seats, &record)) }
                }
            }
        };
        Ok(layout::page(&self.title(&record), "/replay", &["replay.js", "review.js", "full.js"], &content))
    }

    /// Who judges a game unless somebody else is asked: whoever was seated in it, or the champion of the game.
    fn judge(&self, app: &App, record: &Record, seats: &[Seat]) -> String {
        let against = match self {
            Place::Game(id) => app.sessions.kept(*id).ok().map(|kept| kept.against),
            _ => None,
        };
        let evolved = |name: &&String| name.starts_with("champion") || name.starts_with("run:");
        let played = [&record.first, &record.second].into_iter().find(evolved).cloned();
        let known = |name: &String| seats.iter().any(|seat| seat.id == *name);
        let usual = || seats.first().map(|seat| seat.id.clone());
        against
            .filter(|name| known(name) && name != RANDOM.0)
            .or(played.filter(known))
            .or_else(usual)
            .unwrap_or_default()
    }

    /// What a judge makes of the choice after `ply` moves.
    async fn appraised(
        self,
        app: App,
        ply: usize,
        judge: String,
    ) -> Result<Json<Option<Appraised>>, Refusal> {
        let studio = App::clone(&app);
        let work = move || {
            let record = self.record(&studio)?;
            let chances = players::chances(&studio, find_game(&record.game)?, &judge).map(Arc::new);
            let was_set_up = record.start.is_some();
            with_judge(&studio, &record, &judge, |table| {
                let choice = table.choices().into_iter().find(|choice| choice.ply == ply);
                Ok(choice.and_then(|choice| {
                    let odds = chances.as_ref().map(|chances| Odds::at(chances, table, was_set_up, ply));
                    let first = chances
                        .as_ref()
                        .and_then(|chances| odds::of_first(chances, table, was_set_up, ply + 1));
                    Appraised::of(table, &choice, odds.as_ref(), first)
                }))
            })
        };
        app.thinkers.work(work).await.map(Json)
    }

    /// The choice after `ply` moves beside the next best one.
    async fn compared(self, app: App, ply: usize, judge: String) -> Result<Html<String>, Refusal> {
        let studio = App::clone(&app);
        let work = move || {
            let record = self.record(&studio)?;
            let chances = players::chances(&studio, find_game(&record.game)?, &judge).map(Arc::new);
            let text = with_judge(&studio, &record, &judge, |table| {
                let choice = table.choices().into_iter().find(|choice| choice.ply == ply);
                Ok(choice.and_then(|choice| {
                    let compared = table.compare(choice.ply, &choice.text)?;
                    let was_set_up = record.start.is_some();
                    let odds = chances.as_ref().map(|chances| Odds::at(chances, table, was_set_up, ply));
                    Some(comparison(&compared, odds.as_ref(), Told::Past).into_string())
                }))
            })?;
            Ok(text.unwrap_or_else(|| {
                html! { p.soft { "This judge puts no numbers on moves, or nobody chose here." } }
                    .into_string()
            }))
        };
        app.thinkers.work(work).await.map(Html)
    }

    /// The record up to a moment.
    async fn shortened(self, app: App, fields: &Fields) -> Result<Json<Record>, Refusal> {
        let moves = number(fields, "moves", 0..=u64::from(u32::MAX))?;
        let studio = App::clone(&app);
        let mut record = app.thinkers.work(move || self.record(&studio)).await?;
        if let Some(moves) = moves.filter(|moves| *moves < record.moves.len() as u64) {
            record.moves.truncate(moves as usize);
            record.opening = record.opening.min(moves as usize);
            record.outcome = None;
        }
        Ok(Json(record))
    }

    async fn why(self, app: App, moment: usize) -> Result<Html<String>, Refusal> {
        let studio = App::clone(&app);
        let work = move || {
            if let Place::Solution(_, number, solver) = &self {
                return why_in_solution(&studio, &self.record(&studio)?, *number, solver, moment);
            }
            let frames = frames(&studio, &self.record(&studio)?)?;
            let missing = || Refusal::missing("There is no such moment.");
            Ok(decisions(&frames.get(moment).ok_or_else(missing)?.why).into_string())
        };
        app.thinkers.work(work).await.map(Html)
    }

    async fn chunk(self, app: App, chunk: usize) -> Result<Json<Vec<Drawn>>, Refusal> {
        let studio = App::clone(&app);
        let work = move || {
            let frames = frames(&studio, &self.record(&studio)?)?;
            let start = chunk.saturating_mul(CHUNK).min(frames.len());
            let curves = Curves::of(&frames);
            let drawn = |frame: &Frame| Drawn {
                board: board::draw(&frame.scene, false).into_string(),
                caption: frame.caption.clone(),
                gauges: curves.at(frame),
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
    /// Where the numbers of this moment stand on their curves: what, whose, and the place.
    gauges: Vec<(String, String, f64, f64)>,
}

fn frames(app: &App, record: &Record) -> Result<Arc<Vec<Frame>>, Refusal> {
    let made = [&record.first, &record.second].map(|who| players::made(app, who));
    let key = format!("{made:?}\n{}", serde_json::to_string(record).map_err(Refusal::failed)?);
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
    let game = game_of(&app, field(&fields, "game").unwrap_or(default)).await?;
    if let (Some(first), Some(second)) = (field(&fields, "first"), field(&fields, "second")) {
        let seed = number(&fields, "seed", 1..=u64::from(u32::MAX))?.unwrap_or(1);
        let place = Place::Battle(game.facts().name.to_owned(), first.to_owned(), second.to_owned(), seed);
        let address = place.address();
        let (studio, both) = (App::clone(&app), [first.to_owned(), second.to_owned()]);
        let check = move || {
            place.record(&studio)?;
            both.iter().try_for_each(|id| players::find(&studio, game, id, None).map(drop))
        };
        app.readers.work(check).await?;
        return Ok(Redirect::to(&address).into_response());
    }
    let studio = App::clone(&app);
    let find = field(&fields, "find").unwrap_or_default().to_owned();
    let (sought, one) = (find.clone(), field(&fields, "one").unwrap_or_default().to_owned());
    let offer = app.readers.work(move || players::offered(&studio, game, &sought, &[&one])).await?;
    let seats = &offer.seats;
    let asked = field(&fields, "one").filter(|id| seats.iter().any(|seat| seat.id == *id));
    let (one, other) = match &seats[..] {
        [one, .., other] => (asked.unwrap_or(&one.id).to_owned(), other.id.clone()),
        _ => return Err(Refusal::missing("There is nobody to watch.")),
    };
    let content = html! {
        h1 { "Watch " (game.facts().title) }
        p { (game.facts().summary) }
        @if offer.more > 0 || !find.is_empty() {
            (layout::search("/watch", "Find champions made here", &find, &[("game", game.facts().name)]))
            @if offer.more > 0 { p.soft { (offer.more) " more champions made here are not in the lists." } }
        }
        form.settings action="/watch" method="get" {
            input type="hidden" name="game" value=(game.facts().name);
            label { "One" (play::select("first", seats, &one)) span.soft { "a champion, or a hand-written one" } }
            label { "The other" (play::select("second", seats, &other)) span.soft { "whom it meets" } }
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
                @else { (play::your_games(&studio, games.iter(), "/replay/games")) }
                h2 { "Matches" }
                @if matches.is_empty() { p { "None yet. Start one from a " a href="/ladder" { "ladder" } "." } }
                @else { (your_matches(&studio, &matches)) }
            })
        })
        .await?;
    Ok(layout::page("Replay", "/replay", &[], &content))
}

/// Matches with how they ended and when that was.
fn your_matches(app: &App, ids: &[u64]) -> Markup {
    let row = |id: &u64| {
        let played = app.matches.played(*id).ok()??;
        let title = find_game(&played.game).map_or(played.game.clone(), |game| game.facts().title.to_owned());
        Some(vec![
            html! { a href=(format!("/matches/{id}")) { (title) ": " (played.first) " against " (played.second) } },
            html! { (percent(played.score)) " of the points: " (played.wins) " won, " (played.draws) " drawn, " (played.losses) " lost" },
            html! { @if let Some(when) = app.matches.played_at(*id) { (layout::minute(when)) } },
        ])
    };
    layout::records(&["match", "how it ended", "played"], &ids.iter().filter_map(row).collect::<Vec<_>>())
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

/// The record of a game, up to a moment if one is asked for: what another game can go on from.
pub(crate) async fn record_of_game(
    State(app): State<App>,
    path: Result<Path<u64>, PathRejection>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Json<Record>, Refusal> {
    Place::Game(known(path)?).shortened(app, &fields?.0).await
}

pub(crate) async fn record_of_match(
    State(app): State<App>,
    path: Result<Path<(u64, usize)>, PathRejection>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Json<Record>, Refusal> {
    let (id, number) = known(path)?;
    Place::Match(id, number).shortened(app, &fields?.0).await
}

pub(crate) async fn appraised_in_game(
    State(app): State<App>,
    path: Result<Path<(u64, usize, String)>, PathRejection>,
) -> Result<Json<Option<Appraised>>, Refusal> {
    let (id, ply, judge) = known(path)?;
    Place::Game(id).appraised(app, ply, judge).await
}

pub(crate) async fn appraised_in_match(
    State(app): State<App>,
    path: Result<Path<(u64, usize, usize, String)>, PathRejection>,
) -> Result<Json<Option<Appraised>>, Refusal> {
    let (id, number, ply, judge) = known(path)?;
    Place::Match(id, number).appraised(app, ply, judge).await
}

pub(crate) async fn compared_in_game(
    State(app): State<App>,
    path: Result<Path<(u64, usize, String)>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let (id, ply, judge) = known(path)?;
    Place::Game(id).compared(app, ply, judge).await
}

pub(crate) async fn compared_in_match(
    State(app): State<App>,
    path: Result<Path<(u64, usize, usize, String)>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let (id, number, ply, judge) = known(path)?;
    Place::Match(id, number).compared(app, ply, judge).await
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

pub(crate) async fn why_in_solution_of(
    State(app): State<App>,
    path: Result<Path<(String, u32, String, usize)>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let (game, number, solver, moment) = known(path)?;
    Place::Solution(game, number, solver).why(app, moment).await
}

pub(crate) async fn of_battle(
    State(app): State<App>,
    path: Result<Path<(String, String, String, u64)>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let (game, first, second, seed) = known(path)?;
    Place::Battle(game, first, second, seed).page(app).await
}

pub(crate) async fn why_in_battle(
    State(app): State<App>,
    path: Result<Path<BattleChunk>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let (game, first, second, seed, moment) = known(path)?;
    Place::Battle(game, first, second, seed).why(app, moment).await
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
