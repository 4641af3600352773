//! What simplification works on: programs as interned forms, in which equal parts are one and explicit introns,
//! factors and constants of functions have become plain operations.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::ops::Index;
use std::str::FromStr;

use egg::Id;

use crate::language::{Language, Primitive, Type};
use crate::operation::{Arithmetic, Condition, Kernel, Meaning, Structure, Value, total};
use crate::simplify::range::{Range, terminal_ranges};
use crate::tree::{Node, Tree, arguments};

/// A finite number that can be hashed. Zero has one sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Real(u64);

impl Real {
    pub(crate) fn new(value: f64) -> Self {
        Real((total(value) + 0.0).to_bits())
    }

    pub(crate) fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.get())
    }
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

impl FromStr for Real {
    type Err = <f64 as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Real::new)
    }
}

/// A terminal that asks the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Terminal {
    pub(crate) opcode: u8,
    pub(crate) parameter: u16,
}

impl fmt::Display for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.opcode, self.parameter)
    }
}

/// Terminals have no name in rewrite patterns.
impl FromStr for Terminal {
    type Err = Option<Infallible>;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err(None)
    }
}

/// Whether a terminal times a factor is not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Question {
    pub(crate) terminal: Terminal,
    pub(crate) factor: Real,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}*{}?", self.factor, self.terminal)
    }
}

/// Questions have no name in rewrite patterns.
impl FromStr for Question {
    type Err = Option<Infallible>;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err(None)
    }
}

egg::define_language! {
    /// One operation. `Times` with a number is also how factors and scaling functions appear.
    #[derive(Copy)]
    pub(crate) enum Form {
        Number(Real),
        Truth(bool),
        Read(Terminal),
        Ask(Question),
        "+" = Plus([Id; 2]),
        "-" = Minus([Id; 2]),
        "*" = Times([Id; 2]),
        "if" = If([Id; 3]),
        "<=" = LowerEqual([Id; 2]),
        "not" = Not([Id; 1]),
        "and" = And([Id; 2]),
        "or" = Or([Id; 2]),
        "nand" = Nand([Id; 2]),
        "nor" = Nor([Id; 2]),
    }
}

/// Why an operation without a form is never met.
const NOT_READ: &str = "trees with operations that have no form are not read";

/// Every form met so far, each once.
pub(crate) struct Forms {
    forms: Vec<Form>,
    index: HashMap<Form, Id>,
    /// What each form's number can be anywhere; meaningless for truth values.
    ranges: Vec<Range>,
    terminals: Vec<Range>,
}

impl Index<Id> for Forms {
    type Output = Form;

    fn index(&self, id: Id) -> &Form {
        &self.forms[usize::from(id)]
    }
}

impl Forms {
    pub(crate) fn new(language: &Language) -> Self {
        Forms {
            forms: Vec::new(),
            index: HashMap::new(),
            ranges: Vec::new(),
            terminals: terminal_ranges(language),
        }
    }

    pub(crate) fn terminals(&self) -> &[Range] {
        &self.terminals
    }

    pub(crate) fn add(&mut self, form: Form) -> Id {
        if let Some(id) = self.index.get(&form) {
            return *id;
        }
        let id = Id::from(self.forms.len());
        let range = range_of(&form, &self.terminals, |child| self.ranges[usize::from(child)]);
        self.forms.push(form);
        self.ranges.push(range);
        self.index.insert(form, id);
        id
    }

    pub(crate) fn number(&mut self, value: f64) -> Id {
        self.add(Form::Number(Real::new(value)))
    }

    pub(crate) fn truth(&mut self, value: bool) -> Id {
        self.add(Form::Truth(value))
    }

    /// What the form's number can be anywhere.
    pub(crate) fn range(&self, id: Id) -> Range {
        self.ranges[usize::from(id)]
    }

    pub(crate) fn as_number(&self, id: Id) -> Option<f64> {
        match self[id] {
            Form::Number(value) => Some(value.get()),
            _ => None,
        }
    }

    pub(crate) fn as_truth(&self, id: Id) -> Option<bool> {
        match self[id] {
            Form::Truth(value) => Some(value),
            _ => None,
        }
    }

    /// The constant and the rest, if the form is a constant times something.
    pub(crate) fn as_scaled(&self, id: Id) -> Option<(f64, Id)> {
        let Form::Times([left, right]) = self[id] else { return None };
        let left_first = self.as_number(left).map(|constant| (constant, right));
        left_first.or_else(|| self.as_number(right).map(|constant| (constant, left)))
    }

    /// How many forms the tree below `id` has, each counted as often as it is used.
    pub(crate) fn count(&self, id: Id) -> usize {
        let children = egg::Language::children(&self[id]);
        children.iter().fold(1, |count, child| count.saturating_add(self.count(*child)))
    }

    /// The form of every node of a tree, or nothing for nodes inside explicit introns. The whole is nothing if the tree
    /// has a node that has no form, see [`has_form`].
    pub(crate) fn read_tree(
        &mut self,
        tree: &Tree,
        language: &Language,
        root: Type,
    ) -> Option<Vec<Option<Id>>> {
        if !tree.nodes().iter().all(|node| has_form(language.primitive(node.opcode))) {
            return None;
        }
        let mut found = vec![None; tree.len()];
        self.read_node(tree.nodes(), 0, language, root, &mut found);
        Some(found)
    }

