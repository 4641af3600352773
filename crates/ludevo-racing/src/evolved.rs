//! Evolved drivers: two trees that read what the driver sees and give the angle and the speed of the wheels.

use std::sync::Arc;

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
            line: used.iter().any(|name| name.starts_with("Line")).then_some(known),
        };
        Program { trees: [code(0), code(1)], actuators: Actuators::of(language), sensors, needs }
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
        let Program { trees, actuators, sensors, needs } = &*self.program;
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
}
