//! Runs: the list of all, and each one live.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{Html, Redirect};
use ludevo_game::registry;
use ludevo_game::words::percent;
use ludevo_runs::RunEntry;
use ludevo_runs::report::{duration, settings};
use maud::{Markup, PreEscaped, html};

use super::{App, At, Fields, compare, field, layout, number};
use crate::jobs::{Job, JobState};
use crate::live::fragment;
use crate::players::find_game;
use crate::refusal::Refusal;
use crate::sought::Sought;
use crate::studio::checked;

/// What runs can be sorted by: key, name, and whether the greatest comes first.
const ORDERS: [(&str, &str); 5] = [
    ("changed", "newest first"),
    ("name", "by name"),
    ("score", "best score first"),
    ("nodes", "smallest champion first"),
    ("time", "longest first"),
];

/// Brings runs into an order.
fn sort(runs: &mut [&RunEntry], by: &str) {
    match by {
        "name" => runs.sort_by(|one, two| one.name.cmp(&two.name)),
        "score" => runs.sort_by(|one, two| two.score.unwrap_or(-1.0).total_cmp(&one.score.unwrap_or(-1.0))),
        "nodes" => runs.sort_by_key(|run| run.champion_nodes.unwrap_or(u64::MAX)),
        "time" => runs.sort_by(|one, two| two.seconds.total_cmp(&one.seconds)),
        _ => {}
    }
}

/// So many runs are on a page.
const ON_A_PAGE: usize = 100;

/// All runs, with a form to compare them.
pub(crate) async fn list(
    State(app): State<App>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    let Query(fields) = fields?;
    let by = field(&fields, "by").unwrap_or("changed").to_owned();
    let page = number(&fields, "page", 1..=1_000_000_u64)?.unwrap_or(1) as usize;
    let find = field(&fields, "find").unwrap_or_default().to_owned();
    let studio = App::clone(&app);
    let sought = Sought::new(&find);
    let work = move || {
        let listing = studio.list_runs()?;
        // A game that nobody knows any more is found by its name.
        let title = |run: &RunEntry| registry::find(&run.game).map_or("", |game| game.facts().title);
        let is_wanted = |run: &RunEntry| sought.is_wanted(&[&run.name, &run.title, &run.game, title(run)]);
        let wanted: Vec<bool> = listing.runs.iter().map(is_wanted).collect();
        Ok((listing, wanted))
    };
    let (listing, wanted) = app.readers.work(work).await?;
    let mut runs: Vec<&RunEntry> =
        listing.runs.iter().zip(wanted).filter(|(_, wanted)| *wanted).map(|(run, _)| run).collect();
    sort(&mut runs, &by);
    let (page, pages, here) = layout::on_page(page, ON_A_PAGE, runs.len());
    let jobs = app.jobs.all();
    let waiting: Vec<&Job> =
        jobs.iter().filter(|job| listing.runs.iter().all(|run| run.name != job.run)).collect();
    let waiting: Vec<&Job> =
        waiting.into_iter().filter(|job| !matches!(job.state, JobState::Ended)).collect();
    let content = html! {
        h1 { "Runs" }
        @if field(&fields, "note") == Some(NONE_CHOSEN) {
            p.problem role="alert" { "Tick from one to " (compare::RUNS) " runs to compare them." }
        }
        p { a.button href="/new" { "New run" } }
        div #fresh data-busy[is_busy(&jobs)] {
        @if !waiting.is_empty() { section { h2 { "Waiting" } (jobs_table(&waiting)) } }
        @if listing.runs.is_empty() {
            p { "Nothing was evolved here yet." }
        } @else {
            (layout::search("/runs", "Find a run", &find, &[("by", &by)]))
            p.links { @for (key, name) in ORDERS {
                @if key == by { strong { (name) } } @else { a href=(format!("/runs?by={key}&find={}", layout::encoded(&find))) { (name) } }
            } }
            @if runs.is_empty() {
                p { "None found." }
            } @else {
                form action="/compare" method="get" {
                    (table(runs[here].iter().copied(), &jobs, true))
                    p { button { "Compare the chosen runs" } }
                }
            }
            (layout::pages(page, pages, &format!("/runs?by={}&find={}", layout::encoded(&by), layout::encoded(&find))))
        }
        (damaged(&listing.problems))
        }
    };
    Ok(layout::page("Runs", "/runs", &["fresh.js"], &content))
}

