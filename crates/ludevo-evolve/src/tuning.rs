//! Constants of one individual tuned by the covariance matrix adaptation evolution strategy.

use rayon::prelude::*;

use ludevo_random::{Purpose, stream};

use crate::cmaes::CmaEs;
use crate::contest::{Contest, Failed, For, Meeting, play_all};
use crate::rounds::Field;
use crate::settings::TuningSettings;
use crate::species::Species;

/// Tunes the constants of `genome` against `opponents` and by foresight. Candidates of one iteration meet the same games,
/// so that they differ by their constants alone. Returns the tuned genome, or the given one if tuning did not gain on
/// games that neither was tuned on, and the number of games played.
pub fn tune<S: Species, C: Contest<Genome = S::Genome> + ?Sized>(
    field: &Field<'_, C>,
    species: &S,
    genome: &S::Genome,
    opponents: &[&C::Entrant],
    settings: &TuningSettings,
) -> Result<(S::Genome, u64), Failed> {
    let start = species.constants(genome);
    if start.is_empty() || (opponents.is_empty() && settings.foresight == 0.0) {
        return Ok((genome.clone(), 0));
    }
    let scales: Vec<f64> = start.iter().map(|value| if *value == 0.0 { 1.0 } else { value.abs() }).collect();
    let at = |steps: &[f64]| -> S::Genome {
        let constants: Vec<f64> =
            start.iter().zip(&scales).zip(steps).map(|((start, scale), step)| start + scale * step).collect();
        species.with_constants(genome, &constants)
    };
    let games = settings.games * opponents.len();
    // Games of iteration i use slots from i << 32 on, the same for every candidate.
    let foresight = field.contest.foresight(0).filter(|_| settings.foresight > 0.0);
    let score = |candidates: &[S::Genome], iteration: u64| -> Result<Vec<f64>, Failed> {
        let entrants: Vec<C::Entrant> =
            candidates.par_iter().map(|genome| field.contest.prepare(genome, For::Breeding)).collect();
        let meeting = |number: usize| {
            let (candidate, game) = (&entrants[number / games], number % games);
            let opponent = opponents[game / settings.games];
            let chance = field.chance(Purpose::Tuning, (iteration << 32) + game as u64);
            let (first, second) =
                if game.is_multiple_of(2) { (candidate, opponent) } else { (opponent, candidate) };
            Meeting { first, second, chance }
        };
        let meetings: Vec<_> = (0..candidates.len() * games).map(meeting).collect();
        let mut points = play_all(field.contest, &meetings, For::Breeding, field.interrupt)?;
        for (number, points) in points.iter_mut().enumerate() {
            *points = if (number % games).is_multiple_of(2) { *points } else { 1.0 - *points };
        }
        let foreseen = |entrant: &C::Entrant| {
            let mut rng = field.chance(Purpose::Tuning, iteration << 32).stream();
            let Some(exam) = &foresight else { return Ok(0.0) };
            Ok(settings.foresight * exam.mark(entrant, 1, &mut rng, field.interrupt)?)
        };
        let foreseen: Vec<f64> = entrants.par_iter().map(foreseen).collect::<Result<_, Failed>>()?;
        let of_games = |number: usize| points[number * games..(number + 1) * games].iter().sum::<f64>();
        Ok(foreseen.iter().enumerate().map(|(number, foreseen)| foreseen + of_games(number)).collect())
    };
    let mut rng = stream(field.seed, Purpose::Tuning, field.generation, u64::MAX);
    let mut strategy = CmaEs::new(start.len(), settings.step);
    for iteration in 0..settings.iterations as u64 {
        let samples = strategy.ask(&mut rng);
        let candidates: Vec<S::Genome> = samples.iter().map(|steps| at(steps)).collect();
        let points = score(&candidates, iteration)?;
        strategy.tell(&samples, &points);
    }
    let rivals = [genome.clone(), at(strategy.mean())];
    // Four times the games of one iteration decide.
    let mut points = [0.0; 2];
    for round in 0..4 {
        let of_round = score(&rivals, settings.iterations as u64 + round)?;
        points.iter_mut().zip(of_round).for_each(|(sum, points)| *sum += points);
    }
    let played = (settings.iterations * strategy.population() + 4 * rivals.len()) * games;
    let [old, new] = rivals;
    Ok((if points[1] > points[0] { new } else { old }, played as u64))
}
