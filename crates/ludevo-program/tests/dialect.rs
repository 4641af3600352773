//! Programs written out in another language: what each reading becomes, and that C gives the bits of the program.

use std::fmt::Write;
use std::process::Command;

use ludevo_program::text::{parse, print};
use ludevo_program::{
    Code, Dialect, Domain, Draw, Fold, Function, Language, Method, Op, Primitive, Read, Scope, Type, UNSET,
};
use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

const CELLS: usize = 6;
const MEMO: u16 = 5;
const SQUARES: Domain = Domain { name: "square", values: &["a1", "b1", "c1", "d1"] };
const NUMBERS: Draw = Draw::OneOf(&[1e300, -1e300, 5e-324, -0.0, f64::MAX, f64::MIN, 0.1, 3.0, -1.0]);

/// C as the programs of this file are written in it, with a view called `v`.
struct C;

impl Dialect for C {
    fn held(&self, cell: u16) -> String {
        format!("held(v[{cell}])")
    }

    fn count(&self, cell: u16) -> String {
        format!("count(v[{cell}])")
    }

    fn bit(&self, cell: u16, bit: u8) -> String {
        format!("bit(v[{cell}], {bit})")
    }

    fn asked(&self, terminal: &str, parameter: Option<u16>) -> String {
        match parameter {
            Some(parameter) => format!("{terminal}(v, {parameter})"),
            None => format!("{terminal}(v)"),
        }
    }

    fn apply(&self, function: &str, of: &str) -> String {
        format!("{function}({of})")
    }

    fn perform(&self, deed: &str, _of: Option<(&str, Option<f64>)>) -> String {
        unreachable!("{deed} is not in the language")
    }

    fn finite(&self, number: &str) -> String {
        format!("total({number})")
    }

    fn quotient(&self, left: &str, right: &str, clamp: bool) -> String {
        if clamp { format!("total(quotient({left}, {right}))") } else { format!("quotient({left}, {right})") }
    }
}

/// The game's side of the language below.
const PRELUDE: &str = r#"
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
typedef const uint64_t *view;
static double held(uint64_t cell) { double number; memcpy(&number, &cell, sizeof number); return number; }
static double count(uint64_t cell) { int bits = 0; for (; cell; cell &= cell - 1) bits++; return bits; }
static double bit(uint64_t cell, int place) { return (double)(cell >> place & 1); }
static double total(double number) { return number > DBL_MAX ? DBL_MAX : number < -DBL_MAX ? -DBL_MAX : number; }
static double quotient(double left, double right) { return right == 0 ? 0 : left / right; }
static double square(double number) { return total(number * number); }
static double Weight(view v) { return (double)(v[2] >> 11) / 3.0; }
static double Share(view v, int place) { return (double)(v[3] >> 8 * place & 255) / 255.0; }
"#;

fn language() -> Language {
    let weight = |view: &[u64], _: u16| (view[2] >> 11) as f64 / 3.0;
    let share = |view: &[u64], place: u16| (view[3] >> (8 * place) & 255) as f64 / 255.0;
    let square = Function {
        name: "square",
        apply: |x| x * x,
        within: |low, high| (0.0, (low * low).max(high * high)),
    };
    let primitives = [
        Primitive::float("Constant", Op::Ephemeral(NUMBERS), ""),
        Primitive::bool("True", Op::Truth(true), ""),
        Primitive::float("Two", Op::Number(2.0), ""),
        Primitive::query("Stones", Read::Count { cell: 0 }, ""),
        Primitive::query("Lead", Read::CountDifference { cell: 0, minus: 1 }, ""),
        Primitive::query("IsMine", Read::Bit { cell: 1, of: SQUARES }, ""),
        Primitive::query("Height", Read::Number { cell: 4, within: (-1e9, 1e9) }, ""),
        Primitive::query("Weight", Read::Once { compute: weight, memo: MEMO, within: (0.0, 1e16) }, ""),
        Primitive::query("Share", Read::Of { compute: share, of: SQUARES, within: (0.0, 1.0) }, ""),
        Primitive::float("Plus", Op::Plus, ""),
        Primitive::float("Minus", Op::Minus, ""),
        Primitive::float("Times", Op::Times, ""),
        Primitive::float("Divide", Op::Divide, ""),
        Primitive::float("Scale", Op::Scale(NUMBERS), ""),
        Primitive::float("Square", Op::Apply(square), ""),
        Primitive::float("If", Op::If, ""),
        Primitive::float("IfGreater", Op::IfGreater, ""),
        Primitive::float("IfPositive", Op::IfPositive, ""),
        Primitive::bool("And", Op::And, ""),
        Primitive::bool("Or", Op::Or, ""),
        Primitive::bool("Nand", Op::Nand, ""),
        Primitive::bool("Nor", Op::Nor, ""),
        Primitive::bool("Not", Op::Not, ""),
        Primitive::bool("LowerEqual", Op::LowerEqual, ""),
        Primitive::bool("Greater", Op::Greater, ""),
        Primitive::bool("Smaller", Op::Smaller, ""),
        Primitive::bool("Equal", Op::Equal, ""),
        Primitive::bool("And3", Op::And3, ""),
        Primitive::bool("Or3", Op::Or3, ""),
    ];
    Language::new("written", CELLS, &primitives).expect("every type closes")
}

