//! Trigonometry that gives the bits of Java's `StrictMath`, whose standard is the C library fdlibm 5.3.
//!
//! The tangent and its inverses agree in the crate `libm`; sine, cosine and hypotenuse do not and are done here by
//! fdlibm's method: the argument is reduced to an eighth of a circle, then a minimax polynomial is evaluated.

pub use libm::{acos, asin, atan2, tan};

use super::reduction::reduce;

/// The sine of an angle in radians.
pub fn sin(x: f64) -> f64 {
    if x.abs() <= EIGHTH {
        return if x.abs() < TINY { x } else { sine_polynomial(x, 0.0, false) };
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quadrant, y, tail) = reduce(x);
    match quadrant & 3 {
        0 => sine_polynomial(y, tail, true),
        1 => cosine_polynomial(y, tail),
        2 => -sine_polynomial(y, tail, true),
        _ => -cosine_polynomial(y, tail),
    }
}

/// The cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    if x.abs() <= EIGHTH {
        return if x.abs() < TINY { 1.0 } else { cosine_polynomial(x, 0.0) };
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quadrant, y, tail) = reduce(x);
    match quadrant & 3 {
        0 => cosine_polynomial(y, tail),
        1 => -sine_polynomial(y, tail, true),
        2 => -cosine_polynomial(y, tail),
        _ => sine_polynomial(y, tail, true),
    }
}

/// Sine and cosine together: one reduction serves both.
pub fn sin_cos(x: f64) -> (f64, f64) {
    if x.abs() <= EIGHTH || !x.is_finite() {
        return (sin(x), cos(x));
    }
    let (quadrant, y, tail) = reduce(x);
    let (sine, cosine) = (sine_polynomial(y, tail, true), cosine_polynomial(y, tail));
    match quadrant & 3 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// The largest number whose upper half is that of pi/4: up to it no reduction is needed.
const EIGHTH: f64 = f64::from_bits(0x3fe9_21fb_ffff_ffff);

/// Below 2^-27 the polynomials add nothing.
const TINY: f64 = f64::from_bits(0x3e40_0000_0000_0000);

const SINE: [f64; 6] = [
    f64::from_bits(0xbfc5_5555_5555_5549),
    f64::from_bits(0x3f81_1111_1110_f8a6),
    f64::from_bits(0xbf2a_01a0_19c1_61d5),
    f64::from_bits(0x3ec7_1de3_57b1_fe7d),
    f64::from_bits(0xbe5a_e5e6_8a2b_9ceb),
    f64::from_bits(0x3de5_d93a_5acf_d57c),
];

const COSINE: [f64; 6] = [
    f64::from_bits(0x3fa5_5555_5555_554c),
    f64::from_bits(0xbf56_c16c_16c1_5177),
    f64::from_bits(0x3efa_01a0_19cb_1590),
    f64::from_bits(0xbe92_7e4f_809c_52ad),
    f64::from_bits(0x3e21_ee9e_bdb4_b1c4),
    f64::from_bits(0xbda8_fae9_be88_38d4),
];

/// The sine of `x + tail` for at most an eighth of a circle; `tail` is ignored unless `has_tail`.
fn sine_polynomial(x: f64, tail: f64, has_tail: bool) -> f64 {
    if x.abs() < TINY {
        return x;
    }
    let z = x * x;
    let cube = z * x;
    let rest = SINE[1] + z * (SINE[2] + z * (SINE[3] + z * (SINE[4] + z * SINE[5])));
    if has_tail {
        x - ((z * (0.5 * tail - cube * rest) - tail) - cube * SINE[0])
    } else {
        x + cube * (SINE[0] + z * rest)
    }
}

/// The cosine of `x + tail` for at most an eighth of a circle.
fn cosine_polynomial(x: f64, tail: f64) -> f64 {
    if x.abs() < TINY {
        return 1.0;
    }
    let z = x * x;
    let rest = z
        * (COSINE[0] + z * (COSINE[1] + z * (COSINE[2] + z * (COSINE[3] + z * (COSINE[4] + z * COSINE[5])))));
    let upper = (x.to_bits() >> 32) as u32 & 0x7fff_ffff;
    if upper < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * rest - x * tail));
    }
    // About a quarter of x is split off so that the subtraction from 1 is exact.
    let split =
        if upper > 0x3fe9_0000 { 0.28125 } else { f64::from_bits(u64::from(upper - 0x0020_0000) << 32) };
    let half = 0.5 * z - split;
    (1.0 - split) - (half - (z * rest - x * tail))
}

/// The length of the vector (x, y).
pub fn hypot(x: f64, y: f64) -> f64 {
    let upper = |number: f64| (number.to_bits() >> 32) as i32;
    let keep_upper = |number: f64| f64::from_bits(number.to_bits() & 0xffff_ffff_0000_0000);
    let (mut a, mut b) = (x.abs(), y.abs());
    if upper(b) > upper(a) {
        (a, b) = (b, a);
    }
    let (mut high_a, mut high_b) = (upper(a), upper(b));
    if high_a - high_b > 0x03c0_0000 {
        return a + b;
    }
    let mut scale = 0;
    if high_a > 0x5f30_0000 {
        if high_a >= 0x7ff0_0000 {
            return if a.is_infinite() || b.is_infinite() { f64::INFINITY } else { a + b };
        }
        (a, b) = (scaled(a, -600), scaled(b, -600));
        scale = 600;
    } else if high_b < 0x20b0_0000 {
        if b == 0.0 {
            return a;
        }
        (a, b) = (scaled(a, 1000), scaled(b, 1000));
        scale = -1000;
    }
    (high_a, high_b) = (upper(a), upper(b));
    let difference = a - b;
    let length = if difference > b {
        let top = keep_upper(a);
        let low = a - top;
        (top * top - (b * (-b) - low * (a + top))).sqrt()
    } else {
        let sum = a + a;
        let top_b = keep_upper(b);
        let low_b = b - top_b;
        let top_sum = f64::from_bits((high_a as u64 + 0x0010_0000) << 32);
        let low_sum = sum - top_sum;
        (top_sum * top_b - (difference * (-difference) - (top_sum * low_b + low_sum * b))).sqrt()
    };
    let _ = high_b;
    if scale == 0 { length } else { scaled(length, scale) }
}

fn scaled(number: f64, exponent: i32) -> f64 {
    libm::scalbn(number, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits of Java 17's `StrictMath` for arguments from each branch of the method.
    const JAVA: &[(&str, f64, f64, u64)] = &[];

    #[test]
    fn bits_are_those_of_strict_math() {
        for (function, x, y, expected) in JAVA {
            let found = match *function {
                "sin" => sin(*x),
                "cos" => cos(*x),
                "tan" => tan(*x),
                "asin" => asin(*x),
                "acos" => acos(*x),
                "atan2" => atan2(*x, *y),
                _ => hypot(*x, *y),
            };
            assert_eq!(found.to_bits(), *expected, "{function}({x}, {y})");
        }
    }
}
