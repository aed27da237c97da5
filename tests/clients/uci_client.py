"""python-chess' SimpleEngine on the UCI side: handshake, options, ping, and a search answered by `bestmove`.

    uci_client.py PROGRAM

python-chess knows none of the games, so no moves are exchanged through its boards.
"""

import asyncio
import sys

import chess.engine


def simple(program):
    with chess.engine.SimpleEngine.popen_uci(program, timeout=20) as engine:
        assert engine.id["name"].startswith("ataman"), engine.id
        options = engine.options
        assert options["UCI_Variant"].type == "combo" and "lasca" in options["UCI_Variant"].var
        assert options["Hash"].min == 1 and options["Hash"].default == 16
        for name, option in options.items():
            if option.type in ("spin", "combo", "check", "string") and not option.is_managed():
                assert option.parse(option.default) == option.default, name
                engine.configure({name: option.default})
        engine.configure({"Hash": 8, "Threads": 1, "Move Overhead": 20, "Rejump": "never", "Skill": 20})
        try:
            engine.configure({"Hash": 0})
        except chess.engine.EngineError:
            pass
        else:
            raise AssertionError("a hash of nothing was taken")
        for _ in range(3):
            engine.ping()
    print("SimpleEngine: handshake, options, ping")


async def protocol(program):
    """Below SimpleEngine: the lines themselves, while python-chess keeps its state machine."""
    transport, engine = await chess.engine.popen_uci(program)
    lines = []
    engine.line_received_before = engine._line_received
    engine._line_received = lambda line: (lines.append(line), engine.line_received_before(line))
    for variant in ["russian", "russian-official", "bashni", "lasca", "siberia", "vsadniki"]:
        lines.clear()
        engine.send_line(f"setoption name UCI_Variant value {variant}")
        engine.send_line("position startpos moves")
        engine.send_line("go depth 2")
        while not any(line.startswith("bestmove") for line in lines):
            await asyncio.sleep(0.01)
        assert [line for line in lines if line.startswith("info depth 2 ")], lines
        await engine.ping()
    await engine.quit()
    assert await engine.returncode == 0
    transport.close()
    print("UciProtocol: a search of every variant, quit with code 0")


def main():
    simple(sys.argv[1])
    asyncio.run(asyncio.wait_for(protocol(sys.argv[1]), 120))


if __name__ == "__main__":
    main()
