//! Alpha-beta search to a fixed depth, with or without forward pruning, for any turn-based game, and expectations where
//! it is chance's turn.
//!
//! A player's decision is a ply, what chance does is none. The end of a game is worth plus or minus infinity, or 0 if
//! drawn; an unfinished state at the last ply, whoever's turn it is, is worth what an [`Evaluator`] says. Before the last
//! ply a state whose turn is chance's is worth the expectation of what chance makes of it, and since an infinity would
//! decide every expectation, a win at and below such states is worth [`Evaluator::win`].
//!
//! Whatever the settings, the best root moves and their value are exact: without forward pruning they are those of
//! minimax and expectiminimax, with it those of minimax on the pruned tree, and with [`SearchSettings::floor`] those of
//! minimax with that defect. Only with [`SearchSettings::nodes`] does what is found depend on the order of search.

mod chance;
mod evaluator;
mod settings;

use ludevo_random::Stream;
use rand::RngExt;

pub use evaluator::{Evaluator, FAR_ABOVE, Ranked};
pub use settings::{Effort, Order, Pruning, SearchSettings};

use crate::rules::{Outcome, Side, Turn, TurnBased};

/// A search that can be run on one state after another. It keeps its memory between them.
#[derive(Debug)]
pub struct AlphaBeta<G: TurnBased> {
    settings: SearchSettings,
    effort: Effort,
    siblings: Vec<Sibling<G>>,
    likelihoods: Vec<f64>,
}

/// A child that waits for its turn among the children of one state.
#[derive(Debug)]
struct Sibling<G: TurnBased> {
    action: G::Move,
    state: G::State,
    /// How good it seems for the player who chooses.
    key: f64,
    /// Its place in the game's list of moves.
    place: u32,
}

impl<G: TurnBased> AlphaBeta<G> {
    /// A search with these settings. Nothing is searched yet.
    ///
    /// # Panics
    /// If a setting is outside the range that its documentation states.
    pub fn new(settings: SearchSettings) -> Self {
        assert!(settings.depth >= 1, "a search looks at least one ply ahead");
        if let Some(pruning) = settings.pruning {
            assert!(pruning.ratio > 0.0 && pruning.ratio <= 1.0, "the share of siblings lies in (0, 1]");
            assert!(pruning.branching >= 1, "at least one sibling is searched");
        }
        AlphaBeta { settings, effort: Effort::default(), siblings: Vec::new(), likelihoods: Vec::new() }
    }

    /// The settings it was made with.
    pub fn settings(&self) -> SearchSettings {
        self.settings
    }

