//! A tree made ready to run, and the machine that interprets it.
//!
//! The machine has an accumulator, a few registers and one function for each kind of instruction, which ends by
//! calling the next instruction's. These last calls become jumps, so that running a program is a walk from function to
//! function with everything in the processor's registers. Programs have no loops but scopes, so even a compiler that makes calls
//! of them uses no more stack than the program is long.

use std::mem::MaybeUninit;

use crate::bytecode::{Bytecode, Instruction, ScopeCode};
use crate::language::{Deed, Language, Type, UNSET};
use crate::lower::Lowered;
use crate::operation::{Arithmetic, Comparison, total};
use crate::scope::{Arguments, MOST_VIEWS, Views};
use crate::tree::Tree;

/// A tree made ready to run. [`Code::evaluate`] interprets it; [`crate::Compiled`] is made from it.
#[derive(Clone, Debug)]
pub struct Code {
    pub(crate) lowered: Lowered,
    bytecode: Bytecode,
    /// How many numbers it keeps at once.
    registers: usize,
}

impl Code {
    /// Makes a well-formed tree ready, whose root must be `root`.
    pub fn new(tree: &Tree, language: &Language, root: Type) -> Self {
        let lowered = Lowered::new(tree, language, root);
        let bytecode = Bytecode::new(&lowered);
        let registers = usize::from(lowered.registers(lowered.root()));
        Code { lowered, bytecode, registers }
    }

    /// The program's number for a view; for a truth value, 1 or 0. Costly readings are kept in the view. A program that
    /// looks ahead enters at most [`MOST_VIEWS`] views.
    ///
    /// # Panics
    /// If the view has fewer cells than the language declares.
    pub fn evaluate(&self, view: &mut [u64]) -> f64 {
        self.run(view, std::ptr::null_mut())
    }

    /// Like [`Code::evaluate`], entering no more views than there are, which it counts.
    ///
    /// # Panics
    /// If the view has fewer cells than the language declares.
    pub fn evaluate_within(&self, view: &mut [u64], views: &mut Views) -> f64 {
        self.run(view, views)
    }

    #[inline(always)]
    fn run(&self, view: &mut [u64], views: *mut Views) -> f64 {
        let cells = self.lowered.cells();
        assert!(view.len() >= cells, "a view of {} cells, but the language has {cells}", view.len());
        if self.registers > REGISTERS {
            return self.run_in_many(view, views);
        }
        self.run_in(&mut [MaybeUninit::uninit(); REGISTERS], view, views)
    }

    /// Apart from the others, which are often over in a few dozen instructions.
    #[cold]
    fn run_in_many(&self, view: &mut [u64], views: *mut Views) -> f64 {
        self.run_in(&mut vec![MaybeUninit::uninit(); self.registers], view, views)
    }

    #[inline(always)]
    fn run_in(&self, registers: &mut [MaybeUninit<f64>], view: &mut [u64], views: *mut Views) -> f64 {
        let mut frame = Frame { registers: registers.as_mut_ptr(), code: self, views, cells: view.len() };
        let first = self.bytecode.instructions.as_ptr();
        // SAFETY: the instructions were made for this language, whose cells the view has, and there are as many registers
        // as they need; see `Step`.
        unsafe { ((*first).step)(first, 0.0, view.as_mut_ptr(), &mut frame) }
    }
}

/// How many numbers are kept at once without taking memory for more. Where two pure operands are compound, the one that
/// needs more registers comes first, so a pure program that needs n has at least 2^(n-1) terminals. Only long chains of
/// operations with effects need more.
pub(crate) const REGISTERS: usize = 32;

/// What a program has at hand beside its view.
pub(crate) struct Frame {
    registers: *mut MaybeUninit<f64>,
    code: *const Code,
    /// The views that may be entered.
    views: *mut Views,
    /// How many cells the view has.
    cells: usize,
}

/// The arguments of a scope.
struct Inside<'a> {
    at: *const Instruction,
    starts: &'a [usize; 3],
    frame: *mut Frame,
}

