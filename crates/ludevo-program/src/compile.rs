//! Programs as machine code, made by Cranelift from the lowered form. It gives the interpreter's bits.

use std::sync::{Arc, OnceLock};

use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, InstBuilder, MemFlagsData, SigRef, Signature, Value, types,
};
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{BranchProtection, JITMemoryKind, JITMemoryProvider, SystemMemoryProvider};
use thiserror::Error;

use crate::interpret::Code;
use crate::language::{Deed, Function, Reading, UNSET};
use crate::lower::{HostReading, Lowered, LoweredScope, Number, NumberId, Truth, TruthId};
use crate::operation::total;
use crate::scope::{Arguments, MOST_VIEWS, Scope, Views};

/// Why a program runs interpreted only.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// There is no compiler for this processor or system.
    #[error("programs cannot be compiled for this machine, only interpreted: {0}")]
    Unsupported(String),
    /// The compiler gave up on this program.
    #[error("this program cannot be compiled, only interpreted: {0}")]
    Refused(String),
    /// The system did not give memory for machine code.
    #[error("no memory for machine code, programs can only be interpreted: {0}")]
    NoMemory(String),
}

/// A program as machine code, which is freed when this is dropped.
#[derive(Debug)]
pub struct Compiled {
    entry: Entry,
    cells: usize,
    /// Known to the machine code by its address, and set once the code is there.
    _ahead: Arc<OnceLock<Ahead>>,
    /// Owns the machine code.
    _memory: Memory,
}

/// What machine code needs to look ahead.
#[derive(Debug)]
struct Ahead {
    root: Entry,
    /// The scopes, each with the machine code of its arguments.
    scopes: Vec<(Scope, Vec<Entry>)>,
    memos: Vec<u16>,
}

/// The machine code: a view's cells, how many they are, and the views that may be entered, to a number. A program that
/// looks ahead takes its own [`MOST_VIEWS`] if there are none.
type Entry = unsafe extern "C" fn(cells: *mut u64, len: usize, views: *mut Views) -> f64;

impl Compiled {
    /// Compiles a program.
    pub fn new(code: &Code) -> Result<Self, CompileError> {
        let isa = target()?;
        let lowered = &code.lowered;
        let ahead = Arc::new(OnceLock::new());
        let mut memory = Memory { provider: SystemMemoryProvider::new() };
        let mut context = Context::new();
        let mut add = |number: NumberId| {
            context.clear();
            translate(lowered, number, Arc::as_ptr(&ahead), isa.as_ref(), &mut context);
            let compiled = context
                .compile(isa.as_ref(), &mut ControlPlane::default())
                .map_err(|error| CompileError::Refused(error.inner.to_string()))?;
            if !compiled.buffer.relocs().is_empty() {
                return Err(CompileError::Refused("it calls into the compiler's own library".to_owned()));
            }
            let start = memory.add(compiled.code_buffer(), u64::from(compiled.buffer.alignment))?;
            // SAFETY: the memory holds a function that `translate` gave this signature, in the calling convention that
            // `extern "C"` names on this machine.
            Ok(unsafe { std::mem::transmute::<*const u8, Entry>(start) })
        };
        let entry = add(lowered.root())?;
        let scopes = lowered.scopes().iter().map(|LoweredScope { scope, arguments }| {
            let entries = arguments.iter().flatten().map(|argument| add(*argument));
            Ok((*scope, entries.collect::<Result<_, _>>()?))
        });
        let scopes = scopes.collect::<Result<_, _>>()?;
        memory.finish()?;
        ahead.get_or_init(|| Ahead { root: entry, scopes, memos: lowered.memos().to_vec() });
        Ok(Compiled { entry, cells: lowered.cells(), _ahead: ahead, _memory: memory })
    }

    /// The program's number for a view; for a truth value, 1 or 0. Costly readings are kept in the view. A program that
    /// looks ahead enters at most [`MOST_VIEWS`] views.
    ///
    /// # Panics
    /// If the view has fewer cells than the language declares.
    #[inline]
    pub fn evaluate(&self, view: &mut [u64]) -> f64 {
        self.run(view, std::ptr::null_mut())
    }

    /// Like [`Compiled::evaluate`], entering no more views than there are, which it counts.
    ///
    /// # Panics
    /// If the view has fewer cells than the language declares.
    pub fn evaluate_within(&self, view: &mut [u64], views: &mut Views) -> f64 {
        self.run(view, views)
    }

