//! A turn-based game as evolution sees it.

use std::sync::Arc;

use ludevo_arena::{Player, PlayerFailed, play, random_opening};
use ludevo_evolve::{Beyond, Contest, Exam, Failed, For, Interrupt, Mark, Teacher};
use ludevo_program::{Architecture, Code, Individual};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::{Side, Turn};
use rand::seq::IteratorRandom;
use rayon::prelude::*;

use super::evolved::{Brain, Manner};
use super::foresight::Foresight;
use super::layout::Layout;
use super::school::School;
use super::starts::Starts;
use super::{Judged, Maker, players};
use crate::fitting::Fitted;
use crate::fixed::Fixed;

/// A game with everything that is fixed for a run.
pub(crate) struct BoardContest<G: Judged> {
    /// The rules.
    pub game: G,
    /// The trees of an individual.
    pub architecture: Arc<Architecture>,
    /// Which of them do what.
    pub layout: Layout,
    /// How individuals play in the games of fitness and tuning.
    pub bred: Manner,
    /// How they play when they are measured.
    pub measured: Manner,
    /// Random plies before each game.
    pub openings: u32,
    /// Where games start, if not from the initial position.
    pub starts: Option<Starts<G::State>>,
    /// What a drawn game of fitness is worth to whoever is better off in the end; the other has the rest.
    pub advantage: Option<f64>,
    /// Views on which individuals are compared.
    pub samples: Vec<Vec<u64>>,
    /// What the foresight rounds ask, in their order.
    pub foresight: Vec<Foresight<G>>,
    /// Who teaches and examines, where somebody does.
    pub school: Option<Box<dyn School>>,
    /// What is fixed of the trees.
    pub fixed: Fixed,
    /// A program by hand in the same terminals that plays as champions do, with its name, if there is one.
    pub guide: Option<(String, Brain)>,
    /// The run's guide that is fitted to random games.
    pub fitted: Fitted,
    /// The seed of the run.
    pub seed: u64,
}

/// Random plies before each pair of games against a program by hand: both always play alike.
const OPENING: u32 = 2;

/// Someone ready to play.
pub(crate) enum Entrant<G: Judged> {
    /// An individual of the population; as it is where there is a school, and compiled.
    Evolved(Option<Individual>, Brain),
    /// A named opponent.
    Named(Maker<G>),
}

impl<G: Judged> Entrant<G> {
    fn player(&self, game: &G) -> Box<dyn Player<G>> {
        match self {
            Entrant::Evolved(_, brain) => brain.player(game),
            Entrant::Named(maker) => maker.make(),
        }
    }
}

impl<G: Judged> Contest for BoardContest<G> {
    type Genome = Individual;
    type Entrant = Entrant<G>;

    fn set_up(&self, kept: Option<&str>) -> Result<Option<String>, Failed> {
        for (number, foresight) in self.foresight.iter().enumerate() {
            foresight.set_up(&self.game, self.starts.as_ref(), self.samples[0].len(), self.seed, number)?;
        }
        self.school.as_ref().map_or(Ok(None), |school| school.set_up(kept))
    }

    fn prepare(&self, genome: &Individual, purpose: For) -> Entrant<G> {
        let settings = if purpose == For::Breeding { self.bred } else { self.measured };
        let kept = self.school.as_ref().map(|_| genome.clone());
        let whole = self.whole(genome);
        let program = whole.as_ref().unwrap_or(genome);
        Entrant::Evolved(kept, Brain::new(program, &self.architecture, self.layout, settings))
    }

    fn whole(&self, genome: &Individual) -> Option<Individual> {
        (!self.fixed.is_nothing()).then(|| self.fixed.around(genome))
    }

    fn beyond(&self, genome: &Individual, games: usize, seed: u64) -> Result<Option<Beyond>, Failed> {
        let Some((name, brain)) = &self.guide else { return Ok(None) };
        let entrants = [self.prepare(genome, For::Measuring), Entrant::Evolved(None, brain.clone())];
        let pairs = games.div_ceil(2);
        let play = |pair: usize| -> Result<f64, Failed> {
            let mut rng = stream(seed, Purpose::Beyond, 0, pair as u64);
            let [own, guide] = &entrants;
            let start = match &self.starts {
                Some(starts) => starts.draw(&mut rng),
                None => {
                    let opening = random_opening(&self.game, OPENING, &mut rng);
                    opening.map_or_else(|| self.game.initial(), |opening| opening.state)
                }
            };
            let one = self.play_from(&start, [own, guide], For::Measuring, &mut rng)?;
            let other = self.play_from(&start, [guide, own], For::Measuring, &mut rng)?;
            Ok(one + (1.0 - other))
        };
        let points: Vec<f64> = (0..pairs).into_par_iter().map(play).collect::<Result<_, _>>()?;
        let score = points.iter().sum::<f64>() / (2 * pairs) as f64;
        Ok(Some(Beyond::Games { guide: name.clone(), games: 2 * pairs, score }))
    }

