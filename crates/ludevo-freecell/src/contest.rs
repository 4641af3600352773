//! FreeCell as evolution sees it: a solver meets a deal as a player meets an opponent.

use std::sync::{Mutex, OnceLock};

use ludevo_evolve::{Contest, Exam, Failed, For, Mark, Policy};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::puzzle::Limits;
use rand::RngExt;
use rand::seq::index::sample;
use serde::{Deserialize, Serialize};

use super::deal::Deal;
use super::genome::Genome;
use super::solver::{DealOutcome, Method, Solver};

/// Deals to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deals {
    /// A thousand of the Microsoft deals 1 to 32000, drawn once and for all.
    Training,
    /// The other 31,000.
    Test,
}

/// The sets of deals with their names and what they are.
pub const DEALS: [(Deals, &str, &str); 2] = [
    (Deals::Training, "training", "a thousand of the Microsoft deals 1 to 32000; for experiments"),
    (Deals::Test, "test", "the other 31,000; for experiments"),
];

/// How many deals Microsoft began with.
const MICROSOFT: usize = 32_000;

/// The one of them that cannot be solved.
const UNSOLVABLE: u32 = 11_982;

impl Deals {
    /// The numbers, in rising order.
    pub fn numbers(self) -> &'static [u32] {
        static SETS: OnceLock<[Vec<u32>; 2]> = OnceLock::new();
        let [training, test] = SETS.get_or_init(|| {
            let mut rng = stream(1, Purpose::Sampling, 0, 0);
            let mut drawn = [false; MICROSOFT];
            sample(&mut rng, MICROSOFT, 1000).iter().for_each(|place| drawn[place] = true);
            let numbers = (1..).zip(drawn).filter(|(number, _)| *number != UNSOLVABLE);
            let (training, test): (Vec<_>, Vec<_>) = numbers.partition(|(_, drawn)| *drawn);
            [training, test].map(|set| set.into_iter().map(|(number, _)| number).collect())
        });
        match self {
            Deals::Training => training,
            Deals::Test => test,
        }
    }
}

/// What a solved deal is worth, from 0 to 1. An unsolved one is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Worth {
    /// One minus the cost over `cap`; the cost is positions generated, six for each one expanded, and `length` for each
    /// move that is not home.
    Cost {
        /// The cost that is worth nothing.
        cap: f64,
        /// What a move costs.
        length: f64,
    },
    /// One minus the moves that are not home over `cap`.
    Length {
        /// The length that is worth nothing.
        cap: f64,
    },
    /// The share of positions expanded that is saved against Heineman's heuristic; a thousandth of what is left of it if
    /// nothing is saved (section 11.2.3 of Evolved to Win). A deal that the heuristic does not solve counts as if it took
    /// `penalty` positions. Test deals are only solved or not.
    Reduction {
        /// Positions expanded for a deal that is not solved.
        penalty: f64,
        /// Positions that the heuristic may expand.
        baseline: u64,
    },
}

/// Deals and solvers with everything that is fixed for a run.
pub(crate) struct DealContest {
    /// What is bred.
    pub(crate) genome: Genome,
    /// The width of a beam on deals of fitness, and on those of measurements.
    pub(crate) widths: (usize, usize),
    /// What a solver may use for a deal.
    pub(crate) limits: Limits,
    /// What a solved deal is worth.
    pub(crate) worth: Worth,
    /// Positions that Heineman's heuristic takes for a deal, as far as they were asked for.
    pub(crate) baseline: Vec<OnceLock<f64>>,
}

/// A solver, or deals.
pub(crate) enum Entrant {
    /// A solver's method, and solvers that threads left behind.
    Solver(Method, Mutex<Vec<Solver>>),
    /// A set of deals.
    Deals(Deals),
}

impl Entrant {
    fn solver(method: Method) -> Self {
        Entrant::Solver(method, Mutex::new(Vec::new()))
    }
}

impl DealContest {
    pub(crate) fn new(genome: Genome, widths: (usize, usize), limits: Limits, worth: Worth) -> Self {
        let baseline = (0..=MICROSOFT).map(|_| OnceLock::new()).collect();
        DealContest { genome, widths, limits, worth, baseline }
    }

    /// Positions that Heineman's heuristic takes for a deal, or the penalty if it does not solve it.
    fn baseline(&self, number: u32, penalty: f64, expanded: u64) -> f64 {
        *self.baseline[number as usize].get_or_init(|| {
            let deal = Deal::microsoft(number).expect("a deal of the set");
            let outcome = Solver::new(&Method::Hsdh, Limits { expanded, ..self.limits }).solve(&deal);
            if outcome.solution.is_some() { outcome.effort.expanded as f64 } else { penalty }
        })
    }

