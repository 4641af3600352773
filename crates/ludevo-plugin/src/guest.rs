//! A module at work: its exports called with bounded steps, memory and stack, and every answer checked.

use std::cell::RefCell;
use std::sync::LazyLock;

use smallvec::SmallVec;
use thiserror::Error;
use wasmtime::{
    Config, Engine, Instance, Memory, Module, OptLevel, Store, StoreLimits, StoreLimitsBuilder, Trap,
    TypedFunc, WasmParams, WasmResults,
};

use crate::manifest::Manifest;
use crate::state::{State, copy};

/// Instructions that a single call may take. The same call stops at the same instruction on every machine.
pub const FUEL: u64 = 50_000_000;
/// Bytes of memory that a module may have.
const MEMORY: usize = 16 << 20;
/// Entries that a table of a module may have.
const TABLE: usize = 10_000;
/// Bytes of stack that a call may use.
const STACK: usize = 256 << 10;
/// The most moves of a position.
pub(crate) const MOST_MOVES: usize = 4096;
/// Bytes that the text of a move may have.
const MOST_TEXT: usize = 64;
/// Bytes that the text of a scene may have.
const MOST_SCENE: usize = 64 << 10;
/// Once in so many questions an instance is looked at, whether its memory has grown.
const LOOKED_AT: u32 = 256;
/// The interface that this program speaks.
pub(crate) const ABI: i32 = 1;

/// Moves are codes of the game's own choosing.
pub(crate) type Moves = SmallVec<[u32; 32]>;

/// Where a state says what happens next.
const TURN: usize = 0;
/// The turn of chance.
pub(crate) const CHANCE: u8 = 2;
/// The last value of the turn that means something: a draw.
pub(crate) const DRAWN: u8 = 5;

/// What a module did that no game may do. It is rare and long, so that it is kept apart from what calls give.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub(crate) struct Fault(Box<Told>);

/// What there is to say of a fault.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{call}{problem}{}", state.as_ref().map_or_else(String::new, |state| format!(", in the state {state}")))]
pub(crate) struct Told {
    /// The export, with its argument.
    pub(crate) call: String,
    /// What came of it.
    pub(crate) problem: String,
    /// The position before, as bytes.
    pub(crate) state: Option<String>,
}

impl Fault {
    /// What is wrong with what a call gave.
    pub(crate) fn new(call: impl Into<String>, problem: impl Into<String>) -> Self {
        Fault(Box::new(Told { call: call.into(), problem: problem.into(), state: None }))
    }

    /// The same with the position in which it happened.
    pub(crate) fn within(mut self, state: &[u8]) -> Self {
        self.0.state.get_or_insert_with(|| hex(state));
        self
    }

    /// The same of another call.
    fn of(mut self, call: String) -> Self {
        self.0.call = call;
        self
    }

    /// What there is to say.
    pub(crate) fn told(self) -> Told {
        *self.0
    }
}

/// Bytes as a text.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What all modules are compiled by.
static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .cranelift_nan_canonicalization(true)
        .cranelift_opt_level(OptLevel::Speed)
        .max_wasm_stack(STACK)
        .memory_may_move(false)
        .wasm_relaxed_simd(false)
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        .wasm_backtrace_max_frames(None);
    Engine::new(&config).expect("the settings of the engine are sound")
});

/// Compiles a module; the error is in words.
pub(crate) fn compile(bytes: &[u8]) -> Result<Module, String> {
    if !bytes.starts_with(b"\0asm") {
        let found = if bytes.is_empty() { "the file is empty" } else { "it does not begin as one" };
        return Err(format!("this is not a WebAssembly module: {found}"));
    }
    let module = Module::new(&ENGINE, bytes)
        .map_err(|error| format!("this is not a sound WebAssembly module: {}", root(&error)))?;
    if let Some(import) = module.imports().next() {
        let (from, name) = (import.module(), import.name());
        return Err(format!("the module imports `{from}.{name}`: a game may import nothing"));
    }
    Ok(module)
}

/// A module with memory of its own.
pub(crate) struct Guest {
    store: Store<StoreLimits>,
    /// Where its memory lies. It never moves and never shrinks.
    base: *mut u8,
    places: Places,
    exports: Exports,
    memory: Memory,
    /// Bytes of memory that it began with.
    began: usize,
    /// Questions that it was asked.
    asked: u32,
}

