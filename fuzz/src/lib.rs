//! What must hold for any text that comes from outside, such as a program, a champion, a position, a game, an experiment or
//! a name: no panic, and whatever is accepted reads back the same after it was written.
//!
//! The fuzz targets feed these functions, and so does a test of the workspace that needs neither a nightly compiler nor
//! cargo-fuzz.

use std::collections::BTreeSet;
use std::io::Write;

use ludevo_arena::Names;
use ludevo_freecell::Deal;
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::{Game, Problem, Table};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_program::Type;
use ludevo_program::text::{parse, print, print_wrapped};
use ludevo_runs::load;
use ludevo_search::rules::Side;

/// Reads a text as a program in every language of every game.
pub fn program(text: &str) -> bool {
    ludevo_games::open();
    let mut is_accepted = false;
    for language in registry::games().iter().flat_map(|game| game.languages()) {
        for root in [Type::Float, Type::Bool] {
            let Ok(tree) = parse(text, &language, root) else { continue };
            is_accepted = true;
            assert!(tree.is_well_formed(&language, root));
            assert_eq!(parse(&print(&tree, &language), &language, root).as_ref(), Ok(&tree));
            assert_eq!(parse(&print_wrapped(&tree, &language, 40), &language, root).as_ref(), Ok(&tree));
        }
    }
    is_accepted
}

/// Reads a text as a champion file, and its program.
pub fn champion(text: &str) -> bool {
    let Ok(file) = ChampionFile::parse(text) else { return false };
    let printed = file.print();
    let again = ChampionFile::parse(&printed).expect("what was written reads back");
    assert_eq!(again.print(), printed);
    ludevo_games::open();
    let shown: Vec<bool> = registry::games().iter().map(|game| game.show(&file).is_ok()).collect();
    shown.contains(&true)
}

/// Reads bytes as the module of a game, with the manifest of one that they may be made from.
pub fn module(bytes: &[u8]) -> bool {
    let manifest = include_str!("../../examples/connect4/connect4.toml");
    let brought = ludevo_plugin::bring_from(bytes.to_vec(), manifest.to_owned());
    brought.map_err(|problem| assert!(!problem.is_empty())).is_ok()
}

/// Reads a text as the manifest of a game.
pub fn manifest(text: &str) -> bool {
    ludevo_plugin::Manifest::parse(text).map_err(|error| assert!(error.line > 0)).is_ok()
}

/// A new game against the first opponent who sits down at its table; nothing if it is not played at one.
pub fn laid(game: &dyn Game) -> Option<Box<dyn Table>> {
    opposed(game, |player| match (game.at_table(), game.as_puzzle()) {
        (Some(facet), _) => facet.table(player, Side::Second, 1).ok(),
        (None, Some(facet)) => facet.table(&Problem::Number(1), player).ok(),
        (None, None) => None,
    })
}

fn opposed<T>(game: &dyn Game, sit: impl Fn(&PlayerName) -> Option<T>) -> Option<T> {
    game.opponents().iter().find_map(|(name, _)| sit(&name.parse().ok()?))
}

