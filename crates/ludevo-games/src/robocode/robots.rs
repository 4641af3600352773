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
    "RamHaiku": "drives at its enemy and away again after a shot"
    "AdvHaiku": "goes back and forth across its enemy's bearing, and leads a little"
    "MiniHaiku": "short steps around its enemy"
    "SpinBot": "the sample that circles and fires hard"
}

static PROGRAMS: LazyLock<Vec<Arc<Program>>> = LazyLock::new(|| {
    let program = |robot: &Robot| java::compile(robot.source, false);
    ROBOTS.iter().map(|robot| Arc::new(program(robot).expect("every robot that ships compiles"))).collect()
});

/// The program of the robot of this name.
pub fn find(name: &str) -> Option<Arc<Program>> {
    let index = ROBOTS.iter().position(|robot| robot.name == name)?;
    Some(Arc::clone(&PROGRAMS[index]))
}
