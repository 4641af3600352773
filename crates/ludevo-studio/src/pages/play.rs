//! Playing against somebody, and seeing what they think.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{FormRejection, PathRejection, QueryRejection};
use axum::extract::{Form, Path, Query, State};
use axum::response::{Html, Redirect};
use ludevo_game::game::{Explanation, Game, Level};
use ludevo_game::registry;
use ludevo_runs::report::draw_tree;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::{App, Fields, field, layout, number};
use crate::board;
use crate::players::{self, Seat, find_game};
use crate::refusal::Refusal;
use crate::sessions::{Asked, Session, at};

/// The deepest search that a person can ask for: deeper ones make a person wait.
const DEEPEST: u32 = 8;

/// The games that people can play here.
pub(crate) fn playable() -> impl Iterator<Item = &'static dyn Game> {
    registry::games().iter().copied().filter(|game| game.at_table().is_some() || game.as_puzzle().is_some())
}

/// Whether a person who plays a game solves one of its problems.
fn asks_for_problem(game: &dyn Game) -> bool {
    game.as_puzzle().is_some() && game.at_table().is_none()
}

/// The problems of a puzzle that people are asked, by difficulty.
fn levels(game: &dyn Game) -> Vec<Level> {
    let all = game.as_puzzle().map_or_else(Vec::new, |puzzle| puzzle.levels());
    all.into_iter().filter(|level| !level.is_for_training).collect()
}

/// Chooses game, opponent, side and strength.
pub(crate) async fn choose(
    State(app): State<App>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    let Query(fields) = fields?;
    let first = playable().next().map_or("", |game| game.facts().name);
    let game = find_game(field(&fields, "game").unwrap_or(first))?;
    let adviser = game.as_puzzle().filter(|_| game.at_table().is_none()).map(|puzzle| puzzle.adviser());
    let against = field(&fields, "against").or(adviser).unwrap_or("champion").to_owned();
    let studio = App::clone(&app);
    let seats = app.readers.work(move || players::all(&studio, game)).await?;
    let content = html! {
        h1 { "Play" }
        form.choose action="/play" method="get" {
            label { "Game "
                select name="game" { @for known in playable() {
                    @let facts = known.facts();
                    option value=(facts.name) selected[facts.name == game.facts().name] { (facts.title) }
                } }
            }
            button.quiet { "Choose" }
        }
        h2 { (game.facts().title) }
        p { (game.facts().summary) }
        form.settings action="/play" method="post" {
            input type="hidden" name="game" value=(game.facts().name);
            @if asks_for_problem(game) {
                @let first = levels(game).first().and_then(|level| level.numbers.first().copied()).unwrap_or(1);
                label { "Number" input #number type="number" name="problem" value=(first) min="1" max=(u32::MAX) required;
                    span.soft { "which problem" } }
                ul.levels { @for level in levels(game) {
                    li { strong { (level.name) } ": " (level.meaning) ", numbers "
                        (level.numbers.first().unwrap_or(&0)) " to " (level.numbers.last().unwrap_or(&0)) }
                } }
                label { "Solver" (select("against", &seats, &against)) span.soft { "whom you can ask for the next move" } }
            } @else {
                label { "Against" (select("against", &seats, &against)) span.soft { "a champion, or a hand-written player" } }
                label { "You play"
                    select name="side" { option value="first" { "first" } option value="second" { "second" } }
                    span.soft { "who moves first" } }
                @if seats.iter().any(|seat| seat.takes_depth) {
                    label { "Search depth" input #depth type="number" name="depth" min="1" max=(DEEPEST);
                        span.soft { "plies; empty for the player's own" } }
                }
            }
            p { button #start { "Start" } }
        }
        @let ids = app.sessions.list();
        @if !ids.is_empty() {
            h2 { "Your games" }
            ul { @for id in ids.iter().take(10) {
                @if let Ok(kept) = app.sessions.kept(*id) {
                    li { a href=(format!("/play/{id}")) { "Game " (id) } ": " (kept.game) " against " (kept.against) }
                }
            } }
        }
    };
    Ok(layout::page("Play", "/play", &["choose.js"], &content))
}

/// A list of players to choose from.
pub(crate) fn select(name: &str, seats: &[Seat], chosen: &str) -> Markup {
    html! {
        select name=(name) { @for seat in seats {
            option value=(seat.id) title=(seat.words) data-takes-depth[seat.takes_depth] selected[seat.id == chosen] { (seat.id) }
        } }
    }
}

/// Starts a game.
pub(crate) async fn start(
    State(app): State<App>,
    fields: Result<Form<Fields>, FormRejection>,
) -> Result<Redirect, Refusal> {
    let Form(fields) = fields?;
    let game = find_game(field(&fields, "game").unwrap_or_default())?;
    let against = field(&fields, "against").unwrap_or("champion").to_owned();
    let depth = number(&fields, "depth", 1..=DEEPEST)?;
    let problem = match asks_for_problem(game) {
        true => Some(number(&fields, "problem", 1..=u32::MAX)?.unwrap_or(1)),
        false => None,
    };
    let person_first = match field(&fields, "side").unwrap_or("first") {
        "first" => true,
        "second" => false,
        _ => return Err(Refusal::bad("`side` is `first` or `second`.")),
    };
    let studio = App::clone(&app);
    let asked = Asked { against, depth, person_first, problem };
    let id = app.thinkers.work(move || studio.sessions.start(&studio, game, asked)).await?;
    Ok(Redirect::to(&format!("/play/{id}")))
}

/// Does something with a game that is under way, away from the threads that answer.
async fn with<T: Send + 'static>(
    app: App,
    id: Result<Path<u64>, PathRejection>,
    work: impl FnOnce(&mut Session) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let Path(id) = id.map_err(|_| Refusal::missing("There is no such game."))?;
    let studio = Arc::clone(&app);
    let work = move || {
        let session = studio.sessions.find(&studio, id)?;
        work(&mut at(&session))
    };
    app.thinkers.work(work).await
}

