//! Turn-based games made whole: from rules, looks and judgement to players, evolution and tables.

mod contest;
mod entry;
mod evolved;
mod foresight;
mod language;
mod layout;
mod players;
mod school;
pub mod settings;
mod starts;
mod table;
mod thoughts;
#[cfg(test)]
mod toy;

use std::sync::Arc;

use ludevo_arena::{MakePlayer, Names, Player};
use ludevo_search::perft::perft;
use ludevo_search::rules::{Side, TurnBased};

use crate::bred::OtherGenome;
use crate::champions::Found;
use crate::experiment::SettingsError;
use crate::fitting::{self, Fitted};
use crate::game::Facts;
use crate::player_name::{PlayerError, PlayerName};
use crate::scene::{Look, Scene};
use crate::study::Variance;

use settings::{Reach, Span};

pub use contest::failed;
pub use evolved::{Brain, Manner, Program};
pub use language::GameLanguage;
pub use layout::{JudgeNames, Layout, ONE_JUDGE};
pub use players::{MONTE_CARLO, RANDOM, find as find_player, find_brain, guide_depth, searching};
pub use school::{Lessons, School};
pub use starts::{DrawPosition, Starts, StartsError};

/// Makes players of one kind, shared by threads.
pub type Maker<G> = Arc<dyn MakePlayer<G> + Send + Sync>;

/// How a turn-based game shows itself to people.
pub trait Presented: TurnBased + Clone + 'static {
    /// What is fixed about it.
    fn facts(&self) -> &'static Facts;

    /// The position as a picture in text, legal moves marked.
    fn picture(&self, state: &Self::State) -> String;

    /// The position as a scene; `last` led to it.
    fn scene(&self, state: &Self::State, last: Option<Self::Move>) -> Scene;

    /// The same with the side `below` at the bottom, in games whose boards have a side for each player.
    fn scene_from(&self, state: &Self::State, last: Option<Self::Move>, _below: Side) -> Scene {
        self.scene(state, last)
    }

    /// What the pieces of a side are called, and how they look.
    fn pieces_of(&self, side: Side) -> (&'static str, Look) {
        match side {
            Side::First => ("black", Look::First),
            Side::Second => ("white", Look::Second),
        }
    }

    /// What people count of a side, such as `12 discs`; empty where they count nothing.
    fn count(&self, _state: &Self::State, _side: Side) -> String {
        String::new()
    }

    /// The same of a position that follows on a move, as the player sees it who moved.
    fn scene_after(&self, state: &Self::State, last: Option<Self::Move>) -> Scene {
        self.scene(state, last)
    }

    /// The spots that make a move when they are clicked one after the other; none for a move without a choice of place,
    /// such as a pass. No two moves of a player have the same path in a state; of chance none is asked.
    fn path(&self, state: &Self::State, action: Self::Move) -> Vec<String>;

    /// All sequences of clicks that make a move, [`path`](Self::path) first: where a move has parts that can be made in any
    /// order, or one click can stand for several. A sequence that makes two moves makes neither.
    fn paths(&self, state: &Self::State, action: Self::Move) -> Vec<Vec<String>> {
        vec![self.path(state, action)]
    }

    /// What is to be seen once the first spots of a move were clicked, where a part of the move is made by then.
    fn half_way(&self, _state: &Self::State, _clicked: &[String]) -> Option<Scene> {
        None
    }

    /// The result of a finished game in words.
    fn result(&self, state: &Self::State) -> String;

    /// The moves from a position on, as people write them down; one after the other unless a game says otherwise.
    fn transcript(&self, start: &Self::State, moves: &[Self::Move]) -> String {
        texts_of_moves(self, start, moves).join(" ")
    }

    /// A position in every notation of the game, a line each.
    fn notations(&self, state: &Self::State) -> String {
        self.state_text(state)
    }

    /// A position in any notation that people use for the game.
    fn read_position(&self, text: &str) -> Result<Self::State, String> {
        self.parse_state(text)
    }

    /// Moves from a position on as people keep a game in a file: unless the game has a way of its own, the position and
    /// then a move a line, those of chance included.
    fn document(&self, _names: &Names, start: &Self::State, moves: &[Self::Move]) -> String {
        lines_of_game(self, start, moves)
    }

    /// A position, or a game as [`document`](Self::document) writes it; the error says what is wrong with it.
    fn read(&self, text: &str) -> Result<(Self::State, Vec<Self::Move>), String> {
        read_lines_of_game(self, text)
    }

    /// The classes of positions that games may start from, as (name, what it is).
    fn classes(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// What draws positions of a class; the error says why there is no such class. A game may know more classes than it
    /// lists.
    fn class(&self, _name: &str) -> Result<DrawPosition<Self::State>, String> {
        Err("it has no classes of positions".to_owned())
    }

    /// The points of the player to move with best play of both, where that is known.
    fn truth(&self, _state: &Self::State) -> Option<f64> {
        None
    }

    /// How many different games of so many moves there are from a position on, as published tables of the game count them:
    /// unless it says otherwise, with those that end before.
    fn perft(&self, state: &Self::State, depth: u32) -> u64 {
        perft(self, state, depth)
    }

    /// The rules that it leaves open, as they are now; they tell two games of one name apart.
    fn rules(&self) -> String {
        String::new()
    }

    /// The same game under other rules, such as `draw=40`, where it leaves some open; the error says which.
    fn under(&self, _rules: &str) -> Result<Self, String> {
        Err(format!("{} leaves no rules open", self.facts().name))
    }
}

