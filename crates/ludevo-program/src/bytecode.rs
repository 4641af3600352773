//! What the interpreter runs: a row of instructions made from a lowered program.
//!
//! A terminal is part of the instruction that uses it, and a truth value is never made: conditions are jumps.

use crate::interpret::{
    Accumulator, Bit, Constant, Count, Difference, Form, Held, Once, Operand, Saved, Step, apply, ask, begin,
    bit_is, cell_is, clamp, counts_bits, enter, finish, jump, load, load_and_jump, load_count_slowly,
    load_difference_slowly, load_last, not_zero, pair, perform, save,
};
use crate::language::Deed;
use crate::lower::{HostReading, Lowered, Number, NumberId, Truth, TruthId};
use crate::operation::Arithmetic;
use crate::scope::Scope;

/// One instruction: what it does and with what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) step: Step,
    pub(crate) first: u64,
    pub(crate) second: u64,
    /// How many bytes further it goes on if it jumps. Never back: programs have no loops.
    pub(crate) target: u32,
}

/// A program's instructions and the game's functions that they ask.
#[derive(Clone, Debug)]
pub(crate) struct Bytecode {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) hosts: Vec<HostReading>,
    pub(crate) deeds: Vec<Deed>,
    pub(crate) scopes: Vec<ScopeCode>,
}

/// A scope and how many instructions behind it the instructions for each argument start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScopeCode {
    pub(crate) scope: Scope,
    pub(crate) starts: [usize; 3],
}

impl Bytecode {
    pub(crate) fn new(lowered: &Lowered) -> Self {
        let mut emitter = Emitter {
            lowered,
            counts_bits: counts_bits(),
            instructions: Vec::with_capacity(lowered.capacity()),
            hosts: Vec::new(),
            deeds: Vec::new(),
            scopes: lowered
                .scopes()
                .iter()
                .map(|scope| ScopeCode { scope: scope.scope, starts: [0; 3] })
                .collect(),
            labels: Vec::new(),
            saved: 0,
        };
        if !lowered.scopes().is_empty() {
            emitter.emit(begin, 0);
        }
        emitter.number(lowered.root(), Next::Return);
        let Emitter { mut instructions, hosts, deeds, scopes, labels, .. } = emitter;
        for (index, instruction) in instructions.iter_mut().enumerate() {
            if instruction.target != NO_TARGET {
                let further = labels[instruction.target as usize] - index as u32;
                instruction.target = further * size_of::<Instruction>() as u32;
            }
        }
        Bytecode { instructions, hosts, deeds, scopes }
    }
}

const NO_TARGET: u32 = u32::MAX;

/// An operand's kind, for each of which the interpreter has its own instructions, and the word that says which.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    Accumulator,
    Saved(u16),
    Constant(f64),
    Count { cell: u16 },
    Difference { cell: u16, minus: u16 },
    Bit { cell: u16, bit: u8 },
    Held { cell: u16 },
    Once { memo: u16, host: u32 },
}

impl Source {
    fn word(self) -> u64 {
        match self {
            Source::Accumulator => 0,
            Source::Saved(register) => u64::from(register),
            Source::Constant(number) => number.to_bits(),
            Source::Count { cell } | Source::Held { cell } => u64::from(cell),
            Source::Difference { cell, minus } => pair(cell, u32::from(minus)),
            Source::Bit { cell, bit } => pair(cell, u32::from(bit)),
            Source::Once { memo, host } => pair(memo, host),
        }
    }
}

/// The step of form `F` for two kinds of operands.
pub(crate) fn step<F: Form>(first: Source, second: Source) -> Step {
    match first {
        Source::Accumulator => step_of::<F, Accumulator>(second),
        Source::Saved(_) => step_of::<F, Saved>(second),
        Source::Constant(_) => step_of::<F, Constant>(second),
        Source::Count { .. } => step_of::<F, Count>(second),
        Source::Difference { .. } => step_of::<F, Difference>(second),
        Source::Bit { .. } => step_of::<F, Bit>(second),
        Source::Held { .. } => step_of::<F, Held>(second),
        Source::Once { .. } => step_of::<F, Once>(second),
    }
}

fn step_of<F: Form, A: Operand>(second: Source) -> Step {
    match second {
        Source::Accumulator => F::step::<A, Accumulator>(),
        Source::Saved(_) => F::step::<A, Saved>(),
        Source::Constant(_) => F::step::<A, Constant>(),
        Source::Count { .. } => F::step::<A, Count>(),
        Source::Difference { .. } => F::step::<A, Difference>(),
        Source::Bit { .. } => F::step::<A, Bit>(),
        Source::Held { .. } => F::step::<A, Held>(),
        Source::Once { .. } => F::step::<A, Once>(),
    }
}

/// What follows once a number is in the accumulator.
#[derive(Clone, Copy)]
enum Next {
    GoOn,
    Jump(Label),
    Return,
}

