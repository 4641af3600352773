//! Heuristics as data: linear combinations of parameters, some of which count only in certain phases of the game.

use std::fmt;

use ludevo_random::{Purpose, Stream, stream};
use ludevo_search::alphabeta::Evaluator;
use ludevo_search::rules::TurnBased;
use rand::seq::{IteratorRandom, SliceRandom};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::factors::{Factors, Parameter};
use crate::rules::{Checkers, LoseCheckers, Position};
use crate::{features, fen};

/// The form of a heuristic: everything but its weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// Parameters that always count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub linear: Vec<Parameter>,
    /// Parts that count where their condition holds. The paper advises to make them disjoint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
}

/// `IF [NOT] (parameter BETWEEN .. AND/OR ..) THEN linear combination`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// Its name in reports.
    pub name: String,
    /// Whether the condition is turned round as a whole.
    #[serde(default)]
    pub not: bool,
    /// How the intervals are joined.
    #[serde(default)]
    pub join: Join,
    /// The intervals.
    pub when: Vec<Between>,
    /// The parameters that count there.
    pub linear: Vec<Parameter>,
}

/// How the intervals of a condition are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Join {
    /// All must hold.
    #[default]
    And,
    /// One must hold.
    Or,
}

/// A parameter between two numbers, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The parameter.
    pub parameter: Parameter,
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub most: f64,
}

/// Why a form or its weights are refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FormError {
    /// Nothing to weigh.
    #[error("the heuristic has neither linear parameters nor phases")]
    Empty,
    /// A phase without condition or parameters.
    #[error("phase `{0}` has no {1}")]
    EmptyPhase(String, &'static str),
    /// An interval without numbers.
    #[error("phase `{phase}`: no number of {parameter} lies between {least} and {most}")]
    Interval {
        /// The phase.
        phase: String,
        /// The parameter.
        parameter: Parameter,
        /// Its least value.
        least: f64,
        /// Its greatest value.
        most: f64,
    },
    /// Two weights that could not be told apart.
    #[error("the weight `{0}` is there twice")]
    Twice(String),
    /// A phase whose name cannot stand in a champion file.
    #[error("phase `{0}`: a name consists of letters, digits, blanks and hyphens")]
    Name(String),
    /// Too many or too few weights.
    #[error("the heuristic has {form} weights, not {found}")]
    Weights {
        /// How many the form has.
        form: usize,
        /// How many were given.
        found: usize,
    },
}

/// Two phases that hold in one position, which makes their weights hard to learn.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("phases `{one}` and `{two}` overlap, for example in {example}")]
pub struct Overlap {
    /// A phase.
    pub one: String,
    /// Another.
    pub two: String,
    /// A position in which both hold.
    pub example: String,
}

impl fmt::Display for Between {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Between { parameter, least, most } = self;
        if least == most {
            write!(f, "{parameter} = {least}")
        } else {
            write!(f, "{parameter} from {least} to {most}")
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let intervals: Vec<String> = self.when.iter().map(ToString::to_string).collect();
        let joined = intervals.join(if self.join == Join::And { " and " } else { " or " });
        match self.not {
            true => write!(f, "{}: unless {joined}", self.name),
            false => write!(f, "{}: where {joined}", self.name),
        }
    }
}

impl Between {
    #[inline]
    fn holds(&self, factors: &Factors) -> bool {
        (self.least..=self.most).contains(&factors.get(self.parameter))
    }
}

impl Phase {
    /// Whether the phase counts in a position.
    #[inline]
    pub fn holds(&self, factors: &Factors) -> bool {
        let mut intervals = self.when.iter();
        let joined = match self.join {
            Join::And => intervals.all(|between| between.holds(factors)),
            Join::Or => intervals.any(|between| between.holds(factors)),
        };
        joined != self.not
    }
}

impl Form {
    /// How many weights a heuristic of this form has.
    pub fn weights(&self) -> usize {
        self.combinations().map(<[Parameter]>::len).sum()
    }

    /// The linear combinations, each of which crossover cuts on its own: first what always counts, then the phases.
    pub fn combinations(&self) -> impl Iterator<Item = &[Parameter]> {
        let always = Some(&self.linear[..]).filter(|linear| !linear.is_empty());
        always.into_iter().chain(self.phases.iter().map(|phase| &phase.linear[..]))
    }

    /// The names of the weights, by combination: `kings` or `own-kings`, after the name of a phase `ending.own-kings`.
    pub fn names(&self) -> Vec<Vec<String>> {
        let word = |text: String| text.replace(' ', "-");
        let always = self.linear.iter().map(|parameter| word(parameter.to_string()));
        let phase = |phase: &Phase| -> Vec<String> {
            let named = |parameter: &Parameter| word(format!("{}.{parameter}", phase.name));
            phase.linear.iter().map(named).collect()
        };
        let always = Some(always.collect()).filter(|linear: &Vec<String>| !linear.is_empty());
        always.into_iter().chain(self.phases.iter().map(phase)).collect()
    }

