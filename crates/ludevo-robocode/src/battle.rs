//! A battle: the order of things in a turn, energy, scores and rounds.

use std::f64::consts::PI;
use std::sync::Arc;

use ludevo_game::shown::Watched;
use ludevo_game::why::Decision;

use super::angle::relative;
use super::bullet::{self, Bullet, Fate};
use super::code::Program;
use super::event::{Event, EventKind};
use super::geometry::Sweep;
use super::java_random::JavaRandom;
use super::pilot::{POWER, Pilot, Surroundings};
use super::score::Score;
use super::strict;
use super::tank::{Condition, Field, Tank};

/// What is fixed about a battle.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The field.
    pub field: Field,
    /// How much a gun cools in a turn.
    pub cooling: f64,
    /// So many turns without a loss of energy are allowed before robots lose some for nothing.
    pub inactivity: u32,
    /// Whether to do everything that the engine does, in its order: the 151 turns after the end of a round, and every
    /// draw of random numbers. Without it a round ends when it is decided and draws that decide nothing are left out.
    pub faithful: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { field: Field { width: 800.0, height: 600.0 }, cooling: 0.1, inactivity: 450, faithful: false }
    }
}

/// How long the engine goes on after a round is decided.
const IDLE_TURNS: u32 = 151;

/// How long the winner's program goes on; after that its body only finishes what it was told.
const HALT_AFTER: u32 = 122;

/// Energy that both robots lose in a collision.
const RAM_DAMAGE: f64 = 0.6;

/// Energy lost by a robot in a turn in which nothing happens for too long.
const ZAP: f64 = 0.1;

/// A battle under way.
#[derive(Clone, Debug)]
pub struct Battle {
    rules: Rules,
    random: JavaRandom,
    /// The robots' bodies.
    pub tanks: Vec<Tank>,
    programs: Vec<Arc<Program>>,
    pub(super) pilots: Vec<Pilot>,
    /// Bullets and explosions, oldest first.
    pub bullets: Vec<Bullet>,
    /// The scores so far.
    pub scores: Vec<Score>,
    /// Damage that each robot has done to each other in this round.
    damage: Vec<f64>,
    time: u32,
    inactive_turns: u32,
    /// Energy lost since the last full ten.
    lost: f64,
    /// Turns since the round was decided.
    decided: u32,
    /// Who died in this turn.
    dead: Vec<usize>,
    alive: usize,
    /// Orders in which robots and bullets take turns.
    order: Vec<usize>,
    inner: Vec<usize>,
    bullet_order: Vec<usize>,
    bullet_inner: Vec<usize>,
    /// Turns of all rounds so far.
    pub turns: u64,
}

impl Battle {
    /// A battle of these robots. The seed decides everything: places, who goes first, and what robots draw.
    pub fn new(programs: &[Arc<Program>], rules: Rules, seed: i64) -> Self {
        let count = programs.len();
        let mut battle = Battle {
            rules,
            random: JavaRandom::new(seed),
            tanks: programs.iter().map(|program| Tank::new(program.advanced)).collect(),
            programs: programs.to_vec(),
            pilots: programs
                .iter()
                .zip(0..)
                .map(|(program, index)| Pilot::new(program, JavaRandom::new(dice_seed(seed, index))))
                .collect(),
            bullets: Vec::with_capacity(64),
            scores: vec![Score::default(); count],
            damage: vec![0.0; count * count],
            time: 0,
            inactive_turns: 0,
            lost: 0.0,
            decided: 0,
            dead: Vec::with_capacity(count),
            alive: count,
            order: Vec::with_capacity(count),
            inner: (0..count).collect(),
            bullet_order: Vec::with_capacity(64),
            bullet_inner: Vec::with_capacity(64),
            turns: 0,
        };
        for index in 0..count {
            let around = battle.surroundings();
            battle.pilots[index].start_battle(&battle.programs[index], &mut battle.tanks[index], around);
        }
        battle
    }

