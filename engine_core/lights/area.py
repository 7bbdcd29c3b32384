"""An area: a stretch of a strip, and the picture in it as a list of cells.

A cell is one LED with a colour and a blink mask. Whoever draws says `begin`, then `tokens`, then `put` or `fill`
for all other cells, then `end`; after that `step` keeps it blinking. Only LEDs that change are written, so that a press
costs what its tokens cost and not what the strip's length would. Nothing here allocates after construction.

A board takes some 2 us for each attribute and 10 us for each call: hence the local names, and what is written out
twice in `end` and `step`.
"""

from array import array

from ..compat import const
from .palette import DARK, PERIOD, STEADY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SPARE = const(6)  # cells beyond one an LED: tokens that share, at most one a seat
CROWD = const(2)  # more than so many on one LED: everything there goes twice as fast, to be seen within two seconds
NOWHERE = const(-1)  # in place of an LED


class Canvas:
    """The frame of one strip (red, green, blue an LED); every change sets `dirty[strip]` to 1.

    shown: the colour of each LED, as in `frame`: one number is compared faster than three.
    """

    def __init__(self, leds: int, dirty: bytearray, strip: int) -> None:
        self.leds = leds
        self.frame = bytearray(3 * leds)
        self.shown = array("i", [0] * leds)
        self.dirty = dirty
        self.strip = strip
        dirty[strip] = 1

    def clear(self) -> None:
        """Make the whole strip dark."""
        for led in range(self.leds):
            self.set(led, DARK)
        self.dirty[self.strip] = 1

    def set(self, led: int, colour: int) -> None:
        """Set one LED."""
        self.shown[led] = colour
        frame = self.frame
        k = 3 * led
        frame[k] = colour >> 16
        frame[k + 1] = colour >> 8 & 0xFF
        frame[k + 2] = colour & 0xFF
        self.dirty[self.strip] = 1


