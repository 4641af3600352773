//! The covariance matrix adaptation evolution strategy for maximising noisy functions of a few dozen variables.
//!
//! After N. Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), with its default parameters and positive weights.

use libm::{cos, exp, log, pow};
use rand::RngExt;

use ludevo_random::Stream;

/// A search distribution that starts at the origin.
pub struct CmaEs {
    dimension: usize,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Vec<f64>,
    path_sigma: Vec<f64>,
    path_covariance: Vec<f64>,
    weights: Vec<f64>,
    population: usize,
    iteration: usize,
    /// Columns are the axes of the distribution, each as long as its standard deviation.
    axes: Vec<f64>,
    /// The inverse square root of the covariance.
    whitening: Vec<f64>,
}

impl CmaEs {
    /// A distribution around the origin with standard deviation `sigma` in each direction.
    pub fn new(dimension: usize, sigma: f64) -> Self {
        let population = 4 + (3.0 * log(dimension as f64)).floor() as usize;
        let parents = population / 2;
        let raw: Vec<f64> =
            (1..=parents).map(|rank| log((population as f64 + 1.0) / 2.0) - log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let mut strategy = CmaEs {
            dimension,
            mean: vec![0.0; dimension],
            sigma,
            covariance: identity(dimension),
            path_sigma: vec![0.0; dimension],
            path_covariance: vec![0.0; dimension],
            weights: raw.iter().map(|weight| weight / sum).collect(),
            population,
            iteration: 0,
            axes: Vec::new(),
            whitening: Vec::new(),
        };
        strategy.decompose();
        strategy
    }

    /// How many candidates an iteration has.
    pub fn population(&self) -> usize {
        self.population
    }

    /// The centre of the distribution: the best guess.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// The candidates of the next iteration.
    pub fn ask(&self, rng: &mut Stream) -> Vec<Vec<f64>> {
        let candidate = |rng: &mut Stream| -> Vec<f64> {
            let z: Vec<f64> = (0..self.dimension).map(|_| normal(rng)).collect();
            let y = times(&self.axes, &z);
            self.mean.iter().zip(y).map(|(mean, y)| mean + self.sigma * y).collect()
        };
        (0..self.population).map(|_| candidate(rng)).collect()
    }

    /// Learns from the values of the candidates; more is better.
    pub fn tell(&mut self, candidates: &[Vec<f64>], values: &[f64]) {
        let n = self.dimension as f64;
        let effective = 1.0 / self.weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (effective + 2.0) / (n + effective + 5.0);
        let damping = 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_path = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let c_one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let c_mu = (1.0 - c_one)
            .min(2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective));
        let expected_length = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));

        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|one, two| values[*two].total_cmp(&values[*one]));
        let step = |candidate: &[f64]| -> Vec<f64> {
            candidate.iter().zip(&self.mean).map(|(value, mean)| (value - mean) / self.sigma).collect()
        };
        let steps: Vec<Vec<f64>> =
            order.iter().take(self.weights.len()).map(|index| step(&candidates[*index])).collect();
        let mut mean_step = vec![0.0; self.dimension];
        for (weight, step) in self.weights.iter().zip(&steps) {
            mean_step.iter_mut().zip(step).for_each(|(sum, value)| *sum += weight * value);
        }
        self.mean.iter_mut().zip(&mean_step).for_each(|(mean, step)| *mean += self.sigma * step);

        let white = times(&self.whitening, &mean_step);
        let growth = (c_sigma * (2.0 - c_sigma) * effective).sqrt();
        self.path_sigma
            .iter_mut()
            .zip(&white)
            .for_each(|(path, white)| *path = (1.0 - c_sigma) * *path + growth * white);
        let length = self.path_sigma.iter().map(|value| value * value).sum::<f64>().sqrt();
        self.iteration += 1;
        let warm_up = (1.0 - pow(1.0 - c_sigma, 2.0 * self.iteration as f64)).sqrt();
        let is_short = length / warm_up < (1.4 + 2.0 / (n + 1.0)) * expected_length;
        let growth = if is_short { (c_path * (2.0 - c_path) * effective).sqrt() } else { 0.0 };
        self.path_covariance
            .iter_mut()
            .zip(&mean_step)
            .for_each(|(path, step)| *path = (1.0 - c_path) * *path + growth * step);
        let lost = if is_short { 0.0 } else { c_one * c_path * (2.0 - c_path) };
        for row in 0..self.dimension {
            for column in 0..self.dimension {
                let one = self.path_covariance[row] * self.path_covariance[column];
                let mu: f64 = self
                    .weights
                    .iter()
                    .zip(&steps)
                    .map(|(weight, step)| weight * step[row] * step[column])
                    .sum();
                let cell = &mut self.covariance[row * self.dimension + column];
                *cell = (1.0 - c_one - c_mu + lost) * *cell + c_one * one + c_mu * mu;
            }
        }
        self.sigma *= exp((c_sigma / damping) * (length / expected_length - 1.0));
        self.decompose();
    }

    fn decompose(&mut self) {
        let n = self.dimension;
        let (values, vectors) = eigen(&self.covariance, n);
        let deviations: Vec<f64> = values.iter().map(|value| value.max(1e-20).sqrt()).collect();
        self.axes = (0..n * n).map(|cell| vectors[cell] * deviations[cell % n]).collect();
        self.whitening = vec![0.0; n * n];
        for row in 0..n {
            for column in 0..n {
                let terms = (0..n)
                    .map(|axis| vectors[row * n + axis] * vectors[column * n + axis] / deviations[axis]);
                self.whitening[row * n + column] = terms.sum();
            }
        }
    }
}

