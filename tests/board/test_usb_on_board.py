"""Any bytes on the cable of the emulated board, in either direction, while a game is played on it; and Ctrl-C at any
moment from power-on on.
"""

import os
import random

import pytest

from tests.kit.board.bench import Bench
from tests.kit.board.cable import BUDGET_MS, bytes_of, in_a_copy, newest, press_on, prompt, states, whole
from tests.kit.board.lights import power_on
from tests.kit.board.rig import PINS, SCORE, STATUS, built, image, stored_game, switched_on
from tests.soak.plug import stored_scores

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

# ms after power-on at which Ctrl-C comes; at 172, 230 and 262 the importer looks for a module.
MOMENTS = (60, 110, 140, 172, 230, 262, 300, 420, 600, 800, 1000, 1200)
needs_copies = pytest.mark.skipif(not hasattr(os, "fork"), reason="no os.fork on this system")


def test_any_bytes_leave_the_game_alone() -> None:
    """3,000 bytes while five presses are made; each is lit in its budget, counted, and Ctrl-C gets through."""
    bench = switched_on(built() | stored_game())
    bench.type(bytes_of(random.Random(1), 3000) + b"\x7e\x00\x78\xf0\x7e" + 5 * b"\xff")
    assert max(press_on(bench, 5)) <= BUDGET_MS
    assert sum(newest(bench)["totals"]) == 5
    assert bench.resets == []
    bench.type(b"\xc3")  # the first half of a letter
    bench.run(30)
    prompt(bench)


def test_a_laptop_that_does_not_read_holds_nothing_up() -> None:
    """It asks and asks and does not read, hangs up, comes back, sleeps: five presses in each state."""
    bench = switched_on(built() | stored_game())
    cable = bench.cable
    newest(bench)
    mark = len(bench.said)
    cable.read(False)
    took = []

    def ask() -> None:
        bench.type(b"?")
        asking[0] += 1
        if asking[0] < 30:
            bench.at(bench.ms + 20, ask)

    asking = [0]
    ask()
    bench.press(bench.ms + 10, PINS["seat6"], hold_ms=60)  # refused, and said why
    bench.run(160)
    took += press_on(bench, 3)
    cable.hold(False)
    took += press_on(bench, 2)
    cable.hold(True)
    took += press_on(bench, 2)
    cable.sleep(True)
    bench.press(bench.ms + 10, PINS["seat6"], hold_ms=60)
    bench.run(160)
    took += press_on(bench, 3)
    assert max(took) <= BUDGET_MS, took
    cable.sleep(False)
    bench.run(300)
    assert bench.resets == []
    assert sum(newest(bench)["totals"]) == len(took)
    states(whole(bench.said[mark:]))
    prompt(bench)


@needs_copies
def test_ctrl_c_gets_the_prompt_at_any_moment_of_the_start() -> None:
    """Also behind 500 bytes that nobody has read yet, and with a second one right behind it."""
    bench = Bench(image(), files=built() | stored_game())
    bench.run_until(lambda: bench.connected)
    for ms in MOMENTS:
        bench.run(max(0.0, ms - bench.ms))
        in_a_copy(bench, prompt)
        in_a_copy(bench, lambda copy: prompt(copy, 1.0, 2.3))


@needs_copies
def test_ctrl_c_stores_what_is_not_stored_and_leaves_the_picture() -> None:
    """From the press to its light, while it is stored, and after that; a second one comes while the first is obeyed."""
    bench = switched_on(built() | stored_game())
    at = bench.ms + 10
    bench.press(at, PINS["seat1"], hold_ms=60)
    bench.run(13)

    def stop(copy: Bench) -> float:
        took = prompt(copy, 1.0, 3.3)
        copy.run(5)
        # What was shown is stored. Interrupted before its light, a press may be stored all the same, never twice.
        assert bool(copy.frames(SCORE, at)) <= sum(stored_scores(copy.snapshot())) <= 1
        return took

    for _ in range(6):
        in_a_copy(bench, stop)
        bench.run(1.3)


def test_ctrl_c_gets_through_to_blinking_lights_behind_what_nobody_reads() -> None:
    bench = power_on(built() | {"board.json": b"{"}, SCORE, STATUS)
    bench.run_until(lambda: "JSON" in bench.text())
    bench.cable.read(False)
    bench.type(bytes_of(random.Random(2), 2000))
    bench.run(400)
    bench.cable.read(True)
    prompt(bench)
