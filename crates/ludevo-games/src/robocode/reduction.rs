//! Reducing an angle to an eighth of a circle and the number of quarters taken off, as fdlibm does.

const QUARTERS_PER_RADIAN: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);

/// Pi/2 in three pieces of 33 bits, and after each piece what is left of pi/2.
const PIECES: [(f64, f64); 3] = [
    (f64::from_bits(0x3ff9_21fb_5440_0000), f64::from_bits(0x3dd0_b461_1a62_6331)),
    (f64::from_bits(0x3dd0_b461_1a60_0000), f64::from_bits(0x3ba3_198a_2e03_7073)),
    (f64::from_bits(0x3ba3_198a_2e00_0000), f64::from_bits(0x397b_839a_2520_49c1)),
];

/// Quarters taken off (modulo 4 where it matters), and what remains as a sum of two numbers, for a finite angle beyond
/// an eighth of a circle.
pub(super) fn reduce(x: f64) -> (i32, f64, f64) {
    let upper = (x.to_bits() >> 32) as u32 & 0x7fff_ffff;
    if upper < 0x4002_d97c {
        // Up to three eighths: one quarter, whose last pieces are needed only close to it.
        let sign = 1f64.copysign(x);
        let z = x.abs() - PIECES[0].0;
        let (z, rest) = if upper == 0x3ff9_21fb { (z - PIECES[1].0, PIECES[1].1) } else { (z, PIECES[0].1) };
        let y = z - rest;
        return (sign as i32, sign * y, sign * ((z - y) - rest));
    }
    if upper <= 0x4139_21fb {
        return reduce_by_pieces(x, upper);
    }
    reduce_by_digits(x)
}

/// Up to 2^19 quarters: subtracts as many pieces as cancellation makes necessary.
fn reduce_by_pieces(x: f64, upper: u32) -> (i32, f64, f64) {
    let size = x.abs();
    let quarters = (size * QUARTERS_PER_RADIAN + 0.5).trunc();
    let exponent = |number: f64| (number.to_bits() >> 52) as i32 & 0x7ff;
    let start = (upper >> 20) as i32;
    let mut r = size - quarters * PIECES[0].0;
    let mut w = quarters * PIECES[0].1;
    let mut y = r - w;
    // Pieces two and three serve where 16 and 49 bits have cancelled.
    for ((piece, rest), cancelled) in PIECES[1..].iter().zip([16, 49]) {
        if start - exponent(y) <= cancelled {
            break;
        }
        let before = r;
        let taken = quarters * piece;
        r = before - taken;
        w = quarters * rest - ((before - r) - taken);
        y = r - w;
    }
    let tail = (r - y) - w;
    if x < 0.0 { (-(quarters as i32), -y, -tail) } else { (quarters as i32, y, tail) }
}

/// 2/pi: the first bits after the point, in words of 64.
const TWO_OVER_PI: [u64; 20] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];

/// Pi/2 times 2^126.
const QUARTER: u128 = 0x6487_ed51_10b4_611a_6263_3145_c06e_0e68;

/// Any size: multiplies by those digits of 2/pi that are not lost in whole circles, in whole numbers, and takes the
/// fraction back to an angle.
fn reduce_by_digits(x: f64) -> (i32, f64, f64) {
    let bits = x.to_bits();
    let mantissa = bits & 0x000f_ffff_ffff_ffff | 0x0010_0000_0000_0000;
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    // Digits whose product with the mantissa is a multiple of four quarters are left out.
    let skipped = (exponent - 2).max(0);
    let mut product = [0u64; 4];
    let mut carry = 0u128;
    for place in 0..3 {
        let wide = u128::from(digits(skipped as usize + 64 * (2 - place))) * u128::from(mantissa) + carry;
        product[place] = wide as u64;
        carry = wide >> 64;
    }
    product[3] = carry as u64;
    let point = (192 + skipped - exponent) as usize;
    let whole = window(&product, point) as i32 & 3;
    let fraction = u128::from(window(&product, point - 64)) << 64 | u128::from(window(&product, point - 128));
    // The nearer quarter is taken off, so the fraction of a quarter that is left is between -1/2 and 1/2.
    let (quarters, fraction) =
        if fraction >> 127 == 1 { (whole + 1, fraction as i128) } else { (whole, fraction as i128) };
    let angle = upper_product(fraction.unsigned_abs(), QUARTER) as i128 * fraction.signum();
    let unit = f64::from_bits((1023 - 126) << 52);
    let y = angle as f64;
    let tail = (angle - y as i128) as f64;
    if x < 0.0 { (-quarters, -y * unit, -tail * unit) } else { (quarters, y * unit, tail * unit) }
}

/// The 64 digits of 2/pi after the first `skipped`.
fn digits(skipped: usize) -> u64 {
    let (word, shift) = (skipped / 64, skipped % 64);
    if shift == 0 {
        TWO_OVER_PI[word]
    } else {
        TWO_OVER_PI[word] << shift | TWO_OVER_PI[word + 1] >> (64 - shift)
    }
}

/// 64 bits of a number from bit `from` up.
fn window(number: &[u64; 4], from: usize) -> u64 {
    let (word, shift) = (from / 64, from % 64);
    let above = number.get(word + 1).copied().unwrap_or(0);
    if shift == 0 { number[word] } else { number[word] >> shift | above << (64 - shift) }
}

/// The upper 128 bits of a product.
fn upper_product(a: u128, b: u128) -> u128 {
    let (a1, a0) = (a >> 64, a & u128::from(u64::MAX));
    let (b1, b0) = (b >> 64, b & u128::from(u64::MAX));
    let middle = a1 * b0;
    let other = a0 * b1 + (a0 * b0 >> 64) + (middle & u128::from(u64::MAX));
    a1 * b1 + (middle >> 64) + (other >> 64)
}
