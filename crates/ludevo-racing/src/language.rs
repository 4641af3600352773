//! The languages of evolved drivers: the functions and terminals of Table 9.1 of Evolved to Win, one with the same
//! terminals and freer functions, one with powers too, and three that see a planned line.

use std::sync::{Arc, LazyLock};

use ludevo_game::game::GameError;
use ludevo_program::functions::numeric::{ABS, ADD, DIV, IF_GREATER, IF_POSITIVE, MUL, NEG, SUB};
use ludevo_program::{Architecture, Draw, Function, Language, Op, Part, Primitive, Read, Type};

use crate::drivers::Class;
use crate::sensors::{self, CELLS};

/// Farther and faster than anything on a track, in the units of the table.
const FAR: f64 = sensors::FAR;
const FAST: f64 = sensors::FAST;

const fn held(cell: usize, low: f64, high: f64) -> Op {
    Op::Read(Read::Number { cell: cell as u16, within: (low, high) })
}

const SQRT: Function = Function {
    name: "sqrt",
    apply: |x| x.max(0.0).sqrt(),
    within: |low, high| (low.max(0.0).sqrt(), high.max(0.0).sqrt()),
};
const POSITIVE: Function =
    Function { name: "positive", apply: |x| x.max(0.0), within: |low, high| (low.max(0.0), high.max(0.0)) };
/// Every number that [`LOG`] takes for 0 or less has the logarithm of this one.
const TINY: f64 = 1e-6;

const LOG: Function = Function {
    name: "log",
    apply: |x| libm::log(x.max(TINY)),
    within: |low, high| (libm::log(low.max(TINY)), libm::log(high.max(TINY))),
};
/// Beyond the ends of its range an exponential is what it is at the end, far outside of what a car can do.
const EXP: Function = Function {
    name: "exp",
    apply: |x| libm::exp(x.clamp(-20.0, 20.0)),
    within: |low, high| (libm::exp(low.clamp(-20.0, 20.0)), libm::exp(high.clamp(-20.0, 20.0))),
};
const TAN: Function = Function { name: "tan", apply: tan, within: |_, _| (-f64::MAX, f64::MAX) };

/// The tangent; of what is too large to have one in this precision, that of 0.
fn tan(x: f64) -> f64 {
    if x.abs() < 1e15 { libm::tan(x) } else { 0.0 }
}

/// Table 9.1. Constants are drawn from -1 to 1, where all that the chapter prints lie; it does not state their range.
const PUBLISHED: &[Primitive] = &[
    Primitive::float(
        "CR",
        held(sensors::CR, -FAR, FAR),
        "radius of the inner wall of the segment in 400 ft, negative to the right, 0 for a straight",
    ),
    Primitive::float("NR", held(sensors::NR, -FAR, FAR), "the same of the next segment"),
    Primitive::float(
        "TE",
        held(sensors::TE, 0.0, FAR),
        "distance to the end of the segment, in 400 ft along the middle",
    ),
    Primitive::float("NL", held(sensors::NL, 0.0, FAR), "length of the next segment, likewise"),
    Primitive::float("V", held(sensors::V, 0.0, FAST), "speed, in 100 ft/s"),
    Primitive::float("NV", held(sensors::NV, -FAST, FAST), "speed across the road to the left, in 100 ft/s"),
    Primitive::float("TL", held(sensors::TL, -FAR, FAR), "distance to the left shoulder, in 400 ft"),
    Primitive::float("TR", held(sensors::TR, -FAR, FAR), "distance to the right shoulder, in 400 ft"),
    Primitive::float("TW", held(sensors::TW, 0.0, FAR), "width of the road, in 400 ft"),
    Primitive::float(
        "AH",
        held(sensors::AH, 0.0, FAR),
        "how far the car can go straight on without leaving the road, in 400 ft",
    ),
    Primitive::float(
        "AA",
        held(sensors::AA, -4.0, 4.0),
        "direction of the shoulder that it meets there, relative to its own, to the left",
    ),
    Primitive::float("Constant", Op::Ephemeral(Draw::Between(-1.0, 1.0)), "a constant"),
    Primitive::float("Zero", Op::Number(0.0), "0"),
    Primitive::float("One", Op::Number(1.0), "1"),
    ADD,
    SUB,
    MUL,
    DIV,
    ABS,
    NEG,
    Primitive::float("Tan", Op::Apply(TAN), "the tangent"),
    IF_GREATER,
    IF_POSITIVE,
];

