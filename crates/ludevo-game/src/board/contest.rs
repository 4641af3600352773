//! A turn-based game as evolution sees it.

use std::sync::Arc;

use ludevo_arena::{Player, PlayerFailed, play, random_opening};
use ludevo_evolve::{Contest, Exam, Failed, For};
use ludevo_program::{Architecture, Code, Individual};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::alphabeta::Settings;
use ludevo_search::rules::{Side, Turn};
use rand::seq::IteratorRandom;

use super::evolved::Brain;
use super::foresight::Foresight;
use super::{BoardGame, Maker, players};

/// A game with everything that is fixed for a run.
pub(crate) struct BoardContest<G: BoardGame> {
    /// The rules.
    pub game: G,
    /// The trees of an individual.
    pub architecture: Arc<Architecture>,
    /// How individuals search in the games of fitness and tuning.
    pub bred: Settings,
    /// How they search when they are measured.
    pub measured: Settings,
    /// Random plies before each game.
    pub openings: u32,
    /// Views on which individuals are compared.
    pub samples: Vec<Vec<u64>>,
    /// What the foresight rounds ask, in their order.
    pub foresight: Vec<Foresight<G>>,
    /// The seed of the run.
    pub seed: u64,
}

/// Someone ready to play.
pub(crate) enum Entrant<G: BoardGame> {
    /// An individual of the population.
    Evolved(Brain),
    /// A named opponent.
    Named(Maker<G>),
}

impl<G: BoardGame> Entrant<G> {
    fn player(&self) -> Box<dyn Player<G>> {
        match self {
            Entrant::Evolved(brain) => brain.player(),
            Entrant::Named(maker) => maker.make(),
        }
    }
}

impl<G: BoardGame> Contest for BoardContest<G> {
    type Genome = Individual;
    type Entrant = Entrant<G>;

    fn set_up(&self, _kept: Option<&str>) -> Result<Option<String>, Failed> {
        let cells = self.architecture.parts[0].language.cells();
        for (number, foresight) in self.foresight.iter().enumerate() {
            foresight.set_up(&self.game, cells, self.seed, number)?;
        }
        Ok(None)
    }

    fn prepare(&self, genome: &Individual, purpose: For) -> Entrant<G> {
        let settings = if purpose == For::Breeding { self.bred } else { self.measured };
        Entrant::Evolved(Brain::new(genome, &self.architecture, settings))
    }

    fn opponent(&self, name: &str) -> Result<Entrant<G>, String> {
        let name = name.parse().map_err(|error: crate::player_name::PlayerError| error.to_string())?;
        players::find(&self.game, &name).map(Entrant::Named).map_err(|error| error.to_string())
    }

    fn play(
        &self,
        first: &Entrant<G>,
        second: &Entrant<G>,
        purpose: For,
        rng: &mut Stream,
    ) -> Result<f64, Failed> {
        let opening = match (self.openings, purpose) {
            (0, _) | (_, For::Measuring) => None,
            (plies, For::Breeding) => random_opening(&self.game, plies, rng),
        };
        let start = opening.map_or_else(|| self.game.initial(), |opening| opening.state);
        let (mut first, mut second) = (first.player(), second.player());
        let played = play(&self.game, &start, &mut *first, &mut *second, rng).map_err(failed)?;
        Ok(played.outcome.points(Side::First))
    }

    fn foresight(&self, number: usize) -> Option<&dyn Exam<Entrant<G>>> {
        Some(self.foresight.get(number)?)
    }

    fn behaviour(&self, genome: &Individual) -> Option<u64> {
        Some(behaviour(genome, &self.architecture, &self.samples))
    }
}

/// A game that a player did not finish, as evolution hears of it.
pub fn failed(failed: PlayerFailed) -> Failed {
    Failed(failed.to_string())
}

/// A number that is equal for individuals whose trees say the same of all these views (FNV-1a).
pub fn behaviour(individual: &Individual, architecture: &Architecture, views: &[Vec<u64>]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut view = Vec::new();
    for (tree, part) in individual.trees.iter().zip(&architecture.parts) {
        let code = Code::new(tree, &part.language, part.root);
        for known in views {
            view.clone_from(known);
            hash = (hash ^ code.evaluate(&mut view).to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

/// Views of positions from random play, a few from each stage of the game.
pub(crate) fn sample_views<G: BoardGame>(game: &G, cells: usize, count: usize) -> Vec<Vec<u64>> {
    let mut views = Vec::with_capacity(count);
    let mut number = 0;
    while views.len() < count {
        let mut rng = stream(0, Purpose::Sampling, 0, number);
        number += 1;
        let mut state = game.initial();
        let plies = rand::RngExt::random_range(&mut rng, 1..G::PLIES);
        for _ in 0..plies {
            let action = match game.turn(&state) {
                Turn::End(_) => break,
                Turn::Chance => Some(game.draw(&state, &mut rng)),
                Turn::Player(_) => game.moves(&state).choose(&mut rng),
            };
            state = game.apply(&state, action.expect("a game that is not over has a move"));
        }
        let mut view = vec![0; cells];
        game.fill(&state, &mut view);
        views.push(view);
    }
    views
}
