//! What stands beside a simulation that is watched again: its rounds, its curves, and what every tree came to.

use ludevo_game::scene::{Frame, Look};
use ludevo_game::why::{Decision, short};
use maud::{Markup, html};

use super::why::{explained, rounded};
use crate::board;

/// Size of a small curve, in its own units.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 60.0;

/// A list of rounds with how each ended; nothing for what has only one.
pub(crate) fn rounds(frames: &[Frame]) -> Markup {
    let last = frames.iter().filter_map(|frame| frame.round).max().unwrap_or(0);
    let bounds = |round: usize| {
        let is_in = |frame: &Frame| frame.round == Some(round);
        Some((round, frames.iter().position(is_in)?, frames.iter().rposition(is_in)?))
    };
    let rows: Vec<(usize, usize, usize)> = (1..=last).filter_map(bounds).collect();
    html! { @if last > 1 {
        section.rounds {
            h2 { "Rounds" }
            table {
                thead { tr { th { "round" } th { "turns" } th { "how it ended" } } }
                tbody { @for (round, start, end) in &rows { tr data-from=(start) data-to=(end) {
                    td { a href=(format!("#{start}")) { "Round " (round) } }
                    td { (end - start + 1) }
                    td { a href=(format!("#{end}")) { (frames[*end].ending.as_deref().unwrap_or("to its end")) } }
                } } }
            }
        }
    } }
}

/// What is measured over a film: a picture for each kind, with a curve for each whom it is measured of.
pub(crate) struct Curves {
    /// Whom anything is measured of; all but the first have dashed curves.
    who: Vec<(String, Look)>,
    kinds: Vec<Kind>,
}

struct Kind {
    what: &'static str,
    low: f64,
    high: f64,
    lines: Vec<Line>,
}

struct Line {
    /// As a place in [`Curves::who`].
    who: usize,
    points: Vec<(f64, f64)>,
}

impl Curves {
    /// The curves of a film.
    pub(crate) fn of(frames: &[Frame]) -> Curves {
        let mut kinds: Vec<Kind> = Vec::new();
        let mut whose: Vec<(String, Look)> = Vec::new();
        for gauge in frames.iter().flat_map(|frame| &frame.gauges) {
            let at = kinds.iter().position(|kind| kind.what == gauge.what).unwrap_or_else(|| {
                kinds.push(Kind { what: gauge.what, low: gauge.value, high: gauge.value, lines: Vec::new() });
                kinds.len() - 1
            });
            let kind = &mut kinds[at];
            (kind.low, kind.high) = (kind.low.min(gauge.value), kind.high.max(gauge.value));
            let who = whose.iter().position(|(known, _)| *known == gauge.who).unwrap_or_else(|| {
                whose.push((gauge.who.clone(), gauge.look));
                whose.len() - 1
            });
            let line = kind.lines.iter().position(|line| line.who == who).unwrap_or_else(|| {
                kind.lines.push(Line { who, points: Vec::new() });
                kind.lines.len() - 1
            });
            kind.lines[line].points.push((gauge.at, gauge.value));
        }
        Curves { who: whose, kinds }
    }

    /// Where the number of a kind stands in its picture.
    fn place(kind: &Kind, (at, value): (f64, f64)) -> (f64, f64) {
        let span = (kind.high - kind.low).max(f64::MIN_POSITIVE);
        (WIDTH * at, HEIGHT - 4.0 - (HEIGHT - 8.0) * (value - kind.low) / span)
    }

    /// The pictures.
    pub(crate) fn draw(&self) -> Markup {
        html! { @if !self.kinds.is_empty() {
            section.gauges {
                h2 { "Over the way" }
                p.soft.legend { @for (index, (who, look)) in self.who.iter().enumerate() {
                    span { svg.key viewBox="0 0 24 6" aria-hidden="true" {
                        line.gauge.other[index > 0] x1="0" y1="3" x2="24" y2="3" {}
                    } (board::piece(*look)) " " (who) } " "
                } }
                @for kind in &self.kinds {
                    figure {
                        figcaption { (kind.what) span.soft { ", " (short(kind.low)) " to " (short(kind.high)) } }
                        svg.curve viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
                            aria-label=(format!("{}, from {} to {}, over the way", kind.what, short(kind.low), short(kind.high))) {
                            rect.ground x="0" y="0" width=(WIDTH) height=(HEIGHT) {}
                            @for line in &kind.lines {
                                polyline.gauge.other[line.who > 0] points=(points(kind, line)) {}
                            }
                            @for line in &kind.lines {
                                circle.now.other[line.who > 0] data-what=(kind.what) data-who=(self.who[line.who].0) r="3.5" cx="-9" cy="0" {}
                            }
                        }
                    }
                }
            }
        } }
    }

