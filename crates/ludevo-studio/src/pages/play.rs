//! Playing against somebody, and seeing what they think.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{FormRejection, PathRejection, QueryRejection};
use axum::extract::{Form, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Redirect, Response};
use ludevo_game::game::{Choice, Game, Level};
use ludevo_game::registry;
use ludevo_game::why::signed;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::why::{Told, comparison};
use super::{App, At, Fields, field, game_of, layout, number};
use crate::board;
use crate::odds::Odds;
use crate::players::{self, Seat, find_game};
use crate::refusal::Refusal;
use crate::sessions::{Asked, Kept, Session, at};

/// The deepest search that a person can ask for: deeper ones make a person wait.
const DEEPEST: u32 = 8;

/// Whom people meet unless they ask for somebody else: the first of these that there is.
const USUAL: [&str; 4] = ["champion", "ab4", "ab3", "ab2"];

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
    let game = game_of(&app, field(&fields, "game").unwrap_or(first)).await?;
    let adviser = game.as_puzzle().filter(|_| game.at_table().is_none()).map(|puzzle| puzzle.adviser());
    let studio = App::clone(&app);
    let find = field(&fields, "find").unwrap_or_default().to_owned();
    let asked = field(&fields, "against").unwrap_or_default().to_owned();
    let sought = find.clone();
    let work = move || {
        let ids = studio.sessions.list();
        let games = (!ids.is_empty()).then(|| your_games(&studio, ids.iter().take(10), "/play"));
        Ok((players::offered(&studio, game, &sought, &[&asked])?, games))
    };
    let (offer, games) = app.readers.work(work).await?;
    let seats = &offer.seats;
    let usual = USUAL.into_iter().find(|usual| offer.has(usual));
    let against = field(&fields, "against").or(adviser).or(usual).unwrap_or_default().to_owned();
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
        @if offer.more > 0 || !find.is_empty() {
            (layout::search("/play", "Find champions made here", &find, &[("game", game.facts().name)]))
            @if offer.more > 0 { p.soft { (offer.more) " more champions made here are not in the list." } }
        }
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
                label { "Solver" (select("against", seats, &against)) span.soft { "whom you can ask for the next move" } }
            } @else {
                label { "Against" (select("against", seats, &against)) span.soft { "a champion, or a hand-written player" } }
                label { "You play"
                    select name="side" { option value="first" { "first" } option value="second" { "second" } }
                    span.soft { "who moves first" } }
                @if seats.iter().any(|seat| seat.takes_depth) {
                    label { "Search depth" input #depth type="number" name="depth" min="1" max=(DEEPEST);
                        span.soft { "1 to " (DEEPEST) " plies; empty for the player's own" } }
                }
            }
            details.from { summary { "Go on from a position or a saved game" }
                label { "Position or game"
                    textarea #from name="from" rows="5" spellcheck="false" {}
                    span.soft { "in a notation of the game: a position, a file that was saved, a record, PDN, PGN or a transcript" } }
                label { "or a file" input #file type="file"; }
            }
            p { button #start { "Start" } }
        }
        @if let Some(games) = &games {
            h2 { "Your games" }
            (games)
        }
    };
    Ok(layout::page("Play", "/play", &["choose.js", "form.js"], &content))
}

/// Games that people played, each with how it ended and when that was; `place` is where their pages are.
pub(crate) fn your_games<'a>(app: &App, ids: impl Iterator<Item = &'a u64>, place: &str) -> Markup {
    let row = |id: &u64| {
        let kept = app.sessions.kept(*id).ok()?;
        let title = find_game(&kept.game).map_or(kept.game.clone(), |game| game.facts().title.to_owned());
        let what = match kept.problem {
            Some(number) => format!("{title} {number}"),
            None => format!("{title} against {}", kept.against),
        };
        Some(vec![
            html! { a href=(format!("{place}/{id}")) { (what) } },
            html! { @match &kept.ended { Some(ended) => (ended), None => span.soft { "goes on" } } },
            html! { @if let Some(played) = app.sessions.played(*id) { (layout::minute(played)) } },
        ])
    };
    layout::records(&["game", "how it ended", "played"], &ids.filter_map(row).collect::<Vec<_>>())
}

