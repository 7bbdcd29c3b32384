"""Presses made while the emulated board comes up."""

import pytest

from engine_core.storage.kept_games import load_game
from host.maps import SAMPLE, map_text
from tests.kit.board.bench import Bench
from tests.kit.board.rig import HOLD_MS, PINS, SCORE, built, clock, image, storage, stored_game, wait_for_table

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

PRESSED = ((40, "seat2"), (100, "seat1"), (300, "seat3"), (500, "seat1"), (700, "seat2"), (1000, "seat3"))
LIGHTS_MS, TABLE_MS = 400, 1300  # from power-on, at most
STORED_MS = 300


def test_no_press_is_lost_while_nine_regions_come_up() -> None:
    """That takes longer than the sampler's ring holds samples."""
    bench = Bench(image(), files=built() | stored_game("game ape_town\nseats Ana Ben Cho", map_text(SAMPLE)))
    bench.watch(SCORE)
    bench.run_until(lambda: len(bench.edges[SCORE]) > 0, limit_ms=LIGHTS_MS)
    lit = max(bench.ms, clock(bench))
    for ms, button in PRESSED:
        bench.press(lit + ms, PINS[button], HOLD_MS)
    wait_for_table(bench)
    print(f"lights {lit:.0f} ms, table {bench.ms:.0f} ms")
    bench.run(max(0, lit + PRESSED[-1][0] + 50 - bench.ms) + STORED_MS)
    files = storage(bench.files())
    name = next(name for name in files.files if name.endswith(".playing"))
    _, table = load_game(files, name, print)
    made = [f"seat{table.move(i)[1] + 1}" for i in range(table.count)]
    assert made == [button for _, button in PRESSED]
    assert "not read" not in bench.text()
