//! What a reading form is made of, and what it computes.

use egg::Id;

use crate::language::Language;
use crate::operation::Op;
use crate::operation::total;
use crate::simplify::form::{Form, Forms, Question, Terminal};

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    LowerEqual,
    GreaterEqual,
    Lower,
    Greater,
}

/// An expression of a reading form. Sums and products are computed from left to right.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phrase {
    Number(f64),
    Terminal(Terminal),
    /// Terms, each with whether it is subtracted.
    Sum(Vec<(bool, Phrase)>),
    Product(Vec<Phrase>),
    If(Box<[Phrase; 3]>),
    Truth(bool),
    Question(Question),
    Not(Box<Phrase>),
    All(Vec<Phrase>),
    Any(Vec<Phrase>),
    Compare(Order, Box<[Phrase; 2]>),
}

impl Phrase {
    /// The sum with one more term. A sign in front of the term becomes the operation: both are exact.
    fn with_term(self, negative: bool, term: Phrase) -> Phrase {
        let (mut terms, others) = match self {
            Phrase::Sum(terms) => (terms, None),
            first => (Vec::new(), Some(first)),
        };
        if let Some(first) = others {
            terms.push(signed(false, first));
        }
        terms.push(signed(negative, term));
        Phrase::Sum(terms)
    }

    /// A constant times a phrase.
    pub(super) fn scaled(factor: f64, phrase: Phrase) -> Phrase {
        if factor == 1.0 {
            phrase
        } else if factor == -1.0 {
            Phrase::Sum(vec![signed(true, phrase)])
        } else {
            Phrase::Product(vec![Phrase::Number(factor), phrase])
        }
    }

    /// The opposite of a truth value.
    pub(super) fn negated(self) -> Phrase {
        match self {
            Phrase::Truth(value) => Phrase::Truth(!value),
            Phrase::Not(inner) => *inner,
            Phrase::Compare(order, sides) => {
                let opposite = match order {
                    Order::LowerEqual => Order::Greater,
                    Order::GreaterEqual => Order::Lower,
                    Order::Lower => Order::GreaterEqual,
                    Order::Greater => Order::LowerEqual,
                };
                Phrase::Compare(opposite, sides)
            }
            other => Phrase::Not(Box::new(other)),
        }
    }

    /// Both are true. Grouping makes no difference to truth values.
    pub(super) fn and(self, other: Phrase) -> Phrase {
        let parts = [self, other].into_iter().flat_map(|part| match part {
            Phrase::All(parts) => parts,
            single => vec![single],
        });
        Phrase::All(parts.collect())
    }

    /// At least one is true.
    pub(super) fn or(self, other: Phrase) -> Phrase {
        let parts = [self, other].into_iter().flat_map(|part| match part {
            Phrase::Any(parts) => parts,
            single => vec![single],
        });
        Phrase::Any(parts.collect())
    }
}

/// A term with its sign taken out.
pub(super) fn signed(negative: bool, term: Phrase) -> (bool, Phrase) {
    match term {
        Phrase::Number(value) if value < 0.0 => (!negative, Phrase::Number(-value)),
        Phrase::Product(mut factors) => match factors[0] {
            Phrase::Number(value) if value < 0.0 => {
                factors[0] = Phrase::Number(-value);
                (!negative, Phrase::Product(factors))
            }
            _ => (negative, Phrase::Product(factors)),
        },
        Phrase::Sum(mut terms) if terms.len() == 1 => {
            let (inner, term) = terms.remove(0);
            (negative != inner, term)
        }
        other => (negative, other),
    }
}

/// The exact phrase of a form.
pub(super) fn phrase(forms: &Forms, id: Id) -> Phrase {
    let read = |id: Id| phrase(forms, id);
    match forms[id] {
        Form::Number(value) => Phrase::Number(value.get()),
        Form::Truth(value) => Phrase::Truth(value),
        Form::Read(terminal) => Phrase::Terminal(terminal),
        Form::Ask(question) => Phrase::Question(question),
        Form::Plus([a, b]) => read(a).with_term(false, read(b)),
        Form::Minus([a, b]) => read(a).with_term(true, read(b)),
        Form::Times([a, b]) => match forms.as_scaled(id) {
            Some((factor, inner)) => Phrase::scaled(factor, read(inner)),
            None => Phrase::Product(vec![read(a), read(b)]),
        },
        Form::If([condition, yes, no]) => Phrase::If(Box::new([read(condition), read(yes), read(no)])),
        Form::LowerEqual([a, b]) => Phrase::Compare(Order::LowerEqual, Box::new([read(a), read(b)])),
        Form::Not([a]) => read(a).negated(),
        Form::And([a, b]) => read(a).and(read(b)),
        Form::Or([a, b]) => read(a).or(read(b)),
        Form::Nand([a, b]) => read(a).and(read(b)).negated(),
        Form::Nor([a, b]) => read(a).or(read(b)).negated(),
    }
}

/// What phrases are worth on one view.
pub(super) struct Evaluator<'a> {
    pub(super) language: &'a Language,
    pub(super) view: &'a [u64],
}

impl Evaluator<'_> {
    pub(super) fn number(&self, phrase: &Phrase) -> f64 {
        match phrase {
            Phrase::Number(value) => *value,
            Phrase::Terminal(terminal) => self.terminal(*terminal),
            Phrase::Sum(terms) => terms.iter().fold(0.0, |sum, (negative, term)| {
                let value = self.number(term);
                total(if *negative { sum - value } else { sum + value })
            }),
            Phrase::Product(factors) => {
                factors.iter().fold(1.0, |product, factor| total(product * self.number(factor)))
            }
            Phrase::If(parts) => {
                let [condition, yes, no] = &**parts;
                self.number(if self.truth(condition) { yes } else { no })
            }
            truth => f64::from(u8::from(self.truth(truth))),
        }
    }

    pub(super) fn truth(&self, phrase: &Phrase) -> bool {
        match phrase {
            Phrase::Truth(value) => *value,
            Phrase::Question(question) => {
                total(question.factor.get() * self.terminal(question.terminal)) != 0.0
            }
            Phrase::Not(inner) => !self.truth(inner),
            Phrase::All(parts) => parts.iter().all(|part| self.truth(part)),
            Phrase::Any(parts) => parts.iter().any(|part| self.truth(part)),
            Phrase::Compare(order, sides) => {
                let [left, right] = [&sides[0], &sides[1]].map(|side| self.number(side));
                match order {
                    Order::LowerEqual => left <= right,
                    Order::GreaterEqual => left >= right,
                    Order::Lower => left < right,
                    Order::Greater => left > right,
                }
            }
            number => self.number(number) != 0.0,
        }
    }

    fn terminal(&self, terminal: Terminal) -> f64 {
        match self.language.primitive(terminal.opcode).op {
            Op::Read(read) => read.ask(self.view, terminal.parameter),
            _ => unreachable!("only readings are terminals of a phrase"),
        }
    }
}
