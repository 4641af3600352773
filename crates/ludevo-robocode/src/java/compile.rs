//! From the source of a robot to its program, in one pass over the tokens: classes, methods and statements.

use ludevo_program::Nearest;

use super::JavaError;
use super::expression::not;
use super::library::Kind;
use super::token::{Token, tokens};
use crate::code::{Instruction, Program};
use crate::event::EventKind;

/// The program of a robot's source. `evolved` allows `tree(N)`, which is no Java and asks the evolved tree N.
pub fn compile(source: &str, evolved: bool) -> Result<Program, JavaError> {
    let mut compiler = Compiler {
        tokens: tokens(source)?,
        at: 0,
        evolved,
        program: Program::default(),
        variables: Vec::new(),
        event: None,
        in_run: false,
    };
    compiler.class()?;
    Ok(compiler.program)
}

/// The deepest nesting of expressions and statements.
pub(super) const DEEPEST: usize = 400;

pub(super) struct Variable {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) slot: u16,
}

pub(super) struct Compiler {
    pub(super) tokens: Vec<(Token, usize)>,
    pub(super) at: usize,
    pub(super) evolved: bool,
    pub(super) program: Program,
    /// Those that can be seen, the innermost last.
    pub(super) variables: Vec<Variable>,
    /// Name of the parameter of the handler under way, and what it is.
    pub(super) event: Option<(String, EventKind)>,
    pub(super) in_run: bool,
}

pub(super) type Compiled<T = ()> = Result<T, JavaError>;

impl Compiler {
    pub(super) fn fail<T>(&self, problem: String) -> Compiled<T> {
        let (_, line) = self.tokens[self.at.min(self.tokens.len() - 1)];
        Err(JavaError { line, problem })
    }

