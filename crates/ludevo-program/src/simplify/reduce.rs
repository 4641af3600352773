//! The cheap pass: folds constants, drops what cannot matter and uses the conditions that lead to each place.

use egg::Id;

use crate::simplify::form::{Form, Forms, Question, Real};
use crate::simplify::knowledge::{Knowledge, keeps_nonzero};
use crate::simplify::range::Range;
use crate::simplify::write::Writer;

/// Repeats the pass, with operands taken in both orders, until nothing changes.
pub(crate) fn reduce(forms: &mut Forms, writer: &Writer, id: Id, is_truth: bool) -> Id {
    let mut current = id;
    let mut unchanged = 0;
    for round in 0..ROUNDS {
        let knowledge = Knowledge::default();
        let mut pass = Pass { forms, writer, knowledge, second_first: round % 2 == 1 };
        let next = if is_truth { pass.truth(current) } else { pass.number(current).0 };
        unchanged = if next == current { unchanged + 1 } else { 0 };
        current = next;
        if unchanged == 2 {
            break;
        }
    }
    current
}

/// Far more than any tree has needed; it only bounds the time.
const ROUNDS: usize = 20;

struct Pass<'a> {
    forms: &'a mut Forms,
    writer: &'a Writer,
    knowledge: Knowledge,
    /// Whether the second operand of a conjunction or disjunction is reduced first and the first in its light.
    second_first: bool,
}

/// What is left of a conjunction or disjunction.
enum Pair {
    Decided(bool),
    One(Id),
    Two([Id; 2]),
}