/// A list of players to choose from.
pub(crate) fn select(name: &str, seats: &[Seat], chosen: &str) -> Markup {
    html! {
        select name=(name) { @for seat in seats {
            option value=(seat.id) title=(seat.words) data-takes-depth[seat.takes_depth] selected[seat.id == chosen] {
                (seat.id) " – " (seat.words)
            }
        } }
    }
}

/// Starts a game.
pub(crate) async fn start(
    State(app): State<App>,
    fields: Result<Form<Fields>, FormRejection>,
) -> Result<Redirect, Refusal> {
    let Form(fields) = fields?;
    let game = game_of(&app, field(&fields, "game").unwrap_or_default()).await?;
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
    let start = field(&fields, "from").map(str::to_owned);
    let asked = Asked { against, depth, person_first, problem, start };
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
    let studio = App::clone(&app);
    let (title, state, kept, sides, (can_turn, is_wide), (meaning, caution)) =
        with(App::clone(&app), id, move |session| {
            let table = &session.table;
            let scene = table.scene_from(true);
            let can_turn = scene != table.scene_from(false);
            let is_wide = scene.width > 1.2 * scene.height;
            let title = session.game.facts().title;
            let against = &session.kept.against;
            let said = (players::meaning(&studio, session.game, against), players::caution(&studio, against));
            Ok((
                title,
                Shown::of(session, false)?,
                session.kept.clone(),
                table.sides(),
                (can_turn, is_wide),
                said,
            ))
        })
        .await?;
    let heading = match kept.problem {
        Some(number) => format!("{title} {number}"),
        None => format!("{title} against {}", kept.against),
    };
    let who = |index: usize| match (index == 0) == kept.person_first {
        true => "You".to_owned(),
        false => match kept.depth {
            Some(depth) => format!("{}, {depth} plies deep", kept.against),
            None => kept.against.clone(),
        },
    };
    // The person's own side is at the bottom.
    let (top, bottom) = if kept.person_first { (1, 0) } else { (0, 1) };
    let panel = |index: usize, count: usize| {
        html! { @if let Some(side) = sides.get(index) {
            p.panel.yours[count == 1].theirs[count == 0] {
                (board::piece(side.look))
                strong { (who(index)) }
                span.soft { (side.pieces) }
                span.count data-count="" { (state.counts.get(count).map_or("", String::as_str)) }
            }
        } }
    };
    let kind = if kept.problem.is_some() { "puzzle" } else { "game" };
    let content = html! {
        (layout::needs_script("playing"))
        div.game.wide-board[is_wide] data-game=(address) data-kind=(kind) {
            div.board-side {
                h1 { (heading) }
                @if let Some(meaning) = &meaning { p.soft.who { (kept.against) ": " (meaning) } }
                @if let Some(caution) = caution {
                    p.caution { (kept.against) " is " (caution) "." }
                }
                (panel(top, 0))
                div.table {
                    div #board { (PreEscaped(&state.board)) }
                    @if kept.problem.is_none() { (chance_bar()) }
                }
                (panel(bottom, 1))
                p #status role="status" aria-live="polite" { (state.status) }
                p #problem.problem hidden role="alert" {}
                div #over.orders hidden {
                    @if kept.problem.is_none() {
                        form action="/play" method="post" {
                            (again(&kept, kept.person_first))
                            button #rematch { "Rematch" }
                        }
                        form action="/play" method="post" {
                            (again(&kept, !kept.person_first))
                            button.quiet { "Rematch, sides swapped" }
                        }
                    }
                    a.button href=(replay) { @if kept.problem.is_none() { "Review the game" } @else { "See the moves again" } }
                }
                div.orders {
                    button #undo.quiet type="button" { "Take back" }
                    button #hint.quiet type="button" { "Hint" }
                    @if can_turn { button #flip.quiet type="button" { "Turn the board" } }
                    @if let Some(number) = kept.problem {
                        form action="/play" method="post" {
                            input type="hidden" name="game" value=(kept.game);
                            input type="hidden" name="against" value=(kept.against);
                            input type="hidden" name="problem" value=(number.saturating_add(1));
                            button #next.quiet { "Next problem" }
                        }
                        a.button.quiet data-slow="" href=(format!("/replay/solutions/{}/{number}/{}", kept.game, kept.against)) {
                            "Watch the solution"
                        }
                    }
                    a.button.quiet #review-now href=(replay) { @if kept.problem.is_none() { "Review" } @else { "Replay" } }
                    a.button.quiet href=(format!("{address}/document")) { "Save as a file" }
                    a.button.quiet href=(format!("/play?game={}&against={}", kept.game, kept.against)) { "New game" }
                }
            }
            div.mind-side {
                @if kept.problem.is_none() {
                    section.reasons {
                        h2 { "Why it moved" }
                        div #reasons aria-live="polite" { p.soft { "After each of its moves this is where it says why." } }
                    }
                }
                section.choices {
                h2 { "Your moves" }
                p.soft #moves-hint { "Click a marked place or a move. With the keyboard: Tab or arrows to a place, Enter to play." }
                @if kept.problem.is_none() {
                    label { input #thinks type="checkbox"; " show what it thinks of each of your moves" }
                }
                ul #moves {}
                div #why aria-live="polite" {}
                }
                section.so-far {
                    h2 { "Moves so far" }
                    ol #record.record tabindex="0" aria-label="moves so far" {}
                }
            }
        }
    };
    Ok(layout::page(&heading, "/play", &["play.js", "full.js"], &content))
}

/// A bar for the person's chance, from the top down the opponent's.
fn chance_bar() -> Markup {
    html! {
        div #chance hidden {
            svg viewBox="0 0 10 100" preserveAspectRatio="none" role="img" aria-label="Your chance to win" {
                rect.theirs x="0" y="0" width="10" height="100" {}
                rect.yours x="0" y="50" width="10" height="50" {}
            }
            span.percent {}
        }
    }
}

