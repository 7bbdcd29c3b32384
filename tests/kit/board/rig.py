"""What the tests of the board share: the files it gets, a game in storage, and the same App on the laptop beside it."""

from array import array
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine_core.board_reading import load_board
from engine_core.settings import SETTINGS_FILE, Settings
from engine_core.settings_reading import read_settings
from engine_core.settings_writing import text_of
from engine_core.setup_reading import read_setup
from firmware.new_game import begin
from firmware.resume import resume
from host.build import board_files
from tests.kit.board.bench import NO_IMAGE, Bench, find_image
from tests.kit.shared.memory import MemoryFiles

BOARD = "pico_w_reference"
SCORE, STATUS = 2, 3  # pins of the reference board's strips
PINS = {"seat1": 6, "seat2": 7, "seat3": 8, "seat4": 9, "seat5": 10, "seat6": 11, "undo": 12, "mode": 13, "next": 14}
GAME = "game after_us\nseats Ana Ben Cho"
HOLD_MS = 30  # let go of, a key takes 20 ms more to act: well before the next slot
APART_MS = 20  # between the buttons of a chord
SAMPLES = 0x0FFFFFFF  # transfers that the sampler's DMA is started with
Press = tuple[float, str, float]  # (ms, button, how long it is held)


def image() -> Path:
    """The MicroPython image to test on; skips the test when there is none."""
    found = find_image()
    if found is None or not found.is_file():
        pytest.skip(NO_IMAGE)
    return found


@cache
def built() -> dict[str, bytes]:
    """Exactly the files that `troop build` makes for the reference board."""
    return board_files(BOARD)


@cache
def stored_game(setup: str = GAME, city: str = "") -> dict[str, bytes]:
    """The files of a device on which this game has just begun, as they lie on the board; blinking by rhythm is off,
    so that frames change by presses alone. city: the map, for Ape Town."""
    files = MemoryFiles()
    settings = Settings()
    settings.rhythm = False
    files.write("settings.json", text_of(settings).encode())
    app = resume(
        load_board(built()["board.json"].decode()), settings, files, lambda *a: None, lambda s: 0, lambda text: None
    )
    begin(app, read_setup(setup, city))
    app.close()
    return {f"data/{name}": content for name, content in files.files.items()} | {
        "data/board.good": built()["board.json"],
        "data/settings.good": files.files[SETTINGS_FILE],
    }


def storage(files: dict[str, bytes]) -> MemoryFiles:
    """The folder for games and settings of a board with these files."""
    found = MemoryFiles()
    found.files = {path.removeprefix("data/"): data for path, data in files.items() if path.startswith("data/")}
    return found


class Twin:
    """The App on CPython, with the same files, in emulated time. frames[pin]: (ms, bytes) of each it would send."""

    def __init__(self, files: dict[str, bytes]) -> None:
        stored = storage(files)
        self.board = load_board(files["board.json"].decode())
        settings = read_settings(stored.files["settings.json"].decode())
        self.frames: dict[int, list[tuple[float, bytes]]] = {strip.pin: [] for strip in self.board.strips}
        self.said: list[str] = []
        self._now = 0
        self._due = 0
        self._word = 0xFFFF
        self.app = resume(self.board, settings, stored, self._show, self._read, self.said.append)

    def _show(self, strip: int, wire: bytearray) -> None:
        self.frames[self.board.strips[strip].pin].append((self._now, bytes(wire)))

    def _read(self, samples: "array[int]") -> int:
        count, self._due = self._due, 0
        for i in range(count):
            samples[i] = self._word
        return count

    def run(self, presses: Iterable[Press], until_ms: float) -> None:
        """Live on until then, through presses that are all to come; one tick a millisecond."""
        edges: dict[int, int] = {}
        first = self.board.first_pin()
        for ms, button, hold_ms in presses:
            for at in (int(ms), int(ms + hold_ms)):
                edges[at] = edges.get(at, 0) ^ 1 << (PINS[button] - first)
        while self._now < int(until_ms):
            self._word ^= edges.get(self._now, 0)
            self._due = 1
            self.app.tick(self._now)
            self._now += 1


def switched_on(files: dict[str, bytes], **options: Any) -> Bench:
    """A board with these files, run until the table is on the lights: the frame after the starting light."""
    bench = Bench(image(), files=files, **options)
    bench.watch(SCORE, STATUS)
    wait_for_table(bench)
    return bench


def wait_for_table(bench: Bench) -> None:
    """Run until the table is on the lights."""
    bench.run_until(lambda: len(bench.edges[SCORE]) > 2 * 2 * 8 * 240 - 2, limit_ms=5000)
    bench.run(1)


def clock(bench: Bench) -> float:
    """When the device's own time began, in the bench's: with the first sample."""
    return bench.dma_since(SAMPLES)


def press_all(bench: Bench, presses: Iterable[Press], start: float) -> None:
    """Set up the presses; their times count from `start`."""
    for ms, button, hold_ms in presses:
        bench.press(start + ms, PINS[button], hold_ms)


def taps(start: float, *gestures: str, every_ms: float = 200) -> list[Press]:
    """Presses for gestures such as "seat1" or "undo+seat2" (SEAT 2 while UNDO is held), one after another."""
    presses: list[Press] = []
    for i, gesture in enumerate(gestures):
        at = start + i * every_ms
        *held, last = gesture.split("+")
        presses += [(at, name, HOLD_MS + 2 * APART_MS) for name in held]
        presses.append((at + APART_MS * len(held), last, HOLD_MS))
    return presses
