//! The curves of a run and its front of size against score, drawn by kuva as SVG that takes its colours of ink from
//! the page.

use std::fmt::Write;
use std::sync::Arc;

use kuva::backend::svg::SvgBackend;
use kuva::plot::legend::LegendPosition;
use kuva::plot::{BandPlot, LinePlot, ScatterPlot};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;
use kuva::render::theme::Theme;
use ludevo_arena::stats::wilson;
use ludevo_evolve::{GenerationReport, YardstickScore};

use super::CONFIDENCE;
use crate::folder::RunResult;
use crate::tally_of;

const BLUE: &str = "#3b82f6";
const ORANGE: &str = "#e8590c";
const GREEN: &str = "#2f9e44";
const GREY: &str = "#868e96";

/// The lines of a comparison, told apart by eyes that do not tell red from green too.
const LINES: [&str; 6] = ["#3b82f6", "#e8590c", "#2f9e44", "#ae3ec9", "#c99700", "#868e96"];

/// A chart as SVG, and what it shows.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The drawing.
    pub svg: String,
    /// What it shows.
    pub caption: String,
}

type Points = Vec<(f64, f64)>;

fn points(log: &[GenerationReport], value: impl Fn(&GenerationReport) -> f64) -> Points {
    log.iter().map(|report| (report.generation as f64, value(report))).collect()
}

fn line(points: Points, colour: &str, label: &str) -> Plot {
    LinePlot::new().with_data(points).with_color(colour).with_stroke_width(2.0).with_legend(label).into()
}

/// The band of a line; what it is stands in the line's label.
fn band(x: impl Iterator<Item = f64>, spans: &[(f64, f64)], colour: &str) -> Plot {
    let (low, high): (Vec<f64>, Vec<f64>) = spans.iter().copied().unzip();
    BandPlot::new(x, low, high).with_color(colour).with_opacity(0.2).into()
}

/// What distinguishes one chart from another.
struct Chart<'a> {
    id: &'a str,
    x_label: &'a str,
    y_label: &'a str,
    y_range: Option<(f64, f64)>,
    y_percent: bool,
    x_last: f64,
}

impl Chart<'_> {
    fn draw(&self, plots: Vec<Plot>) -> String {
        let ink = || "currentColor".to_owned();
        let faint = || "rgba(128,128,128,0.25)".to_owned();
        let theme = Theme {
            background: "none".to_owned(),
            axis_color: ink(),
            grid_color: faint(),
            tick_color: ink(),
            text_color: ink(),
            legend_bg: "none".to_owned(),
            legend_border: "none".to_owned(),
            font_family: Some("system-ui, sans-serif".to_owned()),
            ..Theme::light()
        };
        let mut layout = Layout::auto_from_plots(&plots)
            .with_width(560.0)
            .with_height(340.0)
            .with_x_label(self.x_label)
            .with_y_label(self.y_label)
            .with_x_axis_min(0.0)
            .with_x_axis_max(self.x_last.max(1.0))
            .with_legend_position(LegendPosition::OutsideBottomColumns)
            .with_theme(theme);
        if let Some((low, high)) = self.y_range {
            layout = layout.with_y_axis_min(low).with_y_axis_max(high);
        }
        if self.y_percent {
            let percent = |value: f64| format!("{:.0} %", value * 100.0);
            layout = layout.with_y_tick_format(TickFormat::Custom(Arc::new(percent)));
        }
        let scene = render_multiple(plots, layout);
        let words = format!("chart: {} by {}", self.y_label, self.x_label);
        inline(&SvgBackend::new().render_scene(&scene), scene.width, scene.height, self.id, &words)
    }
}

/// Makes a drawing part of a page: it scales with the page, and its names of clipping regions are its own.
fn inline(svg: &str, width: f64, height: f64, id: &str, words: &str) -> String {
    let start = svg.find('>').map_or(0, |end| end + 1);
    let mut drawn = String::with_capacity(svg.len() + 200);
    let _ = write!(
        drawn,
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{words}\" fill=\"currentColor\" \
         font-family=\"system-ui, sans-serif\">"
    );
    let mut names: Vec<&str> = Vec::new();
    let mut rest = &svg[start..];
    while let Some(place) = rest.find("kuva-clip-") {
        let name = &rest[place..];
        let length = name.find(['"', ')']).unwrap_or(name.len());
        let name = &name[..length];
        let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        let _ = write!(drawn, "{}{id}-clip-{number}", &rest[..place]);
        rest = &rest[place + length..];
    }
    drawn.push_str(rest);
    drawn
}

