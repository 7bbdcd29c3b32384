"""The virtual device: runs firmware/app.py with a board file in real time, without a board.

It replaces the board's drivers: inputs.py makes the samples of the buttons, and the bytes that App makes for real
strips are decoded to colours.
"""

import asyncio
import contextlib
import time
from array import array
from collections.abc import Callable

from engine_core.lights.wire import places
from engine_core.setup import Setup
from firmware.config import load_config
from firmware.new_game import CITY, begin
from firmware.resume import resume
from firmware.state import state_of
from host.files import FolderFiles
from host.maps import SAMPLE, map_text
from host.page import view
from host.page.inputs import Inputs
from host.page.notes import choose, words
from host.page.sheet import Layout, Panel, Sheet

TICK_S = 0.004  # the board's loop takes about as long
STATE_MS = 50  # how often the state is checked for changes


class Device:
    """One virtual device. frames: strip number -> its colours, six hexadecimal digits per LED, as the strip shows them.

    board_text: text of a board file; raises BoardError when it is faulty. files: the folder for games and settings.
    wired: called with each frame that is sent, strip number and bytes, for a real strip on this machine.
    """

    def __init__(self, board_text: str, files: FolderFiles) -> None:
        config = load_config(files, lambda: board_text)
        config.keep(files)
        with contextlib.suppress(OSError):  # the game works without the file, and App reports that storage fails
            if CITY not in files.names():
                files.write(CITY, map_text(SAMPLE).encode())
        self.board = board = config.board
        self.frames: dict[int, str] = {i: "000000" * strip.leds for i, strip in enumerate(board.strips)}
        self.wired: Callable[[int, bytearray], None] = lambda strip, wire: None
        self.said: list[str] = []
        self._began = time.monotonic()
        self._inputs = Inputs(board)
        self._change = asyncio.Event()
        self.app = resume(board, config.settings, files, self._show, self._read, self.said.append)
        for fault in config.faults:
            self.app.say_too(fault)
        self._state: Sheet = {}
        self._state_at = -STATE_MS

    def now(self) -> int:
        """Milliseconds since the device was switched on."""
        return int((time.monotonic() - self._began) * 1000)

    # -- buttons ---------------------------------------------------------------------------------
    def hold(self, button: str, holder: object, down: bool) -> None:
        """`holder` (such as a page) presses or releases a button, by its name on the board."""
        self._inputs.hold(button, holder, down, self.now())

    def let_go(self, holder: object) -> None:
        """Release all buttons of a `holder` that is gone."""
        self._inputs.let_go(holder, self.now())

    def choose(self, name: str) -> None:
        """Choose a space or a kind of tile of Ape Town, as the buttons of seats 5 and 6 do; see notes.choose."""
        if self.app.menu is None:
            choose(self.app.panel, name)

    def held(self) -> list[str]:
        """The buttons that are down."""
        return self._inputs.held()

    # -- what is shown ---------------------------------------------------------------------------
    def panel(self) -> Panel:
        """What a page builds once, see view.panel."""
        return view.panel(self.board)

    def strips(self) -> Layout:
        """How to draw the strips for the game in play, see view.strips."""
        return view.strips(self.board, self.app.table.game.NAME if self.app.table else "")

    def state(self) -> Sheet:
        """The state of the table in words, see view.table."""
        return self._state

    def changed(self) -> asyncio.Event:
        """An event that is set when a frame or the state differs from that at this call."""
        return self._change

    # -- running ---------------------------------------------------------------------------------
    def begin(self, setup: Setup) -> None:
        """Begin a new game; the one before goes into the archive. Raises TextError, see firmware/new_game.py."""
        begin(self.app, setup)

    def tick(self) -> None:
        """One turn of the board's loop."""
        missed = self._inputs.skip(self.now())
        if missed:
            self.app.missed(missed)
        self.app.tick(self.now())
        if self.now() - self._state_at >= STATE_MS or self._change.is_set():
            self._state_at = self.now()
            state = view.table(state_of(self.app), words(self.app))
            if state != self._state:
                self._state = state
                self._change.set()
        if self._change.is_set():
            self._change = asyncio.Event()  # a new one for later callers; those that wait keep the one that is set

    async def run(self) -> None:
        """Run until cancelled. Then store what is not stored yet."""
        try:
            while True:
                self.tick()
                await asyncio.sleep(TICK_S)
        finally:
            self.app.close()

    # -- instead of the drivers ------------------------------------------------------------------
    def _read(self, samples: "array[int]") -> int:
        return self._inputs.read(samples, self.now())

    def _show(self, strip: int, wire: bytearray) -> None:
        self.wired(strip, wire)
        frame = colours(wire, self.board.strips[strip].order)
        if frame != self.frames[strip]:
            self.frames[strip] = frame
            self._change.set()


def colours(wire: "bytes | bytearray", order: str) -> str:
    """The colours that a strip of this colour order shows for its wire bytes: six hexadecimal digits per LED.

    The white of a four-channel LED is added to its red, green and blue.
    """
    red, green, blue, white = places(order)
    size = len(order)
    shown = bytearray(len(wire) // size * 3)
    for led in range(len(wire) // size):
        at = led * size
        extra = wire[at + white] if white >= 0 else 0
        for channel, place in enumerate((red, green, blue)):
            shown[3 * led + channel] = min(255, wire[at + place] + extra)
    return shown.hex()
