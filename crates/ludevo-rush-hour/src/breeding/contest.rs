//! Boards as evolution judges them: the harder, the better.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludevo_evolve::{Contest, Exam, Failed, For, Mark, Species, Teacher};
use ludevo_random::Stream;
use rand::RngExt;

use super::settings::{BoardSettings, ClimbSettings};
use super::species::{Boards, least};
use crate::board::Board;
use crate::component::Analyst;
use crate::rules::{Metric, RushHour};

/// The positions that a solver looks at on a board; nothing if it does not solve it.
pub type Nodes = Arc<dyn Fn(&Board) -> Option<u64> + Send + Sync>;

/// What makes a board hard.
#[derive(Clone)]
pub enum Judge {
    /// The slides from the farthest position to the goal.
    Optimum,
    /// The positions that a solver looks at, from the board as it is: what can be reached may be more than can be analysed.
    Nodes {
        /// The solver.
        solver: Nodes,
        /// The most that it may look at.
        most: u64,
    },
}

/// How hard a board is.
#[derive(Clone, Debug, PartialEq)]
pub struct Hardness {
    /// Slides or positions; 0 for a board that cannot be solved, and -1 for one with too many positions, which would only
    /// take longer to find out about.
    pub points: f64,
    /// What is proved of it, where it was analysed and can be solved.
    pub proved: Option<Proved>,
    /// The hardest position, where it was analysed.
    pub hardest: Board,
}

impl Hardness {
    fn of_too_large(board: &Board) -> Self {
        Hardness { points: -1.0, proved: None, hardest: board.clone() }
    }
}

/// What the analysis of a board proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The slides of the shortest solution of the hardest position.
    pub optimum: u32,
    /// Positions that can be reached.
    pub states: usize,
}

/// Boards judged before are not judged again; so many are remembered.
const REMEMBERED: usize = 1 << 15;

/// Everything that boards are judged by in a run.
pub struct BoardContest {
    settings: BoardSettings,
    species: Boards,
    judge: Judge,
    analysts: Mutex<Vec<Analyst>>,
    known: Mutex<HashMap<Board, Hardness>>,
    states: AtomicU64,
}

/// A board that was judged, or what boards are measured by.
pub enum Entrant {
    /// A board.
    Board(Hardness),
    /// What is proved of it.
    Proof,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The slides that are worth a full mark: more than any board is known to need.
pub(super) const FULL: f64 = 1000.0;

impl BoardContest {
    /// A contest of boards as an experiment states them.
    pub fn new(settings: BoardSettings, judge: Judge) -> Self {
        let species = Boards::new(settings.clone());
        BoardContest {
            settings,
            species,
            judge,
            analysts: Mutex::default(),
            known: Mutex::default(),
            states: AtomicU64::new(0),
        }
    }

    /// Positions looked at so far.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// How hard a board is. That depends on the board alone: what is remembered only spares the work.
    pub fn judged(&self, board: &Board) -> Hardness {
        self.judged_within(board, self.settings.component)
    }

    /// The same for one that is worth nothing if more than `most` positions can be reached, where these are analysed.
    fn judged_within(&self, board: &Board, most: usize) -> Hardness {
        let known = lock(&self.known).get(board).cloned();
        if let Some(known) = known {
            let is_larger = known.proved.is_some_and(|proved| proved.states > most);
            return if is_larger { Hardness::of_too_large(board) } else { known };
        }
        let hardness = match &self.judge {
            Judge::Optimum => self.analysed(board, most),
            Judge::Nodes { solver, .. } => {
                let points = solver(board).map_or(0.0, |nodes| nodes as f64);
                Hardness { points, proved: None, hardest: least(board.clone()) }
            }
        };
        if hardness.points < 0.0 && most < self.settings.component {
            return hardness;
        }
        let mut known = lock(&self.known);
        if known.len() + 1 >= REMEMBERED {
            known.clear();
        }
        // Every position that can be reached is as hard; the hardest is what goes on to be asked about.
        known.insert(hardness.hardest.clone(), hardness.clone());
        known.insert(board.clone(), hardness.clone());
        hardness
    }

