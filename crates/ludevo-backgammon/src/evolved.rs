//! Players that choose the best of all next boards: evolved programs and Pubeval.

use std::sync::Arc;

use ludevo_arena::{Effort, Player, PlayerFailed};
use ludevo_program::{Architecture, Individual, Language, Part, Type};
use ludevo_random::Stream;
use rand::RngExt;

use super::board::Board;
use super::language::{self, fill, view_cells};
use super::plays::{Dice, Play, Plays};
use super::pubeval;
use super::rules::{Action, Backgammon, Position, throw};
use ludevo_game::board::Program;

/// How a program is divided into stages, and when the stage is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// How many stage trees a further tree, the selector, chooses from; 0 if there are two, for contact and for races.
    pub evolved: usize,
    /// Whether the board before the move decides the stage of a whole turn, rather than each next board its own.
    pub by_turn: bool,
}

/// The languages of a program by the name of the pair, and a hash over all of them.
pub fn languages_of(name: &str) -> Option<([Arc<Language>; 2], u64)> {
    let find = |wanted: &str| {
        let language = language::languages().into_iter().find(|language| language.name() == wanted);
        Arc::new(language.expect("a language of backgammon"))
    };
    let pair = match name {
        "published" => [find("contact"), find("race")],
        "rich" => {
            let rich = find("rich");
            [Arc::clone(&rich), rich]
        }
        _ => return None,
    };
    let hash = pair[0].hash() ^ pair[1].hash().rotate_left(1);
    Some((pair, hash))
}

/// The names that [`languages_of`] knows.
pub const LANGUAGES: [&str; 2] = ["published", "rich"];

/// The trees of a program.
pub fn architecture(languages: &[Arc<Language>; 2], stages: Stages, depth: usize) -> Architecture {
    let part = |name: String, decides: &str, language: &Arc<Language>| Part {
        name,
        decides: decides.to_owned(),
        root: Type::Float,
        language: Arc::clone(language),
        depth,
    };
    let [contact, race] = languages;
    if stages.evolved == 0 {
        return Architecture {
            parts: vec![
                part("contact".to_owned(), "how good a board is while men may still be hit", contact),
                part("race".to_owned(), "how good a board is once the players have passed each other", race),
            ],
        };
    }
    let decides = "which stage a board belongs to: its whole part, kept within the number of stages";
    let stage = |index| part(format!("stage{index}"), "how good a board of this stage is", contact);
    let selector = part("select".to_owned(), decides, contact);
    Architecture { parts: std::iter::once(selector).chain((1..=stages.evolved).map(stage)).collect() }
}

/// An evolved individual, compiled: from it any number of players is made.
#[derive(Clone, Debug)]
pub struct Brain {
    trees: Arc<[Program]>,
    stages: Stages,
}

impl Brain {
    /// Compiles an individual of [`architecture`].
    pub fn new(individual: &Individual, architecture: &Architecture, stages: Stages) -> Self {
        let trees = individual.trees.iter().zip(&architecture.parts);
        Brain { trees: trees.map(|(tree, part)| Program::new(tree, part)).collect(), stages }
    }

    /// The tree for a board, which `view` shows.
    #[inline]
    fn stage(&self, board: Board, view: &mut [u64]) -> usize {
        match self.stages.evolved {
            0 => usize::from(!board.has_contact()),
            stages => 1 + (self.trees[0].evaluate(view) as i64).clamp(0, stages as i64 - 1) as usize,
        }
    }

    /// What the program says of one next board; `stage` is that of the turn, where the turn decides it.
    #[inline]
    fn value(&self, board: Board, stage: Option<usize>, view: &mut [u64]) -> f64 {
        if board.is_won() {
            return f64::INFINITY;
        }
        fill(board, view);
        let stage = stage.unwrap_or_else(|| self.stage(board, view));
        self.trees[stage].evaluate(view)
    }

    #[inline]
    fn stage_of_turn(&self, board: Board, view: &mut [u64]) -> Option<usize> {
        self.stages.by_turn.then(|| {
            if self.stages.evolved > 0 {
                fill(board, view);
            }
            self.stage(board, view)
        })
    }

