//! A champion: its trees, what they mean, what it scored, and how to make it again.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::{Game, Shown, ShownTree};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_game::words::{count, percent};
use ludevo_runs::RunResult;
use ludevo_runs::report::{draw_tree, figures, fold, front, meaning};
use maud::{Markup, html};

use super::why::rounded;
use super::{App, At, Fields, field, layout};
use crate::players::find_game;
use crate::progress::score;
use crate::refusal::Refusal;

/// A champion in all its forms.
fn show(app: &App, game: &'static dyn Game, file: &ChampionFile) -> Result<Arc<Shown>, Refusal> {
    app.champions.get(file.print(), || game.show(file).map_err(Refusal::failed))
}

/// The picture of a tree with some subtrees folded.
pub(crate) fn drawn_tree(tree: &ShownTree, folded: &[usize]) -> Markup {
    let (outline, numbers) = fold(&tree.outline, folded);
    let drawn = draw_tree(&outline, None, |label| meaning(&tree.terminals, label));
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    html! { div.drawn data-numbers=(numbers.join(" ")) { (drawn) } }
}

/// What a champion's file says it scored: its share of the points, against whom, in how many games.
pub(crate) fn measured(score: &str) -> Option<(f64, &str, usize)> {
    let (share, rest) = score.split_once(" against ")?;
    let (against, games) = rest.split_once(" in ")?;
    Some((share.parse().ok()?, against, games.strip_suffix(" games")?.parse().ok()?))
}

/// Where a champion is: among those that ship, or in a run.
enum Home {
    Shipped { game: String, name: String },
    Run(String),
}

/// A champion that was found.
struct Found {
    game: &'static dyn Game,
    text: String,
    file: ChampionFile,
    result: Option<RunResult>,
}

impl Home {
    fn find(&self, app: &App) -> Result<Found, Refusal> {
        let (text, result) = match self {
            Home::Shipped { game, name } => {
                let text = registry::text(registry::champions(), &format!("{game}/{name}"));
                let text = text.ok_or_else(|| Refusal::missing("There is no such champion."))?;
                (text.to_owned(), None)
            }
            Home::Run(run) => {
                let folder = app.folder(run)?;
                let text = folder.champion().map_err(Refusal::failed)?;
                let none = || {
                    Refusal::missing(
                        "This run has no champion yet: it comes when the run ends or is stopped.",
                    )
                };
                (text.ok_or_else(none)?, folder.result().map_err(Refusal::failed)?)
            }
        };
        let file = ChampionFile::parse(&text).map_err(Refusal::failed)?;
        Ok(Found { game: find_game(&file.game)?, text, file, result })
    }

    fn address(&self) -> String {
        match self {
            Home::Shipped { game, name } => format!("/champions/{game}/{name}"),
            Home::Run(run) => format!("/runs/{run}/champion"),
        }
    }

    fn title(&self) -> String {
        match self {
            Home::Shipped { game, name } => format!("{game}/{name}"),
            Home::Run(run) => format!("Champion of {run}"),
        }
    }

    /// As [`crate::players::find`] takes it.
    fn player(&self) -> String {
        match self {
            Home::Shipped { name, .. } => PlayerName::of_shipped(name),
            Home::Run(run) => format!("run:{run}"),
        }
    }

    async fn page(self, app: App) -> Result<Html<String>, Refusal> {
        let studio = App::clone(&app);
        let work = move || {
            let found = self.find(&studio)?;
            let shown = show(&studio, found.game, &found.file)?;
            Ok((self.title(), self.content(&found, &shown)))
        };
        let (title, content) = app.thinkers.work(work).await?;
        Ok(layout::page(&title, "/champions", &["tree.js", "full.js"], &content))
    }

