//! From a player's name to a player: opponents, shipped champions and champion files.

use std::sync::{Arc, OnceLock};

use ludevo_arena::{MonteCarlo, Player, RandomPlayer, SearchPlayer};
use ludevo_program::{Architecture, Individual, Language, Part, Tree, Type, simplify};
use ludevo_search::alphabeta::{Evaluator, Order, SearchSettings};
use ludevo_search::rules::TurnBased;

use super::evolved::{Brain, Manner};
use super::language::GameLanguage;
use super::layout::{JudgeNames, Layout};
use super::settings::{PlayerSettings, Reach, Span};
use super::{Judged, Maker, OtherPlayers, Written};
use crate::champion::{ChampionError, ChampionFile, Line};
use crate::champions::{self, Found};
use crate::fitting::{self, Fitted};
use crate::game::Facts;
use crate::knowledge::{self, Knowledge};
use crate::player_name::{PlayerError, PlayerName};
use crate::registry;

/// The most levels a tree of a champion may have.
const DEEPEST_CHAMPION: usize = 1000;

/// The opponent that every turn-based game has, and what it is.
pub const RANDOM: (&str, &str) = ("random", "plays any legal move");

/// Another one, with so many random games a move in place of the N.
pub const MONTE_CARLO: (&str, &str) =
    ("mctsN", "Monte Carlo tree search with N random games a move: it knows nothing but the rules");

/// The opponent of games without a guide of that name, with a depth in place of the N.
const FITTED: (&str, &str) = (
    "abN",
    "alpha-beta of depth N by a guide fitted to the results of random games, which can be a bad one; option order",
);

/// Random games a move that can be asked for.
const PLAYOUTS: std::ops::RangeInclusive<u32> = 1..=1_000_000;

/// All opponents of a game.
pub(crate) fn opponents(facts: &Facts) -> Vec<(&'static str, &'static str)> {
    let has_own = facts.opponents.iter().any(|(name, _)| *name == FITTED.0);
    let fitted: &[_] = if has_own { &[] } else { &[FITTED] };
    [&[RANDOM, MONTE_CARLO], facts.opponents, fitted].concat()
}

/// The player of a name such as `ab3` in a game whose own opponents have no such name; nothing if it is another's name.
fn fitted<G: Judged>(
    game: &G,
    name: &PlayerName,
    of_run: Option<&Fitted>,
) -> Result<Option<Maker<G>>, PlayerError> {
    let Some(digits) = name.numbered("ab") else { return Ok(None) };
    name.only(&["order"])?;
    order(name)?;
    let mut asked = name.clone();
    asked.options.push(("depth".to_owned(), digits.to_owned()));
    search_options(PlayerSettings::default(), game.reach(), &asked)?;
    let guide = of_run.cloned().unwrap_or_default();
    if of_run.is_some() {
        // A run keeps its guide from its beginning on.
        guide.of(game);
    }
    let (game, brain) = (game.clone(), OnceLock::new());
    // Working the guide out takes seconds: outside of runs only for whoever plays.
    Ok(Some(Arc::new(move || {
        let brain: &Brain = brain.get_or_init(|| {
            fitted_brain(&game, &guide, &asked).expect("a guide that was worked out or checked is a program")
        });
        brain.player(&game)
    })))
}

/// A fitted guide, compiled, with the options of a name.
fn fitted_brain<G: Judged>(game: &G, guide: &Fitted, name: &PlayerName) -> Result<Brain, PlayerError> {
    if let Some(written) = game.written().into_iter().find(|written| written.tree.is_none()) {
        return brain_of(game, &found_written(game, &written, Some(guide)), name);
    }
    let (settings, order) = search_options(PlayerSettings::default(), game.reach(), name)?;
    let read = fitting::readable(game, &fitting::richest(game), guide.of(game));
    let (individual, architecture) = read.map_err(|error| PlayerError::File {
        path: registry::FITTED.to_owned(),
        problem: format!("line {}, column {}: {}", error.line, error.column, error.problem),
    })?;
    Ok(Brain::new(&individual, &architecture, Layout::PLAIN, Manner::new(settings, order)))
}

