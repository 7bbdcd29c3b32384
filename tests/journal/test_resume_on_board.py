"""On the emulated board: how long a long game takes to come back at power-up, and that it does.

Emulated time does not depend on this machine, so the budgets of 300 ms for a full game and 30 ms for undo are tests.
"""

import json
import random

import pytest

from engine_core.moves import ADD, NO_SEAT, UNDO
from engine_core.setup import Setup
from engine_core.storage.journal import Journal
from engine_core.table import Table
from tests.kit.board.bench import Bench
from tests.kit.board.rig import built, image
from tests.kit.shared.memory import MemoryFiles

MOVES = 600
RESUME = """
import gc, json, time
from engine_core.storage.journal import Journal  # what is forgotten after power-up comes later
from engine_core.setup import Setup
from engine_core.table import Table
from engine_core.games import after_us
from firmware.files import BoardFiles
said = []
gc.collect()
a = time.ticks_us()
from engine_core.storage.open_game import find_game, replay
journal = Journal(BoardFiles("/data"), said.append)
setup = find_game(journal)
table = Table(setup)
replay(journal, table)
b = time.ticks_us()
count, digest = table.count, table.digest()
gc.collect()
c = time.ticks_us()
table.undo()
d = time.ticks_us()
table.undo(250)
gc.collect()
e = time.ticks_us()
table.undo()
f = time.ticks_us()
times = [time.ticks_diff(b, a), time.ticks_diff(d, c), time.ticks_diff(f, e)]
print(json.dumps([count, "%08x" % digest, times, said]))
"""


def long_game() -> "tuple[MemoryFiles, Table]":
    """Six seats, 600 moves with slips taken back, a pause now and then, a burst at the end."""
    files = MemoryFiles()
    journal = Journal(files, pytest.fail)
    table = Table(Setup("after_us", ["Ana", "Ben", "Cho", "Dan", "Eva", "Fay"]))
    journal.begin(table)
    rng = random.Random(1)
    now = 0
    while table.count < MOVES:
        if rng.random() < 0.05 and table.can_undo():
            table.undo()
            journal.record(UNDO, NO_SEAT)
        else:
            seat, track = rng.randrange(6), rng.randrange(2)
            table.play(ADD, seat, track, 1)
            journal.record(ADD, seat, track, 1)
        assert journal.flush()
        if rng.random() < 0.08 and table.count < MOVES - 20:
            for _ in range(4):
                now += 2500
                journal.idle(now)
    return files, table


@pytest.mark.runtime("pico")
@pytest.mark.timeout(900)
def test_a_full_game_is_back_within_300_ms_and_undone_within_30() -> None:
    files, table = long_game()
    modules = {path: content for path, content in built().items() if path.startswith("lib/")}
    bench = Bench(image(), files=modules | {f"data/{name}": content for name, content in files.files.items()})
    count, digest, times, said = json.loads(bench.execute(RESUME, limit_ms=60_000))
    assert (count, digest, said) == (table.count, f"{table.digest():08x}", [])
    resumed, undone, undone_far_back = times
    assert resumed < 300_000
    assert undone < 30_000
    assert undone_far_back < 30_000
