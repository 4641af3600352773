//! A puzzle as evolution sees it: a solver meets problems as a player meets an opponent.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ludevo_evolve::rivals::{QuestionSets, bundled};
use ludevo_evolve::{Beyond, Contest, Exam, Failed, For, Interrupt, Mark, Policy, Rivals, Standing, Tried};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::puzzle::Limits;
use rand::RngExt;
use rand::seq::index::sample;
use rayon::prelude::*;

use super::changed::Changed;
use super::parts::{Answer, Parts};
use super::{BredProblems, Outcome, ProblemSet, RivalKind, Searched, Worth};

/// Problems and solvers with everything that is fixed for a run.
pub(super) struct ProblemContest<P: Searched> {
    puzzle: P,
    /// What is bred.
    genome: P::Genome,
    /// How what is bred becomes what solves.
    changed: Changed,
    /// How solvers work.
    player: P::Player,
    /// What a solver may use for a problem.
    limits: Limits,
    worth: Worth,
    /// The problems to train on.
    training: Vec<u32>,
    /// What rivals are made of.
    rivals: RivalKind,
    baseline: Option<Baseline<P>>,
    /// A program by hand that champions are compared with.
    guide: Option<P::Method>,
    /// Why a problem could not be posed, once one could not.
    failed: OnceLock<String>,
}

/// A problem that a solver tries.
#[derive(Clone, Copy)]
enum Asked<'a> {
    /// One of a set.
    Numbered(u32),
    /// One that was bred.
    Bred(&'a str),
}

/// How many bred problems are remembered with what they took.
const REMEMBERED: usize = 1 << 14;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The solver that others are compared with, and what it took for the problems of each set as far as they were asked for.
struct Baseline<P: Searched> {
    method: P::Method,
    limits: Limits,
    spare: Mutex<Vec<P::Solver>>,
    taken: Vec<(u32, OnceLock<Taken>)>,
    /// What it took for problems that were bred.
    bred: Mutex<HashMap<String, Taken>>,
}

/// What a solver took for a problem.
#[derive(Clone, Copy)]
struct Taken {
    expanded: f64,
    /// The length of its solution, if it found one.
    length: Option<f64>,
}

/// A solver, or problems.
pub(super) enum Entrant<P: Searched> {
    /// A solver's method, and solvers that threads left behind.
    Solver(P::Method, Mutex<Vec<P::Solver>>),
    /// A set of problems.
    Problems(&'static ProblemSet),
}

impl<P: Searched> ProblemContest<P> {
    /// A contest; `baseline` is how the solver works that others are compared with, where they are, and `guide` how one by hand does
    /// that the champion is compared with.
    pub(super) fn new(
        puzzle: P,
        (genome, changed, player): (P::Genome, Changed, P::Player),
        limits: Limits,
        worth: Worth,
        (training, rivals): (Vec<u32>, RivalKind),
        (baseline, guide): (Option<P::Method>, Option<P::Method>),
    ) -> Self {
        let limits_of_baseline = match worth {
            Worth::Reduction { baseline, .. } => Limits { expanded: baseline, ..limits },
            // Searches that throw nothing away need their memory.
            Worth::Orders { baseline, .. } => Limits { expanded: baseline, memory: 2 << 30, ..limits },
            Worth::Cost { .. } | Worth::Length { .. } | Worth::Parts(_) => limits,
        };
        let mut numbers: Vec<u32> = puzzle.sets().iter().flat_map(|set| &set.numbers).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let baseline = baseline.map(|method| Baseline {
            method,
            limits: limits_of_baseline,
            spare: Mutex::new(Vec::new()),
            taken: numbers.into_iter().map(|number| (number, OnceLock::new())).collect(),
            bred: Mutex::default(),
        });
        ProblemContest {
            puzzle,
            genome,
            changed,
            player,
            limits,
            worth,
            training,
            rivals,
            baseline,
            guide,
            failed: OnceLock::new(),
        }
    }

