//! A run: a population that is measured, logged and bred, one generation at a time.
//!
//! A run is an iterator of reports. Between two generations its [`State`] is everything there is to keep: put back into
//! a run of the same plan, it goes on exactly as if nothing had happened, since all randomness is derived from
//! (seed, purpose, generation, slot).

use std::collections::BTreeSet;
use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use ludevo_random::{Purpose, stream};

use crate::breeding::breed;
use crate::report::{Convergence, GenerationReport, YardstickScore, describe};
use crate::rivals::{ProblemSets, Rival};
use crate::rounds::{Contest, Field, Round, alternate};
use crate::selection::{Selection, Standing, duel_groups, parents, ranking};
use crate::settings::{EvolutionSettings, RangeError, Stop, Yardstick, check_rounds};
use crate::species::Species;
use crate::tuning;

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

/// An individual that the yardstick measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate<G> {
    /// What it inherited.
    pub genome: G,
    /// When it was found.
    pub generation: u64,
    /// Its share of the points against the yardstick.
    pub score: f64,
    /// Nodes of its simplified form.
    pub nodes: usize,
}

/// Everything that a run keeps between two generations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State<G> {
    /// The generation that comes next.
    pub generation: u64,
    /// Its population.
    pub population: Vec<G>,
    /// Champions of earlier generations.
    pub hall: Vec<G>,
    /// The sets of problems that are bred beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<Rival>,
    /// The best of the generation just done, if the yardstick did not measure them.
    pub unmeasured: Vec<G>,
    /// The best that the yardstick measured, best first.
    pub finalists: Vec<Candidate<G>>,
    /// Measured individuals that no other beats in both score and size, smallest first.
    pub front: Vec<Candidate<G>>,
    /// The best yardstick score so far and when it was reached.
    pub best: Option<(f64, u64)>,
    /// Games played so far, of all kinds.
    pub games: u64,
    /// Why the run is over, if it is.
    pub end: Option<End>,
    /// The islands' own states where there are islands, which then hold the populations.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub islands: Vec<State<G>>,
    /// How the population converged, generation by generation, where one individual is replaced at a time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub convergence: Vec<Convergence>,
}

/// Why a run is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// All generations are done.
    Generations,
    /// The target was reached.
    Target,
    /// No progress for as long as was allowed.
    Plateau,
}

impl<G> State<G> {
    /// The state of a run before its first generation.
    pub fn new(population: Vec<G>) -> Self {
        State {
            generation: 0,
            population,
            hall: Vec::new(),
            rivals: Vec::new(),
            unmeasured: Vec::new(),
            finalists: Vec::new(),
            front: Vec::new(),
            best: None,
            games: 0,
            end: None,
            islands: Vec::new(),
            convergence: Vec::new(),
        }
    }

    /// The same state with other genomes, such as their texts.
    pub fn map<H, E>(self, mut change: impl FnMut(G) -> Result<H, E>) -> Result<State<H>, E> {
        self.map_by(&mut change)
    }

    fn map_by<H, E>(self, change: &mut dyn FnMut(G) -> Result<H, E>) -> Result<State<H>, E> {
        let candidates = |list: Vec<Candidate<G>>, change: &mut dyn FnMut(G) -> Result<H, E>| {
            list.into_iter()
                .map(|Candidate { genome, generation, score, nodes }| {
                    Ok(Candidate { genome: change(genome)?, generation, score, nodes })
                })
                .collect::<Result<Vec<_>, E>>()
        };
        Ok(State {
            generation: self.generation,
            population: self.population.into_iter().map(&mut *change).collect::<Result<_, E>>()?,
            hall: self.hall.into_iter().map(&mut *change).collect::<Result<_, E>>()?,
            rivals: self.rivals,
            unmeasured: self.unmeasured.into_iter().map(&mut *change).collect::<Result<_, E>>()?,
            finalists: candidates(self.finalists, change)?,
            front: candidates(self.front, change)?,
            best: self.best,
            games: self.games,
            end: self.end,
            islands: self
                .islands
                .into_iter()
                .map(|island| island.map_by(change))
                .collect::<Result<_, E>>()?,
            convergence: self.convergence,
        })
    }
}

