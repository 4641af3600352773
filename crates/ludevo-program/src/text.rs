//! Programs as text: printing, and parsing with errors that say where.
//!
//! `IfTrue(IsFriendlyPiece(a1), 1.25*Plus(Mobility, 3.4), MultERC[2](CornerCount))`: a function with its arguments,
//! a parameterised terminal with its value, a node's factor before it with `*`, a function's own constant in square
//! brackets, and an ephemeral constant as a bare number. `#` starts a comment. Printing and parsing round-trip exactly.

use std::fmt::Write;

use thiserror::Error;

use crate::language::{Language, Primitive, Type, is_name_character, is_value_character};
use crate::operation::Op;
use crate::tree::{Node, Tree, arguments};

/// What is wrong with a program's text, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}, column {column}: {problem}")]
pub struct ParseError {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What was found and what is allowed.
    pub problem: String,
}

/// The tree on one line.
pub fn print(tree: &Tree, language: &Language) -> String {
    let mut text = String::new();
    print_flat(tree.nodes(), language, &mut text);
    text
}

/// The tree over as many lines as it takes to stay within `width` where that can be had.
pub fn print_wrapped(tree: &Tree, language: &Language, width: usize) -> String {
    let mut text = String::new();
    print_indented(tree.nodes(), language, width, 0, &mut text);
    text
}

fn print_flat(nodes: &[Node], language: &Language, out: &mut String) {
    print_head(&nodes[0], language, out);
    let arity = language.primitive(nodes[0].opcode).arity();
    if arity > 0 {
        for (position, argument) in arguments(nodes, 0, arity).enumerate() {
            out.push_str(if position == 0 { "(" } else { ", " });
            print_flat(&nodes[argument..], language, out);
        }
        out.push(')');
    }
}

fn print_indented(nodes: &[Node], language: &Language, width: usize, indent: usize, out: &mut String) {
    let mut flat = String::new();
    print_flat(nodes, language, &mut flat);
    let arity = language.primitive(nodes[0].opcode).arity();
    if arity == 0 || indent + flat.chars().count() <= width {
        out.push_str(&flat);
        return;
    }
    print_head(&nodes[0], language, out);
    for (position, argument) in arguments(nodes, 0, arity).enumerate() {
        out.push_str(if position == 0 { "(\n" } else { ",\n" });
        out.extend(std::iter::repeat_n(' ', indent + 2));
        print_indented(&nodes[argument..], language, width, indent + 2, out);
    }
    out.push(')');
}

/// A node without its arguments, as a picture of the tree shows it.
pub fn label(node: &Node, language: &Language) -> String {
    let mut text = String::new();
    print_head(node, language, &mut text);
    text
}

/// Prints a node without its arguments.
pub(crate) fn print_head(node: &Node, language: &Language, out: &mut String) {
    let primitive = language.primitive(node.opcode);
    if node.factor != 1.0 {
        let _ = write!(out, "{}*", node.factor);
    }
    match primitive.op {
        Op::Ephemeral(_) if bare_number(language) == Some(node.opcode) => {
            let _ = write!(out, "{}", node.constant);
        }
        _ => {
            out.push_str(primitive.name);
            if primitive.op.draw().is_some() {
                let _ = write!(out, "[{}]", node.constant);
            }
            if let Some(domain) = primitive.op.domain() {
                let _ = write!(out, "({})", domain.values[usize::from(node.parameter)]);
            }
        }
    }
}

/// The ephemeral constant that a bare number stands for: the first of the language.
fn bare_number(language: &Language) -> Option<u8> {
    let is_ephemeral = |primitive: &Primitive| matches!(primitive.op, Op::Ephemeral(_));
    language.primitives().iter().position(is_ephemeral).map(|index| index as u8)
}

/// The tree of a text, whose root must be of type `root`.
pub fn parse(text: &str, language: &Language, root: Type) -> Result<Tree, ParseError> {
    parse_from(text, 1, language, root)
}