    fn read_node(
        &mut self,
        nodes: &[Node],
        index: usize,
        language: &Language,
        slot: Type,
        found: &mut [Option<Id>],
    ) -> Id {
        let node = nodes[index];
        let op = language.primitive(node.opcode).op;
        let mut inside = [Id::from(0); 4];
        let takes = op.takes();
        let starts = arguments(nodes, index, takes.len());
        for (position, (start, expected)) in starts.zip(takes).enumerate() {
            if op.intron() != Some(position) {
                inside[position] = self.read_node(nodes, start, language, *expected, found);
            }
        }
        let terminal = Terminal { opcode: node.opcode, parameter: node.parameter };
        let plain = match op.structure(node.constant) {
            Structure::Kernel(Kernel { meaning: Meaning::Number(value), .. }) => {
                self.read_value(value, node.constant, &inside)
            }
            Structure::Kernel(Kernel { meaning: Meaning::Truth(condition), .. }) => {
                self.read_condition(condition, node.constant, &inside)
            }
            Structure::Number(value) => self.number(value),
            Structure::Truth(value) => self.truth(value),
            Structure::Read(_) if slot == Type::Bool => {
                self.add(Form::Ask(Question { terminal, factor: Real::new(node.factor) }))
            }
            Structure::Read(_) => self.add(Form::Read(terminal)),
            Structure::Apply(_) | Structure::Do(_) | Structure::Scope(_) | Structure::Call => {
                unreachable!("{NOT_READ}")
            }
        };
        let whole = if slot == Type::Bool { plain } else { self.scaled(node.factor, plain) };
        found[index] = Some(whole);
        whole
    }

    fn read_value(&mut self, value: &Value, constant: f64, inside: &[Id; 4]) -> Id {
        match value {
            Value::Argument(place) => inside[*place],
            Value::Constant => self.number(constant),
            Value::Fixed(number) => self.number(*number),
            Value::Compute(Arithmetic::Times, Value::Constant, of) => {
                let of = self.read_value(of, constant, inside);
                self.scaled(constant, of)
            }
            Value::Compute(kernel, left, right) => {
                let both = [left, right].map(|side| self.read_value(side, constant, inside));
                self.add(kernel.row().form.expect(NOT_READ)(both))
            }
            Value::Choose(condition, then, otherwise) => {
                let condition = self.read_condition(condition, constant, inside);
                let [then, otherwise] = [then, otherwise].map(|side| self.read_value(side, constant, inside));
                self.add(Form::If([condition, then, otherwise]))
            }
        }
    }

    fn read_condition(&mut self, condition: &Condition, constant: f64, inside: &[Id; 4]) -> Id {
        let mut both = |one: &Condition, two: &Condition| {
            [one, two].map(|side| self.read_condition(side, constant, inside))
        };
        let form = match condition {
            Condition::Argument(place) => return inside[*place],
            Condition::Both(one, two) => Form::And(both(one, two)),
            Condition::Either(one, two) => Form::Or(both(one, two)),
            Condition::Not(Condition::Both(one, two)) => Form::Nand(both(one, two)),
            Condition::Not(Condition::Either(one, two)) => Form::Nor(both(one, two)),
            Condition::Not(inner) => Form::Not([self.read_condition(inner, constant, inside)]),
            Condition::Compare(order, left, right) => {
                let [left, right] = [left, right].map(|side| self.read_value(side, constant, inside));
                order.row().form.expect(NOT_READ)(self, left, right)
            }
        };
        self.add(form)
    }

    fn scaled(&mut self, factor: f64, id: Id) -> Id {
        if factor == 1.0 {
            return id;
        }
        let factor = self.number(factor);
        self.add(Form::Times([factor, id]))
    }
}

/// Whether a primitive has a form. Functions that serve as number and as truth value have none, for forms cannot tell
/// the two apart; what has an effect or enters views has none, for forms are rewritten freely; nor have operations that no rewriting
/// is known for.
pub(crate) fn has_form(primitive: &Primitive) -> bool {
    match primitive.op.structure(0.0) {
        Structure::Read(_) => true,
        Structure::Kernel(kernel) => kernel.has_form && primitive.returns != Type::Query,
        Structure::Number(_) | Structure::Truth(_) => primitive.returns != Type::Query,
        Structure::Apply(_) | Structure::Do(_) | Structure::Scope(_) | Structure::Call => false,
    }
}

/// What a form's number can be, given what its children's can.
pub(crate) fn range_of(form: &Form, terminals: &[Range], child: impl Fn(Id) -> Range) -> Range {
    match form {
        Form::Number(value) => Range::of(value.get()),
        Form::Read(terminal) => terminals[usize::from(terminal.opcode)],
        Form::Plus([a, b]) => child(*a).plus(child(*b)),
        Form::Minus([a, b]) if a == b => Range::of(0.0),
        Form::Minus([a, b]) => child(*a).minus(child(*b)),
        Form::Times([a, b]) => child(*a).times(child(*b)),
        Form::If([_, a, b]) => child(*a).join(child(*b)),
        _ => Range::ALL,
    }
}
