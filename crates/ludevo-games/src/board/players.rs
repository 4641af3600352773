//! From a player's name to a player: opponents, shipped champions and champion files.

use std::sync::Arc;

use ludevo_arena::{Player, RandomPlayer};
use ludevo_program::{Individual, Language, Tree, Type, nearest, simplify};
use ludevo_search::alphabeta::Order;

use super::evolved::{Brain, Layout, architecture, judging, search_settings};
use super::settings::PlayerSettings;
use super::{BoardGame, Maker, OtherGenome};
use crate::champion::{ChampionError, ChampionFile, Line};
use crate::game::Facts;
use crate::library;
use crate::player_name::{PlayerError, PlayerName};

/// The most levels a tree of a champion may have.
const DEEPEST_CHAMPION: usize = 1000;

/// The player of this name.
pub(crate) fn find<G: BoardGame>(game: &G, name: &PlayerName) -> Result<Maker<G>, PlayerError> {
    if name.name == "random" {
        name.only(&[])?;
        return Ok(Arc::new(|| Box::new(RandomPlayer) as Box<dyn Player<G>>));
    }
    if let Some(maker) = game.opponent(name)? {
        return Ok(maker);
    }
    let (path, file) = champion_file(G::facts(), name)?;
    if let Some(other) = other_genome::<G>(&file) {
        return other.player(&file, name);
    }
    let at = |problem: String| PlayerError::File { path: path.clone(), problem };
    let brain = brain::<G>(&file, name).map_err(|error| match error {
        BrainError::Program(problem) => at(problem),
        BrainError::Option(error) => error,
    })?;
    Ok(Arc::new(move || brain.player::<G>()))
}

/// The kind of genome of a champion file of this game, if it is not trees.
pub(crate) fn other_genome<G: BoardGame>(file: &ChampionFile) -> Option<&'static dyn OtherGenome<G>> {
    G::other_genome().filter(|other| file.game == G::facts().name && file.language == other.language())
}

/// Where the champion of this name is, and its file.
pub(crate) fn champion_file(facts: &Facts, name: &PlayerName) -> Result<(String, ChampionFile), PlayerError> {
    let (path, text) = champion_text(facts, name)?;
    match ChampionFile::parse(&text) {
        Ok(file) => Ok((path, file)),
        Err(error) => Err(PlayerError::File { path, problem: error.to_string() }),
    }
}

fn champion_text(facts: &Facts, name: &PlayerName) -> Result<(String, String), PlayerError> {
    let game = facts.name;
    if let Some(shipped) = name.shipped() {
        let full = format!("{game}/{shipped}");
        return match library::find(library::champions(), &full) {
            Some(text) => Ok((format!("champion {full}"), text.to_owned())),
            None => Err(unknown(facts, name)),
        };
    }
    if name.name.contains(['/', '.', '\\']) || std::path::Path::new(&name.name).is_file() {
        let text = std::fs::read_to_string(&name.name);
        let problem =
            |error: std::io::Error| PlayerError::File { path: name.name.clone(), problem: error.to_string() };
        return Ok((name.name.clone(), text.map_err(problem)?));
    }
    Err(unknown(facts, name))
}

fn unknown(facts: &Facts, name: &PlayerName) -> PlayerError {
    let prefix = format!("{}/", facts.name);
    let champions: Vec<String> = library::champions()
        .iter()
        .filter_map(|(known, _)| known.strip_prefix(&prefix))
        .map(PlayerName::of_shipped)
        .collect();
    let opponents = facts.opponents.iter().map(|(known, _)| *known);
    let known: Vec<&str> = opponents.chain(champions.iter().map(String::as_str)).collect();
    PlayerError::Unknown {
        name: name.name.clone(),
        game: facts.name.to_owned(),
        nearest: nearest(&name.name, known.iter().copied()).unwrap_or_default().to_owned(),
        known: format!("{}, or a champion file", known.join(", ")),
    }
}

