//! Trigonometry that gives the bits of Java's `StrictMath`, whose standard is the C library fdlibm 5.3.
//!
//! The inverse functions agree in the crate `libm`; sine, cosine, tangent and hypotenuse do not and are done here by
//! fdlibm's method: the argument is reduced to an eighth of a circle, then a minimax polynomial is evaluated.

pub use libm::{acos, asin, atan2};

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

/// The tangent of an angle in radians.
pub fn tan(x: f64) -> f64 {
    if x.abs() <= EIGHTH {
        return tangent_polynomial(x, 0.0, false);
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quadrant, y, tail) = reduce(x);
    tangent_polynomial(y, tail, quadrant & 1 == 1)
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

const TANGENT: [f64; 13] = [
    f64::from_bits(0x3fd5_5555_5555_5563),
    f64::from_bits(0x3fc1_1111_1110_fe7a),
    f64::from_bits(0x3fab_a1ba_1bb3_41fe),
    f64::from_bits(0x3f96_64f4_8406_d637),
    f64::from_bits(0x3f82_26e3_e96e_8493),
    f64::from_bits(0x3f6d_6d22_c956_0328),
    f64::from_bits(0x3f57_dbc8_fee0_8315),
    f64::from_bits(0x3f43_44d8_f2f2_6501),
    f64::from_bits(0x3f30_26f7_1a8d_1068),
    f64::from_bits(0x3f14_7e88_a037_92a6),
    f64::from_bits(0x3f12_b80f_32f0_a7e9),
    f64::from_bits(0xbef3_75cb_db60_5373),
    f64::from_bits(0x3efb_2a70_74bf_7ad4),
];

/// An eighth of a circle in two numbers.
const EIGHTH_IN_TWO: (f64, f64) =
    (f64::from_bits(0x3fe9_21fb_5444_2d18), f64::from_bits(0x3c81_a626_3314_5c07));

fn keep_upper(number: f64) -> f64 {
    f64::from_bits(number.to_bits() & 0xffff_ffff_0000_0000)
}

/// The tangent of `x + tail` for at most an eighth of a circle, or -1 over it.
fn tangent_polynomial(mut x: f64, mut tail: f64, inverse: bool) -> f64 {
    let upper = (x.to_bits() >> 32) as u32 & 0x7fff_ffff;
    if upper < 0x3e30_0000 {
        return if inverse { negative_inverse(x + tail, x, tail) } else { x };
    }
    let sign = 1f64.copysign(x);
    // Above about 0.67 the tangent of what is missing to an eighth serves.
    let is_large = upper >= 0x3fe5_9428;
    if is_large {
        x = (EIGHTH_IN_TWO.0 - sign * x) + (EIGHTH_IN_TWO.1 - sign * tail);
        tail = 0.0;
    }
    let t = &TANGENT;
    let z = x * x;
    let w = z * z;
    let odd = t[1] + w * (t[3] + w * (t[5] + w * (t[7] + w * (t[9] + w * t[11]))));
    let even = z * (t[2] + w * (t[4] + w * (t[6] + w * (t[8] + w * (t[10] + w * t[12])))));
    let cube = z * x;
    let rest = tail + z * (cube * (odd + even) + tail) + t[0] * cube;
    let w = x + rest;
    if is_large {
        let v = if inverse { -1.0 } else { 1.0 };
        return sign * (v - 2.0 * (x - (w * w / (w + v) - rest)));
    }
    if inverse { negative_inverse(w, x, rest) } else { w }
}

/// -1 over `sum`, which is about `x + rest`, with an error of less than a unit in the last place.
fn negative_inverse(sum: f64, x: f64, rest: f64) -> f64 {
    let top = keep_upper(sum);
    let low = rest - (top - x);
    let inverse = -1.0 / sum;
    let short = keep_upper(inverse);
    let error = 1.0 + short * top;
    short + inverse * (error + short * low)
}

/// The length of the vector (x, y).
pub fn hypot(x: f64, y: f64) -> f64 {
    let upper = |number: f64| (number.to_bits() >> 32) as i32;
    let (mut a, mut b) = (x.abs(), y.abs());
    if upper(b) > upper(a) {
        (a, b) = (b, a);
    }
    let (high_a, high_b) = (upper(a), upper(b));
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
    let difference = a - b;
    let length = if difference > b {
        let top = keep_upper(a);
        let low = a - top;
        (top * top - (b * (-b) - low * (a + top))).sqrt()
    } else {
        let sum = a + a;
        let top_b = keep_upper(b);
        let low_b = b - top_b;
        let top_sum = f64::from_bits((upper(a) as u64 + 0x0010_0000) << 32);
        let low_sum = sum - top_sum;
        (top_sum * top_b - (difference * (-difference) - (top_sum * low_b + low_sum * b))).sqrt()
    };
    if scale == 0 { length } else { scaled(length, scale) }
}

fn scaled(number: f64, exponent: i32) -> f64 {
    libm::scalbn(number, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function, its arguments and its value in Java 17's `StrictMath`, as bits: random arguments of every size.
    const JAVA: &[(&str, u64, u64, u64)] = &[
        ("sin", 0x4012_df42_e074_217b, 0x0000_0000_0000_0000, 0xbfef_ffde_a67e_ab75),
        ("sin", 0x4045_27fe_d2d7_bf24, 0x0000_0000_0000_0000, 0xbfef_d7db_af23_4ca9),
        ("sin", 0xc11e_d77b_7583_617a, 0x0000_0000_0000_0000, 0x3fef_80de_8e51_032c),
        ("sin", 0xc702_df04_91d2_0ef5, 0x0000_0000_0000_0000, 0x3fea_46ed_5911_2fa1),
        ("sin", 0x4047_8fdb_9edc_5864, 0x0000_0000_0000_0000, 0x3e51_c8f1_6117_87a0),
        ("sin", 0x3fe2_fc91_19d4_52f3, 0x0000_0000_0000_0000, 0x3fe1_e45b_9e72_5309),
        ("sin", 0xbfcb_697f_aace_b3e4, 0x0000_0000_0000_0000, 0xbfcb_33fb_0ea2_8a99),
        ("sin", 0x4010_1567_c7c4_05e1, 0x0000_0000_0000_0000, 0xbfe8_a64b_9ec5_b564),
        ("cos", 0x4012_df42_e074_217b, 0x0000_0000_0000_0000, 0x3f77_197c_fdae_e91e),
        ("cos", 0x4045_27fe_d2d7_bf24, 0x0000_0000_0000_0000, 0xbfb9_4fdd_ac29_3a28),
        ("cos", 0xc11e_d77b_7583_617a, 0x0000_0000_0000_0000, 0xbfc6_7679_1575_e4b4),
        ("cos", 0xc702_df04_91d2_0ef5, 0x0000_0000_0000_0000, 0xbfe2_432e_470f_882a),
        ("cos", 0x4047_8fdb_9edc_5864, 0x0000_0000_0000_0000, 0xbfef_ffff_ffff_ffff),
        ("cos", 0x3fe2_fc91_19d4_52f3, 0x0000_0000_0000_0000, 0x3fea_87d8_d4cd_49d0),
        ("cos", 0xbfcb_697f_aace_b3e4, 0x0000_0000_0000_0000, 0x3fef_44dc_6b39_bc65),
        ("cos", 0x4010_1567_c7c4_05e1, 0x0000_0000_0000_0000, 0xbfe4_67e4_11a1_fc39),
        ("tan", 0x4012_df42_e074_217b, 0x0000_0000_0000_0000, 0xc066_2a21_2a42_2ea1),
        ("tan", 0x4045_27fe_d2d7_bf24, 0x0000_0000_0000_0000, 0x4024_20e2_d739_9948),
        ("tan", 0xc11e_d77b_7583_617a, 0x0000_0000_0000_0000, 0xc016_7085_05fe_657a),
        ("tan", 0xc702_df04_91d2_0ef5, 0x0000_0000_0000_0000, 0xbff7_0591_4944_fe6b),
        ("tan", 0x4047_8fdb_9edc_5864, 0x0000_0000_0000_0000, 0xbe51_c8f1_6117_87a0),
        ("tan", 0x3fe2_fc91_19d4_52f3, 0x0000_0000_0000_0000, 0x3fe5_949b_a18d_e3ce),
        ("tan", 0xbfcb_697f_aace_b3e4, 0x0000_0000_0000_0000, 0xbfcb_d6c9_2a8d_17d8),
        ("tan", 0x4010_1567_c7c4_05e1, 0x0000_0000_0000_0000, 0x3ff3_53d6_b9f9_83a5),
        ("asin", 0x3f7f_189b_9088_5634, 0x0000_0000_0000_0000, 0x3f7f_18af_2428_f7c5),
        ("asin", 0x3fe5_c7b4_1be3_f95a, 0x0000_0000_0000_0000, 0x3fe7_f4b0_7b79_800b),
        ("asin", 0x3fe2_4181_9da0_86a0, 0x0000_0000_0000_0000, 0x3fe3_6d72_2ca6_60ce),
        ("asin", 0x3fef_988f_dac8_eb7a, 0x0000_0000_0000_0000, 0x3ff6_9662_d44a_18d8),
        ("asin", 0xbfe5_7ca7_5261_4f0e, 0x0000_0000_0000_0000, 0xbfe7_8ed5_f7ae_b1e7),
        ("asin", 0xbec1_1ca9_5503_b6b6, 0x0000_0000_0000_0000, 0xbec1_1ca9_5503_c3c2),
        ("asin", 0xbfef_5eee_a4f9_dffc, 0x0000_0000_0000_0000, 0xbff5_f467_b393_94f0),
        ("asin", 0xbfe9_480f_1f79_ccb0, 0x0000_0000_0000_0000, 0xbfed_25f7_32e9_f9f1),
        ("acos", 0x3f7f_189b_9088_5634, 0x0000_0000_0000_0000, 0x3ff9_02e2_a520_0421),
        ("acos", 0x3fe5_c7b4_1be3_f95a, 0x0000_0000_0000_0000, 0x3fea_4f46_2d0e_da25),
        ("acos", 0x3fe2_4181_9da0_86a0, 0x0000_0000_0000_0000, 0x3fee_d684_7be1_f963),
        ("acos", 0x3fef_988f_dac8_eb7a, 0x0000_0000_0000_0000, 0x3fc4_5cc3_ffd0_a206),
        ("acos", 0xbfe5_7ca7_5261_4f0e, 0x0000_0000_0000_0000, 0x4002_74b3_280d_c306),
        ("acos", 0xbec1_1ca9_5503_b6b6, 0x0000_0000_0000_0000, 0x3ff9_21fd_77d9_57b9),
        ("acos", 0xbfef_5eee_a4f9_dffc, 0x0000_0000_0000_0000, 0x4007_8b31_83eb_e104),
        ("acos", 0xbfe9_480f_1f79_ccb0, 0x0000_0000_0000_0000, 0x4003_da7b_76dc_9508),
        ("atan2", 0xc014_55dc_e882_afd0, 0x4084_1287_930d_4ca4, 0xbf80_3595_f55f_efe3),
        ("atan2", 0x403f_ebfd_cdea_e332, 0xc052_db89_212f_2830, 0x4005_ee14_a154_9cec),
        ("atan2", 0xc083_74b5_4b5a_b3ec, 0x4055_8094_470d_2388, 0xbff6_efb0_49d2_eee7),
        ("atan2", 0xc06d_85b1_9fe4_9738, 0xc062_57cd_988a_d01b, 0xc001_0395_b590_0f3c),
        ("atan2", 0xc080_6bef_5838_ba79, 0x407d_af01_6a3c_3bc6, 0xbfea_bf97_31f7_93ce),
        ("atan2", 0x4087_3234_8c5a_e14a, 0xc081_5738_8b35_8bd9, 0x4001_b3b1_10fd_c1bc),
        ("atan2", 0x4076_da21_acfb_e792, 0x4077_48af_dd30_c2f6, 0x3fe8_d54d_7735_1549),
        ("atan2", 0x4080_49d3_eed8_3d0c, 0xc088_77ea_7e74_1520, 0x4004_6f23_2f5b_3787),
        ("hypot", 0xc014_55dc_e882_afd0, 0x3ea5_8d74_41ff_83cd, 0x4014_55dc_e882_affe),
        ("hypot", 0x403f_ebfd_cdea_e332, 0xc052_db89_212f_2830, 0x4054_7a09_3377_4a0b),
        ("hypot", 0xc083_74b5_4b5a_b3ec, 0x4055_8094_470d_2388, 0x4083_a402_e46f_3645),
        ("hypot", 0xc06d_85b1_9fe4_9738, 0xc062_57cd_988a_d01b, 0x4071_60db_4f82_b65a),
        ("hypot", 0xc080_6bef_5838_ba79, 0x407d_af01_6a3c_3bc6, 0x4086_2281_891c_5794),
        ("hypot", 0x4087_3234_8c5a_e14a, 0xc081_5738_8b35_8bd9, 0x408c_f61b_110b_9de9),
        ("hypot", 0x4076_da21_acfb_e792, 0x4077_48af_dd30_c2f6, 0x4080_4ff0_17fc_d2cb),
        ("hypot", 0x4080_49d3_eed8_3d0c, 0xbeaa_45d4_1dfe_483d, 0x4080_49d3_eed8_3d0c),
    ];

    #[test]
    fn bits_are_those_of_strict_math() {
        for (function, x, y, expected) in JAVA {
            let (x, y) = (f64::from_bits(*x), f64::from_bits(*y));
            let found = match *function {
                "sin" => sin(x),
                "cos" => cos(x),
                "tan" => tan(x),
                "asin" => asin(x),
                "acos" => acos(x),
                "atan2" => atan2(x, y),
                _ => hypot(x, y),
            };
            assert_eq!(found.to_bits(), *expected, "{function}({x}, {y})");
        }
    }
}
