//! The random numbers of a race: the generator that the original has.

/// A linear congruential generator whose draws are 15 bits of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice(u32);

impl Dice {
    /// The largest draw.
    pub const MOST: f64 = 32_767.0;

    /// The generator of a seed; its first draw seeded a generator of the drivers' own and is spent.
    pub fn seeded(seed: u32) -> Self {
        let mut dice = Dice(seed);
        dice.draw();
        dice
    }

    /// The generator that nobody seeded.
    pub fn unseeded() -> Self {
        Dice(1)
    }

    /// A whole number from 0 to 32767.
    pub fn draw(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(0x015a_4e35).wrapping_add(1);
        (self.0 >> 16) & 0x7fff
    }
}