/// Reads a text as a position, a saved game, a problem and moves of every game that is played at a table.
pub fn table(text: &str) -> bool {
    ludevo_games::open();
    let mut is_accepted = false;
    for game in registry::games() {
        let Some(mut table) = laid(*game) else { continue };
        if table.set_up(text).is_ok() {
            is_accepted = true;
            let saved = table.document(&names());
            let mut again = laid(*game).expect("a game is laid twice");
            again.set_up(&saved).expect("what was saved reads back");
            assert_eq!((again.notations(), again.document(&names())), (table.notations(), saved));
            let moves = again.moves();
            let different: BTreeSet<&String> = moves.iter().collect();
            assert_eq!(different.len(), moves.len(), "two moves of one text: {moves:?}");
            if let Some(first) = moves.first() {
                again.play(first).expect("a move that is offered can be made");
            }
        }
        if let Some(puzzle) = game.as_puzzle() {
            let read = |text: &str| {
                let problem = Problem::Text(text.to_owned());
                opposed(*game, |player| puzzle.table(&problem, player).ok()).map(|table| table.notations())
            };
            if let Some(written) = read(text) {
                is_accepted = true;
                assert_eq!(read(&written).as_ref(), Some(&written));
            }
        }
        for text in text.lines().chain(text.split_whitespace()).take(MOVES) {
            let legal = table.moves();
            assert!(
                table.path(text).is_err() || !legal.is_empty(),
                "`{text}` is a move of a game that is over"
            );
            let before = table.notations();
            if table.play(text).is_ok() {
                is_accepted = true;
            } else {
                assert_eq!(table.notations(), before, "`{text}` is refused and changes something");
            }
        }
        table.picture();
        table.scene();
    }
    is_accepted
}

/// At most so many moves of a text are tried.
const MOVES: usize = 40;

/// The names under which a game is saved.
pub fn names() -> Names {
    Names { game: "a game".to_owned(), first: "one".to_owned(), second: "two".to_owned() }
}

/// Reads a text as a robot's source.
pub fn java(text: &str) -> bool {
    let compiled = [false, true].map(|evolved| ludevo_robocode::java::compile(text, evolved).is_ok());
    ludevo_robocode::java::semicolons(text);
    compiled.contains(&true)
}

/// Reads a text as a trace of the Robocode engine.
pub fn trace(text: &str) -> bool {
    let Ok(rows) = ludevo_robocode::trace::rows(text) else { return false };
    if !rows.is_empty() {
        ludevo_robocode::trace::robots(&rows);
    }
    !rows.is_empty()
}

/// Reads a text as a FreeCell deal.
pub fn deal(text: &str) -> bool {
    let Ok(deal) = text.parse::<Deal>() else { return false };
    let on_table: usize = deal.cascades.iter().map(Vec::len).sum();
    let home: usize = deal.home.iter().map(|count| usize::from(*count)).sum();
    assert_eq!(
        on_table + deal.cells.len() + home,
        deal.layout.cards(),
        "every card is somewhere, once:\n{deal}"
    );
    assert_eq!(deal.to_string().parse(), Ok(deal));
    true
}

/// Reads a text as the name of a player, and looks for it in every game.
pub fn player_name(text: &str) -> bool {
    let Ok(name) = text.parse::<PlayerName>() else { return false };
    assert_eq!(name.to_string().parse().as_ref(), Ok(&name));
    ludevo_games::open();
    for game in registry::games() {
        let _ = game.check_player(&name);
    }
    true
}

/// Reads a text as an experiment, which may extend those that ship.
pub fn experiment(text: &str) -> bool {
    ludevo_games::open();
    let mut file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a file of its own");
    file.write_all(text.as_bytes()).expect("it can be written");
    let Ok(loaded) = load(&file.path().display().to_string(), &[]) else { return false };
    std::fs::write(file.path(), &loaded.resolved).expect("it can be written");
    let again = load(&file.path().display().to_string(), &[]).expect("what was written reads back");
    assert_eq!(again.resolved, loaded.resolved);
    // Whatever is planned does not fail either, and takes its words from what it says.
    let game = registry::find(&loaded.experiment.game).expect("a loaded experiment is of a known game");
    game.words(&loaded.experiment);
    game.warnings(&loaded.experiment);
    true
}

/// Reads a text as a setting of an experiment, as `--set` takes it.
pub fn setting(text: &str) -> bool {
    ludevo_games::open();
    let defaults = registry::experiments().iter().filter(|(name, _)| name.ends_with("/default"));
    let loaded: Vec<bool> = defaults.map(|(name, _)| load(name, &[text.to_owned()]).is_ok()).collect();
    loaded.contains(&true)
}
