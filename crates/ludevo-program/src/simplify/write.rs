//! Forms back to trees of a language, which may lack some operations and write others in a roundabout way.

use egg::Id;

use crate::language::{Language, Primitive, Type};
use crate::operation::Op;
use crate::operation::total;
use crate::simplify::form::{Form, Forms};
use crate::tree::{Node, Tree};

/// How one language writes each operation, where it can.
pub(crate) struct Writer {
    and: Option<u8>,
    or: Option<u8>,
    nand: Option<u8>,
    nor: Option<u8>,
    lower_equal: Option<u8>,
    greater: Option<u8>,
    smaller: Option<u8>,
    equal: Option<u8>,
    choice: Option<u8>,
    plus: Option<u8>,
    minus: Option<u8>,
    times: Option<u8>,
    negation: Option<Negation>,
    rescaling: Option<Rescaling>,
    truths: [Option<Node>; 2],
    ephemeral: Option<u8>,
    numbers: Vec<(f64, u8)>,
    /// Any number terminal: times 0 it writes zero, and it fills places that are never evaluated.
    filler: Option<Node>,
}

/// A function that negates, with what fills its second place if it has one.
struct Negation {
    opcode: u8,
    second: Option<Node>,
}

/// How to multiply a node that has a factor already.
#[derive(Clone, Copy)]
enum Rescaling {
    /// A function with a constant of its own.
    Constant(u8),
    /// A factor on a function that returns its first argument.
    First(u8, Node),
}

/// How large a form is once written. Compared by nodes first, then by how hard it is to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cost {
    pub(crate) nodes: u32,
    /// Grows with every operation, so that a form always costs more than its parts.
    pub(crate) effort: u32,
    /// Whether the top node has a factor already.
    pub(crate) is_scaled: bool,
}

impl Writer {
    pub(crate) fn new(language: &Language) -> Self {
        let find = |wanted: &dyn Fn(&Primitive) -> bool| {
            language.primitives().iter().position(wanted).map(|index| index as u8)
        };
        let truth = |value: bool| {
            find(&|primitive| matches!(primitive.op, Op::Truth(held) if held == value))
                .map(|opcode| Node::plain(opcode, 1))
        };
        let terminal = |slot: Type| {
            find(&|primitive| primitive.arity() == 0 && primitive.returns.fits(slot))
                .map(|opcode| Node::plain(opcode, 1))
        };
        let nand = find(&|primitive| matches!(primitive.op, Op::Nand));
        let nor = find(&|primitive| matches!(primitive.op, Op::Nor));
        let plain = find(&|primitive| matches!(primitive.op, Op::Not));
        let with_intron = find(&|primitive| matches!(primitive.op, Op::NotFirst));
        let pair = |opcode: Option<u8>, second: Option<Node>| {
            Some(Negation { opcode: opcode?, second: Some(second?) })
        };
        let negation = plain
            .map(|opcode| Negation { opcode, second: None })
            .or_else(|| pair(with_intron, truth(false).or_else(|| terminal(Type::Bool))))
            .or_else(|| pair(nand, truth(true)))
            .or_else(|| pair(nor, truth(false)));
        let scale = find(&|primitive| matches!(primitive.op, Op::Scale(_)));
        let first = find(&|primitive| matches!(primitive.op, Op::First));
        let filler = terminal(Type::Float);
        let rescaling = scale
            .map(Rescaling::Constant)
            .or_else(|| first.zip(filler).map(|(opcode, node)| Rescaling::First(opcode, node)));
        let numbers = language.primitives().iter().zip(0u8..=255);
        let numbers = numbers.filter_map(|(primitive, opcode)| match primitive.op {
            Op::Number(value) => Some((value, opcode)),
            _ => None,
        });
        Writer {
            and: find(&|primitive| matches!(primitive.op, Op::And)),
            or: find(&|primitive| matches!(primitive.op, Op::Or)),
            nand,
            nor,
            lower_equal: find(&|primitive| matches!(primitive.op, Op::LowerEqual)),
            greater: find(&|primitive| matches!(primitive.op, Op::Greater)),
            smaller: find(&|primitive| matches!(primitive.op, Op::Smaller)),
            equal: find(&|primitive| matches!(primitive.op, Op::Equal)),
            choice: find(&|primitive| matches!(primitive.op, Op::If)),
            plus: find(&|primitive| matches!(primitive.op, Op::Plus)),
            minus: find(&|primitive| matches!(primitive.op, Op::Minus)),
            times: find(&|primitive| matches!(primitive.op, Op::Times)),
            negation,
            rescaling,
            truths: [truth(false), truth(true)],
            ephemeral: find(&|primitive| {
                matches!(primitive.op, Op::Ephemeral(_)) && primitive.returns.fits(Type::Float)
            }),
            numbers: numbers.collect(),
            filler,
        }
    }

