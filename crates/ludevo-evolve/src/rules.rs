//! Policies as a species: ordered rules, each a condition tree with what counts where it holds, and a default.
//!
//! The first rule whose condition holds says what counts; if none holds, the default does (section 10.2.4 of Evolved to
//! Win). What counts is a vector of weights, or a tree that gives a value. A policy without rules is a vector of weights or
//! a single tree, and is bred as one.

use std::ops::Range;
use std::sync::Arc;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use ludevo_program::{Architecture, Individual, IntronCounts, Measure, ParseError};
use ludevo_random::Stream;

use crate::forest::Forest;
use crate::settings::{RangeError, within};
use crate::species::Species;
use crate::weights::{Weight, WeightSettings, Weights};

/// A policy: conditions in the order in which they are asked, and what counts, the default's last.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// The condition of each rule; where trees give the values, then the tree of each rule and that of the default.
    pub trees: Individual,
    /// Where weights count, those of each rule, then those of the default.
    pub values: Vec<f64>,
}

/// How policies are varied, as experiments state it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RuleSettings {
    /// The share of crossovers and mutations that swap whole rules, between two policies or within one. Half of the
    /// others change a condition, half a vector of weights; where trees give the values, all trees are changed alike.
    pub whole: f64,
}

impl Default for RuleSettings {
    fn default() -> Self {
        RuleSettings { whole: 0.3 }
    }
}

impl RuleSettings {
    /// Checks every value; `key` is where the settings stand in the experiment.
    pub fn check(&self, key: &str) -> Result<(), RangeError> {
        within(&format!("{key}.whole"), self.whole, 0.0..=1.0)
    }
}

/// Policies with the same number of rules over the same weights, or with trees of the same languages.
#[derive(Clone, Debug)]
pub struct Policies {
    rules: usize,
    /// The trees; nothing for vectors of weights without rules.
    forest: Option<Forest>,
    /// The weights; nothing where trees give the values.
    weights: Option<Weights>,
    settings: RuleSettings,
}

/// The line between the conditions and the weights of a policy's text.
const VALUES: &str = "values";

/// What one variation changes.
enum Part {
    Whole,
    Trees,
    Weights,
}

impl Policies {
    /// Vectors of weights, without rules.
    pub fn of_weights(weights: Weights) -> Self {
        Policies { rules: 0, forest: None, weights: Some(weights), settings: RuleSettings::default() }
    }

    /// Policies with a rule for each tree of `conditions`, whose roots are truth values, and the same weights for every
    /// rule and the default. The weights of rule 2 are named `2.NAME`, those of the default `default.NAME`.
    pub fn new(
        conditions: Forest,
        weights: &[Weight],
        settings: RuleSettings,
        variation: WeightSettings,
    ) -> Self {
        let rules = conditions.architecture.parts.len();
        let combination = |rule: String| {
            let named =
                |weight: &Weight| Weight::new(format!("{rule}.{}", weight.name), weight.low, weight.high);
            weights.iter().map(named).collect()
        };
        let names = (1..=rules).map(|rule| rule.to_string()).chain(["default".to_owned()]);
        let weights = Weights::of_combinations(names.map(combination).collect(), variation);
        Policies { rules, forest: Some(conditions), weights: Some(weights), settings }
    }

    /// Policies whose values are trees: `forest` has the conditions of all rules, then the values of all rules, then that of
    /// the default. A single tree is a policy without rules.
    pub fn of_trees(forest: Forest, settings: RuleSettings) -> Self {
        let rules = forest.architecture.parts.len() / 2;
        Policies { rules, forest: Some(forest), weights: None, settings }
    }

    /// Individuals of trees, without rules.
    pub fn without_rules(forest: Forest) -> Self {
        Policies { rules: 0, forest: Some(forest), weights: None, settings: RuleSettings::default() }
    }

    /// The same policies, whose weights start at these.
    pub fn starting_at(self, start: Vec<f64>) -> Self {
        Policies { weights: self.weights.map(|weights| weights.starting_at(start)), ..self }
    }

