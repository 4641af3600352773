//! What a robot's program is turned into: instructions for a stack machine that can stop at any blocking call.

use ludevo_game::shown::Watched;
use ludevo_program::Code;

use super::event::EventKind;

/// Numbers that a robot can ask its body for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sensor {
    /// Position.
    X,
    /// Position.
    Y,
    /// Direction of the body in radians.
    Heading,
    /// Direction of the gun in radians.
    GunHeading,
    /// Direction of the radar in radians.
    RadarHeading,
    /// Velocity.
    Velocity,
    /// Energy, less what was spent on a shot in this turn.
    Energy,
    /// Heat of the gun, with that of a shot in this turn.
    GunHeat,
    /// The turn.
    Time,
    /// How many others are alive.
    Others,
    /// Width of the field.
    FieldWidth,
    /// Height of the field.
    FieldHeight,
    /// Distance to go.
    Distance,
    /// Turn of the body to go, in radians.
    Turn,
    /// Turn of the gun to go, in radians.
    GunTurn,
    /// Turn of the radar to go, in radians.
    RadarTurn,
}

/// Numbers that an event carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Detail {
    /// Direction relative to the heading, in radians.
    Bearing,
    /// Distance of a scanned robot.
    Distance,
    /// Heading of a scanned robot or a bullet, in radians.
    Heading,
    /// Velocity of a scanned robot or a bullet.
    Velocity,
    /// Energy of the other robot.
    Energy,
    /// Power of a bullet.
    Power,
    /// The turn of the event.
    Time,
    /// 1 if the robot drove into the other, otherwise 0.
    MyFault,
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// Distance to go.
    Distance,
    /// Turn of the body, in radians.
    Turn,
    /// Turn of the gun, in radians.
    GunTurn,
    /// Turn of the radar, in radians.
    RadarTurn,
    /// Limit on the velocity.
    MaxVelocity,
    /// Limit on the turn of the body, in radians.
    MaxTurn,
    /// Whether the gun keeps its direction when the body turns.
    GunKeeps,
    /// Whether the radar keeps its direction when the gun turns.
    RadarKeepsOnGun,
    /// Whether the radar keeps its direction when the body turns.
    RadarKeepsOnBody,
}

/// One instruction. Operands are taken from the stack, the last one first; truth values are 1 and 0.
#[derive(Clone, Copy, Debug)]
pub enum Instruction {
    /// Pushes a number.
    Push(f64),
    /// Pushes a variable.
    Load(u16),
    /// Takes a number into a variable.
    Store(u16),
    /// Pushes the top again.
    Repeat,
    /// Drops the top.
    Drop,
    /// Replaces two numbers by one.
    Two(fn(f64, f64) -> f64),
    /// Replaces a number by another.
    One(fn(f64) -> f64),
    /// Goes on so many instructions from the program's start.
    Jump(u32),
    /// The same if the number taken is 0.
    JumpIfFalse(u32),
    /// Pushes what the body says.
    Sense(Sensor),
    /// Pushes what the event says that is being handled.
    Event(Detail),
    /// Pushes a random number from 0 up to 1.
    Random,
    /// Takes a number and sets something.
    Set(Setting),
    /// Takes a power and asks for a shot; pushes 1 if it was accepted, otherwise 0.
    Fire,
    /// Asks for a scan, which may interrupt the handling of a scanned robot.
    BeginScan,
    /// The scan is over.
    EndScan,
    /// Keeps what is left to do and stops.
    Stop,
    /// Goes on with what was kept.
    Resume,
    /// Starts or ends waiting for the body to turn, which scans once it has.
    Wait(bool),
    /// Ends the robot's turn.
    Tick,
    /// Ends the robot's turn again and again until this is 0.
    Await(Sensor),
    /// Pushes the number of an evolved tree.
    Tree(u8),
    /// The method is done.
    Return,
}

/// A robot's program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its class, with package.
    pub name: String,
    /// Whether it is an `AdvancedRobot`.
    pub advanced: bool,
    pub(super) code: Vec<Instruction>,
    /// Where the static variables are set; done once a battle.
    pub(super) statics: u32,
    /// Where a round starts: fields are set, then `run` follows.
    pub(super) start: u32,
    /// Where the handlers are, by [`EventKind`].
    pub(super) handlers: [Option<u32>; EventKind::ALL.len()],
    /// How many variables there are; the first of them are static.
    pub(super) variables: usize,
    /// The evolved trees that [`Instruction::Tree`] asks.
    pub(super) trees: Vec<Code>,
    /// The same of robots that people watch, who want to know what the trees come to.
    pub(super) watched: Vec<Watched>,
}