impl Pass<'_> {
    fn number(&mut self, id: Id) -> (Id, Range) {
        let known = self.knowledge.range(self.forms, id);
        if let Some(folded) = self.fold(known) {
            return folded;
        }
        let (reduced, range) = match self.forms[id] {
            Form::Plus([a, b]) => {
                let ((a, left), (b, right)) = (self.number(a), self.number(b));
                (self.plus(a, b), left.plus(right))
            }
            Form::Minus([a, b]) => {
                let ((a, left), (b, right)) = (self.number(a), self.number(b));
                (self.minus(a, b), left.minus(right))
            }
            Form::Times([a, b]) => {
                // A number beside a product stays one even where the language has no node for it.
                let ((a, left), (b, right)) = (self.factor(a), self.factor(b));
                (self.times(a, b), left.times(right))
            }
            Form::If([c, a, b]) => self.choice(c, a, b),
            _ => (id, known),
        };
        let range = known.meet(range).meet(self.knowledge.range(self.forms, reduced));
        self.fold(range).unwrap_or((reduced, range))
    }

    fn factor(&mut self, id: Id) -> (Id, Range) {
        match self.forms.as_number(id) {
            Some(value) => (id, Range::of(value)),
            None => self.number(id),
        }
    }

    fn fold(&mut self, range: Range) -> Option<(Id, Range)> {
        let value = range.single().filter(|value| self.writer.can_write_number(*value))?;
        Some((self.forms.number(value), Range::of(value)))
    }

    fn plus(&mut self, a: Id, b: Id) -> Id {
        if self.forms.as_number(a) == Some(0.0) {
            return b;
        }
        if self.forms.as_number(b) == Some(0.0) {
            return a;
        }
        if a == b && (self.forms.as_scaled(a).is_none() || self.writer.can_rescale()) {
            let two = self.forms.number(2.0);
            return self.times(two, a);
        }
        if self.writer.has_plus_and_minus() {
            for (kept, other) in [(a, b), (b, a)] {
                if let Some((factor, inner)) = self.forms.as_scaled(other).filter(|(factor, _)| *factor < 0.0)
                    && self.forms.as_scaled(kept).is_none_or(|(factor, _)| factor > 0.0)
                {
                    let negated = self.scaled(-factor, inner);
                    return self.forms.add(Form::Minus([kept, negated]));
                }
            }
        }
        self.over_choice(a, b, Form::Plus)
    }

    fn minus(&mut self, a: Id, b: Id) -> Id {
        if self.forms.as_number(b) == Some(0.0) {
            return a;
        }
        if self.forms.as_number(a) == Some(0.0) {
            return self.scaled(-1.0, b);
        }
        if let Some((factor, inner)) = self.forms.as_scaled(b).filter(|(factor, _)| *factor < 0.0)
            && self.writer.has_plus_and_minus()
        {
            let negated = self.scaled(-factor, inner);
            return self.forms.add(Form::Plus([a, negated]));
        }
        self.over_choice(a, b, Form::Minus)
    }

    fn times(&mut self, a: Id, b: Id) -> Id {
        match (self.forms.as_number(a), self.forms.as_number(b)) {
            (Some(factor), _) => self.scaled(factor, b),
            (None, Some(factor)) => self.scaled(factor, a),
            (None, None) => self.over_choice(a, b, Form::Times),
        }
    }

    /// A constant times a form. Only factors of one are merged: other products round.
    fn scaled(&mut self, factor: f64, id: Id) -> Id {
        if factor == 1.0 {
            return id;
        }
        match (self.forms.as_scaled(id), self.forms[id]) {
            (Some((-1.0, rest)), _) => return self.scaled(-factor, rest),
            (Some((inner, rest)), _) if factor == -1.0 => return self.scaled(-inner, rest),
            (None, Form::Minus([a, b])) if factor == -1.0 => return self.minus(b, a),
            _ => {}
        }
        let factor = self.forms.number(factor);
        self.over_choice(factor, id, Form::Times)
    }

    /// The operation, carried into a choice between two numbers if the other operand is a number.
    fn over_choice(&mut self, a: Id, b: Id, operation: fn([Id; 2]) -> Form) -> Id {
        let whole = operation([a, b]);
        let (number, choice) = match (self.forms[a], self.forms[b]) {
            (Form::Number(_), Form::If(parts)) | (Form::If(parts), Form::Number(_)) => {
                (self.forms.as_number(a).is_some(), parts)
            }
            _ => return self.forms.add(whole),
        };
        let mut branch = |branch: Id| {
            self.forms.as_number(branch)?;
            let whole = operation(if number { [a, branch] } else { [branch, b] });
            let whole = self.forms.add(whole);
            let value = self.forms.range(whole).single()?;
            self.writer.can_write_number(value).then(|| self.forms.number(value))
        };
        let [condition, yes, no] = choice;
        match branch(yes).zip(branch(no)) {
            Some((yes, no)) => self.forms.add(Form::If([condition, yes, no])),
            None => self.forms.add(whole),
        }
    }

    fn choice(&mut self, condition: Id, yes: Id, no: Id) -> (Id, Range) {
        let reduced = self.truth(condition);
        if let Some(value) = self.forms.as_truth(reduced) {
            return self.number(if value { yes } else { no });
        }
        let (yes, from_yes) = self.assuming(&[condition, reduced], true, |pass| pass.number(yes));
        let (no, from_no) = self.assuming(&[condition, reduced], false, |pass| pass.number(no));
        let range = from_yes.join(from_no);
        if yes == no {
            return (yes, range);
        }
        let form = match self.forms[reduced] {
            Form::Not([inner]) => Form::If([inner, no, yes]),
            _ => Form::If([reduced, yes, no]),
        };
        (self.forms.add(form), range)
    }

    fn assuming<T>(&mut self, conditions: &[Id], value: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.knowledge.mark();
        for condition in conditions {
            self.knowledge.learn(self.forms, *condition, value);
        }
        let result = work(self);
        self.knowledge.forget(mark);
        result
    }

    fn truth(&mut self, id: Id) -> Id {
        if let Some(value) = self.knowledge.truth(id) {
            return self.forms.truth(value);
        }
        let reduced = match self.forms[id] {
            Form::Ask(question) => self.question(id, question),
            Form::LowerEqual([a, b]) => {
                let ((a, left), (b, right)) = (self.number(a), self.number(b));
                let decided = if a == b { Some(true) } else { left.lower_equal(right) };
                match decided {
                    Some(value) => self.forms.truth(value),
                    None => self.forms.add(Form::LowerEqual([a, b])),
                }
            }
            Form::Not([a]) => {
                let inner = self.truth(a);
                self.negated(inner, id)
            }
            Form::And(both) => self.joined(both, true, None, Form::And),
            Form::Or(both) => self.joined(both, false, None, Form::Or),
            Form::Nand(both) => self.joined(both, true, Some(id), Form::Nand),
            Form::Nor(both) => self.joined(both, false, Some(id), Form::Nor),
            _ => id,
        };
        match self.knowledge.truth(reduced) {
            Some(value) => self.forms.truth(value),
            None => reduced,
        }
    }

    /// What is left of a conjunction (`all` is true) or disjunction (`all` is false), or of the opposite of one, which is
    /// `opposite` as it was.
    fn joined(&mut self, both: [Id; 2], all: bool, opposite: Option<Id>, form: fn([Id; 2]) -> Form) -> Id {
        match (self.pair(both, all), opposite) {
            (Pair::Decided(value), _) => self.forms.truth(value != opposite.is_some()),
            (Pair::One(one), None) => one,
            (Pair::One(one), Some(id)) => self.negated(one, id),
            (Pair::Two(both), _) => self.forms.add(form(both)),
        }
    }

    /// The opposite of a form, or `otherwise` if the language has no way to write it.
    fn negated(&mut self, id: Id, otherwise: Id) -> Id {
        match self.forms[id] {
            Form::Truth(value) => self.forms.truth(!value),
            Form::Not([inner]) => inner,
            _ if self.writer.can_negate() => self.forms.add(Form::Not([id])),
            _ => otherwise,
        }
    }

    fn question(&mut self, id: Id, question: Question) -> Id {
        if let Some(answer) = self.knowledge.answer(self.forms, question) {
            return self.forms.truth(answer);
        }
        let read = self.forms.add(Form::Read(question.terminal));
        if keeps_nonzero(self.forms.range(read), question) {
            return self.forms.add(Form::Ask(Question { factor: Real::new(1.0), ..question }));
        }
        id
    }

    /// A conjunction (`all` is true) or disjunction (`all` is false): each operand matters only while the other is
    /// `all`.
    fn pair(&mut self, [a, b]: [Id; 2], all: bool) -> Pair {
        let (first, second) = if self.second_first { (b, a) } else { (a, b) };
        let reduced = self.truth(first);
        match self.forms.as_truth(reduced) {
            Some(value) if value != all => return Pair::Decided(value),
            Some(_) => {
                let other = self.truth(second);
                return match self.forms.as_truth(other) {
                    Some(value) => Pair::Decided(value),
                    None => Pair::One(other),
                };
            }
            None => {}
        }
        let other = self.assuming(&[first, reduced], all, |pass| pass.truth(second));
        match self.forms.as_truth(other) {
            Some(value) if value != all => Pair::Decided(value),
            Some(_) => Pair::One(reduced),
            None if self.second_first => Pair::Two([other, reduced]),
            None => Pair::Two([reduced, other]),
        }
    }
}
