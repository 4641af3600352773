//! Charts as SVG: lines, bands and dots over two axes, and a legend below. Ink takes its colour from the page, so that a
//! chart fits light pages and dark ones.

use std::fmt::Write;

use maud::{Markup, html};

const WIDTH: f64 = 560.0;
const PLOT_HEIGHT: f64 = 245.0;
const TOP: f64 = 10.0;
const RIGHT: f64 = 12.0;
/// From the horizontal axis down to the first row of the legend.
const BELOW: f64 = 60.0;
const LEGEND_ROW: f64 = 18.0;
/// The font's size, and the width of its characters on the average.
const FONT: f64 = 12.0;
const CHARACTER: f64 = 6.4;
/// Longer labels of the legend are cut.
const LONGEST: usize = 80;
const GRID: &str = "rgba(128,128,128,0.25)";

/// What numbers of an axis count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Whole things, such as generations.
    Count,
    /// Anything.
    Number,
    /// Shares, shown in percent.
    Share,
}

/// One direction of a chart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    pub(super) label: &'a str,
    pub(super) unit: Unit,
    /// From where to where; as far as there is something to show, if nothing is said.
    pub(super) range: Option<(f64, f64)>,
}

pub(super) type Points = Vec<(f64, f64)>;

/// At each x, from where to where.
pub(super) type Spans = Vec<(f64, (f64, f64))>;

/// What is drawn of a series.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Band(Spans),
    Line(Points),
    /// A line that keeps its height up to the next point.
    Steps(Points),
    /// Dots of a radius.
    Dots(Points, f64),
}

/// Shapes that belong together, under one name.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) label: String,
    pub(super) colour: &'static str,
    pub(super) shapes: Vec<Shape>,
}

/// Draws a chart.
pub(super) fn draw(x: Axis<'_>, y: Axis<'_>, series: &[Series]) -> Markup {
    let (x_scale, y_scale) =
        (Scale::new(x, series, |point| point.0, 7), Scale::new(y, series, |point| point.1, 6));
    let longest = y_scale.ticks.iter().map(|tick| y_scale.text(*tick).chars().count()).max().unwrap_or(1);
    let left = FONT * 2.0 + 14.0 + longest as f64 * CHARACTER;
    let plot = Plot { left, x: &x_scale, y: &y_scale };
    let (bottom, right) = (TOP + PLOT_HEIGHT, WIDTH - RIGHT);
    let legend = legend(series, left);
    let rows = legend.last().map_or(0, |(_, row, _)| row + 1);
    let height = bottom + BELOW + rows as f64 * LEGEND_ROW;
    let middle = f64::midpoint(TOP, bottom);
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label=(in_words(x, y, &y_scale, series))
            fill="currentColor" font-family="system-ui, sans-serif" font-size=(FONT) {
            @for (tick, at) in x_scale.ticks.iter().map(|tick| (*tick, plot.across(*tick))) {
                line x1=(px(at)) x2=(px(at)) y1=(TOP) y2=(bottom) stroke=(GRID) {}
                line x1=(px(at)) x2=(px(at)) y1=(bottom) y2=(bottom + 5.0) stroke="currentColor" {}
                text x=(px(at)) y=(bottom + 18.0) text-anchor="middle" { (x_scale.text(tick)) }
            }
            @for (tick, at) in y_scale.ticks.iter().map(|tick| (*tick, plot.up(*tick))) {
                line x1=(px(left)) x2=(right) y1=(px(at)) y2=(px(at)) stroke=(GRID) {}
                line x1=(px(left - 5.0)) x2=(px(left)) y1=(px(at)) y2=(px(at)) stroke="currentColor" {}
                text x=(px(left - 8.0)) y=(px(at + 4.0)) text-anchor="end" { (y_scale.text(tick)) }
            }
            path d=(format!("M{left:.1} {TOP}V{bottom}H{right}")) fill="none" stroke="currentColor" {}
            text x=(px(f64::midpoint(left, right))) y=(bottom + 40.0) text-anchor="middle" { (x.label) }
            text x=(FONT) y=(middle) text-anchor="middle" transform=(format!("rotate(-90 {FONT} {middle})")) {
                (y.label)
            }
            // What lies below other things comes first.
            @for kind in [is_band, is_line, is_dots] {
                @for Series { colour, shapes, .. } in series {
                    @for shape in shapes.iter().filter(|shape| kind(shape)) { (plot.shape(shape, colour)) }
                }
            }
            @for ((label, colour, has_line), row, at) in legend {
                @let middle = bottom + BELOW + row as f64 * LEGEND_ROW;
                @if has_line {
                    line x1=(px(at)) x2=(px(at + 14.0)) y1=(middle) y2=(middle) stroke=(colour) stroke-width="2" {}
                } @else {
                    circle cx=(px(at + 7.0)) cy=(middle) r="4" fill=(colour) {}
                }
                text x=(px(at + 20.0)) y=(middle + 4.0) { (label) }
            }
        }
    }
}

