//! Which units can be done when, for whoever lets others do them.
//!
//! A unit can be done as soon as everything that it starts from is there: what its island did before, and the migrants of
//! those neighbours who sent some. Which units wait for which decides how busy everybody is, and never what comes of a run.

use std::collections::BTreeMap;

use thiserror::Error;

use super::settings::IslandSettings;
use super::unit::{Migrants, Outcome};
use crate::state::State;

/// For whom an island waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// For those who send migrants to it.
    Neighbours,
    /// For all.
    All,
}

/// A unit that can be done now.
#[derive(Clone, Debug, PartialEq)]
pub struct Due<G> {
    /// Its island.
    pub island: usize,
    /// The state before, whose generation is the first of the unit.
    pub state: State<G>,
    /// The generation that it ends before.
    pub until: u64,
}

/// Why what somebody says about a unit is not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// Nobody waits for it, or not any more.
    #[error("nobody waits for it")]
    NotAsked,
    /// It cannot be what comes of the unit.
    #[error("{0}")]
    Wrong(String),
}

/// Where an island is.
enum Stage<G> {
    /// Its next unit can be done.
    Ready(Box<State<G>>),
    /// Somebody does it, with a population of so many.
    Busy(usize),
    /// The outcome is there, and what follows is not yet known.
    Done,
    /// It has no more units.
    Over,
}

struct Island<G> {
    /// The first generation of the unit that it is at.
    at: u64,
    stage: Stage<G>,
    is_lost: bool,
}

/// The units of one run, from a checkpoint to its end.
pub struct Schedule<G> {
    waiting: Waiting,
    /// Nothing for a single population.
    settings: Option<IslandSettings>,
    /// To whom each island sends.
    neighbours: Vec<Vec<usize>>,
    /// Who sends to each island, in rising order.
    senders: Vec<Vec<usize>>,
    generations: u64,
    /// How many generations of a single population are a unit.
    stride: u64,
    /// The first generation of the units that are joined next.
    current: u64,
    islands: Vec<Island<G>>,
    outcomes: BTreeMap<(u64, usize), Outcome<G>>,
}

impl<G: Clone> Schedule<G> {
    /// The units that are left of a run in this state, which has so many generations. `islands` are its settings, if it
    /// has islands, and the seed of the run.
    pub fn new(
        state: State<G>,
        generations: u64,
        islands: Option<(&IslandSettings, u64)>,
        waiting: Waiting,
    ) -> Self {
        let current = state.generation;
        let lost: Vec<usize> = state.lost.iter().map(|lost| lost.island).collect();
        let states = if islands.is_some() { state.islands } else { vec![state] };
        let count = states.len();
        let neighbours = islands.map_or(vec![Vec::new()], |(settings, seed)| settings.neighbours(seed));
        let sends_to = |island: usize| {
            (0..count).filter(|from| neighbours[*from].contains(&island)).collect::<Vec<usize>>()
        };
        let senders = (0..count).map(sends_to).collect();
        let mut schedule = Schedule {
            waiting,
            settings: islands.map(|(settings, _)| settings.clone()),
            neighbours,
            senders,
            generations,
            stride: 1,
            current,
            islands: Vec::with_capacity(count),
            outcomes: BTreeMap::new(),
        };
        for (number, state) in states.into_iter().enumerate() {
            let is_lost = lost.contains(&number);
            schedule.islands.push(Island { at: current, stage: Stage::Over, is_lost });
            schedule.enter(number, current, state);
        }
        schedule
    }

    /// How many generations of a single population the next units have. Islands have those up to the next arrival.
    pub fn set_stride(&mut self, generations: u64) {
        self.stride = generations.max(1);
    }

    /// The first generation that is not joined.
    pub fn current(&self) -> u64 {
        self.current
    }

    /// Whether nothing is left to be done or joined.
    pub fn is_over(&self) -> bool {
        self.outcomes.is_empty() && self.islands.iter().all(|island| matches!(island.stage, Stage::Over))
    }

    /// Where the unit ends that starts at a generation.
    fn until(&self, at: u64) -> u64 {
        let end = self.settings.as_ref().map_or(at + self.stride, |settings| settings.next_arrival(at));
        end.min(self.generations)
    }

    /// Puts an island before the unit that starts at a generation.
    fn enter(&mut self, number: usize, at: u64, state: State<G>) {
        let is_over = at >= self.generations || state.end.is_some();
        let island = &mut self.islands[number];
        island.at = at;
        island.stage = if is_over {
            Stage::Over
        } else if island.is_lost {
            // It stays as it was; only migrants still come.
            let outcome = Outcome { reports: Vec::new(), migrants: Vec::new(), lost: None, state };
            self.outcomes.insert((at, number), outcome);
            Stage::Done
        } else {
            Stage::Ready(Box::new(state))
        };
    }

