//! Equality saturation: grows every form that rewrites exact in f64 lead to, and takes the one written shortest.

use std::sync::LazyLock;
use std::time::Duration;

use egg::{Analysis, DidMerge, EGraph, Id, RecExpr, Rewrite, Runner, Subst, Var, rewrite};

use crate::simplify::form::{Form, Forms, Real, range_of};
use crate::simplify::range::Range;
use crate::simplify::write::{Cost, Writer};

/// Rounds of rewriting at most.
const ROUNDS: usize = 5;

/// The search ends when there are this many forms.
const MOST_FORMS: usize = 2_000;

/// The product of three whole numbers up to this magnitude is below 2^53, so no operation of one rewrite rounds.
const SURELY_EXACT: f64 = 1e5;

/// What is known about a class of equal forms.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fact {
    range: Range,
    truth: Option<bool>,
}

/// Ranges of numbers and decided truth values.
#[derive(Clone)]
struct Facts {
    terminals: Vec<Range>,
}

impl Analysis<Form> for Facts {
    type Data = Fact;

    fn make(graph: &mut EGraph<Form, Self>, form: &Form, _: Id) -> Fact {
        let range = range_of(form, &graph.analysis.terminals, |child| graph[child].data.range);
        let truth = |id: &Id| graph[*id].data.truth;
        let all = |[a, b]: &[Id; 2], value: bool| match (truth(a), truth(b)) {
            (Some(a), _) if a != value => Some(a),
            (_, Some(b)) if b != value => Some(b),
            (Some(_), Some(_)) => Some(value),
            _ => None,
        };
        let truth = match form {
            Form::Truth(value) => Some(*value),
            Form::Not([a]) => truth(a).map(|value| !value),
            Form::And(both) => all(both, true),
            Form::Or(both) => all(both, false),
            Form::Nand(both) => all(both, true).map(|value| !value),
            Form::Nor(both) => all(both, false).map(|value| !value),
            Form::LowerEqual([a, b]) if graph.find(*a) == graph.find(*b) => Some(true),
            Form::LowerEqual([a, b]) => graph[*a].data.range.lower_equal(graph[*b].data.range),
            _ => None,
        };
        Fact { range, truth }
    }

    fn merge(&mut self, into: &mut Fact, from: Fact) -> DidMerge {
        let merged = Fact { range: into.range.meet(from.range), truth: into.truth.or(from.truth) };
        let changed = DidMerge(merged != *into, merged != from);
        *into = merged;
        changed
    }

    fn modify(graph: &mut EGraph<Form, Self>, id: Id) {
        let fact = graph[id].data;
        // A truth value has no range, and a number no truth, so at most one of the two is added.
        if let Some(value) = fact.truth {
            let constant = graph.add(Form::Truth(value));
            graph.union(id, constant);
        } else if let Some(value) = fact.range.single() {
            let constant = graph.add(Form::Number(Real::new(value)));
            graph.union(id, constant);
        }
    }
}

/// The form equal to `id` that the language writes shortest, as far as the limits let it be found.
pub(crate) fn saturate(forms: &mut Forms, writer: &Writer, id: Id) -> Id {
    let mut expression = RecExpr::default();
    let mut seen = vec![None; usize::from(id) + 1];
    copy_into(forms, id, &mut expression, &mut seen);
    let facts = Facts { terminals: forms.terminals().to_vec() };
    let runner = Runner::<Form, Facts>::new(facts)
        .with_expr(&expression)
        .with_iter_limit(ROUNDS)
        .with_node_limit(MOST_FORMS)
        // No time is longer than this, so that rounds and forms alone decide: the result must not depend on how fast the
        // machine is.
        .with_time_limit(Duration::MAX)
        .run(RULES.iter());
    let root = runner.egraph.find(runner.roots[0]);
    Extraction::new(&runner.egraph, writer).form(forms, root).unwrap_or(id)
}

fn copy_into(forms: &Forms, id: Id, expression: &mut RecExpr<Form>, seen: &mut [Option<Id>]) -> Id {
    if let Some(copied) = seen[usize::from(id)] {
        return copied;
    }
    let copy = egg::Language::map_children(forms[id], |child| copy_into(forms, child, expression, seen));
    let copied = expression.add(copy);
    seen[usize::from(id)] = Some(copied);
    copied
}

