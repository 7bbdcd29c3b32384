"""Games as long as a device allows, started on the emulated board: how soon the table is there, and what is said.

`python -m tests.soak.long` starts every game at the limit, with its checkpoints and without, and one that an earlier
version has stored longer than a board has memory for.
"""

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from engine_core.settings import Settings
from engine_core.settings_writing import text_of
from engine_core.storage.folder import CHECKPOINTS
from engine_core.table import Table
from host.build import Files
from tests.kit.board.bench import Bench, find_image
from tests.kit.board.rig import STATUS, built
from tests.kit.journal.long_games import SETUPS, long_game, new_table

TABLE_MS = 3000  # from power to the table, at the limit
SLOW_MS = 12_000  # the same without checkpoints: the game is proved and played move by move
OLD = 8190  # moves that an earlier version allowed
LEDS = 30  # of the status strip
ANSWER = re.compile(rb"(\{.*\})\r?\n")  # to the question what the table stands like
SLOW = "it takes some seconds to be back"
FULL = "the most there can be: note the scores, begin a new one"
TOO_LONG = "more moves than this device has memory for"


@dataclass
class Start:
    """ms: until table or menu was on the lights. said: on USB. free: bytes of memory. totals: of the seats."""

    ms: float
    said: str
    free: int
    totals: list[int]
    restarts: int


@dataclass
class Tally:
    """starts: name, time. faults: what went wrong."""

    starts: list[tuple[str, float]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def start(stored: Files, limit_ms: float = SLOW_MS) -> Start:
    """Switch on a board with this game in storage. FileNotFoundError without an image."""
    image = find_image()
    if image is None:
        raise FileNotFoundError("no MicroPython image")
    settings = Settings()
    settings.rhythm = False
    data = {**stored, "settings.json": text_of(settings).encode()}
    bench = Bench(image, files=built() | {f"data/{name}": content for name, content in data.items()})
    bench.watch(STATUS)
    # The first strip may show that it takes long; on this one the second frame is the table's.
    bench.run_until(lambda: len(bench.edges[STATUS]) > 2 * 2 * 24 * LEDS - 2, limit_ms)
    ms = bench.ms
    mark = len(bench.said)
    bench.type(b"?")
    bench.run_until(lambda: ANSWER.search(bench.said, mark) is not None, limit_ms=3000)
    answer = ANSWER.search(bench.said, mark)
    state = json.loads(answer[1]) if answer else {}
    return Start(ms, bench.text(), state["free_memory"], state.get("totals", []), len(bench.resets))


def check(tally: Tally, name: str, found: Start, table: Table, most_ms: float, words: tuple[str, ...]) -> None:
    """Whether the table was there in time, as it was, with these words. No words: no word of a long start either."""
    tally.starts.append((name, found.ms))
    if found.ms > most_ms:
        tally.faults.append(f"{name}: the table took {found.ms:.0f} ms")
    if found.totals != [table.game.total(seat) for seat in range(table.game.seats)]:
        tally.faults.append(f"{name}: not the game that was stored: {found.totals}")
    if found.restarts:
        tally.faults.append(f"{name}: the watchdog has struck")
    tally.faults += [f"{name}: '{text}' is not said: {found.said[-300:]}" for text in words if text not in found.said]


def soak(games: int, progress: "Callable[[int], None] | None" = None) -> Tally:
    """So many of the games, each with and without checkpoints; after the last one, the game that is too long."""
    tally = Tally()
    for done, game in enumerate(list(SETUPS)[:games], 1):
        files, table = long_game(game, new_table(game).game.LONGEST)
        check(tally, game, start(files.files), table, TABLE_MS, (FULL,))
        files.remove(CHECKPOINTS)
        check(tally, f"{game} without checkpoints", start(files.files), table, SLOW_MS, (FULL, SLOW))
        if progress:
            progress(done)
    if games == len(SETUPS):
        found = start(long_game("after_us", OLD)[0].files)
        tally.starts.append((f"{OLD} moves", found.ms))
        if FULL not in found.said and TOO_LONG not in found.said:
            tally.faults.append(f"{OLD} moves: nothing is said: {found.said[-300:]}")
    return tally


if __name__ == "__main__":
    whole = soak(int(sys.argv[1]) if len(sys.argv) > 1 else len(SETUPS), print)
    for title, took in whole.starts:
        print(f"{title}: {took:.0f} ms")
    print("\n".join(whole.faults) or "all good")
    sys.exit(1 if whole.faults else 0)
