//! What an experiment states about drivers: their programs, what these read, and the races of fitness.

use ludevo_evolve::settings::{RangeError, check, within};
use ludevo_evolve::{Round, TreeSettings};
use ludevo_game::experiment::{Experiment, OwnSections};
use ludevo_game::words;
use serde::{Deserialize, Serialize};

use crate::sensors::Sensors;

/// The sections of an experiment that racing reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RacingSettings {
    /// What the programs are made of.
    pub program: ProgramSettings,
    /// What they read, where the source leaves it open.
    #[serde(default)]
    pub sensors: Sensors,
    /// The races that count as one game.
    pub race: RaceSettings,
    /// What fitness is made of; problems are races alone on the tracks.
    #[serde(default)]
    pub fitness: Vec<Round>,
}

/// What the programs are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramSettings {
    /// A language of the game.
    pub language: String,
    /// How many levels a tree may have.
    pub depth: usize,
    /// How trees are made and varied.
    #[serde(default)]
    pub trees: TreeSettings,
    /// Who joins the first population: names of champions that ship, files, or `by-hand` for a formula of the language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub founders: Vec<String>,
}

/// What a race of fitness is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Worth {
    /// Whoever finishes is worth more than whoever does not, the faster more than the slower, and of those who do not
    /// finish the one that came farther: modified race time, as numbers of the same order.
    #[default]
    Time,
    /// The distance driven in a fixed time: race distance.
    Distance,
}

/// The races that count as one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceSettings {
    /// The tracks of fitness.
    pub tracks: Vec<String>,
    /// The tracks of measurements.
    pub measured: Vec<String>,
    /// What a race is worth.
    #[serde(default)]
    pub worth: Worth,
    /// Laps of a race.
    #[serde(default = "one")]
    pub laps: u16,
    /// Seconds of a race whose worth is its distance.
    #[serde(default = "published_seconds")]
    pub seconds: f64,
    /// Seconds that a thousand points of damage count for.
    #[serde(default)]
    pub damage: f64,
    /// Drivers that start before the one that is bred, the first first; nobody for races alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<String>,
    /// How many tracks by seed those that are bred against drivers are taken from; 0 for the tracks of fitness.
    #[serde(default)]
    pub seeds: u32,
}

/// The most cars before the one that is bred.
const MOST_BEFORE: usize = 31;

fn one() -> u16 {
    1
}

fn published_seconds() -> f64 {
    250.0
}

impl OwnSections for RacingSettings {
    fn fitness(&self) -> Option<&[Round]> {
        Some(&self.fitness)
    }

    fn check(&self, _experiment: &Experiment) -> Result<(), RangeError> {
        let RaceSettings { tracks, measured, laps, seconds, damage, .. } = &self.race;
        for (key, tracks) in [("race.tracks", tracks), ("race.measured", measured)] {
            check(
                (1..=1000).contains(&tracks.len()),
                key,
                format!("{} tracks", tracks.len()),
                "1 to 1000 tracks",
            )?;
        }
        let others = self.race.behind.len();
        check(others <= MOST_BEFORE, "race.behind", format!("{others} drivers"), "at most 31 drivers")?;
        within("race.laps", *laps, 1..=1000)?;
        within("race.seeds", self.race.seeds, 0..=1_000_000)?;
        within("race.seconds", *seconds, 1.0..=100_000.0)?;
        within("race.damage", *damage, 0.0..=1000.0)?;
        within("sensors.angle", self.sensors.angle, -1.0..=1.0)?;
        within("sensors.beside", self.sensors.beside, 0.0..=100.0)?;
        within("sensors.steer", self.sensors.steer, -1000.0..=1000.0)?;
        within("program.depth", self.program.depth, 1..=100)?;
        self.program.trees.check()
    }

    fn words(&self) -> Vec<(&'static str, String)> {
        let ProgramSettings { language, depth, trees, .. } = &self.program;
        let trees = words::trees(language, *depth, trees.birth);
        let Sensors { angle, beside, steer, rescue } = self.sensors;
        let rescue = if rescue { "; a car that drives backwards is turned round" } else { "" };
        vec![
            ("programs", format!("two trees (steer, speed) {trees}")),
            (
                "sensors",
                format!(
                    "AA times {angle}, AH beside the road {beside}, the angle of the wheels times {steer}{rescue}"
                ),
            ),
            ("games", self.race.words()),
            ("fitness", words::rounds(&self.fitness)),
        ]
    }
}

impl RaceSettings {
    fn words(&self) -> String {
        let laps = words::count(u32::from(self.laps), "lap", "laps");
        let worth = match self.worth {
            Worth::Time => format!("{laps} from the grid against the clock"),
            Worth::Distance => format!("the distance driven in {} s", self.seconds),
        };
        let damage = match self.damage {
            0.0 => String::new(),
            damage => format!("; a thousand points of damage count for {damage} s"),
        };
        let behind = match &self.behind[..] {
            [] => String::new(),
            others => format!("; from the last place of the grid, behind {}", others.join(", ")),
        };
        let (tracks, measured) = (self.tracks.join(", "), self.measured.join(", "));
        let bred = match self.seeds {
            0 => String::new(),
            seeds => format!("; tracks that are bred come from {seeds} seeds"),
        };
        format!("{worth}{behind}{damage}; fitness on {tracks}{bred}; measured on {measured}")
    }
}