/// Where in its memory a module reads and writes.
#[derive(Clone, Copy)]
struct Places {
    state: usize,
    state_size: usize,
    moves: usize,
    /// How many moves have room.
    room: usize,
    view: usize,
    text: usize,
    scene: usize,
    /// How many bytes of a scene have room.
    canvas: usize,
}

struct Exports {
    initial: Option<TypedFunc<(), ()>>,
    problem: Option<TypedFunc<i64, ()>>,
    moves: TypedFunc<(), i32>,
    apply: TypedFunc<i32, ()>,
    view: TypedFunc<i64, ()>,
    likelihood: Option<TypedFunc<i32, f64>>,
    promise: Option<TypedFunc<(), f64>>,
    text: Option<TypedFunc<i32, i32>>,
    scene: Option<TypedFunc<(), i32>>,
}

impl Guest {
    /// A new instance of a module.
    pub(crate) fn new(module: &Module, manifest: &Manifest) -> Result<Self, Fault> {
        let limits = StoreLimitsBuilder::new()
            .memory_size(MEMORY)
            .table_elements(TABLE)
            .instances(1)
            .memories(1)
            .tables(10)
            .trap_on_grow_failure(true);
        let mut store = Store::new(&ENGINE, limits.build());
        store.limiter(|limits| limits);
        fuelled(&mut store);
        let instance = Instance::new(&mut store, module, &[])
            .map_err(|error| Fault::new("", format!("the module cannot be started: {}", why(&error))))?;
        let memory = instance
            .get_memory(&mut store, "memory")
            .ok_or_else(|| Fault::new("", "the module exports no `memory`"))?;
        let abi = needed::<(), i32>(&mut store, &instance, "ludevo_abi")?;
        let abi = called(&mut store, &abi, (), "ludevo_abi")?;
        if abi != ABI {
            let problem = format!(" is {abi}: this Ludevo speaks version {ABI} of the interface");
            return Err(Fault::new("ludevo_abi()", problem));
        }
        let [has_text, has_scene] = ["text", "scene"].map(|name| has(&mut store, &instance, name));
        let mut place = |name: &'static str, bytes: usize| {
            let export = needed::<(), i32>(&mut store, &instance, name)?;
            let at = called(&mut store, &export, (), name)? as u32 as usize;
            within_memory(&mut store, memory, name, at, bytes)
        };
        let (state, _) = place("state_at", manifest.state)?;
        let (moves, room) = place("moves_at", 4)?;
        let (view, _) = place("view_at", 8 * manifest.cells)?;
        let (text, _) = if has_text { place("text_at", MOST_TEXT)? } else { (0, 0) };
        let (scene, canvas) = if has_scene { place("scene_at", 1)? } else { (0, 0) };
        let places = Places {
            state,
            state_size: manifest.state,
            moves,
            room: (room / 4).min(MOST_MOVES),
            view,
            text,
            scene,
            canvas: canvas.min(MOST_SCENE),
        };
        let is_puzzle = manifest.puzzle.is_some();
        let exports = Exports {
            initial: (!is_puzzle).then(|| needed(&mut store, &instance, "initial")).transpose()?,
            problem: is_puzzle.then(|| needed(&mut store, &instance, "problem")).transpose()?,
            moves: needed(&mut store, &instance, "moves")?,
            apply: needed(&mut store, &instance, "apply")?,
            view: needed(&mut store, &instance, "view")?,
            likelihood: optional(&mut store, &instance, "likelihood")?,
            promise: optional(&mut store, &instance, "promise")?,
            text: optional(&mut store, &instance, "text")?,
            scene: optional(&mut store, &instance, "scene")?,
        };
        let (base, began) = (memory.data_ptr(&store), memory.data_size(&store));
        Ok(Guest { store, base, places, exports, memory, began, asked: 0 })
    }

    /// Whether it has used up half of the memory that it could take since it began: what is never given back would run
    /// out in the middle of a run, and a new instance says the same.
    #[inline]
    fn is_used_up(&mut self) -> bool {
        self.asked = self.asked.wrapping_add(1);
        self.asked.is_multiple_of(LOOKED_AT)
            && self.memory.data_size(&self.store) - self.began > MEMORY.saturating_sub(self.began) / 2
    }

    /// Whether it draws positions itself.
    pub(crate) fn draws(&self) -> bool {
        self.exports.scene.is_some()
    }

    /// Whether it says how promising positions are.
    pub(crate) fn promises(&self) -> bool {
        self.exports.promise.is_some()
    }

    /// Whether it says how likely the moves of chance are.
    pub(crate) fn weighs_chance(&self) -> bool {
        self.exports.likelihood.is_some()
    }

    /// The steps that the last call took.
    pub(crate) fn steps(&self) -> u64 {
        FUEL.saturating_sub(self.store.get_fuel().unwrap_or(0))
    }

    /// The position that a game starts from.
    pub(crate) fn initial(&mut self) -> Result<State, Fault> {
        let Some(export) = &self.exports.initial else {
            return Err(Fault::new("initial", " is missing: a puzzle has problems instead"));
        };
        called(&mut self.store, export, (), "initial()")?;
        self.read_state("initial()")
    }

    /// The position of a problem.
    pub(crate) fn problem(&mut self, number: u32) -> Result<State, Fault> {
        let Some(export) = &self.exports.problem else {
            return Err(Fault::new("problem", " is missing: only a puzzle has problems"));
        };
        called(&mut self.store, export, i64::from(number), &format!("problem({number})"))?;
        self.read_state(&format!("problem({number})"))
    }

    /// The legal moves of a position that is not over; there is at least one.
    pub(crate) fn moves(&mut self, state: &[u8]) -> Result<Moves, Fault> {
        let mut moves = Moves::new();
        self.list_moves(state, &mut moves)?;
        Ok(moves)
    }

    /// The same into an empty list.
    #[inline]
    pub(crate) fn list_moves(&mut self, state: &[u8], moves: &mut Moves) -> Result<(), Fault> {
        self.write_state(state);
        let count = called(&mut self.store, &self.exports.moves, (), "moves()")?;
        if count < 1 || count as usize > self.places.room {
            return Err(self.miscounted(count));
        }
        moves.reserve_exact(count as usize);
        // SAFETY: `moves` to `moves + 4 * room` lies in the memory, which never moves or shrinks, and codes of any bits
        // are codes. Nothing else reads or writes it while this value is borrowed, and the list has room for them.
        unsafe {
            let from = self.base.add(self.places.moves).cast::<u32>();
            let to = moves.as_mut_ptr();
            for place in 0..count as usize {
                to.add(place).write(from.add(place).read_unaligned());
            }
            moves.set_len(count as usize);
        }
        Ok(())
    }

    #[cold]
    fn miscounted(&self, count: i32) -> Fault {
        let problem = match count {
            0 => " gives no move, though the game is not over".to_owned(),
            _ => format!(" gives {count} moves, allowed are 1 to {}", self.places.room),
        };
        Fault::new("moves()", problem)
    }

    /// The position after a move.
    #[inline]
    pub(crate) fn apply(&mut self, state: &[u8], action: u32) -> Result<State, Fault> {
        self.write_state(state);
        match called(&mut self.store, &self.exports.apply, action as i32, "apply") {
            Ok(()) => self.read_state("apply"),
            Err(fault) => Err(fault),
        }
        .map_err(|fault: Fault| fault.of(format!("apply({action})")))
    }

    /// The cells of a position's view, as far as they are wanted.
    #[inline]
    pub(crate) fn view(&mut self, state: &[u8], wanted: u64, cells: &mut [u64]) -> Result<(), Fault> {
        self.write_state(state);
        called(&mut self.store, &self.exports.view, wanted as i64, "view()")?;
        // SAFETY: `view` has room for all cells of a view, as above; cells of any bits are cells.
        unsafe {
            let from = self.base.add(self.places.view);
            std::ptr::copy_nonoverlapping(from, cells.as_mut_ptr().cast(), 8 * cells.len());
        }
        Ok(())
    }

    /// How likely chance makes a move; nothing if the module leaves that open.
    pub(crate) fn likelihood(&mut self, state: &[u8], action: u32) -> Result<Option<f64>, Fault> {
        self.write_state(state);
        let Some(export) = &self.exports.likelihood else { return Ok(None) };
        called(&mut self.store, export, action as i32, "likelihood()").map(Some)
    }

    /// How promising a position is for the player to move.
    pub(crate) fn promise(&mut self, state: &[u8]) -> Result<f64, Fault> {
        self.write_state(state);
        let Some(export) = &self.exports.promise else { return Ok(0.0) };
        let promise = called(&mut self.store, export, (), "promise()")?;
        Ok(if promise.is_finite() { promise } else { 0.0 })
    }

    /// A move as people write it; nothing if the module leaves that open.
    pub(crate) fn text(&mut self, state: &[u8], action: u32) -> Result<Option<String>, Fault> {
        self.write_state(state);
        let Some(export) = &self.exports.text else { return Ok(None) };
        let length = called(&mut self.store, export, action as i32, "text()")?;
        let call = || format!("text({action})");
        if !(1..=MOST_TEXT as i32).contains(&length) {
            let problem = format!(" gives {length} bytes, allowed are 1 to {MOST_TEXT}");
            return Err(Fault::new(call(), problem));
        }
        // SAFETY: `text` has room for the longest text, as above.
        let bytes = unsafe { std::slice::from_raw_parts(self.base.add(self.places.text), length as usize) };
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.chars().all(is_printed));
        let text = text.filter(|text| text.trim() == *text);
        let problem = " gives what is no text: letters, digits, signs and blanks inside are allowed";
        text.map(|text| Some(text.to_owned())).ok_or_else(|| Fault::new(call(), problem))
    }

    /// The text of a scene of the position; nothing if the module leaves drawing to the manifest.
    pub(crate) fn scene(&mut self, state: &[u8]) -> Result<Option<String>, Fault> {
        self.write_state(state);
        let Some(export) = &self.exports.scene else { return Ok(None) };
        let length = called(&mut self.store, export, (), "scene()")?;
        let canvas = self.places.canvas;
        if length < 1 || length as usize > canvas {
            let problem = format!(" gives {length} bytes, allowed are 1 to {canvas}");
            return Err(Fault::new("scene()", problem));
        }
        // SAFETY: `scene` to `scene + canvas` lies in the memory, as above.
        let bytes = unsafe { std::slice::from_raw_parts(self.base.add(self.places.scene), length as usize) };
        let text = std::str::from_utf8(bytes).map_err(|_| Fault::new("scene()", " gives what is no text"))?;
        Ok(Some(text.to_owned()))
    }

    #[inline]
    fn write_state(&mut self, state: &[u8]) {
        debug_assert_eq!(state.len(), self.places.state_size);
        // SAFETY: `state` has room for a state, as above.
        let to = unsafe {
            std::slice::from_raw_parts_mut(self.base.add(self.places.state), self.places.state_size)
        };
        copy(state, to);
    }

    #[inline]
    fn read_state(&self, call: &str) -> Result<State, Fault> {
        // SAFETY: `state` has room for a state, as above.
        let bytes =
            unsafe { std::slice::from_raw_parts(self.base.add(self.places.state), self.places.state_size) };
        check_turn(bytes).map_err(|problem| Fault::new(call, problem).within(bytes))?;
        Ok(State::from_slice(bytes))
    }
}

