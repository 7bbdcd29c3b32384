"""Presses in the new-game menu of an emulated board, timed."""

from engine_core.keys import RELEASE_MS
from engine_core.lights.palette import SLOT_MS
from tests.kit.board.bench import Bench
from tests.kit.board.rig import HOLD_MS, PINS, SCORE, STATUS, built, clock, image, wait_for_table

AFTER_SLOT_MS = 25  # what blinks does so at the beginning of a slot; a press that acts now is lit by itself
WATCH_MS = 60
# A game of After Us for four, by way of every kind of page and press; the last one starts it.
BY_MENU = ("seat2", "mode", "seat1", "next", "seat3", "mode", "next", "seat1", "next", "mode", "next", "next")


def switched_on_blank() -> Bench:
    """A board without a game, run until the menu asks for one."""
    bench = Bench(image(), files=built())
    bench.watch(SCORE, STATUS)
    wait_for_table(bench)
    bench.run(SLOT_MS)
    return bench


def light_after(bench: Bench, button: str, number: int) -> float:
    """Press a button; how many ms after it acts the first frame goes to a strip. number: for its phase."""
    late = 0 if button.startswith("seat") else HOLD_MS + RELEASE_MS
    slot = (bench.ms + late + 10 - clock(bench)) // SLOT_MS + 1
    acts = clock(bench) + slot * SLOT_MS + AFTER_SLOT_MS + number % 7 / 7
    bench.press(acts - late, PINS[button], HOLD_MS)
    bench.run(acts + WATCH_MS - bench.ms)
    starts = [frame.start / 1e6 for pin in (SCORE, STATUS) for frame in bench.frames(pin, acts)]
    return min(starts, default=acts + WATCH_MS) - acts
