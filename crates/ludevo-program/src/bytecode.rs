//! What the interpreter runs: a row of instructions around one accumulator, made from a lowered program.
//!
//! A terminal is part of the instruction that uses it, and a truth value is never made: conditions are jumps.

use crate::lower::{HostReading, Lowered, Number, NumberId, Truth, TruthId};

/// One instruction. A "number" without further word is the accumulator's. A condition goes on to the next instruction
/// if it is as `when` says, and otherwise at the instruction `target`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instruction {
    LoadConstant(f64),
    LoadCount {
        cell: u16,
    },
    LoadDifference {
        cell: u16,
        minus: u16,
    },
    LoadBit {
        cell: u16,
        bit: u8,
    },
    LoadOnce {
        memo: u16,
        host: u32,
    },
    LoadOf {
        parameter: u16,
        host: u32,
    },
    AddConstant(f64),
    AddCount {
        cell: u16,
    },
    AddDifference {
        cell: u16,
        minus: u16,
    },
    AddBit {
        cell: u16,
        bit: u8,
    },
    SubtractCount {
        cell: u16,
    },
    SubtractDifference {
        cell: u16,
        minus: u16,
    },
    SubtractBit {
        cell: u16,
        bit: u8,
    },
    /// The constant less the number.
    FromConstant(f64),
    FromCount {
        cell: u16,
    },
    FromDifference {
        cell: u16,
        minus: u16,
    },
    FromBit {
        cell: u16,
        bit: u8,
    },
    Multiply(f64),
    /// Keeps the number for a later instruction that names the same register.
    Save {
        register: u8,
    },
    AddSaved {
        register: u8,
    },
    /// The number less the kept one.
    SubtractSaved {
        register: u8,
    },
    /// The kept number less this one.
    FromSaved {
        register: u8,
    },
    MultiplySaved {
        register: u8,
    },
    /// Makes an infinity finite.
    Clamp,
    BitIs {
        cell: u16,
        bit: u8,
        when: bool,
        target: u32,
    },
    /// Some bit of the cell is set.
    CellIs {
        cell: u16,
        when: bool,
        target: u32,
    },
    CountAtMost {
        cell: u16,
        most: i8,
        when: bool,
        target: u32,
    },
    DifferenceAtMost {
        cell: u16,
        minus: u16,
        most: i8,
        when: bool,
        target: u32,
    },
    AtMost {
        most: f64,
        when: bool,
        target: u32,
    },
    AtLeast {
        least: f64,
        when: bool,
        target: u32,
    },
    NotZero {
        when: bool,
        target: u32,
    },
    Jump {
        target: u32,
    },
    Return,
}

impl Instruction {
    fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Instruction::BitIs { target, .. }
            | Instruction::CellIs { target, .. }
            | Instruction::CountAtMost { target, .. }
            | Instruction::DifferenceAtMost { target, .. }
            | Instruction::AtMost { target, .. }
            | Instruction::AtLeast { target, .. }
            | Instruction::NotZero { target, .. }
            | Instruction::Jump { target } => Some(target),
            _ => None,
        }
    }
}

/// A program's instructions and the game's functions that they ask.
#[derive(Clone, Debug)]
pub(crate) struct Bytecode {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) hosts: Vec<HostReading>,
}

/// How many numbers are ever kept at once. Where two operands are compound, the one that needs more registers comes
/// first, so a program that needs n has at least 2^(n-1) terminals.
pub(crate) const REGISTERS: usize = 32;

impl Bytecode {
    pub(crate) fn new(lowered: &Lowered) -> Self {
        let mut emitter =
            Emitter { lowered, instructions: Vec::new(), hosts: Vec::new(), labels: Vec::new(), saved: 0 };
        emitter.number(lowered.root(), Next::Return);
        let Emitter { mut instructions, hosts, labels, .. } = emitter;
        for target in instructions.iter_mut().filter_map(Instruction::target_mut) {
            *target = labels[*target as usize];
        }
        Bytecode { instructions, hosts }
    }
}

/// What follows once a number is in the accumulator.
#[derive(Clone, Copy)]
enum Next {
    GoOn,
    Jump(Label),
    Return,
}

/// A place in the instructions that may not be known yet.
#[derive(Clone, Copy)]
struct Label(u32);

