//! The operations of programs, and the table of what is known of each.
//!
//! A few operations have a structure of their own: constants, readings, functions and deeds that the game brings, scopes,
//! calls. All others are rows of `Op::kernel`, from which languages, lowering, traces, batches, introns and simplification
//! read what they need, so that a new one is a variant and a row. An operation on numbers that no row has yet is a row of
//! `Arithmetic::row` or `Comparison::row` besides, which interpreter, compiler and written programs read.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, Value as Register};
use cranelift_frontend::FunctionBuilder;
use egg::Id;

use crate::batch::{Columns, Debts};
use crate::bytecode::{Source, step};
use crate::dialect::Tightness;
use crate::interpret::{Compare, Compute, Step};
use crate::language::{Deed, Domain, Draw, Function, Read, Type};
use crate::lower::Range;
use crate::scope::Scope;
use crate::simplify::form::{Form, Forms};

#[cfg(test)]
mod tests;

/// What a primitive does. An operation is pure if it has no effect and depends on the view alone, so that it may be
/// dropped, repeated or rewritten; see [`Op::is_pure`]. Simplification leaves the others alone, and operands are worked
/// out from left to right wherever one of them is not pure.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Both are true; the second is asked only if the first is true.
    And,
    /// At least one is true; the second is asked only if the first is false.
    Or,
    /// All three are true; each is asked only if those before it are true.
    And3,
    /// At least one of three is true; each is asked only if those before it are false.
    Or3,
    /// Not both are true.
    Nand,
    /// None is true.
    Nor,
    /// The argument is false.
    Not,
    /// The first argument is false; the second is an explicitly defined intron, never evaluated.
    NotFirst,
    /// The first number is lower than or equal to the second.
    LowerEqual,
    /// The first number is greater than the second.
    Greater,
    /// The first number is smaller than the second.
    Smaller,
    /// The first number is greater than or equal to the second.
    GreaterEqual,
    /// The numbers are equal.
    Equal,
    /// The first number if the condition is true, otherwise the second; the other one is not evaluated.
    If,
    /// Sum.
    Plus,
    /// Difference.
    Minus,
    /// Product.
    Times,
    /// Quotient; 0 if the second number is 0.
    Divide,
    /// The number with its sign changed.
    Negate,
    /// The third number if the first is greater than the second, otherwise the fourth.
    IfGreater,
    /// The second number if the first is greater than 0, otherwise the third.
    IfPositive,
    /// A function of one number.
    Apply(Function),
    /// Something that the game does.
    Do(Deed),
    /// Product with a constant drawn at creation.
    Scale(Draw),
    /// The first argument; the second is an explicitly defined intron, never evaluated.
    First,
    /// A number fixed in the language.
    Number(f64),
    /// A truth value fixed in the language.
    Truth(bool),
    /// A constant drawn at creation.
    Ephemeral(Draw),
    /// A question to the game.
    Read(Read),
    /// What the arguments say on the views that the game makes from the one at hand.
    Scope(Scope),
    /// What another tree of the individual gives. It is replaced by that tree before anything is evaluated: see
    /// [`Architecture::expanded`](crate::Architecture::expanded).
    Call {
        /// The number of that tree's part in the architecture.
        part: usize,
    },
}

