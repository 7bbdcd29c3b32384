"""The shapes that every game's picture is made of: a loop, a track, lamps, bars, a number in tens and ones.

Each draws one whole area. None allocates: whoever calls hands over arrays that it keeps.
"""

from .area import Area
from .compat import const
from .look import Look
from .palette import ATTENTION, CHOSEN, DARK, HALF, NEUTRAL, REFUSED, STEADY, TICK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

LAPS = const(3)  # as many are shown behind a token
TEN = const(10)
WIDEST = const(4)  # LEDs of a lamp: however long the strip, a lamp costs no more
HALO = const(2)  # LEDs on either side of a winner


def loop(area: Area, look: Look, points: "array[int]", winner: bytearray, tick: int) -> None:
    """A score track that closes on itself: each seat's token on square points mod length.

    The faint LEDs behind a token are the laps it has done. Every tenth square has a tick of that colour. Seats
    marked in `winner` (by seat) have a halo.
    """
    squares = area.leds
    area.begin(TEN, tick, look.turn_slots)
    for seat in range(len(points)):
        area.token(points[seat] % squares, look.shade(seat), look.rhythm(seat))
    for seat in range(len(points)):
        square = points[seat] % squares
        if look.red[seat]:
            _beside(area, square, 1, look.shade(seat), look.rhythm(seat))
        elif winner[seat]:
            _beside(area, square, HALO, look.colour[seat], HALF)
        for lap in range(1, min(points[seat] // squares, LAPS) + 1):
            area.put((square - lap) % squares, look.faint(seat), look.rhythm(seat))
    area.end(look.slot)


def _beside(area: Area, square: int, reach: int, colour: int, mask: int) -> None:
    for distance in range(1, reach + 1):
        area.put((square + distance) % area.leds, colour, mask)
        area.put((square - distance) % area.leds, colour, mask)


def track(area: Area, look: Look, values: "array[int]", base: int, every: int) -> None:
    """A track with two ends: LED 0 stands for `base` + 1, a token at `base` or below is not shown.

    What goes past the last LED stays on it. Every so many LEDs there is a tick, the first on LED `every` - 1.
    """
    area.begin(0, DARK, look.turn_slots)
    for seat in range(len(values)):
        if values[seat] > base:
            area.token(min(values[seat] - base, area.leds) - 1, look.shade(seat), look.rhythm(seat))
    at = every - 1
    while at < area.leds:  # range with a step would be made on the heap
        area.put(at, TICK)
        at += every
    area.end(look.slot)


def lamp(area: Area, index: int, lamps: int, colour: int, mask: int = STEADY, start: int = 0, room: int = 0) -> None:
    """Put lamp number `index` of `lamps` equal ones, which share `room` LEDs from `start` on (0: the whole area).

    At most WIDEST LEDs are lit, and a dark one keeps two lamps apart where there is room. For use between
    begin and end.
    """
    width = max(1, (room or area.leds) // lamps)
    for i in range(min(width - 1, WIDEST) if width > 1 else 1):
        area.put(start + index * width + i, colour, mask)


def chooser(area: Area, look: Look, chosen: int, lamps: int) -> None:
    """One of `lamps` is chosen, the others are ticks; when there is no room for all, they go round again, blinking."""
    there = min(lamps, area.leds)
    area.begin()
    lamp(area, chosen % there, there, CHOSEN, STEADY if chosen < there else HALF)
    for i in range(there):
        lamp(area, i, there, TICK)
    area.end(look.slot)


def count(area: Area, look: Look, lit: int, lamps: int, mask: int = STEADY) -> None:
    """`lit` lamps of `lamps`, from the start; the others are ticks."""
    area.begin()
    for i in range(lamps):
        if i < lit:
            lamp(area, i, lamps, NEUTRAL, mask)
        else:
            lamp(area, i, lamps, TICK)
    area.end(look.slot)


def alert(area: Area, look: Look) -> None:
    """Red at both ends and in the middle while a press is refused: for pictures without a token that could be red."""
    if look.is_refusing():
        area.put(0, REFUSED, look.alarm)
        area.put(area.leds // 2, REFUSED, look.alarm)
        area.put(area.leds - 1, REFUSED, look.alarm)


def number(area: Area, look: Look, seat: int, value: int) -> None:
    """A number, 0 or more: the tens fill the first half, the ones the second, in blocks of five where there is room.

    A faint LED before each half is its zero point, so that 0 can be seen too; it blinks in the seat's rhythm.
    """
    half = area.leds // 2
    area.begin()
    alert(area, look)
    area.put(0, look.faint(seat), look.rhythm(seat))
    area.put(half, look.faint(seat), look.rhythm(seat))
    row(area, 1, half - 1, value // TEN, look.shade(seat))
    row(area, half + 1, area.leds - half - 1, value % TEN, look.shade(seat))
    area.end(look.slot)


def row(area: Area, start: int, room: int, lit: int, colour: int, mask: int = STEADY) -> None:
    """Put `lit` LEDs from `start` on, in blocks of five where ten fit so; what does not fit is left out."""
    blocks = room > TEN
    for i in range(lit):
        at = i + i // 5 if blocks else i
        if at < room:
            area.put(start + at, colour, mask)


def lanes(area: Area, look: Look, values: "array[int]", spaces: int, tick: int) -> None:
    """A track of `spaces` spaces, drawn as long as there is room: each seat has an LED of its own in every space.

    Every fifth space has a tick of that colour. Without room for a lane each, tokens take turns on one LED a space.
    """
    width = max(1, area.leds // spaces)
    area.begin(5 * width, tick, look.turn_slots)
    for seat in range(len(values)):
        lane = seat if width >= len(values) else 0
        area.token(min(values[seat] * width + lane, area.leds - 1), look.shade(seat), look.rhythm(seat))
    area.end(look.slot)


def balance(area: Area, look: Look, missed: int) -> None:
    """An answer with a sign: the first half shows how many are missed, the second how many are too many."""
    half = area.leds // 2
    area.begin()
    alert(area, look)
    area.put(0, TICK)
    area.put(half, TICK)
    row(area, 1, half - 1, max(0, missed), ATTENTION)
    row(area, half + 1, area.leds - half - 1, max(0, -missed), NEUTRAL)
    area.end(look.slot)


def dice(area: Area, look: Look, faces: "Sequence[int]") -> None:
    """Dice in a row: each has a third of the area, a faint LED first and then its points."""
    third = area.leds // 3
    area.begin()
    for i in range(len(faces)):
        area.put(i * third, TICK)
        row(area, i * third + 1, third - 1, faces[i], NEUTRAL)
    area.end(look.slot)
