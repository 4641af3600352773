//! A film as people see it: scenes for the studio, and an animated picture that stands alone.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::film::{BulletShot, Film, Moment, TankShot};
use ludevo_game::scene::{Frame, Look, Scene, Shape};

/// Half of a robot's width.
const HALF: f64 = 18.0;
/// How far the radar's arc is drawn; the radar itself sees further.
const RADAR: f64 = 160.0;
/// Room above the field for names and energies.
const HEAD: f64 = 40.0;
/// How many turns the engine shows in a second.
const TURNS_A_SECOND: f64 = 30.0;
/// An animated picture moves in straight lines between every so many turns.
const STRIDE: usize = 3;

/// Every turn of a film as a frame, after one of the empty field.
pub fn frames(film: &Film) -> Vec<Frame> {
    let empty = Moment { tanks: Vec::new(), bullets: Vec::new() };
    let start = Frame::new(scene(film, &empty, 0, 0), "start".to_owned());
    let turns = film.rounds.iter().zip(1..).flat_map(|(moments, round)| {
        moments.iter().zip(1..).map(move |(moment, turn)| {
            Frame::new(scene(film, moment, round, turn), format!("round {round}, turn {turn}"))
        })
    });
    std::iter::once(start).chain(turns).collect()
}

fn scene(film: &Film, moment: &Moment, round: usize, turn: usize) -> Scene {
    let (width, height) = (film.width, film.height + HEAD);
    let mut shapes = vec![
        Shape::Rectangle { x: 0.0, y: 0.0, width, height, look: Look::Frame },
        Shape::Rectangle { x: 0.0, y: HEAD, width, height: film.height, look: Look::Field },
    ];
    let place = |x: f64, y: f64| (x, height - y);
    moment.tanks.iter().filter(|tank| tank.energy >= 0.0).for_each(|tank| {
        shapes.push(Shape::Polygon { points: radar(tank, place(tank.x, tank.y)), look: Look::Beam });
    });
    for (index, tank) in moment.tanks.iter().enumerate() {
        let (body, mark) = looks(index);
        if tank.energy >= 0.0 {
            let at = place(tank.x, tank.y);
            shapes.push(Shape::Polygon { points: turned(at, tank.body, HALF, -HALF, HALF), look: body });
            shapes.push(Shape::Polygon { points: turned(at, tank.gun, 3.0, 0.0, 24.0), look: mark });
            shapes.push(Shape::Disc { x: at.0, y: at.1, radius: 8.0, look: mark });
        }
        let x = width * (index as f64 + 0.5) / film.robots.len() as f64;
        let text = format!("{} {}", film.robots[index], energy(tank));
        shapes.push(Shape::Disc { x: x - 140.0, y: HEAD / 2.0, radius: 10.0, look: body });
        shapes.push(Shape::Label { x, y: HEAD / 2.0, size: 22.0, text, look: Look::Print });
    }
    for bullet in &moment.bullets {
        let (x, y) = place(bullet.x, bullet.y);
        let (radius, look) = if bullet.hit { (12.0, Look::Last) } else { (4.0, looks(bullet.owner).0) };
        shapes.push(Shape::Disc { x, y, radius, look });
    }
    Scene { width, height, words: words(film, moment, round, turn), shapes, spots: Vec::new() }
}

fn looks(robot: usize) -> (Look, Look) {
    if robot == 0 { (Look::First, Look::MarkOnFirst) } else { (Look::Second, Look::MarkOnSecond) }
}

fn energy(tank: &TankShot) -> String {
    if tank.energy < 0.0 { "is out".to_owned() } else { format!("{:.1}", tank.energy) }
}

fn words(film: &Film, moment: &Moment, round: usize, turn: usize) -> String {
    let tanks: Vec<String> = film
        .robots
        .iter()
        .zip(&moment.tanks)
        .map(|(name, tank)| format!("{name} at {:.0}, {:.0}, energy {}", tank.x, tank.y, energy(tank)))
        .collect();
    let flying = moment.bullets.iter().filter(|bullet| !bullet.hit).count();
    match tanks.is_empty() {
        true => format!("{} before the battle", film.robots.join(" and ")),
        false => format!("round {round}, turn {turn}: {}; {flying} bullets fly", tanks.join("; ")),
    }
}

