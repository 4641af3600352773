//! A lap as an animated picture that stands alone: the road, the trail coloured by speed, time marks and telemetry.

use std::fmt::Write;

use crate::telemetry::{Lap, Sample};
use crate::track::Track;

/// A driver's lap to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// The driver's name.
    pub name: &'a str,
    /// The lap.
    pub lap: &'a Lap,
}

/// Width of the picture, and of the room that is left around the road.
const WIDTH: f64 = 1000.0;
const BORDER: f64 = 30.0;
/// Height of the lines with the drivers' names.
const NAMES: f64 = 24.0;
/// Height of a strip of telemetry, and between two.
const STRIP: f64 = 90.0;
const BETWEEN: f64 = 26.0;
/// Colours of the trail, from slow to fast, in five equal steps up to the fastest.
const SPEEDS: [&str; 5] = ["#3b6fb6", "#35a79c", "#8cbf3f", "#f2b134", "#e4572e"];
/// Colours of the driver and of the ghost.
const COLOURS: [&str; 2] = ["#f2b134", "#6cc4f5"];
/// A trail and telemetry have about so many points.
const POINTS: usize = 480;

/// Where places of the track are in the picture.
struct Map {
    left: f64,
    top: f64,
    scale: f64,
    height: f64,
}

impl Map {
    fn of(track: &Track) -> Self {
        let half = track.width / 2.0;
        let walls = track.stations(25.0);
        let points: Vec<(f64, f64)> =
            walls.iter().flat_map(|one| [one.aside(half), one.aside(-half)]).collect();
        let range = |part: fn(&(f64, f64)) -> f64| {
            let low = points.iter().map(part).fold(f64::INFINITY, f64::min);
            (low, points.iter().map(part).fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (bottom, top)) = (range(|point| point.0), range(|point| point.1));
        // A track that is long in one direction must not make a picture that is as high as it is long.
        let scale = ((WIDTH - 2.0 * BORDER) / (right - left)).min(700.0 / (top - bottom));
        Map { left, top, scale, height: (top - bottom) * scale + 2.0 * BORDER + NAMES }
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (BORDER + (x - self.left) * self.scale, BORDER + NAMES + (self.top - y) * self.scale)
    }
}

/// Numbers with one decimal, as short as they get.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn polyline(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.map(|(x, y)| format!("{},{}", short(x), short(y))).collect::<Vec<_>>().join(" ")
}

/// The picture of a lap, with another driver's as a ghost.
pub fn picture(track: &Track, driver: Drawn<'_>, ghost: Option<Drawn<'_>>) -> String {
    let map = Map::of(track);
    let height = map.height + 3.0 * (STRIP + BETWEEN) + BORDER;
    let title = format!("{} on {}", driver.name, track.name);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {0}\" role=\"img\" aria-label=\"{1}\" \
         font-family=\"sans-serif\" font-size=\"14\"><title>{1}</title>\
         <rect width=\"{WIDTH}\" height=\"{0}\" fill=\"#22272e\"/>",
        short(height),
        escape(&title),
    );
    road(&mut svg, track, &map);
    if let Some(ghost) = ghost {
        let stride = stride(&ghost.lap.samples);
        let trail = polyline(ghost.lap.samples.iter().step_by(stride).map(|one| map.place((one.x, one.y))));
        let _ = write!(
            svg,
            "<polyline points=\"{trail}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"/>",
            COLOURS[1]
        );
    }
    trail(&mut svg, &driver.lap.samples, &map);
    marks(&mut svg, &driver.lap.samples, &map);
    let both = [Some(driver), ghost];
    for (drawn, colour) in both.iter().zip(COLOURS) {
        if let Some(drawn) = drawn {
            car(&mut svg, &drawn.lap.samples, &map, colour);
        }
    }
    for (number, (drawn, colour)) in both.iter().zip(COLOURS).enumerate() {
        let Some(drawn) = drawn else { continue };
        let time =
            drawn.lap.outcome.time.map_or_else(|| "not finished".to_owned(), |time| format!("{time:.2} s"));
        let _ = write!(
            svg,
            "<text x=\"{BORDER}\" y=\"{}\" fill=\"{colour}\">{} {time}</text>",
            18 + 18 * number,
            escape(drawn.name)
        );
    }
    telemetry(&mut svg, track, &both, map.height);
    legend(&mut svg, &driver.lap.samples, height - 12.0);
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn stride(lap: &[Sample]) -> usize {
    lap.len().div_ceil(POINTS).max(1)
}

fn road(svg: &mut String, track: &Track, map: &Map) {
    let stations = track.stations((track.length / 500.0).max(12.0));
    let half = track.width / 2.0;
    let middle = polyline(stations.iter().chain(stations.first()).map(|one| map.place((one.x, one.y))));
    let _ = write!(
        svg,
        "<polyline points=\"{middle}\" fill=\"none\" stroke=\"#4a515c\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
        short(track.width * map.scale)
    );
    let line = track.station(0, track.line);
    let ends = polyline([line.aside(half), line.aside(-half)].into_iter().map(|end| map.place(end)));
    let _ = write!(svg, "<polyline points=\"{ends}\" stroke=\"#fff\" stroke-width=\"2\"/>");
}

fn fastest(lap: &[Sample]) -> f64 {
    lap.iter().map(|one| one.speed).fold(1.0, f64::max)
}

