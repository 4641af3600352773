//! A game as evolution sees it: genomes become entrants, and entrants meet, are examined or learn.

use rand::seq::index::sample;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use ludevo_random::{Purpose, Stream, stream};

use crate::interrupt::Interrupt;
use crate::rivals::{QuestionSets, Rivals};

/// What an entrant is made ready for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// Games of fitness and tuning.
    Breeding,
    /// Games by which it is measured. It may play otherwise there, such as with more search.
    Measuring,
}

/// A game that could not be played to its end, as when a program outside this one fails. Nothing is known of it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Failed(pub String);

/// A game as evolution sees it. What a game does not have is refused when a run that needs it is planned.
pub trait Contest: Send + Sync {
    /// What is bred.
    type Genome;
    /// A genome or a named opponent, ready to play.
    type Entrant: Send + Sync;

    /// Works out what all generations need, such as problems with known answers. Called before the first generation,
    /// outside of parallel work. It may answer with a text that spares the work when it is given again as `kept`.
    fn set_up(&self, _kept: Option<&str>) -> Result<Option<String>, Failed> {
        Ok(None)
    }

    /// Makes a genome ready.
    fn prepare(&self, genome: &Self::Genome, purpose: For) -> Self::Entrant;

    /// The opponent of this name; the error says which names there are.
    fn opponent(&self, name: &str) -> Result<Self::Entrant, String>;

    /// Plays one game of a pair, of whom the first moves first; the points of the first, from 0 to 1.
    fn play(&self, pair: [&Self::Entrant; 2], purpose: For, rng: &mut Stream) -> Result<f64, Failed>;

    /// Plays many games in a better way than one by one on all cores, if there is one, such as on other hardware; the
    /// points of the first player of each.
    fn play_at_once(
        &self,
        _meetings: &[Meeting<'_, Self::Entrant>],
        _purpose: For,
        _interrupt: &Interrupt,
    ) -> Option<Result<Vec<f64>, Failed>> {
        None
    }

    /// What went wrong where there was no way to say so, such as in an examination. Nothing since then counts.
    fn failure(&self) -> Option<Failed> {
        None
    }

    /// How a genome compares with what people wrote by hand for the same purpose, in about so many games; nothing where
    /// nobody did. Every seed has games of its own.
    fn beyond(&self, _genome: &Self::Genome, _games: usize, _seed: u64) -> Result<Option<Beyond>, Failed> {
        Ok(None)
    }

    /// The genome as it plays, where parts of it are fixed; nothing where it plays as it is.
    fn whole(&self, _genome: &Self::Genome) -> Option<Self::Genome> {
        None
    }

    /// Whether two genomes can meet in a game. Solvers of problems cannot.
    fn genomes_meet(&self) -> bool {
        true
    }

    /// Problems whose answers are known.
    fn problems(&self) -> Option<Box<dyn Exam<Self::Entrant> + '_>> {
        None
    }

    /// Sets of so many problems that are bred against those who solve them.
    fn rivals(&self, problems: usize) -> Option<Box<dyn Rivals<Self::Entrant> + '_>> {
        let exam = self.problems()?;
        Some(Box::new(QuestionSets::new(exam, problems)))
    }

    /// How well judgements of positions agree with how games from them ended, for foresight round `number`. Its one mark
    /// is from -1 to 1.
    fn foresight(&self, _number: usize) -> Option<Box<dyn Exam<Self::Entrant> + '_>> {
        None
    }

    /// Someone from whom genomes learn.
    fn teacher(&self) -> Option<&dyn Teacher<Self::Genome>> {
        None
    }

    /// A number that is equal for genomes that act alike wherever they were compared, if the game can tell.
    fn behaviour(&self, _genome: &Self::Genome) -> Option<u64> {
        None
    }
}

/// What evolution added to what people put in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Beyond {
    /// Games against a program by hand in the same terminals, at the same depth.
    Games {
        /// That program.
        guide: String,
        /// How many games.
        games: usize,
        /// The share of the points.
        score: f64,
    },
    /// Problems that others tried too.
    Problems {
        /// How many problems.
        problems: usize,
        /// The champion first, then the others.
        solvers: Vec<Tried>,
    },
}

/// How a solver did on some problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// The solver.
    pub solver: String,
    /// How many it solved.
    pub solved: usize,
    /// Positions expanded on average, for those not solved too.
    pub expanded: f64,
    /// The moves of its solutions on average; 0 if it has none.
    pub moves: f64,
}

/// A game to be played.
#[derive(Debug)]
pub struct Meeting<'a, E> {
    /// Who moves first.
    pub first: &'a E,
    /// Who moves second.
    pub second: &'a E,
    /// Where its random numbers come from.
    pub chance: Chance,
}

