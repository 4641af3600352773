//! `ludevo bench robocode`: turns a second of two evolved robots, beside the real engine.

use std::sync::Arc;
use std::time::Instant;

use ludevo_program::{Individual, Method, Type};
use ludevo_random::{Purpose, stream};
use ludevo_robocode::battle::{Battle, Rules};
use ludevo_robocode::code::Program;
use ludevo_robocode::engine::{Engine, EngineRobot};
use ludevo_robocode::evolved::Layout;
use ludevo_robocode::{export, language};
use rayon::prelude::*;

use super::Rate;
use crate::commands::on_threads;
use crate::failure::Failure;

/// Nodes of a tree, and how far from that one may be.
const NODES: (usize, usize) = (50, 5);

/// A random individual with trees of about 50 nodes.
fn individual(number: u64) -> Individual {
    let language = language::published();
    let mut rng = stream(1, Purpose::Sampling, 3, number);
    let mut tree = || loop {
        let tree = language.random_tree(&mut rng, Method::Grow, Type::Float, 9);
        if tree.len().abs_diff(NODES.0) <= NODES.1 {
            return tree;
        }
    };
    Individual { trees: vec![tree(), tree(), tree()] }
}

fn program(number: u64) -> Arc<Program> {
    Layout::OneByOne.program(
        "Evolved",
        &individual(number),
        &language::architecture(&language::published(), 10),
    )
}

/// Plays the rounds of a pair; its turns.
fn turns(pair: &[Arc<Program>; 2], rounds: u32, seed: i64) -> u64 {
    let mut battle = Battle::new(pair, Rules::default(), seed);
    for _ in 0..rounds {
        battle.play_round();
    }
    battle.turns
}

/// Measures the simulator on one and two threads, and the real engine where it is installed.
pub(super) fn rates() -> Result<Vec<Rate>, Failure> {
    const PAIRS: u64 = 24;
    const ROUNDS: u32 = 4;
    /// Many short measurements, so that the fastest meets an idle core.
    const TIMES: usize = 60;
    let pairs: Vec<[Arc<Program>; 2]> =
        (0..PAIRS).map(|number| [program(2 * number), program(2 * number + 1)]).collect();
    let mut fastest = [0.0f64; 2];
    for _ in 0..TIMES {
        for (rate, threads) in fastest.iter_mut().zip([1, 2]) {
            *rate = rate.max(on_threads(Some(threads), || {
                let start = Instant::now();
                let turns: u64 =
                    pairs.par_iter().enumerate().map(|(seed, pair)| turns(pair, ROUNDS, seed as i64)).sum();
                turns as f64 / start.elapsed().as_secs_f64()
            })?);
        }
    }
    let [one, two] = fastest;
    let unit = "turns/s";
    let mut rates =
        vec![Rate::new("robocode, two evolved robots, two threads", two, unit, "one thread", one)];
    rates.insert(0, Rate::new("robocode, two evolved robots, one thread", one, unit, "itself", one));
    if let Ok(engine) = Engine::new() {
        // One pair, the same rounds in both.
        const ROUNDS: u32 = 32;
        let same = || {
            let start = Instant::now();
            turns(&pairs[0], ROUNDS, 1) as f64 / start.elapsed().as_secs_f64()
        };
        let ours = (0..TIMES).map(|_| same()).fold(0.0, f64::max);
        let name = "robocode, one pair of evolved robots, one thread";
        rates.push(Rate::new(name, ours, unit, "the real engine", real(&engine, ROUNDS)?));
    }
    Ok(rates)
}

/// Turns a second of the first pair in the real engine, without its start.
fn real(engine: &Engine, rounds: u32) -> Result<f64, Failure> {
    let entrant = |number: u64| {
        let class = format!("Evolved{number}");
        let architecture = language::architecture(&language::published(), 10);
        let source = export::java("ludevo", &class, &individual(number), &architecture, Layout::OneByOne);
        EngineRobot::Source { class: format!("ludevo.{class}"), source, dice: None }
    };
    let outcome = engine.battle(&[entrant(0), entrant(1)], rounds, 1, false)?;
    Ok(outcome.turns as f64 / outcome.seconds)
}
