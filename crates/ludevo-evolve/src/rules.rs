//! Policies as a species: ordered rules, each a condition tree with a vector of weights, and a default.
//!
//! The first rule whose condition holds says which weights count; if none holds, the default's do (section 10.2.4 of
//! Evolved to Win). A policy without rules is a vector of weights, and is bred as one.

use std::ops::Range;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use ludevo_program::{Individual, IntronCounts, Measure, ParseError};
use ludevo_random::Stream;

use crate::forest::Forest;
use crate::settings::{RangeError, within};
use crate::species::Species;
use crate::weights::{Weight, WeightSettings, Weights};

/// A policy: conditions in the order in which they are asked, and the weights of all rules, the default's last.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// One tree a rule.
    pub conditions: Individual,
    /// Rule by rule, then those of the default.
    pub values: Vec<f64>,
}

/// How policies are varied, as experiments state it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RuleSettings {
    /// The share of crossovers and mutations that swap whole rules, between two policies or within one. Half of the
    /// others change a condition, half a vector of weights.
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

/// Policies with the same number of rules over the same weights.
#[derive(Clone, Debug)]
pub struct Policies {
    /// The condition of each rule; nothing for policies without rules.
    conditions: Option<Forest>,
    values: Weights,
    settings: RuleSettings,
}

/// The line between the conditions and the weights of a policy's text.
const VALUES: &str = "values";

/// What one variation changes.
enum Part {
    Whole,
    Condition,
    Values,
}

impl Policies {
    /// Policies without rules.
    pub fn of_weights(values: Weights) -> Self {
        Policies { conditions: None, values, settings: RuleSettings::default() }
    }

    /// Policies with a rule for each tree of `conditions`, whose roots are truth values, and the same weights for every
    /// rule and the default. The weights of rule 2 are named `2.NAME`, those of the default `default.NAME`.
    pub fn new(
        conditions: Forest,
        weights: &[Weight],
        settings: RuleSettings,
        variation: WeightSettings,
    ) -> Self {
        let rules = (1..=conditions.architecture.parts.len()).map(|rule| rule.to_string());
        let combination = |rule: String| {
            let named =
                |weight: &Weight| Weight::new(format!("{rule}.{}", weight.name), weight.low, weight.high);
            weights.iter().map(named).collect()
        };
        let combinations = rules.chain(["default".to_owned()]).map(combination).collect();
        let values = Weights::of_combinations(combinations, variation);
        Policies { conditions: Some(conditions), values, settings }
    }

    /// The same policies, whose weights start at these.
    pub fn starting_at(self, start: Vec<f64>) -> Self {
        Policies { values: self.values.starting_at(start), ..self }
    }

    /// All weights, in the order of a policy's values.
    pub fn weights(&self) -> &[Weight] {
        self.values.weights()
    }

    fn rules(&self) -> usize {
        self.conditions.as_ref().map_or(0, |forest| forest.architecture.parts.len())
    }

    /// Where the weights of a rule are; the default comes after the last rule.
    fn values_of(&self, rule: usize) -> Range<usize> {
        let each = self.values.weights().len() / (self.rules() + 1);
        rule * each..(rule + 1) * each
    }

    fn part(&self, rng: &mut Stream) -> Part {
        if rng.random_bool(self.settings.whole) {
            Part::Whole
        } else if rng.random() {
            Part::Condition
        } else {
            Part::Values
        }
    }

    /// Puts a rule of `donor` in the place of one of `receiver`'s.
    fn put_rule(&self, donor: &Policy, from: usize, receiver: &mut Policy, to: usize) {
        receiver.conditions.trees[to] = donor.conditions.trees[from].clone();
        receiver.values[self.values_of(to)].copy_from_slice(&donor.values[self.values_of(from)]);
    }

    /// The weights of one rule or the default from a cut on.
    fn cut(&self, rng: &mut Stream) -> Range<usize> {
        let range = self.values_of(rng.random_range(0..=self.rules()));
        rng.random_range(range.clone())..range.end
    }
}

impl Species for Policies {
    type Genome = Policy;

    fn random(&self, rng: &mut Stream, index: usize) -> Policy {
        let conditions = match &self.conditions {
            Some(forest) => forest.random(rng, index),
            None => Individual { trees: Vec::new() },
        };
        Policy { conditions, values: self.values.random(rng, index) }
    }

