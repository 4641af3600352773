//! `ludevo experiments`: what can be evolved as it is.

use anyhow::anyhow;
use ludevo_game::registry;
use ludevo_runs::{Loaded, load, reference};
use serde_json::json;

use super::find_game;
use crate::args::Experiments;
use crate::failure::{Done, Failure};
use crate::output;

/// Lists the experiments, or prints one.
pub(crate) fn run(args: &Experiments) -> Done {
    if let Some(name) = args.name.as_deref().filter(|name| registry::find(name).is_none() || args.full) {
        if !args.full && !name.contains(['/', '.']) && !std::path::Path::new(name).is_file() {
            find_game(name)?;
        }
        return print(args, &load(name, &[]).map_err(Failure::request)?);
    }
    if args.full {
        return Err(Failure::request(anyhow!(
            "--full explains one experiment: ludevo experiments GAME/NAME --full"
        )));
    }
    let of_game = |name: &str| {
        args.name
            .as_ref()
            .is_none_or(|game| name.strip_prefix(game.as_str()).is_some_and(|rest| rest.starts_with('/')))
    };
    let mut rows = Vec::new();
    for (name, _) in registry::experiments().iter().filter(|(name, _)| of_game(name)) {
        let loaded = load(name, &[])?;
        rows.push((name, loaded.experiment.summary));
    }
    if args.output.is_data() {
        let rows: Vec<_> =
            rows.iter().map(|(name, summary)| json!({"name": name, "summary": summary})).collect();
        return Ok(output::data(args.output, &rows)?);
    }
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, summary) in rows {
        output::line(format!("{name:<width$}  {}", reference::heading(&summary)))?;
    }
    Ok(output::line("\nWhat one states: ludevo experiments GAME/NAME, with every key explained: --full")?)
}

/// Prints an experiment as a file that can be changed and run.
fn print(args: &Experiments, loaded: &Loaded) -> Done {
    if args.output.is_data() {
        let stated = serde_json::to_value(&loaded.experiment)?;
        return Ok(output::data(args.output, &json!({"name": loaded.name, "experiment": stated}))?);
    }
    let text = if args.full { reference::explained(loaded) } else { loaded.resolved.clone() };
    Ok(output::line(text.trim_end())?)
}