/// The guide that a run began with, unless it is no program of this game.
pub(crate) fn kept_guide<G: Judged>(game: &G, guide: &str) -> Result<Fitted, PlayerError> {
    let fitted = Fitted::kept(guide);
    let path = registry::FITTED.to_owned();
    let name = PlayerName { name: path.clone(), options: Vec::new() };
    match fitted_brain(game, &fitted, &name) {
        Err(PlayerError::File { problem, .. }) => Err(PlayerError::File { path, problem }),
        read => read.map(|_| fitted),
    }
}

/// The random games a move of a name such as `mcts400`; nothing if it is another's name.
fn playouts(name: &PlayerName) -> Result<Option<u32>, PlayerError> {
    let Some(digits) = name.numbered("mcts") else { return Ok(None) };
    name.only(&[])?;
    match digits.parse() {
        Ok(games) if PLAYOUTS.contains(&games) => Ok(Some(games)),
        _ => Err(PlayerError::BadValue {
            player: name.name.clone(),
            option: "N".to_owned(),
            value: digits.to_owned(),
            allowed: format!("{} to {}", PLAYOUTS.start(), PLAYOUTS.end()),
        }),
    }
}

/// The player of this name.
pub fn find<G: Judged>(game: &G, name: &PlayerName) -> Result<Maker<G>, PlayerError> {
    found(game, name, None)
}

/// The player of this name in a run, where a player that judges by a fitted guide judges by that of the run.
pub(crate) fn find_in_run<G: Judged>(
    game: &G,
    name: &PlayerName,
    guide: &Fitted,
) -> Result<Maker<G>, PlayerError> {
    found(game, name, Some(guide))
}

fn found<G: Judged>(game: &G, name: &PlayerName, of_run: Option<&Fitted>) -> Result<Maker<G>, PlayerError> {
    if let Some(maker) = game.opponent(name)? {
        return Ok(maker);
    }
    if name.name == RANDOM.0 {
        name.only(&[])?;
        return Ok(Arc::new(|| Box::new(RandomPlayer) as Box<dyn Player<G>>));
    }
    if let Some(games) = playouts(name)? {
        return Ok(Arc::new(move || Box::new(MonteCarlo::new(games)) as Box<dyn Player<G>>));
    }
    if let Some(maker) = fitted(game, name, of_run)? {
        return Ok(maker);
    }
    let found = champion_found(game, name, of_run)?;
    if let Some(other) = other_genome(game, &found.file) {
        return other.player(&found, name);
    }
    let brain = brain_of(game, &found, name)?;
    let game = game.clone();
    Ok(Arc::new(move || brain.player(&game)))
}

/// The program of the champion of this name, compiled.
pub fn find_brain<G: Judged>(game: &G, name: &PlayerName) -> Result<Brain, PlayerError> {
    brain_of(game, &champion(game, name)?, name)
}

fn brain_of<G: Judged>(game: &G, found: &Found, name: &PlayerName) -> Result<Brain, PlayerError> {
    let Champion { individual, architecture, layout, player } =
        found.read(|file| Champion::read(game, file))?;
    let (settings, order) = search_options(player, game.reach(), name)?;
    Ok(Brain::new(&individual, &architecture, layout, Manner::new(settings, order)))
}

/// The kind of genome of a champion file of this game, if it is not trees.
pub(crate) fn other_genome<G: Judged>(game: &G, file: &ChampionFile) -> Option<&'static dyn OtherPlayers<G>> {
    let facts = game.facts();
    game.other_genome().filter(|other| file.game == facts.name && file.language == other.language())
}

/// The champion of this name.
pub(crate) fn champion<G: Judged>(game: &G, name: &PlayerName) -> Result<Found, PlayerError> {
    champion_found(game, name, None)
}

/// The champion of this name in a run, which has a fitted guide of its own.
pub(crate) fn champion_in_run<G: Judged>(
    game: &G,
    name: &PlayerName,
    guide: &Fitted,
) -> Result<Found, PlayerError> {
    champion_found(game, name, Some(guide))
}

fn champion_found<G: Judged>(
    game: &G,
    name: &PlayerName,
    of_run: Option<&Fitted>,
) -> Result<Found, PlayerError> {
    if let Some(written) = game.written().into_iter().find(|written| written.name == name.name) {
        return Ok(found_written(game, &written, of_run));
    }
    let others: Vec<&str> = opponents(game.facts()).iter().map(|(known, _)| *known).collect();
    champions::find(game.facts(), name, &others)
}