    /// How a method does on a problem.
    fn attempt(
        &self,
        (method, limits): (&P::Method, Limits),
        spare: &Mutex<Vec<P::Solver>>,
        asked: Asked,
    ) -> Outcome<P::Solution> {
        let problem = match asked {
            Asked::Numbered(number) => self.puzzle.numbered(number),
            Asked::Bred(text) => self.puzzle.read(text),
        };
        let Some(problem) = self.posed(problem) else { return Outcome::nothing() };
        let taken = lock(spare).pop();
        let mut solver = taken.unwrap_or_else(|| self.puzzle.solver(method, limits));
        let outcome = self.puzzle.solve(&mut solver, &problem);
        lock(spare).push(solver);
        outcome
    }

    /// A problem, unless it cannot be had: that is kept, and ends the run.
    fn posed(&self, problem: Result<P::Problem, String>) -> Option<P::Problem> {
        problem.map_err(|error| self.failed.get_or_init(|| error)).ok()
    }

    /// How a method does on some problems.
    fn tried(&self, solver: &str, method: &P::Method, limits: Limits, numbers: &[u32]) -> Tried {
        let spare = Mutex::default();
        let try_one =
            |number: &u32| self.taken(&self.attempt((method, limits), &spare, Asked::Numbered(*number)));
        let all: Vec<Taken> = numbers.par_iter().map(try_one).collect();
        let lengths: Vec<f64> = all.iter().filter_map(|taken| taken.length).collect();
        let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
        Tried {
            solver: format!("{solver} within {} positions", limits.expanded),
            solved: lengths.len(),
            expanded: mean(all.iter().map(|taken| taken.expanded).sum(), all.len()),
            moves: mean(lengths.iter().sum(), lengths.len()),
        }
    }

    /// What an outcome took.
    fn taken(&self, outcome: &Outcome<P::Solution>) -> Taken {
        let length = outcome.solution().map(|solution| self.puzzle.length_of(solution) as f64);
        Taken { expanded: outcome.effort.expanded as f64, length }
    }

    /// What the baseline takes for a problem.
    fn baseline(&self, asked: Asked) -> Taken {
        let baseline = self.baseline.as_ref().expect("whoever compares names a baseline");
        let take = || self.taken(&self.attempt((&baseline.method, baseline.limits), &baseline.spare, asked));
        match asked {
            Asked::Numbered(number) => {
                let place = baseline.taken.binary_search_by_key(&number, |(known, _)| *known);
                let (_, taken) = &baseline.taken[place.expect("a problem of a set")];
                *taken.get_or_init(take)
            }
            Asked::Bred(text) => {
                let known = lock(&baseline.bred).get(text).copied();
                known.unwrap_or_else(|| {
                    let taken = take();
                    let mut bred = lock(&baseline.bred);
                    if bred.len() >= REMEMBERED {
                        bred.clear();
                    }
                    bred.insert(text.to_owned(), taken);
                    taken
                })
            }
        }
    }

    /// Positions that the baseline takes for a problem, or the penalty if it does not solve it.
    fn reduced_from(&self, asked: Asked, penalty: f64) -> f64 {
        let Taken { expanded, length } = self.baseline(asked);
        if length.is_some() { expanded } else { penalty }
    }

    /// How hard a problem was: positions, by those of the baseline where worth is.
    fn hardness(&self, asked: Asked, outcome: &Outcome<P::Solution>) -> f64 {
        let Taken { expanded, length } = self.taken(outcome);
        match self.worth {
            Worth::Reduction { penalty, .. } => {
                let taken = if length.is_some() { expanded } else { penalty };
                taken / self.reduced_from(asked, penalty)
            }
            Worth::Cost { .. } | Worth::Length { .. } | Worth::Orders { .. } | Worth::Parts(_) => expanded,
        }
    }

