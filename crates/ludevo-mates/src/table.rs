//! What a search has proved so far, by position: a table that is also the proof of its answers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use cozy_chess::Move;

/// Positions have hashes already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("only hashes of positions are keys");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// With so many moves the attacker mates.
    mates_in: u8,
    /// With so many moves it does not.
    holds: u8,
    /// The move that mates, where the attacker is to move.
    action: Option<Move>,
}

/// No number of moves is known with which the attacker mates.
const NEVER: u8 = u8::MAX;

/// What is proved of positions, whoever is to move in them.
#[derive(Clone, Debug, Default)]
pub struct Table {
    known: HashMap<u64, Known, BuildHasherDefault<Hashed>>,
}

impl Table {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.known.clear();
        self.known.shrink_to(1 << 12);
    }

    /// Whether the attacker mates with so many moves, if that is known.
    #[inline]
    pub fn verdict(&self, hash: u64, left: u8) -> Option<bool> {
        let known = self.known.get(&hash)?;
        if known.mates_in <= left {
            Some(true)
        } else if left <= known.holds {
            Some(false)
        } else {
            None
        }
    }

    /// The move that mates with so many, if it is known.
    pub fn mating(&self, hash: u64, left: u8) -> Option<Move> {
        self.known.get(&hash).filter(|known| known.mates_in <= left)?.action
    }

    /// The attacker mates with so many moves; by this one, if it is to move.
    pub fn prove(&mut self, hash: u64, left: u8, action: Option<Move>) {
        let known = self.known.entry(hash).or_insert(Known { mates_in: NEVER, holds: 0, action: None });
        if left < known.mates_in {
            known.mates_in = left;
            known.action = action;
        }
    }

    /// The attacker does not mate with so many moves.
    pub fn disprove(&mut self, hash: u64, left: u8) {
        let known = self.known.entry(hash).or_insert(Known { mates_in: NEVER, holds: 0, action: None });
        known.holds = known.holds.max(left);
    }

    /// Memory in bytes, for as many positions as there are.
    pub fn bytes(&self) -> usize {
        self.known.len().next_power_of_two() * 2 * (size_of::<(u64, Known)>() + 1)
    }
}
