//! What one island's unit comes to.

use serde::{Deserialize, Serialize};

use crate::report::{GenerationReport, LostIsland};
use crate::state::State;

/// Individuals on their way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// What comes of one island's generations up to the next arrival, or of some generations of a single population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome<G> {
    /// A report a generation.
    pub reports: Vec<GenerationReport>,
    /// Who left, in the order in which they were chosen.
    pub migrants: Vec<Migrants<G>>,
    /// That the island broke, if it did.
    pub lost: Option<LostIsland>,
    /// The state after, before anybody arrives.
    pub state: State<G>,
}

impl<G> Outcome<G> {
    /// The same with other genomes, such as their texts.
    pub fn map<H, E>(self, mut change: impl FnMut(G) -> Result<H, E>) -> Result<Outcome<H>, E> {
        let mut migrants = Vec::with_capacity(self.migrants.len());
        for Migrants { from, to, generation, genomes } in self.migrants {
            let genomes = genomes.into_iter().map(&mut change).collect::<Result<_, E>>()?;
            migrants.push(Migrants { from, to, generation, genomes });
        }
        let state = self.state.map(change)?;
        Ok(Outcome { reports: self.reports, migrants, lost: self.lost, state })
    }
}