    #[inline(always)]
    fn run(&self, view: &mut [u64], views: *mut Views) -> f64 {
        let cells = self.cells;
        assert!(view.len() >= cells, "a view of {} cells, but the language has {cells}", view.len());
        // SAFETY: the code touches only the cells that the language declares, all within the view, and its memory
        // lives as long as `self`.
        unsafe { (self.entry)(view.as_mut_ptr(), view.len(), views) }
    }
}

/// The machine code of a scope's arguments.
struct Inside<'a>(&'a [Entry]);

impl Arguments for Inside<'_> {
    fn evaluate(&mut self, place: usize, view: &mut [u64], views: &mut Views) -> f64 {
        // SAFETY: all views have as many cells as the one from which they were entered.
        unsafe { (self.0[place])(view.as_mut_ptr(), view.len(), views) }
    }
}

/// Why what machine code needs is there when it runs.
const MADE: &str = "nothing is run before all is compiled";

/// Enters the views of a scope, from machine code.
///
/// # Safety
/// `ahead` must be that of the machine code, with a scope of that number; `cells` the start of `len` cells and `views`
/// something that nobody else uses during the call.
unsafe extern "C" fn enter(
    ahead: *const OnceLock<Ahead>,
    cells: *mut u64,
    len: usize,
    views: *mut Views,
    scope: usize,
) -> f64 {
    // SAFETY: the caller's promise.
    let (ahead, view, views) = unsafe { (&*ahead, std::slice::from_raw_parts_mut(cells, len), &mut *views) };
    let Ahead { scopes, memos, .. } = ahead.get().expect(MADE);
    let (scope, entries) = &scopes[scope];
    scope.evaluate(memos, view, views, &mut Inside(entries))
}

/// Runs a program that looks ahead and was not told how far, from its own machine code.
///
/// # Safety
/// `ahead` must be that of the machine code, and `cells` the start of `len` cells that nobody else uses during the call.
unsafe extern "C" fn begin(ahead: *const OnceLock<Ahead>, cells: *mut u64, len: usize) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { ((*ahead).get().expect(MADE).root)(cells, len, &mut Views::new(MOST_VIEWS)) }
}

/// Executable memory with one program.
struct Memory {
    provider: SystemMemoryProvider,
}

// SAFETY: once made, the memory is only read and run, until its one owner frees it.
unsafe impl Send for Memory {}
// SAFETY: as above; nothing can be changed through a shared reference.
unsafe impl Sync for Memory {}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

impl Memory {
    /// Copies a function, which must not be called yet.
    fn add(&mut self, code: &[u8], alignment: u64) -> Result<*const u8, CompileError> {
        let start = self
            .provider
            .allocate(code.len(), alignment, JITMemoryKind::Executable)
            .map_err(|error| CompileError::NoMemory(error.to_string()))?;
        // SAFETY: the allocation has `code.len()` bytes, is writable, and nobody else knows it.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), start, code.len()) };
        Ok(start)
    }

    /// Makes what was copied executable.
    fn finish(&mut self) -> Result<(), CompileError> {
        let finalized = self.provider.finalize(BranchProtection::None);
        finalized.map_err(|error| CompileError::NoMemory(error.to_string()))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the only way to the code is a call through the `Compiled` that owns this, and it is gone.
        unsafe { self.provider.free_memory() };
    }
}

/// The compiler for this machine, with every instruction that its processor has.
fn target() -> Result<OwnedTargetIsa, CompileError> {
    static TARGET: OnceLock<Result<OwnedTargetIsa, String>> = OnceLock::new();
    let make = || {
        let mut flags = settings::builder();
        for (name, value) in [("opt_level", "none"), ("enable_verifier", "false"), ("unwind_info", "false")] {
            flags.set(name, value).map_err(|error| error.to_string())?;
        }
        let isa = cranelift_native::builder().map_err(str::to_owned)?;
        isa.finish(settings::Flags::new(flags)).map_err(|error| error.to_string())
    };
    TARGET
        .get_or_init(make)
        .as_ref()
        .map(Arc::clone)
        .map_err(|error| CompileError::Unsupported(error.clone()))
}

