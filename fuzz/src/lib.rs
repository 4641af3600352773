//! What must hold for any text that comes from outside, such as a program, a champion, a position, a game, an experiment or
//! a name: no panic, and whatever is accepted reads back the same after it was written.
//!
//! The fuzz targets feed these functions, and so does a test of the workspace that needs neither a nightly compiler nor
//! cargo-fuzz.

use std::io::Write;

use ludevo_backgammon::notation;
use ludevo_checkers::fen::{parse_fen, parse_state, state_text};
use ludevo_checkers::{Checkers10, LoseCheckers, pdn};
use ludevo_freecell::Deal;
use ludevo_game::champion::ChampionFile;
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_program::Type;
use ludevo_program::text::{parse, print, print_wrapped};
use ludevo_reversi::Place;
use ludevo_reversi::notation::{board_text, parse_board, parse_transcript, transcript as transcript_text};
use ludevo_runs::load;

/// Reads a text as a program in every language of every game.
pub fn program(text: &str) {
    ludevo_games::open();
    for language in registry::games().iter().flat_map(|game| game.languages()) {
        for root in [Type::Float, Type::Bool] {
            let Ok(tree) = parse(text, &language, root) else { continue };
            assert!(tree.is_well_formed(&language, root));
            assert_eq!(parse(&print(&tree, &language), &language, root).as_ref(), Ok(&tree));
            assert_eq!(parse(&print_wrapped(&tree, &language, 40), &language, root).as_ref(), Ok(&tree));
        }
    }
}

/// Reads a text as a champion file, and its program.
pub fn champion(text: &str) {
    let Ok(file) = ChampionFile::parse(text) else { return };
    let printed = file.print();
    let again = ChampionFile::parse(&printed).expect("what was written reads back");
    assert_eq!(again.print(), printed);
    ludevo_games::open();
    for game in registry::games() {
        let _ = game.show(&file);
    }
}

/// Reads a text as a Reversi board.
pub fn board(text: &str) {
    if let Ok(board) = parse_board(text) {
        assert_eq!(board.own & board.opp, 0);
        assert_eq!(parse_board(&board_text(&board)), Ok(board));
    }
}

/// Reads a text as a Reversi game.
pub fn transcript(text: &str) {
    let Ok(mut moves) = parse_transcript(text) else { return };
    // Only a move after it implies a pass.
    if moves.last() == Some(&Place::PASS) {
        moves.pop();
    }
    assert_eq!(parse_transcript(&transcript_text(&moves)), Ok(moves));
}

/// Reads a text as a position of checkers, on both boards.
pub fn checkers_position(text: &str) {
    fn on_board<const ROW: u32>(text: &str) {
        if let Ok(position) = parse_fen::<ROW>(text) {
            assert_eq!(position.own & position.opp, 0);
            assert_eq!(position.kings & !(position.own | position.opp), 0);
            assert_eq!(parse_state(&state_text(&position)), Ok(position));
        }
    }
    on_board::<4>(text);
    on_board::<5>(text);
}

/// Reads a text as a game of checkers, on both boards.
pub fn checkers_game(text: &str) {
    let (small, large) = (LoseCheckers::STANDARD, Checkers10::STANDARD);
    if let Ok(game) = pdn::read(&small, text) {
        let again = pdn::read(&small, &pdn::write(&small, &game)).expect("what was written reads back");
        assert_eq!((again.start, again.moves), (game.start, game.moves));
    }
    if let Ok(game) = pdn::read(&large, text) {
        let again = pdn::read(&large, &pdn::write(&large, &game)).expect("what was written reads back");
        assert_eq!((again.start, again.moves), (game.start, game.moves));
    }
}

/// Reads a text as a robot's source.
pub fn java(text: &str) {
    for evolved in [false, true] {
        let _ = ludevo_robocode::java::compile(text, evolved);
    }
    ludevo_robocode::java::semicolons(text);
}

/// Reads a text as a trace of the Robocode engine.
pub fn trace(text: &str) {
    if let Ok(rows) = ludevo_robocode::trace::rows(text)
        && !rows.is_empty()
    {
        ludevo_robocode::trace::robots(&rows);
    }
}

/// Reads a text as a FreeCell deal.
pub fn deal(text: &str) {
    let Ok(deal) = text.parse::<Deal>() else { return };
    let on_table: usize = deal.cascades.iter().map(Vec::len).sum();
    let home: usize = deal.home.iter().map(|count| usize::from(*count)).sum();
    assert_eq!(
        on_table + deal.cells.len() + home,
        deal.layout.cards(),
        "every card is somewhere, once:\n{deal}"
    );
    assert_eq!(deal.to_string().parse(), Ok(deal));
}

/// Reads a text as a position of backgammon in each of its notations.
pub fn backgammon_position(text: &str) {
    let _ = notation::parse(text);
    let _ = notation::parse_fibs(text);
    let _ = notation::parse_dice(text);
    if let Ok(position) = notation::parse_xgid(text) {
        assert_eq!(notation::parse_xgid(&notation::xgid(&position)), Ok(position));
    }
    if let Ok(board) = notation::parse_gnu_id(text) {
        assert_eq!(notation::parse_gnu_id(&notation::gnu_id(board)), Ok(board));
    }
}

/// Reads a text as the name of a player, and looks for it in every game.
pub fn player_name(text: &str) {
    let Ok(name) = text.parse::<PlayerName>() else { return };
    assert_eq!(name.to_string().parse().as_ref(), Ok(&name));
    ludevo_games::open();
    for game in registry::games() {
        let _ = game.check_player(&name);
    }
}

/// Reads a text as an experiment, which may extend those that ship.
pub fn experiment(text: &str) {
    ludevo_games::open();
    let mut file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a file of its own");
    file.write_all(text.as_bytes()).expect("it can be written");
    let Ok(loaded) = load(&file.path().display().to_string(), &[]) else { return };
    std::fs::write(file.path(), &loaded.resolved).expect("it can be written");
    let again = load(&file.path().display().to_string(), &[]).expect("what was written reads back");
    assert_eq!(again.resolved, loaded.resolved);
    // Whatever is planned does not fail either, and takes its words from what it says.
    let game = registry::find(&loaded.experiment.game).expect("a loaded experiment is of a known game");
    game.words(&loaded.experiment);
    game.warnings(&loaded.experiment);
}

/// Reads a text as a setting of an experiment, as `--set` takes it.
pub fn setting(text: &str) {
    ludevo_games::open();
    for (name, _) in registry::experiments() {
        if name.ends_with("/default") {
            let _ = load(name, &[text.to_owned()]);
        }
    }
}