/// Whether the first two bytes of a state mean something.
#[inline]
pub(crate) fn check_turn(state: &[u8]) -> Result<(), String> {
    match state {
        [0..=DRAWN, 0..=1, ..] => Ok(()),
        [turn, mover, ..] => Err(format!(
            " gives the bytes {turn} and {mover} for turn and mover, allowed are 0 to 5 and 0 or 1"
        )),
        _ => Err(" gives no state".to_owned()),
    }
}

fn is_printed(c: char) -> bool {
    c == ' ' || c.is_alphanumeric() || c.is_ascii_punctuation()
}

/// Gives the next call its steps.
#[inline]
fn fuelled(store: &mut Store<StoreLimits>) {
    store.set_fuel(FUEL).expect("the engine counts steps");
}

#[inline]
fn called<P: WasmParams, R: WasmResults>(
    store: &mut Store<StoreLimits>,
    export: &TypedFunc<P, R>,
    arguments: P,
    call: &str,
) -> Result<R, Fault> {
    fuelled(store);
    export.call(&mut *store, arguments).map_err(|error| Fault::new(call, format!(": {}", why(&error))))
}

/// Why a call did not come back, in words.
#[cold]
fn why(error: &wasmtime::Error) -> String {
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => format!("it does not end within {FUEL} steps"),
        Some(Trap::StackOverflow) => format!("it needs more than {} kB of stack", STACK >> 10),
        Some(Trap::MemoryOutOfBounds) => "it reads or writes outside its memory".to_owned(),
        Some(Trap::UnreachableCodeReached) => "it gave up (it panicked or ran into a trap)".to_owned(),
        Some(trap) => trap.to_string(),
        None => {
            let root = root(error);
            if root.contains("table") {
                format!("it needs a table of more than {TABLE} entries")
            } else if root.contains("grow") || root.contains("memory") {
                format!("it needs more than {} MB of memory", MEMORY >> 20)
            } else {
                root
            }
        }
    }
}

