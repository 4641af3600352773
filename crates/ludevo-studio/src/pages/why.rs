//! Why a move was made, for people: what it is worth beside the next best one, where both lead, and what made the difference.

use ludevo_game::why::{Comparison, Considered, Difference, Judgement, short, signed};
use maud::{Markup, html};

use crate::board;
use crate::odds::Odds;

/// So many differences are shown at once; the others are folded away.
const SHOWN: usize = 6;
/// Values that differ by less than this part are the same to people.
pub(crate) const ROUNDING: f64 = 1e-6;

/// Whose move is told about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// That of the player who valued it.
    ItsOwn,
    /// One that the person may make.
    Yours,
    /// One that somebody made in a game that is looked at again.
    Past,
    /// One that a solver would make.
    Solvers,
}

/// A move beside the next best one.
pub(crate) fn comparison(compared: &Comparison, odds: Option<&Odds>, told: Told) -> Markup {
    let Comparison { chosen, other, differences } = compared;
    let beats = compared.gain().is_none_or(|gain| gain >= 0.0);
    let rest = differences.len().saturating_sub(SHOWN);
    let largest = differences.iter().map(|known| known.gain().abs()).fold(0.0, f64::max);
    html! {
        article.comparison {
            p.headline { (headline(compared, odds, told)) }
            div.pair {
                (expected(chosen, odds))
                @if let Some(other) = other { (expected(other, odds)) }
            }
            @if !differences.is_empty() {
                h3 { @match other {
                    Some(other) if beats => { "Why " (chosen.text) " is worth more than " (other.text) },
                    Some(other) => { "Why " (chosen.text) " is worth less than " (other.text) },
                    None => "What its value is made of",
                } }
                ul.bars { @for known in differences.iter().take(SHOWN) { (bar(known, largest, other.is_some())) } }
                @if rest > 0 {
                    details { summary { (rest) @if rest == 1 { " smaller one" } @else { " smaller ones" } }
                        ul.bars { @for known in differences.iter().skip(SHOWN) { (bar(known, largest, other.is_some())) } }
                    }
                }
            } @else if other.as_ref().is_some_and(|other| other.value == chosen.value) {
                p.soft { "Both are worth the same to it" @if told == Told::ItsOwn { ": it drew one of them" } "." }
            }
            (in_full(chosen, other.as_ref()))
        }
    }
}

/// The first sentence: what was chosen rather than what, and what that is worth.
fn headline(compared: &Comparison, odds: Option<&Odds>, told: Told) -> Markup {
    let Comparison { chosen, other, .. } = compared;
    let worth = |considered: &Considered| worth(considered, odds);
    let gain = compared.gain();
    html! {
        @match (told, other) {
            (Told::ItsOwn, Some(other)) => {
                "It played " strong { (chosen.text) } " rather than " strong { (other.text) }
            },
            (Told::ItsOwn, None) => { "It played " strong { (chosen.text) } ", its only move" },
            (Told::Solvers, Some(other)) if gain.is_some_and(|gain| gain < 0.0) => {
                "At first sight " strong { (other.text) } " looks better than " strong { (chosen.text) }
                "; the search looked further"
            },
            (Told::Solvers, Some(other)) => {
                strong { (chosen.text) } " looks best at once; next comes " strong { (other.text) }
            },
            (_, Some(other)) if gain.is_some_and(|gain| gain < 0.0) => {
                strong { (chosen.text) } " is not its choice: that is " strong { (other.text) }
            },
            (_, Some(other)) => { strong { (chosen.text) } " is its choice; next comes " strong { (other.text) } },
            (_, None) => { strong { (chosen.text) } " is the only move" },
        }
        @match (worth(chosen), other.as_ref().and_then(worth)) {
            (Some(one), Some(two)) if one == two => { ": " (one) " after either." },
            (Some(one), Some(two)) => { ": " (one) " instead of " (two) "." },
            (Some(one), None) => { ": " (one) "." },
            _ => ".",
        }
    }
}

/// What a move is worth in words with a unit; nothing where only the player's own numbers are known.
fn worth(considered: &Considered, odds: Option<&Odds>) -> Option<String> {
    match considered.value {
        f64::INFINITY => Some("it wins".to_owned()),
        f64::NEG_INFINITY => Some("it loses".to_owned()),
        value => odds.map(|odds| format!("{:.0} % to win", 100.0 * odds.chance(value))),
    }
}

/// Where a move is expected to lead.
fn expected(considered: &Considered, odds: Option<&Odds>) -> Markup {
    let line = considered.line.join(" ");
    html! {
        figure.expected {
            (board::draw(&considered.scene, false))
            figcaption {
                strong { (considered.text) }
                @if let Some(worth) = worth(considered, odds) { ": " (worth) }
                @if considered.line.len() > 1 { br; span.soft { "it expects " (line) } }
            }
        }
    }
}

/// A part of the value as a bar: to the right what speaks for the move, to the left what speaks against it.
fn bar(known: &Difference, largest: f64, compared: bool) -> Markup {
    let gain = known.gain();
    let length = if largest > 0.0 { 50.0 * gain.abs() / largest } else { 0.0 };
    let (start, side) = if gain < 0.0 { (50.0 - length, "against") } else { (50.0, "for") };
    let is_there = |amount: (f64, f64)| amount != (0.0, 0.0);
    html! {
        li {
            span.part {
                @if is_there(known.chosen) { (known.words(known.chosen)) } @else { (known.name) ": not asked" }
                @if known.opponents_view { span.soft { " in the opponent's eyes" } }
                @if compared {
                    @if known.other.0 == known.chosen.0 && known.other.1 == known.chosen.1 {}
                    @else if is_there(known.other) {
                        span.soft { ", instead of " (short(known.other.0)) @if known.other.1 != known.chosen.1 { " times " (short(known.other.1)) } ": "
                            (signed(known.other.0 * known.other.1)) }
                    } @else { span.soft { ", not asked after the other move" } }
                }
            }
            svg.gain viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                rect.zero x="49.7" y="0" width="0.6" height="8" {}
                rect class=(side) x=(start) y="1" width=(length) height="6" {}
            }
            span.amount { (signed(gain)) }
            @if let Some(meaning) = &known.meaning { span.meaning.soft { (meaning) } }
            @if !known.inside.is_empty() {
                span.meaning.soft { @for (index, (name, one, two)) in known.inside.iter().enumerate() {
                    @if index > 0 { ", " } (name) " " (short(*one)) @if one != two { " instead of " (short(*two)) }
                } }
            }
        }
    }
}

