//! The calls that a robot can make: Robocode's and those of `Math`, declared as data.

use std::f64::consts::PI;

use crate::angle;
use crate::code::{Detail, Sensor, Setting};
use crate::strict;
use crate::tank::{java_max, java_min};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Double,
    Bool,
    /// What a shot returns: a bullet, or `null` if it was not accepted.
    Bullet,
    /// Nothing at all.
    Void,
}

/// What a call does.
#[derive(Clone, Copy)]
pub(super) enum Call {
    /// Sets something to the argument, negated and in degrees if so said; blocking calls wait until it is done.
    Set { setting: Setting, negated: bool, degrees: bool, blocking: bool },
    /// Sets a yes or no or a limit.
    Switch { setting: Setting, degrees: bool },
    /// Fires.
    Fire { blocking: bool, returns: bool },
    /// Asks the body; some answers are in degrees, for which there are two ways to round.
    Sense { sensor: Sensor, convert: Option<fn(f64) -> f64>, kind: Kind },
    /// Waits a turn.
    Tick,
    /// Waits until the body has turned: `waitFor(new TurnCompleteCondition(this))`.
    WaitForTurn,
    /// Scans and waits a turn.
    Scan,
    /// Stops and waits a turn.
    Stop,
    /// Resumes and waits a turn.
    Resume,
    /// A function of one number.
    One(fn(f64) -> f64),
    /// A function of one number that keeps whole numbers whole.
    Same(fn(f64) -> f64),
    /// A function of two numbers.
    Two(fn(f64, f64) -> f64),
    /// A function of two numbers that keeps whole numbers whole.
    SameTwo(fn(f64, f64) -> f64),
    /// A random number from 0 up to 1.
    Random,
    /// An evolved tree, by its number.
    Tree,
}

/// Where a call belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Robot,
    Advanced,
    Math,
    Utils,
    /// The dice that stand for `Math.random` where a battle is repeated in the real engine.
    Dice,
    /// Not Java: evolved robots only.
    Evolved,
}

const fn set(setting: Setting, negated: bool, degrees: bool, blocking: bool) -> Call {
    Call::Set { setting, negated, degrees, blocking }
}

const fn sense(sensor: Sensor) -> Call {
    Call::Sense { sensor, convert: None, kind: Kind::Double }
}

const fn sense_degrees(sensor: Sensor) -> Call {
    Call::Sense { sensor, convert: Some(angle::degrees), kind: Kind::Double }
}

const fn sense_left(sensor: Sensor) -> Call {
    Call::Sense { sensor, convert: Some(angle::java_degrees), kind: Kind::Double }
}

fn signum(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() { x } else { 1f64.copysign(x) }
}

