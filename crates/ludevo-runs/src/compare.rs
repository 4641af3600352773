//! Comparing runs: final scores on fresh games and the way there, over repeated seeds.

use std::collections::BTreeMap;

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{
    Interval, MannWhitney, Moments, difference_of_means, lead, mann_whitney, mean, median, of_scores,
    vargha_delaney,
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
    /// The experiment with its settings, or the runs that were asked for.
    pub name: String,
    /// The runs.
    pub runs: Vec<RunEntry>,
    /// The champions' scores on fresh games, of the runs that are over.
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
    /// Seed by seed, where both have two or more in common: runs of one seed may begin alike, and are then no independent
    /// samples.
    pub paired: Option<Paired>,
}

/// Two groups seed by seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// The seeds that both have.
    pub seeds: Vec<u64>,
    /// The mean of the differences, the first less the second.
    pub difference: f64,
    /// The 95 % interval of that (Student's).
    pub interval: Interval,
}

/// Scores of the same seeds beside each other; of a seed that a group has more than once, the mean.
fn paired(one: &Group, other: &Group) -> Option<Paired> {
    let by_seed = |group: &Group| {
        let mut scores: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for run in group.runs.iter().filter(|run| run.end.is_some()) {
            scores.entry(run.seed).or_default().extend(run.score);
        }
        scores
    };
    let (one, other) = (by_seed(one), by_seed(other));
    let both = one.iter().filter_map(|(seed, scores)| Some((*seed, mean(scores)?, mean(other.get(seed)?)?)));
    let both: Vec<(u64, f64, f64)> = both.collect();
    let scores = |of: fn(&(u64, f64, f64)) -> f64| both.iter().map(of).collect::<Vec<f64>>();
    let (difference, interval) = lead(&scores(|both| both.1), &scores(|both| both.2), CONFIDENCE);
    let seeds = both.iter().map(|(seed, ..)| *seed).collect();
    Some(Paired { seeds, difference, interval: interval? })
}

/// Compares groups of runs, named as [`Index::groups`] takes them.
pub fn compare(index: &Index, names: &[String]) -> Result<Comparison, IndexError> {
    let mut groups: Vec<Group> = Vec::new();
    for names in names {
        for (name, runs) in index.groups(names)? {
            groups.push(group(index, name, runs)?);
        }
    }
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
                paired: paired(one, other),
            });
        }
    }
    let mut cautions = cautions(&groups);
    let games: Vec<(&str, f64)> =
        groups.iter().filter_map(|group| Some((group.name.as_str(), games_of(group)?))).collect();
    cautions.extend(efforts_differ(&games));
    cautions.extend(least_p(&groups));
    Ok(Comparison { groups, pairs, cautions })
}

fn group(index: &Index, name: String, found: Vec<RunEntry>) -> Result<Group, IndexError> {
    let count = found.len();
    let runs = RunEntry::distinct(found);
    let scores: Vec<f64> = runs.iter().filter(|run| run.end.is_some()).filter_map(|run| run.score).collect();
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
        name,
        equal: count - runs.len(),
        mean: mean(&scores),
        interval: (scores.len() > 1).then(|| of_scores(&scores, CONFIDENCE)),
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

/// Efforts that differ by more than this share are not equal.
const EQUAL: f64 = 0.1;

/// What is said where some had more games of evolution than others: who, and how many.
pub fn efforts_differ(games: &[(&str, f64)]) -> Option<String> {
    let (few, least) = games.iter().min_by(|one, two| one.1.total_cmp(&two.1))?;
    let (many, most) = games.iter().max_by(|one, two| one.1.total_cmp(&two.1))?;
    (*most > (1.0 + EQUAL) * least).then(|| {
        format!(
            "their efforts differ: {most:.0} games of evolution by {many}, {least:.0} by {few}, so that more is compared than \
             what was changed"
        )
    })
}

/// The games of a run on average.
fn games_of(group: &Group) -> Option<f64> {
    let over = group.runs.iter().filter(|run| run.end.is_some());
    mean(&over.map(|run| run.games as f64).collect::<Vec<f64>>())
}

/// What is said where so few runs are compared that the test cannot tell them apart, however they come out.
fn least_p(groups: &[Group]) -> Option<String> {
    let mut sizes: Vec<usize> = groups.iter().map(|group| group.scores.len()).collect();
    sizes.sort_unstable();
    let &[.., one, two] = &sizes[..] else { return None };
    // Two-sided, where all scores of one group are above all of the other: one order of all that there are.
    let orders = (1..=one).fold(1.0, |orders, place| orders * (two + place) as f64 / place as f64);
    let least = 2.0 / orders;
    (one > 1 && least > 0.05).then(|| {
        format!("with {one} and {two} runs p is at least {least:.2}, however they come out: make more")
    })
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
    for (number, group) in groups.iter().enumerate() {
        let same = |other: &&Group| !group.runs.is_empty() && other.runs == group.runs;
        if let Some(other) = groups[..number].iter().find(same) {
            cautions.push(format!("{} and {} are the same runs", other.name, group.name));
        }
        if group.equal > 0 {
            let (equal, name) = (group.equal, &group.name);
            cautions.push(format!("{equal} runs of {name} are equal to others and are counted once"));
        }
        if group.runs.iter().any(|run| run.says != group.runs[0].says) {
            cautions.push(format!("the runs of {} are of different settings", group.name));
        }
        let unfinished = group.runs.iter().filter(|run| run.end.is_none()).count();
        if unfinished > 0 {
            cautions.push(format!(
                "{unfinished} of {} runs of {} are not over and are left out of the scores",
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