/// Asks the game, from machine code.
///
/// # Safety
/// `compute` must be a [`Reading`], `cells` the start of `len` cells, and nothing may change them during the call.
unsafe extern "C" fn ask(
    compute: *const (),
    cells: *const u64,
    len: usize,
    parameter: usize,
    low: f64,
    high: f64,
) -> f64 {
    // SAFETY: the caller's promise.
    let compute = unsafe { std::mem::transmute::<*const (), Reading>(compute) };
    // SAFETY: the caller's promise.
    let view = unsafe { std::slice::from_raw_parts(cells, len) };
    total(compute(view, parameter as u16)).clamp(low, high)
}

/// Applies a function, from machine code.
///
/// # Safety
/// `function` must be what [`Function::apply`] is.
unsafe extern "C" fn apply(function: *const (), of: f64) -> f64 {
    // SAFETY: the caller's promise.
    let function = unsafe { std::mem::transmute::<*const (), fn(f64) -> f64>(function) };
    total(function(of))
}

/// Lets the game do something, from machine code.
///
/// # Safety
/// `act` must be what [`Deed::act`] is, and `cells` the start of `len` cells that nobody else uses during the call.
unsafe extern "C" fn perform(
    act: *const (),
    cells: *mut u64,
    len: usize,
    of: f64,
    low: f64,
    high: f64,
) -> f64 {
    // SAFETY: the caller's promise.
    let act = unsafe { std::mem::transmute::<*const (), fn(&mut [u64], f64) -> f64>(act) };
    // SAFETY: the caller's promise.
    let view = unsafe { std::slice::from_raw_parts_mut(cells, len) };
    total(act(view, of)).clamp(low, high)
}

/// Writes a number of the program as a function of Cranelift's intermediate language.
fn translate(
    lowered: &Lowered,
    number: NumberId,
    ahead: *const OnceLock<Ahead>,
    isa: &dyn TargetIsa,
    context: &mut Context,
) {
    let pointer = isa.pointer_type();
    let signature = |params: &[types::Type]| Signature {
        params: params.iter().copied().map(AbiParam::new).collect(),
        returns: vec![AbiParam::new(types::F64)],
        call_conv: isa.default_call_conv(),
    };
    context.func.signature = signature(&[pointer, pointer, pointer]);
    let mut builder_context = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
    let asking =
        builder.import_signature(signature(&[pointer, pointer, pointer, pointer, types::F64, types::F64]));
    let applying = builder.import_signature(signature(&[pointer, types::F64]));
    let performing =
        builder.import_signature(signature(&[pointer, pointer, pointer, types::F64, types::F64, types::F64]));
    let beginning = builder.import_signature(signature(&[pointer, pointer, pointer]));
    let entering = builder.import_signature(signature(&[pointer, pointer, pointer, pointer, pointer]));
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let [view, len, views] = [0, 1, 2].map(|place| builder.block_params(entry)[place]);
    let mut translation = Translation {
        lowered,
        builder,
        pointer,
        asking,
        applying,
        performing,
        beginning,
        entering,
        view,
        len,
        views,
        ahead,
    };
    if number == lowered.root() && !lowered.scopes().is_empty() {
        translation.begin();
    }
    let result = translation.number(number);
    translation.builder.ins().return_(&[result]);
    translation.builder.seal_all_blocks();
    translation.builder.finalize(isa.frontend_config());
}

struct Translation<'a> {
    lowered: &'a Lowered,
    builder: FunctionBuilder<'a>,
    pointer: types::Type,
    /// The signature of [`ask`].
    asking: SigRef,
    /// The signature of [`apply`].
    applying: SigRef,
    /// The signature of [`perform`].
    performing: SigRef,
    /// The signature of [`begin`].
    beginning: SigRef,
    /// The signature of [`enter`].
    entering: SigRef,
    /// The address of the view's first cell.
    view: Value,
    /// How many cells the view has.
    len: Value,
    /// The address of the [`Views`].
    views: Value,
    ahead: *const OnceLock<Ahead>,
}

