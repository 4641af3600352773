//! Boards as evolution judges them: the harder, the better.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludevo_evolve::{Contest, Exam, Failed, For, Mark, Species, Teacher};
use ludevo_random::Stream;

use super::settings::BoardSettings;
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
        if let Some(known) = lock(&self.known).get(board) {
            return known.clone();
        }
        let hardness = self.judge(board);
        let mut known = lock(&self.known);
        if known.len() + 1 >= REMEMBERED {
            known.clear();
        }
        // Every position that can be reached is as hard; the hardest is what goes on to be asked about.
        known.insert(hardness.hardest.clone(), hardness.clone());
        known.insert(board.clone(), hardness.clone());
        hardness
    }

    fn judge(&self, board: &Board) -> Hardness {
        match &self.judge {
            Judge::Optimum => self.analysed(board),
            Judge::Nodes { solver, .. } => {
                let points = solver(board).map_or(0.0, |nodes| nodes as f64);
                Hardness { points, proved: None, hardest: least(board.clone()) }
            }
        }
    }

    fn analysed(&self, board: &Board) -> Hardness {
        let puzzle = RushHour::new(board.clone(), Metric::Slides);
        let spare = lock(&self.analysts).pop();
        let mut analyst = spare.unwrap_or_default();
        let component = analyst.analyse(&puzzle, self.settings.component);
        lock(&self.analysts).push(analyst);
        let states = component.as_ref().map_or(self.settings.component, |component| component.states);
        self.states.fetch_add(states as u64, Ordering::Relaxed);
        let worthless = |points| Hardness { points, proved: None, hardest: board.clone() };
        let Some(component) = component else { return worthless(-1.0) };
        let Some(optimum) = component.farthest else { return worthless(0.0) };
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

    fn problems(&self) -> Option<&dyn Exam<Entrant>> {
        Some(self)
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

/// A lesson is a mutation from which the next one starts unless it is much less hard than the hardest board so far; that is
/// what comes out (record-to-record travel).
impl Teacher<Board> for BoardContest {
    fn teach(&self, genome: &Board, lessons: usize, rng: &mut Stream) -> Board {
        let mut best = self.judged(genome);
        let mut at = best.hardest.clone();
        for _ in 0..lessons {
            let varied = self.judged(&self.species.mutate(rng, &at));
            let enough = match best.points > 0.0 {
                true => (best.points * (1.0 - self.settings.mutation.slack)).max(1.0),
                false => best.points,
            };
            if varied.points >= enough {
                at.clone_from(&varied.hardest);
            }
            if varied.points >= best.points {
                best = varied;
            }
        }
        best.hardest
    }
}
