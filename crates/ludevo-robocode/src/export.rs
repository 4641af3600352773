//! Evolved robots as Java sources that the real engine runs: HaikuBots of four semicolons.

use ludevo_program::{Architecture, Code, Dialect, Individual, simplify};

use super::evolved::{self, Layout};

/// Java as robots are written in it.
struct Java;

/// What the cells of the view are in Java.
const CELLS: [(usize, &str); 13] = [
    (evolved::ENERGY, "getEnergy()"),
    (evolved::HEADING, "getHeadingRadians()"),
    (evolved::X, "getX()"),
    (evolved::Y, "getY()"),
    (evolved::MAX_X, "getBattleFieldWidth()"),
    (evolved::MAX_Y, "getBattleFieldHeight()"),
    (evolved::ENEMY_BEARING, "e.getBearingRadians()"),
    (evolved::ENEMY_DISTANCE, "e.getDistance()"),
    (evolved::ENEMY_VELOCITY, "e.getVelocity()"),
    (evolved::ENEMY_HEADING, "(e.getHeadingRadians() - getHeadingRadians())"),
    (evolved::ENEMY_ENERGY, "e.getEnergy()"),
    (evolved::TIME, "(getTime() * 1.0)"),
    (evolved::VELOCITY, "getVelocity()"),
];

/// What `Lead` works out.
const LEAD: &str = "(e.getBearingRadians() + Math.asin(e.getVelocity() / 14 * Math.sin(e.getHeadingRadians() - getHeadingRadians() \
     - e.getBearingRadians())))";

impl Dialect for Java {
    fn held(&self, cell: u16) -> String {
        let found = CELLS.iter().find(|(known, _)| *known == usize::from(cell));
        found.map(|(_, text)| (*text).to_owned()).unwrap_or_default()
    }

    fn count(&self, cell: u16) -> String {
        format!("(1.0 * Long.bitCount(Double.doubleToRawLongBits({})))", self.held(cell))
    }

    fn bit(&self, cell: u16, bit: u8) -> String {
        format!("(1.0 * (Double.doubleToRawLongBits({}) >>> {bit} & 1))", self.held(cell))
    }

    fn asked(&self, terminal: &str, _parameter: Option<u16>) -> String {
        if terminal == "Lead" { LEAD.to_owned() } else { String::new() }
    }

    fn apply(&self, function: &str, of: &str) -> String {
        match function {
            "asin" | "acos" => format!("Math.{function}(Math.max(-1, Math.min(1, {of})))"),
            _ => format!("Math.{function}({of})"),
        }
    }

    fn perform(&self, deed: &str, of: Option<(&str, Option<f64>)>) -> String {
        match (deed, of) {
            ("random", _) => "(2 * Math.random() - 1)".to_owned(),
            (_, Some((text, Some(power)))) if power > 0.0 => {
                format!("(setFireBullet({text}) == null ? 1 : 1)")
            }
            (_, Some((_, Some(_)))) => "0".to_owned(),
            (_, Some((text, None))) => format!(
                "((DoubleUnaryOperator) power -> power > 0 ? setFireBullet(power) == null ? 1 : 1 : 0).applyAsDouble({text})"
            ),
            (_, None) => "0".to_owned(),
        }
    }

    fn finite(&self, number: &str) -> String {
        format!("Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, {number}))")
    }

    fn quotient(&self, left: &str, right: &str, clamp: bool) -> String {
        let quotient = if clamp { self.finite("x / y") } else { "x / y".to_owned() };
        format!("((DoubleBinaryOperator) (x, y) -> y == 0 ? 0 : {quotient}).applyAsDouble({left}, {right})")
    }
}

/// The source of an individual's robot.
pub fn java(
    package: &str,
    class: &str,
    individual: &Individual,
    architecture: &Architecture,
    layout: Layout,
) -> String {
    let expressions: Vec<String> = architecture
        .expanded(individual)
        .trees
        .iter()
        .zip(&architecture.parts)
        .map(|(tree, part)| {
            let simplified = simplify(tree, &part.language, part.root);
            Code::new(&simplified, &part.language, part.root).write(&Java).expect("robots do not look ahead")
        })
        .collect();
    layout.source(package, class, [&expressions[0], &expressions[1], &expressions[2]])
}
