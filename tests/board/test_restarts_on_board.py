"""Starts that hang or crash on the emulated board: it restarts by itself, and ends where a laptop reaches it."""

from pathlib import Path

import pytest

from tests.kit.board.bench import Bench
from tests.kit.board.lights import OFF, RED, lights
from tests.kit.board.restarts import BITE_MS, check_left_alone, spoiled
from tests.kit.board.rig import SCORE, STATUS, image

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

MARK = 0x74720000  # safety.py: how the number of starts in a row lies in the watchdog's first scratch register
HANG = "from time import sleep_ms\nwhile True:\n    sleep_ms(500)\n"


TICK = "    def tick(self, now: int) -> None:\n"


def crashing_app() -> str:
    """The source of the App, whose first tick raises."""
    usual = Path("firmware/app.py").read_text()
    spoiled = usual.replace(TICK, TICK + '        raise ValueError("made up")\n')
    assert spoiled != usual
    return spoiled


def run_until_it_gives_up(bench: Bench, starts: int) -> None:
    """Four red lights, the reason on USB, no watchdog."""
    bench.watch(SCORE, STATUS)
    bench.run_until(lambda: [RED] * 4 + [OFF] * 4 in lights(bench, SCORE), limit_ms=starts * (BITE_MS + 1000))
    assert len(bench.resets) == starts - 1
    assert bench.execute("print(6 * 7)") == "42\n"
    check_left_alone(bench)


def test_a_device_that_always_hangs_ends_where_a_laptop_reaches_it(tmp_path: Path) -> None:
    """One start more than a crash takes, for not even the board file could be read."""
    run_until_it_gives_up(Bench(image(), files=spoiled(tmp_path, config=HANG)), starts=5)


def test_a_device_that_always_crashes_ends_where_a_laptop_reaches_it(tmp_path: Path) -> None:
    """It has crashed twice before this test begins: a start takes a minute here."""
    bench = Bench(image(), files=spoiled(tmp_path, app=crashing_app()))
    bench.mcu.watchdog.scratch_data[0] = MARK | 2
    run_until_it_gives_up(bench, starts=2)
    line = next(number for number, text in enumerate(crashing_app().splitlines(), 1) if "made up" in text)
    errors = bench.files()["data/errors.txt"].decode()
    assert errors.count(f'ValueError: made up (File "/lib/firmware/app.mpy", line {line}, in tick)') == 1