/// A program that comes with the game as if it were a champion.
fn found_written<G: Judged>(game: &G, written: &Written, of_run: Option<&Fitted>) -> Found {
    let languages = game.languages();
    let language = languages.iter().find(|language| language.name == written.language);
    let language = language.expect("a program of a game is written in a language of the game");
    let player = PlayerSettings { turn: written.turn, ..PlayerSettings::default() };
    let own = own_lines(player, Layout::PLAIN, game.judges(), &Knowledge::default());
    let blank = ChampionFile::new(game.facts().name, &language.name, language.hash(), own);
    let tree = written.program(game, of_run);
    let program = match game.judges() {
        [(name, _)] => format!("tree {name}\n{tree}\n"),
        _ => tree,
    };
    Found { place: format!("program {}", written.name), file: ChampionFile { program, ..blank } }
}

/// A champion file of trees that was read to its end.
pub(crate) struct Champion {
    /// The program.
    pub(crate) individual: Individual,
    /// Its trees.
    pub(crate) architecture: Architecture,
    /// Which of them do what.
    pub(crate) layout: Layout,
    /// How it plays.
    pub(crate) player: PlayerSettings,
}

impl Champion {
    /// Reads the file of a champion of `game`.
    pub(crate) fn read<G: Judged>(game: &G, file: &ChampionFile) -> Result<Self, ChampionError> {
        let knowledge = Knowledge::read(&file.lines())?;
        // What cannot be added to a language leaves it as it is, and the hash then tells that this is another one.
        let with_own = |language: GameLanguage| knowledge.applied_to(&language).unwrap_or(language);
        let languages: Vec<GameLanguage> = game.languages().into_iter().map(with_own).collect();
        let names: Vec<(&str, u64)> =
            languages.iter().map(|language| (&language.name[..], language.hash())).collect();
        let language = &languages[file.written_in(game.facts().name, &names)?];
        let (layout, player) = own_settings(file, game.judges(), game.reach())?;
        let architecture = layout.architecture(game.judges(), language, DEEPEST_CHAMPION);
        let individual = file.genome(|text, line| architecture.parse(text, line))?;
        Ok(Champion { individual, architecture, layout, player })
    }

    /// The trees by which it judges positions, simplified, with their names.
    pub(crate) fn judging(&self) -> Vec<(String, Tree, Arc<Language>)> {
        let parts = &self.architecture.parts;
        let (trees, _) = self.layout.roles(&self.individual.trees, &parts[0].language);
        let simplified = |(tree, part): (&Tree, &Part)| {
            let language = Arc::clone(&part.language);
            (part.name.clone(), simplify(tree, &language, Type::Float), language)
        };
        trees.iter().zip(parts).map(simplified).collect()
    }
}

/// The keys of a champion file that say how its program plays.
const OWN_KEYS: [&str; 10] =
    ["trees", "stage-of", "depth", "branching", "ratio", "full-depth", "forced", "loud", "sooner", "turn"];

/// Reads the lines that [`own_lines`] makes.
fn own_settings(
    file: &ChampionFile,
    judges: JudgeNames,
    reach: Reach,
) -> Result<(Layout, PlayerSettings), ChampionError> {
    let own = file.own(&[&OWN_KEYS[..], &knowledge::KEYS].concat())?;
    let trees = own.need("trees")?;
    let layouts = Layout::all(judges);
    let Some(layout) = layouts.iter().find(|layout| layout.names(judges) == trees) else {
        let plain = layouts.iter().filter(|layout| layout.stages == 0);
        let names: Vec<String> = plain.map(|layout| format!("`{}`", layout.names(judges))).collect();
        return Err(own.refused("trees", &format!("{}, or stages", names.join(" or "))));
    };
    let by_turn = match own.get("stage-of") {
        None => false,
        Some("turn") if judges.len() > 1 && layout.stages == 0 => true,
        Some(_) => return Err(own.refused("stage-of", "`turn`, where the game says which tree judges")),
    };
    let turn = match own.get("turn") {
        None => Span::Move,
        Some(name) => Span::named(name).ok_or_else(|| own.refused("turn", SPANS))?,
    };
    let sooner = match own.get("sooner") {
        None => false,
        Some("wins") => true,
        Some(_) => return Err(own.refused("sooner", "`wins`")),
    };
    let whole = "a whole number";
    own.need("depth")?;
    let player = PlayerSettings {
        depth: own.number("depth", whole)?.unwrap_or(1),
        branching: own.number("branching", whole)?,
        ratio: own.number("ratio", "a number")?,
        full_depth: own.number("full-depth", whole)?.unwrap_or(0),
        forced: own.number("forced", whole)?.unwrap_or(0),
        loud: own.number("loud", whole)?.unwrap_or(0),
        sooner,
        turn,
    };
    player
        .check(reach)
        .map_err(|range| own.refused(range.key.trim_start_matches("player."), &range.allowed))?;
    Ok((Layout { by_turn, ..*layout }, player))
}

