//! Evolved trees made ready to say how hard attacks and replies look.

use std::sync::Arc;

use ludevo_evolve::Policy;
use ludevo_game::board::Program;
use ludevo_program::{Architecture, Part, Tree};

use super::language::{ATTACK_CELLS, CELLS, REPLY_CELLS};
use super::survey::{AttackReadings, ReplyReadings};

/// A proof number and a disproof number: how many positions it may take to show that the attacker mates, or that it does
/// not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// 0 if it is shown, infinite if the opposite is.
    pub proof: f64,
    /// Likewise.
    pub disproof: f64,
}

/// The four trees, compiled.
#[derive(Clone, Debug)]
pub struct Guide {
    programs: Arc<[Program]>,
}

/// What a logarithm stands for, within bounds that leave sums finite and above 0.
fn number(logarithm: f64) -> f64 {
    libm::exp2(logarithm.clamp(-12.0, 40.0))
}

impl Guide {
    /// Compiles the trees of a policy.
    pub fn new(policy: &Policy, architecture: &Architecture) -> Self {
        let compiled = |(tree, part): (&Tree, &Part)| Program::new(tree, part);
        Guide { programs: policy.trees.trees.iter().zip(&architecture.parts).map(compiled).collect() }
    }

    fn ask(&self, [proof, disproof]: [usize; 2], from: usize, readings: &[f64]) -> Numbers {
        let mut view = [0_u64; CELLS];
        for (cell, reading) in view[from..].iter_mut().zip(readings) {
            *cell = reading.to_bits();
        }
        Numbers {
            proof: number(self.programs[proof].evaluate(&mut view)),
            disproof: number(self.programs[disproof].evaluate(&mut view)),
        }
    }

    /// How hard an attack looks.
    pub fn attack(&self, readings: &AttackReadings) -> Numbers {
        self.ask([0, 1], ATTACK_CELLS, readings)
    }

    /// How hard a reply looks.
    pub fn reply(&self, readings: &ReplyReadings) -> Numbers {
        self.ask([2, 3], REPLY_CELLS, readings)
    }
}
