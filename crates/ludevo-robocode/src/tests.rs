//! The simulator beside what the real engine did.

use std::path::Path;
use std::sync::Arc;

use ludevo_program::{Birth, Method};
use ludevo_random::{Purpose, stream};

use super::battle::{Battle, Rules};
use super::code::Program;
use super::contest::fight;
use super::engine::Engine;
use super::evolved::Layout;
use super::players::Champion;
use super::verify::verify;
use super::{java, language, players, robots, trace};

/// Repeats a trace whose file is named `FIRST_SECOND_seedN`.
fn check(path: &Path) -> trace::Identical {
    let name = path.file_name().and_then(|name| name.to_str()).expect("a readable name");
    let seed =
        name.split("_seed").nth(1).and_then(|rest| rest.split('.').next()).expect("a seed in the name");
    let text = trace::read(path).expect("the trace can be read");
    let rows = trace::rows(&text).expect("the trace is well-formed");
    let find = |name: &str| robots::find(name).unwrap_or_else(|| panic!("{name} is a robot that ships"));
    let programs: Vec<Arc<Program>> = trace::robots(&rows).into_iter().map(find).collect();
    let seed = seed.parse().expect("the seed is a number");
    trace::check(&rows, &programs, seed).unwrap_or_else(|difference| panic!("{name}: {difference}"))
}

#[test]
fn battles_are_those_of_the_collected_traces() {
    let Some(facts) = ludevo_peers::needed_by("battles_are_those_of_the_collected_traces") else { return };
    let folder = facts.join("../data/robocode");
    let turns = [("RamHaiku_AdvHaiku_seed7", 12_815), ("RamHaiku_SpinBot_seed13", 5_779)];
    for (name, turns) in turns {
        let identical = check(&folder.join(format!("{name}.tsv.gz")));
        assert_eq!(identical, trace::Identical { rounds: 10, turns });
    }
}

#[test]
fn battles_are_those_of_the_traces_that_ship() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/traces");
    let mut turns = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        turns += check(&entry.expect("an entry can be read").path()).turns;
    }
    assert!(turns > 5_000, "only {turns} turns were compared");
}

#[test]
fn battles_are_those_of_the_real_engine() {
    if ludevo_peers::needed_by("battles_are_those_of_the_real_engine").is_none() {
        return;
    }
    let engine = Engine::new().expect("the engine is installed");
    let find = |name: &str| players::find(&name.parse().expect("a name")).expect("the robot ships");
    for (one, two, seed) in [("Crazy", "RamFire", 21), ("RandomHaiku", "DodgeHaiku", 22)] {
        verify(&engine, &[&find(one), &find(two)], 1, seed)
            .unwrap_or_else(|error| panic!("{one}, {two}: {error}"));
    }
}

/// A random robot, which uses more of the language than an evolved one.
fn random_champion(number: u64, layout: Layout) -> Champion {
    let name = language::NAMES[number as usize % language::NAMES.len()];
    let language = language::named(name).expect("a language of the game");
    let architecture = language::architecture(&language, 8);
    let mut rng = stream(5, Purpose::Sampling, 0, number);
    let individual = architecture.random(&mut rng, Birth::All(Method::Full, 4 + number as usize % 3), 0);
    Champion { individual, architecture, layout }
}

#[test]
fn exported_robots_are_haikus_that_fight_like_their_trees() {
    let other = robots::find("CircleHaiku").expect("the robot ships");
    for number in 0..200 {
        let layout = if number % 2 == 0 { Layout::OneByOne } else { Layout::AtOnce };
        let champion = random_champion(number, layout);
        let source = champion.java("Robot");
        assert!(java::semicolons(&source) <= 4 && !source.contains("for ("), "{source}");
        let exported = java::compile(&source, false).unwrap_or_else(|error| panic!("{error} in {source}"));
        let tree = champion.layout.program("Robot", &champion.individual, &champion.architecture);
        let fight = |program| {
            let mut battle = Battle::new(&[program, Arc::clone(&other)], Rules::default(), 3);
            battle.play_round();
            (battle.turns, battle.scores)
        };
        assert_eq!(fight(tree), fight(Arc::new(exported)), "{source}");
    }
}

#[test]
fn evolved_robots_fight_alike_in_the_real_engine() {
    if ludevo_peers::needed_by("evolved_robots_fight_alike_in_the_real_engine").is_none() {
        return;
    }
    let engine = Engine::new().expect("the engine is installed");
    let walls = players::find(&"Walls".parse().expect("a name")).expect("the robot ships");
    for (number, layout) in [(1, Layout::OneByOne), (2, Layout::AtOnce)] {
        let champion = random_champion(number, layout).contestant("Random");
        verify(&engine, &[&champion, &walls], 1, 9).unwrap_or_else(|error| panic!("{number}: {error}"));
    }
}

#[test]
fn a_source_that_cannot_be_simulated_is_refused_with_its_line() {
    let refused = |body: &str| {
        let source = format!("class A extends Robot {{\n public void run() {{\n {body}\n }} }}");
        java::compile(&source, false).expect_err("the source is refused").to_string()
    };
    assert!(refused("setAhead(5);").starts_with("line 3: a Robot has no `setAhead`"));
    assert!(refused("ahead(x);").contains("there is no variable `x`"));
    assert!(refused("ahead(true);").contains("Bool"));
    assert!(refused("ahead(5)").contains("`;` belongs"));
    let deep = format!("ahead({}1{});", "(".repeat(5000), ")".repeat(5000));
    assert!(refused(&deep).contains("nested too deeply"));
}

#[test]
fn battles_repeat_and_rounds_end() {
    let names = ["SittingDuck", "Fire", "WallHaiku", "RandomHaiku"];
    for (one, two) in names.iter().zip(names.iter().skip(1)) {
        let programs = [one, two].map(|name| robots::find(name).expect("the robot ships"));
        let scores = || fight(&programs, 3, 17);
        assert_eq!(scores(), scores());
    }
    // Neither moves nor fires: inactivity ends the round.
    let duck = robots::find("SittingDuck").expect("the robot ships");
    let mut battle = Battle::new(&[Arc::clone(&duck), duck], Rules::default(), 1);
    battle.play_round();
    assert!(battle.turns < 2_000 && battle.tanks.iter().all(|tank| !tank.is_alive()));
}
