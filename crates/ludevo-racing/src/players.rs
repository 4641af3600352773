//! From a name to a driver: those that come with the game, the published one, champions that ship and champion files.

use std::sync::Arc;

use ludevo_game::champion::{ChampionError, ChampionFile, Line};
use ludevo_game::champions;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_program::{Architecture, Individual};

use crate::drivers::{Class, Driver, WRITTEN, Written};
use crate::evolved::{Evolved, Program};
use crate::language;
use crate::sensors::Sensors;
use crate::setup::FACTS;
use crate::track::Track;

/// The name of the game.
pub const GAME: &str = "racing";

/// The most levels a tree of a champion may have.
const DEEPEST: usize = 1000;

/// Someone who can be put into a car.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name in tables.
    pub name: String,
    /// What the driver may know.
    pub class: Class,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Written(&'static Written),
    Evolved(Arc<Program>),
}

impl Contestant {
    /// A driver that comes with the game.
    pub fn written(written: &'static Written) -> Self {
        Contestant { name: written.name.to_owned(), class: written.class, kind: Kind::Written(written) }
    }

    /// An evolved driver.
    pub fn evolved(name: &str, class: Class, program: Arc<Program>) -> Self {
        Contestant { name: name.to_owned(), class, kind: Kind::Evolved(program) }
    }

    /// The driver, ready for a race on a track.
    pub fn on(&self, track: &Track) -> Box<dyn Driver> {
        match &self.kind {
            Kind::Written(written) => written.on(track),
            Kind::Evolved(program) => Box::new(Evolved::new(Arc::clone(program))),
        }
    }
}

/// The name of the driver whose trees chapter 9 of Evolved to Win prints.
pub const PRINTED: &str = "gp-single-2";

/// Figures 9.5 and 9.6 of Evolved to Win.
const GP_SINGLE_2: &str = "\
tree steer
Div(
  Div(
    Div(
      Div(IfGreater(0.702, AH, AA, Mul(NV, -0.985)), Sub(AH, Neg(AH))),
      Sub(Div(One, Div(V, AH)), Neg(AH))),
    Sub(Sub(Mul(NV, Neg(NV)), Neg(AH)), Neg(AH))),
  Sub(Div(One, Div(V, AH)), Neg(Div(Div(One, Div(V, AH)), Div(V, AH)))))
tree speed
IfPositive(
  Abs(Div(V, AH)),
  Sub(Div(One, Div(V, AH)), Neg(Sub(Mul(NV, Mul(NV, -0.868)), Neg(AH)))),
  Div(
    Neg(Sub(Sub(Mul(NV, Neg(TR)), Neg(AH)), Neg(AH))),
    Sub(Div(One, Div(V, AH)), Neg(Div(Mul(NV, Neg(NV)), Div(V, AH))))))
";

/// The scale of AA with which the printed driver comes nearest to the four lap times that can still be compared. It was
/// fitted to them; the chapter does not state it.
const FITTED_ANGLE: f64 = 0.08;

fn printed() -> Contestant {
    let architecture = language::architecture(&language::published(), DEEPEST);
    let individual = architecture.parse(GP_SINGLE_2, 1).expect("it is written in the language");
    let sensors = Sensors { angle: FITTED_ANGLE, ..Sensors::default() };
    let program = Arc::new(Program::shown(PRINTED, &individual, &architecture, sensors));
    Contestant::evolved(PRINTED, Class::Reactive, program)
}

/// Everybody who can be named beside champions.
pub fn known() -> Vec<(&'static str, &'static str)> {
    let written = WRITTEN.iter().map(|written| (written.name, written.about));
    written
        .chain([(PRINTED, "the driver that chapter 9 of Evolved to Win prints, its sensors as fitted")])
        .collect()
}

/// The driver of this name.
pub fn find(name: &PlayerName) -> Result<Contestant, PlayerError> {
    name.only(&[])?;
    if let Some(written) = Written::named(&name.name) {
        return Ok(Contestant::written(written));
    }
    if name.name == PRINTED {
        return Ok(printed());
    }
    let others: Vec<&str> = known().iter().map(|(name, _)| *name).collect();
    let champion = champions::find(&FACTS, name, &others)?.read(Champion::read)?;
    Ok(champion.contestant(&name.name))
}

/// An evolved driver that was read from a champion file.
#[derive(Clone, Debug)]
pub struct Champion {
    /// Its trees.
    pub individual: Individual,
    /// What they decide.
    pub architecture: Architecture,
    /// What they read.
    pub sensors: Sensors,
    /// What the driver may know.
    pub class: Class,
}

/// The lines of a champion file that only racing reads.
pub(crate) fn own_lines(sensors: &Sensors, class: Class, tracks: &str) -> Vec<Line> {
    vec![
        Line::new("class", class.name()),
        Line::new("angle", sensors.angle),
        Line::new("beside", sensors.beside),
        Line::new("steer", sensors.steer),
        Line::new("rescue", sensors.rescue),
        Line::new("bred-on", tracks),
    ]
}

impl Champion {
    /// Reads a champion file; the error says what is wrong and where.
    pub fn read(file: &ChampionFile) -> Result<Self, ChampionError> {
        let languages = language::NAMES.map(|name| language::named(name).expect("a language of the game"));
        let names: Vec<(&str, u64)> =
            languages.iter().map(|language| (language.name(), language.hash())).collect();
        let language = &languages[file.written_in(GAME, &names)?];
        let own = file.own(&["class", "angle", "beside", "steer", "rescue", "bred-on"])?;
        let number = |key: &str| {
            let read = own.need(key)?.parse::<f64>().ok().filter(|number| number.abs() <= 1000.0);
            read.ok_or_else(|| own.refused(key, "a number from -1000 to 1000"))
        };
        let rescue = own.need("rescue")?;
        let sensors = Sensors {
            angle: number("angle")?,
            beside: number("beside")?,
            steer: number("steer")?,
            rescue: rescue.parse().map_err(|_| own.refused("rescue", "true or false"))?,
        };
        let class = language::class(language.name());
        if own.need("class")? != class.name() {
            return Err(own.refused("class", class.name()));
        }
        let architecture = language::architecture(language, DEEPEST);
        let individual = file.genome(|text, line| architecture.parse(text, line))?;
        Ok(Champion { individual, architecture, sensors, class })
    }

    /// The driver, under this name.
    pub fn contestant(&self, name: &str) -> Contestant {
        let program = Program::shown(name, &self.individual, &self.architecture, self.sensors);
        Contestant::evolved(name, self.class, Arc::new(program))
    }
}
