//! The gradient of a batch is that which finite differences find.

use ludevo_program::functions::READABLE;
use ludevo_program::text::parse;
use ludevo_program::{Batch, Language, Node, NodeGradient, Primitive, Read, Tree, Type};

/// What the two readings say of each of eleven views: more than the eight that are summed side by side.
const VIEWS: [[f32; 2]; 11] = [
    [0.0, 3.0],
    [1.0, -2.0],
    [2.5, 0.5],
    [-1.0, 4.0],
    [3.0, 3.0],
    [-0.5, -0.5],
    [7.0, 1.0],
    [0.25, -6.0],
    [-3.0, 2.0],
    [5.0, 0.0],
    [1.5, 1.5],
];

/// What the sum owes to each view.
const OWED: [f32; 11] = [1.0, -2.0, 0.5, 0.0, 3.0, 1.5, -1.0, 0.25, 2.0, -0.5, 1.0];

fn language() -> Language {
    let within = (-10.0, 10.0);
    let readings = [
        Primitive::query("A", Read::Number { cell: 0, within }, ""),
        Primitive::query("B", Read::Number { cell: 1, within }, ""),
    ];
    Language::new("test/gradient", 2, &[READABLE.as_slice(), &readings].concat()).expect("every type closes")
}

/// Every way in which a constant or the factor of a terminal can matter: sums, differences, products, scales, constants,
/// both branches of a choice, and below several of these.
fn program(language: &Language, numbers: &[f64; 7]) -> Tree {
    let [a, b, c, d, e, f, g] = numbers;
    let text = format!(
        "Plus(Times({a:?}*A, Minus({b:?}*B, Constant[{c:?}])), \
         If(AtMost(A, B), Scaled[{d:?}](Plus({e:?}*A, B)), Times(Scaled[{f:?}](B), Minus({g:?}*A, B))))"
    );
    parse(&text, language, Type::Float).expect("a program")
}

fn prepared(tree: &Tree, language: &Language) -> (Batch, f64) {
    let first = language.opcode("A").expect("a reading");
    let read = |node: &Node, out: &mut [f32]| {
        let which = usize::from(node.opcode != first);
        out.iter_mut().zip(VIEWS).for_each(|(out, view)| *out = view[which]);
    };
    let mut batch = Batch::new(tree, language).expect("it acts on nothing");
    let mut values = [0.0; VIEWS.len()];
    batch.evaluate(VIEWS.len(), read, &mut values);
    let sum = values.iter().zip(OWED).map(|(value, owed)| f64::from(value * owed)).sum();
    (batch, sum)
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let language = language();
    let numbers = [1.5, -0.5, 2.0, 0.75, -1.25, 3.0, 0.5];
    let tree = program(&language, &numbers);
    let (mut batch, _) = prepared(&tree, &language);
    let mut gradient = vec![NodeGradient::default(); batch.nodes()];
    batch.add_gradient(&OWED, &mut gradient);
    // The tree in prefix order: in which node each number stands, and whether as its factor.
    let names = ["A", "B", "Constant", "Scaled", "A", "Scaled", "A"];
    let mut nodes = tree.nodes().iter().enumerate();
    for (index, name) in names.iter().enumerate() {
        let opcode = language.opcode(name).expect("a primitive");
        let holds = |node: &Node| node.factor == numbers[index] || node.constant == numbers[index];
        let (place, _) = nodes.find(|(_, node)| node.opcode == opcode && holds(node)).expect("its node");
        let found =
            if matches!(*name, "A" | "B") { gradient[place].factor } else { gradient[place].constant };
        // The sum is linear in each number alone: the difference is exact for any step.
        let moved = |by: f64| {
            let mut numbers = numbers;
            numbers[index] += by;
            prepared(&program(&language, &numbers), &language).1
        };
        let expected = (moved(0.5) - moved(-0.5)) as f32;
        assert!(
            (found - expected).abs() <= 1e-4 * expected.abs().max(1.0),
            "{name}: {found}, not {expected}"
        );
        assert!(expected.abs() > 0.1, "{name} must matter for this test to say anything");
    }
}