    fn content(&self, found: &Found, shown: &Shown) -> Markup {
        let facts = found.game.facts();
        let plays = found.game.at_table().is_some() || found.game.as_puzzle().is_some();
        html! {
            h1 { (self.title()) }
            p.lead { (facts.title) ": plays by " (shown.plays) }
            @if let Some(caution) = found.file.seal.caution() { p.caution { "This champion is " (caution) "." } }
            p.links {
                @if plays {
                    a.button href=(format!("/play?game={}&against={}", facts.name, self.player())) { "Play" }
                }
                @if found.game.to_watch().is_some() {
                    a.button href=(format!("/watch?game={}&one={}", facts.name, self.player())) { "Watch" }
                }
                @if found.game.in_matches().is_some() {
                    a.button.quiet href=(format!("/ladder/{}?first={}", facts.name, self.player())) { "Match" }
                }
                a.button.quiet href=(format!("{}/text", self.address())) { "Download as text" }
            }
            @for (index, tree) in shown.trees.iter().enumerate() { (self.tree(index, tree)) }
            section {
                h2 { "Scores" }
                @if let Some(result) = &found.result {
                    (layout::records(
                        &["against", "share of the points", "95 % interval", "fresh games"],
                        &[vec![
                            html! { (result.yardstick) },
                            html! { (percent(result.score)) },
                            html! { (percent(result.low)) " to " (percent(result.high)) },
                            html! { (result.fresh_games) },
                        ]],
                    ))
                    p.soft { (result.chosen()) }
                    @if !result.front.is_empty() {
                        (figures(&[front(result)]))
                    }
                } @else if let Some((share, against, games)) = measured(&found.file.score) {
                    (layout::records(
                        &["against", "share of the points", "fresh games"],
                        &[vec![html! { (against) }, html! { (score(share, games)) }, html! { (games) }]],
                    ))
                } @else {
                    p { (found.file.score) }
                }
            }
            section {
                h2 { "Make it again" }
                @match found.file.provenance.caution() {
                    None => { p { "The same version gives the same champion, to the byte:" } }
                    Some(caution) => { p { "Begun by this command; " (caution) "." } }
                }
                pre { code { (found.file.provenance.command()) } }
            }
        }
    }

    fn tree(&self, index: usize, tree: &ShownTree) -> Markup {
        let sizes = if tree.simplified_nodes < tree.nodes {
            format!(
                "{}, {} once simplified without changing any value",
                count(tree.nodes as u32, "node", "nodes"),
                tree.simplified_nodes
            )
        } else {
            count(tree.nodes as u32, "node", "nodes")
        };
        // Numbers as they are searched for have more digits than anybody reads.
        let reading = rounded(&tree.reading);
        html! {
            section {
                h2 { "Tree “" (tree.name) "”" }
                p.soft { "Decides " (tree.decides) ". " (sizes) "." }
                @if !tree.outline.is_empty() {
                    div.tree-tools data-tree=(format!("{}/tree/{index}", self.address())) {
                        div.orders {
                            button.quiet type="button" data-zoom="out" aria-label="smaller" { "−" }
                            button.quiet type="button" data-zoom="in" aria-label="larger" { "+" }
                            button.quiet type="button" data-zoom="fit" { "Fit" }
                            button.quiet type="button" data-fold="none" { "Unfold all" }
                            button.quiet type="button" data-full=".tree-tools" { "On the whole screen" }
                            span.soft { "Click a node to fold what is below it." }
                        }
                        div.tree.wide tabindex="0" aria-label="the tree; scrolls" { (drawn_tree(tree, &[])) }
                    }
                }
                @if !tree.terminals.is_empty() {
                    h3 { "What it looks at" }
                    dl.terms { @for (name, meaning) in &tree.terminals {
                        dt data-terminal=(name) tabindex="0" { (name) } dd { (meaning) }
                    } }
                }
                h3 { "To read" }
                @if tree.reading != tree.simplified { p.soft { (exactness(tree)) } }
                @else if reading != tree.reading { p.soft { "Its numbers are rounded here." } }
                pre { code { (reading) } }
                @if reading != tree.simplified {
                    details { summary { "Simplified, exactly equal" } pre { code { (tree.simplified) } } }
                }
                @if tree.text != tree.simplified {
                    details { summary { "As it was evolved" } pre { code { (tree.text) } } }
                }
            }
        }
    }

    /// The program as a formula, and what it looks at: what the gallery shows first.
    async fn formula(self, app: App) -> Result<Html<String>, Refusal> {
        let studio = App::clone(&app);
        let work = move || {
            let found = self.find(&studio)?;
            let shown = show(&studio, found.game, &found.file)?;
            Ok(formula(&shown).into_string())
        };
        app.thinkers.work(work).await.map(Html)
    }

