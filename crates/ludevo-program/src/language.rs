//! A language of design: the functions and terminals that programs are made of, declared as data.
//!
//! Everything else (generation, text, evaluation, compiled code, help and documentation) is made from the one
//! declaration, a line a primitive.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

use crate::definition::Definition;
use crate::lower::HostReading;
use crate::operation::Op;
use crate::tree::{Node, Tree};

/// What a node returns and what a place in a program expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A finite number.
    Float,
    /// True or false.
    Bool,
    /// Either: read as a number where one is expected, and as "is not zero" where a truth value is expected.
    /// Only nodes return it; no place expects it.
    Query,
}

impl Type {
    /// Whether a node of this type may stand where `slot` is expected.
    pub fn fits(self, slot: Type) -> bool {
        self == slot || self == Type::Query
    }

    /// Whether a node of this type may carry a factor (the local mutation of floating-point nodes).
    pub fn is_numeric(self) -> bool {
        self != Type::Bool
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Float => "Float",
            Type::Bool => "Bool",
            Type::Query => "Query",
        })
    }
}

/// Where a constant that is fixed at a node's creation comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Draw {
    /// Any number from the first up to the second.
    Between(f64, f64),
    /// One of these.
    OneOf(&'static [f64]),
}

/// The values that a parameterised terminal chooses from when it is created, such as the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Domain {
    /// What one value is, for help and errors.
    pub name: &'static str,
    /// The values as they are written; a node keeps the index.
    pub values: &'static [&'static str],
}

/// A terminal's value worked out by the game from the view, for one value of its domain (0 if it has none).
pub type Reading = fn(view: &[u64], parameter: u16) -> f64;

/// How a terminal gets its value from the view, which is a row of 64-bit cells that the game fills.
#[derive(Clone, Copy, Debug)]
pub enum Read {
    /// How many bits are set in a cell.
    Count {
        /// Index of the cell.
        cell: u16,
    },
    /// How many more bits are set in the first cell than in the second.
    CountDifference {
        /// Index of the cell counted for.
        cell: u16,
        /// Index of the cell counted against.
        minus: u16,
    },
    /// Whether the bit that the parameter names is set in a cell.
    Bit {
        /// Index of the cell.
        cell: u16,
        /// What the bits stand for: at most 64 values.
        of: Domain,
    },
    /// A number that the game works out when it is first asked for, and that is kept in `memo` for this view.
    /// The game sets `memo` to [`UNSET`] when it fills the view.
    Once {
        /// Works the number out.
        compute: Reading,
        /// Index of the cell that keeps it.
        memo: u16,
        /// The number lies between these.
        within: (f64, f64),
    },
    /// The number that a cell holds, as its bits.
    Number {
        /// Index of the cell.
        cell: u16,
        /// The number lies between these.
        within: (f64, f64),
    },
    /// A number that the game works out for one value of a domain, each time it is asked for.
    Of {
        /// Works the number out.
        compute: Reading,
        /// What the parameter stands for.
        of: Domain,
        /// The number lies between these.
        within: (f64, f64),
    },
    /// What an expression of the language gives; see [`Language::with_terminals`].
    Defined {
        /// The expression.
        by: &'static Definition,
    },
}

impl Read {
    /// What it says of a view: made finite and within the declared range, on which the proofs of lowering rest.
    pub(crate) fn ask(&self, view: &[u64], parameter: u16) -> f64 {
        match *self {
            Read::Once { compute, within, .. } | Read::Of { compute, within, .. } => {
                HostReading::new("", compute, within).ask(view, parameter)
            }
            _ => self.raw(view, parameter),
        }
    }

    /// What it says of a view, for a terminal without parameter.
    pub fn value(&self, view: &[u64]) -> f64 {
        self.ask(view, 0)
    }

    /// What the game says of a view, whatever was declared.
    fn raw(&self, view: &[u64], parameter: u16) -> f64 {
        let cell = |cell: u16| view[usize::from(cell)];
        let count = |index: u16| f64::from(cell(index).count_ones());
        match *self {
            Read::Count { cell } => count(cell),
            Read::CountDifference { cell, minus } => count(cell) - count(minus),
            Read::Bit { cell: index, .. } => (cell(index) >> (parameter & 63) & 1) as f64,
            Read::Number { cell: index, .. } => f64::from_bits(cell(index)),
            Read::Once { compute, .. } | Read::Of { compute, .. } => compute(view, parameter),
            Read::Defined { by } => by.value(view),
        }
    }