    /// Plays a round to its end.
    pub fn play_round(&mut self) {
        self.start_round();
        while self.turn() {}
    }

    /// The turn of the round.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Places the robots and starts their programs.
    pub fn start_round(&mut self) {
        let Field { width, height } = self.rules.field;
        for index in 0..self.tanks.len() {
            for _ in 0..1000 {
                let x = 36.0 + self.random.unit() * (width - 72.0);
                let y = 36.0 + self.random.unit() * (height - 72.0);
                let heading = 2.0 * PI * self.random.unit();
                self.tanks[index].place(x, y, heading);
                let bounds = self.tanks[index].bounds;
                let free = |other: usize| other == index || !bounds.overlaps(&self.tanks[other].bounds);
                if (0..self.tanks.len()).all(free) {
                    break;
                }
            }
        }
        for tank in &mut self.tanks {
            tank.refresh();
        }
        self.bullets.clear();
        self.damage.fill(0.0);
        self.dead.clear();
        self.alive = self.tanks.len();
        self.time = 0;
        self.inactive_turns = 0;
        self.decided = 0;
        self.shuffle_robots();
        for index in 0..self.tanks.len() {
            let around = self.surroundings();
            self.pilots[index].start_round(&self.programs[index], &mut self.tanks[index], around);
        }
    }

    fn surroundings(&self) -> Surroundings {
        Surroundings { field: self.rules.field, time: self.time, others: self.alive.saturating_sub(1) }
    }

    /// Plays one turn; false once the round is over.
    pub fn turn(&mut self) -> bool {
        self.time += 1;
        self.turns += 1;
        for index in 0..self.tanks.len() {
            self.fire(index);
        }
        self.move_bullets();
        self.move_robots();
        self.scan();
        self.bury();
        self.inactive_turns += 1;
        self.wake();
        if self.decided > 0 && !self.rules.faithful {
            return false;
        }
        self.decided < IDLE_TURNS
    }

    fn shuffle_robots(&mut self) {
        self.order.clear();
        self.order.extend(0..self.tanks.len());
        self.random.shuffle(&mut self.order);
    }

    /// The order in which one robot or bullet looks at the robots.
    fn shuffle_inner(&mut self) {
        if self.rules.faithful {
            self.inner.clear();
            self.inner.extend(0..self.tanks.len());
            self.random.shuffle(&mut self.inner);
        }
    }

    /// Changes a robot's energy; losses are a sign of life of the battle.
    fn add_energy(&mut self, index: usize, change: f64) {
        // Who died in an earlier turn gets no more; who died in this one still does.
        if change > 0.0 && !self.tanks[index].is_alive() && !self.dead.contains(&index) {
            return;
        }
        let before = self.tanks[index].energy;
        let after = before + change;
        if before != after {
            self.count_loss(before - after);
        }
        self.tanks[index].set_energy(after);
    }

    fn count_loss(&mut self, loss: f64) {
        if loss >= 0.0 {
            self.lost += loss;
            while self.lost >= 10.0 {
                self.lost -= 10.0;
                self.inactive_turns = 0;
            }
        }
    }

    fn fire(&mut self, index: usize) {
        let Some((power, assisted)) = self.tanks[index].commands.shot.take() else { return };
        let tank = &self.tanks[index];
        if tank.heat > 0.0 || tank.energy == 0.0 {
            return;
        }
        let power = tank.energy.min(power.clamp(POWER.0, POWER.1));
        self.add_energy(index, -power);
        let tank = &mut self.tanks[index];
        tank.heat += 1.0 + power / 5.0;
        let heading = assisted.filter(|_| tank.radar_went_with_gun).unwrap_or(tank.gun);
        let id = self.pilots[index].shots;
        self.bullets.push(Bullet::new(id, index, tank.x, tank.y, heading, power));
    }

