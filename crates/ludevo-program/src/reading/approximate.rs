//! The approximate form: linear combinations collected, constants rounded, terms that hardly matter dropped.

use egg::Id;

use crate::language::Language;
use crate::operation::total;
use crate::reading::phrase::{Evaluator, Order, Phrase, signed};
use crate::simplify::form::{Form, Forms, Terminal};

/// Constants keep this many significant digits.
const DIGITS: usize = 3;

/// A term is dropped if its values differ by less than this part of what the values of its sum differ by.
const NEGLIGIBLE: f64 = 2e-3;

/// Coefficients this close, relative to their size, are taken for equal.
const ALIKE: f64 = 1e-9;

/// What an approximation starts from.
pub(super) struct Approximation<'a> {
    pub(super) language: &'a Language,
    pub(super) forms: &'a Forms,
    pub(super) views: &'a [Vec<u64>],
}

/// A constant plus multiples of different atoms.
#[derive(Clone, Debug, Default, PartialEq)]
struct Linear {
    constant: f64,
    terms: Vec<(f64, Atom)>,
}

/// What linear combinations combine.
#[derive(Clone, Debug, PartialEq)]
enum Atom {
    Terminal(Terminal),
    /// Neither factor is constant.
    Product(Phrase, Phrase),
    /// Its coefficient is always 1: factors are carried into the branches.
    Choice(Phrase, Box<[Linear; 2]>),
}

impl Linear {
    fn constant(value: f64) -> Self {
        Linear { constant: value, terms: Vec::new() }
    }

    fn atom(atom: Atom) -> Self {
        Linear { constant: 0.0, terms: vec![(1.0, atom)] }
    }

    fn add(&mut self, factor: f64, other: &Linear) {
        self.constant = total(self.constant + total(factor * other.constant));
        for (coefficient, atom) in &other.terms {
            self.add_term(total(factor * coefficient), atom.clone());
        }
    }

    fn add_term(&mut self, coefficient: f64, atom: Atom) {
        if let Atom::Choice(condition, branches) = atom {
            let same = self.terms.iter_mut().find_map(|(_, held)| match held {
                Atom::Choice(known, held) if *known == condition => Some(held),
                _ => None,
            });
            match same {
                Some(held) => {
                    held.iter_mut()
                        .zip(branches.iter())
                        .for_each(|(held, branch)| held.add(coefficient, branch));
                }
                None => {
                    let mut scaled: [Linear; 2] = Default::default();
                    scaled.iter_mut().zip(branches.iter()).for_each(|(to, from)| to.add(coefficient, from));
                    self.terms.push((1.0, Atom::Choice(condition, Box::new(scaled))));
                }
            }
            return;
        }
        match self.terms.iter_mut().find(|(_, held)| *held == atom) {
            Some((held, _)) => *held = total(*held + coefficient),
            None => self.terms.push((coefficient, atom)),
        }
    }

    /// Takes out of two branches what they share.
    fn shared(yes: &mut Linear, no: &mut Linear) -> Linear {
        let mut shared = Linear::default();
        yes.terms.retain(|(coefficient, atom)| {
            let twin = no.terms.iter().position(|(other, held)| held == atom && alike(*coefficient, *other));
            if let Some(twin) = twin {
                no.terms.remove(twin);
                shared.terms.push((*coefficient, atom.clone()));
            }
            twin.is_none()
        });
        if alike(yes.constant, no.constant) {
            shared.constant = yes.constant;
            yes.constant = 0.0;
            no.constant = 0.0;
        }
        shared
    }
}

fn alike(a: f64, b: f64) -> bool {
    (a - b).abs() <= ALIKE * a.abs().max(b.abs())
}

fn rounded(value: f64) -> f64 {
    let digits = DIGITS - 1;
    format!("{value:.digits$e}").parse().map_or(value, total)
}

