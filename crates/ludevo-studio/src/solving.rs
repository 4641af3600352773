//! Ladders of solvers that were asked for: solved in the background, and kept on disk.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ludevo_game::game::{Game, Problem, ProblemSolver, PuzzleGame, Solved, SolverVerdict};
use ludevo_search::puzzle::Limits;
use serde::{Deserialize, Serialize};

use crate::matches::{self, read};
use crate::players;
use crate::refusal::Refusal;
use crate::studio::App;

/// A solver looks at so many positions of a problem at most.
pub(crate) const EXPANDED: u64 = 200_000;

/// How solvers did on problems of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Solving {
    /// The set.
    pub(crate) level: String,
    /// How many of its problems.
    pub(crate) problems: u64,
    /// The best first.
    pub(crate) solvers: Vec<Solver>,
}

/// How one of them did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Solver {
    pub(crate) player: String,
    pub(crate) solved: u64,
    /// Moves of all its solutions.
    pub(crate) moves: u64,
    /// Positions that it looked at in all problems.
    pub(crate) expanded: u64,
    pub(crate) seconds: f64,
}

impl Solver {
    /// Before its first problem.
    fn new(player: String) -> Self {
        Solver { player, solved: 0, moves: 0, expanded: 0, seconds: 0.0 }
    }

    /// Adds a problem.
    fn add(&mut self, solved: &Solved) {
        if let SolverVerdict::Solution { moves, .. } = solved.verdict {
            self.solved += 1;
            self.moves += moves as u64;
        }
        self.expanded += solved.expanded;
        self.seconds += solved.time.as_secs_f64();
    }
}

/// The ladder of a puzzle, if one was played.
pub(crate) fn read_ladder(app: &App, game: &dyn Game) -> Result<Option<Solving>, Refusal> {
    read(&app.matches.ladder_file(game))
}

/// Starts a ladder of solvers of a puzzle.
pub(crate) fn start(
    app: &App,
    game: &'static dyn Game,
    ids: &[String],
    level: &str,
    problems: Vec<u32>,
) -> Result<(), Refusal> {
    let missing = || Refusal::bad(format!("{} has no problems to solve.", game.facts().title));
    let facet: &'static dyn PuzzleGame = game.as_puzzle().ok_or_else(missing)?;
    let limits = || Limits { expanded: EXPANDED, ..Limits::default() };
    let ids = matches::distinct(ids);
    let names = ids.iter().map(|id| players::find(app, game, id, None)).collect::<Result<Vec<_>, _>>()?;
    for name in &names {
        facet.solver(name, limits()).map_err(Refusal::bad)?;
    }
    let file = app.matches.ladder_file(game);
    app.matches.begin(&file, (ids.len() * problems.len()) as u64)?;
    let (level, watching, at) = (level.to_owned(), Arc::clone(app), file.clone());
    matches::play(app, file, move || {
        let mut ready = Vec::new();
        for name in &names {
            ready.push(facet.solver(name, limits()).map_err(|error| error.to_string())?);
        }
        let solvers = ids.into_iter().map(Solver::new).collect();
        let goes_on = || !watching.matches.stop.load(Ordering::Relaxed);
        let mut done = || watching.matches.note(&at, |status| status.done += 1);
        solve(Solving { level, problems: 0, solvers }, &mut ready, &problems, &goes_on, &mut done)
    });
    Ok(())
}

/// Lets solvers solve problem by problem for as long as they may go on, so that all of them are told about on the same ones;
/// nothing if not one problem was tried by all.
fn solve(
    mut solving: Solving,
    solvers: &mut [Box<dyn ProblemSolver>],
    problems: &[u32],
    goes_on: &dyn Fn() -> bool,
    done: &mut dyn FnMut(),
) -> Result<Option<Solving>, String> {
    'problems: for number in problems {
        let mut rows = solving.solvers.clone();
        for (solver, row) in solvers.iter_mut().zip(&mut rows) {
            if !goes_on() {
                break 'problems;
            }
            row.add(&solver.solve(&Problem::Number(*number), false)?);
            done();
        }
        solving.solvers = rows;
        solving.problems += 1;
    }
    let rows = &mut solving.solvers;
    rows.sort_by(|one, two| two.solved.cmp(&one.solved).then(one.expanded.cmp(&two.expanded)));
    Ok((solving.problems > 0).then_some(solving))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;

    /// A solver that solves everything and looks at so many positions.
    struct Sure(u64);

    impl ProblemSolver for Sure {
        fn solve(&mut self, _problem: &Problem, _write: bool) -> Result<Solved, String> {
            let verdict =
                SolverVerdict::Solution { moves: 3, steps: 3, is_shortest: false, texts: Vec::new() };
            Ok(Solved { verdict, expanded: self.0, generated: 0, time: Duration::ZERO })
        }
    }

    /// What is kept of five problems for two solvers that are stopped after so many solutions.
    fn stopped_after(solutions: u32) -> Option<Solving> {
        let rows = ["slow", "quick"].map(|name| Solver::new(name.to_owned())).to_vec();
        let mut solvers: Vec<Box<dyn ProblemSolver>> = vec![Box::new(Sure(9)), Box::new(Sure(4))];
        let count = Cell::new(0);
        let goes_on = || count.get() < solutions;
        let mut done = || count.set(count.get() + 1);
        let empty = Solving { level: "easy".to_owned(), problems: 0, solvers: rows };
        let kept = solve(empty, &mut solvers, &[1, 2, 3, 4, 5], &goes_on, &mut done).unwrap();
        assert!(count.get() <= solutions, "it stops between two solvers");
        kept
    }

    #[test]
    fn whoever_stops_keeps_the_problems_that_all_solvers_tried() {
        assert_eq!(stopped_after(0), None, "nothing takes the place of what was kept before");
        assert_eq!(stopped_after(1), None);
        for (solutions, problems) in [(2, 1), (5, 2), (100, 5)] {
            let kept = stopped_after(solutions).unwrap();
            assert_eq!(kept.problems, problems);
            let solved: Vec<(&str, u64, u64)> =
                kept.solvers.iter().map(|row| (&row.player[..], row.solved, row.expanded)).collect();
            assert_eq!(solved, [("quick", problems, 4 * problems), ("slow", problems, 9 * problems)]);
        }
    }
}