/// What all languages of our own add: with these a limit is a node, and the speed of a bend two.
const FREE: &[Primitive] = &[
    Primitive::float("Sqrt", Op::Apply(SQRT), "the square root, 0 of what is negative"),
    Primitive::float("Positive", Op::Apply(POSITIVE), "the number itself, 0 if it is negative"),
];

/// What products of powers are made of.
const POWERS: &[Primitive] = &[
    Primitive::float(
        "Log",
        Op::Apply(LOG),
        "the natural logarithm, that of 0.000001 where the number is less",
    ),
    Primitive::float("Exp", Op::Apply(EXP), "e to the power of the number, which counts from -20 to 20"),
];

/// A line with its speeds, planned through what the driver knows.
const LINE: &[Primitive] = &[
    Primitive::float(
        "LineAside",
        held(sensors::LINE_ASIDE, -FAR, FAR),
        "how far the car is to the left of the planned line, in 100 ft",
    ),
    Primitive::float(
        "LineDrift",
        held(sensors::LINE_DRIFT, -2.0 * FAST, 2.0 * FAST),
        "how fast it goes to the left of the line, in 100 ft/s",
    ),
    Primitive::float(
        "LineBend",
        held(sensors::LINE_BEND, -FAR, FAR),
        "curvature of the line a moment ahead, to the left, in radians for 100 ft",
    ),
    Primitive::float(
        "LineBendNext",
        held(sensors::LINE_BEND_NEXT, -FAR, FAR),
        "the same half a second ahead",
    ),
    Primitive::float(
        "LineSpeed",
        held(sensors::LINE_SPEED, 0.0, FAST),
        "the highest speed of the line a moment ahead, in 100 ft/s",
    ),
    Primitive::float(
        "LineSpeedNext",
        held(sensors::LINE_SPEED_NEXT, 0.0, FAST),
        "the same half a second ahead",
    ),
];

/// What `ahead` adds: the second and third segment after the own one.
const FARTHER: &[Primitive] = &[
    Primitive::float("NR2", held(sensors::NR2, -FAR, FAR), "radius of the second segment ahead, as NR"),
    Primitive::float("NL2", held(sensors::NL2, 0.0, FAR), "length of the second segment ahead, as NL"),
    Primitive::float("NR3", held(sensors::NR3, -FAR, FAR), "radius of the third segment ahead, as NR"),
    Primitive::float("NL3", held(sensors::NL3, 0.0, FAR), "length of the third segment ahead, as NL"),
];

/// What `race` adds to `line`, whose line goes round the cars ahead there.
const CARS: &[Primitive] = &[Primitive::float(
    "CarTime",
    held(sensors::CAR_TIME, 0.0, 10.0),
    "seconds until the car reaches the one that is in its way, at most 10",
)];

/// The sensors of the chapter with functions of our own, and forces for outputs.
pub fn free() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> =
        LazyLock::new(|| declared("free", &[PUBLISHED, FREE].concat()));
    Arc::clone(&LANGUAGE)
}

/// The sensors and outputs of the chapter with functions of our own, powers among them.
pub fn powers() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> =
        LazyLock::new(|| declared("powers", &[PUBLISHED, FREE, POWERS].concat()));
    Arc::clone(&LANGUAGE)
}

/// The language of a reactive driver with a line through what it sees: its own segment and three more.
pub fn ahead() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> =
        LazyLock::new(|| declared("ahead", &[PUBLISHED, FREE, LINE, FARTHER].concat()));
    Arc::clone(&LANGUAGE)
}