    fn worth_of(&self, asked: Asked, outcome: &Outcome<P::Solution>) -> f64 {
        let Taken { expanded, length: Some(moves) } = self.taken(outcome) else { return 0.0 };
        match self.worth {
            Worth::Cost { cap, length } => {
                let generated = outcome.effort.generated as f64;
                (1.0 - (generated + 6.0 * expanded + length * moves) / cap).max(0.0)
            }
            Worth::Length { cap } => (1.0 - moves / cap).max(0.0),
            Worth::Reduction { penalty, .. } => {
                let reduction = 1.0 - expanded / self.reduced_from(asked, penalty);
                if reduction > 0.0 { reduction } else { (1.0 + reduction).max(0.0) / 1000.0 }
            }
            Worth::Orders { length, free, .. } => {
                let other = self.baseline(asked);
                let saved = 1.0 - libm::log(expanded.max(1.0)) / libm::log(other.expanded.max(2.0));
                let longer = other.length.map_or(0.0, |other| (moves / other.max(1.0) - 1.0 - free).max(0.0));
                (saved - length * longer).clamp(0.0, 1.0)
            }
            Worth::Parts(_) => 1.0,
        }
    }

    /// How a solver answers a problem, cut off where the parts say so.
    fn answer(&self, parts: &Parts, method: &P::Method, number: u32) -> (Outcome<P::Solution>, Answer) {
        let Some(problem) = self.posed(self.puzzle.numbered(number)) else {
            return (Outcome::nothing(), Answer { grade: 1, nearness: 0.0, boards: 0.0 });
        };
        let grade = self.puzzle.grade(&problem);
        let limits = Limits { expanded: parts.limit(grade).min(self.limits.expanded), ..self.limits };
        let mut solver = self.puzzle.solver(method, limits);
        let outcome = self.puzzle.solve(&mut solver, &problem);
        let nearness = if outcome.solution().is_some() { 1.0 } else { self.puzzle.nearness(&solver) };
        let boards = outcome.effort.expanded as f64;
        (outcome, Answer { grade, nearness, boards })
    }

    /// Problems to train on, of each grade as many.
    fn drawn_by_grade(&self, count: usize, rng: &mut Stream) -> Vec<u32> {
        let mut grades: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for number in &self.training {
            let Some(problem) = self.posed(self.puzzle.numbered(*number)) else { continue };
            grades.entry(self.puzzle.grade(&problem)).or_default().push(*number);
        }
        let each = count.div_ceil(grades.len().max(1));
        let mut draw = |numbers: Vec<u32>| -> Vec<u32> {
            let drawn = sample(rng, numbers.len(), each.min(numbers.len()));
            drawn.iter().map(|place| numbers[place]).collect()
        };
        grades.into_values().flat_map(&mut draw).collect()
    }

    /// What a solver gets for one of the problems, drawn at random.
    fn meet(
        &self,
        method: &P::Method,
        spare: &Mutex<Vec<P::Solver>>,
        set: &ProblemSet,
        rng: &mut Stream,
    ) -> f64 {
        let numbers = &set.numbers;
        let number = numbers[rng.random_range(0..numbers.len())];
        let asked = Asked::Numbered(number);
        let outcome = match &self.worth {
            Worth::Parts(parts) => self.answer(parts, method, number).0,
            _ => self.attempt((method, self.limits), spare, asked),
        };
        match self.worth {
            Worth::Reduction { .. } if !set.is_for_training => {
                f64::from(u8::from(outcome.solution().is_some()))
            }
            _ => self.worth_of(asked, &outcome),
        }
    }
}

impl<P: Searched> Contest for ProblemContest<P> {
    type Genome = Policy;
    type Entrant = Entrant<P>;

    fn prepare(&self, genome: &Policy, purpose: For) -> Entrant<P> {
        let policy = self.changed.solving(genome);
        let method = self.puzzle.method(self.genome, &policy, &self.player, purpose);
        Entrant::Solver(method, Mutex::new(Vec::new()))
    }

