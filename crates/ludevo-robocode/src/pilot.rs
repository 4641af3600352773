//! A robot's mind: its program, stopped at a blocking call until the next turn, and the events that it handles there.
//!
//! Handlers run inside the blocking call of what they interrupt, on the same stack: a frame for `run` and one for
//! each handler that is under way. A blocking call ends the robot's turn with the stack as it is.

use ludevo_game::shown::Watched;
use ludevo_game::why::Decision;

use super::angle::absolute;
use super::code::{Detail, Instruction, Program, Sensor, Setting};
use super::event::{Event, EventKind, EventQueue};
use super::evolved;
use super::java_random::JavaRandom;
use super::tank::{Field, MAX_VELOCITY, Tank};

/// The lowest and highest power of a bullet.
pub const POWER: (f64, f64) = (0.1, 3.0);

/// More instructions than any sensible robot runs in a turn; a program that loops without a blocking call is stopped
/// there for the turn.
const LONGEST_TURN: usize = 100_000;

/// A method under way.
#[derive(Clone, Debug)]
struct Frame {
    next: u32,
    /// The priority to return to.
    before: i8,
    event: Option<Event>,
    /// Where its part of the stack starts.
    base: usize,
}

/// What of the battle a robot can see beside its own body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    pub(super) field: Field,
    pub(super) time: u32,
    pub(super) others: usize,
}

/// A robot's mind in a battle.
#[derive(Clone, Debug)]
pub struct Pilot {
    variables: Vec<f64>,
    stack: Vec<f64>,
    frames: Vec<Frame>,
    /// Events that wait. The engine adds to it while the robot sleeps.
    pub(super) events: EventQueue,
    /// Priority of the handler under way.
    priority: i8,
    /// Whether a scanned robot may interrupt the handling of one. Not reset between rounds: a round that ended during
    /// a scan leaves it on.
    interruptible: bool,
    /// The event that was handed out last.
    latest: Option<Event>,
    /// Whether the robot waits until its body has turned.
    waiting: bool,
    /// What a stop kept: distance, turn, turn of gun and radar.
    stopped: Option<[f64; 4]>,
    /// Power and heat of the shot asked for in this turn.
    fired: (f64, f64),
    /// Shots so far, by which bullets are numbered.
    pub(super) shots: u32,
    /// Where random numbers come from.
    dice: JavaRandom,
    /// What evolved trees read.
    pub(super) view: [u64; evolved::CELLS],
    /// When each tree of a robot that is watched was asked last, and what it read.
    asked: Vec<(u32, [u64; evolved::CELLS])>,
}

/// Below every handler's priority.
const NO_HANDLER: i8 = i8::MIN;

impl Pilot {
    /// A mind for a battle, with its random numbers.
    pub fn new(program: &Program, dice: JavaRandom) -> Self {
        Pilot {
            variables: vec![0.0; program.variables],
            stack: Vec::with_capacity(64),
            frames: Vec::with_capacity(EventKind::ALL.len() + 1),
            events: EventQueue::default(),
            priority: NO_HANDLER,
            interruptible: false,
            latest: None,
            waiting: false,
            stopped: None,
            fired: (0.0, 0.0),
            // The engine keeps the numbers 0 and 1 to itself.
            shots: 1,
            dice,
            view: [0; evolved::CELLS],
            asked: Vec::new(),
        }
    }

    /// Sets the static variables before the first round.
    pub(super) fn start_battle(&mut self, program: &Program, tank: &mut Tank, around: Surroundings) {
        self.frames.clear();
        self.call(program.statics, None, NO_HANDLER);
        self.run(program, tank, around);
        self.frames.clear();
        self.stack.clear();
    }

    /// Starts a round: runs up to the first blocking call.
    pub(super) fn start_round(&mut self, program: &Program, tank: &mut Tank, around: Surroundings) {
        self.frames.clear();
        self.stack.clear();
        self.events.clear();
        self.priority = NO_HANDLER;
        self.stopped = None;
        self.waiting = false;
        self.fired = (0.0, 0.0);
        self.asked.clear();
        self.call(program.start, None, NO_HANDLER);
        self.run(program, tank, around);
    }

    /// Lets the robot have its turn: it handles its events and goes on from where it stopped.
    pub(super) fn wake(&mut self, program: &Program, tank: &mut Tank, around: Surroundings) {
        self.fired = (0.0, 0.0);
        self.events.drop_old(around.time);
        loop {
            if let Some(event) = self.next_event() {
                let Some(handler) = program.handlers[event.kind as usize] else { continue };
                self.call(handler, Some(event), event.kind.priority());
            }
            if self.run(program, tank, around) {
                return;
            }
        }
    }

    /// The last words of a robot that has died: it forgets what it was doing, and cannot block any more.
    pub(super) fn die(&mut self, program: &Program, tank: &mut Tank, around: Surroundings) {
        self.frames.clear();
        self.stack.clear();
        if let Some(handler) = program.handlers[EventKind::Death as usize] {
            self.call(handler, Some(Event::new(EventKind::Death, around.time)), NO_HANDLER);
            self.run(program, tank, around);
        }
    }

