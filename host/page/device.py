"""The virtual device: firmware/app.py with a board file in real time, without a board.

What the board's drivers do is done here: the buttons' samples come from inputs.py, and the strips' wire bytes,
which App makes for the real strips, are read back as colours.
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
STATE_MS = 50  # the state is looked at so often


class Device:
    """One virtual device. frames: strip number -> its colours, six hexadecimal digits an LED, as the strip shows them.

    board_text: of a board file; raises BoardError when it is at fault. files: where the game and the settings are kept.
    wired: is given each frame that is sent, strip number and bytes, for a real strip on this machine.
    """

    def __init__(self, board_text: str, files: FolderFiles) -> None:
        config = load_config(files, lambda: board_text)
        config.keep(files)
        with contextlib.suppress(OSError):  # the table plays without it, and says itself that storage fails
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
        """`holder` (a page, a finger, a latch) presses or lets go of a button, by its name on the board."""
        self._inputs.hold(button, holder, down, self.now())

    def let_go(self, holder: object) -> None:
        """`holder` is gone."""
        self._inputs.let_go(holder, self.now())

    def choose(self, name: str) -> None:
        """Ape Town: choose a space or a kind of tile to be placed, as seats 5 and 6 do; see notes.choose."""
        if self.app.menu is None:
            choose(self.app.panel, name)

    def held(self) -> list[str]:
        """The buttons that are down."""
        return self._inputs.held()

    # -- what there is to see --------------------------------------------------------------------
    def panel(self) -> Panel:
        """What is built once: see view.panel."""
        return view.panel(self.board)

    def strips(self) -> Layout:
        """How to draw the strips of the game in play: see view.strips."""
        return view.strips(self.board, self.app.table.game.NAME if self.app.table else "")

    def state(self) -> Sheet:
        """What the table stands like: see view.table."""
        return self._state

    def changed(self) -> asyncio.Event:
        """Set when a frame or the state is another than at this call."""
        return self._change

    # -- running ---------------------------------------------------------------------------------
    def begin(self, setup: Setup) -> None:
        """Begin a new game; the one before is kept among the last ones. Raises TextError."""
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
            self._change = asyncio.Event()  # whoever waits has the old one

    async def run(self) -> None:
        """Run until cancelled; then store what is not stored yet."""
        try:
            while True:
                self.tick()
                await asyncio.sleep(TICK_S)
        finally:
            self.app.close()

    # -- the drivers' place ----------------------------------------------------------------------
    def _read(self, samples: "array[int]") -> int:
        return self._inputs.read(samples, self.now())

    def _show(self, strip: int, wire: bytearray) -> None:
        self.wired(strip, wire)
        frame = colours(wire, self.board.strips[strip].order)
        if frame != self.frames[strip]:
            self.frames[strip] = frame
            self._change.set()


def colours(wire: "bytes | bytearray", order: str) -> str:
    """What a strip of this colour order shows for its wire bytes: six hexadecimal digits an LED.

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
