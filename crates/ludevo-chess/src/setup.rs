//! Chess made whole: its facts, its looks, its opponents by name, and how programs judge its positions.

use std::sync::Arc;

use cozy_chess::Move;
use ludevo_arena::Names;
use ludevo_game::board::{DrawPosition, GameLanguage, JudgeNames, Judged, Maker, Presented, Written};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::portable::{self, Recorded};
use ludevo_game::scene::{Look, Scene};
use ludevo_random::{Purpose, stream};
use ludevo_search::rules::{Side, Turn, TurnBased};
use rand::RngExt;
use rand::seq::IteratorRandom;

use super::material::Class;
use super::position::Position;
use super::rules::{Chess, perft, side};
use super::tables::{self, Truth};
use super::{fen, hand, language, pgn, uci, view};

static FACTS: Facts = Facts {
    name: "chess",
    title: "Chess",
    kind: "board game for two, no chance, everything in view",
    summary: "Chess by the rules of the federation, drawn at once by stalemate, fifty quiet moves, the third repetition \
              and when nobody can mate. Programs judge the position after each of their moves, with a tree for \
              positions in which they are ahead in material, one for level positions and one for those in which they \
              are behind, as Hauptman and Sipper evolved players of endgames.",
    opponents: &[
        (
            hand::MASTER,
            "our program by hand in the published language, for endgames; options as of a champion",
        ),
        (hand::HAND, "our program by hand in our own language, for endgames; options as of a champion"),
        (
            "uci:PROGRAM",
            "a chess engine that speaks UCI, by its name or file; only where it is installed; options depth, nodes, \
             movetime (milliseconds), arg, and the engine's own, which begin with a capital: uci:gnuchess@depth=4",
        ),
    ],
};

impl Presented for Chess {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn picture(&self, position: &Position) -> String {
        view::picture(self, position)
    }

    fn scene(&self, position: &Position, last: Option<Move>) -> Scene {
        view::scene(position, last, Side::First)
    }

    fn scene_from(&self, position: &Position, last: Option<Move>, below: Side) -> Scene {
        view::scene(position, last, below)
    }

    fn pieces_of(&self, side: Side) -> (&'static str, Look) {
        match side {
            Side::First => ("white", Look::Second),
            Side::Second => ("black", Look::First),
        }
    }

    fn count(&self, position: &Position, side: Side) -> String {
        view::material(position, side)
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

    fn classes(&self) -> &'static [(&'static str, &'static str)] {
        &[
            (
                "KRKR",
                "a king and a rook each, white to move, nobody attacked; so of any pieces, white's first",
            ),
            ("KQKQ", "a king and a queen each"),
            ("KRRKRR", "a king and two rooks each"),
            ("KQRKQR", "a king, a queen and a rook each"),
            ("KRKR:won", "those that white wins with best play; of at most four men"),
            ("KRKR:drawn", "those that nobody wins with best play"),
            ("KQRKQR:judged", "some that white wins by an engine's judgement, which is no proof"),
        ]
    }

    fn class(&self, name: &str) -> Result<DrawPosition<Position>, String> {
        let class = Class::parse(name).map_err(|error| error.to_string())?;
        let game = *self;
        Ok(Arc::new(move |rng| class.draw(&game, rng)))
    }

    fn truth(&self, position: &Position) -> Option<f64> {
        tables::truth(&position.board).map(Truth::points)
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        perft(&position.board, depth)
    }

    fn rules(&self) -> String {
        format!("draw={},repetition={}", self.quiet / 2, self.times)
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
        language::fill(position, !position.board.side_to_move(), view);
    }

    #[inline]
    fn seen_by(&self, position: &Position) -> Side {
        side(!position.board.side_to_move())
    }

    #[inline]
    fn fill_for_mover(&self, position: &Position, view: &mut [u64]) {
        language::fill(position, position.board.side_to_move(), view);
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
    fn judge_for_mover(&self, position: &Position) -> usize {
        2 - self.judge(position)
    }

    /// "The disadvantage tree was smaller" (section 4.2.2).
    fn depth_of_judge(&self, judge: usize, depth: usize) -> usize {
        if judge == 2 { depth.saturating_sub(2).max(1) } else { depth }
    }

    #[inline]
    fn promise(&self, position: &Position) -> f64 {
        f64::from(language::lead(&position.board, position.board.side_to_move()))
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError> {
        if name.name.starts_with(uci::PREFIX) { uci::maker(name).map(Some) } else { Ok(None) }
    }

    fn written(&self) -> Vec<Written> {
        hand::written()
    }

    fn plies(&self) -> u32 {
        120
    }

    /// Of random play from endgames and from the start of a game.
    fn views(&self, cells: usize, count: usize) -> Vec<Vec<u64>> {
        views_of_play(self, cells, count)
    }
}

/// Classes whose positions programs are compared on, beside those of whole games.
const COMPARED: [&str; 6] = ["KRKR", "KQKQ", "KRRKRR", "KQRKQR", "KQKR", "KRPKR"];

/// Views of positions from random play, of each class and of whole games as many.
fn views_of_play(game: &Chess, cells: usize, count: usize) -> Vec<Vec<u64>> {
    let classes = COMPARED.map(|name| Class::parse(name).expect("a class"));
    let view = |number: usize| {
        let mut rng = stream(0, Purpose::Sampling, 0, number as u64);
        let class = classes.get(number % (COMPARED.len() + 1));
        let mut position = class.map_or_else(|| game.initial(), |class| class.draw(game, &mut rng));
        let longest = if class.is_some() { 20 } else { game.plies() };
        for _ in 0..rng.random_range(1..longest) {
            let Some(action) = game.moves(&position).choose(&mut rng) else { break };
            position = game.apply(&position, action);
        }
        let mut view = vec![0; cells];
        game.fill(&position, &mut view);
        view
    };
    (0..count).map(view).collect()
}