    /// Where the numbers of a moment stand: what, whose, and the place in the picture.
    pub(crate) fn at(&self, frame: &Frame) -> Vec<(String, String, f64, f64)> {
        let gauges = frame.gauges.iter().filter_map(|gauge| {
            let kind = self.kinds.iter().find(|kind| kind.what == gauge.what)?;
            let (x, y) = Self::place(kind, (gauge.at, gauge.value));
            Some((gauge.what.to_owned(), gauge.who.clone(), x, y))
        });
        gauges.collect()
    }
}

fn points(kind: &Kind, line: &Line) -> String {
    let point = |point: &(f64, f64)| {
        let (x, y) = Curves::place(kind, *point);
        format!("{x:.1},{y:.1}")
    };
    line.points.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// What the trees of all who are watched came to.
pub(crate) fn decisions(decisions: &[Decision]) -> Markup {
    let mut out: Vec<&str> =
        decisions.iter().filter(|known| known.is_out).map(|known| &known.who[..]).collect();
    out.dedup();
    html! {
        @if decisions.is_empty() { p.soft { "No tree was asked yet." } }
        @for who in out { p.soft { strong { (who) } " is out: its trees are asked no more." } }
        div.decisions { @for known in decisions.iter().filter(|known| !known.is_out) {
            section {
                h3 { (known.who) ": " (known.tree)
                    @if let Some(value) = known.values.first().copied().flatten() { " = " span.number { (short(value)) } } }
                p.soft { "Decides " (known.decides) @if !known.when.is_empty() { "; asked " (known.when) } "." }
                @if let Some(because) = &known.because { p.because { (rounded(because.trim_end_matches('.'))) "." } }
                (explained(&known.outline, &known.values, &known.terms))
            }
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludevo_game::scene::{Gauge, Scene};

    fn frame(round: usize, caption: &str, value: f64, at: f64) -> Frame {
        let gauge = Gauge { who: "a".to_owned(), look: Look::First, what: "speed, m/s", value, at };
        Frame { round: Some(round), gauges: vec![gauge], ..Frame::new(Scene::default(), caption.to_owned()) }
    }

    fn ended(how: &str, frame: Frame) -> Frame {
        Frame { ending: Some(how.to_owned()), ..frame }
    }

    #[test]
    fn whoever_is_dashed_in_one_picture_is_dashed_in_all() {
        let gauge =
            |who: &str, what, value| Gauge { who: who.to_owned(), look: Look::First, what, value, at: 0.5 };
        let gauges = vec![gauge("a", "speed", 1.0), gauge("b", "speed", 2.0), gauge("b", "steering", 3.0)];
        let frame = Frame { gauges, ..Frame::new(Scene::default(), String::new()) };
        let page = Curves::of(&[frame]).draw().into_string();
        for dot in page.split("<circle class=\"now").skip(1) {
            assert_eq!(dot.starts_with(" other"), dot.contains("data-who=\"b\""), "{page}");
        }
        assert_eq!(page.matches("data-what=\"steering\" data-who=\"b\"").count(), 1, "{page}");
    }

    #[test]
    fn rounds_lead_to_their_first_and_last_moment() {
        let frames = [
            Frame::new(Scene::default(), "start".to_owned()),
            frame(1, "round 1, turn 1", 0.0, 0.0),
            ended("a wins the round", frame(1, "round 1, turn 2: a wins the round", 1.0, 0.1)),
            ended("b: c wins", frame(2, "round 2, turn 1: b: c wins", 2.0, 0.2)),
        ];
        let page = rounds(&frames).into_string();
        assert!(page.contains("href=\"#1\"") && page.contains("href=\"#2\">a wins the round"), "{page}");
        assert!(page.contains("href=\"#3\">b: c wins"), "{page}");
        assert_eq!(rounds(&frames[..3]).into_string(), "");
    }

    #[test]
    fn a_number_stands_on_its_curve() {
        let frames = [frame(1, "", 0.0, 0.0), frame(1, "", 10.0, 0.5)];
        let curves = Curves::of(&frames);
        let page = curves.draw().into_string();
        assert!(page.contains("points=\"0.0,56.0 150.0,4.0\""), "{page}");
        assert_eq!(curves.at(&frames[1]), [("speed, m/s".to_owned(), "a".to_owned(), 150.0, 4.0)]);
    }

    #[test]
    fn whoever_is_out_is_said_to_be() {
        let decision = Decision {
            who: "a".to_owned(),
            tree: "gun".to_owned(),
            decides: "when to fire".to_owned(),
            when: String::new(),
            outline: [("Lead".to_owned(), None)].into(),
            values: [Some(1.0)].into(),
            terms: [("Lead", "how far ahead")].into(),
            because: Some("Lead = 1 is positive, so it fires.".to_owned()),
            is_out: false,
        };
        let page = decisions(std::slice::from_ref(&decision)).into_string();
        assert!(page.contains("how far ahead") && page.contains("so it fires"), "{page}");
        let page = decisions(&[Decision { is_out: true, ..decision }]).into_string();
        assert!(
            page.contains("is out: its trees are asked no more") && !page.contains("asked yet"),
            "{page}"
        );
        assert!(decisions(&[]).into_string().contains("No tree was asked yet."));
    }
}