impl Translation<'_> {
    fn offset(cell: u16) -> i32 {
        i32::from(cell) * size_of::<u64>() as i32
    }

    fn cell(&mut self, cell: u16) -> Value {
        // What a program does may change the cell; then it must be read where the program says so.
        let is_pure = self.lowered.is_pure(self.lowered.root());
        let flags = if is_pure { MemFlagsData::trusted().with_readonly() } else { MemFlagsData::trusted() };
        self.builder.ins().load(types::I64, flags, self.view, Self::offset(cell))
    }

    fn count(&mut self, cell: u16) -> Value {
        let cell = self.cell(cell);
        self.builder.ins().popcnt(cell)
    }

    fn count_difference(&mut self, cell: u16, minus: u16) -> Value {
        let (count, minus) = (self.count(cell), self.count(minus));
        self.builder.ins().isub(count, minus)
    }

    /// The bit at the lowest place.
    fn bit(&mut self, cell: u16, bit: u8) -> Value {
        let cell = self.cell(cell);
        let shifted = if bit == 0 { cell } else { self.builder.ins().ushr_imm_u(cell, i64::from(bit)) };
        self.builder.ins().band_imm_u(shifted, 1)
    }

    fn float(&mut self, whole: Value) -> Value {
        self.builder.ins().fcvt_from_sint(types::F64, whole)
    }

    fn number(&mut self, id: NumberId) -> Value {
        match *self.lowered.number(id) {
            Number::Constant(number) => self.builder.ins().f64const(number),
            Number::Count { cell } => {
                let count = self.count(cell);
                self.float(count)
            }
            Number::CountDifference { cell, minus } => {
                let difference = self.count_difference(cell, minus);
                self.float(difference)
            }
            Number::Bit { cell, bit } => {
                let bit = self.bit(cell, bit);
                self.float(bit)
            }
            Number::Once { host, memo } => self.once(host, memo),
            Number::Of { host, parameter } => self.ask(host, parameter),
            Number::Multiply { by, of, clamp } => {
                let number = self.number(of);
                let by = self.builder.ins().f64const(by);
                let product = self.builder.ins().fmul(number, by);
                self.clamped(product, clamp)
            }
            Number::Compute { kernel, left, right, clamp, .. } => {
                let (left, right) = (self.number(left), self.number(right));
                let outcome = (kernel.row().machine)(&mut self.builder, left, right);
                self.clamped(outcome, clamp)
            }
            Number::Held { cell } => {
                let flags = MemFlagsData::trusted();
                self.builder.ins().load(types::F64, flags, self.view, Self::offset(cell))
            }
            Number::Apply { function, of } => {
                let of = self.number(of);
                self.apply(function, of)
            }
            Number::Do { deed, of } => {
                let of = match of {
                    Some(of) => self.number(of),
                    None => self.builder.ins().f64const(0.0),
                };
                self.perform(deed, of)
            }
            Number::Scope(number) => self.enter(number),
            Number::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
        }
    }

    /// Makes an infinity finite. The number is never NaN.
    fn clamped(&mut self, number: Value, clamp: bool) -> Value {
        if !clamp {
            return number;
        }
        let (most, least) = (self.builder.ins().f64const(f64::MAX), self.builder.ins().f64const(f64::MIN));
        let above = self.builder.ins().fcmp(FloatCC::GreaterThan, number, most);
        let number = self.builder.ins().select(above, most, number);
        let below = self.builder.ins().fcmp(FloatCC::LessThan, number, least);
        self.builder.ins().select(below, least, number)
    }

    fn choice(&mut self, condition: TruthId, then: NumberId, otherwise: NumberId) -> Value {
        let is_true = self.builder.create_block();
        let is_false = self.builder.create_block();
        let joined = self.builder.create_block();
        let result = self.builder.append_block_param(joined, types::F64);
        self.branch(condition, is_true, is_false);
        for (block, number) in [(is_true, then), (is_false, otherwise)] {
            self.builder.switch_to_block(block);
            let number = self.number(number);
            self.builder.ins().jump(joined, &[BlockArg::Value(number)]);
        }
        self.builder.switch_to_block(joined);
        result
    }

    /// Ends the block with a jump to one of the two.
    fn branch(&mut self, id: TruthId, is_true: Block, is_false: Block) {
        match *self.lowered.truth(id) {
            Truth::Not(inner) => self.branch(inner, is_false, is_true),
            Truth::And(left, right) => {
                let second = self.builder.create_block();
                self.branch(left, second, is_false);
                self.builder.switch_to_block(second);
                self.branch(right, is_true, is_false);
            }
            Truth::Or(left, right) => {
                let second = self.builder.create_block();
                self.branch(left, is_true, second);
                self.builder.switch_to_block(second);
                self.branch(right, is_true, is_false);
            }
            Truth::NotZero(number) => {
                let truth = self.not_zero(number);
                self.builder.ins().brif(truth, is_true, &[], is_false, &[]);
            }
            Truth::Compare(order, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                let truth = self.builder.ins().fcmp(order.row().machine, left, right);
                self.builder.ins().brif(truth, is_true, &[], is_false, &[]);
            }
        }
    }

    /// Something that is not zero where the number is not zero.
    fn not_zero(&mut self, id: NumberId) -> Value {
        match *self.lowered.number(id) {
            Number::Bit { cell, bit } => {
                let cell = self.cell(cell);
                self.builder.ins().band_imm_u(cell, 1i64 << bit)
            }
            Number::Count { cell } => self.cell(cell),
            Number::CountDifference { cell, minus } => self.count_difference(cell, minus),
            _ => {
                let number = self.number(id);
                let zero = self.builder.ins().f64const(0.0);
                self.builder.ins().fcmp(FloatCC::NotEqual, number, zero)
            }
        }
    }

    fn ask(&mut self, host: HostReading, parameter: u16) -> Value {
        let ask = self.builder.ins().iconst(self.pointer, ask as *const () as i64);
        let compute = self.builder.ins().iconst(self.pointer, host.compute as *const () as i64);
        let parameter = self.builder.ins().iconst(self.pointer, i64::from(parameter));
        let low = self.builder.ins().f64const(host.within.low);
        let high = self.builder.ins().f64const(host.within.high);
        let arguments = [compute, self.view, self.len, parameter, low, high];
        let call = self.builder.ins().call_indirect(self.asking, ask, &arguments);
        self.builder.inst_results(call)[0]
    }

    fn apply(&mut self, function: Function, of: Value) -> Value {
        let call = self.builder.ins().iconst(self.pointer, apply as *const () as i64);
        let function = self.builder.ins().iconst(self.pointer, function.apply as *const () as i64);
        let call = self.builder.ins().call_indirect(self.applying, call, &[function, of]);
        self.builder.inst_results(call)[0]
    }

    fn perform(&mut self, deed: Deed, of: Value) -> Value {
        let call = self.builder.ins().iconst(self.pointer, perform as *const () as i64);
        let act = self.builder.ins().iconst(self.pointer, deed.act as *const () as i64);
        let low = self.builder.ins().f64const(deed.within.0);
        let high = self.builder.ins().f64const(deed.within.1);
        let arguments = [act, self.view, self.len, of, low, high];
        let call = self.builder.ins().call_indirect(self.performing, call, &arguments);
        self.builder.inst_results(call)[0]
    }

    /// Starts anew if there are no views.
    fn begin(&mut self) {
        let (alone, given) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(self.views, given, &[], alone, &[]);
        self.builder.switch_to_block(alone);
        let begin = self.builder.ins().iconst(self.pointer, begin as *const () as i64);
        let ahead = self.builder.ins().iconst(self.pointer, self.ahead as i64);
        let call = self.builder.ins().call_indirect(self.beginning, begin, &[ahead, self.view, self.len]);
        let number = self.builder.inst_results(call)[0];
        self.builder.ins().return_(&[number]);
        self.builder.switch_to_block(given);
    }

    fn enter(&mut self, scope: u32) -> Value {
        let enter = self.builder.ins().iconst(self.pointer, enter as *const () as i64);
        let ahead = self.builder.ins().iconst(self.pointer, self.ahead as i64);
        let scope = self.builder.ins().iconst(self.pointer, i64::from(scope));
        let arguments = [ahead, self.view, self.len, self.views, scope];
        let call = self.builder.ins().call_indirect(self.entering, enter, &arguments);
        self.builder.inst_results(call)[0]
    }

    fn once(&mut self, host: HostReading, memo: u16) -> Value {
        let flags = MemFlagsData::trusted();
        let unset = self.builder.create_block();
        let joined = self.builder.create_block();
        let result = self.builder.append_block_param(joined, types::F64);
        let kept = self.builder.ins().load(types::I64, flags, self.view, Self::offset(memo));
        let kept_number = self.builder.ins().bitcast(types::F64, MemFlagsData::new(), kept);
        let is_unset = self.builder.ins().icmp_imm_u(IntCC::Equal, kept, UNSET as i64);
        self.builder.ins().brif(is_unset, unset, &[], joined, &[BlockArg::Value(kept_number)]);
        self.builder.switch_to_block(unset);
        self.builder.set_cold_block(unset);
        let number = self.ask(host, 0);
        self.builder.ins().store(flags, number, self.view, Self::offset(memo));
        self.builder.ins().jump(joined, &[BlockArg::Value(number)]);
        self.builder.switch_to_block(joined);
        result
    }
}