    /// The lowest and the highest number that it may say.
    pub(crate) fn within(&self) -> (f64, f64) {
        match *self {
            Read::Count { .. } => (0.0, 64.0),
            Read::CountDifference { .. } => (-64.0, 64.0),
            Read::Bit { .. } => (0.0, 1.0),
            Read::Once { within, .. } | Read::Of { within, .. } | Read::Number { within, .. } => within,
            Read::Defined { by } => by.within,
        }
    }
}

/// A function of one number that a language brings along. It has no effect and depends on its argument alone.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name, by which it is known where programs are written out in other languages.
    pub name: &'static str,
    /// Works it out.
    pub apply: fn(f64) -> f64,
    /// What it gives for arguments between two numbers, as a lowest and a highest number.
    pub within: fn(f64, f64) -> (f64, f64),
}

/// Something that the game does when a program asks for it: acting, drawing at random, or looking something up by a number
/// that the program worked out. Unless it is pure it may change the view.
#[derive(Clone, Copy, Debug)]
pub struct Deed {
    /// Its name, by which it is known where programs are written out in other languages.
    pub name: &'static str,
    /// Does it, with the argument or with 0 if it takes none.
    pub act: fn(view: &mut [u64], argument: f64) -> f64,
    /// Whether it takes an argument.
    pub takes_one: bool,
    /// What it gives lies between these.
    pub within: (f64, f64),
    /// Whether it only looks: it changes nothing, and what it gives depends on the view and its argument alone.
    pub is_pure: bool,
}

/// What a cell kept for [`Read::Once`] holds until its number is known. No total arithmetic ever gives this pattern.
pub const UNSET: u64 = u64::MAX;

/// One function or terminal of a language.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    /// Its name in programs.
    pub name: &'static str,
    /// What it returns.
    pub returns: Type,
    /// What it does.
    pub op: Op,
    /// What it does in words, for help and documentation.
    pub meaning: &'static str,
}

impl Primitive {
    /// A primitive that returns a number.
    pub const fn float(name: &'static str, op: Op, meaning: &'static str) -> Self {
        Primitive { name, returns: Type::Float, op, meaning }
    }

    /// A primitive that returns a truth value.
    pub const fn bool(name: &'static str, op: Op, meaning: &'static str) -> Self {
        Primitive { name, returns: Type::Bool, op, meaning }
    }

    /// A terminal that serves as number or truth value.
    pub const fn query(name: &'static str, read: Read, meaning: &'static str) -> Self {
        Primitive { name, returns: Type::Query, op: Op::Read(read), meaning }
    }

    /// How many arguments it takes.
    pub fn arity(&self) -> usize {
        self.op.takes().len()
    }

    /// The primitive with its types, as help shows it: `IfTrue(Bool, Float, Float) -> Float`.
    pub fn signature(&self) -> String {
        let mut inside: Vec<String> = self.op.takes().iter().map(Type::to_string).collect();
        if let Some(domain) = self.op.domain() {
            inside.push(domain.name.to_owned());
        }
        let constant = match self.op.draw() {
            Some(Draw::Between(low, high)) => format!("[{low}..{high}]"),
            Some(Draw::OneOf(values)) => format!("{values:?}"),
            None => String::new(),
        };
        let arguments = if inside.is_empty() { String::new() } else { format!("({})", inside.join(", ")) };
        format!("{}{constant}{arguments} -> {}", self.name, self.returns)
    }
}

