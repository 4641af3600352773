//! From a name to a robot: those that ship, shipped champions, champion files and Java sources.

use std::sync::Arc;

use ludevo_program::{Architecture, Individual, nearest};

use super::code::Program;
use super::engine::Entrant;
use super::evolved::Layout;
use super::robots::ROBOTS;
use super::{export, java, language, robots};
use crate::champion::{ChampionFile, Line};
use crate::library;
use crate::player_name::{PlayerError, PlayerName};

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
    pub fn entrant(&self, dice: Option<i64>) -> Entrant {
        match &self.source {
            Some(source) => Entrant::Source { class: self.class.clone(), source: source.clone(), dice },
            None => Entrant::Sample(self.class.clone()),
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
    let shipped = name.shipped();
    let (path, text) = match shipped {
        Some(shipped) => match library::find(library::champions(), &format!("{GAME}/{shipped}")) {
            Some(text) => (format!("champion {GAME}/{shipped}"), text.to_owned()),
            None => return Err(unknown(&name.name)),
        },
        None if name.name.contains(['/', '.', '\\']) || std::path::Path::new(&name.name).is_file() => {
            let text = std::fs::read_to_string(&name.name)
                .map_err(|error| PlayerError::File { path: name.name.clone(), problem: error.to_string() })?;
            (name.name.clone(), text)
        }
        None => return Err(unknown(&name.name)),
    };
    let at = |problem: String| PlayerError::File { path: path.clone(), problem };
    if path.ends_with(".java") {
        let program = java::compile(&text, false).map_err(|error| at(error.to_string()))?;
        let class = program.name.clone();
        return Ok(Contestant {
            name: name.name.clone(),
            program: Arc::new(program),
            class,
            source: Some(text),
        });
    }
    let file = ChampionFile::parse(&text).map_err(|error| at(error.to_string()))?;
    let champion = Champion::read(&file).map_err(at)?;
    // Champions of different files are different classes: the engine knows robots by nothing else.
    let class = class_name(shipped.unwrap_or(&name.name));
    Ok(Contestant { name: name.name.clone(), ..champion.contestant(&class) })
}

/// The robot that a trace calls by its class: one that ships, or a champion that does.
pub fn find_class(class: &str) -> Result<Contestant, PlayerError> {
    let prefix = format!("{GAME}/");
    let names = library::champions().iter().filter_map(|(name, _)| name.strip_prefix(&prefix));
    let mut champion = names.filter(|name| class_name(name) == class).map(|name| match name {
        "champion" => name.to_owned(),
        name => format!("champion:{name}"),
    });
    let name = champion.next().unwrap_or_else(|| class.to_owned());
    find(&name.parse()?)
}

fn unknown(name: &str) -> PlayerError {
    let prefix = format!("{GAME}/");
    let champions: Vec<String> = library::champions()
        .iter()
        .filter_map(|(known, _)| known.strip_prefix(&prefix))
        .map(PlayerName::of_shipped)
        .collect();
    let known: Vec<&str> =
        ROBOTS.iter().map(|robot| robot.name).chain(champions.iter().map(String::as_str)).collect();
    PlayerError::Unknown {
        name: name.to_owned(),
        game: GAME.to_owned(),
        nearest: nearest(name, known.iter().copied()).unwrap_or_default().to_owned(),
        known: format!("{}, a champion file, or a Java source", known.join(", ")),
    }
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
    pub fn read(file: &ChampionFile) -> Result<Self, String> {
        if file.game != GAME {
            return Err(format!("line 2, column 8: this is a champion of {}, not of {GAME}", file.game));
        }
        let Some(language) = language::named(&file.language) else {
            return Err(format!(
                "line 3, column 12: {GAME} has no language `{}`; it has {}",
                file.language,
                language::NAMES.join(", ")
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
        let own = file.own(&["layout"]).map_err(|error| error.to_string())?;
        let layouts = [Layout::OneByOne, Layout::AtOnce];
        let named = own.need("layout").map_err(|error| error.to_string())?;
        let Some(layout) = layouts.into_iter().find(|layout| layout.name() == named) else {
            return Err(own.refused("layout", "one-by-one or at-once").to_string());
        };
        let architecture = language::architecture(&language, DEEPEST);
        let individual =
            architecture.parse(&file.program, file.program_line).map_err(|error| error.to_string())?;
        Ok(Champion { individual, architecture, layout })
    }

    /// The robot for the simulator and for the real engine, with a class of this name.
    pub fn contestant(&self, class: &str) -> Contestant {
        Contestant {
            name: class.to_owned(),
            program: self.layout.program(class, &self.individual, &self.architecture),
            class: format!("ludevo.{class}"),
            source: Some(self.java(class)),
        }
    }

    /// Its Java source, a HaikuBot.
    pub fn java(&self, class: &str) -> String {
        export::java("ludevo", class, &self.individual, &self.architecture, self.layout)
    }
}