    /// How hard a deal was: positions, by those of Heineman's heuristic where worth is.
    fn hardness(&self, number: u32, outcome: &DealOutcome) -> f64 {
        let expanded = outcome.effort.expanded as f64;
        match self.worth {
            Worth::Reduction { penalty, baseline } => {
                let taken = if outcome.solution.is_some() { expanded } else { penalty };
                taken / self.baseline(number, penalty, baseline)
            }
            Worth::Cost { .. } | Worth::Length { .. } => expanded,
        }
    }

    fn worth(&self, number: u32, outcome: &DealOutcome) -> f64 {
        let Some(solution) = &outcome.solution else { return 0.0 };
        let moves = (solution.plays().len() - 52) as f64;
        let (expanded, generated) = (outcome.effort.expanded as f64, outcome.effort.generated as f64);
        match self.worth {
            Worth::Cost { cap, length } => {
                (1.0 - (generated + 6.0 * expanded + length * moves) / cap).max(0.0)
            }
            Worth::Length { cap } => (1.0 - moves / cap).max(0.0),
            Worth::Reduction { penalty, baseline } => {
                let baseline = self.baseline(number, penalty, baseline);
                let reduction = 1.0 - expanded / baseline;
                if reduction > 0.0 { reduction } else { (1.0 + reduction).max(0.0) / 1000.0 }
            }
        }
    }

    /// What a solver gets for one of the deals, drawn at random.
    fn meet(&self, method: &Method, spare: &Mutex<Vec<Solver>>, deals: Deals, rng: &mut Stream) -> f64 {
        let numbers = deals.numbers();
        let number = numbers[rng.random_range(0..numbers.len())];
        let outcome = self.solve(method, spare, number);
        match (self.worth, deals) {
            (Worth::Reduction { .. }, Deals::Test) => f64::from(u8::from(outcome.solution.is_some())),
            _ => self.worth(number, &outcome),
        }
    }

    /// How a solver does on a deal.
    fn solve(&self, method: &Method, spare: &Mutex<Vec<Solver>>, number: u32) -> DealOutcome {
        let deal = Deal::microsoft(number).expect("a deal of the set");
        let spares = || spare.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let taken = spares().pop();
        let mut solver = taken.unwrap_or_else(|| Solver::new(method, self.limits));
        let outcome = solver.solve(&deal);
        spares().push(solver);
        outcome
    }
}

impl Contest for DealContest {
    type Genome = Policy;
    type Entrant = Entrant;

    fn prepare(&self, genome: &Policy, purpose: For) -> Entrant {
        let width = if purpose == For::Breeding { self.widths.0 } else { self.widths.1 };
        Entrant::solver(self.genome.method(genome, width))
    }

    fn opponent(&self, name: &str) -> Result<Entrant, String> {
        let known = DEALS.iter().find(|(_, known, _)| *known == name);
        known.map(|(deals, ..)| Entrant::Deals(*deals)).ok_or_else(|| {
            format!("`{name}` is no set of deals; allowed: {}", DEALS.map(|(_, name, _)| name).join(", "))
        })
    }

    fn play(&self, [first, second]: [&Entrant; 2], _purpose: For, rng: &mut Stream) -> Result<f64, Failed> {
        match (first, second) {
            (Entrant::Solver(method, spare), Entrant::Deals(deals)) => {
                Ok(self.meet(method, spare, *deals, rng))
            }
            (Entrant::Deals(deals), Entrant::Solver(method, spare)) => {
                Ok(1.0 - self.meet(method, spare, *deals, rng))
            }
            _ => Err(Failed("a solver meets deals, not another solver".to_owned())),
        }
    }

    fn genomes_meet(&self) -> bool {
        false
    }

    fn problems(&self) -> Option<&dyn Exam<Entrant>> {
        Some(self)
    }
}

/// The training deals.
impl Exam<Entrant> for DealContest {
    fn questions(&self) -> usize {
        Deals::Training.numbers().len()
    }

    fn ask(&self, entrant: &Entrant, question: usize, _rng: &mut Stream) -> Mark {
        let Entrant::Solver(method, spare) = entrant else { return Mark { worth: 0.0, hardness: 0.0 } };
        let number = Deals::Training.numbers()[question];
        let outcome = self.solve(method, spare, number);
        Mark { worth: self.worth(number, &outcome), hardness: self.hardness(number, &outcome) }
    }
}
