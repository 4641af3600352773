//! `ludevo games`: what can be played, and by whom.

use ludevo_game::champions;
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry::{self, FOLDER};
use serde_json::json;

use super::find_game;
use crate::args::Games;
use crate::failure::Done;
use crate::output;

/// Lists the games, or tells about one.
pub(crate) fn run(args: &Games) -> Done {
    registry::problems().iter().for_each(|problem| output::remark(format!("{FOLDER}: {problem}")));
    let Some(name) = &args.game else {
        if args.output.is_data() {
            let games: Vec<_> = registry::games().iter().map(|game| game.facts()).collect();
            let rows: Vec<_> = games
                .iter()
                .map(|f| json!({"name": f.name, "title": f.title, "kind": f.kind, "summary": f.summary}))
                .collect();
            return Ok(output::data(args.output, &rows)?);
        }
        output::names(
            registry::games().iter().map(|game| game.facts()).map(|facts| (facts.name, facts.kind)),
        )?;
        return Ok(output::line("\nTell me more: ludevo games GAME")?);
    };
    let game = find_game(name)?;
    let facts = game.facts();
    if args.output.is_data() {
        let languages: Vec<_> = game
            .languages()
            .iter()
            .map(|language| {
                let primitives: Vec<_> = language
                    .primitives()
                    .iter()
                    .map(|p| json!({"name": p.name, "signature": p.signature(), "meaning": p.meaning}))
                    .collect();
                json!({"name": language.name(), "primitives": primitives})
            })
            .collect();
        let players: Vec<_> = game
            .opponents()
            .iter()
            .map(|(name, meaning)| json!({"name": name, "meaning": meaning}))
            .collect();
        return Ok(output::data(
            args.output,
            &json!({"name": facts.name, "title": facts.title, "kind": facts.kind,
            "summary": facts.summary, "players": players, "languages": languages}),
        )?);
    }
    output::line(format!("{}: {}\n\n{}\n\nPlayers", facts.title, facts.kind, facts.summary))?;
    let evolved: Vec<(String, String)> = champions::shipped(facts.name)
        .map(|(short, _)| {
            (PlayerName::of_shipped(short), format!("evolved; see `ludevo show {}/{short}`", facts.name))
        })
        .collect();
    let levels = game.as_puzzle().map_or_else(Vec::new, |puzzle| puzzle.levels());
    let is_player = |(name, _): &(&str, &str)| levels.iter().all(|level| level.name != *name);
    let written =
        game.opponents().into_iter().filter(is_player).map(|(name, meaning)| (name.to_owned(), meaning));
    let bred = evolved.iter().map(|(name, meaning)| (name.clone(), meaning.as_str()));
    output::names(written.chain(bred).collect::<Vec<_>>())?;
    if !levels.is_empty() {
        output::line("\nSets of problems")?;
        output::names(levels.iter().map(|level| (level.name, level.meaning)).collect::<Vec<_>>())?;
    }
    let classes = game.in_matches().map_or(&[][..], |facet| facet.classes());
    if !classes.is_empty() {
        output::line("\nPositions to start from")?;
        output::names(classes.iter().copied())?;
    }
    for language in game.languages() {
        output::line(format!("\nLanguage {}", language.name()))?;
        let primitives = language.primitives().iter();
        output::names(primitives.map(|primitive| (primitive.signature(), primitive.meaning)))?;
    }
    Ok(output::line(format!("\nExperiments: ludevo experiments {}", facts.name))?)
}