/// What the list of runs is asked to say to whoever wanted to compare none of them, or too many.
pub(crate) const NONE_CHOSEN: &str = "none-chosen";

/// Whether what is shown of these will change by itself.
pub(crate) fn is_busy<'a>(jobs: impl IntoIterator<Item = &'a Job>) -> bool {
    jobs.into_iter().any(|job| matches!(job.state, JobState::Queued | JobState::Running))
}

/// What is wrong with folders that are not listed.
pub(crate) fn damaged(problems: &[String]) -> Markup {
    html! { @for problem in problems { p.problem { "Not listed: " (problem) } } }
}

/// Jobs that may not have a folder yet.
pub(crate) fn jobs_table(jobs: &[&Job]) -> Markup {
    let row = |job: &&Job| {
        vec![
            html! { a href=(format!("/runs/{}", job.run)) { (job.run) } },
            html! { (job.experiment) @for set in &job.sets { " " code { (set) } } },
            html! { (job.seed) },
            html! { (state_word(&job.state)) },
            html! { @if !matches!(job.state, JobState::Queued | JobState::Running) { (forget(&job.run)) } },
        ]
    };
    layout::records(&["run", "experiment", "seed", "state", ""], &jobs.iter().map(row).collect::<Vec<_>>())
}

/// A button that takes a job off the list.
fn forget(run: &str) -> Markup {
    html! { form method="post" action=(format!("/runs/{run}/forget")) { button.quiet { "Forget it" } } }
}

fn state_word(state: &JobState) -> &'static str {
    match state {
        JobState::Queued => "waiting",
        JobState::Running => "running",
        JobState::Paused => "paused",
        JobState::Ended => "over",
        JobState::Failed(_) => "failed",
    }
}

/// Runs as rows, which can be chosen where there is something to do with those that are.
pub(crate) fn table<'a>(runs: impl Iterator<Item = &'a RunEntry>, jobs: &[Job], can_choose: bool) -> Markup {
    let state = |run: &RunEntry| match jobs.iter().find(|job| job.run == run.name).map(|job| &job.state) {
        Some(state) if *state != JobState::Ended => state_word(state),
        _ if run.end.is_some() => "over",
        _ => "stopped",
    };
    let row = |run: &RunEntry| {
        let chosen = html! { input type="checkbox" name="run" value=(run.name) aria-label=(format!("compare {}", run.name)); };
        let known = [
            html! { a href=(format!("/runs/{}", run.name)) { (run.name) } },
            html! { (run.generations) " of " (run.planned) },
            html! { (run.score.map_or("–".to_owned(), percent)) },
            html! { @if let (Some(low), Some(high)) = (run.low, run.high) { (percent(low)) " to " (percent(high)) } },
            html! { (run.yardstick) },
            html! { (run.champion_nodes.map_or("–".to_owned(), |nodes| nodes.to_string())) },
            html! { (duration(run.seconds)) },
            html! { (state(run)) },
        ];
        can_choose.then_some(chosen).into_iter().chain(known).collect()
    };
    let headings =
        ["compare", "run", "generations", "score", "95 % interval", "against", "nodes", "time", "state"];
    layout::records(&headings[usize::from(!can_choose)..], &runs.map(row).collect::<Vec<_>>())
}

