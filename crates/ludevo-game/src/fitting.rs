//! A first guess at what terminals are worth: least squares of the results of random games, or of whatever else is known of
//! positions.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ludevo_program::functions::READABLE;
use ludevo_program::{Architecture, Individual, Language, Op, ParseError, Primitive};
use ludevo_random::{Purpose, stream};
use ludevo_search::rules::Turn;
use rand::RngExt;
use rand::seq::IteratorRandom;

use crate::board::{GameLanguage, Judged, Layout};

/// Random games that are looked at, each in one position.
const GAMES: u64 = 2000;
/// After so many times the usual number of plies a random game is given up.
const LONGEST: usize = 20;
/// No random game is longer.
const MOST_PLIES: usize = 20_000;
/// What keeps equations of terminals that never change soluble.
const RIDGE: f64 = 1e-3;
/// What a win is worth, so that weights have few digits.
const WIN: f64 = 100.0;

/// What terminals say of a position, and what they should add up to.
pub type Sample = (Vec<f64>, f64);

/// A program that adds up the terminals of a game's richest language, each with the weight that predicts random games best. The
/// same game always gives the same program, which is worked out once for a game, its rules and its language; another build of a
/// game has another.
pub fn guide<G: Judged>(game: &G) -> String {
    type Once = Arc<OnceLock<String>>;
    static KNOWN: Mutex<BTreeMap<(&str, String, u64), Once>> = Mutex::new(BTreeMap::new());
    let language = richest(game);
    let once = {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry((game.facts().name, game.rules(), language.hash())).or_default())
    };
    once.get_or_init(|| program(game, &language)).clone()
}

/// The guide of one run: the one that the run began with, or else what [`guide`] gives when one of its players first asks. Copies
/// are the same guide; other runs have their own.
#[derive(Clone, Debug, Default)]
pub struct Fitted(Arc<OnceLock<String>>);

impl Fitted {
    /// The guide that a run began with.
    pub(crate) fn kept(guide: &str) -> Self {
        Fitted(Arc::new(OnceLock::from(guide.to_owned())))
    }

    /// The guide as a program.
    pub(crate) fn of<G: Judged>(&self, game: &G) -> &str {
        self.0.get_or_init(|| guide(game))
    }

