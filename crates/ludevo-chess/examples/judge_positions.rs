//! Draws the positions that are won by an engine's judgement:
//! `cargo run --release -p ludevo-chess --example judge_positions -- ENGINE CLASS COUNT NODES`
//! draws positions of the class in the order of their seeds and prints those that the engine, which speaks UCI, takes after
//! NODES to be worth three pawns or a mate to white, until there are COUNT of them.

use std::io::{BufRead, BufReader, Lines, Write, stdout};
use std::process::{Child, ChildStdout, Command, Stdio};

use ludevo_chess::STANDARD;
use ludevo_chess::fen::fen;
use ludevo_chess::material::Class;
use ludevo_random::{Purpose, stream};

/// What a won position is worth at least, in hundredths of a pawn.
const WON: i64 = 300;

/// What the last line of `info` says that white, to move, has.
fn is_won(engine: &mut Child, lines: &mut Lines<BufReader<ChildStdout>>, fen: &str, nodes: u64) -> bool {
    let input = engine.stdin.as_mut().expect("a pipe");
    writeln!(input, "ucinewgame\nposition fen {fen}\ngo nodes {nodes}").expect("the engine listens");
    let mut is_won = false;
    for line in lines.map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"bestmove") {
            break;
        }
        let score = words.iter().position(|word| *word == "score");
        let number = |place: usize| words.get(place).and_then(|word| word.parse::<i64>().ok());
        if let Some((place, value)) = score.and_then(|place| Some((place, number(place + 2)?))) {
            is_won = if words[place + 1] == "mate" { value > 0 } else { value >= WON };
        }
    }
    is_won
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, class, count, nodes] = &arguments[..] else {
        panic!("say the engine, the class, how many positions and how many nodes")
    };
    let class = Class::parse(class).expect("a class of positions");
    let (count, nodes) = (count.parse::<usize>().expect("a count"), nodes.parse::<u64>().expect("nodes"));
    let mut engine =
        Command::new(engine).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
    let mut lines = BufReader::new(engine.stdout.take().expect("a pipe")).lines();
    let mut found = 0;
    for seed in 0.. {
        if found == count {
            break;
        }
        let position = class.draw(&STANDARD, &mut stream(seed, Purpose::Sampling, 4, 0));
        let text = fen(position.board());
        if is_won(&mut engine, &mut lines, &text, nodes) {
            found += 1;
            writeln!(stdout(), "{text}").expect("standard output takes what is printed");
        }
    }
    writeln!(engine.stdin.as_mut().expect("a pipe"), "quit").expect("the engine listens");
    engine.wait().expect("the engine ends");
}