/// Why a language was refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanguageError {
    /// No finite program has this type.
    #[error(
        "language `{language}`: no program of type {kind} can ever be closed: it has no terminal and no function that leads to one"
    )]
    NeverCloses {
        /// The language.
        language: String,
        /// The type without an end.
        kind: Type,
    },
    /// Two primitives share a name.
    #[error("language `{language}`: `{name}` is declared twice")]
    DeclaredTwice {
        /// The language.
        language: String,
        /// The name they share.
        name: String,
    },
    /// More primitives than a node can tell apart.
    #[error("language `{language}`: {count} primitives, at most 256 are allowed")]
    TooLarge {
        /// The language.
        language: String,
        /// How many were declared.
        count: usize,
    },
    /// A domain without values, or with more than its reading can tell apart.
    #[error("language `{language}`: `{name}` ranges over {count} values, from 1 to {most} are allowed")]
    BadDomain {
        /// The language.
        language: String,
        /// The terminal.
        name: String,
        /// How many values its domain has.
        count: usize,
        /// How many it may have.
        most: usize,
    },
    /// A name or a value of a domain that the text form could not read back.
    #[error("language `{language}`: `{name}` cannot be declared: {problem}")]
    Unwritable {
        /// The language.
        language: String,
        /// The primitive.
        name: String,
        /// What is wrong with which text.
        problem: String,
    },
    /// Constants that cannot be drawn, or a number that no program can hold.
    #[error("language `{language}`: `{name}` cannot be declared: {problem}")]
    BadConstant {
        /// The language.
        language: String,
        /// The primitive.
        name: String,
        /// What is wrong with which number.
        problem: String,
    },
    /// A terminal reads or keeps its number in a cell beyond the view.
    #[error("language `{language}`: `{name}` uses cell {cell} of a view of {cells} cells")]
    NoSuchCell {
        /// The language.
        language: String,
        /// The terminal.
        name: String,
        /// The cell it uses.
        cell: u16,
        /// How many the view has.
        cells: usize,
    },
}

/// A terminal says of a view what its declaration rules out.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("language `{language}`: `{terminal}` is {number}, declared is {} to {}", within.0, within.1)]
pub struct OutOfRange {
    /// The language.
    pub language: String,
    /// The terminal, with its parameter if it has one.
    pub terminal: String,
    /// What it says.
    pub number: f64,
    /// What it may say.
    pub within: (f64, f64),
}

/// A checked set of primitives over views of one shape.
#[derive(Clone, Debug)]
pub struct Language {
    name: String,
    cells: usize,
    primitives: Vec<Primitive>,
    /// How many levels the shallowest program has that starts with each primitive.
    levels: Vec<usize>,
    hash: u64,
}

impl Language {
    /// Checks a declaration. `cells` is how many cells the game's view has. Refused if a type that any primitive
    /// expects or returns can never be closed, so that generation from an accepted language cannot fail.
    pub fn new(name: &str, cells: usize, primitives: &[Primitive]) -> Result<Self, LanguageError> {
        let language = || name.to_owned();
        if primitives.len() > 256 {
            return Err(LanguageError::TooLarge { language: language(), count: primitives.len() });
        }
        for (index, primitive) in primitives.iter().enumerate() {
            if primitives[..index].iter().any(|earlier| earlier.name == primitive.name) {
                return Err(LanguageError::DeclaredTwice {
                    language: language(),
                    name: primitive.name.to_owned(),
                });
            }
            check_text(name, primitive)?;
            check_constant(name, primitive)?;
            check_reading(name, cells, primitive)?;
        }
        let levels = shallowest(primitives);
        let open = primitives
            .iter()
            .flat_map(|primitive| primitive.op.takes().iter().copied())
            .find(|slot| shallowest_for(primitives, &levels, *slot).is_none());
        if let Some(kind) = open {
            return Err(LanguageError::NeverCloses { language: language(), kind });
        }
        let levels = levels.into_iter().map(|levels| levels.expect("every argument type closes")).collect();
        let hash = fingerprint(primitives);
        Ok(Language { name: language(), cells, primitives: primitives.to_vec(), levels, hash })
    }

    /// This language with one more primitive, which comes last.
    pub(crate) fn plus(&self, primitive: Primitive) -> Result<Self, LanguageError> {
        self.made_of(&[&self.primitives[..], &[primitive]].concat())
    }

    /// The language of this name over the same views that is made of other primitives. What changes with the code that works
    /// out terminals still does.
    pub(crate) fn made_of(&self, primitives: &[Primitive]) -> Result<Self, LanguageError> {
        let code = self.hash ^ fingerprint(&self.primitives);
        let made = Language::new(&self.name, self.cells, primitives)?;
        Ok(Language { hash: made.hash ^ code, ..made })
    }