/// What the colours of the trail and the marks on it stand for.
fn legend(svg: &mut String, lap: &[Sample], y: f64) {
    let step = fastest(lap) / SPEEDS.len() as f64;
    for (number, colour) in SPEEDS.iter().enumerate() {
        let (x, low) = (BORDER + 95.0 * number as f64, step * number as f64);
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{}\" width=\"18\" height=\"4\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"#adbac7\">{low:.0} to {:.0}</text>",
            short(y - 7.0),
            x + 24.0,
            short(y),
            low + step,
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" fill=\"#adbac7\">ft/s; a mark each second, a white one each ten</text>",
        BORDER + 95.0 * SPEEDS.len() as f64,
        short(y)
    );
}

/// The trail, a line for each stretch of one colour.
fn trail(svg: &mut String, lap: &[Sample], map: &Map) {
    let fastest = fastest(lap);
    let bin = |one: &Sample| ((one.speed / fastest * 5.0) as usize).min(4);
    let places: Vec<&Sample> = lap.iter().step_by(stride(lap)).collect();
    let mut start = 0;
    while start + 1 < places.len() {
        let colour = bin(places[start]);
        let length = places[start..].iter().take_while(|one| bin(one) == colour).count();
        let end = (start + length).min(places.len() - 1);
        let points = polyline(places[start..=end].iter().map(|one| map.place((one.x, one.y))));
        let _ = write!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>",
            SPEEDS[colour]
        );
        start = end;
    }
}

/// A small mark each second, a larger one each ten.
fn marks(svg: &mut String, lap: &[Sample], map: &Map) {
    let mut second = 0;
    for one in lap {
        if one.time >= f64::from(second) {
            let (x, y) = map.place((one.x, one.y));
            let (radius, fill) = if second % 10 == 0 { (3.5, "#fff") } else { (1.5, "#000") };
            let _ = write!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{fill}\"/>",
                short(x),
                short(y)
            );
            second += 1;
        }
    }
}

/// The car on its way, in the time of the race.
fn car(svg: &mut String, lap: &[Sample], map: &Map, colour: &str) {
    let places: Vec<(f64, f64)> =
        lap.iter().step_by(stride(lap)).map(|one| map.place((one.x, one.y))).collect();
    let (Some(first), Some(last)) = (places.first(), lap.last()) else { return };
    let values = |part: fn(&(f64, f64)) -> f64| {
        places.iter().map(|place| short(part(place))).collect::<Vec<_>>().join(";")
    };
    let _ = write!(
        svg,
        "<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{colour}\" stroke=\"#fff\">",
        short(first.0),
        short(first.1)
    );
    for (name, values) in [("cx", values(|place| place.0)), ("cy", values(|place| place.1))] {
        let _ = write!(
            svg,
            "<animate attributeName=\"{name}\" values=\"{values}\" dur=\"{:.1}s\" repeatCount=\"indefinite\"/>",
            last.time
        );
    }
    svg.push_str("</circle>");
}

/// What a strip shows: its title, what it draws, and the lowest and highest of that.
type Strip = (&'static str, fn(&Sample, f64) -> f64, (f64, f64));

/// Speed, place across the road and steering over the distance.
fn telemetry(svg: &mut String, track: &Track, both: &[Option<Drawn<'_>>; 2], top: f64) {
    let laps = || both.iter().flatten().flat_map(|drawn| &drawn.lap.samples);
    let fastest = laps().map(|one| one.speed).fold(1.0, f64::max);
    let steered = laps().map(|one| one.alpha.abs()).fold(0.05, f64::max).min(0.5);
    let strips: [Strip; 3] = [
        ("speed, ft/s", |one, _| one.speed, (0.0, fastest.ceil())),
        ("place across the road, right wall below", |one, width| one.to_right / width, (0.0, 1.0)),
        ("steering, to the left above", |one, _| one.alpha, (-steered, steered)),
    ];
    for (number, (title, shown, (low, high))) in strips.into_iter().enumerate() {
        let upper = top + BETWEEN + number as f64 * (STRIP + BETWEEN);
        let _ = write!(
            svg,
            "<rect x=\"{BORDER}\" y=\"{0}\" width=\"{1}\" height=\"{STRIP}\" fill=\"#2d333b\"/>\
             <text x=\"{BORDER}\" y=\"{2}\" fill=\"#adbac7\">{title} ({3} to {4})</text>",
            short(upper),
            WIDTH - 2.0 * BORDER,
            short(upper - 6.0),
            (low * 100.0).round() / 100.0,
            (high * 100.0).round() / 100.0,
        );
        for ((drawn, colour), dash) in both.iter().zip(COLOURS).zip(["", " stroke-dasharray=\"4 3\""]) {
            let Some(drawn) = drawn else { continue };
            let started = |one: &&Sample| one.laps >= 0;
            let points =
                drawn.lap.samples.iter().filter(started).step_by(stride(&drawn.lap.samples)).map(|one| {
                    let along = one.distance / track.length;
                    let share = ((shown(one, track.width) - low) / (high - low)).clamp(0.0, 1.0);
                    (BORDER + along * (WIDTH - 2.0 * BORDER), upper + STRIP * (1.0 - share))
                });
            let _ = write!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dash}/>",
                polyline(points)
            );
        }
    }
}
