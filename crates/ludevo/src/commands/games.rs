//! `ludevo games`: what can be played, and by whom.

use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use serde_json::json;

use super::find_game;
use crate::args::Games;
use crate::failure::Done;
use crate::output;

/// Lists the games, or tells about one.
pub(crate) fn run(args: &Games) -> Done {
    let Some(name) = &args.game else {
        if args.output.json {
            let games: Vec<_> = registry::games().iter().map(|game| game.facts()).collect();
            let rows: Vec<_> = games
                .iter()
                .map(|f| json!({"name": f.name, "title": f.title, "kind": f.kind, "summary": f.summary}))
                .collect();
            return Ok(output::json(&rows)?);
        }
        let rows: Vec<Vec<String>> = registry::games()
            .iter()
            .map(|game| game.facts())
            .map(|facts| vec![format!("{}  {}", facts.name, facts.kind)])
            .collect();
        output::line(output::table(&rows).trim_end())?;
        return Ok(output::line("\nTell me more: ludevo games GAME")?);
    };
    let game = find_game(name)?;
    let facts = game.facts();
    if args.output.json {
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
        return Ok(output::json(&json!({"name": facts.name, "title": facts.title, "kind": facts.kind,
            "summary": facts.summary, "players": players, "languages": languages}))?);
    }
    output::line(format!("{}: {}\n\n{}\n\nPlayers", facts.title, facts.kind, facts.summary))?;
    for (name, meaning) in game.opponents() {
        output::line(format!("  {name:<10} {meaning}"))?;
    }
    let prefix = format!("{}/", facts.name);
    for (name, _) in registry::champions() {
        if let Some(short) = name.strip_prefix(&prefix) {
            let name = PlayerName::of_shipped(short);
            output::line(format!("  {name:<10} evolved; see `ludevo show {prefix}{short}`"))?;
        }
    }
    let classes = game.in_matches().map_or(&[][..], |facet| facet.classes());
    if !classes.is_empty() {
        output::line("\nPositions to start from")?;
        classes.iter().try_for_each(|(name, meaning)| output::line(format!("  {name:<10} {meaning}")))?;
    }
    for language in game.languages() {
        output::line(format!("\nLanguage {}", language.name()))?;
        for primitive in language.primitives() {
            output::line(format!("  {:<46} {}", primitive.signature(), primitive.meaning))?;
        }
    }
    Ok(output::line(format!("\nExperiments: ludevo experiments {}", facts.name))?)
}