/// A rectangle of this half width from `back` to `front` along a heading, turned around `at`.
fn turned((x, y): (f64, f64), heading: i32, half: f64, back: f64, front: f64) -> Vec<(f64, f64)> {
    let (sine, cosine) = libm::sincos(f64::from(heading).to_radians());
    [(-half, back), (half, back), (half, front), (-half, front)]
        .map(|(right, ahead)| {
            (tenth(x + cosine * right + sine * ahead), tenth(y + sine * right - cosine * ahead))
        })
        .to_vec()
}

/// What the radar swept over in the turn, near the robot.
fn radar(tank: &TankShot, (x, y): (f64, f64)) -> Vec<(f64, f64)> {
    let from = f64::from(tank.radar_before);
    let mut sweep = (f64::from(tank.radar) - from + 180.0).rem_euclid(360.0) - 180.0;
    if sweep.abs() < 2.0 {
        sweep = 2.0;
    }
    let rim = (0..=8).map(|step| {
        let (sine, cosine) = libm::sincos((from + sweep * f64::from(step) / 8.0).to_radians());
        (tenth(x + RADAR * sine), tenth(y - RADAR * cosine))
    });
    std::iter::once((tenth(x), tenth(y))).chain(rim).collect()
}

fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// The first round as an animated picture, in the speed of the engine, over and over.
pub fn animation(film: &Film) -> String {
    let empty = Vec::new();
    let moments = film.rounds.first().unwrap_or(&empty);
    let seconds = moments.len() as f64 / TURNS_A_SECOND;
    let (width, height) = (film.width, film.height + HEAD);
    let title = format!("{}: one round", film.robots.join(" against "));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{0}\"><title>{0}</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#2b3038\"/>\
         <rect y=\"{HEAD}\" width=\"{width}\" height=\"{1}\" fill=\"#3d4f45\"/>",
        escape(&title),
        film.height
    );
    for index in 0..film.robots.len() {
        tank_animation(&mut svg, film, moments, index, seconds);
    }
    for track in bullet_tracks(moments).values() {
        bullet_animation(&mut svg, film, track, moments.len(), seconds);
    }
    svg + "</svg>"
}

const COLOURS: [&str; 2] = ["#f2b134", "#6cc4f5"];

/// Where a part of a robot points.
type Direction = fn(&TankShot) -> i32;

fn tank_animation(svg: &mut String, film: &Film, moments: &[Moment], index: usize, seconds: f64) {
    let colour = COLOURS[index % COLOURS.len()];
    let name_at = film.width * (index as f64 + 0.5) / film.robots.len() as f64;
    let _ = write!(
        svg,
        "<text x=\"{name_at}\" y=\"27\" font-size=\"22\" font-family=\"sans-serif\" text-anchor=\"middle\" \
         fill=\"{colour}\">{}</text>",
        escape(&film.robots[index])
    );
    let shots: Vec<&TankShot> = moments.iter().step_by(STRIDE).map(|moment| &moment.tanks[index]).collect();
    let places: Vec<String> =
        shots.iter().map(|shot| format!("{:.0} {:.0}", shot.x, film.height + HEAD - shot.y)).collect();
    let shown: Vec<&str> =
        shots.iter().map(|shot| if shot.energy < 0.0 { "hidden" } else { "visible" }).collect();
    let loops = format!("dur=\"{seconds:.2}s\" repeatCount=\"indefinite\"");
    let _ = write!(
        svg,
        "<g><animateTransform attributeName=\"transform\" type=\"translate\" values=\"{}\" {loops}/>\
         <animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{}\" {loops}/>",
        places.join(";"),
        shown.join(";")
    );
    let parts: [(Direction, String); 2] = [
        (
            |shot| shot.body,
            format!("<rect x=\"-18\" y=\"-18\" width=\"36\" height=\"36\" rx=\"4\" fill=\"{colour}\"/>"),
        ),
        (
            |shot| shot.gun,
            "<path d=\"M-3 0V-24H3V0\" fill=\"#16181b\"/><circle r=\"8\" fill=\"#16181b\"/>".to_owned(),
        ),
    ];
    for (angle, drawn) in parts {
        let turns: Vec<String> =
            unwound(shots.iter().map(|shot| angle(shot))).map(|turn| turn.to_string()).collect();
        let _ = write!(
            svg,
            "<g>{drawn}<animateTransform attributeName=\"transform\" type=\"rotate\" values=\"{}\" {loops}/></g>",
            turns.join(";")
        );
    }
    svg.push_str("</g>");
}

