//! A robot's body: where it is, what it was told to do, and how it moves in a turn.

use std::f64::consts::{FRAC_PI_2, PI};

use super::angle::{absolute, is_near_zero, near_absolute, radians, relative};
use super::geometry::Box2;
use super::strict;

/// Energy below this counts as none.
const LEAST_ENERGY: f64 = 0.01;
const ACCELERATION: f64 = 1.0;
const DECELERATION: f64 = 2.0;

/// The highest velocity.
pub const MAX_VELOCITY: f64 = 8.0;

/// What a robot asks of its body. The engine counts these down; the robot reads what is left.
#[derive(Clone, Copy, Debug)]
pub struct Commands {
    /// Distance to go, backwards if negative.
    pub distance: f64,
    /// Turn of the body to go.
    pub turn: f64,
    /// Turn of the gun to go.
    pub gun_turn: f64,
    /// Turn of the radar to go.
    pub radar_turn: f64,
    /// A limit on the velocity.
    pub max_velocity: f64,
    /// A limit on the turn in one turn.
    pub max_turn: f64,
    /// Whether the gun keeps its direction when the body turns.
    pub gun_keeps: bool,
    /// Whether the radar keeps its direction when the gun turns.
    pub radar_keeps_on_gun: bool,
    /// Whether the radar keeps its direction when the body turns.
    pub radar_keeps_on_body: bool,
    /// Whether the radar shall scan even if nothing moves.
    pub scan: bool,
    /// A shot: its power and, for a shot with fire assistance, its direction.
    pub shot: Option<(f64, Option<f64>)>,
}

impl Default for Commands {
    fn default() -> Self {
        Commands {
            distance: 0.0,
            turn: 0.0,
            gun_turn: 0.0,
            radar_turn: 0.0,
            max_velocity: MAX_VELOCITY,
            max_turn: radians(10.0),
            gun_keeps: false,
            radar_keeps_on_gun: false,
            radar_keeps_on_body: false,
            scan: false,
            shot: None,
        }
    }
}

/// What a robot is doing, as traces name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Nothing special.
    Active,
    /// It ran into a wall in this turn.
    HitWall,
    /// It drove into a robot in this turn.
    HitRobot,
    /// It is out of the round.
    Dead,
}

impl Condition {
    /// Its name in a trace.
    pub fn name(self) -> &'static str {
        match self {
            Condition::Active => "ACTIVE",
            Condition::HitWall => "HIT_WALL",
            Condition::HitRobot => "HIT_ROBOT",
            Condition::Dead => "DEAD",
        }
    }
}

/// A robot's body.
#[derive(Clone, Debug)]
pub struct Tank {
    /// Position of the centre.
    pub x: f64,
    /// Position of the centre.
    pub y: f64,
    /// Direction of the body.
    pub heading: f64,
    /// Direction of the gun.
    pub gun: f64,
    /// Direction of the radar.
    pub radar: f64,
    /// Along the heading; negative is backwards.
    pub velocity: f64,
    /// What keeps it alive.
    pub energy: f64,
    /// It can fire only when this is 0.
    pub heat: f64,
    /// What it was told to do.
    pub commands: Commands,
    /// What it is doing.
    pub condition: Condition,
    /// Whether it is an `AdvancedRobot`, which walls hurt.
    pub advanced: bool,
    /// Its box, which is not always up to date: see [`Tank::bounce`].
    pub bounds: Box2,
    /// Whether it drove into a robot in the last turn, which keeps it from turning in this one.
    pub colliding: bool,
    /// Whether it goes faster than it could stop within the distance to go.
    overdriving: bool,
    /// Whether the radar went exactly with the gun in the last scan, on which fire assistance rests.
    pub radar_went_with_gun: bool,
    /// Directions at the start of the turn.
    pub last_gun: f64,
    /// Direction of the radar at the start of the turn.
    pub last_radar: f64,
    /// Sine and cosine of the heading, and the heading they belong to.
    direction: (f64, f64, f64),
}

/// The field of a battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// A robot's half width, the nearest its centre comes to a wall.
const MARGIN: f64 = 18.0;

impl Tank {
    /// A body that was never placed.
    pub fn new(advanced: bool) -> Self {
        Tank {
            x: 0.0,
            y: 0.0,
            heading: 0.0,
            gun: 0.0,
            radar: 0.0,
            velocity: 0.0,
            energy: 100.0,
            heat: 3.0,
            commands: Commands::default(),
            condition: Condition::Active,
            advanced,
            bounds: Box2::default(),
            colliding: false,
            overdriving: false,
            radar_went_with_gun: false,
            last_gun: 0.0,
            last_radar: 0.0,
            direction: (0.0, 1.0, 0.0),
        }
    }

