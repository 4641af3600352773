//! The simulator beside what the real engine did.

use std::path::Path;
use std::sync::Arc;

use super::code::Program;
use super::{robots, trace};

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
