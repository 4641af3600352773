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

/// Pi/2 in pieces of 24 bits.
const QUARTER: [f64; 5] = [
    f64::from_bits(0x3ff9_21fb_4000_0000),
    f64::from_bits(0x3e74_442d_0000_0000),
    f64::from_bits(0x3cf8_4698_8000_0000),
    f64::from_bits(0x3b78_cc51_6000_0000),
    f64::from_bits(0x39f0_1b83_8000_0000),
];

/// How many digits of the product are worked out at first, beside the leading one.
const DIGITS: usize = 4;
/// As many digits as cancellation can ever ask for.
const MOST: usize = 20;
const BASE: f64 = 16_777_216.0;

/// Any size, by the method of Payne and Hanek: the mantissa is multiplied by those digits of 2/pi, 24 bits each, that
/// are not lost in whole circles; what follows the point is taken back to an angle.
fn reduce_by_digits(x: f64) -> (i32, f64, f64) {
    let exponent = (x.to_bits() >> 52 & 0x7ff) as i32 - 1046;
    let (parts, used) = split(libm::scalbn(x.abs(), -exponent));
    let last = used - 1;
    let skipped = ((exponent - 3) / 24).max(0);
    let scale = exponent - 24 * (skipped + 1);
    let factor = |place: usize| {
        let index = skipped + place as i32 - last as i32;
        if index < 0 { 0.0 } else { digit(index as usize) }
    };
    let column =
        |place: usize| (0..=last).fold(0.0, |sum, part| sum + parts[part] * factor(last + place - part));
    let mut columns = [0.0; MOST];
    let mut count = DIGITS;
    (0..=count).for_each(|place| columns[place] = column(place));
    loop {
        let mut product = Product::new(&columns, count, scale);
        let lost = product.rest == 0.0 && product.digits[DIGITS..count].iter().all(|digit| *digit == 0);
        if lost && count < MOST - DIGITS {
            let zeros = product.digits[..DIGITS].iter().rev().take_while(|digit| **digit == 0).count();
            (count + 1..=count + zeros + 1).for_each(|place| columns[place] = column(place));
            count += zeros + 1;
            continue;
        }
        let (y, tail) = product.angle(count, scale);
        return if x < 0.0 { (-product.quarters, -y, -tail) } else { (product.quarters, y, tail) };
    }
}

/// A number of 53 bits in up to three parts of 24 bits, and how many there are.
fn split(mut number: f64) -> ([f64; 3], usize) {
    let mut parts = [0.0; 3];
    for part in &mut parts[..2] {
        *part = number.trunc();
        number = (number - *part) * BASE;
    }
    parts[2] = number;
    let used = parts.iter().rposition(|part| *part != 0.0).map_or(1, |last| last + 1);
    (parts, used)
}

/// A product in digits of 24 bits, the last first, with whole quarters taken off.
struct Product {
    quarters: i32,
    digits: [i32; MOST],
    /// What is before the digits.
    rest: f64,
    /// Whether the next quarter was taken off, so that the digits are what is missing.
    is_negative: bool,
}

impl Product {
    fn new(columns: &[f64; MOST], count: usize, scale: i32) -> Self {
        let mut digits = [0i32; MOST];
        let mut rest = columns[count];
        for (digit, column) in digits.iter_mut().zip(columns[..count].iter().rev()) {
            let carried = (rest / BASE).trunc();
            *digit = (rest - BASE * carried) as i32;
            rest = column + carried;
        }
        rest = libm::scalbn(rest, scale);
        rest -= 8.0 * (rest * 0.125).floor();
        let mut quarters = rest.trunc() as i32;
        rest -= f64::from(quarters);
        let first = &mut digits[count - 1];
        let half = match scale {
            1.. => {
                let whole = *first >> (24 - scale);
                quarters += whole;
                *first -= whole << (24 - scale);
                *first >> (23 - scale)
            }
            0 => *first >> 23,
            _ => 2 * i32::from(rest >= 0.5),
        };
        let mut product = Product { quarters, digits, rest, is_negative: half > 0 };
        if product.is_negative {
            product.take_from_one(count, scale, half);
        }
        product
    }

    /// Replaces the fraction by what is missing to one.
    fn take_from_one(&mut self, count: usize, scale: i32, half: i32) {
        self.quarters += 1;
        let mut borrowed = false;
        for digit in &mut self.digits[..count] {
            if borrowed {
                *digit = 0xff_ffff - *digit;
            } else if *digit != 0 {
                borrowed = true;
                *digit = 0x100_0000 - *digit;
            }
        }
        match scale {
            1 => self.digits[count - 1] &= 0x7f_ffff,
            2 => self.digits[count - 1] &= 0x3f_ffff,
            _ => {}
        }
        if half == 2 {
            self.rest = 1.0 - self.rest;
            if borrowed {
                self.rest -= libm::scalbn(1.0, scale);
            }
        }
    }

    /// The fraction of a quarter as an angle, as a sum of two numbers.
    fn angle(&mut self, mut count: usize, mut scale: i32) -> (f64, f64) {
        if self.rest == 0.0 {
            count -= 1;
            scale -= 24;
            while self.digits[count] == 0 && count > 0 {
                count -= 1;
                scale -= 24;
            }
        } else {
            let rest = libm::scalbn(self.rest, -scale);
            if rest >= BASE {
                let carried = (rest / BASE).trunc();
                self.digits[count] = (rest - BASE * carried) as i32;
                count += 1;
                scale += 24;
                self.digits[count] = carried as i32;
            } else {
                self.digits[count] = rest as i32;
            }
        }
        let mut weights = [0.0; MOST];
        let mut unit = libm::scalbn(1.0, scale);
        for place in (0..=count).rev() {
            weights[place] = unit * f64::from(self.digits[place]);
            unit /= BASE;
        }
        let mut terms = [0.0; MOST];
        for (place, term) in terms[..=count].iter_mut().enumerate() {
            let pieces = QUARTER.iter().zip(&weights[count - place..=count]);
            *term = pieces.fold(0.0, |sum, (piece, weight)| sum + piece * weight);
        }
        let y = terms[..=count].iter().rev().fold(0.0, |sum, term| sum + term);
        let tail = terms[1..=count].iter().fold(terms[0] - y, |sum, term| sum + term);
        if self.is_negative { (-y, -tail) } else { (y, tail) }
    }
}

/// A digit of 24 bits of 2/pi.
fn digit(index: usize) -> f64 {
    (digits(24 * index) >> 40) as f64
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
