//! What is written down of each generation. Nothing in it comes from a clock.

use serde::{Deserialize, Serialize};

use crate::species::Species;

/// One generation of one population.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GenerationReport {
    /// The population's name.
    pub population: String,
    /// Counted from 0.
    pub generation: u64,
    /// Fitness of the best individual.
    pub best: f64,
    /// Mean fitness.
    pub mean: f64,
    /// Median fitness.
    pub median: f64,
    /// Standard deviation of fitness.
    pub deviation: f64,
    /// Size of the best individual.
    pub best_nodes: usize,
    /// Mean size.
    pub mean_nodes: f64,
    /// Largest size.
    pub max_nodes: usize,
    /// Mean depth.
    pub mean_depth: f64,
    /// Largest depth.
    pub max_depth: usize,
    /// How many different genomes there are.
    pub distinct: usize,
    /// Share of nodes that are explicitly defined introns.
    pub explicit_introns: f64,
    /// Share of nodes that can never run.
    pub dead_introns: f64,
    /// Share of nodes that may run but cannot matter.
    pub live_introns: f64,
    /// Games played for this generation, of all kinds.
    pub games: u64,
    /// Games played since the start.
    pub games_total: u64,
    /// The best individual's score against the yardstick, where it was measured.
    pub yardstick: Option<YardstickScore>,
    /// The best individual.
    pub best_program: String,
    /// The islands that broke until then, where there are islands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<LostIsland>,
    /// How the population converges, where one individual is replaced at a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub convergence: Option<Convergence>,
}

/// An island that broke by a defect of the program. The others go on without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostIsland {
    /// Which one.
    pub island: usize,
    /// In which generation.
    pub generation: u64,
    /// What was said.
    pub problem: String,
}

impl std::fmt::Display for LostIsland {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "island {} broke in generation {}: {}", self.island, self.generation, self.problem)
    }
}

/// How a population of weights converges in a generation in which one individual is replaced at a time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Convergence {
    /// Pairs that had a child.
    pub crossovers: u64,
    /// Children that were good enough to join the population.
    pub effective: u64,
    /// Whether the best individual was mutated when it was made.
    pub best_is_mutated: bool,
    /// The variance of each weight at the beginning.
    pub before: Vec<f64>,
    /// The variance of each weight at the end.
    pub after: Vec<f64>,
}

/// A score on games that fitness never saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct YardstickScore {
    /// The opponent.
    pub player: String,
    /// Share of the points.
    pub score: f64,
    /// Games.
    pub games: usize,
}

/// Describes a population whose best individual is at `best`.
pub fn describe<S: Species>(
    species: &S,
    population: &[S::Genome],
    points: &[f64],
    best: usize,
) -> GenerationReport {
    let count = population.len() as f64;
    let mean = points.iter().sum::<f64>() / count;
    let variance = points.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    let mut sorted = points.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let median = if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    } else {
        sorted[middle]
    };
    let measures: Vec<_> = population.iter().map(|genome| species.measure(genome)).collect();
    let nodes: usize = measures.iter().map(|measure| measure.nodes).sum();
    let mut texts: Vec<String> = population.iter().map(|genome| species.print(genome)).collect();
    let best_program = texts[best].clone();
    texts.sort_unstable();
    texts.dedup();
    let introns: Vec<_> = population.iter().map(|genome| species.introns(genome)).collect();
    let share = |of: usize| of as f64 / nodes as f64;
    GenerationReport {
        best: points[best],
        mean,
        median,
        deviation: variance.sqrt(),
        best_nodes: measures[best].nodes,
        mean_nodes: nodes as f64 / count,
        max_nodes: measures.iter().map(|measure| measure.nodes).max().unwrap_or(0),
        mean_depth: measures.iter().map(|measure| measure.depth as f64).sum::<f64>() / count,
        max_depth: measures.iter().map(|measure| measure.depth).max().unwrap_or(0),
        distinct: texts.len(),
        explicit_introns: share(introns.iter().map(|counts| counts.explicit).sum()),
        dead_introns: share(introns.iter().map(|counts| counts.dead).sum()),
        live_introns: share(introns.iter().map(|counts| counts.live).sum()),
        best_program,
        ..GenerationReport::default()
    }
}
