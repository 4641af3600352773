//! Angles in radians as Robocode keeps them: 0 is north, clockwise is positive.

use std::f64::consts::{FRAC_PI_2, PI};

const CIRCLE: f64 = 2.0 * PI;
const NEAR: f64 = 1e-5;

/// Degrees to radians, as `Math.toRadians` does.
pub fn radians(degrees: f64) -> f64 {
    degrees * 0.017453292519943295
}

/// Radians to degrees, as `Math.toDegrees` does.
pub fn java_degrees(radians: f64) -> f64 {
    radians * 57.295_779_513_082_32
}

/// Radians to degrees, as most of Robocode's getters do.
pub fn degrees(radians: f64) -> f64 {
    radians * 180.0 / PI
}

/// What is left after whole circles; exact, and quick for what is less than two circles.
fn without_circles(angle: f64) -> f64 {
    if angle >= CIRCLE {
        if angle < 2.0 * CIRCLE { angle - CIRCLE } else { angle % CIRCLE }
    } else if angle > -CIRCLE {
        angle
    } else {
        angle % CIRCLE
    }
}

/// The same direction in [0, 2 pi).
pub fn absolute(angle: f64) -> f64 {
    let angle = without_circles(angle);
    if angle >= 0.0 { angle } else { angle + CIRCLE }
}

/// The same direction in [-pi, pi).
pub fn relative(angle: f64) -> f64 {
    let angle = without_circles(angle);
    if angle >= 0.0 {
        if angle < PI { angle } else { angle - CIRCLE }
    } else if angle >= -PI {
        angle
    } else {
        angle + CIRCLE
    }
}

/// The same direction in [-180, 180), in degrees.
pub fn relative_degrees(angle: f64) -> f64 {
    let angle = angle % 360.0;
    if angle >= 0.0 {
        if angle < 180.0 { angle } else { angle - 360.0 }
    } else if angle >= -180.0 {
        angle
    } else {
        angle + 360.0
    }
}

/// Like [`absolute`], and one of the four main directions if it is very near.
pub fn near_absolute(angle: f64) -> f64 {
    let angle = absolute(angle);
    let near = |other: f64| (angle - other).abs() < NEAR;
    if near(PI) {
        PI
    } else if angle < PI {
        if near(0.0) {
            0.0
        } else if near(FRAC_PI_2) {
            FRAC_PI_2
        } else {
            angle
        }
    } else if near(3.0 * PI / 2.0) {
        3.0 * PI / 2.0
    } else if near(CIRCLE) {
        0.0
    } else {
        angle
    }
}

/// Whether a number counts as zero.
pub fn is_near_zero(number: f64) -> bool {
    number.abs() < NEAR
}
