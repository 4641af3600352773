//! A car in a race: its state, what is seen of it, and what its driver asks for.

/// Seconds of a step: a tick of the clock of the machines that the original was written for.
pub const STEP: f64 = 0.0549;
/// Feet a second squared.
pub(crate) const GRAVITY: f64 = 32.2;
/// The tank, in pounds of fuel.
pub const TANK: f64 = 150.0;
/// A car with more damage than this breaks down.
pub const MOST_DAMAGE: i64 = 30_000;
/// Cars start with this speed, in feet a second.
pub(crate) const START_SPEED: f64 = 20.0;
/// Length of a car, in feet.
pub(crate) const LENGTH: f64 = 20.0;
/// Width of a car, in feet.
pub(crate) const WIDTH: f64 = 10.0;

/// What a driver asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Command {
    /// Angle between the motion and where the wheels shall point, in radians, to the left.
    pub alpha: f64,
    /// Speed of the wheels at their rim, in feet a second.
    pub speed: f64,
    /// Pounds of fuel: the load at the start, or what the pits shall add.
    pub fuel: f64,
    /// Whether to go to the pits.
    pub pit: bool,
    /// Damage that the pits shall mend.
    pub repair: i64,
}

/// How a car takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// It drives.
    #[default]
    Running,
    /// It broke down beside the road and is gone.
    Retired,
    /// It stands in the pits.
    InPits,
}

impl Standing {
    /// Its number in recorded races.
    pub fn number(self) -> i64 {
        match self {
            Standing::Running => 0,
            Standing::Retired => 1,
            Standing::InPits => 2,
        }
    }
}

/// A car.
#[derive(Clone, Copy, Debug, Default)]
pub struct Car {
    /// Place, in feet.
    pub x: f64,
    /// Place, in feet.
    pub y: f64,
    /// Velocity, in feet a second.
    pub vx: f64,
    /// Velocity, in feet a second.
    pub vy: f64,
    /// Velocity of the step before.
    pub(crate) vx_before: f64,
    pub(crate) vy_before: f64,
    /// Acceleration of the step before.
    pub(crate) ax_before: f64,
    pub(crate) ay_before: f64,
    /// Direction of the velocity.
    pub heading: f64,
    /// Acceleration along the motion in the last step.
    pub tangential: f64,
    /// Acceleration to the left in the last step.
    pub centripetal: f64,
    /// Fuel, in pounds.
    pub fuel: f64,
    /// Damage; a car breaks down beyond 30,000.
    pub damage: i64,
    /// What the wheels do: the angle that was last applied.
    pub alpha: f64,
    /// The driver's angle within the limits of the steering, which the next one is limited against.
    pub(crate) steering: f64,
    /// The speed of the wheels that the driver wants, within limits.
    pub(crate) wanted: f64,
    /// What is seen of it this step.
    pub seen: Observation,
    /// Laps done; -1 before the line is crossed for the first time.
    pub laps: i64,
    /// When it crossed the line for the first time.
    pub started: f64,
    /// When it crossed the line last.
    pub crossed: f64,
    /// Laps at whose end it led.
    pub laps_led: u32,
    /// Feet a second in its best lap.
    pub best_lap_speed: f64,
    /// Whether it has crossed the line since it entered the first segment.
    pub(crate) has_crossed: bool,
    /// Whether it drives against the direction of the track, and for how many steps it did.
    pub backward: bool,
    pub(crate) steps_backward: u32,
    /// Whether it has finished.
    pub is_done: bool,
    /// The same as of the beginning of its last observation.
    pub(crate) was_done: bool,
    /// How it takes part.
    pub standing: Standing,
    /// Its place on the grid.
    pub slot: usize,
    /// Whether another car is so near ahead that it has to brake.
    pub dead_ahead: bool,
    /// What it has to do with the pits.
    pub pit: PitVisit,
    /// Whether its driver has been asked before.
    pub(crate) was_asked: bool,
}

impl Car {
    /// Whether it is broken: too much damage, or no fuel.
    pub fn is_broken(&self) -> bool {
        self.damage > MOST_DAMAGE || self.fuel <= 0.0
    }
}

/// Where a car is and how it moves, relative to the road.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Observation {
    /// The segment that it is in.
    pub segment: usize,
    /// Distance from the left wall.
    pub to_left: f64,
    /// Distance from the right wall.
    pub to_right: f64,
    /// Distance to the end of the segment: feet, or radians in a bend.
    pub to_end: f64,
    /// Speed.
    pub speed: f64,
    /// Speed across the road, to the left.
    pub drift: f64,
    /// Feet from the line, along the middle.
    pub distance: f64,
}

impl Observation {
    /// Whether the car is beside the road.
    pub fn is_off(&self) -> bool {
        self.to_left < 0.0 || self.to_right < 0.0
    }
}

/// A visit to the pits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PitVisit {
    /// Whether the car is on its way to its box, or stands there.
    pub is_going: bool,
    /// Whether it is on its way back.
    pub is_leaving: bool,
    /// Whether it is on the lane, where nobody on the road sees it.
    pub on_lane: bool,
    /// Whether it is about to come back to the road.
    pub is_merging: bool,
    /// Damage to be mended.
    pub(crate) repair: i64,
    /// Fuel to be added.
    pub(crate) fuel: f64,
    /// When it may leave the box.
    pub(crate) until: f64,
    /// The load to be reached.
    pub(crate) load: f64,
    /// Stops so far.
    pub stops: u32,
}

impl PitVisit {
    /// Whether the car is in the hands of the pits.
    pub fn is_under_way(&self) -> bool {
        self.is_going || self.is_leaving
    }
}