    /// Puts the robot down for a new round.
    pub fn place(&mut self, x: f64, y: f64, heading: f64) {
        (self.x, self.y) = (x, y);
        (self.heading, self.gun, self.radar) = (heading, heading, heading);
        (self.last_gun, self.last_radar) = (heading, heading);
        self.bounds = Box2::around(x, y);
    }

    /// Makes everything but the place as it is at the start of a round.
    pub fn refresh(&mut self) {
        self.velocity = 0.0;
        self.energy = 100.0;
        self.heat = 3.0;
        self.commands = Commands::default();
        self.condition = Condition::Active;
        self.colliding = false;
    }

    /// Whether it is still in the round.
    pub fn is_alive(&self) -> bool {
        self.condition != Condition::Dead
    }

    /// Sets the energy; without any the robot can neither drive nor turn.
    pub fn set_energy(&mut self, energy: f64) {
        self.energy = energy;
        if energy < LEAST_ENERGY {
            self.energy = 0.0;
            self.commands.distance = 0.0;
            self.commands.turn = 0.0;
        }
    }

    /// Sine and cosine of the heading.
    pub fn direction(&mut self) -> (f64, f64) {
        if self.direction.2.to_bits() != self.heading.to_bits() {
            let (sine, cosine) = strict::sin_cos(self.heading);
            self.direction = (sine, cosine, self.heading);
        }
        (self.direction.0, self.direction.1)
    }

    /// Cools the gun and turns body, gun and radar.
    pub fn turn(&mut self, cooling: f64) {
        self.heat = (self.heat - cooling).max(0.0);
        self.last_gun = self.gun;
        self.last_radar = self.radar;
        if !self.colliding {
            self.turn_body();
        }
        let commands = &mut self.commands;
        let by = step(&mut commands.gun_turn, radians(20.0));
        if by != 0.0 {
            self.gun += by;
            self.radar += by;
            if commands.radar_keeps_on_gun {
                commands.radar_turn -= by;
            }
        }
        self.gun = absolute(self.gun);
        let by = step(&mut commands.radar_turn, radians(45.0));
        self.radar += by;
        self.radar = absolute(self.radar);
    }

    fn turn_body(&mut self) {
        let commands = &mut self.commands;
        if commands.turn == 0.0 || commands.turn.is_nan() {
            return;
        }
        let rate =
            commands.max_turn.min((0.4 + 0.6 * (1.0 - self.velocity.abs() / MAX_VELOCITY)) * radians(10.0));
        let by = step(&mut commands.turn, rate);
        self.heading += by;
        self.gun += by;
        self.radar += by;
        if commands.gun_keeps {
            commands.gun_turn -= by;
        }
        if commands.radar_keeps_on_body {
            commands.radar_turn -= by;
        }
        self.heading =
            if commands.turn == 0.0 { near_absolute(self.heading) } else { absolute(self.heading) };
    }

    /// Changes the velocity towards the distance to go, and moves.
    pub fn drive(&mut self) {
        let commands = &mut self.commands;
        let mut distance = commands.distance;
        if distance.is_nan() {
            distance = 0.0;
        }
        // Standing still with nowhere to go is the most common case and changes nothing.
        if distance == 0.0 && self.velocity == 0.0 && !self.overdriving {
            commands.distance = 0.0;
            self.velocity = 0.0;
            return;
        }
        self.velocity = new_velocity(self.velocity, distance, commands.max_velocity);
        if is_near_zero(self.velocity) && self.overdriving {
            distance = 0.0;
            self.overdriving = false;
        }
        // Written so that a product that is no number counts as not opposed.
        let opposed = distance * self.velocity < 0.0;
        if !opposed {
            self.overdriving = stopping_distance(self.velocity) > distance.abs();
        }
        commands.distance = distance - self.velocity;
        if self.velocity != 0.0 {
            let (sine, cosine) = self.direction();
            self.x += self.velocity * sine;
            self.y += self.velocity * cosine;
            self.bounds = Box2::around(self.x, self.y);
        }
    }

