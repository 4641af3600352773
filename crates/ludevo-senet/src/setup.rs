//! Senet made whole: its facts, its looks, its opponents by name, and how programs judge its boards.

use std::sync::{Arc, LazyLock};

use ludevo_arena::{Player, RandomPlayer};
use ludevo_game::board::settings::{Reach, Span};
use ludevo_game::board::{Brain, GameLanguage, Judged, Maker, Presented, Written};
use ludevo_game::game::Facts;
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::scene::{Look, Scene};
use ludevo_program::{Method, Type, print};
use ludevo_random::{Purpose, stream};
use ludevo_search::rules::Side;
use rand::RngExt;

use super::hand::{HAND, HC, TERMS};
use super::language::{PUBLISHED, RICH, fill, languages, view_cells};
use super::player::{Seat, step};
use super::rules::{Action, Backward, Position, Senet, Step, throw};
use super::view;

static FACTS: Facts = Facts {
    name: "senet",
    title: "Senet",
    kind: "board game for two with throwing sticks, everything in view",
    summary: "Senet, the game found in Egyptian tombs, by the rules that Kendall made up for it: four sticks say how far \
              pieces go, all throws of a turn are made before the first is used, and they may be used in any order; who \
              hits a piece that stands alone trades places with it. Programs judge the board after a move, as Ferrer and \
              Martin evolved them, or at the end of a whole turn.",
    opponents: &[
        ("const", "says the same of every board and so plays any move; the published name of random"),
        ("rndN", "one of eight random programs, N from 1 to 8; options as of a champion"),
        (
            "hcN",
            "one of eight programs written by hand in the published language, N from 1 to 8; options as of a champion",
        ),
        (
            "hand",
            "our best program by hand, in the rich language and for whole turns; options as of a champion",
        ),
        ("terms", "all that the rich language counts, with rough weights: a founder for runs that tune them"),
    ],
};

impl Presented for Senet {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn picture(&self, position: &Position) -> String {
        view::picture(position)
    }

    fn scene(&self, position: &Position, last: Option<Action>) -> Scene {
        view::scene(position, last)
    }

    fn pieces_of(&self, side: Side) -> (&'static str, Look) {
        view::pieces_of(side)
    }

    fn count(&self, position: &Position, side: Side) -> String {
        format!("{} off", view::off(position, side))
    }

    fn path(&self, _position: &Position, action: Action) -> Vec<String> {
        view::path(action)
    }

    fn result(&self, position: &Position) -> String {
        view::result(position)
    }

    fn transcript(&self, start: &Position, moves: &[Action]) -> String {
        view::transcript(start, moves)
    }

    fn rules(&self) -> String {
        let when = match self.backward {
            Backward::Turn => "turn",
            Backward::Throw => "throw",
        };
        format!("backward={when}")
    }

    fn under(&self, rules: &str) -> Result<Self, String> {
        match rules {
            "backward=turn" => Ok(Senet { backward: Backward::Turn }),
            "backward=throw" => Ok(Senet { backward: Backward::Throw }),
            _ => Err(format!("`{rules}` is no rule of Senet: `backward=turn` or `backward=throw` is")),
        }
    }
}

impl Judged for Senet {
    fn languages(&self) -> Vec<GameLanguage> {
        languages().into_iter().map(GameLanguage::one).collect()
    }

    #[inline]
    fn fill(&self, position: &Position, view: &mut [u64]) {
        let board =
            if self.seen_by(position) == position.mover { position.board } else { position.board.flipped() };
        fill(board, Step::default(), view);
    }

    #[inline]
    fn seen_by(&self, position: &Position) -> Side {
        let is_new_turn = position.is_throwing && position.throws.is_empty();
        if is_new_turn { position.mover.other() } else { position.mover }
    }

    fn opponent(&self, name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError> {
        if name.name != "const" {
            return Ok(None);
        }
        name.only(&[])?;
        Ok(Some(Arc::new(|| Box::new(RandomPlayer) as Box<dyn Player<Self>>)))
    }

    fn written(&self) -> Vec<Written> {
        let published =
            |name, tree| Written { name, language: PUBLISHED, tree: Some(tree), turn: Span::Move };
        let random =
            (1..).zip(&*RANDOM).map(|(number, tree)| published(format!("rnd{number}"), tree.clone()));
        let by_hand = (1..).zip(HC).map(|(number, tree)| published(format!("hc{number}"), tree.to_owned()));
        let rich = [("hand", HAND), ("terms", TERMS)].map(|(name, tree)| Written {
            name: name.to_owned(),
            language: RICH,
            tree: Some(tree.to_owned()),
            turn: Span::Whole,
        });
        random.chain(by_hand).chain(rich).collect()
    }

    /// Throws can follow on throws without end, so that no search looks past them.
    fn reach(&self) -> Reach {
        Reach { deepest: 1, whole_turns: true }
    }

    fn plies(&self) -> u32 {
        400
    }

    fn views(&self, _cells: usize, count: usize) -> Vec<Vec<u64>> {
        views_of_play(self, count)
    }

    fn quick_player(&self, brain: &Brain) -> Option<Box<dyn Player<Self>>> {
        Some(Box::new(Seat::new(brain)))
    }
}

/// The programs of `rnd1` to `rnd8`: drawn as the first generation of the published runs is.
static RANDOM: LazyLock<[String; 8]> = LazyLock::new(|| {
    let language = &languages()[0];
    std::array::from_fn(|number| {
        let mut rng = stream(0, Purpose::Birth, 0, number as u64);
        print(&language.random_tree(&mut rng, Method::Branching, Type::Float, BIRTH_DEPTH), language)
    })
});

/// How deep random programs may get, as in the experiments.
const BIRTH_DEPTH: usize = 7;

/// Views of boards from random play, each with the move that led to it.
fn views_of_play(game: &Senet, count: usize) -> Vec<Vec<u64>> {
    use ludevo_search::rules::TurnBased;
    let mut views = Vec::with_capacity(count);
    for number in 0.. {
        let mut rng = stream(0, Purpose::Sampling, 0, number);
        let mut position = game.initial();
        for ply in 0u64.. {
            if position.is_won() || position.turn >= super::rules::LONGEST {
                break;
            }
            if position.is_throwing {
                position = position.thrown(throw(&mut rng));
                continue;
            }
            let mut moves = game.moves_of_pieces(&position);
            let choices = moves.len();
            let action = moves.nth(rng.random_range(0..choices)).expect("one of them");
            let next = game.apply(&position, action);
            if (ply + number).is_multiple_of(29) && !next.is_won() {
                let board = if next.mover == position.mover { next.board } else { next.board.flipped() };
                let mut cells = vec![0; view_cells()];
                fill(board, step(action, choices), &mut cells);
                views.push(cells);
                if views.len() == count {
                    return views;
                }
            }
            position = next;
        }
    }
    views
}
