//! Knowledge without recompiling: what experiments add to languages, strike from them and fix, the loop in which they are
//! compared, and the tutorial that shows it.

mod own;

use std::fs;
use std::path::Path;
use std::process::Command;

use own::{TINY, example, refused, said};
use tempfile::TempDir;

const RICH: &str = r#"extends = "reversi/default"
summary = "much of what an experiment can say of its language"

[program]
functions = "readable"
constants = [-20, 20]
without = ["Times"]
founders = ["Plus(Plus(Safe, 3*Mobility), Scaled[2](Stable))"]
fixed = ["Plus(10*CornerMoves, Evolved)"]
guide = "Plus(Mobility, 5*Stable)"

[player]
depth = 1

[yardstick]
player = "ab1"

[[program.terminals]]
name = "Safe"
meaning = "stable pieces, less those that give corners away"
is = "Minus(Stable, 2*XSquares)"

[[program.terminals]]
name = "Pieces"
meaning = "the player's pieces"
is = "cell 0 minus cell 1"
"#;

#[test]
fn experiments_say_functions_constants_founders_cells_fixed_parts_and_a_guide() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("rich.toml"), RICH).unwrap();
    let start =
        ["evolve", "rich.toml", "--seed", "1", "--set=fitness.0.games=2", "--set=fitness.0.player=\"ab1\""];
    let told = said(&[&start[..], &TINY].concat(), folder.path());
    assert!(told.contains("what evolution added:") && told.contains("the experiment's guide"), "{told}");
    let run = fs::read_dir(folder.path().join("runs")).unwrap().map(|entry| entry.unwrap().path());
    let run = run.filter(|path| path.is_dir()).find(|path| path.join("champion").is_file()).unwrap();
    let champion = fs::read_to_string(run.join("champion")).unwrap();
    for line in
        ["functions = readable", "constants = -20 20", "without = Times", "Pieces = cell 0 minus cell 1"]
    {
        assert!(champion.contains(line), "{line}: {champion}");
    }
    let (_, program) = champion.split_once("tree evaluate\n").unwrap();
    assert!(program.starts_with("Plus(10*CornerMoves"), "{program}");
    let report = fs::read_to_string(run.join("report.html")).unwrap();
    assert!(report.contains("what evolution added:"), "the report says it too");
    let run = run.display().to_string();
    said(&["show", &run], folder.path());
    said(&["match", "reversi", &run, "random", "--games", "4"], folder.path());
    // A champion with the fixed parts may found a run that fixes them.
    said(&[&start[..3], &["2", "--from", &run], &start[4..], &TINY].concat(), folder.path());

    for (from, to, expected) in [
        ("constants = [-20, 20]", "constants = [20, -20]", "line 6"),
        (
            "fixed = [\"Plus(10*CornerMoves, Evolved)\"]",
            "fixed = [\"Plus(Evolved, Evolved)\"]",
            "stands 2 times",
        ),
        ("cell 0 minus cell 1", "cell 99", "`99` is no cell"),
        ("functions = \"readable\"", "functions = \"readble\"", "`readable`"),
        ("guide = \"Plus(Mobility, 5*Stable)\"", "guide = \"Plus(Mobility, 5*Stabel)\"", "Stabel"),
        ("Plus(Safe, 3*Mobility)", "Plus(Safe, 3*Mobilty)", "Mobilty"),
    ] {
        assert!(RICH.contains(from), "{from}");
        fs::write(folder.path().join("wrong.toml"), RICH.replacen(from, to, 1)).unwrap();
        let message = refused(&["evolve", "wrong.toml"], folder.path());
        assert!(message.contains(expected), "{to}: {message}");
    }
}