    /// The state in which an island begins its next unit, if everything that it starts from is there.
    fn after(&self, number: usize) -> Option<State<G>> {
        let at = self.islands[number].at;
        let until = self.until(at);
        let outcome = |island: usize| self.outcomes.get(&(at, island));
        let own = outcome(number)?;
        let is_due = |island: usize| {
            self.settings
                .as_ref()
                .is_some_and(|settings| (at..until).any(|generation| settings.is_due(island, generation)))
        };
        let waits_for: Vec<usize> = match self.waiting {
            Waiting::All => (0..self.islands.len()).collect(),
            Waiting::Neighbours => {
                self.senders[number].iter().copied().filter(|island| is_due(*island)).collect()
            }
        };
        let waited: Vec<&Outcome<G>> = waits_for.into_iter().map(outcome).collect::<Option<_>>()?;
        let mut state = own.state.clone();
        let arrivals = waited
            .into_iter()
            .flat_map(|outcome| &outcome.migrants)
            .filter(|migrants| migrants.to == number)
            .flat_map(|migrants| migrants.genomes.iter().cloned());
        // As a run welcomes them.
        state.population.iter_mut().rev().zip(arrivals).for_each(|(place, genome)| *place = genome);
        Some(state)
    }

    /// Moves every island on that can be.
    fn proceed(&mut self) {
        let mut has_moved = true;
        while has_moved {
            has_moved = false;
            for number in 0..self.islands.len() {
                if matches!(self.islands[number].stage, Stage::Done)
                    && let Some(state) = self.after(number)
                {
                    let next = match self.settings {
                        Some(_) => self.until(self.islands[number].at),
                        None => state.generation,
                    };
                    self.enter(number, next, state);
                    has_moved = true;
                }
            }
        }
    }

    /// The units that can be done now and were not given out before, earlier generations first.
    pub fn due(&mut self) -> Vec<Due<G>> {
        self.proceed();
        let mut due = Vec::new();
        for number in 0..self.islands.len() {
            let until = self.until(self.islands[number].at);
            let stage = &mut self.islands[number].stage;
            if let Stage::Ready(state) = stage {
                let size = state.population.len();
                let Stage::Ready(state) = std::mem::replace(stage, Stage::Busy(size)) else { continue };
                due.push(Due { island: number, state: *state, until });
            }
        }
        due.sort_by_key(|due| (due.state.generation, due.island));
        due
    }

    /// Whether somebody is to do the unit of this island that starts at this generation.
    pub fn is_asked(&self, island: usize, generation: u64) -> bool {
        self.islands
            .get(island)
            .is_some_and(|known| known.at == generation && matches!(known.stage, Stage::Busy(_)))
    }

    /// Takes what came of the unit of an island that starts at a generation.
    pub fn accept(&mut self, island: usize, generation: u64, outcome: Outcome<G>) -> Result<(), Refused> {
        self.check(island, generation, &outcome)?;
        let known = &mut self.islands[island];
        known.is_lost = outcome.lost.is_some();
        known.stage = Stage::Done;
        self.outcomes.insert((generation, island), outcome);
        Ok(())
    }

    /// Whether this can be what comes of a unit, as far as that shows without doing it.
    pub fn check(&self, island: usize, generation: u64, outcome: &Outcome<G>) -> Result<(), Refused> {
        let known = self.islands.get(island).filter(|known| known.at == generation);
        let Some(Island { stage: Stage::Busy(size), .. }) = known else { return Err(Refused::NotAsked) };
        let Outcome { reports, migrants, lost, state } = outcome;
        let wrong = |words: String| Err(Refused::Wrong(words));
        let is_one = self.settings.is_none();
        let until = if is_one { self.generations } else { self.until(generation) };
        let done = generation + reports.len() as u64;
        if !reports.iter().map(|report| report.generation).eq(generation..done) || done > until {
            return wrong(format!(
                "its reports are not of the generations from {generation} to {}",
                until.saturating_sub(1)
            ));
        }
        if state.generation != done {
            return wrong(format!(
                "its state is of generation {}, its reports end at {done}",
                state.generation
            ));
        }
        let broke = lost.as_ref().is_some_and(|lost| lost.island == island && lost.generation == done);
        let is_whole = if is_one { done > generation } else { done == until };
        if lost.is_some() && !broke || lost.is_none() && !is_whole {
            return wrong(format!("it ends in generation {done}, not in {until}"));
        }
        if state.population.len() != *size || !state.islands.is_empty() {
            return wrong(format!("its population is {}, not {size}", state.population.len()));
        }
        let expected = self.settings.iter().flat_map(|settings| {
            let due = (generation..done).filter(|generation| settings.is_due(island, *generation));
            due.flat_map(move |generation| {
                self.neighbours[island].iter().map(move |to| (island, *to, generation, settings.migrants))
            })
        });
        let sent = |sent: &Migrants<G>| (sent.from, sent.to, sent.generation, sent.genomes.len());
        if !migrants.iter().map(sent).eq(expected) {
            return wrong("its migrants are not those that leave in these generations".to_owned());
        }
        Ok(())
    }

    /// The outcomes of all islands for the generations that come next, once all are there.
    pub fn joined(&mut self) -> Option<Vec<Outcome<G>>> {
        self.proceed();
        let current = self.current;
        let count = self.islands.len();
        if !(0..count).all(|island| self.outcomes.contains_key(&(current, island))) {
            return None;
        }
        let outcomes: Vec<Outcome<G>> =
            (0..count).filter_map(|island| self.outcomes.remove(&(current, island))).collect();
        self.current = match self.settings {
            Some(_) => self.until(current),
            None => outcomes.first().map_or(current, |outcome| outcome.state.generation),
        };
        Some(outcomes)
    }
}
