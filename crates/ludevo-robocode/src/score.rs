//! What robots get points for.

/// A robot's points, by what they are for, over all rounds so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// 50 for every other robot that dies first.
    pub survival: f64,
    /// 10 for every other robot, for the last one alive.
    pub last_survivor: f64,
    /// 1 for every point of damage by bullets.
    pub bullet_damage: f64,
    /// 20 % of all damage done to a robot that a bullet kills.
    pub bullet_bonus: f64,
    /// 1.2 for every ramming.
    pub ram_damage: f64,
    /// 30 % of all damage done to a robot that ramming kills.
    pub ram_bonus: f64,
    /// How often it came first, second and later.
    pub places: [u32; 3],
}

impl Score {
    /// All points together.
    pub fn total(&self) -> f64 {
        self.survival
            + self.last_survivor
            + self.bullet_damage
            + self.bullet_bonus
            + self.ram_damage
            + self.ram_bonus
    }

    /// Adds the points of other rounds.
    pub fn add(&mut self, other: &Score) {
        self.survival += other.survival;
        self.last_survivor += other.last_survivor;
        self.bullet_damage += other.bullet_damage;
        self.bullet_bonus += other.bullet_bonus;
        self.ram_damage += other.ram_damage;
        self.ram_bonus += other.ram_bonus;
        for (place, others) in self.places.iter_mut().zip(other.places) {
            *place += others;
        }
    }
}
