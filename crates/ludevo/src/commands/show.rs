//! `ludevo show`: a champion as people read it.

use std::path::Path;

use anyhow::{Context, anyhow};
use ludevo_game::champion::ChampionFile;
use ludevo_game::registry;
use ludevo_program::Nearest;

use super::find_game;
use crate::args::Show;
use crate::failure::{Done, Failure};
use crate::output;

/// Prints a champion in all its forms.
pub(crate) fn run(args: &Show) -> Done {
    let file = read(&args.champion)?;
    let game = find_game(&file.game)?;
    let shown = game.show(&file).context(args.champion.clone()).map_err(Failure::Request)?;
    output::line(format!("{}, made by `{}`", game.facts().title, file.provenance.command()))?;
    output::line(format!("score {}", file.score))?;
    if let Some(caution) = file.seal.caution() {
        output::line(format!("this champion is {caution}"))?;
    }
    output::line(format!("plays by {}", shown.plays))?;
    for tree in &shown.trees {
        output::line(format!("\ntree {}: {}", tree.name, tree.decides))?;
        output::line(format!(
            "\n{} nodes, simplified {}:\n{}",
            tree.nodes, tree.simplified_nodes, tree.simplified
        ))?;
        match tree.deviation {
            Some((largest, spread)) => output::line(format!(
                "\nto read (approximate: off by at most {largest:.3} where values spread over {spread:.1}):"
            ))?,
            None => output::line("\nto read (exact):")?,
        }
        output::line(&tree.reading)?;
        output::line("\nwhat it looks at:")?;
        for (name, meaning) in &tree.terminals {
            output::line(format!("  {name:<20} {meaning}"))?;
        }
        if !tree.uses.is_empty() {
            output::line("\nhow much each counts (nodes, share of how far values move without it):")?;
        }
        for known in &tree.uses {
            let (name, nodes, share) = (known.name, known.nodes, 100.0 * known.weight);
            output::line(format!("  {name:<20} {nodes:>3} {share:>6.1} %"))?;
        }
    }
    Ok(())
}

/// A champion from a file or from those that ship.
pub(crate) fn read(name: &str) -> Result<ChampionFile, Failure> {
    let parse = |text: &str, place: &str| {
        ChampionFile::parse(text).with_context(|| place.to_owned()).map_err(Failure::Request)
    };
    let full = if name.contains('/') { name.to_owned() } else { format!("{name}/champion") };
    if let Some(text) = registry::text(registry::champions(), &full) {
        return parse(text, &full);
    }
    if Path::new(name).is_file() {
        let folder = Path::new(name).parent().unwrap_or(Path::new(""));
        registry::bring_kept(folder).map_err(Failure::request)?;
        let text =
            std::fs::read_to_string(name).with_context(|| name.to_owned()).map_err(Failure::Request)?;
        return parse(&text, name);
    }
    let nearest = Nearest::to(&full, registry::champions().iter().map(|(name, _)| *name));
    Err(Failure::request(anyhow!("`{name}` is neither a file nor a champion that ships{nearest}")))
}