impl Approximation<'_> {
    pub(super) fn phrase(&self, id: Id, is_truth: bool) -> Phrase {
        if is_truth { self.condition(id) } else { self.sum(&self.linear(id)) }
    }

    fn linear(&self, id: Id) -> Linear {
        match self.forms[id] {
            Form::Number(value) => Linear::constant(value.get()),
            Form::Read(terminal) => Linear::atom(Atom::Terminal(terminal)),
            Form::Plus([a, b]) => self.combined(a, 1.0, b),
            Form::Minus([a, b]) => self.combined(a, -1.0, b),
            Form::Times([a, b]) => self.product(&self.linear(a), &self.linear(b)),
            Form::If([condition, yes, no]) => self.choice(condition, self.linear(yes), self.linear(no)),
            _ => Linear::default(),
        }
    }

    fn combined(&self, a: Id, factor: f64, b: Id) -> Linear {
        let mut sum = self.linear(a);
        sum.add(factor, &self.linear(b));
        sum
    }

    fn product(&self, a: &Linear, b: &Linear) -> Linear {
        let (factor, other) = if a.terms.is_empty() { (a, b) } else { (b, a) };
        if !factor.terms.is_empty() {
            return Linear::atom(Atom::Product(self.sum(a), self.sum(b)));
        }
        let mut product = Linear::default();
        product.add(factor.constant, other);
        product
    }

    fn choice(&self, condition: Id, mut yes: Linear, mut no: Linear) -> Linear {
        let condition = match self.condition(condition) {
            Phrase::Truth(value) => return if value { yes } else { no },
            Phrase::Not(inner) => {
                std::mem::swap(&mut yes, &mut no);
                *inner
            }
            other => other,
        };
        let mut sum = Linear::shared(&mut yes, &mut no);
        if yes != no {
            sum.add_term(1.0, Atom::Choice(condition, Box::new([yes, no])));
        }
        sum
    }

    fn condition(&self, id: Id) -> Phrase {
        match self.forms[id] {
            Form::Truth(value) => Phrase::Truth(value),
            Form::Ask(question) => Phrase::Question(question),
            Form::Not([a]) => self.condition(a).negated(),
            Form::And(both) => self.pair(both, true),
            Form::Or(both) => self.pair(both, false),
            Form::Nand(both) => self.pair(both, true).negated(),
            Form::Nor(both) => self.pair(both, false).negated(),
            Form::LowerEqual([a, b]) => self.comparison(&self.combined(a, -1.0, b)),
            _ => Phrase::Truth(false),
        }
    }

    fn pair(&self, both: [Id; 2], all: bool) -> Phrase {
        match both.map(|part| self.condition(part)) {
            [Phrase::Truth(value), other] | [other, Phrase::Truth(value)] => {
                if value == all {
                    other
                } else {
                    Phrase::Truth(value)
                }
            }
            [a, b] if a == b => a,
            [a, b] => {
                if all {
                    a.and(b)
                } else {
                    a.or(b)
                }
            }
        }
    }

    /// Whether a combination is at most zero: what is subtracted goes to the right, and so does the constant.
    fn comparison(&self, difference: &Linear) -> Phrase {
        let (constant, terms) = self.significant(difference);
        match &terms[..] {
            [] => return Phrase::Truth(constant <= 0.0),
            [(coefficient, Phrase::Terminal(terminal))] => {
                return self.threshold(*terminal, total(-constant / coefficient), *coefficient < 0.0);
            }
            _ => {}
        }
        let (subtracted, added): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|(coefficient, _)| *coefficient < 0.0);
        let subtracted = subtracted.into_iter().map(|(coefficient, atom)| (-coefficient, atom)).collect();
        let (order, sides) = if added.is_empty() {
            (Order::GreaterEqual, [written(0.0, subtracted), written(constant, added)])
        } else {
            (Order::LowerEqual, [written(0.0, added), written(-constant, subtracted)])
        };
        Phrase::Compare(order, Box::new(sides))
    }

    /// A terminal compared with a constant. Between whole numbers the nearest that can be reached says the same.
    fn threshold(&self, terminal: Terminal, bound: f64, at_least: bool) -> Phrase {
        let is_whole = self.forms.terminals()[usize::from(terminal.opcode)].whole;
        let (order, bound) = match (at_least, is_whole) {
            (true, true) => (Order::GreaterEqual, bound.ceil()),
            (true, false) => (Order::GreaterEqual, rounded(bound)),
            (false, true) => (Order::LowerEqual, bound.floor()),
            (false, false) => (Order::LowerEqual, rounded(bound)),
        };
        Phrase::Compare(order, Box::new([Phrase::Terminal(terminal), Phrase::Number(bound + 0.0)]))
    }

    /// The constant and the terms, without those that hardly change on the sample views; their mean stays in the
    /// constant.
    fn significant(&self, linear: &Linear) -> (f64, Vec<(f64, Phrase)>) {
        let terms: Vec<(f64, Phrase)> =
            linear.terms.iter().map(|(coefficient, atom)| (*coefficient, self.atom(atom))).collect();
        let columns: Vec<Vec<f64>> =
            terms.iter().map(|(coefficient, atom)| self.values(*coefficient, atom)).collect();
        let sums: Vec<f64> =
            (0..self.views.len()).map(|view| columns.iter().map(|column| column[view]).sum()).collect();
        let most = spread(&sums);
        let mut constant = linear.constant;
        let mut kept = Vec::new();
        for (term, column) in terms.into_iter().zip(&columns) {
            if term.0 == 0.0 || most > 0.0 && spread(column) < NEGLIGIBLE * most {
                constant += column.iter().sum::<f64>() / column.len().max(1) as f64;
            } else {
                kept.push(term);
            }
        }
        (total(constant), kept)
    }

    fn values(&self, coefficient: f64, atom: &Phrase) -> Vec<f64> {
        let value =
            |view: &Vec<u64>| total(coefficient * Evaluator { language: self.language, view }.number(atom));
        self.views.iter().map(value).collect()
    }

    fn atom(&self, atom: &Atom) -> Phrase {
        match atom {
            Atom::Terminal(terminal) => Phrase::Terminal(*terminal),
            Atom::Product(a, b) => Phrase::Product(vec![a.clone(), b.clone()]),
            Atom::Choice(condition, branches) => {
                let [yes, no] = [&branches[0], &branches[1]].map(|branch| self.sum(branch));
                if yes == no { yes } else { Phrase::If(Box::new([condition.clone(), yes, no])) }
            }
        }
    }

    fn sum(&self, linear: &Linear) -> Phrase {
        let (constant, terms) = self.significant(linear);
        written(constant, terms)
    }
}

/// A sum with rounded constants, its own constant last.
fn written(constant: f64, terms: Vec<(f64, Phrase)>) -> Phrase {
    let scaled = |(coefficient, atom)| signed(false, Phrase::scaled(rounded(coefficient), atom));
    let mut terms: Vec<(bool, Phrase)> = terms.into_iter().map(scaled).collect();
    if constant != 0.0 || terms.is_empty() {
        terms.push(signed(false, Phrase::Number(rounded(constant))));
    }
    // A sum that would start with a minus starts with what is added instead.
    if let Some(first) = terms.iter().position(|(negative, _)| !negative) {
        terms[..=first].rotate_right(1);
    }
    match &terms[..] {
        [(false, only)] => only.clone(),
        [(true, Phrase::Number(value))] => Phrase::Number(-value),
        _ => Phrase::Sum(terms),
    }
}

fn spread(values: &[f64]) -> f64 {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if values.is_empty() { 0.0 } else { high - low }
}
