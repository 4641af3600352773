//! What fixes a run, and why some plans are refused.

use thiserror::Error;

use crate::contest::Contest;
use crate::rounds::Round;
use crate::selection::Selection;
use crate::settings::{EvolutionSettings, RangeError, Stop, Yardstick, check_rounds};

/// Everything that fixes a run, beside its species and its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name of the population in logs.
    pub name: String,
    /// The seed.
    pub seed: u64,
    /// How the population evolves.
    pub evolution: EvolutionSettings,
    /// What fitness is made of.
    pub rounds: Vec<Round>,
    /// How progress is measured.
    pub yardstick: Yardstick,
    /// When it ends early.
    pub stop: Stop,
}

/// Why a run could not start.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A value is out of its range.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// A guide of the fitness that the game does not have.
    #[error("{problem}")]
    Guide {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Another opponent that the game does not have.
    #[error("{0}")]
    Opponent(String),
    /// Something is asked for that the game does not have in this experiment.
    #[error("`{asked}` needs {missing}")]
    Missing {
        /// What asks for it: a round of fitness, or a key.
        asked: String,
        /// What there is not.
        missing: &'static str,
    },
    /// More individuals to start from than the population holds.
    #[error("{given} individuals to start from, but the population holds {population}")]
    TooManyFounders {
        /// How many were given.
        given: usize,
        /// How many there is room for.
        population: usize,
    },
}

impl Plan {
    /// Checks every value, and that the game has what is asked for.
    pub fn check<C: Contest + ?Sized>(&self, contest: &C) -> Result<(), PlanError> {
        self.evolution.check()?;
        self.yardstick.check()?;
        self.stop.check(self.yardstick.every)?;
        check_rounds(&self.rounds, &self.evolution)?;
        check_what_there_is(contest, self)
    }
}

/// Refuses what a plan asks for and the game does not have: it would judge everybody alike for ever.
fn check_what_there_is<C: Contest + ?Sized>(contest: &C, plan: &Plan) -> Result<(), PlanError> {
    let needs = |there: bool, asked: &str, missing: &'static str| match there {
        true => Ok(()),
        false => Err(PlanError::Missing { asked: asked.to_owned(), missing }),
    };
    let Plan { evolution, rounds, .. } = plan;
    let meetings = "individuals that can meet in a game, and here each plays alone";
    let problems = "problems whose answers are known, and there are none here";
    let judges = "positions that individuals judge, and there are none here";
    let mut foresight = 0;
    for round in rounds {
        let name = format!("fitness.round = {}", round.name());
        match round {
            Round::Guide { .. } => {}
            Round::CoPlay { .. }
            | Round::RandomOpponents { .. }
            | Round::RoundRobin { .. }
            | Round::SingleElimination { .. } => needs(contest.genomes_meet(), &name, meetings)?,
            Round::HallOfFame { .. } => {
                needs(contest.genomes_meet(), &name, meetings)?;
                let size = evolution.hall_of_fame.size;
                needs(size > 0, &name, "a hall of fame: evolution.hall_of_fame.size above 0")?;
            }
            Round::Problems { .. } => needs(contest.problems().is_some(), &name, problems)?,
            Round::Rivals { problems: size, .. } => {
                let is_empty = contest.problems().is_some_and(|exam| exam.questions() == 0);
                needs(contest.rivals(*size).is_some() && !is_empty, &name, problems)?;
            }
            Round::Foresight { .. } => {
                needs(contest.foresight(foresight).is_some(), &name, judges)?;
                foresight += 1;
            }
        }
    }
    if matches!(evolution.selection, Selection::Duel { .. }) {
        needs(contest.genomes_meet(), "evolution.selection.method = duel", meetings)?;
    }
    if evolution.lessons > 0 {
        needs(contest.teacher().is_some(), "evolution.lessons", "a teacher, and there is none here")?;
    }
    if let Some(tuning) = &evolution.tuning {
        let foresees = tuning.foresight > 0.0;
        needs(!foresees || foresight > 0, "evolution.tuning.foresight", "a round of foresight")?;
        let meets = evolution.hall_of_fame.size > 0;
        needs(!meets || contest.genomes_meet(), "evolution.tuning with evolution.hall_of_fame", meetings)?;
    }
    Ok(())
}