    fn analysed(&self, board: &Board, most: usize) -> Hardness {
        let puzzle = RushHour::new(board.clone(), Metric::Slides);
        let spare = lock(&self.analysts).pop();
        let mut analyst = spare.unwrap_or_default();
        let component = analyst.analyse(&puzzle, most);
        lock(&self.analysts).push(analyst);
        let states = component.as_ref().map_or(most, |component| component.states);
        self.states.fetch_add(states as u64, Ordering::Relaxed);
        let Some(component) = component else { return Hardness::of_too_large(board) };
        let Some(optimum) = component.farthest else {
            return Hardness { points: 0.0, proved: None, hardest: board.clone() };
        };
        Hardness {
            points: f64::from(optimum),
            proved: Some(Proved { optimum, states }),
            hardest: least(component.hardest.canonical()),
        }
    }

    /// What a board gets, from 0 to 1.
    fn worth(&self, hardness: &Hardness) -> f64 {
        let full = match self.judge {
            Judge::Optimum => FULL,
            Judge::Nodes { most, .. } => most as f64,
        };
        (hardness.points / full).clamp(0.0, 1.0)
    }
}

impl Contest for BoardContest {
    type Genome = Board;
    type Entrant = Entrant;

    fn prepare(&self, genome: &Board, _purpose: For) -> Entrant {
        Entrant::Board(self.judged(genome))
    }

    fn opponent(&self, _name: &str) -> Result<Entrant, String> {
        Ok(Entrant::Proof)
    }

    fn play(&self, [first, second]: [&Entrant; 2], _purpose: For, _rng: &mut Stream) -> Result<f64, Failed> {
        match (first, second) {
            (Entrant::Board(hardness), Entrant::Proof) => Ok(self.worth(hardness)),
            (Entrant::Proof, Entrant::Board(hardness)) => Ok(1.0 - self.worth(hardness)),
            _ => Err(Failed("a board is measured by proof, not by another board".to_owned())),
        }
    }

    fn genomes_meet(&self) -> bool {
        false
    }

    fn problems(&self) -> Option<Box<dyn Exam<Entrant> + '_>> {
        Some(Box::new(self))
    }

    fn teacher(&self) -> Option<&dyn Teacher<Board>> {
        Some(self)
    }
}

/// One question: how hard is it?
impl Exam<Entrant> for BoardContest {
    fn questions(&self) -> usize {
        1
    }

    fn ask(&self, entrant: &Entrant, _question: usize, _rng: &mut Stream) -> Mark {
        let Entrant::Board(hardness) = entrant else { return Mark { worth: 0.0, hardness: 0.0 } };
        Mark { worth: self.worth(hardness), hardness: hardness.points }
    }
}

/// Positions by which a board may grow at any rate.
const ROOM: f64 = 3000.0;

/// A lesson is a mutation. The next one starts from there if the board is no less hard, and now and then if it is; the
/// hardest of all is what comes out. Boards that cannot be solved teach nothing: others are drawn instead.
impl Teacher<Board> for BoardContest {
    fn teach(&self, genome: &Board, lessons: usize, rng: &mut Stream) -> Board {
        let ClimbSettings { warmth, growth } = self.settings.climb;
        let mut at = self.judged(genome);
        let mut best = at.clone();
        for _ in 0..lessons {
            if at.points <= 0.0 {
                at = self.judged(&self.species.random(rng, 0));
            } else {
                let states = at.proved.map_or(0, |proved| proved.states);
                let most = (growth * states as f64 + ROOM).min(self.settings.component as f64);
                let varied = self.judged_within(&self.species.varied(rng, &at.hardest), most as usize);
                let less = at.points - varied.points;
                let mut goes_on = || warmth > 0.0 && rng.random_bool(libm::exp(-less / warmth));
                if varied.points > 0.0 && (less <= 0.0 || goes_on()) {
                    at = varied;
                }
            }
            if at.points >= best.points {
                best = at.clone();
            }
        }
        best.hardest
    }
}
