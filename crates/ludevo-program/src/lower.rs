//! The lowered form of a tree, which the interpreter and the compiler both run.
//!
//! Lowering resolves what is known before any view is: introns are gone, factors and constants are multiplications,
//! what depends on no reading is worked out, and every overflow that can be ruled out has been. All of it is exact:
//! a lowered program gives the bits that its tree gives.

use crate::calls::EXPANDED;
use crate::language::{Deed, Function, Language, Op, Read, Reading, Type, UNSET};
use crate::tree::Tree;

/// Makes any outcome of arithmetic finite: NaN becomes 0, an infinity the largest number of its sign.
pub fn total(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number.clamp(f64::MIN, f64::MAX) }
}

/// The quotient of two numbers, 0 if the second is 0.
pub(crate) fn quotient(left: f64, right: f64) -> f64 {
    if right == 0.0 { 0.0 } else { left / right }
}

/// The smallest and the largest number that a part of a program can give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    fn only(number: f64) -> Self {
        Range { low: number, high: number }
    }

    /// The range a terminal declares; every number if it declares none that makes sense.
    fn declared((low, high): (f64, f64)) -> Self {
        if low <= high {
            Range { low: total(low), high: total(high) }
        } else {
            Range { low: f64::MIN, high: f64::MAX }
        }
    }

    fn holding(numbers: &[f64]) -> Self {
        let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Range { low, high }
    }

    /// Rounding keeps order, so an operation on the ends of ranges bounds the operation on everything between.
    fn plus(self, other: Range) -> Self {
        Range { low: self.low + other.low, high: self.high + other.high }
    }

    fn minus(self, other: Range) -> Self {
        Range { low: self.low - other.high, high: self.high - other.low }
    }

    fn times(self, other: Range) -> Self {
        let ends =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        Range::holding(&ends.map(|(a, b)| a * b))
    }

    fn or(self, other: Range) -> Self {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    fn excludes_zero(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// A number that the game works out, kept within the range that its terminal declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostReading {
    /// The terminal's name.
    pub(crate) terminal: &'static str,
    pub(crate) compute: Reading,
    pub(crate) within: Range,
}

impl HostReading {
    pub(crate) fn new(terminal: &'static str, compute: Reading, within: (f64, f64)) -> Self {
        HostReading { terminal, compute, within: Range::declared(within) }
    }

    /// What the game answers, made finite and kept within the declared range, on which the proofs rest.
    pub(crate) fn ask(&self, view: &[u64], parameter: u16) -> f64 {
        total((self.compute)(view, parameter)).clamp(self.within.low, self.within.high)
    }

    /// The number kept in the cell `memo`, which is worked out first if it is not there.
    pub(crate) fn ask_once(&self, view: &mut [u64], memo: u16) -> f64 {
        let memo = usize::from(memo);
        if view[memo] == UNSET {
            view[memo] = self.ask(view, 0).to_bits();
        }
        f64::from_bits(view[memo])
    }
}

/// Index of a [`Number`] in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberId(u32);

/// Index of a [`Truth`] in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TruthId(u32);

/// A part of a program that gives a number. `clamp` says that the outcome may be infinite and must be made finite.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    Constant(f64),
    Count {
        cell: u16,
    },
    CountDifference {
        cell: u16,
        minus: u16,
    },
    /// 1 if the bit is set, otherwise 0.
    Bit {
        cell: u16,
        bit: u8,
    },
    Once {
        host: HostReading,
        memo: u16,
    },
    Of {
        host: HostReading,
        parameter: u16,
    },
    /// The number that a cell holds.
    Held {
        cell: u16,
    },
    Multiply {
        by: f64,
        of: NumberId,
        clamp: bool,
    },
    Plus {
        left: NumberId,
        right: NumberId,
        clamp: bool,
    },
    Minus {
        left: NumberId,
        right: NumberId,
        clamp: bool,
    },
    Times {
        left: NumberId,
        right: NumberId,
        clamp: bool,
    },
    /// The quotient; `guard` says that the divisor may be 0.
    Divide {
        left: NumberId,
        right: NumberId,
        guard: bool,
        clamp: bool,
    },
    Apply {
        function: Function,
        of: NumberId,
    },
    Do {
        deed: Deed,
        of: Option<NumberId>,
    },
    If {
        condition: TruthId,
        then: NumberId,
        otherwise: NumberId,
    },
}

