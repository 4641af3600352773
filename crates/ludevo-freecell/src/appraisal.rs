//! How the estimate behind a solver judges a position, opened up for people.

use ludevo_game::why::{Judgement, ValuePart};
use ludevo_search::puzzle::Step;

use super::features::{COUNTS, ROOM, WEIGHTS, counts};
use super::heuristics::PUBLISHED;
use super::policy;
use super::rules::Position;
use super::solver::Method;

/// How a method judges a position, the higher the better; nothing for searches without an estimate. Of a portfolio that is how
/// its first search does. What a move of the way so far costs is the same for all moves, and left out.
pub(super) fn appraise(method: &Method, position: &Position) -> Option<Judgement> {
    let (judge, parts) = match method {
        Method::Portfolio(phases) => {
            ("the weights of its first search".to_owned(), counted(&phases.first()?.weights, position))
        }
        Method::Beam { weights, .. } => ("its weights".to_owned(), counted(weights, position)),
        Method::Staged(weights) => ("its weights".to_owned(), published(weights, position)),
        Method::Policy(genome) => {
            let step = Step { length: 0, last: None, siblings: 0 };
            let rule = policy::holding(genome, position, &step);
            let judge = match rule {
                Some(rule) => format!("rule {}, the first that holds", rule + 1),
                None => "the default, since no rule holds".to_owned(),
            };
            let weights =
                genome.values.chunks_exact(PUBLISHED.len()).nth(rule.unwrap_or(genome.trees.trees.len()))?;
            (judge, published(weights, position))
        }
        Method::Hsdh => ("the published heuristic".to_owned(), published(&[1.0], position)),
        Method::Deepening(_) => return None,
    };
    let value = parts.iter().map(ValuePart::value).sum();
    Some(Judgement { judge, value, opponents_view: false, parts, outline: Vec::new(), values: Vec::new() })
}

fn counted(weights: &[f32; WEIGHTS], position: &Position) -> Vec<ValuePart> {
    let part = |((name, meaning), (count, weight)): (&(&str, &str), (u32, &f32))| ValuePart {
        name: (*name).to_owned(),
        meaning: Some((*meaning).to_owned()),
        number: f64::from(count),
        times: -f64::from(*weight),
        inside: Vec::new(),
    };
    let mut parts: Vec<ValuePart> =
        COUNTS.iter().zip(counts(position).into_iter().zip(weights)).map(part).collect();
    let (free, empty) = (position.free(), position.empty());
    let weight = weights[ROOM + usize::from(free.min(4)) * 3 + usize::from(empty.min(2))];
    parts.push(ValuePart {
        name: "room".to_owned(),
        meaning: Some("what it costs to have only so many free cells and empty cascades".to_owned()),
        number: f64::from(weight),
        times: -1.0,
        inside: vec![("free cells".to_owned(), free.into()), ("empty cascades".to_owned(), empty.into())],
    });
    parts
}

fn published(weights: &[f64], position: &Position) -> Vec<ValuePart> {
    let weighed = PUBLISHED.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
    let part = |(heuristic, weight): (&super::heuristics::Published, &f64)| ValuePart {
        name: heuristic.name.to_owned(),
        meaning: Some(format!("{}, brought to the range from 0, which is best, to 1", heuristic.meaning)),
        number: heuristic.normalised(position),
        times: -weight,
        inside: Vec::new(),
    };
    weighed.map(part).collect()
}

#[cfg(test)]
mod tests {
    use ludevo_search::puzzle::Heuristic;

    use super::super::deal::Deal;
    use super::super::features::Estimate;
    use super::super::genome::Genome;
    use super::super::moves::FreeCell;
    use super::*;

    #[test]
    fn the_parts_of_an_estimate_add_up_to_it() {
        let method = Genome::Portfolio.started(100);
        let Method::Portfolio(phases) = &method else { panic!("a portfolio has phases") };
        let mut estimate = Estimate::new(phases[0].weights);
        for number in [1, 617, 11982] {
            let position = Position::new(&Deal::microsoft(number).unwrap());
            let step = Step { length: 0, last: None, siblings: 0 };
            let value = estimate.value(&FreeCell::RUNS, &position, &step);
            let judged = appraise(&method, &position).unwrap();
            // The search works with single precision.
            assert!((judged.value + value).abs() < 1e-3, "{} and {value}", judged.value);
        }
    }
}