/// The step that loads an operand and does what follows.
fn load_step<A: Operand>(next: Next) -> Step {
    match next {
        Next::GoOn => load::<A>,
        Next::Jump(_) => load_and_jump::<A>,
        Next::Return => load_last::<A>,
    }
}

/// A place in the instructions that may not be known yet.
#[derive(Clone, Copy)]
struct Label(u32);

struct Emitter<'a> {
    lowered: &'a Lowered,
    counts_bits: bool,
    /// Targets are labels until all instructions are there.
    instructions: Vec<Instruction>,
    hosts: Vec<HostReading>,
    deeds: Vec<Deed>,
    scopes: Vec<ScopeCode>,
    /// Where each label is.
    labels: Vec<u32>,
    /// How many numbers are kept.
    saved: u16,
}

impl Emitter<'_> {
    fn emit(&mut self, step: Step, first: u64) {
        self.instructions.push(Instruction { step, first, second: 0, target: NO_TARGET });
    }

    fn emit_jump(&mut self, step: Step, first: u64, Label(target): Label) {
        self.instructions.push(Instruction { step, first, second: 0, target });
    }

    fn label(&mut self) -> Label {
        self.labels.push(NO_TARGET);
        Label(self.labels.len() as u32 - 1)
    }

    fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.instructions.len() as u32;
    }

    fn host(&mut self, host: HostReading) -> u32 {
        self.hosts.push(host);
        self.hosts.len() as u32 - 1
    }

    /// A terminal that can be part of any instruction.
    fn terminal(&mut self, id: NumberId) -> Option<Source> {
        match *self.lowered.number(id) {
            Number::Constant(number) => Some(Source::Constant(number)),
            Number::Count { cell } if self.counts_bits => Some(Source::Count { cell }),
            Number::CountDifference { cell, minus } if self.counts_bits => {
                Some(Source::Difference { cell, minus })
            }
            Number::Bit { cell, bit } => Some(Source::Bit { cell, bit }),
            Number::Held { cell } => Some(Source::Held { cell }),
            Number::Once { host, memo } => Some(Source::Once { memo, host: self.host(host) }),
            _ => None,
        }
    }

    /// Brings a number into the accumulator.
    fn number(&mut self, id: NumberId, next: Next) {
        if let Some(source) = self.terminal(id) {
            return self.load(source, next);
        }
        match *self.lowered.number(id) {
            Number::If { condition, then, otherwise } => {
                return self.choice(condition, then, otherwise, next);
            }
            Number::Multiply { by, of, clamp } => {
                let first = self.operand(of);
                self.binary(Arithmetic::Times, first, Source::Constant(by), clamp);
            }
            Number::Compute { kernel, left, right, clamp, .. } => {
                let (left, right) = self.operands(left, right);
                self.binary(kernel, left, right, clamp);
            }
            Number::Apply { function, of } => {
                self.number(of, Next::GoOn);
                self.emit(apply, function.apply as usize as u64);
            }
            Number::Do { deed, of } => {
                match of {
                    Some(of) => self.number(of, Next::GoOn),
                    None => self.emit(load::<Constant>, 0f64.to_bits()),
                }
                self.deeds.push(deed);
                self.emit(perform, self.deeds.len() as u64 - 1);
            }
            Number::Scope(number) => self.scope(number as usize),
            // Only where the processor does not count bits.
            Number::Count { cell } => self.emit(load_count_slowly, u64::from(cell)),
            Number::CountDifference { cell, minus } => {
                self.emit(load_difference_slowly, pair(cell, u32::from(minus)));
            }
            Number::Held { .. } | Number::Constant(_) | Number::Bit { .. } | Number::Once { .. } => {
                unreachable!("a terminal that can be part of any instruction")
            }
            Number::Of { host, parameter } => {
                let host = self.host(host);
                self.emit(ask, pair(parameter, host));
            }
        }
        match next {
            Next::GoOn => {}
            Next::Jump(label) => self.emit_jump(jump, 0, label),
            Next::Return => self.emit(finish, 0),
        }
    }

    /// One instruction loads a terminal and does what follows.
    fn load(&mut self, source: Source, next: Next) {
        let target = if let Next::Jump(Label(target)) = next { target } else { NO_TARGET };
        let step = match source {
            Source::Accumulator => load_step::<Accumulator>(next),
            Source::Saved(_) => load_step::<Saved>(next),
            Source::Constant(_) => load_step::<Constant>(next),
            Source::Count { .. } => load_step::<Count>(next),
            Source::Difference { .. } => load_step::<Difference>(next),
            Source::Bit { .. } => load_step::<Bit>(next),
            Source::Held { .. } => load_step::<Held>(next),
            Source::Once { .. } => load_step::<Once>(next),
        };
        self.instructions.push(Instruction { step, first: source.word(), second: 0, target });
    }

    /// An instruction that runs those of its arguments, which stand behind it, as often as it must.
    fn scope(&mut self, number: usize) {
        let (behind, at) = (self.label(), self.instructions.len());
        self.emit_jump(enter, number as u64, behind);
        for (place, argument) in self.lowered.scopes()[number].arguments.into_iter().flatten().enumerate() {
            self.scopes[number].starts[place] = self.instructions.len() - at;
            self.number(argument, Next::Return);
        }
        self.place(behind);
    }

    fn binary(&mut self, kernel: Arithmetic, left: Source, right: Source, clamped: bool) {
        let (first, second) = (left.word(), right.word());
        let step = (kernel.row().step)(left, right);
        self.instructions.push(Instruction { step, first, second, target: NO_TARGET });
        if clamped {
            self.emit(clamp, 0);
        }
    }

    /// Makes a number ready for the next instruction.
    fn operand(&mut self, id: NumberId) -> Source {
        self.terminal(id).unwrap_or_else(|| {
            self.number(id, Next::GoOn);
            Source::Accumulator
        })
    }

    /// Makes two numbers ready for the next instruction.
    fn operands(&mut self, left: NumberId, right: NumberId) -> (Source, Source) {
        if !(self.lowered.is_pure(left) && self.lowered.is_pure(right)) {
            return self.operands_in_order(left, right);
        }
        match (self.terminal(left), self.terminal(right)) {
            (Some(left), right_terminal) => (left, right_terminal.unwrap_or_else(|| self.operand(right))),
            (None, Some(right)) => (self.operand(left), right),
            (None, None) => {
                let left_first = self.lowered.registers(left) >= self.lowered.registers(right);
                let (first, second) = if left_first { (left, right) } else { (right, left) };
                let saved = Source::Saved(self.saved);
                self.number(first, Next::GoOn);
                self.emit(save, saved.word());
                self.saved += 1;
                self.number(second, Next::GoOn);
                self.saved -= 1;
                if left_first { (saved, Source::Accumulator) } else { (Source::Accumulator, saved) }
            }
        }
    }

    /// Makes two numbers ready, the left one worked out before anything of the right one is.
    fn operands_in_order(&mut self, left: NumberId, right: NumberId) -> (Source, Source) {
        if let Number::Constant(number) = *self.lowered.number(left) {
            return (Source::Constant(number), self.operand(right));
        }
        let saved = Source::Saved(self.saved);
        self.number(left, Next::GoOn);
        if let Some(right) = self.terminal(right) {
            return (Source::Accumulator, right);
        }
        self.emit(save, saved.word());
        self.saved += 1;
        self.number(right, Next::GoOn);
        self.saved -= 1;
        (saved, Source::Accumulator)
    }

    fn choice(&mut self, condition: TruthId, then: NumberId, otherwise: NumberId, next: Next) {
        let (is_false, joined) = (self.label(), self.label());
        let after_branch = if let Next::GoOn = next { Next::Jump(joined) } else { next };
        self.unless(condition, true, is_false);
        self.number(then, after_branch);
        self.place(is_false);
        self.number(otherwise, next);
        self.place(joined);
    }

    /// Goes on if the truth value is `when`, otherwise at `target`.
    fn unless(&mut self, id: TruthId, when: bool, target: Label) {
        match *self.lowered.truth(id) {
            Truth::Not(inner) => self.unless(inner, !when, target),
            Truth::And(left, right) => self.both(left, right, true, when, target),
            Truth::Or(left, right) => self.both(left, right, false, !when, target),
            Truth::NotZero(number) => self.unless_not_zero(number, when, target),
            Truth::Compare(order, left, right) => {
                let (left, right) = self.operands(left, right);
                let step = order.row().steps[usize::from(when)](left, right);
                let (first, second) = (left.word(), right.word());
                self.instructions.push(Instruction { step, first, second, target: target.0 });
            }
        }
    }

    /// Goes on if "both are `wanted`" is `when`, otherwise at `target`.
    fn both(&mut self, left: TruthId, right: TruthId, wanted: bool, when: bool, target: Label) {
        if when {
            self.unless(left, wanted, target);
            self.unless(right, wanted, target);
        } else {
            let go_on = self.label();
            self.unless(left, wanted, go_on);
            self.unless(right, !wanted, target);
            self.place(go_on);
        }
    }

    fn unless_not_zero(&mut self, id: NumberId, when: bool, target: Label) {
        let (step, first, second): (Step, u64, u64) = match *self.lowered.number(id) {
            Number::Bit { cell, bit } => {
                (if when { bit_is::<true> } else { bit_is::<false> }, u64::from(cell), u64::from(bit))
            }
            Number::Count { cell } => {
                (if when { cell_is::<true> } else { cell_is::<false> }, u64::from(cell), 0)
            }
            _ => {
                self.number(id, Next::GoOn);
                (if when { not_zero::<true> } else { not_zero::<false> }, 0, 0)
            }
        };
        self.instructions.push(Instruction { step, first, second, target: target.0 });
    }
}