    /// All weights, in the order of a policy's values; none where trees give the values.
    pub fn weights(&self) -> &[Weight] {
        self.weights.as_ref().map_or(&[], |weights| weights.weights())
    }

    /// The same policies with trees of another architecture, which has as many parts.
    pub fn with_architecture(self, architecture: Arc<Architecture>) -> Self {
        Policies { forest: self.forest.map(|forest| Forest { architecture, ..forest }), ..self }
    }

    /// The trees, where policies have some.
    pub fn forest(&self) -> Option<&Forest> {
        self.forest.as_ref()
    }

    /// Where the weights of a rule are; the default comes after the last rule.
    fn weights_of(&self, rule: usize) -> Range<usize> {
        let each = self.weights().len() / (self.rules + 1);
        rule * each..(rule + 1) * each
    }

    fn part(&self, rng: &mut Stream) -> Part {
        match (&self.forest, &self.weights) {
            (None, _) => Part::Weights,
            (Some(_), _) if self.rules > 0 && rng.random_bool(self.settings.whole) => Part::Whole,
            (Some(_), Some(_)) if !rng.random::<bool>() => Part::Weights,
            (Some(_), _) => Part::Trees,
        }
    }

    /// Puts a rule of `donor` in the place of one of `receiver`'s.
    fn put_rule(&self, donor: &Policy, from: usize, receiver: &mut Policy, to: usize) {
        receiver.trees.trees[to] = donor.trees.trees[from].clone();
        match self.weights {
            Some(_) => {
                receiver.values[self.weights_of(to)].copy_from_slice(&donor.values[self.weights_of(from)]);
            }
            None => receiver.trees.trees[self.rules + to] = donor.trees.trees[self.rules + from].clone(),
        }
    }

    /// Two rules, each drawn from all.
    fn two_rules(&self, rng: &mut Stream) -> (usize, usize) {
        (rng.random_range(0..self.rules), rng.random_range(0..self.rules))
    }

    /// The weights of one rule or the default from a cut on.
    fn cut(&self, rng: &mut Stream) -> Range<usize> {
        let range = self.weights_of(rng.random_range(0..=self.rules));
        rng.random_range(range.clone())..range.end
    }
}

impl Species for Policies {
    type Genome = Policy;

    fn random(&self, rng: &mut Stream, index: usize) -> Policy {
        let trees = match &self.forest {
            Some(forest) => forest.random(rng, index),
            None => Individual { trees: Vec::new() },
        };
        let values = self.weights.as_ref().map_or_else(Vec::new, |weights| weights.random(rng, index));
        Policy { trees, values }
    }

    fn cross_one_way(&self, rng: &mut Stream, donor: &Policy, receiver: &Policy) -> Policy {
        let mut child = receiver.clone();
        match (self.part(rng), &self.forest, &self.weights) {
            (Part::Whole, ..) => {
                let (from, to) = self.two_rules(rng);
                self.put_rule(donor, from, &mut child, to);
            }
            (Part::Trees, Some(forest), _) => {
                child.trees = forest.cross_one_way(rng, &donor.trees, &receiver.trees);
            }
            (_, None, Some(weights)) => {
                child.values = weights.cross_one_way(rng, &donor.values, &receiver.values);
            }
            _ => {
                let cut = self.cut(rng);
                child.values[cut.clone()].copy_from_slice(&donor.values[cut]);
            }
        }
        child
    }

    fn cross_two_way(&self, rng: &mut Stream, one: &Policy, two: &Policy) -> (Policy, Policy) {
        let (mut first, mut second) = (one.clone(), two.clone());
        match (self.part(rng), &self.forest, &self.weights) {
            (Part::Whole, ..) => {
                let (left, right) = self.two_rules(rng);
                self.put_rule(two, right, &mut first, left);
                self.put_rule(one, left, &mut second, right);
            }
            (Part::Trees, Some(forest), _) => {
                (first.trees, second.trees) = forest.cross_two_way(rng, &one.trees, &two.trees);
            }
            (_, None, Some(weights)) => {
                (first.values, second.values) = weights.cross_two_way(rng, &one.values, &two.values);
            }
            _ => {
                let cut = self.cut(rng);
                first.values[cut.clone()].swap_with_slice(&mut second.values[cut]);
            }
        }
        (first, second)
    }

