//! Islands: populations of one species that evolve apart and exchange migrants.
//!
//! Every island does some generations, one or more, without waiting for the others; then all migrants of these
//! generations arrive, and the islands go on. So the result does not depend on the threads, however little the islands wait
//! for one another, and what is kept in between is one [`State`] that holds the state of every island.
//!
//! What one island does until the next arrival is a unit: a function of the plan, the island's number and its state before,
//! to an [`Outcome`]. One process maps it over all islands ([`Archipelago::step`]); many processes do units apart
//! ([`Archipelago::unit`], [`Schedule`]) and one of them joins what came of them ([`Archipelago::join`]). Both are the same
//! run.

mod schedule;
mod settings;
mod unit;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::prelude::*;

use ludevo_random::{Purpose, stream};

use crate::contest::{Contest, Failed};
use crate::interrupt::Interrupt;
use crate::plan::{Plan, PlanError};
use crate::report::{GenerationReport, LostIsland};
use crate::run::{FinalChoice, Measurement, Run, enter_front};
use crate::selection::{Selection, parents};
use crate::species::Species;
use crate::state::{Candidate, State};

pub use schedule::{Due, Refused, Schedule, Waiting};
pub use settings::{IslandSettings, Topology};
pub use unit::{Migrants, Outcome};

/// Islands on their way.
pub struct Archipelago<S: Species, C: Contest<Genome = S::Genome> + ?Sized> {
    islands: Vec<Run<S, C>>,
    /// The islands that broke: they stay as they were, and the others go on.
    lost: Vec<LostIsland>,
    settings: IslandSettings,
    /// To whom each island sends migrants.
    neighbours: Vec<Vec<usize>>,
    plan: Plan,
}

impl<S: Species + Clone, C: Contest<Genome = S::Genome> + ?Sized> Archipelago<S, C> {
    /// Islands at their first generation. Founders join the first island.
    pub fn new(
        species: &S,
        contest: impl Into<Arc<C>>,
        plan: Plan,
        settings: IslandSettings,
        founders: Vec<S::Genome>,
    ) -> Result<Self, PlanError> {
        settings.check(&plan.evolution)?;
        let contest = contest.into();
        let mut founders = Some(founders);
        let islands = (0..settings.islands)
            .map(|number| {
                let name = format!("island-{number}");
                let plan = Plan { name, seed: island_seed(plan.seed, number), ..plan.clone() };
                Run::new(species.clone(), Arc::clone(&contest), plan, founders.take().unwrap_or_default())
            })
            .collect::<Result<Vec<_>, _>>()?;
        let neighbours = settings.neighbours(plan.seed);
        Ok(Archipelago { islands, lost: Vec::new(), settings, neighbours, plan })
    }
}

impl<S: Species, C: Contest<Genome = S::Genome> + ?Sized> Archipelago<S, C> {
    /// The islands.
    pub fn islands(&self) -> &[Run<S, C>] {
        &self.islands
    }

    /// The islands that broke.
    pub fn lost(&self) -> &[LostIsland] {
        &self.lost
    }

    /// The generation that comes next on the islands that have not broken.
    fn generation(&self) -> u64 {
        self.islands.iter().map(|run| run.state().generation).max().unwrap_or(0)
    }

    /// Everything to be kept between two generations: what all islands found together, and the state of each.
    pub fn state(&self) -> State<S::Genome> {
        let states = || self.islands.iter().map(Run::state);
        let mut measured: Vec<_> = states().flat_map(|state| state.finalists.iter().cloned()).collect();
        measured.sort_by(|one, two| two.score.total_cmp(&one.score));
        // Migrants are measured on more than one island.
        let mut finalists: Vec<Candidate<S::Genome>> = Vec::new();
        for candidate in measured {
            if finalists.iter().all(|known| known.genome != candidate.genome) {
                finalists.push(candidate);
            }
        }
        finalists.truncate(self.plan.yardstick.finalists);
        let mut front = Vec::new();
        states().flat_map(|state| &state.front).for_each(|known| enter_front(&mut front, known));
        let better = |one: (f64, u64), two: (f64, u64)| if two.0 > one.0 { two } else { one };
        State {
            generation: self.generation(),
            unmeasured: states().flat_map(|state| state.unmeasured.iter().cloned()).collect(),
            finalists,
            front,
            best: states().filter_map(|state| state.best).reduce(better),
            games: states().map(|state| state.games).sum(),
            end: states().find_map(|state| state.end),
            islands: states().cloned().collect(),
            lost: self.lost.clone(),
            ..State::new(Vec::new())
        }
    }

