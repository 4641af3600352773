//! The language of evolved robots: the functions and terminals of Table 8.1 of Evolved to Win, angles in radians.

use std::f64::consts::FRAC_PI_2;
use std::sync::{Arc, LazyLock};

use ludevo_game::game::GameError;
use ludevo_program::functions::numeric::{ABS, ADD, DIV, IF_GREATER, IF_POSITIVE, MUL, NEG, SUB};
use ludevo_program::{Architecture, Deed, Draw, Function, Language, Op, Part, Primitive, Read, Type};

use super::evolved::{self, CELLS};
use super::java_random::JavaRandom;
use super::strict;

/// Farther than anything in a field.
const FAR: f64 = 10_000.0;

const fn held(cell: usize, low: f64, high: f64) -> Op {
    Op::Read(Read::Number { cell: cell as u16, within: (low, high) })
}

const SIN: Function = Function { name: "sin", apply: strict::sin, within: |_, _| (-1.0, 1.0) };
const COS: Function = Function { name: "cos", apply: strict::cos, within: |_, _| (-1.0, 1.0) };
const ARC_SIN: Function =
    Function { name: "asin", apply: |x| strict::asin(x.clamp(-1.0, 1.0)), within: |_, _| (-1.6, 1.6) };
const ARC_COS: Function =
    Function { name: "acos", apply: |x| strict::acos(x.clamp(-1.0, 1.0)), within: |_, _| (0.0, 3.2) };

const FIRE: Deed =
    Deed { name: "fire", act: evolved::fire, takes_one: true, within: (0.0, 1.0), is_pure: false };
const RANDOM: Deed =
    Deed { name: "random", act: random, takes_one: false, within: (-1.0, 1.0), is_pure: false };

fn random(view: &mut [u64], _argument: f64) -> f64 {
    let mut dice = JavaRandom::from_state(view[evolved::DICE]);
    let number = 2.0 * dice.unit() - 1.0;
    view[evolved::DICE] = dice.state();
    number
}

/// Table 8.1.
const PRIMITIVES: &[Primitive] = &[
    Primitive::float("Energy", held(evolved::ENERGY, 0.0, FAR), "the robot's remaining energy"),
    Primitive::float("Heading", held(evolved::HEADING, 0.0, 6.3), "the robot's heading"),
    Primitive::float("X", held(evolved::X, 0.0, FAR), "the robot's horizontal position"),
    Primitive::float("Y", held(evolved::Y, 0.0, FAR), "the robot's vertical position"),
    Primitive::float("MaxX", held(evolved::MAX_X, 0.0, FAR), "the width of the field"),
    Primitive::float("MaxY", held(evolved::MAX_Y, 0.0, FAR), "the height of the field"),
    Primitive::float(
        "EnemyBearing",
        held(evolved::ENEMY_BEARING, -3.2, 3.2),
        "the enemy's direction, relative to the robot's heading",
    ),
    Primitive::float("EnemyDistance", held(evolved::ENEMY_DISTANCE, 0.0, FAR), "the distance to the enemy"),
    Primitive::float("EnemyVelocity", held(evolved::ENEMY_VELOCITY, -8.0, 8.0), "the enemy's velocity"),
    Primitive::float(
        "EnemyHeading",
        held(evolved::ENEMY_HEADING, -6.3, 6.3),
        "the enemy's heading, relative to the robot's",
    ),
    Primitive::float("EnemyEnergy", held(evolved::ENEMY_ENERGY, 0.0, FAR), "the enemy's remaining energy"),
    Primitive::float("Constant", Op::Ephemeral(Draw::Between(-1.0, 1.0)), "a constant"),
    Primitive::float("Random", Op::Do(RANDOM), "a random number from -1 to 1, another one each time"),
    Primitive::float("Zero", Op::Number(0.0), "0"),
    ADD,
    SUB,
    MUL,
    DIV,
    ABS,
    NEG,
    Primitive::float("Sin", Op::Apply(SIN), "the sine"),
    Primitive::float("Cos", Op::Apply(COS), "the cosine"),
    Primitive::float("ArcSin", Op::Apply(ARC_SIN), "the arc sine; beyond -1 and 1 that of -1 or 1"),
    Primitive::float("ArcCos", Op::Apply(ARC_COS), "the arc cosine; beyond -1 and 1 that of -1 or 1"),
    IF_GREATER,
    IF_POSITIVE,
    Primitive::float("Fire", Op::Do(FIRE), "fires with that power and is 1 if it is positive, otherwise 0"),
];

