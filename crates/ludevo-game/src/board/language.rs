//! The languages of a game as experiments and champion files name them.

use std::sync::Arc;

use ludevo_program::Language;

/// A language of a game. Where several trees judge, each may have words of its own.
#[derive(Clone, Debug)]
pub struct GameLanguage {
    /// Its name in experiments and champion files.
    pub name: String,
    /// The language of each judge; the last one is that of all further ones.
    judges: Vec<Arc<Language>>,
}

impl GameLanguage {
    /// One language for all trees.
    pub fn one(language: Language) -> Self {
        GameLanguage { name: language.name().to_owned(), judges: vec![Arc::new(language)] }
    }

    /// A language for each judge, known together by a name.
    pub fn of_judges(name: &str, judges: Vec<Arc<Language>>) -> Self {
        GameLanguage { name: name.to_owned(), judges }
    }

    /// The same with the language of every judge changed.
    pub(crate) fn changed<E>(&self, change: impl Fn(&Language) -> Result<Language, E>) -> Result<Self, E> {
        let judges = self.judges.iter().map(|language| change(language).map(Arc::new));
        Ok(GameLanguage { name: self.name.clone(), judges: judges.collect::<Result<_, E>>()? })
    }

    /// The language of a judge.
    pub fn of_judge(&self, judge: usize) -> &Arc<Language> {
        &self.judges[judge.min(self.judges.len() - 1)]
    }

    /// A number that changes when programs written before may mean something else.
    pub fn hash(&self) -> u64 {
        (0..).zip(&self.judges).fold(0, |hash, (turns, language)| hash ^ language.hash().rotate_left(turns))
    }

    /// The cells of a view.
    pub fn cells(&self) -> usize {
        self.judges.iter().map(|language| language.cells()).max().unwrap_or(0)
    }
}