    /// Goes on from what was kept.
    pub fn restore(&mut self, state: State<S::Genome>) {
        self.lost = state.lost;
        self.islands.iter_mut().zip(state.islands).for_each(|(run, island)| run.restore(island));
    }

    /// The settings of the islands.
    pub fn settings(&self) -> &IslandSettings {
        &self.settings
    }

    /// A generation, or several, on every island that has not broken, then the migration. A report for each generation;
    /// none once the islands are done.
    pub fn step(&mut self) -> Result<Vec<GenerationReport>, Failed> {
        let first = self.generation();
        let until = self.settings.next_arrival(first);
        let way = Way { settings: &self.settings, neighbours: &self.neighbours, plan: &self.plan };
        let lost = &self.lost;
        let go_on = |(island, run): (usize, &mut Run<S, C>)| {
            let is_lost = lost.iter().any(|lost| lost.island == island);
            if is_lost { Ok(Stretch::default()) } else { way.go_on(island, run, until) }
        };
        let stretches = self.islands.par_iter_mut().enumerate().map(go_on).collect::<Result<Vec<_>, _>>()?;
        Ok(self.migrate(stretches, first, until))
    }

    /// What one island does until the next arrival, from its state before.
    pub fn unit(&mut self, island: usize, state: State<S::Genome>) -> Result<Outcome<S::Genome>, Failed> {
        let until = self.settings.next_arrival(state.generation);
        let run = &mut self.islands[island];
        run.restore(state);
        let way = Way { settings: &self.settings, neighbours: &self.neighbours, plan: &self.plan };
        let Stretch { reports, migrants, lost } = way.go_on(island, run, until)?;
        Ok(Outcome { reports, migrants, lost, state: run.state().clone() })
    }

    /// Joins what came of one unit of each island: the reports that [`step`](Self::step) gives, and the migration.
    pub fn join(&mut self, outcomes: Vec<Outcome<S::Genome>>) -> Vec<GenerationReport> {
        let first = self.generation();
        let until = self.settings.next_arrival(first);
        let mut stretches = Vec::with_capacity(outcomes.len());
        for (run, Outcome { reports, migrants, lost, state }) in self.islands.iter_mut().zip(outcomes) {
            run.restore(state);
            stretches.push(Stretch { reports, migrants, lost });
        }
        self.migrate(stretches, first, until)
    }

    /// Lets migrants arrive and reports the generations from `first` to `until`.
    fn migrate(
        &mut self,
        stretches: Vec<Stretch<S::Genome>>,
        first: u64,
        until: u64,
    ) -> Vec<GenerationReport> {
        let mut arrivals: Vec<Vec<S::Genome>> = self.islands.iter().map(|_| Vec::new()).collect();
        let mut reports = Vec::with_capacity(stretches.len());
        for stretch in stretches {
            for Migrants { to, genomes, .. } in stretch.migrants {
                arrivals[to].extend(genomes);
            }
            self.lost.extend(stretch.lost);
            reports.push(stretch.reports);
        }
        for (run, arrived) in self.islands.iter_mut().zip(arrivals) {
            run.welcome(arrived);
        }
        (first..until).map_while(|generation| self.report(generation, &reports)).collect()
    }

