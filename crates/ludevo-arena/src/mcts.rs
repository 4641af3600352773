//! Monte Carlo tree search: a player without knowledge, and so the honest yardstick of a new game.

use ludevo_random::Stream;
use ludevo_search::rules::{Side, Turn, TurnBased};
use rand::RngExt;
use rand::seq::IteratorRandom;

use crate::effort::Effort;
use crate::player::{Player, PlayerFailed};

/// How much a move that was seldom tried is worth trying: the constant of UCB1 for points between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// No random game is longer.
const MOST_PLIES: usize = 20_000;

/// UCT with so many random games a move (Kocsis and Szepesvari 2006). Where chance has the turn its moves are drawn.
#[derive(Debug)]
pub struct MonteCarlo<G: TurnBased> {
    games: u32,
    nodes: Vec<Node<G>>,
    /// The nodes from the root to where the last random game began.
    path: Vec<usize>,
    effort: Effort,
}

/// A position that was reached.
#[derive(Debug)]
struct Node<G: TurnBased> {
    state: G::State,
    /// Random games through here.
    visits: u32,
    /// Points of [`Side::First`] in them.
    points: f64,
    /// Moves that were made from here, and where they led.
    children: Vec<(G::Move, usize)>,
    /// Moves that were not tried yet, in random order; not asked of chance.
    untried: Vec<G::Move>,
}

impl<G: TurnBased> MonteCarlo<G> {
    /// A player that plays so many random games before each of its moves.
    pub fn new(games: u32) -> Self {
        MonteCarlo { games, nodes: Vec::new(), path: Vec::new(), effort: Effort::default() }
    }

    fn add(&mut self, game: &G, state: G::State, rng: &mut Stream) -> usize {
        let mut untried = Vec::new();
        if let Turn::Player(_) = game.turn(&state) {
            untried.extend(game.moves(&state));
            // Shuffled, so that the order of a game's list of moves decides nothing.
            for last in (1..untried.len()).rev() {
                untried.swap(last, rng.random_range(0..=last));
            }
            self.effort.interior += 1;
        } else {
            self.effort.leaves += 1;
        }
        self.nodes.push(Node { state, visits: 0, points: 0.0, children: Vec::new(), untried });
        self.nodes.len() - 1
    }

    /// Goes down the tree to a position that is new or the end of a game.
    fn descend(&mut self, game: &G, rng: &mut Stream) {
        self.path.clear();
        let mut at = 0;
        loop {
            self.path.push(at);
            let (action, known) = match game.turn(&self.nodes[at].state) {
                Turn::End(_) => return,
                Turn::Chance => {
                    let drawn = game.draw(&self.nodes[at].state, rng);
                    let known = self.nodes[at].children.iter().find(|(action, _)| *action == drawn);
                    (drawn, known.map(|(_, child)| *child))
                }
                Turn::Player(side) => match self.nodes[at].untried.pop() {
                    Some(action) => (action, None),
                    None => {
                        let (action, child) = self.most_promising(at, side);
                        (action, Some(child))
                    }
                },
            };
            match known {
                Some(child) => at = child,
                None => {
                    let next = game.apply(&self.nodes[at].state, action);
                    let child = self.add(game, next, rng);
                    self.nodes[at].children.push((action, child));
                    self.path.push(child);
                    return;
                }
            }
        }
    }

    /// The child with the highest upper confidence bound for a side.
    fn most_promising(&self, at: usize, side: Side) -> (G::Move, usize) {
        let node = &self.nodes[at];
        let logarithm = libm::log(f64::from(node.visits.max(1)));
        let bound = |child: usize| {
            let Node { visits, points, .. } = &self.nodes[child];
            let visits = f64::from((*visits).max(1));
            let mean = points / visits;
            let mean = if side == Side::First { mean } else { 1.0 - mean };
            mean + EXPLORATION * (logarithm / visits).sqrt()
        };
        let better = |one: (G::Move, usize, f64), (action, child): &(G::Move, usize)| {
            let value = bound(*child);
            if value > one.2 { (*action, *child, value) } else { one }
        };
        let (first, child) = node.children[0];
        let (action, child, _) = node.children[1..].iter().fold((first, child, bound(child)), better);
        (action, child)
    }

    /// The points of [`Side::First`] in a random game from a position on.
    fn playout(game: &G, start: &G::State, rng: &mut Stream) -> f64 {
        let mut state = start.clone();
        for plies in 0..MOST_PLIES {
            if let Some(outcome) = game.adjudicate(&state, plies) {
                return outcome.points(Side::First);
            }
            let action = match game.turn(&state) {
                Turn::End(outcome) => return outcome.points(Side::First),
                Turn::Chance => Some(game.draw(&state, rng)),
                Turn::Player(_) => game.moves(&state).choose(rng),
            };
            state = game.apply(&state, action.expect("a state that is not over has a legal move"));
        }
        0.5
    }
}

impl<G: TurnBased> Player<G> for MonteCarlo<G> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Stream) -> Result<G::Move, PlayerFailed> {
        self.nodes.clear();
        self.add(game, state.clone(), rng);
        if let [only] = self.nodes[0].untried[..] {
            return Ok(only);
        }
        for _ in 0..self.games {
            self.descend(game, rng);
            let leaf = *self.path.last().expect("a path begins at the root");
            let points = Self::playout(game, &self.nodes[leaf].state, rng);
            for &at in &self.path {
                self.nodes[at].visits += 1;
                self.nodes[at].points += points;
            }
        }
        let visits = |(_, child): &&(G::Move, usize)| self.nodes[*child].visits;
        // Of equals the one that was tried first, which is a random one.
        let chosen = self.nodes[0].children.iter().rev().max_by_key(visits).map(|(action, _)| *action);
        chosen.ok_or_else(|| PlayerFailed("there is no move to choose".to_owned()))
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};

    use super::*;
    use crate::game::play;
    use crate::nim::{Nim, Perfect};
    use crate::player::RandomPlayer;

    #[test]
    fn wins_a_won_game_against_perfect_play() {
        let nim = Nim::new(10);
        for slot in 0..10 {
            let mut rng = stream(3, Purpose::Match, 0, slot);
            let mut player = MonteCarlo::new(2000);
            let played = play(&nim, &nim.initial(), &mut player, &mut Perfect::default(), &mut rng).unwrap();
            assert_eq!(played.outcome.points(Side::First), 1.0, "game {slot}");
        }
    }

    #[test]
    fn beats_a_random_player_and_depends_on_nothing_before() {
        let nim = Nim::new(21);
        let mut player = MonteCarlo::new(200);
        let mut points = |slot: u64| {
            let mut rng = stream(4, Purpose::Match, 0, slot);
            let played = play(&nim, &nim.initial(), &mut player, &mut RandomPlayer, &mut rng).unwrap();
            (played.outcome.points(Side::First), played.moves)
        };
        let games: Vec<_> = (0..20).map(&mut points).collect();
        assert!(games.iter().map(|(points, _)| points).sum::<f64>() >= 18.0);
        assert_eq!(points(7), games[7]);
    }
}
