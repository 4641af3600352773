//! A tree made ready to run, and its interpreter.

use crate::bytecode::{Bytecode, Instruction, REGISTERS};
use crate::language::{Language, Type, UNSET};
use crate::lower::{HostReading, Lowered};
use crate::tree::Tree;

/// A tree made ready to run. [`Code::evaluate`] interprets it; [`crate::Compiled`] is made from it.
#[derive(Clone, Debug)]
pub struct Code {
    pub(crate) lowered: Lowered,
    bytecode: Bytecode,
    counts_bits: bool,
}

impl Code {
    /// Makes a well-formed tree ready, whose root must be `root`.
    pub fn new(tree: &Tree, language: &Language, root: Type) -> Self {
        let lowered = Lowered::new(tree, language, root);
        let bytecode = Bytecode::new(&lowered);
        Code { lowered, bytecode, counts_bits: processor_counts_bits() }
    }

    /// The program's number for a view; for a truth value, 1 or 0. Costly readings are kept in the view.
    ///
    /// # Panics
    /// If the view has fewer cells than the language declares.
    pub fn evaluate(&self, view: &mut [u64]) -> f64 {
        let cells = self.lowered.cells();
        assert!(view.len() >= cells, "a view of {} cells, but the language has {cells}", view.len());
        #[cfg(target_arch = "x86_64")]
        if self.counts_bits {
            // SAFETY: the processor has the instruction; `counts_bits` says so.
            return unsafe { run_with_popcnt(&self.bytecode, view) };
        }
        run(&self.bytecode, view)
    }
}

/// Whether the processor has an instruction that counts bits which not every processor of its kind has.
fn processor_counts_bits() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn run_with_popcnt(bytecode: &Bytecode, view: &mut [u64]) -> f64 {
    run(bytecode, view)
}

#[inline(always)]
fn run(bytecode: &Bytecode, view: &mut [u64]) -> f64 {
    let code = bytecode.instructions.as_slice();
    let mut registers = [0.0f64; REGISTERS];
    let mut number = 0.0f64;
    let mut next = 0usize;
    macro_rules! count {
        ($cell:expr) => {
            view[$cell as usize].count_ones()
        };
    }
    macro_rules! difference {
        ($cell:expr, $minus:expr) => {
            count!($cell) as i32 - count!($minus) as i32
        };
    }
    macro_rules! bit {
        ($cell:expr, $bit:expr) => {
            ((view[$cell as usize] >> $bit) as u32) & 1
        };
    }
    macro_rules! saved {
        ($register:expr) => {
            registers[usize::from($register) % REGISTERS]
        };
    }
    macro_rules! unless {
        ($truth:expr, $when:expr, $target:expr) => {
            if ($truth) != $when {
                next = $target as usize;
            }
        };
    }
    loop {
        let instruction = code[next];
        next += 1;
        match instruction {
            Instruction::LoadConstant(constant) => number = constant,
            Instruction::LoadCount { cell } => number = f64::from(count!(cell)),
            Instruction::LoadDifference { cell, minus } => number = f64::from(difference!(cell, minus)),
            Instruction::LoadBit { cell, bit } => number = f64::from(bit!(cell, bit)),
            Instruction::LoadOnce { memo, host } => number = once(&bytecode.hosts, host, view, memo),
            Instruction::LoadOf { parameter, host } => {
                number = bytecode.hosts[host as usize].ask(view, parameter);
            }
            Instruction::AddConstant(constant) => number += constant,
            Instruction::AddCount { cell } => number += f64::from(count!(cell)),
            Instruction::AddDifference { cell, minus } => number += f64::from(difference!(cell, minus)),
            Instruction::AddBit { cell, bit } => number += f64::from(bit!(cell, bit)),
            Instruction::SubtractCount { cell } => number -= f64::from(count!(cell)),
            Instruction::SubtractDifference { cell, minus } => number -= f64::from(difference!(cell, minus)),
            Instruction::SubtractBit { cell, bit } => number -= f64::from(bit!(cell, bit)),
            Instruction::FromConstant(constant) => number = constant - number,
            Instruction::FromCount { cell } => number = f64::from(count!(cell)) - number,
            Instruction::FromDifference { cell, minus } => {
                number = f64::from(difference!(cell, minus)) - number;
            }
            Instruction::FromBit { cell, bit } => number = f64::from(bit!(cell, bit)) - number,
            Instruction::Multiply(by) => number *= by,
            Instruction::Save { register } => saved!(register) = number,
            Instruction::AddSaved { register } => number += saved!(register),
            Instruction::SubtractSaved { register } => number -= saved!(register),
            Instruction::FromSaved { register } => number = saved!(register) - number,
            Instruction::MultiplySaved { register } => number *= saved!(register),
            Instruction::Clamp => number = number.clamp(f64::MIN, f64::MAX),
            Instruction::BitIs { cell, bit, when, target } => unless!(bit!(cell, bit) != 0, when, target),
            Instruction::CellIs { cell, when, target } => unless!(view[cell as usize] != 0, when, target),
            Instruction::CountAtMost { cell, most, when, target } => {
                unless!(count!(cell) as i32 <= i32::from(most), when, target);
            }
            Instruction::DifferenceAtMost { cell, minus, most, when, target } => {
                unless!(difference!(cell, minus) <= i32::from(most), when, target);
            }
            Instruction::AtMost { most, when, target } => unless!(number <= most, when, target),
            Instruction::AtLeast { least, when, target } => unless!(number >= least, when, target),
            Instruction::NotZero { when, target } => unless!(number != 0.0, when, target),
            Instruction::Jump { target } => next = target as usize,
            Instruction::Return => return number,
        }
    }
}

#[inline(always)]
fn once(hosts: &[HostReading], host: u32, view: &mut [u64], memo: u16) -> f64 {
    let kept = view[usize::from(memo)];
    if kept == UNSET { hosts[host as usize].ask_once(view, memo) } else { f64::from_bits(kept) }
}