enum BrainError {
    Program(String),
    Option(PlayerError),
}

fn brain<G: BoardGame>(file: &ChampionFile, name: &PlayerName) -> Result<Brain, BrainError> {
    let (individual, language) = program::<G>(file).map_err(BrainError::Program)?;
    let own = own_settings(file).map_err(|error| BrainError::Program(error.to_string()))?;
    let (settings, order) = search_options(own.player, name).map_err(BrainError::Option)?;
    let architecture = architecture(language, DEEPEST_CHAMPION, own.layout);
    Ok(Brain::new(&individual, &architecture, search_settings(settings, order)))
}

/// The tree by which an evolved player judges positions, simplified; nothing for players that are no programs.
pub(crate) fn judging_tree<G: BoardGame>(name: &PlayerName) -> Option<(Tree, Arc<Language>)> {
    let (_, file) = champion_file(G::facts(), name).ok()?;
    let (individual, language) = program::<G>(&file).ok()?;
    let (tree, _) = judging(&individual, &language);
    Some((simplify(&tree, &language, Type::Float), language))
}

/// What the champion file of a turn-based game says beside its program.
pub(crate) struct OwnSettings {
    /// Which trees there are.
    pub(crate) layout: Layout,
    /// How the program plays.
    pub(crate) player: PlayerSettings,
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
        name.option("branching", "1 to 1000000", |branching| (1..=1_000_000).contains(branching))?
    {
        settings.branching = Some(branching);
    }
    if let Some(ratio) =
        name.option("ratio", "more than 0, at most 1", |ratio| *ratio > 0.0 && *ratio <= 1.0)?
    {
        settings.ratio = Some(ratio);
    }
    if let Some(full_depth) = name.option("full-depth", "0 to 1000", |plies| *plies <= 1000)? {
        settings.full_depth = full_depth;
    }
    if let Some(forced) = name.option("forced", "0 to 40", |plies| *plies <= 40)? {
        settings.forced = forced;
    }
    Ok((settings, order(name)?))
}

/// The order of search that the option `order` asks for.
pub(crate) fn order(name: &PlayerName) -> Result<Order, PlayerError> {
    let allowed = "plain or promising";
    let order = name.option::<String>("order", allowed, |order| order == "plain" || order == "promising")?;
    Ok(if order.as_deref() == Some("plain") { Order::Plain } else { Order::Promising })
}

/// The program of a champion file, and the language it is written in.
pub(crate) fn program<G: BoardGame>(file: &ChampionFile) -> Result<(Individual, Arc<Language>), String> {
    let language = language_of::<G>(file)?;
    let layout = own_settings(file).map_err(|error| error.to_string())?.layout;
    let architecture = architecture(Arc::clone(&language), DEEPEST_CHAMPION, layout);
    let individual =
        architecture.parse(&file.program, file.program_line).map_err(|error| error.to_string())?;
    Ok((individual, language))
}

/// The language that a champion file is written in, if it is this game's and unchanged since.
pub(crate) fn language_of<G: BoardGame>(file: &ChampionFile) -> Result<Arc<Language>, String> {
    let game = G::facts().name;
    if file.game != game {
        return Err(format!("line 2, column 8: this is a champion of {}, not of {game}", file.game));
    }
    let languages = G::languages();
    let Some(language) = languages.iter().find(|language| language.name() == file.language) else {
        let known: Vec<&str> = languages.iter().map(Language::name).collect();
        return Err(format!(
            "line 3, column 12: {game} has no language `{}`; it has {}",
            file.language,
            known.join(", ")
        ));
    };
    if language.hash() != file.hash {
        return Err(format!(
            "line 4, column 8: the program was written in another version of the language {} ({:016x}, now {:016x})",
            language.name(),
            file.hash,
            language.hash()
        ));
    }
    Ok(Arc::new(language.clone()))
}
