//! Verdicts: how a measured figure stands to what its row is held to. Pure functions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a source reports.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Published {
    /// One figure.
    Figure(f64),
    /// Something from the first to the second.
    Range([f64; 2]),
}

impl Published {
    /// Its lower and its upper end.
    pub fn ends(self) -> [f64; 2] {
        match self {
            Published::Figure(figure) => [figure; 2],
            Published::Range(ends) => ends,
        }
    }
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Published::Figure(figure) => f.pad(&written(*figure)),
            Published::Range([least, most]) => f.pad(&format!("{} to {}", written(*least), written(*most))),
        }
    }
}

/// What came out of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The figure.
    #[serde(rename = "measured")]
    pub value: f64,
    /// The lower end of its 95 % interval; the figure itself where there is none.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many games, problems or runs it is of.
    pub games: u64,
    /// The standard deviation a turn, for counts of states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f64>,
}

impl Measured {
    /// A figure that has no interval.
    pub fn exact(value: f64, games: u64) -> Self {
        Measured { value, low: value, high: value, games, deviation: None }
    }

    /// The same of what cannot be less than nothing, such as counts, times and their ratios.
    pub(crate) fn of_amounts(self) -> Self {
        Measured { low: self.low.max(0.0), ..self }
    }

    /// Its interval for people, if it has one.
    pub fn interval(&self) -> Option<String> {
        (self.low < self.high).then(|| format!("{} to {}", written(self.low), written(self.high)))
    }
}

/// What a row is held to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "goal", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Goal {
    /// At least the published figure.
    Reach {
        /// A bar of our own in its place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bar: Option<f64>,
    },
    /// At most the published figure.
    AtMost {
        /// A bar of our own in its place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bar: Option<f64>,
    },
    /// The published figure, neither more nor less.
    Match {
        /// How far off it may be.
        tolerance: f64,
    },
    /// A finding without a number of its own: that something is above this.
    Finding {
        /// Above what.
        above: f64,
    },
    /// Nothing: the figures stand beside each other.
    Compare,
    /// It cannot be measured: what the source measured on is not to be had any more.
    Lost,
}

/// How a row came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval is at the figure or beyond.
    Reached,
    /// The interval contains the figure.
    Level,
    /// The whole interval falls short of it.
    Short,
    /// The figure is met within the tolerance.
    Matched,
    /// It is not.
    Off,
    /// The finding is confirmed.
    Holds,
    /// It is refuted.
    Fails,
    /// The interval leaves it open.
    Undecided,
    /// There is nothing to be held to.
    Shown,
    /// It cannot be measured any more.
    Lost,
}

impl Verdict {
    /// All of them, those that a figure is passed by first.
    pub const ALL: [Verdict; 10] = [
        Verdict::Reached,
        Verdict::Level,
        Verdict::Short,
        Verdict::Matched,
        Verdict::Off,
        Verdict::Holds,
        Verdict::Fails,
        Verdict::Undecided,
        Verdict::Shown,
        Verdict::Lost,
    ];

    /// Whether a figure is missed: then what was tried is told.
    pub fn is_a_miss(self) -> bool {
        matches!(self, Verdict::Short | Verdict::Off)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Reached => "reached",
            Verdict::Level => "level",
            Verdict::Short => "short",
            Verdict::Matched => "matched",
            Verdict::Off => "off",
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Undecided => "undecided",
            Verdict::Shown => "compared",
            Verdict::Lost => "lost",
        }
    }
}

impl Goal {
    /// Whether there is a figure to hold a row to.
    pub fn has_figure(&self, published: Option<Published>) -> bool {
        match self {
            Goal::Reach { bar } | Goal::AtMost { bar } => bar.is_some() || published.is_some(),
            Goal::Match { .. } => published.is_some(),
            Goal::Finding { .. } | Goal::Compare | Goal::Lost => true,
        }
    }

    /// The verdict on what was measured.
    pub fn verdict(&self, published: Option<Published>, measured: &Measured) -> Verdict {
        let &Measured { value, low, high, .. } = measured;
        let ends = published.map(Published::ends);
        match *self {
            Goal::Reach { bar } => match bar.or(ends.map(|ends| ends[0])) {
                Some(bar) if low >= bar => Verdict::Reached,
                Some(bar) if high >= bar => Verdict::Level,
                Some(_) => Verdict::Short,
                None => Verdict::Shown,
            },
            Goal::AtMost { bar } => match bar.or(ends.map(|ends| ends[1])) {
                Some(bar) if high <= bar => Verdict::Reached,
                Some(bar) if low <= bar => Verdict::Level,
                Some(_) => Verdict::Short,
                None => Verdict::Shown,
            },
            Goal::Match { tolerance } => match ends {
                Some([least, most]) if (least - tolerance..=most + tolerance).contains(&value) => {
                    Verdict::Matched
                }
                Some(_) => Verdict::Off,
                None => Verdict::Shown,
            },
            Goal::Finding { above } if low > above => Verdict::Holds,
            Goal::Finding { above } if high <= above => Verdict::Fails,
            Goal::Finding { .. } => Verdict::Undecided,
            Goal::Compare => Verdict::Shown,
            Goal::Lost => Verdict::Lost,
        }
    }

