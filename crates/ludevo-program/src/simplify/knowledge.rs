//! What is known at a place of a program: the conditions that led there, and what follows from them.

use egg::Id;

use crate::simplify::form::{Form, Forms, Question, Real};
use crate::simplify::range::Range;

/// Truth values and ranges learned on the way to a place. What was learned last is forgotten first.
#[derive(Default)]
pub(crate) struct Knowledge {
    truths: Vec<Option<bool>>,
    ranges: Vec<Option<Range>>,
    trail: Vec<Learned>,
}

enum Learned {
    Truth(Id),
    Range(Id, Option<Range>),
}

impl Knowledge {
    /// A mark to return to with [`Knowledge::forget`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Drops everything learned since the mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        for learned in self.trail.drain(mark..).rev() {
            match learned {
                Learned::Truth(id) => self.truths[usize::from(id)] = None,
                Learned::Range(id, before) => self.ranges[usize::from(id)] = before,
            }
        }
    }

    /// The truth value of a form, if it was learned.
    pub(crate) fn truth(&self, id: Id) -> Option<bool> {
        self.truths.get(usize::from(id)).copied().flatten()
    }

    /// What a form's number can be here.
    pub(crate) fn range(&self, forms: &Forms, id: Id) -> Range {
        let learned = self.ranges.get(usize::from(id)).copied().flatten();
        learned.unwrap_or_else(|| forms.range(id))
    }

    /// Learns that a form has a truth value, and what follows from that.
    pub(crate) fn learn(&mut self, forms: &mut Forms, id: Id, value: bool) {
        if self.truth(id).is_some() || forms.as_truth(id).is_some() {
            return;
        }
        let index = usize::from(id);
        if self.truths.len() <= index {
            self.truths.resize(index + 1, None);
        }
        self.truths[index] = Some(value);
        self.trail.push(Learned::Truth(id));
        match forms[id] {
            Form::Not([a]) => self.learn(forms, a, !value),
            Form::And(both) => self.learn_pair(forms, both, true, value),
            Form::Nand(both) => self.learn_pair(forms, both, true, !value),
            Form::Or(both) => self.learn_pair(forms, both, false, value),
            Form::Nor(both) => self.learn_pair(forms, both, false, !value),
            Form::LowerEqual([a, b]) => self.learn_order(forms, a, b, value),
            Form::Ask(question) => self.learn_answer(forms, question, value),
            _ => {}
        }
    }

    /// A conjunction (`all` is true) or disjunction (`all` is false) has come out as `value`.
    fn learn_pair(&mut self, forms: &mut Forms, [a, b]: [Id; 2], all: bool, value: bool) {
        if value == all {
            self.learn(forms, a, value);
            self.learn(forms, b, value);
        } else if self.truth(a) == Some(all) {
            self.learn(forms, b, value);
        } else if self.truth(b) == Some(all) {
            self.learn(forms, a, value);
        }
    }

    fn learn_order(&mut self, forms: &mut Forms, a: Id, b: Id, lower_equal: bool) {
        let (left, right) = (self.range(forms, a), self.range(forms, b));
        if lower_equal {
            self.learn_range(a, left, left.at_most(right.high));
            self.learn_range(b, right, right.at_least(left.low));
        } else {
            self.learn_range(a, left, left.at_least(left.above(right.low)));
            self.learn_range(b, right, right.at_most(right.below(left.high)));
            let reversed = forms.add(Form::LowerEqual([b, a]));
            self.learn(forms, reversed, true);
        }
    }

    fn learn_answer(&mut self, forms: &mut Forms, question: Question, value: bool) {
        let read = forms.add(Form::Read(question.terminal));
        let range = self.range(forms, read);
        if value {
            self.learn_range(read, range, range.without_zero());
            let plain = Question { factor: Real::new(1.0), ..question };
            let plain = forms.add(Form::Ask(plain));
            self.learn(forms, plain, true);
        } else if question.factor.get() == 1.0 {
            self.learn_range(read, range, range.meet(Range::of(0.0)));
        }
    }

    fn learn_range(&mut self, id: Id, before: Range, after: Range) {
        if before == after {
            return;
        }
        let index = usize::from(id);
        if self.ranges.len() <= index {
            self.ranges.resize(index + 1, None);
        }
        self.trail.push(Learned::Range(id, self.ranges[index]));
        self.ranges[index] = Some(after);
    }

    /// The truth value that a form is sure to have here.
    pub(crate) fn decide(&mut self, forms: &mut Forms, id: Id) -> Option<bool> {
        if let Some(value) = self.truth(id) {
            return Some(value);
        }
        match forms[id] {
            Form::Truth(value) => Some(value),
            Form::Not([a]) => self.decide(forms, a).map(|value| !value),
            Form::And(both) => self.decide_pair(forms, both, true),
            Form::Nand(both) => self.decide_pair(forms, both, true).map(|value| !value),
            Form::Or(both) => self.decide_pair(forms, both, false),
            Form::Nor(both) => self.decide_pair(forms, both, false).map(|value| !value),
            Form::LowerEqual([a, b]) if a == b => Some(true),
            Form::LowerEqual([a, b]) => self.bounds(forms, a).lower_equal(self.bounds(forms, b)),
            Form::Ask(question) => self.answer(forms, question),
            _ => None,
        }
    }

    fn decide_pair(&mut self, forms: &mut Forms, [a, b]: [Id; 2], all: bool) -> Option<bool> {
        let first = self.decide(forms, a);
        if first == Some(!all) {
            return first;
        }
        let mark = self.mark();
        self.learn(forms, a, all);
        let second = self.decide(forms, b);
        self.forget(mark);
        // If the first is not `all`, the value is its opposite whatever the second says.
        if second == Some(!all) || first == Some(all) { second } else { None }
    }

    /// The answer to a question, if the terminal's range or its factor gives it.
    pub(crate) fn answer(&self, forms: &mut Forms, question: Question) -> Option<bool> {
        let read = forms.add(Form::Read(question.terminal));
        let range = self.range(forms, read);
        if question.factor.get() == 0.0 {
            return Some(false);
        }
        match range.is_nonzero() {
            Some(true) if !keeps_nonzero(range, question) => None,
            answer => answer,
        }
    }

    /// Between which numbers a form's value lies here.
    pub(crate) fn bounds(&mut self, forms: &mut Forms, id: Id) -> Range {
        let known = self.range(forms, id);
        if known.single().is_some() {
            return known;
        }
        let range = match forms[id] {
            Form::Plus([a, b]) => self.bounds(forms, a).plus(self.bounds(forms, b)),
            Form::Minus([a, b]) => self.bounds(forms, a).minus(self.bounds(forms, b)),
            Form::Times([a, b]) => self.bounds(forms, a).times(self.bounds(forms, b)),
            Form::If([condition, yes, no]) => match self.decide(forms, condition) {
                Some(value) => self.bounds(forms, if value { yes } else { no }),
                None => {
                    let [yes, no] = [(yes, true), (no, false)].map(|(branch, value)| {
                        let mark = self.mark();
                        self.learn(forms, condition, value);
                        let range = self.bounds(forms, branch);
                        self.forget(mark);
                        range
                    });
                    yes.join(no)
                }
            },
            _ => known,
        };
        known.meet(range)
    }
}

/// Whether the question's factor leaves every number of the range that is not zero different from zero: a product is
/// at least as far from zero as the factor or the number, if the other is at least 1.
pub(crate) fn keeps_nonzero(range: Range, question: Question) -> bool {
    let factor = question.factor.get().abs();
    factor >= 1.0 || range.whole && factor > 0.0
}
