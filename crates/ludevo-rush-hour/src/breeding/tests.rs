//! Boards vary into boards, are judged the same from everywhere, and runs are the same however they are run.

use ludevo_evolve::Species;
use ludevo_evolve::rivals::bundled;
use ludevo_game::experiment::Experiment;
use ludevo_game::game::{Evolution, Finish};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::puzzle::{Limits, Uniform};

use super::species::{difference, drifted, least};
use super::{BoardContest, BoardSettings, Boards, Judge, Start};
use crate::board::Board;
use crate::rules::{Metric, RushHour};

fn rng(slot: u64) -> Stream {
    stream(7, Purpose::Sampling, 0, slot)
}

fn optimum(board: &Board) -> Option<usize> {
    let puzzle = RushHour::new(board.clone(), Metric::Slides);
    Uniform::default().solve(&puzzle, &puzzle.start(), Limits::default()).path().map(<[_]>::len)
}

/// Whatever is made is a board of the size, has no more vehicles and walls than are allowed, and reads back.
#[test]
fn boards_vary_into_boards_that_read_back() {
    for size in 4..=8 {
        let mut settings = BoardSettings { size, walls: 2, vehicles: 14, ..BoardSettings::default() };
        settings.mutation.drift = 5;
        let species = Boards::new(settings);
        let mut rng = rng(size as u64);
        let mut board = species.random(&mut rng, 0);
        for turn in 0..200 {
            let other = species.random(&mut rng, turn);
            board = match turn % 4 {
                0 => species.cross_one_way(&mut rng, &other, &board),
                _ => species.mutate(&mut rng, &board),
            };
            assert_eq!(board.size(), size);
            assert!(board.vehicles().len() <= 14 && board.walls().count_ones() <= 2, "{board}");
            assert_eq!(species.parse(&species.print(&board), 1), Ok(board.clone()));
        }
    }
}

/// All positions that can be reached are one puzzle: they are as hard, with the same hardest position, from which
/// breadth-first search takes as many slides.
#[test]
fn a_board_is_as_hard_from_everywhere() {
    let species = Boards::new(BoardSettings { size: 6, ..BoardSettings::default() });
    let contest = BoardContest::new(BoardSettings { size: 6, ..BoardSettings::default() }, Judge::Optimum);
    let mut solvable = 0;
    for slot in 0..60 {
        let board = species.random(&mut rng(slot), 0);
        let hardness = contest.judged(&board);
        if hardness.points > 0.0 {
            solvable += 1;
            let elsewhere = contest.judged(&drifted(&mut rng(slot), &board, 9));
            assert_eq!(elsewhere, hardness, "{board}");
            let proved = hardness.proved.map(|proved| proved.optimum as usize);
            assert_eq!(optimum(&hardness.hardest), proved, "{board}");
        }
    }
    assert!(solvable > 5, "{solvable} of 60 boards were solvable");
}

/// Where the exit is in the middle, a board and its mirror image are one; elsewhere there is no such image.
#[test]
fn mirror_images_are_equal_where_the_exit_is_in_the_middle() {
    let upright: Board = "AA.../..B../XXB../...CC/.....".parse().expect("a board");
    let mirror: Board = "...../...CC/XXB../..B../AA...".parse().expect("a board");
    assert_eq!(least(upright.canonical()), least(mirror.canonical()));
    assert_eq!(difference(&upright, &mirror), 0);
    let even: Board = "AA../XXB./..B./....".parse().expect("a board");
    assert_eq!(least(even.canonical()), even.canonical());
}

/// The published first boards: solvable in the middle, so with a free row or column on every side.
#[test]
fn first_boards_of_six_are_in_the_middle() {
    let settings = BoardSettings { start: Start::SixInTheMiddle, ..BoardSettings::default() };
    let species = Boards::new(settings);
    for slot in 0..5 {
        let board = species.random(&mut rng(slot), 0);
        let middle = 0x007e_7e7e_7e7e_7e00_u64;
        assert!(board.vehicles().iter().all(|vehicle| vehicle.cells() & !middle == 0), "{board}");
    }
}

