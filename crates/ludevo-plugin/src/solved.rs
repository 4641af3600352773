//! A first guess at a guide of a puzzle: how many moves the goal is away, as a sum of terminals, on the way of shortest solutions.

use ludevo_game::fitting::{Sample, said, sum, terminals};
use ludevo_game::puzzle::Posed;
use ludevo_search::puzzle::{Ending, Limits, Puzzle, Uniform};

use crate::puzzle::PluginPuzzle;

/// Problems that are tried.
const PROBLEMS: u32 = 20;
/// Positions that breadth-first search may expand for all of them.
const EXPANDED: u64 = 400_000;
/// Fewer positions on the way say nothing.
const FEWEST: usize = 8;

/// A program that estimates how far the goal is; nothing where too few problems are solved soon.
pub(crate) fn guide(puzzle: &PluginPuzzle) -> Option<String> {
    let language = puzzle.0.language.of_judge(0);
    let terminals = terminals(language);
    let (mut samples, mut left): (Vec<Sample>, u64) = (Vec::new(), EXPANDED);
    let mut search = Uniform::default();
    for number in 1..=PROBLEMS {
        // Problems for training alone: there may be fewer.
        if left == 0 || puzzle.sets().first().is_none_or(|set| !set.numbers.contains(&number)) {
            break;
        }
        let mut state = puzzle.numbered(number).ok()?;
        let limits = Limits { expanded: left, ..Limits::default() };
        let attempt = search.solve(puzzle, &state, limits);
        left = left.saturating_sub(attempt.effort.expanded);
        let Ending::Solved(moves) = attempt.ending else { continue };
        for (place, action) in moves.iter().enumerate() {
            let mut view = vec![0; language.cells()];
            puzzle.see(&state, &mut view);
            samples.push((said(&terminals, &view), (moves.len() - place) as f64));
            puzzle.apply(&mut state, *action);
        }
    }
    (samples.len() >= FEWEST).then(|| sum(&terminals, &samples))
}