class Area:
    """LEDs `start` to `start + leds - 1` of a canvas, counted from 0 here; `reverse`: from the other end.

    show: what the board's file wants here (see board_reading.ZONES). stale: the picture has to be drawn anew.
    sign: for whoever draws: what the picture depends on.
    """

    def __init__(self, canvas: Canvas, start: int, leds: int, reverse: bool = False, show: str = "") -> None:
        self.canvas = canvas
        self.leds = leds
        self.show = show
        self.stale = True
        self.sign = -1
        self._first = start + leds - 1 if reverse else start
        self._stride = -1 if reverse else 1
        size = leds + SPARE
        self._at = array("H", [0] * size)
        self._colour = array("i", [0] * size)
        self._mask = array("H", [0] * size)
        self._turn = bytearray(size)  # of the tokens on the same LED: which one, ...
        self._sharing = bytearray(size)  # ... and how many there are
        self._cells = 0
        self._tokens = 0  # the first so many cells may share, ...
        self._is_shared = False  # ... and some do
        self._was = array("H", [0] * size)  # the LEDs of the picture before, ...
        self._were = 0  # ... and how many
        self._stamp = bytearray(leds)  # the picture that has a cell here, 0 for none
        self._picture = 1  # 1 and 2 in turn
        self._moving = array("H", [0] * size)  # the cells that change by themselves, ...
        self._movers = 0  # ... and how many
        self._ground = array("i", [0] * leds)  # the colours where no cell is lit
        self._every = 0
        self._tick = DARK
        self._slots = PERIOD
        self._spark = NOWHERE

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
        self._is_shared = False
        self._picture = 3 - self._picture
        self._slots = slots
        if every != self._every or tick != self._tick:
            self._change_ticks(every, tick)

    def tokens(self, places: "Sequence[int]", colours: "Sequence[int]", masks: "Sequence[int]") -> None:
        """Add a cell for each of `places` (NOWHERE for none); those on the same LED take turns. Before all `put`."""
        stamp = self._stamp
        picture = self._picture
        leds = self.leds
        i = 0
        for k in range(len(places)):
            at = places[k]
            if 0 <= at < leds:
                if stamp[at] == picture:
                    self._is_shared = True
                stamp[at] = picture
                self._at[i] = at
                self._colour[i] = colours[k]
                self._mask[i] = masks[k]
                self._sharing[i] = 1
                i += 1
        self._cells = i
        self._tokens = i

    def put(self, at: int, colour: int, mask: int = STEADY) -> None:
        """Add a cell, where there is none yet; out of the area it is left out."""
        if 0 <= at < self.leds and self._stamp[at] != self._picture:
            i = self._cells
            self._stamp[at] = self._picture
            self._at[i] = at
            self._colour[i] = colour
            self._mask[i] = mask
            self._sharing[i] = 1
            self._cells = i + 1

    def fill(self, at: int, leds: int, colour: int, mask: int = STEADY) -> None:
        """Add `leds` cells from `at` on, as `put` does."""
        stamp = self._stamp
        picture = self._picture
        i = self._cells
        for k in range(max(at, 0), min(at + leds, self.leds)):
            if stamp[k] != picture:
                stamp[k] = picture
                self._at[i] = k
                self._colour[i] = colour
                self._mask[i] = mask
                self._sharing[i] = 1
                i += 1
        self._cells = i

    def end(self, slot: int) -> None:
        """The picture is complete: show it as it is in `slot`."""
        if self._is_shared:
            self._share()
        self._clear_before()
        phase = slot % PERIOD
        canvas = self.canvas
        movers = 0
        for i in range(self._cells):
            mask = self._mask[i]
            if self._sharing[i] > 1:
                self._moving[movers] = i
                movers += 1
                self._show_shared(i, slot)
                continue
            if mask != STEADY:
                self._moving[movers] = i
                movers += 1
            at = self._at[i]
            colour = self._colour[i] if mask >> phase & 1 else self._ground[at]
            led = self._first + self._stride * at
            if canvas.shown[led] != colour:
                canvas.set(led, colour)
        self._movers = movers
        self.stale = False

    def step(self, slot: int) -> None:
        """Time goes on: show what blinks as it is in `slot`."""
        phase = slot % PERIOD
        canvas = self.canvas
        for k in range(self._movers):
            i = self._moving[k]
            if self._sharing[i] > 1:
                self._show_shared(i, slot)
                continue
            at = self._at[i]
            colour = self._colour[i] if self._mask[i] >> phase & 1 else self._ground[at]
            led = self._first + self._stride * at
            if canvas.shown[led] != colour:
                canvas.set(led, colour)

    def spark(self, at: int, colour: int) -> None:
        """Light one LED at once, ahead of the picture that will have a cell there."""
        if 0 <= at < self.leds:
            if self._spark != NOWHERE:
                self._drop_spark()
            self._spark = at
            self.canvas.set(self._first + self._stride * at, colour)

    def wipe(self) -> None:
        """Forget the picture and make the area dark: something else was drawn over it."""
        self._cells = 0
        self._movers = 0
        self._every = 0
        self._tick = DARK
        self._spark = NOWHERE
        for at in range(self.leds):
            self._stamp[at] = 0
            self._ground[at] = DARK
            self._write(at, DARK)
        self.stale = True
        self.sign = -1

    # -- inside ----------------------------------------------------------------------------------
    def _share(self) -> None:
        """Give each token on a shared LED its turn, in the order they were put."""
        at_of = self._at
        for i in range(self._tokens):
            at = at_of[i]
            turn = 0
            sharing = 1
            for j in range(self._tokens):
                if at_of[j] == at and j != i:
                    sharing += 1
                    if j < i:
                        turn += 1
            self._turn[i] = turn
            self._sharing[i] = sharing

    def _show_shared(self, i: int, slot: int) -> None:
        """Write token `i` if it is its turn in `slot`; else the LED is left to the others."""
        sharing = self._sharing[i]
        if sharing > CROWD:
            slot *= 2
        if slot // self._slots % sharing == self._turn[i]:
            at = self._at[i]
            self._write(at, self._colour[i] if self._mask[i] >> slot % PERIOD & 1 else self._ground[at])

    def _clear_before(self) -> None:
        """Make the LEDs of the picture before dark that are not in this one."""
        stamp = self._stamp
        picture = self._picture
        for i in range(self._were):
            at = self._was[i]
            if stamp[at] != picture:
                stamp[at] = 0
                self._write(at, self._ground[at])
        self._drop_spark()

    def _drop_spark(self) -> None:
        """Put out a spark that no cell has come to."""
        at = self._spark
        if at != NOWHERE:
            self._spark = NOWHERE
            if self._stamp[at] == 0:
                self._write(at, self._ground[at])

    def _change_ticks(self, every: int, tick: int) -> None:
        """Redraw the ticks in the open; those under the picture before come out when it goes."""
        old = self._every
        self._every = every
        self._tick = tick
        self._draw_ticks(old, DARK)
        self._draw_ticks(every, tick)

    def _draw_ticks(self, every: int, tick: int) -> None:
        at = 0 if every else self.leds
        while at < self.leds:  # range with a step would be made on the heap
            self._ground[at] = tick
            if not self._stamp[at]:
                self._write(at, tick)
            at += every

    def _write(self, at: int, colour: int) -> None:
        """Set one LED, if it is another colour."""
        led = self._first + self._stride * at
        if self.canvas.shown[led] != colour:
            self.canvas.set(led, colour)
