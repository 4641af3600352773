//! Programs written out as expressions of other programming languages.
//!
//! What is written is the lowered program: constants are worked out, and infinities are guarded against only where they
//! can come about. It computes the bits that the program computes, from left to right.

use crate::interpret::Code;
use crate::lower::{Lowered, Number, NumberId, Truth, TruthId};
use crate::operation::Arithmetic;

/// How a language says what differs between languages. Arguments are texts that can stand as an argument of a call, and
/// so must the answers be operands of any operator.
pub trait Dialect {
    /// The number that a cell of the view holds.
    fn held(&self, cell: u16) -> String;

    /// How many bits are set in a cell of the view.
    fn count(&self, cell: u16) -> String;

    /// 1 if a bit of a cell of the view is set, otherwise 0.
    fn bit(&self, cell: u16, bit: u8) -> String;

    /// The number that the game works out for a terminal, known by its name: for one value of its domain, or for the
    /// view alone. It must be within the range that the terminal declares.
    fn asked(&self, terminal: &str, parameter: Option<u16>) -> String;

    /// A named function of a number.
    fn apply(&self, function: &str, of: &str) -> String;

    /// A named deed, with its argument and, if that is a constant, its value.
    fn perform(&self, deed: &str, of: Option<(&str, Option<f64>)>) -> String;

    /// A number with infinities made finite.
    fn finite(&self, number: &str) -> String;

    /// The quotient of two numbers, 0 if the second is 0, with each worked out once, the first before the second.
    fn quotient(&self, left: &str, right: &str, clamp: bool) -> String;
}

impl Code {
    /// The program as an expression in another language, with the operators that C and its relatives share; nothing if it
    /// looks ahead, for which there is no expression.
    pub fn write(&self, dialect: &dyn Dialect) -> Option<String> {
        let writer = Writer { lowered: &self.lowered, dialect };
        self.lowered.scopes().is_empty().then(|| writer.number(self.lowered.root()).0)
    }
}

/// How tightly a text holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tightness {
    Choice,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Whole,
}

struct Writer<'a> {
    lowered: &'a Lowered,
    dialect: &'a dyn Dialect,
}

impl Writer<'_> {
    /// A number that holds at least as tightly as needed.
    fn tight(&self, id: NumberId, needed: Tightness) -> String {
        enclosed(self.number(id), needed)
    }

    fn number(&self, id: NumberId) -> (String, Tightness) {
        use Tightness::{Choice, Product, Sum, Whole};
        let whole = |text: String| (text, Whole);
        let clamped = |text: String, tightness: Tightness, clamp: bool| {
            if clamp { whole(self.dialect.finite(&text)) } else { (text, tightness) }
        };
        match *self.lowered.number(id) {
            Number::Constant(number) => whole(constant(number)),
            Number::Held { cell } => whole(self.dialect.held(cell)),
            Number::Multiply { by: -1.0, of, .. } => (format!("-{}", self.tight(of, Whole)), Product),
            Number::Multiply { by, of, clamp } => {
                clamped(format!("{} * {}", constant(by), self.tight(of, Whole)), Product, clamp)
            }
            Number::Compute { kernel: Arithmetic::Divide, left, right, clamp, by_zero: true } => {
                self.quotient(left, right, clamp)
            }
            Number::Compute { kernel, left, right, clamp, .. } => {
                clamped(self.joined(kernel, left, right), kernel.row().sign.1, clamp)
            }
            Number::Apply { function, of } => whole(self.dialect.apply(function.name, &self.number(of).0)),
            Number::Do { deed, of } => {
                let known = of.map(|of| match *self.lowered.number(of) {
                    Number::Constant(number) => Some(number),
                    _ => None,
                });
                let text = of.map(|of| self.number(of).0);
                whole(self.dialect.perform(deed.name, text.as_deref().zip(known)))
            }
            Number::If { condition, then, otherwise } => {
                let condition = enclosed(self.truth(condition, true), Tightness::Or);
                let (then, otherwise) = (self.tight(then, Tightness::Or), self.tight(otherwise, Choice));
                (format!("{condition} ? {then} : {otherwise}"), Choice)
            }
            Number::Scope(_) => unreachable!("programs that look ahead are not written"),
            Number::Count { cell } => whole(self.dialect.count(cell)),
            Number::CountDifference { cell, minus } => {
                (format!("{} - {}", self.dialect.count(cell), self.dialect.count(minus)), Sum)
            }
            Number::Bit { cell, bit } => whole(self.dialect.bit(cell, bit)),
            Number::Once { host, .. } => whole(self.dialect.asked(host.terminal, None)),
            Number::Of { host, parameter } => whole(self.dialect.asked(host.terminal, Some(parameter))),
        }
    }

    /// Two numbers with the sign of an operation between them.
    fn joined(&self, kernel: Arithmetic, left: NumberId, right: NumberId) -> String {
        let (sign, tightness) = kernel.row().sign;
        let tighter = if tightness == Tightness::Sum { Tightness::Product } else { Tightness::Whole };
        format!("{} {sign} {}", self.tight(left, tightness), self.tight(right, tighter))
    }

    fn quotient(&self, left: NumberId, right: NumberId, clamp: bool) -> (String, Tightness) {
        use Tightness::{Choice, Whole};
        let is_plain = matches!(self.lowered.number(right), Number::Held { .. });
        if !is_plain || !self.lowered.is_pure(left) {
            return (self.dialect.quotient(&self.number(left).0, &self.number(right).0, clamp), Whole);
        }
        let divided = self.joined(Arithmetic::Divide, left, right);
        let divided = if clamp { self.dialect.finite(&divided) } else { divided };
        (format!("{} == 0 ? 0 : {divided}", self.tight(right, Whole)), Choice)
    }

    /// "The truth value is `when`."
    fn truth(&self, id: TruthId, when: bool) -> (String, Tightness) {
        use Tightness::{And, Comparison, Or, Sum};
        let joined = |left: TruthId, right: TruthId, all: bool| {
            let (sign, tightness) = if all { ("&&", And) } else { ("||", Or) };
            let side = |id| enclosed(self.truth(id, when), tightness);
            (format!("{} {sign} {}", side(left), side(right)), tightness)
        };
        match *self.lowered.truth(id) {
            Truth::Not(inner) => self.truth(inner, !when),
            Truth::And(left, right) => joined(left, right, when),
            Truth::Or(left, right) => joined(left, right, !when),
            Truth::NotZero(number) => {
                let sign = if when { "!=" } else { "==" };
                (format!("{} {sign} 0", self.tight(number, Sum)), Comparison)
            }
            Truth::Compare(order, left, right) => {
                let sign = order.row().signs[usize::from(when)];
                (format!("{} {sign} {}", self.tight(left, Sum), self.tight(right, Sum)), Comparison)
            }
        }
    }
}

fn enclosed((text, tightness): (String, Tightness), needed: Tightness) -> String {
    if tightness >= needed { text } else { format!("({text})") }
}

/// A number with all its digits; a negative one in parentheses.
fn constant(number: f64) -> String {
    if number.is_sign_negative() { format!("({number:?})") } else { format!("{number:?}") }
}