/// What the rich language adds: a clock to swing by, and the aim of whoever leads a moving enemy.
const FURTHER: &[Primitive] = &[
    Primitive::float("Time", held(evolved::TIME, 0.0, FAR), "the turn of the round"),
    Primitive::float("Velocity", held(evolved::VELOCITY, -8.0, 8.0), "the robot's velocity"),
    Primitive::float(
        "Lead",
        Op::Read(Read::Once { compute: evolved::lead, memo: evolved::LEAD as u16, within: (-5.0, 5.0) }),
        "where an enemy that goes on as it does meets a bullet of power 2, relative to the robot's heading",
    ),
    Primitive::float("Quarter", Op::Number(FRAC_PI_2), "a quarter of a turn"),
];

/// What trees add that may call the robot's own two functions, further trees of the same individual.
const CALLS: &[Primitive] = &[
    Primitive::float("Function1", Op::Call { part: 3 }, "what the robot's first own function gives"),
    Primitive::float(
        "Function2",
        Op::Call { part: 4 },
        "what its second one gives, which may call the first",
    ),
];

/// The language of Table 8.1.
pub fn published() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| declared("published", PRIMITIVES));
    Arc::clone(&LANGUAGE)
}

/// The language of Table 8.1 with more to see.
pub fn rich() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> =
        LazyLock::new(|| declared("rich", &[PRIMITIVES, FURTHER].concat()));
    Arc::clone(&LANGUAGE)
}

/// The language of Table 8.1 with calls of two functions that evolve beside the three trees.
pub fn functions() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> =
        LazyLock::new(|| declared("functions", &[PRIMITIVES, CALLS].concat()));
    Arc::clone(&LANGUAGE)
}

/// The language of the second function.
fn second_function() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> =
        LazyLock::new(|| declared("second function", &[PRIMITIVES, &CALLS[..1]].concat()));
    Arc::clone(&LANGUAGE)
}

fn declared(name: &str, primitives: &[Primitive]) -> Arc<Language> {
    Arc::new(Language::new(name, CELLS, primitives).expect("the language can be declared"))
}

/// The names that [`named`] knows.
pub const NAMES: [&str; 3] = ["published", "rich", "functions"];

/// The language of this name.
pub fn named(name: &str) -> Option<Arc<Language>> {
    [published(), rich(), functions()].into_iter().find(|language| language.name() == name)
}

/// The same, or which there are instead of it.
pub(crate) fn known(name: &str) -> Result<Arc<Language>, GameError> {
    named(name).ok_or_else(|| GameError::unknown("program.language", name, NAMES))
}

/// The three trees of Algorithm 8.1, and the functions that they may call if their language has any.
pub fn architecture(language: &Arc<Language>, depth: usize) -> Architecture {
    let part = |name: &str, decides: &str, language: &Arc<Language>, depth: usize| Part {
        name: name.to_owned(),
        decides: decides.to_owned(),
        root: Type::Float,
        language: Arc::clone(language),
        depth,
    };
    let mut parts = vec![
        part("move", "how far to drive", language, depth),
        part("turn", "which way to turn, relative to the heading", language, depth),
        part("gun", "where to point the gun, relative to the heading", language, depth),
    ];
    if language.name() == functions().name() {
        // A function may be called many times: its depth bounds what a robot comes to when calls are replaced.
        let depth = depth.div_ceil(2);
        parts.push(part("function1", "what Function1 gives", &published(), depth));
        parts.push(part("function2", "what Function2 gives", &second_function(), depth));
    }
    Architecture { parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same on every machine: what a robot computes decides its games.
    #[test]
    fn every_function_of_robots_has_its_bits() {
        let pinned = [
            ("abs", 0x3fe3_3333_3333_3333),
            ("sin", 0xbfe2_118d_17a5_4159),
            ("cos", 0x3fea_6926_3c48_5b15),
            ("asin", 0xbfe4_978f_a326_9ee1),
            ("acos", 0x4001_b6e1_92eb_be44),
        ];
        let functions = PRIMITIVES.iter().chain(FURTHER).filter_map(|primitive| match primitive.op {
            Op::Apply(function) => Some((function.name, (function.apply)(-0.6).to_bits())),
            _ => None,
        });
        assert!(functions.eq(pinned));
    }
}
