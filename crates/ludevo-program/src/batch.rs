//! A tree evaluated on many views at once, column by column, with the gradient of its constants.
//!
//! Where the same program is asked about thousands of stored views, such as a bank of decisions, a column of numbers a
//! node is much faster than a view at a time. Numbers have single precision here: for learning, not for play.

use crate::language::{Language, Op, Type};
use crate::lower::total;
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

impl Batch {
    /// Prepares a tree; nothing if it acts on a game, which only happens a view at a time.
    pub fn new(tree: &Tree, language: &Language) -> Option<Self> {
        let step = |(index, node): (usize, &Node)| {
            let mut arguments = [0; 4];
            for (place, argument) in arguments.iter_mut().zip(tree.arguments(language, index)) {
                *place = argument;
            }
            let primitive = language.primitive(node.opcode);
            let is_numeric = primitive.returns != Type::Bool;
            Step { node: *node, op: primitive.op, arguments, is_numeric }
        };
        let steps: Vec<Step> = tree.nodes().iter().enumerate().map(step).collect();
        let is_pure = steps.iter().all(|step| step.op.is_pure());
        is_pure.then(|| Batch { steps, values: Vec::new(), owed: Vec::new(), count: 0 })
    }

    /// Evaluates `count` views into `result`; `read` fills a column with what a terminal says of each.
    pub fn evaluate(&mut self, count: usize, read: impl Fn(&Node, &mut [f32]), result: &mut [f32]) {
        self.count = count;
        self.values.resize(self.steps.len() * count, 0.0);
        // Arguments come after their function.
        for index in (0..self.steps.len()).rev() {
            let step = self.steps[index];
            let (before, after) = self.values.split_at_mut((index + 1) * count);
            let out = &mut before[index * count..];
            let argument = |place: usize| {
                let at = step.arguments[place];
                let factor = self.steps[at].factor();
                after[(at - index - 1) * count..][..count].iter().map(move |value| factor * value)
            };
            let truth = |holds: bool| f32::from(u8::from(holds));
            match step.op {
                Op::Plus => zip(out, argument(0), argument(1), |a, b| a + b),
                Op::Minus => zip(out, argument(0), argument(1), |a, b| a - b),
                Op::Times => zip(out, argument(0), argument(1), |a, b| a * b),
                Op::And => zip(out, argument(0), argument(1), |a, b| truth(a != 0.0 && b != 0.0)),
                Op::Or => zip(out, argument(0), argument(1), |a, b| truth(a != 0.0 || b != 0.0)),
                Op::Nand => zip(out, argument(0), argument(1), |a, b| truth(!(a != 0.0 && b != 0.0))),
                Op::Nor => zip(out, argument(0), argument(1), |a, b| truth(!(a != 0.0 || b != 0.0))),
                Op::LowerEqual => zip(out, argument(0), argument(1), |a, b| truth(a <= b)),
                Op::Greater => zip(out, argument(0), argument(1), |a, b| truth(a > b)),
                Op::Smaller => zip(out, argument(0), argument(1), |a, b| truth(a < b)),
                Op::Not | Op::NotFirst => set(out, argument(0).map(|a| truth(a == 0.0))),
                Op::If => {
                    let choices = argument(1).zip(argument(2));
                    set(
                        out,
                        argument(0)
                            .zip(choices)
                            .map(|(holds, (then, other))| if holds != 0.0 { then } else { other }),
                    );
                }
                Op::IfPositive => {
                    let choices = argument(1).zip(argument(2));
                    set(
                        out,
                        argument(0)
                            .zip(choices)
                            .map(|(number, (then, other))| if number > 0.0 { then } else { other }),
                    );
                }
                Op::IfGreater => {
                    let (asked, choices) = (argument(0).zip(argument(1)), argument(2).zip(argument(3)));
                    set(
                        out,
                        asked.zip(choices).map(|((a, b), (then, other))| if a > b { then } else { other }),
                    );
                }
                Op::Divide => zip(out, argument(0), argument(1), |a, b| if b == 0.0 { 0.0 } else { a / b }),
                Op::Apply(function) => {
                    set(out, argument(0).map(|a| total((function.apply)(f64::from(a))) as f32));
                }
                Op::Do(_) | Op::Call { .. } => unreachable!("a batch is pure"),
                Op::Scale(_) => set(out, argument(0).map(|a| step.node.constant as f32 * a)),
                Op::First => set(out, argument(0)),
                Op::Number(number) => out.fill(number as f32),
                Op::Truth(holds) => out.fill(truth(holds)),
                Op::Ephemeral(_) => out.fill(step.node.constant as f32),
                Op::Read(_) => read(&step.node, out),
            }
        }
        let factor = self.steps[0].factor();
        result.iter_mut().zip(&self.values[..count]).for_each(|(out, value)| *out = factor * value);
    }