    fn opponent(&self, name: &str) -> Result<Entrant<P>, String> {
        let sets = self.puzzle.sets();
        let known = sets.iter().find(|set| set.name == name);
        known.map(Entrant::Problems).ok_or_else(|| {
            let names: Vec<&str> = sets.iter().map(|set| set.name).collect();
            format!("`{name}` is no set of problems; allowed: {}", names.join(", "))
        })
    }

    fn play(
        &self,
        [first, second]: [&Entrant<P>; 2],
        _purpose: For,
        rng: &mut Stream,
    ) -> Result<f64, Failed> {
        let points = match (first, second) {
            (Entrant::Solver(method, spare), Entrant::Problems(set)) => self.meet(method, spare, set, rng),
            (Entrant::Problems(set), Entrant::Solver(method, spare)) => {
                1.0 - self.meet(method, spare, set, rng)
            }
            _ => return Err(Failed("a solver meets problems, not another solver".to_owned())),
        };
        self.failure().map_or(Ok(points), Err)
    }

    fn failure(&self) -> Option<Failed> {
        self.puzzle.failure().or_else(|| self.failed.get().cloned()).map(Failed)
    }

    fn genomes_meet(&self) -> bool {
        false
    }

    fn whole(&self, genome: &Policy) -> Option<Policy> {
        self.changed.whole(genome)
    }

    /// The champion and all solvers that people wrote try the same fresh problems.
    fn beyond(&self, genome: &Policy, games: usize, seed: u64) -> Result<Option<Beyond>, Failed> {
        let names = self.puzzle.beside();
        let set = self.puzzle.sets().iter().find(|set| !set.is_for_training);
        let has_others = !names.is_empty() || self.guide.is_some();
        let (Some(set), true) = (set, has_others) else { return Ok(None) };
        let mut rng = stream(seed, Purpose::Beyond, 0, 0);
        let drawn = sample(&mut rng, set.numbers.len(), games.min(set.numbers.len()));
        let numbers: Vec<u32> = drawn.iter().map(|place| set.numbers[place]).collect();
        let policy = self.changed.solving(genome);
        let champion = self.puzzle.method(self.genome, &policy, &self.player, For::Measuring);
        let others = self.baseline.as_ref().map_or(self.limits, |baseline| baseline.limits);
        let mut solvers = vec![self.tried("champion", &champion, self.limits, &numbers)];
        if let Some(guide) = &self.guide {
            solvers.push(self.tried("the experiment's guide", guide, self.limits, &numbers));
        }
        for name in names {
            let parsed =
                name.parse().map_err(|error: crate::player_name::PlayerError| Failed(error.to_string()))?;
            let method = self.puzzle.opponent(&parsed).map_err(|error| Failed(error.to_string()))?;
            solvers.extend(method.map(|method| self.tried(name, &method, others, &numbers)));
        }
        self.failure().map_or(Ok(()), Err)?;
        Ok(Some(Beyond::Problems { problems: numbers.len(), solvers }))
    }

    fn problems(&self) -> Option<Box<dyn Exam<Entrant<P>> + '_>> {
        Some(Box::new(self))
    }

    fn rivals(&self, problems: usize) -> Option<Box<dyn Rivals<Entrant<P>> + '_>> {
        match self.rivals {
            RivalKind::Known => Some(Box::new(QuestionSets::new(self, problems))),
            RivalKind::Bred => {
                let bred = self.puzzle.bred_problems(problems)?;
                Some(Box::new(BredRivals { contest: self, bred, problems }))
            }
        }
    }
}

/// Sets of problems that are bred, each of which the baseline solves: what nobody can solve must not win.
struct BredRivals<'a, P: Searched> {
    contest: &'a ProblemContest<P>,
    bred: Box<dyn BredProblems>,
    problems: usize,
}

/// How many problems are drawn for a first one that can be solved.
const DRAWN: usize = 10_000;

impl<P: Searched> BredRivals<'_, P> {
    fn are_solvable(&self, text: &str) -> bool {
        bundled(text).all(|text| {
            let taken = self.contest.baseline(Asked::Bred(text));
            taken.length.is_some_and(|length| length > 1.0)
        })
    }
}

