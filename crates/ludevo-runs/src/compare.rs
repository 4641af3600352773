//! Comparing runs: final scores on fresh games and the way there, over repeated seeds.

use std::collections::BTreeMap;

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{
    Interval, MannWhitney, Moments, difference_of_means, mann_whitney, mean, median, of_mean, vargha_delaney,
};
use serde::Serialize;

use crate::index::{Index, IndexError, RunEntry};

/// Runs beside each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The groups, in the order asked for.
    pub groups: Vec<Group>,
    /// Each group against each later one.
    pub pairs: Vec<Pair>,
    /// What a reader must know before believing it, such as different yardsticks.
    pub cautions: Vec<String>,
}

/// Runs that belong together, such as those of one experiment with several seeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// What it was asked for by.
    pub name: String,
    /// The runs.
    pub runs: Vec<RunEntry>,
    /// The champions' scores on fresh games, of the runs that have one.
    pub scores: Vec<f64>,
    /// Runs that are equal to others of the group and were left out.
    pub equal: usize,
    /// Their mean.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean over all seeds (Student's); nothing for fewer than two runs.
    pub interval: Option<Interval>,
    /// Their median.
    pub median: Option<f64>,
    /// The yardstick's score by generation.
    pub curve: Vec<CurvePoint>,
}

/// Yardstick scores of a generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// The generation.
    pub generation: u64,
    /// The mean over the runs that measured it.
    pub mean: f64,
    /// How many those are.
    pub runs: usize,
}

/// Two groups.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The number of the first group.
    pub first: usize,
    /// The number of the second group.
    pub second: usize,
    /// Whether scores of one tend to be larger. Nothing with fewer than two runs in a group: one champion each says
    /// nothing about the settings that made them.
    pub test: Option<MannWhitney>,
    /// The mean of the first group less that of the second.
    pub difference: Option<f64>,
    /// The 95 % interval of that difference (Welch's).
    pub interval: Option<Interval>,
    /// The chance that a run of the first group scores higher than one of the second (Vargha and Delaney's A).
    pub effect: Option<f64>,
}

/// Compares groups of runs, each named as [`Index::find`] takes it.
pub fn compare(index: &Index, names: &[String]) -> Result<Comparison, IndexError> {
    let groups: Vec<Group> = names.iter().map(|name| group(index, name)).collect::<Result<_, _>>()?;
    let mut pairs = Vec::new();
    for (first, one) in groups.iter().enumerate() {
        for (second, other) in groups.iter().enumerate().skip(first + 1) {
            let repeated = one.scores.len() > 1 && other.scores.len() > 1;
            let scores = repeated.then_some((&one.scores, &other.scores));
            pairs.push(Pair {
                first,
                second,
                test: scores.and_then(|(one, other)| mann_whitney(one, other)),
                difference: one.mean.zip(other.mean).map(|(one, other)| one - other),
                interval: difference_of_means(&moments(&one.scores), &moments(&other.scores), CONFIDENCE),
                effect: scores.and_then(|(one, other)| vargha_delaney(one, other)),
            });
        }
    }
    let cautions = cautions(&groups);
    Ok(Comparison { groups, pairs, cautions })
}

fn group(index: &Index, name: &str) -> Result<Group, IndexError> {
    let found = index.find(name)?;
    let count = found.len();
    let runs = RunEntry::distinct(found);
    let scores: Vec<f64> = runs.iter().filter_map(|run| run.score).collect();
    let mut curve: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for run in &runs {
        for report in index.folder(&run.name)?.log()? {
            if let Some(yardstick) = report.yardstick {
                curve.entry(report.generation).or_default().push(yardstick.score);
            }
        }
    }
    let point = |(generation, scores): (u64, Vec<f64>)| CurvePoint {
        generation,
        mean: scores.iter().sum::<f64>() / scores.len() as f64,
        runs: scores.len(),
    };
    Ok(Group {
        name: name.to_owned(),
        equal: count - runs.len(),
        mean: mean(&scores),
        interval: (scores.len() > 1).then(|| of_mean(&moments(&scores), CONFIDENCE)),
        median: median(&scores),
        curve: curve.into_iter().map(point).collect(),
        runs,
        scores,
    })
}

fn moments(values: &[f64]) -> Moments {
    let mut moments = Moments::default();
    values.iter().for_each(|value| moments.push(*value));
    moments
}

fn cautions(groups: &[Group]) -> Vec<String> {
    let mut cautions = Vec::new();
    let all = || groups.iter().flat_map(|group| &group.runs);
    let mut differ = |what: &str, values: Vec<String>| {
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        if values.len() > 1 {
            cautions.push(format!("the runs differ in {what}: {}", values.join(", ")));
        }
    };
    differ("game", all().map(|run| run.game.clone()).collect());
    differ("yardstick, so their scores cannot be compared", all().map(|run| run.yardstick.clone()).collect());
    differ("version", all().map(|run| run.version.clone()).collect());
    for group in groups {
        if group.equal > 0 {
            let (equal, name) = (group.equal, &group.name);
            cautions.push(format!("{equal} runs of {name} are equal to others and are counted once"));
        }
        let unfinished = group.runs.iter().filter(|run| run.end.is_none()).count();
        if unfinished > 0 {
            cautions.push(format!(
                "{unfinished} of {} runs of {} are not over",
                group.runs.len(),
                group.name
            ));
        }
        if group.scores.len() == 1 && groups.len() > 1 {
            cautions.push(format!(
                "{} is a single run: repeat it with other seeds to compare settings",
                group.name
            ));
        }
    }
    cautions
}
