//! Tyres: the friction of a slip, the forces that follow, and the wheel speed that the engine's power allows.

use crate::car::GRAVITY;
use crate::maths::Maths;

/// The engine's power, in foot-pounds a second.
pub const POWER: f64 = 1e5;

/// The friction coefficient of the hard surface.
pub(crate) const GRIP: f64 = 1.05;

/// Drag of the air, in pounds for each foot a second, squared.
pub(crate) const DRAG: f64 = 0.0065;

/// Mass of a car with so much fuel, in slugs.
pub(crate) fn mass(fuel: f64) -> f64 {
    75.0 + fuel / GRAVITY
}

/// The slip, in feet a second, at which friction has come to 1 - 1/e of its most; also without a random component.
const SLIP: f64 = 2.0;

/// What the road is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// Gravel.
    Loose,
    /// What all published races were driven on.
    #[default]
    Hard,
    /// More grip, and less of it where a tyre slides.
    Asphalt,
}

impl Surface {
    /// The surface of a number, as the original counts them.
    pub fn numbered(number: u32) -> Option<Self> {
        [Surface::Loose, Surface::Hard, Surface::Asphalt].get(number as usize).copied()
    }

    /// The friction coefficient at a slip, for a scale of slips.
    fn friction<M: Maths>(self, slip: f64, scale: f64) -> f64 {
        match self {
            Surface::Loose => slip / (scale + slip),
            Surface::Hard => GRIP * (1.0 - M::exp(-slip / scale)),
            Surface::Asphalt => {
                let grip = 1.8 * (1.0 - M::exp(-slip / scale));
                if slip > 20.0 { grip - 0.2 } else { grip }
            }
        }
    }
}

/// A car's wheels at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wheels {
    /// How fast the car moves.
    pub(crate) speed: f64,
    /// Sine of the angle between its motion and where the wheels point.
    pub(crate) sine: f64,
    /// Cosine of the same.
    pub(crate) cosine: f64,
    /// The car's mass, in slugs.
    pub(crate) mass: f64,
    /// What they stand on.
    pub(crate) surface: Surface,
}

/// What the road does to a car.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grip {
    /// How fast the tyres slip.
    slip: f64,
    /// The force that holds the car.
    force: f64,
    /// Force along the motion, in pounds.
    pub(crate) along: f64,
    /// Force across it, to the left.
    pub(crate) across: f64,
    /// What the engine gives.
    pub(crate) power: f64,
}

impl Wheels {
    /// The forces where the wheels turn with this speed at their rim.
    pub(crate) fn grip<M: Maths>(&self, rim: f64) -> Grip {
        let (along, across) = (self.speed - rim * self.cosine, -rim * self.sine);
        let slip = (along * along + across * across).sqrt();
        let force = self.mass * GRAVITY * self.surface.friction::<M>(slip, SLIP);
        let (along, across) =
            if slip < 1e-4 { (0.0, 0.0) } else { (-force * along / slip, -force * across / slip) };
        let power = rim.abs() * (along * self.cosine + across * self.sine);
        Grip { slip, force, along, across, power }
    }

    /// The forces, and the rim's speed that the engine's power allows of the one that is wanted.
    pub(crate) fn limited<M: Maths>(&self, wanted: f64) -> (f64, Grip) {
        let grip = self.grip::<M>(wanted);
        if grip.power <= POWER {
            return (wanted, grip);
        }
        let rolling = self.speed * self.cosine;
        let excess = |rim: f64| self.grip::<M>(rim).power - 0.9975 * POWER;
        match root(excess, rolling, wanted) {
            Some(rim) => (rim, self.grip::<M>(rim)),
            None => (wanted, grip),
        }
    }

    /// How much stronger both forces are where the scale of slips is another one.
    pub(crate) fn disturbance<M: Maths>(&self, grip: &Grip, scale: f64) -> f64 {
        // The factors are in the original's order, to the last bit.
        self.surface.friction::<M>(grip.slip, scale) * self.mass * GRAVITY / grip.force
    }
}

