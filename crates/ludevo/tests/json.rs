//! What commands print as data is what docs/json.md explains.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// The fields that JSON has, those of objects inside of it included.
fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| fields(item, found)),
        Value::Object(map) => map.iter().for_each(|(name, value)| {
            found.insert(name.clone());
            // Names in there are those of problems, or of what other sections and pages explain.
            if !["limits", "by", "experiment", "resolved", "log", "result"].contains(&name.as_str()) {
                fields(value, found);
            }
        }),
        _ => {}
    }
}

/// A game of one's own.
const CONNECT4: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/connect4/connect4.wasm");

#[test]
fn every_field_of_json_is_explained() {
    let page = include_str!("../../../docs/json.md");
    let (preface, sections) = page.split_once("\n## ").expect("sections");
    let runs = tempfile::tempdir().expect("a folder");
    let commands = [
        "match reversi random random --games 4",
        "ladder reversi random ab1 --games 2",
        "solve freecell 1-2 --solutions",
        "solve freecell 1",
        "perft reversi 3",
        "evolve reversi/quick --generations 2 --set evolution.population=8",
        "evolve reversi/quick --compare reversi/quick --set evolution.population=8 --set evolution.generations=1 --repeat 2",
        "check CONNECT4 --games 5",
        "show reversi",
        "runs list",
        "runs compare reversi/quick reversi-quick-s1",
        "runs export reversi-quick-s1",
        "games",
        "games reversi",
        "experiments",
        "experiments reversi/best",
        "robocode league SpinBot Walls --seeds 1-2 --rounds 2",
        "robocode duels Walls SpinBot --rounds 2",
        "racing race train5 bends sight",
        "doctor",
        "reproduce --list",
        "racing lap train5 bends --races 2",
    ];
    for command in commands {
        let said = Command::new(env!("CARGO_BIN_EXE_ludevo"))
            .args(command.split(' ').map(|word| if word == "CONNECT4" { CONNECT4 } else { word }))
            .arg("--json")
            .current_dir(runs.path())
            .env_remove("LUDEVO_RUNS")
            .output()
            .expect("ludevo starts");
        assert!(said.status.success(), "{command}: {}", String::from_utf8_lossy(&said.stderr));
        let sections = || sections.split("\n## ");
        let title = |section: &str| section.lines().next().expect("a title").to_owned();
        let section = sections()
            .find(|section| command.starts_with(&title(section)))
            .unwrap_or_else(|| panic!("no section is about `{command}`"));
        // One may leave what it has in common with others to theirs.
        let others = sections().filter(|other| section.contains(&format!("`{}` has", title(other))));
        let section: String = [section].into_iter().chain(others).collect();
        let mut found = BTreeSet::new();
        for line in String::from_utf8_lossy(&said.stdout).lines() {
            fields(&serde_json::from_str(line).expect("JSON"), &mut found);
        }
        for name in found {
            let known = format!("`{name}`");
            assert!(
                section.contains(&known) || preface.contains(&known),
                "`{name}`, which `{command} --json` prints, is not explained in docs/json.md"
            );
        }
    }
}
