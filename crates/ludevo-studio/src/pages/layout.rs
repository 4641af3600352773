//! What all pages look like.

use std::ops::Range;
use std::time::SystemTime;

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
                script type="module" src="/assets/wait.js" {}
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

/// A field to look for something by its name, on a page with these other fields.
pub(crate) fn search(address: &str, what: &str, sought: &str, fields: &[(&str, &str)]) -> Markup {
    html! {
        form.choose.search action=(address) method="get" role="search" {
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            label { (what) " " input type="search" name="find" value=(sought) maxlength="80"; }
            button.quiet { "Find" }
        }
    }
}

/// A time to the minute, such as 2026-03-09 14:05 UTC.
pub(crate) fn minute(time: SystemTime) -> Markup {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // Counted in days from the first of March of the year 0, so that a leap day is the last one of its year (the method is
    // Howard Hinnant's `civil_from_days`).
    let days = seconds / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    let (date, clock) = (format!("{year}-{month:02}-{day:02}"), format!("{hour:02}:{minute:02}"));
    html! { time datetime=(format!("{date}T{clock}Z")) { (date) " " (clock) " UTC" } }
}

/// A text as a part of an address.
pub(crate) fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// The page of a list of so many that is meant by a number, the number of the last one, and what of the list is on it. Whoever
/// asks for a page behind the last one, as after a deletion, means that.
pub(crate) fn on_page(page: usize, room: usize, of: usize) -> (usize, usize, Range<usize>) {
    let last = of.div_ceil(room).max(1);
    let page = page.clamp(1, last);
    let start = (page - 1) * room;
    (page, last, start..(start + room).min(of))
}

/// Links to the pages of a list, which `address` leads to: the neighbours of this one and both ends.
pub(crate) fn pages(page: usize, of: usize, address: &str) -> Markup {
    const NEAR: usize = 2;
    let is_shown = |number: &usize| *number == 1 || *number == of || number.abs_diff(page) <= NEAR;
    let shown: Vec<usize> = (1..=of).filter(is_shown).collect();
    html! { @if of > 1 {
        p.links { "Page " @for (index, number) in shown.iter().enumerate() {
            @if index > 0 && shown[index - 1] + 1 < *number { span { "…" } }
            @if *number == page { strong aria-current="page" { (number) } }
            @else { a href=(format!("{address}&page={number}")) { (number) } }
        } }
    } }
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let of = |seconds| minute(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).into_string();
        for (seconds, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (1_735_689_599, "2024-12-31 23:59 UTC"),
            (1_741_478_400, "2025-03-09 00:00 UTC"),
        ] {
            assert!(of(seconds).contains(&format!(">{text}<")), "{}", of(seconds));
        }
    }

    #[test]
    fn a_list_of_many_pages_has_links_to_the_neighbours_and_the_ends() {
        let of = |page, of| {
            let links = pages(page, of, "/x?").into_string();
            let numbers =
                links.split("page=").skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok());
            numbers.collect::<Vec<usize>>()
        };
        assert_eq!(of(20, 40), [1, 18, 19, 21, 22, 40]);
        assert_eq!(of(1, 3), [2, 3]);
        assert_eq!(of(1, 1), [0; 0]);
        assert_eq!(pages(20, 40, "/x?").into_string().matches('…').count(), 2);
    }

    #[test]
    fn a_page_behind_the_last_one_is_the_last_one() {
        assert_eq!(on_page(7, 10, 25), (3, 3, 20..25));
        assert_eq!(on_page(1, 10, 25), (1, 3, 0..10));
        assert_eq!(on_page(9, 10, 0), (1, 1, 0..0));
    }

    #[test]
    fn what_was_looked_for_stays_one_field_of_an_address() {
        assert_eq!(encoded("a b&c=d#é"), "a%20b%26c%3Dd%23%C3%A9");
    }
}
