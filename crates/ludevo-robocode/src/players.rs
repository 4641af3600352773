//! From a name to a robot: those that ship, shipped champions, champion files and Java sources.

use std::sync::Arc;

use ludevo_program::{Architecture, Individual};

use super::code::Program;
use super::engine::EngineRobot;
use super::evolved::Layout;
use super::robots::ROBOTS;
use super::setup::FACTS;
use super::{export, java, language, robots};
use ludevo_game::champion::{ChampionError, ChampionFile, Line};
use ludevo_game::champions;
use ludevo_game::player_name::{PlayerError, PlayerName};

/// The name of the game.
pub const GAME: &str = "robocode";

/// The most levels a tree of a champion may have.
const DEEPEST: usize = 1000;

/// A robot for the simulator and for the real engine.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Its name in tables.
    pub name: String,
    /// For the simulator.
    pub program: Arc<Program>,
    /// Class with package.
    class: String,
    /// Its source; nothing for a robot that the engine brings along.
    source: Option<String>,
}

impl Contestant {
    /// The robot for the real engine; with a seed its random numbers come from dice.
    pub fn entrant(&self, dice: Option<i64>) -> EngineRobot {
        match &self.source {
            Some(source) => EngineRobot::Source { class: self.class.clone(), source: source.clone(), dice },
            None => EngineRobot::Sample(self.class.clone()),
        }
    }

    /// Its Java source; nothing for a robot that the engine brings along.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }
}

/// The robot of this name.
pub fn find(name: &PlayerName) -> Result<Contestant, PlayerError> {
    name.only(&[])?;
    if let Some(robot) = ROBOTS.iter().find(|robot| robot.name == name.name) {
        let program = robots::find(robot.name).expect("a robot that ships has a program");
        let source = (!robot.is_sample()).then(|| robot.source.to_owned());
        return Ok(Contestant { name: robot.name.to_owned(), class: program.name.clone(), program, source });
    }
    let others: Vec<&str> = ROBOTS.iter().map(|robot| robot.name).collect();
    if name.name.ends_with(".java") {
        let (path, text) = champions::text_of(&FACTS, name, &others)?;
        let program = java::compile(&text, false)
            .map_err(|error| PlayerError::File { path, problem: error.to_string() })?;
        let class = program.name.clone();
        return Ok(Contestant {
            name: name.name.clone(),
            program: Arc::new(program),
            class,
            source: Some(text),
        });
    }
    let champion = champions::find(&FACTS, name, &others)?.read(Champion::read)?;
    // Champions of different files are different classes: the engine knows robots by nothing else.
    let class = class_name(name.shipped().unwrap_or(&name.name));
    Ok(Contestant { name: name.name.clone(), ..champion.contestant(&class) })
}

/// The robot that a trace calls by its class: one that ships, or a champion that does.
pub fn find_class(class: &str) -> Result<Contestant, PlayerError> {
    let mut champion = champions::shipped(GAME).filter(|(name, _)| class_name(name) == class);
    let name = champion.next().map_or_else(|| class.to_owned(), |(name, _)| PlayerName::of_shipped(name));
    find(&name.parse()?)
}

/// Words that cannot be the name of a robot's class: those of Java that are letters only, and the classes that its source uses.
const TAKEN: &str = " abstract assert boolean break byte case catch char class const continue default do double else enum extends \
    false final finally float for goto if implements import instanceof int interface long native new null package private \
    protected public return short static strictfp super switch synchronized this throw throws transient true try var void \
    volatile while yield record AdvancedRobot Robot Math Utils Color String Object Double Random ScannedRobotEvent \
    HitByBulletEvent HitRobotEvent HitWallEvent Rules ";

/// Whether a robot's class may be called so.
pub(crate) fn is_class_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric())
        && !TAKEN.contains(&format!(" {name} "))
}

/// A name for a class: letters and digits, the first a capital.
pub fn class_name(name: &str) -> String {
    let mut letters = name.chars().filter(char::is_ascii_alphanumeric).skip_while(char::is_ascii_digit);
    let first = letters.next().map_or('R', |first| first.to_ascii_uppercase());
    std::iter::once(first).chain(letters).collect()
}

/// An evolved robot that was read from a champion file.
#[derive(Clone, Debug)]
pub struct Champion {
    /// Its trees.
    pub individual: Individual,
    /// What they decide.
    pub architecture: Architecture,
    /// How its statements follow each other.
    pub layout: Layout,
}

/// The lines of a champion file that only Robocode reads.
pub(crate) fn own_lines(layout: Layout) -> Vec<Line> {
    vec![Line::new("layout", layout.name())]
}

impl Layout {
    /// Its name in experiments and champion files.
    pub fn name(self) -> &'static str {
        match self {
            Layout::OneByOne => "one-by-one",
            Layout::AtOnce => "at-once",
        }
    }
}

impl Champion {
    /// Reads a champion file; the error says what is wrong and where.
    pub fn read(file: &ChampionFile) -> Result<Self, ChampionError> {
        let languages = language::NAMES.map(|name| language::named(name).expect("a language of the game"));
        let names: Vec<(&str, u64)> =
            languages.iter().map(|language| (language.name(), language.hash())).collect();
        let language = &languages[file.written_in(GAME, &names)?];
        let own = file.own(&["layout"])?;
        let named = own.need("layout")?;
        let layouts = [Layout::OneByOne, Layout::AtOnce];
        let Some(layout) = layouts.into_iter().find(|layout| layout.name() == named) else {
            return Err(own.refused("layout", "one-by-one or at-once"));
        };
        let architecture = language::architecture(language, DEEPEST);
        let individual = file.genome(|text, line| architecture.parse(text, line))?;
        Ok(Champion { individual, architecture, layout })
    }

    /// The robot for the simulator and for the real engine, with a class of this name.
    pub fn contestant(&self, class: &str) -> Contestant {
        Contestant {
            name: class.to_owned(),
            program: self.layout.watched(class, &self.individual, &self.architecture),
            class: format!("ludevo.{class}"),
            source: Some(self.java(class)),
        }
    }

    /// Its Java source, a HaikuBot.
    pub fn java(&self, class: &str) -> String {
        export::java("ludevo", class, &self.individual, &self.architecture, self.layout)
    }
}
