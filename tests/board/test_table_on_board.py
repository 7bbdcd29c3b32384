"""A game on the emulated Pico W, with official MicroPython and exactly the files that `troop build` makes."""

from itertools import pairwise

import pytest

from firmware.state import state_of
from tests.kit.board.asking import ask
from tests.kit.board.bench import Bench
from tests.kit.board.rig import (
    PINS,
    SCORE,
    STATUS,
    Twin,
    built,
    clock,
    press_all,
    stored_game,
    switched_on,
    taps,
    wait_for_table,
)
from tests.kit.board.wave import distinct

pytestmark = [pytest.mark.runtime("pico"), pytest.mark.timeout(1800)]

BEGIN = 1120.0  # of the presses, in the device's time, when the table is there; no press is near a change of slot
# A shared square, a refusal, a chord, another track, undo and redo.
GESTURES = ("seat1", "seat2", "undo+seat3", "mode", "seat3", "undo", "undo+next")
EVERY_MS = 200
# The first press comes earlier: after it, littlefs looks for free blocks, and the next lights are 0.15 s late.
PRESSES = taps(BEGIN - 300, "seat1") + taps(BEGIN, *GESTURES, every_ms=EVERY_MS)
END = BEGIN + len(GESTURES) * EVERY_MS + 150


class Evening:
    """One evening on the board, and the same on CPython."""

    def __init__(self) -> None:
        files = built() | stored_game()
        self.twin = Twin(files)
        self.twin.run(PRESSES, END)
        self.bench = switched_on(files)
        self.lit = self.bench.ms
        self.start = clock(self.bench)
        press_all(self.bench, PRESSES, self.start)
        self.bench.run(self.start + END - self.bench.ms)

    def frames(self, pin: int) -> list[bytes]:
        """What was seen on the strip from the first press on, each picture once."""
        return distinct([frame.data for frame in self.bench.frames(pin, self.start + BEGIN)])

    def expected(self, pin: int) -> list[bytes]:
        return distinct([data for ms, data in self.twin.frames[pin] if ms >= BEGIN])


@pytest.fixture(scope="module")
def evening() -> Evening:
    return Evening()


@pytest.mark.parametrize("pin", [SCORE, STATUS])
def test_same_presses_same_frames_as_on_the_laptop(evening: Evening, pin: int) -> None:
    frames = evening.frames(pin)
    assert frames == evening.expected(pin)
    assert len(frames) > len(GESTURES) / 2


def test_strips_are_sent_as_the_chips_want_them(evening: Evening) -> None:
    """Whole frames, 30 us an LED within 5 %, 300 us or more of quiet before each."""
    for pin, size in ((SCORE, 240), (STATUS, 90)):
        frames = evening.bench.frames(pin)
        for frame in frames:
            assert len(frame.data) == size
            assert 0.95 * 10_000 * size <= frame.end - frame.start <= 1.05 * 10_000 * size
        for before, after in pairwise(frames):
            assert after.start - before.end >= 300_000


def test_light_comes_soon_after_the_press(evening: Evening) -> None:
    """No press waits longer than a person notices; benchmark.py has the numbers against the budget."""
    starts = [frame.start / 1e6 - evening.start for frame in evening.bench.frames(SCORE)]
    for ms, button, _ in PRESSES[:3]:
        first = next(start for start in starts if start >= ms)
        assert first - ms < 40, button


def test_game_is_there_again_after_the_plug_was_pulled(evening: Evening) -> None:
    """The same table and the same picture as before; and the board can be interrupted, with everything in order."""
    before = evening.bench.frames(SCORE)[-1].data
    bench = Bench(evening.bench.image, flash=evening.bench.pull_plug())
    bench.watch(SCORE, STATUS)
    wait_for_table(bench)
    for _ in range(9):  # tokens that share a square take turns there: soon it is the turn of the same one
        bench.run(100)
        if bench.frames(SCORE)[-1].data == before:
            break
    assert bench.frames(SCORE)[-1].data == before
    state, expected = ask(bench), state_of(evening.twin.app)
    for key in ("game", "seats", "tracks", "totals", "phase", "round", "due", "moves", "can_undo", "can_redo"):
        assert state[key] == expected[key], key
    bench.press(bench.ms + 20, PINS["seat2"])
    bench.run(120)
    leaves_the_board_in_order(bench)


def leaves_the_board_in_order(bench: Bench) -> None:
    """Ctrl-C: a REPL, no DMA running, no watchdog, pins quiet, memory free, and the press of before stored."""
    free = int(bench.execute("import gc; gc.collect(); print(gc.mem_free())"))
    assert free > 60_000
    edges = len(bench.edges[SCORE])
    assert not any(channel.active for channel in bench.mcu.dma.channels)
    assert bench.execute("import machine; print(machine.mem32[0x40058000] >> 30 & 1)") == "0\n"
    bench.run(200)
    assert len(bench.edges[SCORE]) == edges
    assert "Traceback" not in bench.text()
