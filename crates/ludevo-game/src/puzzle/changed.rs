//! What an experiment changes in the languages of a puzzle's trees: solvers are bred in the changed languages, and solve in
//! the puzzle's own.

use std::sync::Arc;

use ludevo_evolve::settings::RangeError;
use ludevo_evolve::{Policies, Policy};
use ludevo_program::{Architecture, Individual, Part, Tree};

use crate::knowledge::Knowledge;

/// The trees of a puzzle in changed languages.
pub(super) struct Changed {
    /// What is bred.
    pub(super) species: Policies,
    /// The trees as the puzzle knows them; nothing where all is as it was, or there are no trees.
    own: Option<Arc<Architecture>>,
}

impl Changed {
    /// Changes what a puzzle breeds.
    pub(super) fn new(species: Policies, knowledge: &Knowledge) -> Result<Self, RangeError> {
        let own = species.forest().map(|forest| Arc::clone(&forest.architecture));
        let Some(own) = own.filter(|_| !knowledge.is_nothing()) else {
            let has_trees = species.forest().is_some();
            let allowed = "only for genomes with trees".to_owned();
            let refused =
                RangeError { key: "program.terminals".to_owned(), value: "given".to_owned(), allowed };
            return if has_trees || knowledge.is_nothing() {
                Ok(Changed { species, own: None })
            } else {
                Err(refused)
            };
        };
        let change = |part: &Part| -> Result<Part, RangeError> {
            let name = part.language.name();
            let language =
                knowledge.changed(&part.language).map_err(|error| knowledge.refused(name, &error))?;
            Ok(Part { language: Arc::new(language), ..part.clone() })
        };
        let parts = own.parts.iter().map(change).collect::<Result<_, _>>()?;
        let changed =
            Changed { species: species.with_architecture(Arc::new(Architecture { parts })), own: Some(own) };
        match knowledge.terminals.iter().find(|terminal| terminal.is.trim_start().starts_with("cell ")) {
            Some(terminal) => Err(RangeError {
                key: "program.terminals.is".to_owned(),
                value: terminal.is.clone(),
                allowed: "an expression of the language: cells are read in turn-based games".to_owned(),
            }),
            None => Ok(changed),
        }
    }

    /// A policy in the puzzle's own languages, with expressions in the place of terminals that are defined by them.
    pub(super) fn solving(&self, policy: &Policy) -> Policy {
        let (Some(own), Some(forest)) = (&self.own, self.species.forest()) else { return policy.clone() };
        let parts = forest.architecture.parts.iter().zip(&own.parts);
        let inlined = |(tree, (from, into)): (&Tree, (&Part, &Part))| {
            from.language.inlined(tree, &into.language).unwrap_or_else(|| tree.clone())
        };
        let trees = policy.trees.trees.iter().zip(parts).map(inlined).collect();
        Policy { trees: Individual { trees }, values: policy.values.clone() }
    }
}
