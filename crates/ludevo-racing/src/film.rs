//! A race as people watch it: scenes for the studio, a few a second.

use ludevo_game::scene::{Frame, Gauge, Look, Scene, Shape};
use ludevo_game::why::Decision;

use crate::car::{Car, LENGTH, STEP, Standing, WIDTH as CAR_WIDTH};
use crate::field::{Field, Placing};
use crate::players::Contestant;
use crate::track::Track;

/// Width of a scene, the room around the road, and that above it for names.
const WIDTH: f64 = 1000.0;
const BORDER: f64 = 20.0;
const HEAD: f64 = 44.0;
/// Steps from one frame to the next.
const STRIDE: u64 = 5;
/// A film ends after so many seconds if the race does not.
const LONGEST: f64 = 180.0;
/// Cars are drawn so many times as large as they are.
const ENLARGED: f64 = 2.0;

/// A race of one lap, from the grid in the order of the drivers.
pub fn frames(track: &Track, drivers: &[Contestant], seed: u32) -> Vec<Frame> {
    let grid: Vec<usize> = (0..drivers.len()).collect();
    let mut field = Field::new(track, drivers, &grid, 1, seed);
    let stage = Stage::of(track);
    let mut frames = Vec::new();
    while field.goes_on() && field.race.time < LONGEST {
        if field.race.step.is_multiple_of(STRIDE) {
            frames.push(stage.frame(&mut field, drivers));
        }
        field.step();
    }
    let mut last = stage.frame(&mut field, drivers);
    let ending = verdict(&field.placings(), drivers);
    last.caption = format!("{}: {ending}", last.caption);
    last.ending = Some(ending);
    frames.push(last);
    frames
}

/// Who came home first, and when everybody did.
fn verdict(placings: &[Placing], drivers: &[Contestant]) -> String {
    let name = |placing: &Placing| &drivers[placing.car].name;
    let mut home: Vec<(f64, &Placing)> =
        placings.iter().filter_map(|placing| Some((placing.time?, placing))).collect();
    home.sort_by(|one, two| one.0.total_cmp(&two.0));
    let Some((time, winner)) = home.first() else { return "nobody came home".to_owned() };
    let rest = placings.iter().filter(|placing| placing.car != winner.car);
    let rest: Vec<String> = rest
        .map(|placing| match placing.time {
            Some(later) => format!("{} {:.2} s later", name(placing), later - time),
            None if placing.is_out => format!("{} is out", name(placing)),
            None => format!("{} did not come home", name(placing)),
        })
        .collect();
    format!("{} wins in {time:.2} s; {}", name(winner), rest.join(", "))
}

/// The road in a scene.
struct Stage {
    left: f64,
    top: f64,
    scale: f64,
    height: f64,
    /// Of a lap, in feet.
    length: f64,
    road: Vec<(f64, f64)>,
    line: Vec<(f64, f64)>,
}

impl Stage {
    fn of(track: &Track) -> Self {
        let half = track.width / 2.0;
        let stations = track.stations((track.length / 80.0).max(40.0));
        let wall = |side: f64| stations.iter().chain(stations.first()).map(move |one| one.aside(side));
        let walls: Vec<(f64, f64)> = wall(half).chain(wall(-half).rev()).collect();
        let least = |part: fn(&(f64, f64)) -> f64| walls.iter().map(part).fold(f64::INFINITY, f64::min);
        let most = |part: fn(&(f64, f64)) -> f64| walls.iter().map(part).fold(f64::NEG_INFINITY, f64::max);
        let (left, right) = (least(|wall| wall.0), most(|wall| wall.0));
        let (bottom, top) = (least(|wall| wall.1), most(|wall| wall.1));
        let scale = ((WIDTH - 2.0 * BORDER) / (right - left)).min(700.0 / (top - bottom));
        let height = (top - bottom) * scale + 2.0 * BORDER + HEAD;
        let mut stage =
            Stage { left, top, scale, height, length: track.length, road: Vec::new(), line: Vec::new() };
        stage.road = walls.iter().map(|wall| stage.place(*wall)).collect();
        let (before, after) = (track.station(0, track.line - 4.0), track.station(0, track.line + 4.0));
        let corners = [before.aside(half), before.aside(-half), after.aside(-half), after.aside(half)];
        stage.line = corners.map(|corner| stage.place(corner)).to_vec();
        stage
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let tenth = |number: f64| (number * 10.0).round() / 10.0;
        (tenth(BORDER + (x - self.left) * self.scale), tenth(HEAD + BORDER + (self.top - y) * self.scale))
    }