    fn move_bullets(&mut self) {
        if self.bullets.is_empty() {
            return;
        }
        self.bullet_order.clear();
        self.bullet_order.extend(0..self.bullets.len());
        if self.rules.faithful {
            self.random.shuffle(&mut self.bullet_order);
        }
        for place in 0..self.bullet_order.len() {
            let index = self.bullet_order[place];
            self.shuffle_inner();
            self.shuffle_bullets();
            if self.bullets[index].is_active() {
                self.move_bullet(index);
            } else {
                self.bullets[index].age();
            }
        }
        let faithful = self.rules.faithful;
        self.bullets.retain(|bullet| bullet.is_active() || faithful && bullet.fate != Fate::Inactive);
    }

    /// The order in which one bullet looks at the others: those that are not over, with the explosions of this turn.
    fn shuffle_bullets(&mut self) {
        if self.rules.faithful {
            self.bullet_inner.clear();
            let listed = |index: &usize| self.bullets[*index].fate != Fate::Inactive;
            self.bullet_inner.extend((0..self.bullets.len()).filter(listed));
            self.random.shuffle(&mut self.bullet_inner);
        }
    }

    fn move_bullet(&mut self, index: usize) {
        let owner = self.bullets[index].owner;
        if self.bullets[index].fly(self.rules.field) {
            self.bullets[index].end(Fate::HitWall);
            self.tell(owner, Event::new(EventKind::BulletMissed, self.time));
            return;
        }
        let [x1, y1, x2, y2] = self.bullets[index].path();
        for place in 0..self.inner.len() {
            let robot = self.inner[place];
            let tank = &self.tanks[robot];
            if robot != owner && tank.is_alive() && tank.bounds.touches_line(x1, y1, x2, y2) {
                self.hit(index, robot);
                return;
            }
        }
        for place in 0..self.bullets.len() {
            let other = if self.rules.faithful {
                match self.bullet_inner.get(place) {
                    Some(other) => *other,
                    None => break,
                }
            } else {
                place
            };
            if other != index
                && self.bullets[other].is_active()
                && self.bullets[other].owner != owner
                && self.bullets[index].meets(&self.bullets[other])
            {
                for bullet in [index, other] {
                    self.bullets[bullet].end(Fate::HitBullet);
                    self.bullets[bullet].step_back();
                    let owner = self.bullets[bullet].owner;
                    self.tell(owner, Event::new(EventKind::BulletHitBullet, self.time));
                }
                return;
            }
        }
    }

    fn hit(&mut self, index: usize, victim: usize) {
        let Bullet { owner, power, heading, .. } = self.bullets[index];
        self.bullets[index].end(Fate::HitVictim);
        let damage = bullet::damage(power);
        let points = damage.min(self.tanks[victim].energy);
        self.add_energy(victim, -damage);
        if self.decided == 0 {
            self.scores[owner].bullet_damage += points;
            *self.damage_by(owner, victim) += points;
        }
        if self.tanks[victim].energy <= 0.0 {
            self.kill(victim);
            if self.decided == 0 {
                self.scores[owner].bullet_bonus += *self.damage_by(owner, victim) * 0.2;
            }
        }
        self.add_energy(owner, 3.0 * power);
        let mut event = Event::new(EventKind::HitByBullet, self.time);
        event.bearing = relative(heading + PI - self.tanks[victim].heading);
        event.heading = heading;
        event.power = power;
        event.velocity = bullet::speed(power);
        self.tell(victim, event);
        let mut event = Event::new(EventKind::BulletHit, self.time);
        event.energy = self.tanks[victim].energy;
        self.tell(owner, event);
        let bounds = self.tanks[victim].bounds;
        self.bullets[index].stay_in(&bounds);
    }

    fn damage_by(&mut self, robot: usize, other: usize) -> &mut f64 {
        &mut self.damage[robot * self.tanks.len() + other]
    }