    /// Whether sums and differences can stand for each other.
    pub(crate) fn has_plus_and_minus(&self) -> bool {
        self.plus.is_some() && self.minus.is_some()
    }

    pub(crate) fn can_negate(&self) -> bool {
        self.negation.is_some()
    }

    /// Whether a node that has a factor can be multiplied once more.
    pub(crate) fn can_rescale(&self) -> bool {
        self.rescaling.is_some()
    }

    pub(crate) fn can_write_number(&self, value: f64) -> bool {
        self.number_node(value).is_some()
    }

    pub(crate) fn number_node(&self, value: f64) -> Option<Node> {
        if let Some((_, opcode)) = self.numbers.iter().find(|(held, _)| *held == value) {
            return Some(Node::plain(*opcode, 1));
        }
        if let Some(opcode) = self.ephemeral {
            return Some(Node { constant: value, ..Node::plain(opcode, 1) });
        }
        let multiple = self.numbers.iter().find_map(|(held, opcode)| {
            let factor = total(value / held);
            (total(factor * held) == value).then_some(Node { factor, ..Node::plain(*opcode, 1) })
        });
        multiple.or_else(|| self.filler.filter(|_| value == 0.0).map(|node| Node { factor: 0.0, ..node }))
    }

    /// What a form costs if its children cost `child`, or nothing if the language cannot write it. `number` tells
    /// which children are numbers; one of a product is written as a factor.
    pub(crate) fn cost(
        &self,
        form: &Form,
        child: impl Fn(Id) -> Option<Cost>,
        number: impl Fn(Id) -> Option<f64>,
    ) -> Option<Cost> {
        let sum = |own: u32, effort: u32, parts: &[Id]| {
            let start = Cost { nodes: own, effort, is_scaled: false };
            parts.iter().try_fold(start, |total, part| {
                let part = child(*part)?;
                Some(Cost {
                    nodes: total.nodes.saturating_add(part.nodes),
                    effort: total.effort.saturating_add(part.effort),
                    is_scaled: false,
                })
            })
        };
        let leaf = Cost { nodes: 1, effort: 1, is_scaled: false };
        match form {
            Form::Number(value) => {
                self.number_node(value.get()).map(|node| Cost { is_scaled: node.factor != 1.0, ..leaf })
            }
            Form::Truth(value) => match self.truths {
                truths if truths[usize::from(*value)].is_some() => Some(leaf),
                truths if truths[usize::from(!*value)].is_some() => {
                    Some(Cost { nodes: 1 + self.negation_nodes()?, effort: 4, ..leaf })
                }
                _ => None,
            },
            Form::Read(_) | Form::Ask(_) => Some(leaf),
            Form::Plus(parts) => self.plus.and_then(|_| sum(1, 2, parts)),
            Form::Minus(parts) => self.minus.and_then(|_| sum(1, 2, parts)),
            Form::LowerEqual(parts) => match self.lower_equal {
                Some(_) => sum(1, 2, parts),
                None => {
                    self.strict([0; 2]).and(self.negation_nodes()).and_then(|nodes| sum(1 + nodes, 3, parts))
                }
            },
            Form::If(parts) => self.choice.and_then(|_| sum(1, 2, parts)),
            Form::And(parts) => self.and.and_then(|_| sum(1, 2, parts)),
            Form::Or(parts) => self.or.and_then(|_| sum(1, 2, parts)),
            Form::Nand(parts) => self.nand.and_then(|_| sum(1, 4, parts)),
            Form::Nor(parts) => self.nor.and_then(|_| sum(1, 4, parts)),
            Form::Not(parts) => self.negation_nodes().and_then(|nodes| sum(nodes, 3, parts)),
            Form::Times([a, b]) => {
                let scaled = if number(*a).is_some() { Some(*b) } else { number(*b).map(|_| *a) };
                let Some(inner) = scaled else { return self.times.and_then(|_| sum(1, 2, &[*a, *b])) };
                let inner = child(inner)?;
                let (nodes, is_scaled) = match (inner.is_scaled, self.rescaling) {
                    (false, _) => (0, true),
                    (true, Some(Rescaling::Constant(_))) => (1, false),
                    (true, Some(Rescaling::First(..))) => (2, true),
                    (true, None) => return None,
                };
                Some(Cost { nodes: inner.nodes + nodes, effort: inner.effort + 1, is_scaled })
            }
        }
    }

    /// How to write that the first part is greater than the second.
    fn strict<P>(&self, [a, b]: [P; 2]) -> Option<(u8, [P; 2])> {
        match (self.greater, self.smaller) {
            (Some(greater), _) => Some((greater, [a, b])),
            (None, Some(smaller)) => Some((smaller, [b, a])),
            (None, None) => None,
        }
    }

