//! `ludevo show`: a champion as people read it.

use anyhow::Context;
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::{Shown, ShownTree};
use ludevo_game::provenance::Provenance;
use ludevo_runs::champions::BY_HAND;
use ludevo_runs::{Split, load};
use serde_json::json;

use super::find_game;
use super::names::find_champion;
use crate::args::Show;
use crate::failure::{Done, Failure};
use crate::output;

/// Prints a champion in all its forms.
pub(crate) fn run(args: &Show) -> Done {
    let file = find_champion(&args.champion, args.game.as_deref())?;
    let game = find_game(&file.game)?;
    let shown = game.show(&file).context(args.champion.clone()).map_err(Failure::Request)?;
    if args.output.is_data() {
        return data(args, &file, &shown);
    }
    let made = match file.provenance.experiment.as_str() {
        BY_HAND => "a program typed by hand".to_owned(),
        _ => format!("made by `{}`", file.provenance.command()),
    };
    output::line(format!("{}: {made}", game.facts().title))?;
    output::line(format!("score: {}", file.score))?;
    let Split { bred_on, chosen_on } = met(&file.provenance);
    for (how, names) in [("bred on", bred_on), ("chosen on", chosen_on)] {
        if !names.is_empty() {
            output::line(format!("{how}: {}", names.join(", ")))?;
        }
    }
    if file.provenance.experiment != BY_HAND && load(&file.provenance.experiment, &[]).is_err() {
        output::line(
            "its experiment is not here under this name: its run's folder has all of it, as experiment.toml",
        )?;
    }
    if let Some(caution) = file.provenance.caution() {
        output::line(caution)?;
    }
    if let Some(caution) = file.seal.caution() {
        output::line(format!("this champion is {caution}"))?;
    }
    output::line(format!("how it plays: {}", shown.plays))?;
    for tree in &shown.trees {
        output::line(format!("\n{}: {}", tree.name, tree.decides))?;
        output::line(format!("\n{}", tree.reading))?;
        output::line(format!("\n{}", rounding(tree)))?;
        if args.exact {
            output::line(format!(
                "\nexact, of size {} (as it was bred: {}):\n{}",
                tree.simplified_nodes, tree.nodes, tree.simplified
            ))?;
        }
        output::line("\nwhat it looks at:")?;
        output::names(tree.terminals.iter().copied())?;
        if !tree.uses.is_empty() {
            output::line(
                "\nhow much each counts (how often it stands there, share of how far values move without it):",
            )?;
        }
        let width = tree.uses.iter().map(|known| known.name.chars().count()).max().unwrap_or(0);
        for known in &tree.uses {
            let (name, nodes, share) = (known.name, known.nodes, 100.0 * known.weight);
            output::line(format!("  {name:<width$} {nodes:>3} {share:>6.1} %"))?;
        }
    }
    if !args.exact {
        output::line("\nWith all digits: --exact")?;
    }
    Ok(())
}

/// What a champion has met; nothing is known of one whose experiment is not here any more.
fn met(made: &Provenance) -> Split {
    load(&made.experiment, &made.sets).map(|loaded| loaded.split_from(&made.founders)).unwrap_or_default()
}

/// How far the form for reading is from the program, in a sentence.
pub(super) fn rounding(tree: &ShownTree) -> String {
    match tree.deviation {
        None => "(exact)".to_owned(),
        Some((largest, spread)) if spread > 0.0 && largest > 0.0 => {
            let share = 100.0 * largest / spread;
            let share = if share < 0.1 { "less than 0.1".to_owned() } else { format!("{share:.1}") };
            format!("(constants are rounded: values differ by {share} % of their range at most)")
        }
        Some(_) => "(constants are rounded, which changes no value)".to_owned(),
    }
}

fn data(args: &Show, file: &ChampionFile, shown: &Shown) -> Done {
    let tree = |tree: &ShownTree| {
        let terminals: Vec<_> =
            tree.terminals.iter().map(|(name, meaning)| json!({"name": name, "meaning": meaning})).collect();
        let uses: Vec<_> = tree
            .uses
            .iter()
            .map(|known| json!({"name": known.name, "nodes": known.nodes, "weight": known.weight}))
            .collect();
        let outline: Vec<_> =
            tree.outline.iter().map(|(label, parent)| json!({"label": label, "parent": parent})).collect();
        json!({
            "name": tree.name, "decides": tree.decides, "program": tree.text, "nodes": tree.nodes,
            "simplified": tree.simplified, "simplified_nodes": tree.simplified_nodes, "reading": tree.reading,
            "largest_deviation": tree.deviation.map(|(largest, _)| largest),
            "spread": tree.deviation.map(|(_, spread)| spread),
            "terminals": terminals, "uses": uses, "outline": outline,
        })
    };
    let trees: Vec<_> = shown.trees.iter().map(tree).collect();
    if args.output.csv {
        return Ok(output::data(args.output, &trees)?);
    }
    let made = &file.provenance;
    let Split { bred_on, chosen_on } = met(made);
    Ok(output::data(
        args.output,
        &json!({
            "game": file.game, "language": file.language, "hash": format!("{:016x}", file.hash),
            "experiment": made.experiment, "settings": made.sets, "seed": made.seed, "version": made.version,
            "generation": file.generation, "stopped": made.stopped, "score": file.score, "bred_on": bred_on, "chosen_on": chosen_on, "caution": file.seal.caution(), "plays": shown.plays,
            "trees": trees,
        }),
    )?)
}
