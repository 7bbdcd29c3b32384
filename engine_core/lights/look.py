"""The colour and blink mask of each seat: its own, white while a press is not stored, red when one is refused."""

from array import array

from ..compat import const
from .palette import ALARM, COLOURS, DEFAULT, NEUTRAL, PERIOD, REFUSED, RHYTHMS, STEADY, TICK, WHITE, dim

SEATS = const(6)
UNBLINKING = const(4)  # slots of a turn without rhythms: a colour alone is recognised faster


class Look:
    """How seats look now, for the shapes that draw them.

    colours: a name of palette.NAMES for each of SEATS seats. rhythm: False: seats do not blink, only their colours
    differ. slot: the slot of time that is painted. By seat: `shades` and `masks`, the present colour and blink mask of
    its tokens; `white`, 1 while a press is not stored; `red`, 1 while a refusal is shown. turn_slots: how many slots
    each seat is shown on an LED that several share.
    """

    def __init__(self, colours: "list[str] | tuple[str, ...]" = DEFAULT, rhythm: bool = True) -> None:
        self.colour = [COLOURS[name] for name in colours]
        self._dim = [dim(COLOURS[name]) for name in colours]
        self._rhythm = RHYTHMS if rhythm else (STEADY,) * SEATS
        self.turn_slots = PERIOD if rhythm else UNBLINKING
        self.slot = 0
        self.white = bytearray(SEATS)
        self.red = bytearray(SEATS)
        self.is_table_white = False  # a move of the whole table (a phase, a turn, a tile) is not stored yet
        self.shades = array("i", self.colour)
        self.masks = array("H", self._rhythm)
        self.places = array("h", [0] * SEATS)  # for use by shapes: the LED of each seat's token

    # -- what happens to seats -------------------------------------------------------------------
    def pend(self, seat: int) -> None:
        """A press of `seat` is not stored yet: its tokens are white, unless they are red."""
        self.white[seat] = 1
        if not self.red[seat]:
            self.shades[seat] = WHITE
            self.masks[seat] = STEADY

    def pend_table(self) -> None:
        """A move of the whole table is not stored yet: its lamps are white."""
        self.is_table_white = True

    def store(self) -> bool:
        """Everything is stored: nothing is white any more. True when something was."""
        was_white = self.is_table_white
        self.is_table_white = False
        return self._clear(self.white) or was_white

    def refuse(self, seat: int) -> None:
        """A press of `seat` was refused: its tokens are red."""
        self.red[seat] = 1
        self._change(seat)

    def end_red(self) -> None:
        """No seat is red any more."""
        self._clear(self.red)

    def blink(self) -> None:
        """Make red seats blink so that they are lit in the present slot."""
        for seat in range(SEATS):
            if self.red[seat]:
                self.masks[seat] = ALARM << (self.slot & 1)

    def _clear(self, marks: bytearray) -> bool:
        changed = False
        for seat in range(SEATS):
            if marks[seat]:
                marks[seat] = 0
                self._change(seat)
                changed = True
        return changed

    def _change(self, seat: int) -> None:
        red = self.red[seat]
        white = self.white[seat]
        self.shades[seat] = REFUSED if red else WHITE if white else self.colour[seat]
        self.masks[seat] = ALARM if red else STEADY if white else self._rhythm[seat]

    # -- asking ----------------------------------------------------------------------------------
    def shade(self, seat: int) -> int:
        """The present colour of the seat's tokens; NEUTRAL for NO_SEAT."""
        return self.shades[seat] if seat < SEATS else NEUTRAL

    def faint(self, seat: int) -> int:
        """The seat's own colour, dimmed, for marks beside tokens; TICK for NO_SEAT."""
        return self._dim[seat] if seat < SEATS else TICK

    def rhythm(self, seat: int) -> int:
        """The present blink mask of the seat's tokens; STEADY for NO_SEAT."""
        return self.masks[seat] if seat < SEATS else STEADY

    def table_lamp(self) -> int:
        """The colour of lamps that show the phase or the rounds."""
        return WHITE if self.is_table_white else NEUTRAL

    def turn_lamp(self, seat: int) -> int:
        """The colour of the lamp that shows the turn of `seat`."""
        return WHITE if self.is_table_white else self.shade(seat)

    def own(self, seat: int) -> int:
        """The seat's own colour, never white or red for a press; NEUTRAL for NO_SEAT."""
        return self.colour[seat] if seat < SEATS else NEUTRAL

    def own_rhythm(self, seat: int) -> int:
        """The blink mask of the seat's own rhythm; STEADY for NO_SEAT."""
        return self._rhythm[seat] if seat < SEATS else STEADY

    def is_called(self, seat: int) -> bool:
        """Whether the seat is white or red: its lamp is then fully lit, even if it would be faint."""
        return self.white[seat] != 0 or self.red[seat] != 0

    def refusal(self) -> int:
        """The blink mask of the refusal that is shown; 0 when there is none."""
        for seat in range(SEATS):
            if self.red[seat]:
                return self.masks[seat]
        return 0