/// The cheapest form of each class.
struct Extraction<'a> {
    graph: &'a EGraph<Form, Facts>,
    best: Vec<Option<(Cost, Form)>>,
}

impl<'a> Extraction<'a> {
    fn new(graph: &'a EGraph<Form, Facts>, writer: &Writer) -> Self {
        let mut classes: Vec<Id> = graph.classes().map(|class| class.id).collect();
        classes.sort_unstable();
        let most = classes.last().map_or(0, |id| usize::from(*id) + 1);
        let mut best: Vec<Option<(Cost, Form)>> = vec![None; most];
        let mut changed = true;
        while changed {
            changed = false;
            for class in &classes {
                for form in &graph[*class].nodes {
                    let child = |id: Id| best[usize::from(graph.find(id))].map(|(cost, _)| cost);
                    let cost = writer.cost(form, child, |id| graph[id].data.range.single());
                    let held = &best[usize::from(*class)];
                    if let Some(cost) = cost
                        && held.is_none_or(|(least, _)| cost < least)
                    {
                        best[usize::from(*class)] = Some((cost, *form));
                        changed = true;
                    }
                }
            }
        }
        Extraction { graph, best }
    }

    fn form(&self, forms: &mut Forms, class: Id) -> Option<Id> {
        let (_, form) = self.best[usize::from(self.graph.find(class))]?;
        let number = |id: Id| self.graph[id].data.range.single();
        // Written as a factor, so it need not be a number that the language has a node for.
        let factor = match form {
            Form::Times(both) => both.into_iter().position(|child| number(child).is_some()),
            _ => None,
        };
        let mut extracted = form;
        for (position, child) in egg::Language::children_mut(&mut extracted).iter_mut().enumerate() {
            *child = match number(*child) {
                Some(value) if factor == Some(position) => forms.number(value),
                _ => self.form(forms, *child)?,
            };
        }
        Some(forms.add(extracted))
    }
}

type Graph = EGraph<Form, Facts>;

fn var(name: &str) -> Var {
    name.parse().expect("a rule's variable")
}

/// Whether the variables stand for whole numbers whose sums and products are exact.
fn are_whole(names: &[&str]) -> impl Fn(&mut Graph, Id, &Subst) -> bool + use<> {
    let variables: Vec<Var> = names.iter().map(|name| var(name)).collect();
    move |graph, _, subst| {
        variables.iter().all(|variable| {
            let range = graph[subst[*variable]].data.range;
            range.whole && range.magnitude() <= SURELY_EXACT
        })
    }
}

/// Whether the variables stand for constants.
fn are_constant(names: &[&str]) -> impl Fn(&mut Graph, Id, &Subst) -> bool + use<> {
    let variables: Vec<Var> = names.iter().map(|name| var(name)).collect();
    move |graph, _, subst| {
        variables.iter().all(|variable| graph[subst[*variable]].data.range.single().is_some())
    }
}

/// Whether the first variable stands for a constant, and one of the others does too.
fn have_two_constants(first: &str, others: [&str; 2]) -> impl Fn(&mut Graph, Id, &Subst) -> bool + use<> {
    let first = var(first);
    let others = others.map(var);
    move |graph, _, subst| {
        let is_constant = |variable: Var| graph[subst[variable]].data.range.single().is_some();
        is_constant(first) && others.into_iter().any(is_constant)
    }
}

/// Whether the variable stands for a constant that keeps the sign (or always turns it) and never rounds to zero.
fn keeps_sign(name: &str, positive: bool) -> impl Fn(&mut Graph, Id, &Subst) -> bool + use<> {
    let variable = var(name);
    move |graph, _, subst| {
        let constant = graph[subst[variable]].data.range.single();
        constant.is_some_and(|value| if positive { value >= 1.0 } else { value <= -1.0 })
    }
}

/// Whether ranges decide how one of two numbers compares with a third.
fn one_is_decided(
    choices: [&str; 2],
    other: &str,
    other_is_left: bool,
) -> impl Fn(&mut Graph, Id, &Subst) -> bool + use<> {
    let choices = choices.map(var);
    let other = var(other);
    move |graph, _, subst| {
        let range = |variable: Var| graph[subst[variable]].data.range;
        choices.into_iter().any(|choice| {
            let (left, right) =
                if other_is_left { (range(other), range(choice)) } else { (range(choice), range(other)) };
            left.lower_equal(right).is_some()
        })
    }
}

