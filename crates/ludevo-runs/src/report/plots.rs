//! The curves of a run, and its front of size against score.

use ludevo_arena::stats::wilson_of_score;
use ludevo_evolve::{GenerationReport, YardstickScore};
use maud::{Markup, html};

use super::CONFIDENCE;
use super::chart::{Axis, Points, Series, Shape, Spans, Unit, draw};
use crate::folder::RunResult;

const BLUE: &str = "#3b82f6";
const ORANGE: &str = "#e8590c";
const GREEN: &str = "#2f9e44";
const GREY: &str = "#868e96";

/// The lines of a comparison, told apart by eyes that do not tell red from green too.
const LINES: [&str; 6] = [BLUE, ORANGE, GREEN, "#ae3ec9", "#c99700", GREY];

/// A chart, and what it shows.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The drawing, as SVG.
    pub svg: Markup,
    /// What it shows.
    pub caption: String,
}

/// Pictures beside each other, each with a caption.
pub fn figures(figures: &[Figure]) -> Markup {
    html! {
        div.figures {
            @for Figure { svg, caption } in figures { figure { (svg) figcaption { (caption) } } }
        }
    }
}

fn generations(last: u64) -> Axis<'static> {
    Axis { label: "generation", unit: Unit::Count, range: Some((0.0, last.max(1) as f64)) }
}

fn share(label: &str) -> Axis<'_> {
    Axis { label, unit: Unit::Share, range: Some((0.0, 1.0)) }
}

fn series(label: &str, colour: &'static str, shapes: Vec<Shape>) -> Series {
    Series { label: label.to_owned(), colour, shapes }
}

/// The curves of a log, each with what it shows. `yardstick` names the opponent.
pub fn curves(log: &[GenerationReport], yardstick: &str) -> Vec<Figure> {
    let x = generations(log.last().map_or(1, |report| report.generation));
    let most = |value: fn(&GenerationReport) -> usize| log.iter().map(value).max().unwrap_or(1).max(1) as f64;
    let count = |label, most: f64| Axis { label, unit: Unit::Count, range: Some((0.0, most * 1.05)) };
    let points = |value: fn(&GenerationReport) -> f64| -> Points {
        log.iter().map(|report| (report.generation as f64, value(report))).collect()
    };
    let line = |label, colour, value| series(label, colour, vec![Shape::Line(points(value))]);

    let spread = |report: &GenerationReport| {
        let GenerationReport { mean, deviation, .. } = report;
        (report.generation as f64, (mean - deviation, mean + deviation))
    };
    let mean = vec![Shape::Band(log.iter().map(spread).collect()), Shape::Line(points(|report| report.mean))];
    let fitness = Axis { label: "fitness", unit: Unit::Number, range: None };
    let label = format!("best individual against {yardstick}, with its 95 % interval");
    let (scores, intervals) = measured(log);
    let measured = vec![Shape::Band(intervals), Shape::Line(scores.clone()), Shape::Dots(scores, 2.5)];
    let figure =
        |y, series: &[Series], caption: &str| Figure { svg: draw(x, y, series), caption: caption.to_owned() };
    vec![
        figure(
            fitness,
            &[
                line("best", ORANGE, |report| report.best),
                series("mean ± deviation", BLUE, mean),
                line("median", GREY, |report| report.median),
            ],
            "Fitness: what selection goes by. Its opponents change, so a flat curve may hide progress.",
        ),
        figure(
            share("share of the points"),
            &[series(&label, ORANGE, measured)],
            &format!(
                "Yardstick: the best individual of a generation against {yardstick}, on games that fitness never sees."
            ),
        ),
        figure(
            count("nodes", most(|report| report.max_nodes)),
            &[
                line("best", ORANGE, |report| report.best_nodes as f64),
                line("mean", BLUE, |report| report.mean_nodes),
                line("largest", GREY, |report| report.max_nodes as f64),
            ],
            "Sizes of the programs.",
        ),
        figure(
            count("levels", most(|report| report.max_depth)),
            &[
                line("mean", BLUE, |report| report.mean_depth),
                line("deepest", GREY, |report| report.max_depth as f64),
            ],
            "Depths of the programs.",
        ),
        figure(
            share("share of the nodes"),
            &[
                line("explicit", GREEN, |report| report.explicit_introns),
                line("never run", GREY, |report| report.dead_introns),
                line("run, never matter", ORANGE, |report| report.live_introns),
            ],
            "Introns: nodes without influence.",
        ),
        figure(
            count("different programs", most(|report| report.distinct)),
            &[line("different programs", BLUE, |report| report.distinct as f64)],
            "Diversity: how many programs of the population differ.",
        ),
    ]
}

/// The yardstick scores of a log, by generation, and the interval of each.
fn measured(log: &[GenerationReport]) -> (Points, Spans) {
    let scores = log.iter().filter_map(|report| Some((report.generation as f64, report.yardstick.as_ref()?)));
    let point = |(generation, measured): (f64, &YardstickScore)| {
        let interval = wilson_of_score(measured.score, measured.games as u64, CONFIDENCE);
        ((generation, measured.score), (generation, (interval.low, interval.high)))
    };
    scores.map(point).unzip()
}

/// The yardstick scores of several runs, each with a name, in one chart with a band for each interval.
pub fn compared(runs: &[(String, Vec<GenerationReport>)]) -> Figure {
    let last = runs.iter().filter_map(|(_, log)| log.last()).map(|report| report.generation).max();
    let of_run = |((name, log), colour): (&(String, Vec<GenerationReport>), &'static str)| {
        let (scores, intervals) = measured(log);
        series(name, colour, vec![Shape::Band(intervals), Shape::Line(scores)])
    };
    let all: Vec<Series> = runs.iter().zip(LINES.into_iter().cycle()).map(of_run).collect();
    let caption =
        "Yardstick scores of the best individuals, each with its 95 % interval as a band.".to_owned();
    Figure { svg: draw(generations(last.unwrap_or(1)), share("share of the points"), &all), caption }
}

/// Size against score, with the champion.
pub fn front(result: &RunResult) -> Figure {
    let largest = result.front.iter().map(|point| point.nodes).max().unwrap_or(1).max(result.champion_nodes);
    let x = Axis { label: "nodes", unit: Unit::Count, range: Some((0.0, largest as f64 * 1.05)) };
    let points: Points = result.front.iter().map(|point| (point.nodes as f64, point.score)).collect();
    // Up to the next larger program that scores more, the smaller one is the best there is.
    let front = series("front", BLUE, vec![Shape::Steps(points.clone()), Shape::Dots(points, 4.0)]);
    let champion = vec![Shape::Dots(vec![(result.champion_nodes as f64, result.score)], 6.0)];
    let champion = series("champion, on fresh games", ORANGE, champion);
    let svg = draw(x, share("share of the points"), &[front, champion]);
    Figure { svg, caption: "Size against score.".to_owned() }
}
