//! What an experiment states about evolution, and the checks of its values.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::breeding::Breeding;
use crate::rounds::Round;
use crate::selection::{Parsimony, Selection};

/// How a population evolves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionSettings {
    /// How many individuals.
    pub population: usize,
    /// How many generations at most.
    pub generations: u64,
    /// How parents are chosen.
    pub selection: Selection,
    /// How they become children.
    pub breeding: Breeding,
    /// How many of the best go on unchanged.
    #[serde(default)]
    pub elite: usize,
    /// Steady state: only so many of the worst are replaced each generation, the others live on.
    #[serde(default)]
    pub replaced: Option<usize>,
    /// How selection treats size.
    #[serde(default)]
    pub parsimony: Parsimony,
    /// How often a child that acts like one already accepted is varied again; 0 accepts it at once.
    #[serde(default)]
    pub reject_twins: usize,
    /// How many lessons each child gets before it is judged, in games that have problems to learn from.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lessons: usize,
    /// Champions of earlier generations who may serve as opponents.
    #[serde(default)]
    pub hall_of_fame: HallSettings,
    /// Tuning of constants inside the loop.
    #[serde(default)]
    pub tuning: Option<TuningSettings>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The hall of fame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HallSettings {
    /// How many members at most; when it is full, a new member replaces one drawn at random.
    pub size: usize,
    /// Every how many generations the best individual enters.
    pub every: u64,
}

/// Constants of the best individual tuned by CMA-ES and put back into the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningSettings {
    /// Every how many generations.
    pub every: u64,
    /// Iterations of CMA-ES.
    pub iterations: usize,
    /// Games against each opponent for one candidate; a candidate meets the same games as its rivals.
    pub games: usize,
    /// The opponents, beside the hall of fame.
    pub opponents: Vec<String>,
    /// The first step, in units of each constant.
    pub step: f64,
    /// What perfect agreement in the first foresight round is worth, beside the games.
    #[serde(default)]
    pub foresight: f64,
}

/// How progress is measured: on games that fitness never sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Yardstick {
    /// The opponent.
    pub player: String,
    /// Games a measurement, sides alternating.
    pub games: usize,
    /// Every how many generations. The best of the last generation joins the finalists in any case.
    pub every: u64,
    /// How many of the best of a generation are measured.
    #[serde(default = "one")]
    pub best: usize,
    /// How many of the best measured are kept for the final choice.
    #[serde(default = "finalists")]
    pub finalists: usize,
    /// Games of each finalist for that choice.
    pub final_games: usize,
    /// Fresh games of the chosen one, for the score that is reported.
    pub fresh_games: usize,
}

fn one() -> usize {
    1
}

fn finalists() -> usize {
    8
}

/// When a run ends before its generations are done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stop {
    /// A yardstick score that is enough.
    pub target: Option<f64>,
    /// So many generations without a better yardstick score.
    pub plateau: Option<u64>,
}

/// The most generations of a run, and so the longest time that anything in it waits.
pub const MOST_GENERATIONS: u64 = 1_000_000_000;

/// The most games, pairings or draws that one step of evolution may ask for: their results are in memory together.
const MOST_AT_ONCE: usize = 10_000_000;

/// The most positions of a foresight round, whose views are kept for the whole run.
const MOST_POSITIONS: usize = 1_000_000;

/// What a point may be worth or a node may cost: far from where sums of them stop being numbers.
const MOST_WORTH: f64 = 1e6;

/// A value that is out of its range.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("`{key}` is {value}, allowed is {allowed}")]
pub struct RangeError {
    /// The key in the experiment file.
    pub key: String,
    /// What it says.
    pub value: String,
    /// What it may say.
    pub allowed: String,
}

/// Fails unless `holds`.
pub fn check(holds: bool, key: &str, value: impl ToString, allowed: &str) -> Result<(), RangeError> {
    if holds {
        return Ok(());
    }
    Err(RangeError { key: key.to_owned(), value: value.to_string(), allowed: allowed.to_owned() })
}

/// Fails unless `value` lies in the range.
pub fn within<T: PartialOrd + Display>(
    key: &str,
    value: T,
    allowed: RangeInclusive<T>,
) -> Result<(), RangeError> {
    let text = format!("{} to {}", allowed.start(), allowed.end());
    check(allowed.contains(&value), key, value, &text)
}