#[test]
fn puzzles_take_terminals_of_ones_own_too() {
    let folder = TempDir::new().unwrap();
    let experiment = "extends = \"sliding/default\"\nsummary = \"order\"\n\n[program]\nwithout = [\"Turned\"]\n\
                      constants = [-9, 9]\nfounders = [\"Plus(Far, Misplaced)\"]\n\n[[program.terminals]]\n\
                      name = \"Far\"\nmeaning = \"order counts double\"\nis = \"Plus(Distance, 2*Turned)\"\n";
    fs::write(folder.path().join("far.toml"), experiment).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
    let short =
        ["--set=worth.baseline=2000", "--set=player.nodes=500", "--set=fitness.0.count=4", "--out", "run"];
    command.args(["evolve", "far.toml"]).args(TINY).args(short).current_dir(folder.path());
    let output = command.env("LUDEVO_GAMES", example("sliding").parent().unwrap()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for solver in ["champion within 500", "breadth within 2000", "a-star within 2000"] {
        assert!(told.contains(solver), "{told}");
    }
    let champion = fs::read_to_string(folder.path().join("run/champion")).unwrap();
    assert!(champion.contains("terminals = Far = Plus(Distance, 2*Turned)"), "{champion}");
    said(&["show", "run/champion"], folder.path());
    let solved = said(&["solve", "run/game.wasm", "201-210", "--solver", "run/champion"], folder.path());
    assert!(solved.contains("solved"), "{solved}");
}

#[test]
fn puzzles_have_fixed_parts_a_guide_by_hand_and_say_what_a_terminal_brought() {
    let folder = TempDir::new().unwrap();
    let experiment =
        |more: &str| format!("extends = \"sliding/default\"\nsummary = \"order\"\n\n[program]\n{more}");
    let own = "fixed = [\"Plus(3*Far, Evolved)\"]\nguide = \"Plus(Distance, Far)\"\n\n[[program.terminals]]\n\
               name = \"Far\"\nmeaning = \"order counts double\"\nis = \"Plus(Distance, 2*Turned)\"\n";
    fs::write(folder.path().join("far.toml"), experiment(own)).unwrap();
    fs::write(folder.path().join("near.toml"), experiment("")).unwrap();
    let run = |arguments: &[&str]| {
        let short =
            ["--set=worth.baseline=2000", "--set=player.nodes=500", "--set=fitness.0.count=4", "--seed=2"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludevo"));
        command.args(arguments).args(TINY).args(short).current_dir(folder.path());
        command.env("LUDEVO_GAMES", example("sliding").parent().unwrap()).output().unwrap()
    };
    let output = run(&["evolve", "far.toml", "--compare", "near.toml"]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for part in ["the experiment's guide within 500", "Far brought:", "of 50 problems solved with"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let champion = fs::read_to_string(folder.path().join("runs/sliding-far-s2/champion")).unwrap();
    assert!(champion.contains("tree estimate\nPlus(3*Far"), "{champion}");
    // Its own champion has the fixed parts and may found another such run; that of the other experiment is of another language.
    let again = run(&["evolve", "far.toml", "--from", "runs/sliding-far-s2", "--out", "again"]);
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));

    for (more, expected) in [
        ("fixed = [\"Plus(Evolved, Evolved)\"]\n", "wrong.toml, line 5: `program.fixed`"),
        ("guide = \"Plus(Distance, Trned)\"\n", "wrong.toml, line 5: `program.guide`"),
        ("without = [\"Trned\"]\n", "wrong.toml, line 5: `program.without`"),
    ] {
        fs::write(folder.path().join("wrong.toml"), experiment(more)).unwrap();
        let refused = run(&["evolve", "wrong.toml"]);
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && message.contains(expected), "{more}: {message}");
    }
    // Weights have no trees to change.
    let wrong = "extends = \"freecell/ga\"\nsummary = \"w\"\n\n[program]\nwithout = [\"x\"]\n";
    fs::write(folder.path().join("wrong.toml"), wrong).unwrap();
    let message = refused(&["evolve", "wrong.toml"], folder.path());
    assert!(message.contains("`program.without`") && message.contains("genomes with trees"), "{message}");
}

#[test]
fn another_build_is_refused_unless_asked_for_and_compared_with_the_last() {
    let folder = TempDir::new().unwrap();
    let manifest = fs::read_to_string(example("tictactoe").with_extension("toml")).unwrap();
    fs::copy(example("tictactoe"), folder.path().join("t.wasm")).unwrap();
    fs::write(folder.path().join("t.toml"), &manifest).unwrap();
    let short = ["--set=yardstick.player=\"mcts10\"", "--seed", "4"];
    said(&[&["evolve", "t.wasm"][..], &TINY, &short].concat(), folder.path());
    let nothing =
        refused(&[&["evolve", "t.wasm", "--compare", "last"][..], &TINY, &short].concat(), folder.path());
    assert!(nothing.contains("nothing else was evolved in tictactoe before"), "{nothing}");

    // The terminals change, and so does what programs mean.
    let more = "\n[[terminal]]\nname = \"Pairs\"\nread = \"number\"\ncell = 0\nwithin = [-8, 8]\nmeaning = \"twos again\"\n";
    let only = manifest.split("[[terminal]]").next().unwrap();
    fs::write(folder.path().join("t.toml"), format!("{only}{more}")).unwrap();
    let told = said(&[&["evolve", "t.wasm", "--compare", "last"][..], &TINY, &short].concat(), folder.path());
    assert!(told.contains("beside last (tictactoe/default"), "{told}");
    assert!(told.contains("Pairs brought:") || told.contains("cannot meet"), "{told}");

    fs::write(folder.path().join("t.toml"), format!("{manifest}{more}")).unwrap();
    let old = "runs/tictactoe-default-s4";
    let arguments = ["match", "t.wasm", old, "random", "--games", "4"];
    let message = refused(&arguments, folder.path());
    assert!(message.contains("--other-build"), "{message}");
    said(&[&arguments[..], &["--other-build"]].concat(), folder.path());
    assert!(said(&["runs", "list"], folder.path()).contains("tictactoe"), "runs of all builds are listed");
}

#[test]
fn efforts_are_evened_out_and_said_where_they_differ_all_the_same() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, more: &str| {
        let text = format!(
            "extends = \"reversi/quick\"\nsummary = \"short\"\n\n[player]\ndepth = 1\n\n[evolution]\n{more}\n"
        );
        fs::write(folder.path().join(name), text).unwrap();
    };
    write("short.toml", "generations = 2\npopulation = 8");
    write("long.toml", "generations = 3\npopulation = 16");
    let short = [
        "--set=yardstick.games=4",
        "--set=yardstick.final_games=4",
        "--set=yardstick.fresh_games=10",
        "--set=yardstick.finalists=1",
        "--seed=1",
    ];
    let output = own::ludevo(
        &[&["evolve", "short.toml", "--compare", "long.toml"][..], &short].concat(),
        folder.path(),
    );
    let (told, remarks) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{remarks}");
    assert!(remarks.contains("short.toml is bred for 3 generations, as long.toml is"), "{remarks}");
    let caution = told.lines().find(|line| line.contains("their efforts differ")).unwrap();
    let games = |name: &str| -> String {
        let line = told.lines().find(|line| line.contains(&format!("  {name}: mean score"))).unwrap();
        let (rest, _) = line.split_once(" games of evolution").unwrap();
        rest.rsplit(' ').next().unwrap().to_owned()
    };
    for name in ["short.toml", "long.toml"] {
        assert!(caution.contains(&games(name)), "both numbers are said: {caution}");
    }
    // Of equal experiments nothing differs.
    let told =
        said(&[&["evolve", "long.toml", "--compare", "long.toml"][..], &short].concat(), folder.path());
    assert!(!told.contains("efforts differ"), "{told}");
}

