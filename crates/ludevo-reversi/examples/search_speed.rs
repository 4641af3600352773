//! Measures how long a move of the guides of Reversi takes and how many states it visits, by depth and order of search.
#![allow(clippy::print_stdout, reason = "an example prints what it measures")]

use ludevo_random::{Purpose, stream};
use ludevo_reversi::opponents::{Hand, Material, WeightedPieces};
use ludevo_reversi::{Board, Reversi};
use ludevo_search::alphabeta::{AlphaBeta, Evaluator, Order, Pruning, Ranked, SearchSettings};
use ludevo_search::rules::TurnBased;
use rand::RngExt;

fn main() {
    for depth in [4, 5, 7] {
        for order in [Order::Plain, Order::Promising] {
            let settings = SearchSettings { order, ..SearchSettings::full(depth) };
            measure("material, corner 0", settings, Material { corner: 0.0 });
            measure("material, corner 20", settings, Material { corner: 20.0 });
            measure("hand", settings, Hand);
        }
    }
    // The forms of Tables VIII and X of Benbassat and Sipper 2012, plain windows as there.
    for (depth, branching) in [(5, 5), (6, 3), (6, 4), (6, 5)] {
        for full_depth in [0, 1] {
            let pruning = Some(Pruning { ratio: 1.0, branching, full_depth });
            let settings = SearchSettings { order: Order::Plain, pruning, ..SearchSettings::full(depth) };
            let name = format!("{branching} siblings below ply {full_depth}");
            measure(&name, settings, Ranked { value: Hand, rank: WeightedPieces::STANDARD });
        }
    }
}

/// Plays games of the evaluation against random moves.
fn measure<E: Evaluator<Reversi>>(name: &str, settings: SearchSettings, mut evaluator: E) {
    let games = if settings.depth > 6 { 10 } else { 100 };
    let mut search = AlphaBeta::new(settings);
    let mut turns = 0;
    let mut seconds = 0.0;
    for number in 0..games {
        let mut random = stream(1, Purpose::Sampling, 0, number);
        let mut board = Board::START;
        loop {
            let moves: Vec<_> = Reversi.moves(&board).collect();
            if moves.is_empty() {
                break;
            }
            let searched = (board.mover as u64) == number % 2;
            let action = if searched {
                turns += 1;
                let start = processor_seconds();
                let action = search.choose(&Reversi, &board, &mut evaluator, &mut random);
                seconds += processor_seconds() - start;
                action.expect("an unfinished game has a move")
            } else {
                moves[random.random_range(0..moves.len())]
            };
            board = Reversi.apply(&board, action);
        }
    }
    let turns = f64::from(turns);
    let effort = search.effort();
    let (interior, leaves) = (effort.interior as f64, effort.leaves as f64);
    println!(
        "depth {} {:9} {name:24} {:9.1} us a turn, interior {:8.0}, leaves {:8.0}, {:5.1} million a second",
        settings.depth,
        format!("{:?}", settings.order),
        1e6 * seconds / turns,
        interior / turns,
        leaves / turns,
        (interior + leaves) / seconds / 1e6
    );
}

/// Seconds that this thread has run; other work on the machine does not stretch them.
fn processor_seconds() -> f64 {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .expect("Linux counts the time of a thread");
    nanoseconds * 1e-9
}
