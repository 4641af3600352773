//! What evolved trees read and do: the view that a robot fills for them.

use super::event::Event;
use super::java_random::JavaRandom;
use super::tank::{Field, Tank};

/// The cells of the view.
pub(super) const CELLS: usize = 16;

const ENERGY: usize = 0;
const HEADING: usize = 1;
const X: usize = 2;
const Y: usize = 3;
const MAX_X: usize = 4;
const MAX_Y: usize = 5;
const ENEMY_BEARING: usize = 6;
const ENEMY_DISTANCE: usize = 7;
const ENEMY_VELOCITY: usize = 8;
const ENEMY_HEADING: usize = 9;
const ENEMY_ENERGY: usize = 10;
/// Heat of the gun.
const HEAT: usize = 11;
/// Power of the shot that was asked for, 0 if none was.
const SHOT: usize = 12;
/// State of the dice.
const DICE: usize = 13;

/// Fills the view for one evaluation.
pub(super) fn fill(
    view: &mut [u64; CELLS],
    tank: &Tank,
    seen: &Event,
    field: Field,
    energy: f64,
    heat: f64,
    dice: JavaRandom,
) {
    let mut set = |cell: usize, number: f64| view[cell] = number.to_bits();
    set(ENERGY, energy);
    set(HEADING, tank.heading);
    set(X, tank.x);
    set(Y, tank.y);
    set(MAX_X, field.width);
    set(MAX_Y, field.height);
    set(ENEMY_BEARING, seen.bearing);
    set(ENEMY_DISTANCE, seen.distance);
    set(ENEMY_VELOCITY, seen.velocity);
    set(ENEMY_HEADING, seen.heading - tank.heading);
    set(ENEMY_ENERGY, seen.energy);
    set(HEAT, heat);
    set(SHOT, 0.0);
    view[DICE] = dice.state();
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
