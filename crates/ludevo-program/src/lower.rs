//! The lowered form of a tree, which the interpreter and the compiler both run.
//!
//! Lowering resolves what is known before any view is: introns are gone, factors and constants are multiplications,
//! what depends on no reading is worked out, and every overflow that can be ruled out has been. All of it is exact:
//! a lowered program gives the bits that its tree gives.

use crate::calls::EXPANDED;
use crate::definition::Definition;
use crate::language::{Deed, Function, Language, Read, Reading, Type, UNSET};
use crate::operation::{Arithmetic, Comparison, Condition, Kernel, Meaning, Structure, Value, total};
use crate::scope::Scope;
use crate::tree::{Tree, arguments};

/// The smallest and the largest number that a part of a program can give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    /// Every number and the infinities.
    pub(crate) const UNBOUNDED: Range = Range { low: f64::NEG_INFINITY, high: f64::INFINITY };

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

    /// What lies between the outcomes of an operation on the ends of two ranges.
    pub(crate) fn of_ends(a: Range, b: Range, operation: fn(f64, f64) -> f64) -> Self {
        let ends = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
        let numbers = ends.map(|(a, b)| operation(a, b));
        let low = numbers.into_iter().fold(f64::INFINITY, f64::min);
        let high = numbers.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Range { low, high }
    }

    /// What lies in one of the two.
    pub(crate) fn or(self, other: Range) -> Self {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    pub(crate) fn excludes_zero(self) -> bool {
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
    Compute {
        kernel: Arithmetic,
        left: NumberId,
        right: NumberId,
        clamp: bool,
        /// Whether the second number may be 0.
        by_zero: bool,
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
    /// The scope of this number, see `Lowered::scopes`.
    Scope(u32),
}

/// A scope with the numbers that it folds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoweredScope {
    pub(crate) scope: Scope,
    pub(crate) arguments: [Option<NumberId>; 3],
}

impl Number {
    /// The numbers that it is worked out from, conditions apart.
    fn operands(self) -> [Option<NumberId>; 2] {
        match self {
            Number::Compute { left: one, right: two, .. } | Number::If { then: one, otherwise: two, .. } => {
                [Some(one), Some(two)]
            }
            Number::Multiply { of, .. } | Number::Apply { of, .. } => [Some(of), None],
            Number::Do { of, .. } => [of, None],
            _ => [None, None],
        }
    }
}

/// A part of a program that gives a truth value that depends on the view.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Truth {
    /// The number differs from zero.
    NotZero(NumberId),
    Compare(Comparison, NumberId, NumberId),
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

/// What it takes to work a part out.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// How many registers, if of two operands the one that takes more comes first, or the left one if an operand has an
    /// effect.
    registers: u16,
    /// Whether it has no effect and enters no views.
    is_pure: bool,
}

impl Cost {
    const TERMINAL: Cost = Cost { registers: 1, is_pure: true };

    /// One after the other, of which no number is kept.
    fn or(self, other: Cost) -> Cost {
        Cost { registers: self.registers.max(other.registers), is_pure: self.is_pure && other.is_pure }
    }

    /// Two operands, of which the one is kept while the other is worked out.
    fn and(self, other: Cost) -> Cost {
        let Cost { registers: most, is_pure } = self.or(other);
        let registers = if is_pure {
            most + u16::from(self.registers == other.registers)
        } else {
            most.max(other.registers + 1)
        };
        Cost { registers, is_pure }
    }
}

/// A tree resolved for running. Parts are a tree again: each is used once.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    numbers: Vec<(Number, Cost, Range)>,
    truths: Vec<(Truth, Cost)>,
    scopes: Vec<LoweredScope>,
    /// The cells that keep numbers, if there are scopes.
    memos: Vec<u16>,
    root: NumberId,
    cells: usize,
}

impl Lowered {
    /// Lowers a well-formed tree whose root must be `root`. A truth value at the root becomes 1 or 0.
    pub(crate) fn new(tree: &Tree, language: &Language, root: Type) -> Self {
        let (numbers, truths) = (Vec::with_capacity(tree.len()), Vec::with_capacity(tree.len()));
        let mut lowering = Lowering { tree, language, numbers, truths, scopes: Vec::new() };
        let root = match root {
            Type::Bool => {
                let truth = lowering.truth(0);
                lowering.one_or_zero(truth)
            }
            Type::Float | Type::Query => lowering.number(0),
        };
        let Lowering { numbers, truths, scopes, .. } = lowering;
        let memos = if scopes.is_empty() { Vec::new() } else { language.memos() };
        Lowered { numbers, truths, scopes, memos, root, cells: language.cells() }
    }