    fn mutate(&self, rng: &mut Stream, policy: &Policy) -> Policy {
        let mut child = policy.clone();
        match (self.part(rng), &self.forest, &self.weights) {
            (Part::Whole, ..) => {
                let (one, two) = self.two_rules(rng);
                self.put_rule(policy, one, &mut child, two);
                self.put_rule(policy, two, &mut child, one);
            }
            (Part::Weights, _, Some(weights)) => child.values = weights.mutate(rng, &policy.values),
            (_, Some(forest), _) => child.trees = forest.mutate(rng, &policy.trees),
            _ => {}
        }
        child
    }

    fn simplify(&self, policy: &Policy) -> Policy {
        match &self.forest {
            Some(forest) => Policy { trees: forest.simplify(&policy.trees), ..policy.clone() },
            None => policy.clone(),
        }
    }

    /// The weights, where there are some: constants in conditions are left to mutation. Otherwise the constants of all trees.
    fn constants(&self, policy: &Policy) -> Vec<f64> {
        match (&self.weights, &self.forest) {
            (None, Some(forest)) => forest.constants(&policy.trees),
            _ => policy.values.clone(),
        }
    }

    fn with_constants(&self, policy: &Policy, constants: &[f64]) -> Policy {
        let mut changed = policy.clone();
        match (&self.weights, &self.forest) {
            (Some(weights), _) => changed.values = weights.with_constants(&policy.values, constants),
            (None, Some(forest)) => changed.trees = forest.with_constants(&policy.trees, constants),
            (None, None) => {}
        }
        changed
    }

    fn print(&self, policy: &Policy) -> String {
        let trees = self.forest.as_ref().map(|forest| forest.print(&policy.trees));
        let weights = self.weights.as_ref().map(|weights| weights.print(&policy.values));
        match (trees, weights) {
            (Some(trees), Some(weights)) => format!("{trees}{VALUES}\n{weights}"),
            (trees, weights) => trees.or(weights).unwrap_or_default(),
        }
    }

    fn parse(&self, text: &str, first_line: usize) -> Result<Policy, ParseError> {
        let (forest, weights) = match (&self.forest, &self.weights) {
            (Some(forest), Some(weights)) => (forest, weights),
            (Some(forest), None) => {
                return Ok(Policy { trees: forest.parse(text, first_line)?, values: Vec::new() });
            }
            (None, weights) => {
                let values =
                    weights.as_ref().map_or(Ok(Vec::new()), |weights| weights.parse(text, first_line))?;
                return Ok(Policy { trees: Individual { trees: Vec::new() }, values });
            }
        };
        let conditions: Vec<&str> = text.lines().take_while(|line| line.trim() != VALUES).collect();
        if conditions.len() == text.lines().count() {
            let line = first_line + conditions.len();
            let problem = format!("expected a line `{VALUES}` and the weights of the rules after it");
            return Err(ParseError { line, column: 1, problem });
        }
        let rest: Vec<&str> = text.lines().skip(conditions.len() + 1).collect();
        let values = weights.parse(&rest.join("\n"), first_line + conditions.len() + 1)?;
        Ok(Policy { trees: forest.parse(&conditions.join("\n"), first_line)?, values })
    }

    fn measure(&self, policy: &Policy) -> Measure {
        let weights = self.weights.as_ref().map(|weights| weights.measure(&policy.values));
        let trees = self.forest.as_ref().map(|forest| forest.measure(&policy.trees));
        let parts = || weights.iter().chain(&trees);
        Measure {
            nodes: parts().map(|part| part.nodes).sum(),
            depth: parts().map(|part| part.depth).max().unwrap_or(0),
        }
    }

