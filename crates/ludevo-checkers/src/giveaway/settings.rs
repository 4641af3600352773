//! What an experiment states about heuristics: their form, and by what they are learned.

use ludevo_evolve::settings::{MOST_GENERATIONS, RangeError, check, positive, within};
use ludevo_evolve::{Round, Selection, WeightSettings};
use ludevo_program::Nearest;
use serde::{Deserialize, Serialize};

use super::factors::Parameter;
use super::heuristic::{Form, FormError, Phase, published};
use ludevo_game::board::settings::{PlayerSettings, Reach};
use ludevo_game::experiment::{Experiment, OwnSections};

/// The section whose presence says that an experiment breeds heuristics and not trees.
pub(super) const SECTION: &str = "heuristic";

/// The sections of an experiment that breeds heuristics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeuristicSettings {
    /// What the heuristics are.
    pub(super) heuristic: FormSettings,
    /// How a heuristic plays.
    #[serde(default)]
    pub(super) player: PlayerSettings,
    /// By what its weights are learned.
    pub(super) learning: Learning,
}

/// A form by its name in the paper, or written out, and the weights that it may have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FormSettings {
    /// 8F, 10F, 3Ph or 5Ph; `own` if it is written out here, as when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    /// Parameters that always count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    linear: Vec<Parameter>,
    /// Parts that count where their condition holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    phases: Vec<Phase>,
    /// Weights lie between minus and plus this.
    #[serde(default = "ten")]
    pub(super) range: f64,
    /// How they are made and varied.
    #[serde(default)]
    pub(super) weights: WeightSettings,
}

/// The form that an experiment writes out; it replaces an inherited name.
const OWN: &str = "own";

fn ten() -> f64 {
    10.0
}

/// By what weights are learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Learning {
    /// By the values of test positions, from the end of the game to its start: the heuristic generator HG of section 3.1.
    Positions(Positions),
    /// By games against each other: the simple heuristic generator SHG of section 3.2.
    Games(Games),
    /// By the differences between judgements that follow each other in games of a learner against itself, at the leaves
    /// of its search: TD-leaf. Ours, in place of the paper's TD-GAC, which is not available.
    TemporalDifference(TemporalDifference),
}

/// How the heuristic generator works.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Positions {
    /// How many random plies lead to the positions of the first phase, at least.
    pub(super) from: u32,
    /// The same, at most.
    pub(super) to: u32,
    /// How many plies nearer to the start each phase is.
    pub(super) step: u32,
    /// Plies of the search that values positions.
    pub(super) depth: u32,
    /// Positions of a phase.
    pub(super) boards: usize,
    /// The share of them that comes from the stage of the game nearest to its start.
    pub(super) newest: f64,
    /// Whether positions of earlier phases are used again, with the values they had, or made anew.
    pub(super) reuse: bool,
    /// Whether fitness is divided by the summed similarity to all others, which favours the unlike.
    pub(super) similarity: bool,
    /// The share of the population, its weakest, that is made anew before the next phase.
    pub(super) renewed: f64,
    /// Generations of a phase.
    pub(super) phase: u64,
    /// Crossovers of a generation.
    pub(super) crossovers: u64,
}

impl Default for Positions {
    fn default() -> Self {
        Positions {
            from: 81,
            to: 87,
            step: 6,
            depth: 6,
            boards: 3000,
            newest: 0.5,
            reuse: false,
            similarity: false,
            renewed: 0.8,
            phase: 3,
            crossovers: 1000,
        }
    }
}

impl Positions {
    /// How many phases there are until the start of the game is reached.
    pub(super) fn phases(&self) -> u64 {
        u64::from(self.from / self.step) + 1
    }

    /// The phase of a generation.
    pub(super) fn phase_of(&self, generation: u64) -> u64 {
        (generation / self.phase).min(self.phases() - 1)
    }

    /// Between how many and how many plies the positions of a phase lie from the start.
    pub(super) fn plies(&self, phase: u64) -> (u32, u32) {
        let nearer = self.step * phase as u32;
        (self.from.saturating_sub(nearer), self.to.saturating_sub(nearer))
    }
}

/// How the simple heuristic generator works.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Games {
    /// Plies of search in the games that compare two heuristics.
    pub(super) depth: u32,
    /// States that such a search expands at most.
    pub(super) nodes: u64,
    /// Crossovers of a generation.
    pub(super) crossovers: u64,
}

impl Default for Games {
    fn default() -> Self {
        Games { depth: 3, nodes: 150, crossovers: 1000 }
    }
}

/// How a temporal-difference learner works.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct TemporalDifference {
    /// Games of each learner in a generation.
    pub(super) games: u64,
    /// Plies of search.
    pub(super) depth: u32,
    /// How much a judgement learns from those after the next one.
    pub(super) lambda: f64,
    /// How fast it learns at first.
    pub(super) rate: f64,
    /// After so many generations it learns half as fast.
    pub(super) half: f64,
    /// The share of moves that are made at random.
    pub(super) wandering: f64,
}

