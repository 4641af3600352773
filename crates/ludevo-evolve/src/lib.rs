//! Evolution: genomes, populations, selection, breeding, fitness by games, and runs.

pub mod breeding;
pub mod cmaes;
pub mod forest;
pub mod islands;
pub mod report;
pub mod rivals;
pub mod rounds;
pub mod rules;
pub mod run;
pub mod selection;
pub mod settings;
pub mod species;
pub mod tuning;
pub mod weights;

pub use breeding::Breeding;
pub use forest::{BirthSettings, Forest, TreeSettings};
pub use islands::{Archipelago, Exchange, IslandSettings, Mailboxes, Migrants, Populations};
pub use report::{Convergence, GenerationReport, YardstickScore, describe};
pub use rivals::{ProblemSets, Rival};
pub use rounds::{Contest, Round};
pub use rules::{Policies, Policy, RuleSettings};
pub use run::{Candidate, Champion, End, Plan, PlanError, Run, State};
pub use selection::{Parsimony, Selection};
pub use settings::{EvolutionSettings, RangeError, Stop, Yardstick};
pub use species::Species;
pub use weights::{Weight, WeightBirth, WeightCrossover, WeightMutation, WeightSettings, Weights};
