//! Battles as evolution sees them: the points of a robot are its modified fractional score.

use std::sync::Arc;

use ludevo_evolve::{Contest, Exam, Failed, For, Mark};
use ludevo_program::{Architecture, Individual};
use ludevo_random::Stream;
use rand::RngExt;

use super::battle::{Battle, Rules};
use super::code::Program;
use super::evolved::Layout;
use super::score::Score;
use super::settings::BattleSettings;
use super::{language, players, robots};
use ludevo_game::player_name::PlayerError;

/// Battles with everything that is fixed for a run.
pub(crate) struct RobotContest {
    /// The trees of an individual.
    pub(crate) architecture: Arc<Architecture>,
    /// How their statements follow each other.
    pub(crate) layout: Layout,
    /// The battles.
    battle: BattleSettings,
    /// Whom rounds of problems draw from.
    pool: Vec<Arc<Program>>,
}

impl RobotContest {
    /// The contest of an experiment; the error says which adversary there is not.
    pub(crate) fn new(
        architecture: Arc<Architecture>,
        layout: Layout,
        battle: BattleSettings,
    ) -> Result<Self, PlayerError> {
        let pool = if battle.pool.is_empty() { Vec::new() } else { programs(&battle.pool)? };
        Ok(RobotContest { architecture, layout, battle, pool })
    }

    /// The modified fractional score of the first of two.
    fn share(&self, programs: &[Arc<Program>; 2], are_evolved: [bool; 2], seed: i64) -> f64 {
        let scores = fight(programs, self.battle.rounds, seed);
        let modified =
            |index: usize| scores[index].total() + if are_evolved[index] { self.battle.epsilon } else { 0.0 };
        let (one, two) = (modified(0), modified(1));
        if one + two == 0.0 { 0.5 } else { one / (one + two) }
    }
}

/// The robots of a name, or of several joined by `+`.
fn programs(names: &str) -> Result<Vec<Arc<Program>>, PlayerError> {
    let find = |name: String| players::find(&name.parse()?).map(|robot| robot.program);
    robots::group(names).into_iter().map(find).collect()
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

    /// Whether epsilon is added to its score.
    fn is_evolved(&self) -> bool {
        matches!(self, Entrant::Evolved(_))
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

/// A robot that follows the enemy and fires, so that it sees a lot.
const FOLLOWER: &str = "tree move\nEnemyDistance\ntree turn\nEnemyBearing\ntree gun\nAdd(EnemyBearing, Mul(Zero, Fire(EnemyEnergy)))\n";

/// What an evolved robot sees in battles with the robots that ship, one after the other.
pub(crate) fn views_of_battles(count: usize) -> Vec<Vec<u64>> {
    let architecture = language::architecture(&language::published(), FOLLOWER.len());
    let follower = architecture.parse(FOLLOWER, 1).expect("it is written in the language");
    let mut views: Vec<Vec<u64>> = Vec::with_capacity(count);
    for (number, robot) in robots::ROBOTS.iter().cycle().enumerate() {
        let layout = if number.is_multiple_of(2) { Layout::OneByOne } else { Layout::AtOnce };
        let adversary = robots::find(robot.name).expect("it ships");
        let programs = [layout.program("Follower", &follower, &architecture), adversary];
        let mut battle = Battle::new(&programs, Rules::default(), number as i64);
        battle.start_round();
        while battle.turn() {
            let view = battle.pilots[0].view;
            if views.last().is_none_or(|last| *last != view) {
                views.push(view.to_vec());
            }
            if views.len() == count {
                return views;
            }
        }
    }
    views
}

impl Contest for RobotContest {
    type Genome = Individual;
    type Entrant = Entrant;

    fn prepare(&self, genome: &Individual, _purpose: For) -> Entrant {
        Entrant::Evolved(self.layout.program("Evolved", genome, &self.architecture))
    }

    fn opponent(&self, name: &str) -> Result<Entrant, String> {
        programs(name).map(Entrant::Named).map_err(|error| error.to_string())
    }

    fn play(&self, [first, second]: [&Entrant; 2], _purpose: For, rng: &mut Stream) -> Result<f64, Failed> {
        let programs = [first.program(rng), second.program(rng)];
        Ok(self.share(&programs, [first, second].map(Entrant::is_evolved), rng.random()))
    }

    fn problems(&self) -> Option<Box<dyn Exam<Entrant> + '_>> {
        if self.pool.is_empty() { None } else { Some(Box::new(self)) }
    }
}

/// Battles with the adversaries of the pool.
impl Exam<Entrant> for RobotContest {
    fn questions(&self) -> usize {
        self.pool.len()
    }

    fn ask(&self, entrant: &Entrant, question: usize, rng: &mut Stream) -> Mark {
        let both = [entrant.program(rng), Arc::clone(&self.pool[question])];
        let worth = self.share(&both, [entrant.is_evolved(), false], rng.random());
        Mark { worth, hardness: 1.0 - worth }
    }
}
