//! What the heuristics of the paper are made of, and that forms say what is wrong with them.

use ludevo_evolve::{Convergence, GenerationReport};

use super::factors::{FACTORS, Factors, Parameter};
use super::heuristic::{Between, Form, Heuristic, Join, Phase, published};
use crate::fen::parse_fen;
use crate::rules::{LoseCheckers, Position};
use ludevo_game::board::BoardGame;
use ludevo_game::champion::ChampionFile;
use ludevo_game::experiment::Experiment;
use ludevo_game::game::{Evolution, Game};

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
    // Random games hardly ever see as many kings as this.
    let crowned = |name: &str, least, most| {
        let parameter = "total kings".parse().expect("a parameter");
        Phase { when: vec![Between { parameter, least, most }], ..phase(name, 0.0, 24.0) }
    };
    let rare =
        Form { linear: Vec::new(), phases: vec![crowned("many", 20.0, 24.0), crowned("few", 0.0, 20.0)] };
    assert_eq!(rare.overlaps().len(), 1);
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

/// A small experiment of one way of learning; `form` and `learning` are lines of its sections.
fn experiment(form: &str, learning: &str) -> Experiment {
    let text = format!(
        r#"
        game = "lose-checkers"
        summary = "a test"
        [heuristic]
        {form}
        [heuristic.weights]
        crossover = "interval"
        mutation = {{ by = "scale", chance = 0.1 }}
        [player]
        depth = 2
        [learning]
        {learning}
        [evolution]
        population = 12
        generations = 4
        selection = {{ by = "tournament", size = 2 }}
        breeding = {{ operators = "both", crossover = 1.0, mutation = 0.5 }}
        [yardstick]
        player = "random"
        games = 4
        every = 2
        final_games = 1
        fresh_games = 4
        "#
    );
    let table: toml::Table = text.parse().expect("a document");
    let mut experiment = Experiment::decode(&table).expect("an experiment");
    let game = BoardGame(LoseCheckers::STANDARD);
    experiment.own = game.settings(&experiment).expect("settings that can be used");
    experiment
}

const WAYS: [(&str, &str); 4] = [
    (
        "form = '8F'",
        "by = 'positions'\nfrom = 20\nto = 24\nstep = 10\ndepth = 2\nboards = 40\nphase = 2\ncrossovers = 50",
    ),
    (
        "form = '3Ph'",
        "by = 'positions'\nfrom = 20\nto = 24\nstep = 10\ndepth = 2\nboards = 40\nphase = 1\ncrossovers = 50\n\
         reuse = true\nsimilarity = true",
    ),
    ("form = '10F'", "by = 'games'\ndepth = 1\ncrossovers = 5"),
    ("linear = ['kings', 'own pawns']", "by = 'temporal-difference'\ngames = 8\ndepth = 1"),
];

fn start(experiment: &Experiment) -> Box<dyn Evolution> {
    let game = BoardGame(LoseCheckers::STANDARD);
    game.evolve(experiment, 7, &[]).expect("a run")
}

/// The reports of a run to its end.
fn all_reports(run: &mut Box<dyn Evolution>) -> Vec<GenerationReport> {
    let mut reports = Vec::new();
    loop {
        match run.step().expect("nobody fails") {
            step if step.is_empty() => return reports,
            step => reports.extend(step),
        }
    }
}

fn champion_of(run: &dyn Evolution) -> ChampionFile {
    let finish = run.finish(&mut |_, _| true).expect("nobody fails");
    finish.expect("a champion").champion
}

#[test]
fn runs_go_on_after_an_interruption_as_if_nothing_had_happened() {
    for (form, learning) in WAYS {
        let experiment = experiment(form, learning);
        let mut whole = start(&experiment);
        let reports = all_reports(&mut whole);
        assert_eq!(reports.len(), 4);
        let mut resumed = start(&experiment);
        for report in &reports {
            assert_eq!(resumed.step().expect("nobody fails"), std::slice::from_ref(report));
            let kept = resumed.save();
            resumed = start(&experiment);
            resumed.restore(kept).expect("what was kept");
        }
        let champions = [whole, resumed].map(|run| champion_of(&*run));
        assert_eq!(champions[0], champions[1]);
    }
}

#[test]
fn champions_play_and_are_shown() {
    let game = BoardGame(LoseCheckers::STANDARD);
    for (form, learning) in WAYS {
        let mut run = start(&experiment(form, learning));
        all_reports(&mut run);
        let champion = champion_of(&*run);
        let read = ChampionFile::parse(&champion.print()).expect("a champion file");
        let shown = game.show(&read).expect("a heuristic");
        assert_eq!(shown.trees[0].text, champion.program);
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), champion.print()).expect("a file can be written");
        let name = format!("{}@depth=3", file.path().display()).parse().expect("a player's name");
        game.check_player(&name).expect("a player");
        let learns_by_breeding = !learning.contains("temporal");
        assert_eq!(champion.stated("effective-crossovers").is_some(), learns_by_breeding);
    }
}

#[test]
fn populations_that_learn_by_positions_converge() {
    let (form, learning) = WAYS[0];
    let learning = learning.replace("phase = 2", "phase = 4").replace("crossovers = 50", "crossovers = 200");
    let mut run = start(&experiment(form, &learning));
    let reports = all_reports(&mut run);
    let convergence =
        |place: usize| -> Convergence { reports[place].convergence.clone().expect("it is bred") };
    let (first, last) = (convergence(0), convergence(3));
    assert!(first.before.iter().zip(&last.after).all(|(before, after)| after < before), "{last:?}");
    assert!(
        reports.windows(2).all(|pair| pair[0].best <= pair[1].best),
        "fitness never falls within a phase"
    );
}

#[test]
fn overlapping_phases_are_warned_of_and_wrong_forms_refused() {
    let game = BoardGame(LoseCheckers::STANDARD);
    let phases = r#"
        [[heuristic.phases]]
        name = "early"
        when = [{ parameter = "total pieces", least = 10, most = 24 }]
        linear = ["pawns"]
        [[heuristic.phases]]
        name = "late"
        when = [{ parameter = "total pieces", least = 0, most = 10 }]
        linear = ["pawns"]
    "#;
    let warnings = game.warnings(&experiment(phases, WAYS[2].1));
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].starts_with("phases `early` and `late` overlap, for example in "), "{warnings:?}");
    assert_eq!(game.warnings(&experiment(WAYS[1].0, WAYS[1].1)), Vec::<String>::new());

    let refused = |form: &str| {
        let mut wrong = experiment("form = '8F'", WAYS[2].1);
        let table: toml::Table = form.parse().expect("a document");
        wrong.own["heuristic"] = toml::Value::Table(table);
        game.settings(&wrong).expect_err(form).to_string()
    };
    let unknown = refused("form = '3ph'");
    assert!(unknown.contains("`heuristic.form` is 3ph") && unknown.contains("nearest is `3Ph`"), "{unknown}");
    assert!(refused("linear = ['kings', 'kings']").contains("the weight `kings` is there twice"));
    assert!(refused("").contains("neither linear parameters nor phases"));
    assert!(refused("linear = ['kngs']").contains("the nearest is `kings`"));
}