/// The calls by name.
pub(super) const CALLS: &[(&str, Owner, Call)] = {
    use Owner::{Advanced, Dice, Evolved, Math, Robot, Utils};
    use Setting::{Distance, GunTurn, RadarTurn, Turn};
    &[
        ("ahead", Robot, set(Distance, false, false, true)),
        ("back", Robot, set(Distance, true, false, true)),
        ("turnRight", Robot, set(Turn, false, true, true)),
        ("turnLeft", Robot, set(Turn, true, true, true)),
        ("turnGunRight", Robot, set(GunTurn, false, true, true)),
        ("turnGunLeft", Robot, set(GunTurn, true, true, true)),
        ("turnRadarRight", Robot, set(RadarTurn, false, true, true)),
        ("turnRadarLeft", Robot, set(RadarTurn, true, true, true)),
        ("turnRightRadians", Advanced, set(Turn, false, false, true)),
        ("turnLeftRadians", Advanced, set(Turn, true, false, true)),
        ("turnGunRightRadians", Advanced, set(GunTurn, false, false, true)),
        ("turnGunLeftRadians", Advanced, set(GunTurn, true, false, true)),
        ("turnRadarRightRadians", Advanced, set(RadarTurn, false, false, true)),
        ("turnRadarLeftRadians", Advanced, set(RadarTurn, true, false, true)),
        ("setAhead", Advanced, set(Distance, false, false, false)),
        ("setBack", Advanced, set(Distance, true, false, false)),
        ("setTurnRight", Advanced, set(Turn, false, true, false)),
        ("setTurnLeft", Advanced, set(Turn, true, true, false)),
        ("setTurnGunRight", Advanced, set(GunTurn, false, true, false)),
        ("setTurnGunLeft", Advanced, set(GunTurn, true, true, false)),
        ("setTurnRadarRight", Advanced, set(RadarTurn, false, true, false)),
        ("setTurnRadarLeft", Advanced, set(RadarTurn, true, true, false)),
        ("setTurnRightRadians", Advanced, set(Turn, false, false, false)),
        ("setTurnLeftRadians", Advanced, set(Turn, true, false, false)),
        ("setTurnGunRightRadians", Advanced, set(GunTurn, false, false, false)),
        ("setTurnGunLeftRadians", Advanced, set(GunTurn, true, false, false)),
        ("setTurnRadarRightRadians", Advanced, set(RadarTurn, false, false, false)),
        ("setTurnRadarLeftRadians", Advanced, set(RadarTurn, true, false, false)),
        ("setMaxVelocity", Advanced, Call::Switch { setting: Setting::MaxVelocity, degrees: false }),
        ("setMaxTurnRate", Advanced, Call::Switch { setting: Setting::MaxTurn, degrees: true }),
        ("setAdjustGunForRobotTurn", Robot, Call::Switch { setting: Setting::GunKeeps, degrees: false }),
        (
            "setAdjustRadarForGunTurn",
            Robot,
            Call::Switch { setting: Setting::RadarKeepsOnGun, degrees: false },
        ),
        (
            "setAdjustRadarForRobotTurn",
            Robot,
            Call::Switch { setting: Setting::RadarKeepsOnBody, degrees: false },
        ),
        ("fire", Robot, Call::Fire { blocking: true, returns: false }),
        ("fireBullet", Robot, Call::Fire { blocking: true, returns: true }),
        ("setFire", Advanced, Call::Fire { blocking: false, returns: false }),
        ("setFireBullet", Advanced, Call::Fire { blocking: false, returns: true }),
        ("doNothing", Robot, Call::Tick),
        ("execute", Advanced, Call::Tick),
        ("waitFor", Advanced, Call::WaitForTurn),
        ("scan", Robot, Call::Scan),
        ("stop", Robot, Call::Stop),
        ("resume", Robot, Call::Resume),
        ("getX", Robot, sense(Sensor::X)),
        ("getY", Robot, sense(Sensor::Y)),
        ("getHeading", Robot, sense_degrees(Sensor::Heading)),
        ("getGunHeading", Robot, sense_degrees(Sensor::GunHeading)),
        ("getRadarHeading", Robot, sense_degrees(Sensor::RadarHeading)),
        ("getHeadingRadians", Advanced, sense(Sensor::Heading)),
        ("getGunHeadingRadians", Advanced, sense(Sensor::GunHeading)),
        ("getRadarHeadingRadians", Advanced, sense(Sensor::RadarHeading)),
        ("getVelocity", Robot, sense(Sensor::Velocity)),
        ("getEnergy", Robot, sense(Sensor::Energy)),
        ("getGunHeat", Robot, sense(Sensor::GunHeat)),
        ("getTime", Robot, Call::Sense { sensor: Sensor::Time, convert: None, kind: Kind::Int }),
        ("getOthers", Robot, Call::Sense { sensor: Sensor::Others, convert: None, kind: Kind::Int }),
        ("getBattleFieldWidth", Robot, sense(Sensor::FieldWidth)),
        ("getBattleFieldHeight", Robot, sense(Sensor::FieldHeight)),
        ("getDistanceRemaining", Advanced, sense(Sensor::Distance)),
        ("getTurnRemaining", Advanced, sense_left(Sensor::Turn)),
        ("getGunTurnRemaining", Advanced, sense_left(Sensor::GunTurn)),
        ("getRadarTurnRemaining", Advanced, sense_left(Sensor::RadarTurn)),
        ("getTurnRemainingRadians", Advanced, sense(Sensor::Turn)),
        ("getGunTurnRemainingRadians", Advanced, sense(Sensor::GunTurn)),
        ("getRadarTurnRemainingRadians", Advanced, sense(Sensor::RadarTurn)),
        ("abs", Math, Call::Same(f64::abs)),
        ("max", Math, Call::SameTwo(java_max)),
        ("min", Math, Call::SameTwo(java_min)),
        ("sin", Math, Call::One(strict::sin)),
        ("cos", Math, Call::One(strict::cos)),
        ("tan", Math, Call::One(strict::tan)),
        ("asin", Math, Call::One(strict::asin)),
        ("acos", Math, Call::One(strict::acos)),
        ("atan2", Math, Call::Two(strict::atan2)),
        ("hypot", Math, Call::Two(strict::hypot)),
        ("sqrt", Math, Call::One(f64::sqrt)),
        ("floor", Math, Call::One(f64::floor)),
        ("ceil", Math, Call::One(f64::ceil)),
        ("signum", Math, Call::One(signum)),
        ("toRadians", Math, Call::One(angle::radians)),
        ("toDegrees", Math, Call::One(angle::java_degrees)),
        ("random", Math, Call::Random),
        ("random", Dice, Call::Random),
        ("normalRelativeAngle", Utils, Call::One(angle::relative)),
        ("normalAbsoluteAngle", Utils, Call::One(angle::absolute)),
        ("normalRelativeAngleDegrees", Utils, Call::One(angle::relative_degrees)),
        ("tree", Evolved, Call::Tree),
    ]
};

/// What events can be asked, by method: the answer, whether it is in degrees, and its kind.
pub(super) const DETAILS: &[(&str, Detail, bool, Kind)] = &[
    ("getBearing", Detail::Bearing, true, Kind::Double),
    ("getBearingRadians", Detail::Bearing, false, Kind::Double),
    ("getDistance", Detail::Distance, false, Kind::Double),
    ("getHeading", Detail::Heading, true, Kind::Double),
    ("getHeadingRadians", Detail::Heading, false, Kind::Double),
    ("getVelocity", Detail::Velocity, false, Kind::Double),
    ("getEnergy", Detail::Energy, false, Kind::Double),
    ("getPower", Detail::Power, false, Kind::Double),
    ("getTime", Detail::Time, false, Kind::Int),
    ("isMyFault", Detail::MyFault, false, Kind::Bool),
];

/// Constants by their full name.
pub(super) const CONSTANTS: &[(&str, f64)] = &[
    ("Math.PI", PI),
    ("Double.POSITIVE_INFINITY", f64::INFINITY),
    ("Double.NEGATIVE_INFINITY", f64::NEG_INFINITY),
    ("Double.MAX_VALUE", f64::MAX),
];