/// The fields that ask for the same game again.
fn again(kept: &Kept, person_first: bool) -> Markup {
    html! {
        input type="hidden" name="game" value=(kept.game);
        input type="hidden" name="against" value=(kept.against);
        input type="hidden" name="side" value=(if person_first { "first" } else { "second" });
        @if let Some(depth) = kept.depth { input type="hidden" name="depth" value=(depth); }
    }
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
    /// Every move so far, those of chance included.
    record: Vec<String>,
    /// What people count of the opponent's side and of the person's.
    counts: Vec<String>,
    /// Whether the person made a choice that can be taken back.
    can_undo: bool,
}

/// What people count of the opponent's side and of the person's.
fn counts(session: &Session) -> Vec<String> {
    let mut counts: Vec<String> = session.table.sides().into_iter().map(|side| side.count).collect();
    if session.kept.person_first {
        counts.reverse();
    }
    counts
}

/// Whether a request asks for the board turned round.
fn is_turned(fields: &Fields) -> bool {
    field(fields, "turned") == Some("yes")
}

/// A legal move and the spots that make it.
#[derive(Debug, Serialize)]
pub(crate) struct MoveWithPath {
    text: String,
    /// What its button says, where that is not its text.
    words: Option<String>,
    path: Vec<String>,
    /// All sequences of clicks that make it, the usual one first.
    ways: Vec<Vec<String>>,
}