/// The few structures that operations have.
#[derive(Clone, Copy)]
pub(crate) enum Structure<'a> {
    Number(f64),
    Truth(bool),
    Read(&'a Read),
    Apply(&'a Function),
    Do(&'a Deed),
    Scope(&'a Scope),
    Call,
    Kernel(&'static Kernel),
}

/// What is known of an operation that only computes with its arguments.
pub(crate) struct Kernel {
    /// What it is called where a language's hash is made, which must never change.
    pub(crate) name: &'static str,
    /// What the arguments must be.
    pub(crate) takes: &'static [Type],
    /// What it gives, exactly.
    pub(crate) meaning: Meaning,
    /// Whether simplification rewrites it: see [`Form`].
    pub(crate) has_form: bool,
    /// What it gives on many views at once, in single precision.
    pub(crate) batch: fn(&Columns<'_>, &mut [f32]),
    /// What it owes to its arguments and to its constant. Conditions and quotients count as fixed.
    pub(crate) owes: fn(&mut Debts<'_>),
}

/// What a kernel gives.
pub(crate) enum Meaning {
    Number(&'static Value),
    Truth(&'static Condition),
}

/// A number in terms of a kernel's arguments, each of which is used at most once, in the order of their places where
/// more than one is worked out.
pub(crate) enum Value {
    Argument(usize),
    /// The constant of the node.
    Constant,
    Fixed(f64),
    Compute(Arithmetic, &'static Value, &'static Value),
    /// The first number if the condition holds, otherwise the second.
    Choose(&'static Condition, &'static Value, &'static Value),
}

/// A truth value in terms of a kernel's arguments.
pub(crate) enum Condition {
    Argument(usize),
    Not(&'static Condition),
    /// The second is asked only if the first holds.
    Both(&'static Condition, &'static Condition),
    /// The second is asked only if the first does not hold.
    Either(&'static Condition, &'static Condition),
    Compare(Comparison, &'static Value, &'static Value),
}

impl Meaning {
    /// What the kernel gives, by the rules of total arithmetic; truth values are 1 and 0. Arguments are asked for when they
    /// are needed, `constant` is the node's.
    pub(crate) fn evaluate(&self, constant: f64, argument: &mut impl FnMut(usize) -> f64) -> f64 {
        match self {
            Meaning::Number(value) => value.evaluate(constant, argument),
            Meaning::Truth(condition) => f64::from(u8::from(condition.evaluate(constant, argument))),
        }
    }
}

impl Value {
    fn evaluate(&self, constant: f64, argument: &mut impl FnMut(usize) -> f64) -> f64 {
        match self {
            Value::Argument(place) => argument(*place),
            Value::Constant => total(constant),
            Value::Fixed(number) => *number,
            Value::Compute(kernel, left, right) => {
                let (left, right) = (left.evaluate(constant, argument), right.evaluate(constant, argument));
                total((kernel.row().exact)(left, right))
            }
            Value::Choose(condition, then, otherwise) => {
                if condition.evaluate(constant, argument) { then } else { otherwise }
                    .evaluate(constant, argument)
            }
        }
    }
}

impl Condition {
    /// Whether it holds.
    pub(crate) fn evaluate(&self, constant: f64, argument: &mut impl FnMut(usize) -> f64) -> bool {
        match self {
            Condition::Argument(place) => argument(*place) != 0.0,
            Condition::Not(inner) => !inner.evaluate(constant, argument),
            Condition::Both(one, two) => one.evaluate(constant, argument) && two.evaluate(constant, argument),
            Condition::Either(one, two) => {
                one.evaluate(constant, argument) || two.evaluate(constant, argument)
            }
            Condition::Compare(order, left, right) => {
                let (left, right) = (left.evaluate(constant, argument), right.evaluate(constant, argument));
                (order.row().exact)(left, right)
            }
        }
    }
}

/// Makes any outcome of arithmetic finite: NaN becomes 0, an infinity the largest number of its sign.
pub fn total(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number.clamp(f64::MIN, f64::MAX) }
}

/// An operation on two numbers that gives a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Plus,
    Minus,
    Times,
    /// 0 if the second number is 0.
    Divide,
}

/// What is known of an operation on two numbers.
pub(crate) struct ArithmeticRow {
    /// What it gives, which may be infinite but never NaN.
    pub(crate) exact: fn(f64, f64) -> f64,
    /// Between which numbers it lies. Rounding keeps order, so an operation on the ends of ranges bounds the operation on
    /// everything between. An end is infinite where the operation may overflow.
    pub(crate) range: fn(Range, Range) -> Range,
    /// The interpreter's instruction.
    pub(crate) step: fn(Source, Source) -> Step,
    /// The instructions of machine code.
    pub(crate) machine: fn(&mut FunctionBuilder<'_>, Register, Register) -> Register,
    /// Its sign in languages like C, and how tightly it binds. Its right operand must bind more tightly.
    pub(crate) sign: (&'static str, Tightness),
    /// How it is simplified, if it is.
    pub(crate) form: Option<fn([Id; 2]) -> Form>,
}

impl Arithmetic {
    /// The operation that [`Compute`] knows by its number.
    pub(crate) const fn numbered(number: usize) -> Arithmetic {
        [Arithmetic::Plus, Arithmetic::Minus, Arithmetic::Times, Arithmetic::Divide][number]
    }

    /// What is known of it.
    pub(crate) const fn row(self) -> &'static ArithmeticRow {
        match self {
            Arithmetic::Plus => &ArithmeticRow {
                exact: |a, b| a + b,
                range: |a, b| Range { low: a.low + b.low, high: a.high + b.high },
                step: step::<Compute<{ Arithmetic::Plus as usize }>>,
                machine: |code, a, b| code.ins().fadd(a, b),
                sign: ("+", Tightness::Sum),
                form: Some(Form::Plus),
            },
            Arithmetic::Minus => &ArithmeticRow {
                exact: |a, b| a - b,
                range: |a, b| Range { low: a.low - b.high, high: a.high - b.low },
                step: step::<Compute<{ Arithmetic::Minus as usize }>>,
                machine: |code, a, b| code.ins().fsub(a, b),
                sign: ("-", Tightness::Sum),
                form: Some(Form::Minus),
            },
            Arithmetic::Times => &ArithmeticRow {
                exact: |a, b| a * b,
                range: |a, b| Range::of_ends(a, b, |a, b| a * b),
                step: step::<Compute<{ Arithmetic::Times as usize }>>,
                machine: |code, a, b| code.ins().fmul(a, b),
                sign: ("*", Tightness::Product),
                form: Some(Form::Times),
            },
            Arithmetic::Divide => &ArithmeticRow {
                exact: |a, b| if b == 0.0 { 0.0 } else { a / b },
                range: |a, b| {
                    if b.excludes_zero() { Range::of_ends(a, b, |a, b| a / b) } else { Range::UNBOUNDED }
                },
                step: step::<Compute<{ Arithmetic::Divide as usize }>>,
                machine: |code, a, b| {
                    let zero = code.ins().f64const(0.0);
                    let quotient = code.ins().fdiv(a, b);
                    let by_zero = code.ins().fcmp(FloatCC::Equal, b, zero);
                    code.ins().select(by_zero, zero, quotient)
                },
                sign: ("/", Tightness::Product),
                form: None,
            },
        }
    }
}

/// A question about two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    LowerEqual,
    Lower,
    Equal,
}

/// What is known of a question about two numbers.
pub(crate) struct ComparisonRow {
    /// The answer.
    pub(crate) exact: fn(f64, f64) -> bool,
    /// The answer, if it is the same for all numbers of two ranges.
    pub(crate) decided: fn(Range, Range) -> Option<bool>,
    /// The interpreter's instructions that go on if the answer is no, and if it is yes.
    pub(crate) steps: [fn(Source, Source) -> Step; 2],
    /// The condition of machine code.
    pub(crate) machine: FloatCC,
    /// The signs of its opposite and of itself in languages like C. Numbers are never NaN, so each is the other's opposite.
    pub(crate) signs: [&'static str; 2],
    /// How it is simplified, if it is.
    pub(crate) form: Option<fn(&mut Forms, Id, Id) -> Form>,
}

impl Comparison {
    /// The question that [`Compare`] knows by its number.
    pub(crate) const fn numbered(number: usize) -> Comparison {
        [Comparison::LowerEqual, Comparison::Lower, Comparison::Equal][number]
    }

    /// What is known of it.
    pub(crate) const fn row(self) -> &'static ComparisonRow {
        const LOWER_EQUAL: usize = Comparison::LowerEqual as usize;
        const LOWER: usize = Comparison::Lower as usize;
        const EQUAL: usize = Comparison::Equal as usize;
        match self {
            Comparison::LowerEqual => &ComparisonRow {
                exact: |a, b| a <= b,
                decided: |a, b| (a.high <= b.low || a.low > b.high).then_some(a.high <= b.low),
                steps: [step::<Compare<LOWER_EQUAL, false>>, step::<Compare<LOWER_EQUAL, true>>],
                machine: FloatCC::LessThanOrEqual,
                signs: [">", "<="],
                form: Some(|_, a, b| Form::LowerEqual([a, b])),
            },
            Comparison::Lower => &ComparisonRow {
                exact: |a, b| a < b,
                decided: |a, b| (a.high < b.low || a.low >= b.high).then_some(a.high < b.low),
                steps: [step::<Compare<LOWER, false>>, step::<Compare<LOWER, true>>],
                machine: FloatCC::LessThan,
                signs: [">=", "<"],
                form: Some(|forms, a, b| Form::Not([forms.add(Form::LowerEqual([b, a]))])),
            },
            Comparison::Equal => &ComparisonRow {
                exact: |a, b| a == b,
                decided: |a, b| {
                    let is_one_number = a.low == a.high && b.low == b.high;
                    (is_one_number || a.high < b.low || a.low > b.high)
                        .then_some(is_one_number && a.low == b.low)
                },
                steps: [step::<Compare<EQUAL, false>>, step::<Compare<EQUAL, true>>],
                machine: FloatCC::Equal,
                signs: ["!=", "=="],
                form: Some(|forms, a, b| {
                    Form::And([forms.add(Form::LowerEqual([a, b])), forms.add(Form::LowerEqual([b, a]))])
                }),
            },
        }
    }
}

const FIRST: &Value = &Value::Argument(0);
const SECOND: &Value = &Value::Argument(1);
const THIRD: &Value = &Value::Argument(2);
const CONDITION: &Condition = &Condition::Argument(0);
const BOTH: &Condition = &Condition::Both(CONDITION, &Condition::Argument(1));
const EITHER: &Condition = &Condition::Either(CONDITION, &Condition::Argument(1));
const ALL_THREE: &Condition = &Condition::Both(BOTH, &Condition::Argument(2));
const ANY_OF_THREE: &Condition = &Condition::Either(EITHER, &Condition::Argument(2));
const LOWER_EQUAL: &Condition = &Condition::Compare(Comparison::LowerEqual, FIRST, SECOND);
const NOT_POSITIVE: &Condition = &Condition::Compare(Comparison::LowerEqual, FIRST, &Value::Fixed(0.0));

/// A truth value as a number.
fn one_if(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// The row of an operation that gives a truth value, and so owes nothing.
const fn truth(
    name: &'static str,
    takes: &'static [Type],
    condition: &'static Condition,
    batch: fn(&Columns<'_>, &mut [f32]),
) -> Kernel {
    Kernel { name, takes, meaning: Meaning::Truth(condition), has_form: true, batch, owes: |_| {} }
}

/// The row of an operation that gives a number.
const fn number(
    name: &'static str,
    takes: &'static [Type],
    (value, has_form): (&'static Value, bool),
    batch: fn(&Columns<'_>, &mut [f32]),
    owes: fn(&mut Debts<'_>),
) -> Kernel {
    Kernel { name, takes, meaning: Meaning::Number(value), has_form, batch, owes }
}

impl Op {
    /// The row of an operation that only computes; nothing for those that have a structure of their own.
    #[rustfmt::skip]
    pub(crate) const fn kernel(&self) -> Option<&'static Kernel> {
        use Arithmetic::{Divide, Minus, Plus, Times};
        use Type::{Bool, Float};
        use Value::{Choose, Compute};
        const TRUTHS: &[Type] = &[Bool, Bool];
        const NUMBERS: &[Type] = &[Float, Float];
        Some(match self {
            Op::And => const { &truth("and", TRUTHS, BOTH,
                |of, out| of.map(out, |[a, b]| one_if(a != 0.0 && b != 0.0))) },
            Op::Or => const { &truth("or", TRUTHS, EITHER,
                |of, out| of.map(out, |[a, b]| one_if(a != 0.0 || b != 0.0))) },
            Op::And3 => const { &truth("and three", &[Bool; 3], ALL_THREE,
                |of, out| of.map(out, |[a, b, c]| one_if(a != 0.0 && b != 0.0 && c != 0.0))) },
            Op::Or3 => const { &truth("or three", &[Bool; 3], ANY_OF_THREE,
                |of, out| of.map(out, |[a, b, c]| one_if(a != 0.0 || b != 0.0 || c != 0.0))) },
            Op::Nand => const { &truth("nand", TRUTHS, &Condition::Not(BOTH),
                |of, out| of.map(out, |[a, b]| one_if(a == 0.0 || b == 0.0))) },
            Op::Nor => const { &truth("nor", TRUTHS, &Condition::Not(EITHER),
                |of, out| of.map(out, |[a, b]| one_if(a == 0.0 && b == 0.0))) },
            Op::Not => const { &truth("not", &[Bool], &Condition::Not(CONDITION),
                |of, out| of.map(out, |[a]| one_if(a == 0.0))) },
            Op::NotFirst => const { &truth("not first", TRUTHS, &Condition::Not(CONDITION),
                |of, out| of.map(out, |[a]| one_if(a == 0.0))) },
            Op::LowerEqual => const { &truth("lower equal", NUMBERS, LOWER_EQUAL,
                |of, out| of.map(out, |[a, b]| one_if(a <= b))) },
            Op::Greater => const { &truth("greater", NUMBERS, &Condition::Not(LOWER_EQUAL),
                |of, out| of.map(out, |[a, b]| one_if(a > b))) },
            Op::Smaller => const { &truth("smaller", NUMBERS, &Condition::Compare(Comparison::Lower, FIRST, SECOND),
                |of, out| of.map(out, |[a, b]| one_if(a < b))) },
            Op::GreaterEqual => const { &truth("greater equal", NUMBERS,
                &Condition::Not(&Condition::Compare(Comparison::Lower, FIRST, SECOND)),
                |of, out| of.map(out, |[a, b]| one_if(a >= b))) },
            Op::Equal => const { &truth("equal", NUMBERS, &Condition::Compare(Comparison::Equal, FIRST, SECOND),
                |of, out| of.map(out, |[a, b]| one_if(a == b))) },
            Op::If => const { &number("if", &[Bool, Float, Float], (&Choose(CONDITION, SECOND, THIRD), true),
                |of, out| of.map(out, |[holds, a, b]| if holds != 0.0 { a } else { b }),
                |debts| {
                    debts.pay(1, |owed, [holds]| if holds != 0.0 { owed } else { 0.0 });
                    debts.pay(2, |owed, [holds]| if holds != 0.0 { 0.0 } else { owed });
                }) },
            Op::Plus => const { &number("plus", NUMBERS, (&Compute(Plus, FIRST, SECOND), true),
                |of, out| of.map(out, |[a, b]| a + b),
                |debts| { debts.pay(0, |owed, []| owed); debts.pay(1, |owed, []| owed); }) },
            Op::Minus => const { &number("minus", NUMBERS, (&Compute(Minus, FIRST, SECOND), true),
                |of, out| of.map(out, |[a, b]| a - b),
                |debts| { debts.pay(0, |owed, []| owed); debts.pay(1, |owed, []| -owed); }) },
            Op::Times => const { &number("times", NUMBERS, (&Compute(Times, FIRST, SECOND), true),
                |of, out| of.map(out, |[a, b]| a * b),
                |debts| { debts.pay(0, |owed, [_, b]| owed * b); debts.pay(1, |owed, [a]| owed * a); }) },
            Op::Divide => const { &number("divide", NUMBERS, (&Compute(Divide, FIRST, SECOND), false),
                |of, out| of.map(out, |[a, b]| if b == 0.0 { 0.0 } else { a / b }),
                |_| {}) },
            Op::Negate => const { &number("apply neg", &[Float], (&Compute(Times, &Value::Fixed(-1.0), FIRST), false),
                |of, out| of.map(out, |[a]| -a),
                |debts| debts.pay(0, |owed, []| -owed)) },
            Op::Scale(_) => const { &number("scale", &[Float], (&Compute(Times, &Value::Constant, FIRST), true),
                |of, out| of.map(out, |[a]| of.constant * a),
                |debts| {
                    debts.pay_constant(|owed, [a]| owed * a);
                    let constant = debts.columns.constant;
                    debts.pay(0, |owed, []| constant * owed);
                }) },
            Op::First => const { &number("first", NUMBERS, (FIRST, true),
                |of, out| of.map(out, |[a]| a),
                |debts| debts.pay(0, |owed, []| owed)) },
            Op::IfGreater => const { &number("if greater", &[Float; 4],
                (&Choose(LOWER_EQUAL, &Value::Argument(3), THIRD), false),
                |of, out| of.map(out, |[a, b, then, other]| if a > b { then } else { other }),
                |_| {}) },
            Op::IfPositive => const { &number("if positive", &[Float; 3], (&Choose(NOT_POSITIVE, THIRD, SECOND), false),
                |of, out| of.map(out, |[a, then, other]| if a > 0.0 { then } else { other }),
                |_| {}) },
            Op::Apply(_) | Op::Do(_) | Op::Number(_) | Op::Truth(_) | Op::Ephemeral(_) | Op::Read(_) | Op::Scope(_)
            | Op::Call { .. } => return None,
        })
    }

    /// Its structure, in a node with this constant.
    pub(crate) fn structure(&self, constant: f64) -> Structure<'_> {
        match self {
            Op::Number(number) => Structure::Number(*number),
            Op::Ephemeral(_) => Structure::Number(constant),
            Op::Truth(truth) => Structure::Truth(*truth),
            Op::Read(read) => Structure::Read(read),
            Op::Apply(function) => Structure::Apply(function),
            Op::Do(deed) => Structure::Do(deed),
            Op::Scope(scope) => Structure::Scope(scope),
            _ => self.kernel().map_or(Structure::Call, Structure::Kernel),
        }
    }

    /// What the arguments must be.
    pub fn takes(&self) -> &'static [Type] {
        match self {
            Op::Apply(_) | Op::Do(Deed { takes_one: true, .. }) => &[Type::Float],
            Op::Scope(scope) => scope.fold.takes(),
            _ => self.kernel().map_or(&[], |kernel| kernel.takes),
        }
    }

    /// Whether it has no effect and depends on the view alone. A scope depends on how many views are left, and of what is
    /// called nothing is known.
    pub fn is_pure(&self) -> bool {
        match self {
            Op::Do(deed) => deed.is_pure,
            Op::Scope(_) | Op::Call { .. } => false,
            _ => true,
        }
    }

    /// Where this operation's constant comes from, if each node has its own.
    pub fn draw(&self) -> Option<Draw> {
        match self {
            Op::Scale(draw) | Op::Ephemeral(draw) => Some(*draw),
            _ => None,
        }
    }

    /// What this operation's parameter ranges over, if it has one.
    pub fn domain(&self) -> Option<Domain> {
        match self {
            Op::Read(Read::Bit { of, .. } | Read::Of { of, .. }) => Some(*of),
            _ => None,
        }
    }

    /// Which argument, if any, is an explicitly defined intron.
    pub fn intron(&self) -> Option<usize> {
        matches!(self, Op::NotFirst | Op::First).then_some(1)
    }

    /// What it does, in a form that stays the same as long as it does. What a game computes in a reading of its own is
    /// known by its name and range alone.
    pub(crate) fn identity(&self) -> String {
        match self {
            Op::Apply(function) => format!("apply {}", function.name),
            Op::Do(deed) => format!("do {} {:?}", deed.name, deed.within),
            Op::Scope(scope) => format!("scope {} {:?}", scope.name, scope.fold),
            Op::Number(value) => format!("number {value}"),
            Op::Truth(value) => format!("truth {value}"),
            Op::Ephemeral(_) => "ephemeral".to_owned(),
            Op::Call { part } => format!("call {part}"),
            Op::Read(Read::Count { cell }) => format!("count {cell}"),
            Op::Read(Read::CountDifference { cell, minus }) => format!("count {cell} minus {minus}"),
            Op::Read(Read::Bit { cell, .. }) => format!("bit of {cell}"),
            Op::Read(Read::Number { cell, within }) => format!("number in {cell} {within:?}"),
            Op::Read(Read::Once { within, .. } | Read::Of { within, .. }) => format!("computed {within:?}"),
            Op::Read(Read::Defined { by }) => format!("defined {}", by.text()),
            _ => self.kernel().map_or(String::new(), |kernel| kernel.name.to_owned()),
        }
    }
}
