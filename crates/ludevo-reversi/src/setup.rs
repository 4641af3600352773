//! Reversi made whole: its facts, its view, its opponents by name.

use ludevo_search::alphabeta::SearchSettings;

use super::opponents::{GUIDE, Hand, STRONGER_GUIDE, WeightedPieces};
use super::rules::{Board, Place, Reversi};
use super::{features, language, notation, rust_reversi, view};
use ludevo_arena::Names;
use ludevo_game::board::{
    GameLanguage, Judged, Maker, Presented, guide_depth, lines_of_game, read_lines_of_game, searching,
};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::scene::Scene;
use ludevo_game::words::count;
use ludevo_search::rules::Side;

static FACTS: Facts = Facts {
    name: "reversi",
    title: "Reversi",
    kind: "board game for two, no chance, everything in view",
    summary: "Reversi, also called Othello, on 8x8 squares: place a piece so that it encloses opposing ones and turn \
              them over; whoever has more pieces when nobody can move wins. Programs judge positions at the end of an \
              alpha-beta search, as Benbassat and Sipper evolved them, and a second tree may choose which moves are \
              searched at all.",
    opponents: &[
        (
            "abN",
            "the published guide: alpha-beta of depth N, material with a corner bonus that changes from game to game",
        ),
        ("abNp", "the stronger published guide: the same with corner bonuses that always count"),
        ("hand", "hand-written: mobility, corners and the squares beside them; option depth (4)"),
        ("wpc", "the weighted piece counter of the Othello League; option depth (4)"),
        (
            rust_reversi::NAME,
            "alpha-beta of the PyPI package rust_reversi, counting legal moves; only where that is installed; options \
             depth (4), python",
        ),
    ],
};

impl Judged for Reversi {
    fn languages(&self) -> Vec<GameLanguage> {
        language::languages().into_iter().map(GameLanguage::one).collect()
    }

    fn plies(&self) -> u32 {
        60
    }

    #[inline]
    fn fill(&self, board: &Board, view: &mut [u64]) {
        language::fill(board, view);
    }

    #[inline]
    fn promise(&self, board: &Board) -> f64 {
        features::promise(board)
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError> {
        if let Some(rest) = name.name.strip_prefix("ab") {
            let (digits, guide) =
                rest.strip_suffix('p').map_or((rest, GUIDE), |digits| (digits, STRONGER_GUIDE));
            let Some(depth) = guide_depth(name, digits)? else { return Ok(None) };
            name.only(&["order"])?;
            return searching(name, SearchSettings::full(depth), guide).map(Some);
        }
        let settings = || -> Result<SearchSettings, PlayerError> {
            name.only(&["depth", "order"])?;
            let depth = name.option("depth", "1 to 12", |depth| (1..=12).contains(depth))?;
            Ok(SearchSettings::full(depth.unwrap_or(4)))
        };
        match name.name.as_str() {
            "hand" => searching(name, settings()?, Hand).map(Some),
            "wpc" => searching(name, settings()?, WeightedPieces::STANDARD).map(Some),
            rust_reversi::NAME => rust_reversi::maker(name).map(Some),
            _ => Ok(None),
        }
    }
}

impl Presented for Reversi {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn picture(&self, board: &Board) -> String {
        view::picture(board)
    }

    fn scene(&self, board: &Board, last: Option<Place>) -> Scene {
        view::scene(board, last)
    }

    fn count(&self, board: &Board, side: Side) -> String {
        count(board.pieces(side).count_ones(), "disc", "discs")
    }

    fn path(&self, _board: &Board, action: Place) -> Vec<String> {
        action.square().map(|_| action.to_string()).into_iter().collect()
    }

    fn result(&self, board: &Board) -> String {
        view::result(board)
    }

    fn transcript(&self, _start: &Board, moves: &[Place]) -> String {
        notation::transcript(moves)
    }

    fn document(&self, _names: &Names, start: &Board, moves: &[Place]) -> String {
        // A list of squares says nothing of where it starts, and without squares nothing at all.
        let is_list = *start == Board::START && !moves.is_empty();
        if is_list { notation::transcript(moves) } else { lines_of_game(self, start, moves) }
    }

    fn read(&self, text: &str) -> Result<(Board, Vec<Place>), String> {
        let mut letters = text.trim().bytes();
        let is_game =
            matches!((letters.next(), letters.next()), (Some(b'a'..=b'h' | b'A'..=b'H'), Some(b'1'..=b'8')));
        if is_game {
            let moves = notation::parse_transcript(text.trim()).map_err(|error| error.to_string())?;
            return Ok((Board::START, moves));
        }
        read_lines_of_game(self, text)
    }
}
