//! Evolved robots: three trees in the layout of Algorithm 8.1 of Evolved to Win, and the view that they read.

use std::sync::Arc;

use ludevo_game::shown::Watched;
use ludevo_program::{Architecture, Code, Individual, UNSET};
use serde::{Deserialize, Serialize};

use super::code::Program;
use super::event::Event;
use super::java;
use super::java_random::JavaRandom;
use super::pilot::{POWER, Surroundings};
use super::strict;
use super::tank::Tank;

/// How a robot's three statements follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Each waits until it is done, as in Algorithm 8.1: drive, then turn, then point the gun.
    #[default]
    OneByOne,
    /// All are done at once, and decided anew whenever the enemy is seen.
    AtOnce,
}

impl Layout {
    /// The robot's source with the three arguments.
    pub fn source(self, package: &str, class: &str, [drive, turn, gun]: [&str; 3]) -> String {
        let (ahead, right, gun_right) = match self {
            Layout::OneByOne => ("ahead", "turnRightRadians", "turnGunRightRadians"),
            Layout::AtOnce => ("setAhead", "setTurnRightRadians", "setTurnGunRightRadians"),
        };
        format!(
            "package {package};\n\nimport java.util.function.*;\nimport robocode.*;\nimport robocode.util.Utils;\n\n\
public class {class} extends AdvancedRobot {{\n  \
  public void run() {{\n    while (true) turnGunRightRadians(Double.POSITIVE_INFINITY);\n  }}\n\n  \
  public void onScannedRobot(ScannedRobotEvent e) {{\n    \
    {ahead}(Math.max(-1000, Math.min(1000, {drive})));\n    \
    {right}(Utils.normalRelativeAngle({turn}));\n    \
    {gun_right}(Utils.normalRelativeAngle(getHeadingRadians() + ({gun}) - getGunHeadingRadians()));\n  \
  }}\n}}\n"
        )
    }

    /// The program of an individual for the simulator.
    pub fn program(self, class: &str, individual: &Individual, architecture: &Architecture) -> Arc<Program> {
        Arc::new(self.made(class, individual, architecture))
    }

    /// The same of a robot that says what its trees come to.
    pub fn watched(self, class: &str, individual: &Individual, architecture: &Architecture) -> Arc<Program> {
        let expanded = architecture.expanded(individual);
        let decide = expanded.trees.len().min(3);
        let watched = Watched::all(class, &expanded.trees[..decide], &architecture.parts[..decide]);
        Arc::new(Program { watched, ..self.made(class, individual, architecture) })
    }

    fn made(self, class: &str, individual: &Individual, architecture: &Architecture) -> Program {
        let source = self.source("ludevo", class, ["tree(0)", "tree(1)", "tree(2)"]);
        let mut program = java::compile(&source, true).expect("the layout is a robot");
        let expanded = architecture.expanded(individual);
        let parts = expanded.trees.iter().zip(&architecture.parts);
        program.trees = parts.map(|(tree, part)| Code::new(tree, &part.language, part.root)).collect();
        program
    }
}

/// The cells of the view.
pub(super) const CELLS: usize = 17;

pub(super) const ENERGY: usize = 0;
pub(super) const HEADING: usize = 1;
pub(super) const X: usize = 2;
pub(super) const Y: usize = 3;
pub(super) const MAX_X: usize = 4;
pub(super) const MAX_Y: usize = 5;
pub(super) const ENEMY_BEARING: usize = 6;
pub(super) const ENEMY_DISTANCE: usize = 7;
pub(super) const ENEMY_VELOCITY: usize = 8;
pub(super) const ENEMY_HEADING: usize = 9;
pub(super) const ENEMY_ENERGY: usize = 10;
/// Heat of the gun.
const HEAT: usize = 11;
/// Power of the shot that was asked for, 0 if none was.
const SHOT: usize = 12;
/// State of the dice.
pub(super) const DICE: usize = 13;
pub(super) const TIME: usize = 14;
pub(super) const VELOCITY: usize = 15;
/// Keeps what [`lead`] works out.
pub(super) const LEAD: usize = 16;

/// Fills the view for one evaluation.
pub(super) fn fill(
    view: &mut [u64; CELLS],
    tank: &Tank,
    seen: &Event,
    around: Surroundings,
    energy: f64,
    heat: f64,
    dice: JavaRandom,
) {
    let mut set = |cell: usize, number: f64| view[cell] = number.to_bits();
    set(ENERGY, energy);
    set(HEADING, tank.heading);
    set(X, tank.x);
    set(Y, tank.y);
    set(MAX_X, around.field.width);
    set(MAX_Y, around.field.height);
    set(ENEMY_BEARING, seen.bearing);
    set(ENEMY_DISTANCE, seen.distance);
    set(ENEMY_VELOCITY, seen.velocity);
    set(ENEMY_HEADING, seen.heading - tank.heading);
    set(ENEMY_ENERGY, seen.energy);
    set(HEAT, heat);
    set(SHOT, 0.0);
    set(TIME, f64::from(around.time));
    set(VELOCITY, tank.velocity);
    view[LEAD] = UNSET;
    view[DICE] = dice.state();
}

/// Where an enemy that goes on as it does will meet a bullet of power 2, relative to the robot's heading.
pub(super) fn lead(view: &[u64], _parameter: u16) -> f64 {
    let held = |cell: usize| f64::from_bits(view[cell]);
    let bearing = held(ENEMY_BEARING);
    let aside = held(ENEMY_VELOCITY) / 14.0 * strict::sin(held(ENEMY_HEADING) - bearing);
    bearing + strict::asin(aside)
}

/// The dice as the evaluation left them.
pub(super) fn dice(view: &[u64; CELLS]) -> JavaRandom {
    JavaRandom::from_state(view[DICE])
}

/// The power of the shot that the evaluation asked for.
pub(super) fn shot(view: &[u64; CELLS]) -> Option<f64> {
    let power = f64::from_bits(view[SHOT]);
    (power > 0.0).then_some(power)
}

/// Asks for a shot if the power is positive, which is then what it gives: 1, otherwise 0. A shot that the gun is too
/// hot for is lost, as in the engine; one that is accepted costs its energy at once.
pub(super) fn fire(view: &mut [u64], power: f64) -> f64 {
    if power <= 0.0 {
        return 0.0;
    }
    let (energy, heat) = (f64::from_bits(view[ENERGY]), f64::from_bits(view[HEAT]));
    if heat == 0.0 && energy != 0.0 {
        let power = energy.min(power.clamp(POWER.0, POWER.1));
        view[SHOT] = power.to_bits();
        view[ENERGY] = (energy - power).to_bits();
        view[HEAT] = (1.0 + power / 5.0).to_bits();
    }
    1.0
}
