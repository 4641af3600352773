//! A program's tree as a picture: the root on the left, each level a column, subtrees packed closely without crossing
//! (in the manner of Reingold and Tilford, 1981). Labels are never shrunk: a large tree is a tall picture.

use maud::{Markup, html};

use super::chart::px;

const ROW: f64 = 26.0;
const BOX_HEIGHT: f64 = 20.0;
/// A character of the 12 px monospace font, at its widest among common fonts.
const CHARACTER: f64 = 7.3;
const PADDING: f64 = 16.0;
const BETWEEN_LEVELS: f64 = 34.0;
const MARGIN: f64 = 14.0;
/// Longer labels are cut; the whole one shows under the pointer.
const LONGEST: usize = 28;

/// A tree in prefix order: each node's label and parent.
type Outline = [(String, Option<usize>)];

/// The picture of a tree. With `values`, each node that took part shows its value and the others are marked as idle.
/// `meaning` explains a terminal. Every node and its edge carry the node's number as `data-node`.
pub fn draw<'a>(
    outline: &Outline,
    values: Option<&[Option<f64>]>,
    meaning: impl Fn(&str) -> Option<&'a str>,
) -> Markup {
    let children = children(outline);
    let rows = rows(outline, &children);
    let levels = levels(outline);
    let value = |node: usize| values.and_then(|values| values[node]);
    let labels: Vec<String> = outline
        .iter()
        .enumerate()
        .map(|(node, (label, _))| match value(node) {
            Some(value) if label.parse::<f64>().is_err() => format!("{} = {}", cut(label), signed(value)),
            _ => cut(label),
        })
        .collect();
    let idle = |node: usize| if values.is_some() && value(node).is_none() { " idle" } else { "" };
    let width_of = |node: usize| labels[node].chars().count() as f64 * CHARACTER + PADDING;
    let mut columns = vec![0.0_f64; levels.iter().max().map_or(0, |deepest| deepest + 1)];
    for (node, level) in levels.iter().enumerate() {
        columns[*level] = columns[*level].max(width_of(node));
    }
    let mut lefts = Vec::with_capacity(columns.len());
    let mut right = MARGIN;
    for column in &columns {
        lefts.push(right);
        right += column + BETWEEN_LEVELS;
    }
    let width = right - BETWEEN_LEVELS + MARGIN;
    let lowest = rows.iter().copied().fold(0.0, f64::max);
    let height = lowest * ROW + BOX_HEIGHT + 2.0 * MARGIN;
    let place = |node: usize| {
        let column = levels[node];
        (lefts[column] + columns[column] / 2.0, MARGIN + BOX_HEIGHT / 2.0 + rows[node] * ROW)
    };

    let edge = |parent: usize, node: usize| {
        let ((from_x, from_y), (to_x, to_y)) = (place(parent), place(node));
        let (from_x, to_x) = (from_x + width_of(parent) / 2.0, to_x - width_of(node) / 2.0);
        let middle = lefts[levels[node]] - BETWEEN_LEVELS / 2.0;
        format!("M{from_x:.1} {from_y:.1}C{middle:.1} {from_y:.1} {middle:.1} {to_y:.1} {to_x:.1} {to_y:.1}")
    };
    let kind = |node: usize, label: &str| {
        if !children[node].is_empty() {
            "function"
        } else if label.parse::<f64>().is_ok() || label == "true" || label == "false" {
            "constant"
        } else {
            "terminal"
        }
    };
    let title = |label: &str| match meaning(label) {
        Some(meaning) => format!("{label}: {meaning}"),
        None => label.to_owned(),
    };
    let size = (format!("{width:.0}"), format!("{height:.0}"));
    let words = format!("the program as a tree of {} nodes", outline.len());
    html! {
        svg width=(size.0) height=(size.1) viewBox=(format!("0 0 {} {}", size.0, size.1)) role="img" aria-label=(words) {
            @for (node, (_, parent)) in outline.iter().enumerate() {
                @if let Some(parent) = parent {
                    path data-node=(node) class=(format!("edge{}", idle(node))) d=(edge(*parent, node)) {}
                }
            }
            @for (node, (label, parent)) in outline.iter().enumerate() {
                @let (x, y) = place(node);
                g class=(format!("{}{}", kind(node, label), idle(node))) data-node=(node) data-parent=[*parent] {
                    title { (title(label)) }
                    rect x=(px(x - width_of(node) / 2.0)) y=(px(y - BOX_HEIGHT / 2.0)) width=(px(width_of(node)))
                        height=(BOX_HEIGHT) rx="5" {}
                    text x=(px(x)) y=(px(y)) { (labels[node]) }
                }
            }
        }
    }
}