/// What an error comes from, in one line.
fn root(error: &wasmtime::Error) -> String {
    error.root_cause().to_string().lines().next().unwrap_or_default().to_owned()
}

fn has(store: &mut Store<StoreLimits>, instance: &Instance, name: &str) -> bool {
    instance.get_func(&mut *store, name).is_some()
}

/// Types of arguments or of results, as they are written.
trait Types {
    const WORDS: &'static str;
}

impl Types for () {
    const WORDS: &'static str = "()";
}

impl Types for i32 {
    const WORDS: &'static str = "(i32)";
}

impl Types for i64 {
    const WORDS: &'static str = "(i64)";
}

impl Types for f64 {
    const WORDS: &'static str = "(f64)";
}

fn needed<P: WasmParams + Types, R: WasmResults + Types>(
    store: &mut Store<StoreLimits>,
    instance: &Instance,
    name: &str,
) -> Result<TypedFunc<P, R>, Fault> {
    match optional(store, instance, name)? {
        Some(export) => Ok(export),
        None => Err(Fault::new("", format!("the module exports no function `{name}`"))),
    }
}

fn optional<P: WasmParams + Types, R: WasmResults + Types>(
    store: &mut Store<StoreLimits>,
    instance: &Instance,
    name: &str,
) -> Result<Option<TypedFunc<P, R>>, Fault> {
    let Some(export) = instance.get_func(&mut *store, name) else { return Ok(None) };
    export.typed(&*store).map(Some).map_err(|_| {
        let types = export.ty(&*store);
        let listed = |types: Vec<String>| format!("({})", types.join(", "));
        let arguments = listed(types.params().map(|kind| kind.to_string()).collect());
        let results = listed(types.results().map(|kind| kind.to_string()).collect());
        let problem =
            format!("the export `{name}` is {arguments} -> {results}, expected {} -> {}", P::WORDS, R::WORDS);
        Fault::new("", problem)
    })
}