impl Arguments for Inside<'_> {
    fn evaluate(&mut self, place: usize, view: &mut [u64], views: &mut Views) -> f64 {
        // SAFETY: the instructions for each argument of a scope stand behind it and end by `finish`, and all views have
        // as many cells.
        unsafe {
            (*self.frame).views = views;
            let start = self.at.add(self.starts[place]);
            ((*start).step)(start, 0.0, view.as_mut_ptr(), self.frame)
        }
    }
}

/// Does what the instruction says with the accumulator `number`, and then what follows it.
///
/// # Safety
/// A step trusts that the instruction's operands were made for it, that an instruction which does not end the program
/// is followed by one, that targets, cells and hosts exist, and that registers are read after they were written.
/// `Bytecode::new` sees to all of that; the caller answers for a view that is large enough.
pub(crate) type Step =
    unsafe fn(at: *const Instruction, number: f64, view: *mut u64, frame: *mut Frame) -> f64;

/// What an instruction computes with, and how it is found from the instruction's word for it.
pub(crate) trait Operand {
    /// # Safety
    /// As for [`Step`].
    unsafe fn read(word: u64, number: f64, view: *mut u64, frame: *mut Frame) -> f64;
}

/// Two halves of a word.
pub(crate) fn pair(first: u16, second: u32) -> u64 {
    u64::from(first) | u64::from(second) << 32
}

fn halves(word: u64) -> (usize, usize) {
    ((word & 0xffff_ffff) as usize, (word >> 32) as usize)
}

