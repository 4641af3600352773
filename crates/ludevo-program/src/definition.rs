//! Terminals that are defined by an expression of the language itself, so that knowledge can be added without recompiling.

use std::collections::BTreeMap;
use std::sync::Mutex;

use thiserror::Error;

use crate::interpret::Code;
use crate::language::{Domain, Draw, Language, LanguageError, Primitive, Read, Type};
use crate::lower::Lowered;
use crate::operation::Op;
use crate::text::{ParseError, parse, print};
use crate::tree::{Node, Tree};

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
    /// The expression; or which cell of the view it reads: `cell 3` counts its bits, `cell 3 minus cell 4` those of two
    /// against each other, and `cell 3 of square` asks whether one of them is set.
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
    /// A cell that cannot be read so.
    #[error("`{name}`: {problem}")]
    Cell {
        /// The terminal.
        name: String,
        /// What is wrong with it.
        problem: String,
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

    /// This language with constants drawn between two numbers.
    pub fn with_constants(&self, low: f64, high: f64) -> Result<Language, DefinitionError> {
        let drawn = |primitive: &Primitive| match primitive.op {
            Op::Ephemeral(_) => Primitive { op: Op::Ephemeral(Draw::Between(low, high)), ..*primitive },
            _ => *primitive,
        };
        let primitives: Vec<Primitive> = self.primitives().iter().map(drawn).collect();
        Ok(self.made_of(&primitives)?)
    }

    /// This language with other functions and constants; what only this game has stays.
    pub fn with_functions(&self, functions: &[Primitive]) -> Result<Language, DefinitionError> {
        let is_the_games = |primitive: &&Primitive| {
            matches!(primitive.op, Op::Read(_) | Op::Scope(_) | Op::Do(_) | Op::Apply(_) | Op::Call { .. })
        };
        let own: Vec<Primitive> = self.primitives().iter().filter(is_the_games).copied().collect();
        Ok(self.made_of(&[functions, &own].concat())?)
    }

    /// A program of this language in another one, with expressions in the place of terminals that are defined by them;
    /// nothing if that leaves something that the other one has not.
    pub fn inlined(&self, tree: &Tree, into: &Language) -> Option<Tree> {
        let mut whole = tree.clone();
        // From the last node on, so that the places of those before it stay.
        for index in (0..tree.len()).rev() {
            let node = tree.nodes()[index];
            let primitive = self.primitive(node.opcode);
            match primitive.op {
                Op::Read(Read::Defined { by }) => {
                    let mut nodes = by.language.inlined(&by.tree, into)?.nodes().to_vec();
                    nodes[0].factor *= node.factor;
                    whole = whole.with_subtree(index, &nodes);
                }
                _ => whole.nodes_mut()[index].opcode = into.opcode(primitive.name)?,
            }
        }
        Some(whole)
    }

    /// A program of this type without a terminal, in whose place stands a number that does not change, or what is false;
    /// nothing if the language cannot say that.
    pub fn blinded(&self, tree: &Tree, root: Type, terminal: &str, value: f64) -> Option<Tree> {
        let opcode = self.opcode(terminal)?;
        let of = |is: fn(&Op) -> bool| {
            let place = self.primitives().iter().position(|primitive| is(&primitive.op))?;
            u8::try_from(place).ok()
        };
        let number = |value: f64| {
            let drawn = of(|op| matches!(op, Op::Ephemeral(_)))?;
            Some(Node { constant: value, ..Node::plain(drawn, 1) })
        };
        let never = || -> Option<Vec<Node>> {
            if let Some(fixed) = of(|op| matches!(op, Op::Truth(false))) {
                return Some(vec![Node::plain(fixed, 1)]);
            }
            let at_most = of(|op| matches!(op, Op::LowerEqual))?;
            Some(vec![Node::plain(at_most, 3), number(1.0)?, number(0.0)?])
        };
        let mut blind = tree.clone();
        let shape = tree.shape(self, root);
        for index in (0..tree.len()).rev().filter(|index| tree.nodes()[*index].opcode == opcode) {
            let factor = tree.nodes()[index].factor;
            let nodes = match shape[index].slot {
                Type::Bool => never()?,
                _ => vec![Node { factor, ..number(value)? }],
            };
            blind = blind.with_subtree(index, &nodes);
        }
        Some(blind)
    }
}

/// What stands before the number of a cell.
const CELL: &str = "cell ";

