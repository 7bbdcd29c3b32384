"""The shapes that every game's picture is made of: a loop, a track, lamps, bars, a number in tens and ones.

Each draws one whole area. None allocates: whoever calls hands over arrays that it keeps.
"""

from ..compat import const
from .area import NOWHERE, Area
from .look import SEATS, Look
from .palette import CHOSEN, DARK, HALF, REFUSED, STEADY, TICK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

LAPS = const(3)  # as many are shown behind a token
TEN = const(10)
WIDEST = const(3)  # LEDs of a lamp: however long the strip, a lamp costs no more
HALO = const(2)  # LEDs on either side of a winner


def loop(area: Area, look: Look, points: "array[int]", winner: bytearray, tick: int) -> None:
    """A score track that closes on itself: each seat's token on square points mod length.

    The faint LEDs behind a token are the laps it has done. Every tenth square has a tick of that colour. Seats
    marked in `winner` (by seat) have a halo.
    """
    squares = area.leds
    seats = len(points)
    places = look.places
    for seat in range(SEATS):
        places[seat] = points[seat] % squares if seat < seats else NOWHERE
    area.begin(TEN, tick, look.turn_slots)
    area.tokens(places, look.shades, look.masks)
    red = look.red
    for seat in range(seats):
        if red[seat]:
            _beside(area, places[seat], 1, look.shades[seat], look.masks[seat])
        elif winner[seat]:
            _beside(area, places[seat], HALO, look.colour[seat], HALF)
        if points[seat] >= squares:
            for lap in range(1, min(points[seat] // squares, LAPS) + 1):
                area.put((places[seat] - lap) % squares, look.faint(seat), look.masks[seat])
    area.end(look.slot)


def _beside(area: Area, square: int, reach: int, colour: int, mask: int) -> None:
    for distance in range(1, reach + 1):
        area.put((square + distance) % area.leds, colour, mask)
        area.put((square - distance) % area.leds, colour, mask)


def track(area: Area, look: Look, values: "array[int]", base: int, every: int) -> None:
    """A track with two ends: each seat's token where `track_place` says.

    Every so many LEDs there is a tick, the first on LED `every` - 1.
    """
    seats = len(values)
    places = look.places
    for seat in range(SEATS):
        places[seat] = track_place(area, values[seat], base) if seat < seats else NOWHERE
    area.begin(0, DARK, look.turn_slots)
    area.tokens(places, look.shades, look.masks)
    at = every - 1
    while at < area.leds:  # range with a step would be made on the heap
        area.put(at, TICK)
        at += every
    area.end(look.slot)


def track_place(area: Area, value: int, base: int) -> int:
    """The LED for `value`: 0 for `base` + 1, what goes past the last LED stays on it; NOWHERE at `base` or below."""
    return min(value - base, area.leds) - 1 if value > base else NOWHERE


def lamp(area: Area, index: int, lamps: int, colour: int, mask: int = STEADY, start: int = 0, room: int = 0) -> None:
    """Put lamp number `index` of `lamps` equal ones, which share `room` LEDs from `start` on (0: the whole area).

    At most WIDEST LEDs are lit, and a dark one keeps two lamps apart where there is room. For use between
    begin and end.
    """
    width = max(1, (room or area.leds) // lamps)
    area.fill(start + index * width, min(width - 1, WIDEST) if width > 1 else 1, colour, mask)


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
            lamp(area, i, lamps, look.table_lamp(), mask)
        else:
            lamp(area, i, lamps, TICK)
    area.end(look.slot)


def alert(area: Area, look: Look) -> None:
    """Red at both ends and in the middle while a press is refused: for pictures without a token that could be red."""
    mask = look.refusal()
    if mask:
        area.put(0, REFUSED, mask)
        area.put(area.leds // 2, REFUSED, mask)
        area.put(area.leds - 1, REFUSED, mask)


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