static RULES: LazyLock<Vec<Rewrite<Form, Facts>>> =
    LazyLock::new(|| [arithmetic(), whole_numbers(), choices(), logic(), comparisons()].concat());

/// Exact whatever the numbers are: changes of sign, doubling, and what adds or multiplies nothing.
fn arithmetic() -> Vec<Rewrite<Form, Facts>> {
    let mut rules = vec![
        rewrite!("plus-commutes"; "(+ ?a ?b)" => "(+ ?b ?a)"),
        rewrite!("times-commutes"; "(* ?a ?b)" => "(* ?b ?a)"),
        rewrite!("plus-zero"; "(+ ?a 0)" => "?a"),
        rewrite!("minus-zero"; "(- ?a 0)" => "?a"),
        rewrite!("times-one"; "(* 1 ?a)" => "?a"),
        rewrite!("minus-itself"; "(- ?a ?a)" => "0"),
        rewrite!("zero-minus"; "(- 0 ?a)" => "(* -1 ?a)"),
        rewrite!("twice"; "(+ ?a ?a)" => "(* 2 ?a)"),
        rewrite!("thrice"; "(+ ?a (* 2 ?a))" => "(* 3 ?a)"),
        rewrite!("minus-negative"; "(- ?a (* -1 ?b))" => "(+ ?a ?b)"),
        rewrite!("sum-of-negatives"; "(+ (* -1 ?a) (* -1 ?b))" => "(* -1 (+ ?a ?b))"),
        rewrite!("negative-inside"; "(* ?a (* -1 ?b))" => "(* (* -1 ?a) ?b)"),
        rewrite!("negative-minus-constant"; "(- ?a (* ?c ?b))" => "(+ ?a (* (* -1 ?c) ?b))"
            if are_constant(&["?c"])),
    ];
    rules.extend(rewrite!("plus-negative"; "(+ ?a (* -1 ?b))" <=> "(- ?a ?b)"));
    rules.extend(rewrite!("negative-difference"; "(* -1 (- ?a ?b))" <=> "(- ?b ?a)"));
    rules.extend(rewrite!("negative-product"; "(* -1 (* ?a ?b))" <=> "(* (* -1 ?a) ?b)"));
    rules
}

/// Exact because small whole numbers never round.
fn whole_numbers() -> Vec<Rewrite<Form, Facts>> {
    let abc = || are_whole(&["?a", "?b", "?c"]);
    let ab = || are_whole(&["?a", "?b"]);
    vec![
        rewrite!("plus-associates"; "(+ (+ ?a ?b) ?c)" => "(+ ?a (+ ?b ?c))" if abc()),
        rewrite!("minus-minus"; "(- (- ?a ?b) ?c)" => "(- ?a (+ ?b ?c))" if abc()),
        rewrite!("plus-minus"; "(+ ?a (- ?b ?c))" => "(- (+ ?a ?b) ?c)" if abc()),
        rewrite!("minus-of-minus"; "(- ?a (- ?b ?c))" => "(- (+ ?a ?c) ?b)" if abc()),
        rewrite!("cancel-plus"; "(- (+ ?a ?b) ?b)" => "?a" if ab()),
        rewrite!("cancel-minus"; "(+ (- ?a ?b) ?b)" => "?a" if ab()),
        rewrite!("cancel-both"; "(- (+ ?a ?c) (+ ?b ?c))" => "(- ?a ?b)" if abc()),
        rewrite!("collect"; "(+ (* ?a ?c) (* ?b ?c))" => "(* (+ ?a ?b) ?c)" if abc()),
        rewrite!("collect-one"; "(+ ?c (* ?b ?c))" => "(* (+ 1 ?b) ?c)" if are_whole(&["?b", "?c"])),
        rewrite!("collect-minus"; "(- (* ?a ?c) (* ?b ?c))" => "(* (- ?a ?b) ?c)" if abc()),
        rewrite!("collect-minus-one"; "(- (* ?b ?c) ?c)" => "(* (- ?b 1) ?c)" if are_whole(&["?b", "?c"])),
        rewrite!("collect-one-minus"; "(- ?c (* ?b ?c))" => "(* (- 1 ?b) ?c)" if are_whole(&["?b", "?c"])),
        rewrite!("scale-scale"; "(* ?a (* ?b ?c))" => "(* (* ?a ?b) ?c)" if abc()),
        rewrite!("compare-shifted"; "(<= (+ ?a ?c) (+ ?b ?c))" => "(<= ?a ?b)" if abc()),
        rewrite!("compare-plus"; "(<= (+ ?a ?c) ?b)" => "(<= ?a (- ?b ?c))" if abc()),
        rewrite!("compare-minus"; "(<= (- ?a ?c) ?b)" => "(<= ?a (+ ?b ?c))" if abc()),
        rewrite!("compared-plus"; "(<= ?b (+ ?a ?c))" => "(<= (- ?b ?c) ?a)" if abc()),
        rewrite!("compared-minus"; "(<= ?b (- ?a ?c))" => "(<= (+ ?b ?c) ?a)" if abc()),
    ]
}

