//! The searches on the eight puzzle, whose shortest solutions are known.

use super::*;

/// Tiles 1 to 8 and a hole on 3x3 squares.
#[derive(Clone, Copy)]
struct Eight;

type Tiles = [u8; 9];

const GOAL: Tiles = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// One of the two positions that are furthest from the goal: 31 moves (Reinefeld 1993).
const FURTHEST: Tiles = [8, 6, 7, 2, 5, 4, 3, 0, 1];

impl Puzzle for Eight {
    type State = Tiles;
    /// The square of the tile that moves.
    type Move = u8;

    fn moves(&self, tiles: &Tiles, moves: &mut Vec<u8>) {
        let hole = hole(tiles);
        let (row, column) = (hole / 3, hole % 3);
        let near = |square: &u8| {
            let (r, c) = (usize::from(square / 3), usize::from(square % 3));
            r.abs_diff(row) + c.abs_diff(column) == 1
        };
        moves.extend((0..9).filter(near));
    }

    fn apply(&self, tiles: &mut Tiles, square: u8) {
        let hole = hole(tiles);
        tiles.swap(hole, square.into());
    }

    fn is_solved(&self, tiles: &Tiles) -> bool {
        *tiles == GOAL
    }

    fn key(&self, tiles: &Tiles) -> u64 {
        let number = tiles.iter().fold(0, |number, tile| number * 9 + u64::from(*tile));
        (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

fn hole(tiles: &Tiles) -> usize {
    tiles.iter().position(|tile| *tile == 0).expect("a hole")
}

/// Squares that tiles are away from their own, row by row and column by column: never more than the moves needed.
fn manhattan(tiles: &Tiles) -> f64 {
    let away = tiles.iter().enumerate().filter(|(_, tile)| **tile > 0).map(|(square, tile)| {
        let own = usize::from(*tile) - 1;
        (square / 3).abs_diff(own / 3) + (square % 3).abs_diff(own % 3)
    });
    away.sum::<usize>() as f64
}

fn near() -> Tiles {
    let mut tiles = GOAL;
    for square in [7, 4, 1, 0, 3, 6, 7, 8, 5, 2] {
        Eight.apply(&mut tiles, square);
    }
    tiles
}

#[test]
fn deepening_finds_shortest_paths() {
    let mut plain = Deepening::new(DeepeningSettings::PLAIN);
    let mut star = Deepening::new(DeepeningSettings::IDA_STAR);
    let limits = Limits::default();
    let one = plain.solve(&Eight, &near(), &mut manhattan, limits);
    let two = star.solve(&Eight, &near(), &mut manhattan, limits);
    assert_eq!(one.path().map(<[u8]>::len), two.path().map(<[u8]>::len));
    assert!(two.effort.expanded < one.effort.expanded);
    let far = star.solve(&Eight, &FURTHEST, &mut manhattan, limits);
    assert_eq!(far.path().map(<[u8]>::len), Some(31));
    let far = IdaStar::default().solve(&Eight, &FURTHEST, &mut manhattan, limits);
    assert_eq!(far.path().map(<[u8]>::len), Some(31));
}

#[test]
fn ordered_deepening_finds_what_plain_deepening_finds() {
    let settings = DeepeningSettings { order: true, ..DeepeningSettings::PLAIN };
    let mut ordered = Deepening::new(settings);
    let mut plain = Deepening::new(DeepeningSettings::PLAIN);
    let limits = Limits::default();
    let lengths = [&mut ordered, &mut plain]
        .map(|search| search.solve(&Eight, &near(), &mut manhattan, limits).path().map(<[u8]>::len));
    assert_eq!(lengths[0], lengths[1]);
}

#[test]
fn all_searches_return_paths_that_lead_to_the_goal() {
    let limits = Limits::default();
    let staged = StagedSettings { depth: 4, table: 1000, overwrite: false };
    let attempts = [
        BestFirst::default().solve(&Eight, &FURTHEST, &mut manhattan, limits),
        Beam::new(BeamSettings { width: 50 }).solve(&Eight, &FURTHEST, &mut manhattan, limits),
        Staged::new(staged).solve(&Eight, &FURTHEST, &mut manhattan, limits),
        Staged::new(StagedSettings::default()).solve(&Eight, &FURTHEST, &mut manhattan, limits),
    ];
    for attempt in attempts {
        let path = attempt.path().expect("solved");
        assert_eq!(replay(&Eight, &FURTHEST, path), Ok(GOAL));
        assert!(attempt.effort.expanded > 0 && attempt.effort.generated >= path.len() as u64);
    }
}

#[test]
fn a_wide_beam_finds_a_shortest_path() {
    let attempt = Beam::new(BeamSettings { width: 200_000 }).solve(
        &Eight,
        &FURTHEST,
        &mut manhattan,
        Limits::default(),
    );
    assert_eq!(attempt.path().map(<[u8]>::len), Some(31));
}

#[test]
fn an_unsolvable_puzzle_is_searched_to_its_end_and_counted_once() {
    // Two tiles swapped: half of all 362,880 arrangements can be reached, none of them the goal.
    let odd = [2, 1, 3, 4, 5, 6, 7, 8, 0];
    let attempt = BestFirst::default().solve(&Eight, &odd, &mut manhattan, Limits::default());
    assert_eq!(attempt.ending, Ending::Exhausted);
    assert_eq!(attempt.effort, Effort { expanded: 181_440, generated: 181_439 });
}

#[test]
fn limits_stop_every_search_and_are_named() {
    let odd = [2, 1, 3, 4, 5, 6, 7, 8, 0];
    let nodes = Limits { expanded: 100, ..Limits::default() };
    let memory = Limits { memory: 200_000, ..Limits::default() };
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for (limits, limit) in [(nodes, Limit::Expanded), (memory, Limit::Memory), (time, Limit::Time)] {
        let endings = [
            BestFirst::default().solve(&Eight, &odd, &mut manhattan, limits),
            Beam::new(BeamSettings { width: 200_000 }).solve(&Eight, &odd, &mut manhattan, limits),
            Staged::new(StagedSettings::default()).solve(&Eight, &odd, &mut manhattan, limits),
            Deepening::new(DeepeningSettings::PLAIN).solve(&Eight, &odd, &mut manhattan, limits),
        ];
        for attempt in endings {
            assert_eq!(attempt.ending, Ending::Stopped(limit));
            assert!(limit != Limit::Expanded || attempt.effort.expanded == 100);
        }
    }
}

#[test]
fn a_search_that_grew_leaves_the_next_its_whole_memory() {
    let odd = [2, 1, 3, 4, 5, 6, 7, 8, 0];
    let small = Limits { memory: 600_000, ..Limits::default() };
    let mut best_first = BestFirst::default();
    let fresh = best_first.solve(&Eight, &near(), &mut manhattan, small);
    best_first.solve(&Eight, &odd, &mut manhattan, Limits::default());
    assert_eq!(best_first.solve(&Eight, &near(), &mut manhattan, small), fresh);
    let mut deepening = Deepening::new(DeepeningSettings::PLAIN);
    let fresh = deepening.solve(&Eight, &near(), &mut manhattan, small);
    deepening.solve(&Eight, &odd, &mut manhattan, Limits { expanded: 2_000_000, ..Limits::default() });
    assert_eq!(deepening.solve(&Eight, &near(), &mut manhattan, small), fresh);
    assert!(fresh.path().is_some());
}

#[test]
fn paths_that_do_not_lead_to_the_goal_are_refused() {
    assert_eq!(replay(&Eight, &GOAL, &[7, 3]), Err(PathError::Illegal(1)));
    assert_eq!(replay(&Eight, &GOAL, &[7]), Err(PathError::Unsolved));
}

#[test]
fn a_solved_start_needs_no_move() {
    let attempt = BestFirst::default().solve(&Eight, &GOAL, &mut manhattan, Limits::default());
    assert_eq!(attempt.path(), Some(&[][..]));
}