    /// Adds to `gradient`, a place a node, for constants and for the factors of terminals, how a sum over the views of the last evaluation changes with each node's
    /// numbers, given how it changes with the value of each view. Conditions, quotients and applied functions count as
    /// fixed.
    pub fn add_gradient(&mut self, of_values: &[f32], gradient: &mut [NodeGradient]) {
        let count = self.count;
        self.owed.clear();
        self.owed.resize(self.steps.len() * count, 0.0);
        self.owed[..count].copy_from_slice(&of_values[..count]);
        for index in 0..self.steps.len() {
            let step = self.steps[index];
            let values = &self.values[index * count..][..count];
            let (before, after) = self.owed.split_at_mut((index + 1) * count);
            let owed = &mut before[index * count..];
            if matches!(step.op, Op::Read(_) | Op::Number(_)) && step.is_numeric {
                gradient[index].factor += product(owed, values);
            }
            let factor = step.factor();
            owed.iter_mut().for_each(|owed| *owed *= factor);
            let all = &self.values;
            let value = |place: usize| {
                let at = step.arguments[place];
                let factor = self.steps[at].factor();
                all[at * count..][..count].iter().map(move |value| factor * value)
            };
            let place = |place: usize| {
                let at = (step.arguments[place] - index - 1) * count;
                at..at + count
            };
            match step.op {
                Op::Plus => {
                    pay(&mut after[place(0)], owed.iter().copied());
                    pay(&mut after[place(1)], owed.iter().copied());
                }
                Op::Minus => {
                    pay(&mut after[place(0)], owed.iter().copied());
                    pay(&mut after[place(1)], owed.iter().map(|owed| -owed));
                }
                Op::Times => {
                    pay(&mut after[place(0)], owed.iter().zip(value(1)).map(|(owed, other)| owed * other));
                    pay(&mut after[place(1)], owed.iter().zip(value(0)).map(|(owed, other)| owed * other));
                }
                Op::If => {
                    let where_it = |wanted: bool| {
                        owed.iter().zip(value(0)).map(
                            move |(owed, holds)| {
                                if (holds != 0.0) == wanted { *owed } else { 0.0 }
                            },
                        )
                    };
                    pay(&mut after[place(1)], where_it(true));
                    pay(&mut after[place(2)], where_it(false));
                }
                Op::Scale(_) => {
                    gradient[index].constant +=
                        owed.iter().zip(value(0)).map(|(owed, a)| owed * a).sum::<f32>();
                    pay(&mut after[place(0)], owed.iter().map(|owed| step.node.constant as f32 * owed));
                }
                Op::First => pay(&mut after[place(0)], owed.iter().copied()),
                Op::Ephemeral(_) => gradient[index].constant += owed.iter().sum::<f32>(),
                _ => {}
            }
        }
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

#[inline]
fn set(out: &mut [f32], numbers: impl Iterator<Item = f32>) {
    out.iter_mut().zip(numbers).for_each(|(out, number)| *out = number);
}

#[inline]
fn pay(out: &mut [f32], amounts: impl Iterator<Item = f32>) {
    out.iter_mut().zip(amounts).for_each(|(out, amount)| *out += amount);
}

#[inline]
fn zip(
    out: &mut [f32],
    one: impl Iterator<Item = f32>,
    two: impl Iterator<Item = f32>,
    join: impl Fn(f32, f32) -> f32,
) {
    out.iter_mut().zip(one).zip(two).for_each(|((out, one), two)| *out = join(one, two));
}