/// A place of so many bytes, and how many bytes there are from there on.
fn within_memory(
    store: &mut Store<StoreLimits>,
    memory: Memory,
    name: &str,
    at: usize,
    bytes: usize,
) -> Result<(usize, usize), Fault> {
    let size = memory.data_size(&*store);
    match size.checked_sub(at) {
        Some(left) if left >= bytes => Ok((at, left)),
        _ => {
            let problem =
                format!(" is {at}, but the module has {size} bytes of memory and {bytes} are needed");
            Err(Fault::new(format!("{name}()"), problem))
        }
    }
}

thread_local! {
    /// The instances of this thread, by the number of their game.
    static GUESTS: RefCell<Vec<Option<Guest>>> = const { RefCell::new(Vec::new()) };
}

/// Asks this thread's instance of the game of this number. After a fault the next one that is asked is new: what was going on
/// inside may have been left half done.
#[inline]
pub(crate) fn ask<R>(
    number: usize,
    new: impl FnOnce() -> Result<Guest, Fault>,
    question: impl FnOnce(&mut Guest) -> Result<R, Fault>,
) -> Result<R, Fault> {
    GUESTS.with_borrow_mut(|guests| {
        if guests.len() <= number {
            guests.resize_with(number + 1, || None);
        }
        let slot = &mut guests[number];
        if slot.as_mut().is_some_and(Guest::is_used_up) {
            *slot = None;
        }
        let guest = match slot {
            Some(guest) => guest,
            None => slot.insert(new()?),
        };
        let answer = question(guest);
        if answer.is_err() {
            *slot = None;
        }
        answer
    })
}

/// What happens next in a state.
#[inline]
pub(crate) fn turn_of(state: &[u8]) -> u8 {
    state[TURN]
}

/// Who is to move, or moves after chance.
#[inline]
pub(crate) fn mover_of(state: &[u8]) -> u8 {
    if state[TURN] < CHANCE { state[TURN] } else { state[TURN + 1] }
}
