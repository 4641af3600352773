//! A film as people see it: scenes for the studio, and an animated picture that stands alone.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::film::{BulletShot, Film, Moment, TankShot};
use super::players::Contestant;
use super::score::Score;
use ludevo_game::scene::{Frame, Look, Scene, Shape};
use ludevo_game::why::Decision;

/// Half of a robot's width.
const HALF: f64 = 18.0;
/// How far the radar's arc is drawn; the radar itself sees further.
const RADAR: f64 = 160.0;
/// Room above the field for names and energies.
const HEAD: f64 = 64.0;
/// How many turns the engine shows in a second.
const TURNS_A_SECOND: f64 = 30.0;
/// An animated picture moves in straight lines between every so many turns.
const STRIDE: usize = 3;

/// What is to be told of a moment beside what is to be seen.
struct Told {
    /// Points so far.
    scores: Vec<f64>,
    why: Vec<Decision>,
}

/// A battle as frames, a turn each, with what the trees of evolved robots came to, and who won.
pub fn watched(robots: &[Contestant], rounds: u32, seed: i64) -> Vec<Frame> {
    let mut told = Vec::new();
    let film = Film::watched(robots, rounds, seed, |battle| {
        let scores = battle.scores.iter().map(Score::total).collect();
        let named =
            |(robot, decision): (usize, Decision)| Decision { who: robots[robot].name.clone(), ..decision };
        told.push(Told { scores, why: battle.decisions().into_iter().map(named).collect() });
    });
    frames(&film, told)
}

/// Every turn of a film as a frame, after one of the empty field.
fn frames(film: &Film, told: Vec<Told>) -> Vec<Frame> {
    let empty = Moment { tanks: Vec::new(), bullets: Vec::new() };
    let none = vec![0.0; film.robots.len()];
    let mut frames = vec![Frame::new(
        scene(film, &Shot { moment: &empty, round: 0, turn: 0, died: &[], scores: &none }),
        "start".to_owned(),
    )];
    let mut told = told.into_iter();
    let last_round = film.rounds.len();
    for (moments, round) in film.rounds.iter().zip(1..) {
        let mut died: Vec<Option<usize>> = vec![None; film.robots.len()];
        for (moment, turn) in moments.iter().zip(1..) {
            for (died, tank) in died.iter_mut().zip(&moment.tanks) {
                *died = died.or((tank.energy < 0.0).then_some(turn));
            }
            let Told { scores, why } = told.next().unwrap_or(Told { scores: none.clone(), why: Vec::new() });
            let is_last = turn == moments.len();
            let mut caption = format!("round {round} of {last_round}, turn {turn}");
            let ending = is_last.then(|| verdict(film, moment, &scores, round == last_round));
            if let Some(ending) = &ending {
                caption += &format!(": {ending}");
            }
            let shot = Shot { moment, round, turn, died: &died, scores: &scores };
            let scene = scene(film, &shot);
            frames.push(Frame { why, round: Some(round), ending, ..Frame::new(scene, caption) });
        }
    }
    frames
}

/// Who is left at the end of a round, and who has won at the end of the battle.
fn verdict(film: &Film, moment: &Moment, scores: &[f64], is_over: bool) -> String {
    let alive: Vec<usize> =
        (0..film.robots.len()).filter(|robot| moment.tanks[*robot].energy >= 0.0).collect();
    let round = match alive[..] {
        [winner] => format!("{} wins the round", film.robots[winner]),
        _ => "nobody wins the round".to_owned(),
    };
    if !is_over {
        return round;
    }
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let best: Vec<&str> = film
        .robots
        .iter()
        .zip(scores)
        .filter(|(_, score)| **score == most)
        .map(|(name, _)| &name[..])
        .collect();
    // Those of the winner first.
    let mut points = scores.to_vec();
    points.sort_by(|one, two| two.total_cmp(one));
    let points: Vec<String> = points.iter().map(|score| format!("{score:.0}")).collect();
    match best[..] {
        [winner] => format!("{round}; {winner} wins the battle with {} points", points.join(" to ")),
        _ => format!("{round}; the battle is even with {} points", points.join(" to ")),
    }
}

/// A moment with its place in the battle.
struct Shot<'a> {
    moment: &'a Moment,
    round: usize,
    turn: usize,
    /// In which turn each robot died.
    died: &'a [Option<usize>],
    scores: &'a [f64],
}

/// How many turns an explosion of a robot is seen.
const EXPLOSION: usize = 18;

fn scene(film: &Film, shot: &Shot<'_>) -> Scene {
    let moment = shot.moment;
    let (width, height) = (film.width, film.height + HEAD);
    let mut shapes = vec![
        Shape::Rectangle { x: 0.0, y: 0.0, width, height, look: Look::Frame },
        Shape::Rectangle { x: 0.0, y: HEAD, width, height: film.height, look: Look::Field },
    ];
    let place = |x: f64, y: f64| (x, (height - y).max(HEAD));
    moment.tanks.iter().filter(|tank| tank.energy >= 0.0).for_each(|tank| {
        shapes.push(Shape::Polygon {
            points: radar(tank, place(tank.x, tank.y), (width, height)),
            look: Look::Beam,
        });
    });
    for (index, tank) in moment.tanks.iter().enumerate() {
        let (body, mark) = looks(index);
        let at = place(tank.x, tank.y);
        if tank.energy >= 0.0 {
            shapes.push(Shape::Polygon { points: turned(at, tank.body, HALF, -HALF, HALF), look: body });
            shapes.push(Shape::Polygon { points: turned(at, tank.gun, 3.0, 0.0, 24.0), look: mark });
            shapes.push(Shape::Disc { x: at.0, y: at.1, radius: 8.0, look: mark });
        } else if let Some(age) = shot.died.get(index).copied().flatten().map(|died| shot.turn - died)
            && age < EXPLOSION
        {
            let left = 1.0 - age as f64 / EXPLOSION as f64;
            let grown = 1.0 - left * left;
            shapes.push(Shape::Disc {
                x: at.0,
                y: at.1,
                radius: tenth(14.0 + 36.0 * grown),
                look: Look::Last,
            });
            shapes.push(Shape::Disc {
                x: at.0,
                y: at.1,
                radius: tenth(10.0 + 14.0 * grown),
                look: Look::Print,
            });
        }
    }
    for bullet in &moment.bullets {
        let (x, y) = place(bullet.x, bullet.y);
        let (radius, look) = if bullet.hit { (12.0, Look::Last) } else { (4.0, looks(bullet.owner).0) };
        shapes.push(Shape::Disc { x, y, radius, look });
    }
    // Over the explosions at the upper wall.
    shapes.push(Shape::Rectangle { x: 0.0, y: 0.0, width, height: HEAD, look: Look::Frame });
    for index in 0..film.robots.len() {
        shapes.extend(header(film, shot, index));
    }
    Scene { width, height, words: words(film, moment, shot.round, shot.turn), shapes, spots: Vec::new() }
}