    /// The event to be handled now, if the handler under way does not stand before it.
    fn next_event(&mut self) -> Option<Event> {
        loop {
            let head = self.events.head()?;
            let priority = head.kind.priority();
            if priority > self.priority {
                self.latest = self.events.take();
                return self.latest;
            }
            if priority < self.priority || !self.interruptible || head.kind != EventKind::ScannedRobot {
                return None;
            }
            self.interruptible = false;
            self.latest = None;
            self.leave();
        }
    }

    fn call(&mut self, next: u32, event: Option<Event>, priority: i8) {
        self.frames.push(Frame { next, before: self.priority, event, base: self.stack.len() });
        self.priority = priority;
    }

    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.stack.truncate(frame.base);
            self.priority = frame.before;
        }
    }

    fn pop(&mut self) -> f64 {
        self.stack.pop().unwrap_or(0.0)
    }

    /// Runs the method on top until its next blocking call (true) or its end (false).
    fn run(&mut self, program: &Program, tank: &mut Tank, around: Surroundings) -> bool {
        let Some(frame) = self.frames.last() else { return true };
        let mut next = frame.next;
        for _ in 0..LONGEST_TURN {
            let instruction = program.code[next as usize];
            next += 1;
            match instruction {
                Instruction::Push(number) => self.stack.push(number),
                Instruction::Load(variable) => self.stack.push(self.variables[usize::from(variable)]),
                Instruction::Store(variable) => self.variables[usize::from(variable)] = self.pop(),
                Instruction::Repeat => {
                    let top = self.pop();
                    self.stack.extend([top, top]);
                }
                Instruction::Drop => {
                    self.pop();
                }
                Instruction::Two(apply) => {
                    let second = self.pop();
                    let first = self.pop();
                    self.stack.push(apply(first, second));
                }
                Instruction::One(apply) => {
                    let number = self.pop();
                    self.stack.push(apply(number));
                }
                Instruction::Jump(target) => next = target,
                Instruction::JumpIfFalse(target) => {
                    if self.pop() == 0.0 {
                        next = target;
                    }
                }
                Instruction::Sense(sensor) => {
                    let number = self.sense(sensor, tank, around);
                    self.stack.push(number);
                }
                Instruction::Event(detail) => {
                    let number = self.event().map_or(0.0, |event| read(event, detail));
                    self.stack.push(number);
                }
                Instruction::Random => {
                    let number = self.dice.unit();
                    self.stack.push(number);
                }
                Instruction::Set(setting) => {
                    let number = self.pop();
                    self.set(setting, number, tank);
                }
                Instruction::Fire => {
                    let power = self.pop();
                    let accepted = self.fire(power, tank, around.time);
                    self.stack.push(f64::from(u8::from(accepted)));
                }
                Instruction::BeginScan => {
                    self.interruptible |= self.priority == EventKind::ScannedRobot.priority();
                    tank.commands.scan = true;
                }
                Instruction::EndScan => self.interruptible = false,
                Instruction::Stop => self.stop(tank),
                Instruction::Resume => self.resume(tank),
                Instruction::Tree(index) => {
                    let number = self.evaluate(program, index, tank, around);
                    self.stack.push(number);
                }
                Instruction::Wait(waiting) => self.waiting = waiting,
                Instruction::Tick => {
                    self.end_turn(next, tank);
                    return true;
                }
                Instruction::Await(sensor) => {
                    if self.sense(sensor, tank, around) != 0.0 {
                        self.end_turn(next - 1, tank);
                        return true;
                    }
                }
                Instruction::Return => {
                    if self.priority == EventKind::ScannedRobot.priority() {
                        self.interruptible = false;
                    }
                    self.leave();
                    return false;
                }
            }
        }
        self.sleep_at(next);
        true
    }

    /// Goes on at `next` in the coming turn.
    fn end_turn(&mut self, next: u32, tank: &mut Tank) {
        if self.waiting && tank.commands.turn == 0.0 {
            self.waiting = false;
            tank.commands.scan = true;
        }
        self.sleep_at(next);
    }

    fn sleep_at(&mut self, next: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.next = next;
        }
    }

    fn event(&self) -> Option<&Event> {
        self.frames.last().and_then(|frame| frame.event.as_ref())
    }

    fn energy(&self, tank: &Tank) -> f64 {
        tank.energy - self.fired.0
    }

    fn heat(&self, tank: &Tank) -> f64 {
        tank.heat + self.fired.1
    }

    fn sense(&self, sensor: Sensor, tank: &Tank, around: Surroundings) -> f64 {
        match sensor {
            Sensor::X => tank.x,
            Sensor::Y => tank.y,
            Sensor::Heading => tank.heading,
            Sensor::GunHeading => tank.gun,
            Sensor::RadarHeading => tank.radar,
            Sensor::Velocity => tank.velocity,
            Sensor::Energy => self.energy(tank),
            Sensor::GunHeat => self.heat(tank),
            Sensor::Time => f64::from(around.time),
            Sensor::Others => around.others as f64,
            Sensor::FieldWidth => around.field.width,
            Sensor::FieldHeight => around.field.height,
            Sensor::Distance => tank.commands.distance,
            Sensor::Turn => tank.commands.turn,
            Sensor::GunTurn => tank.commands.gun_turn,
            Sensor::RadarTurn => tank.commands.radar_turn,
        }
    }

    fn set(&mut self, setting: Setting, number: f64, tank: &mut Tank) {
        let disabled = self.energy(tank) == 0.0;
        let commands = &mut tank.commands;
        match setting {
            Setting::Distance if disabled => {}
            Setting::Turn if disabled => {}
            Setting::Distance => commands.distance = number,
            Setting::Turn => commands.turn = number,
            Setting::GunTurn => commands.gun_turn = number,
            Setting::RadarTurn => commands.radar_turn = number,
            Setting::MaxVelocity => commands.max_velocity = number.abs().min(MAX_VELOCITY),
            Setting::MaxTurn => commands.max_turn = number.abs().min(super::angle::radians(10.0)),
            Setting::GunKeeps => commands.gun_keeps = number != 0.0,
            Setting::RadarKeepsOnGun => {
                commands.radar_keeps_on_gun = number != 0.0;
                commands.radar_keeps_on_body = number != 0.0;
            }
            Setting::RadarKeepsOnBody => commands.radar_keeps_on_body = number != 0.0,
        }
    }

    /// Asks for a shot. One that follows a scan of this very turn, gun and radar together, is aimed at what was seen.
    fn fire(&mut self, power: f64, tank: &mut Tank, time: u32) -> bool {
        let energy = self.energy(tank);
        if power.is_nan() || self.heat(tank) > 0.0 || energy == 0.0 {
            return false;
        }
        let power = energy.min(power.clamp(POWER.0, POWER.1));
        let seen = self.latest.as_ref().filter(|event| {
            event.kind == EventKind::ScannedRobot
                && event.time == time
                && !tank.advanced
                && tank.gun == tank.radar
        });
        let assisted = seen.map(|event| absolute(tank.heading + event.bearing));
        tank.commands.shot = Some((power, assisted));
        self.fired.0 += power;
        self.fired.1 += 1.0 + power / 5.0;
        self.shots += 1;
        true
    }

    fn stop(&mut self, tank: &mut Tank) {
        let commands = &mut tank.commands;
        let left = [commands.distance, commands.turn, commands.gun_turn, commands.radar_turn];
        self.stopped.get_or_insert(left);
        (commands.distance, commands.turn, commands.gun_turn, commands.radar_turn) = (0.0, 0.0, 0.0, 0.0);
    }

    fn resume(&mut self, tank: &mut Tank) {
        if let Some([distance, turn, gun_turn, radar_turn]) = self.stopped.take() {
            let commands = &mut tank.commands;
            (commands.distance, commands.turn) = (distance, turn);
            (commands.gun_turn, commands.radar_turn) = (gun_turn, radar_turn);
        }
    }

    /// What the trees of a robot that is watched came to when they were asked last, seen from this turn of the round.
    pub(super) fn decisions(&self, program: &Program, time: u32) -> Vec<Decision> {
        let asked = program.watched.iter().zip(&self.asked).filter(|(_, (when, _))| *when <= time);
        let decision = |(tree, (when, view)): (&Watched, &(u32, [u64; evolved::CELLS]))| {
            let words = match time - when {
                0 => String::new(),
                1 => "one turn ago".to_owned(),
                turns => format!("{turns} turns ago"),
            };
            tree.decision(&mut view.clone(), words)
        };
        asked.map(decision).collect()
    }

    /// The number of an evolved tree, whose evaluation may fire.
    fn evaluate(&mut self, program: &Program, index: u8, tank: &mut Tank, around: Surroundings) -> f64 {
        let event = self.event().copied();
        let seen = event.unwrap_or_else(|| Event::new(EventKind::ScannedRobot, around.time));
        let (energy, heat) = (self.energy(tank), self.heat(tank));
        evolved::fill(&mut self.view, tank, &seen, around, energy, heat, self.dice);
        if !program.watched.is_empty() {
            let index = usize::from(index);
            self.asked.resize(self.asked.len().max(index + 1), (u32::MAX, self.view));
            self.asked[index] = (around.time, self.view);
        }
        let number = program.trees[usize::from(index)].evaluate(&mut self.view);
        self.dice = evolved::dice(&self.view);
        if let Some(power) = evolved::shot(&self.view) {
            self.fire(power, tank, around.time);
        }
        number
    }
}

fn read(event: &Event, detail: Detail) -> f64 {
    match detail {
        Detail::Bearing => event.bearing,
        Detail::Distance => event.distance,
        Detail::Heading => event.heading,
        Detail::Velocity => event.velocity,
        Detail::Energy => event.energy,
        Detail::Power => event.power,
        Detail::Time => f64::from(event.time),
        Detail::MyFault => f64::from(u8::from(event.my_fault)),
    }
}
