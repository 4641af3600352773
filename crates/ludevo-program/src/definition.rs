//! Terminals that are defined by an expression of the language itself, so that knowledge can be added without recompiling.

use std::collections::BTreeMap;
use std::sync::Mutex;

use thiserror::Error;

use crate::interpret::Code;
use crate::language::{Language, LanguageError, Primitive, Read, Type};
use crate::lower::Lowered;
use crate::operation::Op;
use crate::text::{ParseError, parse, print};
use crate::tree::Tree;

/// What a terminal of one's own stands for. It lives as long as the process, as all names of languages do.
#[derive(Debug)]
pub struct Definition {
    /// The expression.
    pub(crate) tree: Tree,
    /// The language that it is written in: all that was declared before it.
    pub(crate) language: Language,
    /// What it gives.
    pub(crate) root: Type,
    /// What it gives lies between these.
    pub(crate) within: (f64, f64),
}

impl Definition {
    /// What it says of a view, where that need not be fast.
    pub(crate) fn value(&self, view: &[u64]) -> f64 {
        Code::new(&self.tree, &self.language, self.root).evaluate(&mut view.to_vec())
    }

    /// The expression as text.
    pub(crate) fn text(&self) -> String {
        print(&self.tree, &self.language)
    }
}

/// A terminal of one's own, as somebody writes it down.
#[derive(Clone, Copy, Debug)]
pub struct Defined<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it is, in words.
    pub meaning: &'a str,
    /// The expression.
    pub is: &'a str,
}

/// Why a language could not be changed so.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefinitionError {
    /// An expression that cannot be read.
    #[error("`{name}`, column {}: {}", error.column, error.problem)]
    Expression {
        /// The terminal.
        name: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A language that cannot be had.
    #[error(transparent)]
    Language(#[from] LanguageError),
    /// A primitive to be struck that there is not.
    #[error("`{0}` cannot be struck: the language has no such function or terminal")]
    NotThere(String),
}

impl Language {
    /// This language with more terminals, each of which may use those before it.
    pub fn with_terminals(&self, defined: &[Defined<'_>]) -> Result<Language, DefinitionError> {
        defined
            .iter()
            .try_fold(self.clone(), |language, defined| Ok(language.plus(primitive(&language, defined)?)?))
    }

    /// This language without some of its functions and terminals.
    pub fn without(&self, struck: &[String]) -> Result<Language, DefinitionError> {
        if let Some(name) = struck.iter().find(|name| self.opcode(name).is_none()) {
            return Err(DefinitionError::NotThere(name.clone()));
        }
        let kept: Vec<Primitive> = self
            .primitives()
            .iter()
            .filter(|primitive| struck.iter().all(|name| name != primitive.name))
            .copied()
            .collect();
        Ok(self.made_of(&kept)?)
    }
}

/// The primitive of a terminal of one's own over a language. Asked again for the same it is the same, so that what lives as
/// long as the process does not grow.
fn primitive(language: &Language, defined: &Defined<'_>) -> Result<Primitive, DefinitionError> {
    static KNOWN: Mutex<BTreeMap<(u64, [String; 3]), Primitive>> = Mutex::new(BTreeMap::new());
    let Defined { name, meaning, is } = *defined;
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let key = (language.hash(), [language.name(), name, is].map(str::to_owned));
    if let Some(primitive) = known.get(&key).filter(|primitive| primitive.meaning == meaning) {
        return Ok(*primitive);
    }
    // A number where it can be one: what serves as both is one.
    let (tree, root) = match parse(is, language, Type::Float) {
        Ok(tree) => (tree, Type::Float),
        Err(error) => match parse(is, language, Type::Bool) {
            Ok(tree) => (tree, Type::Bool),
            Err(_) => return Err(DefinitionError::Expression { name: name.to_owned(), error }),
        },
    };
    let within = Lowered::new(&tree, language, root).range_of_root();
    let definition = Definition { tree, language: language.clone(), root, within };
    let read = Read::Defined { by: Box::leak(Box::new(definition)) };
    let [name, meaning] = [name, meaning].map(|text| -> &'static str { String::leak(text.to_owned()) });
    let primitive = Primitive { name, returns: root, op: Op::Read(read), meaning };
    known.insert(key, primitive);
    Ok(primitive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::READABLE;
    use crate::simplify::simplify;

    fn language() -> Language {
        let own = [
            Primitive::float("Own", Op::Read(Read::Count { cell: 0 }), "own"),
            Primitive::float("Other", Op::Read(Read::Count { cell: 1 }), "other"),
        ];
        Language::new("toy", 2, &[&READABLE[..], &own].concat()).unwrap()
    }

    #[test]
    fn a_terminal_says_what_its_expression_says_wherever_programs_are_evaluated() {
        let more = [
            Defined { name: "Ahead", meaning: "ahead", is: "Minus(Own, 2*Other)" },
            Defined { name: "Leads", meaning: "leads", is: "Not(AtMost(Ahead, 0))" },
        ];
        let language = language().with_terminals(&more).unwrap();
        let text = "Plus(3*Ahead, If(Leads, 10, Own))";
        let tree = parse(text, &language, Type::Float).unwrap();
        assert_eq!(print(&tree, &language), text);
        for (own, other) in [(0b1111u64, 0b1u64), (0b1, 0b11), (0, 0)] {
            let [own_count, other_count] = [own, other].map(|cell| f64::from(cell.count_ones()));
            let ahead = own_count - 2.0 * other_count;
            let expected = 3.0 * ahead + if ahead > 0.0 { 10.0 } else { own_count };
            let code = Code::new(&tree, &language, Type::Float);
            assert_eq!(code.evaluate(&mut [own, other]), expected);
            assert_eq!(crate::Compiled::new(&code).unwrap().evaluate(&mut [own, other]), expected);
            let simplified = simplify(&tree, &language, Type::Float);
            assert_eq!(Code::new(&simplified, &language, Type::Float).evaluate(&mut [own, other]), expected);
        }
        assert_eq!(language.cells_read(&tree), 0b11);
    }

    #[test]
    fn another_expression_is_another_language() {
        let of = |is| language().with_terminals(&[Defined { name: "X", meaning: "", is }]).unwrap().hash();
        assert_ne!(of("Own"), of("Other"));
        assert_ne!(of("Own"), language().hash());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |is| language().with_terminals(&[Defined { name: "X", meaning: "", is }]).unwrap_err();
        let problem = refused("Plus(Own, AtMost(Own, Other))").to_string();
        assert!(
            problem.contains("`X`") && problem.contains("Bool") && problem.contains("Float"),
            "{problem}"
        );
        let twice = language().with_terminals(&[Defined { name: "Own", meaning: "", is: "Other" }]);
        assert!(matches!(twice, Err(DefinitionError::Language(LanguageError::DeclaredTwice { .. }))));
        assert!(language().without(&["Owm".to_owned()]).is_err());
        assert!(language().without(&["Own".to_owned()]).unwrap().opcode("Own").is_none());
    }
}
