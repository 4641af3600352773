//! The rate of typed programs: interpreted, compiled, and beside them the same programs as functions compiled by rustc.
//!
//! A rate counts a program's nodes without its introns, whether a view makes it visit them or not, so the three are
//! of one measure. Views are many and take turns: nothing is worked out once for all.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ludevo_program::functions::{BASIC_TERMINALS, FUNCTIONS};
use ludevo_program::text::parse;
use ludevo_program::{Code, CompileError, Compiled, Domain, Language, Op, Primitive, Read, Tree, Type};
use ludevo_random::{Purpose, stream};
use rand::RngExt;

use super::Rate;
use crate::failure::Failure;

#[rustfmt::skip]
mod native;

/// Typed programs of about 50 nodes, one state a call.
pub(super) fn rates() -> Result<Vec<Rate>, Failure> {
    let [rust, compiled, interpreted] = measure(300)?;
    let baseline = "the same programs as Rust functions";
    let unit = "million nodes/s";
    Ok(vec![
        Rate::new("programs, compiled", compiled, unit, baseline, rust),
        Rate::new("programs, interpreted", interpreted, unit, baseline, rust),
    ])
}

/// Million nodes a second as Rust functions, compiled and interpreted, measured in turns. Each is the best of `rounds`,
/// program by program, which sets aside what other processes took. Refused where programs cannot be compiled.
fn measure(rounds: usize) -> Result<[f64; 3], CompileError> {
    if !has_instructions() {
        return Err(CompileError::Unsupported(
            "the measured functions use an instruction it lacks".to_owned(),
        ));
    }
    let language = language();
    let mut views = views();
    let mut nodes = 0;
    let mut best = [Duration::ZERO; 3];
    for (text, function) in native::PROGRAMS {
        let tree = parse(text, &language, Type::Float).expect("the programs are well formed");
        nodes += evaluated_nodes(&tree, &language);
        let code = Code::new(&tree, &language, Type::Float);
        let compiled = Compiled::new(&code)?;
        let mut shortest = [Duration::MAX; 3];
        for _ in 0..rounds {
            let times = [
                // SAFETY: the processor has the instructions that the functions are compiled for.
                time_views(&mut views, |view| unsafe { black_box(function)(view) }),
                time_views(&mut views, |view| black_box(&compiled).evaluate(view)),
                time_views(&mut views, |view| black_box(&code).evaluate(view)),
            ];
            for (shortest, time) in shortest.iter_mut().zip(times) {
                *shortest = time.min(*shortest);
            }
        }
        for (best, shortest) in best.iter_mut().zip(shortest) {
            *best += shortest;
        }
    }
    Ok(best.map(|time| (nodes * VIEWS) as f64 / time.as_secs_f64() / 1e6))
}

/// Whether the processor has the instructions that the functions of `native.rs` are compiled for.
fn has_instructions() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    true
}

fn time_views(views: &mut [[u64; CELLS]], evaluate: impl Fn(&mut [u64]) -> f64) -> Duration {
    let start = Instant::now();
    for view in views {
        black_box(evaluate(view));
    }
    start.elapsed()
}

const CELLS: usize = 8;

/// How many views take turns.
const VIEWS: usize = 1000;

const SQUARES: Domain = Domain {
    name: "square",
    values: &[
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "a3",
        "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "a5", "b5",
        "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a7", "b7", "c7",
        "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
    ],
};

/// The published functions over a board of two colours.
fn language() -> Language {
    let mut primitives = [FUNCTIONS.as_slice(), BASIC_TERMINALS.as_slice()].concat();
    let count = |cell| Op::Read(Read::Count { cell });
    let lead = |cell, minus| Op::Read(Read::CountDifference { cell, minus });
    primitives.extend([
        Primitive::bool(
            "IsMine",
            Op::Read(Read::Bit { cell: 0, of: SQUARES }),
            "one's own piece stands there",
        ),
        Primitive::bool(
            "IsTheirs",
            Op::Read(Read::Bit { cell: 1, of: SQUARES }),
            "the other's piece stands there",
        ),
        Primitive::query("Threat", Read::Bit { cell: 2, of: SQUARES }, "the square is attacked"),
        Primitive::float("MyPieces", count(0), "one's own pieces"),
        Primitive::float("TheirPieces", count(1), "the other's pieces"),
        Primitive::float("Lead", lead(0, 1), "how many more pieces one has"),
        Primitive::float("Mobility", count(3), "one's own moves"),
        Primitive::float("TheirMobility", count(4), "the other's moves"),
        Primitive::float("MobilityLead", lead(3, 4), "how many more moves one has"),
        Primitive::query("CornerLead", Read::CountDifference { cell: 5, minus: 6 }, "how many more corners"),
        Primitive::float("Frontier", count(7), "pieces next to an empty square"),
    ]);
    Language::new("bench/board", CELLS, &primitives).expect("every type closes")
}

/// Random boards: of the squares in a cell a half, a quarter or an eighth are set.
fn views() -> Vec<[u64; CELLS]> {
    let mut rng = stream(1, Purpose::Sampling, 0, 0);
    let mut view = || {
        let mut cells = [0u64; CELLS];
        for (index, cell) in cells.iter_mut().enumerate() {
            *cell = (0..=index % 3).fold(u64::MAX, |cell, _| cell & rng.random::<u64>());
        }
        cells
    };
    (0..VIEWS).map(|_| view()).collect()
}

/// How many nodes a tree has without those that are in introns.
fn evaluated_nodes(tree: &Tree, language: &Language) -> usize {
    let mut count = 0;
    let mut index = 0;
    let mut introns = Vec::new();
    while index < tree.len() {
        if introns.last() == Some(&index) {
            introns.pop();
            index += tree.nodes()[index].size as usize;
            continue;
        }
        count += 1;
        if let Some(intron) = language.primitive(tree.nodes()[index].opcode).op.intron() {
            introns.extend(tree.arguments(language, index).nth(intron));
        }
        index += 1;
    }
    count
}

#[test]
fn the_measured_functions_mean_what_their_programs_mean() {
    if !has_instructions() {
        return;
    }
    let language = language();
    for (text, function) in native::PROGRAMS {
        let tree = parse(text, &language, Type::Float).expect("a program");
        let code = Code::new(&tree, &language, Type::Float);
        for mut view in views() {
            // SAFETY: the processor has the instructions that the functions are compiled for.
            let expected = unsafe { function(&view) };
            assert_eq!(code.evaluate(&mut view).to_bits(), expected.to_bits(), "{text}");
        }
    }
}