/// A run's page.
pub(crate) async fn page(State(app): State<App>, At(name): At<String>) -> Result<Html<String>, Refusal> {
    let folder = match app.folder(&name) {
        Ok(folder) => folder,
        Err(refusal) => return waiting(&app, &name).ok_or(refusal),
    };
    let live = fragment(&app, &name).await?;
    let read = move || {
        let (provenance, loaded) = folder.experiment().map_err(Refusal::failed)?;
        let game = find_game(&loaded.experiment.game)?;
        Ok((provenance, loaded, game))
    };
    let (provenance, loaded, game) = app.readers.work(read).await?;
    let content = html! {
        h1 { (name) }
        p.lead { (game.facts().title) ": " (loaded.experiment.summary) }
        div #live data-run=(name) aria-live="off" { (PreEscaped(live.as_ref())) }
        details {
            summary { "What is run" }
            dl { @for (what, how) in settings(game, &loaded.experiment) { dt { (what) } dd { (how) } } }
            p { "The same from the command line:" }
            pre { code { (provenance.command()) } }
        }
        details {
            summary { "Delete this run" }
            p { "Its folder with log, checkpoint and champion is deleted. There is no way back." }
            form method="post" action=(format!("/runs/{name}/delete")) { button #delete { "Delete " (name) } }
        }
    };
    Ok(layout::page(&name, "/runs", &["live.js", "tree.js"], &content))
}

/// The page of a run that has no folder yet.
fn waiting(app: &App, name: &str) -> Option<Html<String>> {
    let job = app.jobs.of(checked(name).ok()?)?;
    let is_over = !matches!(job.state, JobState::Queued | JobState::Running);
    let content = html! {
        h1 { (job.run) }
        p.lead { (job.experiment) ", seed " (job.seed) }
        div #live data-run=(job.run) data-waiting="yes" {
            div #run-state data-state=(state_word(&job.state)) data-generations="0" {
                @if let JobState::Failed(problem) = &job.state {
                    div.problem role="alert" {
                        p { strong {
                            @if job.lost_its_folder() { "There is no folder of this run any more." }
                            @else { "Evolution could not start." }
                        } }
                        pre { (problem) }
                    }
                } @else if is_over {
                    p.problem role="alert" {
                        "There is no folder of this run: it was deleted, or the run was stopped before it began."
                    }
                }
                @if is_over {
                    div.orders { (forget(&job.run)) }
                } @else {
                    p { @if job.state == JobState::Running { "Starting." } @else { "Waiting for its turn." } }
                    div.orders {
                        form method="post" action=(format!("/runs/{}/stop", job.run)) { button { "Do not run it" } }
                    }
                }
            }
        }
    };
    Some(layout::page(name, "/runs", &["live.js"], &content))
}

/// The part of a run's page that changes; empty while the run has no folder yet.
pub(crate) async fn live(State(app): State<App>, At(name): At<String>) -> Result<Html<String>, Refusal> {
    if app.folder(&name).is_err() && app.jobs.of(&name).is_some() {
        return Ok(Html(String::new()));
    }
    Ok(Html(fragment(&app, &name).await?.to_string()))
}

/// Pauses a run, lets it go on, or stops it.
pub(crate) async fn order(
    State(app): State<App>,
    At((name, order)): At<(String, String)>,
) -> Result<Redirect, Refusal> {
    let run = checked(&name)?;
    match order.as_str() {
        "pause" => app.jobs.pause(run)?,
        "stop" => app.jobs.stop(run)?,
        "resume" => {
            // A run that failed before it had a folder is known by its job only.
            if app.jobs.of(run).is_none() {
                app.folder(run)?;
            }
            app.jobs.resume(run)?;
        }
        "forget" => {
            app.jobs.forget(run)?;
            return Ok(Redirect::to("/runs"));
        }
        "delete" => {
            let is_busy = |job: &Job| matches!(job.state, JobState::Queued | JobState::Running);
            if app.jobs.of(run).is_some_and(|job| is_busy(&job)) {
                return Err(Refusal::conflict(format!("{run} is running: pause or stop it first.")));
            }
            let (studio, name) = (App::clone(&app), run.to_owned());
            app.readers.work(move || studio.delete_run(&name)).await?;
            if app.jobs.of(run).is_some() {
                app.jobs.forget(run)?;
            }
            return Ok(Redirect::to("/runs"));
        }
        _ => return Err(Refusal::missing("A run can be paused, resumed, stopped, deleted and forgotten.")),
    }
    Ok(Redirect::to(&format!("/runs/{run}")))
}