    fn introns(&self, policy: &Policy) -> IntronCounts {
        let mut counts = IntronCounts::default();
        if let Some(weights) = &self.weights {
            counts += weights.introns(&policy.values);
        }
        if let Some(forest) = &self.forest {
            counts += forest.introns(&policy.trees);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ludevo_program::{Architecture, Draw, Language, Op, Part as TreePart, Primitive, Read, Type};
    use ludevo_random::{Purpose, stream};

    use super::*;
    use crate::forest::TreeSettings;

    const PRIMITIVES: &[Primitive] = &[
        Primitive::bool("And", Op::And, "both"),
        Primitive::bool("AtMost", Op::LowerEqual, "not more"),
        Primitive::float("Left", Op::Read(Read::Number { cell: 0, within: (0.0, 1.0) }), "what is left"),
        Primitive::float("Constant", Op::Ephemeral(Draw::Between(0.0, 1.0)), "a constant"),
    ];

    fn species() -> Policies {
        let language = Arc::new(Language::new("test", 1, PRIMITIVES).unwrap());
        let part = |rule: usize| TreePart {
            name: format!("rule{rule}"),
            decides: String::new(),
            root: Type::Bool,
            language: language.clone(),
            depth: 4,
        };
        let architecture = Arc::new(Architecture { parts: (1..=3).map(part).collect() });
        let conditions = Forest { architecture, settings: TreeSettings::default() };
        let weights = [Weight::new("a", 0.0, 1.0), Weight::new("b", 0.0, 1.0)];
        Policies::new(conditions, &weights, RuleSettings::default(), WeightSettings::default())
    }

    #[test]
    fn what_is_printed_reads_back_and_every_variation_keeps_the_form() {
        let species = species();
        let mut rng = stream(1, Purpose::Breeding, 0, 0);
        let (mut one, mut two) = (species.random(&mut rng, 0), species.random(&mut rng, 1));
        for _ in 0..300 {
            for policy in [&one, &two] {
                assert_eq!(species.parse(&species.print(policy), 1).as_ref(), Ok(policy));
                assert_eq!((policy.trees.trees.len(), policy.values.len()), (3, 8));
            }
            one = species.mutate(&mut rng, &one);
            (one, two) = species.cross_two_way(&mut rng, &one, &two);
            two = species.cross_one_way(&mut rng, &one, &two);
        }
    }

    #[test]
    fn a_whole_rule_takes_its_condition_and_its_weights_along() {
        let species = Policies { settings: RuleSettings { whole: 1.0 }, ..species() };
        let mut rng = stream(2, Purpose::Breeding, 0, 0);
        let rules = |policy: &Policy| -> Vec<String> {
            (0..3)
                .map(|rule| {
                    format!("{:?}", (&policy.trees.trees[rule], &policy.values[species.weights_of(rule)]))
                })
                .collect()
        };
        let (one, two) = (species.random(&mut rng, 0), species.random(&mut rng, 1));
        for _ in 0..50 {
            let (first, second) = species.cross_two_way(&mut rng, &one, &two);
            let [mut before, mut after] =
                [[rules(&one), rules(&two)].concat(), [rules(&first), rules(&second)].concat()];
            before.sort();
            after.sort();
            assert_eq!(before, after);
            assert_eq!(first.values[species.weights_of(3)], one.values[species.weights_of(3)]);
            let [mut before, mut after] = [rules(&one), rules(&species.mutate(&mut rng, &one))];
            before.sort();
            after.sort();
            assert_eq!(before, after);
        }
    }

    #[test]
    fn a_text_without_weights_says_what_is_missing() {
        let species = species();
        let policy = species.random(&mut stream(3, Purpose::Breeding, 0, 0), 0);
        let text = species.print(&policy);
        let (conditions, _) = text.split_once(VALUES).unwrap();
        let error = species.parse(conditions, 10).unwrap_err();
        assert!(error.problem.contains("`values`"), "{error}");
        assert_eq!(error.line, 10 + conditions.lines().count());
    }
}
