//! A battle as it can be watched again: what is to be seen of every turn, in whole numbers and nothing more.
//!
//! A film is made by the rules of the engine, so it shows what the engine would show for the same seed.

use serde::{Deserialize, Serialize};

use super::battle::{Battle, Rules};
use super::bullet::Fate;
use super::players::Contestant;

/// Positions and energies are kept in tenths.
const TENTHS: f64 = 10.0;

/// How many turns of a round are shown after it is decided: enough to see the explosion.
const AFTERMATH: usize = 30;

/// A battle, turn by turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Film {
    /// The robots' names.
    pub robots: Vec<String>,
    /// The seed that decided everything.
    pub seed: i64,
    /// The field's width.
    pub width: f64,
    /// The field's height.
    pub height: f64,
    /// The turns of each round.
    pub rounds: Vec<Vec<Moment>>,
}

/// What is to be seen of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The robots, in the film's order.
    pub tanks: Vec<TankShot>,
    /// Bullets and explosions.
    pub bullets: Vec<BulletShot>,
}

/// A robot in a turn. In a file: its numbers in this order, positions and energy in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "[i32; 7]", from = "[i32; 7]")]
pub struct TankShot {
    /// Position, from the left.
    pub x: f64,
    /// Position, from below.
    pub y: f64,
    /// Where the body points: degrees, clockwise from the top.
    pub body: i32,
    /// Where the gun points.
    pub gun: i32,
    /// Where the radar points.
    pub radar: i32,
    /// Where the radar pointed in the turn before.
    pub radar_before: i32,
    /// Its energy; below 0 once it is out of the round.
    pub energy: f64,
}

impl From<TankShot> for [i32; 7] {
    fn from(shot: TankShot) -> Self {
        let TankShot { x, y, body, gun, radar, radar_before, energy } = shot;
        [tenths(x), tenths(y), body, gun, radar, radar_before, tenths(energy)]
    }
}

impl From<[i32; 7]> for TankShot {
    fn from([x, y, body, gun, radar, radar_before, energy]: [i32; 7]) -> Self {
        TankShot {
            x: of_tenths(x),
            y: of_tenths(y),
            body,
            gun,
            radar,
            radar_before,
            energy: of_tenths(energy),
        }
    }
}

/// A bullet in a turn. In a file: its numbers in this order, positions in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "[i32; 5]", from = "[i32; 5]")]
pub struct BulletShot {
    /// Index of the robot that fired it.
    pub owner: usize,
    /// Its number among those of its owner.
    pub id: u32,
    /// Position, from the left.
    pub x: f64,
    /// Position, from below.
    pub y: f64,
    /// Whether it has hit something, and is an explosion now.
    pub hit: bool,
}

impl From<BulletShot> for [i32; 5] {
    fn from(shot: BulletShot) -> Self {
        [shot.owner as i32, shot.id as i32, tenths(shot.x), tenths(shot.y), i32::from(shot.hit)]
    }
}

impl From<[i32; 5]> for BulletShot {
    fn from([owner, id, x, y, hit]: [i32; 5]) -> Self {
        BulletShot {
            owner: owner.max(0) as usize,
            id: id.max(0) as u32,
            x: of_tenths(x),
            y: of_tenths(y),
            hit: hit != 0,
        }
    }
}

fn tenths(number: f64) -> i32 {
    (number * TENTHS).round() as i32
}

fn of_tenths(number: i32) -> f64 {
    f64::from(number) / TENTHS
}

impl Film {
    /// Fights a battle and keeps what is to be seen of it.
    pub fn of(robots: &[Contestant], rounds: u32, seed: i64) -> Film {
        Film::watched(robots, rounds, seed, |_| ())
    }

    /// The same; `look` sees the battle at every moment that is kept.
    pub fn watched(robots: &[Contestant], rounds: u32, seed: i64, mut look: impl FnMut(&Battle)) -> Film {
        let rules = Rules { faithful: true, ..Rules::default() };
        let programs: Vec<_> = robots.iter().map(|robot| robot.program.clone()).collect();
        let mut battle = Battle::new(&programs, rules, seed);
        let rounds = (0..rounds).map(|_| film_round(&mut battle, &mut look)).collect();
        Film {
            robots: robots.iter().map(|robot| robot.name.clone()).collect(),
            seed,
            width: rules.field.width,
            height: rules.field.height,
            rounds,
        }
    }
}

fn film_round(battle: &mut Battle, look: &mut impl FnMut(&Battle)) -> Vec<Moment> {
    battle.start_round();
    let mut moments = Vec::new();
    let mut decided = 0;
    loop {
        let goes_on = battle.turn();
        if decided < AFTERMATH {
            moments.push(moment(battle));
            look(battle);
        }
        decided += usize::from(battle.tanks.iter().filter(|tank| tank.is_alive()).count() <= 1);
        if !goes_on {
            return moments;
        }
    }
}

fn moment(battle: &Battle) -> Moment {
    let degrees = |angle: f64| angle.to_degrees().round() as i32;
    let tanks = battle.tanks.iter().map(|tank| TankShot {
        x: of_tenths(tenths(tank.x)),
        y: of_tenths(tenths(tank.y)),
        body: degrees(tank.heading),
        gun: degrees(tank.gun),
        radar: degrees(tank.radar),
        radar_before: degrees(tank.last_radar),
        energy: if tank.is_alive() { of_tenths(tenths(tank.energy)) } else { -1.0 },
    });
    let seen = battle.bullets.iter().filter(|bullet| bullet.fate != Fate::Inactive);
    let bullets = seen.map(|bullet| BulletShot {
        owner: bullet.owner,
        id: bullet.id,
        x: of_tenths(tenths(bullet.x)),
        y: of_tenths(tenths(bullet.y)),
        hit: bullet.fate != Fate::Moving,
    });
    Moment { tanks: tanks.collect(), bullets: bullets.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::find;

    fn film() -> Film {
        let robots = ["Walls", "SpinBot"].map(|name| find(&name.parse().unwrap()).unwrap());
        Film::of(&robots, 2, 7)
    }

    #[test]
    fn a_film_comes_back_from_its_file_as_it_was() {
        let film = film();
        let text = serde_json::to_string(&film).unwrap();
        assert_eq!(serde_json::from_str::<Film>(&text).unwrap(), film);
        assert!(text.len() < 150 * film.rounds.iter().map(Vec::len).sum::<usize>(), "{} bytes", text.len());
    }

    #[test]
    fn a_film_shows_shots_hits_and_the_end_of_each_round() {
        let film = film();
        for round in &film.rounds {
            assert!(round.iter().any(|moment| moment.bullets.iter().any(|bullet| bullet.hit)));
            let last = &round[round.len() - 1];
            assert_eq!(last.tanks.iter().filter(|tank| tank.energy >= 0.0).count(), 1);
            let is_decided = |moment: &&Moment| moment.tanks.iter().any(|tank| tank.energy < 0.0);
            assert_eq!(round.iter().filter(is_decided).count(), AFTERMATH);
        }
    }
}