/// Each move as a text.
fn texts_of_moves<G: TurnBased>(game: &G, start: &G::State, moves: &[G::Move]) -> Vec<String> {
    let mut state = start.clone();
    let mut text = |action: &G::Move| {
        let text = game.move_text(&state, *action);
        state = game.apply(&state, *action);
        text
    };
    moves.iter().map(&mut text).collect()
}

/// A position, and then a move a line.
pub fn lines_of_game<G: TurnBased>(game: &G, start: &G::State, moves: &[G::Move]) -> String {
    let mut lines = vec![game.state_text(start)];
    lines.extend(texts_of_moves(game, start, moves));
    lines.join("\n") + "\n"
}

/// Reads what [`lines_of_game`] writes, or a position alone.
pub fn read_lines_of_game<G: Presented>(game: &G, text: &str) -> Result<(G::State, Vec<G::Move>), String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let rows = game.state_text(&game.initial()).lines().count();
    let position: Vec<&str> = lines.by_ref().take(rows).map(|(_, line)| line.trim()).collect();
    let start = game.read_position(&position.join("\n"))?;
    let mut state = start.clone();
    let mut moves = Vec::new();
    for (number, line) in lines {
        let action = game
            .parse_move(&state, line.trim())
            .map_err(|problem| format!("line {}: {problem}", number + 1))?;
        state = game.apply(&state, action);
        moves.push(action);
    }
    Ok((start, moves))
}

/// How programs judge the positions of a turn-based game, and who plays against them.
pub trait Judged: Presented {
    /// Its languages, the published one first. All read the same view.
    fn languages(&self) -> Vec<GameLanguage>;

    /// Fills the cells of a view of `state`. Called for every state that is judged.
    fn fill(&self, state: &Self::State, view: &mut [u64]);

    /// The same for programs that read the cells of `wanted` alone, a bit each, where a game can save itself the others.
    #[inline]
    fn fill_wanted(&self, state: &Self::State, _wanted: u64, view: &mut [u64]) {
        self.fill(state, view);
    }

    /// Whose view [`fill`](Self::fill) fills: usually that of the player to move. Games whose programs compare what comes of
    /// their own moves show a position to the player who moved last.
    fn seen_by(&self, state: &Self::State) -> Side {
        self.mover(state)
    }

    /// Fills a view for the player to move, where [`fill`](Self::fill) does not: a search of more than one ply asks with
    /// the eyes of both.
    fn fill_for_mover(&self, state: &Self::State, view: &mut [u64]) {
        self.fill(state, view);
    }