/// The tree with the subtrees below some nodes drawn in: each is one node that says how many it stands for. With it
/// comes the number that each node has in the whole tree.
pub fn fold(outline: &Outline, folded: &[usize]) -> (Vec<(String, Option<usize>)>, Vec<usize>) {
    let mut sizes = vec![1_usize; outline.len()];
    for (node, (_, parent)) in outline.iter().enumerate().rev() {
        if let Some(parent) = *parent {
            sizes[parent] += sizes[node];
        }
    }
    let mut kept: Vec<(String, Option<usize>)> = Vec::new();
    let mut numbers = Vec::new();
    let mut node = 0;
    while node < outline.len() {
        let (label, parent) = &outline[node];
        // Parents come before their children and are kept if these are: the search cannot fail.
        let parent = parent.and_then(|parent| numbers.binary_search(&parent).ok());
        let hides = folded.contains(&node) && sizes[node] > 1;
        let label = if hides { format!("{label} … {} nodes", sizes[node]) } else { label.clone() };
        kept.push((label, parent));
        numbers.push(node);
        node += if hides { sizes[node] } else { 1 };
    }
    (kept, numbers)
}

/// About four digits of a number.
fn signed(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "" };
    let digits = short_number(value.abs());
    let digits = if digits.contains('.') && !digits.contains('e') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        &digits
    };
    format!("{sign}{digits}")
}

/// A label that fits: numbers with few digits, and not too long.
fn cut(label: &str) -> String {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let mut short = String::new();
    let mut rest = label;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = &rest[start..];
        let digits = &digits[..digits.find(|c| !is_digit(c)).unwrap_or(digits.len())];
        short.push_str(&rest[..start]);
        match digits.parse() {
            Ok(number) if digits.len() > 5 => short.push_str(&short_number(number)),
            _ => short.push_str(digits),
        }
        rest = &rest[start + digits.len()..];
    }
    short.push_str(rest);
    if short.chars().count() <= LONGEST {
        return short;
    }
    short.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// About four digits of a number that is not negative.
fn short_number(size: f64) -> String {
    if size != 0.0 && !(1e-3..1e6).contains(&size) {
        return format!("{size:.2e}");
    }
    let decimals = if size >= 1000.0 {
        0
    } else if size >= 100.0 {
        1
    } else if size >= 10.0 {
        2
    } else {
        3
    };
    format!("{size:.decimals$}")
}

fn children(outline: &[(String, Option<usize>)]) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); outline.len()];
    for (node, (_, parent)) in outline.iter().enumerate() {
        if let Some(parent) = *parent {
            children[parent].push(node);
        }
    }
    children
}

fn levels(outline: &[(String, Option<usize>)]) -> Vec<usize> {
    let mut levels = vec![0; outline.len()];
    for (node, (_, parent)) in outline.iter().enumerate() {
        levels[node] = parent.map_or(0, |parent| levels[parent] + 1);
    }
    levels
}

/// The first and last row that a subtree takes on each level below its root, relative to the root's row.
type Contour = Vec<(f64, f64)>;

