//! Islands: populations of one species that evolve apart and exchange migrants.
//!
//! Every island does some generations, one or more, without waiting for the others; then all migrants of these
//! generations arrive, and the islands go on. So the result does not depend on the threads, however little the islands wait
//! for one another, and what is kept in between is one [`State`] that holds the state of every island.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use ludevo_random::{Purpose, stream};

use crate::contest::{Contest, Failed};
use crate::plan::{Plan, PlanError};
use crate::report::{GenerationReport, LostIsland};
use crate::run::{FinalChoice, Run, enter_front};
use crate::selection::{Selection, parents};
use crate::settings::{EvolutionSettings, MOST_GENERATIONS, RangeError, check, within};
use crate::species::Species;
use crate::state::{Candidate, State};

/// How many islands there are and who migrates when, as section 7.4 of Evolved to Win has it by default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IslandSettings {
    /// How many islands, each with a population of its own.
    pub islands: usize,
    /// The first generation after which anybody migrates.
    pub from: u64,
    /// An island sends migrants in every so many generations: island i in generation n if both leave the same rest.
    pub every: u64,
    /// How many individuals go to each neighbour.
    pub migrants: usize,
    /// The neighbours of island i are i plus each of these, on a ring.
    pub neighbours: Vec<i64>,
    /// Migrants win tournaments of so many; one may travel more than once.
    pub tournament: usize,
    /// For how many generations islands go on without waiting for the others. Migrants arrive at the end of these, and
    /// only there is a run kept or stopped.
    pub ahead: u64,
}

impl Default for IslandSettings {
    fn default() -> Self {
        IslandSettings {
            islands: 50,
            from: 10,
            every: 10,
            migrants: 4,
            neighbours: vec![-1, 1, 2],
            tournament: 2,
            ahead: 1,
        }
    }
}

impl IslandSettings {
    /// Checks every value for islands that evolve as these settings say.
    pub fn check(&self, evolution: &EvolutionSettings) -> Result<(), RangeError> {
        let EvolutionSettings { population, generations, .. } = *evolution;
        // All islands together are in memory as one large population would be.
        within("islands.islands", self.islands, 2..=(1_000_000 / population).clamp(2, 1000))?;
        within("islands.from", self.from, 0..=MOST_GENERATIONS)?;
        within("islands.every", self.every, 1..=MOST_GENERATIONS)?;
        within("islands.ahead", self.ahead, 1..=1000)?;
        self.neighbours.iter().try_for_each(|offset| within("islands.neighbours", *offset, -1000..=1000))?;
        check(
            generations.is_multiple_of(self.ahead),
            "evolution.generations",
            generations,
            "a multiple of islands.ahead",
        )?;
        // What may arrive at once.
        let shiploads = self.neighbours.len().max(1) * self.ahead.div_ceil(self.every) as usize;
        let most = population / shiploads;
        check(
            self.migrants <= most,
            "islands.migrants",
            self.migrants,
            "no more than an island can take in at once, from all neighbours in islands.ahead generations",
        )?;
        let size = self.tournament;
        check((1..=population).contains(&size), "islands.tournament", size, "from 1 to the population")
    }

    /// The settings in words.
    pub fn words(&self) -> String {
        let IslandSettings { islands, from, every, migrants, neighbours, ahead, .. } = self;
        let neighbours = neighbours.len();
        let waits = if *ahead > 1 {
            format!(", and none waits for the others for {ahead} generations")
        } else {
            String::new()
        };
        format!(
            "{islands}; from generation {from} on each sends {migrants} migrants to each of {neighbours} neighbours \
             every {every} generations{waits}"
        )
    }

    /// Where island `from` sends migrants after generation `generation`.
    pub fn neighbours_of(&self, from: usize, generation: u64) -> Vec<usize> {
        let is_due = generation >= self.from && from as u64 % self.every == generation % self.every;
        let count = self.islands as i64;
        let around = self.neighbours.iter().map(|offset| (from as i64 + offset).rem_euclid(count) as usize);
        if is_due { around.filter(|to| *to != from).collect() } else { Vec::new() }
    }
}

/// Individuals on their way.
#[derive(Clone, Debug, PartialEq)]
pub struct Migrants<G> {
    /// The island they come from.
    pub from: usize,
    /// The island they go to.
    pub to: usize,
    /// The generation they were chosen in.
    pub generation: u64,
    /// Who they are.
    pub genomes: Vec<G>,
}

/// What carries migrants from island to island. The one that ships hands them over within the process; another may
/// cross machines, as migrants are the same texts that champion files hold.
pub trait Exchange<G>: Send {
    /// Takes migrants along.
    fn send(&mut self, migrants: Migrants<G>);

    /// Everybody who has arrived at an island, in an order that does not depend on threads.
    fn arrivals(&mut self, island: usize) -> Vec<Migrants<G>>;
}

/// Hands migrants over within the process, in the order in which they were sent.
#[derive(Debug)]
pub struct Mailboxes<G> {
    boxes: Vec<Vec<Migrants<G>>>,
}

impl<G> Mailboxes<G> {
    /// A box for each island.
    pub fn new(islands: usize) -> Self {
        Mailboxes { boxes: (0..islands).map(|_| Vec::new()).collect() }
    }
}

impl<G: Send> Exchange<G> for Mailboxes<G> {
    fn send(&mut self, migrants: Migrants<G>) {
        let to = migrants.to;
        self.boxes[to].push(migrants);
    }