/// A choice computes the same in whatever order it is nested, shared or carried.
fn choices() -> Vec<Rewrite<Form, Facts>> {
    vec![
        rewrite!("if-true"; "(if true ?a ?b)" => "?a"),
        rewrite!("if-false"; "(if false ?a ?b)" => "?b"),
        rewrite!("if-same"; "(if ?c ?a ?a)" => "?a"),
        rewrite!("if-not"; "(if (not ?c) ?a ?b)" => "(if ?c ?b ?a)"),
        rewrite!("if-again-then"; "(if ?c (if ?c ?a ?b) ?d)" => "(if ?c ?a ?d)"),
        rewrite!("if-again-else"; "(if ?c ?a (if ?c ?b ?d))" => "(if ?c ?a ?d)"),
        rewrite!("if-shared-plus"; "(if ?c (+ ?a ?x) (+ ?a ?y))" => "(+ ?a (if ?c ?x ?y))"),
        rewrite!("if-shared-times"; "(if ?c (* ?a ?x) (* ?a ?y))" => "(* ?a (if ?c ?x ?y))"),
        rewrite!("if-shared-minus"; "(if ?c (- ?a ?x) (- ?a ?y))" => "(- ?a (if ?c ?x ?y))"),
        rewrite!("if-shared-from"; "(if ?c (- ?x ?a) (- ?y ?a))" => "(- (if ?c ?x ?y) ?a)"),
        rewrite!("if-plus-then"; "(if ?c (+ ?a ?x) ?a)" => "(+ ?a (if ?c ?x 0))"),
        rewrite!("if-plus-else"; "(if ?c ?a (+ ?a ?x))" => "(+ ?a (if ?c 0 ?x))"),
        rewrite!("if-minus-then"; "(if ?c (- ?a ?x) ?a)" => "(- ?a (if ?c ?x 0))"),
        rewrite!("if-minus-else"; "(if ?c ?a (- ?a ?x))" => "(- ?a (if ?c 0 ?x))"),
        rewrite!("if-plus-minus"; "(if ?c (+ ?a ?x) (- ?a ?y))" => "(+ ?a (if ?c ?x (* -1 ?y)))"),
        rewrite!("scaled-if"; "(* ?k (if ?c ?x ?y))" => "(if ?c (* ?k ?x) (* ?k ?y))"
            if have_two_constants("?k", ["?x", "?y"])),
        rewrite!("if-or"; "(if ?c ?a (if ?d ?a ?b))" => "(if (or ?c ?d) ?a ?b)"),
        rewrite!("if-and"; "(if ?c (if ?d ?a ?b) ?b)" => "(if (and ?c ?d) ?a ?b)"),
        rewrite!("if-or-not"; "(if ?c ?a (if ?d ?b ?a))" => "(if (or ?c (not ?d)) ?a ?b)"),
        rewrite!("if-nand"; "(if ?c (if ?d ?b ?a) ?b)" => "(if (and ?c (not ?d)) ?a ?b)"),
        rewrite!("if-if-then"; "(if ?c (if ?d ?a ?x) (if ?d ?a ?y))" => "(if ?d ?a (if ?c ?x ?y))"),
        rewrite!("if-if-else"; "(if ?c (if ?d ?x ?a) (if ?d ?y ?a))" => "(if ?d (if ?c ?x ?y) ?a)"),
    ]
}

