//! Starting an evolution: choose an experiment, read what it does, change a little, go.

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query, State};
use axum::response::{Html, Redirect};
use ludevo_game::registry;
use ludevo_runs::report::settings;
use maud::html;

use super::{App, Fields, field, layout, number};
use crate::experiments::{CHOICES, read, value};
use crate::refusal::Refusal;

/// The page.
pub(crate) async fn page(
    State(app): State<App>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    let Query(fields) = fields?;
    let game = field(&fields, "game").unwrap_or_else(|| registry::games()[0].facts().name);
    let default = format!("{game}/default");
    let name = field(&fields, "experiment").unwrap_or(&default).to_owned();
    let content = app.readers.work(move || form(&name)).await?;
    Ok(layout::page("New run", "/new", &["choose.js", "form.js"], &content))
}

fn form(name: &str) -> Result<maud::Markup, Refusal> {
    let loaded = read(name, &[])?;
    let game = registry::find(&loaded.experiment.game).ok_or_else(|| Refusal::failed("an unknown game"))?;
    Ok(html! {
        h1 { "New run" }
        form.choose action="/new" method="get" {
            label { "Experiment "
                select name="experiment" {
                    @for game in registry::games() {
                        @let prefix = format!("{}/", game.facts().name);
                        optgroup label=(game.facts().title) {
                            @for (known, _) in registry::experiments().iter().filter(|(known, _)| known.starts_with(&prefix)) {
                                option value=(known) selected[*known == name] { (known) }
                            }
                        }
                    }
                }
            }
            button.quiet { "Show" }
        }
        section {
            h2 { (loaded.name) }
            p.lead { (loaded.experiment.summary) }
            form.settings action="/runs" method="post" {
                input type="hidden" name="experiment" value=(loaded.name);
                @for choice in CHOICES {
                    @if let Some(value) = value(&loaded, choice.key) {
                        label { (choice.label)
                            input type="number" name=(choice.key) value=(value) min="1" required;
                            span.soft { (choice.hint) }
                        }
                    }
                }
                label { "Seed" input type="number" name="seed" value="1" min="0" required;
                    span.soft { "the same seed gives the same run" } }
                label { "Minutes" input type="number" name="minutes" min="0.1" max="100000" step="any";
                    span.soft { "pauses after so many; empty for no limit" } }
                p { button #start { "Start" } }
            }
        }
        section {
            h2 { "What it does" }
            p { (game.facts().summary) }
            dl { @for (what, how) in settings(game, &loaded.experiment) { dt { (what) } dd { (how) } } }
        }
    })
}

/// Queues the run and goes to its page.
pub(crate) async fn start(
    State(app): State<App>,
    fields: Result<Form<Fields>, FormRejection>,
) -> Result<Redirect, Refusal> {
    let Form(fields) = fields?;
    let experiment =
        field(&fields, "experiment").ok_or_else(|| Refusal::bad("Choose an experiment."))?.to_owned();
    let seed = number(&fields, "seed", 0..=u64::MAX)?.unwrap_or(1);
    let minutes = number(&fields, "minutes", 0.01..=1e6)?;
    let checked = app.readers.work(move || {
        let plain = read(&experiment, &[])?;
        let known = |name: &str| {
            ["experiment", "seed", "minutes"].contains(&name)
                || CHOICES.iter().any(|choice| choice.key == name)
        };
        if let Some((name, _)) = fields.iter().find(|(name, _)| !known(name)) {
            return Err(Refusal::bad(format!("There is no field `{name}`.")));
        }
        let mut sets = Vec::new();
        for choice in CHOICES {
            let Some(default) = value(&plain, choice.key) else { continue };
            let asked = number(&fields, choice.key, 1..=1_000_000_i64)?;
            sets.extend(
                asked.filter(|asked| *asked != default).map(|asked| format!("{}={asked}", choice.key)),
            );
        }
        // Refused here, where the person can change it, rather than by the child.
        read(&experiment, &sets)?;
        Ok((experiment, sets))
    });
    let (experiment, sets) = checked.await?;
    let run = app.jobs.add(&experiment, sets, seed, minutes)?;
    Ok(Redirect::to(&format!("/runs/{run}")))
}