/// The lines of the page that a reader types, and the experiment that it has them write.
#[test]
fn the_tutorial_works_as_it_is_written() {
    let folder = TempDir::new().unwrap();
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/own-games.md")).unwrap();
    let block: Vec<&str> =
        page.lines().skip_while(|line| *line != "    extends = \"reversi/default\"").collect();
    let block = block.iter().take_while(|line| line.is_empty() || line.starts_with("    "));
    let experiment: Vec<&str> = block.map(|line| line.trim_start()).collect();
    fs::write(folder.path().join("safe.toml"), experiment.join("\n")).unwrap();
    let mut ran = 0;
    for line in page.lines().filter_map(|line| line.strip_prefix("    ")) {
        if line.starts_with("(cd mygame") {
            // Building is what `built_games.rs` tries, where there is a compiler.
            fs::copy(example("tictactoe"), folder.path().join("mygame/mygame.wasm")).unwrap();
        }
        let Some(words) = line.strip_prefix("ludevo ") else { continue };
        let mut words: Vec<&str> = words.split_whitespace().collect();
        if words[0] == "studio" || words.contains(&"runs/NAME") {
            continue;
        }
        if words[0] == "evolve" {
            words.extend(TINY);
            words.push("--set=player.depth=1");
            words.push("--set=fitness.0.games=2");
        }
        said(&words, folder.path());
        ran += 1;
    }
    assert!(ran >= 7, "{ran} lines of the tutorial");
}