    fn cross_one_way(&self, rng: &mut Stream, donor: &Policy, receiver: &Policy) -> Policy {
        let mut child = receiver.clone();
        let Some(forest) = &self.conditions else {
            child.values = self.values.cross_one_way(rng, &donor.values, &receiver.values);
            return child;
        };
        match self.part(rng) {
            Part::Whole => {
                let (from, to) = (rng.random_range(0..self.rules()), rng.random_range(0..self.rules()));
                self.put_rule(donor, from, &mut child, to);
            }
            Part::Condition => {
                child.conditions = forest.cross_one_way(rng, &donor.conditions, &receiver.conditions);
            }
            Part::Values => {
                let cut = self.cut(rng);
                child.values[cut.clone()].copy_from_slice(&donor.values[cut]);
            }
        }
        child
    }

    fn cross_two_way(&self, rng: &mut Stream, one: &Policy, two: &Policy) -> (Policy, Policy) {
        let (mut first, mut second) = (one.clone(), two.clone());
        let Some(forest) = &self.conditions else {
            (first.values, second.values) = self.values.cross_two_way(rng, &one.values, &two.values);
            return (first, second);
        };
        match self.part(rng) {
            Part::Whole => {
                let (left, right) = (rng.random_range(0..self.rules()), rng.random_range(0..self.rules()));
                self.put_rule(two, right, &mut first, left);
                self.put_rule(one, left, &mut second, right);
            }
            Part::Condition => {
                (first.conditions, second.conditions) =
                    forest.cross_two_way(rng, &one.conditions, &two.conditions);
            }
            Part::Values => {
                let cut = self.cut(rng);
                first.values[cut.clone()].swap_with_slice(&mut second.values[cut]);
            }
        }
        (first, second)
    }

    fn mutate(&self, rng: &mut Stream, policy: &Policy) -> Policy {
        let mut child = policy.clone();
        let Some(forest) = &self.conditions else {
            child.values = self.values.mutate(rng, &policy.values);
            return child;
        };
        match self.part(rng) {
            Part::Whole => {
                let (one, two) = (rng.random_range(0..self.rules()), rng.random_range(0..self.rules()));
                self.put_rule(policy, one, &mut child, two);
                self.put_rule(policy, two, &mut child, one);
            }
            Part::Condition => child.conditions = forest.mutate(rng, &policy.conditions),
            Part::Values => child.values = self.values.mutate(rng, &policy.values),
        }
        child
    }

    fn simplify(&self, policy: &Policy) -> Policy {
        match &self.conditions {
            Some(forest) => Policy { conditions: forest.simplify(&policy.conditions), ..policy.clone() },
            None => policy.clone(),
        }
    }

    /// The weights. Constants in conditions are left to mutation.
    fn constants(&self, policy: &Policy) -> Vec<f64> {
        policy.values.clone()
    }

    fn with_constants(&self, policy: &Policy, constants: &[f64]) -> Policy {
        let values = self.values.with_constants(&policy.values, constants);
        Policy { values, ..policy.clone() }
    }

    fn print(&self, policy: &Policy) -> String {
        let values = self.values.print(&policy.values);
        match &self.conditions {
            Some(forest) => format!("{}{VALUES}\n{values}", forest.print(&policy.conditions)),
            None => values,
        }
    }

    fn parse(&self, text: &str, first_line: usize) -> Result<Policy, ParseError> {
        let Some(forest) = &self.conditions else {
            let values = self.values.parse(text, first_line)?;
            return Ok(Policy { conditions: Individual { trees: Vec::new() }, values });
        };
        let conditions: Vec<&str> = text.lines().take_while(|line| line.trim() != VALUES).collect();
        if conditions.len() == text.lines().count() {
            let line = first_line + conditions.len();
            let problem = format!("expected a line `{VALUES}` and the weights of the rules after it");
            return Err(ParseError { line, column: 1, problem });
        }
        let rest: Vec<&str> = text.lines().skip(conditions.len() + 1).collect();
        let values = self.values.parse(&rest.join("\n"), first_line + conditions.len() + 1)?;
        Ok(Policy { conditions: forest.parse(&conditions.join("\n"), first_line)?, values })
    }

    fn measure(&self, policy: &Policy) -> Measure {
        let Measure { nodes, depth } = self.values.measure(&policy.values);
        match &self.conditions {
            Some(forest) => {
                let of_conditions = forest.measure(&policy.conditions);
                Measure { nodes: nodes + of_conditions.nodes, depth: depth.max(of_conditions.depth) }
            }
            None => Measure { nodes, depth },
        }
    }

    fn introns(&self, policy: &Policy) -> IntronCounts {
        let mut counts = self.values.introns(&policy.values);
        if let Some(forest) = &self.conditions {
            counts += forest.introns(&policy.conditions);
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
                assert_eq!((policy.conditions.trees.len(), policy.values.len()), (3, 8));
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
                    format!("{:?}", (&policy.conditions.trees[rule], &policy.values[species.values_of(rule)]))
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
            assert_eq!(first.values[species.values_of(3)], one.values[species.values_of(3)]);
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