macro_rules! operands {
    ($($(#[$about:meta])* $name:ident($word:ident, $number:ident, $view:ident, $frame:ident) $read:block)*) => {
        $(
            $(#[$about])*
            pub(crate) struct $name;

            impl Operand for $name {
                #[inline(always)]
                #[allow(unused_unsafe)]
                unsafe fn read($word: u64, $number: f64, $view: *mut u64, $frame: *mut Frame) -> f64 {
                    // SAFETY: the caller's promise.
                    unsafe { $read }
                }
            }
        )*
    };
}

operands! {
    Accumulator(_word, number, _view, _frame) { number }
    Saved(word, _number, _view, frame) { (*(*frame).registers.add(word as usize)).assume_init() }
    Constant(word, _number, _view, _frame) { f64::from_bits(word) }
    Count(word, _number, view, _frame) { f64::from(count(*view.add(word as usize))) }
    Difference(word, _number, view, _frame) {
        let (cell, minus) = halves(word);
        f64::from(count(*view.add(cell)) - count(*view.add(minus)))
    }
    Held(word, _number, view, _frame) { f64::from_bits(*view.add(word as usize)) }
    Bit(word, _number, view, _frame) {
        let (cell, bit) = halves(word);
        f64::from((*view.add(cell) >> bit) as i32 & 1)
    }
    Once(word, _number, view, frame) {
        let (memo, host) = halves(word);
        let kept = *view.add(memo);
        if kept == UNSET { ask_once(memo, host, view, frame) } else { f64::from_bits(kept) }
    }
}

/// What the game does, its answer made finite and kept within the declared range.
pub(crate) fn perform_deed(deed: &Deed, view: &mut [u64], argument: f64) -> f64 {
    total((deed.act)(view, argument)).clamp(deed.within.0, deed.within.1)
}

#[cold]
unsafe fn ask_once(memo: usize, host: usize, view: *mut u64, frame: *mut Frame) -> f64 {
    // SAFETY: the caller's promise, which is that of `Step`.
    unsafe {
        let view = std::slice::from_raw_parts_mut(view, (*frame).cells);
        (&(*(*frame).code).bytecode.hosts)[host].ask_once(view, memo as u16)
    }
}

/// How many bits are set, by the processor's own instruction, which [`counts_bits`] has said it has.
#[inline(always)]
fn count(cell: u64) -> i32 {
    #[cfg(target_arch = "x86_64")]
    {
        let count: u64;
        // SAFETY: the instruction has no effect but its result. Assembly, since the intrinsic is a call wherever the
        // compiler must allow for processors without it.
        unsafe {
            std::arch::asm!("popcnt {}, {}", out(reg) count, in(reg) cell, options(pure, nomem, nostack));
        }
        count as i32
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        cell.count_ones() as i32
    }
}

/// Whether [`Count`] and [`Difference`] may be used here.
pub(crate) fn counts_bits() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    true
}

/// Something to do with two operands.
pub(crate) trait Form {
    fn step<A: Operand, B: Operand>() -> Step;
}

/// The operation that [`Arithmetic::numbered`] gives for the number.
pub(crate) struct Compute<const KERNEL: usize>;

/// Goes on if the answer to the question that [`Comparison::numbered`] gives for the number is `WHEN`, otherwise at the
/// target.
pub(crate) struct Compare<const ORDER: usize, const WHEN: bool>;

impl<const KERNEL: usize> Form for Compute<KERNEL> {
    fn step<A: Operand, B: Operand>() -> Step {
        compute::<KERNEL, A, B>
    }
}

impl<const ORDER: usize, const WHEN: bool> Form for Compare<ORDER, WHEN> {
    fn step<A: Operand, B: Operand>() -> Step {
        compare::<ORDER, WHEN, A, B>
    }
}

/// Runs the instruction at `$at` next.
macro_rules! go_on {
    ($at:expr, $number:expr, $view:ident, $frame:ident) => {{
        let at = $at;
        ((*at).step)(at, $number, $view, $frame)
    }};
}

/// The same place, of which the compiler knows nothing.
#[inline(always)]
#[allow(unused_mut, clippy::pointers_in_nomem_asm_block)]
fn opaque(mut at: *const Instruction) -> *const Instruction {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nothing is done, and the place is not looked at.
    unsafe {
        std::arch::asm!("/* {0} */", inout(reg) at, options(pure, nomem, nostack, preserves_flags));
    }
    at
}

/// Runs the next instruction, or that at the target if the program does not go on. Unless the target is opaque the compiler makes
/// one way of the two, through a place that has to be worked out even where it is the next one.
macro_rules! go_on_if {
    ($goes_on:expr, $at:ident, $number:expr, $view:ident, $frame:ident) => {
        if $goes_on {
            go_on!($at.add(1), $number, $view, $frame)
        } else {
            go_on!(opaque($at.byte_add((*$at).target as usize)), $number, $view, $frame)
        }
    };
}

macro_rules! steps {
    ($($(#[$about:meta])* $name:ident $([$($generics:tt)*])? ($at:ident, $number:ident, $view:ident, $frame:ident)
        $body:block)*) => {
        $(
            $(#[$about])*
            #[allow(unused_unsafe)]
            pub(crate) unsafe fn $name $(<$($generics)*>)? (
                $at: *const Instruction,
                $number: f64,
                $view: *mut u64,
                $frame: *mut Frame,
            ) -> f64 {
                // SAFETY: the caller's promise, which is that of `Step`.
                unsafe { $body }
            }
        )*
    };
}

steps! {
    load[A: Operand](at, number, view, frame) {
        let number = A::read((*at).first, number, view, frame);
        go_on!(at.add(1), number, view, frame)
    }
    /// Ends the program, or the argument of a scope, with what it loads.
    load_last[A: Operand](at, number, view, frame) { A::read((*at).first, number, view, frame) }
    /// Goes on at the target.
    load_and_jump[A: Operand](at, number, view, frame) {
        let number = A::read((*at).first, number, view, frame);
        go_on!(at.byte_add((*at).target as usize), number, view, frame)
    }
    compute[const KERNEL: usize, A: Operand, B: Operand](at, number, view, frame) {
        let left = A::read((*at).first, number, view, frame);
        let right = B::read((*at).second, number, view, frame);
        let outcome = const { Arithmetic::numbered(KERNEL).row().exact }(left, right);
        go_on!(at.add(1), outcome, view, frame)
    }
    compare[const ORDER: usize, const WHEN: bool, A: Operand, B: Operand](at, number, view, frame) {
        let left = A::read((*at).first, number, view, frame);
        let right = B::read((*at).second, number, view, frame);
        let holds = const { Comparison::numbered(ORDER).row().exact }(left, right);
        go_on_if!(holds == WHEN, at, number, view, frame)
    }
    /// Goes on if "the number is not zero" is `WHEN`, otherwise at the target.
    not_zero[const WHEN: bool](at, number, view, frame) {
        go_on_if!((number != 0.0) == WHEN, at, number, view, frame)
    }
    /// Goes on if "the bit is set" is `WHEN`, otherwise at the target.
    bit_is[const WHEN: bool](at, number, view, frame) {
        let is_set = *view.add((*at).first as usize) >> ((*at).second & 63) & 1 != 0;
        go_on_if!(is_set == WHEN, at, number, view, frame)
    }
    /// Goes on if "some bit of the cell is set" is `WHEN`, otherwise at the target.
    cell_is[const WHEN: bool](at, number, view, frame) {
        go_on_if!((*view.add((*at).first as usize) != 0) == WHEN, at, number, view, frame)
    }
    save(at, number, view, frame) {
        (*(*frame).registers.add((*at).first as usize)).write(number);
        go_on!(at.add(1), number, view, frame)
    }
    /// Makes an infinity finite.
    clamp(at, number, view, frame) {
        go_on!(at.add(1), number.clamp(f64::MIN, f64::MAX), view, frame)
    }
    /// Applies a function.
    apply(at, number, view, frame) {
        let function = std::mem::transmute::<usize, fn(f64) -> f64>((*at).first as usize);
        go_on!(at.add(1), total(function(number)), view, frame)
    }
    /// Lets the game do something.
    perform(at, number, view, frame) {
        let cells = std::slice::from_raw_parts_mut(view, (*frame).cells);
        let deed = &(&(*(*frame).code).bytecode.deeds)[(*at).first as usize];
        let number = perform_deed(deed, cells, number);
        go_on!(at.add(1), number, view, frame)
    }
    /// Starts a program that looks ahead, which takes views of its own if it was given none.
    begin(at, number, view, frame) {
        let mut own = Views::new(MOST_VIEWS);
        if (*frame).views.is_null() {
            (*frame).views = &mut own;
        }
        go_on!(at.add(1), number, view, frame)
    }
    /// Evaluates the instructions behind it on the views that a scope enters, and goes on after them.
    enter(at, _number, view, frame) {
        let (code, views) = (&*(*frame).code, &mut *(*frame).views);
        let ScopeCode { scope, starts } = &code.bytecode.scopes[(*at).first as usize];
        let cells = std::slice::from_raw_parts_mut(view, (*frame).cells);
        let number = scope.evaluate(code.lowered.memos(), cells, views, &mut Inside { at, starts, frame });
        (*frame).views = views;
        go_on!(at.byte_add((*at).target as usize), number, view, frame)
    }
    /// Asks the game for the number of a parameter.
    ask(at, _number, view, frame) {
        let cells = std::slice::from_raw_parts(view, (*frame).cells);
        let (parameter, host) = halves((*at).first);
        let number = (&(*(*frame).code).bytecode.hosts)[host].ask(cells, parameter as u16);
        go_on!(at.add(1), number, view, frame)
    }
    /// Like [`Difference`], for processors that do not count bits.
    load_difference_slowly(at, _number, view, frame) {
        let (cell, minus) = halves((*at).first);
        let difference = (*view.add(cell)).count_ones() as i32 - (*view.add(minus)).count_ones() as i32;
        go_on!(at.add(1), f64::from(difference), view, frame)
    }
    /// Like [`Count`], for processors that do not count bits.
    load_count_slowly(at, _number, view, frame) {
        let count = (*view.add((*at).first as usize)).count_ones();
        go_on!(at.add(1), f64::from(count), view, frame)
    }
    jump(at, number, view, frame) {
        go_on!(at.byte_add((*at).target as usize), number, view, frame)
    }
    finish(_at, number, _view, _frame) { number }
}
