//! What an experiment adds to a game's language and strikes from it, and how a champion file keeps that.

use ludevo_program::{Defined, DefinitionError};
use serde::{Deserialize, Serialize};

use super::language::GameLanguage;
use crate::champion::{ChampionError, Line, Own};

/// A terminal that an experiment defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTerminal {
    /// Its name in programs.
    pub name: String,
    /// What it is, in words.
    pub meaning: String,
    /// What it stands for: an expression of the game's language and of the terminals before it.
    pub is: String,
}

/// What an experiment changes in a language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Terminals that it defines.
    pub terminals: Vec<OwnTerminal>,
    /// Functions and terminals that it strikes.
    pub struck: Vec<String>,
}

/// The keys of a champion file.
pub(crate) const TERMINALS: &str = "terminals";
pub(crate) const WITHOUT: &str = "without";

/// What stands between two terminals of a line, and between an expression and its meaning.
const NEXT: &str = "; ";
const MEANS: &str = " -- ";

impl Knowledge {
    /// A language of a game with what is defined, and then without what is struck. Definitions may use what is struck.
    pub fn applied_to(&self, language: &GameLanguage) -> Result<GameLanguage, DefinitionError> {
        if *self == Knowledge::default() {
            return Ok(language.clone());
        }
        let defined: Vec<Defined<'_>> = self
            .terminals
            .iter()
            .map(|OwnTerminal { name, meaning, is }| Defined { name, meaning, is })
            .collect();
        language.changed(|language| language.with_terminals(&defined)?.without(&self.struck))
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
        terminals.into_iter().chain(struck).collect()
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
        Ok(Knowledge { terminals, struck })
    }
}
