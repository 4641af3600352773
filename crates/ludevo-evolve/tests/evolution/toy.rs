//! A toy species and a toy game: a few weights, and whoever has the larger sum is more likely to win.

use ludevo_evolve::settings::{HallSettings, TuningSettings};
use ludevo_evolve::{
    Breeding, Contest, EvolutionSettings, Exam, Failed, For, Mark, Parsimony, Plan, Round, Run, Selection,
    Species, Stop, Yardstick,
};
use ludevo_program::{IntronCounts, Measure, ParseError};
use ludevo_random::Stream;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// Which operator made an individual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Born {
    AtRandom,
    Receiving,
    Swapping,
    Mutating,
    Tuning,
}

/// Weights, and how they came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Weights {
    pub(crate) weights: Vec<f64>,
    pub(crate) born: Born,
}

impl Weights {
    pub(crate) fn new(weights: &[f64]) -> Self {
        Weights { weights: weights.to_vec(), born: Born::AtRandom }
    }

    pub(crate) fn strength(&self) -> f64 {
        self.weights.iter().sum()
    }
}

/// From one to eight weights; each is a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Toy;

impl Species for Toy {
    type Genome = Weights;

    fn random(&self, rng: &mut Stream, index: usize) -> Weights {
        let weights = (0..1 + index % 8).map(|_| rng.random_range(-1.0..1.0)).collect();
        Weights { weights, born: Born::AtRandom }
    }

    fn cross_one_way(&self, rng: &mut Stream, donor: &Weights, receiver: &Weights) -> Weights {
        let mut weights = receiver.weights.clone();
        let place = rng.random_range(0..weights.len());
        weights[place] = donor.weights[rng.random_range(0..donor.weights.len())];
        Weights { weights, born: Born::Receiving }
    }

    fn cross_two_way(&self, rng: &mut Stream, one: &Weights, two: &Weights) -> (Weights, Weights) {
        let (mut first, mut second) = (one.weights.clone(), two.weights.clone());
        let places = (rng.random_range(0..first.len()), rng.random_range(0..second.len()));
        std::mem::swap(&mut first[places.0], &mut second[places.1]);
        (Weights { weights: first, born: Born::Swapping }, Weights { weights: second, born: Born::Swapping })
    }

    fn mutate(&self, rng: &mut Stream, genome: &Weights) -> Weights {
        let mut weights = genome.weights.clone();
        match rng.random_range(0..4) {
            0 if weights.len() > 1 => drop(weights.pop()),
            1 if weights.len() < 8 => weights.push(rng.random_range(-1.0..1.0)),
            _ => {
                let place = rng.random_range(0..weights.len());
                weights[place] = (weights[place] + rng.random_range(-0.3..0.3)).clamp(-1.0, 1.0);
            }
        }
        Weights { weights, born: Born::Mutating }
    }

    fn simplify(&self, genome: &Weights) -> Weights {
        genome.clone()
    }

    fn constants(&self, genome: &Weights) -> Vec<f64> {
        genome.weights.clone()
    }

    fn with_constants(&self, _: &Weights, constants: &[f64]) -> Weights {
        let weights = constants.iter().map(|constant| constant.clamp(-1.0, 1.0)).collect();
        Weights { weights, born: Born::Tuning }
    }

    fn print(&self, genome: &Weights) -> String {
        format!("{genome:?}")
    }

    fn parse(&self, text: &str, first_line: usize) -> Result<Weights, ParseError> {
        let error = |problem: serde_json::Error| ParseError {
            line: first_line,
            column: problem.column(),
            problem: problem.to_string(),
        };
        serde_json::from_str(text).map_err(error)
    }

    fn measure(&self, genome: &Weights) -> Measure {
        Measure { nodes: genome.weights.len(), depth: 1 }
    }

    fn introns(&self, _: &Weights) -> IntronCounts {
        IntronCounts::default()
    }
}

/// The stronger side wins, but for luck.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Larger {
    /// How much luck may add to either side.
    pub(crate) luck: f64,
}

impl Contest for Larger {
    type Genome = Weights;
    type Entrant = f64;