/// The language of a planning driver, whose line is planned for the whole track before the race.
pub fn line() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> =
        LazyLock::new(|| declared("line", &[PUBLISHED, FREE, LINE].concat()));
    Arc::clone(&LANGUAGE)
}

/// The language of a planning driver among others, whose line goes round them.
pub fn race() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> =
        LazyLock::new(|| declared(RACE, &[PUBLISHED, FREE, LINE, CARS].concat()));
    Arc::clone(&LANGUAGE)
}

/// The language of Table 9.1.
pub fn published() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| declared("published", PUBLISHED));
    Arc::clone(&LANGUAGE)
}

fn declared(name: &str, primitives: &[Primitive]) -> Arc<Language> {
    Arc::new(Language::new(name, CELLS, primitives).expect("the language can be declared"))
}

/// The names that [`named`] knows.
pub const NAMES: [&str; 6] = ["published", "powers", "free", "ahead", "line", RACE];

/// The name of the language for races of several cars.
pub(crate) const RACE: &str = "race";

/// The language of this name.
pub fn named(name: &str) -> Option<Arc<Language>> {
    [published(), powers(), free(), ahead(), line(), race()]
        .into_iter()
        .find(|language| language.name() == name)
}

/// The same, or which there are instead of it.
pub(crate) fn known(name: &str) -> Result<Arc<Language>, GameError> {
    named(name).ok_or_else(|| GameError::unknown("program.language", name, NAMES))
}

/// The name under which a formula by hand joins a first population.
pub const BY_HAND: &str = "by-hand";

/// The building blocks of the printed driver, with a way back to the road and brakes for the next bend. Its constants were tuned
/// on sepang, as the printed driver's were, and on tracks that train.
const REACTIVE: &str = "\
tree steer
IfPositive(
  AH,
  Add(
    Div(
      IfGreater(0.719, AH, Mul(0.0184, AA), Mul(-0.176, NV)),
      Mul(
        Mul(AH, Add(Div(AH, V), Mul(0.437, AH))),
        Mul(
          Sub(AH, Mul(0.852, Mul(NV, NV))),
          Add(Div(AH, V), Mul(1.49, Mul(Div(AH, V), Div(AH, V))))))),
    Sub(Add(Mul(0.00113, Sub(TL, TR)), Mul(0.00107, Div(Mul(V, V), CR))), Mul(0.0575, NV))),
  Sub(Mul(0.0505, Sub(TL, TR)), Mul(0.551, NV)))
tree speed
IfPositive(
  AH,
  Sub(
    Add(Sub(Add(Mul(0.547, Div(AH, V)), Mul(1.71, AH)), Mul(1.74, Mul(NV, NV))), 0.00163),
    IfGreater(
      Abs(NR),
      Zero,
      IfPositive(
        Sub(Mul(V, V), Add(Mul(1.47, Add(Abs(NR), Mul(0.668, TW))), Mul(0.839, TE))),
        Mul(0.302, Sub(Mul(V, V), Add(Mul(1.47, Add(Abs(NR), Mul(0.668, TW))), Mul(0.839, TE)))),
        Zero),
      Zero)),
  0.259)
";

/// To be parallel to the wall where the car would meet it, sooner the nearer that is, and round the bend; as fast as a power
/// of its free way, and slow enough for this bend and the next.
const POWERFUL: &str = "\
tree steer
IfPositive(
  AH,
  Add(
    Sub(
      Mul(AA, Exp(Sub(Mul(0.5, Log(V)), Add(2.2, Mul(0.6, Log(AH)))))),
      Mul(0.06, Div(NV, V))),
    Add(
      Mul(0.0011, Sub(TL, TR)),
      IfGreater(
        Abs(CR),
        Zero,
        Mul(0.0011, Div(Mul(V, V), Add(CR, IfPositive(CR, Mul(0.5, TW), Mul(-0.5, TW))))),
        Zero))),
  Sub(Mul(0.0505, Sub(TL, TR)), Mul(0.551, NV)))