    fn arrivals(&mut self, island: usize) -> Vec<Migrants<G>> {
        std::mem::take(&mut self.boxes[island])
    }
}

/// Islands on their way.
pub struct Archipelago<S: Species, C: Contest<Genome = S::Genome>> {
    islands: Vec<Run<S, C>>,
    /// The islands that broke: they stay as they were, and the others go on.
    lost: Vec<LostIsland>,
    settings: IslandSettings,
    exchange: Box<dyn Exchange<S::Genome>>,
    plan: Plan,
}

impl<S: Species + Clone, C: Contest<Genome = S::Genome>> Archipelago<S, C>
where
    S::Genome: 'static,
{
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
        let exchange = Box::new(Mailboxes::new(settings.islands));
        Ok(Archipelago { islands, lost: Vec::new(), settings, exchange, plan })
    }
}

impl<S: Species, C: Contest<Genome = S::Genome>> Archipelago<S, C> {
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

    /// A generation, or several, on every island that has not broken, then the migration. A report for each generation;
    /// none once the islands are done.
    pub fn step(&mut self) -> Result<Vec<GenerationReport>, Failed> {
        let (first, ahead) = (self.generation(), self.settings.ahead);
        let until = (first / ahead + 1) * ahead;
        let (settings, plan, lost) = (&self.settings, &self.plan, &self.lost);
        let go_on = |(island, run): (usize, &mut Run<S, C>)| -> Result<Stretch<S::Genome>, Failed> {
            let mut stretch = Stretch { reports: Vec::new(), migrants: Vec::new(), lost: None };
            if lost.iter().any(|lost| lost.island == island) {
                return Ok(stretch);
            }
            while run.state().generation < until {
                let generation = run.state().generation;
                // A run that panicked is never stepped again, so nobody sees what it left half done.
                match catch_unwind(AssertUnwindSafe(|| run.next())) {
                    Ok(None) => break,
                    Ok(Some(report)) => {
                        stretch.reports.push(report?);
                        stretch.migrants.extend(emigrants(run, island, generation, settings, plan));
                    }
                    Err(panic) => {
                        stretch.lost = Some(LostIsland { island, generation, problem: said(&*panic) });
                        break;
                    }
                }
            }
            Ok(stretch)
        };
        let stretches: Vec<Stretch<S::Genome>> =
            self.islands.par_iter_mut().enumerate().map(go_on).collect::<Result<_, _>>()?;
        let mut reports = Vec::with_capacity(stretches.len());
        for stretch in stretches {
            stretch.migrants.into_iter().for_each(|migrants| self.exchange.send(migrants));
            self.lost.extend(stretch.lost);
            reports.push(stretch.reports);
        }
        if reports.iter().any(|reports: &Vec<_>| !reports.is_empty()) {
            for (island, run) in self.islands.iter_mut().enumerate() {
                let arrived =
                    self.exchange.arrivals(island).into_iter().flat_map(|migrants| migrants.genomes);
                run.welcome(arrived.collect());
            }
        }
        Ok((first..until).map_while(|generation| self.report(generation, &reports)).collect())
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

/// What comes of the generations that one island does without waiting.
struct Stretch<G> {
    reports: Vec<GenerationReport>,
    migrants: Vec<Migrants<G>>,
    lost: Option<LostIsland>,
}

/// What somebody said who panicked.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason was given").to_owned()
}

/// One population, or islands.
pub enum Populations<S: Species, C: Contest<Genome = S::Genome>> {
    /// One population.
    One(Box<Run<S, C>>),
    /// Islands.
    Islands(Box<Archipelago<S, C>>),
}

impl<S: Species, C: Contest<Genome = S::Genome>> Populations<S, C> {
    /// Evolves one generation, or as many as islands go on without waiting; no reports once the run is over.
    pub fn step(&mut self) -> Result<Vec<GenerationReport>, Failed> {
        match self {
            Populations::One(run) => run.next().into_iter().collect(),
            Populations::Islands(islands) => islands.step(),
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

    /// The one population, or the first island.
    pub fn first(&self) -> &Run<S, C> {
        match self {
            Populations::One(run) => run,
            Populations::Islands(islands) => &islands.islands[0],
        }
    }
}

impl<S: Species, C: Contest<Genome = S::Genome>> From<Run<S, C>> for Populations<S, C> {
    fn from(run: Run<S, C>) -> Self {
        Populations::One(Box::new(run))
    }
}

/// Who leaves an island after this generation.
fn emigrants<S: Species, C: Contest<Genome = S::Genome>>(
    run: &Run<S, C>,
    from: usize,
    generation: u64,
    settings: &IslandSettings,
    plan: &Plan,
) -> Vec<Migrants<S::Genome>> {
    let Some((population, standings)) = run.judged() else { return Vec::new() };
    let selection = Selection::Tournament { size: settings.tournament, winners: 1 };
    let neighbours = settings.neighbours_of(from, generation).into_iter().enumerate();
    let leave = |(number, to): (usize, usize)| {
        let slot = (from * settings.neighbours.len() + number) as u64;
        let mut rng = stream(plan.seed, Purpose::Migration, generation, slot);
        let chosen = parents(&mut rng, selection, standings, plan.evolution.parsimony, settings.migrants);
        let genomes = chosen.iter().map(|index| population[*index].clone()).collect();
        Migrants { from, to, generation, genomes }
    };
    neighbours.map(leave).collect()
}

/// The seed of one island. The first island is the same run that it would be alone.
fn island_seed(seed: u64, number: usize) -> u64 {
    seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