#[test]
fn every_reading_is_written_with_what_it_reads() {
    let language = language();
    for (text, written) in [
        ("Stones", "count(v[0])"),
        ("Lead", "count(v[0]) - count(v[1])"),
        ("IsMine(a1)", "bit(v[1], 0)"),
        ("IsMine(d1)", "bit(v[1], 3)"),
        ("Height", "held(v[4])"),
        ("Weight", "Weight(v)"),
        ("Share(c1)", "Share(v, 2)"),
        ("Times(Lead, Plus(Two, Stones))", "(count(v[0]) - count(v[1])) * (2.0 + count(v[0]))"),
        ("If(And(IsMine(b1), Height), -1*Lead, Two)", IF),
    ] {
        let tree = parse(text, &language, Type::Float).expect("a program");
        let found = Code::new(&tree, &language, Type::Float).write(&C);
        assert_eq!(found.as_deref(), Some(written), "{text}");
    }
    const IF: &str = "bit(v[1], 1) != 0 && held(v[4]) != 0 ? -(count(v[0]) - count(v[1])) : 2.0";
}

#[test]
fn a_program_that_looks_ahead_is_no_expression() {
    let scope = Scope { name: "nowhere", enter: |_, _, _| false, fold: Fold::Most };
    let primitives = [
        Primitive::float("Most", Op::Scope(scope), ""),
        Primitive::float("Stones", Op::Read(Read::Count { cell: 0 }), ""),
    ];
    let language = Language::new("ahead", 1, &primitives).expect("every type closes");
    let tree = parse("Most(Stones)", &language, Type::Float).expect("a program");
    assert_eq!(Code::new(&tree, &language, Type::Float).write(&C), None);
}

fn random_view(rng: &mut Stream) -> [u64; CELLS] {
    let mut view = [0u64; CELLS];
    view.fill_with(|| if rng.random_bool(0.2) { 0 } else { rng.random() });
    view[4] = rng.random_range(-1e9f64..1e9).to_bits();
    view[usize::from(MEMO)] = UNSET;
    view
}

#[test]
fn programs_written_in_c_give_the_same_bits() {
    let Some(compiler) = ludevo_peers::needed_by("programs_written_in_c_give_the_same_bits") else { return };
    let language = language();
    let mut rng = stream(1, Purpose::Sampling, 0, 0);
    let views: Vec<[u64; CELLS]> = (0..16).map(|_| random_view(&mut rng)).collect();
    let (mut source, mut calls) = (PRELUDE.to_owned(), String::new());
    let mut expected = Vec::new();
    for number in 0..400 {
        let method = if number % 2 == 0 { Method::Full } else { Method::Grow };
        let depth = rng.random_range(1..6);
        let tree = language.random_tree(&mut rng, method, Type::Float, depth);
        let code = Code::new(&tree, &language, Type::Float);
        writeln!(
            source,
            "static double p{number}(view v) {{ return {}; }}",
            code.write(&C).expect("an expression")
        )
        .unwrap();
        writeln!(calls, "    say(p{number}(v));").unwrap();
        let program = print(&tree, &language);
        let bits = |view: &[u64; CELLS]| code.evaluate(&mut view.clone()).to_bits();
        expected.push((program, views.iter().map(bits).collect::<Vec<u64>>()));
    }
    let rows = views.iter().map(|view| {
        let cells = view.iter().map(|cell| format!("UINT64_C({cell})")).collect::<Vec<_>>().join(", ");
        format!("{{ {cells} }}")
    });
    let rows = rows.collect::<Vec<_>>().join(", ");
    let views_count = views.len();
    write!(
        source,
        "static const uint64_t VIEWS[{views_count}][{CELLS}] = {{ {rows} }};\n\
         static void say(double number) {{ uint64_t bits; memcpy(&bits, &number, 8); printf(\"%\" PRIu64 \"\\n\", bits); }}\n\
         int main(void) {{ for (int i = 0; i < {views_count}; i++) {{ view v = VIEWS[i];\n{calls}}} }}\n"
    )
    .unwrap();
    let folder = std::env::temp_dir().join(format!("ludevo-dialect-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let (path, binary) = (folder.join("programs.c"), folder.join("programs"));
    std::fs::write(&path, &source).expect("the source is written");
    let compiled = Command::new(compiler)
        .args(["-std=c99", "-ffp-contract=off", "-w", "-o"])
        .args([&binary, &path])
        .output()
        .expect("the compiler runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&binary).output().expect("the programs run");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    let lines = String::from_utf8(output.stdout).expect("numbers");
    let found: Vec<u64> = lines.lines().map(|line| line.parse().expect("bits")).collect();
    assert_eq!(found.len(), expected.len() * views.len());
    for (view, row) in found.chunks(expected.len()).enumerate() {
        for (bits, (program, wanted)) in row.iter().zip(&expected) {
            let (bits, wanted) = (f64::from_bits(*bits), f64::from_bits(wanted[view]));
            assert_eq!(bits.to_bits(), wanted.to_bits(), "{program}: {bits:?}, not {wanted:?}");
        }
    }
}