    /// The report of one generation from those of the islands, which may have done more. It is that of the fittest
    /// island, with the games of all. The yardstick has no say: the best of many measured scores is luck.
    fn report(&self, generation: u64, reports: &[Vec<GenerationReport>]) -> Option<GenerationReport> {
        let of = |reports: &Vec<GenerationReport>| {
            reports.iter().find(|report| report.generation == generation).cloned()
        };
        let (mut best, mut games, mut games_total): (Option<GenerationReport>, _, _) = (None, 0, 0);
        for (run, reports) in self.islands.iter().zip(reports) {
            let Some(report) = of(reports) else {
                // What an island that broke had played counts on.
                games_total += reports.last().map_or(run.state().games, |report| report.games_total);
                continue;
            };
            games += report.games;
            games_total += report.games_total;
            if best.as_ref().is_none_or(|best| report.best > best.best) {
                best = Some(report);
            }
        }
        let lost = self.lost.iter().filter(|lost| lost.generation <= generation).cloned().collect();
        best.map(|report| GenerationReport { games, games_total, lost, ..report })
    }

    /// Chooses and measures the champion of all islands.
    pub fn champion(
        &self,
        go_on: impl FnMut(usize, usize) -> bool,
    ) -> Result<Option<FinalChoice<S::Genome>>, Failed> {
        self.islands[0].champion_of(&self.state(), go_on)
    }
}

/// What comes of the generations that one island does without waiting, beside its state.
struct Stretch<G> {
    reports: Vec<GenerationReport>,
    migrants: Vec<Migrants<G>>,
    lost: Option<LostIsland>,
}

impl<G> Default for Stretch<G> {
    fn default() -> Self {
        Stretch { reports: Vec::new(), migrants: Vec::new(), lost: None }
    }
}

/// What an island needs to know to go on by itself.
#[derive(Clone, Copy)]
struct Way<'a> {
    settings: &'a IslandSettings,
    neighbours: &'a [Vec<usize>],
    plan: &'a Plan,
}

impl Way<'_> {
    /// The generations of one island until this one, and who leaves it in them.
    fn go_on<S: Species, C: Contest<Genome = S::Genome> + ?Sized>(
        &self,
        island: usize,
        run: &mut Run<S, C>,
        until: u64,
    ) -> Result<Stretch<S::Genome>, Failed> {
        let mut stretch = Stretch::default();
        while run.state().generation < until {
            let generation = run.state().generation;
            // A run that panicked is never stepped again, so nobody sees what it left half done.
            match catch_unwind(AssertUnwindSafe(|| run.next())) {
                Ok(None) => break,
                Ok(Some(report)) => {
                    stretch.reports.push(report?);
                    stretch.migrants.extend(self.emigrants(run, island, generation));
                }
                Err(panic) => {
                    stretch.lost = Some(LostIsland { island, generation, problem: said(&*panic) });
                    break;
                }
            }
        }
        Ok(stretch)
    }

    /// Who leaves an island after this generation.
    fn emigrants<S: Species, C: Contest<Genome = S::Genome> + ?Sized>(
        &self,
        run: &Run<S, C>,
        from: usize,
        generation: u64,
    ) -> Vec<Migrants<S::Genome>> {
        let Way { settings, neighbours, plan } = self;
        let Some((population, standings)) = run.judged().filter(|_| settings.is_due(from, generation)) else {
            return Vec::new();
        };
        let selection = Selection::Tournament { size: settings.tournament, winners: 1 };
        let leave = |(number, to): (usize, &usize)| {
            let slot = (from * settings.most_neighbours() + number) as u64;
            let mut rng = stream(plan.seed, Purpose::Migration, generation, slot);
            let chosen = parents(&mut rng, selection, standings, plan.evolution.parsimony, settings.migrants);
            let genomes = chosen.iter().map(|index| population[*index].clone()).collect();
            Migrants { from, to: *to, generation, genomes }
        };
        neighbours[from].iter().enumerate().map(leave).collect()
    }
}

/// What somebody said who panicked.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason was given").to_owned()
}

