//! Evaluation that remembers: the value of every node that took part, which is how a move is explained.

use crate::calls::EXPANDED;
use crate::interpret::perform_deed;
use crate::language::{Language, Read, Type};
use crate::lower::HostReading;
use crate::operation::{Structure, total};
use crate::tree::{Tree, arguments};

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
    fn number(&mut self, index: usize) -> f64 {
        let value = self.unrecorded(index);
        self.values[index] = Some(value);
        value
    }

    fn truth(&mut self, index: usize) -> f64 {
        let value = f64::from(u8::from(self.unrecorded(index) != 0.0));
        self.values[index] = Some(value);
        value
    }

    fn unrecorded(&mut self, index: usize) -> f64 {
        let node = self.tree.nodes()[index];
        let primitive = self.language.primitive(node.opcode);
        let value = match primitive.op.structure(node.constant) {
            Structure::Kernel(kernel) => kernel.meaning.evaluate(node.constant, &mut |place| {
                let argument = arguments(self.tree.nodes(), index, kernel.takes.len()).nth(place);
                let argument = argument.expect("a well-formed tree");
                if kernel.takes[place] == Type::Bool { self.truth(argument) } else { self.number(argument) }
            }),
            Structure::Apply(function) => total((function.apply)(self.number(index + 1))),
            Structure::Do(deed) => {
                let given = if deed.takes_one { self.number(index + 1) } else { 0.0 };
                perform_deed(deed, self.view, given)
            }
            Structure::Number(number) => total(number),
            Structure::Truth(truth) => f64::from(u8::from(truth)),
            Structure::Read(read) => self.read(primitive.name, read, node.parameter),
            Structure::Call => unreachable!("{EXPANDED}"),
        };
        if primitive.returns.is_numeric() && node.factor != 1.0 {
            total(total(node.factor) * value)
        } else {
            value
        }
    }

    fn read(&mut self, terminal: &'static str, read: &Read, parameter: u16) -> f64 {
        let count = |cell: u16| f64::from(self.view[usize::from(cell)].count_ones());
        match *read {
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