/// A robot's name, points and energy above the field.
fn header(film: &Film, shot: &Shot<'_>, index: usize) -> Vec<Shape> {
    const BAR: f64 = 12.0;
    const FULL: f64 = 100.0;
    let share = film.width / film.robots.len() as f64;
    let (left, length) = (share * index as f64 + 20.0, share - 40.0);
    let (body, _) = looks(index);
    let label = |x: f64, size: f64, text: String| Shape::Label { x, y: 20.0, size, text, look: Look::Print };
    let bar =
        |length: f64, look| Shape::Rectangle { x: left, y: 42.0, width: tenth(length), height: BAR, look };
    let mut shapes = vec![Shape::Disc { x: left + 10.0, y: 20.0, radius: 10.0, look: body }];
    let tank = shot.moment.tanks.get(index);
    let energy = tank.map_or(String::new(), |tank| format!(", energy {}", energy(tank)));
    let text = format!("{}{energy}, {:.0} points", film.robots[index], shot.scores[index]);
    shapes.push(label(left + length / 2.0 + 12.0, 17.0, text));
    shapes.push(bar(length, Look::OtherField));
    let left_over = tank.map_or(FULL, |tank| tank.energy.max(0.0)) / FULL;
    shapes.push(bar(length * left_over.min(1.0), Look::Last));
    shapes
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
fn radar(tank: &TankShot, (x, y): (f64, f64), (width, height): (f64, f64)) -> Vec<(f64, f64)> {
    let from = f64::from(tank.radar_before);
    let mut sweep = (f64::from(tank.radar) - from + 180.0).rem_euclid(360.0) - 180.0;
    if sweep.abs() < 2.0 {
        sweep = 2.0;
    }
    let rim = (0..=8).map(|step| {
        let (sine, cosine) = libm::sincos((from + sweep * f64::from(step) / 8.0).to_radians());
        let reach = RADAR.min(way(x, sine, width)).min(way(y, -cosine, height));
        (tenth(x + reach * sine), tenth(y - reach * cosine))
    });
    std::iter::once((tenth(x), tenth(y))).chain(rim).collect()
}

/// How far it is to the edge of a field of this size, at so much of it a step.
fn way(at: f64, step: f64, size: f64) -> f64 {
    if step > 0.0 { (size - at) / step } else { at / step.abs() }
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
    use ludevo_game::words::told_apart;

    fn film() -> Film {
        let robots = ["RamFire", "StopGoHaiku"].map(|name| find(&name.parse().unwrap()).unwrap());
        Film::of(&robots, 1, 3)
    }

    #[test]
    fn every_turn_is_a_scene_within_its_bounds_and_has_words() {
        let film = film();
        let frames = frames(&film, Vec::new());
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
    fn a_watched_battle_tells_who_won_and_what_the_trees_came_to() {
        let robots = ["champion", "Walls"].map(|name| find(&name.parse().unwrap()));
        let Ok(robots) = robots.into_iter().collect::<Result<Vec<_>, _>>() else { return };
        let frames = watched(&robots, 2, 1);
        let last = &frames[frames.len() - 1];
        assert!(
            last.caption.contains("wins the battle with") || last.caption.contains("even"),
            "{}",
            last.caption
        );
        let decided = frames.iter().find(|frame| !frame.why.is_empty()).expect("the champion has trees");
        assert!(decided.why.iter().all(|known| known.terms.iter().all(|(_, meaning)| !meaning.is_empty())));
        assert!(frames.iter().any(|frame| frame.why.iter().any(|known| known.because.is_some())));
        let is_out = |frame: &&Frame| frame.why.iter().any(|known| known.is_out);
        let out = frames.iter().find(is_out).expect("it dies in one of the rounds");
        assert!(out.scene.words.contains("champion at") && out.scene.words.contains("energy is out"));
        assert!(
            decided
                .why
                .iter()
                .all(|known| known.outline.len() == known.values.len() && known.values[0].is_some())
        );
    }

    #[test]
    fn the_winner_s_points_come_first_and_equal_names_are_told_apart() {
        let film = Film { robots: vec!["one".to_owned(), "two".to_owned()], ..film() };
        let moment = film.rounds[0].last().unwrap();
        let said = verdict(&film, moment, &[321.0, 392.0], true);
        assert!(said.ends_with("two wins the battle with 392 to 321 points"), "{said}");
        let names = ["Walls", "Walls"].map(str::to_owned);
        assert_eq!(told_apart(names), ["Walls 1", "Walls 2"]);
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
