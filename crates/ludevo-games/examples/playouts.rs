//! Measures random games of Reversi a second beside the crate magpie, and how fast perft and the guides search.
#![allow(clippy::print_stdout, reason = "an example prints what it measures")]

use ludevo_games::reversi::{Board, Reversi, random_playout};
use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::rules::perft;
use magpie::othello::{Board as Peer, Stone};
use rand::RngExt;

fn main() {
    let games = 200_000;
    let mut rates = [0.0_f64; 2];
    for round in 0..5 {
        for (rate, play) in rates.iter_mut().zip([ours as fn(&mut Stream) -> u32, theirs]) {
            let mut random = stream(1, Purpose::Sampling, 0, round);
            let start = processor_seconds();
            let pieces: u64 = (0..games).map(|_| u64::from(play(&mut random))).sum();
            let seconds = processor_seconds() - start;
            assert!(pieces > 0);
            *rate = rate.max(games as f64 / seconds);
        }
    }
    println!(
        "random games a second: ludevo {:.0}, magpie {:.0}, ratio {:.2}",
        rates[0],
        rates[1],
        rates[0] / rates[1]
    );
    let start = processor_seconds();
    let nodes = perft(&Reversi, &Board::START, 10);
    println!("perft(10) {nodes}: {:.0} million a second", nodes as f64 / (processor_seconds() - start) / 1e6);
}

fn ours(random: &mut Stream) -> u32 {
    random_playout(random).own.count_ones()
}

fn theirs(random: &mut Stream) -> u32 {
    let mut board = Peer::standard();
    let mut stone = Stone::Black;
    loop {
        let mut moves = board.moves_for(stone);
        if moves.is_empty() {
            stone = stone.flip();
            moves = board.moves_for(stone);
            if moves.is_empty() {
                return u32::from(board.bits_for(stone).count_set());
            }
        }
        let mut choices = moves.hot_bits();
        let chosen = random.random_range(0..choices.len());
        board.play(stone, choices.nth(chosen).expect("fewer than the number of moves"));
        stone = stone.flip();
    }
}

/// Seconds that this thread has run; other work on the machine does not stretch them.
fn processor_seconds() -> f64 {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .expect("Linux counts the time of a thread");
    nanoseconds * 1e-9
}