/// The lines of a champion file that say how its program plays.
pub(crate) fn own_lines(
    player: PlayerSettings,
    layout: Layout,
    judges: JudgeNames,
    knowledge: &Knowledge,
) -> Vec<Line> {
    let mut lines = vec![Line::new("trees", layout.names(judges))];
    lines.extend(layout.by_turn.then(|| Line::new("stage-of", "turn")));
    lines.push(Line::new("depth", player.depth));
    lines.extend(player.branching.map(|branching| Line::new("branching", branching)));
    lines.extend(player.ratio.map(|ratio| Line::new("ratio", ratio)));
    lines.extend((player.full_depth > 0).then(|| Line::new("full-depth", player.full_depth)));
    lines.extend((player.forced > 0).then(|| Line::new("forced", player.forced)));
    lines.extend((player.loud > 0).then(|| Line::new("loud", player.loud)));
    lines.extend(player.sooner.then(|| Line::new("sooner", "wins")));
    lines.extend((player.turn == Span::Whole).then(|| Line::new("turn", "whole")));
    lines.extend(knowledge.lines());
    lines
}

fn search_options(
    mut settings: PlayerSettings,
    reach: Reach,
    name: &PlayerName,
) -> Result<(PlayerSettings, Order), PlayerError> {
    let options = ["depth", "branching", "ratio", "full-depth", "forced", "loud", "sooner", "order", "turn"];
    name.only(&options[..options.len() - usize::from(!reach.whole_turns)])?;
    let depths = 1..=reach.deepest;
    let allowed = format!("{} to {}", depths.start(), depths.end());
    if let Some(depth) = name.option("depth", &allowed, |depth| depths.contains(depth))? {
        settings.depth = depth;
    }
    settings.turn = span(name)?.unwrap_or(settings.turn);
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
    if let Some(loud) = name.option("loud", "0 to 40", |plies| *plies <= 40)? {
        settings.loud = loud;
    }
    settings.sooner |= name.flag("sooner")?;
    Ok((settings, order(name)?))
}

/// What the option `turn` of a name says is judged.
fn span(name: &PlayerName) -> Result<Option<Span>, PlayerError> {
    let turn = name.option::<String>("turn", SPANS, |turn| Span::named(turn).is_some())?;
    Ok(turn.and_then(|turn| Span::named(&turn)))
}

/// What may be asked for as a span.
const SPANS: &str = "move or whole";

/// The depth that a guide's name says in digits, as in `ab5`; nothing if they are none, which is another's name.
pub fn guide_depth(name: &PlayerName, digits: &str) -> Result<Option<u32>, PlayerError> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Ok(None);
    }
    let depth = digits.parse::<u32>().ok().filter(|depth| (1..=12).contains(depth));
    let refused = || PlayerError::BadValue {
        player: name.name.clone(),
        option: "N".to_owned(),
        value: digits.to_owned(),
        allowed: "1 to 12".to_owned(),
    };
    depth.map(Some).ok_or_else(refused)
}

/// A player that searches so, in the order that the option `order` asks for.
pub fn searching<G: TurnBased + 'static, E>(
    name: &PlayerName,
    settings: SearchSettings,
    evaluator: E,
) -> Result<Maker<G>, PlayerError>
where
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    let settings = SearchSettings { order: order(name)?, ..settings };
    Ok(Arc::new(move || Box::new(SearchPlayer::new(settings, evaluator.clone())) as Box<dyn Player<G>>))
}

fn order(name: &PlayerName) -> Result<Order, PlayerError> {
    let allowed = "plain or promising";
    let order = name.option::<String>("order", allowed, |order| order == "plain" || order == "promising")?;
    Ok(if order.as_deref() == Some("plain") { Order::Plain } else { Order::Promising })
}