/// A part of a program that gives a truth value that depends on the view.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Truth {
    /// The number differs from zero.
    NotZero(NumberId),
    LowerEqual(NumberId, NumberId),
    Not(TruthId),
    And(TruthId, TruthId),
    Or(TruthId, TruthId),
}

/// A truth value that is known before any view is, or that must be asked for.
#[derive(Clone, Copy)]
enum Answer {
    Known(bool),
    Asked(TruthId),
}

/// A tree resolved for running. Parts are a tree again: each is used once.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    numbers: Vec<Number>,
    truths: Vec<Truth>,
    /// How many registers each number takes to work out.
    registers: Vec<u16>,
    /// Whether each number has no effect.
    pure: Vec<bool>,
    root: NumberId,
    cells: usize,
}

impl Lowered {
    /// Lowers a well-formed tree whose root must be `root`. A truth value at the root becomes 1 or 0.
    pub(crate) fn new(tree: &Tree, language: &Language, root: Type) -> Self {
        let capacity = tree.len();
        let mut lowering = Lowering {
            tree,
            language,
            numbers: Vec::with_capacity(capacity),
            ranges: Vec::with_capacity(capacity),
            truths: Vec::with_capacity(capacity),
            registers: Vec::with_capacity(capacity),
            pure: Vec::with_capacity(capacity),
            truth_registers: Vec::with_capacity(capacity),
            truth_pure: Vec::with_capacity(capacity),
        };
        let root = match root {
            Type::Bool => {
                let truth = lowering.truth(0);
                lowering.one_or_zero(truth)
            }
            Type::Float | Type::Query => lowering.number(0),
        };
        let Lowering { numbers, truths, registers, pure, .. } = lowering;
        Lowered { numbers, truths, registers, pure, root, cells: language.cells() }
    }

    /// The number that the program gives.
    pub(crate) fn root(&self) -> NumberId {
        self.root
    }

    /// How many cells the view must have.
    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// At least as many as there are parts.
    pub(crate) fn capacity(&self) -> usize {
        self.numbers.len() + self.truths.len()
    }

    pub(crate) fn number(&self, id: NumberId) -> &Number {
        &self.numbers[id.0 as usize]
    }

    pub(crate) fn truth(&self, id: TruthId) -> &Truth {
        &self.truths[id.0 as usize]
    }

    /// How many registers a number takes to work out if of two operands the one that takes more comes first, or the
    /// left one if an operand has an effect.
    pub(crate) fn registers(&self, id: NumberId) -> u16 {
        self.registers[id.0 as usize]
    }

    /// Whether a number has no effect.
    pub(crate) fn is_pure(&self, id: NumberId) -> bool {
        self.pure[id.0 as usize]
    }

    /// How many parts are left to run, of the nodes that the tree had.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.number_len(self.root)
    }

    #[cfg(test)]
    fn number_len(&self, id: NumberId) -> usize {
        1 + match *self.number(id) {
            Number::Constant(_)
            | Number::Count { .. }
            | Number::CountDifference { .. }
            | Number::Bit { .. }
            | Number::Held { .. }
            | Number::Once { .. }
            | Number::Of { .. }
            | Number::Do { of: None, .. } => 0,
            Number::Multiply { of, .. } | Number::Apply { of, .. } | Number::Do { of: Some(of), .. } => {
                self.number_len(of)
            }
            Number::Plus { left, right, .. }
            | Number::Minus { left, right, .. }
            | Number::Divide { left, right, .. }
            | Number::Times { left, right, .. } => self.number_len(left) + self.number_len(right),
            Number::If { condition, then, otherwise } => {
                self.truth_len(condition) + self.number_len(then) + self.number_len(otherwise)
            }
        }
    }

    #[cfg(test)]
    fn truth_len(&self, id: TruthId) -> usize {
        match *self.truth(id) {
            Truth::NotZero(number) => self.number_len(number),
            Truth::LowerEqual(left, right) => 1 + self.number_len(left) + self.number_len(right),
            Truth::Not(inner) => self.truth_len(inner),
            Truth::And(left, right) | Truth::Or(left, right) => {
                1 + self.truth_len(left) + self.truth_len(right)
            }
        }
    }
}