struct Emitter<'a> {
    lowered: &'a Lowered,
    /// Targets are labels until all instructions are there.
    instructions: Vec<Instruction>,
    hosts: Vec<HostReading>,
    /// Where each label is.
    labels: Vec<u32>,
    /// How many numbers are kept.
    saved: u8,
}

/// A binary operation and its forms.
struct Arithmetic {
    /// With the right operand in the accumulator and the left one kept.
    on_left_saved: fn(u8) -> Instruction,
    /// With the left operand in the accumulator and the right one kept.
    on_right_saved: fn(u8) -> Instruction,
    /// With the left operand in the accumulator and the right one a terminal, if there is such a form.
    on_right_terminal: fn(Number) -> Option<Instruction>,
    /// With the right operand in the accumulator and the left one a terminal, if there is such a form.
    on_left_terminal: fn(Number) -> Option<Instruction>,
}

const PLUS: Arithmetic = Arithmetic {
    on_left_saved: |register| Instruction::AddSaved { register },
    on_right_saved: |register| Instruction::AddSaved { register },
    on_right_terminal: add,
    on_left_terminal: add,
};

const MINUS: Arithmetic = Arithmetic {
    on_left_saved: |register| Instruction::FromSaved { register },
    on_right_saved: |register| Instruction::SubtractSaved { register },
    on_right_terminal: subtract,
    on_left_terminal: subtract_from,
};

const TIMES: Arithmetic = Arithmetic {
    on_left_saved: |register| Instruction::MultiplySaved { register },
    on_right_saved: |register| Instruction::MultiplySaved { register },
    on_right_terminal: |_| None,
    on_left_terminal: |_| None,
};

fn add(terminal: Number) -> Option<Instruction> {
    match terminal {
        Number::Constant(number) => Some(Instruction::AddConstant(number)),
        Number::Count { cell } => Some(Instruction::AddCount { cell }),
        Number::CountDifference { cell, minus } => Some(Instruction::AddDifference { cell, minus }),
        Number::Bit { cell, bit } => Some(Instruction::AddBit { cell, bit }),
        _ => None,
    }
}

fn subtract(terminal: Number) -> Option<Instruction> {
    match terminal {
        Number::Constant(number) => Some(Instruction::AddConstant(-number)),
        Number::Count { cell } => Some(Instruction::SubtractCount { cell }),
        Number::CountDifference { cell, minus } => Some(Instruction::SubtractDifference { cell, minus }),
        Number::Bit { cell, bit } => Some(Instruction::SubtractBit { cell, bit }),
        _ => None,
    }
}

fn subtract_from(terminal: Number) -> Option<Instruction> {
    match terminal {
        Number::Constant(number) => Some(Instruction::FromConstant(number)),
        Number::Count { cell } => Some(Instruction::FromCount { cell }),
        Number::CountDifference { cell, minus } => Some(Instruction::FromDifference { cell, minus }),
        Number::Bit { cell, bit } => Some(Instruction::FromBit { cell, bit }),
        _ => None,
    }
}

