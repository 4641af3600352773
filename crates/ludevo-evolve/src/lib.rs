//! Evolution: genomes, populations, selection, breeding, fitness by games, and runs.

pub mod any;
pub mod breeding;
pub mod cmaes;
pub mod contest;
pub mod forest;
pub mod interrupt;
pub mod islands;
pub mod learning;
pub mod plan;
pub mod report;
pub mod rivals;
pub mod rounds;
pub mod rules;
pub mod run;
pub mod selection;
pub mod settings;
pub mod species;
pub mod state;
pub mod tuning;
pub mod weights;

pub use any::{AnyContest, AnyEntrant, any_contest};
pub use breeding::Breeding;
pub use contest::{Beyond, Chance, Contest, Exam, Failed, For, Mark, Meeting, Teacher, Tried};
pub use forest::{BirthSettings, Forest, TreeSettings};
pub use interrupt::Interrupt;
pub use islands::{
    Archipelago, Due, IslandSettings, Migrants, Outcome, Populations, Refused, Schedule, Topology, Waiting,
};
pub use plan::{Plan, PlanError};
pub use report::{Convergence, GenerationReport, LostIsland, YardstickScore, describe};
pub use rivals::{Bundles, ProblemSets, Rival, Rivals};
pub use rounds::Round;
pub use rules::{Policies, Policy, RuleSettings};
pub use run::{FinalChoice, Measurement, Run};
pub use selection::{Parsimony, Selection, Standing};
pub use settings::{EvolutionSettings, RangeError, Stop, Yardstick};
pub use species::Species;
pub use state::{Candidate, End, State};
pub use weights::{Weight, WeightBirth, WeightCrossover, WeightMutation, WeightSettings, Weights};
