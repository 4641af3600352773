//! Evaluation that remembers: the value of every node that took part, which is how a move is explained.

use crate::calls::EXPANDED;
use crate::interpret::perform_deed;
use crate::language::{Language, Op, Read, Type};
use crate::lower::{HostReading, quotient, total};
use crate::tree::Tree;

impl Tree {
    /// The value of every node for a view, by its index; nothing for a node that was not evaluated. A value is what
    /// its place reads: truth values are 1 and 0, factors are included. The first is what [`crate::Code::evaluate`]
    /// gives for the same view, whose costly readings are kept in it alike.
    ///
    /// # Panics
    /// If the view has fewer cells than the language declares.
    pub fn trace(&self, language: &Language, root: Type, view: &mut [u64]) -> Vec<Option<f64>> {
        let cells = language.cells();
        assert!(view.len() >= cells, "a view of {} cells, but the language has {cells}", view.len());
        let mut tracing = Tracing { tree: self, language, view, values: vec![None; self.len()] };
        if root == Type::Bool {
            tracing.truth(0);
        } else {
            tracing.number(0);
        }
        tracing.values
    }
}

struct Tracing<'a> {
    tree: &'a Tree,
    language: &'a Language,
    view: &'a mut [u64],
    values: Vec<Option<f64>>,
}

impl Tracing<'_> {
    fn argument(&self, index: usize, position: usize) -> usize {
        self.tree.arguments(self.language, index).nth(position).expect("a well-formed tree")
    }

    fn number(&mut self, index: usize) -> f64 {
        let value = self.unrecorded(index);
        self.values[index] = Some(value);
        value
    }

    fn truth(&mut self, index: usize) -> bool {
        let truth = self.unrecorded(index) != 0.0;
        self.values[index] = Some(f64::from(u8::from(truth)));
        truth
    }

    fn unrecorded(&mut self, index: usize) -> f64 {
        let node = self.tree.nodes()[index];
        let primitive = self.language.primitive(node.opcode);
        let argument = |tracing: &mut Self, position| {
            let argument = tracing.argument(index, position);
            tracing.number(argument)
        };
        let holds = |tracing: &mut Self, position| {
            let argument = tracing.argument(index, position);
            tracing.truth(argument)
        };
        let from_truth = |truth: bool| f64::from(u8::from(truth));
        let value = match primitive.op {
            Op::And => from_truth(holds(self, 0) && holds(self, 1)),
            Op::Or => from_truth(holds(self, 0) || holds(self, 1)),
            Op::Nand => from_truth(!(holds(self, 0) && holds(self, 1))),
            Op::Nor => from_truth(!(holds(self, 0) || holds(self, 1))),
            Op::Not | Op::NotFirst => from_truth(!holds(self, 0)),
            Op::LowerEqual => from_truth(argument(self, 0) <= argument(self, 1)),
            Op::Greater => from_truth(argument(self, 0) > argument(self, 1)),
            Op::Smaller => from_truth(argument(self, 0) < argument(self, 1)),
            Op::If => {
                let taken = if holds(self, 0) { 1 } else { 2 };
                argument(self, taken)
            }
            Op::Plus => total(argument(self, 0) + argument(self, 1)),
            Op::Minus => total(argument(self, 0) - argument(self, 1)),
            Op::Times => total(argument(self, 0) * argument(self, 1)),
            Op::Divide => total(quotient(argument(self, 0), argument(self, 1))),
            Op::IfGreater => {
                let taken = if argument(self, 0) > argument(self, 1) { 2 } else { 3 };
                argument(self, taken)
            }
            Op::IfPositive => {
                let taken = if argument(self, 0) > 0.0 { 1 } else { 2 };
                argument(self, taken)
            }
            Op::Apply(function) => total((function.apply)(argument(self, 0))),
            Op::Do(deed) => {
                let given = if deed.takes_one { argument(self, 0) } else { 0.0 };
                perform_deed(&deed, self.view, given)
            }
            Op::Scale(_) => total(total(node.constant) * argument(self, 0)),
            Op::First => argument(self, 0),
            Op::Number(number) => total(number),
            Op::Truth(truth) => from_truth(truth),
            Op::Ephemeral(_) => total(node.constant),
            Op::Read(read) => self.read(primitive.name, read, node.parameter),
            Op::Call { .. } => unreachable!("{EXPANDED}"),
        };
        if primitive.returns.is_numeric() && node.factor != 1.0 {
            total(total(node.factor) * value)
        } else {
            value
        }
    }

    fn read(&mut self, terminal: &'static str, read: Read, parameter: u16) -> f64 {
        let count = |cell: u16| f64::from(self.view[usize::from(cell)].count_ones());
        match read {
            Read::Count { cell } => count(cell),
            Read::CountDifference { cell, minus } => count(cell) - count(minus),
            Read::Bit { cell, .. } => ((self.view[usize::from(cell)] >> (parameter & 63)) & 1) as f64,
            Read::Number { cell, .. } => f64::from_bits(self.view[usize::from(cell)]),
            Read::Once { compute, memo, within } => {
                HostReading::new(terminal, compute, within).ask_once(self.view, memo)
            }
            Read::Of { compute, within, .. } => {
                HostReading::new(terminal, compute, within).ask(self.view, parameter)
            }
        }
    }
}