    fn kill(&mut self, index: usize) {
        self.count_loss(10.0);
        let tank = &mut self.tanks[index];
        tank.set_energy(0.0);
        tank.condition = Condition::Dead;
        self.alive -= 1;
        self.dead.push(index);
        if self.rules.faithful {
            let explosion = Bullet::explosion(index, tank.x, tank.y);
            self.bullets.push(explosion);
        }
    }

    fn tell(&mut self, index: usize, event: Event) {
        self.pilots[index].events.add(event);
    }

    fn move_robots(&mut self) {
        let zapping = self.inactive_turns > self.rules.inactivity;
        self.shuffle_robots();
        for place in 0..self.order.len() {
            let index = self.order[place];
            self.shuffle_inner();
            if self.tanks[index].is_alive() {
                self.move_robot(index, zapping);
            }
        }
    }

    fn move_robot(&mut self, index: usize, zapping: bool) {
        let tank = &mut self.tanks[index];
        tank.condition = Condition::Active;
        let before = [tank.heading, tank.gun, tank.radar, tank.x, tank.y];
        tank.turn(self.rules.cooling);
        tank.drive();
        if let Some((bearing, cost)) = tank.meet_walls(self.rules.field) {
            if tank.advanced {
                tank.set_energy(tank.energy - cost);
            }
            let mut event = Event::new(EventKind::HitWall, self.time);
            event.bearing = bearing;
            self.tell(index, event);
        }
        self.collide(index);
        let tank = &mut self.tanks[index];
        tank.commands.scan |= before != [tank.heading, tank.gun, tank.radar, tank.x, tank.y];
        if zapping && tank.is_alive() {
            if tank.energy == 0.0 {
                self.kill(index);
            } else {
                let energy = tank.energy - ZAP;
                tank.set_energy(if energy < ZAP { 0.0 } else { energy });
            }
        }
    }

    fn collide(&mut self, index: usize) {
        self.tanks[index].colliding = false;
        for place in 0..self.inner.len() {
            let other = self.inner[place];
            let (tank, it) = (&self.tanks[index], &self.tanks[other]);
            if other == index || !it.is_alive() || !tank.bounds.overlaps(&it.bounds) {
                continue;
            }
            let angle = strict::atan2(it.x - tank.x, it.y - tank.y);
            let bearing = relative(angle - tank.heading);
            let ahead = bearing > -PI / 2.0 && bearing < PI / 2.0;
            let behind = !(-PI / 2.0..=PI / 2.0).contains(&bearing);
            if !(tank.velocity > 0.0 && ahead || tank.velocity < 0.0 && behind) {
                continue;
            }
            let its_bearing = relative(PI + angle - it.heading);
            self.tanks[index].bounce();
            if self.decided == 0 {
                self.scores[index].ram_damage += 1.2;
                *self.damage_by(index, other) += RAM_DAMAGE;
            }
            self.add_energy(index, -RAM_DAMAGE);
            self.add_energy(other, -RAM_DAMAGE);
            if self.tanks[other].energy == 0.0 {
                self.kill(other);
                if self.decided == 0 {
                    self.scores[index].ram_bonus += *self.damage_by(index, other) * 0.3;
                }
            }
            let mut event = Event::new(EventKind::HitRobot, self.time);
            event.bearing = bearing;
            event.energy = self.tanks[other].energy;
            event.my_fault = true;
            self.tell(index, event);
            event.bearing = its_bearing;
            event.energy = self.tanks[index].energy;
            event.my_fault = false;
            self.tell(other, event);
        }
    }

