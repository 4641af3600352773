//! Why a player moved as it did: its move beside the next best one, and which parts of its program made the difference.

use std::sync::Arc;

use crate::scene::Scene;

/// A move beside the one that it is compared with, in the eyes of whoever valued both.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The move.
    pub chosen: Considered,
    /// The best of the other moves; nothing if there is no other.
    pub other: Option<Considered>,
    /// What made the difference, the largest first; nothing where no program judged both.
    pub differences: Vec<Difference>,
}

/// A move that a player put a number on.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered {
    /// The move.
    pub text: String,
    /// What it is worth to whoever makes it, in the player's own units; infinite where the game is decided.
    pub value: f64,
    /// The moves that the player expects, this one first, to the position that it judged.
    pub line: Vec<String>,
    /// That position.
    pub scene: Scene,
    /// How the player's program judged it; nothing if the line ends the game, or for players that are no programs.
    pub judged: Option<Judgement>,
}

/// How a program came to its value of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The tree that judged, or what stood in its place.
    pub judge: String,
    /// The value for whoever makes the move. A search that looks further than the position shown may have found another.
    pub value: f64,
    /// Whether the program saw the position with the eyes of the opponent, so that its value changes sign.
    pub opponents_view: bool,
    /// What the value is the sum of.
    pub parts: Vec<ValuePart>,
    /// The simplified program in prefix order: each node's label and parent.
    pub outline: Vec<(String, Option<usize>)>,
    /// Each node's value; nothing for those that did not take part.
    pub values: Vec<Option<f64>>,
}

/// A part of a value: a number of the game, or whatever a program computes of several, and what it is multiplied with.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuePart {
    /// Its name.
    pub name: String,
    /// What it means; nothing for what has no meaning of its own.
    pub meaning: Option<String>,
    /// The number.
    pub number: f64,
    /// What it is multiplied with, for whoever makes the move.
    pub times: f64,
    /// The numbers of the game inside a part that is computed of several.
    pub inside: Vec<(String, f64)>,
}

impl ValuePart {
    /// What it adds to the value.
    pub fn value(&self) -> f64 {
        self.times * self.number
    }
}

/// What a part of a value is in two positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its name.
    pub name: String,
    /// What it means.
    pub meaning: Option<String>,
    /// Whether it was read with the eyes of the opponent, whose own things it then counts.
    pub opponents_view: bool,
    /// After the move: the number, and what it is multiplied with.
    pub chosen: (f64, f64),
    /// After the other one.
    pub other: (f64, f64),
    /// The numbers inside that differ: name, after the move, after the other one.
    pub inside: Vec<(String, f64, f64)>,
}

impl Difference {
    /// By how much the part speaks for the move.
    pub fn gain(&self) -> f64 {
        self.chosen.0 * self.chosen.1 - self.other.0 * self.other.1
    }

    /// The part in words, such as `Mobility 7 times 1.05: +7.35`, after the move or after the other one.
    pub fn words(&self, (number, times): (f64, f64)) -> String {
        let sum = number * times;
        if times == 1.0 {
            return format!("{}: {}", self.name, signed(sum));
        }
        format!("{} {} times {}: {}", self.name, short(number), short(times), signed(sum))
    }
}

/// What a tree of an agent came to at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The agent.
    pub who: String,
    /// The tree.
    pub tree: String,
    /// What it decides.
    pub decides: String,
    /// When it was asked, in words; empty where that is now.
    pub when: String,
    /// The tree in prefix order: each node's label and parent.
    pub outline: Arc<[(String, Option<usize>)]>,
    /// Each node's value; nothing for those that took no part.
    pub values: Arc<[Option<f64>]>,
    /// The terminals of the tree with their meanings.
    pub terms: Arc<[(&'static str, &'static str)]>,
    /// Why it came to that, in a sentence; nothing where there is nothing to say.
    pub because: Option<String>,
    /// Whether the agent is out, so that its trees are asked no more.
    pub is_out: bool,
}

/// Differences that are smaller than this part of the largest are left out.
const NEGLIGIBLE: f64 = 1e-9;

impl Comparison {
    /// Sets two moves side by side.
    pub fn new(chosen: Considered, other: Option<Considered>) -> Self {
        let judged = |considered: Option<&Considered>| considered.and_then(|known| known.judged.clone());
        let differences = match (judged(Some(&chosen)), judged(other.as_ref())) {
            (Some(chosen), Some(other)) => differences(&chosen, Some(&other)),
            (Some(chosen), None) if other.is_none() => differences(&chosen, None),
            _ => Vec::new(),
        };
        Comparison { chosen, other, differences }
    }

    /// By how much the move is worth more than the other one, in the player's own units.
    pub fn gain(&self) -> Option<f64> {
        self.other.as_ref().map(|other| self.chosen.value - other.value).filter(|gain| !gain.is_nan())
    }
}