/// Why a run could not start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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
    /// Problems or lessons are asked for, and the experiment does not say where they come from.
    #[error("a round of problems and lessons need problems whose answers are known, and there are none here")]
    NoProblems,
    /// More individuals to start from than the population holds.
    #[error("{given} individuals to start from, but the population holds {population}")]
    TooManyFounders {
        /// How many were given.
        given: usize,
        /// How many there is room for.
        population: usize,
    },
}

/// The sets of problems that a fitness asks for, how many there are, and once in how many generations they are bred.
fn rivals_of(rounds: &[Round], known: usize) -> Option<(ProblemSets, usize, u64)> {
    rounds.iter().find_map(|round| match *round {
        Round::Rivals { population, problems, every, .. } => {
            Some((ProblemSets { known: known as u32, size: problems }, population, every))
        }
        _ => None,
    })
}

/// A population on its way.
pub struct Run<S: Species, C: Contest<Genome = S::Genome>> {
    species: S,
    contest: C,
    plan: Plan,
    guides: Vec<C::Entrant>,
    tuning_opponents: Vec<C::Entrant>,
    yardstick: C::Entrant,
    state: State<S::Genome>,
    /// Seconds and games of the last measurement by the yardstick, for whoever wants to know how long things take.
    measuring: Option<(f64, usize)>,
    /// The population judged last and how it stood, for those who choose migrants from it.
    judged: Option<(Vec<S::Genome>, Vec<Standing>)>,
}

impl<S: Species, C: Contest<Genome = S::Genome>> Run<S, C> {
    /// A run at its first generation. `founders` take the first places of the population, the others are random.
    pub fn new(species: S, contest: C, plan: Plan, founders: Vec<S::Genome>) -> Result<Self, PlanError> {
        plan.evolution.check()?;
        plan.yardstick.check()?;
        plan.stop.check(plan.yardstick.every)?;
        check_rounds(&plan.rounds, &plan.evolution)?;
        let size = plan.evolution.population;
        if founders.len() > size {
            return Err(PlanError::TooManyFounders { given: founders.len(), population: size });
        }
        let asks = plan.rounds.iter().any(|round| matches!(round, Round::Problems { .. }));
        if (asks || plan.evolution.lessons > 0) && !contest.has_problems() {
            return Err(PlanError::NoProblems);
        }
        let rivals = match rivals_of(&plan.rounds, contest.problem_count()) {
            Some((sets, ..)) if sets.known == 0 => return Err(PlanError::NoProblems),
            Some((sets, population, _)) => sets.first(plan.seed, population),
            None => Vec::new(),
        };
        let opponent = |name: &str| contest.opponent(name).map_err(PlanError::Opponent);
        let guide = |name: &str| {
            let refused = |problem| PlanError::Guide { name: name.to_owned(), problem };
            contest.opponent(name).map_err(refused)
        };
        let guides = plan.rounds.iter().filter_map(Round::guide).map(guide).collect::<Result<_, _>>()?;
        let tuned_against = plan.evolution.tuning.iter().flat_map(|tuning| &tuning.opponents);
        let tuning_opponents = tuned_against.map(|name| opponent(name)).collect::<Result<_, _>>()?;
        let yardstick = opponent(&plan.yardstick.player)?;
        let mut population = founders;
        for index in population.len()..size {
            let mut rng = stream(plan.seed, Purpose::Birth, 0, index as u64);
            population.push(species.random(&mut rng, index));
        }
        let state = State { rivals, ..State::new(population) };
        Ok(Run {
            species,
            contest,
            plan,
            guides,
            tuning_opponents,
            yardstick,
            state,
            measuring: None,
            judged: None,
        })
    }

    /// What must be kept to go on later.
    pub fn state(&self) -> &State<S::Genome> {
        &self.state
    }