    fn prepare(&self, genome: &Weights, _: For) -> f64 {
        genome.strength()
    }

    fn opponent(&self, name: &str) -> Result<f64, String> {
        name.parse().map_err(|_| format!("there is no player `{name}`: a player is a number"))
    }

    fn play(&self, [first, second]: [&f64; 2], _: For, rng: &mut Stream) -> Result<f64, Failed> {
        let luck = if self.luck > 0.0 { rng.random_range(-self.luck..self.luck) } else { 0.0 };
        Ok(match (first + luck).total_cmp(second) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        })
    }

    fn problems(&self) -> Option<Box<dyn Exam<f64> + '_>> {
        Some(Box::new(self))
    }

    fn behaviour(&self, genome: &Weights) -> Option<u64> {
        Some(genome.strength().to_bits())
    }
}

/// A problem is solved by those who are stronger than a hundredth of its number.
impl Exam<f64> for Larger {
    fn questions(&self) -> usize {
        100
    }

    fn ask(&self, entrant: &f64, question: usize, _: &mut Stream) -> Mark {
        let missing = question as f64 / 100.0 - entrant;
        Mark { worth: f64::from(u8::from(missing < 0.0)), hardness: missing.max(0.0) }
    }
}

/// A small run; tests change what they are about.
pub(crate) fn plan(seed: u64) -> Plan {
    Plan {
        name: "toy".to_owned(),
        seed,
        evolution: EvolutionSettings {
            population: 16,
            generations: 8,
            selection: Selection::Tournament { size: 3, winners: 1 },
            breeding: Breeding::Both { crossover: 0.8, mutation: 0.3 },
            elite: 0,
            replaced: None,
            parsimony: Parsimony::default(),
            reject_twins: 0,
            lessons: 0,
            hall_of_fame: HallSettings::default(),
            tuning: None,
        },
        rounds: vec![Round::CoPlay { games: 3, points: 1.0 }],
        yardstick: Yardstick {
            player: "0.5".to_owned(),
            games: 11,
            every: 2,
            best: 2,
            finalists: 3,
            final_games: 21,
            fresh_games: 50,
        },
        stop: Stop::default(),
    }
}

/// Plans that together use everything a run can do.
pub(crate) fn plans() -> Vec<Plan> {
    let mut plans: Vec<Plan> = (1..=5).map(plan).collect();
    plans[4].rounds = vec![Round::Rivals { population: 6, problems: 3, sets: 2, every: 2, points: 1.0 }];
    plans[1].evolution.selection = Selection::Duel { size: 4, games: 3 };
    plans[1].evolution.breeding = Breeding::OneOf { crossover: 0.5, mutation: 0.3 };
    plans[1].rounds = Vec::new();
    plans[2].evolution.replaced = Some(5);
    plans[2].evolution.selection = Selection::Rank;
    plans[2].evolution.parsimony = Parsimony { lexicographic: true, penalty: 0.1, free: 2 };
    let full = &mut plans[3].evolution;
    full.selection = Selection::Fitness;
    full.elite = 2;
    full.reject_twins = 4;
    full.hall_of_fame = HallSettings { size: 2, every: 2 };
    let opponents = vec!["0.2".to_owned()];
    full.tuning =
        Some(TuningSettings { every: 3, iterations: 2, games: 4, opponents, step: 0.3, foresight: 0.0 });
    let guide = Round::Guide { player: "0".to_owned(), games: 4, rounds: 2, cutoff: Some(3.0), points: 0.5 };
    plans[3].rounds = vec![
        guide,
        Round::RandomOpponents { games: 3, points: 1.0 },
        Round::RoundRobin { games: 1, points: 0.2 },
        Round::SingleElimination { games: 2, points: 4.0 },
        Round::HallOfFame { games: 3, points: 1.0 },
    ];
    plans
}

/// A run of the toy game.
pub(crate) fn start(plan: Plan, luck: f64) -> Run<Toy, Larger> {
    Run::new(Toy, Larger { luck }, plan, Vec::new()).expect("a sound plan")
}