impl Shown {
    /// The position with a side of the board at the bottom: that of the person unless the board is turned.
    fn of(session: &Session, turned: bool) -> Result<Shown, Refusal> {
        let table = &session.table;
        let yours = session.is_persons_turn();
        let outcome = table.outcome();
        let turn = match (outcome, yours) {
            (Some(_), _) => "over",
            (None, true) => "you",
            (None, false) => "player",
        };
        let result = outcome.map(|_| table.result());
        let answered = table.answered().map_or(String::new(), |answer| format!(", answered by {answer}"));
        let last = table.last_move().map_or(String::new(), |last| format!(" Last move: {last}{answered}."));
        // Games of one's own may call a throw a roll themselves.
        let rolled = |who: &str| {
            table.chance().map_or(String::new(), |rolled| format!(" {who} {}.", rolled.replace("roll ", "")))
        };
        let ways = if yours { table.paths().map_err(Refusal::failed)? } else { Vec::new() };
        // A move without places that is the only one leaves no choice.
        let is_forced = matches!(&ways[..], [(_, ways)] if ways[0].is_empty());
        let points = outcome.map(|points| if session.kept.person_first { points } else { 1.0 - points });
        let verdict = match points {
            _ if session.kept.problem.is_some() => "",
            Some(1.0) => "You won. ",
            Some(0.0) => "You lost. ",
            _ => "",
        };
        let asked = session.asked();
        let status = match (&result, yours) {
            _ if points == Some(0.0) && session.kept.problem.is_some() => {
                let asked =
                    asked.as_ref().map_or(String::new(), |asked| format!("{asked} was asked for, and "));
                format!("Not solved: {asked}no move is left. Take back to try another way.{last}")
            }
            (Some(result), _) => format!("{verdict}The game is over: {result}."),
            (None, true) if is_forced => {
                format!("You cannot move: pass.{}{last}", rolled("You rolled"))
            }
            (None, true) => format!("Your turn{}.{}{last}", session.goal(), rolled("You rolled")),
            (None, false) => format!("{} is thinking.{}{last}", session.kept.against, rolled("It rolled")),
        };
        let words = |text: &str| match asked {
            _ if is_forced => Some(format!("Pass ({text})")),
            // What gives check or mates is for the person to see.
            Some(_) => Some(text.trim_end_matches(['+', '#']).to_owned()),
            None => None,
        };
        let moves = ways.into_iter().map(|(text, ways)| MoveWithPath {
            words: words(&text),
            path: ways[0].clone(),
            text,
            ways,
        });
        let record = session.record();
        Ok(Shown {
            board: board::draw(&table.scene_from(session.kept.person_first != turned), true).into_string(),
            status,
            turn,
            points,
            result,
            moves: moves.collect(),
            transcript: table.transcript(),
            plies: record.moves.len(),
            record: record.moves,
            counts: counts(session),
            can_undo: session.can_undo(),
        })
    }
}

/// The position.
pub(crate) async fn state(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Json<Shown>, Refusal> {
    let turned = is_turned(&fields?.0);
    with(app, id, move |session| Shown::of(session, turned)).await.map(Json)
}

/// The game so far as a file that can be gone on with, here, on the command line and mostly elsewhere.
pub(crate) async fn document(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
) -> Result<Response, Refusal> {
    let name = id.as_ref().map(|Path(id)| format!("game-{id}.txt")).unwrap_or_default();
    let text = with(app, id, |session| Ok(session.table.document(&session.names()))).await?;
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text.trim_end().to_owned() + "\n").into_response())
}

/// The board once the first spots of a move were clicked; empty where nothing is to be seen of them.
pub(crate) async fn half(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    let Query(fields) = fields?;
    let clicked: Vec<String> =
        field(&fields, "clicked").unwrap_or_default().split(',').map(str::to_owned).collect();
    with(app, id, move |session| {
        let scene = if session.is_persons_turn() { session.table.half_way(&clicked) } else { None };
        Ok(Html(scene.map_or(String::new(), |scene| board::draw(&scene, true).into_string())))
    })
    .await
}

/// Moves, answers or takes back; the position after it.
pub(crate) async fn act(
    State(app): State<App>,
    At((id, action)): At<(u64, String)>,
    query: Result<Query<Fields>, QueryRejection>,
    fields: Result<Form<Fields>, FormRejection>,
) -> Result<Json<Shown>, Refusal> {
    let Form(fields) = fields?;
    let turned = is_turned(&query?.0);
    let plies = number(&fields, "plies", 0..=usize::MAX)?;
    with(app, Ok(Path(id)), move |session| {
        if plies.is_some_and(|plies| plies != session.record().moves.len()) {
            let message = "The game went on in another tab; this is where it stands now.";
            return Err(Refusal::conflict(message));
        }
        match action.as_str() {
            "move" => session.play(field(&fields, "move").unwrap_or_default())?,
            "reply" => session.reply()?,
            "undo" => session.undo()?,
            _ => return Err(Refusal::missing("In a game one can move, reply and undo.")),
        }
        Shown::of(session, turned)
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
    /// Why, where the estimate behind it can be read.
    html: String,
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
            let left = session.table.moves_left();
            let compared = session.table.compare(session.record().moves.len(), &text);
            let odds = session.odds_now();
            let told = if session.kept.problem.is_some() { Told::Solvers } else { Told::Yours };
            let html = compared.map(|compared| comparison(&compared, odds.as_ref(), told).into_string());
            Ok(Hint { path, left, text, html: html.unwrap_or_default() })
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
    /// What it is worth, in words that have a unit.
    words: String,
    /// The same for a place on the board.
    short: String,
    /// The chance to win after it, where that is known.
    chance: Option<f64>,
    /// The player's own number, with what it is.
    units: String,
    /// From 0 for the worst to 1 for the best of the moves.
    share: f64,
    best: bool,
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
        let values = session.table.values();
        let odds = session.odds_now();
        Ok(values.map(|values| worths(&values, odds.as_ref())))
    })
    .await
    .map(Json)
}

