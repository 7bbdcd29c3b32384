"""Areas: a picture in a part of a strip, kept as a list of cells, and the frame that it is written to.

A cell is one LED with a colour and a blink mask. To draw, call `begin`, then `tokens`, then `put` or `fill` for all
other cells, then `end`. After that `step` makes it blink. Only LEDs that change are written, so the time for a press
depends on its tokens and not on the length of the strip. Nothing here allocates after construction.

A board takes about 2 us for each attribute and 10 us for each call. That is why local names are used, and why the same
code is written out in `end` and in `step`.
"""

from array import array

from ..compat import const
from .palette import DARK, PERIOD, STEADY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SPARE = const(6)  # cells beyond one per LED, for tokens that share an LED: at most one per seat
CROWD = const(2)  # with more tokens on one LED they take turns twice as fast, so that all are seen in two seconds
NOWHERE = const(-1)  # in place of an LED: none


class Canvas:
    """The frame of one strip: 3 bytes per LED (red, green, blue). Every change sets `dirty[strip]` to 1.

    shown: by LED the same colour as 0xRRGGBB, because one number is compared faster than three bytes.
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
        """Set LED `led` to `colour` (0xRRGGBB)."""
        self.shown[led] = colour
        frame = self.frame
        k = 3 * led
        frame[k] = colour >> 16
        frame[k + 1] = colour >> 8 & 0xFF
        frame[k + 2] = colour & 0xFF
        self.dirty[self.strip] = 1


class Area:
    """LEDs `start` to `start + leds - 1` of a canvas. In this area they count from 0; with `reverse` from the far end.

    show: of the zone in the board file (see board_reading.ZONES). stale: the picture must be drawn again.
    sign: kept for the painter, see Panel.sign.
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
        self._turn = bytearray(size)  # by cell: its index among the tokens on the same LED
        self._sharing = bytearray(size)  # by cell: how many tokens are on that LED
        self._cells = 0  # number of cells
        self._tokens = 0  # the first cells, so many, are tokens: only they can share an LED
        self._is_shared = False  # some tokens share an LED
        self._was = array("H", [0] * size)  # the LEDs of the cells of the picture before
        self._were = 0  # number of those cells
        self._stamp = bytearray(leds)  # by LED: the number of the picture that has a cell there, 0 for none
        self._picture = 1  # number of the present picture, 1 and 2 in turn
        self._moving = array("H", [0] * size)  # the cells that blink or take turns
        self._movers = 0  # number of those cells
        self._ground = array("i", [0] * leds)  # by LED: the colour when no cell is lit there
        self._every = 0  # distance of the ticks in LEDs, 0 for none
        self._tick = DARK  # their colour
        self._slots = PERIOD  # slots of a turn on a shared LED
        self._spark = NOWHERE  # the LED that `spark` has lit

    # -- drawing a picture -----------------------------------------------------------------------
    def begin(self, every: int = 0, tick: int = DARK, slots: int = PERIOD) -> None:
        """Begin a picture. every: each LED number that is a multiple of it has the colour `tick` when no cell is lit
        there; 0: no ticks. slots: how long each of several tokens on one LED is shown, in slots.
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
        """Add a token on each of the LEDs `places` (NOWHERE: none). Tokens on the same LED take turns.

        colours, masks: of each token. Call it before `put` and `fill`.
        """
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
        """Add a cell on LED `at`, unless there is one already or `at` is outside the area."""
        if 0 <= at < self.leds and self._stamp[at] != self._picture:
            i = self._cells
            self._stamp[at] = self._picture
            self._at[i] = at
            self._colour[i] = colour
            self._mask[i] = mask
            self._sharing[i] = 1
            self._cells = i + 1

    def fill(self, at: int, leds: int, colour: int, mask: int = STEADY) -> None:
        """Add cells on `leds` LEDs from `at` on, as `put` does."""
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
        """Write the complete picture to the frame, as it looks in `slot`."""
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
        """Write the cells that blink or take turns to the frame, as they look in `slot`."""
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
        """Light one LED at once, before the picture with a cell there is drawn."""
        if 0 <= at < self.leds:
            if self._spark != NOWHERE:
                self._drop_spark()
            self._spark = at
            self.canvas.set(self._first + self._stride * at, colour)

    def wipe(self) -> None:
        """Forget the picture and make the area dark, after something else was drawn over it."""
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
        """Set the turn of each token that shares an LED, in the order in which they were added."""
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
        """Write token `i` if it has its turn in `slot`; else the LED belongs to another token."""
        sharing = self._sharing[i]
        if sharing > CROWD:
            slot *= 2
        if slot // self._slots % sharing == self._turn[i]:
            at = self._at[i]
            self._write(at, self._colour[i] if self._mask[i] >> slot % PERIOD & 1 else self._ground[at])

    def _clear_before(self) -> None:
        """Clear the LEDs that have a cell in the picture before but not in this one."""
        stamp = self._stamp
        picture = self._picture
        for i in range(self._were):
            at = self._was[i]
            if stamp[at] != picture:
                stamp[at] = 0
                self._write(at, self._ground[at])
        self._drop_spark()

    def _drop_spark(self) -> None:
        """Clear the LED of `spark` if the picture has no cell there."""
        at = self._spark
        if at != NOWHERE:
            self._spark = NOWHERE
            if self._stamp[at] == 0:
                self._write(at, self._ground[at])

    def _change_ticks(self, every: int, tick: int) -> None:
        """Redraw the ticks that no cell covers. The others appear when `_clear_before` clears the old cells."""
        old = self._every
        self._every = every
        self._tick = tick
        self._draw_ticks(old, DARK)
        self._draw_ticks(every, tick)

    def _draw_ticks(self, every: int, tick: int) -> None:
        at = 0 if every else self.leds
        while at < self.leds:  # a range with a step would be allocated
            self._ground[at] = tick
            if not self._stamp[at]:
                self._write(at, tick)
            at += every

    def _write(self, at: int, colour: int) -> None:
        """Set one LED, if it has another colour."""
        led = self._first + self._stride * at
        if self.canvas.shown[led] != colour:
            self.canvas.set(led, colour)