fn is_band(shape: &Shape) -> bool {
    matches!(shape, Shape::Band(_))
}

fn is_line(shape: &Shape) -> bool {
    matches!(shape, Shape::Line(_) | Shape::Steps(_))
}

fn is_dots(shape: &Shape) -> bool {
    matches!(shape, Shape::Dots(..))
}

/// A place, to the tenth of a pixel.
pub(super) fn px(place: f64) -> String {
    format!("{place:.1}")
}

/// A direction with its range and where it is marked.
struct Scale {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
    step: f64,
    unit: Unit,
}

impl Scale {
    fn new(axis: Axis<'_>, series: &[Series], of: fn((f64, f64)) -> f64, most: u32) -> Self {
        let (low, high) = axis.range.unwrap_or_else(|| {
            let shown = series.iter().flat_map(|series| &series.shapes).flat_map(points).map(of);
            let shown: Vec<f64> = shown.filter(|value| value.is_finite()).collect();
            let low = shown.iter().copied().fold(f64::INFINITY, f64::min);
            let high = shown.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if low <= high { (low, high) } else { (0.0, 1.0) }
        });
        // What is the same everywhere still needs a height to be drawn in.
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        let step = step(high - low, most, axis.unit);
        let (low, high) = match axis.range {
            Some(_) => (low, high),
            None => ((low / step).floor() * step, (high / step).ceil() * step),
        };
        let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        Scale {
            low,
            high,
            ticks: (first..=last).map(|tick| tick as f64 * step).collect(),
            step,
            unit: axis.unit,
        }
    }

    /// How far a value lies between the ends, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// A value as the ticks of this axis are written.
    fn text(&self, value: f64) -> String {
        let (value, step) =
            if self.unit == Unit::Share { (value * 100.0, self.step * 100.0) } else { (value, self.step) };
        let decimals = if step >= 1.0 { 0 } else { (-libm::log10(step)).ceil() as usize };
        let text = if decimals > 6 || value.abs() >= 1e7 {
            format!("{value:.1e}")
        } else {
            format!("{value:.decimals$}")
        };
        let percent = if self.unit == Unit::Share { " %" } else { "" };
        format!("{}{percent}", text.replace('-', "−"))
    }
}

/// The distance between marks: 1, 2 or 5 times a power of ten, so that there are at most so many of them.
fn step(span: f64, most: u32, unit: Unit) -> f64 {
    let least = span / f64::from(most);
    let power = libm::pow(10.0, libm::log10(least).floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power);
    if unit == Unit::Count { step.max(1.0) } else { step }
}

/// All points of a shape.
fn points(shape: &Shape) -> Points {
    match shape {
        Shape::Band(spans) => spans.iter().flat_map(|(x, (low, high))| [(*x, *low), (*x, *high)]).collect(),
        Shape::Line(points) | Shape::Steps(points) | Shape::Dots(points, _) => points.clone(),
    }
}