    /// What a reader of a verdict must know beside the published figure: the tolerance, or a bar that is ours.
    pub fn remark(&self) -> Option<String> {
        match self {
            Goal::Reach { bar: Some(bar) } => Some(format!("our bar: at least {bar}")),
            Goal::AtMost { bar: Some(bar) } => Some(format!("our bar: at most {bar}")),
            Goal::Match { tolerance } => Some(format!("tolerance {tolerance}")),
            _ => None,
        }
    }
}

/// A figure for people: shares with four digits, counts with one.
pub fn written(value: f64) -> String {
    if value > 10.0 { format!("{value:.1}") } else { format!("{value:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(low: f64, value: f64, high: f64) -> Measured {
        Measured { value, low, high, games: 100, deviation: None }
    }

    #[test]
    fn a_figure_is_reached_by_the_whole_interval_only() {
        let verdict = |low, value, high| {
            let published = Some(Published::Figure(0.6));
            Goal::Reach { bar: None }.verdict(published, &measured(low, value, high))
        };
        assert_eq!(verdict(0.6, 0.65, 0.7), Verdict::Reached);
        assert_eq!(verdict(0.59, 0.65, 0.7), Verdict::Level);
        assert_eq!(verdict(0.5, 0.55, 0.6), Verdict::Level);
        assert_eq!(verdict(0.5, 0.55, 0.599), Verdict::Short);
        assert_eq!(verdict(0.6, 0.6, 0.6), Verdict::Reached);
        assert_eq!(verdict(0.59, 0.59, 0.59), Verdict::Short);
    }

    #[test]
    fn a_limit_is_kept_by_the_whole_interval_only() {
        let verdict = |low, high| Goal::AtMost { bar: Some(92.0) }.verdict(None, &measured(low, 91.0, high));
        assert_eq!(verdict(90.0, 92.0), Verdict::Reached);
        assert_eq!(verdict(90.0, 92.1), Verdict::Level);
        assert_eq!(verdict(92.1, 93.0), Verdict::Short);
    }

    #[test]
    fn a_bar_of_our_own_takes_the_place_of_the_published_figure() {
        let goal = Goal::Reach { bar: Some(0.9) };
        assert_eq!(goal.verdict(Some(Published::Figure(0.1)), &measured(0.5, 0.6, 0.7)), Verdict::Short);
        assert_eq!(goal.remark().as_deref(), Some("our bar: at least 0.9"));
    }

    #[test]
    fn a_figure_is_matched_within_its_tolerance_whatever_the_interval() {
        let verdict = |published, value| {
            Goal::Match { tolerance: 0.03 }.verdict(Some(published), &measured(0.0, value, 1.0))
        };
        assert_eq!(verdict(Published::Figure(0.5), 0.52), Verdict::Matched);
        assert_eq!(verdict(Published::Figure(0.5), 0.46), Verdict::Off);
        assert_eq!(verdict(Published::Range([0.8, 0.9]), 0.92), Verdict::Matched);
        assert_eq!(verdict(Published::Range([0.8, 0.9]), 0.94), Verdict::Off);
    }

    #[test]
    fn what_is_lost_is_so_whatever_was_measured() {
        let figures = [0.0, 0.5, 1.0].map(|value| measured(value, value, value));
        let verdict = |measured| Goal::Lost.verdict(Some(Published::Figure(0.5)), measured);
        assert_eq!(figures.each_ref().map(verdict), [Verdict::Lost; 3]);
    }

    #[test]
    fn a_finding_that_the_interval_leaves_open_is_undecided() {
        let verdict = |low, high| Goal::Finding { above: 0.5 }.verdict(None, &measured(low, 0.5, high));
        assert_eq!(verdict(0.51, 0.6), Verdict::Holds);
        assert_eq!(verdict(0.4, 0.5), Verdict::Fails);
        assert_eq!(verdict(0.5, 0.6), Verdict::Undecided);
    }
}
