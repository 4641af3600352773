//! Rules for operations that have no form: each looks at one node and its arguments.

use crate::interpret::Code;
use crate::language::{Language, Type};
use crate::operation::{Meaning, Op, Value};
use crate::simplify::write::Writer;
use crate::tree::{Node, Tree};

/// Something smaller with the same value and the same effects as the subtree of these nodes, if a rule knows it.
pub(super) fn smaller(nodes: &[Node], language: &Language, writer: &Writer) -> Option<Vec<Node>> {
    let op = |node: &Node| language.primitive(node.opcode).op;
    let is_pure = |part: &[Node]| part.iter().all(|node| op(node).is_pure());
    let is_constant =
        |part: &[Node]| is_pure(part) && !part.iter().any(|node| matches!(op(node), Op::Read(_)));
    let constant = |part: &[Node], kind: Type| {
        let tree = Tree::from_nodes(part.to_vec());
        Code::new(&tree, language, kind).evaluate(&mut vec![0; language.cells()])
    };
    let root = &nodes[0];
    if nodes.len() == 1 || language.primitive(root.opcode).returns != Type::Float {
        return None;
    }
    if is_constant(nodes) {
        return Some(vec![writer.number_node(constant(nodes, Type::Float))?]);
    }
    let tree = Tree::from_nodes(nodes.to_vec());
    let arguments: Vec<&[Node]> = tree.arguments(language, 0).map(|at| tree.subtree(at)).collect();
    if let Some(Meaning::Number(Value::Choose(condition, then, otherwise))) =
        op(root).kernel().map(|kernel| &kernel.meaning)
    {
        let (Value::Argument(then), Value::Argument(otherwise)) = (then, otherwise) else { return None };
        let asked = &arguments[..*then.min(otherwise)];
        if arguments[*then] == arguments[*otherwise] && asked.iter().all(|part| is_pure(part)) {
            return scaled(arguments[*then], root.factor);
        }
        if !asked.iter().all(|part| is_constant(part)) {
            return None;
        }
        let takes = op(root).takes();
        let holds = condition.evaluate(root.constant, &mut |place| constant(asked[place], takes[place]));
        return scaled(arguments[if holds { *then } else { *otherwise }], root.factor);
    }
    match (op(root), &arguments[..]) {
        (Op::Negate, [number]) => scaled(number, -root.factor),
        (Op::Divide, [number, by])
            if is_pure(number) && is_constant(by) && constant(by, Type::Float) == 0.0 =>
        {
            Some(vec![writer.number_node(0.0)?])
        }
        _ => None,
    }
}

/// The nodes multiplied, if one of the two factors is 1: two factors would round twice.
fn scaled(nodes: &[Node], factor: f64) -> Option<Vec<Node>> {
    let own = nodes[0].factor;
    // A sign never rounds.
    let both = if own.abs() == 1.0 || factor.abs() == 1.0 { own * factor } else { return None };
    let mut nodes = nodes.to_vec();
    nodes[0].factor = both;
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use crate::language::{Deed, Draw, Function, Language, Primitive, Read, Type};
    use crate::operation::Op;
    use crate::simplify::simplify;
    use crate::text;

    fn language() -> Language {
        let root = Function { name: "root", apply: |x| x.abs().sqrt(), within: |_, _| (0.0, 1e200) };
        let fire =
            Deed { name: "fire", act: |_, _| 1.0, takes_one: true, within: (0.0, 1.0), is_pure: false };
        let primitives = [
            Primitive::float("X", Op::Read(Read::Count { cell: 0 }), "bits"),
            Primitive::float("Constant", Op::Ephemeral(Draw::Between(-1.0, 1.0)), "a constant"),
            Primitive::float("Add", Op::Plus, "the sum"),
            Primitive::float("Div", Op::Divide, "the quotient"),
            Primitive::float("Neg", Op::Negate, "the negative"),
            Primitive::float("Root", Op::Apply(root), "the root"),
            Primitive::float("IfPositive", Op::IfPositive, "a choice"),
            Primitive::float("Fire", Op::Do(fire), "fires"),
        ];
        Language::new("local", 1, &primitives).unwrap()
    }

    #[test]
    fn what_has_no_form_is_simplified_node_by_node() {
        let language = language();
        for (text, expected) in [
            ("Root(9)", "3"),
            ("Neg(Neg(Root(X)))", "Root(X)"),
            ("2*Neg(Root(X))", "-2*Root(X)"),
            ("IfPositive(X, Root(X), Root(X))", "Root(X)"),
            ("IfPositive(-1, Root(X), Neg(X))", "-1*X"),
            ("Div(X, 0)", "0"),
            // The sum has forms throughout once the root is a number.
            ("Add(X, Add(Root(4), -2))", "X"),
            // What acts stays, and so does a product of two factors, which would round otherwise.
            ("IfPositive(Fire(X), Root(X), Root(X))", "IfPositive(Fire(X), Root(X), Root(X))"),
            ("Div(Fire(X), 0)", "Div(Fire(X), 0)"),
            ("3*Neg(0.1*Root(X))", "3*Neg(0.1*Root(X))"),
        ] {
            let tree = text::parse(text, &language, Type::Float).unwrap();
            let simplified = simplify(&tree, &language, Type::Float);
            assert_eq!(text::print(&simplified, &language), expected, "{text}");
        }
    }
}
