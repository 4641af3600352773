//! A tree evaluated on many views at once, column by column, with the gradient of its constants.
//!
//! Where the same program is asked about thousands of stored views, such as a bank of decisions, a column of numbers a
//! node is much faster than a view at a time. Numbers have single precision here: for learning, not for play.

use std::array::from_fn;

use crate::language::{Language, Type};
use crate::operation::{Op, Structure, total};
use crate::tree::{Node, Tree};

/// A tree ready to be evaluated in batches.
#[derive(Clone, Debug)]
pub struct Batch {
    steps: Vec<Step>,
    /// Nodes times views: what each node says before its factor.
    values: Vec<f32>,
    /// The same of what the result owes to each node.
    owed: Vec<f32>,
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    node: Node,
    op: Op,
    arity: usize,
    arguments: [usize; 4],
    is_numeric: bool,
}

/// The derivative of a result by what can be tuned in one node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeGradient {
    /// By its constant.
    pub constant: f32,
    /// By its factor.
    pub factor: f32,
}

/// What a node has to compute with: a column for each argument, with the factor that belongs to it.
pub(crate) struct Columns<'a> {
    /// The constant of the node.
    pub(crate) constant: f32,
    arguments: [(f32, &'a [f32]); 4],
}

impl Columns<'_> {
    /// Fills a column with what is computed from the first `N` arguments.
    #[inline(always)]
    pub(crate) fn map<const N: usize>(&self, out: &mut [f32], compute: impl Fn([f32; N]) -> f32) {
        let rows = self.rows::<N>(out.len());
        out.iter_mut().zip(rows).for_each(|(out, row)| *out = compute(row));
    }

    #[inline(always)]
    fn rows<const N: usize>(&self, count: usize) -> impl Iterator<Item = [f32; N]> {
        let columns: [(f32, &[f32]); N] = from_fn(|place| {
            let (factor, column) = self.arguments[place];
            (factor, &column[..count])
        });
        (0..count).map(move |row| columns.map(|(factor, column)| factor * column[row]))
    }
}

/// What a node owes: of what the result owes to it, to its arguments and to its constant.
pub(crate) struct Debts<'a> {
    pub(crate) columns: Columns<'a>,
    owed: &'a [f32],
    /// Where the columns of what is owed to the arguments start in `others`.
    places: [usize; 4],
    others: &'a mut [f32],
    constant: &'a mut f32,
}

impl Debts<'_> {
    /// Adds to what is owed to an argument; `amount` has what is owed to the node and the first `N` arguments.
    #[inline(always)]
    pub(crate) fn pay<const N: usize>(&mut self, argument: usize, amount: impl Fn(f32, [f32; N]) -> f32) {
        let count = self.owed.len();
        let others = &mut self.others[self.places[argument]..][..count];
        let amounts = self.owed.iter().zip(self.columns.rows::<N>(count));
        others.iter_mut().zip(amounts).for_each(|(other, (owed, row))| *other += amount(*owed, row));
    }

    /// Adds to what is owed to the node's constant.
    #[inline(always)]
    pub(crate) fn pay_constant<const N: usize>(&mut self, amount: impl Fn(f32, [f32; N]) -> f32) {
        let amounts = self.owed.iter().zip(self.columns.rows::<N>(self.owed.len()));
        *self.constant += amounts.map(|(owed, row)| amount(*owed, row)).sum::<f32>();
    }
}

impl Batch {
    /// Prepares a tree; nothing if it asks a game to do something or enters other views, which only happens a view at a
    /// time.
    pub fn new(tree: &Tree, language: &Language) -> Option<Self> {
        let step = |(index, node): (usize, &Node)| {
            let mut arguments = [0; 4];
            for (place, argument) in arguments.iter_mut().zip(tree.arguments(language, index)) {
                *place = argument;
            }
            let primitive = language.primitive(node.opcode);
            let is_numeric = primitive.returns != Type::Bool;
            Step { node: *node, op: primitive.op, arity: primitive.arity(), arguments, is_numeric }
        };
        let steps: Vec<Step> = tree.nodes().iter().enumerate().map(step).collect();
        let only_computes = |step: &Step| !matches!(step.op, Op::Do(_) | Op::Scope(_) | Op::Call { .. });
        steps.iter().all(only_computes).then(|| Batch {
            steps,
            values: Vec::new(),
            owed: Vec::new(),
            count: 0,
        })
    }

