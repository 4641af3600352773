//! Evaluation that remembers: the value of every node that took part, which is how a move is explained.

use std::ops::Range;

use crate::calls::EXPANDED;
use crate::interpret::perform_deed;
use crate::language::{Language, Read, Type};
use crate::lower::HostReading;
use crate::operation::{Structure, total};
use crate::scope::{Arguments, MOST_VIEWS, Scope, Views};
use crate::tree::{Tree, arguments};

/// What a program came to on a view, node by node.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The value of every node by its index; nothing for a node that was not evaluated. A value is what its place reads:
    /// truth values are 1 and 0, factors are included. Inside a scope it is the value on the one view that decided: the
    /// best, or the last that was entered where none is better than another. An argument on which the scope fell back has its
    /// value on the view at hand.
    pub values: Vec<Option<f64>>,
    /// The choice that led to the view that decided, for every scope that found one.
    pub choices: Vec<Option<u16>>,
}

impl Tree {
    /// The [values](Trace::values) of a trace in which at most [`MOST_VIEWS`] views are entered.
    ///
    /// # Panics
    /// If the view has fewer cells than the language declares.
    pub fn trace(&self, language: &Language, root: Type, view: &mut [u64]) -> Vec<Option<f64>> {
        self.trace_within(language, root, view, &mut Views::new(MOST_VIEWS)).values
    }

    /// What the program comes to on a view. The first value is what [`crate::Code::evaluate_within`] gives for the same
    /// view and views; costly readings are kept in the view and views are counted alike.
    ///
    /// # Panics
    /// If the view has fewer cells than the language declares.
    pub fn trace_within(
        &self,
        language: &Language,
        root: Type,
        view: &mut [u64],
        views: &mut Views,
    ) -> Trace {
        let cells = language.cells();
        assert!(view.len() >= cells, "a view of {} cells, but the language has {cells}", view.len());
        let trace = Trace { values: vec![None; self.len()], choices: vec![None; self.len()] };
        let mut tracing = Tracing { tree: self, language, trace };
        tracing.value(0, root, view, views);
        tracing.trace
    }
}

struct Tracing<'a> {
    tree: &'a Tree,
    language: &'a Language,
    trace: Trace,
}

impl Tracing<'_> {
    /// The node at `index`, as `slot` reads it.
    fn value(&mut self, index: usize, slot: Type, view: &mut [u64], views: &mut Views) -> f64 {
        let number = self.number(index, view, views);
        let value = if slot == Type::Bool { f64::from(u8::from(number != 0.0)) } else { number };
        self.trace.values[index] = Some(value);
        value
    }

    fn number(&mut self, index: usize, view: &mut [u64], views: &mut Views) -> f64 {
        let node = self.tree.nodes()[index];
        let primitive = self.language.primitive(node.opcode);
        let value = match primitive.op.structure(node.constant) {
            Structure::Kernel(kernel) => kernel.meaning.evaluate(node.constant, &mut |place| {
                let argument = argument(self.tree, index, place);
                self.value(argument, kernel.takes[place], view, views)
            }),
            Structure::Apply(function) => {
                total((function.apply)(self.value(index + 1, Type::Float, view, views)))
            }
            Structure::Do(deed) => {
                let given =
                    if deed.takes_one { self.value(index + 1, Type::Float, view, views) } else { 0.0 };
                perform_deed(deed, view, given)
            }
            Structure::Scope(scope) => {
                let memos = self.language.memos();
                let mut inside = Inside { tracing: self, scope, index, decided: None };
                let value = scope.evaluate(&memos, view, views, &mut inside);
                if let Some((choice, decided)) = inside.decided {
                    let end = index + decided.values.len();
                    self.trace.values[index..end].copy_from_slice(&decided.values);
                    self.trace.choices[index..end].copy_from_slice(&decided.choices);
                    self.trace.choices[index] = Some(choice);
                }
                value
            }
            Structure::Number(number) => total(number),
            Structure::Truth(truth) => f64::from(u8::from(truth)),
            Structure::Read(Read::Once { compute, memo, within }) => {
                HostReading::new(primitive.name, *compute, *within).ask_once(view, *memo)
            }
            Structure::Read(read) => read.ask(view, node.parameter),
            Structure::Call => unreachable!("{EXPANDED}"),
        };
        if primitive.returns.is_numeric() && node.factor != 1.0 {
            total(total(node.factor) * value)
        } else {
            value
        }
    }
}

/// The arguments of a scope, and what they came to on the view that decided.
struct Inside<'a, 'b> {
    tracing: &'a mut Tracing<'b>,
    scope: &'a Scope,
    index: usize,
    decided: Option<(u16, Trace)>,
}

impl Inside<'_, '_> {
    fn nodes(&self) -> Range<usize> {
        self.index..self.index + self.tracing.tree.nodes()[self.index].size as usize
    }
}

impl Arguments for Inside<'_, '_> {
    fn evaluate(&mut self, place: usize, view: &mut [u64], views: &mut Views) -> f64 {
        if place == 0 {
            // A view of its own, on which nothing was evaluated yet.
            let nodes = self.nodes();
            self.tracing.trace.values[nodes.clone()].fill(None);
            self.tracing.trace.choices[nodes].fill(None);
        }
        let argument = argument(self.tracing.tree, self.index, place);
        self.tracing.value(argument, self.scope.fold.takes()[place], view, views)
    }

    fn decide(&mut self, choice: u16) {
        let (nodes, trace) = (self.nodes(), &self.tracing.trace);
        let values = trace.values[nodes.clone()].to_vec();
        self.decided = Some((choice, Trace { values, choices: trace.choices[nodes].to_vec() }));
    }
}

fn argument(tree: &Tree, index: usize, place: usize) -> usize {
    arguments(tree.nodes(), index, place + 1).nth(place).expect("a well-formed tree")
}