    fn negation_nodes(&self) -> Option<u32> {
        self.negation.as_ref().map(|negation| 1 + u32::from(negation.second.is_some()))
    }

    /// The tree of a form, or nothing if the language cannot write it.
    pub(crate) fn write(&self, forms: &Forms, id: Id) -> Option<Tree> {
        let mut nodes = Vec::new();
        self.write_form(forms, id, &mut nodes)?;
        Some(Tree::from_nodes(nodes))
    }

    fn write_form(&self, forms: &Forms, id: Id, out: &mut Vec<Node>) -> Option<()> {
        let start = out.len();
        match forms[id] {
            Form::Number(value) => out.push(self.number_node(value.get())?),
            Form::Truth(value) => match self.truths[usize::from(value)] {
                Some(node) => out.push(node),
                None => {
                    let negation = self.negation.as_ref()?;
                    let other = self.truths[usize::from(!value)]?;
                    out.extend([Node::plain(negation.opcode, 1), other]);
                    out.extend(negation.second);
                }
            },
            Form::Read(terminal) => {
                out.push(Node { parameter: terminal.parameter, ..Node::plain(terminal.opcode, 1) });
            }
            Form::Ask(question) => out.push(Node {
                parameter: question.terminal.parameter,
                factor: question.factor.get(),
                ..Node::plain(question.terminal.opcode, 1)
            }),
            Form::Plus(parts) => self.write_call(forms, self.plus?, &parts, out)?,
            Form::Minus(parts) => self.write_call(forms, self.minus?, &parts, out)?,
            Form::LowerEqual(parts) => match self.lower_equal {
                Some(opcode) => self.write_call(forms, opcode, &parts, out)?,
                None => {
                    let negation = self.negation.as_ref()?;
                    out.push(Node::plain(negation.opcode, 1));
                    let compared = out.len();
                    let (opcode, parts) = self.strict(parts)?;
                    self.write_call(forms, opcode, &parts, out)?;
                    out[compared].size = (out.len() - compared) as u32;
                    out.extend(negation.second);
                }
            },
            Form::If(parts) => self.write_call(forms, self.choice?, &parts, out)?,
            Form::And(both) => match (self.equal, equated(forms, both)) {
                (Some(opcode), Some(parts)) => self.write_call(forms, opcode, &parts, out)?,
                _ => self.write_call(forms, self.and?, &both, out)?,
            },
            Form::Or(parts) => self.write_call(forms, self.or?, &parts, out)?,
            Form::Nand(parts) => self.write_call(forms, self.nand?, &parts, out)?,
            Form::Nor(parts) => self.write_call(forms, self.nor?, &parts, out)?,
            Form::Not([inner])
                if matches!(forms[inner], Form::LowerEqual(_)) && self.strict([0; 2]).is_some() =>
            {
                let Form::LowerEqual(parts) = forms[inner] else { unreachable!("asked in the guard") };
                let (opcode, parts) = self.strict(parts)?;
                self.write_call(forms, opcode, &parts, out)?;
            }
            Form::Not(parts) => {
                let negation = self.negation.as_ref()?;
                self.write_call(forms, negation.opcode, &parts, out)?;
                out.extend(negation.second);
            }
            Form::Times(parts) => match forms.as_scaled(id) {
                Some((factor, inner)) => self.write_scaled(forms, factor, inner, out)?,
                None => self.write_call(forms, self.times?, &parts, out)?,
            },
        }
        out[start].size = (out.len() - start) as u32;
        Some(())
    }

    fn write_call(&self, forms: &Forms, opcode: u8, parts: &[Id], out: &mut Vec<Node>) -> Option<()> {
        out.push(Node::plain(opcode, 1));
        parts.iter().try_for_each(|part| self.write_form(forms, *part, out))
    }

    fn write_scaled(&self, forms: &Forms, factor: f64, inner: Id, out: &mut Vec<Node>) -> Option<()> {
        let start = out.len();
        self.write_form(forms, inner, out)?;
        if out[start].factor == 1.0 {
            out[start].factor = factor;
            return Some(());
        }
        match self.rescaling? {
            Rescaling::Constant(opcode) => {
                out.insert(start, Node { constant: factor, ..Node::plain(opcode, 1) });
            }
            Rescaling::First(opcode, filler) => {
                out.insert(start, Node { factor, ..Node::plain(opcode, 1) });
                out.push(filler);
            }
        }
        Some(())
    }
}

/// What is equal if both of these hold, where each says that one of two numbers is at most the other.
fn equated(forms: &Forms, [one, two]: [Id; 2]) -> Option<[Id; 2]> {
    match (forms[one], forms[two]) {
        (Form::LowerEqual([a, b]), Form::LowerEqual([c, d])) if (a, b) == (d, c) => Some([a, b]),
        _ => None,
    }
}
