"""Answers each line `own opp` (pieces as numbers, bit 0 is a1) with the square that rust_reversi's search chooses.

The argument is the depth in plies, counting the move itself. What goes wrong is answered as a line that is no number.
"""

import signal
import sys

from rust_reversi import AlphaBetaSearch, Board, LegalNumEvaluator, Turn

# A terminal sends Ctrl-C to this process too, but whoever started it decides when it ends.
signal.signal(signal.SIGINT, signal.SIG_IGN)

# Above every count of legal moves; the value is that of the package's own example.
WIN_SCORE = 1 << 10

# The package counts its depth from the position after the move.
search = AlphaBetaSearch(LegalNumEvaluator(), int(sys.argv[1]) - 1, WIN_SCORE)
board = Board()
for line in sys.stdin:
    try:
        own, opp = map(int, line.split())
        board.set_board(own, opp, Turn.BLACK)
        # The package numbers squares from the highest bit.
        print(63 - search.get_move(board), flush=True)
    except BaseException as error:  # A panic in the package is no Exception.
        print(repr(error).replace("\n", " "), flush=True)