    /// Stops at a wall. The bearing of the wall if there is one, and what it costs.
    pub fn meet_walls(&mut self, field: Field) -> Option<(f64, f64)> {
        let (right, top) = (field.width - MARGIN, field.height - MARGIN);
        let (mut adjust_x, mut adjust_y) = (0.0, 0.0);
        let wall = if self.x < MARGIN {
            adjust_x = MARGIN - self.x;
            3.0 * PI / 2.0
        } else if self.x > right {
            adjust_x = right - self.x;
            FRAC_PI_2
        } else if self.y < MARGIN {
            adjust_y = MARGIN - self.y;
            PI
        } else if self.y > top {
            adjust_y = top - self.y;
            0.0
        } else {
            return None;
        };
        let bearing = relative(wall - self.heading);
        if self.heading % FRAC_PI_2 != 0.0 {
            let slope = strict::tan(self.heading);
            if adjust_x == 0.0 {
                adjust_x = adjust_y * slope;
            } else {
                adjust_y = adjust_x / slope;
            }
        }
        self.x = (self.x + adjust_x).clamp(MARGIN, right);
        self.y = (self.y + adjust_y).clamp(MARGIN, top);
        let cost = if self.advanced { (self.velocity.abs() / 2.0 - 1.0).max(0.0) } else { 0.0 };
        self.bounds = Box2::around(self.x, self.y);
        self.commands.distance = 0.0;
        self.velocity = 0.0;
        self.condition = Condition::HitWall;
        Some((bearing, cost))
    }

    /// Goes back to where it was before it drove into something. Its box stays where it was until it moves again.
    pub fn bounce(&mut self) {
        let (sine, cosine) = self.direction();
        self.x -= self.velocity * sine;
        self.y -= self.velocity * cosine;
        self.velocity = 0.0;
        self.commands.distance = 0.0;
        self.colliding = true;
        self.condition = Condition::HitRobot;
    }
}

/// How much of `remaining` is done in a turn at this rate, and takes it off.
fn step(remaining: &mut f64, rate: f64) -> f64 {
    let before = *remaining;
    if before > 0.0 {
        if before < rate {
            *remaining = 0.0;
            before
        } else {
            *remaining -= rate;
            rate
        }
    } else if before < 0.0 {
        if before > -rate {
            *remaining = 0.0;
            before
        } else {
            *remaining += rate;
            -rate
        }
    } else {
        0.0
    }
}

/// `Math.min`, which unlike `f64::min` passes what is no number on and tells zeros apart.
pub(super) fn java_min(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == 0.0 && b == 0.0 {
        if a.is_sign_negative() { a } else { b }
    } else if a < b {
        a
    } else {
        b
    }
}

/// `Math.max`; see [`java_min`].
pub(super) fn java_max(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == 0.0 && b == 0.0 {
        if a.is_sign_negative() { b } else { a }
    } else if a > b {
        a
    } else {
        b
    }
}

fn new_velocity(velocity: f64, distance: f64, limit: f64) -> f64 {
    if distance < 0.0 {
        return -new_velocity(-velocity, -distance, limit);
    }
    let goal = if distance >= FULL_SPEED_DISTANCE { limit } else { java_min(best_velocity(distance), limit) };
    if velocity >= 0.0 {
        java_max(velocity - DECELERATION, java_min(goal, velocity + ACCELERATION))
    } else {
        java_max(velocity - ACCELERATION, java_min(goal, velocity + braking(-velocity)))
    }
}

/// From this distance on a robot can stop from the highest velocity.
const FULL_SPEED_DISTANCE: f64 = 20.0;

/// The highest velocity from which the robot can still stop within the distance.
fn best_velocity(distance: f64) -> f64 {
    if distance == 0.0 {
        return 0.0;
    }
    let turns = java_max(1.0, (((4.0 * distance + 1.0).sqrt() - 1.0) / 2.0).ceil());
    let covered = (turns / 2.0) * (turns - 1.0) * DECELERATION;
    (turns - 1.0) * DECELERATION + (distance - covered) / turns
}

/// How much of a speed against the goal is lost in a turn; what is left of the turn accelerates.
fn braking(speed: f64) -> f64 {
    let share = speed / DECELERATION;
    java_min(1.0, share) * DECELERATION + java_max(0.0, 1.0 - share) * ACCELERATION
}

fn stopping_distance(velocity: f64) -> f64 {
    let mut velocity = velocity.abs();
    let mut distance = 0.0;
    while velocity > 0.0 {
        velocity = (velocity - DECELERATION).max(0.0);
        distance += velocity;
    }
    distance
}
