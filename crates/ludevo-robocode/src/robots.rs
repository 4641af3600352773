//! The robots that ship: each is a Java source that the simulator and the real engine both run.

use std::sync::{Arc, LazyLock};

use super::code::Program;
use super::java;

/// A robot that ships.
#[derive(Clone, Copy, Debug)]
pub struct Robot {
    /// Its name, which is that of its class.
    pub name: &'static str,
    /// Its source.
    pub source: &'static str,
    /// What it does.
    pub about: &'static str,
}

macro_rules! robots {
    ($($name:literal: $about:literal)*) => {
        /// All robots that ship.
        pub const ROBOTS: &[Robot] = &[$(Robot {
            name: $name,
            source: include_str!(concat!("robots/", $name, ".java")),
            about: $about,
        }),*];
    };
}

robots! {
    "SittingDuck": "sample: does nothing"
    "SpinBot": "sample: circles and fires hard"
    "Crazy": "sample: loops, the other way after every bump"
    "Walls": "sample: along the walls, gun inwards"
    "Fire": "sample: sits and turns its gun, moves aside when hit"
    "Tracker": "sample: follows what it saw and keeps close"
    "RamFire": "sample: rams"
    "Corners": "sample: sweeps its gun from a corner"
    "TrackFire": "sample: sits, fires the harder the better it points"
    "MyFirstRobot": "sample: back and forth, gun all round"
    "RamHaiku": "drives at its enemy and away again after a shot"
    "AdvHaiku": "back and forth across its enemy's bearing, leads a little"
    "MiniHaiku": "short steps around its enemy"
    "OrbitHaiku": "orbits, turns back every so often"
    "StopGoHaiku": "stops and goes, leads by a random part"
    "WallHaiku": "follows the walls with a turning gun"
    "SmoothHaiku": "turns away before walls, gun in steps"
    "BullHaiku": "rams, firing as it comes"
    "MirrorHaiku": "drives as its enemy drives, the other way round"
    "RandomHaiku": "goes anywhere"
    "OscillateHaiku": "swings, fires harder the nearer"
    "CircleHaiku": "circles at a fixed distance, leads"
    "CutoffHaiku": "drives where its enemy will be, fires straight"
    "DodgeHaiku": "starts when its enemy has fired"
    "LinearHaiku": "leads, short runs back and forth"
    "KeepHaiku": "keeps its distance, fires little"
    "SpiralHaiku": "closes in in a spiral"
}

static PROGRAMS: LazyLock<Vec<Arc<Program>>> = LazyLock::new(|| {
    let program = |robot: &Robot| java::compile(robot.source, false);
    ROBOTS.iter().map(|robot| Arc::new(program(robot).expect("every robot that ships compiles"))).collect()
});

impl Robot {
    /// Whether it does what one of the engine's own robots does.
    pub fn is_sample(&self) -> bool {
        self.source.starts_with("package sample")
    }
}

/// Robots that the engine brings along and the simulator does not run: they are of kinds that no other robot here is.
pub const ENGINE_ONLY: [&str; 3] = ["MyFirstJuniorRobot", "Target", "VelociRobot"];

/// The engine's robots that fight one against one.
const ENGINE_SAMPLES: [&str; 12] = [
    "Corners",
    "Crazy",
    "Fire",
    "MyFirstJuniorRobot",
    "MyFirstRobot",
    "RamFire",
    "SpinBot",
    "Target",
    "TrackFire",
    "Tracker",
    "VelociRobot",
    "Walls",
];

/// The robots that a name stands for: `samples` and `haikus` for all of a kind that ship, `engine-samples` for those of
/// the engine that fight, names joined by `+` for several, or one.
pub fn group(name: &str) -> Vec<String> {
    let all = |samples: bool| {
        let chosen = ROBOTS.iter().filter(move |robot| robot.is_sample() == samples);
        chosen.map(|robot| robot.name.to_owned()).collect::<Vec<_>>()
    };
    let one = |name: &str| match name {
        "samples" => all(true),
        "haikus" => all(false),
        "engine-samples" => ENGINE_SAMPLES.map(str::to_owned).to_vec(),
        other => vec![other.to_owned()],
    };
    name.split('+').flat_map(one).collect()
}

/// The program of the robot of this name.
pub fn find(name: &str) -> Option<Arc<Program>> {
    let index = ROBOTS.iter().position(|robot| robot.name == name)?;
    Some(Arc::clone(&PROGRAMS[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_haiku_has_at_most_four_semicolons() {
        for robot in ROBOTS {
            assert!(
                java::compile(robot.source, false).is_ok_and(|program| program.name.ends_with(robot.name))
            );
            if robot.name.ends_with("Haiku") {
                assert!(java::semicolons(robot.source) <= 4, "{}", robot.name);
                assert!(!robot.source.contains("for ("), "{}", robot.name);
            }
        }
    }
}
