//! A first guess at what terminals are worth: least squares of the results of random games.

use ludevo_game::board::Judged;
use ludevo_program::{Language, Op, Primitive};
use ludevo_random::{Purpose, stream};
use ludevo_search::rules::{Turn, TurnBased};
use rand::RngExt;
use rand::seq::IteratorRandom;

use crate::rules::{Plugin, most_plies};

/// Random games that are looked at, each in one position.
const GAMES: u64 = 2000;
/// What keeps equations of terminals that never change soluble.
const RIDGE: f64 = 1e-3;
/// What a win is worth, so that weights have few digits.
const WIN: f64 = 100.0;

/// A program of the game's language that adds up its terminals, each with the weight that predicts random games best.
/// The same module and manifest always give the same program.
pub(crate) fn guide<const CHANCE: bool>(game: &Plugin<CHANCE>) -> String {
    let language = game.languages().swap_remove(0);
    let judged = language.of_judge(0);
    let terminals: Vec<(&str, Primitive)> = numeric(judged);
    let samples: Vec<(Vec<f64>, f64)> =
        (0..GAMES).filter_map(|number| sample(game, judged, &terminals, number)).collect();
    let weights = least_squares(&samples, terminals.len());
    let largest = weights.iter().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
    let terms = terminals.iter().zip(&weights).map(|((name, _), weight)| (rounded(*weight, largest), name));
    let terms = terms.filter(|(weight, _)| *weight != 0.0).map(|(weight, name)| format!("{weight}*{name}"));
    let sum = terms.reduce(|sum, term| format!("Plus({sum}, {term})"));
    let sum = sum
        .unwrap_or_else(|| terminals.first().map_or_else(|| "0".to_owned(), |(name, _)| (*name).to_owned()));
    match game.judges() {
        [_] => sum,
        judges => judges.iter().map(|(name, _)| format!("tree {name}\n{sum}\n")).collect(),
    }
}

/// The terminals that are numbers.
fn numeric(language: &Language) -> Vec<(&'static str, Primitive)> {
    let is_number = |primitive: &&Primitive| {
        matches!(primitive.op, Op::Read(_))
            && primitive.op.domain().is_none()
            && primitive.returns.is_numeric()
    };
    language.primitives().iter().filter(is_number).map(|primitive| (primitive.name, *primitive)).collect()
}

/// What terminals say of a position of a random game, and what the player to move had of it in the end.
fn sample<const CHANCE: bool>(
    game: &Plugin<CHANCE>,
    language: &Language,
    terminals: &[(&str, Primitive)],
    number: u64,
) -> Option<(Vec<f64>, f64)> {
    let mut rng = stream(0, Purpose::Sampling, 1, number);
    let looked_at = rng.random_range(0..game.plies());
    let (mut state, mut seen) = (game.initial(), None);
    for ply in 0..most_plies(game.plies()) {
        let action = match game.turn(&state) {
            Turn::End(outcome) => {
                let (values, side) = seen?;
                return Some((values, WIN * (outcome.points(side) - 0.5)));
            }
            Turn::Chance => Some(game.draw(&state, &mut rng)),
            Turn::Player(_) => game.moves(&state).choose(&mut rng),
        };
        if ply as u32 <= looked_at && matches!(game.turn(&state), Turn::Player(_)) {
            let mut view = vec![0; language.cells()];
            game.fill(&state, &mut view);
            let values = terminals.iter().map(|(_, primitive)| said(primitive, &view)).collect();
            seen = Some((values, game.mover(&state)));
        }
        state = game.apply(&state, action?);
    }
    None
}

fn said(primitive: &Primitive, view: &[u64]) -> f64 {
    match &primitive.op {
        Op::Read(read) => read.value(view),
        _ => 0.0,
    }
}

/// Weights that come nearest to the results, with a constant beside them that is left out.
fn least_squares(samples: &[(Vec<f64>, f64)], count: usize) -> Vec<f64> {
    let size = count + 1;
    let mut rows = vec![vec![0.0; size + 1]; size];
    for (values, result) in samples {
        let extended: Vec<f64> = values.iter().copied().chain([1.0, *result]).collect();
        for row in 0..size {
            for column in 0..=size {
                rows[row][column] += extended[row] * extended[column];
            }
        }
    }
    for (place, row) in rows.iter_mut().enumerate() {
        row[place] += RIDGE * (1.0 + row[place]);
    }
    // Gauss and Jordan, largest pivot first.
    for place in 0..size {
        let pivot = (place..size).max_by(|a, b| rows[*a][place].abs().total_cmp(&rows[*b][place].abs()));
        rows.swap(place, pivot.unwrap_or(place));
        let scale = rows[place][place];
        if scale == 0.0 {
            continue;
        }
        rows[place].iter_mut().for_each(|value| *value /= scale);
        let own = rows[place].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != place) {
            let factor = row[place];
            row.iter_mut().zip(&own).for_each(|(value, own)| *value -= factor * own);
        }
    }
    rows.iter().take(count).map(|row| row[size]).collect()
}

/// A weight with two digits of the largest one.
fn rounded(weight: f64, largest: f64) -> f64 {
    let mut unit = 1.0;
    while largest / unit >= 100.0 {
        unit *= 10.0;
    }
    while largest / unit < 10.0 && unit > 1e-6 {
        unit /= 10.0;
    }
    let rounded = (weight / unit).round() * unit;
    // Powers of ten below 1 leave dust behind.
    (rounded * 1e6).round() / 1e6
}
