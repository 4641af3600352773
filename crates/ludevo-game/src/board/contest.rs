//! A turn-based game as evolution sees it.

use std::sync::Arc;

use ludevo_arena::{Player, play, random_opening};
use ludevo_evolve::Contest;
use ludevo_program::{Architecture, Code, Individual};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::alphabeta::Settings;
use ludevo_search::rules::Side;

use super::evolved::Brain;
use super::foresight::Foresight;
use super::{BoardGame, Maker, or_end, players};

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
    pub foresight: Vec<Foresight>,
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

    fn prepare(&self, genome: &Individual) -> Entrant<G> {
        Entrant::Evolved(Brain::new(genome, &self.architecture, self.bred))
    }

    fn prepare_measured(&self, genome: &Individual) -> Entrant<G> {
        Entrant::Evolved(Brain::new(genome, &self.architecture, self.measured))
    }

    fn opponent(&self, name: &str) -> Result<Entrant<G>, String> {
        let name = name.parse().map_err(|error: crate::player_name::PlayerError| error.to_string())?;
        players::find(&self.game, &name).map(Entrant::Named).map_err(|error| error.to_string())
    }

    fn play(&self, first: &Entrant<G>, second: &Entrant<G>, rng: &mut Stream) -> f64 {
        let start = match self.openings {
            0 => self.game.initial(),
            plies => random_opening(&self.game, plies, rng)
                .map_or_else(|| self.game.initial(), |opening| opening.state),
        };
        let (mut first, mut second) = (first.player(), second.player());
        or_end(play(&self.game, &start, &mut *first, &mut *second, rng)).outcome.points(Side::First)
    }

    fn play_measured(&self, first: &Entrant<G>, second: &Entrant<G>, rng: &mut Stream) -> f64 {
        let (mut first, mut second) = (first.player(), second.player());
        let played = play(&self.game, &self.game.initial(), &mut *first, &mut *second, rng);
        or_end(played).outcome.points(Side::First)
    }

    fn foresight(&self, entrant: &Entrant<G>, number: usize) -> Option<f64> {
        match entrant {
            Entrant::Evolved(brain) => Some(self.foresight.get(number)?.agreement(brain)),
            Entrant::Named(_) => None,
        }
    }

    fn behaviour(&self, genome: &Individual) -> Option<u64> {
        // FNV-1a over the values on the sampled views.
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut view = Vec::new();
        for (tree, part) in genome.trees.iter().zip(&self.architecture.parts) {
            let code = Code::new(tree, &part.language, part.root);
            for sample in &self.samples {
                view.clone_from(sample);
                hash = (hash ^ code.evaluate(&mut view).to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        Some(hash)
    }
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
            use rand::seq::IteratorRandom;
            match game.moves(&state).choose(&mut rng) {
                Some(action) => state = game.apply(&state, action),
                None => break,
            }
        }
        let mut view = vec![0; cells];
        game.fill(&state, &mut view);
        views.push(view);
    }
    views
}