    /// Goes on from a state of an earlier run of the same plan, which may have had fewer generations: nothing that is
    /// evolved or logged depends on how many there will be.
    pub fn restore(&mut self, state: State<S::Genome>) {
        self.state = state;
        if matches!(self.state.end, None | Some(End::Generations)) {
            let done = self.state.generation >= self.plan.evolution.generations;
            self.state.end = done.then_some(End::Generations);
        }
    }

    /// The population judged last and how it stood; nothing before the first generation and right after a restore.
    pub fn judged(&self) -> Option<(&[S::Genome], &[Standing])> {
        self.judged.as_ref().map(|(population, standings)| (&population[..], &standings[..]))
    }

    /// Lets genomes from elsewhere join the population that comes next, in the places of its last individuals.
    pub fn welcome(&mut self, arrivals: Vec<S::Genome>) {
        let places = self.state.population.iter_mut().rev();
        places.zip(arrivals).for_each(|(place, genome)| *place = genome);
    }

    /// How long a game of the yardstick takes, as far as is known.
    pub fn seconds_a_measured_game(&self) -> Option<f64> {
        self.measuring.map(|(seconds, games)| seconds / games as f64)
    }

    /// The species.
    pub fn species(&self) -> &S {
        &self.species
    }

    /// The game.
    pub fn contest(&self) -> &C {
        &self.contest
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn field<'a>(
        &'a self,
        entrants: &'a [C::Entrant],
        famous: &'a [C::Entrant],
        generation: u64,
    ) -> Field<'a, C> {
        Field {
            contest: &self.contest,
            entrants,
            guides: &self.guides,
            famous,
            rivals: &self.state.rivals,
            seed: self.plan.seed,
            generation,
        }
    }

    fn prepare(&self, genomes: &[S::Genome]) -> Vec<C::Entrant> {
        genomes.par_iter().map(|genome| self.contest.prepare(genome)).collect()
    }

    /// The share of the points of a genome against the yardstick.
    fn measure(&self, genome: &S::Genome, games: usize, purpose: Purpose, generation: u64, slot: u64) -> f64 {
        let entrant = self.contest.prepare_measured(genome);
        let points = alternate(games, |number, swapped| {
            let mut rng = stream(self.plan.seed, purpose, generation, (slot << 32) + number as u64);
            let (first, second) =
                if swapped { (&self.yardstick, &entrant) } else { (&entrant, &self.yardstick) };
            self.contest.play_measured(first, second, &mut rng)
        });
        points / games as f64
    }

    fn step(&mut self) -> GenerationReport {
        let plan = self.plan.clone();
        let evolution = &plan.evolution;
        let generation = self.state.generation;
        let entrants = self.prepare(&self.state.population);
        let famous = self.prepare(&self.state.hall);
        let field = self.field(&entrants, &famous, generation);
        let size = self.state.population.len();
        let children = evolution.replaced.unwrap_or(size);

        let mut rng = stream(plan.seed, Purpose::Breeding, generation, 0);
        let mut met = Vec::new();
        let (points, chosen, mut games) = match evolution.selection {
            Selection::Duel { size: group, games } => {
                let groups = duel_groups(&mut rng, size, group, children);
                let chosen = fight(&field, &groups, games);
                // Who is drawn more often wins more often: what counts is the share of the knock-outs entered.
                let (mut wins, mut entered) = (vec![0.0; size], vec![0.0_f64; size]);
                chosen.iter().for_each(|index| wins[*index] += 1.0);
                groups.iter().flatten().for_each(|index| entered[*index] += 1.0);
                let shares =
                    wins.iter().zip(&entered).map(|(wins, entered)| wins / entered.max(1.0)).collect();
                (shares, Some(chosen), (children * (group - 1) * games) as u64)
            }
            _ => {
                let fitness = field.play(&plan.rounds);
                met = fitness.met;
                (fitness.points, None, fitness.games)
            }
        };
        let nodes: Vec<usize> =
            self.state.population.iter().map(|genome| self.species.measure(genome).nodes).collect();
        let standings: Vec<Standing> = points
            .iter()
            .zip(&nodes)
            .map(|(points, nodes)| Standing {
                fitness: points - evolution.parsimony.charge(*nodes),
                nodes: *nodes,
            })
            .collect();
        let order = ranking(&standings, evolution.parsimony);
        drop(entrants);
        drop(famous);

        let best = &order[..plan.yardstick.best.min(size)];
        let measured = if generation.is_multiple_of(plan.yardstick.every) {
            self.state.unmeasured.clear();
            games += (best.len() * plan.yardstick.games) as u64;
            Some(self.measure_best(best))
        } else {
            self.state.unmeasured = best.iter().map(|index| self.state.population[*index].clone()).collect();
            None
        };
        self.state.games += games;
        let mut report = describe(&self.species, &self.state.population, &points, order[0]);
        report.population.clone_from(&plan.name);
        report.generation = generation;
        report.games = games;
        report.games_total = self.state.games;
        report.yardstick = measured;

        let tuned = self.tune(order[0]);
        if let Some((_, tuning_games)) = &tuned {
            self.state.games += tuning_games;
            report.games += tuning_games;
            report.games_total = self.state.games;
        }
        self.enter_hall(order[0]);
        let chosen = chosen.unwrap_or_else(|| {
            parents(&mut rng, evolution.selection, &standings, evolution.parsimony, children)
        });
        let population = &self.state.population;
        let bred = breed(
            &mut rng,
            &self.species,
            evolution.breeding,
            population,
            &standings,
            evolution.parsimony,
            &chosen,
        );
        // In steady state the best live on, in generations only the elite does; they take the places of children.
        let survivors = size - children;
        let kept = order.iter().take(survivors.max(evolution.elite)).map(|index| population[*index].clone());
        let gained = tuned.map(|(genome, _)| genome).filter(|genome| *genome != population[order[0]]);
        let mut next: Vec<S::Genome> = gained.into_iter().chain(kept).collect();
        next.truncate(size);
        let kept = next.len();
        next.extend(bred.into_iter().take(size - kept));
        self.vary_twins(&mut next, kept);
        self.teach(&mut next[kept..]);
        let judged = std::mem::replace(&mut self.state.population, next);
        self.judged = Some((judged, standings));
        self.breed_rivals(&met);
        self.state.generation += 1;
        self.state.end = self.reason_to_end();
        report
    }

    /// Notes how hard rivals were, and lets the next ones follow when it is time.
    fn breed_rivals(&mut self, met: &[(usize, f64)]) {
        for (rival, hardness) in met {
            self.state.rivals[*rival].note(*hardness);
        }
        let generation = self.state.generation + 1;
        if let Some((sets, _, every)) = rivals_of(&self.plan.rounds, self.contest.problem_count())
            && generation.is_multiple_of(every)
        {
            self.state.rivals = sets.next(self.plan.seed, generation, &self.state.rivals);
        }
    }

    fn reason_to_end(&self) -> Option<End> {
        let stop = self.plan.stop;
        let (score, since) = self.state.best.unwrap_or((0.0, 0));
        if stop.target.is_some_and(|target| self.state.best.is_some() && score >= target) {
            Some(End::Target)
        } else if stop.plateau.is_some_and(|plateau| self.state.generation > since + plateau) {
            Some(End::Plateau)
        } else if self.state.generation >= self.plan.evolution.generations {
            // Asked last: a run that would end here anyway is not one that more generations can extend.
            Some(End::Generations)
        } else {
            None
        }
    }

    /// Measures the best of a generation and keeps those that are worth it; the score of the very best.
    fn measure_best(&mut self, best: &[usize]) -> YardstickScore {
        let generation = self.state.generation;
        let games = self.plan.yardstick.games;
        let clock = Instant::now();
        let mut first = None;
        for (slot, index) in best.iter().enumerate() {
            let genome = self.state.population[*index].clone();
            let score = self.measure(&genome, games, Purpose::Yardstick, generation, slot as u64);
            first.get_or_insert(score);
            let simplified = self.species.simplify(&genome);
            let nodes = self.species.measure(&simplified).nodes;
            let candidate = Candidate { genome: simplified, generation, score, nodes };
            enter_front(&mut self.state.front, &candidate);
            let finalists = &mut self.state.finalists;
            if finalists.iter().all(|known| known.genome != candidate.genome) {
                let place = finalists.partition_point(|known| known.score >= score);
                finalists.insert(place, candidate);
                finalists.truncate(self.plan.yardstick.finalists);
            }
            if self.state.best.is_none_or(|(best, _)| score > best) {
                self.state.best = Some((score, generation));
            }
        }
        self.measuring = Some((clock.elapsed().as_secs_f64(), games * best.len()));
        let score = first.expect("at least one is measured");
        YardstickScore { player: self.plan.yardstick.player.clone(), score, games }
    }

    fn enter_hall(&mut self, best: usize) {
        let hall = self.plan.evolution.hall_of_fame;
        let generation = self.state.generation;
        if hall.size == 0 || hall.every == 0 || !generation.is_multiple_of(hall.every) {
            return;
        }
        let genome = self.state.population[best].clone();
        if self.state.hall.len() < hall.size {
            self.state.hall.push(genome);
        } else {
            let mut rng = stream(self.plan.seed, Purpose::Breeding, generation, 1);
            let place = rand::RngExt::random_range(&mut rng, 0..hall.size);
            self.state.hall[place] = genome;
        }
    }

    /// The best individual with tuned constants where tuning is due, unchanged if tuning gained nothing, and the
    /// games it took.
    fn tune(&self, best: usize) -> Option<(S::Genome, u64)> {
        let settings = self.plan.evolution.tuning.as_ref()?;
        let generation = self.state.generation;
        if generation == 0 || !generation.is_multiple_of(settings.every) {
            return None;
        }
        let hall = self.prepare(&self.state.hall);
        let opponents: Vec<&C::Entrant> = self.tuning_opponents.iter().chain(&hall).collect();
        let field = self.field(&[], &[], generation);
        Some(tuning::tune(&field, &self.species, &self.state.population[best], &opponents, settings))
    }

    /// Lets children learn before they are judged, where the game can teach; what they learned they inherit on.
    fn teach(&self, children: &mut [S::Genome]) {
        let lessons = self.plan.evolution.lessons;
        if lessons == 0 {
            return;
        }
        let generation = self.state.generation;
        children.par_iter_mut().enumerate().for_each(|(slot, child)| {
            let mut rng = stream(self.plan.seed, Purpose::Learning, generation, slot as u64);
            *child = self.contest.teach(child, lessons, &mut rng);
        });
    }

    /// Varies children that act like an individual already accepted into the next generation. The first `kept` are
    /// never touched.
    fn vary_twins(&self, next: &mut [S::Genome], kept: usize) {
        let tries = self.plan.evolution.reject_twins;
        let mut seen = BTreeSet::new();
        if tries == 0 {
            return;
        }
        for (slot, genome) in next.iter_mut().enumerate() {
            let mut rng = stream(self.plan.seed, Purpose::Breeding, self.state.generation, 2 + slot as u64);
            let mut tried = 0;
            while let Some(behaviour) = self.contest.behaviour(genome) {
                if seen.insert(behaviour) || slot < kept || tried == tries {
                    break;
                }
                *genome = self.species.mutate(&mut rng, genome);
                tried += 1;
            }
        }
    }

    /// The best that the yardstick measured, and the best of the last generation if it came between measurements.
    fn finalists(&self, state: &State<S::Genome>) -> Vec<Candidate<S::Genome>> {
        let mut finalists = state.finalists.clone();
        for genome in &state.unmeasured {
            let genome = self.species.simplify(genome);
            if finalists.iter().all(|known| known.genome != genome) {
                let nodes = self.species.measure(&genome).nodes;
                finalists.push(Candidate { genome, generation: state.generation - 1, score: 0.0, nodes });
            }
        }
        finalists
    }

    /// Chooses the champion among the finalists on more games, and measures it on fresh ones. Nothing if no
    /// generation is done, or once `go_on`, which hears how many games of how many are played, says no.
    pub fn champion(&self, go_on: impl FnMut(usize, usize) -> bool) -> Option<Champion<S::Genome>> {
        self.champion_of(&self.state, go_on)
    }

    /// The same of what was found elsewhere.
    pub(crate) fn champion_of(
        &self,
        state: &State<S::Genome>,
        mut go_on: impl FnMut(usize, usize) -> bool,
    ) -> Option<Champion<S::Genome>> {
        let yardstick = &self.plan.yardstick;
        let generation = state.generation;
        let mut finalists = self.finalists(state);
        for candidate in &state.front {
            if finalists.iter().all(|known| known.genome != candidate.genome) {
                finalists.push(candidate.clone());
            }
        }
        let all = finalists.len() * yardstick.final_games + yardstick.fresh_games;
        let mut front = Vec::new();
        for (slot, candidate) in finalists.iter_mut().enumerate() {
            let games = yardstick.final_games;
            if !go_on(slot * games, all) {
                return None;
            }
            candidate.score =
                self.measure(&candidate.genome, games, Purpose::Choice, generation, slot as u64);
            enter_front(&mut front, candidate);
        }
        if !go_on(all - yardstick.fresh_games, all) {
            return None;
        }
        let best = finalists.iter().reduce(|best, next| if next.score > best.score { next } else { best })?;
        let score = self.measure(&best.genome, yardstick.fresh_games, Purpose::Final, generation, 0);
        Some(Champion { candidate: Candidate { score, ..best.clone() }, games: yardstick.fresh_games, front })
    }
}

