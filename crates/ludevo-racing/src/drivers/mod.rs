//! Drivers: what each must say, and those that come with the game.

mod apex;
mod bends;
mod cruise;
mod planner;
mod sighted;

use ludevo_game::why::Decision;

use crate::car::{Command, TANK};
use crate::line::Known;
use crate::sight::PortableRace;
use crate::track::Track;
use crate::tyre;

/// What a driver may know before the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Only what can be seen from the car.
    Reactive,
    /// The whole track, before the race begins.
    Planning,
}

impl Class {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Class::Reactive => "reactive",
            Class::Planning => "planning",
        }
    }
}

/// Someone who drives a car.
pub trait Driver: Send {
    /// What the car shall do now.
    fn drive(&mut self, race: &PortableRace<'_>, car: usize) -> Command;

    /// What its program comes to now, tree by tree; nothing of one that has none to show.
    fn why(&mut self, _race: &PortableRace<'_>, _car: usize) -> Vec<Decision> {
        Vec::new()
    }
}

impl<D: Driver + ?Sized> Driver for Box<D> {
    fn drive(&mut self, race: &PortableRace<'_>, car: usize) -> Command {
        (**self).drive(race, car)
    }

    fn why(&mut self, race: &PortableRace<'_>, car: usize) -> Vec<Decision> {
        (**self).why(race, car)
    }
}

/// A driver that comes with the game.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What it may know.
    pub class: Class,
    make: fn(&Track) -> Box<dyn Driver>,
}

impl Written {
    /// The one of this name.
    pub fn named(name: &str) -> Option<&'static Written> {
        WRITTEN.iter().find(|written| written.name == name)
    }

    /// The driver, ready for a track.
    pub fn on(&self, track: &Track) -> Box<dyn Driver> {
        (self.make)(track)
    }
}

/// The drivers that come with the game, the slowest first.
pub const WRITTEN: &[Written] = &[
    Written {
        name: "cruise",
        about: "keeps to the middle of the road at 40 ft/s",
        class: Class::Reactive,
        make: |_| Box::new(cruise::Cruise),
    },
    Written {
        name: "bends",
        about: "keeps to the middle of the road and brakes for the bends it sees",
        class: Class::Reactive,
        make: |_| Box::new(bends::Bends),
    },
    Written {
        name: "sight",
        about: "steers to where the view is longest, as fast as it can stop within it",
        class: Class::Reactive,
        make: |_| Box::new(sighted::Sighted),
    },
    Written {
        name: "apex",
        about: "takes bends from the outside to the inside and out again",
        class: Class::Reactive,
        make: |_| Box::new(apex::Apex::default()),
    },
    Written {
        name: "planner",
        about: "follows a line that is planned for the whole track before the race",
        class: Class::Planning,
        make: |track| {
            // Planned now, so that no step of a race waits for it.
            track.lines(Known::Everything);
            Box::new(planner::Planner)
        },
    },
];

/// A command of these two with a full tank.
fn go(alpha: f64, speed: f64) -> Command {
    Command { alpha, speed, fuel: TANK, ..Command::default() }
}

/// The command that gives a car wanted accelerations along its motion and to the left, as far as its tyres and its
/// engine can; what is across comes first.
pub(crate) fn accelerating(race: &PortableRace<'_>, car: usize, along: f64, across: f64) -> Command {
    let car = &race.cars[car];
    let (alpha, speed) = tyre::inverse(car.seen.speed, car.fuel, car.damage, along, across);
    go(alpha, speed)
}