/// The page of a game.
pub(crate) async fn page(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
) -> Result<Html<String>, Refusal> {
    let address = id.as_ref().map(|Path(id)| format!("/play/{id}")).unwrap_or_default();
    let replay = address.replace("/play/", "/replay/games/");
    let (title, state, kept) = with(App::clone(&app), id, |session| {
        Ok((session.game.facts().title, Shown::of(session)?, session.kept.clone()))
    })
    .await?;
    let depth = kept.depth.map_or(String::new(), |depth| format!("it searches {depth} plies; "));
    let heading = match kept.problem {
        Some(number) => format!("{title} {number}"),
        None => format!("{title} against {}", kept.against),
    };
    let content = html! {
        div.game data-game=(address) {
            div.board-side {
                h1 { (heading) }
                @if kept.problem.is_none() {
                    p.soft { (depth) "you play " (if kept.person_first { "first" } else { "second" }) }
                }
                @if let Some(caution) = players::caution(&app, &kept.against) {
                    p.caution { (kept.against) " is " (caution) "." }
                }
                p #status role="status" aria-live="polite" { (state.status) }
                div #board { (PreEscaped(&state.board)) }
                div.orders {
                    button #undo.quiet type="button" { "Take back" }
                    button #hint.quiet type="button" { "Hint" }
                    @if let Some(number) = kept.problem {
                        form action="/play" method="post" {
                            input type="hidden" name="game" value=(kept.game);
                            input type="hidden" name="against" value=(kept.against);
                            input type="hidden" name="problem" value=(number.saturating_add(1));
                            button #next.quiet { "Next problem" }
                        }
                        a.button.quiet href=(format!("/replay/solutions/{}/{number}/{}", kept.game, kept.against)) {
                            "Watch the solution"
                        }
                    }
                    a.button.quiet href=(replay) { "Replay" }
                    a.button.quiet href=(format!("/play?game={}&against={}", kept.game, kept.against)) { "New game" }
                }
                p #problem.problem hidden role="alert" {}
            }
            div.mind-side {
                h2 { "Your moves" }
                p.soft #moves-hint { "Click a marked place or a move. With the keyboard: Tab or arrows to a place, Enter to play." }
                ul #moves {}
                @if kept.problem.is_none() {
                    h2 { "What it thinks" }
                    label { input #thinks type="checkbox"; " show its value of each of your moves" }
                }
                div #why aria-live="polite" {}
                h2 { "Moves so far" }
                p #transcript.transcript { (state.transcript) }
            }
        }
    };
    Ok(layout::page(&heading, "/play", &["play.js"], &content))
}

/// A position as the page needs it.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    board: String,
    status: String,
    /// `you`, `player` or `over`.
    turn: &'static str,
    /// The points of the person, once the game is over.
    points: Option<f64>,
    result: Option<String>,
    moves: Vec<MoveWithPath>,
    transcript: String,
    plies: usize,
}

/// A legal move and the spots that make it.
#[derive(Debug, Serialize)]
pub(crate) struct MoveWithPath {
    text: String,
    path: Vec<String>,
}

impl Shown {
    fn of(session: &Session) -> Result<Shown, Refusal> {
        let table = &session.table;
        let yours = session.is_persons_turn();
        let outcome = table.outcome();
        let turn = match (outcome, yours) {
            (Some(_), _) => "over",
            (None, true) => "you",
            (None, false) => "player",
        };
        let result = outcome.map(|_| table.result());
        let last = table.last_move().map_or(String::new(), |last| format!(" Last move: {last}."));
        let rolled = |who: &str| table.chance().map_or(String::new(), |rolled| format!(" {who} {rolled}."));
        let status = match (&result, yours) {
            (Some(result), _) => format!("The game is over: {result}."),
            (None, true) => format!("Your turn.{}{last}", rolled("You rolled")),
            (None, false) => format!("{} is thinking.{}{last}", session.kept.against, rolled("It rolled")),
        };
        let texts = if yours { table.moves() } else { Vec::new() };
        let moves = texts
            .into_iter()
            .map(|text| Ok(MoveWithPath { path: table.path(&text).map_err(Refusal::failed)?, text }))
            .collect::<Result<Vec<_>, Refusal>>()?;
        Ok(Shown {
            board: board::draw(&table.scene(), yours).into_string(),
            status,
            turn,
            points: outcome.map(|points| if session.kept.person_first { points } else { 1.0 - points }),
            result,
            moves,
            transcript: table.transcript(),
            plies: session.record().moves.len(),
        })
    }
}