    fn scan(&mut self) {
        if self.rules.faithful {
            self.shuffle_robots();
        }
        for place in 0..self.order.len() {
            let index = self.order[place];
            self.shuffle_inner();
            let tank = &mut self.tanks[index];
            if !tank.is_alive() {
                continue;
            }
            let scanning = std::mem::take(&mut tank.commands.scan);
            tank.radar_went_with_gun = false;
            if !scanning {
                continue;
            }
            tank.radar_went_with_gun = tank.last_gun == tank.last_radar && tank.gun == tank.radar;
            let (x, y, heading) = (tank.x, tank.y, tank.heading);
            let sweep = Sweep::new(x, y, tank.last_radar, tank.radar);
            for place in 0..self.inner.len() {
                let other = self.inner[place];
                let seen = &self.tanks[other];
                if other == index || !seen.is_alive() || !sweep.sees(&seen.bounds, seen.x, seen.y) {
                    continue;
                }
                let (dx, dy) = (seen.x - x, seen.y - y);
                let mut event = Event::new(EventKind::ScannedRobot, self.time);
                event.bearing = relative(strict::atan2(dx, dy) - heading);
                event.distance = strict::hypot(dx, dy);
                event.heading = seen.heading;
                event.velocity = seen.velocity;
                event.energy = seen.energy;
                self.tell(index, event);
            }
        }
    }

    /// Counts the deaths of this turn, and ends the round when at most one robot is left.
    fn bury(&mut self) {
        let faithful = self.rules.faithful;
        if !self.dead.is_empty() {
            if faithful {
                self.random.shuffle(&mut self.dead);
            }
            for place in 0..self.dead.len() {
                if faithful {
                    self.shuffle_robots();
                }
                for robot in 0..self.tanks.len() {
                    if self.tanks[robot].is_alive() {
                        if self.decided == 0 {
                            self.scores[robot].survival += 50.0;
                        }
                        self.tell(robot, Event::new(EventKind::RobotDeath, self.time));
                    }
                }
                if self.decided == 0 {
                    let dead = self.dead[place];
                    self.scores[dead].places[self.alive.min(2)] += 1;
                }
            }
        }
        if self.alive <= 1 {
            if self.decided == 0 {
                if faithful {
                    self.shuffle_robots();
                }
                for robot in 0..self.tanks.len() {
                    if self.tanks[robot].is_alive() {
                        self.scores[robot].last_survivor += 10.0 * (self.tanks.len() - 1) as f64;
                        self.scores[robot].places[0] += 1;
                        self.tell(robot, Event::new(EventKind::Win, self.time));
                    }
                }
            }
            self.decided += 1;
        }
    }

    /// What the trees of robots that are watched came to when they were asked last in this round, each with the robot's
    /// index.
    pub fn decisions(&self) -> Vec<(usize, Decision)> {
        let robots = self.pilots.iter().zip(&self.programs).zip(&self.tanks).enumerate();
        let of = |(index, ((pilot, program), tank)): (usize, ((&Pilot, &Arc<Program>), &Tank))| {
            let decisions: Vec<Decision> = match tank.is_alive() {
                true => pilot.decisions(program, self.time),
                false => program.watched.iter().map(Watched::out).collect(),
            };
            decisions.into_iter().map(move |decision| (index, decision)).collect::<Vec<_>>()
        };
        robots.flat_map(of).collect()
    }

    /// Lets the robots have their turn, those that died in this turn for the last time.
    fn wake(&mut self) {
        let around = self.surroundings();
        if self.rules.faithful {
            self.shuffle_robots();
        }
        if self.decided > HALT_AFTER {
            return;
        }
        for place in 0..self.order.len() {
            let index = self.order[place];
            if self.tanks[index].is_alive() {
                self.pilots[index].wake(&self.programs[index], &mut self.tanks[index], around);
            }
        }
        let around = Surroundings { others: self.alive, ..around };
        while let Some(dead) = self.dead.pop() {
            self.pilots[dead].wake(&self.programs[dead], &mut self.tanks[dead], around);
            self.pilots[dead].die(&self.programs[dead], &mut self.tanks[dead], around);
        }
    }
}

/// The seed of the random numbers of the robot at `index`.
pub fn dice_seed(seed: i64, index: i64) -> i64 {
    seed.wrapping_mul(31).wrapping_add(index)
}
