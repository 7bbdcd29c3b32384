"""How each seat looks now: its colour and rhythm, white while a press is not stored, red when it is refused."""

from array import array

from ..compat import const
from .palette import ALARM, COLOURS, DEFAULT, NEUTRAL, PERIOD, REFUSED, RHYTHMS, STEADY, TICK, WHITE, dim

SEATS = const(6)
UNBLINKING = const(4)  # slots: colour alone is told faster than a rhythm


class Look:
    """What the shapes ask about seats.

    colours: a name of palette.NAMES for each of SEATS seats. rhythm: off leaves telling the seats apart to the
    colours. slot: the slot of time that is painted. By seat: `shades` and `masks`, the colour and the blink mask of
    its tokens now; `white` and `red`, 1 while not stored and while refused. turn_slots: how long each seat is seen
    on an LED that several share.
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
        self.places = array("h", [0] * SEATS)  # for the shape that is being drawn: where each seat's token goes

    # -- what happens to seats -------------------------------------------------------------------
    def pend(self, seat: int) -> None:
        """A press of `seat` is not stored yet."""
        self.white[seat] = 1
        if not self.red[seat]:
            self.shades[seat] = WHITE
            self.masks[seat] = STEADY

    def pend_table(self) -> None:
        """A move of the whole table is not stored yet."""
        self.is_table_white = True

    def store(self) -> bool:
        """Everything is stored; whether that changes anything."""
        was_white = self.is_table_white
        self.is_table_white = False
        return self._clear(self.white) or was_white

    def refuse(self, seat: int) -> None:
        """A press of `seat` was refused."""
        self.red[seat] = 1
        self._change(seat)

    def forgive(self) -> None:
        """Nobody is red any more."""
        self._clear(self.red)

    def ring(self) -> None:
        """The refusals begin to blink: lit in this slot, whichever it is."""
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
        """The colour of the seat's tokens; neutral for no seat."""
        return self.shades[seat] if seat < SEATS else NEUTRAL

    def faint(self, seat: int) -> int:
        """The seat's colour, dimmed: marks that stand beside tokens; a tick's grey for no seat."""
        return self._dim[seat] if seat < SEATS else TICK

    def rhythm(self, seat: int) -> int:
        """The blink mask of the seat's tokens."""
        return self.masks[seat] if seat < SEATS else STEADY

    def table_lamp(self) -> int:
        """The colour of lamps that say where the game is."""
        return WHITE if self.is_table_white else NEUTRAL

    def turn_lamp(self, seat: int) -> int:
        """The colour of the lamp that says it is the turn of `seat`."""
        return WHITE if self.is_table_white else self.shade(seat)

    def own(self, seat: int) -> int:
        """The seat's colour whatever happens to its presses; neutral for no seat."""
        return self.colour[seat] if seat < SEATS else NEUTRAL

    def own_rhythm(self, seat: int) -> int:
        """The seat's rhythm whatever happens to its presses."""
        return self._rhythm[seat] if seat < SEATS else STEADY

    def is_called(self, seat: int) -> bool:
        """Whether the seat is white or red: shown at full light whatever else it would be."""
        return self.white[seat] != 0 or self.red[seat] != 0

    def refusal(self) -> int:
        """The blink mask of a refusal that is shown now; 0 when there is none."""
        for seat in range(SEATS):
            if self.red[seat]:
                return self.masks[seat]
        return 0