/// Where values lie in the picture.
struct Plot<'a> {
    left: f64,
    x: &'a Scale,
    y: &'a Scale,
}

impl Plot<'_> {
    fn across(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (WIDTH - RIGHT - self.left)
    }

    fn up(&self, value: f64) -> f64 {
        TOP + (1.0 - self.y.share(value)) * PLOT_HEIGHT
    }

    fn shape(&self, shape: &Shape, colour: &str) -> Markup {
        match shape {
            Shape::Band(spans) => {
                let upper = spans.iter().map(|(x, (_, high))| (*x, *high));
                let lower = spans.iter().rev().map(|(x, (low, _))| (*x, *low));
                let area = self.path(upper.chain(lower), false);
                html! { path d=(area) fill=(colour) fill-opacity="0.2" {} }
            }
            // A single point is no line.
            Shape::Line(points) | Shape::Steps(points) if points.len() == 1 => {
                self.shape(&Shape::Dots(points.clone(), 3.0), colour)
            }
            Shape::Line(points) => self.line(&self.path(points.iter().copied(), false), colour),
            Shape::Steps(points) => self.line(&self.path(points.iter().copied(), true), colour),
            Shape::Dots(points, radius) => html! {
                @for (x, y) in points.iter().filter(|point| is_finite(**point)) {
                    circle cx=(px(self.across(*x))) cy=(px(self.up(*y))) r=(radius) fill=(colour) {
                        title { (self.x.text(*x)) ": " (fine(*y, self.y.unit)) }
                    }
                }
            },
        }
    }

    fn line(&self, path: &str, colour: &str) -> Markup {
        html! { path d=(path) fill="none" stroke=(colour) stroke-width="2" stroke-linejoin="round" {} }
    }

    /// A way through points; what is no number is left out.
    fn path(&self, points: impl Iterator<Item = (f64, f64)>, stepped: bool) -> String {
        let mut path = String::new();
        for (x, y) in points.filter(|point| is_finite(*point)) {
            let (x, y) = (self.across(x), self.up(y));
            let _ = match (path.is_empty(), stepped) {
                (true, _) => write!(path, "M{x:.1} {y:.1}"),
                (false, false) => write!(path, "L{x:.1} {y:.1}"),
                (false, true) => write!(path, "H{x:.1}V{y:.1}"),
            };
        }
        path
    }
}

fn is_finite((x, y): (f64, f64)) -> bool {
    x.is_finite() && y.is_finite()
}

/// A value with one digit more than the marks of an axis have.
fn fine(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => format!("{:.1} %", value * 100.0),
        Unit::Count => format!("{value:.0}"),
        Unit::Number => format!("{value:.2}"),
    }
}