/// What the parts of two values differ by, the largest first; without a second value all parts of the first.
fn differences(chosen: &Judgement, other: Option<&Judgement>) -> Vec<Difference> {
    let mut found: Vec<Difference> = Vec::new();
    let of_parts = |part: &ValuePart, opponents_view: bool| Difference {
        name: part.name.clone(),
        meaning: part.meaning.clone(),
        opponents_view,
        chosen: (0.0, 0.0),
        other: (0.0, 0.0),
        inside: Vec::new(),
    };
    for part in &chosen.parts {
        let inside = part.inside.iter().map(|(name, number)| (name.clone(), *number, *number)).collect();
        let chosen_amount = (part.number, part.times);
        found.push(Difference { chosen: chosen_amount, inside, ..of_parts(part, chosen.opponents_view) });
    }
    for part in other.iter().flat_map(|other| &other.parts) {
        let view = other.is_some_and(|other| other.opponents_view);
        let known = found.iter_mut().find(|known| known.name == part.name && known.opponents_view == view);
        match known {
            Some(known) => {
                known.other = (part.number, part.times);
                for ((_, _, after), (_, number)) in known.inside.iter_mut().zip(&part.inside) {
                    *after = *number;
                }
            }
            None => found.push(Difference { other: (part.number, part.times), ..of_parts(part, view) }),
        }
    }
    let largest = found.iter().map(|known| known.gain().abs()).fold(0.0, f64::max);
    found.retain(|known| known.gain().abs() > NEGLIGIBLE * largest.max(1e-300));
    found.iter_mut().for_each(|known| known.inside.retain(|(_, one, two)| one != two || other.is_none()));
    found.sort_by(|one, two| two.gain().abs().total_cmp(&one.gain().abs()));
    found
}

/// A number with as many digits as people compare.
pub fn short(number: f64) -> String {
    let digits = match number.abs() {
        size if size == size.trunc() && size < 1e6 => 0,
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 0.01 => 2,
        _ => 4,
    };
    // A minus before nothing but zeros is no number.
    let text = format!("{number:.digits$}");
    if number == 0.0 {
        "0".to_owned()
    } else if text.trim_start_matches('-').bytes().all(|byte| byte == b'0' || byte == b'.') {
        format!("{number:.1e}").replace('-', "−")
    } else {
        text.replace('-', "−")
    }
}

/// The same with its sign.
pub fn signed(number: f64) -> String {
    match short(number) {
        text if number > 0.0 && text != "0" => format!("+{text}"),
        text => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(parts: &[(&str, f64, f64)], opponents_view: bool) -> Judgement {
        let part = |&(name, number, times): &(&str, f64, f64)| ValuePart {
            name: name.to_owned(),
            meaning: None,
            number,
            times,
            inside: Vec::new(),
        };
        let parts: Vec<ValuePart> = parts.iter().map(part).collect();
        let value = parts.iter().map(ValuePart::value).sum();
        Judgement {
            judge: "evaluate".to_owned(),
            value,
            opponents_view,
            parts,
            outline: vec![],
            values: vec![],
        }
    }

    fn considered(judged: Judgement) -> Considered {
        let value = judged.value;
        Considered {
            text: "a".to_owned(),
            value,
            line: vec![],
            scene: Scene::default(),
            judged: Some(judged),
        }
    }

    #[test]
    fn differences_add_up_to_the_gain_and_the_largest_comes_first() {
        let chosen = considered(judgement(
            &[("Mobility", 7.0, 1.05), ("Corners", 1.0, 4.0), ("Discs", 3.0, 1.0)],
            false,
        ));
        let other = considered(judgement(
            &[("Mobility", 5.0, 1.05), ("Corners", 0.0, 4.0), ("Discs", 3.0, 1.0)],
            false,
        ));
        let compared = Comparison::new(chosen, Some(other));
        let names: Vec<&str> = compared.differences.iter().map(|known| &known.name[..]).collect();
        assert_eq!(names, ["Corners", "Mobility"], "what did not change is left out");
        let sum: f64 = compared.differences.iter().map(Difference::gain).sum();
        assert!((sum - compared.gain().unwrap()).abs() < 1e-9);
        let mobility = &compared.differences[1];
        assert_eq!(mobility.words(mobility.chosen), "Mobility 7 times 1.05: +7.35");
    }

    #[test]
    fn what_the_opponent_sees_is_another_part() {
        let compared = Comparison::new(
            considered(judgement(&[("Mobility", 7.0, 1.0)], false)),
            Some(considered(judgement(&[("Mobility", 5.0, -1.0)], true))),
        );
        assert_eq!(compared.differences.len(), 2);
        assert_eq!(compared.differences.iter().map(Difference::gain).sum::<f64>(), 12.0);
    }

    #[test]
    fn numbers_are_as_long_as_people_compare_them() {
        assert_eq!(
            ["0.1234", "12", "-7.346", "1234.5", "-0.0"].map(|text| short(text.parse().unwrap())),
            ["0.12", "12", "−7.35", "1234", "0"]
        );
        assert_eq!(short(-0.000_012), "−1.2e−5");
        assert_eq!(signed(7.35), "+7.35");
        assert_eq!(signed(-2.0), "−2");
    }
}
