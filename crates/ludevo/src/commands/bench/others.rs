//! Libraries that others wrote, as baselines. They are built with the feature `baselines` only: nobody but `bench` needs
//! them.

/// A library to be measured beside ours.
pub(super) struct Other {
    /// Its name.
    pub(super) name: &'static str,
    /// Plays so many random games of a round, where the library is part of this program.
    pub(super) play: Option<fn(round: u64, games: u64)>,
}

/// Reversi.
pub(super) const MAGPIE: Other = Other {
    name: "magpie",
    #[cfg(feature = "baselines")]
    play: Some(built_in::magpie),
    #[cfg(not(feature = "baselines"))]
    play: None,
};

/// Backgammon.
pub(super) const BKGM: Other = Other {
    name: "bkgm",
    #[cfg(feature = "baselines")]
    play: Some(built_in::bkgm),
    #[cfg(not(feature = "baselines"))]
    play: None,
};

#[cfg(feature = "baselines")]
mod built_in {
    use std::hint::black_box;

    use bkgm::dice_gen::{DiceGen, FastrandDice};
    use bkgm::position::{Position, State};
    use bkgm::rules::{ClassicRules, legal_positions_with};
    use ludevo_random::{Purpose, Stream, stream};
    use magpie::othello::{Board, Stone};
    use rand::RngExt;

    pub(super) fn magpie(round: u64, games: u64) {
        let mut rng = stream(1, Purpose::Sampling, 2, round);
        for _ in 0..games {
            black_box(magpie_playout(&mut rng));
        }
    }

    /// The fastest way found to play a random game with magpie's public interface.
    fn magpie_playout(rng: &mut Stream) -> Board {
        let mut board = Board::standard();
        let mut stone = Stone::Black;
        loop {
            let mut moves = board.moves_for(stone);
            if moves.is_empty() {
                stone = stone.flip();
                moves = board.moves_for(stone);
                if moves.is_empty() {
                    return board;
                }
            }
            let mut choices = moves.hot_bits();
            let chosen = rng.random_range(0..choices.len());
            board.play(stone, choices.nth(chosen).expect("fewer than the number of moves"));
            stone = stone.flip();
        }
    }

    pub(super) fn bkgm(round: u64, games: u64) {
        let mut rng = stream(1, Purpose::Sampling, 2, round);
        let mut dice = FastrandDice::with_seed(round);
        for _ in 0..games {
            black_box(bkgm_playout(&mut dice, &mut rng));
        }
    }

    /// A random game with bkgm's public interface.
    fn bkgm_playout(dice: &mut FastrandDice, rng: &mut Stream) -> Position<15> {
        let mut position = bkgm::BACKGAMMON;
        let mut roll = dice.roll_mixed();
        loop {
            let next = legal_positions_with::<ClassicRules, 15>(position, &roll);
            position = next[rng.random_range(0..next.len())];
            if let bkgm::GameState::GameOver(_) = position.game_state() {
                return position;
            }
            roll = dice.roll();
        }
    }
}