/// Plays many games; the points of the first player of each. Fails once it is interrupted.
pub(crate) fn play_all<C: Contest + ?Sized>(
    contest: &C,
    meetings: &[Meeting<'_, C::Entrant>],
    purpose: For,
    interrupt: &Interrupt,
) -> Result<Vec<f64>, Failed> {
    let play = |meeting: &Meeting<'_, C::Entrant>| {
        interrupt.check()?;
        contest.play([meeting.first, meeting.second], purpose, &mut meeting.chance.stream())
    };
    let at_once = contest.play_at_once(meetings, purpose, interrupt);
    at_once.unwrap_or_else(|| meetings.par_iter().map(play).collect())
}

/// Where the random numbers of one game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The seed of the run.
    pub seed: u64,
    /// What the game is for.
    pub purpose: Purpose,
    /// The generation.
    pub generation: u64,
    /// Which game of these it is.
    pub slot: u64,
}

impl Chance {
    /// The stream.
    pub fn stream(self) -> Stream {
        stream(self.seed, self.purpose, self.generation, self.slot)
    }
}

/// Questions that an entrant is asked without an opponent, each with a mark: problems, positions, tracks, boards.
pub trait Exam<E>: Send + Sync {
    /// How many questions there are.
    fn questions(&self) -> usize;

    /// Asks one of them.
    fn ask(&self, entrant: &E, question: usize, rng: &mut Stream) -> Mark;

    /// The worth alone, for who does not ask how hard the question was: an answer that can get nothing any more need not be
    /// worked out to its end.
    fn worth(&self, entrant: &E, question: usize, rng: &mut Stream) -> f64 {
        self.ask(entrant, question, rng).worth
    }

    /// What an entrant gets on average for `count` questions that `rng` draws, none of them twice. Fails once it is
    /// interrupted.
    fn mark(
        &self,
        entrant: &E,
        count: usize,
        rng: &mut Stream,
        interrupt: &Interrupt,
    ) -> Result<f64, Failed> {
        let drawn = sample(rng, self.questions(), count.min(self.questions()));
        let mut worth = 0.0;
        for question in drawn.iter() {
            interrupt.check()?;
            worth += self.worth(entrant, question, rng);
        }
        Ok(worth / drawn.len().max(1) as f64)
    }

    /// What each of several entrants gets for the same questions; what a question is worth may depend on how all of them
    /// did. Fails once it is interrupted.
    fn marks(
        &self,
        entrants: &[&E],
        count: usize,
        rng: &Stream,
        interrupt: &Interrupt,
    ) -> Result<Vec<f64>, Failed>
    where
        E: Sync,
    {
        entrants.par_iter().map(|entrant| self.mark(entrant, count, &mut rng.clone(), interrupt)).collect()
    }
}

/// What refers to an exam is that exam.
macro_rules! refer {
    ($($to:ty),*) => {$(
        impl<E, X: Exam<E> + ?Sized> Exam<E> for $to {
            fn questions(&self) -> usize {
                (**self).questions()
            }

            fn ask(&self, entrant: &E, question: usize, rng: &mut Stream) -> Mark {
                (**self).ask(entrant, question, rng)
            }

            fn worth(&self, entrant: &E, question: usize, rng: &mut Stream) -> f64 {
                (**self).worth(entrant, question, rng)
            }

            fn mark(&self, entrant: &E, count: usize, rng: &mut Stream, interrupt: &Interrupt) -> Result<f64, Failed> {
                (**self).mark(entrant, count, rng, interrupt)
            }

            fn marks(
                &self,
                entrants: &[&E],
                count: usize,
                rng: &Stream,
                interrupt: &Interrupt,
            ) -> Result<Vec<f64>, Failed>
            where
                E: Sync,
            {
                (**self).marks(entrants, count, rng, interrupt)
            }
        }
    )*};
}

refer!(&X, Box<X>);

/// What comes of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What the entrant gets for it, 1 at most.
    pub worth: f64,
    /// How hard it was; more is harder.
    pub hardness: f64,
}

impl Mark {
    /// The mean of several; nothing for none.
    pub fn mean(marks: impl Iterator<Item = Mark>) -> Mark {
        let none = (0.0, 0.0, 0.0);
        let (worth, hardness, count) = marks.fold(none, |(worth, hardness, count), mark| {
            (worth + mark.worth, hardness + mark.hardness, count + 1.0)
        });
        let count = f64::max(count, 1.0);
        Mark { worth: worth / count, hardness: hardness / count }
    }
}

/// Someone from whom genomes learn before they are judged.
pub trait Teacher<G>: Send + Sync {
    /// What a genome becomes by so many lessons.
    fn teach(&self, genome: &G, lessons: usize, rng: &mut Stream) -> G;
}
