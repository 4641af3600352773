//! Whole games of chess: portable game notation, and positions with moves as engines are told them.

use cozy_chess::Move;
use ludevo_game::portable::{self, Portable, Recorded};
use ludevo_search::rules::Side;

use super::fen;
use super::position::Position;
use super::rules::Chess;

impl Portable for Chess {
    const WHITE: Side = Side::First;

    fn start_of_tag(&self, text: &str) -> Result<Position, String> {
        fen::parse_fen(text).map(|board| self.set_up(board)).map_err(|error| error.to_string())
    }

    fn tag_of_start(&self, start: &Position) -> String {
        fen::fen(&start.board)
    }

    fn first_number(&self, start: &Position) -> usize {
        usize::from(start.board.fullmove_number())
    }
}

/// What people or programs wrote down: a position, a game in portable notation, or a position with the moves after it as
/// engines are told it.
pub(crate) fn read(game: &Chess, text: &str) -> Result<(Position, Vec<Move>), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.strip_prefix(&["position"]).unwrap_or(&words);
    let words = words.strip_prefix(&["fen"]).unwrap_or(words);
    if words.contains(&"from") || words.last() == Some(&"captured") {
        let position = fen::parse_state(game, text).map_err(|error| error.to_string())?;
        return Ok((position, Vec::new()));
    }
    let is_position = words.first().is_some_and(|word| word.contains('/') || *word == "startpos");
    if !is_position {
        let Recorded { start, moves, .. } = portable::read(game, text).map_err(|error| error.to_string())?;
        return Ok((start, moves));
    }
    let (position, moves) = match words.iter().position(|word| *word == "moves") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None => (words, &[][..]),
    };
    let start = match position {
        ["startpos"] => Position::start(),
        fields => {
            let board = fen::parse_fen(&fields.join(" ")).map_err(|error| error.to_string())?;
            game.set_up(board)
        }
    };
    let moves = fen::played(game, &start, moves).map_err(|error| error.to_string())?;
    Ok((start, moves))
}
