"""Whole games of Russian draughts through pydraughts' HubEngine, at every kind of level, with ponder, stop and kill.

    hub_games.py PROGRAM RECORDS

Works with pydraughts 0.6 (moves numbered from a1) and 0.5 (numbered from b8). The moves go to RECORDS, a line of JSON a
game, for a referee that shares no code with pydraughts or with the program. Any fault is an exception.
"""

import importlib.metadata
import json
import os
import random
import sys
import threading
import time

import draughts
from draughts.engine import HubEngine, Limit

NEW = importlib.metadata.version("pydraughts") >= "0.6"
# Longest game, plies; the counting rules end them well before.
LONGEST = 300


def b8(number):
    """The number from b8 of a square numbered from a1."""
    return (7 - (number - 1) // 4) * 4 + (number - 1) % 4 + 1


def board():
    return draughts.Board(variant="russian") if NEW else draughts.Game(variant="russian")


def push(game, move):
    game.push(move if NEW else move.board_move)


def start(program, numbering=None):
    engine = HubEngine([program, "hub"])
    assert engine.id["name"] == "Ataman", engine.id
    assert {"variant", "numbering", "pace", "hash", "threads"} <= engine.options, engine.options
    assert engine.variants == {"russian"}, engine.variants
    # The last three are what lidraughts-bot sends to every engine.
    options = {"variant": "russian", "book-ply": "20", "tt-size": "23", "initial-time": "180.0"}
    if numbering:
        options["numbering"] = numbering
    engine.configure(options)
    engine.init()
    engine.ping()
    return engine


def record(game, what, out):
    moves = []
    for move in game.move_stack:
        numbers = [int(n) for n in move.hub_move.replace("x", "-").split("-")]
        if NEW:
            numbers = [b8(n) for n in numbers]
        moves.append([numbers[0], numbers[1], sorted(numbers[2:])])
    out.write(json.dumps({"what": what, "moves": moves, "over": bool(game.is_over())}) + "\n")
    print(f"{what}: {len(moves)} plies")


class Clock:
    """A clock for each side, as a game server keeps it."""

    def __init__(self, base, inc):
        self.left, self.inc, self.turn = [base, base], inc, 0

    def limit(self):
        return Limit(time=self.left[self.turn], inc=self.inc or None)

    def spent(self, seconds):
        self.left[self.turn] += self.inc - seconds
        assert self.left[self.turn] > 0, f"lost on time: {self.left}"
        self.turn = 1 - self.turn


def whole_game(engine, what, limit, out, chance):
    """A game of the engine against itself, with some moves at random so that no two games are alike."""
    game = board()
    clock = limit if isinstance(limit, Clock) else None
    while not game.is_over() and len(game.move_stack) < LONGEST:
        if len(game.move_stack) < 6 and chance.random() < 0.7:
            push(game, random_move(game, chance))
            if clock:
                clock.turn = 1 - clock.turn
            continue
        begun = time.monotonic()
        result = engine.play(game, clock.limit() if clock else limit, False)
        if clock:
            clock.spent(time.monotonic() - begun)
        assert result.info["depth"] >= 1 and "pv" in result.info and "score" in result.info, result.info
        push(game, result.move)
    record(game, what, out)


def random_move(game, chance):
    if NEW:
        return chance.choice(list(game.legal_moves()))
    return draughts.Move(game, board_move=chance.choice(game.legal_moves()[0]))


def moves_left_game(engine, out):
    """`level moves=N time=T`, which play() cannot send."""
    game = board()
    first = game._game.initial_hub_fen if NEW else game.initial_hub_fen
    while not game.is_over() and len(game.move_stack) < 40:
        moves = " ".join(move.hub_move for move in game.move_stack)
        inc = None if len(game.move_stack) % 4 < 2 else 0.1
        best, _ = engine.go(first, moves=moves, my_time=1.5, inc=inc, moves_left=20)
        push(game, draughts.Move(game, hub_move=best))
    record(game, "moves and time", out)


def ponder_game(engine, out, chance):
    """Ponders on every move; the opponent plays the expected move half of the time."""
    game, hits, misses = board(), 0, 0
    result = engine.play(game, Limit(time=2, inc=0.05), False)
    push(game, result.move)
    while not game.is_over() and len(game.move_stack) < 80:
        expected = result.ponder
        answers = []
        if expected:
            ahead = game.copy()
            push(ahead, expected)
            search = lambda: answers.append(engine.play(ahead, Limit(time=2, inc=0.05), True))
            thread = threading.Thread(target=search)
            thread.start()
            time.sleep(0.03)
        hit = bool(expected) and chance.random() < 0.5
        push(game, expected if hit else random_move(game, chance))
        if expected:
            same = game.move_stack[-1].hub_move == expected.hub_move
            while engine._last_sent != "go ponder":
                time.sleep(0.001)
            assert not answers, "an answer while pondering"
            engine.ponderhit() if same else engine.stop()
            thread.join(10)
            assert not thread.is_alive() and len(answers) == 1, "no answer to a ponder-hit or stop"
            hits, misses = hits + same, misses + (not same)
            result = answers[0] if same else None
        else:
            result = None
        if game.is_over():
            break
        # Late words, when nothing is being searched, have no answer.
        engine.stop()
        if result is None:
            result = engine.play(game, Limit(time=2, inc=0.05), False)
        push(game, result.move)
    assert hits and misses, (hits, misses)
    record(game, f"ponder, {hits} hits and {misses} misses", out)


def stopped_searches(engine):
    for delay in [0, 0.01, 0.2]:
        answers = []
        thread = threading.Thread(target=lambda: answers.append(engine.play(board(), Limit(depth=100), False)))
        thread.start()
        while engine._last_sent != "go think":
            time.sleep(0.001)
        time.sleep(delay)
        engine.stop()
        thread.join(10)
        assert len(answers) == 1, "no answer to stop"
        engine.ping()


def kill(engine):
    """SIGKILL in mid-search, as pydraughts' own tournaments do."""
    faults = []

    def search():
        try:
            engine.play(board(), Limit(depth=100), False)
        except (EOFError, ValueError) as fault:
            faults.append(fault)

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    time.sleep(0.2)
    os.killpg(engine.p.pid, 9)
    thread.join(10)
    engine.p.wait(10)
    assert len(faults) == 1, "a killed engine went on"


def main():
    program, records = sys.argv[1:]
    chance = random.Random(17)
    with open(records, "w", encoding="utf-8") as out:
        engine = start(program, "a1" if NEW else None)
        levels = [
            ("time", Clock(8, 0)),
            ("time and increment", Clock(0.5, 0.1)),
            ("move time", Limit(movetime=0.08)),
            ("depth", Limit(depth=5)),
            ("nodes", Limit(nodes=2000)),
        ]
        for what, limit in levels:
            whole_game(engine, what, limit, out, chance)
        moves_left_game(engine, out)
        ponder_game(engine, out, chance)
        stopped_searches(engine)
        engine.stop()
        engine.quit()
        assert engine.p.wait(10) == 0
        # Without being told the numbering: the opponent's first move shows it.
        engine = start(program)
        game = board()
        while not game.is_over() and len(game.move_stack) < 60:
            if len(game.move_stack) % 2 == 0:
                push(game, random_move(game, chance))
            else:
                push(game, engine.play(game, Limit(depth=4), False).move)
        record(game, "numbering found out", out)
        engine.quit()
        assert engine.p.wait(10) == 0
        kill(start(program))
    print("stop and kill: all well")


if __name__ == "__main__":
    main()
