//! Phrases as text: infix, with as few parentheses as leave no doubt, broken into lines where they are too long.

use crate::language::{Language, Read, Type};
use crate::operation::Op;
use crate::reading::phrase::{Order, Phrase};
use crate::simplify::form::{Question, Terminal};

/// How tightly a phrase holds together; parts that hold less tightly than their place needs are parenthesised.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    If,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Atom,
}

/// How phrases of one language are written.
pub(super) struct Layout<'a> {
    pub(super) language: &'a Language,
    pub(super) width: usize,
}

impl Layout<'_> {
    pub(super) fn text(&self, phrase: &Phrase) -> String {
        let mut out = String::new();
        self.write(phrase, Bond::If, 0, &mut out);
        out
    }

    fn bond(&self, phrase: &Phrase) -> Bond {
        match phrase {
            Phrase::If(_) => Bond::If,
            Phrase::Any(_) => Bond::Or,
            Phrase::All(_) => Bond::And,
            Phrase::Not(_) => Bond::Not,
            Phrase::Compare(..) => Bond::Compare,
            Phrase::Question(question) if !self.is_bare(question) => Bond::Compare,
            Phrase::Sum(_) => Bond::Sum,
            Phrase::Product(_) => Bond::Product,
            Phrase::Number(value) if *value < 0.0 => Bond::Product,
            Phrase::Number(_) | Phrase::Terminal(_) | Phrase::Truth(_) | Phrase::Question(_) => Bond::Atom,
        }
    }

    /// Whether a question reads well without `!= 0`: the terminal is a truth value or a single bit.
    fn is_bare(&self, question: &Question) -> bool {
        let primitive = self.language.primitive(question.terminal.opcode);
        let is_bit = matches!(primitive.op, Op::Read(Read::Bit { .. }));
        question.factor.get() == 1.0 && (is_bit || primitive.returns == Type::Bool)
    }

    /// Writes a phrase that starts at `column`, on one line if it fits.
    fn write(&self, phrase: &Phrase, needed: Bond, column: usize, out: &mut String) {
        let mut flat = String::new();
        self.write_within(phrase, needed, column, false, &mut flat);
        if column + flat.chars().count() <= self.width {
            out.push_str(&flat);
        } else {
            self.write_within(phrase, needed, column, true, out);
        }
    }

    fn write_within(&self, phrase: &Phrase, needed: Bond, column: usize, broken: bool, out: &mut String) {
        if self.bond(phrase) < needed {
            out.push('(');
            self.write_body(phrase, column + 1, broken, out);
            out.push(')');
        } else {
            self.write_body(phrase, column, broken, out);
        }
    }

    fn write_part(&self, phrase: &Phrase, needed: Bond, column: usize, broken: bool, out: &mut String) {
        if broken {
            self.write(phrase, needed, column, out);
        } else {
            self.write_within(phrase, needed, column, false, out);
        }
    }

    fn write_body(&self, phrase: &Phrase, column: usize, broken: bool, out: &mut String) {
        match phrase {
            Phrase::Number(value) => out.push_str(&number(*value)),
            Phrase::Truth(value) => out.push_str(if *value { "true" } else { "false" }),
            Phrase::Terminal(terminal) => self.write_terminal(*terminal, out),
            Phrase::Question(question) => self.write_question(question, out),
            Phrase::Sum(terms) => {
                for (position, (negative, term)) in terms.iter().enumerate() {
                    let (sign, needed) = match (position, negative) {
                        (0, false) => ("", Bond::Sum),
                        (0, true) => ("-", Bond::Product),
                        (_, false) => ("+ ", Bond::Product),
                        (_, true) => ("- ", Bond::Product),
                    };
                    if position > 0 {
                        separate(column, broken, out);
                    }
                    out.push_str(sign);
                    self.write_part(term, needed, column + sign.len(), broken, out);
                }
            }
            Phrase::Product(factors) => {
                for (position, factor) in factors.iter().enumerate() {
                    let needed = if position == 0 { Bond::Product } else { Bond::Atom };
                    if position > 0 {
                        out.push('*');
                    }
                    self.write_part(factor, needed, current_column(out), broken, out);
                }
            }
            Phrase::If(parts) => self.write_if(parts, column, broken, out),
            Phrase::Not(inner) => {
                out.push_str("not ");
                self.write_part(inner, Bond::Not, column + 4, broken, out);
            }
            Phrase::All(parts) => self.write_chain(parts, "and ", Bond::Not, column, broken, out),
            Phrase::Any(parts) => self.write_chain(parts, "or ", Bond::And, column, broken, out),
            Phrase::Compare(order, sides) => {
                let sign = match order {
                    Order::LowerEqual => "<= ",
                    Order::GreaterEqual => ">= ",
                    Order::Lower => "< ",
                    Order::Greater => "> ",
                };
                self.write_part(&sides[0], Bond::Sum, column, broken, out);
                separate(column, broken, out);
                out.push_str(sign);
                self.write_part(&sides[1], Bond::Sum, column + sign.len(), broken, out);
            }
        }
    }

    fn write_if(&self, parts: &[Phrase; 3], column: usize, broken: bool, out: &mut String) {
        let [condition, yes, no] = parts;
        out.push_str("if ");
        self.write_part(condition, Bond::Or, column + 3, broken, out);
        out.push_str(" then");
        let inside = column + 2;
        separate(inside, broken, out);
        // On one line, a choice before `else` would be hard to tell from the one around it.
        self.write_part(yes, if broken { Bond::If } else { Bond::Or }, inside, broken, out);
        separate(column, broken, out);
        out.push_str("else");
        if let (Phrase::If(further), true) = (no, broken) {
            out.push(' ');
            self.write_if(further, column, broken, out);
        } else {
            separate(inside, broken, out);
            self.write_part(no, Bond::If, inside, broken, out);
        }
    }

    fn write_chain(
        &self,
        parts: &[Phrase],
        word: &str,
        needed: Bond,
        column: usize,
        broken: bool,
        out: &mut String,
    ) {
        for (position, part) in parts.iter().enumerate() {
            let mut start = column;
            if position > 0 {
                separate(column, broken, out);
                out.push_str(word);
                start += word.len();
            }
            self.write_part(part, needed, start, broken, out);
        }
    }

    fn write_question(&self, question: &Question, out: &mut String) {
        let factor = question.factor.get();
        if factor != 1.0 {
            out.push_str(&number(factor));
            out.push('*');
        }
        self.write_terminal(question.terminal, out);
        if !self.is_bare(question) {
            out.push_str(" != 0");
        }
    }

    fn write_terminal(&self, terminal: Terminal, out: &mut String) {
        let primitive = self.language.primitive(terminal.opcode);
        out.push_str(primitive.name);
        if let Some(domain) = primitive.op.domain() {
            out.push('(');
            out.push_str(domain.values[usize::from(terminal.parameter)]);
            out.push(')');
        }
    }
}

fn separate(column: usize, broken: bool, out: &mut String) {
    if broken {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', column));
    } else {
        out.push(' ');
    }
}

/// The column at which the text goes on.
fn current_column(out: &str) -> usize {
    out.rsplit('\n').next().unwrap_or("").chars().count()
}

/// Every digit, with an exponent where zeros would fill the line.
fn number(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-5..1e16).contains(&magnitude) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}