    /// The first of the plays found on `board` that the program values most.
    pub fn best(&self, board: Board, found: &[(Play, Board)], view: &mut [u64]) -> (Play, Board) {
        let mut best = found[0];
        if found.len() == 1 {
            return best;
        }
        let stage = self.stage_of_turn(board, view);
        let mut highest = f64::NEG_INFINITY;
        for next in found {
            let value = self.value(next.1, stage, view);
            if value > highest {
                (highest, best) = (value, *next);
            }
        }
        best
    }
}

/// Who chooses a play.
#[derive(Clone, Debug)]
pub enum Chooser {
    /// An evolved program.
    Evolved(Brain),
    /// Pubeval.
    Pubeval,
    /// Any next board, each as likely.
    Random,
}

/// A [`Chooser`] at work.
pub struct Seat {
    chooser: Chooser,
    plays: Plays,
    view: Vec<u64>,
    effort: Effort,
}

impl Seat {
    /// A player that chooses like `chooser`.
    pub fn new(chooser: Chooser) -> Self {
        Seat { chooser, plays: Plays::default(), view: vec![0; view_cells()], effort: Effort::default() }
    }

    #[inline]
    fn play(&mut self, position: &Position, rng: &mut Stream) -> (Play, Board) {
        let dice = position.dice.expect("a player moves after the roll");
        let found = self.plays.find(position.board, dice);
        match &self.chooser {
            Chooser::Evolved(brain) => brain.best(position.board, found, &mut self.view),
            Chooser::Pubeval => pubeval::best(position.board, found),
            Chooser::Random => found[rng.random_range(0..found.len())],
        }
    }
}

impl Player<Backgammon> for Seat {
    fn choose(
        &mut self,
        _game: &Backgammon,
        state: &Position,
        rng: &mut Stream,
    ) -> Result<Action, PlayerFailed> {
        let (play, _) = self.play(state, rng);
        if !matches!(self.chooser, Chooser::Random) {
            self.effort.leaves += self.plays.found().len() as u64;
        }
        Ok(Action::Play(play))
    }

    fn values(&mut self, _game: &Backgammon, state: &Position) -> Option<Vec<(Action, f64)>> {
        let found = self.plays.find(state.board, state.dice?);
        let racing = !state.board.has_contact();
        let stage = match &self.chooser {
            Chooser::Evolved(brain) => brain.stage_of_turn(state.board, &mut self.view),
            _ => None,
        };
        let mut value = |board: Board| match &self.chooser {
            Chooser::Evolved(brain) => Some(brain.value(board, stage, &mut self.view)),
            Chooser::Pubeval => Some(pubeval::score(board, racing)),
            Chooser::Random => None,
        };
        found.iter().map(|(play, board)| Some((Action::Play(*play), value(*board)?))).collect()
    }

    fn line(&mut self, _game: &Backgammon, _state: &Position, action: Action) -> Option<Vec<Action>> {
        // A program judges the board right after the play.
        matches!(self.chooser, Chooser::Evolved(_)).then(|| vec![action])
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// Programs that like to be hit and to hit can go on practically forever: after so many turns the race decides, and
/// whoever has fewer pips to go counts as the winner. Games of sensible players take fifty or sixty turns.
const LONGEST: usize = 2000;

/// Plays a game without keeping it; whether the first player won. Players who draw nothing at random themselves get the
/// same dice from the same stream.
pub fn quick_game(first: &Chooser, second: &Chooser, rng: &mut Stream) -> bool {
    let opening = throw(true, rng);
    game_after(opening, first, second, rng, |_, _, _| ())
}

/// The same after this opening roll. `look` is told the number of each turn, the board as the mover sees it and the roll.
pub fn game_after(
    opening: Dice,
    first: &Chooser,
    second: &Chooser,
    rng: &mut Stream,
    mut look: impl FnMut(usize, Board, Dice),
) -> bool {
    let mut seats = [Seat::new(first.clone()), Seat::new(second.clone())];
    let mut dice = opening;
    let mut position =
        Position { board: Board::START, mover: ludevo_search::rules::Side::First, dice: Some(dice) };
    for turn in 0..LONGEST {
        look(turn, position.board, dice);
        let (_, next) = seats[turn % 2].play(&position, rng);
        if next.is_won() {
            return turn % 2 == 0;
        }
        position.board = next.flipped();
        dice = throw(false, rng);
        position.dice = Some(dice);
    }
    // An even number of turns is over: the first player is to move.
    position.board.own.pips() < position.board.opp.pips()
}