struct Lowering<'a> {
    tree: &'a Tree,
    language: &'a Language,
    numbers: Vec<Number>,
    /// The range of each number.
    ranges: Vec<Range>,
    truths: Vec<Truth>,
    registers: Vec<u16>,
    pure: Vec<bool>,
    truth_registers: Vec<u16>,
    truth_pure: Vec<bool>,
}

impl Lowering<'_> {
    fn push(&mut self, number: Number, range: Range) -> NumberId {
        let registers = match number {
            Number::Constant(_)
            | Number::Count { .. }
            | Number::CountDifference { .. }
            | Number::Bit { .. }
            | Number::Held { .. }
            | Number::Once { .. }
            | Number::Of { .. }
            | Number::Do { of: None, .. } => 1,
            Number::Multiply { of, .. } | Number::Apply { of, .. } | Number::Do { of: Some(of), .. } => {
                self.registers[of.0 as usize]
            }
            Number::Plus { left, right, .. }
            | Number::Minus { left, right, .. }
            | Number::Divide { left, right, .. }
            | Number::Times { left, right, .. } => self.registers_of_both(left, right),
            Number::If { condition, then, otherwise } => self.truth_registers[condition.0 as usize]
                .max(self.registers[then.0 as usize])
                .max(self.registers[otherwise.0 as usize]),
        };
        let pure = |id: NumberId| self.pure[id.0 as usize];
        let is_pure = match number {
            Number::Do { .. } => false,
            Number::Multiply { of, .. } | Number::Apply { of, .. } => pure(of),
            Number::Plus { left, right, .. }
            | Number::Minus { left, right, .. }
            | Number::Divide { left, right, .. }
            | Number::Times { left, right, .. } => pure(left) && pure(right),
            Number::If { condition, then, otherwise } => {
                self.truth_pure[condition.0 as usize] && pure(then) && pure(otherwise)
            }
            _ => true,
        };
        self.registers.push(registers);
        self.pure.push(is_pure);
        self.numbers.push(number);
        self.ranges.push(range);
        NumberId(self.numbers.len() as u32 - 1)
    }

    fn registers_of_both(&self, left: NumberId, right: NumberId) -> u16 {
        let in_order = !self.are_pure(left, right);
        let (left, right) = (self.registers[left.0 as usize], self.registers[right.0 as usize]);
        if in_order { left.max(right + 1) } else { left.max(right) + u16::from(left == right) }
    }

    fn are_pure(&self, left: NumberId, right: NumberId) -> bool {
        self.pure[left.0 as usize] && self.pure[right.0 as usize]
    }

    fn push_truth(&mut self, truth: Truth) -> TruthId {
        let registers = match truth {
            Truth::NotZero(number) => self.registers[number.0 as usize],
            Truth::LowerEqual(left, right) => self.registers_of_both(left, right),
            Truth::Not(inner) => self.truth_registers[inner.0 as usize],
            Truth::And(left, right) | Truth::Or(left, right) => {
                self.truth_registers[left.0 as usize].max(self.truth_registers[right.0 as usize])
            }
        };
        let is_pure = match truth {
            Truth::NotZero(number) => self.pure[number.0 as usize],
            Truth::LowerEqual(left, right) => self.are_pure(left, right),
            Truth::Not(inner) => self.truth_pure[inner.0 as usize],
            Truth::And(left, right) | Truth::Or(left, right) => {
                self.truth_pure[left.0 as usize] && self.truth_pure[right.0 as usize]
            }
        };
        self.truth_registers.push(registers);
        self.truth_pure.push(is_pure);
        self.truths.push(truth);
        TruthId(self.truths.len() as u32 - 1)
    }

    fn constant(&mut self, number: f64) -> NumberId {
        let number = total(number);
        self.push(Number::Constant(number), Range::only(number))
    }

    fn range(&self, id: NumberId) -> Range {
        self.ranges[id.0 as usize]
    }

    fn known(&self, id: NumberId) -> Option<f64> {
        match self.numbers[id.0 as usize] {
            Number::Constant(number) => Some(number),
            _ => None,
        }
    }

    /// Where the arguments of the node at `index` start. An argument that it has not is never asked for.
    fn arguments(&self, index: usize) -> [usize; 4] {
        let mut starts = [0; 4];
        for (start, argument) in starts.iter_mut().zip(self.tree.arguments(self.language, index)) {
            *start = argument;
        }
        starts
    }

    /// The node at `index` as a number, its factor included.
    fn number(&mut self, index: usize) -> NumberId {
        let node = self.tree.nodes()[index];
        let primitive = self.language.primitive(node.opcode);
        let [first, second, third, fourth] = self.arguments(index);
        let number = match primitive.op {
            Op::Plus => {
                let (left, right) = (self.number(first), self.number(second));
                self.arithmetic(
                    left,
                    right,
                    |a, b| a + b,
                    Range::plus,
                    |left, right, clamp| Number::Plus { left, right, clamp },
                )
            }
            Op::Minus => {
                let (left, right) = (self.number(first), self.number(second));
                self.arithmetic(
                    left,
                    right,
                    |a, b| a - b,
                    Range::minus,
                    |left, right, clamp| Number::Minus { left, right, clamp },
                )
            }
            Op::Times => {
                let (left, right) = (self.number(first), self.number(second));
                match (self.known(left), self.known(right)) {
                    (Some(by), _) => self.multiply(by, right),
                    (_, Some(by)) => self.multiply(by, left),
                    _ => {
                        let range = self.range(left).times(self.range(right));
                        let number = Number::Times { left, right, clamp: !range.is_finite() };
                        self.push(number, Range::declared((range.low, range.high)))
                    }
                }
            }
            Op::Divide => {
                let (left, right) = (self.number(first), self.number(second));
                self.divide(left, right)
            }
            Op::IfGreater => {
                let (left, right) = (self.number(first), self.number(second));
                let not_greater = self.lower_equal(left, right);
                self.choice(not_greater, fourth, third)
            }
            Op::IfPositive => {
                let left = self.number(first);
                let right = self.constant(0.0);
                let not_positive = self.lower_equal(left, right);
                self.choice(not_positive, third, second)
            }
            Op::Apply(function) => {
                let of = self.number(first);
                match self.known(of) {
                    Some(number) => self.constant((function.apply)(number)),
                    None => {
                        let Range { low, high } = self.range(of);
                        let range = Range::declared((function.within)(low, high));
                        self.push(Number::Apply { function, of }, range)
                    }
                }
            }
            Op::Do(deed) => {
                let of = deed.takes_one.then(|| self.number(first));
                self.push(Number::Do { deed, of }, Range::declared(deed.within))
            }
            Op::Scale(_) => {
                let of = self.number(first);
                self.multiply(total(node.constant), of)
            }
            Op::First => self.number(first),
            Op::If => {
                let condition = self.truth(first);
                self.choice(condition, second, third)
            }
            Op::Number(number) => self.constant(number),
            Op::Ephemeral(_) => self.constant(node.constant),
            Op::Read(read) => self.read(primitive.name, read, node.parameter),
            Op::Call { .. } => unreachable!("{EXPANDED}"),
            Op::And
            | Op::Or
            | Op::Nand
            | Op::Nor
            | Op::Not
            | Op::NotFirst
            | Op::LowerEqual
            | Op::Greater
            | Op::Smaller
            | Op::Truth(_) => {
                let truth = self.truth_of_op(index);
                self.one_or_zero(truth)
            }
        };
        if primitive.returns.is_numeric() && node.factor != 1.0 {
            self.multiply(total(node.factor), number)
        } else {
            number
        }
    }

    fn arithmetic(
        &mut self,
        left: NumberId,
        right: NumberId,
        known: fn(f64, f64) -> f64,
        range: fn(Range, Range) -> Range,
        open: fn(NumberId, NumberId, bool) -> Number,
    ) -> NumberId {
        if let (Some(a), Some(b)) = (self.known(left), self.known(right)) {
            return self.constant(known(a, b));
        }
        let range = range(self.range(left), self.range(right));
        self.push(open(left, right, !range.is_finite()), Range::declared((range.low, range.high)))
    }

    /// The node at `then` or the one at `otherwise`.
    fn choice(&mut self, condition: Answer, then: usize, otherwise: usize) -> NumberId {
        match condition {
            Answer::Known(true) => self.number(then),
            Answer::Known(false) => self.number(otherwise),
            Answer::Asked(condition) => {
                let (then, otherwise) = (self.number(then), self.number(otherwise));
                let range = self.range(then).or(self.range(otherwise));
                self.push(Number::If { condition, then, otherwise }, range)
            }
        }
    }

    fn divide(&mut self, left: NumberId, right: NumberId) -> NumberId {
        if let (Some(a), Some(b)) = (self.known(left), self.known(right)) {
            return self.constant(quotient(a, b));
        }
        let (a, b) = (self.range(left), self.range(right));
        let range = if b.excludes_zero() {
            let ends = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
            Range::holding(&ends.map(|(a, b)| a / b))
        } else {
            Range { low: f64::NEG_INFINITY, high: f64::INFINITY }
        };
        let clamp = !range.is_finite();
        let guard = !b.excludes_zero();
        self.push(Number::Divide { left, right, guard, clamp }, Range::declared((range.low, range.high)))
    }

    /// Whether the first is lower than or equal to the second; known only if nothing is lost by not asking.
    fn lower_equal(&mut self, left: NumberId, right: NumberId) -> Answer {
        let (a, b) = (self.range(left), self.range(right));
        if self.are_pure(left, right) && a.high <= b.low {
            Answer::Known(true)
        } else if self.are_pure(left, right) && a.low > b.high {
            Answer::Known(false)
        } else {
            Answer::Asked(self.push_truth(Truth::LowerEqual(left, right)))
        }
    }

    fn multiply(&mut self, by: f64, of: NumberId) -> NumberId {
        if let Some(number) = self.known(of) {
            return self.constant(by * number);
        }
        let range = self.range(of).times(Range::only(by));
        let clamp = !range.is_finite();
        self.push(Number::Multiply { by, of, clamp }, Range::declared((range.low, range.high)))
    }

    fn read(&mut self, terminal: &'static str, read: Read, parameter: u16) -> NumberId {
        match read {
            Read::Count { cell } => self.push(Number::Count { cell }, Range { low: 0.0, high: 64.0 }),
            Read::CountDifference { cell, minus } => {
                self.push(Number::CountDifference { cell, minus }, Range { low: -64.0, high: 64.0 })
            }
            Read::Bit { cell, .. } => {
                self.push(Number::Bit { cell, bit: (parameter & 63) as u8 }, Range { low: 0.0, high: 1.0 })
            }
            Read::Number { cell, within } => self.push(Number::Held { cell }, Range::declared(within)),
            Read::Once { compute, memo, within } => {
                let host = HostReading::new(terminal, compute, within);
                self.push(Number::Once { host, memo }, host.within)
            }
            Read::Of { compute, within, .. } => {
                let host = HostReading::new(terminal, compute, within);
                self.push(Number::Of { host, parameter }, host.within)
            }
        }
    }

    fn one_or_zero(&mut self, truth: Answer) -> NumberId {
        match truth {
            Answer::Known(truth) => self.constant(f64::from(u8::from(truth))),
            Answer::Asked(condition) => {
                let (then, otherwise) = (self.constant(1.0), self.constant(0.0));
                self.push(Number::If { condition, then, otherwise }, Range { low: 0.0, high: 1.0 })
            }
        }
    }

    /// The node at `index` as a truth value.
    fn truth(&mut self, index: usize) -> Answer {
        match self.language.primitive(self.tree.nodes()[index].opcode).returns {
            Type::Bool => self.truth_of_op(index),
            Type::Float | Type::Query => {
                let number = self.number(index);
                self.not_zero(number)
            }
        }
    }

    /// What the operation at `index` says, without regard to the node's factor.
    fn truth_of_op(&mut self, index: usize) -> Answer {
        let [first, second, ..] = self.arguments(index);
        match self.language.primitive(self.tree.nodes()[index].opcode).op {
            Op::And => self.pair(first, second, true),
            Op::Or => self.pair(first, second, false),
            Op::Nand => {
                let both = self.pair(first, second, true);
                self.not(both)
            }
            Op::Nor => {
                let either = self.pair(first, second, false);
                self.not(either)
            }
            Op::Not | Op::NotFirst => {
                let inner = self.truth(first);
                self.not(inner)
            }
            Op::LowerEqual => {
                let (left, right) = (self.number(first), self.number(second));
                self.lower_equal(left, right)
            }
            // Numbers are never NaN, so the order of any two is known.
            Op::Greater => {
                let (left, right) = (self.number(first), self.number(second));
                let lower = self.lower_equal(left, right);
                self.not(lower)
            }
            Op::Smaller => {
                let (left, right) = (self.number(first), self.number(second));
                let lower = if self.are_pure(left, right) {
                    self.lower_equal(right, left)
                } else {
                    // Signs turn the order of the numbers round, not that in which they are worked out.
                    let (left, right) = (self.multiply(-1.0, left), self.multiply(-1.0, right));
                    self.lower_equal(left, right)
                };
                self.not(lower)
            }
            Op::Truth(truth) => Answer::Known(truth),
            Op::Plus
            | Op::Minus
            | Op::Times
            | Op::Divide
            | Op::IfGreater
            | Op::IfPositive
            | Op::Apply(_)
            | Op::Do(_)
            | Op::Scale(_)
            | Op::First
            | Op::If
            | Op::Number(_)
            | Op::Ephemeral(_)
            | Op::Read(_)
            | Op::Call { .. } => {
                let number = self.number(index);
                self.not_zero(number)
            }
        }
    }

    fn not_zero(&mut self, number: NumberId) -> Answer {
        if let Some(number) = self.known(number) {
            return Answer::Known(number != 0.0);
        }
        if self.range(number).excludes_zero() && self.pure[number.0 as usize] {
            return Answer::Known(true);
        }
        let asked = match self.numbers[number.0 as usize] {
            // Whole numbers do not vanish when multiplied, whereas a fraction may round to zero.
            Number::Multiply { by, of, .. } if by != 0.0 && self.is_whole(of) => of,
            _ => number,
        };
        Answer::Asked(self.push_truth(Truth::NotZero(asked)))
    }

    fn is_whole(&self, number: NumberId) -> bool {
        matches!(
            self.numbers[number.0 as usize],
            Number::Count { .. } | Number::CountDifference { .. } | Number::Bit { .. }
        )
    }

    fn not(&mut self, truth: Answer) -> Answer {
        match truth {
            Answer::Known(truth) => Answer::Known(!truth),
            Answer::Asked(truth) => Answer::Asked(self.push_truth(Truth::Not(truth))),
        }
    }

    /// Both are true (`all`), or at least one is. The second is asked only where the first leaves it open, and what the
    /// second is known to be does not excuse a first that acts.
    fn pair(&mut self, first: usize, second: usize, all: bool) -> Answer {
        let left = match self.truth(first) {
            Answer::Known(known) if known == all => return self.truth(second),
            Answer::Known(known) => return Answer::Known(known),
            Answer::Asked(left) => left,
        };
        let right = match self.truth(second) {
            Answer::Known(known) if known == all => return Answer::Asked(left),
            Answer::Known(known) if self.truth_pure[left.0 as usize] => return Answer::Known(known),
            Answer::Known(known) => {
                let number = self.constant(f64::from(u8::from(known)));
                self.push_truth(Truth::NotZero(number))
            }
            Answer::Asked(right) => right,
        };
        Answer::Asked(self.push_truth(if all { Truth::And(left, right) } else { Truth::Or(left, right) }))
    }
}