/// One population, or islands.
pub enum Populations<S: Species, C: Contest<Genome = S::Genome> + ?Sized> {
    /// One population.
    One(Box<Run<S, C>>),
    /// Islands.
    Islands(Box<Archipelago<S, C>>),
}

impl<S: Species, C: Contest<Genome = S::Genome> + ?Sized> Populations<S, C> {
    /// Evolves one generation, or as many as islands go on without waiting; no reports once the run is over.
    pub fn step(&mut self) -> Result<Vec<GenerationReport>, Failed> {
        match self {
            Populations::One(run) => run.next().into_iter().collect(),
            Populations::Islands(islands) => islands.step(),
        }
    }

    /// Lets the generations that come be given up.
    pub fn interrupt_by(&mut self, interrupt: &Interrupt) {
        match self {
            Populations::One(run) => run.interrupt_by(interrupt.clone()),
            Populations::Islands(islands) => {
                islands.islands.iter_mut().for_each(|run| run.interrupt_by(interrupt.clone()));
            }
        }
    }

    /// The generations until this one of the one population, or those of one island up to the next arrival, from the state
    /// before: a function of its arguments.
    pub fn unit(
        &mut self,
        island: usize,
        state: State<S::Genome>,
        until: u64,
    ) -> Result<Outcome<S::Genome>, Failed> {
        match self {
            Populations::Islands(islands) => islands.unit(island, state),
            Populations::One(run) => {
                run.restore(state);
                let mut reports = Vec::new();
                while run.state().generation < until
                    && let Some(report) = run.next()
                {
                    reports.push(report?);
                }
                Ok(Outcome { reports, migrants: Vec::new(), lost: None, state: run.state().clone() })
            }
        }
    }

    /// Joins what came of a unit of the one population, or of a unit of each island, as [`step`](Self::step) does with what it
    /// did itself.
    pub fn join(&mut self, mut outcomes: Vec<Outcome<S::Genome>>) -> Vec<GenerationReport> {
        match self {
            Populations::Islands(islands) => islands.join(outcomes),
            Populations::One(run) => {
                let Some(Outcome { reports, state, .. }) = outcomes.pop() else { return Vec::new() };
                run.restore(state);
                reports
            }
        }
    }

    /// Everything to be kept between two generations.
    pub fn state(&self) -> State<S::Genome> {
        match self {
            Populations::One(run) => run.state().clone(),
            Populations::Islands(islands) => islands.state(),
        }
    }

    /// Goes on from what was kept.
    pub fn restore(&mut self, state: State<S::Genome>) {
        match self {
            Populations::One(run) => run.restore(state),
            Populations::Islands(islands) => islands.restore(state),
        }
    }

    /// Chooses and measures the champion.
    pub fn champion(
        &self,
        go_on: impl FnMut(usize, usize) -> bool,
    ) -> Result<Option<FinalChoice<S::Genome>>, Failed> {
        match self {
            Populations::One(run) => run.champion(go_on),
            Populations::Islands(islands) => islands.champion(go_on),
        }
    }

    /// The same, where somebody else measures; nothing once that somebody has nothing to say.
    pub fn champion_by<E>(
        &self,
        measure: impl FnMut(Vec<Measurement<S::Genome>>) -> Result<Option<Vec<f64>>, E>,
    ) -> Result<Option<FinalChoice<S::Genome>>, E> {
        self.first().champion_by(&self.state(), measure)
    }

    /// The one population, or the first island.
    pub fn first(&self) -> &Run<S, C> {
        match self {
            Populations::One(run) => run,
            Populations::Islands(islands) => &islands.islands[0],
        }
    }
}

impl<S: Species, C: Contest<Genome = S::Genome> + ?Sized> From<Run<S, C>> for Populations<S, C> {
    fn from(run: Run<S, C>) -> Self {
        Populations::One(Box::new(run))
    }
}

/// The seed of one island. The first island is the same run that it would be alone.
fn island_seed(seed: u64, number: usize) -> u64 {
    seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