/// Fails unless `value` is positive and at most `most`.
pub fn positive(key: &str, value: f64, most: f64) -> Result<(), RangeError> {
    check(value > 0.0 && value <= most, key, value, &format!("more than 0, at most {most}"))
}

impl EvolutionSettings {
    /// Checks every value.
    pub fn check(&self) -> Result<(), RangeError> {
        let population = self.population;
        within("evolution.population", population, 2..=1_000_000)?;
        within("evolution.generations", self.generations, 1..=MOST_GENERATIONS)?;
        check(self.elite < population, "evolution.elite", self.elite, "less than the population")?;
        match self.selection {
            Selection::Tournament { size, winners } => {
                let allowed = "from 1 to the population";
                check((1..=population).contains(&size), "evolution.selection.size", size, allowed)?;
                let allowed = "from 1 to the tournament's size";
                check((1..=size).contains(&winners), "evolution.selection.winners", winners, allowed)?;
            }
            Selection::Duel { size, games } => {
                let allowed = "from 2 to the population";
                check((2..=population).contains(&size), "evolution.selection.size", size, allowed)?;
                let drawn = size.saturating_mul(population);
                let allowed = format!("so few that all knock-outs together have at most {MOST_AT_ONCE}");
                check(drawn <= MOST_AT_ONCE, "evolution.selection.size", size, &allowed)?;
                within("evolution.selection.games", games, 1..=1_000_000)?;
            }
            Selection::Rank | Selection::Fitness => {}
        }
        let (key, share, mutation) = match self.breeding {
            Breeding::Both { crossover, mutation } | Breeding::OneOf { crossover, mutation } => {
                ("evolution.breeding.crossover", crossover, mutation)
            }
            Breeding::Shares { copied, mutation } => ("evolution.breeding.copied", copied, mutation),
        };
        within(key, share, 0.0..=1.0)?;
        within("evolution.breeding.mutation", mutation, 0.0..=1.0)?;
        if matches!(self.breeding, Breeding::OneOf { .. }) {
            let sum = share + mutation;
            check(sum <= 1.0 + 1e-9, "evolution.breeding.crossover + mutation", sum, "at most 1")?;
        }
        if let Some(replaced) = self.replaced {
            let allowed = "from 1 to the population";
            check((1..=population).contains(&replaced), "evolution.replaced", replaced, allowed)?;
        }
        within("evolution.reject_twins", self.reject_twins, 0..=1000)?;
        within("evolution.lessons", self.lessons, 0..=1_000_000)?;
        let hall = self.hall_of_fame;
        within("evolution.hall_of_fame.size", hall.size, 0..=10_000)?;
        let every = if hall.size == 0 { 0 } else { 1 };
        within("evolution.hall_of_fame.every", hall.every, every..=MOST_GENERATIONS)?;
        within("evolution.parsimony.penalty", self.parsimony.penalty, 0.0..=MOST_WORTH)?;
        self.tuning.as_ref().map_or(Ok(()), |tuning| tuning.check(hall.size))
    }
}

impl TuningSettings {
    /// Checks every value; `hall` is how many members the hall of fame may have.
    fn check(&self, hall: usize) -> Result<(), RangeError> {
        within("evolution.tuning.every", self.every, 1..=MOST_GENERATIONS)?;
        within("evolution.tuning.iterations", self.iterations, 1..=1_000_000)?;
        within("evolution.tuning.foresight", self.foresight, 0.0..=MOST_WORTH)?;
        let foresees = self.foresight > 0.0;
        let opponents = hall + self.opponents.len();
        // Some tens of candidates meet all opponents at once.
        let most = MOST_AT_ONCE / 100 / opponents.max(1);
        let allowed = format!("1 to {most}, or 0 with evolution.tuning.foresight");
        let some = (1..=most).contains(&self.games) || (self.games == 0 && foresees);
        check(some, "evolution.tuning.games", self.games, &allowed)?;
        positive("evolution.tuning.step", self.step, 100.0)?;
        let allowed = "at least one, or a hall of fame, or foresight";
        check(opponents > 0 || foresees, "evolution.tuning.opponents", "empty", allowed)
    }
}