/// Where a function changes its sign between two points, by Brent's method: at most twenty steps, to 0.003; nothing
/// where its signs are equal.
fn root(of: impl Fn(f64) -> f64, from: f64, to: f64) -> Option<f64> {
    const TOLERANCE: f64 = 0.006;
    const PRECISION: f64 = 1e-8;
    // `best` is the newest guess, `last` the one before it, and the root lies between `best` and `opposite`.
    let (mut last, mut best, mut opposite) = (from, to, to);
    let (mut at_last, mut at_best) = (of(last), of(best));
    if at_last * at_best > 0.0 {
        return None;
    }
    let mut at_opposite = at_best;
    let (mut step, mut step_before) = (0.0, 0.0);
    for _ in 0..20 {
        if at_best * at_opposite > 0.0 {
            (opposite, at_opposite) = (last, at_last);
            step = best - last;
            step_before = step;
        }
        if at_opposite.abs() < at_best.abs() {
            (last, best, opposite) = (best, opposite, best);
            (at_last, at_best, at_opposite) = (at_best, at_opposite, at_best);
        }
        let near = 2.0 * PRECISION * best.abs() + 0.5 * TOLERANCE;
        let half = 0.5 * (opposite - best);
        if half.abs() <= near || at_best == 0.0 {
            return Some(best);
        }
        let guess = if step_before.abs() >= near && at_last.abs() > at_best.abs() {
            interpolated((last, at_last), (best, at_best), (opposite, at_opposite), (half, near, step_before))
        } else {
            None
        };
        (step_before, step) = match guess {
            Some(guess) => (step, guess),
            None => (half, half),
        };
        (last, at_last) = (best, at_best);
        best += if step.abs() > near { step } else { near.copysign(half) };
        at_best = of(best);
    }
    Some(best)
}

/// The step to the root of a parabola, or a line, through the last guesses; nothing if it leads too far.
fn interpolated(
    (last, at_last): (f64, f64),
    (best, at_best): (f64, f64),
    (opposite, at_opposite): (f64, f64),
    (half, near, step_before): (f64, f64, f64),
) -> Option<f64> {
    let s = at_best / at_last;
    let (p, q) = if last == opposite {
        (2.0 * half * s, 1.0 - s)
    } else {
        let (q, r) = (at_last / at_opposite, at_best / at_opposite);
        (s * (2.0 * half * q * (q - r) - (best - last) * (r - 1.0)), (q - 1.0) * (r - 1.0) * (s - 1.0))
    };
    let q = if p > 0.0 { -q } else { q };
    let p = p.abs();
    let most = (3.0 * half * q - (near * q).abs()).min((step_before * q).abs());
    (2.0 * p < most).then(|| p / q)
}

/// The most of the friction that [`inverse`] asks for: beyond it slip costs more power than grip gives.
const MOST_USED: f64 = 0.985;
/// How much of the engine's power it asks for: with more than all of it the engine turns the force aside.
const ENGINE_USED: f64 = 0.9999;
/// How much of the friction it asks for across while the car brakes.
const BRAKING: f64 = 0.96;

/// The slip at which tyres on the hard surface give a force, for each unit of mass.
fn slip_for(force: f64) -> f64 {
    -SLIP * libm::log(1.0 - force / (GRIP * GRAVITY))
}

/// The most of a force along the motion, for each unit of mass, that the engine has power for while the tyres hold the
/// car across.
pub(crate) fn most_forward(speed: f64, mass: f64, wanted: f64, across: f64) -> f64 {
    // The power that a force along the motion needs grows with it: halving finds how much the engine has.
    let power = |along: f64| {
        let force = (along * along + across * across).sqrt();
        mass * (along * speed + slip_for(force) * force)
    };
    if power(wanted) <= ENGINE_USED * POWER {
        return wanted;
    }
    let (mut low, mut high) = (0.0, wanted);
    for _ in 0..24 {
        let middle = f64::midpoint(low, high);
        if power(middle) > ENGINE_USED * POWER { high = middle } else { low = middle }
    }
    low
}

/// The angle and the rim's speed of the wheels that give a car accelerations along its motion and to the left, in feet a
/// second squared, on the hard surface without a random component. Where tyres cannot do both, what is across comes first;
/// where the engine cannot, the car accelerates less.
pub fn inverse(speed: f64, fuel: f64, damage: i64, along: f64, across: f64) -> (f64, f64) {
    let mass = mass(fuel);
    let most = MOST_USED * GRIP * GRAVITY;
    let drag = DRAG * speed * speed * (2 * damage + 30_000) as f64 / 30_000.0 / mass;
    let mut along = along + drag;
    // Whoever is too fast and only steers stays too fast: braking keeps a part of the grip.
    let across_most = if along < 0.0 { BRAKING * most } else { most };
    let across = across.clamp(-across_most, across_most);
    let left = (most * most - across * across).max(0.0).sqrt();
    along = along.clamp(-left, left);
    if along > 0.0 {
        along = most_forward(speed, mass, along, across);
    }
    let force = (along * along + across * across).sqrt();
    if force < 1e-9 {
        return (0.0, speed);
    }
    let slip = slip_for(force);
    let (ahead, aside) = (speed + slip * along / force, slip * across / force);
    (libm::atan2(aside, ahead), (ahead * ahead + aside * aside).sqrt())
}
