"""Draws the shapes that all games use: a loop, a track, lamps, rows, a number in tens and ones.

None allocates: callers pass arrays that they keep.
"""

from ..compat import const
from .area import NOWHERE, Area
from .look import SEATS, Look
from .palette import CHOSEN, DARK, HALF, REFUSED, STEADY, TICK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

LAPS = const(3)  # laps that are shown behind a token, at most
TEN = const(10)
WIDEST = const(3)  # LEDs of a lamp, at most, so that drawing one takes no longer on a long strip
HALO = const(2)  # LEDs on either side of a winner's token


def loop(area: Area, look: Look, points: "array[int]", winner: bytearray, tick: int) -> None:
    """Draw a score track that is a loop: one LED per square, each seat's token on square points mod length.

    The faint LEDs behind a token are the laps it has done, at most LAPS. Every tenth square has a tick of the colour
    `tick`. points, winner: by seat; a seat with winner 1 has a halo.
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
    """Draw a track with two ends, with each seat's token at `track_place`. values: by seat.

    There is a tick every `every` LEDs, the first on LED `every` - 1. base: see track_place.
    """
    seats = len(values)
    places = look.places
    for seat in range(SEATS):
        places[seat] = track_place(area, values[seat], base) if seat < seats else NOWHERE
    area.begin(0, DARK, look.turn_slots)
    area.tokens(places, look.shades, look.masks)
    at = every - 1
    while at < area.leds:  # a range with a step would be allocated
        area.put(at, TICK)
        at += every
    area.end(look.slot)


def track_place(area: Area, value: int, base: int) -> int:
    """The LED for `value`: LED 0 is `base` + 1, larger values stay on the last LED; NOWHERE for `base` or below."""
    return min(value - base, area.leds) - 1 if value > base else NOWHERE


def lamp(area: Area, index: int, lamps: int, colour: int, mask: int = STEADY, start: int = 0, room: int = 0) -> None:
    """Put lamp number `index` of `lamps` equal ones, which share `room` LEDs from `start` on (0: the whole area).

    At most WIDEST LEDs are lit, and two lamps have a dark LED between them where there is room. Call it between
    `begin` and `end` of the area.
    """
    width = max(1, (room or area.leds) // lamps)
    area.fill(start + index * width, min(width - 1, WIDEST) if width > 1 else 1, colour, mask)


def chooser(area: Area, look: Look, chosen: int, lamps: int) -> None:
    """Draw `lamps` lamps, the chosen one lit, the others as ticks.

    When there are fewer LEDs than lamps, the lamps beyond the last LED begin again at the first one, and blink.
    """
    there = min(lamps, area.leds)
    area.begin()
    lamp(area, chosen % there, there, CHOSEN, STEADY if chosen < there else HALF)
    for i in range(there):
        lamp(area, i, there, TICK)
    area.end(look.slot)


def count(area: Area, look: Look, lit: int, lamps: int, mask: int = STEADY) -> None:
    """Draw `lamps` lamps, the first `lit` of them lit with the blink mask `mask`, the others as ticks."""
    area.begin()
    for i in range(lamps):
        if i < lit:
            lamp(area, i, lamps, look.table_lamp(), mask)
        else:
            lamp(area, i, lamps, TICK)
    area.end(look.slot)


def alert(area: Area, look: Look) -> None:
    """Put red LEDs at both ends and in the middle while a refusal is shown, in pictures that have no tokens."""
    mask = look.refusal()
    if mask:
        area.put(0, REFUSED, mask)
        area.put(area.leds // 2, REFUSED, mask)
        area.put(area.leds - 1, REFUSED, mask)


def number(area: Area, look: Look, seat: int, value: int) -> None:
    """Draw a number, 0 or more: the tens in the first half, the ones in the second, in blocks of five where they fit.

    A faint LED at the start of each half is its zero point, so that 0 can be seen. It blinks in the seat's rhythm.
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
    """Put `lit` LEDs from `start` on, at most `room`; in blocks of five if there is room for ten LEDs in two blocks."""
    blocks = room > TEN
    for i in range(lit):
        at = i + i // 5 if blocks else i
        if at < room:
            area.put(start + at, colour, mask)
