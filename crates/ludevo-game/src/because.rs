//! Why a tree came to what it did, in one sentence: the branch that decided, or the part that weighs most.

use ludevo_program::reading::read_exactly;
use ludevo_program::{Language, Op, Tree, Type};

use crate::why::{short, signed};

/// Parts of a tree with more nodes have no short name.
const SHORT: usize = 8;
/// Neither have those with longer texts.
const CHARACTERS: usize = 48;

/// The short texts of the parts of a tree, by their first node; nothing for parts that have none.
pub(crate) fn texts(tree: &Tree, language: &Language) -> Vec<Option<String>> {
    let text = |at: usize| {
        let part = Some(tree.part(at)).filter(|part| part.len() <= SHORT)?;
        let returns = language.primitive(part.nodes()[0].opcode).returns;
        let root = if returns.is_numeric() { Type::Float } else { Type::Bool };
        let text = read_exactly(&part, language, root, usize::MAX).text;
        Some(text).filter(|text| text.chars().count() <= CHARACTERS)
    };
    (0..tree.len()).map(text).collect()
}

/// Why the tree came to its value, of which `values` is the trace; nothing for trees that need no words.
pub(crate) fn because(
    tree: &Tree,
    language: &Language,
    texts: &[Option<String>],
    values: &[Option<f64>],
) -> Option<String> {
    let told = Told { tree, language, texts, values };
    let mut at = 0;
    loop {
        let arguments: Vec<usize> = tree.arguments(language, at).collect();
        let op = language.primitive(tree.nodes()[at].opcode).op;
        let (fact, branches) = match (op, &arguments[..]) {
            (Op::Scale(_) | Op::Negate | Op::First, [one, ..]) | (Op::Do(_), [one]) => {
                at = *one;
                continue;
            }
            (Op::If, [condition, branches @ ..]) => (told.condition(*condition), branches),
            (Op::IfPositive, [number, branches @ ..]) => {
                let is_positive = values[*number]? > 0.0;
                let words = if is_positive { "is positive" } else { "is not positive" };
                (Some(format!("{} {words}", told.asked(*number)?)), branches)
            }
            (Op::IfGreater, [one, two, branches @ ..]) => {
                let words = if values[*one]? > values[*two]? { "is more than" } else { "is at most" };
                (Some(format!("{} {words} {}", told.asked(*one)?, told.beside(*two)?)), branches)
            }
            _ => return told.heaviest(),
        };
        let taken = branches.iter().find(|branch| values[**branch].is_some())?;
        return match (fact, told.name(*taken)) {
            (Some(fact), Some(taken)) => Some(format!("{fact}, so it takes {taken}.")),
            (Some(fact), None) => Some(format!("{fact}, which chose the branch.")),
            _ => None,
        };
    }
}

struct Told<'a> {
    tree: &'a Tree,
    language: &'a Language,
    texts: &'a [Option<String>],
    values: &'a [Option<f64>],
}

impl Told<'_> {
    /// A part with what it came to, such as `EnemyBearing = 0.31`.
    fn name(&self, at: usize) -> Option<String> {
        let (text, value) = (self.texts[at].as_ref()?, self.values[at]?);
        let is_constant = text.parse::<f64>().is_ok();
        Some(if is_constant { short(value) } else { format!("{text} = {}", short(value)) })
    }

    /// The same of what is asked, in other words where it is too long to have a name.
    fn asked(&self, at: usize) -> Option<String> {
        self.name(at).or_else(|| Some(format!("What it asks first = {}", short(self.values[at]?))))
    }

    /// What that is compared with.
    fn beside(&self, at: usize) -> Option<String> {
        self.name(at).or_else(|| Some(format!("what it compares that with = {}", short(self.values[at]?))))
    }

    /// A condition and whether it holds.
    fn condition(&self, at: usize) -> Option<String> {
        let holds = self.values[at]? != 0.0;
        let op = self.language.primitive(self.tree.nodes()[at].opcode).op;
        let words = match (op, holds) {
            (Op::LowerEqual, true) | (Op::Greater, false) => "is at most",
            (Op::LowerEqual, false) | (Op::Greater, true) => "is more than",
            (Op::Smaller, true) | (Op::GreaterEqual, false) => "is less than",
            (Op::Smaller, false) | (Op::GreaterEqual, true) => "is at least",
            (Op::Equal, true) => "equals",
            (Op::Equal, false) => "differs from",
            _ => {
                let text = self.texts[at].as_ref()?;
                return Some(format!("“{text}” {}", if holds { "holds" } else { "does not hold" }));
            }
        };
        let sides: Vec<usize> = self.tree.arguments(self.language, at).collect();
        let &[one, two] = &sides[..] else { return None };
        Some(format!("{} {words} {}", self.asked(one)?, self.beside(two)?))
    }

    /// The largest term of a sum.
    fn heaviest(&self) -> Option<String> {
        let terms = self.tree.terms(self.language, self.values);
        let heaviest = terms.iter().max_by(|one, two| one.value().abs().total_cmp(&two.value().abs()))?;
        let part = heaviest.part.as_ref().filter(|part| terms.len() > 1 && part.len() <= SHORT)?;
        let text = read_exactly(part, self.language, Type::Float, usize::MAX).text;
        let (times, number) = (heaviest.times, heaviest.number);
        let amount = signed(heaviest.value());
        Some(match times == 1.0 {
            true => format!("Its largest part is {text}: {amount}."),
            false => {
                format!("Its largest part is {text}, {} times {}: {amount}.", short(number), short(times))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludevo_program::Primitive;
    use ludevo_program::functions::numeric;
    use ludevo_program::language::Read;

    #[test]
    fn the_branch_that_was_taken_is_named_with_both_numbers() {
        let number = |name, cell| {
            Primitive::float(name, Op::Read(Read::Number { cell, within: (-100.0, 100.0) }), "a number")
        };
        let primitives =
            [numeric::IF_GREATER, numeric::IF_POSITIVE, numeric::ADD, number("Near", 0), number("Far", 1)];
        let language = Language::new("test", 2, &primitives).unwrap();
        let said = |text: &str| {
            let tree = ludevo_program::text::parse(text, &language, Type::Float).unwrap();
            let mut view = [4.0_f64, 7.5].map(f64::to_bits).to_vec();
            let values = tree.trace(&language, Type::Float, &mut view);
            because(&tree, &language, &texts(&tree, &language), &values)
        };
        assert_eq!(
            said("IfGreater(Near, Far, Near, Far)").as_deref(),
            Some("Near = 4 is at most Far = 7.50, so it takes Far = 7.50.")
        );
        assert_eq!(
            said("IfPositive(Near, Far, Near)").as_deref(),
            Some("Near = 4 is positive, so it takes Far = 7.50.")
        );
        assert_eq!(said("Add(Near, 2*Far)").as_deref(), Some("Its largest part is Far, 7.50 times 2: +15."));
        // What cancels is not most of anything.
        assert_eq!(
            said("Add(Near, -1*Far)").as_deref(),
            Some("Its largest part is Far, 7.50 times −1: −7.50.")
        );
        // Both sides are too long to have names.
        let long = |name: &str| (0..9).fold(name.to_owned(), |sum, _| format!("Add({sum}, {name})"));
        assert_eq!(
            said(&format!("IfGreater({}, {}, Near, Far)", long("Near"), long("Far"))).as_deref(),
            Some(
                "What it asks first = 40 is at most what it compares that with = 75, so it takes Far = 7.50."
            )
        );
        assert_eq!(said("Near"), None);
    }
}