/// The numbers in the player's own units and the whole trees, for those who want them.
fn in_full(chosen: &Considered, other: Option<&Considered>) -> Markup {
    let all = || std::iter::once(chosen).chain(other);
    html! {
        @if all().any(|considered| considered.judged.is_some()) {
            details.full {
                summary {
                    @if all().filter_map(|known| known.judged.as_ref()).all(|judged| judged.outline.is_empty()) {
                        "In its own units"
                    } @else { "Its whole tree, node by node" }
                }
                p { button.quiet type="button" data-full="details" { "On the whole screen" } }
                @for considered in all() {
                    @if let Some(judged) = &considered.judged {
                        h4 { "After " (considered.text) }
                        (judgement(considered, judged))
                    }
                }
            }
        }
    }
}

fn judgement(considered: &Considered, judged: &Judgement) -> Markup {
    let took = judged.values.iter().flatten().count();
    let differs = (judged.value - considered.value).abs() > ROUNDING * (1.0 + judged.value.abs());
    html! {
        p.soft {
            "In its own units: " (signed(considered.value)) ", by “" (judged.judge) "”. "
            @if judged.opponents_view { "There it is the opponent's turn, so the program's value changes sign. " }
            @if differs && considered.value.is_finite() {
                "The search went on beyond the position shown, which alone is worth " (signed(judged.value)) ". "
            }
            @if !judged.outline.is_empty() {
                @if took == judged.values.len() { "All " (took) " nodes took part." }
                @else { (took) " of " (judged.values.len()) " nodes took part; the others are faint." }
            }
        }
        (outline(&judged.outline, &judged.values))
    }
}

/// A tree as lists that fold, each node with its value.
pub(crate) fn outline(nodes: &[(String, Option<usize>)], values: &[Option<f64>]) -> Markup {
    explained(nodes, values, &[])
}

/// The same with the meanings of its terminals, as far as they are given.
pub(crate) fn explained(
    nodes: &[(String, Option<usize>)],
    values: &[Option<f64>],
    terms: &[(&'static str, &'static str)],
) -> Markup {
    let mut children = vec![Vec::new(); nodes.len()];
    for (index, (_, parent)) in nodes.iter().enumerate() {
        if let Some(parent) = parent {
            children[*parent].push(index);
        }
    }
    let drawing = Outline { nodes, values, terms, children: &children };
    html! { @if !nodes.is_empty() { ul.outline { (drawing.node(0, 0)) } } }
}

/// Deeper levels are folded at first.
const OPEN_LEVELS: usize = 3;

struct Outline<'a> {
    nodes: &'a [(String, Option<usize>)],
    values: &'a [Option<f64>],
    terms: &'a [(&'static str, &'static str)],
    children: &'a [Vec<usize>],
}

impl Outline<'_> {
    fn node(&self, at: usize, level: usize) -> Markup {
        let value = self.values.get(at).copied().flatten();
        let label = &self.nodes[at].0;
        let name = label.rsplit('*').next().and_then(|name| name.split('(').next()).unwrap_or_default();
        let meaning = self.terms.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning);
        let line = html! {
            code { (rounded(label)) } " "
            @if let Some(value) = value { span.number { (short(value)) } }
            @if let Some(meaning) = meaning { " " span.soft { (meaning) } }
        };
        let children = &self.children[at];
        html! {
            li.idle[value.is_none()] {
                @if children.is_empty() { (line) }
                @else {
                    details open[level < OPEN_LEVELS] {
                        summary { (line) }
                        ul { @for child in children { (self.node(*child, level + 1)) } }
                    }
                }
            }
        }
    }
}

/// A node's label with its factors as short as people compare them.
pub(crate) fn rounded(label: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut text = String::new();
    let mut rest = label;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let length = rest[start..].find(|c: char| !is_number(c)).unwrap_or(rest.len() - start);
        let number = &rest[start..start + length];
        text += &rest[..start];
        match number.parse::<f64>() {
            Ok(parsed) if number.contains('.') => text += &short(parsed),
            _ => text += number,
        }
        rest = &rest[start + length..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_names_and_lose_digits() {
        assert_eq!(rounded("0.9454167127076029*Frontier"), "0.95*Frontier");
        assert_eq!(rounded("Scaled[1.2249333232618422]"), "Scaled[1.22]");
        assert_eq!(rounded("-2.538313149673132*EnemyMen(23)"), "-2.54*EnemyMen(23)");
    }

    #[test]
    fn a_tree_is_shown_whole_and_what_took_no_part_is_faint() {
        let nodes = [("If".to_owned(), None), ("A".to_owned(), Some(0)), ("<b>".to_owned(), Some(0))];
        let page = outline(&nodes, &[Some(1.0), Some(1.0), None]).into_string();
        assert_eq!(page.matches("<li").count(), 3);
        assert_eq!(page.matches("class=\"idle\"").count(), 1);
        assert!(page.contains("&lt;b&gt;"));
    }
}