/// Boolean algebra.
fn logic() -> Vec<Rewrite<Form, Facts>> {
    let mut rules = vec![
        rewrite!("and-commutes"; "(and ?a ?b)" => "(and ?b ?a)"),
        rewrite!("or-commutes"; "(or ?a ?b)" => "(or ?b ?a)"),
        rewrite!("and-associates"; "(and (and ?a ?b) ?c)" => "(and ?a (and ?b ?c))"),
        rewrite!("or-associates"; "(or (or ?a ?b) ?c)" => "(or ?a (or ?b ?c))"),
        rewrite!("not-not"; "(not (not ?a))" => "?a"),
        rewrite!("and-same"; "(and ?a ?a)" => "?a"),
        rewrite!("or-same"; "(or ?a ?a)" => "?a"),
        rewrite!("and-true"; "(and ?a true)" => "?a"),
        rewrite!("or-false"; "(or ?a false)" => "?a"),
        rewrite!("and-opposite"; "(and ?a (not ?a))" => "false"),
        rewrite!("or-opposite"; "(or ?a (not ?a))" => "true"),
        rewrite!("and-absorbs"; "(and ?a (or ?a ?b))" => "?a"),
        rewrite!("or-absorbs"; "(or ?a (and ?a ?b))" => "?a"),
        rewrite!("and-resolves"; "(and ?a (or (not ?a) ?b))" => "(and ?a ?b)"),
        rewrite!("or-resolves"; "(or ?a (and (not ?a) ?b))" => "(or ?a ?b)"),
        rewrite!("and-shared"; "(or (and ?a ?b) (and ?a ?c))" => "(and ?a (or ?b ?c))"),
        rewrite!("or-shared"; "(and (or ?a ?b) (or ?a ?c))" => "(or ?a (and ?b ?c))"),
    ];
    rules.extend(rewrite!("nand"; "(nand ?a ?b)" <=> "(not (and ?a ?b))"));
    rules.extend(rewrite!("nor"; "(nor ?a ?b)" <=> "(not (or ?a ?b))"));
    rules.extend(rewrite!("not-and"; "(not (and ?a ?b))" <=> "(or (not ?a) (not ?b))"));
    rules.extend(rewrite!("not-or"; "(not (or ?a ?b))" <=> "(and (not ?a) (not ?b))"));
    rules
}

/// The sign of a difference is exact, because differences underflow gradually; so is the sign of a product with a
/// constant of at least one.
fn comparisons() -> Vec<Rewrite<Form, Facts>> {
    vec![
        rewrite!("compare-difference"; "(<= (- ?a ?b) 0)" => "(<= ?a ?b)"),
        rewrite!("compared-difference"; "(<= 0 (- ?a ?b))" => "(<= ?b ?a)"),
        rewrite!("compare-negatives"; "(<= (* -1 ?a) (* -1 ?b))" => "(<= ?b ?a)"),
        rewrite!("compare-negative"; "(<= (* -1 ?a) ?c)" => "(<= (* -1 ?c) ?a)" if are_constant(&["?c"])),
        rewrite!("compared-negative"; "(<= ?c (* -1 ?a))" => "(<= ?a (* -1 ?c))" if are_constant(&["?c"])),
        rewrite!("compare-scaled"; "(<= (* ?c ?a) 0)" => "(<= ?a 0)" if keeps_sign("?c", true)),
        rewrite!("compared-scaled"; "(<= 0 (* ?c ?a))" => "(<= 0 ?a)" if keeps_sign("?c", true)),
        rewrite!("compare-turned"; "(<= (* ?c ?a) 0)" => "(<= 0 ?a)" if keeps_sign("?c", false)),
        rewrite!("compared-turned"; "(<= 0 (* ?c ?a))" => "(<= ?a 0)" if keeps_sign("?c", false)),
        rewrite!("compare-either"; "(or (<= ?a ?b) (<= ?b ?a))" => "true"),
        rewrite!("compare-choice"; "(<= (if ?c ?x ?y) ?z)"
            => "(or (and ?c (<= ?x ?z)) (and (not ?c) (<= ?y ?z)))" if one_is_decided(["?x", "?y"], "?z", false)),
        rewrite!("compared-choice"; "(<= ?z (if ?c ?x ?y))"
            => "(or (and ?c (<= ?z ?x)) (and (not ?c) (<= ?z ?y)))" if one_is_decided(["?x", "?y"], "?z", true)),
    ]
}
