//! Chess made whole: its facts, its looks, its opponents by name, and how programs judge its positions.

use cozy_chess::Move;
use ludevo_arena::Names;
use ludevo_game::board::{GameLanguage, JudgeNames, Judged, Maker, Presented};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::portable::{self, Recorded};
use ludevo_game::scene::Scene;
use ludevo_search::rules::{Side, Turn, TurnBased};

use super::position::Position;
use super::rules::{Chess, perft, side};
use super::{fen, language, pgn, view};

static FACTS: Facts = Facts {
    name: "chess",
    title: "Chess",
    kind: "board game for two, no chance, everything in view",
    summary: "Chess by the rules of the federation, drawn at once by stalemate, fifty quiet moves, the third repetition \
              and when nobody can mate. Programs judge the position after each of their moves, with a tree for \
              positions in which they are ahead in material, one for level positions and one for those in which they \
              are behind, as Hauptman and Sipper evolved players of endgames.",
    opponents: &[],
};

impl Presented for Chess {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn picture(&self, position: &Position) -> String {
        view::picture(self, position)
    }

    fn scene(&self, position: &Position, last: Option<Move>) -> Scene {
        view::scene(position, last)
    }

    fn path(&self, position: &Position, action: Move) -> Vec<String> {
        view::path(position, action)
    }

    fn result(&self, position: &Position) -> String {
        view::result(self, position)
    }

    fn transcript(&self, start: &Position, moves: &[Move]) -> String {
        let end = moves.iter().fold(start.clone(), |position, action| self.apply(&position, *action));
        let outcome = match self.turn(&end) {
            Turn::End(outcome) => Some(outcome),
            Turn::Player(_) | Turn::Chance => None,
        };
        portable::movetext(self, start, moves, outcome)
    }

    fn notations(&self, position: &Position) -> String {
        fen::fen(&position.board)
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        let (start, moves) = pgn::read(self, text)?;
        Ok(moves.into_iter().fold(start, |position, action| self.apply(&position, action)))
    }

    fn document(&self, names: &Names, start: &Position, moves: &[Move]) -> String {
        let tags = [("Event", FACTS.title), ("White", &names.first), ("Black", &names.second)];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.replace('"', "'")));
        let recorded =
            Recorded { tags: tags.into(), start: start.clone(), moves: moves.to_vec(), outcome: None };
        portable::write(self, &recorded)
    }

    fn read(&self, text: &str) -> Result<(Position, Vec<Move>), String> {
        pgn::read(self, text)
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        perft(&position.board, depth)
    }

    fn under(&self, rules: &str) -> Result<Self, String> {
        let mut changed = *self;
        for rule in rules.split(',') {
            let number = |name: &str| rule.trim().strip_prefix(name)?.parse::<u8>().ok();
            match (number("draw="), number("repetition=")) {
                (Some(moves @ 1..=50), _) => changed.quiet = 2 * moves,
                (_, Some(times @ 2..=9)) => changed.times = usize::from(times),
                _ => {
                    return Err(format!(
                        "`{rule}` is no rule of chess; allowed are draw=N, the moves of each side without a capture or a \
                         move of a pawn that draw a game, from 1 to 50, and repetition=N, how often a position comes \
                         before the game is drawn, from 2 to 9"
                    ));
                }
            }
        }
        Ok(changed)
    }
}

impl Judged for Chess {
    fn languages(&self) -> Vec<GameLanguage> {
        language::languages().into_iter().map(GameLanguage::one).collect()
    }

    #[inline]
    fn fill(&self, position: &Position, view: &mut [u64]) {
        let board = &position.board;
        language::fill(board, !board.side_to_move(), position.captured, view);
    }

    #[inline]
    fn seen_by(&self, position: &Position) -> Side {
        side(!position.board.side_to_move())
    }

    #[inline]
    fn fill_for_mover(&self, position: &Position, view: &mut [u64]) {
        let board = &position.board;
        language::fill(board, board.side_to_move(), false, view);
    }

    fn judges(&self) -> JudgeNames {
        &[
            ("advantage", "how good a position is in which the player has more material"),
            ("even", "how good a position is in which both have the same material"),
            ("disadvantage", "how good a position is in which the player has less material"),
        ]
    }

    #[inline]
    fn judge(&self, position: &Position) -> usize {
        match language::lead(&position.board, !position.board.side_to_move()) {
            1.. => 0,
            0 => 1,
            _ => 2,
        }
    }

    #[inline]
    fn promise(&self, position: &Position) -> f64 {
        f64::from(language::lead(&position.board, position.board.side_to_move()))
    }

    fn opponent(&self, _name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError> {
        Ok(None)
    }

    fn plies(&self) -> u32 {
        120
    }
}
