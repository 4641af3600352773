//! Bullets in flight, and the explosions that they leave in the engine's list for a while.

use super::geometry::segments_cross;
use super::strict;
use super::tank::Field;

/// What became of a bullet, as traces name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It flies.
    Moving,
    /// It hit a robot.
    HitVictim,
    /// It met another bullet.
    HitBullet,
    /// It reached a wall.
    HitWall,
    /// It is no bullet but a robot that burst.
    Exploded,
    /// It is over, and no longer shown.
    Inactive,
}

impl Fate {
    /// Its name in a trace.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Moving => "MOVING",
            Fate::HitVictim => "HIT_VICTIM",
            Fate::HitBullet => "HIT_BULLET",
            Fate::HitWall => "HIT_WALL",
            Fate::Exploded => "EXPLODED",
            Fate::Inactive => "INACTIVE",
        }
    }
}

/// A bullet or an explosion.
#[derive(Clone, Copy, Debug)]
pub struct Bullet {
    /// Its number among those of its owner.
    pub id: u32,
    /// Index of the robot that fired it.
    pub owner: usize,
    /// Position.
    pub x: f64,
    /// Position.
    pub y: f64,
    /// Direction.
    pub heading: f64,
    /// What was put into it.
    pub power: f64,
    /// What became of it.
    pub fate: Fate,
    /// Movement in a turn.
    step: (f64, f64),
    /// Where it was before and after its last movement.
    path: [f64; 4],
    /// How many more updates an explosion stays.
    left: u32,
}

/// Distance of its centre at which a bullet counts as at the wall.
const RADIUS: f64 = 3.0;

impl Bullet {
    /// A shot from (x, y).
    pub fn new(id: u32, owner: usize, x: f64, y: f64, heading: f64, power: f64) -> Self {
        let speed = speed(power);
        let (sine, cosine) = strict::sin_cos(heading);
        let step = (speed * sine, speed * cosine);
        Bullet { id, owner, x, y, heading, power, fate: Fate::Moving, step, path: [0.0; 4], left: 0 }
    }

    /// The explosion of a robot at (x, y).
    pub fn explosion(owner: usize, x: f64, y: f64) -> Self {
        Bullet {
            id: 0,
            owner,
            x,
            y,
            heading: 0.0,
            power: 1.0,
            fate: Fate::Exploded,
            step: (0.0, 0.0),
            path: [0.0; 4],
            left: 70,
        }
    }

    /// Whether it flies.
    pub fn is_active(&self) -> bool {
        self.fate == Fate::Moving
    }

    /// Flies one turn; true if it is at a wall now.
    pub fn fly(&mut self, field: Field) -> bool {
        let (x, y) = (self.x, self.y);
        self.x += self.step.0;
        self.y += self.step.1;
        self.path = [x, y, self.x, self.y];
        self.x - RADIUS <= 0.0
            || self.y - RADIUS <= 0.0
            || self.x + RADIUS >= field.width
            || self.y + RADIUS >= field.height
    }

    /// Where it was before and after its last movement.
    pub fn path(&self) -> [f64; 4] {
        self.path
    }

    /// Whether its last movement crosses that of another.
    pub fn meets(&self, other: &Bullet) -> bool {
        // No bullet flies farther in a turn.
        const FARTHEST: f64 = 20.0;
        let ([x, y, ..], [other_x, other_y, ..]) = (self.path, other.path);
        (x - other_x).abs() <= 2.0 * FARTHEST
            && (y - other_y).abs() <= 2.0 * FARTHEST
            && segments_cross(other.path, self.path)
    }

    /// Ends its flight.
    pub fn end(&mut self, fate: Fate) {
        self.fate = fate;
        self.left = 16;
    }

    /// Puts it back to before its last movement.
    pub fn step_back(&mut self) {
        [self.x, self.y, ..] = self.path;
    }

    /// Puts it where it was before its last movement if that is inside the victim's box.
    pub fn stay_in(&mut self, victim: &super::geometry::Box2) {
        let [x, y, ..] = self.path;
        if victim.contains(x, y) {
            (self.x, self.y) = (x, y);
        }
    }

    /// Counts an explosion down.
    pub fn age(&mut self) {
        if self.left == 0 {
            self.fate = Fate::Inactive;
        } else {
            self.left -= 1;
        }
    }
}

/// How far a bullet of this power flies in a turn.
pub fn speed(power: f64) -> f64 {
    20.0 - 3.0 * power.clamp(0.1, 3.0)
}

/// What a bullet of this power takes from its victim.
pub fn damage(power: f64) -> f64 {
    let damage = 4.0 * power;
    if power > 1.0 { damage + 2.0 * (power - 1.0) } else { damage }
}
