//! What an experiment states about islands, and who sends migrants to whom.

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use ludevo_random::{Purpose, stream};

use crate::settings::{EvolutionSettings, MOST_GENERATIONS, RangeError, check, within};

/// How islands lie to one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topology {
    /// On a ring: the neighbours are those that `islands.neighbours` says.
    #[default]
    Ring,
    /// On a grid as square as their number allows, whose edges meet: four neighbours each.
    Torus,
    /// All are neighbours of all.
    Full,
    /// On as many rings as `islands.neighbours` has numbers, each in an order drawn by the run's seed.
    Random,
}

impl Topology {
    fn is_ring(&self) -> bool {
        *self == Topology::Ring
    }
}

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
    /// How they lie to one another. Left out where it is a ring, so that experiments which do not say it stay what they were.
    #[serde(skip_serializing_if = "Topology::is_ring")]
    pub topology: Topology,
    /// On a ring the neighbours of island i are i plus each of these.
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
            topology: Topology::Ring,
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
        if self.topology == Topology::Torus {
            let rows = rows(self.islands);
            check(rows > 1, "islands.islands", self.islands, "a number of rows times columns for a torus")?;
        }
        check(
            generations.is_multiple_of(self.ahead),
            "evolution.generations",
            generations,
            "a multiple of islands.ahead",
        )?;
        // What may arrive at once.
        let shiploads = self.most_neighbours().max(1) * self.ahead.div_ceil(self.every) as usize;
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
        let IslandSettings { islands, from, every, migrants, ahead, .. } = self;
        let neighbours = self.most_neighbours();
        let lie = match self.topology {
            Topology::Ring => "",
            Topology::Torus => " on a torus",
            Topology::Full => ", all neighbours of all",
            Topology::Random => " on rings in an order drawn by the seed",
        };
        let waits = if *ahead > 1 {
            format!(", and none waits for the others for {ahead} generations")
        } else {
            String::new()
        };
        format!(
            "{islands}{lie}; from generation {from} on each sends {migrants} migrants to each of {neighbours} neighbours \
             every {every} generations{waits}"
        )
    }

    /// How many neighbours an island has at most. As many may send to it.
    pub(crate) fn most_neighbours(&self) -> usize {
        match self.topology {
            Topology::Ring | Topology::Random => self.neighbours.len(),
            Topology::Torus => 4,
            Topology::Full => self.islands.saturating_sub(1),
        }
    }

    /// Whether an island sends migrants after this generation.
    pub fn is_due(&self, island: usize, generation: u64) -> bool {
        generation >= self.from && island as u64 % self.every == generation % self.every
    }

    /// The generation in which migrants arrive next on an island that has `generation` before it.
    pub fn next_arrival(&self, generation: u64) -> u64 {
        (generation / self.ahead + 1) * self.ahead
    }

    /// To whom each island sends migrants, in a run with this seed.
    pub fn neighbours(&self, seed: u64) -> Vec<Vec<usize>> {
        let count = self.islands;
        let others = |island: usize, all: Vec<usize>| all.into_iter().filter(|to| *to != island).collect();
        match self.topology {
            Topology::Ring => {
                let to = |island: usize, offset: i64| (island as i64 + offset).rem_euclid(count as i64);
                let around = |island| {
                    let offsets = self.neighbours.iter();
                    others(island, offsets.map(|offset| to(island, *offset) as usize).collect())
                };
                (0..count).map(around).collect()
            }
            Topology::Torus => {
                let rows = rows(count);
                let columns = count / rows;
                let around = |island: usize| {
                    let (row, column) = (island / columns, island % columns);
                    let at = |row: usize, column: usize| row % rows * columns + column % columns;
                    let mut all = vec![
                        at(row + rows - 1, column),
                        at(row, column + columns - 1),
                        at(row, column + 1),
                        at(row + 1, column),
                    ];
                    // Two rows or columns meet on both sides.
                    all.sort_unstable();
                    all.dedup();
                    others(island, all)
                };
                (0..count).map(around).collect()
            }
            Topology::Full => (0..count).map(|island| others(island, (0..count).collect())).collect(),
            Topology::Random => {
                let mut all = vec![Vec::new(); count];
                for ring in 0..self.neighbours.len() {
                    let mut order: Vec<usize> = (0..count).collect();
                    order.shuffle(&mut stream(seed, Purpose::Topology, 0, ring as u64));
                    for (place, island) in order.iter().enumerate() {
                        let to = order[(place + 1) % count];
                        if !all[*island].contains(&to) {
                            all[*island].push(to);
                        }
                    }
                }
                all
            }
        }
    }
}

/// The rows of a grid of so many islands: the largest number that divides it and is no larger than the columns.
fn rows(islands: usize) -> usize {
    let may_be = |rows: &usize| rows * rows <= islands && islands.is_multiple_of(*rows);
    (1..=islands).take_while(|rows| rows * rows <= islands).filter(may_be).last().unwrap_or(1)
}