    /// The name, unique in its game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many cells a view has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The primitives in the order of their declaration.
    pub fn primitives(&self) -> &[Primitive] {
        &self.primitives
    }

    /// The primitive that a node's opcode names.
    pub fn primitive(&self, opcode: u8) -> &Primitive {
        &self.primitives[usize::from(opcode)]
    }

    /// The opcode of the primitive called `name`.
    pub fn opcode(&self, name: &str) -> Option<u8> {
        self.primitives.iter().position(|primitive| primitive.name == name).map(|index| index as u8)
    }

    /// How many levels the shallowest program has that starts with this primitive.
    pub fn levels(&self, opcode: u8) -> usize {
        self.levels[usize::from(opcode)]
    }

    /// How many levels the shallowest program has that fits `slot`, or nothing if none does.
    pub fn levels_for(&self, slot: Type) -> Option<usize> {
        self.opcodes_for(slot).map(|opcode| self.levels(opcode)).min()
    }

    /// The primitives that may stand where `slot` is expected.
    pub fn opcodes_for(&self, slot: Type) -> impl Iterator<Item = u8> + '_ {
        self.primitives
            .iter()
            .zip(0u8..=255)
            .filter(move |(primitive, _)| primitive.returns.fits(slot))
            .map(|(_, opcode)| opcode)
    }

    /// The cells that keep numbers for a view.
    pub(crate) fn memos(&self) -> Vec<u16> {
        let memo = |primitive: &Primitive| match primitive.op {
            Op::Read(Read::Once { memo, .. }) => Some(memo),
            _ => None,
        };
        self.primitives.iter().filter_map(memo).collect()
    }

    /// Fails if a terminal says of a view what its declaration rules out. Programs are never checked like this when they
    /// run, and what they compute rests on it.
    pub fn check_view(&self, view: &[u64]) -> Result<(), OutOfRange> {
        for primitive in &self.primitives {
            let Op::Read(read) = &primitive.op else { continue };
            let (low, high) = read.within();
            let values = primitive.op.domain().map_or(&[""][..], |domain| domain.values);
            for (value, parameter) in values.iter().zip(0..) {
                let number = read.raw(view, parameter);
                if !number.is_finite() || !(low..=high).contains(&number) {
                    return Err(OutOfRange {
                        language: self.name.clone(),
                        terminal: if value.is_empty() {
                            primitive.name.to_owned()
                        } else {
                            format!("{}({value})", primitive.name)
                        },
                        number,
                        within: (low, high),
                    });
                }
            }
        }
        Ok(())
    }

    /// The same language where code from outside works its terminals out, of which `code` is a number that changes
    /// whenever the code does: programs of another build mean something else.
    pub fn computed_by(mut self, code: u64) -> Self {
        self.hash ^= code.rotate_left(32);
        self
    }

    /// The cells that a tree reads, a bit each; all of them where a view has more than 64.
    pub fn cells_read(&self, tree: &Tree) -> u64 {
        if self.cells > 64 {
            return u64::MAX;
        }
        let read = |node: &Node| match self.primitive(node.opcode).op {
            Op::Read(Read::Defined { by }) => by.language.cells_read(&by.tree),
            op => used_cells(&op).into_iter().flatten().fold(0, |all, cell| all | 1 << cell),
        };
        tree.nodes().iter().map(read).fold(0, |all, cells| all | cells)
    }

    /// A number that changes whenever a program's meaning could: names, types, ranges and values, not descriptions.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

/// The characters of names, and those that domain values may have beside them.
pub(crate) fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What a domain's values are made of.
pub(crate) fn is_value_character(c: char) -> bool {
    is_name_character(c) || c == '-'
}

