//! A game of the user's own, loaded: its module, its manifest, and what both say together.

use std::sync::OnceLock;

use ludevo_game::board::{GameLanguage, JudgeNames, Layout, ONE_JUDGE};
use ludevo_game::game::Facts;
use ludevo_game::puzzle::ProblemSet;
use ludevo_program::{Domain, Draw, Language, LanguageError, Op, Primitive, Read};
use wasmtime::Module;

use crate::guest::{Fault, Guest, ask, compile};
use crate::manifest::{Manifest, ManifestError, Reading, SQUARE};
use crate::puzzle;

/// The name of a game's one language.
pub(crate) const LANGUAGE: &str = "own";
/// The name of the program by hand, or the fitted one.
pub(crate) const GUIDE: &str = "guide";
/// The most levels a guide may have.
const DEEPEST_GUIDE: usize = 1000;

/// Why a game cannot be loaded.
pub(crate) enum LoadError {
    /// What its module does, in words.
    Module(String),
    /// What its manifest says.
    Manifest(ManifestError),
}

impl From<ManifestError> for LoadError {
    fn from(error: ManifestError) -> Self {
        LoadError::Manifest(error)
    }
}

/// A game with everything that is fixed about it. It lives as long as the process.
pub(crate) struct Loaded {
    /// Which of the games of this process.
    pub(crate) number: usize,
    /// What its author states.
    pub(crate) manifest: Manifest,
    /// What is fixed about it, for everybody.
    pub(crate) facts: &'static Facts,
    /// What programs are made of.
    pub(crate) language: GameLanguage,
    /// The trees that judge.
    pub(crate) judges: JudgeNames,
    /// The cells that hold numbers, with the terminal and its range.
    pub(crate) numbers: Vec<(usize, &'static str, (f64, f64))>,
    /// Names of the places of its board.
    pub(crate) places: Vec<String>,
    /// Whether it says how promising positions are.
    pub(crate) promises: bool,
    /// Whether it draws positions itself.
    pub(crate) draws: bool,
    /// The sets of its problems, if it is a puzzle and somebody asked.
    pub(crate) sets: OnceLock<Vec<ProblemSet>>,
    module: Module,
    /// What went wrong first, once something did.
    failed: OnceLock<String>,
}

impl Loaded {
    /// A game from the bytes of its module and the text of its manifest.
    pub(crate) fn new(number: usize, bytes: &[u8], manifest: Manifest) -> Result<Self, LoadError> {
        let module = compile(bytes).map_err(LoadError::Module)?;
        let guest = Guest::new(&module, &manifest).map_err(|fault| LoadError::Module(fault.to_string()))?;
        let language = language(&manifest)?.computed_by(code_hash(bytes));
        let judges = judges(&manifest);
        let leak = |text: &str| -> &'static str { String::leak(text.to_owned()) };
        let guide =
            if manifest.guide.is_some() { "the game's own guide" } else { "a guide fitted to random games" };
        let opponents: Vec<(&'static str, &'static str)> = if manifest.puzzle.is_some() {
            puzzle::SOLVERS[..if manifest.guide.is_some() { 3 } else { 1 }].to_vec()
        } else {
            vec![
                ("abN", String::leak(format!("alpha-beta of depth N by {guide}"))),
                (GUIDE, String::leak(format!("{guide}; option depth (1)"))),
            ]
        };
        let kind = match (&manifest.kind, manifest.puzzle.is_some(), manifest.chance) {
            (Some(kind), ..) => kind,
            (None, true, _) => "puzzle for one, brought along",
            (None, false, true) => "game for two with chance, brought along",
            (None, false, false) => "game for two, brought along",
        };
        let facts = Box::leak(Box::new(Facts {
            name: leak(&manifest.name),
            title: leak(&manifest.title),
            kind: leak(kind),
            summary: leak(&manifest.summary),
            opponents: opponents.leak(),
        }));
        let ranged = |primitive: &Primitive| match primitive.op {
            Op::Read(Read::Number { cell, within }) => Some((usize::from(cell), primitive.name, within)),
            _ => None,
        };
        let numbers = language.primitives().iter().filter_map(ranged).collect();
        let places = place_names(&manifest);
        let loaded = Loaded {
            number,
            facts,
            language: GameLanguage::one(language),
            judges,
            numbers,
            places,
            promises: guest.promises(),
            draws: guest.draws(),
            manifest,
            sets: OnceLock::new(),
            module,
            failed: OnceLock::new(),
        };
        loaded.check_guide()?;
        Ok(loaded)
    }

