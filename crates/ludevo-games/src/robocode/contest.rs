//! Battles as evolution sees them: the points of a robot are its modified fractional score.

use std::sync::Arc;

use ludevo_evolve::Contest;
use ludevo_program::{Architecture, Individual};
use ludevo_random::Stream;
use rand::RngExt;

use super::battle::{Battle, Rules};
use super::code::Program;
use super::evolved::Layout;
use super::score::Score;
use super::settings::BattleSettings;
use super::{players, robots};

/// Battles with everything that is fixed for a run.
pub(crate) struct RobotContest {
    /// The trees of an individual.
    pub(crate) architecture: Arc<Architecture>,
    /// How their statements follow each other.
    pub(crate) layout: Layout,
    /// The battles.
    pub(crate) battle: BattleSettings,
}

/// Someone ready to fight.
pub(crate) enum Entrant {
    /// An individual of the population.
    Evolved(Arc<Program>),
    /// A named adversary, or several of which each battle draws one.
    Named(Vec<Arc<Program>>),
}

impl Entrant {
    fn program(&self, rng: &mut Stream) -> Arc<Program> {
        match self {
            Entrant::Evolved(program) => Arc::clone(program),
            Entrant::Named(programs) => Arc::clone(&programs[rng.random_range(0..programs.len())]),
        }
    }

    /// What is added to its score.
    fn epsilon(&self, epsilon: f64) -> f64 {
        match self {
            Entrant::Evolved(_) => epsilon,
            Entrant::Named(_) => 0.0,
        }
    }
}

/// The scores of a battle of this many rounds.
pub fn fight(programs: &[Arc<Program>], rounds: u32, seed: i64) -> Vec<Score> {
    let mut battle = Battle::new(programs, Rules::default(), seed);
    for _ in 0..rounds {
        battle.play_round();
    }
    battle.scores
}

impl Contest for RobotContest {
    type Genome = Individual;
    type Entrant = Entrant;

    fn prepare(&self, genome: &Individual) -> Entrant {
        Entrant::Evolved(self.layout.program("Evolved", genome, &self.architecture))
    }

    fn opponent(&self, name: &str) -> Result<Entrant, String> {
        let programs: Result<Vec<_>, String> = robots::group(name)
            .into_iter()
            .map(|one| {
                let name = one.parse().map_err(|error: crate::player_name::PlayerError| error.to_string())?;
                players::find(&name).map(|robot| robot.program).map_err(|error| error.to_string())
            })
            .collect();
        programs.map(Entrant::Named)
    }

    fn play(&self, first: &Entrant, second: &Entrant, rng: &mut Stream) -> f64 {
        let programs = [first.program(rng), second.program(rng)];
        let scores = fight(&programs, self.battle.rounds, rng.random());
        let one = scores[0].total() + first.epsilon(self.battle.epsilon);
        let two = scores[1].total() + second.epsilon(self.battle.epsilon);
        if one + two == 0.0 { 0.5 } else { one / (one + two) }
    }

    fn behaviour(&self, _genome: &Individual) -> Option<u64> {
        None
    }
}
