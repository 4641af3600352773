//! `cargo xtask docs`: writes the pages that are made from what the games declare.

#![expect(clippy::print_stdout, reason = "a chore reports on the terminal")]

mod results;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use anyhow::Context;
use ludevo_game::registry;
use ludevo_peers::root;
use ludevo_runs::reference;

const NOTE: &str = "<!-- Written by `cargo xtask docs`; do not edit. -->\n";

/// The pages: path from the root of the repository, and text.
fn pages() -> anyhow::Result<Vec<(String, String)>> {
    // As they are now on disk, and not as they were when this was built.
    let kept = results::Kept::read()?;
    let pages = [
        ("docs/languages.md", languages()),
        ("docs/experiments.md", experiments()?),
        ("docs/reference.md", format!("# Every key of experiments\n\n{NOTE}\n{}", reference::page()?)),
        ("docs/results.md", kept.page(NOTE)?),
        ("README.md", readme(&kept)?),
    ];
    let pages = pages.map(|(path, text)| (path.to_owned(), text));
    Ok(pages.into_iter().chain(kept.files()).collect())
}

fn main() -> anyhow::Result<()> {
    ludevo_games::open();
    for (path, text) in pages()? {
        let file = root().join(&path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            continue;
        }
        fs::write(&file, text).with_context(|| format!("cannot write {path}"))?;
        println!("wrote {path}");
    }
    Ok(())
}

/// The README as it is, with how the figures came out between its marks.
fn readme(kept: &results::Kept) -> anyhow::Result<String> {
    const MARKS: [&str; 2] = ["<!-- results -->", "<!-- end of results -->"];
    let text = fs::read_to_string(root().join("README.md")).context("README.md")?;
    let parts =
        text.split_once(MARKS[0]).and_then(|(before, rest)| Some((before, rest.split_once(MARKS[1])?.1)));
    let (before, after) = parts.with_context(|| format!("README.md has no {} .. {}", MARKS[0], MARKS[1]))?;
    Ok(format!("{before}{}\n{}\n{}{after}", MARKS[0], kept.summary()?, MARKS[1]))
}

/// Every language of every game, a row a primitive.
fn languages() -> String {
    let mut text = format!("# The languages of the games\n\n{NOTE}\n");
    text.push_str(
        "A program is made of these functions and terminals. `name(types) -> type` is how one is called and what it \
         returns; a `[range]` after the name is a constant that each node draws at its creation. `Query` serves as a \
         number and as a truth value (\"is not zero\").\n",
    );
    for game in registry::games() {
        let facts = game.facts();
        let _ = write!(text, "\n## {}\n\n{}\n", facts.title, facts.summary);
        for language in game.languages() {
            let _ = write!(
                text,
                "\n### {}: `{}`\n\nHash `{:016x}`, as champion files carry it.\n\n| primitive | meaning |\n|---|---|\n",
                facts.title,
                language.name(),
                language.hash()
            );
            for primitive in language.primitives() {
                let signature = primitive.signature();
                let _ = writeln!(text, "| `{signature}` | {} |", primitive.meaning);
            }
        }
    }
    text
}

/// Every experiment that ships, a row each.
fn experiments() -> anyhow::Result<String> {
    let mut by_game: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
    for (name, toml) in registry::experiments() {
        let table: toml::Table = toml.parse().with_context(|| format!("experiment {name}"))?;
        let summary = table.get("summary").and_then(toml::Value::as_str).unwrap_or("as what it extends");
        let game = name.split('/').next().unwrap_or(name);
        by_game.entry(game).or_default().push((name, summary.to_owned()));
    }
    let mut text = format!("# The experiments that ship\n\n{NOTE}\n");
    text.push_str("Run one with `ludevo evolve NAME`. `ludevo evolve GAME` runs `GAME/default`.\n");
    for (game, experiments) in by_game {
        let title = registry::find(game).map_or(game, |game| game.facts().title);
        let _ = write!(text, "\n## {title}\n\n| experiment | what it is |\n|---|---|\n");
        for (name, summary) in experiments {
            let _ = writeln!(text, "| `{name}` | {} |", reference::heading(&summary));
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_pages_are_up_to_date() {
        ludevo_games::open();
        for (path, expected) in pages().expect("every experiment reads") {
            let found = fs::read_to_string(root().join(&path)).unwrap_or_default();
            assert!(found == expected, "{path} is stale: run `cargo xtask docs`");
        }
    }
}
