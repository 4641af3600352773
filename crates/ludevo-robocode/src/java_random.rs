//! The random numbers of `java.util.Random`: a linear congruential generator of 48 bits.

/// A generator whose numbers are Java's for the same seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JavaRandom {
    state: u64,
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

impl JavaRandom {
    /// The generator that `new Random(seed)` makes.
    pub fn new(seed: i64) -> Self {
        JavaRandom { state: (seed as u64 ^ MULTIPLIER) & MASK }
    }

    /// The generator in a state that was kept.
    pub fn from_state(state: u64) -> Self {
        JavaRandom { state: state & MASK }
    }

    /// What has to be kept to go on later.
    pub fn state(self) -> u64 {
        self.state
    }

    fn next(&mut self, bits: u32) -> u32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & MASK;
        (self.state >> (48 - bits)) as u32
    }

    /// A number from 0 up to 1 (`nextDouble`).
    pub fn unit(&mut self) -> f64 {
        let upper = u64::from(self.next(26)) << 27;
        (upper + u64::from(self.next(27))) as f64 * f64::from_bits((1023 - 53) << 52)
    }

    /// A whole number below `bound`, which is at least 1 (`nextInt`).
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound.is_power_of_two() {
            return ((u64::from(bound) * u64::from(self.next(31))) >> 31) as u32;
        }
        loop {
            let bits = self.next(31);
            let value = bits % bound;
            // Java's test for the last, incomplete stretch: its signed sum overflows.
            if bits - value + (bound - 1) <= i32::MAX as u32 {
                return value;
            }
        }
    }

    /// Shuffles as `Collections.shuffle` does.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            let other = self.below(end as u32) as usize;
            items.swap(end - 1, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_java_util_random() {
        let mut random = JavaRandom::new(42);
        assert_eq!([random.below(10), random.below(10), random.below(8)], [0, 3, 5]);
        assert_eq!(JavaRandom::new(42).unit(), 0.727_563_680_032_868_1);
        assert_eq!(JavaRandom::new(-7).unit(), 0.269_121_809_326_076_1);
        let mut items = [0, 1, 2, 3, 4];
        JavaRandom::new(3).shuffle(&mut items);
        assert_eq!(items, [3, 1, 0, 2, 4]);
    }
}