    /// What all searches so far visited.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// One of the best moves, each equally likely; `None` if the game is over. A move without alternative is not
    /// searched. The order of search does not affect the choice.
    pub fn choose<E: Evaluator<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        evaluator: &mut E,
        random: &mut Stream,
    ) -> Option<G::Move> {
        let mut moves = game.moves(state);
        let only = moves.next()?;
        if moves.next().is_none() {
            return Some(only);
        }
        let (_, best) = self.best_moves(game, state, evaluator);
        Some(best[if best.len() == 1 { 0 } else { random.random_range(0..best.len()) }])
    }

    /// The value of the state for the player to move, and every move that reaches it, in the order in which the game
    /// lists them. There is no move if the game is over.
    pub fn best_moves<E: Evaluator<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        evaluator: &mut E,
    ) -> (f64, Vec<G::Move>) {
        let side = game.mover(state);
        let left = self.settings.depth - 1;
        let mut best = f64::NEG_INFINITY;
        let mut found: Vec<(u32, G::Move)> = Vec::new();
        let searched = self.each_root_move(game, state, evaluator, |descent, child, place, action| {
            let value = if found.is_empty() {
                descent.value(child, side, left, f64::NEG_INFINITY, f64::INFINITY)
            } else {
                descent.value_against(child, side, left, best)
            };
            if value > best || found.is_empty() {
                best = value;
                found.clear();
            }
            if value == best {
                found.push((place, action));
            }
        });
        if !searched {
            best = worth(game.turn(state), side);
        }
        found.sort_unstable_by_key(|&(place, _)| place);
        (best, found.into_iter().map(|(_, action)| action).collect())
    }

    /// The exact value of each root move for the player to move, in the order in which the game lists them. Moves that
    /// forward pruning drops are left out.
    pub fn root_values<E: Evaluator<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        evaluator: &mut E,
    ) -> Vec<(G::Move, f64)> {
        let side = game.mover(state);
        let left = self.settings.depth - 1;
        let mut values = Vec::new();
        self.each_root_move(game, state, evaluator, |descent, child, place, action| {
            let value = descent.value(child, side, left, f64::NEG_INFINITY, f64::INFINITY);
            values.push((place, action, value));
        });
        values.sort_unstable_by_key(|&(place, ..)| place);
        values.into_iter().map(|(_, action, value)| (action, value)).collect()
    }

    /// The moves from `action` on that both sides make when they play for the best, down to the state whose evaluation
    /// is the value of `action` in [`root_values`](Self::root_values), to the end of the game, or to where it is chance's
    /// turn. With a [`floor`](SearchSettings::floor) there may be no such state, and [`loud`](SearchSettings::loud) moves
    /// after the last ply are not told.
    pub fn line<E: Evaluator<G>>(
        &self,
        game: &G,
        state: &G::State,
        action: G::Move,
        evaluator: &mut E,
    ) -> Vec<G::Move> {
        let mut line = vec![action];
        let mut state = game.apply(state, action);
        let depth = self.settings.depth;
        for ply in 1..depth + self.settings.forced {
            let Turn::Player(_) = game.turn(&state) else { break };
            if ply >= depth && !game.is_forced(&state) {
                break;
            }
            // The search below this ply, as the whole search does it.
            let pruning = self
                .settings
                .pruning
                .map(|pruning| Pruning { full_depth: pruning.full_depth.saturating_sub(ply), ..pruning });
            let forced = self.settings.forced.min(depth + self.settings.forced - ply - 1);
            let depth = depth.saturating_sub(ply).max(1);
            let settings = SearchSettings { depth, pruning, forced, ..self.settings };
            let (_, best) = AlphaBeta::new(settings).best_moves(game, &state, evaluator);
            let Some(&next) = best.first() else { break };
            state = game.apply(&state, next);
            line.push(next);
        }
        line
    }

    /// Hands each root move that is to be searched to `visit`, in the order of search: the subtree's search, the state
    /// after the move, the move's place in the game's list, and the move. False if there is none.
    fn each_root_move<E: Evaluator<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        evaluator: &mut E,
        mut visit: impl FnMut(&mut Descent<'_, G, E>, &G::State, u32, G::Move),
    ) -> bool {
        let side = game.mover(state);
        let bound = self.settings.floor.map_or(0.0, f64::abs).max(evaluator.bound());
        let mut descent = Descent {
            game,
            evaluator,
            settings: self.settings,
            root: side,
            siblings: &mut self.siblings,
            likelihoods: &mut self.likelihoods,
            below_chance: false,
            bound,
            beyond: 0,
            enough: self.settings.nodes.map_or(u64::MAX, |nodes| self.effort.interior + nodes),
            effort: &mut self.effort,
        };
        let left = self.settings.depth;
        descent.siblings.clear();
        descent.list(state, side, left);
        let end = descent.kept(0, left);
        for index in 0..end {
            let (child, place, action) = descent.pick(index);
            visit(&mut descent, &child, place, action);
        }
        descent.effort.interior += u64::from(end > 0);
        end > 0
    }
}

/// One search under way.
struct Descent<'a, G: TurnBased, E> {
    game: &'a G,
    evaluator: &'a mut E,
    settings: SearchSettings,
    /// Who searches.
    root: Side,
    /// The children of all states between the root and here that sort them, a stack.
    siblings: &'a mut Vec<Sibling<G>>,
    /// How likely the moves of chance are in all states between the root and here whose turn is chance's, a stack.
    likelihoods: &'a mut Vec<f64>,
    /// Whether chance moves between the root and here.
    below_chance: bool,
    /// What no value below chance passes, of either sign.
    bound: f64,
    /// How many plies below the last one the search is.
    beyond: u32,
    /// How many interior states `effort` counts when no more are expanded.
    enough: u64,
    effort: &'a mut Effort,
}