    /// What the weights multiply in a position, in their order; 0 in phases that do not count.
    pub fn features<const ROW: u32>(&self, position: &Position<ROW>) -> Vec<f64> {
        let factors = Factors::of(position);
        let mut features: Vec<f64> = self.linear.iter().map(|parameter| factors.get(*parameter)).collect();
        for phase in &self.phases {
            let counts = phase.holds(&factors);
            let value = |parameter: &Parameter| if counts { factors.get(*parameter) } else { 0.0 };
            features.extend(phase.linear.iter().map(value));
        }
        features
    }

    /// Refuses forms that mean nothing.
    pub fn check(&self) -> Result<(), FormError> {
        if self.weights() == 0 && self.phases.is_empty() {
            return Err(FormError::Empty);
        }
        for phase in &self.phases {
            if phase.when.is_empty() {
                return Err(FormError::EmptyPhase(phase.name.clone(), "condition"));
            }
            if phase.linear.is_empty() {
                return Err(FormError::EmptyPhase(phase.name.clone(), "parameters"));
            }
            for Between { parameter, least, most } in phase.when.iter().copied() {
                if least > most || least.is_nan() || most.is_nan() {
                    return Err(FormError::Interval { phase: phase.name.clone(), parameter, least, most });
                }
            }
            let allowed = |letter: char| letter.is_alphanumeric() || letter == ' ' || letter == '-';
            if phase.name.is_empty() || !phase.name.chars().all(allowed) {
                return Err(FormError::Name(phase.name.clone()));
            }
        }
        let mut names = self.names().concat();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(FormError::Twice(pair[0].clone())),
            None => Ok(()),
        }
    }

    /// Pairs of phases that hold together somewhere, each with a position: one of 200 random games, or else one with any
    /// number of pawns and kings on either side, so that no overlap of conditions on numbers of pieces is missed.
    pub fn overlaps(&self) -> Vec<Overlap> {
        let mut found: Vec<Overlap> = Vec::new();
        if self.phases.len() < 2 {
            return found;
        }
        let mut look_at = |position: &Position<4>| {
            let factors = Factors::of(position);
            let holding: Vec<&Phase> = self.phases.iter().filter(|phase| phase.holds(&factors)).collect();
            for (index, one) in holding.iter().enumerate() {
                for two in &holding[index + 1..] {
                    if !found.iter().any(|overlap| overlap.one == one.name && overlap.two == two.name) {
                        let example = fen::fen(position);
                        found.push(Overlap { one: one.name.clone(), two: two.name.clone(), example });
                    }
                }
            }
        };
        let game = LoseCheckers::STANDARD;
        for number in 0..200 {
            let mut rng = stream(0, Purpose::Sampling, 2, number);
            let mut position = game.initial();
            while let Some(action) = game.moves(&position).choose(&mut rng) {
                look_at(&position);
                position = game.apply(&position, action);
            }
        }
        let sides = || (0..=12).flat_map(|pawns| (0..=12 - pawns).map(move |kings| (pawns, kings))).skip(1);
        let mut rng = stream(0, Purpose::Sampling, 3, 0);
        for own in sides() {
            for enemy in sides() {
                look_at(&scattered(own, enemy, &mut rng));
            }
        }
        found
    }
}

/// So many pawns and kings of black, who is to move, and of white, somewhere on the board.
fn scattered(black: (usize, usize), white: (usize, usize), rng: &mut Stream) -> Position<4> {
    let mut squares: Vec<u32> = (1..=32).collect();
    squares.shuffle(rng);
    let mut take = |count: usize, prefix: &str, is_allowed: fn(u32) -> bool| {
        let mut taken = Vec::with_capacity(count);
        squares.retain(|square| {
            let takes = taken.len() < count && is_allowed(*square);
            if takes {
                taken.push(format!("{prefix}{square}"));
            }
            !takes
        });
        taken
    };
    // No pawn stands where it would be a king.
    let pawns = [take(black.0, "", |square| square <= 28), take(white.0, "", |square| square > 4)];
    let kings = [take(black.1, "K", |_| true), take(white.1, "K", |_| true)];
    let [black, white] = [0, 1].map(|side| [&pawns[side][..], &kings[side][..]].concat().join(","));
    fen::parse_fen(&format!("B:W{white}:B{black}"))
        .expect("at most twelve pieces a side, each on a square of its own")
}

/// A form with its weights: an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Heuristic {
    form: Form,
    weights: Vec<f64>,
}

impl Heuristic {
    /// Puts weights to a form, in the order of [`Form::combinations`].
    pub fn new(form: Form, weights: Vec<f64>) -> Result<Self, FormError> {
        form.check()?;
        if weights.len() != form.weights() {
            return Err(FormError::Weights { form: form.weights(), found: weights.len() });
        }
        Ok(Heuristic { form, weights })
    }

