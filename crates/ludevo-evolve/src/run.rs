//! A run: a population that is measured, logged and bred, one generation at a time.
//!
//! A run is an iterator of reports. Between two generations its [`State`] is everything there is to keep: put back into
//! a run of the same plan, it goes on exactly as if nothing had happened, since all randomness is derived from
//! (seed, purpose, generation, slot).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use ludevo_random::{Purpose, stream};

use crate::breeding::breed;
use crate::contest::{Chance, Contest, Failed, For};
use crate::interrupt::Interrupt;
use crate::plan::{Plan, PlanError};
use crate::report::{GenerationReport, YardstickScore, describe};
use crate::rivals;
use crate::rounds::{Field, Round, alternate};
use crate::selection::{Selection, Standing, duel_groups, parents, ranking};
use crate::species::Species;
use crate::state::{Candidate, End, State};
use crate::tuning;

/// The problems that a fitness breeds: how many to a rival, how many rivals, and once in how many generations.
fn rivals_of(rounds: &[Round]) -> Option<(usize, usize, u64)> {
    rounds.iter().find_map(|round| match *round {
        Round::Rivals { population, problems, every, .. } => Some((problems, population, every)),
        _ => None,
    })
}

/// A population on its way.
pub struct Run<S: Species, C: Contest<Genome = S::Genome> + ?Sized> {
    species: S,
    contest: Arc<C>,
    plan: Plan,
    guides: Vec<C::Entrant>,
    tuning_opponents: Vec<C::Entrant>,
    yardstick: C::Entrant,
    state: State<S::Genome>,
    /// Seconds and games of the last measurement by the yardstick, for whoever wants to know how long things take.
    measuring: Option<(f64, usize)>,
    /// The population judged last and how it stood, for those who choose migrants from it.
    judged: Option<(Vec<S::Genome>, Vec<Standing>)>,
    /// What ends a generation before it is whole.
    interrupt: Interrupt,
}