/// What a run ends with.
#[derive(Clone, Debug, PartialEq)]
pub struct Champion<G> {
    /// The champion, with its score on fresh games.
    pub candidate: Candidate<G>,
    /// How many fresh games that was.
    pub games: usize,
    /// Size against score, smallest first, measured on the games of the final choice.
    pub front: Vec<Candidate<G>>,
}

impl<S: Species, C: Contest<Genome = S::Genome>> Iterator for Run<S, C> {
    type Item = GenerationReport;

    fn next(&mut self) -> Option<GenerationReport> {
        if self.state.end.is_some() {
            return None;
        }
        Some(self.step())
    }
}

/// Adds a candidate unless one that is no larger scores at least as well, and drops those it beats.
pub(crate) fn enter_front<G: Clone>(front: &mut Vec<Candidate<G>>, candidate: &Candidate<G>) {
    if front.iter().any(|known| known.nodes <= candidate.nodes && known.score >= candidate.score) {
        return;
    }
    front.retain(|known| known.nodes < candidate.nodes || known.score > candidate.score);
    let place = front.partition_point(|known| known.nodes < candidate.nodes);
    front.insert(place, candidate.clone());
}

/// The winners of knock-outs, each a group of individuals; a tie goes to the one drawn first.
fn fight<C: Contest>(field: &Field<'_, C>, groups: &[Vec<usize>], games: usize) -> Vec<usize> {
    let one = |(number, group): (usize, &Vec<usize>)| {
        let slot = (number as u64) << 32;
        let challenge = |(holder, met): (usize, u64), challenger: usize| {
            let (one, two) = (&field.entrants[holder], &field.entrants[challenger]);
            let points = field.duel(one, two, games, Purpose::Fitness, slot + met * games as u64);
            (if points >= games as f64 / 2.0 { holder } else { challenger }, met + 1)
        };
        group[1..].iter().copied().fold((group[0], 0), challenge).0
    };
    groups.par_iter().enumerate().map(one).collect()
}
