"""Presses made while the emulated board comes up."""

import pytest

from host.maps import SAMPLE, map_text
from tests.board.bench import Bench
from tests.board.rig import HOLD_MS, PINS, SCORE, built, image, stored_game, wait_for_table
from tests.board.test_table_on_board import ask

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

PRESSED_MS = (100, 300, 500, 700, 850, 1000)  # after the lights


def test_no_press_is_lost_while_nine_regions_come_up() -> None:
    """That takes longer than the sampler's ring holds samples. Tiles of region 1, 2, ... chosen by seat 5's button."""
    game = stored_game("game ape_town\nseats Ana Ben Cho\nset entry region", map_text(SAMPLE))
    bench = Bench(image(), files=built() | game)
    bench.watch(SCORE)
    bench.run_until(lambda: len(bench.edges[SCORE]) > 0, limit_ms=1000)
    lit = bench.ms
    for ms in PRESSED_MS:
        bench.press(lit + ms, PINS["mode"], HOLD_MS)
    wait_for_table(bench)
    print(lit, bench.ms)
    bench.run(100)
    print(ask(bench))