/// The same directions without jumps from 359 to 0, which a picture would show as a turn the long way round.
fn unwound(angles: impl Iterator<Item = i32>) -> impl Iterator<Item = i32> {
    let mut before = None;
    angles.map(move |angle| {
        let next = before.map_or(angle, |before: i32| before + (angle - before + 180).rem_euclid(360) - 180);
        before = Some(next);
        next
    })
}

/// Where each bullet was seen: turn and shot, by owner and number.
fn bullet_tracks(moments: &[Moment]) -> BTreeMap<(usize, u32), Vec<(usize, BulletShot)>> {
    let mut tracks: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (turn, moment) in moments.iter().enumerate() {
        for bullet in moment.bullets.iter().filter(|bullet| !bullet.hit) {
            tracks.entry((bullet.owner, bullet.id)).or_default().push((turn, *bullet));
        }
    }
    tracks
}

/// A bullet flies straight: where it starts and ends is enough.
fn bullet_animation(
    svg: &mut String,
    film: &Film,
    track: &[(usize, BulletShot)],
    turns: usize,
    seconds: f64,
) {
    let (Some(&(start, first)), Some(&(end, last))) = (track.first(), track.last()) else { return };
    let share = |turn: usize| turn as f64 / turns as f64;
    let (from, to) = (share(start).max(0.0001), share(end + 1).min(0.9999));
    let y = |shot: BulletShot| film.height + HEAD - shot.y;
    let timed =
        format!("keyTimes=\"0;{from:.4};{to:.4};1\" dur=\"{seconds:.2}s\" repeatCount=\"indefinite\"");
    let _ = write!(
        svg,
        "<circle r=\"4\" fill=\"{}\" visibility=\"hidden\">\
         <animate attributeName=\"cx\" values=\"{x1:.0};{x1:.0};{x2:.0};{x2:.0}\" {timed}/>\
         <animate attributeName=\"cy\" values=\"{y1:.0};{y1:.0};{y2:.0};{y2:.0}\" {timed}/>\
         <animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"hidden;visible;hidden;hidden\" {timed}/>\
         </circle>",
        COLOURS[first.owner % COLOURS.len()],
        x1 = first.x,
        x2 = last.x,
        y1 = y(first),
        y2 = y(last),
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::find;

    fn film() -> Film {
        let robots = ["RamFire", "StopGoHaiku"].map(|name| find(&name.parse().unwrap()).unwrap());
        Film::of(&robots, 1, 3)
    }

    #[test]
    fn every_turn_is_a_scene_within_its_bounds_and_has_words() {
        let film = film();
        let frames = frames(&film);
        assert_eq!(frames.len(), film.rounds[0].len() + 1);
        for frame in &frames {
            assert!(!frame.scene.words.is_empty());
            for shape in &frame.scene.shapes {
                if let Shape::Disc { x, y, .. } = shape {
                    assert!((0.0..=frame.scene.width).contains(x) && (0.0..=frame.scene.height).contains(y));
                }
            }
        }
        assert!(
            frames[1].scene.words.starts_with("round 1, turn 1: RamFire at "),
            "{}",
            frames[1].scene.words
        );
    }

    #[test]
    fn directions_are_unwound_without_jumps() {
        assert_eq!(unwound([350, 10, 350, 180].into_iter()).collect::<Vec<_>>(), [350, 370, 350, 180]);
    }

    #[test]
    fn an_animation_has_a_track_for_every_bullet_and_stays_small() {
        let film = film();
        let svg = animation(&film);
        assert_eq!(svg.matches("<circle r=\"4\"").count(), bullet_tracks(&film.rounds[0]).len());
        assert!(svg.len() < 200_000, "{} bytes", svg.len());
    }
}