/// The curves of a log, each with what it shows. `yardstick` names the opponent.
pub fn curves(log: &[GenerationReport], yardstick: &str) -> Vec<Figure> {
    let x_last = log.last().map_or(1.0, |report| report.generation as f64);
    let chart =
        |id, y_label| Chart { id, x_label: "generation", y_label, y_range: None, y_percent: false, x_last };
    let most = |value: fn(&GenerationReport) -> usize| log.iter().map(value).max().unwrap_or(1).max(1) as f64;
    let count = |id, y_label, most: f64| Chart { y_range: Some((0.0, most * 1.05)), ..chart(id, y_label) };
    let share = |id, y_label| Chart { y_percent: true, y_range: Some((0.0, 1.0)), ..chart(id, y_label) };
    let x = || log.iter().map(|report| report.generation as f64);

    let spread: Vec<(f64, f64)> =
        log.iter().map(|report| (report.mean - report.deviation, report.mean + report.deviation)).collect();
    let fitness = chart("fitness", "fitness").draw(vec![
        band(x(), &spread, BLUE),
        line(points(log, |report| report.best), ORANGE, "best"),
        line(points(log, |report| report.mean), BLUE, "mean ± deviation"),
        line(points(log, |report| report.median), GREY, "median"),
    ]);

    let (scores, intervals) = measured(log);
    let dots = ScatterPlot::new().with_data(scores.clone()).with_color(ORANGE).with_size(2.5);
    let label = format!("best individual against {yardstick}, with its 95 % interval");
    let yardstick_plot = share("yardstick", "share of the points").draw(vec![
        band(scores.iter().map(|point| point.0), &intervals, ORANGE),
        line(scores.clone(), ORANGE, &label),
        dots.into(),
    ]);

    let sizes = count("sizes", "nodes", most(|report| report.max_nodes)).draw(vec![
        line(points(log, |report| report.best_nodes as f64), ORANGE, "best"),
        line(points(log, |report| report.mean_nodes), BLUE, "mean"),
        line(points(log, |report| report.max_nodes as f64), GREY, "largest"),
    ]);
    let depths = count("depths", "levels", most(|report| report.max_depth)).draw(vec![
        line(points(log, |report| report.mean_depth), BLUE, "mean"),
        line(points(log, |report| report.max_depth as f64), GREY, "deepest"),
    ]);
    let introns = share("introns", "share of the nodes").draw(vec![
        line(points(log, |report| report.explicit_introns), GREEN, "explicit"),
        line(points(log, |report| report.dead_introns), GREY, "never run"),
        line(points(log, |report| report.live_introns), ORANGE, "run, never matter"),
    ]);
    let diversity = count("diversity", "different programs", most(|report| report.distinct))
        .draw(vec![line(points(log, |report| report.distinct as f64), BLUE, "different programs")]);
    let figure = |svg, caption: &str| Figure { svg, caption: caption.to_owned() };
    vec![
        figure(
            fitness,
            "Fitness: what selection goes by. Its opponents change, so a flat curve may hide progress.",
        ),
        figure(
            yardstick_plot,
            &format!(
                "Yardstick: the best individual of a generation against {yardstick}, on games that fitness never sees."
            ),
        ),
        figure(sizes, "Sizes of the programs."),
        figure(depths, "Depths of the programs."),
        figure(introns, "Introns: nodes without influence."),
        figure(diversity, "Diversity: how many programs of the population differ."),
    ]
}

/// The yardstick scores of a log, by generation, and the interval of each.
fn measured(log: &[GenerationReport]) -> (Points, Vec<(f64, f64)>) {
    let scores = log.iter().filter_map(|report| Some((report.generation as f64, report.yardstick.as_ref()?)));
    let point = |(generation, measured): (f64, &YardstickScore)| {
        let interval = wilson(&tally_of(measured.score, measured.games), CONFIDENCE);
        ((generation, measured.score), (interval.low, interval.high))
    };
    scores.map(point).unzip()
}

/// The yardstick scores of several runs, each with a name, in one chart with a band for each interval.
pub fn compared(runs: &[(String, Vec<GenerationReport>)]) -> Figure {
    let last = runs.iter().filter_map(|(_, log)| log.last()).map(|report| report.generation).max();
    let chart = Chart {
        id: "compared",
        x_label: "generation",
        y_label: "share of the points",
        y_range: Some((0.0, 1.0)),
        y_percent: true,
        x_last: last.unwrap_or(1) as f64,
    };
    let mut plots = Vec::new();
    for ((name, log), colour) in runs.iter().zip(LINES.into_iter().cycle()) {
        let (scores, intervals) = measured(log);
        plots.push(band(scores.iter().map(|point| point.0), &intervals, colour));
        plots.push(line(scores, colour, name));
    }
    let caption =
        "Yardstick scores of the best individuals, each with its 95 % interval as a band.".to_owned();
    Figure { svg: chart.draw(plots), caption }
}

/// Size against score, with the champion.
pub fn front(result: &RunResult) -> Figure {
    let x_last = result.front.iter().map(|point| point.nodes).max().unwrap_or(1).max(result.champion_nodes);
    let chart = Chart {
        id: "front",
        x_label: "nodes",
        y_label: "share of the points",
        y_range: Some((0.0, 1.0)),
        y_percent: true,
        x_last: x_last as f64 * 1.05,
    };
    let points: Points = result.front.iter().map(|point| (point.nodes as f64, point.score)).collect();
    // Up to the next larger program that scores more, the smaller one is the best there is.
    let steps = LinePlot::new().with_data(points.clone()).with_color(BLUE).with_stroke_width(1.5).with_step();
    let dots = ScatterPlot::new().with_data(points).with_color(BLUE).with_size(4.0).with_legend("front");
    let champion = ScatterPlot::new()
        .with_data([(result.champion_nodes as f64, result.score)])
        .with_color(ORANGE)
        .with_size(6.0)
        .with_legend("champion, on fresh games");
    let svg = chart.draw(vec![steps.into(), dots.into(), champion.into()]);
    Figure { svg, caption: "Size against score.".to_owned() }
}
