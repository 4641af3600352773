//! The rate of Rush Hour beside a breadth-first search as textbooks have it.

use std::collections::{HashSet, VecDeque};
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ludevo_game::game::Problem;
use ludevo_search::puzzle::Limits;

use super::Rate;
use crate::commands::{asked, find_player, find_puzzle};
use crate::failure::Failure;

/// Positions expanded by breadth-first search on the hardest 6x6 boards, one thread each, in turns so that both meet the same
/// machine.
pub(super) fn rates() -> Result<Vec<Rate>, Failure> {
    let (game, puzzle) = find_puzzle("rush-hour")?;
    let solver = find_player(game, "breadth-first")?;
    let mut solver = puzzle.solver(&solver, Limits::default()).map_err(asked)?;
    let levels = puzzle.levels();
    let expert = levels.iter().find(|level| level.name == "expert").map_or(&[][..], |level| level.numbers);
    let boards: Vec<String> = {
        let adviser = find_player(game, puzzle.adviser())?;
        let text =
            |number: &u32| puzzle.table(&Problem::Number(*number), &adviser).map(|table| table.notations());
        expert.iter().take(20).map(text).collect::<Result<_, _>>().map_err(asked)?
    };
    let mut fastest = [Duration::MAX; 2];
    let mut expanded = [0, 0];
    for _ in 0..3 {
        let start = Instant::now();
        expanded[0] = 0;
        for board in &boards {
            let solved = solver.solve(&Problem::Text(board.clone()), false);
            expanded[0] += solved.map_err(|error| anyhow!(error))?.expanded;
        }
        fastest[0] = fastest[0].min(start.elapsed());
        let start = Instant::now();
        expanded[1] = boards.iter().map(|board| textbook(black_box(board.trim()))).sum();
        fastest[1] = fastest[1].min(start.elapsed());
    }
    let [ours, textbook] = [0, 1].map(|who| expanded[who] as f64 / fastest[who].as_secs_f64());
    Ok(vec![Rate::new("rush-hour, breadth-first, one thread", ours, "positions/s", "a textbook's", textbook)])
}

/// How many boards a breadth-first search expands that keeps them as rows of letters in a hash set.
fn textbook(board: &str) -> u64 {
    let cells = board.as_bytes().to_vec();
    let size = cells.len().isqrt();
    let exit = (size - 1) / 2 * size + size - 1;
    let mut known = HashSet::from([cells.clone()]);
    let mut waiting = VecDeque::from([cells]);
    let mut expanded = 0;
    while let Some(cells) = waiting.pop_front() {
        expanded += 1;
        let mut letters: Vec<u8> = cells.iter().copied().filter(u8::is_ascii_uppercase).collect();
        letters.sort_unstable();
        letters.dedup();
        for letter in letters {
            let own: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell] == letter).collect();
            let stride = own[1] - own[0];
            for forward in [false, true] {
                let mut after = cells.clone();
                let mut own = own.clone();
                loop {
                    let (front, back) =
                        if forward { (own[own.len() - 1], own[0]) } else { (own[0], own[own.len() - 1]) };
                    let to = if forward { Some(front + stride) } else { front.checked_sub(stride) };
                    let is_free = |to: &usize| {
                        let stays = stride == size || to / size == front / size;
                        *to < after.len() && stays && after[*to] == b'.'
                    };
                    let Some(to) = to.filter(is_free) else { break };
                    after[to] = letter;
                    after[back] = b'.';
                    let by = |cell: &usize| if forward { cell + stride } else { cell - stride };
                    own = own.iter().map(by).collect();
                    if known.insert(after.clone()) {
                        if after[exit] == b'X' {
                            return expanded;
                        }
                        waiting.push_back(after.clone());
                    }
                }
            }
        }
    }
    expanded
}