    async fn download(self, app: App) -> Result<Response, Refusal> {
        let name = match &self {
            Home::Shipped { game, name } => format!("{game}-{name}"),
            Home::Run(run) => format!("{run}-champion"),
        };
        let found = app.clone().readers.work(move || self.find(&app)).await?;
        let disposition = format!("attachment; filename=\"{name}.txt\"");
        let headers =
            [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, disposition)];
        Ok((headers, found.text).into_response())
    }

    async fn folded(self, app: App, tree: usize, fields: Fields) -> Result<Html<String>, Refusal> {
        let folded =
            field(&fields, "fold").unwrap_or_default().split(' ').filter(|number| !number.is_empty());
        let folded = folded.map(str::parse).collect::<Result<Vec<usize>, _>>();
        let folded = folded.map_err(|_| Refusal::bad("`fold` lists numbers of nodes."))?;
        let studio = App::clone(&app);
        let work = move || {
            let found = self.find(&studio)?;
            let shown = show(&studio, found.game, &found.file)?;
            let tree = shown.trees.get(tree).ok_or_else(|| Refusal::missing("There is no such tree."))?;
            Ok(drawn_tree(tree, &folded).into_string())
        };
        Ok(Html(app.thinkers.work(work).await?))
    }
}

/// So many characters of a formula are shown before it is folded.
const SHORT: usize = 260;

fn formula(shown: &Shown) -> Markup {
    let texts: Vec<(&str, &str)> = shown
        .trees
        .iter()
        .map(|tree| (&tree.name[..], &tree.reading[..]))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let all = html! { @for (name, text) in &texts {
        @if texts.len() > 1 { p.soft { (name) } }
        pre { code { (text) } }
    } };
    let length: usize = texts.iter().map(|(_, text)| text.len()).sum();
    let mut uses: Vec<(&str, f64)> =
        shown.trees.iter().flat_map(|tree| &tree.uses).map(|known| (known.name, known.weight)).collect();
    uses.sort_by(|one, two| two.1.total_cmp(&one.1));
    uses.dedup_by_key(|known| known.0);
    html! {
        @if length <= SHORT { (all) } @else {
            pre { code { (texts[0].1.chars().take(SHORT).collect::<String>()) "…" } }
            details { summary { "The whole formula" } (all) }
        }
        @if !uses.is_empty() {
            ul.uses { @for (name, weight) in uses.iter().take(5) {
                li { code { (name) } meter value=(weight) aria-label=(format!("weight of {name}")) {} span.soft { (percent(*weight)) } }
            } }
        } @else {
            p.soft { "Looks at " (looks(shown)) "." }
        }
    }
}

/// What all trees look at, in a line.
fn looks(shown: &Shown) -> String {
    let mut names: Vec<&str> =
        shown.trees.iter().flat_map(|tree| &tree.terminals).map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() { shown.plays.clone() } else { names.join(", ") }
}

fn exactness(tree: &ShownTree) -> String {
    match tree.deviation {
        Some((0.0, _)) => "Rounded; the same value on every sampled position.".to_owned(),
        Some((largest, spread)) => format!(
            "Rounded: off by at most {largest:.3} on sampled positions, where values spread over {spread:.1}."
        ),
        None => "Exact.".to_owned(),
    }
}

pub(crate) async fn of_run(State(app): State<App>, At(run): At<String>) -> Result<Html<String>, Refusal> {
    Home::Run(run).page(app).await
}

pub(crate) async fn shipped(
    State(app): State<App>,
    At((game, name)): At<(String, String)>,
) -> Result<Html<String>, Refusal> {
    Home::Shipped { game, name }.page(app).await
}

pub(crate) async fn formula_of_run(
    State(app): State<App>,
    At(run): At<String>,
) -> Result<Html<String>, Refusal> {
    Home::Run(run).formula(app).await
}

pub(crate) async fn formula_of_shipped(
    State(app): State<App>,
    At((game, name)): At<(String, String)>,
) -> Result<Html<String>, Refusal> {
    Home::Shipped { game, name }.formula(app).await
}

pub(crate) async fn text_of_run(State(app): State<App>, At(run): At<String>) -> Result<Response, Refusal> {
    Home::Run(run).download(app).await
}

pub(crate) async fn text_of_shipped(
    State(app): State<App>,
    At((game, name)): At<(String, String)>,
) -> Result<Response, Refusal> {
    Home::Shipped { game, name }.download(app).await
}

pub(crate) async fn tree_of_run(
    State(app): State<App>,
    At((run, tree)): At<(String, usize)>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    Home::Run(run).folded(app, tree, fields?.0).await
}

pub(crate) async fn tree_of_shipped(
    State(app): State<App>,
    At((game, name, tree)): At<(String, String, usize)>,
    fields: Result<Query<Fields>, QueryRejection>,
) -> Result<Html<String>, Refusal> {
    Home::Shipped { game, name }.folded(app, tree, fields?.0).await
}
