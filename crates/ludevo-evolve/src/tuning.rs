//! Constants of one individual tuned by the covariance matrix adaptation evolution strategy.

use rayon::prelude::*;

use ludevo_random::{Purpose, stream};

use crate::cmaes::CmaEs;
use crate::rounds::{Contest, Field};
use crate::settings::TuningSettings;
use crate::species::Species;

/// Tunes the constants of `genome` against `opponents` and by foresight. Candidates of one iteration meet the same games, so that they
/// differ by their constants alone. Returns the tuned genome, or the given one if tuning did not gain on games that
/// neither was tuned on, and the number of games played.
pub fn tune<S: Species, C: Contest<Genome = S::Genome>>(
    field: &Field<'_, C>,
    species: &S,
    genome: &S::Genome,
    opponents: &[&C::Entrant],
    settings: &TuningSettings,
) -> (S::Genome, u64) {
    let start = species.constants(genome);
    if start.is_empty() || (opponents.is_empty() && settings.foresight == 0.0) {
        return (genome.clone(), 0);
    }
    let scales: Vec<f64> = start.iter().map(|value| if *value == 0.0 { 1.0 } else { value.abs() }).collect();
    let at = |steps: &[f64]| -> S::Genome {
        let constants: Vec<f64> =
            start.iter().zip(&scales).zip(steps).map(|((start, scale), step)| start + scale * step).collect();
        species.with_constants(genome, &constants)
    };
    let games = settings.games * opponents.len();
    // Games of iteration i use slots from i << 32 on, the same for every candidate.
    let score = |candidates: &[S::Genome], iteration: u64| -> Vec<f64> {
        let entrants: Vec<C::Entrant> =
            candidates.par_iter().map(|candidate| field.contest.prepare(candidate)).collect();
        let game = |number: usize| {
            let (candidate, game) = (number / games, number % games);
            let opponent = opponents[game / settings.games];
            let slot = (iteration << 32) + game as u64;
            let mut rng = stream(field.seed, Purpose::Tuning, field.generation, slot);
            if game.is_multiple_of(2) {
                field.contest.play(&entrants[candidate], opponent, &mut rng)
            } else {
                1.0 - field.contest.play(opponent, &entrants[candidate], &mut rng)
            }
        };
        let points: Vec<f64> = (0..candidates.len() * games).into_par_iter().map(game).collect();
        let foreseen = |entrant: &C::Entrant| match settings.foresight {
            0.0 => 0.0,
            worth => worth * field.contest.foresight(entrant, 0).unwrap_or(0.0),
        };
        let foreseen: Vec<f64> = entrants.par_iter().map(foreseen).collect();
        let of_games = |number: usize| points[number * games..(number + 1) * games].iter().sum::<f64>();
        foreseen.iter().enumerate().map(|(number, foreseen)| foreseen + of_games(number)).collect()
    };
    let mut rng = stream(field.seed, Purpose::Tuning, field.generation, u64::MAX);
    let mut strategy = CmaEs::new(start.len(), settings.step);
    for iteration in 0..settings.iterations as u64 {
        let samples = strategy.ask(&mut rng);
        let candidates: Vec<S::Genome> = samples.iter().map(|steps| at(steps)).collect();
        let points = score(&candidates, iteration);
        strategy.tell(&samples, &points);
    }
    let rivals = [genome.clone(), at(strategy.mean())];
    // Four times the games of one iteration decide.
    let decide = |rivals: &[S::Genome]| -> Vec<f64> {
        let rounds = (0..4).map(|round| score(rivals, settings.iterations as u64 + round));
        rounds.fold(vec![0.0; rivals.len()], |sums, points| {
            sums.iter().zip(points).map(|(sum, points)| sum + points).collect()
        })
    };
    let points = decide(&rivals);
    let played = (settings.iterations * strategy.population() + 4 * rivals.len()) * games;
    let [old, new] = rivals;
    (if points[1] > points[0] { new } else { old }, played as u64)
}