fn check_text(language: &str, primitive: &Primitive) -> Result<(), LanguageError> {
    let refuse = |problem: String| {
        let (language, name) = (language.to_owned(), primitive.name.to_owned());
        Err(LanguageError::Unwritable { language, name, problem })
    };
    let name = primitive.name;
    if name.is_empty()
        || name.starts_with(|c: char| c.is_ascii_digit())
        || !name.chars().all(is_name_character)
    {
        return refuse("a name has letters, digits and `_`, and does not start with a digit".to_owned());
    }
    let mut seen = BTreeSet::new();
    for value in primitive.op.domain().map_or(&[][..], |domain| domain.values) {
        if value.is_empty() || !value.chars().all(is_value_character) {
            return refuse(format!("its value `{value}` may have letters, digits, `_` and `-` only"));
        }
        if !seen.insert(value) {
            return refuse(format!("its value `{value}` is given twice"));
        }
    }
    Ok(())
}

fn check_constant(language: &str, primitive: &Primitive) -> Result<(), LanguageError> {
    let problem = match (primitive.op, primitive.op.draw()) {
        (Op::Number(number), _) if !number.is_finite() => format!("{number} is not a finite number"),
        (_, Some(Draw::OneOf([]))) => "there is no value to choose from".to_owned(),
        (_, Some(Draw::OneOf(values))) if values.iter().any(|value| !value.is_finite()) => {
            format!("{values:?} has a value that is not a finite number")
        }
        // The width must be finite too, or no number can be drawn evenly.
        (_, Some(Draw::Between(low, high))) if low >= high || !(high - low).is_finite() => {
            format!("{low} to {high} is not a range of finite numbers from a lower to a higher one")
        }
        _ => return Ok(()),
    };
    Err(LanguageError::BadConstant {
        language: language.to_owned(),
        name: primitive.name.to_owned(),
        problem,
    })
}

fn check_reading(language: &str, cells: usize, primitive: &Primitive) -> Result<(), LanguageError> {
    if let Some(domain) = primitive.op.domain() {
        let most =
            if matches!(primitive.op, Op::Read(Read::Bit { .. })) { 64 } else { usize::from(u16::MAX) };
        let count = domain.values.len();
        if count == 0 || count > most {
            return Err(LanguageError::BadDomain {
                language: language.to_owned(),
                name: primitive.name.to_owned(),
                count,
                most,
            });
        }
    }
    match used_cells(&primitive.op).into_iter().flatten().find(|cell| usize::from(*cell) >= cells) {
        Some(cell) => Err(LanguageError::NoSuchCell {
            language: language.to_owned(),
            name: primitive.name.to_owned(),
            cell,
            cells,
        }),
        None => Ok(()),
    }
}

/// The cells that a terminal declares to read.
fn used_cells(op: &Op) -> [Option<u16>; 2] {
    match *op {
        Op::Read(
            Read::Count { cell }
            | Read::Bit { cell, .. }
            | Read::Number { cell, .. }
            | Read::Once { memo: cell, .. },
        ) => [Some(cell), None],
        Op::Read(Read::CountDifference { cell, minus }) => [Some(cell), Some(minus)],
        _ => [None, None],
    }
}

/// The fewest levels of a program that starts with each primitive; nothing where it never ends.
fn shallowest(primitives: &[Primitive]) -> Vec<Option<usize>> {
    let mut levels = vec![None; primitives.len()];
    loop {
        let mut changed = false;
        for (index, primitive) in primitives.iter().enumerate() {
            let deepest = primitive
                .op
                .takes()
                .iter()
                .map(|slot| shallowest_for(primitives, &levels, *slot))
                .try_fold(0, |deepest, levels| levels.map(|levels| deepest.max(levels)));
            let found = deepest.map(|deepest| deepest + 1);
            if found != levels[index] && found.is_some() {
                levels[index] = found;
                changed = true;
            }
        }
        if !changed {
            return levels;
        }
    }
}

fn shallowest_for(primitives: &[Primitive], levels: &[Option<usize>], slot: Type) -> Option<usize> {
    let fitting = primitives.iter().zip(levels).filter(|(primitive, _)| primitive.returns.fits(slot));
    fitting.filter_map(|(_, levels)| *levels).min()
}

/// FNV-1a over everything that decides what a program text means.
fn fingerprint(primitives: &[Primitive]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for primitive in primitives {
        add(&primitive.signature());
        add(&primitive.op.identity());
        if let Some(domain) = primitive.op.domain() {
            domain.values.iter().for_each(|value| add(value));
        }
    }
    hash
}