/// Checks the rounds of a fitness.
pub fn check_rounds(rounds: &[Round], evolution: &EvolutionSettings) -> Result<(), RangeError> {
    let needed = !matches!(evolution.selection, Selection::Duel { .. });
    check(!needed || !rounds.is_empty(), "fitness", "empty", "at least one round")?;
    let rivals = rounds.iter().filter(|round| matches!(round, Round::Rivals { .. })).count();
    check(rivals <= 1, "fitness", format!("{rivals} rounds of rivals"), "one at most")?;
    rounds.iter().try_for_each(|round| round.check(evolution.population))
}

impl Round {
    /// Checks every value for a population of so many.
    fn check(&self, individuals: usize) -> Result<(), RangeError> {
        let (Round::Guide { points, .. }
        | Round::CoPlay { points, .. }
        | Round::RandomOpponents { points, .. }
        | Round::RoundRobin { points, .. }
        | Round::SingleElimination { points, .. }
        | Round::Foresight { points, .. }
        | Round::HallOfFame { points, .. }
        | Round::Problems { points, .. }
        | Round::Rivals { points, .. }) = self;
        within("fitness.points", *points, 0.0..=MOST_WORTH)?;
        // Each individual or pair, of which there are so many, plays so many games.
        let games = |games: usize, players: usize| {
            let most = (MOST_AT_ONCE / players).clamp(1, 1_000_000);
            let allowed = format!("1 to {most} where the population is {individuals}");
            check((1..=most).contains(&games), "fitness.games", games, &allowed)
        };
        match self {
            Round::Guide { games: each, rounds, cutoff, .. } => {
                games(*each, individuals)?;
                within("fitness.rounds", *rounds, 1..=1000)?;
                within("fitness.cutoff", cutoff.unwrap_or(0.0), 0.0..=1e12)
            }
            Round::CoPlay { games: each, .. }
            | Round::RandomOpponents { games: each, .. }
            | Round::SingleElimination { games: each, .. }
            | Round::HallOfFame { games: each, .. } => games(*each, individuals),
            Round::RoundRobin { games: each, .. } => {
                let pairs = individuals * individuals.saturating_sub(1) / 2;
                let allowed = format!("so few that a round robin has at most {MOST_AT_ONCE} pairs");
                check(pairs <= MOST_AT_ONCE, "evolution.population", individuals, &allowed)?;
                games(*each, pairs.max(1))
            }
            Round::Problems { count, .. } => within("fitness.count", *count, 1..=1_000_000),
            Round::Foresight { games, positions, .. } => {
                within("fitness.positions", *positions, 1..=100)?;
                within("fitness.games", *games, 1..=MOST_POSITIONS / positions)
            }
            Round::Rivals { population, problems, sets, every, .. } => {
                within("fitness.population", *population, 2..=100_000)?;
                within("fitness.problems", *problems, 1..=(MOST_AT_ONCE / population).min(10_000))?;
                let most = (MOST_AT_ONCE / individuals).clamp(1, *population);
                within("fitness.sets", *sets, 1..=most)?;
                within("fitness.every", *every, 1..=MOST_GENERATIONS)
            }
        }
    }
}

impl Stop {
    /// Checks every value; `every` is how often the yardstick measures.
    pub fn check(&self, every: u64) -> Result<(), RangeError> {
        within("stop.target", self.target.unwrap_or(0.0), 0.0..=1.0)?;
        let Some(plateau) = self.plateau else { return Ok(()) };
        let allowed = format!("{every}, the generations between two measurements, to {MOST_GENERATIONS}");
        check((every..=MOST_GENERATIONS).contains(&plateau), "stop.plateau", plateau, &allowed)
    }
}

impl Yardstick {
    /// Checks every value.
    pub fn check(&self) -> Result<(), RangeError> {
        within("yardstick.games", self.games, 1..=MOST_AT_ONCE)?;
        within("yardstick.every", self.every, 1..=MOST_GENERATIONS)?;
        within("yardstick.best", self.best, 1..=1_000_000)?;
        within("yardstick.finalists", self.finalists, 1..=100_000)?;
        within("yardstick.final_games", self.final_games, 1..=MOST_AT_ONCE)?;
        within("yardstick.fresh_games", self.fresh_games, 1..=MOST_AT_ONCE)
    }
}