impl<S: Species, C: Contest<Genome = S::Genome> + ?Sized> Run<S, C> {
    /// A run at its first generation. `founders` take the first places of the population, the others are random.
    pub fn new(
        species: S,
        contest: impl Into<Arc<C>>,
        plan: Plan,
        founders: Vec<S::Genome>,
    ) -> Result<Self, PlanError> {
        let contest = contest.into();
        plan.check(&*contest)?;
        let size = plan.evolution.population;
        if founders.len() > size {
            return Err(PlanError::TooManyFounders { given: founders.len(), population: size });
        }
        let rivals = match rivals_of(&plan.rounds) {
            Some((problems, population, _)) => contest
                .rivals(problems)
                .map_or_else(Vec::new, |kind| rivals::first(&*kind, plan.seed, population)),
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
        if plan.evolution.reject_twins > 0 && contest.behaviour(&population[0]).is_none() {
            return Err(PlanError::Missing {
                asked: "evolution.reject_twins".to_owned(),
                missing: "a way to tell who acts alike, and there is none here",
            });
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
            interrupt: Interrupt::default(),
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

    /// Lets the generations that come be given up. A run whose generation failed for that can only be restored.
    pub fn interrupt_by(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
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
            interrupt: &self.interrupt,
        }
    }

    fn prepare(&self, genomes: &[S::Genome]) -> Vec<C::Entrant> {
        genomes.par_iter().map(|genome| self.contest.prepare(genome, For::Breeding)).collect()
    }

    /// The share of the points of a genome against the yardstick.
    fn measure(
        &self,
        genome: &S::Genome,
        games: usize,
        purpose: Purpose,
        generation: u64,
        slot: u64,
    ) -> Result<f64, Failed> {
        let entrant = self.contest.prepare(genome, For::Measuring);
        let chance = Chance { seed: self.plan.seed, purpose, generation, slot: slot << 32 };
        let both = [&entrant, &self.yardstick];
        Ok(alternate(&*self.contest, both, games, For::Measuring, chance, &self.interrupt)? / games as f64)
    }

    /// One generation. After a failure the run can only be restored.
    fn step(&mut self) -> Result<GenerationReport, Failed> {
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
                let chosen = fight(&field, &groups, games)?;
                // Who is drawn more often wins more often: what counts is the share of the knock-outs entered.
                let (mut wins, mut entered) = (vec![0.0; size], vec![0.0_f64; size]);
                chosen.iter().for_each(|index| wins[*index] += 1.0);
                groups.iter().flatten().for_each(|index| entered[*index] += 1.0);
                let shares =
                    wins.iter().zip(&entered).map(|(wins, entered)| wins / entered.max(1.0)).collect();
                (shares, Some(chosen), (children * (group - 1) * games) as u64)
            }
            _ => {
                let fitness = field.play(&plan.rounds)?;
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
            Some(self.measure_best(best)?)
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

        let tuned = self.tune(order[0]).transpose()?;
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
        self.teach(&mut next[kept..])?;
        let judged = std::mem::replace(&mut self.state.population, next);
        self.judged = Some((judged, standings));
        self.breed_rivals(&met);
        self.state.generation += 1;
        self.state.end = self.reason_to_end();
        Ok(report)
    }

    /// Notes how hard rivals were, and lets the next ones follow when it is time.
    fn breed_rivals(&mut self, met: &[(usize, f64)]) {
        for (rival, hardness) in met {
            self.state.rivals[*rival].note(*hardness);
        }
        let generation = self.state.generation + 1;
        if let Some((problems, _, every)) = rivals_of(&self.plan.rounds)
            && generation.is_multiple_of(every)
            && let Some(kind) = self.contest.rivals(problems)
        {
            self.state.rivals = rivals::next(&*kind, self.plan.seed, generation, &self.state.rivals);
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
    fn measure_best(&mut self, best: &[usize]) -> Result<YardstickScore, Failed> {
        let generation = self.state.generation;
        let games = self.plan.yardstick.games;
        let clock = Instant::now();
        let mut first = None;
        for (slot, index) in best.iter().enumerate() {
            let genome = self.state.population[*index].clone();
            let score = self.measure(&genome, games, Purpose::Yardstick, generation, slot as u64)?;
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
        Ok(YardstickScore { player: self.plan.yardstick.player.clone(), score, games })
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
    fn tune(&self, best: usize) -> Option<Result<(S::Genome, u64), Failed>> {
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

    /// Lets children learn before they are judged; what they learned they inherit on.
    fn teach(&self, children: &mut [S::Genome]) -> Result<(), Failed> {
        let lessons = self.plan.evolution.lessons;
        let Some(teacher) = self.contest.teacher().filter(|_| lessons > 0) else { return Ok(()) };
        let generation = self.state.generation;
        children.par_iter_mut().enumerate().try_for_each(|(slot, child)| {
            self.interrupt.check()?;
            let mut rng = stream(self.plan.seed, Purpose::Learning, generation, slot as u64);
            *child = teacher.teach(child, lessons, &mut rng);
            Ok(())
        })
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
    pub fn champion(
        &self,
        go_on: impl FnMut(usize, usize) -> bool,
    ) -> Result<Option<FinalChoice<S::Genome>>, Failed> {
        self.champion_of(&self.state, go_on)
    }

    /// The same of what was found elsewhere.
    pub(crate) fn champion_of(
        &self,
        state: &State<S::Genome>,
        mut go_on: impl FnMut(usize, usize) -> bool,
    ) -> Result<Option<FinalChoice<S::Genome>>, Failed> {
        let (mut done, mut all) = (0, self.plan.yardstick.fresh_games);
        self.champion_by(state, |asked| {
            if done == 0 {
                all += asked.iter().map(|asked| asked.games).sum::<usize>();
            }
            let mut scores = Vec::with_capacity(asked.len());
            for measurement in asked {
                if !go_on(done, all) {
                    return Ok(None);
                }
                scores.push(self.measurement(&measurement)?);
                done += measurement.games;
            }
            Ok(Some(scores))
        })
    }

    /// The same, where somebody else measures; nothing once that somebody has nothing to say. What is asked for at once can
    /// be measured in any order.
    pub(crate) fn champion_by<E>(
        &self,
        state: &State<S::Genome>,
        mut measure: impl FnMut(Vec<Measurement<S::Genome>>) -> Result<Option<Vec<f64>>, E>,
    ) -> Result<Option<FinalChoice<S::Genome>>, E> {
        let yardstick = &self.plan.yardstick;
        let generation = state.generation;
        let mut finalists = self.finalists(state);
        for candidate in &state.front {
            if finalists.iter().all(|known| known.genome != candidate.genome) {
                finalists.push(candidate.clone());
            }
        }
        let choice = |(slot, candidate): (usize, &Candidate<S::Genome>)| Measurement {
            genome: candidate.genome.clone(),
            games: yardstick.final_games,
            generation,
            slot: Some(slot as u64),
        };
        let Some(scores) = measure(finalists.iter().enumerate().map(choice).collect())? else {
            return Ok(None);
        };
        let mut front = Vec::new();
        for (candidate, score) in finalists.iter_mut().zip(scores) {
            candidate.score = score;
            enter_front(&mut front, candidate);
        }
        let Some(best) =
            finalists.iter().reduce(|best, next| if next.score > best.score { next } else { best })
        else {
            return Ok(None);
        };
        let games = yardstick.fresh_games;
        let fresh = Measurement { genome: best.genome.clone(), games, generation, slot: None };
        let Some(score) = measure(vec![fresh])?.and_then(|scores| scores.first().copied()) else {
            return Ok(None);
        };
        Ok(Some(FinalChoice { candidate: Candidate { score, ..best.clone() }, games, front }))
    }

    /// The share of the points that a measurement asks for.
    pub fn measurement(&self, asked: &Measurement<S::Genome>) -> Result<f64, Failed> {
        let (purpose, slot) = asked.slot.map_or((Purpose::Final, 0), |slot| (Purpose::Choice, slot));
        self.measure(&asked.genome, asked.games, purpose, asked.generation, slot)
    }
}

/// Games against the yardstick that the choice of a champion asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement<G> {
    /// Who plays.
    pub genome: G,
    /// How many games.
    pub games: usize,
    /// The generations of the run so far.
    pub generation: u64,
    /// The number of the finalist; nothing for the champion, which plays fresh games.
    pub slot: Option<u64>,
}

/// What a run ends with.
#[derive(Clone, Debug, PartialEq)]
pub struct FinalChoice<G> {
    /// The champion, with its score on fresh games.
    pub candidate: Candidate<G>,
    /// How many fresh games that was.
    pub games: usize,
    /// Size against score, smallest first, measured on the games of the final choice.
    pub front: Vec<Candidate<G>>,
}

impl<S: Species, C: Contest<Genome = S::Genome> + ?Sized> Iterator for Run<S, C> {
    type Item = Result<GenerationReport, Failed>;

    fn next(&mut self) -> Option<Self::Item> {
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
fn fight<C: Contest + ?Sized>(
    field: &Field<'_, C>,
    groups: &[Vec<usize>],
    games: usize,
) -> Result<Vec<usize>, Failed> {
    let one = |(number, group): (usize, &Vec<usize>)| {
        let slot = (number as u64) << 32;
        let mut holder = group[0];
        for (met, challenger) in (0..).zip(&group[1..]) {
            let (one, two) = (&field.entrants[holder], &field.entrants[*challenger]);
            let points = field.duel(one, two, games, Purpose::Fitness, slot + met * games as u64)?;
            if points < games as f64 / 2.0 {
                holder = *challenger;
            }
        }
        Ok(holder)
    };
    groups.par_iter().enumerate().map(one).collect()
}