/// The position.
pub(crate) async fn state(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
) -> Result<Json<Shown>, Refusal> {
    with(app, id, |session| Shown::of(session)).await.map(Json)
}

/// Moves, answers or takes back; the position after it.
pub(crate) async fn act(
    State(app): State<App>,
    Path((id, action)): Path<(u64, String)>,
    fields: Result<Form<Fields>, FormRejection>,
) -> Result<Json<Shown>, Refusal> {
    let Form(fields) = fields?;
    with(app, Ok(Path(id)), move |session| {
        match action.as_str() {
            "move" => session.play(field(&fields, "move").unwrap_or_default())?,
            "reply" => session.reply()?,
            "undo" => session.undo()?,
            _ => return Err(Refusal::missing("In a game one can move, reply and undo.")),
        }
        Shown::of(session)
    })
    .await
    .map(Json)
}

/// What the seated player would play.
#[derive(Debug, Serialize)]
pub(crate) struct Hint {
    text: String,
    path: Vec<String>,
    /// How many moves are left by its plan, in puzzles.
    left: Option<usize>,
}

/// What the seated player would play in the person's place.
pub(crate) async fn hint(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
) -> Result<Json<Option<Hint>>, Refusal> {
    with(app, id, |session| {
        let hint = if session.is_persons_turn() { session.table.hint() } else { None };
        let whole = |text: String| {
            let path = session.table.path(&text).map_err(Refusal::failed)?;
            Ok(Hint { path, left: session.table.moves_left(), text })
        };
        hint.map(whole).transpose()
    })
    .await
    .map(Json)
}

/// The seated player's value of a move.
#[derive(Debug, Serialize)]
pub(crate) struct Value {
    text: String,
    words: String,
    /// From 0 for the worst to 1 for the best of the moves.
    share: f64,
}

/// The seated player's value of each move, best first; nothing if it puts no numbers on moves.
pub(crate) async fn values(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
) -> Result<Json<Option<Vec<Value>>>, Refusal> {
    with(app, id, |session| {
        if !session.is_persons_turn() {
            return Ok(None);
        }
        Ok(session.table.values().map(|values| shares(&values)))
    })
    .await
    .map(Json)
}

fn shares(values: &[(String, f64)]) -> Vec<Value> {
    let finite = || values.iter().map(|(_, value)| *value).filter(|value| value.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let share = |value: f64| match value {
        f64::INFINITY => 1.0,
        f64::NEG_INFINITY => 0.0,
        value if high > low => (value - low) / (high - low),
        _ => 1.0,
    };
    let one = |(text, value): &(String, f64)| Value {
        text: text.clone(),
        words: value_in_words(*value),
        share: share(*value),
    };
    values.iter().map(one).collect()
}

fn value_in_words(value: f64) -> String {
    match value {
        f64::INFINITY => "wins".to_owned(),
        f64::NEG_INFINITY => "loses".to_owned(),
        value => format!("{value:+.3}"),
    }
}

/// How the seated player comes to its value of a move.
pub(crate) async fn explain(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    let Query(fields) = fields?;
    let explained = with(app, id, move |session| {
        let text = field(&fields, "move").unwrap_or_default();
        session.table.path(text).map_err(Refusal::bad)?;
        Ok(session.table.explain(text).map(|explanation| why(&explanation)))
    });
    let fragment = explained.await?.unwrap_or_else(|| {
        html! { p.soft { "This player is no program: there is no tree to show." } }
    });
    Ok(Html(fragment.into_string()))
}

fn why(explanation: &Explanation) -> Markup {
    let evaluated = explanation.values.iter().flatten().count();
    html! {
        p { "It expects " strong { (explanation.line.join(" ")) } " and judges this position:" }
        div.why-row {
            div.thumb { (board::draw(&explanation.scene, false)) }
            @match explanation.value {
                None => p { "The game is over there: no program is needed." },
                Some(value) => p {
                    "Value for you: " strong { (value_in_words(value)) } ". "
                    @if explanation.opponents_view { "There it is the opponent's turn, so the program's value changes sign. " }
                    @if evaluated == explanation.values.len() { "All " (evaluated) " nodes took part." }
                    @else { (evaluated) " of " (explanation.values.len()) " nodes took part; the others are faint." }
                },
            }
        }
        @if explanation.value.is_some() {
            div.tree.wide tabindex="0" {
                (draw_tree(&explanation.outline, Some(&explanation.values), |_| None))
            }
        }
    }
}
