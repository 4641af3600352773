//! From the source of a robot to its program, in one pass over the tokens.

use ludevo_program::nearest;

use super::JavaError;
use super::library::{CALLS, CONSTANTS, Call, DETAILS, Kind, Owner};
use super::token::{Token, tokens};
use crate::robocode::angle;
use crate::robocode::code::{Instruction, Program, Sensor, Setting};
use crate::robocode::event::EventKind;

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
const DEEPEST: usize = 400;

struct Variable {
    name: String,
    kind: Kind,
    slot: u16,
}

struct Compiler {
    tokens: Vec<(Token, usize)>,
    at: usize,
    evolved: bool,
    program: Program,
    /// Those that can be seen, the innermost last.
    variables: Vec<Variable>,
    /// Name of the parameter of the handler under way, and what it is.
    event: Option<(String, EventKind)>,
    in_run: bool,
}

type Compiled<T = ()> = Result<T, JavaError>;

impl Compiler {
    fn fail<T>(&self, problem: String) -> Compiled<T> {
        let (_, line) = self.tokens[self.at.min(self.tokens.len() - 1)];
        Err(JavaError { line, problem })
    }

    fn peek(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead).map_or(&Token::End, |(token, _)| token)
    }

    fn sees(&self, sign: &str) -> bool {
        matches!(self.peek(0), Token::Sign(found) if *found == sign)
    }

    fn sees_word(&self, word: &str) -> bool {
        matches!(self.peek(0), Token::Word(found) if found == word)
    }

    fn accept(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        self.at += usize::from(seen);
        seen
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        self.at += usize::from(seen);
        seen
    }

    fn found(&self) -> String {
        match self.peek(0) {
            Token::Word(word) => format!("`{word}`"),
            Token::Number(number, _) => format!("`{number}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the source".to_owned(),
        }
    }

    fn expect(&mut self, sign: &str) -> Compiled {
        if self.accept(sign) {
            Ok(())
        } else {
            self.fail(format!("found {} where `{sign}` belongs", self.found()))
        }
    }

    fn word(&mut self) -> Compiled<String> {
        if let Token::Word(word) = self.peek(0) {
            let word = word.clone();
            self.at += 1;
            Ok(word)
        } else {
            self.fail(format!("found {} where a name belongs", self.found()))
        }
    }

    fn emit(&mut self, instruction: Instruction) {
        self.program.code.push(instruction);
    }

    fn here(&self) -> u32 {
        self.program.code.len() as u32
    }

    /// Emits a jump whose target is not known yet.
    fn jump(&mut self, conditional: bool) -> usize {
        self.emit(if conditional { Instruction::JumpIfFalse(0) } else { Instruction::Jump(0) });
        self.program.code.len() - 1
    }

    /// Lets a jump lead here.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.program.code[jump] {
            Instruction::Jump(target) | Instruction::JumpIfFalse(target) => *target = here,
            _ => unreachable!("only jumps are landed"),
        }
    }

    fn declare(&mut self, name: String, kind: Kind) -> u16 {
        let slot = self.program.variables as u16;
        self.program.variables += 1;
        self.variables.push(Variable { name, kind, slot });
        slot
    }

    fn class(&mut self) -> Compiled {
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

    fn path(&mut self) -> Compiled<String> {
        let mut path = self.word()?;
        while self.accept(".") {
            path = path + "." + &self.word()?;
        }
        Ok(path)
    }

    /// Goes through the members: fields (static or not), or else the handlers.
    fn members(&mut self, statics: bool, methods: bool) -> Compiled {
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

    fn run_method(&mut self, body: usize) -> Compiled<bool> {
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
    fn emit_idle(&mut self) {
        let here = self.here();
        self.emit(Instruction::Tick);
        self.emit(Instruction::Jump(here));
    }

    /// Passes modifiers; whether one of them was `static`.
    fn modifiers(&mut self) -> bool {
        let mut is_static = false;
        loop {
            if self.accept_word("static") {
                is_static = true;
            } else if !["public", "private", "protected", "final"].iter().any(|word| self.accept_word(word)) {
                return is_static;
            }
        }
    }

    fn parameter(&mut self) -> Compiled<Option<(String, String)>> {
        self.expect("(")?;
        if self.accept(")") {
            return Ok(None);
        }
        let kind = self.path()?;
        let name = self.word()?;
        self.expect(")")?;
        Ok(Some((kind, name)))
    }

    fn skip_block(&mut self) -> Compiled {
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

    fn handler(&mut self, name: &str, parameter: Option<(String, String)>) -> Compiled {
        let Some(kind) = EventKind::ALL.into_iter().find(|kind| kind.method().0 == name) else {
            let known: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.method().0).collect();
            let close = nearest(name, known.iter().copied()).unwrap_or_default();
            return self.fail(format!(
                "the method `{name}` cannot be simulated; the nearest is `{close}`. There are run, {}",
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

    fn kind_word(&self) -> Option<Kind> {
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
    fn declaration(&mut self) -> Compiled {
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

    fn check_assignable(&self, to: Kind, from: Kind) -> Compiled {
        match (to, from) {
            (Kind::Double, Kind::Int | Kind::Double) | (Kind::Int, Kind::Int) | (Kind::Bool, Kind::Bool) => {
                Ok(())
            }
            _ => self.fail(format!("a value of type {from:?} where {to:?} belongs")),
        }
    }

    fn statement(&mut self, depth: usize) -> Compiled {
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

    fn condition(&mut self) -> Compiled {
        self.expect("(")?;
        self.expression_of(Kind::Bool, 0)?;
        self.expect(")")
    }

    fn expression_of(&mut self, kind: Kind, depth: usize) -> Compiled {
        let found = self.expression(depth)?;
        self.check_assignable(kind, found)
    }

    fn expression(&mut self, depth: usize) -> Compiled<Kind> {
        if depth > DEEPEST {
            return self.fail("nested too deeply".to_owned());
        }
        if let (Token::Word(name), Token::Sign(sign)) = (self.peek(0), self.peek(1)) {
            let sign = *sign;
            if matches!(sign, "=" | "+=" | "-=" | "*=" | "/=" | "++" | "--") {
                let name = name.clone();
                self.at += 2;
                return self.assignment(&name, sign, depth);
            }
        }
        let kind = self.either(depth)?;
        if !self.accept("?") {
            return Ok(kind);
        }
        self.check_assignable(Kind::Bool, kind)?;
        let otherwise = self.jump(true);
        let first = self.expression(depth + 1)?;
        self.expect(":")?;
        let end = self.jump(false);
        self.land(otherwise);
        let second = self.expression(depth + 1)?;
        self.land(end);
        match (first, second) {
            _ if first == second => Ok(first),
            (Kind::Int | Kind::Double, Kind::Int | Kind::Double) => Ok(Kind::Double),
            _ => self.fail(format!("the two sides of `:` are {first:?} and {second:?}")),
        }
    }

    fn assignment(&mut self, name: &str, sign: &str, depth: usize) -> Compiled<Kind> {
        let (kind, slot) = self.variable(name)?;
        if sign == "=" {
            self.expression_of(kind, depth + 1)?;
        } else {
            self.emit(Instruction::Load(slot));
            let operation: fn(f64, f64) -> f64 = match sign {
                "+=" | "++" => |a, b| a + b,
                "-=" | "--" => |a, b| a - b,
                "*=" => |a, b| a * b,
                _ => |a, b| a / b,
            };
            if matches!(sign, "++" | "--") {
                self.emit(Instruction::Push(1.0));
            } else {
                self.expression_of(Kind::Double, depth + 1)?;
            }
            self.emit(Instruction::Two(operation));
            if kind == Kind::Int {
                self.emit(Instruction::One(f64::trunc));
            }
        }
        self.emit(Instruction::Repeat);
        self.emit(Instruction::Store(slot));
        Ok(kind)
    }

    fn variable(&self, name: &str) -> Compiled<(Kind, u16)> {
        match self.variables.iter().rev().find(|variable| variable.name == name) {
            Some(variable) => Ok((variable.kind, variable.slot)),
            None => {
                let known = self.variables.iter().map(|variable| variable.name.as_str());
                let close = nearest(name, known)
                    .map(|close| format!("; the nearest is `{close}`"))
                    .unwrap_or_default();
                self.fail(format!("there is no variable `{name}`{close}"))
            }
        }
    }

    fn either(&mut self, depth: usize) -> Compiled<Kind> {
        let mut kind = self.both(depth)?;
        while self.accept("||") {
            self.check_assignable(Kind::Bool, kind)?;
            self.emit(Instruction::Repeat);
            self.emit(Instruction::One(not));
            let end = self.jump(true);
            self.emit(Instruction::Drop);
            kind = self.both(depth + 1)?;
            self.check_assignable(Kind::Bool, kind)?;
            self.land(end);
        }
        Ok(kind)
    }

    fn both(&mut self, depth: usize) -> Compiled<Kind> {
        let mut kind = self.equality(depth)?;
        while self.accept("&&") {
            self.check_assignable(Kind::Bool, kind)?;
            self.emit(Instruction::Repeat);
            let end = self.jump(true);
            self.emit(Instruction::Drop);
            kind = self.equality(depth + 1)?;
            self.check_assignable(Kind::Bool, kind)?;
            self.land(end);
        }
        Ok(kind)
    }

    fn equality(&mut self, depth: usize) -> Compiled<Kind> {
        let mut kind = self.relation(depth)?;
        loop {
            let equal = self.accept("==");
            if !equal && !self.accept("!=") {
                return Ok(kind);
            }
            if self.accept_word("null") {
                if kind != Kind::Bullet {
                    return self.fail("only what a shot returns can be `null`".to_owned());
                }
                if equal {
                    self.emit(Instruction::One(not));
                }
            } else {
                self.relation(depth + 1)?;
                self.emit(Instruction::Two(if equal { |a, b| truth(a == b) } else { |a, b| truth(a != b) }));
            }
            kind = Kind::Bool;
        }
    }

    fn relation(&mut self, depth: usize) -> Compiled<Kind> {
        let kind = self.sum(depth)?;
        let operation: fn(f64, f64) -> f64 = match self.peek(0) {
            Token::Sign("<") => |a, b| truth(a < b),
            Token::Sign("<=") => |a, b| truth(a <= b),
            Token::Sign(">") => |a, b| truth(a > b),
            Token::Sign(">=") => |a, b| truth(a >= b),
            _ => return Ok(kind),
        };
        self.at += 1;
        self.check_assignable(Kind::Double, kind)?;
        let other = self.sum(depth + 1)?;
        self.check_assignable(Kind::Double, other)?;
        self.emit(Instruction::Two(operation));
        Ok(Kind::Bool)
    }

    fn sum(&mut self, depth: usize) -> Compiled<Kind> {
        let mut kind = self.product(depth)?;
        loop {
            let operation: fn(f64, f64) -> f64 = match self.peek(0) {
                Token::Sign("+") => |a, b| a + b,
                Token::Sign("-") => |a, b| a - b,
                _ => return Ok(kind),
            };
            self.at += 1;
            let other = self.product(depth + 1)?;
            kind = self.common(kind, other)?;
            self.emit(Instruction::Two(operation));
        }
    }

    fn product(&mut self, depth: usize) -> Compiled<Kind> {
        let mut kind = self.unary(depth)?;
        loop {
            let sign = match self.peek(0) {
                Token::Sign(sign @ ("*" | "/" | "%")) => *sign,
                _ => return Ok(kind),
            };
            self.at += 1;
            let other = self.unary(depth + 1)?;
            kind = self.common(kind, other)?;
            self.emit(Instruction::Two(match sign {
                "*" => |a, b| a * b,
                "/" if kind == Kind::Int => |a, b| (a / b).trunc(),
                "/" => |a, b| a / b,
                _ => |a, b| a % b,
            }));
        }
    }

    fn common(&self, first: Kind, second: Kind) -> Compiled<Kind> {
        match (first, second) {
            (Kind::Int, Kind::Int) => Ok(Kind::Int),
            (Kind::Int | Kind::Double, Kind::Int | Kind::Double) => Ok(Kind::Double),
            _ => self.fail(format!("arithmetic with {first:?} and {second:?}")),
        }
    }

    fn unary(&mut self, depth: usize) -> Compiled<Kind> {
        if depth > DEEPEST {
            return self.fail("nested too deeply".to_owned());
        }
        if self.accept("-") {
            if let Token::Number(number, whole) = *self.peek(0) {
                self.at += 1;
                // There is no whole number -0.
                let negated = if whole { 0.0 - number } else { -number };
                self.emit(Instruction::Push(negated));
                return Ok(if whole { Kind::Int } else { Kind::Double });
            }
            let kind = self.unary(depth + 1)?;
            self.check_assignable(Kind::Double, kind)?;
            self.emit(Instruction::One(if kind == Kind::Int { |a| 0.0 - a } else { |a| -a }));
            Ok(kind)
        } else if self.accept("!") {
            let kind = self.unary(depth + 1)?;
            self.check_assignable(Kind::Bool, kind)?;
            self.emit(Instruction::One(not));
            Ok(Kind::Bool)
        } else {
            self.primary(depth)
        }
    }

    fn primary(&mut self, depth: usize) -> Compiled<Kind> {
        if let Token::Number(number, whole) = *self.peek(0) {
            self.at += 1;
            self.emit(Instruction::Push(number));
            return Ok(if whole { Kind::Int } else { Kind::Double });
        }
        if self.accept("(") {
            if let (Some(kind @ (Kind::Int | Kind::Double)), Token::Sign(")")) =
                (self.kind_word(), self.peek(1))
            {
                self.at += 2;
                let from = self.unary(depth + 1)?;
                if kind == Kind::Int && from == Kind::Double {
                    self.emit(Instruction::One(to_int));
                }
                return Ok(kind);
            }
            if self.sees("(") && matches!(self.peek(1), Token::Word(word) if word.ends_with("Operator")) {
                return self.lambda(depth);
            }
            let kind = self.expression(depth + 1)?;
            self.expect(")")?;
            return Ok(kind);
        }
        let path = self.path()?;
        if self.accept("(") {
            return self.call(&path, depth);
        }
        if let Some((_, number)) = CONSTANTS.iter().find(|(name, _)| *name == path) {
            self.emit(Instruction::Push(*number));
            return Ok(Kind::Double);
        }
        match path.as_str() {
            "true" | "false" => {
                self.emit(Instruction::Push(truth(path == "true")));
                Ok(Kind::Bool)
            }
            _ => {
                let (kind, slot) = self.variable(&path)?;
                self.emit(Instruction::Load(slot));
                Ok(kind)
            }
        }
    }

    /// `((DoubleBinaryOperator) (x, y) -> body).applyAsDouble(a, b)`, the first parenthesis of which is passed: names
    /// for values in the middle of an expression.
    fn lambda(&mut self, depth: usize) -> Compiled<Kind> {
        self.expect("(")?;
        self.word()?;
        self.expect(")")?;
        let mut names = Vec::new();
        if self.accept("(") {
            loop {
                names.push(self.word()?);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
        } else {
            names.push(self.word()?);
        }
        self.expect("->")?;
        let body = self.at;
        let mut open = 1;
        while open > 0 {
            match self.peek(0) {
                Token::Sign("(") => open += 1,
                Token::Sign(")") => open -= 1,
                Token::End => return self.fail("found the end of the source where `)` belongs".to_owned()),
                _ => {}
            }
            self.at += 1;
        }
        self.expect(".")?;
        self.word()?;
        self.expect("(")?;
        for index in 0..names.len() {
            if index > 0 {
                self.expect(",")?;
            }
            self.expression_of(Kind::Double, depth + 1)?;
        }
        self.expect(")")?;
        let after = self.at;
        let visible = self.variables.len();
        let slots: Vec<u16> = names.into_iter().map(|name| self.declare(name, Kind::Double)).collect();
        for slot in slots.into_iter().rev() {
            self.emit(Instruction::Store(slot));
        }
        self.at = body;
        self.expression_of(Kind::Double, depth + 1)?;
        self.variables.truncate(visible);
        self.at = after;
        Ok(Kind::Double)
    }

    fn call(&mut self, path: &str, depth: usize) -> Compiled<Kind> {
        let (owner, name) = path.rsplit_once('.').unwrap_or(("", path));
        if let Some((_, event)) = self.event.as_ref().filter(|(name, _)| name == owner) {
            // A bullet's heading is rounded another way than a robot's.
            let convert = match event {
                EventKind::HitByBullet if name == "getHeading" => angle::java_degrees,
                _ => angle::degrees,
            };
            let Some((_, detail, in_degrees, kind)) = DETAILS.iter().find(|(known, ..)| *known == name)
            else {
                let known: Vec<&str> = DETAILS.iter().map(|(known, ..)| *known).collect();
                return self.fail(format!("an event has no `{name}`; there are {}", known.join(", ")));
            };
            self.emit(Instruction::Event(*detail));
            if *in_degrees {
                self.emit(Instruction::One(convert));
            }
            self.expect(")")?;
            return Ok(*kind);
        }
        let belongs = |of: &Owner| match of {
            Owner::Robot => owner.is_empty() || owner == "this",
            Owner::Advanced => self.program.advanced && (owner.is_empty() || owner == "this"),
            Owner::Math => owner == "Math" || owner.is_empty(),
            Owner::Utils => owner.ends_with("Utils") || owner.is_empty(),
            Owner::Dice => owner == "Dice",
            Owner::Evolved => self.evolved && owner.is_empty(),
        };
        let Some((_, _, call)) = CALLS.iter().find(|(known, of, _)| *known == name && belongs(of)) else {
            let known = CALLS.iter().filter(|(_, of, _)| belongs(of)).map(|(known, ..)| *known);
            let close = nearest(name, known).unwrap_or_default();
            let class = if self.program.advanced { "an AdvancedRobot" } else { "a Robot" };
            return self.fail(format!("{class} has no `{path}` in the simulator; the nearest is `{close}`"));
        };
        let kind = self.call_with_arguments(*call, depth)?;
        self.expect(")")?;
        Ok(kind)
    }

    fn call_with_arguments(&mut self, call: Call, depth: usize) -> Compiled<Kind> {
        let depth = depth + 1;
        match call {
            Call::Set { setting, negated, degrees, blocking } => {
                self.expression_of(Kind::Double, depth)?;
                if negated {
                    self.emit(Instruction::One(|a| -a));
                }
                if degrees {
                    self.emit(Instruction::One(angle::radians));
                }
                self.emit(Instruction::Set(setting));
                if blocking {
                    self.wait_for(setting);
                }
                Ok(Kind::Void)
            }
            Call::Switch { setting, degrees } => {
                self.expression(depth)?;
                if degrees {
                    self.emit(Instruction::One(angle::radians));
                }
                self.emit(Instruction::Set(setting));
                Ok(Kind::Void)
            }
            Call::Fire { blocking, returns } => {
                self.expression_of(Kind::Double, depth)?;
                self.emit(Instruction::Fire);
                if !returns {
                    self.emit(Instruction::Drop);
                }
                if blocking {
                    self.emit(Instruction::Tick);
                }
                Ok(if returns { Kind::Bullet } else { Kind::Void })
            }
            Call::Sense { sensor, convert, kind } => {
                self.emit(Instruction::Sense(sensor));
                if let Some(convert) = convert {
                    self.emit(Instruction::One(convert));
                }
                Ok(kind)
            }
            Call::Tick => {
                self.emit(Instruction::Tick);
                Ok(Kind::Void)
            }
            Call::WaitForTurn => {
                let condition = ["new", "TurnCompleteCondition", "(", "this", ")"];
                if !condition.into_iter().all(|piece| self.accept_word(piece) || self.accept(piece)) {
                    return self
                        .fail("a robot can wait for `new TurnCompleteCondition(this)` only".to_owned());
                }
                self.emit(Instruction::Wait(true));
                self.wait_for(Setting::Turn);
                self.emit(Instruction::Wait(false));
                Ok(Kind::Void)
            }
            Call::Scan => {
                self.emit(Instruction::BeginScan);
                self.emit(Instruction::Tick);
                self.emit(Instruction::EndScan);
                Ok(Kind::Void)
            }
            Call::Stop | Call::Resume => {
                let stop = matches!(call, Call::Stop);
                self.emit(if stop { Instruction::Stop } else { Instruction::Resume });
                self.emit(Instruction::Tick);
                Ok(Kind::Void)
            }
            Call::One(apply) | Call::Same(apply) => {
                let kind = self.expression(depth)?;
                self.check_assignable(Kind::Double, kind)?;
                self.emit(Instruction::One(apply));
                Ok(if matches!(call, Call::Same(_)) { kind } else { Kind::Double })
            }
            Call::Two(apply) | Call::SameTwo(apply) => {
                let first = self.expression(depth)?;
                self.expect(",")?;
                let second = self.expression(depth)?;
                let kind = self.common(first, second)?;
                self.emit(Instruction::Two(apply));
                Ok(if matches!(call, Call::SameTwo(_)) { kind } else { Kind::Double })
            }
            Call::Random => {
                self.emit(Instruction::Random);
                Ok(Kind::Double)
            }
            Call::Tree => {
                let Token::Number(number, true) = *self.peek(0) else {
                    return self.fail(format!("found {} where a tree's number belongs", self.found()));
                };
                self.at += 1;
                self.emit(Instruction::Tree(number as u8));
                Ok(Kind::Double)
            }
        }
    }

    /// Ends turns until nothing is left to do, one at least.
    fn wait_for(&mut self, setting: Setting) {
        let sensor = match setting {
            Setting::Distance => Sensor::Distance,
            Setting::Turn => Sensor::Turn,
            Setting::GunTurn => Sensor::GunTurn,
            _ => Sensor::RadarTurn,
        };
        self.emit(Instruction::Tick);
        self.emit(Instruction::Await(sensor));
    }
}

fn truth(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// 1 for 0, otherwise 0; what is no number is not 0.
fn not(number: f64) -> f64 {
    truth(number == 0.0)
}

/// Java's conversion to `int`.
fn to_int(number: f64) -> f64 {
    f64::from(number as i32)
}