    /// The trees that judge positions, where a game has more than one.
    fn judges(&self) -> JudgeNames {
        ONE_JUDGE
    }

    /// Which of them judges a position.
    fn judge(&self, _state: &Self::State) -> usize {
        0
    }

    /// Which of them judges a position that [`fill_for_mover`](Self::fill_for_mover) shows.
    fn judge_for_mover(&self, state: &Self::State) -> usize {
        self.judge(state)
    }

    /// How many levels the tree of a judge may have where an experiment allows `depth`, in games that give some trees
    /// less.
    fn depth_of_judge(&self, _judge: usize, depth: usize) -> usize {
        depth
    }

    /// How promising a state is for the player to move, where the game knows a cheap and good guess. It only says what is
    /// searched first.
    fn promise(&self, _state: &Self::State) -> f64 {
        0.0
    }

    /// How far programs can look ahead.
    fn reach(&self) -> Reach {
        Reach::PLIES
    }

    /// A hand-written opponent, or nothing if the name is none of the game's.
    fn opponent(&self, name: &PlayerName) -> Result<Option<Maker<Self>>, PlayerError>;

    /// Programs that come with the game: opponents and founders by their names, as champions are.
    fn written(&self) -> Vec<Written> {
        Vec::new()
    }

    /// The program by hand that champions of a language are compared with, if there is one: by default the first that comes
    /// with the game and was not drawn at random.
    fn guide(&self, language: &str) -> Option<Written> {
        let is_meant = |written: &Written| written.language == language && !written.name.starts_with("rnd");
        self.written().into_iter().find(is_meant)
    }

    /// How many plies a game usually lasts, those of chance included. Positions on which programs are compared are drawn from all of them.
    fn plies(&self) -> u32;

    /// Views of positions on which programs are compared, by default from random play.
    fn views(&self, cells: usize, count: usize) -> Vec<Vec<u64>> {
        contest::views_of_random_play(self, None, cells, count)
    }

    /// A player that judges the position after each move and does not search, where the game has a faster one.
    fn quick_player(&self, _brain: &Brain) -> Option<Box<dyn Player<Self>>> {
        None
    }

    /// The lessons that the section `teacher` of an experiment asks for, in games that have some.
    fn lessons(&self, _own: &toml::Table) -> Result<Option<Box<dyn Lessons>>, SettingsError> {
        Ok(None)
    }

    /// What is bred for this game beside trees, if anything.
    fn other_genome(&self) -> Option<&'static dyn OtherPlayers<Self>> {
        None
    }

    /// How the results of its games vary, in games of chance that can say.
    fn variance(&self) -> Option<&dyn Variance> {
        None
    }
}

/// A program that was not bred, in one of the languages of a game.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its name.
    pub name: String,
    /// The language.
    pub language: &'static str,
    /// The tree that judges positions; in games with several judges all trees, each after a line `tree` with its name. Nothing
    /// stands for the guide that is fitted to random games.
    pub tree: Option<String>,
    /// What it judges, where turns have several moves.
    pub turn: Span,
}

impl Written {
    /// What it is made of, in a run that may have a fitted guide of its own.
    pub(crate) fn program<G: Judged>(&self, game: &G, of_run: Option<&Fitted>) -> String {
        match (&self.tree, of_run) {
            (Some(tree), _) => tree.clone(),
            (None, Some(guide)) => guide.of(game).to_owned(),
            (None, None) => fitting::guide(game),
        }
    }
}

/// A kind of genome that a turn-based game breeds beside trees, whose champions play.
pub trait OtherPlayers<G: Judged>: OtherGenome<G> {
    /// The player that a champion describes; `name` may carry options.
    fn player(&self, found: &Found, name: &PlayerName) -> Result<Maker<G>, PlayerError>;
}

/// A turn-based game as an entry of the registry.
pub struct BoardGame<G>(pub G);