    pub(super) fn peek(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead).map_or(&Token::End, |(token, _)| token)
    }

    pub(super) fn sees(&self, sign: &str) -> bool {
        matches!(self.peek(0), Token::Sign(found) if *found == sign)
    }

    pub(super) fn sees_word(&self, word: &str) -> bool {
        matches!(self.peek(0), Token::Word(found) if found == word)
    }

    pub(super) fn accept(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        self.at += usize::from(seen);
        seen
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        self.at += usize::from(seen);
        seen
    }

    pub(super) fn found(&self) -> String {
        match self.peek(0) {
            Token::Word(word) => format!("`{word}`"),
            Token::Number(number, _) => format!("`{number}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the source".to_owned(),
        }
    }

    pub(super) fn expect(&mut self, sign: &str) -> Compiled {
        if self.accept(sign) {
            Ok(())
        } else {
            self.fail(format!("found {} where `{sign}` belongs", self.found()))
        }
    }

    pub(super) fn word(&mut self) -> Compiled<String> {
        if let Token::Word(word) = self.peek(0) {
            let word = word.clone();
            self.at += 1;
            Ok(word)
        } else {
            self.fail(format!("found {} where a name belongs", self.found()))
        }
    }

    pub(super) fn emit(&mut self, instruction: Instruction) {
        self.program.code.push(instruction);
    }

    pub(super) fn here(&self) -> u32 {
        self.program.code.len() as u32
    }

    /// Emits a jump whose target is not known yet.
    pub(super) fn jump(&mut self, conditional: bool) -> usize {
        self.emit(if conditional { Instruction::JumpIfFalse(0) } else { Instruction::Jump(0) });
        self.program.code.len() - 1
    }

    /// Lets a jump lead here.
    pub(super) fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.program.code[jump] {
            Instruction::Jump(target) | Instruction::JumpIfFalse(target) => *target = here,
            _ => unreachable!("only jumps are landed"),
        }
    }

    pub(super) fn declare(&mut self, name: String, kind: Kind) -> u16 {
        let slot = self.program.variables as u16;
        self.program.variables += 1;
        self.variables.push(Variable { name, kind, slot });
        slot
    }

    pub(super) fn class(&mut self) -> Compiled {
        let mut package = String::new();
        if self.accept_word("package") {
            package = self.path()? + ".";
            self.expect(";")?;
        }
        while self.accept_word("import") {
            while !self.sees(";") && *self.peek(0) != Token::End {
                self.at += 1;
            }
            self.expect(";")?;
        }
        while self.accept_word("public") || self.accept_word("final") {}
        if !self.accept_word("class") {
            return self.fail(format!("found {} where `class` belongs", self.found()));
        }
        self.program.name = package + &self.word()?;
        if !self.accept_word("extends") {
            return self.fail("the class must extend Robot or AdvancedRobot".to_owned());
        }
        self.program.advanced = match self.path()?.rsplit('.').next() {
            Some("Robot") => false,
            Some("AdvancedRobot") => true,
            other => {
                return self.fail(format!(
                    "the class extends {}; Robot and AdvancedRobot can be simulated",
                    other.unwrap_or_default()
                ));
            }
        };
        self.expect("{")?;
        let body = self.at;
        // Fields first: methods may use what is declared after them.
        self.program.statics = self.here();
        self.members(true, false)?;
        self.emit(Instruction::Return);
        self.program.start = self.here();
        self.at = body;
        self.members(false, false)?;
        let run = self.jump(false);
        self.at = body;
        self.members(false, true)?;
        self.land(run);
        if !self.run_method(body)? {
            self.emit_idle();
        }
        Ok(())
    }

    pub(super) fn path(&mut self) -> Compiled<String> {
        let mut path = self.word()?;
        while self.accept(".") {
            path = path + "." + &self.word()?;
        }
        Ok(path)
    }

    /// Goes through the members: fields (static or not), or else the handlers.
    pub(super) fn members(&mut self, statics: bool, methods: bool) -> Compiled {
        loop {
            if self.accept("}") {
                return Ok(());
            }
            let is_static = self.modifiers();
            if self.accept_word("void") {
                let name = self.word()?;
                let event = self.parameter()?;
                if methods && name != "run" {
                    self.handler(&name, event)?;
                } else {
                    self.skip_block()?;
                }
            } else if !methods && is_static == statics {
                self.declaration()?;
            } else {
                while !self.accept(";") {
                    if *self.peek(0) == Token::End {
                        return self.fail("found the end of the source where `;` belongs".to_owned());
                    }
                    self.at += 1;
                }
            }
        }
    }

    pub(super) fn run_method(&mut self, body: usize) -> Compiled<bool> {
        self.at = body;
        while !self.accept("}") {
            self.modifiers();
            if self.accept_word("void") {
                let name = self.word()?;
                self.parameter()?;
                if name == "run" {
                    self.in_run = true;
                    self.statement(0)?;
                    self.in_run = false;
                    self.emit_idle();
                    return Ok(true);
                }
                self.skip_block()?;
            } else {
                while !self.accept(";") {
                    self.at += 1;
                }
            }
        }
        Ok(false)
    }

    /// What a robot does once it has nothing to do.
    pub(super) fn emit_idle(&mut self) {
        let here = self.here();
        self.emit(Instruction::Tick);
        self.emit(Instruction::Jump(here));
    }

    /// Passes modifiers; whether one of them was `static`.
    pub(super) fn modifiers(&mut self) -> bool {
        let mut is_static = false;
        loop {
            if self.accept_word("static") {
                is_static = true;
            } else if !["public", "private", "protected", "final"].iter().any(|word| self.accept_word(word)) {
                return is_static;
            }
        }
    }

    pub(super) fn parameter(&mut self) -> Compiled<Option<(String, String)>> {
        self.expect("(")?;
        if self.accept(")") {
            return Ok(None);
        }
        let kind = self.path()?;
        let name = self.word()?;
        self.expect(")")?;
        Ok(Some((kind, name)))
    }

    pub(super) fn skip_block(&mut self) -> Compiled {
        self.expect("{")?;
        let mut depth = 1;
        while depth > 0 {
            match self.peek(0) {
                Token::Sign("{") => depth += 1,
                Token::Sign("}") => depth -= 1,
                Token::End => return self.fail("found the end of the source where `}` belongs".to_owned()),
                _ => {}
            }
            self.at += 1;
        }
        Ok(())
    }

    pub(super) fn handler(&mut self, name: &str, parameter: Option<(String, String)>) -> Compiled {
        let Some(kind) = EventKind::ALL.into_iter().find(|kind| kind.method().0 == name) else {
            let known: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.method().0).collect();
            let close = Nearest::to(name, known.iter().copied());
            return self.fail(format!(
                "the method `{name}` cannot be simulated{close}. There are run, {}",
                known.join(", ")
            ));
        };
        let Some((_, event)) = parameter.filter(|(class, _)| class.ends_with(kind.method().1)) else {
            return self.fail(format!("{name} must have one parameter of type {}", kind.method().1));
        };
        self.event = Some((event, kind));
        self.program.handlers[kind as usize] = Some(self.here());
        let visible = self.variables.len();
        self.statement(0)?;
        self.variables.truncate(visible);
        self.event = None;
        self.emit(Instruction::Return);
        Ok(())
    }

    pub(super) fn kind_word(&self) -> Option<Kind> {
        match self.peek(0) {
            Token::Word(word) => match word.as_str() {
                "int" | "long" => Some(Kind::Int),
                "double" => Some(Kind::Double),
                "boolean" => Some(Kind::Bool),
                _ => None,
            },
            _ => None,
        }
    }

    /// `double a = 1, b;`: variables that have no value start at 0.
    pub(super) fn declaration(&mut self) -> Compiled {
        self.accept_word("final");
        let Some(kind) = self.kind_word() else {
            return self.fail(format!("found {} where double, int or boolean belongs", self.found()));
        };
        self.at += 1;
        loop {
            let name = self.word()?;
            if self.accept("=") {
                let found = self.expression(0)?;
                self.check_assignable(kind, found)?;
            } else {
                self.emit(Instruction::Push(0.0));
            }
            let slot = self.declare(name, kind);
            self.emit(Instruction::Store(slot));
            if !self.accept(",") {
                return self.expect(";");
            }
        }
    }

    pub(super) fn check_assignable(&self, to: Kind, from: Kind) -> Compiled {
        match (to, from) {
            (Kind::Double, Kind::Int | Kind::Double) | (Kind::Int, Kind::Int) | (Kind::Bool, Kind::Bool) => {
                Ok(())
            }
            _ => self.fail(format!("a value of type {from:?} where {to:?} belongs")),
        }
    }

    pub(super) fn statement(&mut self, depth: usize) -> Compiled {
        if depth > DEEPEST {
            return self.fail("nested too deeply".to_owned());
        }
        if self.accept("{") {
            let visible = self.variables.len();
            while !self.accept("}") {
                self.statement(depth + 1)?;
            }
            self.variables.truncate(visible);
            Ok(())
        } else if self.accept(";") {
            Ok(())
        } else if self.accept_word("if") {
            self.condition()?;
            let otherwise = self.jump(true);
            self.statement(depth + 1)?;
            if self.accept_word("else") {
                let end = self.jump(false);
                self.land(otherwise);
                self.statement(depth + 1)?;
                self.land(end);
            } else {
                self.land(otherwise);
            }
            Ok(())
        } else if self.accept_word("while") {
            let start = self.here();
            self.condition()?;
            let end = self.jump(true);
            self.statement(depth + 1)?;
            self.emit(Instruction::Jump(start));
            self.land(end);
            Ok(())
        } else if self.accept_word("do") {
            let start = self.here();
            self.statement(depth + 1)?;
            if !self.accept_word("while") {
                return self.fail(format!("found {} where `while` belongs", self.found()));
            }
            self.condition()?;
            self.emit(Instruction::One(not));
            self.emit(Instruction::JumpIfFalse(start));
            self.expect(";")
        } else if self.accept_word("return") {
            if self.in_run {
                self.emit_idle();
            } else {
                self.emit(Instruction::Return);
            }
            self.expect(";")
        } else if self.kind_word().is_some() || self.sees_word("final") {
            self.declaration()
        } else {
            if self.expression(depth + 1)? != Kind::Void {
                self.emit(Instruction::Drop);
            }
            self.expect(";")
        }
    }

    pub(super) fn condition(&mut self) -> Compiled {
        self.expect("(")?;
        self.expression_of(Kind::Bool, 0)?;
        self.expect(")")
    }
}
