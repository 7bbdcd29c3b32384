"""An area: a stretch of a strip, and the picture in it as a list of cells.

A cell is one LED with a colour and a blink mask. Whoever draws says `begin`, then `put` or `token` for each
cell, then `end`; after that `step` keeps it blinking. Only LEDs that change are written, so that a press
costs what its tokens cost and not what the strip's length would. Nothing here allocates after construction.
"""

from array import array

from .compat import const
from .palette import DARK, PERIOD, STEADY

SPARE = const(24)  # cells beyond one an LED: tokens that share
CROWD = const(2)  # more than so many on one LED: everything there goes twice as fast, to be seen within two seconds


class Canvas:
    """The frame of one strip (red, green, blue an LED); every change sets `dirty[strip]` to 1."""

    def __init__(self, leds: int, dirty: bytearray, strip: int) -> None:
        self.leds = leds
        self.frame = bytearray(3 * leds)
        self.dirty = dirty
        self.strip = strip
        dirty[strip] = 1

    def clear(self) -> None:
        """Make the whole strip dark."""
        frame = self.frame
        for k in range(len(frame)):
            frame[k] = 0
        self.dirty[self.strip] = 1


class Area:
    """LEDs `start` to `start + leds - 1` of a canvas, counted from 0 here; `reverse`: from the other end.

    show: what the board's file wants here (see board.ZONES); stale: the picture has to be drawn anew.
    """

    def __init__(self, canvas: Canvas, start: int, leds: int, reverse: bool = False, show: str = "") -> None:
        self.canvas = canvas
        self.leds = leds
        self.show = show
        self.stale = True
        self._first = 3 * (start + leds - 1 if reverse else start)
        self._stride = -3 if reverse else 3
        size = leds + SPARE
        self._at = array("H", [0] * size)
        self._colour = array("i", [0] * size)
        self._mask = array("H", [0] * size)
        self._turn = bytearray(size)  # of the tokens on the same LED: which one, ...
        self._sharing = bytearray(size)  # ... and how many there are
        self._cells = 0
        self._tokens = 0  # the first so many cells may share
        self._was = array("H", [0] * size)  # the LEDs of the picture before, ...
        self._were = 0  # ... and how many
        self._stamp = bytearray(leds)  # the picture that has a cell here, 0 for none
        self._picture = 1  # 1 and 2 in turn
        self._moving = array("H", [0] * size)  # the cells that change by themselves, ...
        self._movers = 0  # ... and how many
        self._every = 0
        self._tick = DARK
        self._slots = PERIOD

    # -- drawing a picture -----------------------------------------------------------------------
    def begin(self, every: int = 0, tick: int = DARK, slots: int = PERIOD) -> None:
        """Begin a picture. Where no cell is lit, every so many LEDs shows the colour `tick` (0: none).

        slots: how long each of several tokens on one LED is seen.
        """
        at = self._at
        self._at = self._was
        self._was = at
        self._were = self._cells
        self._cells = 0
        self._tokens = 0
        self._picture = 3 - self._picture
        self._slots = slots
        if every != self._every or tick != self._tick:
            self._change_ticks(every, tick)

    def put(self, at: int, colour: int, mask: int = STEADY) -> None:
        """Add a cell, where there is none yet; out of the area it is left out."""
        if 0 <= at < self.leds and self._stamp[at] != self._picture:
            self._add(at, colour, mask)

    def token(self, at: int, colour: int, mask: int = STEADY) -> None:
        """Add a cell that takes turns with others on the same LED. Tokens come before all other cells."""
        if 0 <= at < self.leds and self._cells < len(self._at):
            self._add(at, colour, mask)
            self._tokens = self._cells

    def end(self, slot: int) -> None:
        """The picture is complete: show it as it is in `slot`."""
        self._share()
        for i in range(self._were):
            at = self._was[i]
            if self._stamp[at] != self._picture:
                self._stamp[at] = 0
                self._write(at, self._ground(at))
        self._movers = 0
        for i in range(self._cells):
            if self._mask[i] != STEADY or self._sharing[i] > 1:
                self._moving[self._movers] = i
                self._movers += 1
            self._show(i, slot)
        self.stale = False

    def step(self, slot: int) -> None:
        """Time goes on: show what blinks as it is in `slot`."""
        for i in range(self._movers):
            self._show(self._moving[i], slot)

    def wipe(self) -> None:
        """Forget the picture and make the area dark: something else was drawn over it."""
        self._cells = 0
        self._movers = 0
        self._every = 0
        self._tick = DARK
        for at in range(self.leds):
            self._stamp[at] = 0
            self._write(at, DARK)
        self.stale = True

    # -- inside ----------------------------------------------------------------------------------
    def _add(self, at: int, colour: int, mask: int) -> None:
        i = self._cells
        self._at[i] = at
        self._colour[i] = colour
        self._mask[i] = mask
        self._sharing[i] = 1
        self._stamp[at] = self._picture
        self._cells = i + 1

    def _share(self) -> None:
        """Give each token on a shared LED its turn, in the order they were put."""
        for i in range(self._tokens):
            at = self._at[i]
            turn = 0
            sharing = 1
            for j in range(self._tokens):
                if j != i and self._at[j] == at:
                    sharing += 1
                    if j < i:
                        turn += 1
            self._turn[i] = turn
            self._sharing[i] = sharing

    def _show(self, i: int, slot: int) -> None:
        """Write cell `i` as it is in `slot`; a token whose turn it is not leaves the LED to the others."""
        sharing = self._sharing[i]
        if sharing > CROWD:
            slot *= 2
        if sharing > 1 and slot // self._slots % sharing != self._turn[i]:
            return
        at = self._at[i]
        if self._mask[i] >> slot % PERIOD & 1:
            self._write(at, self._colour[i])
        else:
            self._write(at, self._ground(at))

    def _ground(self, at: int) -> int:
        """What is seen where no cell is lit."""
        return self._tick if self._every and at % self._every == 0 else DARK

    def _change_ticks(self, every: int, tick: int) -> None:
        """Redraw the ticks in the open; those under the picture before come out when it goes."""
        old = self._every
        self._every = every
        self._tick = tick
        self._draw_ticks(old)
        self._draw_ticks(every)

    def _draw_ticks(self, every: int) -> None:
        at = 0 if every else self.leds
        while at < self.leds:  # range with a step would be made on the heap
            if not self._stamp[at]:
                self._write(at, self._ground(at))
            at += every

    def _write(self, at: int, colour: int) -> None:
        """Set one LED of the frame, if it is another colour."""
        frame = self.canvas.frame
        k = self._first + self._stride * at
        red = colour >> 16
        green = colour >> 8 & 0xFF
        blue = colour & 0xFF
        if frame[k] != red or frame[k + 1] != green or frame[k + 2] != blue:
            frame[k] = red
            frame[k + 1] = green
            frame[k + 2] = blue
            self.canvas.dirty[self.canvas.strip] = 1
