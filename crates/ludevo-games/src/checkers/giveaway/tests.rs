//! What the heuristics of the paper are made of, and that forms say what is wrong with them.

use super::factors::{FACTORS, Factors, Parameter};
use super::heuristic::{Between, Form, Heuristic, Join, Phase, published};
use crate::checkers::fen::parse_fen;
use crate::checkers::rules::Position;

fn position(fen: &str) -> Position<4> {
    parse_fen(fen).expect("a position")
}

fn value(fen: &str, parameter: &str) -> f64 {
    let parameter: Parameter = parameter.parse().expect("a parameter");
    Factors::of(&position(fen)).get(parameter)
}

#[test]
fn factors_count_what_the_paper_says() {
    // Black: a pawn on 9 that white's 14 and its own 13 leave without a step, one on 13 at the edge, a king on 3.
    let fen = "B:W14,K32:B9,13,K3";
    let black = [2, 1, 3, 1, 1, 2, 1, 1, 2, 5 + 4, 3];
    let white = [1, 1, 2, 0, 1, 1, 1, 1, 2, 3, 3];
    for (((_, name), own), enemy) in FACTORS.iter().zip(black).zip(white) {
        assert_eq!(value(fen, &format!("own {name}")), f64::from(own), "own {name}");
        assert_eq!(value(fen, &format!("enemy {name}")), f64::from(enemy), "enemy {name}");
        assert_eq!(value(fen, name), f64::from(own - enemy), "{name}");
        assert_eq!(value(fen, &format!("total {name}")), f64::from(own + enemy), "total {name}");
    }
}

#[test]
fn parameters_read_back_and_wrong_ones_are_named() {
    for text in ["kings", "own open-row", "enemy safe-pieces", "total pieces"] {
        assert_eq!(text.parse::<Parameter>().expect("a parameter").to_string(), text);
    }
    let error = "own pawn".parse::<Parameter>().expect_err("no such parameter");
    assert!(error.starts_with("`own pawn` is not a parameter; the nearest is `pawns`."), "{error}");
}

#[test]
fn published_forms_have_the_published_sizes_and_disjoint_phases() {
    let forms = [published::eight(), published::ten(), published::three_phases(), published::five_phases()];
    assert_eq!(forms.each_ref().map(Form::weights), [8, 10, 8 + 8 + 5, 8 + 3 * 8 + 5]);
    for form in &forms {
        form.check().expect("the form means something");
        assert_eq!(form.overlaps(), []);
    }
}

#[test]
fn exactly_one_phase_counts() {
    for form in [published::three_phases(), published::five_phases()] {
        for (fen, name) in [
            ("B:W21-32:B1-12", "beginning"),
            ("B:W21,22,23:B1-12", "ending"),
            ("B:W21-24:B1-3,5", "beginning"),
        ] {
            let factors = Factors::of(&position(fen));
            let holding: Vec<&str> = form
                .phases
                .iter()
                .filter(|phase| phase.holds(&factors))
                .map(|phase| &phase.name[..])
                .collect();
            assert_eq!(holding, [name], "{fen}");
        }
    }
}

#[test]
fn a_heuristic_weighs_what_counts() {
    let fen = "B:W14,K32:B9,13,K3";
    let weights = vec![1.0, 10.0, 100.0, 1000.0, 0.5, 0.25, 0.125, 2.0];
    let linear = Heuristic::new(published::eight(), weights.clone()).expect("eight weights");
    let expected = 1.0 + 100.0 + 0.125 * 6.0;
    assert_eq!(linear.judge(&position(fen)), expected);
    // The same weights in the phase that counts, others elsewhere.
    let mut phased = weights;
    phased.extend([7.0; 13]);
    let phased = Heuristic::new(published::three_phases(), phased).expect("21 weights");
    assert_eq!(phased.judge(&position(fen)), expected);
}

#[test]
fn overlapping_phases_are_named_with_an_example() {
    let phase = |name: &str, least, most| Phase {
        name: name.to_owned(),
        not: false,
        join: Join::And,
        when: vec![Between { parameter: "total pieces".parse().expect("a parameter"), least, most }],
        linear: vec!["pawns".parse().expect("a parameter")],
    };
    let form =
        Form { linear: Vec::new(), phases: vec![phase("early", 10.0, 24.0), phase("late", 0.0, 10.0)] };
    form.check().expect("overlaps are allowed");
    let overlaps = form.overlaps();
    assert_eq!(overlaps.len(), 1);
    assert!(overlaps[0].to_string().starts_with("phases `early` and `late` overlap, for example in "));
    let empty = Form { linear: Vec::new(), phases: vec![phase("never", 5.0, 4.0)] };
    assert_eq!(
        empty.check().expect_err("an empty interval").to_string(),
        "phase `never`: no number of total pieces lies between 5 and 4"
    );
    assert_eq!(
        Heuristic::new(published::eight(), vec![1.0]).expect_err("too few").to_string(),
        "the heuristic has 8 weights, not 1"
    );
}
