"""How each seat looks now: its colour and rhythm, white while a press is not stored, red when it is refused."""

from .compat import const
from .palette import ALARM, COLOURS, DEFAULT, NEUTRAL, PERIOD, REFUSED, RHYTHMS, STEADY, TICK, WHITE, dim

SEATS = const(6)
UNBLINKING = const(4)  # slots: colour alone is told faster than a rhythm


class Look:
    """What the shapes ask about seats.

    colours: a name of palette.NAMES for each of SEATS seats. rhythm: off leaves telling the seats apart to the
    colours. slot: the slot of time that is painted. white, red: by seat, 1 while not stored, while refused.
    """

    def __init__(self, colours: "list[str] | tuple[str, ...]" = DEFAULT, rhythm: bool = True) -> None:
        self.colour = [COLOURS[name] for name in colours]
        self._dim = [dim(COLOURS[name]) for name in colours]
        self._rhythm = RHYTHMS if rhythm else (STEADY,) * SEATS
        self.turn_slots = PERIOD if rhythm else UNBLINKING  # that each seat has on a shared LED
        self.slot = 0
        self.alarm = ALARM
        self.white = bytearray(SEATS)
        self.red = bytearray(SEATS)

    def shade(self, seat: int) -> int:
        """The colour of the seat's tokens; neutral for no seat."""
        if seat >= SEATS:
            return NEUTRAL
        if self.red[seat]:
            return REFUSED
        if self.white[seat]:
            return WHITE
        return self.colour[seat]

    def is_called(self, seat: int) -> bool:
        """Whether the seat is white or red: shown at full light whatever else it would be."""
        return self.white[seat] != 0 or self.red[seat] != 0

    def is_refusing(self) -> bool:
        """Whether anybody's press was just refused."""
        for seat in range(SEATS):
            if self.red[seat]:
                return True
        return False

    def faint(self, seat: int) -> int:
        """The seat's colour, dimmed: marks that stand beside tokens; a tick's grey for no seat."""
        return self._dim[seat] if seat < SEATS else TICK

    def rhythm(self, seat: int) -> int:
        """The blink mask of the seat's tokens."""
        if seat >= SEATS:
            return STEADY
        if self.red[seat]:
            return self.alarm
        if self.white[seat]:
            return STEADY
        return self._rhythm[seat]