    fn opponent(&self, name: &str) -> Result<Entrant<G>, String> {
        let name = name.parse().map_err(|error: crate::player_name::PlayerError| error.to_string())?;
        let found = players::find_in_run(&self.game, &name, &self.fitted);
        found.map(Entrant::Named).map_err(|error| error.to_string())
    }

    fn play(&self, [first, second]: [&Entrant<G>; 2], purpose: For, rng: &mut Stream) -> Result<f64, Failed> {
        if let Some(starts) = &self.starts {
            // Positions may favour who moves first, so that one is fair only if both have it.
            let start = starts.draw(rng);
            let one = self.play_from(&start, [first, second], purpose, rng)?;
            let other = self.play_from(&start, [second, first], purpose, rng)?;
            return Ok((one + (1.0 - other)) / 2.0);
        }
        let opening = match (self.openings, purpose) {
            (0, _) | (_, For::Measuring) => None,
            (plies, For::Breeding) => random_opening(&self.game, plies, rng),
        };
        let start = opening.map_or_else(|| self.game.initial(), |opening| opening.state);
        self.play_from(&start, [first, second], purpose, rng)
    }

    fn failure(&self) -> Option<Failed> {
        self.game.failure().map(Failed)
    }

    fn problems(&self) -> Option<Box<dyn Exam<Entrant<G>> + '_>> {
        self.school.as_ref()?;
        Some(Box::new(self))
    }

    fn teacher(&self) -> Option<&dyn Teacher<Individual>> {
        self.school.as_ref().map(|_| self as &dyn Teacher<Individual>)
    }

    fn foresight(&self, number: usize) -> Option<Box<dyn Exam<Entrant<G>> + '_>> {
        Some(Box::new(self.foresight.get(number)?))
    }

    fn behaviour(&self, genome: &Individual) -> Option<u64> {
        let whole = self.whole(genome);
        Some(behaviour(whole.as_ref().unwrap_or(genome), &self.architecture, &self.samples))
    }
}

impl<G: Judged> BoardContest<G> {
    /// Plays one game from a position, of whose players the first is [`Side::First`]; the points of the first.
    fn play_from(
        &self,
        start: &G::State,
        [first, second]: [&Entrant<G>; 2],
        purpose: For,
        rng: &mut Stream,
    ) -> Result<f64, Failed> {
        let (mut first, mut second) = (first.player(&self.game), second.player(&self.game));
        let played = play(&self.game, start, &mut *first, &mut *second, rng).map_err(failed)?;
        Ok(match (self.advantage, played.advantage, purpose) {
            (Some(worth), Some(Side::First), For::Breeding) => worth,
            (Some(worth), Some(Side::Second), For::Breeding) => 1.0 - worth,
            _ => played.outcome.points(Side::First),
        })
    }
}

/// The problems of the school; named opponents learn nothing and get nothing.
impl<G: Judged> Exam<Entrant<G>> for BoardContest<G> {
    fn questions(&self) -> usize {
        self.school.as_ref().map_or(0, |school| school.questions())
    }

    fn ask(&self, entrant: &Entrant<G>, question: usize, _rng: &mut Stream) -> Mark {
        match (&self.school, entrant) {
            (Some(school), Entrant::Evolved(Some(program), _)) => school.ask(program, question),
            _ => Mark { worth: 0.0, hardness: 0.0 },
        }
    }

    fn mark(
        &self,
        entrant: &Entrant<G>,
        count: usize,
        rng: &mut Stream,
        interrupt: &Interrupt,
    ) -> Result<f64, Failed> {
        interrupt.check()?;
        Ok(match (&self.school, entrant) {
            (Some(school), Entrant::Evolved(Some(program), _)) => school.mark(program, count, rng),
            _ => 0.0,
        })
    }
}

impl<G: Judged> Teacher<Individual> for BoardContest<G> {
    fn teach(&self, genome: &Individual, lessons: usize, rng: &mut Stream) -> Individual {
        match &self.school {
            Some(school) => school.teach(genome, lessons, rng),
            None => genome.clone(),
        }
    }
}

/// A game that a player did not finish, as evolution hears of it.
pub fn failed(failed: PlayerFailed) -> Failed {
    Failed(failed.to_string())
}

/// A number that is equal for individuals whose trees say the same of all these views (FNV-1a).
fn behaviour(individual: &Individual, architecture: &Architecture, views: &[Vec<u64>]) -> u64 {
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
pub(super) fn views_of_random_play<G: Judged>(
    game: &G,
    starts: Option<&Starts<G::State>>,
    cells: usize,
    count: usize,
) -> Vec<Vec<u64>> {
    let mut views = Vec::with_capacity(count);
    let mut number = 0;
    while views.len() < count {
        let mut rng = stream(0, Purpose::Sampling, 0, number);
        number += 1;
        let mut state = starts.map_or_else(|| game.initial(), |starts| starts.draw(&mut rng));
        let plies = rand::RngExt::random_range(&mut rng, 1..game.plies());
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
