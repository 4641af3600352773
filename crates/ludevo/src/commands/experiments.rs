//! `ludevo experiments`: what can be evolved as it is.

use ludevo_game::registry;
use serde_json::json;

use super::find_game;
use crate::args::Experiments;
use crate::failure::Done;
use crate::output;

/// Lists the experiments.
pub(crate) fn run(args: &Experiments) -> Done {
    if let Some(game) = &args.game {
        find_game(game)?;
    }
    let of_game = |name: &str| {
        args.game
            .as_ref()
            .is_none_or(|game| name.strip_prefix(game.as_str()).is_some_and(|rest| rest.starts_with('/')))
    };
    let mut rows = Vec::new();
    for (name, _) in registry::experiments().iter().filter(|(name, _)| of_game(name)) {
        let loaded = ludevo_runs::load(name, &[])?;
        rows.push((name, loaded.experiment.summary));
    }
    if args.output.json {
        let rows: Vec<_> =
            rows.iter().map(|(name, summary)| json!({"name": name, "summary": summary})).collect();
        return Ok(output::json(&rows)?);
    }
    for (name, summary) in rows {
        output::line(format!("{name:<20} {summary}"))?;
    }
    Ok(())
}