    /// A module that nobody has asked anything yet.
    pub(crate) fn fresh(&self) -> Result<Guest, Fault> {
        Guest::new(&self.module, &self.manifest)
    }

    /// Asks this thread's instance.
    #[inline]
    pub(crate) fn ask<R>(&self, question: impl FnOnce(&mut Guest) -> Result<R, Fault>) -> Result<R, Fault> {
        ask(self.number, || self.fresh(), question)
    }

    /// The same where there is no way to say that it failed: that is kept, and the answer is `instead`.
    #[inline]
    pub(crate) fn ask_or<R>(
        &self,
        instead: R,
        state: &[u8],
        question: impl FnOnce(&mut Guest) -> Result<R, Fault>,
    ) -> R {
        self.ask(question).unwrap_or_else(|fault| {
            self.fail(fault.within(state));
            instead
        })
    }

    /// Keeps what went wrong, if nothing did before.
    #[cold]
    pub(crate) fn fail(&self, fault: Fault) {
        self.failed.get_or_init(|| format!("{}: {fault}", self.manifest.name));
    }

    /// What went wrong first.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failed.get().map(String::as_str)
    }

    /// Fills a view as far as it is wanted; a number out of its range counts as its end and is a failure.
    #[inline]
    pub(crate) fn fill(&self, state: &[u8], wanted: u64, view: &mut [u64]) {
        let filled = self.ask(|guest| guest.view(state, wanted, view));
        let checked = filled.and_then(|()| self.check_numbers(wanted, view));
        if let Err(fault) = checked {
            self.fail(fault.within(state));
        }
    }

    #[inline]
    fn check_numbers(&self, wanted: u64, view: &mut [u64]) -> Result<(), Fault> {
        let mut checked = Ok(());
        for &(cell, name, (low, high)) in &self.numbers {
            let number = f64::from_bits(view[cell]);
            if wanted >> cell & 1 == 1 && !(low..=high).contains(&number) {
                // Programs rest on the range, whatever the module says.
                view[cell] = if number > high { high } else { low }.to_bits();
                let problem = format!(" gives {number} for `{name}`, declared is {low} to {high}");
                checked = Err(Fault::new("view()", problem));
            }
        }
        checked
    }

    fn check_guide(&self) -> Result<(), ManifestError> {
        let Some(guide) = &self.manifest.guide else { return Ok(()) };
        let architecture = Layout::PLAIN.architecture(self.judges, &self.language, DEEPEST_GUIDE);
        let text = match self.judges {
            [(name, _)] => format!("tree {name}\n{}\n", guide.program),
            _ => guide.program.clone(),
        };
        match architecture.parse(&text, 1) {
            Ok(_) => Ok(()),
            Err(error) => {
                // One tree has its name in a line before it; a text of several lines says which.
                let line = error.line.saturating_sub(usize::from(self.judges.len() == 1)).max(1);
                let line =
                    if guide.program.contains('\n') { format!(", line {line}") } else { String::new() };
                let problem = format!("`guide.program`{line}, column {}: {}", error.column, error.problem);
                Err(self.manifest.wrong(&["guide", "program"], problem))
            }
        }
    }
}

/// The trees that judge, as the manifest names them.
fn judges(manifest: &Manifest) -> JudgeNames {
    let Some(trees) = &manifest.trees else { return ONE_JUDGE };
    let leak = |text: &String| -> &'static str { String::leak(text.clone()) };
    let names: Vec<(&'static str, &'static str)> =
        trees.names.iter().map(|(name, judges)| (leak(name), leak(judges))).collect();
    names.leak()
}

fn place_names(manifest: &Manifest) -> Vec<String> {
    let board = manifest.board.as_ref();
    board.map_or_else(Vec::new, |board| {
        (0..board.place_count()).map(|place| board.place_name(place)).collect()
    })
}

