//! What an experiment adds to a game's language and strikes from it, and how a champion file keeps that.

use ludevo_evolve::settings::{RangeError, check};
use ludevo_program::functions::{BASIC_TERMINALS, FUNCTIONS, READABLE};
use ludevo_program::{Defined, DefinitionError, Language, Primitive};
use serde::{Deserialize, Serialize};

use crate::board::GameLanguage;
use crate::champion::{ChampionError, ChampionFile, Line, Own};

/// A terminal that an experiment defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTerminal {
    /// Its name in programs.
    pub name: String,
    /// What it is, in words.
    pub meaning: String,
    /// What it stands for: an expression of the game's language and of the terminals before it, or a cell of the view.
    pub is: String,
}

/// A named set of functions and constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FunctionSet {
    /// Sums, products and conditions that read well.
    #[default]
    Readable,
    /// Those of the published board games, introns included.
    Published,
}

impl FunctionSet {
    /// The sets by their names in champion files.
    const NAMES: [(&'static str, FunctionSet); 2] =
        [("readable", FunctionSet::Readable), ("published", FunctionSet::Published)];

    /// What it consists of.
    pub fn primitives(self) -> Vec<Primitive> {
        match self {
            FunctionSet::Readable => READABLE.to_vec(),
            FunctionSet::Published => [&FUNCTIONS[..], &BASIC_TERMINALS].concat(),
        }
    }
}

/// What an experiment changes in a language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knowledge {
    /// The functions in the place of the language's own.
    pub functions: Option<FunctionSet>,
    /// The range of constants in the place of the language's own: the lowest and the highest.
    pub constants: Option<Vec<f64>>,
    /// Terminals that it defines.
    pub terminals: Vec<OwnTerminal>,
    /// Functions and terminals that it strikes.
    pub struck: Vec<String>,
}

/// The keys of a champion file.
const TERMINALS: &str = "terminals";
const WITHOUT: &str = "without";
const FUNCTION_SET: &str = "functions";
const CONSTANTS: &str = "constants";

/// All keys of a champion file that say what its experiment changed in the language.
pub(crate) const KEYS: [&str; 4] = [TERMINALS, WITHOUT, FUNCTION_SET, CONSTANTS];

/// What stands between two terminals of a line, and between an expression and its meaning.
const NEXT: &str = "; ";
const MEANS: &str = " -- ";

impl Knowledge {
    /// What the experiment of a champion changed, as far as its file says.
    pub fn of(champion: &ChampionFile) -> Self {
        Knowledge::read(&champion.lines()).unwrap_or_default()
    }

    /// Whether it leaves languages as they are.
    pub fn is_nothing(&self) -> bool {
        *self == Knowledge::default()
    }

    /// Checks what no language allows.
    pub fn check(&self) -> Result<(), RangeError> {
        let Some(range) = &self.constants else { return Ok(()) };
        let is_range = matches!(range[..], [low, high] if low < high && low >= -1e15 && high <= 1e15);
        let allowed = "a lower and a higher number, at most 1e15";
        check(is_range, "program.constants", format!("{range:?}"), allowed)
    }

    /// What is wrong with it in a language of this name, at the key that says so.
    pub fn refused(&self, language: &str, error: &DefinitionError) -> RangeError {
        let (key, value) = match error {
            DefinitionError::NotThere(name) => ("program.without", name.clone()),
            DefinitionError::Expression { name, .. } | DefinitionError::Cell { name, .. } => {
                let text = self.terminals.iter().find(|terminal| terminal.name == *name);
                ("program.terminals.is", text.map_or_else(String::new, |terminal| terminal.is.clone()))
            }
            _ if self.terminals.is_empty() => ("program.functions", String::new()),
            _ => {
                let names: Vec<&str> = self.terminals.iter().map(|terminal| &terminal.name[..]).collect();
                ("program.terminals", names.join(", "))
            }
        };
        RangeError {
            key: key.to_owned(),
            value,
            allowed: format!("what the language {language} allows: {error}"),
        }
    }

    /// The same but with nothing struck, for programs that may use all there is.
    pub fn unstruck(&self) -> Self {
        Knowledge { struck: Vec::new(), ..self.clone() }
    }

    /// A language of a game with what is changed.
    pub fn applied_to(&self, language: &GameLanguage) -> Result<GameLanguage, DefinitionError> {
        language.changed(|language| self.changed(language))
    }

