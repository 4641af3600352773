//! What an experiment states about evolution, and the checks of its values.

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

fn check_share(key: &str, value: f64) -> Result<(), RangeError> {
    check((0.0..=1.0).contains(&value), key, value, "0 to 1")
}

impl EvolutionSettings {
    /// Checks every value.
    pub fn check(&self) -> Result<(), RangeError> {
        let population = self.population;
        check((2..=1_000_000).contains(&population), "evolution.population", population, "2 to 1000000")?;
        check(self.generations >= 1, "evolution.generations", self.generations, "at least 1")?;
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
                check(games >= 1, "evolution.selection.games", games, "at least 1")?;
            }
            Selection::Rank | Selection::Fitness => {}
        }
        let (Breeding::Both { crossover, mutation } | Breeding::OneOf { crossover, mutation }) =
            self.breeding;
        check_share("evolution.breeding.crossover", crossover)?;
        check_share("evolution.breeding.mutation", mutation)?;
        if matches!(self.breeding, Breeding::OneOf { .. }) {
            let sum = crossover + mutation;
            check(sum <= 1.0 + 1e-9, "evolution.breeding.crossover + mutation", sum, "at most 1")?;
        }
        if let Some(replaced) = self.replaced {
            let allowed = "from 1 to the population";
            check((1..=population).contains(&replaced), "evolution.replaced", replaced, allowed)?;
        }
        let hall = self.hall_of_fame;
        let allowed = "at least 1 where there is a hall of fame";
        check(hall.size == 0 || hall.every >= 1, "evolution.hall_of_fame.every", hall.every, allowed)?;
        let penalty = self.parsimony.penalty;
        check(penalty.is_finite() && penalty >= 0.0, "evolution.parsimony.penalty", penalty, "0 or more")?;
        if let Some(tuning) = &self.tuning {
            check(tuning.every >= 1, "evolution.tuning.every", tuning.every, "at least 1")?;
            check(tuning.iterations >= 1, "evolution.tuning.iterations", tuning.iterations, "at least 1")?;
            let foresight = tuning.foresight;
            let allowed = "0 or more";
            check(
                foresight.is_finite() && foresight >= 0.0,
                "evolution.tuning.foresight",
                foresight,
                allowed,
            )?;
            let allowed = "at least 1, or 0 with foresight";
            check(tuning.games >= 1 || foresight > 0.0, "evolution.tuning.games", tuning.games, allowed)?;
            let is_step = tuning.step > 0.0 && tuning.step <= 100.0;
            check(is_step, "evolution.tuning.step", tuning.step, "more than 0, at most 100")?;
            let hall = self.hall_of_fame.size;
            let allowed = "at least one, or a hall of fame, or foresight";
            let somebody = hall > 0 || !tuning.opponents.is_empty() || foresight > 0.0;
            check(somebody, "evolution.tuning.opponents", "empty", allowed)?;
        }
        Ok(())
    }
}

/// Checks the rounds of a fitness.
pub fn check_rounds(rounds: &[Round], selection: Selection) -> Result<(), RangeError> {
    let needed = !matches!(selection, Selection::Duel { .. });
    check(!needed || !rounds.is_empty(), "fitness", "empty", "at least one round")?;
    let rivals = rounds.iter().filter(|round| matches!(round, Round::Rivals { .. })).count();
    check(rivals <= 1, "fitness", format!("{rivals} rounds of rivals"), "one at most")?;
    for round in rounds {
        let (Round::Guide { games, points, .. }
        | Round::CoPlay { games, points }
        | Round::RandomOpponents { games, points }
        | Round::RoundRobin { games, points }
        | Round::SingleElimination { games, points }
        | Round::Foresight { games, points, .. }
        | Round::HallOfFame { games, points }
        | Round::Problems { count: games, points }
        | Round::Rivals { sets: games, points, .. }) = round;
        check((1..=1_000_000).contains(games), "fitness.games", games, "1 to 1000000")?;
        check(points.is_finite() && *points >= 0.0, "fitness.points", points, "0 or more")?;
        if let Round::Foresight { positions, .. } = round {
            check((1..=100).contains(positions), "fitness.positions", positions, "1 to 100")?;
        }
        if let Round::Rivals { population, problems, sets, every, .. } = round {
            check((2..=100_000).contains(population), "fitness.population", population, "2 to 100000")?;
            check((1..=10_000).contains(problems), "fitness.problems", problems, "1 to 10000")?;
            check(sets <= population, "fitness.sets", sets, "at most as many as the population")?;
            check(*every >= 1, "fitness.every", every, "at least 1")?;
        }
        if let Round::Guide { rounds, cutoff, .. } = round {
            check((1..=1_000).contains(rounds), "fitness.rounds", rounds, "1 to 1000")?;
            let cutoff = cutoff.unwrap_or(0.0);
            check(cutoff >= 0.0, "fitness.cutoff", cutoff, "0 or more")?;
        }
    }
    Ok(())
}

impl Stop {
    /// Checks every value; `every` is how often the yardstick measures.
    pub fn check(&self, every: u64) -> Result<(), RangeError> {
        if let Some(target) = self.target {
            check((0.0..=1.0).contains(&target), "stop.target", target, "0 to 1")?;
        }
        if let Some(plateau) = self.plateau {
            let allowed = format!("at least {every}, the generations between two measurements");
            check(plateau >= every, "stop.plateau", plateau, &allowed)?;
        }
        Ok(())
    }
}

impl Yardstick {
    /// Checks every value.
    pub fn check(&self) -> Result<(), RangeError> {
        check(self.games >= 1, "yardstick.games", self.games, "at least 1")?;
        check(self.every >= 1, "yardstick.every", self.every, "at least 1")?;
        check(self.best >= 1, "yardstick.best", self.best, "at least 1")?;
        check(self.finalists >= 1, "yardstick.finalists", self.finalists, "at least 1")?;
        check(self.final_games >= 1, "yardstick.final_games", self.final_games, "at least 1")?;
        check(self.fresh_games >= 1, "yardstick.fresh_games", self.fresh_games, "at least 1")
    }
}