    /// What its root can give.
    pub(crate) fn range_of_root(&self) -> (f64, f64) {
        let Range { low, high } = self.numbers[self.root.0 as usize].2;
        (total(low), total(high))
    }

    /// The number that the program gives.
    pub(crate) fn root(&self) -> NumberId {
        self.root
    }

    /// How many cells the view must have.
    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// Every scope, by its number.
    pub(crate) fn scopes(&self) -> &[LoweredScope] {
        &self.scopes
    }

    /// The cells that keep numbers, as far as scopes need to know them.
    pub(crate) fn memos(&self) -> &[u16] {
        &self.memos
    }

    /// At least as many as there are parts.
    pub(crate) fn capacity(&self) -> usize {
        self.numbers.len() + self.truths.len()
    }

    pub(crate) fn number(&self, id: NumberId) -> &Number {
        &self.numbers[id.0 as usize].0
    }

    pub(crate) fn truth(&self, id: TruthId) -> &Truth {
        &self.truths[id.0 as usize].0
    }

    /// How many registers a number takes to work out.
    pub(crate) fn registers(&self, id: NumberId) -> u16 {
        self.numbers[id.0 as usize].1.registers
    }

    /// Whether a number has no effect and enters no views, so that it may be worked out in any order.
    pub(crate) fn is_pure(&self, id: NumberId) -> bool {
        self.numbers[id.0 as usize].1.is_pure
    }
}

/// A node whose kernel is worked out.
struct Site {
    constant: f64,
    /// Where its arguments start. One that it has not is never asked for.
    arguments: [usize; 4],
}

struct Lowering<'a> {
    tree: &'a Tree,
    language: &'a Language,
    numbers: Vec<(Number, Cost, Range)>,
    truths: Vec<(Truth, Cost)>,
    scopes: Vec<LoweredScope>,
}

