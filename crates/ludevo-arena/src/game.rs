//! One game between two players.

use std::sync::atomic::{AtomicBool, Ordering};

use ludevo_random::Stream;
use ludevo_search::rules::{Outcome, Side, Turn, TurnBased};

use crate::effort::EffortPerTurn;
use crate::player::{Player, PlayerFailed};

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played<M> {
    /// How it ended.
    pub outcome: Outcome,
    /// What the win counts, in games that have points.
    pub win_points: Option<u32>,
    /// Who was better off in a draw, in games that say so.
    pub advantage: Option<Side>,
    /// The moves, those of chance included, from the start on.
    pub moves: Vec<M>,
    /// States expanded per turn by [`Side::First`].
    pub effort_first: EffortPerTurn,
    /// States expanded per turn by [`Side::Second`].
    pub effort_second: EffortPerTurn,
}

/// Plays a game from `start` to its end. `first` plays [`Side::First`], whoever is to move in `start`.
pub fn play<G: TurnBased>(
    game: &G,
    start: &G::State,
    first: &mut dyn Player<G>,
    second: &mut dyn Player<G>,
    rng: &mut Stream,
) -> Result<Played<G::Move>, PlayerFailed> {
    let played = play_until_stopped(game, start, first, second, rng, &AtomicBool::new(false))?;
    Ok(played.expect("a game that nobody stops is finished"))
}

fn advantage<G: TurnBased>(game: &G, ended: &G::State, outcome: Outcome) -> Option<Side> {
    if outcome == Outcome::Draw { game.advantage(ended) } else { None }
}

/// Plays a game from `start`; nothing if `stop` was raised before its end.
pub(crate) fn play_until_stopped<G: TurnBased>(
    game: &G,
    start: &G::State,
    first: &mut dyn Player<G>,
    second: &mut dyn Player<G>,
    rng: &mut Stream,
    stop: &AtomicBool,
) -> Result<Option<Played<G::Move>>, PlayerFailed> {
    first.new_game(game, Side::First, rng);
    second.new_game(game, Side::Second, rng);
    let mut moves = Vec::new();
    let mut effort_first = EffortPerTurn::default();
    let mut effort_second = EffortPerTurn::default();
    let mut state = start.clone();
    loop {
        if let Some(failure) = game.failure() {
            return Err(PlayerFailed(failure));
        }
        if let Some(outcome) = game.adjudicate(&state, moves.len()) {
            let win_points = game.win_points(&state).map(|_| 1);
            let advantage = advantage(game, &state, outcome);
            return Ok(Some(Played { outcome, win_points, advantage, moves, effort_first, effort_second }));
        }
        let side = match game.turn(&state) {
            Turn::End(outcome) => {
                let win_points = game.win_points(&state);
                let advantage = advantage(game, &state, outcome);
                return Ok(Some(Played {
                    outcome,
                    win_points,
                    advantage,
                    moves,
                    effort_first,
                    effort_second,
                }));
            }
            Turn::Chance => {
                let outcome = game.draw(&state, rng);
                state = game.apply(&state, outcome);
                moves.push(outcome);
                continue;
            }
            Turn::Player(side) => side,
        };
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (player, per_turn): (&mut dyn Player<G>, _) = match side {
            Side::First => (&mut *first, &mut effort_first),
            Side::Second => (&mut *second, &mut effort_second),
        };
        let before = player.effort();
        let action = player.choose(game, &state, rng)?;
        debug_assert!(
            game.moves(&state).any(|legal| legal == action),
            "{side:?} chose {action:?}, which is not legal in {state:?}"
        );
        per_turn.push(player.effort().since(before));
        state = game.apply(&state, action);
        moves.push(action);
    }
}

#[cfg(test)]
mod tests {
    use ludevo_random::{Purpose, stream};

    use super::*;
    use crate::nim::{Nim, Perfect};
    use crate::player::RandomPlayer;

    #[test]
    fn perfect_play_wins_nim_from_a_won_position() {
        let nim = Nim::new(10);
        for slot in 0..50 {
            let mut rng = stream(3, Purpose::Match, 0, slot);
            let played =
                play(&nim, &nim.initial(), &mut Perfect::default(), &mut RandomPlayer, &mut rng).unwrap();
            assert_eq!(played.outcome, Outcome::Win(Side::First));
            assert_eq!(played.moves.iter().map(|&taken| u32::from(taken)).sum::<u32>(), 10);
        }
    }

    #[test]
    fn effort_is_counted_per_turn_of_the_player_who_spent_it() {
        let nim = Nim::new(9);
        let mut rng = stream(3, Purpose::Match, 0, 0);
        let played =
            play(&nim, &nim.initial(), &mut Perfect::default(), &mut RandomPlayer, &mut rng).unwrap();
        let turns = played.moves.len().div_ceil(2) as u64;
        assert_eq!(played.effort_first.interior.count(), turns);
        assert_eq!(played.effort_first.interior.mean(), 1.0);
        assert!(played.effort_first.leaves.mean() > 1.0);
        assert_eq!(played.effort_second.total.mean(), 0.0);
    }

    #[test]
    fn a_raised_stop_flag_abandons_the_game() {
        let nim = Nim::new(9);
        let mut rng = stream(3, Purpose::Match, 0, 0);
        let stop = AtomicBool::new(true);
        let start = nim.initial();
        let played =
            play_until_stopped(&nim, &start, &mut RandomPlayer, &mut RandomPlayer, &mut rng, &stop).unwrap();
        assert_eq!(played, None);
    }
}