/// The row of each node: at least one apart on a level, parents in the middle of their children.
fn rows(outline: &[(String, Option<usize>)], children: &[Vec<usize>]) -> Vec<f64> {
    let mut offsets = vec![0.0; outline.len()];
    let mut contours: Vec<Contour> = vec![Vec::new(); outline.len()];
    // In prefix order children follow their parents: backwards, every subtree is done before its root.
    for node in (0..outline.len()).rev() {
        let mut below: Contour = Vec::new();
        for child in &children[node] {
            let contour = std::mem::take(&mut contours[*child]);
            let gaps = below.iter().zip(&contour).map(|((_, last), (first, _))| last + 1.0 - first);
            let shift = gaps.fold(f64::NEG_INFINITY, f64::max);
            let shift = if below.is_empty() { 0.0 } else { shift };
            offsets[*child] = shift;
            for (level, (first, last)) in contour.iter().enumerate() {
                match below.get_mut(level) {
                    Some(span) => span.1 = last + shift,
                    None => below.push((first + shift, last + shift)),
                }
            }
        }
        let middle = match (children[node].first(), children[node].last()) {
            (Some(first), Some(last)) => f64::midpoint(offsets[*first], offsets[*last]),
            _ => 0.0,
        };
        for child in &children[node] {
            offsets[*child] -= middle;
        }
        let below = below.iter().map(|(first, last)| (first - middle, last - middle));
        contours[node] = std::iter::once((0.0, 0.0)).chain(below).collect();
    }
    let mut rows = vec![0.0; outline.len()];
    for (node, (_, parent)) in outline.iter().enumerate() {
        rows[node] = parent.map_or(0.0, |parent| rows[parent] + offsets[node]);
    }
    let highest = rows.iter().copied().fold(0.0, f64::min);
    rows.iter().map(|row| row - highest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of about `size` nodes whose shape follows from its node numbers.
    fn outline(size: usize) -> Vec<(String, Option<usize>)> {
        let mut nodes = vec![("root".to_owned(), None)];
        let mut open = vec![0];
        while let Some(parent) = open.pop() {
            for child in 0..1 + (parent * 7 + 3) % 3 {
                if nodes.len() >= size {
                    break;
                }
                // Prefix order is that of a stack: only the newest node may get children.
                nodes.push((format!("node{}", nodes.len()), Some(parent)));
                if child == 0 || parent % 2 == 0 {
                    open.push(nodes.len() - 1);
                }
            }
        }
        nodes
    }

    #[test]
    fn no_two_nodes_of_a_level_overlap_and_parents_are_in_the_middle() {
        let outline = outline(200);
        assert_eq!(outline.len(), 200);
        let children = children(&outline);
        let (rows, levels) = (rows(&outline, &children), levels(&outline));
        for one in 0..outline.len() {
            for two in 0..one {
                let apart = (rows[one] - rows[two]).abs();
                assert!(levels[one] != levels[two] || apart >= 1.0 - 1e-9, "{two} and {one}: {apart}");
            }
            if let (Some(first), Some(last)) = (children[one].first(), children[one].last()) {
                assert!((rows[one] - f64::midpoint(rows[*first], rows[*last])).abs() < 1e-9);
            }
        }
        assert!(rows.iter().all(|row| *row >= 0.0));
    }

    #[test]
    fn numbers_are_drawn_with_few_digits() {
        assert_eq!(cut("0.9776496051599148*Stable"), "0.978*Stable");
        assert_eq!(cut("-12345.678901"), "-12346");
        assert_eq!(cut("0.0000123456"), "1.23e-5");
        assert_eq!(cut("Scaled[4.194450264371181]"), "Scaled[4.194]");
        assert_eq!(cut("0.5*Kind(c3)"), "0.5*Kind(c3)");
    }

    #[test]
    fn a_folded_subtree_is_one_node_that_says_its_size() {
        let outline = [("a", None), ("b", Some(0)), ("c", Some(1)), ("d", Some(1)), ("e", Some(0))]
            .map(|(label, parent)| (label.to_owned(), parent));
        let (folded, numbers) = fold(&outline, &[1, 4]);
        let labels: Vec<&str> = folded.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["a", "b … 3 nodes", "e"], "a leaf has nothing to fold");
        assert_eq!(folded[2].1, Some(0));
        assert_eq!(numbers, [0, 1, 4]);
    }

    #[test]
    fn values_are_shown_and_idle_branches_marked() {
        let outline = [("If".to_owned(), None), ("Yes".to_owned(), Some(0)), ("No".to_owned(), Some(0))];
        let svg = draw(&outline, Some(&[Some(-2.5), Some(-2.5), None]), |_| None).into_string();
        assert!(svg.contains(">If = −2.5</text>") && svg.contains("terminal idle"), "{svg}");
    }

    #[test]
    fn labels_are_escaped_and_long_ones_cut() {
        let outline = [("<".to_owned(), None), ("a\"b&".repeat(20), Some(0))];
        let svg = draw(&outline, None, |label| (label == "<").then_some("less & less")).into_string();
        assert!(svg.contains(">&lt;</text>") && svg.contains("&lt;: less &amp; less"));
        assert!(svg.contains("…</text>"));
    }
}