/// A label, its colour, and whether a line or a dot stands for it.
type Item = (String, &'static str, bool);

/// The names of the series from left to right, in as many rows as they need: each with its row and its place there.
fn legend(series: &[Series], left: f64) -> Vec<(Item, usize, f64)> {
    let (mut row, mut at) = (0, left);
    let mut items = Vec::new();
    for Series { label, colour, shapes } in series.iter().filter(|series| !series.label.is_empty()) {
        let mut label = label.clone();
        if label.chars().count() > LONGEST {
            label = label.chars().take(LONGEST - 1).chain(['…']).collect();
        }
        let width = 20.0 + label.chars().count() as f64 * CHARACTER;
        if at > left && at + width > WIDTH {
            (row, at) = (row + 1, left);
        }
        items.push(((label, *colour, shapes.iter().any(is_line)), row, at));
        at += width + 24.0;
    }
    items
}

/// What the chart shows, for those who do not see it: how each series starts and ends.
fn in_words(x: Axis<'_>, y: Axis<'_>, scale: &Scale, series: &[Series]) -> String {
    let mut words = format!("chart: {} by {}", y.label, x.label);
    for Series { label, shapes, .. } in series.iter().filter(|series| !series.label.is_empty()) {
        let values: Points = shapes.iter().filter(|shape| !is_band(shape)).flat_map(points).collect();
        let mut ends = values.iter().filter(|point| is_finite(**point));
        let Some((_, first)) = ends.next() else { continue };
        let _ = write!(words, "; {label}: {}", fine(*first, scale.unit));
        if let Some((_, last)) = ends.next_back() {
            let _ = write!(words, " at first, {} at last", fine(*last, scale.unit));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(range: Option<(f64, f64)>, unit: Unit, points: Points) -> String {
        let x = Axis { label: "generation", unit: Unit::Count, range: Some((0.0, 4.0)) };
        let y = Axis { label: "fitness", unit, range };
        let shapes = vec![Shape::Line(points.clone()), Shape::Dots(points, 2.5)];
        draw(x, y, &[Series { label: "best <of all>".to_owned(), colour: "#000", shapes }]).into_string()
    }

    fn marks(low: f64, high: f64, unit: Unit) -> Vec<String> {
        let scale = Scale::new(Axis { label: "", unit, range: Some((low, high)) }, &[], |point| point.0, 6);
        scale.ticks.iter().map(|tick| scale.text(*tick)).collect()
    }

    #[test]
    fn axes_are_marked_at_round_numbers() {
        assert_eq!(marks(0.0, 1.0, Unit::Share), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
        assert_eq!(marks(0.0, 2.0, Unit::Count), ["0", "1", "2"], "there is no half generation");
        assert_eq!(marks(-1.0, 0.5, Unit::Number), ["−1.0", "−0.5", "0.0", "0.5"]);
        assert_eq!(marks(0.0, 0.004, Unit::Number), ["0.000", "0.001", "0.002", "0.003", "0.004"]);
        assert_eq!(marks(0.0, 730.0, Unit::Number), ["0", "200", "400", "600"]);
    }

    #[test]
    fn a_range_is_found_around_what_is_shown() {
        let svg = chart(None, Unit::Number, vec![(0.0, 12.0), (1.0, 48.0), (2.0, f64::NAN)]);
        assert!(svg.contains(">10</text>") && svg.contains(">50</text>"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let flat = chart(None, Unit::Number, vec![(0.0, 3.0), (1.0, 3.0)]);
        assert!(flat.contains(">3.0</text>"), "{flat}");
        assert!(
            chart(None, Unit::Number, Vec::new()).contains("<svg"),
            "nothing to show is no reason to fail"
        );
    }

    #[test]
    fn values_beyond_a_fixed_range_stay_inside_the_picture() {
        let svg = chart(Some((0.0, 1.0)), Unit::Share, vec![(0.0, -3.0), (4.0, 9.0)]);
        let (bottom, right) = (TOP + PLOT_HEIGHT, WIDTH - RIGHT);
        assert!(svg.contains(&format!(" {bottom:.1}L{right:.1} {TOP:.1}")), "{svg}");
    }

    #[test]
    fn a_chart_says_in_words_how_its_series_go_and_escapes_them() {
        let svg = chart(None, Unit::Share, vec![(0.0, 0.25), (4.0, 0.75)]);
        assert!(svg.contains("best &lt;of all&gt;: 25.0 % at first, 75.0 % at last"), "{svg}");
        assert!(svg.contains("<title>4: 75.0 %</title>"), "{svg}");
    }

    #[test]
    fn a_legend_that_is_too_wide_goes_on_below() {
        let series = |name: &str| Series {
            label: name.repeat(30),
            colour: "#000",
            shapes: vec![Shape::Line(Vec::new())],
        };
        let rows: Vec<usize> =
            legend(&[series("a"), series("b"), series("c")], 40.0).iter().map(|(_, row, _)| *row).collect();
        assert_eq!(rows, [0, 0, 1]);
    }
}
