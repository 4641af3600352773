//! From a player's name to a player: opponents, shipped champions and champion files.

use std::sync::Arc;

use ludevo_arena::{Player, RandomPlayer};
use ludevo_program::{Individual, Language, Tree, Type, simplify};
use ludevo_search::alphabeta::Order;

use super::evolved::{Brain, Layout, architecture, judging, search_settings};
use super::settings::PlayerSettings;
use super::{BoardGame, Maker, OtherGenome};
use crate::champion::{ChampionError, ChampionFile, Line};
use crate::champions::{self, Found};
use crate::player_name::{PlayerError, PlayerName};

/// The most levels a tree of a champion may have.
const DEEPEST_CHAMPION: usize = 1000;

/// The player of this name.
pub fn find<G: BoardGame>(game: &G, name: &PlayerName) -> Result<Maker<G>, PlayerError> {
    if name.name == "random" {
        name.only(&[])?;
        return Ok(Arc::new(|| Box::new(RandomPlayer) as Box<dyn Player<G>>));
    }
    if let Some(maker) = game.opponent(name)? {
        return Ok(maker);
    }
    let found = champion::<G>(name)?;
    if let Some(other) = other_genome::<G>(&found.file) {
        return other.player(&found, name);
    }
    let (individual, language) = found.read(program::<G>)?;
    let own = found.read(own_settings)?;
    let (settings, order) = search_options(own.player, name)?;
    let architecture = architecture(language, DEEPEST_CHAMPION, own.layout);
    let brain = Brain::new(&individual, &architecture, search_settings(settings, order));
    Ok(Arc::new(move || brain.player::<G>()))
}

/// The kind of genome of a champion file of this game, if it is not trees.
pub(crate) fn other_genome<G: BoardGame>(file: &ChampionFile) -> Option<&'static dyn OtherGenome<G>> {
    G::other_genome().filter(|other| file.game == G::facts().name && file.language == other.language())
}

/// The champion of this name.
pub fn champion<G: BoardGame>(name: &PlayerName) -> Result<Found, PlayerError> {
    let others: Vec<&str> = G::facts().opponents.iter().map(|(known, _)| *known).collect();
    champions::find(G::facts(), name, &others)
}

/// The tree by which an evolved player judges positions, simplified; nothing for players that are no programs.
pub(crate) fn judging_tree<G: BoardGame>(name: &PlayerName) -> Option<(Tree, Arc<Language>)> {
    let (individual, language) = champion::<G>(name).ok()?.read(program::<G>).ok()?;
    let (tree, _) = judging(&individual, &language);
    Some((simplify(&tree, &language, Type::Float), language))
}

/// What the champion file of a turn-based game says beside its program.
pub(crate) struct OwnSettings {
    /// Which trees there are.
    pub layout: Layout,
    /// How the program plays.
    pub player: PlayerSettings,
}

/// Reads the lines that [`own_lines`] makes.
pub(crate) fn own_settings(file: &ChampionFile) -> Result<OwnSettings, ChampionError> {
    let own = file.own(&["trees", "depth", "branching", "ratio", "full-depth", "forced"])?;
    let trees = own.need("trees")?;
    let Some(layout) = Layout::ALL.into_iter().find(|layout| layout.names() == trees) else {
        let names = Layout::ALL.map(|layout| format!("`{}`", layout.names()));
        return Err(own.refused("trees", &names.join(" or ")));
    };
    let whole = "a whole number";
    own.need("depth")?;
    let player = PlayerSettings {
        depth: own.number("depth", whole)?.unwrap_or(1),
        branching: own.number("branching", whole)?,
        ratio: own.number("ratio", "a number")?,
        full_depth: own.number("full-depth", whole)?.unwrap_or(0),
        forced: own.number("forced", whole)?.unwrap_or(0),
    };
    player.check().map_err(|range| own.refused(range.key.trim_start_matches("player."), &range.allowed))?;
    Ok(OwnSettings { layout, player })
}

/// The lines of a champion file that say how its program plays.
pub(crate) fn own_lines(player: PlayerSettings, layout: Layout) -> Vec<Line> {
    let mut lines = vec![Line::new("trees", layout.names()), Line::new("depth", player.depth)];
    lines.extend(player.branching.map(|branching| Line::new("branching", branching)));
    lines.extend(player.ratio.map(|ratio| Line::new("ratio", ratio)));
    lines.extend((player.full_depth > 0).then(|| Line::new("full-depth", player.full_depth)));
    lines.extend((player.forced > 0).then(|| Line::new("forced", player.forced)));
    lines
}

fn search_options(
    mut settings: PlayerSettings,
    name: &PlayerName,
) -> Result<(PlayerSettings, Order), PlayerError> {
    name.only(&["depth", "branching", "ratio", "full-depth", "forced", "order"])?;
    if let Some(depth) = name.option("depth", "1 to 20", |depth| (1..=20).contains(depth))? {
        settings.depth = depth;
    }
    if let Some(branching) =
        name.option("branching", "a whole number from 1 up", |branching| *branching >= 1)?
    {
        settings.branching = Some(branching);
    }
    if let Some(ratio) =
        name.option("ratio", "more than 0, at most 1", |ratio| *ratio > 0.0 && *ratio <= 1.0)?
    {
        settings.ratio = Some(ratio);
    }
    if let Some(full_depth) = name.option("full-depth", "a whole number", |_| true)? {
        settings.full_depth = full_depth;
    }
    if let Some(forced) = name.option("forced", "0 to 40", |plies| *plies <= 40)? {
        settings.forced = forced;
    }
    Ok((settings, order(name)?))
}

/// The order of search that the option `order` asks for.
pub fn order(name: &PlayerName) -> Result<Order, PlayerError> {
    let allowed = "plain or promising";
    let order = name.option::<String>("order", allowed, |order| order == "plain" || order == "promising")?;
    Ok(if order.as_deref() == Some("plain") { Order::Plain } else { Order::Promising })
}

/// The program of a champion file, and the language it is written in.
pub(crate) fn program<G: BoardGame>(
    file: &ChampionFile,
) -> Result<(Individual, Arc<Language>), ChampionError> {
    let languages = G::languages();
    let names: Vec<(&str, u64)> =
        languages.iter().map(|language| (language.name(), language.hash())).collect();
    let language = Arc::new(languages[file.written_in(G::facts().name, &names)?].clone());
    let layout = own_settings(file)?.layout;
    let architecture = architecture(Arc::clone(&language), DEEPEST_CHAMPION, layout);
    let individual = file.genome(|text, line| architecture.parse(text, line))?;
    Ok((individual, language))
}
