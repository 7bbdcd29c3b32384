"""The same files on the other official images at hand: `troop build` makes one set for MicroPython 1.25 and later."""

from pathlib import Path

import pytest

from tests.board.bench import CACHE, Bench
from tests.board.rig import PINS, SCORE, STATUS, built, image, stored_game, wait_for_table

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]


def others() -> list[Path]:
    """The Pico W images in the cache, but for the one that all other tests run on."""
    return [path for path in sorted(CACHE.glob("RPI_PICO_W-*.uf2")) if path != image()]


def test_device_runs_on_the_other_versions() -> None:
    """It comes up with its game, a press is a light, and Ctrl-C gives a prompt."""
    if not others():
        pytest.skip(f"no second MicroPython image in {CACHE}")
    for path in others():
        bench = Bench(path, files=built() | stored_game())
        bench.watch(SCORE, STATUS)
        wait_for_table(bench)
        bench.run(30)
        before = bench.ms
        bench.press(before, PINS["seat1"])
        bench.run(60)
        assert any(frame.data[3:6] != bytes(3) for frame in bench.frames(SCORE, before)), path.name
        assert bench.execute("print(6 * 7)") == "42\n"
        assert "Traceback" not in bench.text()