impl Default for TemporalDifference {
    fn default() -> Self {
        TemporalDifference { games: 400, depth: 2, lambda: 0.7, rate: 0.05, half: 10.0, wandering: 0.05 }
    }
}

impl OwnSections for HeuristicSettings {
    fn fitness(&self) -> Option<&[Round]> {
        None
    }

    fn check(&self, experiment: &Experiment) -> Result<(), RangeError> {
        self.heuristic.check()?;
        self.player.check(Reach::PLIES)?;
        let depth = |depth: u32| within("learning.depth", depth, 1..=12);
        let share = |key: &str, share: f64| within(key, share, 0.0..=1.0);
        let crossovers = |count: u64| within("learning.crossovers", count, 1..=1_000_000_000);
        if !matches!(self.learning, Learning::TemporalDifference(_)) {
            let tournament = matches!(experiment.evolution.selection, Selection::Tournament { .. });
            check(tournament, "evolution.selection.by", "another", "tournament for heuristics")?;
        }
        match self.learning {
            Learning::Positions(positions) => {
                let Positions { from, to, step, newest, renewed, .. } = positions;
                within("learning.from", from, 1..=200)?;
                within("learning.to", to, from..=200)?;
                within("learning.step", step, 1..=from)?;
                depth(positions.depth)?;
                within("learning.boards", positions.boards, 1..=1_000_000)?;
                within("learning.phase", positions.phase, 1..=MOST_GENERATIONS)?;
                crossovers(positions.crossovers)?;
                share("learning.newest", newest)?;
                share("learning.renewed", renewed)
            }
            Learning::Games(games) => {
                depth(games.depth)?;
                within("learning.nodes", games.nodes, 1..=1_000_000_000)?;
                crossovers(games.crossovers)
            }
            Learning::TemporalDifference(learner) => {
                depth(learner.depth)?;
                within("learning.games", learner.games, 1..=1_000_000)?;
                share("learning.lambda", learner.lambda)?;
                share("learning.wandering", learner.wandering)?;
                positive("learning.rate", learner.rate, 1000.0)?;
                positive("learning.half", learner.half, 1e9)
            }
        }
    }

    fn words(&self) -> Vec<(&'static str, String)> {
        let form = self.heuristic.form();
        let name = self.heuristic.form.as_deref().filter(|name| *name != OWN).unwrap_or("a form of its own");
        let heuristic =
            format!("{name}: {} weights in {} linear combinations", form.weights(), form.names().len());
        let learning = match &self.learning {
            Learning::Positions(positions) => {
                let Positions { boards, depth, from, to, step, .. } = positions;
                format!(
                    "{boards} positions a phase, valued by a search of depth {depth}; {from} to {to} plies from the start \
                     at first, then {step} plies nearer each phase"
                )
            }
            Learning::Games(Games { depth, nodes, .. }) => {
                format!("games against each other, with a search of depth {depth} and at most {nodes} states")
            }
            Learning::TemporalDifference(TemporalDifference { games, depth, lambda, .. }) => format!(
                "temporal differences in {games} games a generation against itself, with a search of depth {depth} and \
                 lambda {lambda}"
            ),
        };
        vec![("heuristic", heuristic), ("play", self.player.words()), ("learned by", learning)]
    }
}

impl FormSettings {
    /// The form.
    pub(super) fn form(&self) -> Form {
        let named = self.form.as_deref().and_then(named);
        named.unwrap_or_else(|| Form { linear: self.linear.clone(), phases: self.phases.clone() })
    }

    fn check(&self) -> Result<(), RangeError> {
        if let Some(name) = self.form.as_ref().filter(|name| *name != OWN) {
            let names = published::NAMES.map(|(name, _)| name);
            let near = Nearest::to(name, names);
            let allowed = format!("{} or {OWN}{near}", names.join(", "));
            check(named(name).is_some(), "heuristic.form", name, &allowed)?;
            let alone = self.linear.is_empty() && self.phases.is_empty();
            check(alone, "heuristic.form", name, "a name, or `own` with linear and phases, but not both")?;
        }
        let refused = |error: FormError| RangeError {
            key: SECTION.to_owned(),
            value: "no form".to_owned(),
            allowed: format!("a form that means something: {error}"),
        };
        self.form().check().map_err(refused)?;
        let range = self.range;
        // Weights that are kept as long as a unit must fit in.
        check((1.0..=1e6).contains(&range), "heuristic.range", range, "1 to 1000000")?;
        self.weights.check("heuristic.weights")
    }
}

/// The form of this name in the paper.
pub(super) fn named(name: &str) -> Option<Form> {
    published::NAMES.iter().find(|(known, _)| *known == name).map(|(_, form)| form())
}
