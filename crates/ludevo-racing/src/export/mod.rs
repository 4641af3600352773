//! Evolved drivers as robots for RARS itself, in C++.

use ludevo_program::{Code, Dialect, simplify};

use crate::language::Actuators;
use crate::players::Champion;
use crate::sensors;

/// The languages whose drivers need no line.
pub(crate) const EXPORTED: [&str; 3] = ["published", "powers", "free"];

/// Words that cannot be the name of a driver: those of C++, and the names that the source uses.
pub(crate) const TAKEN: &str = " alignas alignof and asm auto bitand bitor bool break case catch char class compl concept const \
    constexpr continue decltype default delete do double else enum explicit export extern false final float for friend goto if \
    inline int long mutable namespace new noexcept not nullptr operator or override private protected public register requires \
    return short signed sizeof static struct switch template this throw true try typedef typeid typename union unsigned using \
    virtual void volatile while xor std Driver Piece View situation con_vec track main ";

/// The robot around the two trees.
const ROBOT: &str = include_str!("robot.cpp");

/// C++ as robots are written in it.
struct Cpp;

/// What the cells of the view are in C++: the sensors of the chapter.
const CELLS: [(usize, &str); 11] = [
    (sensors::CR, "CR"),
    (sensors::NR, "NR"),
    (sensors::TE, "TE"),
    (sensors::NL, "NL"),
    (sensors::V, "V"),
    (sensors::NV, "NV"),
    (sensors::TL, "TL"),
    (sensors::TR, "TR"),
    (sensors::TW, "TW"),
    (sensors::AH, "AH"),
    (sensors::AA, "AA"),
];

impl Dialect for Cpp {
    fn held(&self, cell: u16) -> String {
        let known = CELLS.iter().find(|(known, _)| *known == usize::from(cell));
        known.map(|(_, name)| format!("at.{name}")).unwrap_or_default()
    }

    fn count(&self, _cell: u16) -> String {
        unreachable!("drivers read numbers")
    }

    fn bit(&self, _cell: u16, _bit: u8) -> String {
        unreachable!("drivers read numbers")
    }

    fn asked(&self, _terminal: &str, _parameter: Option<u16>) -> String {
        unreachable!("drivers read cells")
    }

    fn apply(&self, function: &str, of: &str) -> String {
        format!("apply_{function}({of})")
    }

    fn perform(&self, _deed: &str, _of: Option<(&str, Option<f64>)>) -> String {
        unreachable!("drivers do nothing but drive")
    }

    fn finite(&self, number: &str) -> String {
        format!("kept_finite({number})")
    }

    fn quotient(&self, left: &str, right: &str, _clamp: bool) -> String {
        format!("quotient({left}, {right})")
    }
}

/// The source of a champion's robot; nothing where it follows a line, which RARS has none of.
pub(crate) fn cpp(champion: &Champion, name: &str) -> Option<String> {
    let language = champion.architecture.parts[0].language.name();
    if !EXPORTED.contains(&language) {
        return None;
    }
    let mut trees = champion.individual.trees.iter().zip(&champion.architecture.parts).map(|(tree, part)| {
        let simplified = simplify(tree, &part.language, part.root);
        Code::new(&simplified, &part.language, part.root).write(&Cpp).expect("drivers do not look ahead")
    });
    let (first, second) = (trees.next().unwrap_or_default(), trees.next().unwrap_or_default());
    let sensors = champion.sensors;
    let output = match Actuators::of(language) {
        Actuators::Wheels => format!(
            "result.alpha = within({:?} * first, -10, 10);\n    result.vc = within(100 * second, -1000, 1000);",
            sensors.steer
        ),
        Actuators::Forces => "wheels(s, 100 * second, 100 * first, result);".to_owned(),
    };
    let class = format!("It is {}: it reads what can be seen from its car", champion.class.name());
    Some(
        ROBOT
            .replace("@NAME@", name)
            .replace("@CLASS@", &class)
            .replace("@FIRST@", &first)
            .replace("@SECOND@", &second)
            .replace("@OUTPUT@", &output)
            .replace("@RESCUE@", &sensors.rescue.to_string())
            .replace("@BESIDE@", &format!("{:?}", sensors.beside))
            .replace("@ANGLE@", &format!("{:?}", sensors.angle)),
    )
}