    /// The guide, if somebody asked for it.
    pub(crate) fn known(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// A program that adds terminals up, and the trees that it is made of.
type Readable = (Individual, Architecture);

/// The guide as trees, in the readable functions.
pub(crate) fn readable<G: Judged>(
    game: &G,
    language: &GameLanguage,
    guide: &str,
) -> Result<Readable, ParseError> {
    let refused = |problem: String| ParseError { line: 1, column: 1, problem };
    let with_sums = language.changed(|language| language.with_functions(&READABLE));
    let with_sums = with_sums.map_err(|error| refused(error.to_string()))?;
    let architecture = Layout::PLAIN.architecture(game.judges(), &with_sums, DEEPEST);
    let text = match game.judges() {
        [(name, _)] if !guide.trim_start().starts_with("tree ") => format!("tree {name}\n{guide}\n"),
        _ => guide.to_owned(),
    };
    let individual = architecture.parse(&text, 1)?;
    Ok((individual, architecture))
}

/// Levels that a guide may have.
const DEEPEST: usize = 1000;

/// The language with the most terminals that are numbers; of several the first.
pub(crate) fn richest<G: Judged>(game: &G) -> GameLanguage {
    let mut languages = game.languages();
    let count = |language: &GameLanguage| terminals(language.of_judge(0)).len();
    let most = languages.iter().map(count).max();
    let place = languages.iter().position(|language| Some(count(language)) == most).unwrap_or(0);
    languages.swap_remove(place)
}

/// The same in a language that was chosen. Trees that judge in one language share a program; others have their own.
pub(crate) fn program<G: Judged>(game: &G, language: &GameLanguage) -> String {
    let judges = game.judges();
    let is_one =
        (1..judges.len()).all(|judge| language.of_judge(judge).hash() == language.of_judge(0).hash());
    let sum_of = |judge: Option<usize>| {
        let judged = language.of_judge(judge.unwrap_or(0));
        let terminals = terminals(judged);
        let samples: Vec<Sample> =
            (0..GAMES).filter_map(|number| sample(game, judged, &terminals, judge, number)).collect();
        sum(&terminals, &samples)
    };
    if let [_] = judges {
        return sum_of(None);
    }
    let shared = is_one.then(|| sum_of(None));
    let tree = |(judge, (name, _)): (usize, &(&str, &str))| {
        let sum = shared.clone().unwrap_or_else(|| sum_of(Some(judge)));
        format!("tree {name}\n{sum}\n")
    };
    judges.iter().enumerate().map(tree).collect()
}

/// The terminals of a language that are numbers.
pub fn terminals(language: &Language) -> Vec<Primitive> {
    let is_number = |primitive: &&Primitive| {
        matches!(primitive.op, Op::Read(_))
            && primitive.op.domain().is_none()
            && primitive.returns.is_numeric()
    };
    language.primitives().iter().filter(is_number).copied().collect()
}

/// What they say of a view.
pub fn said(terminals: &[Primitive], view: &[u64]) -> Vec<f64> {
    let one = |primitive: &Primitive| match &primitive.op {
        Op::Read(read) => read.value(view),
        _ => 0.0,
    };
    terminals.iter().map(one).collect()
}

/// The sum of terminals, each with a weight, that comes nearest to what it should be, as a program.
pub fn sum(terminals: &[Primitive], samples: &[Sample]) -> String {
    let weights = least_squares(samples, terminals.len());
    let largest = weights.iter().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
    let terms = terminals.iter().zip(&weights);
    let terms = terms.map(|(primitive, weight)| (rounded(*weight, largest), primitive.name));
    let terms = terms.filter(|(weight, _)| *weight != 0.0).map(|(weight, name)| format!("{weight}*{name}"));
    let sum = terms.reduce(|sum, term| format!("Plus({sum}, {term})"));
    sum.unwrap_or_else(|| terminals.first().map_or_else(|| "0".to_owned(), |first| first.name.to_owned()))
}

/// What terminals say of a position of a random game, one that this tree judges if one is meant, and what whoever sees it so had of
/// the game in the end.
fn sample<G: Judged>(
    game: &G,
    language: &Language,
    terminals: &[Primitive],
    judge: Option<usize>,
    number: u64,
) -> Option<Sample> {
    let mut rng = stream(0, Purpose::Sampling, 1, number);
    let looked_at = rng.random_range(0..game.plies());
    let (mut state, mut seen) = (game.initial(), None);
    for ply in 0..(LONGEST * game.plies() as usize).min(MOST_PLIES) {
        let turn = match game.adjudicate(&state, ply) {
            Some(outcome) => Turn::End(outcome),
            None => game.turn(&state),
        };
        let action = match turn {
            Turn::End(outcome) => {
                let (values, side) = seen?;
                return Some((values, WIN * (outcome.points(side) - 0.5)));
            }
            Turn::Chance => Some(game.draw(&state, &mut rng)),
            Turn::Player(_) => game.moves(&state).choose(&mut rng),
        };
        let is_judged = judge.is_none_or(|judge| game.judge(&state) == judge);
        if ply as u32 <= looked_at && matches!(turn, Turn::Player(_)) && is_judged {
            let mut view = vec![0; language.cells()];
            game.fill(&state, &mut view);
            seen = Some((said(terminals, &view), game.seen_by(&state)));
        }
        state = game.apply(&state, action?);
    }
    None
}

/// Weights that come nearest to the results, with a constant beside them that is left out.
fn least_squares(samples: &[Sample], count: usize) -> Vec<f64> {
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
    if !(SMALLEST..f64::MAX).contains(&largest) {
        return 0.0;
    }
    let (mut unit, mut exponent) = (1.0, 0);
    while largest / unit >= 100.0 {
        (unit, exponent) = (unit * 10.0, exponent + 1);
    }
    while largest / unit < 10.0 {
        (unit, exponent) = (unit / 10.0, exponent - 1);
    }
    // Powers of ten below 1 leave dust behind: the text has none.
    format!("{:.0}e{exponent}", weight / unit).parse().unwrap_or(0.0)
}

/// Where even the largest weight is smaller, terminals say nothing of results.
const SMALLEST: f64 = 1e-100;

#[cfg(test)]
mod tests {
    use ludevo_program::Read;

    use super::*;

    fn count(name: &'static str, cell: u16) -> Primitive {
        Primitive::float(name, Op::Read(Read::Count { cell }), "a count")
    }

    #[test]
    fn weights_of_large_numbers_are_written_however_small_they_are() {
        let sum_by = |by: f64| {
            let one = |number: u32| (vec![f64::from(number) * by], f64::from(number));
            sum(&[count("Money", 0)], &(0..100).map(one).collect::<Vec<Sample>>())
        };
        assert_eq!(sum_by(1e9), "0.000000001*Money");
        assert_eq!(sum_by(1e3), "0.001*Money");
        assert_eq!(sum_by(1.0), "1*Money");
    }
}