/// The language that a manifest states. Its names live as long as the process, as those of built-in games do.
fn language(manifest: &Manifest) -> Result<Language, ManifestError> {
    let mut primitives: Vec<Primitive> = manifest.functions.primitives();
    if let Some([low, high]) = manifest.constants.as_deref() {
        for primitive in &mut primitives {
            if let Op::Ephemeral(draw) = &mut primitive.op {
                *draw = Draw::Between(*low, *high);
            }
        }
    }
    let leak = |text: &str| -> &'static str { String::leak(text.to_owned()) };
    let domain = |name: &str| {
        let values = match manifest.domains.get(name) {
            Some(values) => values.clone(),
            None if name == SQUARE => place_names(manifest),
            None => Vec::new(),
        };
        let values: Vec<&'static str> = values.iter().map(|value| leak(value)).collect();
        Domain { name: leak(name), values: values.leak() }
    };
    for terminal in &manifest.terminals {
        let (name, meaning) = (leak(&terminal.name), leak(&terminal.meaning));
        let cell = terminal.cell;
        let read = match (terminal.read, terminal.minus, terminal.within.as_deref(), &terminal.of) {
            (Reading::Difference, Some(minus), ..) => Read::CountDifference { cell, minus },
            (Reading::Number, _, Some([low, high]), _) => Read::Number { cell, within: (*low, *high) },
            (Reading::Bit, _, _, Some(of)) => Read::Bit { cell, of: domain(of) },
            _ => Read::Count { cell },
        };
        let is_bit = matches!(read, Read::Bit { .. });
        let of = if is_bit { Primitive::bool } else { Primitive::float };
        primitives.push(of(name, Op::Read(read), meaning));
    }
    Language::new(LANGUAGE, manifest.cells, &primitives).map_err(|error| {
        let at = |name: &str| {
            // The last of two with one name is the one that is new.
            let place = manifest.terminals.iter().rposition(|terminal| terminal.name == *name)?;
            Some((place.to_string(), manifest.terminals[place].of.as_deref()))
        };
        let (place, key) = match &error {
            LanguageError::DeclaredTwice { name, .. } | LanguageError::Unwritable { name, .. } => {
                (at(name), "name")
            }
            LanguageError::BadDomain { name, .. } => (at(name), "of"),
            _ => (None, ""),
        };
        match place {
            Some((_, Some(domain))) if key == "of" && manifest.domains.contains_key(domain) => {
                manifest.wrong(&["domains", domain], error.to_string())
            }
            Some((place, _)) => manifest.wrong(&["terminal", &place, key], error.to_string()),
            None => manifest.wrong(&["terminal"], error.to_string()),
        }
    })
}

/// A number that changes whenever what a module computes could: all its sections but those that only describe it.
pub fn code_hash(bytes: &[u8]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    let mut rest = bytes.get(8..).unwrap_or_default();
    while let Some((&id, after)) = rest.split_first() {
        let Some((size, after)) = leb128(after) else { break };
        let (section, next) = after.split_at(size.min(after.len()));
        if id != 0 {
            hasher.update(&[id]).update(section);
        }
        rest = next;
    }
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// The text of a custom section, if a module has one of this name.
pub(crate) fn custom_section<'a>(bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let mut rest = bytes.get(8..)?;
    while let Some((&id, after)) = rest.split_first() {
        let (size, after) = leb128(after)?;
        let (section, next) = after.split_at_checked(size)?;
        if id == 0 {
            let (length, text) = leb128(section)?;
            let (own, content) = text.split_at_checked(length)?;
            if own == name.as_bytes() {
                return Some(content);
            }
        }
        rest = next;
    }
    None
}

/// A number as WebAssembly writes it, and what follows.
fn leb128(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut number = 0u64;
    for (place, byte) in bytes.iter().take(5).enumerate() {
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some((usize::try_from(number).ok()?, &bytes[place + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{code_hash, custom_section};

    const CODE: [u8; 6] = [10, 4, 1, 2, 0, 0x0b];
    const NAMES: [u8; 8] = [0, 6, 4, b'n', b'a', b'm', b'e', 7];

    fn module(sections: &[&[u8]]) -> Vec<u8> {
        [b"\0asm\x01\0\0\0", &sections.concat()[..]].concat()
    }

    #[test]
    fn what_programs_compute_changes_the_hash_and_what_describes_it_does_not() {
        let plain = code_hash(&module(&[&CODE]));
        assert_eq!(code_hash(&module(&[&NAMES, &CODE])), plain);
        assert_eq!(code_hash(&module(&[&CODE, &NAMES])), plain);
        let mut other = CODE;
        other[4] = 1;
        assert_ne!(code_hash(&module(&[&other])), plain);
        assert_ne!(code_hash(&module(&[&CODE, &[11, 1, 0]])), plain, "data is no description");
    }

    #[test]
    fn a_section_is_found_by_its_name_wherever_it_stands() {
        assert_eq!(custom_section(&module(&[&CODE, &NAMES]), "name"), Some(&[7][..]));
        assert_eq!(custom_section(&module(&[&CODE, &NAMES]), "ludevo"), None);
        // Sections that claim to be longer than the file.
        assert_eq!(custom_section(&module(&[&[0, 0xff, 0xff, 3]]), "name"), None);
        code_hash(&module(&[&[10, 0xff, 0xff, 0xff, 0xff, 0xff]]));
    }
}
