"""Replays games of Russian draughts with py-draughts' board: every move must be legal there.

    hub_referee.py RECORDS...

A record is a line of JSON with moves [from, to, [captured]], squares numbered from b8.
"""

import json
import sys

from draughts import RussianBoard


def main():
    games = plies = captures = 0
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as lines:
            for line in lines:
                game = json.loads(line)
                board = RussianBoard()
                for i, (start, end, captured) in enumerate(game["moves"]):
                    fits = [
                        move
                        for move in board.legal_moves
                        if move.square_list[0] + 1 == start
                        and move.square_list[-1] + 1 == end
                        and sorted(square + 1 for square in move.captured_list) == captured
                    ]
                    assert fits, f"{name}, {game['what']}, ply {i + 1}: {start} to {end}, {captured} is not legal"
                    board.push(fits[0])
                    captures += bool(captured)
                games += 1
                plies += len(game["moves"])
    assert games, "no games"
    print(f"py-draughts agrees: {games} games, {plies} plies, {captures} captures")


if __name__ == "__main__":
    main()
