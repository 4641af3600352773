//! What must hold for any text that is read as a program, a champion, a position or a game: no panic, and whatever
//! is accepted reads back the same after it was written.
//!
//! The fuzz targets feed these functions, and so does a test of the workspace that needs neither a nightly compiler nor
//! cargo-fuzz.

use ludevo_checkers::fen::{parse_fen, parse_state, state_text};
use ludevo_checkers::{Checkers10, LoseCheckers, pdn};
use ludevo_game::champion::ChampionFile;
use ludevo_games::registry;
use ludevo_program::Type;
use ludevo_program::text::{parse, print, print_wrapped};
use ludevo_reversi::Place;
use ludevo_reversi::notation::{board_text, parse_board, parse_transcript, transcript as transcript_text};

/// Reads a text as a program in every language of every game.
pub fn program(text: &str) {
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