impl<P: Searched> Rivals<Entrant<P>> for BredRivals<'_, P> {
    fn born(&self, rng: &mut Stream, index: usize) -> String {
        let mut born = self.bred.born(rng, index);
        for _ in 1..DRAWN {
            if self.are_solvable(&born) {
                break;
            }
            born = self.bred.born(rng, index);
        }
        born
    }

    fn bred(
        &self,
        rng: &mut Stream,
        texts: &[&str],
        standings: &[Standing],
        parents: &[usize],
    ) -> Vec<String> {
        let children = self.bred.bred(rng, texts, standings, parents);
        let or_parent = |(child, parent): (String, &usize)| match self.are_solvable(&child) {
            true => child,
            false => texts[*parent].to_owned(),
        };
        children.into_iter().zip(parents).map(or_parent).collect()
    }

    fn problems(&self) -> usize {
        self.problems
    }

    /// A problem is as hard as what a solver does not get for it: problems that take everybody longer gain nothing.
    fn meet(&self, entrant: &Entrant<P>, text: &str, _rng: &mut Stream) -> Mark {
        let Entrant::Solver(method, spare) = entrant else { return Mark { worth: 0.0, hardness: 0.0 } };
        Mark::mean(bundled(text).map(|text| {
            let asked = Asked::Bred(text);
            let outcome = self.contest.attempt((method, self.contest.limits), spare, asked);
            let worth = self.contest.worth_of(asked, &outcome);
            Mark { worth, hardness: 1.0 - worth }
        }))
    }
}

/// The problems to train on.
impl<P: Searched> Exam<Entrant<P>> for ProblemContest<P> {
    fn questions(&self) -> usize {
        self.training.len()
    }

    fn ask(&self, entrant: &Entrant<P>, question: usize, _rng: &mut Stream) -> Mark {
        let Entrant::Solver(method, spare) = entrant else { return Mark { worth: 0.0, hardness: 0.0 } };
        let asked = Asked::Numbered(self.training[question]);
        let outcome = self.attempt((method, self.limits), spare, asked);
        Mark { worth: self.worth_of(asked, &outcome), hardness: self.hardness(asked, &outcome) }
    }

    fn worth(&self, entrant: &Entrant<P>, question: usize, rng: &mut Stream) -> f64 {
        let (Entrant::Solver(method, _), Worth::Reduction { penalty, .. }) = (entrant, &self.worth) else {
            return self.ask(entrant, question, rng).worth;
        };
        let asked = Asked::Numbered(self.training[question]);
        // Nothing is left at twice what the baseline takes.
        let most = 2 * self.reduced_from(asked, *penalty) as u64;
        let limits = Limits { expanded: self.limits.expanded.min(most), ..self.limits };
        self.worth_of(asked, &self.attempt((method, limits), &Mutex::default(), asked))
    }

    fn marks(
        &self,
        entrants: &[&Entrant<P>],
        count: usize,
        rng: &Stream,
        interrupt: &Interrupt,
    ) -> Result<Vec<f64>, Failed> {
        let Worth::Parts(parts) = &self.worth else {
            let mark = |entrant: &&Entrant<P>| self.mark(entrant, count, &mut rng.clone(), interrupt);
            return entrants.par_iter().map(mark).collect();
        };
        let numbers = self.drawn_by_grade(count, &mut rng.clone());
        let answers = |entrant: &&Entrant<P>| match entrant {
            Entrant::Solver(method, _) => {
                let answer = |number: &u32| {
                    interrupt.check()?;
                    Ok(self.answer(parts, method, *number).1)
                };
                numbers.iter().map(answer).collect()
            }
            Entrant::Problems(_) => Ok(Vec::new()),
        };
        let answers: Vec<Vec<Answer>> = entrants.par_iter().map(answers).collect::<Result<_, Failed>>()?;
        Ok(parts.shares(&answers))
    }
}
