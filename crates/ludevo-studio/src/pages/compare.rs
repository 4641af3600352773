//! Several runs in one chart.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use ludevo_runs::report::compared;
use maud::html;

use super::{App, Fields, layout, run};
use crate::refusal::Refusal;

/// The most runs of a chart.
pub(crate) const RUNS: usize = 12;

/// The page.
pub(crate) async fn page(
    State(app): State<App>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(fields) = fields?;
    let names: Vec<String> =
        fields.into_iter().filter(|(key, _)| key == "run").map(|(_, name)| name).collect();
    if names.is_empty() || names.len() > RUNS {
        return Ok(Redirect::to(&format!("/runs?note={}", run::NONE_CHOSEN)).into_response());
    }
    let studio = App::clone(&app);
    let content = app
        .readers
        .work(move || {
            let mut logs = Vec::new();
            let mut unread = Vec::new();
            for name in &names {
                let log = studio.folder(name).and_then(|folder| folder.log().map_err(Refusal::failed));
                match log {
                    Ok(log) => logs.push((name.clone(), log)),
                    Err(refusal) => unread.push((name, refusal.message)),
                }
            }
            if logs.is_empty() {
                let problems: Vec<String> = unread.into_iter().map(|(_, problem)| problem).collect();
                return Err(Refusal::missing(problems.join(" ")));
            }
            let listing = studio.list_runs()?;
            let runs: Vec<_> = listing.runs.iter().filter(|run| names.contains(&run.name)).cloned().collect();
            let differ = runs.windows(2).any(|pair| pair[0].yardstick != pair[1].yardstick || pair[0].game != pair[1].game);
            let figure = compared(&logs);
            let jobs = studio.jobs.all();
            let is_busy = run::is_busy(jobs.iter().filter(|job| names.contains(&job.run)));
            Ok(html! {
                h1 { "Runs compared" }
                div #fresh data-busy[is_busy] {
                @if differ {
                    p.problem { "These runs differ in game or yardstick: their scores cannot be compared." }
                }
                @for (name, problem) in &unread {
                    p.problem role="alert" { (name) " is not in the chart: " (problem) }
                }
                div.figures.large { figure { (figure.svg) figcaption { (figure.caption) } } }
                (run::table(runs.iter(), &jobs, false))
                }
                p.soft {
                    "One run each says little about the settings that made them: repeat them with other seeds and use "
                    code { "ludevo runs compare" } "."
                }
            })
        })
        .await?;
    Ok(layout::page("Runs compared", "/runs", &["fresh.js"], &content).into_response())
}