/// Like [`parse`], for a text that starts at a later line of its file.
pub fn parse_from(
    text: &str,
    first_line: usize,
    language: &Language,
    root: Type,
) -> Result<Tree, ParseError> {
    let mut parser = Parser { text, position: 0, first_line, language, nodes: Vec::new(), depth: 0 };
    parser.expression(root)?;
    parser.skip_blank();
    if parser.position < text.len() {
        return Err(parser.error(format!("the program is complete, but `{}` follows", parser.excerpt())));
    }
    Ok(Tree::from_nodes(parser.nodes))
}

/// Deeper texts are refused rather than risked on the stack.
const DEEPEST_TEXT: usize = 1000;

struct Parser<'a> {
    text: &'a str,
    position: usize,
    first_line: usize,
    language: &'a Language,
    nodes: Vec<Node>,
    depth: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    fn error_at(&self, position: usize, problem: String) -> ParseError {
        let before = &self.text[..position];
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        ParseError { line: line + self.first_line, column, problem }
    }

    fn error(&self, problem: String) -> ParseError {
        self.error_at(self.position, problem)
    }

    fn excerpt(&self) -> String {
        let word: String =
            self.rest().chars().take_while(|c| c.is_alphanumeric() || "_.".contains(*c)).take(24).collect();
        match (word.is_empty(), self.rest().chars().next()) {
            (false, _) => word,
            (true, Some(c)) => c.to_string(),
            (true, None) => "the end of the text".to_owned(),
        }
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let comment = if rest[blank..].starts_with('#') {
                rest[blank..].find('\n').unwrap_or(rest.len() - blank)
            } else {
                0
            };
            self.position += blank + comment;
            if comment == 0 {
                return;
            }
        }
    }

    fn take(&mut self, c: char) -> bool {
        self.skip_blank();
        let found = self.rest().starts_with(c);
        self.position += if found { c.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, c: char, of: &str) -> Result<(), ParseError> {
        if self.take(c) {
            return Ok(());
        }
        Err(self.error(format!("expected `{c}` {of}, found `{}`", self.excerpt())))
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &str {
        let rest = &self.text[self.position..];
        let end = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.position += end;
        &rest[..end]
    }

    fn number(&mut self) -> Result<Option<f64>, ParseError> {
        self.skip_blank();
        let start = self.position;
        if !self.rest().starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            return Ok(None);
        }
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let in_number = |at: usize| {
            let c = bytes[at];
            c.is_ascii_digit()
                || c == b'.'
                || matches!(c, b'e' | b'E') && at > 0
                || matches!(c, b'+' | b'-') && (at == 0 || matches!(bytes[at - 1], b'e' | b'E'))
        };
        let end = (0..bytes.len()).find(|at| !in_number(*at)).unwrap_or(bytes.len());
        let written = &rest[..end];
        match written.parse::<f64>() {
            Ok(value) if value.is_finite() => {
                self.position += end;
                Ok(Some(value))
            }
            _ => Err(self.error_at(start, format!("`{written}` is not a finite number"))),
        }
    }

    fn expression(&mut self, slot: Type) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST_TEXT {
            return Err(self.error(format!("nested more than {DEEPEST_TEXT} deep")));
        }
        self.skip_blank();
        let start = self.position;
        let mut factor = 1.0;
        if let Some(number) = self.number()? {
            if !self.take('*') {
                self.depth -= 1;
                return self.bare(start, slot, factor, number);
            }
            factor = number;
        }
        self.skip_blank();
        let node_start = self.position;
        if let Some(number) = self.number()? {
            self.depth -= 1;
            return self.bare(node_start, slot, factor, number);
        }
        let name = self.take_while(is_name_character).to_owned();
        if name.is_empty() {
            return Err(self.error(format!("expected a number or a name, found `{}`", self.excerpt())));
        }
        let Some(opcode) = self.language.opcode(&name) else {
            return Err(self.error_at(node_start, self.unknown(&name)));
        };
        let primitive = *self.language.primitive(opcode);
        self.check_type(node_start, &primitive, slot, factor)?;
        let index = self.nodes.len();
        let constant = if primitive.op.draw().is_some() {
            self.expect('[', &format!("and a number after {name}"))?;
            let number = self.number()?;
            let number =
                number.ok_or_else(|| self.error(format!("expected a number, found `{}`", self.excerpt())))?;
            self.expect(']', &format!("after the constant of {name}"))?;
            number
        } else {
            0.0
        };
        let parameter = self.parameter(&primitive)?;
        self.nodes.push(Node { opcode, parameter, size: 1, constant, factor });
        let takes = primitive.op.takes();
        for (position, argument) in takes.iter().enumerate() {
            let place = format!("argument {} of {} of {name}", position + 1, takes.len());
            self.expect(if position == 0 { '(' } else { ',' }, &format!("before {place}"))?;
            self.expression(*argument)?;
        }
        if !takes.is_empty() {
            self.expect(')', &format!("after the last argument of {name}"))?;
        }
        self.nodes[index].size = (self.nodes.len() - index) as u32;
        self.depth -= 1;
        Ok(())
    }

    fn bare(&mut self, start: usize, slot: Type, factor: f64, constant: f64) -> Result<(), ParseError> {
        let Some(opcode) = bare_number(self.language) else {
            return Err(self.error_at(start, format!("language {} has no constants", self.language.name())));
        };
        let primitive = *self.language.primitive(opcode);
        self.check_type(start, &primitive, slot, factor)?;
        self.nodes.push(Node { constant, factor, ..Node::plain(opcode, 1) });
        Ok(())
    }

    fn check_type(
        &self,
        start: usize,
        primitive: &Primitive,
        slot: Type,
        factor: f64,
    ) -> Result<(), ParseError> {
        if !primitive.returns.fits(slot) {
            let problem =
                format!("{} returns {}, but {slot} is expected here", primitive.name, primitive.returns);
            return Err(self.error_at(start, problem));
        }
        if factor != 1.0 && !primitive.returns.is_numeric() {
            return Err(
                self.error_at(start, format!("{} returns Bool and cannot have a factor", primitive.name))
            );
        }
        Ok(())
    }

    fn parameter(&mut self, primitive: &Primitive) -> Result<u16, ParseError> {
        let Some(domain) = primitive.op.domain() else { return Ok(0) };
        let name = primitive.name;
        self.expect('(', &format!("and a {} after {name}", domain.name))?;
        self.skip_blank();
        let start = self.position;
        let written = self.take_while(is_value_character).to_owned();
        let Some(index) = domain.values.iter().position(|value| *value == written) else {
            let values = domain.values;
            let range = format!("`{}` to `{}`", values[0], values[values.len() - 1]);
            self.position = start;
            let found = if written.is_empty() { self.excerpt() } else { written };
            return Err(self.error(format!("`{found}` is not a {}: {range}", domain.name)));
        };
        self.expect(')', &format!("after the {} of {name}", domain.name))?;
        Ok(index as u16)
    }

    fn unknown(&self, name: &str) -> String {
        let language = self.language;
        let nearest = Nearest::to(name, language.primitives().iter().map(|primitive| primitive.name));
        format!("`{name}` is not in language {}{nearest}", language.name())
    }
}

/// The name that somebody may have meant who mistyped one. Displayed it is the end of a sentence, `; the nearest is ..`, and
/// nothing where no name is near.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nearest(Option<String>);

/// How alike two names are at least of which one may be meant for the other, by the measure of Jaro and Winkler.
const ALIKE: f64 = 0.8;

impl Nearest {
    /// The name that looks most like this one.
    pub fn to<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let lower = name.to_lowercase();
        let likeness =
            |candidate: &'a str| (strsim::jaro_winkler(&lower, &candidate.to_lowercase()), candidate);
        let near = known.into_iter().map(likeness).filter(|(likeness, _)| *likeness >= ALIKE);
        Nearest(near.max_by(|one, two| one.0.total_cmp(&two.0)).map(|(_, name)| name.to_owned()))
    }

    /// The same name in other words, such as with the keys that lead to it.
    pub fn said(self, words: impl FnOnce(&str) -> String) -> Self {
        Nearest(self.0.as_deref().map(words))
    }

    /// The name.
    pub fn name(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl std::fmt::Display for Nearest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(name) => write!(f, "; the nearest is `{name}`"),
            None => Ok(()),
        }
    }
}
