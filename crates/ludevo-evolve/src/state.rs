//! What a run keeps between two generations.

use serde::{Deserialize, Serialize};

use crate::report::{Convergence, LostIsland};
use crate::rivals::Rival;

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
    /// The problems that are bred beside it.
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
    /// The islands that broke, which stay as they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<LostIsland>,
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
            lost: Vec::new(),
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
            lost: self.lost,
            convergence: self.convergence,
        })
    }
}
