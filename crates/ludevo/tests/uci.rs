//! Our players in a chess program that others wrote.

use std::process::Command;

use ludevo_peers::needed_by;

/// Plays whole games between two of our engines, with every kind of limit, and says how each ended.
const PLAY: &str = "
import sys, chess, chess.engine
limits = [chess.engine.Limit(depth=1), chess.engine.Limit(time=0.05), chess.engine.Limit(nodes=100),
          chess.engine.Limit(white_clock=10, black_clock=10)]
starts = [chess.STARTING_FEN, '8/8/8/8/8/4k3/R7/4K3 w - - 0 1', '3qk3/8/8/8/8/8/8/3QK3 w - - 0 1',
          '4k3/8/8/8/8/8/1P6/4K3 b - - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1']
one, two = [chess.engine.SimpleEngine.popen_uci([sys.argv[1], 'uci', '--player', name]) for name in ('master', 'hand')]
for number in range(20):
    board = chess.Board(starts[number % len(starts)])
    while not board.is_game_over(claim_draw=number % 2 == 0):
        engine = one if (board.turn == chess.WHITE) == (number % 2 == 0) else two
        played = engine.play(board, limits[number % len(limits)], game=number)
        assert played.move in board.legal_moves
        board.push(played.move)
    print(board.result(claim_draw=True))
one.quit()
two.quit()
";

#[test]
fn python_chess_plays_whole_games_with_our_players() {
    let Some(python) = needed_by("python_chess_plays_whole_games_with_our_players") else { return };
    let played = Command::new(python)
        .args(["-c", PLAY, env!("CARGO_BIN_EXE_ludevo")])
        .output()
        .expect("Python starts");
    let said = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(played.status.success(), "{said}{}", String::from_utf8_lossy(&played.stderr));
    assert_eq!(said.lines().count(), 20);
}
