"""What takes the emulated board minutes: hangs and crashes in play end in a restart with the game, and a board without
a game begins one by buttons alone. `python -m tests.soak` runs it with its part `restarts`.
"""

from pathlib import Path

import pytest

from tests.kit.board.bench import Bench
from tests.kit.board.restarts import BITE_MS, check_left_alone, spoiled
from tests.kit.board.rig import PINS, SCORE, built, switched_on, wait_for_table

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(3600)]

# `?` on USB calls answers: the tests' way to spoil a device in play. What it raises itself is no reason to restart.
HANG_WHEN_ASKED = (
    "from time import sleep_ms\ndef answers(app, usb, add_facts):\n    while True:\n        sleep_ms(500)\n"
)
CRASH_WHEN_ASKED = (
    "def tick(now):\n    raise ValueError('made up')\n"
    "def answers(app, usb, add_facts):\n    app.tick = tick\n    return iter(())\n"
)


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
    assert errors.count(b'ValueError: made up (File "/lib/firmware/state.mpy", line 2, in missed)') == 1
    assert b"hung" not in errors


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
