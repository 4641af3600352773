//! The functions that a race takes from mathematics: portable ones, or those of the platform.

/// Sine, cosine, exponential and arc tangent from one source.
///
/// Collisions amplify the last bit, so two sources give two races. Everything that is bred, logged or shown uses
/// [`Portable`]; [`Platform`] is for comparisons with what the original recorded, which used those of glibc.
pub trait Maths: Copy + Send + Sync + 'static {
    /// The sine.
    fn sin(x: f64) -> f64;
    /// The cosine.
    fn cos(x: f64) -> f64;
    /// The sine and the cosine.
    fn sin_cos(x: f64) -> (f64, f64) {
        (Self::sin(x), Self::cos(x))
    }
    /// The exponential.
    fn exp(x: f64) -> f64;
    /// The angle of the point (x, y).
    fn atan2(y: f64, x: f64) -> f64;
}

/// The same bits on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Maths for Portable {
    fn sin(x: f64) -> f64 {
        libm::sin(x)
    }

    fn cos(x: f64) -> f64 {
        libm::cos(x)
    }

    fn sin_cos(x: f64) -> (f64, f64) {
        libm::sincos(x)
    }

    fn exp(x: f64) -> f64 {
        libm::exp(x)
    }

    fn atan2(y: f64, x: f64) -> f64 {
        libm::atan2(y, x)
    }
}

/// What the platform has; on Linux that of its C library.
#[derive(Clone, Copy, Debug)]
pub struct Platform;

#[expect(clippy::disallowed_methods, reason = "the platform's own are what this is for")]
impl Maths for Platform {
    fn sin(x: f64) -> f64 {
        x.sin()
    }

    fn cos(x: f64) -> f64 {
        x.cos()
    }

    fn exp(x: f64) -> f64 {
        x.exp()
    }

    fn atan2(y: f64, x: f64) -> f64 {
        y.atan2(x)
    }
}