impl Emitter<'_> {
    fn emit(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Label(self.labels.len() as u32 - 1)
    }

    fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.instructions.len() as u32;
    }

    fn finish(&mut self, next: Next) {
        match next {
            Next::GoOn => {}
            Next::Jump(Label(target)) => self.emit(Instruction::Jump { target }),
            Next::Return => self.emit(Instruction::Return),
        }
    }

    fn host(&mut self, host: HostReading) -> u32 {
        self.hosts.push(host);
        self.hosts.len() as u32 - 1
    }

    /// Brings a number into the accumulator.
    fn number(&mut self, id: NumberId, next: Next) {
        let clamp = match *self.lowered.number(id) {
            Number::Constant(number) => {
                self.emit(Instruction::LoadConstant(number));
                false
            }
            Number::Count { cell } => {
                self.emit(Instruction::LoadCount { cell });
                false
            }
            Number::CountDifference { cell, minus } => {
                self.emit(Instruction::LoadDifference { cell, minus });
                false
            }
            Number::Bit { cell, bit } => {
                self.emit(Instruction::LoadBit { cell, bit });
                false
            }
            Number::Once { host, memo } => {
                let host = self.host(host);
                self.emit(Instruction::LoadOnce { memo, host });
                false
            }
            Number::Of { host, parameter } => {
                let host = self.host(host);
                self.emit(Instruction::LoadOf { parameter, host });
                false
            }
            Number::Multiply { by, of, clamp } => {
                self.number(of, Next::GoOn);
                self.emit(Instruction::Multiply(by));
                clamp
            }
            Number::Plus { left, right, clamp } => {
                self.arithmetic(&PLUS, left, right);
                clamp
            }
            Number::Minus { left, right, clamp } => {
                self.arithmetic(&MINUS, left, right);
                clamp
            }
            Number::Times { left, right, clamp } => {
                self.arithmetic(&TIMES, left, right);
                clamp
            }
            Number::If { condition, then, otherwise } => {
                return self.choice(condition, then, otherwise, next);
            }
        };
        if clamp {
            self.emit(Instruction::Clamp);
        }
        self.finish(next);
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

    fn arithmetic(&mut self, forms: &Arithmetic, left: NumberId, right: NumberId) {
        if let Some(instruction) = (forms.on_right_terminal)(*self.lowered.number(right)) {
            self.number(left, Next::GoOn);
            self.emit(instruction);
        } else if let Some(instruction) = (forms.on_left_terminal)(*self.lowered.number(left)) {
            self.number(right, Next::GoOn);
            self.emit(instruction);
        } else {
            let left_first = self.lowered.registers(left) >= self.lowered.registers(right);
            let (first, second) = if left_first { (left, right) } else { (right, left) };
            self.number(first, Next::GoOn);
            let register = self.saved;
            self.emit(Instruction::Save { register });
            self.saved += 1;
            self.number(second, Next::GoOn);
            self.saved -= 1;
            let form = if left_first { forms.on_left_saved } else { forms.on_right_saved };
            self.emit(form(register));
        }
    }

    /// Goes on if the truth value is `when`, otherwise at `target`.
    fn unless(&mut self, id: TruthId, when: bool, target: Label) {
        match *self.lowered.truth(id) {
            Truth::Not(inner) => self.unless(inner, !when, target),
            Truth::And(left, right) => self.both(left, right, true, when, target),
            Truth::Or(left, right) => self.both(left, right, false, !when, target),
            Truth::NotZero(number) => self.unless_not_zero(number, when, target.0),
            Truth::LowerEqual(left, right) => self.unless_lower_equal(left, right, when, target.0),
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

    fn unless_not_zero(&mut self, id: NumberId, when: bool, target: u32) {
        match *self.lowered.number(id) {
            Number::Bit { cell, bit } => self.emit(Instruction::BitIs { cell, bit, when, target }),
            Number::Count { cell } => self.emit(Instruction::CellIs { cell, when, target }),
            _ => {
                self.number(id, Next::GoOn);
                self.emit(Instruction::NotZero { when, target });
            }
        }
    }

    fn unless_lower_equal(&mut self, left: NumberId, right: NumberId, when: bool, target: u32) {
        use Number::{Constant, Count, CountDifference};
        let (a, b) = (*self.lowered.number(left), *self.lowered.number(right));
        match (a, b) {
            (Count { cell }, Constant(most)) => {
                let most = whole(most.floor());
                self.emit(Instruction::CountAtMost { cell, most, when, target });
            }
            (Constant(least), Count { cell }) => {
                let most = whole(least.ceil() - 1.0);
                self.emit(Instruction::CountAtMost { cell, most, when: !when, target });
            }
            (CountDifference { cell, minus }, Constant(most)) => {
                let most = whole(most.floor());
                self.emit(Instruction::DifferenceAtMost { cell, minus, most, when, target });
            }
            (Constant(least), CountDifference { cell, minus }) => {
                let most = whole(least.ceil() - 1.0);
                self.emit(Instruction::DifferenceAtMost { cell, minus, most, when: !when, target });
            }
            (Count { cell }, Count { cell: minus }) => {
                self.emit(Instruction::DifferenceAtMost { cell, minus, most: 0, when, target });
            }
            (_, Constant(most)) => {
                self.number(left, Next::GoOn);
                self.emit(Instruction::AtMost { most, when, target });
            }
            (Constant(least), _) => {
                self.number(right, Next::GoOn);
                self.emit(Instruction::AtLeast { least, when, target });
            }
            // A difference has the sign of the comparison, even where it overflows: tiny ones do not round to zero.
            _ => {
                self.arithmetic(&MINUS, left, right);
                self.emit(Instruction::AtMost { most: 0.0, when, target });
            }
        }
    }
}

/// A bound on a count or a difference of counts: beyond 64 all are alike.
fn whole(number: f64) -> i8 {
    number.clamp(-65.0, 65.0) as i8
}
