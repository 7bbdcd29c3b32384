"""The same files on the other official images at hand: `troop build` makes one set for MicroPython 1.25 and later."""

from pathlib import Path

import pytest

from tests.kit.board.bench import CACHE, Bench
from tests.kit.board.lights import OFF, RED, lights
from tests.kit.board.rig import PINS, SCORE, STATUS, built, image, stored_game, wait_for_table

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]


def others() -> list[Path]:
    """The Pico W images in the cache, but for the one that all other tests run on."""
    return [path for path in sorted(CACHE.glob("RPI_PICO_W-*.uf2")) if path != image()]


def test_device_with_settings_at_fault_uses_the_last_good_ones_on_every_version() -> None:
    """Three red lights and the reason; then its game comes up, a press is a light, and Ctrl-C gives a prompt."""
    if not others():
        pytest.skip(f"{CACHE} has no image besides the one that the other tests run on")
    for path in others():
        bench = Bench(path, files=built() | stored_game() | {"data/settings.json": b"{"})
        bench.watch(SCORE, STATUS)
        bench.run_until(lambda bench=bench: [RED] * 3 + [OFF] * 5 in lights(bench, SCORE), limit_ms=3000)  # type: ignore[misc]
        bench.edges[SCORE].clear()
        wait_for_table(bench)
        assert bench.files()["data/errors.txt"].count(b"settings.json") == 1
        bench.type(b"?")
        bench.run_until(lambda bench=bench: '"message"' in bench.text(), limit_ms=3000)  # type: ignore[misc]
        assert "settings.json" in bench.text()
        before = bench.ms
        bench.press(before, PINS["seat1"])
        bench.run(60)
        assert any(frame.data[3:6] != bytes(3) for frame in bench.frames(SCORE, before)), path.name
        assert bench.execute("print(6 * 7)") == "42\n"
        assert "Traceback" not in bench.text()