impl Lowering<'_> {
    fn push(&mut self, number: Number, range: Range) -> NumberId {
        let [one, two] = number.operands().map(|id| id.map_or(Cost::TERMINAL, |id| self.cost(id)));
        let mut cost = match number {
            Number::Compute { .. } => one.and(two),
            Number::If { condition, .. } => one.or(two).or(self.truth_cost(condition)),
            _ => one.or(two),
        };
        if let Number::Scope(number) = number {
            let arguments = self.scopes[number as usize].arguments.into_iter().flatten();
            cost = arguments.fold(cost, |cost, id| cost.or(self.cost(id)));
        }
        cost.is_pure &= match number {
            Number::Do { deed, .. } => deed.is_pure,
            Number::Scope(_) => false,
            _ => true,
        };
        self.numbers.push((number, cost, range));
        NumberId(self.numbers.len() as u32 - 1)
    }

    fn push_truth(&mut self, truth: Truth) -> TruthId {
        let cost = match truth {
            Truth::NotZero(number) => self.cost(number),
            Truth::Compare(_, left, right) => self.cost(left).and(self.cost(right)),
            Truth::Not(inner) => self.truth_cost(inner),
            Truth::And(left, right) | Truth::Or(left, right) => {
                self.truth_cost(left).or(self.truth_cost(right))
            }
        };
        self.truths.push((truth, cost));
        TruthId(self.truths.len() as u32 - 1)
    }

    fn cost(&self, id: NumberId) -> Cost {
        self.numbers[id.0 as usize].1
    }

    fn truth_cost(&self, id: TruthId) -> Cost {
        self.truths[id.0 as usize].1
    }

    fn constant(&mut self, number: f64) -> NumberId {
        let number = total(number);
        self.push(Number::Constant(number), Range::only(number))
    }

    fn range(&self, id: NumberId) -> Range {
        self.numbers[id.0 as usize].2
    }

    fn known(&self, id: NumberId) -> Option<f64> {
        match self.numbers[id.0 as usize].0 {
            Number::Constant(number) => Some(number),
            _ => None,
        }
    }

    /// The node at `index`, whose kernel takes so many arguments.
    fn site(&self, index: usize, arity: usize) -> Site {
        let nodes = self.tree.nodes();
        let mut site = Site { constant: nodes[index].constant, arguments: [0; 4] };
        for (start, argument) in site.arguments.iter_mut().zip(arguments(nodes, index, arity)) {
            *start = argument;
        }
        site
    }

    /// The node at `index` as a number, its factor included.
    fn number(&mut self, index: usize) -> NumberId {
        let node = self.tree.nodes()[index];
        let primitive = self.language.primitive(node.opcode);
        let number = match primitive.op.structure(node.constant) {
            Structure::Kernel(kernel) => {
                let site = self.site(index, kernel.takes.len());
                match &kernel.meaning {
                    Meaning::Number(value) => self.value(value, &site),
                    Meaning::Truth(condition) => {
                        let truth = self.condition(condition, &site);
                        self.one_or_zero(truth)
                    }
                }
            }
            Structure::Number(number) => self.constant(number),
            Structure::Truth(truth) => self.one_or_zero(Answer::Known(truth)),
            Structure::Read(read) => self.read(primitive.name, read, node.parameter),
            Structure::Apply(function) => {
                let of = self.number(index + 1);
                match self.known(of) {
                    Some(number) => self.constant((function.apply)(number)),
                    None => {
                        let Range { low, high } = self.range(of);
                        let range = Range::declared((function.within)(low, high));
                        self.push(Number::Apply { function: *function, of }, range)
                    }
                }
            }
            Structure::Do(deed) => {
                let of = deed.takes_one.then(|| self.number(index + 1));
                self.push(Number::Do { deed: *deed, of }, Range::declared(deed.within))
            }
            Structure::Scope(scope) => self.scope(scope, index),
            Structure::Call => unreachable!("{EXPANDED}"),
        };
        if primitive.returns.is_numeric() && node.factor != 1.0 {
            self.multiply(total(node.factor), number)
        } else {
            number
        }
    }

    fn value(&mut self, value: &Value, site: &Site) -> NumberId {
        match value {
            Value::Argument(place) => self.number(site.arguments[*place]),
            Value::Constant => self.constant(site.constant),
            Value::Fixed(number) => self.constant(*number),
            Value::Compute(kernel, left, right) => {
                let (left, right) = (self.value(left, site), self.value(right, site));
                self.compute(*kernel, left, right)
            }
            Value::Choose(condition, then, otherwise) => match self.condition(condition, site) {
                Answer::Known(true) => self.value(then, site),
                Answer::Known(false) => self.value(otherwise, site),
                Answer::Asked(condition) => {
                    let (then, otherwise) = (self.value(then, site), self.value(otherwise, site));
                    let range = self.range(then).or(self.range(otherwise));
                    self.push(Number::If { condition, then, otherwise }, range)
                }
            },
        }
    }

    fn compute(&mut self, kernel: Arithmetic, left: NumberId, right: NumberId) -> NumberId {
        match (kernel, self.known(left), self.known(right)) {
            (_, Some(a), Some(b)) => return self.constant((kernel.row().exact)(a, b)),
            (Arithmetic::Times, Some(by), None) => return self.multiply(by, right),
            (Arithmetic::Times, None, Some(by)) => return self.multiply(by, left),
            _ => {}
        }
        let (a, b) = (self.range(left), self.range(right));
        let range = (kernel.row().range)(a, b);
        let (clamp, by_zero) = (!range.is_finite(), !b.excludes_zero());
        let number = Number::Compute { kernel, left, right, clamp, by_zero };
        self.push(number, Range::declared((range.low, range.high)))
    }

    /// Known only if nothing is lost by not asking.
    fn compare(&mut self, order: Comparison, left: NumberId, right: NumberId) -> Answer {
        let decided = (order.row().decided)(self.range(left), self.range(right));
        match decided.filter(|_| self.cost(left).or(self.cost(right)).is_pure) {
            Some(known) => Answer::Known(known),
            None => Answer::Asked(self.push_truth(Truth::Compare(order, left, right))),
        }
    }

    fn multiply(&mut self, by: f64, of: NumberId) -> NumberId {
        if let Some(number) = self.known(of) {
            return self.constant(by * number);
        }
        let range = (Arithmetic::Times.row().range)(self.range(of), Range::only(by));
        let clamp = !range.is_finite();
        self.push(Number::Multiply { by, of, clamp }, Range::declared((range.low, range.high)))
    }

    fn read(&mut self, terminal: &'static str, read: &Read, parameter: u16) -> NumberId {
        let number = match *read {
            Read::Count { cell } => Number::Count { cell },
            Read::CountDifference { cell, minus } => Number::CountDifference { cell, minus },
            Read::Bit { cell, .. } => Number::Bit { cell, bit: (parameter & 63) as u8 },
            Read::Number { cell, .. } => Number::Held { cell },
            Read::Once { compute, memo, within } => {
                Number::Once { host: HostReading::new(terminal, compute, within), memo }
            }
            Read::Of { compute, within, .. } => {
                Number::Of { host: HostReading::new(terminal, compute, within), parameter }
            }
            Read::Defined { by } => return self.defined(by),
        };
        self.push(number, Range::declared(read.within()))
    }

    /// The expression of a terminal in its place.
    fn defined(&mut self, definition: &'static Definition) -> NumberId {
        let outer = (self.tree, self.language);
        (self.tree, self.language) = (&definition.tree, &definition.language);
        let number = if definition.root == Type::Bool {
            let truth = self.truth(0);
            self.one_or_zero(truth)
        } else {
            self.number(0)
        };
        (self.tree, self.language) = outer;
        number
    }

    fn scope(&mut self, scope: &Scope, index: usize) -> NumberId {
        let takes = scope.fold.takes();
        let mut lowered = [None; 3];
        let starts = arguments(self.tree.nodes(), index, takes.len());
        for (argument, (start, slot)) in lowered.iter_mut().zip(starts.zip(takes)) {
            *argument = Some(if *slot == Type::Bool {
                let truth = self.truth(start);
                self.one_or_zero(truth)
            } else {
                self.number(start)
            });
        }
        let Range { low, high } = scope.fold.range(lowered.map(|id| id.map(|id| self.range(id))));
        self.scopes.push(LoweredScope { scope: *scope, arguments: lowered });
        self.push(Number::Scope(self.scopes.len() as u32 - 1), Range::declared((low, high)))
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
        let node = self.tree.nodes()[index];
        match self.language.primitive(node.opcode).op.structure(node.constant) {
            Structure::Truth(truth) => Answer::Known(truth),
            Structure::Kernel(Kernel { meaning: Meaning::Truth(condition), takes, .. }) => {
                let site = self.site(index, takes.len());
                self.condition(condition, &site)
            }
            _ => {
                let number = self.number(index);
                self.not_zero(number)
            }
        }
    }

    fn condition(&mut self, condition: &Condition, site: &Site) -> Answer {
        match condition {
            Condition::Argument(place) => self.truth(site.arguments[*place]),
            Condition::Not(inner) => match self.condition(inner, site) {
                Answer::Known(truth) => Answer::Known(!truth),
                Answer::Asked(truth) => Answer::Asked(self.push_truth(Truth::Not(truth))),
            },
            Condition::Both(one, two) => self.pair(one, two, true, site),
            Condition::Either(one, two) => self.pair(one, two, false, site),
            Condition::Compare(order, left, right) => {
                let (left, right) = (self.value(left, site), self.value(right, site));
                self.compare(*order, left, right)
            }
        }
    }

    fn not_zero(&mut self, number: NumberId) -> Answer {
        if let Some(number) = self.known(number) {
            return Answer::Known(number != 0.0);
        }
        if self.range(number).excludes_zero() && self.cost(number).is_pure {
            return Answer::Known(true);
        }
        let asked = match self.numbers[number.0 as usize].0 {
            // Whole numbers do not vanish when multiplied, whereas a fraction may round to zero.
            Number::Multiply { by, of, .. } if by != 0.0 && self.is_whole(of) => of,
            _ => number,
        };
        Answer::Asked(self.push_truth(Truth::NotZero(asked)))
    }

    fn is_whole(&self, number: NumberId) -> bool {
        matches!(
            self.numbers[number.0 as usize].0,
            Number::Count { .. } | Number::CountDifference { .. } | Number::Bit { .. }
        )
    }

    /// Both are true (`all`), or at least one is. The second is asked only where the first leaves it open, and what the
    /// second is known to be does not excuse a first that acts.
    fn pair(&mut self, one: &Condition, two: &Condition, all: bool, site: &Site) -> Answer {
        let left = match self.condition(one, site) {
            Answer::Known(known) if known == all => return self.condition(two, site),
            Answer::Known(known) => return Answer::Known(known),
            Answer::Asked(left) => left,
        };
        let right = match self.condition(two, site) {
            Answer::Known(known) if known == all => return Answer::Asked(left),
            Answer::Known(known) if self.truth_cost(left).is_pure => return Answer::Known(known),
            Answer::Known(known) => {
                let number = self.constant(f64::from(u8::from(known)));
                self.push_truth(Truth::NotZero(number))
            }
            Answer::Asked(right) => right,
        };
        Answer::Asked(self.push_truth(if all { Truth::And(left, right) } else { Truth::Or(left, right) }))
    }
}
