//! The simple heuristic generator SHG (section 3.2 of the paper): no fitness, games decide.

use ludevo_arena::{Player, SearchPlayer, play};
use ludevo_evolve::Convergence;
use ludevo_random::Stream;
use ludevo_search::alphabeta::SearchSettings;
use ludevo_search::rules::{Side, TurnBased};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::generator::Breeding;
use super::heuristic::{Form, Heuristic};
use super::specimen::{Specimen, child, variances};
use crate::rules::LoseCheckers;

/// How two heuristics are compared.
pub(super) struct Duels<'a> {
    /// The rules.
    pub(super) game: &'a LoseCheckers,
    /// The form of all heuristics.
    pub(super) form: &'a Form,
    /// How they search.
    pub(super) search: SearchSettings,
}

impl Duels<'_> {
    fn player(&self, specimen: &Specimen) -> Box<dyn Player<LoseCheckers>> {
        let heuristic = Heuristic::new(self.form.clone(), specimen.weights.clone());
        let heuristic = heuristic.expect("the form was checked, and specimens have its weights");
        Box::new(SearchPlayer::new(self.search, heuristic))
    }

    /// The points of one of two in two games with sides swapped.
    fn points(&self, rng: &mut Stream, one: &Specimen, two: &Specimen) -> f64 {
        let [mut one, mut two] = [one, two].map(|specimen| self.player(specimen));
        let start = self.game.initial();
        let mut points = |first: &mut dyn Player<_>, second: &mut dyn Player<_>, side| {
            let played = play(self.game, &start, first, second, rng);
            played.expect("players of our own do not fail").outcome.points(side)
        };
        points(&mut *one, &mut *two, Side::First) + points(&mut *two, &mut *one, Side::Second)
    }

    /// The one of those drawn who is left when each meets the best, or the worst, so far.
    fn knock_out(
        &self,
        rng: &mut Stream,
        population: &[Specimen],
        drawn: impl IntoIterator<Item = usize>,
        strongest: bool,
    ) -> usize {
        let mut drawn = drawn.into_iter();
        let first = drawn.next().expect("a tournament has entrants");
        drawn.fold(first, |holder, challenger| {
            let points = self.points(rng, &population[challenger], &population[holder]);
            let takes_over = if strongest { points > 1.0 } else { points < 1.0 };
            if takes_over { challenger } else { holder }
        })
    }

    /// One generation.
    pub(super) fn breed(
        &self,
        rng: &mut Stream,
        population: &mut [Specimen],
        breeding: &Breeding<'_>,
    ) -> Convergence {
        let before = variances(population);
        let mut effective = 0;
        for _ in 0..breeding.crossovers {
            let [one, two, weakest] = [true, true, false].map(|strongest| {
                let entrants: Vec<usize> =
                    (0..breeding.tournament).map(|_| rng.random_range(0..population.len())).collect();
                self.knock_out(rng, population, entrants, strongest)
            });
            let parents = [&population[one], &population[two]];
            let mut newcomer = child(rng, breeding.species, parents, breeding.mutation);
            normalise(&mut newcomer.weights);
            // A tie favours the newcomer.
            if self.points(rng, &newcomer, &population[weakest]) >= 1.0 {
                population[weakest] = newcomer;
                effective += 1;
            }
        }
        let after = variances(population);
        Convergence { crossovers: breeding.crossovers, effective, best_is_mutated: false, before, after }
    }

    /// The place of the winner of a knock-out of all.
    pub(super) fn best(&self, rng: &mut Stream, population: &[Specimen]) -> usize {
        let mut places: Vec<usize> = (0..population.len()).collect();
        places.shuffle(rng);
        self.knock_out(rng, population, places, true)
    }
}

/// Makes weights as long as a unit: games do not depend on their length, crossover does.
pub(super) fn normalise(weights: &mut [f64]) {
    let length = weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
    if length > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= length);
    }
}