    /// A language with other functions and constants, with what is defined, and then without what is struck. Definitions may
    /// use what is struck.
    pub fn changed(&self, language: &Language) -> Result<Language, DefinitionError> {
        let mut changed = language.clone();
        if let Some(functions) = self.functions {
            changed = changed.with_functions(&functions.primitives())?;
        }
        if let Some([low, high]) = self.constants.as_deref() {
            changed = changed.with_constants(*low, *high)?;
        }
        let defined: Vec<Defined<'_>> = self
            .terminals
            .iter()
            .map(|OwnTerminal { name, meaning, is }| Defined { name, meaning, is })
            .collect();
        changed.with_terminals(&defined)?.without(&self.struck)
    }

    /// What it changes, in words, as (what, how).
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let mut words = Vec::new();
        if let Some(functions) = self.functions {
            let name =
                FunctionSet::NAMES.iter().find(|(_, set)| *set == functions).map_or("", |(name, _)| name);
            words.push(("functions", format!("the {name} set")));
        }
        if let Some([low, high]) = self.constants.as_deref() {
            words.push(("constants", format!("from {low} to {high}")));
        }
        for OwnTerminal { name, meaning, is } in &self.terminals {
            words.push(("terminal of its own", format!("{name} = {is}: {meaning}")));
        }
        if !self.struck.is_empty() {
            words.push(("programs do without", self.struck.join(", ")));
        }
        words
    }

    /// A number that changes whenever it does; 0 if it leaves languages as they are (FNV-1a).
    pub(crate) fn hash(&self) -> u64 {
        if self.is_nothing() {
            return 0;
        }
        let text = format!("{:?}{:?}{:?}{:?}", self.functions, self.constants, self.terminals, self.struck);
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    /// The lines of a champion file that keep it.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let one = |terminal: &OwnTerminal| {
            // The text of a line ends with it, and a meaning with what separates terminals.
            let plain = |text: &str| text.replace(['\n', '\r'], " ").replace(NEXT.trim(), ",");
            format!("{} = {}{MEANS}{}", terminal.name, plain(&terminal.is), plain(&terminal.meaning))
        };
        let terminals: Vec<String> = self.terminals.iter().map(one).collect();
        let terminals = (!terminals.is_empty()).then(|| Line::new(TERMINALS, terminals.join(NEXT)));
        let struck = (!self.struck.is_empty()).then(|| Line::new(WITHOUT, self.struck.join(", ")));
        let name = |set: FunctionSet| FunctionSet::NAMES.iter().find(|(_, known)| *known == set);
        let functions = self.functions.and_then(name).map(|(name, _)| Line::new(FUNCTION_SET, name));
        let constants = self.constants.as_ref().map(|range| {
            let range: Vec<String> = range.iter().map(f64::to_string).collect();
            Line::new(CONSTANTS, range.join(" "))
        });
        terminals.into_iter().chain(struck).chain(functions).chain(constants).collect()
    }

    /// Reads the lines that [`lines`](Self::lines) makes.
    pub(crate) fn read(own: &Own<'_>) -> Result<Self, ChampionError> {
        let one = |text: &str| {
            let (name, rest) = text.split_once(" = ")?;
            let (is, meaning) = rest.split_once(MEANS).unwrap_or((rest, ""));
            let [name, is, meaning] = [name, is, meaning].map(|part| part.trim().to_owned());
            Some(OwnTerminal { name, meaning, is })
        };
        let terminals = match own.get(TERMINALS) {
            None => Vec::new(),
            Some(text) => {
                let all: Option<Vec<OwnTerminal>> = text.split(NEXT).map(one).collect();
                all.ok_or_else(|| own.refused(TERMINALS, "`NAME = EXPRESSION -- MEANING`, separated by `;`"))?
            }
        };
        let struck = own
            .get(WITHOUT)
            .map_or_else(Vec::new, |text| text.split(',').map(|name| name.trim().to_owned()).collect());
        let functions = own.get(FUNCTION_SET).map(|name| {
            let set = FunctionSet::NAMES.iter().find(|(known, _)| *known == name).map(|(_, set)| *set);
            set.ok_or_else(|| own.refused(FUNCTION_SET, "`readable` or `published`"))
        });
        let constants = own.get(CONSTANTS).map(|text| {
            let range: Option<Vec<f64>> = text.split_whitespace().map(|number| number.parse().ok()).collect();
            range.filter(|range| range.len() == 2).ok_or_else(|| own.refused(CONSTANTS, "two numbers"))
        });
        Ok(Knowledge {
            functions: functions.transpose()?,
            constants: constants.transpose()?,
            terminals,
            struck,
        })
    }
}