tree speed
IfPositive(
  AH,
  Sub(
    Sub(
      Exp(Add(Add(0.7, Mul(0.8, Log(AH))), Mul(-0.1, Log(V)))),
      IfGreater(
        Abs(NR),
        Zero,
        Mul(0.5, Positive(Sub(Mul(V, V), Add(Mul(1.47, Add(Abs(NR), Mul(0.668, TW))), Mul(0.839, TE))))),
        Zero)),
    IfGreater(
      Abs(CR),
      Zero,
      Mul(0.3, Positive(Sub(Mul(V, V), Mul(1.47, Add(Abs(CR), Mul(0.3, TW)))))),
      Zero)),
  0.259)
";

/// To be parallel to the wall where the car would meet it, round the bend and back to the road; as fast as it can stop within
/// its view and get round this bend and the next. Its constants were tuned on the tracks that train.
const SIGHTED: &str = "\
tree across
Add(
  Sub(
    Add(
      Mul(0.1, Div(Mul(Mul(V, V), AA), Add(AH, 0.008))),
      IfGreater(
        Abs(CR),
        Zero,
        Mul(0.18, Div(Mul(V, V), Add(CR, IfPositive(CR, Mul(0.09, TW), Mul(-0.09, TW))))),
        Zero)),
    Add(Mul(0.38, NV), Mul(0.92, Sub(TR, TL)))),
  Mul(0.47, Sub(Positive(Neg(TR)), Positive(Neg(TL)))))
tree along
Sub(
  Sub(
    Mul(4.2, Sub(Sqrt(Add(0.155, Mul(5.15, AH))), V)),
    IfGreater(
      Abs(NR),
      Zero,
      Mul(
        18,
        Positive(Sub(Mul(V, V), Add(Mul(1.63, Add(Abs(NR), Mul(0.31, TW))), Mul(2.28, TE))))),
      Zero)),
  IfGreater(
    Abs(CR),
    Zero,
    Mul(18, Positive(Sub(Mul(V, V), Mul(1.44, Add(Abs(CR), Mul(0.077, TW)))))),
    Zero))
";

/// The bend of the line and back to it, at its speed.
const FOLLOWER: &str = "\
tree across
Sub(Mul(Mul(V, V), LineBend), Add(Add(LineDrift, LineDrift), LineAside))
tree along
Mul(9, Sub(LineSpeed, V))
";

/// A formula by hand in a language that has one.
pub fn by_hand(language: &str) -> Option<&'static str> {
    match language {
        "published" => Some(REACTIVE),
        "powers" => Some(POWERFUL),
        "free" => Some(SIGHTED),
        "ahead" | "line" | RACE => Some(FOLLOWER),
        _ => None,
    }
}

/// What a driver in a language may know.
pub fn class(language: &str) -> Class {
    if language == "line" || language == RACE { Class::Planning } else { Class::Reactive }
}

/// What the two trees of a driver in a language decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actuators {
    /// The angle and the speed of the wheels, as in the chapter.
    Wheels,
    /// Accelerations to the left and along the motion, from which the wheels follow.
    Forces,
}

impl Actuators {
    /// Those of a language.
    pub fn of(language: &str) -> Self {
        if matches!(language, "published" | "powers") { Actuators::Wheels } else { Actuators::Forces }
    }
}

/// The two trees of a driver.
pub fn architecture(language: &Arc<Language>, depth: usize) -> Architecture {
    let part = |(name, decides): (&str, &str)| Part {
        name: name.to_owned(),
        decides: decides.to_owned(),
        root: Type::Float,
        language: Arc::clone(language),
        depth,
    };
    let parts = match Actuators::of(language.name()) {
        Actuators::Wheels => [
            ("steer", "the angle of the wheels, in radians to the left of where the car goes"),
            ("speed", "the speed of the wheels, in 100 ft/s"),
        ],
        Actuators::Forces => [
            ("across", "the acceleration to the left, in 100 ft/s a second"),
            ("along", "the acceleration along the motion, in 100 ft/s a second"),
        ],
    };
    Architecture { parts: parts.map(part).to_vec() }
}
