"""Starts that hang or crash on the emulated board: it restarts by itself, and ends where a laptop reaches it."""

from pathlib import Path

import pytest

from host.build import compile_module
from tests.board.test_faults_on_board import OFF, RED, lights
from tests.kit.board.bench import Bench
from tests.kit.board.rig import SCORE, STATUS, built, image, stored_game

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

MARK = 0x74720000  # safety.py: how the number of starts in a row lies in the watchdog's first scratch register
BITE_MS = 1500  # the tests' watchdog: the emulator is slow, and no step of a start takes as long
HANG = "from time import sleep_ms\nwhile True:\n    sleep_ms(500)\n"


def spoiled(folder: Path, **sources: str) -> dict[str, bytes]:
    """The files of a board with a game, an impatient watchdog, and other sources for these modules of firmware."""
    usual = Path("firmware/safety.py").read_text()
    safety = usual.replace("WATCHDOG_MS = const(8000)", f"WATCHDOG_MS = {BITE_MS}")
    assert safety != usual
    files = built() | stored_game()
    for name, text in (sources | {"safety": safety}).items():
        source = folder / f"{name}.py"
        source.write_text(text)
        files[f"lib/firmware/{name}.mpy"] = compile_module(source, f"/lib/firmware/{name}.mpy", "armv6m")
    return files


def check_left_alone(bench: Bench) -> None:
    """The watchdog is off while a laptop has the board."""
    bites = len(bench.resets)
    bench.run(BITE_MS + 500)
    assert len(bench.resets) == bites
    assert bench.execute("print(6 * 7)") == "42\n"


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