fn experiment(text: &str) -> Experiment {
    let mut table: toml::Table = text.parse().expect("an experiment");
    let mut set = |section: &str, key: &str, value: i64| {
        if let Some(section) = table.get_mut(section).and_then(toml::Value::as_table_mut) {
            section.insert(key.to_owned(), value.into());
        }
    };
    set("evolution", "generations", 4);
    set("evolution", "population", 4);
    if text.contains("[islands]") {
        set("board", "size", 6);
        set("board", "component", 20_000);
        set("islands", "islands", 3);
        set("evolution", "lessons", 4);
    } else {
        let worth = table.get_mut("board").and_then(|board| board.get_mut("worth"));
        worth.and_then(toml::Value::as_table_mut).map(|worth| worth.insert("most".to_owned(), 20_000.into()));
    }
    Experiment::decode(&table).expect("an experiment")
}

fn all(run: &mut dyn Evolution) -> (String, Finish) {
    while !run.step().expect("boards are judged").is_empty() {}
    let state = format!("{:?}", run.save());
    (state, run.finish(&mut |_, _| true).expect("a champion").expect("it was not stopped"))
}

/// The experiments as they ship, made small: one thread, two threads, and a run that was put away and taken up again end
/// in the same state, with the same champion and the same set, whose boards need as many slides as it says.
#[test]
fn runs_are_the_same_however_they_are_run() {
    let texts = [
        include_str!("../../../../experiments/rush-hour/boards.toml"),
        include_str!("../../../../experiments/rush-hour/boards-published.toml"),
    ];
    for experiment in texts.map(experiment) {
        let start = || crate::GAME.evolve(&experiment, 3, &[]).expect("a run");
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| all(&mut *start()))
        };
        let (state, finish) = on(1);
        let (state_on_two, finish_on_two) = on(2);
        let mut first = start();
        first.step().expect("boards are judged");
        let mut second = start();
        second.restore(first.save()).expect("its own state");
        let (state_resumed, finish_resumed) = all(&mut *second);
        assert_eq!(state, state_on_two);
        assert_eq!(state, state_resumed);
        for other in [&finish_on_two, &finish_resumed] {
            assert_eq!(finish.champion.print(), other.champion.print());
            assert_eq!(finish.files, other.files);
        }
        assert!(crate::GAME.show(&finish.champion).is_ok());
        let boards = finish.files[0].text.lines().filter(|line| !line.starts_with('#'));
        for line in boards.clone() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [slides, _, board] = words[..] {
                let board: Board = board.parse().expect("a board");
                assert_eq!(
                    optimum(&board).map(|slides| slides.to_string()).as_deref(),
                    Some(slides),
                    "{line}"
                );
            }
        }
        assert!(boards.count() > 0);
    }
}

/// Boards that are bred against solvers are those that breadth-first search solves, and they change.
#[test]
fn rivals_are_boards_that_can_be_solved() {
    let text = include_str!("../../../../experiments/rush-hour/coevolution.toml");
    let drawn = include_str!("../../../../experiments/rush-hour/drawn.toml");
    let mut table: toml::Table = drawn.parse().expect("an experiment");
    let child: toml::Table = text.parse().expect("an experiment");
    table.extend(child.into_iter().filter(|(key, _)| ["rivals", "fitness"].contains(&&key[..])));
    let evolution = table.get_mut("evolution").and_then(toml::Value::as_table_mut).expect("a section");
    evolution.insert("population".to_owned(), 6.into());
    evolution.insert("generations".to_owned(), 4.into());
    let experiment = Experiment::decode(&table).expect("an experiment");
    let mut run = crate::GAME.evolve(&experiment, 3, &[]).expect("a run");
    run.step().expect("solvers meet boards");
    let rivals = |run: &dyn Evolution| -> Vec<String> {
        run.save().rivals.iter().flat_map(|rival| bundled(&rival.text).map(str::to_owned)).collect()
    };
    let first = rivals(&*run);
    while !run.step().expect("solvers meet boards").is_empty() {}
    let last = rivals(&*run);
    assert_ne!(first, last);
    assert_eq!(last.len(), 40 * 3);
    for board in last {
        let board: Board = board.parse().expect("a board");
        assert!(optimum(&board).is_some_and(|slides| slides > 1), "{board}");
    }
}