    /// What it weighs.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// The weights, in the order of [`Form::names`].
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The value of a position for the player to move.
    #[inline]
    pub fn judge<const ROW: u32>(&self, position: &Position<ROW>) -> f64 {
        let factors = Factors::of(position);
        let combine = |weights: &[f64], parameters: &[Parameter]| -> f64 {
            weights.iter().zip(parameters).map(|(weight, parameter)| weight * factors.get(*parameter)).sum()
        };
        let (weights, mut rest) = self.weights.split_at(self.form.linear.len());
        let mut value = combine(weights, &self.form.linear);
        for phase in &self.form.phases {
            let (weights, after) = rest.split_at(phase.linear.len());
            if phase.holds(&factors) {
                value += combine(weights, &phase.linear);
            }
            rest = after;
        }
        value
    }
}

impl<const ROW: u32, const LOSE: bool> Evaluator<Checkers<ROW, LOSE>> for Heuristic {
    #[inline]
    fn value(&mut self, _game: &Checkers<ROW, LOSE>, position: &Position<ROW>) -> f64 {
        self.judge(position)
    }

    #[inline]
    fn promise(&mut self, _game: &Checkers<ROW, LOSE>, position: &Position<ROW>) -> f64 {
        features::promise(position)
    }
}

/// The forms of section 4.1 of the paper.
pub mod published {
    use super::{Between, Form, Join, Parameter, Phase};
    use crate::giveaway::factors::{Factor, Whose};

    const EIGHT: [Factor; 8] = [
        Factor::Pawns,
        Factor::Kings,
        Factor::SafePawns,
        Factor::SafeKings,
        Factor::MoveablePawns,
        Factor::MoveableKings,
        Factor::Distance,
        Factor::OpenRow,
    ];

    /// What is left of [`EIGHT`] where there are no kings.
    const FIVE: [Factor; 5] =
        [Factor::Pawns, Factor::SafePawns, Factor::MoveablePawns, Factor::Distance, Factor::OpenRow];

    fn differences(factors: &[Factor]) -> Vec<Parameter> {
        factors.iter().map(|&factor| Parameter { whose: Whose::Difference, factor }).collect()
    }

    fn between(whose: Whose, factor: Factor, least: f64, most: f64) -> Between {
        Between { parameter: Parameter { whose, factor }, least, most }
    }

    /// Eight differences.
    pub fn eight() -> Form {
        Form { linear: differences(&EIGHT), phases: Vec::new() }
    }

    /// A form by the name that the paper gives it.
    pub type Named = (&'static str, fn() -> Form);

    /// All of them.
    pub const NAMES: [Named; 4] = [("8F", eight), ("10F", ten), ("3Ph", three_phases), ("5Ph", five_phases)];

    /// Six differences, and pawns and kings of each side.
    pub fn ten() -> Form {
        let raw = [Factor::Pawns, Factor::Kings];
        let sides = [Whose::Own, Whose::Enemy];
        let raw = raw.iter().flat_map(|&factor| sides.map(|whose| Parameter { whose, factor }));
        Form { linear: raw.chain(differences(&EIGHT[2..])).collect(), phases: Vec::new() }
    }

    /// Both players have more than three pieces.
    fn not_ending() -> [Between; 2] {
        [Whose::Own, Whose::Enemy].map(|whose| between(whose, Factor::Pieces, 4.0, 12.0))
    }

    fn ending() -> Phase {
        let when = [Whose::Own, Whose::Enemy].map(|whose| between(whose, Factor::Pieces, 0.0, 3.0)).into();
        Phase { name: "ending".to_owned(), not: false, join: Join::Or, when, linear: differences(&EIGHT) }
    }

    /// More than three pieces each, and kings as `kings` says.
    fn middle(name: &str, kings: &[Between], linear: &[Factor]) -> Phase {
        let when = [&not_ending()[..], kings].concat();
        Phase { name: name.to_owned(), not: false, join: Join::And, when, linear: differences(linear) }
    }

    fn beginning() -> Phase {
        middle("beginning", &[between(Whose::Total, Factor::Kings, 0.0, 0.0)], &FIVE)
    }

    /// Ending, kings, beginning.
    pub fn three_phases() -> Form {
        let kings = middle("kings", &[between(Whose::Total, Factor::Kings, 1.0, 24.0)], &EIGHT);
        Form { linear: Vec::new(), phases: vec![ending(), kings, beginning()] }
    }

    /// As [`three_phases`], by which of the players has kings.
    pub fn five_phases() -> Form {
        let some = |whose| between(whose, Factor::Kings, 1.0, 12.0);
        let none = |whose| between(whose, Factor::Kings, 0.0, 0.0);
        let (own, enemy) = (Whose::Own, Whose::Enemy);
        Form {
            linear: Vec::new(),
            phases: vec![
                ending(),
                middle("own kings", &[some(own), none(enemy)], &EIGHT),
                middle("enemy kings", &[none(own), some(enemy)], &EIGHT),
                middle("kings of both", &[some(own), some(enemy)], &EIGHT),
                beginning(),
            ],
        }
    }
}