impl<G: TurnBased, E: Evaluator<G>> Descent<'_, G, E> {
    /// The value for `side` of a state with `left` plies below it, if it lies between `alpha` and `beta`; otherwise a
    /// bound on the same side of the window.
    #[inline(always)]
    fn value(&mut self, state: &G::State, side: Side, left: u32, alpha: f64, beta: f64) -> f64 {
        if left == 0 || self.effort.interior >= self.enough {
            if self.goes_beyond(state) {
                self.beyond += 1;
                let value = self.chosen(state, side, 1, alpha, beta);
                self.beyond -= 1;
                return value;
            }
            if !G::HAS_CHANCE && self.settings.loud > 0 {
                let ply = self.ply(left);
                return self.calmed(state, side, self.settings.loud, ply, alpha, beta);
            }
            self.effort.leaves += 1;
            return match self.game.turn(state) {
                end @ Turn::End(_) => self.worth_of_end(state, end, side, self.ply(left)),
                _ if self.game.mover(state) == side => self.evaluator.value(self.game, state),
                _ => -self.evaluator.value(self.game, state),
            };
        }
        if G::HAS_CHANCE && self.game.turn(state) == Turn::Chance {
            return self.expectation(state, side, left, alpha, beta);
        }
        self.chosen(state, side, left, alpha, beta)
    }

    /// How many plies below the root a state is with `left` plies below it.
    fn ply(&self, left: u32) -> u32 {
        self.settings.depth - left.min(self.settings.depth) + self.beyond
    }

    /// As [`value`](Self::value), of a state `ply` plies below the root that is judged once nobody wants to make a loud
    /// move any more, or after `loud` plies.
    fn calmed(&mut self, state: &G::State, side: Side, loud: u32, ply: u32, alpha: f64, beta: f64) -> f64 {
        let turn = self.game.turn(state);
        let mover = match turn {
            Turn::Player(mover) => mover,
            Turn::End(_) | Turn::Chance => {
                self.effort.leaves += 1;
                return self.worth_of_end(state, turn, side, ply);
            }
        };
        if mover != side {
            return -self.calmed(state, mover, loud, ply, -beta, -alpha);
        }
        let is_forced = loud > 0 && self.game.is_forced(state);
        let mut best = None;
        let mut alpha = alpha;
        if !is_forced {
            self.effort.leaves += 1;
            let content = self.evaluator.value(self.game, state);
            if loud == 0 || content >= beta {
                return content;
            }
            best = Some(content);
            alpha = alpha.max(content);
        }
        let mut is_leaf = true;
        for action in self.game.moves(state) {
            if !is_forced && !self.game.is_loud(state, action) {
                continue;
            }
            is_leaf = false;
            let value = self.calmed(&self.game.apply(state, action), side, loud - 1, ply + 1, alpha, beta);
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        self.effort.interior += u64::from(!is_leaf);
        best.expect("who is forced has a move, and others are content")
    }

    /// Whether a state is searched on although it is at the last ply.
    #[inline(always)]
    fn goes_beyond(&self, state: &G::State) -> bool {
        self.beyond < self.settings.forced && self.effort.interior < self.enough && self.game.is_forced(state)
    }

    /// As [`value`](Self::value), of a state whose player chooses among the children.
    #[inline(always)]
    fn chosen(&mut self, state: &G::State, side: Side, left: u32, alpha: f64, beta: f64) -> f64 {
        let mover = self.game.mover(state);
        if mover == side {
            self.best_child(state, mover, left, alpha, beta)
        } else {
            -self.best_child(state, mover, left, -beta, -alpha)
        }
    }

    /// Whether a state is better than, as good as or worse than `best` for `side`: exact if it is not worse.
    fn value_against(&mut self, state: &G::State, side: Side, left: u32, best: f64) -> f64 {
        if left > 0 && self.tests() {
            let value = self.value(state, side, left, best.next_down(), best.next_up());
            return if value > best { self.value(state, side, left, best, f64::INFINITY) } else { value };
        }
        self.value(state, side, left, best.next_down(), f64::INFINITY)
    }

    /// As [`chosen`](Self::chosen), for the player to move. Everything below passes through here, so this is where the
    /// search is compiled for newer processors as well (see [`processor`](crate::processor)).
    #[inline(always)]
    fn best_child(&mut self, state: &G::State, side: Side, left: u32, alpha: f64, beta: f64) -> f64 {
        #[cfg(target_arch = "x86_64")]
        if crate::processor::is_v3() {
            // SAFETY: the processor has the instructions that the function is compiled to.
            return unsafe { self.best_child_v3(state, side, left, alpha, beta) };
        }
        self.best_child_anywhere(state, side, left, alpha, beta)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn best_child_v3(&mut self, state: &G::State, side: Side, left: u32, alpha: f64, beta: f64) -> f64 {
        self.best_of(state, side, left, alpha, beta)
    }

    fn best_child_anywhere(&mut self, state: &G::State, side: Side, left: u32, alpha: f64, beta: f64) -> f64 {
        self.best_of(state, side, left, alpha, beta)
    }

    #[inline(always)]
    fn best_of(&mut self, state: &G::State, side: Side, left: u32, mut alpha: f64, beta: f64) -> f64 {
        let floor = match self.settings.floor {
            Some(floor) if side == self.root => floor,
            _ => f64::NEG_INFINITY,
        };
        if floor >= beta && self.game.moves(state).next().is_some() {
            return self.settled(Some(floor), state, side, left);
        }
        alpha = alpha.max(floor);
        if self.sorts(left) {
            return self.best_sorted_child(state, side, left, floor, alpha, beta);
        }
        let mut best = None;
        for action in self.game.moves(state) {
            let value = self.value(&self.game.apply(state, action), side, left - 1, alpha, beta).max(floor);
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        self.settled(best, state, side, left)
    }

    fn best_sorted_child(
        &mut self,
        state: &G::State,
        side: Side,
        left: u32,
        floor: f64,
        mut alpha: f64,
        beta: f64,
    ) -> f64 {
        let start = self.siblings.len();
        self.list(state, side, left);
        let mut best = None;
        for index in start..start + self.kept(start, left) {
            let (child, ..) = self.pick(index);
            let mut value;
            if best.is_none() || !self.tests() {
                value = self.value(&child, side, left - 1, alpha, beta);
            } else {
                value = self.value(&child, side, left - 1, alpha, alpha.next_up());
                if value > alpha && value < beta {
                    value = self.value(&child, side, left - 1, value.next_down(), beta);
                }
            }
            value = value.max(floor);
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        self.siblings.truncate(start);
        self.settled(best, state, side, left)
    }

    /// The value of a state whose best child is worth `best`, or that has none because the game is over.
    #[inline(always)]
    fn settled(&mut self, best: Option<f64>, state: &G::State, side: Side, left: u32) -> f64 {
        match best {
            Some(best) => {
                self.effort.interior += 1;
                best
            }
            None => {
                self.effort.leaves += 1;
                self.worth_of_end(state, self.game.turn(state), side, self.ply(left))
            }
        }
    }

    /// What the end of a game is worth to `side`.
    #[inline(always)]
    fn worth_of_end(&self, ended: &G::State, end: Turn, side: Side, ply: u32) -> f64 {
        match end {
            Turn::End(Outcome::Win(winner)) if G::HAS_CHANCE && self.below_chance => {
                let win = self.evaluator.win(self.game, ended);
                if winner == side { win } else { -win }
            }
            Turn::End(Outcome::Win(winner)) if self.settings.sooner => {
                let win = f64::MAX * (1.0 - f64::from(ply.min(MOST_PLIES)) / (2.0 * f64::from(MOST_PLIES)));
                if winner == side { win } else { -win }
            }
            _ => worth(end, side),
        }
    }

    /// Whether siblings are tested with windows that admit one value before they are searched. A test of an expectation
    /// takes nearly as long as its search.
    fn tests(&self) -> bool {
        self.settings.order == Order::Promising && !G::HAS_CHANCE
    }

    /// Whether the children of a state with `left` plies below it get keys. Pruning needs them; otherwise sorting closer
    /// to the leaves costs more than it saves. Where chance moves in between, there is more below a child to be saved.
    fn sorts(&self, left: u32) -> bool {
        match (self.settings.pruning, self.settings.order) {
            (_, Order::Plain) => self.prunes(left),
            (Some(_), Order::Promising) => left >= 2,
            (None, Order::Promising) => left >= if G::HAS_CHANCE { 2 } else { 3 },
        }
    }

    /// Puts the children of a state with `left` plies below it on the stack, with their keys where keys are used.
    fn list(&mut self, state: &G::State, side: Side, left: u32) {
        let prunes = self.prunes(left);
        let sorts = self.sorts(left);
        for (place, action) in (0..).zip(self.game.moves(state)) {
            let child = self.game.apply(state, action);
            let key = if sorts {
                match self.game.turn(&child) {
                    end @ Turn::End(_) => worth(end, side),
                    _ => {
                        let key = if prunes {
                            self.evaluator.rank(self.game, &child)
                        } else {
                            self.evaluator.promise(self.game, &child)
                        };
                        if self.game.mover(&child) == side { key } else { -key }
                    }
                }
            } else {
                0.0
            };
            self.siblings.push(Sibling { action, state: child, key, place });
        }
    }

    /// Whether the children of a state with `left` plies below it compete for being searched.
    fn prunes(&self, left: u32) -> bool {
        let ply = self.settings.depth - left + 1;
        self.settings.pruning.is_some_and(|pruning| pruning.full_depth < ply && ply < self.settings.depth)
    }

    /// How many of the siblings from `start` on are searched. In plain order those that are kept are put back into the
    /// game's own order.
    fn kept(&mut self, start: usize, left: u32) -> usize {
        let siblings = self.siblings.len() - start;
        match self.settings.pruning {
            Some(pruning) if self.prunes(left) && siblings > 0 => {
                let kept = pruning.kept(siblings);
                if self.settings.order == Order::Plain {
                    (start..start + kept).for_each(|index| self.bring_best_to(index));
                    self.siblings.truncate(start + kept);
                    self.siblings[start..].iter_mut().for_each(|sibling| sibling.key = 0.0);
                }
                kept
            }
            _ => siblings,
        }
    }

    /// Moves the best of the siblings from `index` on to `index`.
    fn bring_best_to(&mut self, index: usize) {
        let mut best = index;
        for other in index + 1..self.siblings.len() {
            let (a, b) = (&self.siblings[other], &self.siblings[best]);
            if a.key > b.key || (a.key == b.key && a.place < b.place) {
                best = other;
            }
        }
        self.siblings.swap(index, best);
    }

    /// Hands out the best of the siblings from `index` on, which is at `index` then.
    fn pick(&mut self, index: usize) -> (G::State, u32, G::Move) {
        self.bring_best_to(index);
        let sibling = &self.siblings[index];
        (sibling.state.clone(), sibling.place, sibling.action)
    }
}

/// From so many plies below the root on, no win is sooner than another.
const MOST_PLIES: u32 = 1 << 16;

/// What the end of a game is worth to `side` where chance did not come before.
fn worth(turn: Turn, side: Side) -> f64 {
    match turn {
        Turn::End(Outcome::Win(winner)) if winner == side => f64::INFINITY,
        Turn::End(Outcome::Win(_)) => f64::NEG_INFINITY,
        Turn::End(Outcome::Draw) | Turn::Player(_) | Turn::Chance => 0.0,
    }
}

#[cfg(test)]
mod tests;
