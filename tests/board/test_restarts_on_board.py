"""Hangs and crashes on the emulated board: it restarts by itself, the game goes on, and a laptop always reaches it."""

from pathlib import Path

import pytest

from host.build import compile_module
from tests.board.bench import Bench
from tests.board.rig import PINS, SCORE, STATUS, built, image, stored_game, switched_on, wait_for_table
from tests.board.test_faults_on_board import OFF, RED, lights

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

BITE_MS = 1500  # the tests' watchdog: the emulator is slow, and no step of a start takes as long
HANG = "from time import sleep_ms\nwhile True:\n    sleep_ms(500)\n"
# `?` on USB calls state_of: the tests' way to spoil a device in play.
HANG_WHEN_ASKED = "from time import sleep_ms\ndef state_of(app):\n    while True:\n        sleep_ms(500)\n"
CRASH_WHEN_ASKED = "def state_of(app):\n    raise ValueError('made up')\n"


def spoiled(folder: Path, **sources: str) -> dict[str, bytes]:
    """The files of a board with a game, an impatient watchdog, and other sources for these modules of firmware."""
    safety = Path("firmware/safety.py").read_text().replace("WATCHDOG_MS = 8000", f"WATCHDOG_MS = {BITE_MS}")
    files = built() | stored_game()
    for name, text in (sources | {"safety": safety}).items():
        source = folder / f"{name}.py"
        source.write_text(text)
        files[f"lib/firmware/{name}.mpy"] = compile_module(source, f"firmware/{name}.py", "armv6m")
    return files


def score_and_spoil(bench: Bench) -> bytes:
    """Press seat 1 once and seat 2 twice, then ask for the state. What the strip showed before."""
    for i, button in enumerate(("seat1", "seat2", "seat2")):
        bench.press(bench.ms + 10 + 150 * i, PINS[button], hold_ms=60)
    bench.run(600)
    before = bench.frames(SCORE)[-1].data
    bench.type(b"?")
    return before


def check_back(bench: Bench, before: bytes) -> None:
    """It restarts once, with the same table on the lights, and plays on."""
    bench.run_until(lambda: bench.resets != [], limit_ms=BITE_MS + 500)
    bench.edges[SCORE].clear()
    wait_for_table(bench)
    assert bench.frames(SCORE)[-1].data == before
    bench.press(bench.ms + 10, PINS["seat3"], hold_ms=60)
    bench.run(200)
    assert bench.frames(SCORE)[-1].data != before
    assert len(bench.resets) == 1


def check_left_alone(bench: Bench) -> None:
    """The watchdog is off while a laptop has the board."""
    bites = len(bench.resets)
    bench.run(BITE_MS + 500)
    assert len(bench.resets) == bites
    assert bench.execute("print(6 * 7)") == "42\n"


def test_a_device_that_hangs_restarts_with_its_game_and_says_so_once(tmp_path: Path) -> None:
    bench = switched_on(spoiled(tmp_path, state=HANG_WHEN_ASKED))
    check_back(bench, score_and_spoil(bench))
    assert bench.files()["data/errors.txt"].count(b"hung") == 1
    # The chip goes on saying why it was reset; a soft reset must not tell it anew.
    said = bench.execute(
        "import machine\nfrom firmware import safety\n"
        "print(machine.mem32[0x40058008] & 1, safety.Watchdog().has_bitten)"
    )
    assert said == "1 False\n"
    check_left_alone(bench)


def test_a_device_that_crashes_notes_why_and_restarts_with_its_game(tmp_path: Path) -> None:
    bench = switched_on(spoiled(tmp_path, state=CRASH_WHEN_ASKED))
    check_back(bench, score_and_spoil(bench))
    errors = bench.files()["data/errors.txt"]
    assert errors.count(b"ValueError: made up") == 1
    assert b"hung" not in errors


CRASH = """
class App:
    resting = True
    def __init__(self, *parts):
        pass
    def tick(self, now):
        raise ValueError("made up")
    def close(self):
        pass
"""


@pytest.mark.parametrize(
    ("sources", "starts"),
    [({"app": CRASH}, 4), ({"config": HANG}, 5)],
    ids=["crash in the loop", "hang before the board file is read"],
)
def test_a_device_that_never_starts_ends_where_a_laptop_reaches_it(
    tmp_path: Path, sources: dict[str, str], starts: int
) -> None:
    """Four red lights, the reason on USB, no watchdog: one start more when not even the board file could be read."""
    bench = Bench(image(), files=spoiled(tmp_path, **sources))
    bench.watch(SCORE, STATUS)
    bench.run_until(lambda: [RED] * 4 + [OFF] * 4 in lights(bench, SCORE), limit_ms=starts * (BITE_MS + 1000))
    assert len(bench.resets) == starts - 1
    assert bench.execute("print(6 * 7)") == "42\n"
    check_left_alone(bench)


def test_a_fresh_board_asks_for_a_game_and_begins_it_by_buttons_alone() -> None:
    bench = switched_on(built())
    for _ in range(12):
        bench.type(b"?")
        mark = len(bench.text())
        bench.run_until(lambda mark=mark: "}\r\n" in bench.text()[mark:], limit_ms=2000)  # type: ignore[misc]
        if '"menu": null' in bench.text()[mark:]:
            break
        bench.press(bench.ms + 10, PINS["next"], hold_ms=40)
        bench.run(120)
    assert '"game": "after_us"' in bench.text()[mark:]
    bench.press(bench.ms + 10, PINS["seat1"], hold_ms=60)
    bench.run(200)
    assert any(name.endswith(".playing") for name in bench.files())
    assert bench.files()["data/tail"]