fn identity(n: usize) -> Vec<f64> {
    (0..n * n).map(|cell| f64::from(u8::from(cell / n == cell % n))).collect()
}

fn times(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    matrix
        .chunks(vector.len())
        .map(|row| row.iter().zip(vector).map(|(cell, value)| cell * value).sum())
        .collect()
}

/// A standard normal number by the method of Box and Muller.
fn normal(rng: &mut Stream) -> f64 {
    let (u, v): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * log(u)).sqrt() * cos(std::f64::consts::TAU * v)
}

/// Eigenvalues and eigenvectors (as columns) of a symmetric matrix by Jacobi rotations.
fn eigen(matrix: &[f64], n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut a = matrix.to_vec();
    let mut vectors = identity(n);
    for _ in 0..50 {
        let off: f64 = (0..n)
            .flat_map(|row| (0..row).map(move |column| (row, column)))
            .map(|(r, c)| a[r * n + c] * a[r * n + c])
            .sum();
        let scale: f64 = (0..n).map(|row| a[row * n + row] * a[row * n + row]).sum();
        if off <= 1e-24 * scale {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                let apq = a[p * n + q];
                if apq == 0.0 {
                    continue;
                }
                let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
                let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
                let sine = tangent * cosine;
                for k in 0..n {
                    let (kp, kq) = (a[k * n + p], a[k * n + q]);
                    a[k * n + p] = cosine * kp - sine * kq;
                    a[k * n + q] = sine * kp + cosine * kq;
                }
                for k in 0..n {
                    let (pk, qk) = (a[p * n + k], a[q * n + k]);
                    a[p * n + k] = cosine * pk - sine * qk;
                    a[q * n + k] = sine * pk + cosine * qk;
                }
                for k in 0..n {
                    let (kp, kq) = (vectors[k * n + p], vectors[k * n + q]);
                    vectors[k * n + p] = cosine * kp - sine * kq;
                    vectors[k * n + q] = sine * kp + cosine * kq;
                }
            }
        }
    }
    ((0..n).map(|index| a[index * n + index]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};

    use super::*;

    #[test]
    fn finds_the_top_of_an_ill_conditioned_hill() {
        // The rotated ellipsoid: condition 10^4, no axis aligned with a coordinate.
        let top = [1.0, -2.0, 0.5, 3.0];
        let height = |x: &[f64]| {
            let d: Vec<f64> = x.iter().zip(top).map(|(x, top)| x - top).collect();
            let rotated = [d[0] + d[1], d[0] - d[1], d[2] + d[3], d[2] - d[3]];
            -rotated.iter().zip([1.0, 10.0, 100.0, 10_000.0]).map(|(d, scale)| scale * d * d).sum::<f64>()
        };
        let mut rng = stream(1, Purpose::Tuning, 0, 0);
        let mut strategy = CmaEs::new(4, 0.5);
        for _ in 0..400 {
            let candidates = strategy.ask(&mut rng);
            let values: Vec<f64> = candidates.iter().map(|candidate| height(candidate)).collect();
            strategy.tell(&candidates, &values);
        }
        for (found, top) in strategy.mean().iter().zip(top) {
            assert!((found - top).abs() < 1e-6, "{:?}", strategy.mean());
        }
    }

    /// Two iterations of pycma 4.5.0: `CMAEvolutionStrategy([0, 0, 0], 0.5)`, seed 1, without active updates, from a
    /// covariance of exactly one, its rates `cs`, `damps` and `cmu` and its expected length of a step (`chiN`) set to those
    /// of the tutorial. The candidates that it drew, then the mean, the step and the covariance that it learned from
    /// their heights.
    #[test]
    fn learns_what_another_implementation_learns() {
        let height = |x: &[f64]| {
            let (one, two, three) = (x[0] - 1.0, x[1] + 2.0, x[0] + x[2] - 0.5);
            -one * one - 10.0 * two * two - 100.0 * three * three
        };
        let iterations = [
            (
                [
                    [0.8121726818316208, -0.3058782068250377, -0.26408587613172785],
                    [-0.5364843110780853, 0.43270381466233926, -1.1507693484401413],
                    [0.87240588210824, -0.3806034504475514, 0.15951954802854929],
                    [-0.12468518773870504, 0.731053968522487, -1.030070354748827],
                    [-0.16120860200675374, -0.19202717733420782, 0.5668847211677187],
                    [-0.5499456336570154, -0.08621410377521788, -0.4389292089606859],
                    [0.021106873357796416, 0.2914076068579111, -0.5503095886064606],
                ],
                [0.5344649707970347, -0.2816215914109369, 0.030722814383818475],
                0.4887762138435152,
                [
                    [1.152085873740466, -0.1416388548330322, -0.01626634636050335],
                    [-0.14163885483303218, 0.9249400980969968, -0.004408386469053162],
                    [-0.016266346360503343, -0.004408386469053163, 0.8813020801322041],
                ],
            ),
            (
                [
                    [0.4519288036790381, 0.12402722374750363, 0.6147442319217896],
                    [0.8022342697713885, 0.13694109156853884, -0.1165010419275521],
                    [0.11676347422451422, -0.4681131431084463, -0.2267930245214917],
                    [0.7624875120541247, -0.6394379624372641, -0.2665996052038368],
                    [0.4212990825888402, -0.4967855612275513, -0.39558841122513666],
                    [-0.4959413392849755, -0.35273135696193814, -0.01867452070962507],
                    [1.1163737684701176, -0.17867555164187718, 0.05241761871945877],
                ],
                [0.6674103614792234, -0.5033109587440618, -0.2861286070633616],
                0.4905326391952856,
                [
                    [1.0879874663136755, -0.2179205845938546, -0.1012413074405751],
                    [-0.2179205845938546, 0.8982186863920123, 0.09010651908975141],
                    [-0.10124130744057509, 0.0901065190897514, 0.8418058442467797],
                ],
            ),
        ];
        let mut strategy = CmaEs::new(3, 0.5);
        for (candidates, mean, sigma, covariance) in iterations {
            let candidates = candidates.map(|candidate| candidate.to_vec());
            let values: Vec<f64> = candidates.iter().map(|candidate| height(candidate)).collect();
            assert_eq!(strategy.population(), candidates.len());
            strategy.tell(&candidates, &values);
            let found = strategy.mean.iter().chain([&strategy.sigma]).chain(&strategy.covariance);
            let known = mean.iter().chain([&sigma]).chain(covariance.as_flattened());
            for (found, known) in found.zip(known) {
                assert!((found - known).abs() < 1e-12, "{found} is not {known}");
            }
        }
    }
}
