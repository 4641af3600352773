//! What all pages look like.

use axum::http::Uri;
use axum::response::Html;
use maud::{DOCTYPE, Markup, html};

use crate::refusal::Refusal;

/// The places of the studio: address and name.
const PLACES: [(&str, &str); 7] = [
    ("/", "Home"),
    ("/champions", "Champions"),
    ("/new", "New run"),
    ("/runs", "Runs"),
    ("/play", "Play"),
    ("/replay", "Replay"),
    ("/ladder", "Ladder"),
];

/// A page at one of the places, with the scripts it needs.
pub(crate) fn page(title: &str, place: &str, scripts: &[&str], content: &Markup) -> Html<String> {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Ludevo" }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/studio.css";
                @for script in scripts { script type="module" src=(format!("/assets/{script}")) {} }
            }
            body {
                a.skip href="#content" { "To the content" }
                header.top {
                    a.brand href="/" { "Ludevo" }
                    nav aria-label="places" {
                        @for (address, name) in PLACES {
                            @if address == place { a href=(address) aria-current="page" { (name) } }
                            @else { a href=(address) { (name) } }
                        }
                    }
                }
                main #content { (content) }
            }
        }
    };
    Html(page.into_string())
}

/// What those see who have no JavaScript, on a page that does nothing without it.
pub(crate) fn needs_script(what: &str) -> Markup {
    html! { noscript { p.problem { "This page needs JavaScript for " (what) ". It is switched off in this browser." } } }
}

/// The page of a request that was refused.
pub(crate) fn problem(refusal: &Refusal) -> Html<String> {
    let title = refusal.status.canonical_reason().unwrap_or("Refused");
    let content = html! {
        h1 { (title) }
        p.problem role="alert" { (refusal.message) }
        p { a href="/" { "Back to the games" } }
    };
    page(title, "", &[], &content)
}

/// For addresses that lead nowhere.
pub(crate) async fn nothing_here(address: Uri) -> Refusal {
    let path: String = address.path().chars().take(80).collect();
    Refusal::missing(format!("There is nothing at {path}."))
}

/// For addresses that are there but are asked for in the wrong way.
pub(crate) async fn not_so() -> Refusal {
    let message = "This address does not take that kind of request.".to_owned();
    Refusal { status: axum::http::StatusCode::METHOD_NOT_ALLOWED, message }
}

/// Records in rows. On narrow pages each record stands alone, with the heading before each of its fields.
pub(crate) fn records(headings: &[&str], rows: &[Vec<Markup>]) -> Markup {
    html! {
        div.wide { table.records {
            thead { tr { @for heading in headings { th { (heading) } } } }
            tbody { @for row in rows { tr {
                @for (heading, field) in headings.iter().zip(row) { td data-heading=(heading) { (field) } }
            } } }
        } }
    }
}