/// A place in an order, such as `2nd`.
fn ordinal(place: usize) -> String {
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// What each of the moves is worth, best first.
fn worths(values: &[(String, f64)], odds: Option<&Odds>) -> Vec<Value> {
    let finite = || values.iter().map(|(_, value)| *value).filter(|value| value.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let share = |value: f64| match value {
        f64::INFINITY => 1.0,
        f64::NEG_INFINITY => 0.0,
        value if high > low => (value - low) / (high - low),
        _ => 1.0,
    };
    let best = values.first().map(|(_, value)| *value);
    let one = |(place, (text, value)): (usize, &(String, f64))| {
        let chance = odds.map(|odds| odds.chance(*value));
        let is_best = Some(*value) == best;
        let rank = if is_best { "best".to_owned() } else { ordinal(place + 1) };
        Value {
            text: text.clone(),
            words: match (*value, chance) {
                (f64::INFINITY, _) => "wins".to_owned(),
                (f64::NEG_INFINITY, _) => "loses".to_owned(),
                (_, Some(chance)) => format!("{:.0} % to win", 100.0 * chance),
                (_, None) => format!("{rank} of {}", values.len()),
            },
            short: match (*value, chance) {
                (f64::INFINITY, _) => "wins".to_owned(),
                (f64::NEG_INFINITY, _) => "loses".to_owned(),
                (_, Some(chance)) => format!("{:.0}%", 100.0 * chance),
                (_, None) => rank,
            },
            chance,
            units: format!("{} in its own units", signed(*value)),
            share: share(*value),
            best: is_best,
        }
    };
    values.iter().enumerate().map(one).collect()
}

/// Why the seated player made its last move.
#[derive(Debug, Serialize)]
pub(crate) struct Reply {
    /// Empty before its first move.
    html: String,
    /// The person's chance to win in the position, where that is known.
    chance: Option<f64>,
}

/// Why the seated player made its last move, and how the game stands.
pub(crate) async fn why(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Json<Reply>, Refusal> {
    drop(fields?);
    with(app, id, |session| {
        let chance = session.chance();
        let choices = session.table.choices();
        let by_player = |choice: &&Choice| choice.by_first != session.kept.person_first;
        let Some(last) = choices.iter().rfind(by_player).filter(|_| session.kept.problem.is_none()) else {
            return Ok(Reply { html: String::new(), chance });
        };
        let compared = session.table.compare(last.ply, &last.text);
        let odds = session.odds_at(last.ply);
        // What was played before it sat down was somebody else's choice.
        let told = if last.ply < session.taken_up { Told::Past } else { Told::ItsOwn };
        let html = match &compared {
            Some(compared) => comparison(compared, odds.as_ref(), told),
            None if told == Told::Past => {
                html! { p { strong { (last.text) } " was played before the game went on here." } }
            }
            None => {
                html! { p { "It played " strong { (last.text) } ". This player puts no numbers on moves." } }
            }
        };
        Ok(Reply { html: html.into_string(), chance })
    })
    .await
    .map(Json)
}

/// What the seated player makes of a move of the person.
pub(crate) async fn explain(
    State(app): State<App>,
    id: Result<Path<u64>, PathRejection>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    let Query(fields) = fields?;
    let plies = number(&fields, "plies", 0..=usize::MAX)?;
    let explained = with(app, id, move |session| {
        let text = field(&fields, "move").unwrap_or_default();
        // Somebody who pointed at a move may have made another one meanwhile.
        if plies.is_some_and(|plies| plies != session.record().moves.len()) {
            return Ok(Some(html! {}));
        }
        session.table.path(text).map_err(Refusal::bad)?;
        let compared = session.table.compare(session.record().moves.len(), text);
        let odds = session.odds_now();
        Ok(compared.map(|compared| comparison(&compared, odds.as_ref(), Told::Yours)))
    });
    let fragment = explained.await?.unwrap_or_else(|| {
        html! { p.soft { "This player puts no numbers on moves." } }
    });
    Ok(Html(fragment.into_string()))
}