    fn frame(&self, field: &mut Field<'_>, drivers: &[Contestant]) -> Frame {
        let mut why = Vec::new();
        for (car, driver) in drivers.iter().enumerate() {
            let is_out = field.race.cars[car].standing == Standing::Retired;
            let named = |decision| Decision { who: driver.name.clone(), is_out, ..decision };
            why.extend(field.why(car).into_iter().map(named));
        }
        let race = &field.race;
        let mut shapes = vec![
            Shape::Rectangle { x: 0.0, y: 0.0, width: WIDTH, height: self.height.round(), look: Look::Frame },
            Shape::Polygon { points: self.road.clone(), look: Look::Field },
            Shape::Polygon { points: self.line.clone(), look: Look::Print },
        ];
        for (index, car) in race.cars.iter().enumerate() {
            let look = if index == 0 { Look::First } else { Look::Second };
            if car.standing != Standing::Retired {
                shapes.push(Shape::Polygon { points: self.corners(car), look });
            }
            let x = (WIDTH * (index as f64 + 0.5) / race.cars.len() as f64).round();
            let text = format!("{} {}", drivers[index].name, state(car));
            let left = (WIDTH * index as f64 / race.cars.len() as f64).round() + 22.0;
            shapes.push(Shape::Disc { x: left, y: HEAD / 2.0, radius: 9.0, look });
            shapes.push(Shape::Label { x: x + 12.0, y: HEAD / 2.0, size: 18.0, text, look: Look::Print });
        }
        let seconds = race.step as f64 * STEP;
        let words: Vec<String> = drivers
            .iter()
            .zip(&race.cars)
            .map(|(driver, car)| {
                let place = if car.laps < 0 {
                    "on the grid".to_owned()
                } else {
                    format!("at {:.0} ft", car.seen.distance)
                };
                format!("{} {place}, {}", driver.name, state(car))
            })
            .collect();
        let scene = Scene {
            width: WIDTH,
            height: self.height.round(),
            words: format!("{seconds:.1} s: {}", words.join("; ")),
            shapes,
            spots: Vec::new(),
        };
        let gauges = drivers.iter().zip(&race.cars).enumerate();
        let gauges =
            gauges.filter(|(_, (_, car))| car.standing != Standing::Retired && car.laps >= 0 && !car.is_done);
        let gauges = gauges.flat_map(|(index, (driver, car))| {
            let across = car.seen.to_left / (car.seen.to_left + car.seen.to_right).max(f64::MIN_POSITIVE);
            let look = if index == 0 { Look::First } else { Look::Second };
            let at = (car.seen.distance / self.length).clamp(0.0, 1.0);
            [
                ("speed, ft/s", car.seen.speed),
                ("steering, degrees to the left", car.alpha.to_degrees()),
                ("place across the road, % from the left", 100.0 * across),
            ]
            .map(|(what, value)| Gauge { who: driver.name.clone(), look, what, value, at })
        });
        let gauges = gauges.collect();
        Frame { why, gauges, ..Frame::new(scene, format!("{seconds:.1} s")) }
    }

    /// The corners of a car.
    fn corners(&self, car: &Car) -> Vec<(f64, f64)> {
        let (sine, cosine) = libm::sincos(car.heading + car.alpha);
        let (length, width) = (ENLARGED * LENGTH / 2.0, ENLARGED * CAR_WIDTH / 2.0);
        [(length, width), (length, -width), (-length, -width), (-length, width)]
            .map(|(ahead, left)| {
                self.place((car.x + ahead * cosine - left * sine, car.y + ahead * sine + left * cosine))
            })
            .to_vec()
    }
}

fn state(car: &Car) -> String {
    match (car.standing, car.is_done) {
        (Standing::Retired, _) => "is out".to_owned(),
        (_, true) => format!("is home after {:.2} s", car.crossed),
        _ => format!("{:.0} ft/s, damage {}", car.seen.speed, car.damage),
    }
}