/// What reads a cell of the view, if the text asks for that.
fn cell_read(language: &Language, is: &str) -> Result<Option<Read>, String> {
    let Some(rest) = is.trim().strip_prefix(CELL) else { return Ok(None) };
    let cell = |text: &str| -> Result<u16, String> {
        let last = language.cells().saturating_sub(1);
        let known = text.trim().parse::<u16>().ok().filter(|cell| usize::from(*cell) <= last);
        let cell = known.ok_or_else(|| format!("`{}` is no cell, they go from 0 to {last}", text.trim()))?;
        let is_number = |primitive: &&Primitive| match primitive.op {
            Op::Read(Read::Number { cell: known, .. } | Read::Once { memo: known, .. }) => known == cell,
            _ => false,
        };
        match language.primitives().iter().find(is_number) {
            Some(other) => Err(format!("cell {cell} holds the number of `{}`: use that", other.name)),
            None => Ok(cell),
        }
    };
    if let Some((one, other)) = rest.split_once(" minus ") {
        let other = other.trim();
        let minus = cell(other.strip_prefix(CELL).unwrap_or(other))?;
        return Ok(Some(Read::CountDifference { cell: cell(one)?, minus }));
    }
    let Some((one, domain)) = rest.split_once(" of ") else {
        return Ok(Some(Read::Count { cell: cell(rest)? }));
    };
    let domains: Vec<Domain> =
        language.primitives().iter().filter_map(|primitive| primitive.op.domain()).collect();
    let known = domains.iter().find(|known| known.name == domain.trim() && known.values.len() <= 64);
    let of = known.copied().ok_or_else(|| {
        let mut names: Vec<&str> = domains.iter().map(|domain| domain.name).collect();
        names.dedup();
        format!("`{}` is nothing that bits stand for; known here: {}", domain.trim(), names.join(", "))
    })?;
    Ok(Some(Read::Bit { cell: cell(one)?, of }))
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
    let of_cell = cell_read(language, is)
        .map_err(|problem| DefinitionError::Cell { name: name.to_owned(), problem })?;
    if let Some(read) = of_cell {
        let [name, meaning] = [name, meaning].map(|text| -> &'static str { String::leak(text.to_owned()) });
        let returns = if matches!(read, Read::Bit { .. }) { Type::Bool } else { Type::Float };
        let primitive = Primitive { name, returns, op: Op::Read(read), meaning };
        known.insert(key, primitive);
        return Ok(primitive);
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
    use crate::functions::{BASIC_TERMINALS, FUNCTIONS, READABLE};
    use crate::simplify::simplify;

    fn language() -> Language {
        let own = [
            Primitive::float("Own", Op::Read(Read::Count { cell: 0 }), "own"),
            Primitive::float("Other", Op::Read(Read::Count { cell: 1 }), "other"),
        ];
        Language::new("toy", 2, &[&READABLE[..], &own].concat()).unwrap()
    }

    #[test]
    fn cells_are_read_and_programs_do_without_what_was_defined() {
        let more = [
            Defined { name: "Both", meaning: "", is: "Plus(Own, 2*Other)" },
            Defined { name: "More", meaning: "", is: "cell 0 minus cell 1" },
        ];
        let base = language();
        let wide = base.with_terminals(&more).unwrap();
        let tree = parse("Minus(3*Both, Own)", &wide, Type::Float).unwrap();
        let plain = wide.inlined(&tree, &base).unwrap();
        assert_eq!(print(&plain, &base), "Minus(3*Plus(Own, 2*Other), Own)");
        let view = [0b111, 0b1];
        let value = |tree: &Tree, language: &Language| {
            Code::new(tree, language, Type::Float).evaluate(&mut view.to_vec())
        };
        assert_eq!(value(&plain, &base), value(&tree, &wide));
        let more = parse("More", &wide, Type::Float).unwrap();
        assert_eq!(value(&more, &wide), 2.0);
        assert!(wide.inlined(&more, &base).is_none());
        let blind = wide.blinded(&tree, Type::Float, "Both", 4.0).unwrap();
        assert_eq!(value(&blind, &wide), 3.0 * 4.0 - 3.0);
        for (is, problem) in [("cell 2", "0 to 1"), ("cell 0 of square", "nothing that bits stand for")] {
            let refused = base.with_terminals(&[Defined { name: "X", meaning: "", is }]).unwrap_err();
            assert!(refused.to_string().contains(problem), "{refused}");
        }
        let wider = base.with_constants(-50.0, 50.0).unwrap();
        assert_ne!(wider.hash(), base.hash());
        let published = [&FUNCTIONS[..], &BASIC_TERMINALS].concat();
        let other = base.with_functions(&published).unwrap();
        assert!(
            other.opcode("NullJ").is_some()
                && other.opcode("Own").is_some()
                && other.opcode("Times").is_none()
        );
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
