//! Evolved drivers: two trees that read what the driver sees and give the angle and the speed of the wheels.

use std::sync::Arc;

use ludevo_game::shown::Watched;
use ludevo_game::why::Decision;
use ludevo_program::{Architecture, Code, Individual};

use crate::car::{Command, TANK};
use crate::drivers::{Class, Driver, accelerating};
use crate::language::{self, Actuators};
use crate::line::Known;
use crate::sensors::{CELLS, Cells, Needs, Sensors};
use crate::sight::{PortableRace, Sight};

/// Wheels are never asked to turn faster than this at their rim, in feet a second: no car is half as fast.
const FASTEST: f64 = 1000.0;

/// The trees of a driver, ready to be evaluated by any number of its cars.
#[derive(Debug)]
pub struct Program {
    trees: [Code; 2],
    actuators: Actuators,
    sensors: Sensors,
    needs: Needs,
    /// The trees themselves, of drivers that people watch.
    shown: Vec<Watched>,
}

impl Program {
    /// Makes the trees of an individual ready.
    pub fn new(individual: &Individual, architecture: &Architecture, sensors: Sensors) -> Self {
        let code = |part: usize| {
            let declared = &architecture.parts[part];
            Code::new(&individual.trees[part], &declared.language, declared.root)
        };
        let used = architecture.terminals_used(individual);
        let language = architecture.parts[0].language.name();
        let known = match language::class(language) {
            Class::Reactive => Known::InSight,
            Class::Planning => Known::Everything,
        };
        let needs = Needs {
            view: used.contains("AH") || used.contains("AA"),
            farther: used.iter().any(|name| name.ends_with(['2', '3'])),
            line: used
                .iter()
                .any(|name| name.starts_with("Line") || name.starts_with("Car"))
                .then_some(known),
            cars: language == language::RACE,
        };
        let actuators = Actuators::of(language);
        Program { trees: [code(0), code(1)], actuators, sensors, needs, shown: Vec::new() }
    }

    /// The same of a driver that says what its trees come to.
    pub fn shown(who: &str, individual: &Individual, architecture: &Architecture, sensors: Sensors) -> Self {
        let shown = Watched::all(who, &individual.trees, &architecture.parts);
        Program { shown, ..Program::new(individual, architecture, sensors) }
    }
}

/// An evolved driver in a car.
pub struct Evolved {
    program: Arc<Program>,
    cells: Cells,
}

impl Evolved {
    /// A driver with this program.
    pub fn new(program: Arc<Program>) -> Self {
        Evolved { program, cells: [0; CELLS] }
    }
}

impl Driver for Evolved {
    fn drive(&mut self, race: &PortableRace<'_>, car: usize) -> Command {
        let sight = Sight::new(race, car);
        let Program { trees, actuators, sensors, needs, .. } = &*self.program;
        if sensors.rescue && sight.car().backward {
            return Command { alpha: 1.0, speed: 25.0, fuel: TANK, ..Command::default() };
        }
        sensors.fill(&mut self.cells, &sight, *needs);
        let [first, second] = [0, 1].map(|tree: usize| trees[tree].evaluate(&mut self.cells));
        match actuators {
            Actuators::Wheels => Command {
                alpha: (sensors.steer * first).clamp(-10.0, 10.0),
                speed: (100.0 * second).clamp(-FASTEST, FASTEST),
                fuel: TANK,
                ..Command::default()
            },
            Actuators::Forces => accelerating(race, car, 100.0 * second, 100.0 * first),
        }
    }

    fn why(&mut self, race: &PortableRace<'_>, car: usize) -> Vec<Decision> {
        let Program { shown, sensors, needs, .. } = &*self.program;
        if !shown.is_empty() {
            sensors.fill(&mut self.cells, &Sight::new(race, car), *needs);
        }
        shown.iter().map(|tree| tree.decision(&mut self.cells, String::new())).collect()
    }
}
