//! From the expressions of a robot's source to instructions.

use ludevo_program::Nearest;

use super::compile::{Compiled, Compiler, DEEPEST};
use super::library::{CALLS, CONSTANTS, Call, DETAILS, Kind, Owner};
use super::token::Token;
use crate::angle;
use crate::code::{Instruction, Sensor, Setting};
use crate::event::EventKind;

impl Compiler {
    pub(super) fn expression_of(&mut self, kind: Kind, depth: usize) -> Compiled {
        let found = self.expression(depth)?;
        self.check_assignable(kind, found)
    }

    pub(super) fn expression(&mut self, depth: usize) -> Compiled<Kind> {
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
                let close = Nearest::to(name, known);
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
            let close = Nearest::to(name, known);
            let class = if self.program.advanced { "an AdvancedRobot" } else { "a Robot" };
            return self.fail(format!("{class} has no `{path}` in the simulator{close}"));
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
pub(super) fn not(number: f64) -> f64 {
    truth(number == 0.0)
}

/// Java's conversion to `int`.
fn to_int(number: f64) -> f64 {
    f64::from(number as i32)
}