    /// The columns that a step computes with, of values that start with the node `first`.
    fn columns<'a>(&self, step: &Step, values: &'a [f32], first: usize) -> Columns<'a> {
        let mut arguments: [(f32, &[f32]); 4] = [(1.0, &[]); 4];
        for (argument, at) in arguments.iter_mut().zip(&step.arguments[..step.arity]) {
            *argument = (self.steps[*at].factor(), &values[(at - first) * self.count..][..self.count]);
        }
        Columns { constant: step.node.constant as f32, arguments }
    }

    /// Evaluates `count` views into `result`; `read` fills a column with what a terminal says of each.
    pub fn evaluate(&mut self, count: usize, read: impl Fn(&Node, &mut [f32]), result: &mut [f32]) {
        self.count = count;
        let mut values = std::mem::take(&mut self.values);
        values.resize(self.steps.len() * count, 0.0);
        // Arguments come after their function.
        for (index, step) in self.steps.iter().enumerate().rev() {
            let (before, after) = values.split_at_mut((index + 1) * count);
            let out = &mut before[index * count..];
            let columns = self.columns(step, after, index + 1);
            match step.op.structure(step.node.constant) {
                Structure::Kernel(kernel) => (kernel.batch)(&columns, out),
                Structure::Apply(function) => {
                    columns.map(out, |[a]| total((function.apply)(f64::from(a))) as f32);
                }
                Structure::Number(number) => out.fill(number as f32),
                Structure::Truth(holds) => out.fill(f32::from(u8::from(holds))),
                Structure::Read(_) => read(&step.node, out),
                Structure::Do(_) | Structure::Scope(_) | Structure::Call => {
                    unreachable!("a batch only computes")
                }
            }
        }
        let factor = self.steps[0].factor();
        result.iter_mut().zip(&values[..count]).for_each(|(out, value)| *out = factor * value);
        self.values = values;
    }

    /// Adds to `gradient`, a place a node, for constants and for the factors of terminals, how a sum over the views of
    /// the last evaluation changes with each node's numbers, given how it changes with the value of each view.
    /// Conditions, quotients and applied functions count as fixed.
    pub fn add_gradient(&mut self, of_values: &[f32], gradient: &mut [NodeGradient]) {
        let count = self.count;
        let mut all_owed = std::mem::take(&mut self.owed);
        all_owed.clear();
        all_owed.resize(self.steps.len() * count, 0.0);
        all_owed[..count].copy_from_slice(&of_values[..count]);
        for (index, step) in self.steps.iter().enumerate() {
            let values = &self.values[index * count..][..count];
            let (before, others) = all_owed.split_at_mut((index + 1) * count);
            let owed = &mut before[index * count..];
            if matches!(step.op, Op::Read(_) | Op::Number(_)) && step.is_numeric {
                gradient[index].factor += product(owed, values);
            }
            let factor = step.factor();
            owed.iter_mut().for_each(|owed| *owed *= factor);
            match step.op.structure(step.node.constant) {
                Structure::Kernel(kernel) => (kernel.owes)(&mut Debts {
                    columns: self.columns(step, &self.values, 0),
                    owed,
                    places: step.arguments.map(|at| at.saturating_sub(index + 1) * count),
                    others,
                    constant: &mut gradient[index].constant,
                }),
                Structure::Number(_) if step.op.draw().is_some() => {
                    gradient[index].constant += owed.iter().sum::<f32>();
                }
                _ => {}
            }
        }
        self.owed = all_owed;
    }

    /// The same tree with other constants, each node's as [`Tree`] has it.
    pub fn update(&mut self, tree: &Tree) {
        self.steps.iter_mut().zip(tree.nodes()).for_each(|(step, node)| step.node = *node);
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.steps.len()
    }
}

impl Step {
    fn factor(&self) -> f32 {
        if self.is_numeric { self.node.factor as f32 } else { 1.0 }
    }
}

/// The sum of products, in eight sums side by side so that the processor need not wait for each addition.
#[inline]
fn product(one: &[f32], two: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    let (ones, twos) = (one.chunks_exact(8), two.chunks_exact(8));
    let rest: f32 = ones.remainder().iter().zip(twos.remainder()).map(|(one, two)| one * two).sum();
    for (one, two) in ones.zip(twos) {
        for (sum, (one, two)) in sums.iter_mut().zip(one.iter().zip(two)) {
            *sum += one * two;
        }
    }
    sums.iter().sum::<f32>() + rest
}
