//! Ladders of solvers: who solves how many problems of a set, in how many moves and with how much work.

use axum::response::{Html, Redirect};
use ludevo_game::game::{Game, Level};
use ludevo_game::registry;
use maud::{Markup, html};

use super::ladder::{choice, known_ladders, underway};
use super::{App, Fields, field, layout, number};
use crate::players;
use crate::refusal::Refusal;
use crate::solving::{self, EXPANDED, Solver, Solving};

/// The most problems of a ladder.
const PROBLEMS: usize = 200;
/// The most solvers of a ladder.
const SOLVERS: usize = 12;

/// The sets of problems that nobody trains on.
fn levels(game: &dyn Game) -> Vec<Level> {
    let all = game.as_puzzle().map_or_else(Vec::new, |puzzle| puzzle.levels());
    all.into_iter().filter(|level| !level.is_for_training).collect()
}

/// The ladder of a puzzle.
pub(crate) async fn page(
    app: App,
    game: &'static dyn Game,
    fields: &Fields,
) -> Result<Html<String>, Refusal> {
    let facts = game.facts();
    let find = field(fields, "find").unwrap_or_default().to_owned();
    let (studio, sought) = (App::clone(&app), find.clone());
    let work = move || {
        let offer = players::offered(&studio, game, &sought, &[])?;
        let solving = solving::read_ladder(&studio, game)?;
        let meaning = |row: &Solver| players::meaning(&studio, game, &row.player).unwrap_or_default();
        let meanings =
            solving.as_ref().map(|solving| solving.solvers.iter().map(meaning).collect::<Vec<_>>());
        Ok((offer, solving.zip(meanings), studio.matches.ladder_status(game)))
    };
    let (offer, solving, status) = app.readers.work(work).await?;
    let adviser = game.as_puzzle().map_or("", |puzzle| puzzle.adviser());
    let proposed: Vec<&str> = offer.seats.iter().map(|seat| &seat.id[..]).take(2).chain([adviser]).collect();
    let title = format!("Ladder: {}", facts.title);
    let address = format!("/ladder/{}", facts.name);
    let content = html! {
        h1 { (title) }
        (known_ladders(registry::games(), facts.name))
        (underway(status.as_ref(), &address))
        @if let Some((solving, meanings)) = &solving { (standings(solving, meanings)) }
        @if offer.more > 0 || !find.is_empty() {
            (layout::search(&address, "Find champions made here", &find, &[]))
        }
        section {
            h2 { "Rate solvers anew" }
            form action=(address) method="post" {
                (choice(&offer.seats, &proposed))
                p {
                    label { "Problems of " select name="level" { @for level in levels(game) {
                        option value=(level.name) { (level.name) ": " (level.meaning) }
                    } } }
                }
                p {
                    label { "The first " input type="number" name="problems" value="20" min="1" max=(PROBLEMS) required; }
                }
                p.soft { "Each solver may look at " (EXPANDED) " positions of a problem, and at no more." }
                p { button { "Let them solve" } }
            }
        }
    };
    Ok(layout::page(&title, "/ladder", &["contest.js"], &content))
}

fn standings(solving: &Solving, meanings: &[String]) -> Markup {
    let mean = |sum: f64, of: u64| if of == 0 { "–".to_owned() } else { format!("{:.1}", sum / of as f64) };
    let row = |(place, row): (usize, &Solver)| {
        let work = row.expanded as f64 / solving.problems.max(1) as f64;
        vec![
            html! { (place) },
            html! { strong { (row.player) } @if let Some(meaning) = meanings.get(place - 1) { br; span.soft { (meaning) } } },
            html! { (row.solved) " of " (solving.problems) },
            html! { (mean(row.moves as f64, row.solved)) },
            html! { (format!("{work:.0}")) },
            html! { (format!("{:.0}", 1000.0 * row.seconds / solving.problems.max(1) as f64)) " ms" },
        ]
    };
    let rows: Vec<_> = (1..).zip(&solving.solvers).map(row).collect();
    html! { section {
        h2 { "Standings" }
        (layout::records(&["place", "solver", "solved", "moves", "positions looked at", "time"], &rows))
        p.soft { "The first " (solving.problems) " problems of “" (solving.level) "”. Whoever solves more comes first, then whoever "
            "looks at fewer positions. Moves are the mean of what each solved itself; positions and time are those of a problem." }
    } }
}

/// Starts the ladder of a puzzle.
pub(crate) async fn start(app: App, game: &'static dyn Game, fields: Fields) -> Result<Redirect, Refusal> {
    let count = number(&fields, "problems", 1..=PROBLEMS)?.unwrap_or(20);
    let wanted = field(&fields, "level").unwrap_or_default();
    let all = levels(game);
    let level = all.iter().find(|level| level.name == wanted).or(all.first());
    let level = level.ok_or_else(|| Refusal::bad("It has no problems with numbers."))?;
    let problems: Vec<u32> = level.numbers.iter().copied().take(count).collect();
    let solvers: Vec<String> =
        fields.iter().filter(|(key, _)| key == "player").map(|(_, value)| value.clone()).collect();
    if solvers.is_empty() || solvers.len() > SOLVERS {
        return Err(Refusal::bad(format!("A ladder of solvers has from one to {SOLVERS}.")));
    }
    let (studio, name) = (App::clone(&app), level.name.to_owned());
    app.readers.work(move || solving::start(&studio, game, &solvers, &name, problems)).await?;
    Ok(Redirect::to(&format!("/ladder/{}", game.facts().name)))
}
