//! What an experiment changes in the languages of a puzzle's trees: solvers are bred in the changed languages, and solve in
//! the puzzle's own.

use std::sync::Arc;

use ludevo_evolve::settings::RangeError;
use ludevo_evolve::{Policies, Policy};
use ludevo_program::{Architecture, Individual, Part, Tree};

use crate::fixed::Fixed;
use crate::knowledge::Knowledge;

/// The trees of a puzzle in changed languages.
pub(super) struct Changed {
    /// What is bred.
    pub(super) species: Policies,
    /// The trees as the puzzle knows them; nothing where all is as it was, or there are no trees.
    own: Option<Arc<Architecture>>,
    /// What is fixed of the trees.
    fixed: Fixed,
}

impl Changed {
    /// Changes what a puzzle breeds.
    pub(super) fn new(species: Policies, knowledge: &Knowledge) -> Result<Self, RangeError> {
        let own = species.forest().map(|forest| Arc::clone(&forest.architecture));
        let Some(own) = own.filter(|_| !knowledge.is_nothing()) else {
            let has_trees = species.forest().is_some();
            let key = match knowledge {
                Knowledge { terminals, .. } if !terminals.is_empty() => "program.terminals",
                Knowledge { struck, .. } if !struck.is_empty() => "program.without",
                _ => "program.constants",
            };
            return if has_trees || knowledge.is_nothing() {
                Ok(Changed { species, own: None, fixed: Fixed::default() })
            } else {
                Err(refused(key, "given".to_owned(), ONLY_TREES.to_owned()))
            };
        };
        let change = |part: &Part| -> Result<Part, RangeError> {
            let name = part.language.name();
            let language =
                knowledge.changed(&part.language).map_err(|error| knowledge.refused(name, &error))?;
            Ok(Part { language: Arc::new(language), ..part.clone() })
        };
        let parts = own.parts.iter().map(change).collect::<Result<_, _>>()?;
        let species = species.with_architecture(Arc::new(Architecture { parts }));
        match knowledge.terminals.iter().find(|terminal| terminal.is.trim_start().starts_with("cell ")) {
            Some(terminal) => Err(refused(
                "program.terminals.is",
                terminal.is.clone(),
                "an expression of the language: cells are read in turn-based games".to_owned(),
            )),
            None => Ok(Changed { species, own: Some(own), fixed: Fixed::default() }),
        }
    }

    /// The same with what an experiment fixes of the trees.
    pub(super) fn fixing(self, stated: &[String]) -> Result<Self, RangeError> {
        if stated.is_empty() {
            return Ok(self);
        }
        let why = |problem: &str| refused("program.fixed", stated.join(", "), problem.to_owned());
        let forest = self.species.forest().ok_or_else(|| why(ONLY_TREES))?;
        let fixed = Fixed::read(stated, &forest.architecture)
            .map_err(|error| why(&format!("an expression with one `Evolved`: {error}")))?;
        Ok(Changed { fixed, ..self })
    }

    /// A policy as it solves, where parts of it are fixed; nothing where it solves as it is.
    pub(super) fn whole(&self, bred: &Policy) -> Option<Policy> {
        let is_whole = self.fixed.is_nothing();
        (!is_whole).then(|| Policy { trees: self.fixed.around(&bred.trees), values: bred.values.clone() })
    }

    /// What is bred of a policy as it solves; nothing if it has other fixed parts.
    pub(super) fn within(&self, whole: Policy) -> Option<Policy> {
        if self.fixed.is_nothing() {
            return Some(whole);
        }
        Some(Policy { trees: self.fixed.within(&whole.trees)?, values: whole.values })
    }

    /// A policy in the puzzle's own languages, with what is fixed and with expressions in the place of terminals that are defined
    /// by them.
    pub(super) fn solving(&self, bred: &Policy) -> Policy {
        let policy = self.whole(bred).unwrap_or_else(|| bred.clone());
        let (Some(own), Some(forest)) = (&self.own, self.species.forest()) else { return policy };
        let parts = forest.architecture.parts.iter().zip(&own.parts);
        let inlined = |(tree, (from, into)): (&Tree, (&Part, &Part))| {
            from.language.inlined(tree, &into.language).unwrap_or_else(|| tree.clone())
        };
        let trees = policy.trees.trees.iter().zip(parts).map(inlined).collect();
        Policy { trees: Individual { trees }, values: policy.values }
    }
}

/// What a genome without trees is told.
const ONLY_TREES: &str = "only for genomes with trees";

fn refused(key: &str, value: String, allowed: String) -> RangeError {
    RangeError { key: key.to_owned(), value, allowed }
}
