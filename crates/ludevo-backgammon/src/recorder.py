"""Plays games with the PyPI package gnubg-nn and prints, a game a line, what it says of every turn.

The arguments are a seed and how many turns there must be at least. A turn is `dice,count,hash,best,chosen`: the roll;
how many boards can follow; the FNV-1a hash of their position IDs, sorted, with a line feed after each; and the places
in that order of the board that Pubeval moves to and of the one that the game goes on with. IDs are those of the board as
the player sees it who moved. In turn, Pubeval plays both sides, one side against random play, or none.
"""

import random
import sys

import gnubg_nn

START = "4HPwATDgc/ABMA"


def fnv(ids):
    value = 0xCBF29CE484222325
    for byte in "".join(key + "\n" for key in ids).encode():
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return value


def moved(board, steps):
    """The board after steps given as from, to, from, to; points count from 0, the bar is 24, off is below 0."""
    enemy, own = [list(side) for side in board]
    for start, end in zip(steps[::2], steps[1::2]):
        own[start] -= 1
        if end >= 0:
            own[end] += 1
            if enemy[23 - end] == 1:
                enemy[23 - end] = 0
                enemy[24] += 1
    return enemy, own


def off(board):
    return sum(board[1]) == 0


rng = random.Random(int(sys.argv[1]))
wanted = int(sys.argv[2])
game = turns = 0
while turns < wanted:
    board = gnubg_nn.board_from_position_id(START)
    line = []
    side = 0
    while True:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        if not line and dice[0] == dice[1]:
            continue
        keys = gnubg_nn.moves(board, *dice)
        boards = [gnubg_nn.board_from_position_key(key) for key in keys] or [board]
        ids = sorted(gnubg_nn.position_id([list(part) for part in found]) for found in boards)
        best = board
        if keys:
            best = moved(board, gnubg_nn.pub_best_move(board, *dice))
        best = gnubg_nn.position_id([list(part) for part in best])
        chosen = best if side < game % 3 else rng.choice(ids)
        found = ids.index(best), ids.index(chosen)
        line.append("%d%d,%d,%016x,%d,%d" % (*dice, len(ids), fnv(ids), *found))
        turns += 1
        enemy, own = gnubg_nn.board_from_position_id(chosen)
        if off((enemy, own)):
            break
        board = [own, enemy]
        side = 1 - side
    print(" ".join(line))
    game += 1
